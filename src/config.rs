//! Layer 4: what the reader prefers, from `$XDG_CONFIG_HOME/dapu/config.toml` and the environment.
//!
//! A default gives way to the environment, that to the file, that to the command line. An unknown setting or a wrong
//! value is an error with its line: a misspelt wish that is silently ignored is worse than none.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::draw::{Charset, Pieces};

/// The name of a setting with what it does and takes; `dapu config` and the manual list them.
#[derive(Debug)]
pub struct Setting {
    /// The key in the file.
    pub name: &'static str,
    /// What it takes, for people.
    pub takes: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
}

const fn setting(name: &'static str, takes: &'static str, help: &'static str) -> Setting {
    Setting { name, takes, help }
}

/// Every setting.
pub const SETTINGS: &[Setting] = &[
    setting(
        "theme",
        "auto, light, dark, contrast or mono",
        "colours of the screen",
    ),
    setting(
        "pieces",
        "traditional, simplified or letters",
        "what pieces are drawn with",
    ),
    setting(
        "language",
        "en, zh or ja",
        "language of everything but game terms",
    ),
    setting(
        "ambiguous",
        "auto, 1 or 2",
        "columns of a character of ambiguous width",
    ),
    setting(
        "charset",
        "ascii, cjk or box",
        "characters that boards are made of",
    ),
    setting(
        "books",
        "a list of files",
        "opening books, from the file's own directory",
    ),
    setting(
        "keys",
        "a table of action = \"key key\"",
        "keys in the place of the usual ones",
    ),
];

/// Colours of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// As many colours as the terminal says that it has.
    #[default]
    Auto,
    /// For dark text on light ground.
    Light,
    /// For light text on dark ground.
    Dark,
    /// Black, white and full colours; stones and pieces as signs too.
    Contrast,
    /// No colour: bold and reverse only.
    Mono,
}

/// The language of the screen; game terms stay in the game's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 中文.
    Zh,
    /// 日本語.
    Ja,
}

/// How many columns a character of ambiguous width takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ambiguous {
    /// The terminal is asked.
    #[default]
    Auto,
    /// One column.
    One,
    /// Two columns.
    Two,
}

/// A setting that takes one of a few words.
pub trait Choice: Copy + PartialEq + 'static {
    /// The words with what they mean.
    const WORDS: &'static [(&'static str, Self)];

    /// The value that a word stands for.
    fn from_word(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(name, _)| *name == word);
        found.map(|(_, value)| *value)
    }

    /// The word for a value.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(name, _)| name)
    }
}

impl Choice for Theme {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("light", Self::Light),
        ("dark", Self::Dark),
        ("contrast", Self::Contrast),
        ("mono", Self::Mono),
    ];
}

impl Choice for Lang {
    const WORDS: &'static [(&'static str, Self)] =
        &[("en", Self::En), ("zh", Self::Zh), ("ja", Self::Ja)];
}

impl Choice for Ambiguous {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("1", Self::One), ("2", Self::Two)];
}

impl Choice for Pieces {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("traditional", Self::Traditional),
        ("simplified", Self::Simplified),
        ("letters", Self::Letters),
    ];
}

impl Choice for Charset {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("ascii", Self::Ascii),
        ("cjk", Self::Cjk),
        ("box", Self::Box),
    ];
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origin {
    /// Nobody said anything.
    #[default]
    Default,
    /// A variable of the environment.
    Environment(&'static str),
    /// A line of the configuration file, from 1.
    File(usize),
}

/// Keys for an action, in the place of its usual ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remap {
    /// The action's name.
    pub action: String,
    /// The keys as the table of keys names them: `Right`, `l`, `Ctrl-d`.
    pub keys: Vec<String>,
    /// The line of the file, from 1, for whoever finds that there is no such action or key.
    pub line: usize,
}

/// What the reader prefers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// Colours of the screen.
    pub theme: Theme,
    /// What pieces are drawn with.
    pub pieces: Pieces,
    /// The language of the screen.
    pub lang: Lang,
    /// How many columns a character of ambiguous width takes.
    pub ambiguous: Ambiguous,
    /// What boards are made of.
    pub charset: Charset,
    /// Opening books. Relative ones are relative to the configuration file.
    pub books: Vec<PathBuf>,
    /// Keys in the place of the usual ones, in the order of action names.
    pub keys: Vec<Remap>,
    /// The configuration file, if there is one.
    pub file: Option<PathBuf>,
    /// Where the values come from, in the order of [`SETTINGS`].
    origins: [Origin; SETTINGS.len()],
}

