//! Writes the inputs of `compare.py`, and reads them with the crates sgf-parse and shogi-kifu-converter.
//!
//! `peers write DIRECTORY` makes a directory of files for each format; `peers FORMAT DIRECTORY` reads those of one.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../generate.rs"]
mod generate;

use std::fs;
use std::hint::black_box;
use std::path::Path;

use shogi_kifu_converter::parser::{parse_csa_str, parse_ki2_str, parse_kif_str};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [action, directory] = &arguments[..] else {
        panic!("expected an action and a directory");
    };
    let directory = Path::new(directory);
    match &**action {
        "write" => write(directory),
        "sgf" => read(directory, |text| sgf_parse::parse(text).ok()),
        "kifu" => read(directory, |text| parse_kif_str(text).ok()),
        "ki2u" => read(directory, |text| parse_ki2_str(text).ok()),
        "csa" => read(directory, |text| parse_csa_str(text).ok()),
        other => panic!("unknown action {other}"),
    }
}

/// What a peer refuses costs it less than what it reads: such files are not left out.
fn read<T>(directory: &Path, parse: impl Fn(&str) -> T) {
    for entry in fs::read_dir(directory).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        black_box(parse(&text));
    }
}

fn write(directory: &Path) {
    let collection = generate::sgf_collection(10_000).into_bytes();
    write_files(directory, "sgf", [collection]);
    for format in ["kifu", "ki2u", "csa"] {
        let games = generate::shogi_games(400, 150).into_iter();
        let files = games.map(|game| generate::write(game, format));
        let files = files.map(|file| match format {
            // Other programs expect UTF-8.
            "csa" => encoding_rs::SHIFT_JIS
                .decode(&file)
                .0
                .into_owned()
                .into_bytes(),
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
