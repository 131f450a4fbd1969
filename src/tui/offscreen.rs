//! The screen without a terminal: keys in, bytes out.

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;

use super::app::{App, Effect};
use super::events::Event;
use super::paint::Painter;
use super::{Error, Settings};
use crate::format::Loaded;

/// A session that writes to nobody, for tests and measurements. It does all that the screen does, but for what needs a
/// terminal, a file or the system.
#[derive(Debug)]
pub struct Offscreen {
    app: App,
    painter: Painter,
}

impl Offscreen {
    /// Opens what was loaded from a file of this name on a terminal of so many columns and rows.
    ///
    /// # Errors
    /// The file gives no record.
    pub fn open(
        name: &str,
        loaded: Loaded,
        settings: Settings,
        (columns, rows): (u16, u16),
    ) -> Result<Self, Error> {
        let mut app = App::new(name.to_owned(), loaded, settings)?;
        app.set_size(Size::new(columns, rows));
        Ok(Self {
            app,
            painter: Painter::default(),
        })
    }

    /// Presses a key, by its name in [`super::KEYS`]. Says whether the session goes on.
    pub fn press(&mut self, key: &str) -> bool {
        let Some(key) = named(key) else {
            return true;
        };
        self.send(Input::Key(key))
    }

    /// The terminal gets another size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.app.set_size(Size::new(columns, rows));
    }

    /// The bytes that go to the terminal now; none if nothing changed since they were last asked for.
    pub fn frame(&mut self) -> Vec<u8> {
        if !self.app.is_dirty() {
            return Vec::new();
        }
        self.app.drawn();
        self.painter.paint(self.app.frame(), self.app.ambiguous())
    }

    /// The bytes that draw the whole screen afresh.
    pub fn whole_frame(&self) -> Vec<u8> {
        Painter::default().paint(self.app.frame(), self.app.ambiguous())
    }

    fn send(&mut self, input: Input) -> bool {
        match self.app.handle(Event::Input(input)) {
            Some(Effect::Quit) => return false,
            Some(Effect::Redraw | Effect::Resume) => self.painter.forget(),
            _ => {}
        }
        true
    }
}

/// The key that a name stands for.
fn named(name: &str) -> Option<KeyEvent> {
    let (modifiers, name) = match name.strip_prefix("Ctrl-") {
        Some(name) => (KeyModifiers::CONTROL, name),
        None => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "Right" => KeyCode::Right,
        "Left" => KeyCode::Left,
        "Down" => KeyCode::Down,
        "Up" => KeyCode::Up,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgDn" => KeyCode::PageDown,
        "PgUp" => KeyCode::PageUp,
        "Tab" => KeyCode::Tab,
        "Shift-Tab" => KeyCode::BackTab,
        "Enter" => KeyCode::Enter,
        "Backspace" => KeyCode::Backspace,
        "Esc" => KeyCode::Esc,
        _ => KeyCode::Char(name.chars().next()?),
    };
    Some(KeyEvent::new(code, modifiers))
}
