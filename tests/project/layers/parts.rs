//! The layers inside `record`, `format` and `tui`: which of their parts may use which.

use std::collections::{BTreeMap, BTreeSet};

use super::{files, paths};

/// The layers of a module from the lowest: the parts of each, and why it is there. A part uses only parts of lower layers.
/// The `mod.rs` of the module, which all parts may use, has what they share and uses them all.
type Layers = &'static [(&'static [&'static str], &'static str)];

const LAYERS: &[(&str, Layers)] = &[
    (
        "record",
        &[
            (&["notes"], "what is written at a node knows nothing of trees"),
            (&["tree", "headers"], "a tree holds notes; a result is also a note"),
            (&["walk"], "goes through a tree and plays its moves"),
            (
                &["builder", "layer", "reread"],
                "build a tree from a file, add the reader's own to it, and compare two of them",
            ),
        ],
    ),
    (
        "format",
        &[
            (
                &["bytes", "deflate", "engine_log", "export", "numerals", "times"],
                "parts of files that need no record",
            ),
            (&["error"], "why a file cannot be read or written"),
            (&["games", "pass"], "the interfaces of readers and of writers"),
            (
                &["commands", "headers", "loaded", "tagged"],
                "what games have in common in several formats",
            ),
            (&["collection"], "many games in one file"),
            (&["json"], "one game in dapu's own format"),
            (&["jsonl"], "many of those"),
            (&["prose"], "moves among words, for each format whose text may be prose"),
            (&["go", "shogi", "xiangqi"], "the formats of a game do not know other games"),
            (&["embedded"], "finds texts inside others, which any format may read"),
            (&["detect"], "tries every format"),
            (&["chunks"], "detects a large file by its beginning, and reads it in parts"),
        ],
    ),
    (
        "tui",
        &[
            (
                &["extent", "i18n", "journal", "opening", "outline", "target", "terminal"],
                "know nothing of the state",
            ),
            (
                &["survey", "theme"],
                "looks at every position, and at the numbers among the notes; the colours of the settings",
            ),
            (&["report"], "messages in the user's language"),
            (&["background", "editor"], "work off the main loop reports, but knows no state"),
            (&["model"], "the state"),
            (&["completion", "keymap", "layout", "snapshot"], "computed from the state"),
            (&["panes"], "draw the state in an area of the layout"),
            (&["arrange"], "asks the panes how much room they need"),
            (&["update"], "changes the state and arranges it"),
            (&["effects"], "carries out what an update asks for"),
            (&["offscreen", "waiting"], "update without the main loop"),
            (&["run"], "the main loop"),
        ],
    ),
];

/// The uses that the layers do not allow, each a file and a part. None may be added, and those that are gone are removed.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("record/notes/warning.rs", "tree", "a warning names its node"),
    ("format/embedded/mod.rs", "detect", "what is found inside a text is detected in turn"),
    ("format/embedded/page.rs", "detect", "an element of a page is detected in turn"),
    ("tui/journal.rs", "background", "ends when nobody wants it any more"),
    ("tui/journal.rs", "snapshot", "saves what the snapshot shows"),
    ("tui/journal/game_notes.rs", "snapshot", "saves what the snapshot shows"),
    ("tui/model/desk.rs", "snapshot", "the state has the notes to save"),
    ("tui/model/mode.rs", "keymap", "a mode keeps the keys pressed so far"),
    ("tui/model/reader.rs", "snapshot", "the state has the notes to save"),
    ("tui/model/ui.rs", "keymap", "the state has the table of keys"),
    ("tui/model/ui.rs", "layout", "the state has the layout"),
];

/// The names after a path's `crate` or `super`, from the root of the crate. Other paths stay in their file, or begin with
/// an imported name.
fn from_root<'p>(home: &[&'p str], path: &[&'p str]) -> Option<Vec<&'p str>> {
    let up = path.iter().take_while(|part| **part == "super").count();
    match path[0] {
        "crate" => Some(path[1..].to_vec()),
        "super" => Some([home.get(..home.len().checked_sub(up)?)?, &path[up..]].concat()),
        _ => None,
    }
}

/// The parts of the same module that a file uses, whether by their path or by a name that `shared` has from them.
fn used<'c>(
    file: &'c str,
    code: &'c str,
    parts: &BTreeSet<&'c str>,
    shared: &BTreeMap<&str, &'c str>,
) -> BTreeSet<&'c str> {
    let home = super::module(file);
    let named = paths(code).into_iter().filter_map(|path| {
        let full = from_root(&home, &path)?;
        let name = full.get(1).filter(|_| full[0] == home[0])?;
        parts.get(name).or_else(|| shared.get(name)).copied()
    });
    named.filter(|part| *part != home[1]).collect()
}

