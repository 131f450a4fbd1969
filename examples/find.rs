//! Finds the games that reach the position of a FEN or an SFEN, mirrored or not.
//!
//! `cargo run --example find -- "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b" samples/xiangqi/*`

use std::error::Error;

use dapu::format;
use dapu::game::{Keys, Position, shogi, xiangqi};
use dapu::record::{NodeId, Record};
use dapu::text::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (wanted, _) = position(&arguments.next().ok_or("which position?")?)?.canonical();
    for path in arguments {
        let bytes = std::fs::read(&path)?;
        let Ok(loaded) = format::read(&Source::new(&bytes, &path)) else {
            continue;
        };
        for (number, game) in (1..).zip(loaded.games()) {
            let record = game.read()?;
            if let Some(node) = find(&record, wanted) {
                println!("{path}#{number}: ply {}", record.tree.ply(node));
            }
        }
    }
    Ok(())
}

fn position(text: &str) -> Result<Position, Box<dyn Error>> {
    Ok(match text.matches('/').count() {
        9 => Position::Xiangqi(xiangqi::Position::from_fen(text)?),
        _ => Position::Shogi(shogi::Position::from_sfen(text)?.0),
    })
}

/// The first node, in the main line or in a variation, that leads to the position with a key.
fn find(record: &Record, wanted: u64) -> Option<NodeId> {
    let (mut walk, mut keys) = (record.walk(), Keys::default());
    while let Some(node) = walk.advance() {
        let mut position = walk.before().clone();
        record.advance(&mut position, node);
        if keys.canonical(&position).0 == wanted {
            return Some(node);
        }
    }
    None
}
