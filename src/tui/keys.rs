//! The keys: one table from which the screen's help and the README derive.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The next move.
    Forward,
    /// The previous move.
    Back,
    /// The next variation at a fork; elsewhere the next move.
    Down,
    /// The previous variation at a fork; elsewhere the previous move.
    Up,
    /// The starting position.
    Start,
    /// The end of the line, or the ply that was typed before.
    End,
    /// Ten moves on.
    PageDown,
    /// Ten moves back.
    PageUp,
    /// Back to where the mainline was left.
    Mainline,
    /// The other player at the bottom.
    Flip,
    /// The next page where the screen is narrow.
    NextPage,
    /// The previous page.
    PreviousPage,
    /// All headers of the record.
    Info,
    /// Read the file again.
    Reload,
    /// Draw the screen afresh.
    Redraw,
    /// Stop and give the terminal to the shell.
    Suspend,
    /// The keys.
    Help,
    /// Close help, drop a count.
    Cancel,
    /// Leave dapu.
    Quit,
}

/// Keys and what they do.
#[derive(Debug)]
pub struct Binding {
    /// The keys as they are named to the reader, separated by blanks.
    pub keys: &'static str,
    /// What they do, in a few words.
    pub help: &'static str,
    /// What they ask for.
    pub action: Action,
}

const fn binding(keys: &'static str, action: Action, help: &'static str) -> Binding {
    Binding { keys, help, action }
}

/// Every key. `[`, `O` and the capitals A B C D H are bound to nothing that hurts: on a slow line an arrow key can arrive
/// in pieces, as Esc and those letters.
pub const KEYS: &[Binding] = &[
    binding(
        "Right l",
        Action::Forward,
        "next move; with a count before it, as many",
    ),
    binding("Left h", Action::Back, "previous move"),
    binding(
        "Down j",
        Action::Down,
        "next variation at a fork; elsewhere next move",
    ),
    binding(
        "Up k",
        Action::Up,
        "previous variation at a fork; elsewhere previous move",
    ),
    binding("g Home", Action::Start, "start of the line"),
    binding("G End", Action::End, "end of the line; 37G goes to ply 37"),
    binding("PgDn Ctrl-d", Action::PageDown, "ten moves on"),
    binding("PgUp Ctrl-u", Action::PageUp, "ten moves back"),
    binding("m", Action::Mainline, "back to the main line"),
    binding("f", Action::Flip, "flip the board"),
    binding(
        "Tab",
        Action::NextPage,
        "next page, where the screen is narrow",
    ),
    binding("Shift-Tab", Action::PreviousPage, "previous page"),
    binding("i", Action::Info, "information about the game"),
    binding("r", Action::Reload, "read the file again"),
    binding("Ctrl-l", Action::Redraw, "draw the screen again"),
    binding("Ctrl-z", Action::Suspend, "suspend"),
    binding("?", Action::Help, "this help"),
    binding(
        "Esc",
        Action::Cancel,
        "close help, drop a count; never quits",
    ),
    binding("q Ctrl-c", Action::Quit, "quit"),
];

/// What a key asks for, if anything.
pub(super) fn action(key: &KeyEvent) -> Option<Action> {
    let name = name(key)?;
    KEYS.iter()
        .find(|binding| binding.keys.split(' ').any(|key| key == name))
        .map(|binding| binding.action)
}

/// A key as the table names it.
fn name(key: &KeyEvent) -> Option<String> {
    let plain = match key.code {
        KeyCode::Right => "Right".to_owned(),
        KeyCode::Left => "Left".to_owned(),
        KeyCode::Down => "Down".to_owned(),
        KeyCode::Up => "Up".to_owned(),
        KeyCode::Home => "Home".to_owned(),
        KeyCode::End => "End".to_owned(),
        KeyCode::PageDown => "PgDn".to_owned(),
        KeyCode::PageUp => "PgUp".to_owned(),
        KeyCode::Tab => "Tab".to_owned(),
        KeyCode::BackTab => return Some("Shift-Tab".to_owned()),
        KeyCode::Esc => "Esc".to_owned(),
        KeyCode::Char(character) => character.to_string(),
        _ => return None,
    };
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        Some(format!("Ctrl-{plain}"))
    } else {
        Some(plain)
    }
}
