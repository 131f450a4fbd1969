//! What several tests share.

#![allow(dead_code, unreachable_pub)]

pub mod books;
pub mod terminal;
pub mod xqf;

use std::io::Read;
use std::path::{Path, PathBuf};

/// A folder of the corpus, which lies beside the project. `None`, with a printed line, where it is missing.
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/corpus")
        .join(folder);
    if !path.is_dir() {
        println!("skipped: there is no corpus at {}", path.display());
        return None;
    }
    Some(path)
}

/// A JSON file that is packed with gzip.
pub fn gunzip_json(path: &Path) -> serde_json::Value {
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    serde_json::from_str(&text).unwrap()
}
