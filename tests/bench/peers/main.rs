//! KIF, KI2 and CSA: dapu beside the crate shogi-kifu-converter, on the same texts in the same run.
//!
//! `cargo run --release --manifest-path tests/bench/peers/Cargo.toml -- --bench`

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../generate.rs"]
mod generate;

use std::hint::black_box;

use dapu::format::{self, Source};
use divan::Bencher;
use divan::counter::BytesCount;
use shogi_kifu_converter::parser::{parse_csa_str, parse_ki2_str, parse_kif_str};

fn main() {
    divan::main();
}

/// Games of the format as texts.
fn texts(format: &str) -> Vec<String> {
    let games = generate::shogi_games(10, 150).into_iter();
    let files = games.map(|game| generate::write(game, format));
    files
        .map(|file| String::from_utf8_lossy(&file).into_owned())
        .collect()
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
