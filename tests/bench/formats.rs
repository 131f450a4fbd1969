//! Reading each format: detection, decoding, parsing, checking every move and building the tree.

use std::hint::black_box;
use std::path::Path;

use dapu::format;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::record::Record;
use dapu::text::Source;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

use crate::common::export::Export;
use crate::generate;

fn read(bytes: &[u8], name: &str) -> Loaded {
    format::read(&Source::new(bytes, name)).unwrap()
}

/// Reads a file and opens each of its games.
fn read_all(bytes: &[u8], name: &str) -> Loaded {
    let loaded = read(bytes, name);
    for game in 0..loaded.games().len() {
        loaded.game(game).unwrap();
    }
    loaded
}

fn bench_files(bencher: Bencher<'_, '_>, files: &[Vec<u8>], name: &str) {
    for file in files {
        assert_eq!(read(file, name).warnings(), [], "the generated files are sound");
    }
    let bytes: usize = files.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for file in files {
            black_box(read(file, name));
        }
    });
}

#[divan::bench_group(sample_count = 10)]
mod sgf {
    use super::*;

    #[divan::bench]
    fn dictionary(bencher: Bencher) {
        let text = generate::sgf_dictionary(generate::DICTIONARY);
        bencher.counter(BytesCount::new(text.len())).bench(|| read(text.as_bytes(), "a.sgf"));
    }

    #[divan::bench]
    fn dictionary_sgf_parse(bencher: Bencher) {
        let text = generate::sgf_dictionary(generate::DICTIONARY);
        bencher.counter(BytesCount::new(text.len())).bench(|| sgf_parse::parse(&text).unwrap());
    }

    /// Opens the first game and lists the others, as the screen does.
    #[divan::bench]
    fn collection_listed(bencher: Bencher) {
        let text = generate::sgf_collection(10_000);
        bencher.counter(BytesCount::new(text.len())).bench(|| read(text.as_bytes(), "a.sgf"));
    }

    #[divan::bench(sample_count = 3)]
    fn collection_opened(bencher: Bencher) {
        let text = generate::sgf_collection(10_000);
        bencher.counter(BytesCount::new(text.len())).bench(|| read_all(text.as_bytes(), "a.sgf"));
    }

    #[divan::bench(sample_count = 3)]
    fn collection_sgf_parse(bencher: Bencher) {
        let text = generate::sgf_collection(10_000);
        bencher.counter(BytesCount::new(text.len())).bench(|| sgf_parse::parse(&text).unwrap());
    }
}

#[divan::bench_group(sample_count = 10)]
mod shogi {
    use super::*;

    fn bench(bencher: Bencher, format: &str, name: &str) {
        let games = generate::shogi_games(40, 150).into_iter();
        let files: Vec<Vec<u8>> = games.map(|game| generate::write(game, format)).collect();
        bench_files(bencher, &files, name);
    }

    #[divan::bench]
    fn kif(bencher: Bencher) {
        bench(bencher, "kif", "a.kif");
    }

    #[divan::bench]
    fn kifu(bencher: Bencher) {
        bench(bencher, "kifu", "a.kifu");
    }

    #[divan::bench]
    fn ki2u(bencher: Bencher) {
        bench(bencher, "ki2u", "a.ki2u");
    }

    #[divan::bench]
    fn csa(bencher: Bencher) {
        bench(bencher, "csa", "a.csa");
    }

    #[divan::bench]
    fn jkf(bencher: Bencher) {
        bench(bencher, "jkf", "a.jkf");
    }

    #[divan::bench]
    fn usi(bencher: Bencher) {
        bench(bencher, "usi", "a.usi");
    }
}

#[divan::bench_group(sample_count = 10)]
mod xiangqi {
    use super::*;

    fn bench(bencher: Bencher, name: &str, write: impl FnMut(Record) -> Vec<u8>) {
        let games = generate::xiangqi_games(100, 100);
        let moves: usize = games.iter().map(|game| game.tree.len() - 1).sum();
        let files: Vec<Vec<u8>> = games.into_iter().map(write).collect();
        bench_files(bencher.counter(ItemsCount::new(moves)), &files, name);
    }

    #[divan::bench]
    fn xqf(bencher: Bencher) {
        bench(bencher, "a.xqf", |game| generate::write(game, "xqf"));
    }

    #[divan::bench]
    fn cbr(bencher: Bencher) {
        bench(bencher, "a.cbr", |game| generate::cbr(&game));
    }

    #[divan::bench]
    fn cbl_listed(bencher: Bencher) {
        let bytes = generate::cbl(10_000);
        bencher.counter(BytesCount::new(bytes.len())).bench(|| read(&bytes, "a.cbl"));
    }

    /// The XQF files of the corpus.
    #[divan::bench(ignore = cfg!(not(corpus)))]
    fn xqf_corpus(bencher: Bencher) {
        let corpus = Path::new(option_env!("CORPUS").unwrap_or_default()).join("xiangqi/xqf");
        let files = files_in(&corpus);
        let count = |file: &Vec<u8>| Some(generate::read_any(file, "a.xqf")?.tree.len());
        let nodes: usize = files.iter().filter_map(count).sum();
        bencher.counter(ItemsCount::new(nodes)).bench(|| {
            for file in &files {
                let _ = black_box(format::read(&Source::new(file, "a.xqf")));
            }
        });
    }

    fn files_in(folder: &Path) -> Vec<Vec<u8>> {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let mut files = Vec::new();
        for entry in entries.flatten() {
            match entry.path() {
                path if path.is_dir() => files.extend(files_in(&path)),
                path => files.extend(std::fs::read(path)),
            }
        }
        files
    }
}

/// Writing; reading is not measured.
#[divan::bench_group(sample_count = 10)]
mod write {
    use super::*;

    #[divan::bench(args = ["json", "sgf"])]
    fn dictionary(bencher: Bencher, format: &str) {
        let text = generate::sgf_dictionary(generate::DICTIONARY);
        let loaded = read(text.as_bytes(), "a.sgf");
        let records = [loaded.game(0).unwrap()];
        let format = format::by_name(format).unwrap();
        let options = WriteOptions::default();
        let export = Export { source: &loaded, records: &records, options: &options };
        bencher.bench(|| export.write(format));
    }
}
