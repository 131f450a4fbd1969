//! The layers of the crate: which module may import which, from the `use` lines and paths.

mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src`, and for each the modules that it may use.
const ROOMS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("text", &[]),
    ("record", &["game", "text"]),
    ("format", &["game", "text", "record"]),
    ("book", &["game", "text", "record"]),
    ("engine", &["game", "text", "record"]),
    ("board", &["game", "text", "record", "format", "book"]),
    ("columns", &["text"]),
    ("crash", &["text"]),
    ("files", &["game", "text", "record", "format", "book", "engine", "board", "crash"]),
    ("words", &["game", "text", "record", "format", "book", "engine", "files"]),
    (
        "settings",
        &[
            "game", "text", "record", "format", "book", "engine", "board", "columns", "files",
            "words",
        ],
    ),
    ("library", &["game", "text", "record", "format", "book", "engine", "crash", "files", "words"]),
    (
        "tui",
        &[
            "game", "text", "record", "format", "book", "engine", "board", "columns", "crash",
            "files", "words", "settings", "library",
        ],
    ),
    (
        "cli",
        &[
            "game", "text", "record", "format", "book", "engine", "board", "columns", "crash",
            "files", "words", "settings", "library", "tui",
        ],
    ),
];

/// Crates that only some modules may use.
const CRATES: &[(&str, &[&str])] = &[
    ("encoding_rs", &["text/source"]),
    ("html_escape", &["text/xml.rs"]),
    ("percent_encoding", &["text/xml.rs", "book/database.rs"]),
    ("quick_xml", &["text/xml.rs"]),
    ("base64", &["files/reviews.rs", "format/embedded", "format/shogi/link.rs"]),
    ("unicode_normalization", &["text/fold.rs"]),
    ("notify", &["files/watch"]),
    ("rusqlite", &["book", "library/positions"]),
    ("ratatui", &["tui"]),
    ("crossterm", &["tui"]),
    ("signal_hook", &["tui/terminal", "library/interrupts.rs"]),
    ("shell_words", &["tui/editor", "tui/update/clipboard.rs"]),
    ("tui_input", &["tui/model"]),
    ("tempfile", &["files"]),
    ("walkdir", &["files"]),
    ("rawzip", &["files"]),
    ("flate2", &["format", "files", "library/positions"]),
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
pub(super) fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let read = |path: &PathBuf| {
        let code = fs::read_to_string(path).unwrap();
        let code: Vec<&str> =
            code.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap();
        (path.replace(std::path::MAIN_SEPARATOR, "/"), code.join("\n"))
    };
    paths.iter().map(read).collect()
}

/// The first names after `crate::` in a file, including grouped imports.
fn rooms_named(code: &str) -> Vec<&str> {
    let paths = paths(code).into_iter();
    paths.filter(|path| path[0] == "crate").filter_map(|path| path.get(1).copied()).collect()
}

/// The paths of names in code, such as `super::lines::Line`, with grouped imports split.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut paths = Vec::new();
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let shared = groups.last().map_or(0, Vec::len);
        let is_part = |next: char| next.is_alphanumeric() || next == '_';
        let end = rest.find(|next| !is_part(next)).unwrap_or(rest.len());
        if end > 0 {
            path.push(&rest[..end]);
            rest = &rest[end..];
            if let Some(after) = rest.strip_prefix("::") {
                rest = after;
                if let Some(inside) = rest.strip_prefix('{') {
                    groups.push(path.clone());
                    rest = inside;
                }
                continue;
            }
        } else {
            rest = &rest[first.len_utf8()..];
            if first == '}' {
                groups.pop();
            }
        }
        if path.len() > shared {
            paths.push(path);
        }
        path = groups.last().cloned().unwrap_or_default();
    }
    paths
}

fn room_of(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or(path)
}

#[test]
fn grouped_imports_are_understood() {
    assert_eq!(
        rooms_named("use crate::{game::{Game, Move}, record, board::View};"),
        ["game", "game", "record", "board"]
    );
    assert_eq!(rooms_named("use crate::game::xiangqi;\nlet x: crate::tui::App;"), ["game", "tui"]);
}

#[test]
fn every_module_uses_only_those_below_it() {
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
            // The crate root has no items of its own, such as macros.
            assert!(
                named == room || allowed.contains(&named),
                "{path} may not name crate::{named}"
            );
            seen += 1;
        }
        assert!(!code.contains("dapu::"), "{path} names the crate from outside");
    }
    assert!(seen > 50, "only {seen} imports were found: the test does not read them");
}

#[test]
fn every_external_crate_stays_in_its_module() {
    for (name, rooms) in CRATES {
        for (path, code) in files() {
            let word =
                |before: &str| before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
            let pattern = format!("{name}::");
            let mut uses = code.match_indices(&pattern).filter(|(at, _)| !word(&code[..*at]));
            let here = rooms.iter().any(|room| path.starts_with(room));
            assert!(here || uses.next().is_none(), "{path} may not name {name}");
        }
    }
}

/// The modules that do not depend on features, from `lib.rs`.
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
    let optional = manifest.lines().filter(|line| line.contains("optional = true"));
    let optional: Vec<String> =
        optional.filter_map(|line| Some(line.split_once(' ')?.0.replace('-', "_"))).collect();
    assert!(optional.len() > 8, "{optional:?}");
    for (path, code) in &files {
        for name in optional.iter().filter(|_| library.contains(&room_of(path))) {
            assert!(!code.contains(&format!("{name}::")), "{path} may not name {name}");
        }
    }
}

/// The identifier that a text begins with.
fn identifier(text: &str) -> String {
    text.chars().take_while(|next| next.is_alphanumeric() || *next == '_').collect()
}

/// The type that a line defines.
fn defined(line: &str) -> Option<String> {
    let (before, name) = line.split_once("struct ").or_else(|| line.split_once("enum "))?;
    (before.trim().is_empty() || before.trim().starts_with("pub")).then(|| identifier(name))
}

/// The type that an inherent `impl` gives methods to.
fn extended(line: &str) -> Option<String> {
    let line = line.replace("->", "");
    let rest = line.strip_prefix("impl")?;
    let mut depth = 0;
    let ends = |next: char| {
        depth += i32::from(next == '<') - i32::from(next == '>');
        depth == 0
    };
    let rest = &rest[rest.find(ends)? + 1..];
    (!line.contains(" for ")).then(|| identifier(rest.trim_start()))
}

#[test]
fn types_get_their_methods_in_their_own_module() {
    let files = files();
    let mut homes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (path, code) in &files {
        for name in code.lines().filter_map(defined) {
            homes.entry(name).or_default().insert(room_of(path));
        }
    }
    let mut seen = 0;
    for (path, code) in &files {
        for name in code.lines().filter_map(extended) {
            let homes = homes.get(&name).unwrap_or_else(|| panic!("{path}: what is {name}?"));
            assert!(homes.contains(room_of(path)), "{path} gives methods to {name} of {homes:?}");
            seen += 1;
        }
    }
    assert!(seen > 200, "only {seen} were found");
}

/// What asks the disk, which may sleep or be far away: the keys would wait for it.
const DISK: [&str; 13] = [
    "fs::",
    "File::",
    ".exists()",
    ".metadata()",
    ".canonicalize()",
    ".is_file()",
    ".is_dir()",
    ".read_dir()",
    ".read_link()",
    "is_stream(",
    "is_archived(path",
    "is_in_archive(",
    "is_folder(",
];

#[test]
fn the_state_and_its_panes_do_not_ask_the_disk() {
    for (path, code) in files() {
        let rooms = ["tui/model", "tui/update", "tui/panes", "tui/memory", "tui/arrange"];
        if rooms.iter().any(|room| path.starts_with(room)) {
            let asks = DISK.iter().find(|asks| code.contains(**asks));
            assert_eq!(asks, None, "{path}: that is for a job");
        }
    }
}

#[test]
fn no_unsafe_code_and_no_long_file() {
    for (path, code) in files() {
        assert!(!code.contains("unsafe "), "{path} is not safe");
        assert!(code.lines().count() <= 500, "{path} is longer than 500 lines");
    }
}

/// The module path of a file: `format::shogi::kif` for `format/shogi/kif/mod.rs`.
fn module(file: &str) -> Vec<&str> {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.split('/').collect()
}

/// The files that a file uses. The `mod.rs` above it is available to all files of its folder.
fn needs<'f>(file: &str, code: &str, files: &'f [String]) -> BTreeSet<&'f str> {
    let home = module(file);
    let modules: BTreeMap<_, _> = files.iter().map(|file| (module(file), &**file)).collect();
    let mut needed = BTreeSet::new();
    for path in paths(code) {
        let up = path.iter().take_while(|part| **part == "super").count();
        let base = match path[0] {
            "crate" => Vec::new(),
            "super" if up < home.len() => home[..home.len() - up].to_vec(),
            _ => home.clone(),
        };
        let rest = path.iter().filter(|part| !matches!(**part, "crate" | "super" | "self"));
        let full: Vec<&str> = base.into_iter().chain(rest.copied()).collect();
        let mut longest = (1..=full.len()).rev().map(|length| &full[..length]);
        let found = longest.find_map(|path| modules.get_key_value(path));
        needed.extend(found.filter(|(module, _)| !home.starts_with(module)).map(|(_, file)| *file));
    }
    needed
}

#[test]
fn paths_are_split() {
    let code = "use super::{a::b, c::{D, e}};\nlet x = lines::take(&y);";
    let all: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    let expected = "use super::a::b super::c::D super::c::e let x lines::take y";
    assert_eq!(all.join(" "), expected);
    let files = ["a/mod.rs", "a/b/mod.rs", "a/b/c.rs", "a/d.rs"].map(str::to_owned);
    let code = "use super::super::d::E; use super::F; use crate::a::b::c::G;";
    assert_eq!(needs("a/b/c.rs", code, &files), ["a/d.rs"].into());
    for (file, code) in [("a/d.rs", "use super::b::c;"), ("a/b/mod.rs", "c::take()")] {
        assert_eq!(needs(file, code, &files), ["a/b/c.rs"].into());
    }
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let files = files();
    let names: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let needs = |(path, code): &(String, String)| {
        let needed = needs(path, code, &names).into_iter();
        // Which rooms may use which is another test.
        needed.filter(|need| room_of(need) == room_of(path)).map(str::to_owned).collect()
    };
    let mut open: Vec<(&str, BTreeSet<String>)> =
        files.iter().map(|file| (&*file.0, needs(file))).collect();
    for (room, _) in ROOMS {
        let here = open.iter().filter(|(path, _)| room_of(path) == *room);
        let (files, uses) =
            here.fold((0, 0), |(files, uses), (_, needs)| (files + 1, uses + needs.len()));
        assert!(
            2 * uses >= files - 1,
            "only {uses} uses were found in the {files} files of {room}"
        );
    }
    loop {
        let before = open.len();
        let left: BTreeSet<&str> = open.iter().map(|(path, _)| *path).collect();
        open.retain(|(_, needs)| needs.iter().any(|need| left.contains(&**need)));
        if open.len() == before {
            break;
        }
    }
    assert!(open.is_empty(), "a circle: {open:#?}");
}
