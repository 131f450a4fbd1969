//! What the user says about a game of their own: its headers, and how it ended.

use super::layer;
use crate::format::{ending_named, key_named, outcome, understood_result};
use crate::game::{Game, Side};
use crate::record::{Edit, EndingKind, Key, NodeId, Outcome};
use crate::tui::model::State;
use crate::tui::report::Report;

/// Sets a header of a new game: `red 吕钦`; `red -` removes it, and `red` alone says what it is.
pub(super) fn set_header(state: &mut State, text: &str) -> bool {
    let game = state.desk.record.game();
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    if !state.desk.is_new() {
        state.report(&Report::HeadersOfFile);
        return true;
    }
    match (key_named(name, game), value.trim()) {
        (Some(Key::Result), value) => return set_result(state, value),
        (Some(key), "") => show(state, key),
        (Some(key), "-") => set(state, key, ""),
        (Some(key), value) => set(state, key, value),
        (None, _) => {
            let [first, second] = Side::BOTH.map(|side| Key::Player(side).name(game));
            let names = format!("{first} {second} event date place result round title");
            state.report(&Report::Takes("header", names));
        }
    }
    true
}

/// Reports the value of a header.
fn show(state: &mut State, key: Key) {
    let value = state.desk.facts.get(key).unwrap_or("-").to_owned();
    let name = key.name(state.desk.record.game()).into_owned();
    state.report(&Report::Header(name, value));
}

fn set(state: &mut State, key: Key, value: &str) {
    let mut headers = state.own(NodeId::ROOT).cloned().unwrap_or_default().headers;
    headers.retain(|(other, _)| *other != key);
    headers.push((key, value.to_owned()));
    layer::edit(state, NodeId::ROOT, Edit::Headers(headers));
}

/// Ends the line on the board: `投了`, `resign`, `红胜` or `B+R`; `-` takes that back. Only shogi writes endings as such: in
/// the other games it is the result.
pub(super) fn set_result(state: &mut State, text: &str) -> bool {
    let game = state.desk.record.game();
    if !state.desk.is_new() {
        state.report(&Report::HeadersOfFile);
        return true;
    }
    let end = state.tree().line_from(state.node()).last().unwrap_or(state.node());
    let mover = state.position_at(end).side_to_move();
    match (game, ending_named(text, mover)) {
        _ if text.is_empty() => show(state, Key::Result),
        _ if text == "-" => {
            layer::edit(state, end, Edit::End(None));
            set(state, Key::Result, "");
        }
        (Game::Shogi, Some(kind)) => _ = layer::edit(state, end, Edit::End(Some(kind))),
        (_, ending) => {
            let meant = ending.and_then(|kind| Some(in_short(game, kind, kind.outcome(mover)?)));
            match result_named(text, game).or(meant) {
                Some(result) => set(state, Key::Result, &result),
                None => state.report(&Report::Takes("result", words(game).to_owned())),
            }
        }
    }
    true
}

/// The result that a word stands for, as headers have it.
fn result_named(word: &str, game: Game) -> Option<String> {
    let outcome = Outcome::read(game, word).or_else(|| outcome(word));
    let name = outcome.filter(|outcome| outcome.is_final())?.name().to_owned();
    match game {
        Game::Go => understood_result(word).or_else(|| Some(word.to_uppercase())),
        Game::Xiangqi | Game::Shogi => Some(name),
    }
}

/// The result as a header has it.
fn in_short(game: Game, kind: EndingKind, outcome: Outcome) -> String {
    let how = match kind {
        EndingKind::Timeout => "T",
        EndingKind::IllegalLoss | EndingKind::IllegalWin => "F",
        _ => "R",
    };
    match (game, outcome) {
        (Game::Go, Outcome::FirstWins) => format!("B+{how}"),
        (Game::Go, Outcome::SecondWins) => format!("W+{how}"),
        _ => outcome.name().to_owned(),
    }
}

/// Some of the words that end a game.
fn words(game: Game) -> &'static str {
    match game {
        Game::Xiangqi => "resign draw timeout 红胜 黑胜 和棋 认输 超时 -",
        Game::Shogi => "resign timeout abort 投了 詰み 千日手 持将棋 切れ負け 中断 -",
        Game::Go => "resign timeout B+R W+3.5 0 -",
    }
}
