//! Layer 5: the screen. One loop owns the terminal and the state; threads for input, signals and the watched file send
//! events into one channel. Nothing ticks: the loop draws when something changed and sleeps otherwise.

mod app;
mod events;
mod follow;
mod keys;
mod layout;
mod navigate;
mod panes;
mod terminal;
mod theme;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::mpsc;

pub use keys::{Binding, KEYS};
pub use theme::Colors;

use crate::draw::{Charset, Pieces};
use crate::load::{self, LoadError, LoadOptions};
use crate::watch::{Stamp, Watch};
use app::{App, Effect};
use events::Event;
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
    let mut screen = Screen::open(settings.colors)?;
    events::spawn_input(sender)?;
    let result = event_loop(&mut app, &mut screen, &receiver, &watch);
    screen.close();
    signals.close();
    Ok(result?)
}

fn event_loop(
    app: &mut App,
    screen: &mut Screen,
    events: &mpsc::Receiver<Event>,
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
            match app.handle(event) {
                None => {}
                Some(Effect::Quit) => return Ok(()),
                Some(Effect::Reload) => watch.reload(),
                Some(Effect::Redraw) => screen.redraw()?,
                Some(Effect::Suspend) => screen.suspend()?,
            }
            next = events.try_recv().ok();
        }
    }
}
