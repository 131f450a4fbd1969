//! Layer 4: the user's settings, and where each comes from.
//!
//! The environment overrides the defaults, `$XDG_CONFIG_HOME/dapu/config.toml` the environment, and the command line
//! the file. An unknown setting or a wrong value is an error that names the line: a misspelt setting must not be
//! silently ignored.

mod choice;
mod environment;
mod read;
mod table;
mod value;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub use choice::{Choice, Down};
pub use environment::VARIABLES;
pub use read::ConfigError;
pub use table::{Config, Origin, SETTINGS, Setting};
pub use value::Remap;

use crate::board::{Charset, Palette};
use crate::files::load::{self, Cause, LoadError};
use crate::words::Lang;
use environment::Environment;

/// The word that an option gives for the setting with this name.
pub type Override = (&'static str, String);

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
    pub fn load(overrides: &[Override]) -> Result<Self, ConfigError> {
        let variable: Variable<'_> = &|name: &str| std::env::var_os(name);
        let mut config = Self::from_environment(variable);
        if let Some(file) = path(variable)
            && let Some(text) = text_of(&file)?
        {
            config.read(&text, &file, variable)?;
        }
        config.override_with(overrides);
        // A user who asks for more than ASCII has a terminal that can show it, whatever the locale.
        config.unicode |= config.charset != Charset::Ascii;
        Ok(config)
    }

    /// The defaults, adjusted by the environment: the locale, `TERM`, `COLORTERM` and `NO_COLOR`.
    pub fn from_environment(variable: Variable<'_>) -> Self {
        let environment = Environment(variable);
        let mut config = Self {
            unicode: environment.is_unicode(),
            colors: environment.colors(),
            ..Self::default()
        };
        for setting in SETTINGS {
            if let Some((name, word)) = (setting.environment)(&environment) {
                setting.set(&mut config, word);
                config.origins.insert(setting.name, Origin::Environment(name));
            }
        }
        config
    }

    fn override_with(&mut self, overrides: &[Override]) {
        for (name, word) in overrides {
            let setting = Setting::named(name).filter(|setting| setting.set(self, word));
            if let Some((option, _)) = setting.and_then(|setting| setting.option) {
                self.origins.insert(name, Origin::Option(option));
            }
        }
    }

    /// Where the value of a setting comes from.
    pub fn origin(&self, setting: &str) -> &Origin {
        self.origins.get(setting).unwrap_or(&Origin::Default)
    }

    /// The palette of boards.
    pub fn palette(&self) -> Palette {
        Palette { theme: self.theme, colors: self.colors, pieces: self.pieces }
    }

    /// The language of the screen: English if only ASCII is available.
    pub fn shown_language(&self) -> Lang {
        match self.charset {
            Charset::Ascii => Lang::En,
            Charset::Cjk | Charset::Box => self.language,
        }
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
