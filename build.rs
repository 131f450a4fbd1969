//! Looks for the records outside the project and the program that some tests need. Without them those tests are ignored.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rustc-check-cfg=cfg(corpus, strace)");
    println!("cargo::rerun-if-env-changed=DAPU_CORPUS");
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(folder) = corpus() {
        println!("cargo::rustc-cfg=corpus");
        println!("cargo::rustc-env=CORPUS={}", folder.display());
    }
    if can_trace() {
        println!("cargo::rustc-cfg=strace");
    }
}

/// Whether strace is there and allowed.
fn can_trace() -> bool {
    let mut trace = Command::new("strace");
    let run = trace.args(["-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().is_ok_and(|status| status.success())
}

/// The directory that `DAPU_CORPUS` names, or `shared/corpus` in the project or one of its ancestors.
fn corpus() -> Option<PathBuf> {
    let named = env::var_os("DAPU_CORPUS").map(PathBuf::from);
    let root = env::var_os("CARGO_MANIFEST_DIR")?;
    let beside = Path::new(&root).ancestors().map(|folder| folder.join("shared/corpus"));
    named.into_iter().chain(beside).find(|folder| folder.is_dir())
}
