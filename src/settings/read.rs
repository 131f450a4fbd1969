//! Reads the configuration file and keeps the line of each value.

use std::fmt;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Choice, Config, Origin, Remap, SETTINGS, Variable};
use crate::board::Charset;

/// An error in the configuration file. Displayed as `file:line: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The path of the file.
    pub file: PathBuf,
    /// The line, from 1; `None` if the file cannot be read at all.
    pub line: Option<usize>,
    /// The message: lower case, no full stop.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = crate::files::load::show_path(&self.file);
        let message = crate::text::clean_line(&self.message);
        match self.line {
            Some(line) => write!(f, "{file}:{line}: {message}"),
            None => write!(f, "{file}: {message}"),
        }
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Applies the text of a configuration file.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn read(
        &mut self,
        text: &str,
        file: &Path,
        variable: Variable<'_>,
    ) -> Result<(), ConfigError> {
        let fail = |(offset, message): Invalid| ConfigError {
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

    fn take(
        &mut self,
        name: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        text: &str,
        variable: Variable<'_>,
    ) -> Result<(), Invalid> {
        match &**name.get_ref() {
            "theme" => self.theme = choice(value)?,
            "pieces" => self.pieces = choice(value)?,
            "coordinates" => self.hides_coordinates = !boolean(value)?,
            "language" => self.lang = choice(value)?,
            "ambiguous" => self.ambiguous = choice(value)?,
            "charset" => {
                self.charset = choice(value)?;
                // A user who asks for more than ASCII has a terminal that can show it, whatever the locale.
                self.unicode |= self.charset != Charset::Ascii;
            }
            "board" => self.board = choice(value)?,
            "down" => self.down = choice(value)?,
            "resume" => {
                self.starts_over = !boolean(value)?;
            }
            "books" => {
                let named = strings(value, "books must be a list of files")?;
                self.books = named.map(|book| self.resolve(book, variable)).collect();
            }
            "keys" => self.keys = remaps(value, text)?,
            unknown => {
                let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
                let message =
                    format!("unknown setting {unknown:?}; the settings are {}", known.join(", "));
                return Err((name.span().start, message));
            }
        }
        let line = line_of(text, name.span().start);
        self.set_origin(name.get_ref(), Origin::File(line));
        Ok(())
    }

    /// The path of a book: `~/` is the home directory, and relative paths start at the configuration file.
    fn resolve(&self, book: &str, variable: Variable<'_>) -> PathBuf {
        let home = variable("HOME").map(PathBuf::from);
        if let (Some(rest), Some(home)) = (book.strip_prefix("~/"), home) {
            return home.join(rest);
        }
        let directory = self.file.as_deref().and_then(Path::parent);
        directory.unwrap_or(Path::new("")).join(book)
    }
}

/// A byte offset and the error there.
type Invalid = (usize, String);

/// The line of a byte offset, from 1.
fn line_of(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

fn choice<T: Choice>(value: &Spanned<DeValue<'_>>) -> Result<T, Invalid> {
    let word = match value.get_ref() {
        DeValue::String(word) => Some(&**word),
        // `ambiguous = 2` is the same as `"2"`.
        DeValue::Integer(number) => Some(number.as_str()),
        _ => None,
    };
    word.and_then(T::from_word).ok_or_else(|| {
        let words: Vec<String> = T::WORDS.iter().map(|(word, _)| format!("{word:?}")).collect();
        let message = format!("expected one of {}", words.join(", "));
        (value.span().start, message)
    })
}

fn boolean(value: &Spanned<DeValue<'_>>) -> Result<bool, Invalid> {
    let wrong = || (value.span().start, "expected true or false".to_owned());
    value.get_ref().as_bool().ok_or_else(wrong)
}

/// The strings of a list, or a single string.
fn strings<'a>(
    value: &'a Spanned<DeValue<'_>>,
    expected: &str,
) -> Result<impl Iterator<Item = &'a str>, Invalid> {
    let fail = |value: &Spanned<DeValue<'_>>| (value.span().start, expected.to_owned());
    let items = match value.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![value],
    };
    let texts: Result<Vec<&str>, Invalid> =
        items.into_iter().map(|item| item.get_ref().as_str().ok_or_else(|| fail(item))).collect();
    Ok(texts?.into_iter())
}

fn remaps(value: &Spanned<DeValue<'_>>, text: &str) -> Result<Vec<Remap>, Invalid> {
    let table = value.get_ref().as_table().ok_or_else(|| {
        let message =
            "keys must be a table: [keys], then lines such as action = \"key key\"".to_owned();
        (value.span().start, message)
    })?;
    let remap = |(action, keys): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let expected = "expected a string of keys such as \"Right l\", or a list of strings";
        let keys = strings(keys, expected)?.flat_map(str::split_whitespace);
        Ok(Remap {
            action: std::borrow::Cow::to_string(action.get_ref()),
            keys: keys.map(str::to_owned).collect(),
            line: line_of(text, action.span().start),
        })
    };
    let mut remaps: Vec<Remap> = table.iter().map(remap).collect::<Result<_, Invalid>>()?;
    // In the order of the file.
    remaps.sort_by_key(|remap| remap.line);
    Ok(remaps)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::Options;
    use super::*;
    use crate::board::Theme;
    use crate::text::Ambiguous;
    use crate::words::Lang;

    fn utf8(name: &str) -> Option<OsString> {
        match name {
            "LANG" => Some("ja_JP.UTF-8".into()),
            "HOME" => Some("/home/reader".into()),
            _ => None,
        }
    }

    fn read(text: &str) -> Result<Config, String> {
        let mut config = Config::from_environment(&utf8);
        config.read(text, Path::new("/etc/dapu.toml"), &utf8).map_err(|error| error.to_string())?;
        Ok(config)
    }

    #[test]
    fn the_file_overrides_the_environment_and_is_named_as_the_origin() {
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
            [remap("back", ["Left", "Backspace"], 2), remap("forward", ["Right", "n"], 3)]
        );
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        let message = |text| read(text).unwrap_err();
        assert_eq!(
            message("# mine\nthem = 'dark'"),
            "/etc/dapu.toml:2: unknown setting \"them\"; the settings are theme, pieces, \
             coordinates, language, ambiguous, charset, board, down, resume, books, keys"
        );
        assert_eq!(
            message("\n\ntheme = 'drak'"),
            "/etc/dapu.toml:3: expected one of \"auto\", \"light\", \"dark\", \"contrast\", \
             \"colorblind\", \"mono\""
        );
        assert!(
            message("books = [\n'a',\n3]").starts_with("/etc/dapu.toml:3: books must be a list")
        );
        assert!(message("keys = 3").starts_with("/etc/dapu.toml:1: keys must be a table"));
        assert!(message("a = 1\ntheme = ").starts_with("/etc/dapu.toml:2: "));
        assert!(message("theme = 'dark'\ntheme = 'dark'").starts_with("/etc/dapu.toml:2: "));
    }

    #[test]
    fn the_command_line_overrides_the_file() {
        let mut config = read("theme = 'dark'\npieces = 'letters'").unwrap();
        config.override_with(Options { theme: Some(Theme::Mono), ..Options::default() });
        assert_eq!(config.theme, Theme::Mono);
        assert_eq!(config.origin("theme"), &Origin::Option("--theme"));
        assert_eq!(config.origin("pieces"), &Origin::File(2));
        assert_eq!(config.origin("books"), &Origin::Default);
    }
}
