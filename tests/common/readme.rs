//! The README and its tables.
//!
//! `DAPU_README=write cargo test --test readme --test cli` writes the tables anew.

use std::fs;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// The whole README.
pub fn readme() -> String {
    fs::read_to_string(PATH).unwrap()
}

/// Holds the part of the README between two marks to a table.
#[track_caller]
pub fn hold(name: &str, table: &str) {
    let readme = readme();
    let start = format!("<!-- {name} -->\n");
    let from = readme.find(&start).unwrap() + start.len();
    let to = from + readme[from..].find("<!-- end -->").unwrap();
    if std::env::var("DAPU_README").is_ok_and(|value| value == "write") {
        fs::write(PATH, format!("{}{table}{}", &readme[..from], &readme[to..])).unwrap();
        return;
    }
    assert_eq!(
        &readme[from..to],
        table,
        "the table of {name} in the README is old"
    );
}
