//! The terminal: taken over, drawn on, and given back as it was on every way out.

use std::io;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use ratatui::layout::Size;

use super::model::State;
use super::paint::Painter;
use super::{probe, tty};

/// A frame larger than this goes out as one synchronised update, so that it does not tear; a smaller one is not worth
/// the bytes.
const LARGE_FRAME: usize = 500;

/// Alternate screen, bracketed paste, no cursor.
const TAKE: &[u8] = b"\x1b[?1049h\x1b[?2004h\x1b[?25l";
/// All of it undone, in reverse; colours too.
const GIVE_BACK: &[u8] = b"\x1b[m\x1b[?25h\x1b[?2004l\x1b[?1049l";
/// Button presses only: reports of every motion would flood a slow line.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// Whether the terminal is ours now: whoever gives it back must do it once.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the terminal reports the mouse.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// The terminal while dapu has it.
#[derive(Debug)]
pub(super) struct Screen {
    painter: Painter,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Self> {
        restore_on_panic();
        take()?;
        // From now on changes of the size are noticed.
        crossterm::event::poll(Duration::ZERO)?;
        Ok(Self {
            painter: Painter::default(),
        })
    }

    /// The size of the terminal now.
    pub(super) fn size(&self) -> io::Result<Size> {
        let (width, height) = tty::size()?;
        // A serial line knows no size.
        Ok(match (width, height) {
            (0, _) | (_, 0) => Size::new(80, 24),
            (width, height) => Size::new(width, height),
        })
    }

    /// Draws what differs from the last frame. While the terminal is not ours nothing is drawn.
    pub(super) fn draw(&mut self, state: &State) -> io::Result<()> {
        if !state.is_dirty() || !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        tty::write(&wrap(self.painter.paint(state.frame(), state.ambiguous())))?;
        state.drawn();
        Ok(())
    }

    /// Asks how wide the terminal draws ambiguous characters, and draws the first frame over the question. Nothing may
    /// read the terminal before [`probe::answer`].
    pub(super) fn ask_and_draw(&mut self, state: &State) -> io::Result<()> {
        tty::write(probe::QUESTION)?;
        self.draw(state)
    }

    /// Forgets what is on the screen, so that the next frame is drawn whole.
    pub(super) fn redraw(&mut self) {
        self.painter.forget();
    }

    /// Gives text to the terminal's clipboard (OSC 52), wherever that is: over a remote line it is the reader's own.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut command = String::new();
        // Writing into memory does not fail.
        let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut command);
        tty::write(command.as_bytes())
    }

    /// Gives the terminal back and stops. When the process goes on, the signal for that leads to [`Screen::resume`].
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore();
        tty::stop()
    }

    /// Takes the terminal over again after a stop, whoever stopped us: the shell may have changed its modes.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        self.lend(|| ())
    }

    /// Lends the terminal to something else, such as an editor.
    pub(super) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        let mouse = MOUSE.load(Ordering::SeqCst);
        restore();
        let done = work();
        take()?;
        self.set_mouse(mouse)?;
        self.painter.forget();
        Ok(done)
    }

    /// Asks for reports of the mouse, or none: they take selecting text away from the terminal.
    pub(super) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if MOUSE.swap(on, Ordering::SeqCst) != on {
            tty::write(if on { MOUSE_ON } else { MOUSE_OFF })?;
        }
        Ok(())
    }

    /// Gives the terminal back.
    pub(super) fn close(self) {
        restore();
    }
}

/// A large frame as one synchronised update.
fn wrap(frame: Vec<u8>) -> Vec<u8> {
    if frame.len() <= LARGE_FRAME {
        return frame;
    }
    [b"\x1b[?2026h", &*frame, b"\x1b[?2026l"].concat()
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    tty::write(TAKE)
}

/// Gives the terminal back as it was found. Does nothing if it is not ours; may be called from any thread.
pub(super) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // The terminal may be gone, or stuck; there is nobody left to tell.
        let mouse = MOUSE.swap(false, Ordering::SeqCst);
        if tty::takes_output() {
            let mouse = if mouse { MOUSE_OFF } else { b"" };
            let _ = tty::write(&[mouse, GIVE_BACK].concat());
        }
        let _ = disable_raw_mode();
    }
}

/// A panic on the thread that owns the screen gives the terminal back before it says anything. On another thread the
/// screen stays up.
fn restore_on_panic() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let owner = std::thread::current().id();
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == owner {
                restore();
                tell(info);
            } else if !TAKEN.load(Ordering::SeqCst) {
                tell(info);
            }
        }));
    });
}
