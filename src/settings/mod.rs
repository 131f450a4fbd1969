//! Layer 4: what the reader prefers, from `$XDG_CONFIG_HOME/dapu/config.toml` and the environment.
//!
//! A default gives way to the environment, that to the file, that to the command line. An unknown setting or a wrong
//! value is an error with its line: a misspelt wish that is silently ignored is worse than none.

mod choice;
mod read;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use choice::{Ambiguous, Choice, Lang, Theme};
pub use read::ConfigError;

use crate::board::Charset;
use crate::board::Pieces;

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
}
