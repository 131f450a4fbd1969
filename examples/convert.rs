//! Converts a file to another format, and says what that format cannot hold.
//!
//! `cargo run --example convert -- samples/xiangqi/bianzhao.xqf /tmp/bianzhao.pgn`

use std::error::Error;
use std::path::Path;

use dapu::format::{self, Export, WriteOptions};
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

    let games = 0..loaded.games.len();
    let records: Vec<_> = games.map(|game| loaded.game(game)).collect::<Result<_, _>>()?;
    let export = Export { source: &loaded, records: &records, options: &WriteOptions::default() };
    let written = export.write(format)?;
    std::fs::write(&to, written.bytes)?;
    if !written.losses.is_empty() {
        eprintln!("{to} does not hold {}", written.losses);
    }
    Ok(())
}
