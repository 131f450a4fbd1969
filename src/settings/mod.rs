//! Layer 4: the user's settings, and where each comes from.
//!
//! The environment overrides the defaults, `$XDG_CONFIG_HOME/dapu/config.toml` the environment, and the command line
//! the file. An unknown setting or a wrong value is an error that names the line: a misspelt setting must not be
//! silently ignored.

mod engines;
mod environment;
mod table;
mod value;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::de::DeTable;

pub use engines::{add_engine, installed, program_of};
pub use environment::VARIABLES;
pub use table::{Config, SETTINGS, Setting, ValueOrigin};
pub use value::{Choice, Down, Remap};

use crate::board::{Charset, Palette};
use crate::files::load::{self, Cause, LoadError, show_path};
use crate::files::{CONFIG, Variable, from_home, user_directory};
use crate::text::clean_line;
use crate::words::{Lang, Worded, messages};
use environment::Environment;
use value::{Invalid, line_of};

/// The word that an option gives for the setting with this name.
pub type Override = (&'static str, String);

/// The usual path of the configuration file: `$XDG_CONFIG_HOME/dapu/config.toml`, by default under `~/.config`.
pub fn path(variable: Variable<'_>) -> Option<PathBuf> {
    Some(user_directory(variable, CONFIG)?.join("config.toml"))
}

/// An error in the configuration file. Displayed as `file:line: message`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.worded(Lang::En))]
pub struct ConfigError {
    /// The path of the file.
    pub file: PathBuf,
    /// The line, from 1; `None` if the file cannot be read at all.
    pub line: Option<usize>,
    /// What is wrong there.
    pub mistake: Mistake,
}

messages! {
    /// A mistake in the configuration file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Mistake {
        /// The file is not text.
        NotUtf8: "not UTF-8" "不是UTF-8" "UTF-8ではありません";
        /// The file is larger than any configuration.
        TooLarge: "larger than 1 MiB" "超过1 MiB" "1 MiBを超えています";
        /// The file cannot be read.
        Unreadable(why: String): "cannot be read: {why}" "无法读取：{why}" "読めません：{why}";
        /// There is no such setting, but others.
        Unknown(name: String, known: String):
            "unknown setting {name:?}; the settings are {known}" "没有设置{name:?}；可用的有{known}" "{name:?}という設定はありません（{known}があります）";
        /// The setting takes one of these words.
        Expected(words: String): "expected one of {words}" "应为其中之一：{words}" "次のいずれかを指定してください：{words}";
        /// Anything else, in English.
        Other(text: String): "{text}" "{text}" "{text}";
    }
}

impl Worded for ConfigError {
    fn worded(&self, lang: Lang) -> String {
        let line = self.line.map_or_else(String::new, |line| format!(":{line}"));
        format!("{}{line}: {}", show_path(&self.file), clean_line(&self.mistake.worded(lang)))
    }
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
                config.origins.insert(setting.name, ValueOrigin::Environment(name));
            }
        }
        config
    }

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
        let fail = |(offset, mistake): Invalid| ConfigError {
            file: file.to_owned(),
            line: Some(line_of(text, offset)),
            mistake,
        };
        self.file = Some(file.to_owned());
        let table = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            fail((offset, Mistake::Other(error.message().to_owned())))
        })?;
        for (name, value) in table.get_ref() {
            let (name, at): (&str, usize) = (name.get_ref(), name.span().start);
            let setting = Setting::named(name).ok_or_else(|| fail((at, unknown(name))))?;
            (setting.value)(self).read(name, value, text).map_err(fail)?;
            self.origins.insert(setting.name, ValueOrigin::File(line_of(text, at)));
        }
        let directory = file.parent().unwrap_or(Path::new(""));
        for path in self.books.iter_mut().chain(&mut self.library) {
            *path = directory.join(from_home(path, variable));
        }
        Ok(())
    }

    /// Applies the command line.
    pub(crate) fn override_with(&mut self, overrides: &[Override]) {
        for (name, word) in overrides {
            let setting = Setting::named(name).filter(|setting| setting.set(self, word));
            if let Some((option, _)) = setting.and_then(|setting| setting.option) {
                self.origins.insert(name, ValueOrigin::Option(option));
            }
        }
    }

    /// Where the value of a setting comes from.
    pub fn origin(&self, setting: &str) -> &ValueOrigin {
        self.origins.get(setting).unwrap_or(&ValueOrigin::Default)
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
    let mistake = match load::read_at_most(file, LARGEST) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(Some(text)),
            Err(_) => Mistake::NotUtf8,
        },
        Err(error) if error.is_missing() => return Ok(None),
        Err(LoadError { cause: Cause::Io(error), .. })
            if error.kind() == ErrorKind::FileTooLarge =>
        {
            Mistake::TooLarge
        }
        Err(error) => Mistake::Unreadable(error.cause.worded(Lang::En)),
    };
    Err(ConfigError { file: file.to_owned(), line: None, mistake })
}

fn unknown(name: &str) -> Mistake {
    let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
    Mistake::Unknown(name.to_owned(), known.join(", "))
}