/// What is wrong with the configuration file. Prints as `file:line: what`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; `None` if the file cannot be read at all.
    pub line: Option<usize>,
    /// What: lower case, no full stop.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = crate::load::show_path(&self.file);
        let message = crate::draw::clean_line(&self.message);
        match self.line {
            Some(line) => write!(f, "{file}:{line}: {message}"),
            None => write!(f, "{file}: {message}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// A variable of the environment.
pub type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The configuration file's usual place: `$XDG_CONFIG_HOME/dapu/config.toml`, by default under `~/.config`.
pub fn path(variable: Variable<'_>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    // The specification of the base directories has relative paths ignored.
    let base = set("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".config")))
        .or_else(|| set("APPDATA").map(PathBuf::from))?;
    Some(base.join("dapu").join("config.toml"))
}

impl Config {
    /// Reads the environment and the configuration file. A file that is not there is no error.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong.
    pub fn load() -> Result<Self, ConfigError> {
        let variable: Variable<'_> = &|name: &str| std::env::var_os(name);
        let mut config = Self::from_environment(variable);
        let Some(file) = path(variable) else {
            return Ok(config);
        };
        match std::fs::read_to_string(&file) {
            Ok(text) => config.read(&text, &file, variable)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                let message = format!("cannot be read: {error}");
                let line = None;
                return Err(ConfigError {
                    file,
                    line,
                    message,
                });
            }
        }
        Ok(config)
    }

    /// What the environment alone says: the locale, `TERM` and `NO_COLOR`.
    pub fn from_environment(variable: Variable<'_>) -> Self {
        let mut config = Self::default();
        let text = |name| {
            let value = variable(name)?.to_string_lossy().to_ascii_lowercase();
            (!value.is_empty()).then_some(value)
        };
        let locale = |names: [&'static str; 3]| {
            let found = names.into_iter().find_map(|name| Some((name, text(name)?)));
            found.unwrap_or(("LANG", String::new()))
        };
        if text("NO_COLOR").is_some() {
            config.theme = Theme::Mono;
            config.set_origin("theme", Origin::Environment("NO_COLOR"));
        }
        let (name, value) = locale(["LC_ALL", "LC_MESSAGES", "LANG"]);
        let spoken = |word: &str| value.starts_with(word);
        if let Some(lang) = [Lang::Zh, Lang::Ja]
            .into_iter()
            .find(|lang| spoken(lang.word()))
        {
            config.lang = lang;
            config.set_origin("language", Origin::Environment(name));
        }
        let (name, value) = locale(["LC_ALL", "LC_CTYPE", "LANG"]);
        let poor_terminal = text("TERM").is_some_and(|term| term == "linux");
        if poor_terminal || !(value.contains("utf-8") || value.contains("utf8")) {
            config.charset = Charset::Ascii;
            let name = if poor_terminal { "TERM" } else { name };
            config.set_origin("charset", Origin::Environment(name));
        }
        config
    }

    /// Takes over what the text of a configuration file says.
    ///
    /// # Errors
    /// The first thing in it that is wrong.
    pub fn read(
        &mut self,
        text: &str,
        file: &Path,
        variable: Variable<'_>,
    ) -> Result<(), ConfigError> {
        let fail = |(offset, message): Fault| ConfigError {
            file: file.to_owned(),
            line: Some(line_of(text, offset)),
            message,
        };
        self.file = Some(file.to_owned());
        let table = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            fail((offset, error.message().to_owned()))
        })?;
        for (name, value) in table.get_ref() {
            self.take(name, value, text, variable).map_err(fail)?;
        }
        Ok(())
    }

    /// Where the value of a setting comes from.
    pub fn origin(&self, setting: &str) -> &Origin {
        let index = SETTINGS.iter().position(|known| known.name == setting);
        index.map_or(&Origin::Default, |index| &self.origins[index])
    }

    fn set_origin(&mut self, setting: &str, origin: Origin) {
        if let Some(index) = SETTINGS.iter().position(|known| known.name == setting) {
            self.origins[index] = origin;
        }
    }

    fn take(
        &mut self,
        name: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        text: &str,
        variable: Variable<'_>,
    ) -> Result<(), Fault> {
        match &**name.get_ref() {
            "theme" => self.theme = choice(value)?,
            "pieces" => self.pieces = choice(value)?,
            "language" => self.lang = choice(value)?,
            "ambiguous" => self.ambiguous = choice(value)?,
            "charset" => self.charset = choice(value)?,
            "books" => {
                let named = strings(value, "books is a list of files")?;
                self.books = named.map(|book| self.resolve(book, variable)).collect();
            }
            "keys" => self.keys = remaps(value, text)?,
            unknown => {
                let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
                let message = format!(
                    "no setting is called {unknown:?}; there are {}",
                    known.join(", ")
                );
                return Err((name.span().start, message));
            }
        }
        let line = line_of(text, name.span().start);
        self.set_origin(name.get_ref(), Origin::File(line));
        Ok(())
    }

    /// A book's path: `~/` is the reader's home, and a relative one starts where the configuration file is.
    fn resolve(&self, book: &str, variable: Variable<'_>) -> PathBuf {
        let home = variable("HOME").map(PathBuf::from);
        if let (Some(rest), Some(home)) = (book.strip_prefix("~/"), home) {
            return home.join(rest);
        }
        let directory = self.file.as_deref().and_then(Path::parent);
        directory.unwrap_or(Path::new("")).join(book)
    }
}

/// What is wrong, and the byte offset where.
type Fault = (usize, String);

