//! Engines: what is said to them, what becomes of what they say, and whatever they do.

// The fake engine of these is a shell script.
#[cfg(unix)]
mod batch;
#[cfg(unix)]
mod live;
// These are looked for where Unix has them.
#[cfg(unix)]
mod real;
#[cfg(unix)]
mod screen;
mod transcripts;
#[cfg(unix)]
mod wilful;

use crate::common;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

/// A home with a configuration of engines, and a game.
pub(crate) struct Home(pub(crate) TempDir);

/// The configuration of the fake engine under a name, which does what its mode says. Its process is known by the home.
fn table(name: &str, mode: &str, home: &Path) -> String {
    let fake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/fake.sh");
    // Those that do as they are asked are waited for on the busiest machine.
    let patience = if ["plain", "slow", "lines"].contains(&mode) { 30 } else { 1 };
    format!(
        "[engines.{name}]\ncmd = ['{}', '{mode}', '{}']\ngame = 'shogi'\nprotocol = 'usi'\npatience = {patience}\n",
        fake.display(),
        home.display()
    )
}

impl Home {
    /// A home whose only engine is the fake one, called `fake`.
    pub(crate) fn fake(mode: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let config = table("fake", mode, home.path());
        Self::of(home, &config)
    }

    /// A home with a configuration.
    pub(crate) fn with(config: &str) -> Self {
        Self::of(tempfile::tempdir().unwrap(), config)
    }

    fn of(home: TempDir, config: &str) -> Self {
        fs::create_dir_all(home.path().join(".config/dapu")).unwrap();
        fs::write(home.path().join(".config/dapu/config.toml"), config).unwrap();
        Self(home)
    }

    /// Its directory.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// A game in which rooks go back and forth, so that pawns can move at any time.
    pub(crate) fn game(&self, plies: usize) -> PathBuf {
        let moves = ["2h3h", "8b7b", "3h2h", "7b8b"].iter().cycle().take(plies);
        let moves: Vec<&str> = moves.copied().collect();
        let path = self.path().join("game.usi");
        fs::write(&path, format!("startpos moves {}\n", moves.join(" "))).unwrap();
        path
    }

    /// A home whose fake engine thinks about a position on the screen for a second.
    pub(crate) fn thinking(mode: &str) -> Self {
        let home = Self::fake(mode);
        let config = home.path().join(".config/dapu/config.toml");
        let all = fs::read_to_string(&config).unwrap() + "think = 1\n";
        fs::write(&config, all).unwrap();
        home
    }

    /// What the fake engine was asked, by a beginning.
    pub(crate) fn asked(&self, beginning: &str) -> Vec<String> {
        let asked = fs::read_to_string(self.path().join("asked")).unwrap_or_default();
        asked.lines().filter(|line| line.starts_with(beginning)).map(str::to_owned).collect()
    }

    /// The files of results.
    pub(crate) fn results(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let folder = self.path().join(".cache/dapu/analysis");
        if folder.is_dir() {
            common::files_below(&folder, &mut found);
            // Others are being written.
            found.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        }
        found
    }

    /// What was found, by node.
    pub(crate) fn findings(&self) -> BTreeMap<u64, Value> {
        self.all().into_iter().map(|value| (value["at"].as_u64().unwrap(), value)).collect()
    }

    /// What was found, under all limits.
    pub(crate) fn all(&self) -> Vec<Value> {
        let texts = self.results().into_iter().map(|path| fs::read_to_string(path).unwrap());
        let lines: Vec<String> = texts
            .flat_map(|text| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>())
            // Each process begins with one that is empty.
            .filter(|line| !line.is_empty())
            .collect();
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
