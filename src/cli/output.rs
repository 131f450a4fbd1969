//! Standard output and standard error. Either may be closed by its reader at any time.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde_json::Value;

use super::error::Error;
use super::message::Message;
use crate::columns::{Column, Table};
use crate::settings::{Config, Override, SETTINGS};
use crate::text::{self, joined, json};
use crate::words::{Lang, Worded};

/// How many bytes are buffered before they are written.
const ENOUGH: usize = 1 << 16;

/// The settings that the command line overrides.
static OVERRIDES: OnceLock<Vec<Override>> = OnceLock::new();

/// Takes the settings that the options of the command override.
pub(super) fn override_settings(matches: &ArgMatches) {
    let of_command = matches.subcommand().map_or(matches, |(_, command)| command);
    let given = SETTINGS.iter().filter_map(|setting| {
        let word = of_command.try_get_one::<String>(setting.name).ok()??;
        Some((setting.name, word.clone()))
    });
    // Arguments are parsed once.
    let _ = OVERRIDES.set(given.collect());
}

/// The settings that the options of the command override.
pub(super) fn overrides() -> &'static [Override] {
    OVERRIDES.get().map_or(&[], Vec::as_slice)
}

/// The language of what dapu itself says.
pub(super) fn lang() -> Lang {
    static LANG: OnceLock<Lang> = OnceLock::new();
    *LANG.get_or_init(|| {
        // Errors in the configuration file are reported in the language of the environment.
        let config = Config::load(overrides()).unwrap_or_else(|_| {
            let mut config = Config::from_environment(&|name| std::env::var_os(name));
            config.override_with(overrides());
            config
        });
        config.shown_language()
    })
}

/// A command's output, with text from files cleaned. It is buffered until [`Output::flush`].
#[derive(Default)]
pub(super) struct Output {
    lines: Vec<u8>,
    messages: Vec<u8>,
    progress: ProgressLine,
    raw: bool,
    color: bool,
    /// The number of lines that may still be printed, if limited.
    room: Option<usize>,
}

/// The role of a piece of output, which determines its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tint {
    /// A file, perhaps with a place.
    File,
    /// A place alone, or a name.
    Place,
    /// The head of a table.
    Head,
}

impl Output {
    /// Output to standard output and standard error; `raw` leaves text from files unchanged.
    pub(super) fn new(raw: bool, color: bool) -> Self {
        Self { raw, color, ..Self::default() }
    }

    /// Limits the number of lines.
    pub(super) fn limit(&mut self, lines: Option<usize>) {
        self.room = lines;
    }

    /// The number of lines that may still be printed.
    pub(super) fn room(&self) -> usize {
        self.room.unwrap_or(usize::MAX)
    }

    /// Whether no more lines are printed.
    pub(super) fn is_full(&self) -> bool {
        self.room == Some(0)
    }

    /// Clean text in its colour, if colours are on.
    pub(super) fn tint<'a>(&self, tint: Tint, text: &'a str) -> Cow<'a, str> {
        let code = match tint {
            Tint::File => 35,
            Tint::Place => 32,
            Tint::Head => 1,
        };
        if !self.color || text.is_empty() {
            return text.into();
        }
        format!("\x1b[{code}m{text}\x1b[0m").into()
    }

    /// Text from a file, cleaned unless `raw`; may have several lines.
    pub(super) fn clean<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.cleaned(text, text::clean)
    }

    /// Text from a file, cleaned and joined into one line.
    pub(super) fn clean_line<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.cleaned(text, text::clean_line)
    }

    fn cleaned<'a>(&self, text: &'a str, clean: fn(&str) -> String) -> Cow<'a, str> {
        if self.raw || text::is_plain(text) { text.into() } else { clean(text).into() }
    }

    /// The lines of a table, after its head if there is one.
    pub(super) fn table<const N: usize>(
        &self,
        columns: [Column; N],
        rows: &[[String; N]],
    ) -> String {
        let table = Table::new(columns, rows, usize::MAX, false);
        let mut text = String::new();
        if !table.head().is_empty() {
            text = format!("{}\n", self.tint(Tint::Head, &table.head()));
        }
        text.extend(rows.iter().map(|row| table.row(row) + "\n"));
        text
    }

    /// Prints a line that is already clean.
    pub(super) fn line(&mut self, text: &str) -> Result<(), Error> {
        if let Some(room) = &mut self.room {
            match room.checked_sub(1) {
                Some(left) => *room = left,
                None => return Ok(()),
            }
        }
        self.lines.extend_from_slice(text.as_bytes());
        self.piece("\n")
    }

    /// Prints part of a line that is already clean.
    pub(super) fn piece(&mut self, text: &str) -> Result<(), Error> {
        self.lines.extend_from_slice(text.as_bytes());
        if self.lines.len() < ENOUGH {
            return Ok(());
        }
        self.flush()
    }

    /// Prints a value on a line.
    pub(super) fn json(&mut self, value: &Value) -> Result<(), Error> {
        self.line(&json::escape(value.to_string()))
    }

    /// Prints a message on standard error.
    pub(super) fn report(&mut self, message: &dyn Worded) {
        self.report_text(&message.worded(lang()));
    }

    /// Prints a message that is in the reader's language already, or a file's own words.
    pub(super) fn report_text(&mut self, message: &str) {
        self.messages.extend_from_slice(message_line(message).as_bytes());
    }

    /// Writes everything printed so far.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        if self.lines.is_empty() && self.messages.is_empty() {
            return Ok(());
        }
        self.progress.clear();
        // If nobody reads the messages, there is nothing left to do.
        let _ = io::stderr().write_all(&self.messages);
        self.messages.clear();
        print(&self.lines)?;
        self.lines.clear();
        Ok(())
    }

    /// Shows the progress of long work, if standard error is a terminal.
    pub(super) fn progress(&mut self, state: impl FnOnce() -> String) {
        self.progress.show(state);
    }
}

/// Prints a message on standard error.
pub(super) fn report(message: &dyn Worded) {
    let _ = io::stderr().write_all(message_line(&message.worded(lang())).as_bytes());
}

/// Messages in the user's language, one after the other.
pub(super) fn listed(parts: &[Message]) -> String {
    joined(parts.iter().map(|part| part.worded(lang())), lang().pick([", ", "，", "、"]))
}

/// A message as one clean line: it may quote a file.
fn message_line(message: &str) -> String {
    format!("dapu: {}\n", text::clean(message))
}

/// Writes a command's whole output at once.
pub(super) fn print(text: &[u8]) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    Ok(out.flush()?)
}

/// The columns and rows of the terminal on standard output, if it is one and its size is known.
pub(super) fn terminal_size() -> Option<(u16, u16)> {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(io::stdout())
        && size.ws_col > 0
    {
        return Some((size.ws_col, size.ws_row));
    }
    None
}

/// A line on the terminal that shows the progress of long work.
struct ProgressLine {
    next: Option<Instant>,
    shown: bool,
}

/// Work that finishes earlier shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(100);

impl Default for ProgressLine {
    /// Starts the clock.
    fn default() -> Self {
        let terminal = io::stderr().is_terminal();
        Self { next: terminal.then(|| Instant::now() + PATIENCE), shown: false }
    }
}

impl ProgressLine {
    /// Shows the progress, unless it was just shown.
    fn show(&mut self, state: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.is_some_and(|next| next <= now) {
            self.next = Some(now + PAUSE);
            self.shown = true;
            // Return the cursor first, so that whatever is printed next starts the line.
            let _ = write!(io::stderr(), "\r\x1b[K{}\r", state());
        }
    }

    /// Erases the line before something else is printed.
    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
