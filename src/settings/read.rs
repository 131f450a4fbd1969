//! Reads the configuration file and keeps the line of each value.

use std::fmt;
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::value::{Invalid, line_of};
use super::{Config, Origin, SETTINGS, Setting, Variable};

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
            let (name, at): (&str, usize) = (name.get_ref(), name.span().start);
            let setting = Setting::named(name).ok_or_else(|| fail((at, unknown(name))))?;
            (setting.value)(self).read(name, value, text).map_err(fail)?;
            self.origins.insert(setting.name, Origin::File(line_of(text, at)));
        }
        let home = variable("HOME").map(PathBuf::from);
        let directory = file.parent().unwrap_or(Path::new(""));
        for book in &mut self.books {
            *book = match (book.strip_prefix("~"), &home) {
                (Ok(rest), Some(home)) => home.join(rest),
                _ => directory.join(&book),
            };
        }
        Ok(())
    }
}

fn unknown(name: &str) -> String {
    let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
    format!("unknown setting {name:?}; the settings are {}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::Remap;
    use super::*;
    use crate::board::{Charset, Theme};
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
        let text = "theme = 'dark'\n\nambiguous = 2\ncharset = \"box\"\nresume = false\n";
        let config = read(text).unwrap();
        assert_eq!(config.theme, Theme::Dark);
        assert_eq!(config.ambiguous, Ambiguous::Two);
        assert_eq!(config.charset, Charset::Box);
        assert_eq!(config.language, Lang::Ja);
        assert_eq!((config.resume, config.coordinates), (false, true));
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
        assert_eq!(message("resume = 'no'"), "/etc/dapu.toml:1: expected one of true, false");
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
        config.override_with(&[("theme", "mono".to_owned())]);
        assert_eq!(config.theme, Theme::Mono);
        assert_eq!(config.origin("theme"), &Origin::Option("--theme"));
        assert_eq!(config.origin("pieces"), &Origin::File(2));
        assert_eq!(config.origin("books"), &Origin::Default);
    }
}
