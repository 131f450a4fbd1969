//! Converts a file to another format, and says what that format cannot hold.
//!
//! `cargo run --example convert -- samples/xiangqi/bianzhao.xqf /tmp/bianzhao.pgn`

use std::error::Error;
use std::path::Path;

use dapu::format::{self, Collection, FileHead, WriteOptions};
use dapu::text::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("usage: convert FROM TO".into());
    };
    let bytes = std::fs::read(&from)?;
    let loaded = format::read(&Source::new(&bytes, &from))?;

    let extension = Path::new(&to).extension().unwrap_or_default();
    let format = format::by_extension(&extension.to_string_lossy());
    let format = format.ok_or_else(|| format!("{to}: no format has this extension"))?;

    let (options, head) = (WriteOptions::default(), FileHead::of(&loaded, format));
    let mut file = Collection::begin(format, &options, &head, Vec::new())?;
    for game in 0..loaded.games().len() {
        let record = loaded.game(game)?;
        file.add(loaded.format, &record)?;
    }
    if !file.losses().is_empty() {
        eprintln!("{to} does not hold {}", file.losses());
    }
    std::fs::write(&to, file.end()?)?;
    Ok(())
}
