//! Looks for the records that some tests need and that are not part of the project: where there are none, these tests
//! are ignored, and counted as such.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rustc-check-cfg=cfg(corpus)");
    println!("cargo::rerun-if-env-changed=DAPU_CORPUS");
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(folder) = corpus() {
        println!("cargo::rustc-cfg=corpus");
        println!("cargo::rustc-env=CORPUS={}", folder.display());
    }
}

/// The folder that `DAPU_CORPUS` names, or `shared/corpus` beside the project or above it.
fn corpus() -> Option<PathBuf> {
    let named = env::var_os("DAPU_CORPUS").map(PathBuf::from);
    let root = env::var_os("CARGO_MANIFEST_DIR")?;
    let beside = Path::new(&root)
        .ancestors()
        .map(|folder| folder.join("shared/corpus"));
    named
        .into_iter()
        .chain(beside)
        .find(|folder| folder.is_dir())
}
