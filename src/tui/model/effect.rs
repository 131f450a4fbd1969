//! What the state asks the loop for.

use std::path::PathBuf;

use super::State;
use crate::files::watch::{FileOrigin, Seen};
use crate::library::live_engine::{EngineOrder, Mailbox};
use crate::tui::background::Task;

/// An effect for the loop to perform.
pub(in crate::tui) enum Effect {
    Quit,
    Reload,
    /// Follow this file of the directory, or the newest one.
    Pin(Option<PathBuf>),
    Redraw,
    /// Ring the terminal's bell.
    Bell,
    /// Open the reader's editor with a text.
    Write(String),
    Suspend,
    /// Turn reports of the mouse on or off.
    Mouse(bool),
    /// Text for the clipboard.
    Copy(String),
    /// The file in the editor, at a line and column if they are known.
    Edit(PathBuf, Option<(u32, u32)>),
    /// An engine runs now, and takes its orders from here.
    Engine(Mailbox),
    /// An order for it.
    Order(EngineOrder),
    /// Another file is open now; the state in which it was read.
    Watch(PathBuf, FileOrigin, Seen),
    /// Work that takes longer than a key may. If it is usually done at once, the next key waits a moment for its first
    /// result.
    Start(Task<State>),
}
