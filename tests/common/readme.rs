//! The README and the other documents, and what is generated in them: tables and pictures.
//!
//! `DAPU_README=write cargo test --test commands` updates them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::picture;

/// A file of the project.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The paths of all documents, those at the top level and those in `docs`, in order.
pub fn documents() -> Vec<String> {
    let mut names = Vec::new();
    for folder in ["", "docs/"] {
        for entry in fs::read_dir(path(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                names.push(format!("{folder}{name}"));
            }
        }
    }
    names.sort();
    names
}

/// The text of a document.
pub fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// Asserts that a document or picture is what the program generates; or writes it.
#[track_caller]
pub fn hold_file(name: &str, is: &str, wanted: &str, what: &str) {
    if std::env::var("DAPU_README").is_ok_and(|value| value == "write") {
        fs::write(path(name), wanted).unwrap();
        return;
    }
    assert!(is == wanted, "{what} in {name} is old: DAPU_README=write writes it anew");
}

/// Asserts that the text between two marks, in whichever document has them, is this table.
#[track_caller]
pub fn hold(table: &str, wanted: &str) {
    let start = format!("<!-- {table} -->\n");
    let mut documents = documents().into_iter().map(|name| (text(&name), name));
    let (text, name) = documents
        .find(|(text, _)| text.contains(&start))
        .unwrap_or_else(|| panic!("no document has the table of {table}"));
    let from = text.find(&start).unwrap() + start.len();
    let to = from + text[from..].find("<!-- end -->").unwrap();
    let whole = format!("{}{wanted}{}", &text[..from], &text[to..]);
    hold_file(&name, &text, &whole, &format!("the table of {table}"));
}

/// Asserts that a picture of the documents shows this screen.
#[track_caller]
pub fn hold_picture(name: &str, screen: &vt100::Screen) {
    let is = fs::read_to_string(path(name)).unwrap_or_default();
    hold_file(name, &is, &picture::svg(screen), "the picture");
}

/// The keys of objects of JSON, except where keys are headers, points or names from a file.
#[derive(Debug, Default)]
pub struct JsonKeys(BTreeSet<String>);

impl JsonKeys {
    /// Adds the keys of every object in an output, if it is of JSON.
    pub fn add(&mut self, output: &str) {
        for value in serde_json::Deserializer::from_str(output).into_iter().map_while(Result::ok) {
            self.add_value(&value);
        }
    }

    fn add_value(&mut self, value: &serde_json::Value) {
        match value {
            serde_json::Value::Array(values) => {
                values.iter().for_each(|value| self.add_value(value));
            }
            serde_json::Value::Object(object) => {
                for (key, value) in object {
                    self.0.insert(key.clone());
                    if !["headers", "label", "props", "line_results"].contains(&&**key) {
                        self.add_value(value);
                    }
                }
            }
            _ => {}
        }
    }

    /// Asserts that there are so many keys at least, and that the document describes each.
    #[track_caller]
    pub fn assert_documented(&self, least: usize) {
        let document = text("docs/json.md");
        let is_known = |key: &&String| document.contains(&format!("`{key}`"));
        let unknown: Vec<_> = self.0.iter().filter(|key| !is_known(key)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(self.0.len() >= least, "{:?}", self.0);
    }
}
