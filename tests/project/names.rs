//! The names of types.

use std::collections::BTreeMap;

use super::layers::files;

/// The names of the types of a file that the whole crate can see.
fn visible_types<'a>(path: &str, code: &'a str) -> Vec<&'a str> {
    let mut visibilities = vec!["pub ", "pub(crate) "];
    // The root of a top module: `src/text.rs` or `src/text/mod.rs`.
    if !path.trim_end_matches("/mod.rs").contains('/') {
        visibilities.push("pub(super) ");
    }
    let mut names = Vec::new();
    for line in code.lines() {
        for visibility in &visibilities {
            let Some(item) = line.trim_start().strip_prefix(visibility) else { continue };
            let kinds = ["struct ", "enum ", "trait ", "type "];
            if let Some(rest) = kinds.iter().find_map(|kind| item.strip_prefix(kind)) {
                names.extend(rest.split(|next: char| !next.is_alphanumeric()).next());
            }
        }
    }
    names
}

#[test]
fn types_are_found_by_their_visibility() {
    let code = "pub struct A<T>;\n    pub(crate) enum B {\npub(super) type C = u8;\nstruct D;\nfn pub_e() {}";
    assert_eq!(visible_types("text/mod.rs", code), ["A", "B", "C"]);
    assert_eq!(visible_types("text/at.rs", code), ["A", "B"]);
}

#[test]
fn each_type_name_has_one_meaning() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, code) in files() {
        for name in visible_types(&path, &code) {
            places.entry(name.to_owned()).or_default().push(path.clone());
        }
    }
    // A move of one game and a move of any game are called so: `go::Move`, `shogi::Move` and `Move`.
    places
        .retain(|_, paths| paths.len() > 1 && paths.iter().any(|path| !path.starts_with("game/")));
    assert!(places.is_empty(), "{places:#?}");
}
