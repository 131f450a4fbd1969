//! Layer 4: what the reader prefers, and where each preference comes from.
//!
//! A default gives way to the environment, that to `$XDG_CONFIG_HOME/dapu/config.toml`, that to the command line. An
//! unknown setting or a wrong value is an error with its line: a misspelt wish that is silently ignored is worse than
//! none.

mod choice;
mod environment;
mod read;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub use choice::{Ambiguous, Choice, Down, Lang};
pub use environment::VARIABLES;
pub use read::ConfigError;

use crate::board::{Charset, Colors, Pieces, Step, Theme};
use crate::files::load::{self, LoadError};

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
        "auto, light, dark, contrast, colorblind or mono",
        "colours of the screen and of pictures",
    ),
    setting(
        "pieces",
        "traditional, simplified or letters",
        "what pieces are drawn with",
    ),
    setting(
        "coordinates",
        "true or false",
        "numbers and letters along the edges of boards",
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
        "board",
        "auto, compact, usual, large or huge",
        "size of the board on the screen",
    ),
    setting(
        "down",
        "move, fork or nothing",
        "where the keys down and up go away from a fork",
    ),
    setting(
        "resume",
        "true or false",
        "open a file again where it was left",
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
    /// An option of the command line.
    Option(&'static str),
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

/// What the command line says; the rest is for the configuration file and the environment to say.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Colours of the screen.
    pub theme: Option<Theme>,
    /// What pieces are drawn with.
    pub pieces: Option<Pieces>,
    /// Numbers and letters along the edges of boards.
    pub coordinates: Option<bool>,
    /// The language of the screen.
    pub lang: Option<Lang>,
    /// How many columns a character of ambiguous width takes.
    pub ambiguous: Option<Ambiguous>,
    /// What boards are made of.
    pub charset: Option<Charset>,
    /// Opening books; none leaves those of the file.
    pub books: Vec<PathBuf>,
}

/// What the reader prefers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// Colours of the screen.
    pub theme: Theme,
    /// What pieces are drawn with.
    pub pieces: Pieces,
    /// Boards have no numbers and letters along their edges: `coordinates = false`.
    pub hides_coordinates: bool,
    /// The language of the screen.
    pub lang: Lang,
    /// How many columns a character of ambiguous width takes.
    pub ambiguous: Ambiguous,
    /// What boards are made of.
    pub charset: Charset,
    /// How large the screen draws the board; `None` as large as leaves text its room.
    pub board: Option<Step>,
    /// What the keys down and up do where there is no fork.
    pub down: Down,
    /// Every file is opened at its start, and nothing is remembered: `resume = false`.
    pub starts_over: bool,
    /// Opening books. Relative ones are relative to the configuration file.
    pub books: Vec<PathBuf>,
    /// Keys in the place of the usual ones, in the order of action names.
    pub keys: Vec<Remap>,
    /// The configuration file, if there is one.
    pub file: Option<PathBuf>,
    /// How many colours the terminal has.
    pub colors: Colors,
    /// Whether the terminal understands UTF-8.
    pub unicode: bool,
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

/// No configuration is longer, in bytes.
const LARGEST: u64 = 1 << 20;

impl Config {
    /// Reads the environment and the configuration file, and takes over what the command line says. A missing file is
    /// not an error.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong.
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
            (
                "coordinates",
                "--coordinates",
                set(&mut self.hides_coordinates, hides_coordinates),
            ),
            ("language", "--lang", set(&mut self.lang, options.lang)),
            (
                "ambiguous",
                "--ambiguous",
                set(&mut self.ambiguous, options.ambiguous),
            ),
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

/// Takes over a value if there is one.
fn set<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

/// The text of the configuration file; none if there is no file. Only an ordinary file is read, of a length that makes
/// sense.
fn text_of(file: &Path) -> Result<Option<String>, ConfigError> {
    let fail = |message: String| ConfigError {
        file: file.to_owned(),
        line: None,
        message,
    };
    let bytes = match load::read_at_most(file, LARGEST) {
        Ok(bytes) => bytes,
        Err(LoadError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(LoadError::Io { error, .. }) if error.kind() == ErrorKind::FileTooLarge => {
            return Err(fail("larger than 1 MiB".to_owned()));
        }
        Err(error) => return Err(fail(format!("cannot be read: {}", error.reason()))),
    };
    let text = String::from_utf8(bytes).map_err(|_| fail("not UTF-8".to_owned()))?;
    Ok(Some(text))
}