#[test]
fn a_path_is_followed_through_what_the_module_shares() {
    let parts = BTreeSet::from(["a", "b", "c"]);
    let shared = BTreeMap::from([("Shared", "c")]);
    let code = "use super::super::b::B;\nuse crate::m::Shared;\nuse super::own;\nc::local();";
    assert_eq!(used("m/a/file.rs", code, &parts, &shared), ["b", "c"].into());
    assert_eq!(
        used("m/c.rs", "use super::{Shared, a::A}; crate::m::b()", &parts, &shared),
        ["a", "b"].into()
    );
}

#[test]
fn every_part_of_a_module_uses_only_those_below_it() {
    let files = files();
    let mut excepted: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut seen = 0;
    for (room, layers) in LAYERS {
        let root = format!("{room}/mod.rs");
        let here = files.iter().filter(|(path, _)| super::room_of(path) == *room);
        let here: Vec<_> =
            here.filter(|(path, _)| *path != root && !path.contains("/tests")).collect();
        let parts: BTreeSet<&str> = here.iter().map(|(path, _)| super::module(path)[1]).collect();
        let levels: BTreeMap<&str, usize> = layers
            .iter()
            .enumerate()
            .flat_map(|(level, (parts, _))| parts.iter().map(move |part| (*part, level)))
            .collect();
        assert!(
            parts.iter().eq(levels.keys()),
            "{room} has {parts:?}, the table {:?}",
            levels.keys()
        );
        let (_, code) = files.iter().find(|(path, _)| *path == root).unwrap();
        let shared: BTreeMap<&str, &str> = paths(code)
            .into_iter()
            .filter(|path| path.len() > 1)
            .filter_map(|path| Some((*path.last()?, *parts.get(path[0])?)))
            .collect();
        for (path, code) in here {
            let own = levels[super::module(path)[1]];
            for part in used(path, code, &parts, &shared) {
                seen += 1;
                let exception = EXCEPTIONS.iter().find(|(file, to, _)| file == path && *to == part);
                match exception {
                    Some((file, to, _)) => {
                        assert!(levels[part] >= own && excepted.insert((*file, *to)));
                    }
                    None => assert!(levels[part] < own, "{path} may not use {room}::{part}"),
                }
            }
        }
    }
    let gone: Vec<_> =
        EXCEPTIONS.iter().filter(|(file, to, _)| !excepted.contains(&(*file, *to))).collect();
    assert!(gone.is_empty(), "no longer needed: {gone:?}");
    assert!(seen > 300, "only {seen} uses were found");
}

/// The names of the methods that files add to the state and to the numbers of panes.
fn added_methods<'c>(files: impl Iterator<Item = &'c str>) -> BTreeSet<&'c str> {
    let blocks = files.flat_map(|code| code.split("\nimpl ").skip(1));
    let own = blocks.filter(|block| {
        ["State {", "Ui {", "PaneId {"].iter().any(|owner| block.starts_with(owner))
    });
    let lines = own.flat_map(|block| block.split("\n}").next().unwrap_or("").lines());
    let names = lines.filter_map(|line| line.split_once("fn ")?.1.split(['(', '<']).next());
    names.collect()
}

#[test]
fn the_model_calls_no_method_that_a_higher_part_adds() {
    let files = files();
    let tui = files.iter().filter(|(path, _)| path.starts_with("tui/"));
    let (model, others): (Vec<_>, Vec<_>) =
        tui.partition(|(path, _)| path.starts_with("tui/model/"));
    let own = added_methods(model.iter().map(|(_, code)| &**code));
    let above = added_methods(others.iter().map(|(_, code)| &**code));
    assert!(own.len() > 50 && above.contains("style_of"), "{own:?} {above:?}");
    for (path, code) in model {
        for name in above.difference(&own) {
            let call = format!(".{name}(");
            assert!(!code.contains(&call), "{path} calls {name}");
        }
    }
}

#[test]
fn the_diagram_in_contributing_shows_the_layers() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/CONTRIBUTING.md");
    let document = std::fs::read_to_string(document).unwrap();
    let document: Vec<&str> = document.split_whitespace().collect();
    for (room, layers) in LAYERS {
        let layers: Vec<String> = layers.iter().map(|(parts, _)| parts.join(", ")).collect();
        let diagram = format!("{room}: {}", layers.join(" <- "));
        assert!(document.join(" ").contains(&diagram), "CONTRIBUTING.md lacks {diagram}");
    }
}
