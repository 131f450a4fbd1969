//! Layer 5: the screen. One loop owns the terminal and the state; threads for input, signals and the watched file send
//! events into one channel. Nothing ticks: the loop draws when something changed and sleeps otherwise.

mod app;
mod canvas;
mod events;
mod follow;
mod input;
mod keys;
mod layout;
mod navigate;
mod offscreen;
mod paint;
mod panes;
mod terminal;
mod theme;
mod tty;
mod wrap;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::mpsc;

pub use canvas::Ambiguous;
pub use keys::{Binding, KEYS};
pub use offscreen::Offscreen;
pub use theme::Colors;

use crate::draw::{Charset, Pieces};
use crate::load::{self, LoadError, LoadOptions};
use crate::watch::{Stamp, Watch};
use app::{App, Effect};
use events::Event;
use input::Gate;
use terminal::Screen;

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
    /// How wide the terminal draws characters of ambiguous width; `None` asks it.
    pub ambiguous: Option<Ambiguous>,
    /// Whether the terminal understands UTF-8.
    pub unicode: bool,
}

impl Settings {
    /// What the environment says about the terminal: `NO_COLOR`, `TERM`, `COLORTERM` and the locale.
    pub fn from_environment() -> Self {
        let variable = |name| std::env::var(name).unwrap_or_default();
        let term = variable("TERM");
        let charset = if term == "linux" || !locale_is_utf8() {
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
            ambiguous: None,
            unicode: locale_is_utf8(),
        }
    }
}

/// Whether the locale of the terminal is UTF-8: the first of the three variables that is set decides.
fn locale_is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty());
    let locale = locale
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Whether a screen can be opened: both ends are a terminal that can do more than print.
pub fn is_possible() -> bool {
    io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Opens a record on the screen and stays until the reader quits. Everything that can fail happens before the terminal
/// is touched; it is restored on every way out.
///
/// # Errors
/// The file gives no record, or the terminal fails.
pub fn run(path: &Path, options: LoadOptions, settings: Settings) -> Result<(), Error> {
    let seen = Stamp::of(path);
    let loaded = load::load(path, options)?;
    let name = path.file_name().map_or_else(
        || load::show_path(path),
        |name| load::show_path(Path::new(name)),
    );
    let mut app = App::new(name, loaded, settings)?;

    let (sender, receiver) = mpsc::channel();
    let signals = events::spawn_signals(sender.clone())?;
    let watching = sender.clone();
    let watch = Watch::start(path, options, seen, move |change| {
        watching.send(Event::Change(change)).is_ok()
    })?;
    let mut screen = Screen::open()?;
    app.set_size(screen.size()?);
    if settings.ambiguous.is_none() && may_ask() {
        let answer = screen.draw_and_ask(&app)?;
        app.set_ambiguous(answer);
    }
    let gate = input::spawn(sender)?;
    let result = event_loop(&mut app, &mut screen, &receiver, &gate, &watch);
    screen.close();
    signals.close();
    Ok(result?)
}

/// Whether the terminal's word about widths is worth anything: multiplexers answer for themselves, whatever the terminal
/// around them draws.
fn may_ask() -> bool {
    let is_set = |name| std::env::var_os(name).is_some();
    let term = std::env::var("TERM").unwrap_or_default();
    // mosh sets the last one for its children.
    let multiplexer = is_set("TMUX") || is_set("STY") || is_set("NCURSES_NO_UTF8_ACS");
    !multiplexer && !term.starts_with("screen") && !term.starts_with("tmux") && locale_is_utf8()
}

fn event_loop(
    app: &mut App,
    screen: &mut Screen,
    events: &mpsc::Receiver<Event>,
    gate: &Gate,
    watch: &Watch,
) -> io::Result<()> {
    loop {
        app.set_size(screen.size()?);
        screen.draw(app)?;
        // Everything that is queued is done before the next frame: a slow line must not lag behind the keys.
        let Ok(first) = events.recv() else {
            return Ok(());
        };
        let mut next = Some(first);
        while let Some(event) = next {
            let effect = match event {
                Event::InputRead => {
                    gate.open();
                    None
                }
                event => app.handle(event),
            };
            match effect {
                None => {}
                Some(Effect::Quit) => return Ok(()),
                Some(Effect::Reload) => watch.reload(),
                Some(Effect::Redraw) => screen.redraw(),
                Some(Effect::Suspend) => screen.suspend()?,
                Some(Effect::Resume) => screen.resume()?,
            }
            next = events.try_recv().ok();
        }
    }
}
