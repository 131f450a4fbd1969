//! Files that arrive byte by byte: whatever a prefix shows is in the whole file.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::format::Loaded;
use dapu::record::{Key, NodeId, Note, Record};

/// Every sample, sorted by name.
fn samples() -> Vec<PathBuf> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let folders = fs::read_dir(samples).unwrap().map(|entry| entry.unwrap());
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// What is in a prefix of a record but not in the whole.
fn phantom(part: &Record, whole: &Record) -> Option<String> {
    for (key, value) in part.headers.known() {
        // The result of an unfinished game.
        let is_open = key == Key::Result && value == "*";
        if whole.headers.get(key) != Some(value) && !is_open {
            return Some(format!("the header {key:?}: {value:?}"));
        }
    }
    let mut twins: HashMap<NodeId, NodeId> = HashMap::from([(NodeId::ROOT, NodeId::ROOT)]);
    let mut taken: HashMap<NodeId, NodeId> = HashMap::new();
    for node in crate::common::preorder(&part.tree) {
        if let Some(parent) = part.tree.parent(node) {
            let mv = part.tree.mv(node);
            let mut children = whole.tree.children(*twins.get(&parent)?);
            let twin =
                children.find(|child| whole.tree.mv(*child) == mv && !taken.contains_key(child));
            let Some(twin) = twin else {
                return Some(format!("the move {mv:?} at ply {}", part.tree.ply(node)));
            };
            twins.insert(node, twin);
            taken.insert(twin, node);
        }
        let twin = twins[&node];
        let whole: Vec<_> = whole.tree.notes(twin).collect();
        // Lists of points may still grow, and a truncated file has its own note.
        let is_told = |note: &&Note| {
            matches!(
                note,
                Note::Comment(_)
                    | Note::End(_)
                    | Note::Clock(_)
                    | Note::Eval(_)
                    | Note::Bookmark(_)
            )
        };
        let mut notes = part.tree.notes(node).filter(is_told);
        if let Some(note) = notes.find(|note| !whole.iter().any(|other| is_part(note, other))) {
            return Some(format!("at ply {}: {note:?}", part.tree.ply(node)));
        }
    }
    None
}

/// Whether a note is as in the whole, except for missing lines of a comment.
fn is_part(note: &Note, whole: &Note) -> bool {
    match (note, whole) {
        (Note::Comment(part), Note::Comment(whole)) => {
            let rest = whole.strip_prefix(&**part);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('\n'))
        }
        _ => note == whole,
    }
}

#[test]
fn a_prefix_of_a_file_shows_nothing_that_is_not_in_the_whole() {
    let mut faults = Vec::new();
    let (mut files, mut prefixes, mut shown) = (0, 0, 0);
    for path in samples() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let Ok(whole) = load::parse(&bytes, name, LoadOptions::default()) else {
            continue;
        };
        files += 1;
        let options = LoadOptions { growing: true, ..LoadOptions::default() };
        // A library is large and not written move by move: it is sampled.
        let step = 1 + bytes.len() / 5000;
        for end in (0..bytes.len()).step_by(step) {
            prefixes += 1;
            let Ok(part) = load::parse(&bytes[..end], name, options) else {
                continue;
            };
            let record = part.game(0).ok().zip(whole.game(0).ok());
            let Some((part, whole)) = record else {
                continue;
            };
            shown += 1;
            if let Some(fault) = phantom(&part, &whole) {
                faults.push(format!("{name}, {end} bytes: {fault}"));
                break;
            }
        }
    }
    println!("{files} files, {prefixes} beginnings, of which {shown} are shown");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(shown > 0);
}

/// A heading is shown where its moves are, and so not before they come.
#[test]
fn a_heading_of_a_growing_article_waits_for_its_moves() {
    for heading in ["变1：", "(一)", "第一种下法：\n黑方另有应着。", "Variation 1", "①", "一、"]
    {
        let text = format!(
            "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 卒7进1\n红方稍好。\n\n\
             {heading}\n2. 兵七进一 卒7进1\n3. 马二进三 马2进3\n"
        );
        let read = |end: usize, growing: bool| {
            let options = LoadOptions { growing, ..LoadOptions::default() };
            load::parse(&text.as_bytes()[..end], "article.txt", options).unwrap()
        };
        let whole = read(text.len(), false).game(0).unwrap();
        assert_eq!(whole.tree.len(), 11, "{heading}");
        let first = text.find('\n').unwrap() + 1;
        for (at, _) in text[first..].match_indices('\n') {
            let end = first + at + 1;
            let part = read(end, true).game(0).unwrap();
            assert_eq!(phantom(&part, &whole), None, "{:?}", &text[..end]);
        }
        // What never goes on is shown in the end.
        let end = text.find(heading).unwrap() + heading.len() + 1;
        assert!(read(end, true).held_back, "{heading}");
        let told = read(end, false).game(0).unwrap();
        let words = |next: char| next.is_alphanumeric();
        let word: String = heading.chars().filter(|next| words(*next)).take(1).collect();
        let comments = told.tree.ids().flat_map(|node| told.tree.comments(node));
        assert!(comments.collect::<String>().contains(&word), "{heading}");
    }
}

/// The same in the other games.
#[test]
fn a_heading_waits_in_every_game() {
    for (moves, variation) in [
        ("▲７六歩△３四歩▲２六歩△８四歩\n", "▲２五歩△８五歩\n"),
        ("1. P-7f P-3d 2. P-2f P-8d\n", "3. P-2e P-8e\n"),
        ("Black 1 at Q16, White 2 at D4.\nBlack 3 at Q3, White 4 at D17.\n", "Black 3 at C3.\n"),
    ] {
        let before = format!("{moves}Words.\n");
        let text = format!("{before}\nVariation 1\n{variation}");
        let read = |end: usize, growing: bool| {
            let options = LoadOptions { growing, ..LoadOptions::default() };
            load::parse(&text.as_bytes()[..end], "article.txt", options).unwrap()
        };
        let end = text.len() - variation.len();
        let (part, known) = (read(end, true), read(before.len(), true));
        assert_eq!((part.held_back, known.held_back), (true, false), "{text}");
        let notes = |loaded: &Loaded| {
            let record = loaded.game(0).unwrap();
            record.tree.ids().flat_map(|node| record.tree.notes(node).cloned()).collect::<Vec<_>>()
        };
        assert_eq!(notes(&part), notes(&known), "{text}");
        assert_ne!(notes(&read(end, false)), notes(&known), "{text}");
    }
}
