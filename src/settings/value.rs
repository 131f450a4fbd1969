//! The types of settings: how a value is read and written.

use std::path::PathBuf;

use toml::Spanned;
use toml::de::DeValue;

use super::choice::Choice;
use crate::files::load::show_path;
use crate::text::clean_line;

/// A value in the configuration file.
type Given<'a> = Spanned<DeValue<'a>>;

/// A byte offset in the configuration file and the error there.
pub(super) type Invalid = (usize, String);

/// A value of a setting.
pub(super) trait Value {
    /// The accepted values, in words.
    fn takes(&self) -> String;

    /// Reads the value that a text of TOML gives to the setting with a name.
    fn read(&mut self, name: &str, given: &Given<'_>, text: &str) -> Result<(), Invalid>;

    /// The value in TOML.
    fn written(&self) -> String;

    /// The words for the values, if it is a choice.
    fn words(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

impl<T: Choice> Value for T {
    fn takes(&self) -> String {
        let words = self.words().join(", ");
        let (others, last) = words.rsplit_once(", ").unwrap_or_default();
        format!("{others} or {last}")
    }

    fn read(&mut self, _: &str, given: &Given<'_>, text: &str) -> Result<(), Invalid> {
        // `ambiguous = 2` is the same as `"2"`.
        let bare = text.get(given.span()).unwrap_or_default();
        *self = T::from_word(given.get_ref().as_str().unwrap_or(bare)).ok_or_else(|| {
            let words: Vec<String> = self.words().into_iter().map(quoted).collect();
            (given.span().start, format!("expected one of {}", words.join(", ")))
        })?;
        Ok(())
    }

    fn written(&self) -> String {
        quoted(self.word())
    }

    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }
}

/// A word in TOML, which writes truth bare.
fn quoted(word: &str) -> String {
    let is_bare = matches!(word, "true" | "false");
    if is_bare { word.to_owned() } else { format!("{word:?}") }
}

impl Value for Vec<PathBuf> {
    fn takes(&self) -> String {
        "a list of files".to_owned()
    }

    fn read(&mut self, name: &str, given: &Given<'_>, _: &str) -> Result<(), Invalid> {
        let expected = format!("{name} must be {}", self.takes());
        let paths = strings(given, &expected)?;
        *self = paths.map(PathBuf::from).collect();
        Ok(())
    }

    fn written(&self) -> String {
        let paths: Vec<String> = self.iter().map(|path| show_path(path)).collect();
        format!("{paths:?}")
    }
}

/// Keys for an action, which replace its default keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remap {
    /// The action's name.
    pub action: String,
    /// The keys as the table of keys names them: `Right`, `l`, `Ctrl-d`.
    pub keys: Vec<String>,
    /// The line in the file, from 1, for errors about unknown actions or keys.
    pub line: usize,
}

/// In the order of the file.
impl Value for Vec<Remap> {
    fn takes(&self) -> String {
        "a table of action = \"key key\"".to_owned()
    }

    fn read(&mut self, name: &str, given: &Given<'_>, text: &str) -> Result<(), Invalid> {
        let table = given.get_ref().as_table().ok_or_else(|| {
            let rest = "must be a table: [keys], then lines such as action = \"key key\"";
            (given.span().start, format!("{name} {rest}"))
        })?;
        self.clear();
        for (action, keys) in table {
            let expected = "expected a string of keys such as \"Right l\", or a list of strings";
            let keys = strings(keys, expected)?.flat_map(str::split_whitespace);
            self.push(Remap {
                action: action.get_ref().to_string(),
                keys: keys.map(str::to_owned).collect(),
                line: line_of(text, action.span().start),
            });
        }
        self.sort_by_key(|remap| remap.line);
        Ok(())
    }

    fn written(&self) -> String {
        let keys = self
            .iter()
            .map(|remap| clean_line(&format!("{} = {:?}", remap.action, remap.keys.join(" "))));
        let keys: Vec<String> = keys.collect();
        if keys.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", keys.join(", ")) }
    }
}

/// The strings of a list, or a single string.
fn strings<'a>(
    given: &'a Given<'_>,
    expected: &str,
) -> Result<impl Iterator<Item = &'a str>, Invalid> {
    let items = match given.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![given],
    };
    let fail = |item: &Given<'_>| (item.span().start, expected.to_owned());
    let texts: Result<Vec<&str>, Invalid> =
        items.into_iter().map(|item| item.get_ref().as_str().ok_or_else(|| fail(item))).collect();
    Ok(texts?.into_iter())
}

/// The line of a byte offset, from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}
