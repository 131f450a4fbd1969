//! The terminal: taken over, drawn on, and given back as it was on every way out.

use std::io::{self, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::execute;
use crossterm::style::{ResetColor, force_color_output};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};

use super::app::App;
use super::theme::Colors;

/// A frame larger than this goes out as one synchronised update, so that it does not tear; a smaller one is not worth
/// the bytes.
const LARGE_FRAME: usize = 500;

/// Whether the terminal is ours now: whoever gives it back must do it once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while dapu has it.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Frames>>,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open(colors: Colors) -> io::Result<Self> {
        // crossterm would answer NO_COLOR by resetting bold and reverse as well. Our own theme without colour needs
        // those, so colour is never left to it.
        force_color_output(true);
        let _ = colors;
        restore_on_panic();
        take()?;
        let terminal = match Terminal::new(CrosstermBackend::new(Frames::default())) {
            Ok(terminal) => terminal,
            Err(error) => {
                restore();
                return Err(error);
            }
        };
        let mut screen = Self { terminal };
        screen.redraw()?;
        Ok(screen)
    }

    /// The size of the terminal now.
    pub(super) fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    /// Draws what differs from the last frame.
    pub(super) fn draw(&mut self, app: &App) -> io::Result<()> {
        if app.is_dirty() {
            self.terminal
                .draw(|frame| app.render(frame.area(), frame.buffer_mut()))?;
            app.drawn();
        }
        Ok(())
    }

    /// Forgets what is on the screen, so that the next frame is drawn whole. `Terminal::clear` would ask the terminal
    /// for its cursor and fail while the input thread reads.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        let Size { width, height } = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, width, height))
    }

    /// Gives the terminal back, stops the whole process group as the shell's job control expects, and takes the
    /// terminal over again when it goes on.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore();
        stop()?;
        take()?;
        self.redraw()
    }

    /// Gives the terminal back.
    pub(super) fn close(self) {
        restore();
    }
}

#[cfg(unix)]
fn stop() -> io::Result<()> {
    // SIGSTOP and not SIGTSTP: a parent that waits for us without job control would hang on the latter.
    Ok(rustix::process::kill_current_process_group(
        rustix::process::Signal::STOP,
    )?)
}

#[cfg(not(unix))]
fn stop() -> io::Result<()> {
    Ok(())
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableBracketedPaste,
        Hide
    )
}

/// Gives the terminal back as it was found. Does nothing if it is not ours; may be called from any thread.
pub(super) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // The terminal may be gone; there is nobody left to tell.
        let _ = execute!(
            io::stdout(),
            ResetColor,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// A panic on the thread that owns the screen gives the terminal back before it says anything. On another thread the
/// screen stays up.
fn restore_on_panic() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let owner = std::thread::current().id();
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == owner {
                restore();
                default(info);
            } else if !TAKEN.load(Ordering::SeqCst) {
                default(info);
            }
        }));
    });
}

/// Collects a frame and writes it at once: ratatui writes thousands of small pieces.
#[derive(Debug, Default)]
struct Frames {
    frame: Vec<u8>,
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        let mut out: Stdout = io::stdout();
        if self.frame.len() > LARGE_FRAME {
            let mut wrapped = Vec::with_capacity(self.frame.len() + 16);
            execute!(wrapped, BeginSynchronizedUpdate)?;
            wrapped.append(&mut self.frame);
            execute!(wrapped, EndSynchronizedUpdate)?;
            self.frame = wrapped;
        }
        out.write_all(&self.frame)?;
        self.frame.clear();
        out.flush()
    }
}
