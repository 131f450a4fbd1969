//! Walks the whole tree of a game and prints, for each variation, the position where it branches off.
//!
//! `cargo run --example walk -- samples/xiangqi/bianzhao.xqf`

use std::error::Error;

use dapu::format;
use dapu::text::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let bytes = std::fs::read(&path)?;
    let record = format::read(&Source::new(&bytes, &path))?.game(0)?;
    let tree = &record.tree;

    // A walk goes through every node with the position before its move, and never recurses.
    let mut walk = record.walk();
    while let Some(node) = walk.advance() {
        let first = tree.siblings(node).next();
        if first != Some(node) {
            let move_text = walk.notation().unwrap_or_default();
            println!("{move_text}  {}", walk.before().text(tree.ply(node)));
        }
    }
    Ok(())
}
