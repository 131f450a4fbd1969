//! Takes over the terminal, draws on it, and restores it in every case.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use super::painter::Painter;
use super::tty;
use crate::columns::Ambiguous;
use crate::crash::locked;

/// Larger frames are sent as one synchronised update, to avoid tearing. For smaller ones it is not worth the bytes.
const LARGE_FRAME: usize = 500;

/// Enables the alternate screen and bracketed paste.
const TAKE: &[u8] = b"\x1b[?1049h\x1b[?2004h";
/// Reverses everything, including colours.
const GIVE_BACK: &[u8] = b"\x1b[m\x1b[?2004l\x1b[?1049l";
/// Button events only: reporting every motion would flood a slow line.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";
/// A steady block as the cursor, which covers a piece, and the user's own cursor.
const BLOCK_ON: &[u8] = b"\x1b[2 q";
const BLOCK_OFF: &[u8] = b"\x1b[0 q";

/// Windows from this size on are not drawn. The size is set by other programs, and 65,535 columns by as many rows would
/// exhaust memory.
pub(in crate::tui) const TOO_LARGE: Size = Size::new(1001, 501);

/// A signal this soon after lending the terminal may still be meant for the other program.
const LATE: Duration = Duration::from_millis(200);

/// Whether dapu has the terminal. It must be restored exactly once.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether dapu draws on the terminal when it has it: before there is a record, it only reads keys.
static SHOWN: AtomicBool = AtomicBool::new(false);
/// Whether mouse reports are enabled.
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Whether the cursor is a block.
static BLOCK: AtomicBool = AtomicBool::new(false);
/// Who has borrowed the terminal.
static LOAN: Mutex<Loan> = Mutex::new(Loan::None);

/// Whether another program, such as an editor, has the terminal.
#[derive(Debug, Clone, Copy)]
enum Loan {
    None,
    Running,
    Ended(Instant),
}

/// The terminal while dapu has it. Dropping this restores it.
pub(in crate::tui) struct Screen {
    painter: Painter,
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

impl Screen {
    /// Takes the terminal's keys. Nothing is drawn until the screen is shown.
    pub(in crate::tui) fn open() -> io::Result<Self> {
        restore_on_panic();
        let screen = Self { painter: Painter::default() };
        // Failures after this drop the screen.
        take()?;
        Ok(screen)
    }

    /// Takes the rest of the terminal over.
    pub(in crate::tui) fn show(&mut self) -> io::Result<()> {
        SHOWN.store(true, Ordering::SeqCst);
        tty::write(TAKE)
    }

    /// The current size of the terminal, limited to [`TOO_LARGE`].
    pub(in crate::tui) fn size(&self) -> io::Result<Size> {
        let (width, height) = tty::size()?;
        // A serial line has no size.
        Ok(match (width, height) {
            (0, _) | (_, 0) => Size::new(80, 24),
            (width, height) => Size::new(width.min(TOO_LARGE.width), height.min(TOO_LARGE.height)),
        })
    }

    /// Whether dapu has the terminal, so that it may draw.
    pub(in crate::tui) fn is_ours(&self) -> bool {
        TAKEN.load(Ordering::SeqCst)
    }

    /// Draws the changes since the last frame, and leaves the cursor at a position.
    pub(in crate::tui) fn draw(
        &mut self,
        frame: Buffer,
        cursor: Position,
        ambiguous: Ambiguous,
    ) -> io::Result<()> {
        let bytes = self.painter.paint(frame, cursor, ambiguous);
        if bytes.len() <= LARGE_FRAME {
            return tty::write(&bytes);
        }
        tty::write(&[b"\x1b[?2026h", &*bytes, b"\x1b[?2026l"].concat())
    }

    /// Writes text in the corner and asks for the cursor, which shows how wide the text is. The answer arrives as input;
    /// the next frame overwrites the text.
    pub(in crate::tui) fn ask_width(&mut self, text: &str) -> io::Result<()> {
        self.painter.forget();
        tty::write(format!("\x1b[H{text}\x1b[6n").as_bytes())
    }

    /// Forgets what is on the screen, so that the next frame is drawn completely.
    pub(in crate::tui) fn redraw(&mut self) {
        self.painter.forget();
    }

    /// Rings the bell.
    pub(in crate::tui) fn ring(&self) -> io::Result<()> {
        tty::write(b"\x07")
    }

    /// Copies text to the clipboard by OSC 52. On a remote connection that is the user's own clipboard.
    pub(in crate::tui) fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut command = String::new();
        // Writing to a string cannot fail.
        let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut command);
        tty::write(command.as_bytes())
    }

    /// Restores the terminal and stops the process. When it continues, the signal causes a call of [`Screen::resume`].
    pub(in crate::tui) fn suspend(&mut self) -> io::Result<()> {
        restore();
        tty::stop()
    }

    /// Takes over the terminal again after a stop, since the shell may have changed its modes.
    pub(in crate::tui) fn resume(&mut self) -> io::Result<()> {
        self.without(|| ())
    }

    /// Lends the terminal to another program, such as an editor, while `work` runs.
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

    /// Makes the cursor a block, or what it was.
    pub(in crate::tui) fn set_block(&mut self, on: bool) -> io::Result<()> {
        if BLOCK.swap(on, Ordering::SeqCst) != on {
            tty::write(if on { BLOCK_ON } else { BLOCK_OFF })?;
        }
        Ok(())
    }

    /// Enables or disables mouse reports, which prevent the terminal from selecting text.
    pub(in crate::tui) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if MOUSE.swap(on, Ordering::SeqCst) != on {
            tty::write(if on { MOUSE_ON } else { MOUSE_OFF })?;
        }
        Ok(())
    }
}

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    tty::enter_raw_mode()?;
    if SHOWN.load(Ordering::SeqCst) { tty::write(TAKE) } else { Ok(()) }
}

fn set_loan(loan: Loan) {
    *locked(&LOAN) = loan;
}

/// Whether a signal is meant for another program, which has the terminal or had it until a moment ago.
#[cfg_attr(not(unix), expect(dead_code, reason = "only signals ask"))]
pub(super) fn is_lent() -> bool {
    match *locked(&LOAN) {
        Loan::None => false,
        Loan::Running => true,
        Loan::Ended(time) => time.elapsed() < LATE,
    }
}

/// Restores the terminal. Does nothing if dapu does not have it. May be called from any thread.
pub(super) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // The terminal may be gone or stuck. Errors cannot be reported any more.
        let mouse = MOUSE.swap(false, Ordering::SeqCst);
        let block = BLOCK.swap(false, Ordering::SeqCst);
        if SHOWN.load(Ordering::SeqCst) && tty::takes_output() {
            let mouse = if mouse { MOUSE_OFF } else { b"" };
            let block = if block { BLOCK_OFF } else { b"" };
            let _ = tty::write(&[mouse, block, GIVE_BACK].concat());
        }
        let _ = tty::leave_raw_mode();
    }
}

/// Restores the terminal when the thread that owns the screen panics, before that is reported. A panic in another
/// thread leaves the screen open.
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
