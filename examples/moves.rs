//! Lists the moves of every game in a file, whatever its format.
//!
//! `cargo run --example moves -- samples/shogi/yagura.ki2`

use std::error::Error;

use dapu::format;
use dapu::record::{NodeId, Record};
use dapu::text::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    // The name matters only where several formats look alike.
    let bytes = std::fs::read(&path)?;
    let loaded = format::read(&Source::new(&bytes, &path))?;
    let games = format::count(loaded.games().len(), "game");
    println!("{} ({games})", loaded.format.title);
    for game in 0..loaded.games().len() {
        println!("{}", mainline(&*loaded.game(game)?).join(" "));
    }
    for warning in loaded.warnings() {
        eprintln!("{path}: {warning}");
    }
    Ok(())
}

/// The moves of the main line, each as the game's players write it.
fn mainline(record: &Record) -> Vec<String> {
    let mut position = record.start.clone();
    record.advance(&mut position, NodeId::ROOT);
    let mut moves = Vec::new();
    for node in record.tree.mainline().skip(1) {
        moves.extend(record.notate(&position, node));
        record.advance(&mut position, node);
    }
    moves
}
