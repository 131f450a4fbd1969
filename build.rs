//! Looks for the records outside the project and the programs that some tests need. Without them those tests are ignored.
//! Of a release build it notes the commit, for `dapu --version --verbose`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Engines and shells.
const PROGRAMS: [&str; 8] =
    ["fairy-stockfish", "gpsusi", "leelaz", "gnugo", "bash", "zsh", "fish", "clickhouse"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(corpus)");
    println!(
        "cargo::rustc-check-cfg=cfg(has, values(\"strace\", \"duckdb\", \"{}\"))",
        PROGRAMS.join("\", \"")
    );
    println!("cargo::rerun-if-env-changed=DAPU_CORPUS");
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(folder) = corpus() {
        println!("cargo::rustc-cfg=corpus");
        println!("cargo::rustc-env=CORPUS={}", folder.display());
    }
    // A directory that is missing would have everything built again each time.
    if Path::new(GAMES).is_dir() {
        println!("cargo::rerun-if-changed={GAMES}");
    }
    println!("cargo::rustc-env=DAPU_BUILD={}", identity());
    let installed = PROGRAMS.into_iter().filter(|name| is_installed(name));
    let others = [(can_trace(), "strace"), (has_duckdb(), "duckdb")];
    let others = others.into_iter().filter_map(|(is_there, name)| is_there.then_some(name));
    for name in installed.chain(others) {
        println!("cargo::rustc-cfg=has=\"{name}\"");
    }
}

/// The target and the compiler, and of a release the commit: with it, others would be built again after each commit.
fn identity() -> String {
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = is_release.then(|| {
        println!("cargo::rerun-if-changed=src");
        let log = output(Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"]));
        log.iter().for_each(|log| println!("cargo::rerun-if-changed={log}"));
        let describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
        output(Command::new("git").args(describe))
    });
    let compiler = env::var_os("RUSTC").and_then(|rustc| output(Command::new(rustc).arg("-V")));
    let parts = [commit.flatten(), env::var("TARGET").ok(), compiler];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What a program prints, if it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Where Debian installs engines, often outside PATH.
const GAMES: &str = "/usr/games";

fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain([GAMES.into()]);
    folders.any(|folder| folder.join(program).is_file())
}

/// Whether Python, or the one that `DAPU_PYTHON` names, has DuckDB.
fn has_duckdb() -> bool {
    println!("cargo::rerun-if-env-changed=DAPU_PYTHON");
    let python = env::var("DAPU_PYTHON").unwrap_or("python3".to_owned());
    let mut import = Command::new(python);
    let run = import.args(["-c", "import duckdb"]).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().is_ok_and(|status| status.success())
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
