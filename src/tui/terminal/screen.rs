//! The terminal: taken over, drawn on, and given back as it was on every way out.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use super::ambiguous::{self, Ambiguous};
use super::painter::Painter;
use super::tty;

/// A frame larger than this goes out as one synchronised update, so that it does not tear; a smaller one is not worth
/// the bytes.
const LARGE_FRAME: usize = 500;

/// Alternate screen, bracketed paste.
const TAKE: &[u8] = b"\x1b[?1049h\x1b[?2004h";
/// All of it undone, in reverse; colours too.
const GIVE_BACK: &[u8] = b"\x1b[m\x1b[?2004l\x1b[?1049l";
/// Button presses only: reports of every motion would flood a slow line.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// A window that claims to be of this size or larger is not drawn on: the size is whatever somebody gave the system, and
/// 65,535 columns by as many rows would take the memory of the machine.
pub(in crate::tui) const TOO_LARGE: Size = Size::new(1001, 501);

/// A signal this soon after lending the terminal may still be meant for the other program.
const LATE: Duration = Duration::from_millis(200);

/// Whether the terminal is ours now; it must be given back exactly once.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the terminal reports the mouse.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// To whom the terminal is lent.
static LOAN: Mutex<Loan> = Mutex::new(Loan::None);

/// Whether somebody else has the terminal, such as an editor.
#[derive(Debug, Clone, Copy)]
enum Loan {
    None,
    Running,
    Ended(Instant),
}

/// The terminal while dapu has it. It is given back when this is dropped.
#[derive(Debug)]
pub(in crate::tui) struct Screen {
    painter: Painter,
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

impl Screen {
    /// Takes the terminal over.
    pub(in crate::tui) fn open() -> io::Result<Self> {
        restore_on_panic();
        let screen = Self {
            painter: Painter::default(),
        };
        // What fails from here on drops the screen.
        take()?;
        Ok(screen)
    }

    /// The size of the terminal now, [`TOO_LARGE`] at most.
    pub(in crate::tui) fn size(&self) -> io::Result<Size> {
        let (width, height) = tty::size()?;
        // A serial line knows no size.
        Ok(match (width, height) {
            (0, _) | (_, 0) => Size::new(80, 24),
            (width, height) => Size::new(width.min(TOO_LARGE.width), height.min(TOO_LARGE.height)),
        })
    }

    /// Whether anything can be drawn: the terminal is ours.
    pub(in crate::tui) fn is_ours(&self) -> bool {
        TAKEN.load(Ordering::SeqCst)
    }

    /// Draws what differs from the last frame, and leaves the cursor at a place.
    pub(in crate::tui) fn draw(
        &mut self,
        frame: Buffer,
        cursor: Position,
        ambiguous: Ambiguous,
    ) -> io::Result<()> {
        tty::write(&wrap(self.painter.paint(frame, cursor, ambiguous)))
    }

    /// Asks how wide the terminal draws ambiguous characters. The answer comes with the keys; the next frame is drawn
    /// over the question.
    pub(in crate::tui) fn ask_width(&mut self) -> io::Result<()> {
        self.painter.forget();
        tty::write(ambiguous::QUESTION)
    }

    /// Forgets what is on the screen, so that the next frame is drawn whole.
    pub(in crate::tui) fn redraw(&mut self) {
        self.painter.forget();
    }

    /// Gives text to the terminal's clipboard (OSC 52), wherever that is: over a remote line it is the reader's own.
    pub(in crate::tui) fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut command = String::new();
        // Writing into memory does not fail.
        let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut command);
        tty::write(command.as_bytes())
    }

    /// Gives the terminal back and stops. When the process continues, the signal for that leads to [`Screen::resume`].
    pub(in crate::tui) fn suspend(&mut self) -> io::Result<()> {
        restore();
        tty::stop()
    }

    /// Takes over the terminal again after a stop, whatever caused it: the shell may have changed its modes.
    pub(in crate::tui) fn resume(&mut self) -> io::Result<()> {
        self.without(|| ())
    }

    /// Lends the terminal to another program, such as an editor, until `work` is done.
    pub(in crate::tui) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        set_loan(Loan::Running);
        let done = self.without(work);
        set_loan(Loan::Ended(Instant::now()));
        done
    }

    fn without<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        let mouse = MOUSE.load(Ordering::SeqCst);
        restore();
        let done = work();
        take()?;
        self.set_mouse(mouse)?;
        self.painter.forget();
        Ok(done)
    }

    /// Asks for reports of the mouse, or none: they take selecting text away from the terminal.
    pub(in crate::tui) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if MOUSE.swap(on, Ordering::SeqCst) != on {
            tty::write(if on { MOUSE_ON } else { MOUSE_OFF })?;
        }
        Ok(())
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
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    tty::write(TAKE)
}

fn set_loan(loan: Loan) {
    *LOAN.lock().unwrap_or_else(PoisonError::into_inner) = loan;
}

/// Whether a signal that comes now is meant for another program, which has the terminal or had it a moment ago.
pub(super) fn is_lent() -> bool {
    match *LOAN.lock().unwrap_or_else(PoisonError::into_inner) {
        Loan::None => false,
        Loan::Running => true,
        Loan::Ended(time) => time.elapsed() < LATE,
    }
}

/// Gives the terminal back as it was found. Does nothing if it is not ours; may be called from any thread.
pub(super) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // The terminal may be gone, or stuck; nobody is left to hear of it.
        let mouse = MOUSE.swap(false, Ordering::SeqCst);
        if tty::takes_output() {
            let mouse = if mouse { MOUSE_OFF } else { b"" };
            let _ = tty::write(&[mouse, GIVE_BACK].concat());
        }
        let _ = disable_raw_mode();
    }
}

/// A panic on the thread that owns the screen gives the terminal back before it is reported. On another thread the
/// screen stays open.
fn restore_on_panic() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let owner = std::thread::current().id();
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == owner {
                restore();
                report(info);
            } else if !TAKEN.load(Ordering::SeqCst) {
                report(info);
            }
        }));
    });
}
