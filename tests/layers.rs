//! The layers of the crate: who may import whom, read off the `use` lines and paths.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms under `src`, and for each the rooms that it may name.
const ROOMS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("text", &[]),
    ("record", &["game", "text"]),
    ("format", &["game", "text", "record"]),
    ("book", &["game", "text", "record"]),
    ("board", &["game", "text", "record", "format", "book"]),
    ("crash", &["text"]),
    (
        "files",
        &["game", "text", "record", "format", "book", "board", "crash"],
    ),
    (
        "settings",
        &["game", "text", "record", "format", "book", "board", "files"],
    ),
    (
        "tui",
        &[
            "game", "text", "record", "format", "book", "board", "crash", "files", "settings",
        ],
    ),
    (
        "cli",
        &[
            "game", "text", "record", "format", "book", "board", "crash", "files", "settings",
            "tui",
        ],
    ),
];

/// Crates that only some places may name.
const CRATES: &[(&str, &[&str])] = &[
    ("encoding_rs", &["text/source"]),
    ("notify", &["files/watch"]),
    ("rusqlite", &["book"]),
    ("ratatui", &["tui"]),
    ("crossterm", &["tui"]),
    ("signal_hook", &["tui/terminal"]),
    ("shell_words", &["tui/editor"]),
    ("tempfile", &["files"]),
    ("walkdir", &["files"]),
    ("clap", &["cli", "main.rs"]),
];

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every file under `src` with its path from there and its code, without comments.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let read = |path: &PathBuf| {
        let code = fs::read_to_string(path).unwrap();
        let code: Vec<&str> = code
            .lines()
            .map(|line| line.split("//").next().unwrap_or(""))
            .collect();
        (
            path.strip_prefix(&root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned(),
            code.join("\n"),
        )
    };
    paths.iter().map(read).collect()
}

/// The first names after `crate::` in a file, those in grouped imports included.
fn rooms_named(code: &str) -> Vec<String> {
    names_after("crate::", code)
}

fn names_after(prefix: &str, code: &str) -> Vec<String> {
    let mut named = Vec::new();
    for (start, _) in code.match_indices(prefix) {
        let rest = &code[start + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => named.extend(heads_of_group(group)),
            None => named.push(first_name(rest)),
        }
    }
    named
}

/// The first name of each item of `a::b, c::{d, e}, f}`.
fn heads_of_group(group: &str) -> Vec<String> {
    let mut heads = vec![first_name(group)];
    let mut depth = 0;
    for (offset, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(first_name(&group[offset + 1..])),
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn first_name(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|character| character.is_alphanumeric() || *character == '_')
        .collect()
}

fn room_of(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or(path)
}

#[test]
fn grouped_imports_are_understood() {
    assert_eq!(
        rooms_named("use crate::{game::{Game, Move}, record, board::View};"),
        ["game", "record", "board"]
    );
    assert_eq!(
        rooms_named("use crate::game::xiangqi;\nlet x: crate::tui::App;"),
        ["game", "tui"]
    );
}

#[test]
fn every_room_names_only_those_below_it() {
    let mut seen = 0;
    for (path, code) in files() {
        let room = room_of(&path);
        if matches!(room, "lib" | "main") {
            continue;
        }
        let (_, allowed) = ROOMS
            .iter()
            .find(|(name, _)| *name == room)
            .unwrap_or_else(|| panic!("{path}: no such room"));
        for named in rooms_named(&code) {
            // Items of the crate's root, such as macros, do not exist.
            assert!(
                named == room || allowed.contains(&&*named),
                "{path} may not name crate::{named}"
            );
            seen += 1;
        }
        assert!(
            !code.contains("dapu::"),
            "{path} names the crate from outside"
        );
    }
    assert!(
        seen > 50,
        "only {seen} imports were found: the test does not read them"
    );
}

#[test]
fn every_outside_crate_stays_in_its_room() {
    for (name, rooms) in CRATES {
        for (path, code) in files() {
            let word =
                |before: &str| before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
            let pattern = format!("{name}::");
            let mut uses = code
                .match_indices(&pattern)
                .filter(|(at, _)| !word(&code[..*at]));
            let here = rooms.iter().any(|room| path.starts_with(room));
            assert!(here || uses.next().is_none(), "{path} may not name {name}");
        }
    }
}

/// The rooms that are there whatever the features, read off `lib.rs`.
fn rooms_without_feature(root: &str) -> Vec<&str> {
    let mut gated = false;
    let mut rooms = Vec::new();
    for line in root.lines() {
        if let Some(room) = line.strip_prefix("pub mod ") {
            rooms.extend((!gated).then(|| room.trim_end_matches(';')));
        }
        gated = line.starts_with("#[cfg(");
    }
    rooms
}

#[test]
fn the_library_without_features_needs_no_optional_crate() {
    let files = files();
    let (_, root) = files.iter().find(|(path, _)| path == "lib.rs").unwrap();
    let library = rooms_without_feature(root);
    assert_eq!(library, ["format", "game", "record", "text"]);
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let optional = manifest
        .lines()
        .filter(|line| line.contains("optional = true"));
    let optional: Vec<String> = optional
        .filter_map(|line| Some(line.split_once(' ')?.0.replace('-', "_")))
        .collect();
    assert!(optional.len() > 8, "{optional:?}");
    for (path, code) in &files {
        for name in optional.iter().filter(|_| library.contains(&room_of(path))) {
            assert!(
                !code.contains(&format!("{name}::")),
                "{path} may not name {name}"
            );
        }
    }
}

#[test]
fn no_unsafe_code_and_no_long_file() {
    for (path, code) in files() {
        assert!(!code.contains("unsafe "), "{path} is not safe");
        assert!(
            code.lines().count() <= 500,
            "{path} is longer than 500 lines"
        );
    }
}

/// The files of the command line that a file of it names. What is not a file's name is something of the root.
fn neighbours(path: &str, code: &str, files: &[String]) -> Vec<String> {
    let stem = |file: &str| {
        let name = file.trim_start_matches("cli/").trim_end_matches(".rs");
        name.trim_end_matches("/mod").to_owned()
    };
    if path == "cli/mod.rs" {
        let names = |file: &&String| code.contains(&format!("use {}::", stem(file)));
        return files.iter().filter(names).cloned().collect();
    }
    let mut names = names_after("crate::cli::", code);
    if !path.starts_with("cli/find/") {
        names.extend(names_after("super::", code));
    }
    names.retain(|name| !name.is_empty() && *name != "super");
    let file = |name: &String| {
        let found = files.iter().find(|file| stem(file) == *name);
        found.map_or_else(|| "cli/mod.rs".to_owned(), String::clone)
    };
    names.iter().map(file).collect()
}

#[test]
fn no_file_of_the_command_line_needs_one_that_needs_it() {
    let mut left: Vec<(String, String)> = files();
    left.retain(|(path, _)| path.starts_with("cli/"));
    let paths: Vec<String> = left.iter().map(|(path, _)| path.clone()).collect();
    let mut edges: Vec<(String, Vec<String>)> = left
        .iter()
        .map(|(path, code)| (path.clone(), neighbours(path, code, &paths)))
        .collect();
    let count: usize = edges.iter().map(|(_, needs)| needs.len()).sum();
    assert!(count > 40, "only {count} uses were found");
    loop {
        let before = edges.len();
        let open: Vec<String> = edges.iter().map(|(path, _)| path.clone()).collect();
        edges.retain(|(_, needs)| needs.iter().any(|need| open.contains(need)));
        if edges.len() == before {
            break;
        }
    }
    assert!(edges.is_empty(), "a circle: {edges:?}");
}
