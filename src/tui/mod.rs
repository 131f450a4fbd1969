//! Layer 5: the screen. One loop owns the terminal and the state; threads for input, signals and the watched file send
//! events into one channel. Nothing ticks: the loop draws when something changed and sleeps otherwise.

mod actions;
mod book;
mod canvas;
mod editor;
mod events;
mod follow;
mod games;
mod graph;
mod i18n;
mod jobs;
mod keymap;
mod layout;
mod line;
mod model;
mod offscreen;
mod opening;
mod panes;
mod rows;
mod run;
mod say;
mod search;
mod terminal;
mod theme;
mod update;
mod views;
mod waiting;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub use actions::{Action, Binding, Group, KEYS, Scope};
pub use i18n::Lang;
pub use keymap::Keymap;
pub use offscreen::Offscreen;
pub use run::run;
pub use terminal::Ambiguous;
pub use theme::{Colors, Theme};

use crate::board::Charset;
use crate::board::Pieces;
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::watch::Follow;
use crate::game::Notation;

/// Why the screen could not be opened or had to be left.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file gives no record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
    /// The terminal gives no more input, for this reason.
    #[error("no more input from the terminal: {0}")]
    Input(String),
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The reader left.
    Quit,
    /// A signal of this number asked for it.
    Signal(i32),
}

/// How the screen is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The second player at the bottom.
    pub flip: bool,
    /// What boards are made of.
    pub charset: Charset,
    /// What the pieces are drawn with.
    pub pieces: Pieces,
    /// How many colours there are.
    pub colors: Colors,
    /// Which colours to use.
    pub theme: Theme,
    /// The language of everything but the terms of the games.
    pub lang: Lang,
    /// How wide the terminal draws characters of ambiguous width; `None` asks it.
    pub ambiguous: Option<Ambiguous>,
    /// Whether the terminal understands UTF-8. Where it does not, `?` stands for the text of records that is not ASCII.
    pub unicode: bool,
    /// Numbers and letters along the edges of the board.
    pub coordinates: bool,
    /// How moves are written.
    pub notation: Notation,
}

impl Settings {
    /// What the environment says about the terminal: `NO_COLOR`, `TERM`, `COLORTERM` and the locale.
    pub fn from_environment() -> Self {
        Self::from_variables(|name| {
            let value = std::env::var_os(name).unwrap_or_default();
            value.to_string_lossy().into_owned()
        })
    }

    /// The same for any environment; a variable that is not set is empty.
    fn from_variables(variable: impl Fn(&str) -> String) -> Self {
        let term = variable("TERM");
        let unicode = is_utf8(&first_set(&variable, ["LC_ALL", "LC_CTYPE", "LANG"]));
        let charset = if term == "linux" || !unicode {
            Charset::Ascii
        } else {
            Charset::Cjk
        };
        let colors = if !variable("NO_COLOR").is_empty() || term.starts_with("vt") {
            Colors::None
        } else if term.contains("256color") || !variable("COLORTERM").is_empty() {
            Colors::Palette
        } else {
            Colors::Basic
        };
        Self {
            flip: false,
            charset,
            pieces: Pieces::Traditional,
            colors,
            theme: Theme::Auto,
            lang: Lang::of_locale(&first_set(&variable, ["LC_ALL", "LC_MESSAGES", "LANG"])),
            ambiguous: None,
            unicode,
            coordinates: true,
            notation: Notation::default(),
        }
    }

    /// Chooses what boards are made of. Whoever asks for more than ASCII has a terminal that understands UTF-8, whatever
    /// the locale says.
    pub fn set_charset(&mut self, charset: Charset) {
        self.charset = charset;
        self.unicode |= charset != Charset::Ascii;
    }

    /// The language of the screen's own texts: where there is only ASCII, English.
    fn language(&self) -> Lang {
        match self.charset {
            Charset::Ascii => Lang::En,
            Charset::Cjk | Charset::Box => self.lang,
        }
    }
}

/// The value of the first variable that is set.
fn first_set(variable: impl Fn(&str) -> String, names: [&str; 3]) -> String {
    let values = names.iter().map(|name| variable(name));
    values
        .into_iter()
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Whether a screen can be opened: both ends are a terminal that can do more than print.
pub fn is_possible(path: &Path) -> bool {
    // Where the record comes through standard input, the keys come from the terminal itself.
    (load::is_standard_input(path) || io::stdin().is_terminal())
        && io::stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How a session begins, beside how it looks.
#[derive(Debug, Clone, Default)]
pub struct Beginning {
    /// How files are read and looked at.
    pub follow: Follow,
    /// Start at the live end, wait for a file that is not there yet, and go with the newest record of a directory.
    pub live: bool,
    /// Which keys ask for what.
    pub keymap: Keymap,
    /// Whether the terminal reports the mouse.
    pub mouse: bool,
    /// Whether records are problems whose answers stay hidden.
    pub problems: bool,
    /// Opening books to be shown beside the board.
    pub books: Vec<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Settings {
        Settings::from_variables(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map_or_else(String::new, |(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_what_the_terminal_can_do() {
        let plain = settings(&[("TERM", "xterm"), ("LANG", "ja_JP.UTF-8")]);
        assert_eq!(
            (plain.charset, plain.colors, plain.lang),
            (Charset::Cjk, Colors::Basic, Lang::Ja)
        );
        let palette = settings(&[("TERM", "xterm-256color"), ("LC_ALL", "zh_CN.utf8")]);
        assert_eq!((palette.colors, palette.lang), (Colors::Palette, Lang::Zh));
        let full = settings(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]);
        assert_eq!(
            (full.colors, full.charset, full.unicode),
            (Colors::Palette, Charset::Ascii, false)
        );
        let none = settings(&[
            ("TERM", "xterm-256color"),
            ("NO_COLOR", "1"),
            ("LANG", "C.UTF-8"),
        ]);
        assert_eq!((none.colors, none.lang), (Colors::None, Lang::En));
    }

    #[test]
    fn the_linux_console_and_other_locales_get_ascii() {
        let console = settings(&[("TERM", "linux"), ("LANG", "zh_CN.UTF-8")]);
        assert_eq!((console.charset, console.unicode), (Charset::Ascii, true));
        assert_eq!(console.language(), Lang::En);
        let mut latin = settings(&[("LC_ALL", "de_DE.ISO-8859-1"), ("LANG", "de_DE.UTF-8")]);
        assert_eq!((latin.charset, latin.unicode), (Charset::Ascii, false));
        latin.set_charset(Charset::Cjk);
        assert!(latin.unicode);
    }
}
