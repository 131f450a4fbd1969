//! Reads the files of a directory with the crates sgf-parse and shogi-kifu-converter: `peers FORMAT DIRECTORY`.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use shogi_kifu_converter::parser::{parse_csa_str, parse_ki2_str, parse_kif_str};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [format, directory] = &arguments[..] else {
        panic!("expected a format and a directory");
    };
    let directory = Path::new(directory);
    match &**format {
        "sgf" => read(directory, |text| sgf_parse::parse(text).ok()),
        "kifu" => read(directory, |text| parse_kif_str(text).ok()),
        "ki2u" => read(directory, |text| parse_ki2_str(text).ok()),
        "csa" => read(directory, |text| parse_csa_str(text).ok()),
        other => panic!("unknown format {other}"),
    }
}

/// What a peer refuses costs it less than what it reads: such files are not left out.
fn read<T>(directory: &Path, parse: impl Fn(&str) -> T) {
    for entry in fs::read_dir(directory).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        black_box(parse(&text));
    }
}
