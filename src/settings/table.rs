//! The table of settings. A new setting is a row here: the configuration file, the environment, the options of the
//! commands, what can be typed after `:` on the screen, `dapu config`, the man page and the documents derive from it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use toml::Spanned;
use toml::de::DeValue;

use super::environment::{self, Environment, Implied};
use super::value::{Down, Remap, Value};
use crate::board::{Charset, Colors, Pieces, Scale, Theme};
use crate::columns::Ambiguous;
use crate::engine;
use crate::game::Notation;
use crate::words::Lang;

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// The name in the configuration file.
    pub name: &'static str,
    /// A short description.
    pub help: &'static str,
    /// The option that overrides the configuration file, and the commands that take it from this table.
    pub option: Option<(&'static str, &'static [&'static str])>,
    /// Whether it can be changed while the screen is open.
    pub is_changeable: bool,
    pub(super) environment: fn(&Environment<'_>) -> Option<Implied>,
    pub(super) value: fn(&mut Config) -> &mut dyn Value,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ValueOrigin {
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

/// Defines the fields of [`Config`] and the rows of [`SETTINGS`]: the name with its type and default, the description,
/// and the fields of [`Setting`] that are not as usual.
macro_rules! settings {
    ($($name:ident: $type:ty = $default:expr, $help:literal $(, $field:ident: $value:expr)*;)*) => {
        /// The settings in effect.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Config {
            $(#[doc = $help] pub $name: $type,)*
            /// The configuration file, if it exists.
            pub file: Option<PathBuf>,
            /// How many colours the terminal has.
            pub colors: Colors,
            /// Whether the terminal understands UTF-8.
            pub unicode: bool,
            /// The origins of what is not the default, by the names of settings.
            pub origins: BTreeMap<&'static str, ValueOrigin>,
        }

        impl Default for Config {
            fn default() -> Self {
                Self {
                    $($name: $default,)*
                    file: None,
                    colors: Colors::default(),
                    unicode: false,
                    origins: BTreeMap::new(),
                }
            }
        }

        /// Every setting.
        pub const SETTINGS: &[Setting] = &[$(Setting {
            $($field: $value,)*
            ..Setting {
                name: stringify!($name),
                help: $help,
                option: None,
                is_changeable: false,
                environment: |_| None,
                value: |config| &mut config.$name,
            }
        },)*];
    };
}

const BOARDS: &[&str] = &["open", "show"];

settings! {
    theme: Theme = Theme::Auto, "colours of the screen and of pictures",
        option: Some(("--theme", BOARDS)), environment: environment::theme, is_changeable: true;
    pieces: Pieces = Pieces::Traditional, "how pieces are drawn",
        option: Some(("--pieces", BOARDS)), is_changeable: true;
    notation: Option<Notation> = None,
        "how moves are named: usual (KI2, in the script of the file), traditional, short (KIF, WXF) or code (USI, ICCS)",
        option: Some(("--notation", &["open", "show", "watch"])), is_changeable: true;
    coordinates: bool = true, "coordinates along the edges of boards",
        option: Some(("--coordinates", BOARDS)), is_changeable: true;
    language: Lang = Lang::En, "language of everything but game terms",
        option: Some(("--lang", &["open"])), environment: environment::language, is_changeable: true;
    ambiguous: Ambiguous = Ambiguous::Auto, "width of ambiguous-width characters, in columns",
        option: Some(("--ambiguous", BOARDS)), is_changeable: true;
    charset: Charset = Charset::Cjk,
        "characters that boards are made of; in the output of show, box needs ambiguous 1 or 2",
        option: Some(("--charset", BOARDS)), environment: environment::charset, is_changeable: true;
    board: Option<Scale> = None, "size of the board on the screen", is_changeable: true;
    down: Down = Down::Move,
        "what the down and up keys do away from a fork: next move, next fork, or nothing",
        is_changeable: true;
    hide_results: bool = false, "no result in lists, title and status; the pane of i shows it",
        is_changeable: true;
    resume: bool = true, "reopen a file where you left it";
    bell: bool = false, "ring once when a board changes that is not the chosen one",
        option: Some(("--bell", &[])), is_changeable: true;
    clipboard: Vec<String> = Vec::new(),
        "command that takes what is copied, such as [\"wl-copy\"], in place of the terminal";
    books: Vec<PathBuf> = Vec::new(), "opening books; paths are relative to the configuration file",
        option: Some(("--book", &[]));
    library: Vec<PathBuf> = Vec::new(),
        "directories whose games S counts, unless one was opened; paths are relative to the configuration file";
    engines: Vec<engine::Settings> = Vec::new(), "engines that analyse, each a table [engines.NAME]";
    keys: Vec<Remap> = Vec::new(), "keys that replace the usual ones";
}

impl Setting {
    /// The setting with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// The accepted values, in words.
    pub fn takes(&self) -> String {
        (self.value)(&mut Config::default()).takes()
    }

    /// The words for its values, if it is a choice.
    pub fn words(&self) -> Vec<&'static str> {
        (self.value)(&mut Config::default()).words()
    }

    /// The value as written in the configuration file.
    pub fn written(&self, config: &Config) -> String {
        (self.value)(&mut config.clone()).written()
    }

    /// Sets the value to what a word means, as if it were in the configuration file. Returns false if it means nothing.
    pub fn set(&self, config: &mut Config, word: &str) -> bool {
        let value = Spanned::new(0..0, DeValue::String(word.into()));
        (self.value)(config).read(self.name, &value, "").is_ok()
    }
}
