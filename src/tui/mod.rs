//! Layer 5: the screen. One loop owns the terminal and the state; threads for input, signals and the watched file send
//! events into one channel. Nothing ticks: the loop draws when something changed and sleeps otherwise.

mod actions;

mod book;
mod canvas;
mod command;
mod copy;
mod editor;
mod events;
mod follow;
mod games;
mod graph;
mod i18n;
mod input;
mod jobs;
mod keymap;
mod keys;
mod layout;
mod line;
mod marks;
mod model;
mod mouse;
mod navigate;
mod offscreen;
mod paint;
mod panes;
mod play;
mod probe;
mod problems;
mod rows;
mod say;
mod search;
mod session;
mod terminal;
mod theme;
mod tty;
mod typing;
mod views;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

pub use canvas::Ambiguous;
pub use i18n::Lang;
pub use keymap::Keymap;
pub use keys::{Action, Binding, Group, KEYS};
pub use offscreen::Offscreen;
pub use theme::{Colors, Theme};

use crate::board::Charset;
use crate::board::Pieces;
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;
use crate::files::watch;
use crate::files::watch::Follow;
use crate::files::watch::Opened;
use crate::files::watch::Pipe;
use crate::game::Notation;
use model::State;
use session::{Followed, Session};

/// Why the screen could not be opened or had to be left.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file gives no record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
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
    (is_pipe(path) || io::stdin().is_terminal())
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

/// Opens a record on the screen and stays until the reader quits; of a directory the newest one, with the list of all.
/// Everything that can fail happens before the terminal is touched; it is restored on every way out.
///
/// # Errors
/// The file gives no record, or the terminal fails.
pub fn run(path: &Path, beginning: Beginning, settings: Settings) -> Result<(), Error> {
    let (follow, live) = (beginning.follow, beginning.live);
    let (opened, pipe) = open(path, follow.load, live)?;
    let seen = opened.seen();
    let files = if path.is_dir() {
        load::records_in(path)
    } else {
        Vec::new()
    };
    // Only who asks for it goes from file to file.
    let target = if live {
        path.to_owned()
    } else {
        opened.path.clone()
    };
    let mut state = State::new(&opened.path, opened.loaded, settings)?;
    state.begin(beginning, files);

    let (sender, receiver) = mpsc::channel();
    let signals = events::spawn_signals(sender.clone())?;
    let followed = match pipe {
        Some(pipe) => Followed::pipe(pipe, &sender)?,
        None => Followed::file(&target, follow, &seen, &sender)?,
    };
    let mut session = Session::open(followed, sender, follow)?;
    // Standard input is where the answer would come.
    let asks = settings.ambiguous.is_none() && settings.unicode && may_ask() && !is_pipe(path);
    let result = session.run(&mut state, &receiver, asks);
    session.close();
    signals.close();
    Ok(result?)
}

/// Whether a path stands for standard input.
fn is_pipe(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens what is to be shown. Who follows waits for a file that is not there yet.
fn open(
    path: &Path,
    options: LoadOptions,
    live: bool,
) -> Result<(Opened, Option<Pipe>), LoadError> {
    if is_pipe(path) {
        let (opened, pipe) = Pipe::open(io::stdin(), options)?;
        return Ok((opened, Some(pipe)));
    }
    if !live {
        return Ok((watch::open(path, options)?, None));
    }
    let wait = |error: &LoadError| {
        eprintln!("dapu: {error}; waiting for it, Ctrl-C leaves");
        !matches!(error, LoadError::NotAFile { .. })
    };
    Ok((watch::wait_for(path, options, wait)?, None))
}

/// Whether the terminal's word about widths is worth anything: multiplexers answer for themselves, whatever the terminal
/// around them draws.
fn may_ask() -> bool {
    let is_set = |name| std::env::var_os(name).is_some();
    let term = std::env::var("TERM").unwrap_or_default();
    // mosh sets the last one for its children.
    let multiplexer = is_set("TMUX") || is_set("STY") || is_set("NCURSES_NO_UTF8_ACS");
    !multiplexer && !term.starts_with("screen") && !term.starts_with("tmux")
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