/// The line of a byte offset, from 1.
fn line_of(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

fn choice<T: Choice>(value: &Spanned<DeValue<'_>>) -> Result<T, Fault> {
    let word = match value.get_ref() {
        DeValue::String(word) => Some(&**word),
        // `ambiguous = 2` reads as well as `"2"`.
        DeValue::Integer(number) => Some(number.as_str()),
        _ => None,
    };
    word.and_then(T::from_word).ok_or_else(|| {
        let words: Vec<String> = T::WORDS
            .iter()
            .map(|(word, _)| format!("{word:?}"))
            .collect();
        let message = format!("expected one of {}", words.join(", "));
        (value.span().start, message)
    })
}

/// The strings of a list, or one string alone.
fn strings<'a>(
    value: &'a Spanned<DeValue<'_>>,
    expected: &str,
) -> Result<impl Iterator<Item = &'a str>, Fault> {
    let fail = |value: &Spanned<DeValue<'_>>| (value.span().start, expected.to_owned());
    let items = match value.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![value],
    };
    let texts: Result<Vec<&str>, Fault> = items
        .into_iter()
        .map(|item| item.get_ref().as_str().ok_or_else(|| fail(item)))
        .collect();
    Ok(texts?.into_iter())
}

fn remaps(value: &Spanned<DeValue<'_>>, text: &str) -> Result<Vec<Remap>, Fault> {
    let table = value.get_ref().as_table().ok_or_else(|| {
        let message = "keys is a table: [keys], then lines of action = \"key key\"".to_owned();
        (value.span().start, message)
    })?;
    let remap = |(action, keys): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let expected = "keys are a string such as \"Right l\", or a list of strings";
        let keys = strings(keys, expected)?.flat_map(str::split_whitespace);
        Ok(Remap {
            action: std::borrow::Cow::to_string(action.get_ref()),
            keys: keys.map(str::to_owned).collect(),
            line: line_of(text, action.span().start),
        })
    };
    table.iter().map(remap).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn utf8(name: &str) -> Option<OsString> {
        match name {
            "LANG" => Some("ja_JP.UTF-8".into()),
            "HOME" => Some("/home/reader".into()),
            _ => None,
        }
    }

    fn read(text: &str) -> Result<Config, String> {
        let mut config = Config::from_environment(&utf8);
        config
            .read(text, Path::new("/etc/dapu.toml"), &utf8)
            .map_err(|error| error.to_string())?;
        Ok(config)
    }

    #[test]
    fn the_file_overrides_the_environment_and_says_where() {
        let config = read("theme = 'dark'\n\nambiguous = 2\ncharset = \"box\"\n").unwrap();
        assert_eq!(config.theme, Theme::Dark);
        assert_eq!(config.ambiguous, Ambiguous::Two);
        assert_eq!(config.charset, Charset::Box);
        assert_eq!(config.lang, Lang::Ja);
        assert_eq!(config.origin("ambiguous"), &Origin::File(3));
        assert_eq!(config.origin("language"), &Origin::Environment("LANG"));
        assert_eq!(config.origin("pieces"), &Origin::Default);
    }

    #[test]
    fn books_start_at_the_file_or_at_home() {
        let config = read("books = ['a.obk', '~/b.obk', '/c.obk']").unwrap();
        let books = ["/etc/a.obk", "/home/reader/b.obk", "/c.obk"].map(PathBuf::from);
        assert_eq!(config.books, books);
    }

    #[test]
    fn keys_are_a_string_or_a_list_with_their_lines() {
        let config = read("[keys]\nback = ['Left', 'Backspace']\nforward = 'Right n'\n").unwrap();
        let remap = |action: &str, keys: [&str; 2], line| Remap {
            action: action.to_owned(),
            keys: keys.map(str::to_owned).to_vec(),
            line,
        };
        assert_eq!(
            config.keys,
            [
                remap("back", ["Left", "Backspace"], 2),
                remap("forward", ["Right", "n"], 3)
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let message = |text| read(text).unwrap_err();
        assert_eq!(
            message("# mine\nthem = 'dark'"),
            "/etc/dapu.toml:2: no setting is called \"them\"; there are theme, pieces, language, \
             ambiguous, charset, books, keys"
        );
        assert_eq!(
            message("\n\ntheme = 'drak'"),
            "/etc/dapu.toml:3: expected one of \"auto\", \"light\", \"dark\", \"contrast\", \"mono\""
        );
        assert!(message("books = [\n'a',\n3]").starts_with("/etc/dapu.toml:3: books is a list"));
        assert!(message("keys = 3").starts_with("/etc/dapu.toml:1: keys is a table"));
        assert!(message("a = 1\ntheme = ").starts_with("/etc/dapu.toml:2: "));
        assert!(message("theme = 'dark'\ntheme = 'dark'").starts_with("/etc/dapu.toml:2: "));
    }

    #[test]
    fn a_poor_terminal_gets_ascii() {
        let linux = |name: &str| match name {
            "TERM" => Some("linux".into()),
            other => utf8(other),
        };
        let config = Config::from_environment(&linux);
        assert_eq!(config.charset, Charset::Ascii);
        assert_eq!(config.origin("charset"), &Origin::Environment("TERM"));
        let bare = Config::from_environment(&|_| None);
        assert_eq!(bare.charset, Charset::Ascii);
    }
}
