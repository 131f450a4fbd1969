//! KIF, KI2, CSA and XQF: dapu beside the crate shogi-kifu-converter, on the same texts in the same run; `run.sh` has
//! tsshogi and cchess read the same files before that.
//!
//! `cargo run --release --manifest-path tests/bench/peers/Cargo.toml -- --bench`, or with `--write DIRECTORY` for the
//! files alone.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../generate.rs"]
mod generate;

use std::hint::black_box;
use std::path::Path;

use dapu::format;
use dapu::text::Source;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use shogi_kifu_converter::parser::{parse_csa_str, parse_ki2_str, parse_kif_str};

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("--write"), Some(directory)) => write_files(Path::new(&directory)),
        _ => divan::main(),
    }
}

/// Writes the same games for programs in other languages, each as a file.
fn write_files(directory: &Path) {
    for format in ["kifu", "ki2u", "csa"] {
        for (number, text) in texts(format).iter().enumerate() {
            std::fs::write(directory.join(format!("{number}.{format}")), text).unwrap();
        }
    }
    for (number, file) in xqf_files().iter().enumerate() {
        std::fs::write(directory.join(format!("{number}.xqf")), file).unwrap();
    }
}

fn xqf_files() -> Vec<Vec<u8>> {
    let games = generate::xiangqi_games(20, 100).into_iter();
    games.map(|game| generate::write(game, "xqf")).collect()
}

#[divan::bench]
fn dapu_reads_xqf(bencher: Bencher) {
    let files = xqf_files();
    let read = |file: &Vec<u8>| format::read(&Source::new(file, "a.xqf")).unwrap();
    let moves = |file: &Vec<u8>| read(file).game(0).unwrap().tree.len() - 1;
    let moves: usize = files.iter().map(moves).sum();
    bencher.counter(ItemsCount::new(moves)).bench(|| {
        for file in &files {
            black_box(read(file));
        }
    });
}

/// Games in a format.
fn texts(format: &str) -> Vec<String> {
    let games = generate::shogi_games(10, 150).into_iter();
    let files = games.map(|game| generate::write(game, format));
    let text = |file: Vec<u8>| match format {
        "csa" => encoding_rs::SHIFT_JIS.decode(&file).0.into_owned(),
        _ => String::from_utf8(file).unwrap(),
    };
    files.map(text).collect()
}

fn bench<T>(bencher: Bencher<'_, '_>, format: &str, read: impl Fn(&str) -> T + Sync) {
    let texts = texts(format);
    let bytes: usize = texts.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for text in &texts {
            black_box(read(text));
        }
    });
}

fn dapu(bencher: Bencher<'_, '_>, format: &str) {
    let name = format!("a.{format}");
    bench(bencher, format, |text| {
        format::read(&Source::new(text.as_bytes(), &name)).unwrap()
    });
}

#[divan::bench(args = ["kifu", "ki2u", "csa"])]
fn dapu_reads(bencher: Bencher, format: &str) {
    dapu(bencher, format);
}

#[divan::bench(args = ["kifu", "ki2u", "csa"], sample_count = 10)]
fn shogi_kifu_converter_reads(bencher: Bencher, format: &str) {
    match format {
        "kifu" => bench(bencher, format, |text| parse_kif_str(text).unwrap()),
        "ki2u" => bench(bencher, format, |text| parse_ki2_str(text).unwrap()),
        _ => bench(bencher, format, |text| parse_csa_str(text).unwrap()),
    }
}
