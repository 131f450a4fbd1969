//! Copies to the clipboard.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use crate::files::address::Address;
use crate::game::Game;
use crate::record::NodeId;
use crate::tui::background::Job;
use crate::tui::model::{Effect, State};
use crate::tui::report::{Copied, Report};

/// The maximum number of bytes to copy, limited by terminals. Base64 makes text a third longer.
const MOST: usize = 74_000 / 4 * 3;

/// Copies the position as FEN, SFEN, or SGF with its stones.
pub(super) fn copy_position(state: &mut State, _: Option<usize>) {
    let number = state.tree().ply(state.node()) + state.desk.record.first_number;
    let form = match state.position().game() {
        Game::Xiangqi => "FEN",
        Game::Shogi => "SFEN",
        Game::Go => "SGF",
    };
    copy(state, Copied::Position(form), state.position().text(number));
}

/// Copies the moves from the start to the cursor.
pub(super) fn copy_line(state: &mut State, _: Option<usize>) {
    let mut position = state.position_at(NodeId::ROOT);
    let cursor = state.cursor();
    let names = cursor.nodes(1..cursor.ply() + 1).filter_map(|node| {
        let name = state.name_of(&position, node);
        state.desk.record.advance(&mut position, node);
        name
    });
    // So many are too long, whatever they are called.
    let names: Vec<String> = names.take(MOST).collect();
    copy(state, Copied::Moves(names.len()), names.join(" "));
}

/// Copies the current place as `file#game:place`, quoted for a shell if necessary.
pub(super) fn copy_place(state: &mut State, _: Option<usize>) {
    let desk = &state.desk;
    let game = (desk.loaded.games().len() > 1).then_some(desk.game);
    let address = Address::new(&desk.path, game, Some(state.place_of(state.node())));
    copy(state, Copied::Place, shell_words::quote(&address.to_string()).into_owned());
}

fn copy(state: &mut State, what: Copied, text: String) {
    match text.len() {
        0 => return state.report(&Report::NothingToCopy),
        1..=MOST => {}
        _ => return state.report(&Report::TooLong),
    }
    state.report(&Report::Copied(what, text.clone()));
    let command = state.ui.settings.clipboard.clone();
    if command.is_empty() {
        if std::mem::take(&mut state.ui.may_lack_clipboard) {
            state.report(&Report::CopiedInTmux);
        }
        return state.want(Effect::Copy(text));
    }
    state.start(Job::Clipboard, taken, move |_, _| {
        Some(give(&command, &text).map_err(|error| format!("{}: {error}", command[0])))
    });
}

/// Gives a text to a command on its standard input, and waits until the command has read it.
fn give(command: &[String], text: &str) -> io::Result<()> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    match child.wait()? {
        status if status.success() => Ok(()),
        status => Err(io::Error::other(status.to_string())),
    }
}

/// Reports a command that did not take the text.
fn taken(state: &mut State, outcome: Result<(), String>) -> bool {
    let Err(reason) = outcome else {
        return false;
    };
    state.report(&Report::Failed(reason));
    true
}
