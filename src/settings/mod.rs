//! Layer 4: the user's settings, and where each comes from.
//!
//! The environment overrides the defaults, `$XDG_CONFIG_HOME/dapu/config.toml` the environment, and the command line
//! the file. An unknown setting or a wrong value is an error that names the line: a misspelt setting must not be
//! silently ignored.

mod choice;
mod environment;
mod read;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub use choice::{Choice, Down};
pub use environment::VARIABLES;
pub use read::ConfigError;

use crate::board::{Charset, Colors, Pieces, Scale, Theme};
use crate::files::load::{self, Cause, LoadError};
use crate::text::Ambiguous;
use crate::words::Lang;

/// A setting's name, purpose and values; `dapu config` and the man page list them.
#[derive(Debug)]
pub struct Setting {
    /// The name in the configuration file.
    pub name: &'static str,
    /// The accepted values.
    pub takes: &'static str,
    /// A short description.
    pub help: &'static str,
}

const fn setting(name: &'static str, takes: &'static str, help: &'static str) -> Setting {
    Setting { name, takes, help }
}

/// Every setting.
pub const SETTINGS: &[Setting] = &[
    setting(
        "theme",
        "auto, light, dark, contrast, colorblind or mono",
        "colours of the screen and of pictures",
    ),
    setting("pieces", "traditional, simplified or letters", "how pieces are drawn"),
    setting("coordinates", "true or false", "coordinates along the edges of boards"),
    setting("language", "en, zh or ja", "language of everything but game terms"),
    setting("ambiguous", "auto, 1 or 2", "width of ambiguous-width characters, in columns"),
    setting("charset", "ascii, cjk or box", "characters that boards are made of"),
    setting("board", "auto, compact, usual, large or huge", "size of the board on the screen"),
    setting(
        "down",
        "move, fork or nothing",
        "what the down and up keys do away from a fork: next move, next fork, or nothing",
    ),
    setting("resume", "true or false", "reopen a file where you left it"),
    setting(
        "books",
        "a list of files",
        "opening books; paths are relative to the configuration file",
    ),
    setting("keys", "a table of action = \"key key\"", "keys that replace the usual ones"),
];

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origin {
    /// The default.
    #[default]
    Default,
    /// An environment variable.
    Environment(&'static str),
    /// A line of the configuration file, from 1.
    File(usize),
    /// A command-line option.
    Option(&'static str),
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

/// Settings from the command line; `None` leaves a setting to the file and the environment.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The colours of the screen.
    pub theme: Option<Theme>,
    /// The style of pieces.
    pub pieces: Option<Pieces>,
    /// Whether to show coordinates.
    pub coordinates: Option<bool>,
    /// The language of the screen.
    pub lang: Option<Lang>,
    /// The width of ambiguous-width characters.
    pub ambiguous: Option<Ambiguous>,
    /// The characters of boards.
    pub charset: Option<Charset>,
    /// Opening books; if empty, those of the file are used.
    pub books: Vec<PathBuf>,
}

/// The settings in effect.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// The colours of the screen.
    pub theme: Theme,
    /// The style of pieces.
    pub pieces: Pieces,
    /// Whether to hide coordinates: `coordinates = false`.
    pub hides_coordinates: bool,
    /// The language of the screen.
    pub lang: Lang,
    /// The width of ambiguous-width characters.
    pub ambiguous: Ambiguous,
    /// The characters of boards.
    pub charset: Charset,
    /// The size of the board on the screen; `None` is the largest that leaves enough room for text.
    pub board: Option<Scale>,
    /// What the up and down keys do where there is no fork.
    pub down: Down,
    /// Whether to open every file at its start and store nothing: `resume = false`.
    pub starts_over: bool,
    /// Opening books. Relative paths are relative to the configuration file.
    pub books: Vec<PathBuf>,
    /// Keys that replace the usual ones, in the order of action names.
    pub keys: Vec<Remap>,
    /// The configuration file, if it exists.
    pub file: Option<PathBuf>,
    /// How many colours the terminal has.
    pub colors: Colors,
    /// Whether the terminal understands UTF-8.
    pub unicode: bool,
    /// The origins of the values, in the order of [`SETTINGS`].
    origins: [Origin; SETTINGS.len()],
}

/// Looks up an environment variable.
pub type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The usual path of the configuration file: `$XDG_CONFIG_HOME/dapu/config.toml`, by default under `~/.config`.
pub fn path(variable: Variable<'_>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    // The XDG specification says to ignore relative paths.
    let base = set("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".config")))
        .or_else(|| set("APPDATA").map(PathBuf::from))?;
    Some(base.join("dapu").join("config.toml"))
}

/// The largest accepted configuration file, in bytes.
const LARGEST: u64 = 1 << 20;

impl Config {
    /// Reads the environment and the configuration file, then applies the command line. A missing file is not an error.
    ///
    /// # Errors
    /// The file cannot be read, or is wrong.
    pub fn load(options: Options) -> Result<Self, ConfigError> {
        let variable: Variable<'_> = &|name: &str| std::env::var_os(name);
        let mut config = Self::from_environment(variable);
        if let Some(file) = path(variable)
            && let Some(text) = text_of(&file)?
        {
            config.read(&text, &file, variable)?;
        }
        config.override_with(options);
        Ok(config)
    }

    fn override_with(&mut self, options: Options) {
        let charset = options.charset;
        self.unicode |= charset.is_some_and(|charset| charset != Charset::Ascii);
        let hides_coordinates = options.coordinates.map(|shows| !shows);
        let books = Some(options.books).filter(|books| !books.is_empty());
        let overridden = [
            ("theme", "--theme", set(&mut self.theme, options.theme)),
            ("pieces", "--pieces", set(&mut self.pieces, options.pieces)),
            ("coordinates", "--coordinates", set(&mut self.hides_coordinates, hides_coordinates)),
            ("language", "--lang", set(&mut self.lang, options.lang)),
            ("ambiguous", "--ambiguous", set(&mut self.ambiguous, options.ambiguous)),
            ("charset", "--charset", set(&mut self.charset, charset)),
            ("books", "--book", set(&mut self.books, books)),
        ];
        for (setting, option, _) in overridden.into_iter().filter(|(_, _, is_set)| *is_set) {
            self.set_origin(setting, Origin::Option(option));
        }
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

/// Sets a value if there is one.
fn set<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

/// The text of the configuration file, or `None` if there is no file. Refuses special files and oversized ones.
fn text_of(file: &Path) -> Result<Option<String>, ConfigError> {
    let fail = |message: String| ConfigError { file: file.to_owned(), line: None, message };
    let bytes = match load::read_at_most(file, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.is_missing() => return Ok(None),
        Err(LoadError { cause: Cause::Io(error), .. })
            if error.kind() == ErrorKind::FileTooLarge =>
        {
            return Err(fail("larger than 1 MiB".to_owned()));
        }
        Err(error) => return Err(fail(format!("cannot be read: {}", error.cause))),
    };
    let text = String::from_utf8(bytes).map_err(|_| fail("not UTF-8".to_owned()))?;
    Ok(Some(text))
}
