//! Writes the files that `peers/compare.py` gives to dapu and to its peers.
//!
//! `cargo bench --bench inputs -- DIRECTORY` makes a directory of files for each format.

#![allow(clippy::unwrap_used)]

#[path = "../common"]
mod common {
    pub(crate) mod export;
}
#[allow(dead_code)]
mod generate;

use std::fs;
use std::path::Path;

fn main() {
    // `cargo bench` without a name runs every program of this directory, with `--bench`.
    let Some(directory) = std::env::args().skip(1).find(|argument| argument != "--bench") else {
        return println!("inputs: no directory is named");
    };
    let directory = Path::new(&directory);
    let collection = generate::sgf_collection(10_000).into_bytes();
    write_files(directory, "sgf", [collection]);
    for format in ["kifu", "ki2u", "csa"] {
        let games = generate::shogi_games(400, 150).into_iter();
        let files = games.map(|game| generate::write(game, format));
        let files = files.map(|file| match format {
            // Other programs expect UTF-8.
            "csa" => encoding_rs::SHIFT_JIS.decode(&file).0.into_owned().into_bytes(),
            _ => file,
        });
        write_files(directory, format, files);
    }
    let games = generate::xiangqi_games(1000, 100).into_iter();
    let files = games.map(|game| generate::write(game, "xqf"));
    write_files(directory, "xqf", files);
}

fn write_files(directory: &Path, format: &str, files: impl IntoIterator<Item = Vec<u8>>) {
    let directory = directory.join(format);
    fs::create_dir_all(&directory).unwrap();
    for (number, file) in files.into_iter().enumerate() {
        fs::write(directory.join(format!("{number}.{format}")), file).unwrap();
    }
}
