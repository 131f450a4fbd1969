//! The first and the last row.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::bar::Bar;
use super::text;
use crate::game::{Game, Move, Position, Side};
use crate::record::{Key, NodeId};
use crate::text::columns;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::follow::Watched;
use crate::tui::keys::Action;
use crate::tui::lang::{self, Text};
use crate::tui::typing::Prompt;
use crate::tui::views::View;

/// The headers that name the players of a game.
pub(super) fn player_keys(game: Game) -> [(Side, Key); 2] {
    match game {
        Game::Xiangqi => [(Side::First, Key::Red), (Side::Second, Key::Black)],
        Game::Shogi => [(Side::First, Key::Sente), (Side::Second, Key::Gote)],
        Game::Go => [(Side::First, Key::Black), (Side::Second, Key::White)],
    }
}

/// The file, the players, the result.
pub(super) fn title(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let header = |key| app.record.headers.get(key);
    let game = app.record.game();
    let players: Vec<String> = player_keys(game)
        .into_iter()
        .filter_map(|(side, key)| {
            let title = lang::player(game, side, app.in_ascii());
            header(key).map(|name| format!("{title} {name}"))
        })
        .collect();
    let number = match app.loaded.games.len() {
        0 | 1 => String::new(),
        games => format!("{}/{games}", app.game + 1),
    };
    let result = header(Key::Result).filter(|result| !matches!(*result, "*" | "?"));
    let prisoners = match app.position() {
        Position::Go(position) => {
            let [black, white] = Side::BOTH.map(|side| lang::side(game, side, app.in_ascii()));
            let [first, second] = Side::BOTH.map(|side| position.prisoners(side));
            app.text_with(Text::Captured, &[&black, &first, &white, &second])
        }
        _ => String::new(),
    };
    let style = app.settings.bar().add_modifier(Modifier::BOLD);
    let mut bar = Bar::default();
    for (weight, part) in [
        (1, &*app.name),
        (3, &*number),
        (5, &*players.join(" - ")),
        (4, result.unwrap_or_default()),
        (2, &*prisoners),
    ] {
        bar.left(weight, &[part], style);
    }
    canvas.fill(area, style);
    bar.draw(inner(area), canvas);
}

/// A bar without its first and its last column.
fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    }
}

/// What stays longest in the last row, from what goes first.
mod weight {
    pub(super) const FIND: u8 = 1;
    pub(super) const QUIT: u8 = 2;
    pub(super) const QUIET: u8 = 3;
    pub(super) const PAGES: u8 = 4;
    pub(super) const HELP: u8 = 5;
    pub(super) const NUMBER: u8 = 6;
    pub(super) const WAY_BACK: u8 = 6;
    pub(super) const CAPTURED: u8 = 7;
    pub(super) const SIBLINGS: u8 = 8;
    pub(super) const CHECK: u8 = 9;
    pub(super) const LINE: u8 = 10;
    pub(super) const WATCHED: u8 = 11;
    pub(super) const MOVE: u8 = 12;
    pub(super) const PLY: u8 = 13;
    pub(super) const SAID: u8 = 14;
    /// Of what may be long some is cut before these go: where one is, and how the file stands.
    pub(super) const LONG: u8 = LINE;
}

/// Where one is, how the file stands, and the keys to remember. What changes from step to step stands at the left, so
/// that the rest keeps its place.
pub(super) fn line(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let style = app.settings.bar();
    canvas.fill(area, style);
    let area = inner(area);
    if let Some(prompt) = &app.typing.prompt {
        return draw_prompt(prompt, area, canvas, style);
    }
    let mut bar = Bar::default();
    put_place(app, &mut bar);
    if let Some(typed) = app.typing.pending() {
        bar.left(weight::SAID, &[&format!("{typed}_")], style);
    } else if let Some(message) = &app.message {
        let alert = style.patch(app.settings.alert());
        if message.is_for_selecting {
            bar.left(weight::SAID, &[&message.text], alert);
        } else {
            bar.left_text((weight::LONG, weight::SAID), &message.text, alert);
        }
    } else {
        put_watched(app, &mut bar);
    }
    put_hints(app, &mut bar);
    bar.draw(area, canvas);
}

/// The keys to remember, as the reader has them.
fn put_hints(app: &App, bar: &mut Bar) {
    let open = (weight::PAGES, Action::Take, Text::HintOpen);
    let close = (weight::HELP, Action::Cancel, Text::HintClose);
    let hints: &[(u8, Action, Text)] = if app.panes.view == Some(View::Games) {
        &[open, close]
    } else if app.panes.view.is_some() {
        &[close]
    } else if app.is_narrow() {
        &[
            (weight::PAGES, Action::NextPane, Text::HintPages),
            (weight::HELP, Action::Help, Text::HintHelp),
        ]
    } else {
        &[
            (weight::FIND, Action::Search, Text::HintFind),
            (weight::HELP, Action::Help, Text::HintHelp),
            (weight::QUIT, Action::Quit, Text::HintQuit),
        ]
    };
    for (weight, action, text) in hints {
        let keys = app.typing.keymap.keys_of(*action);
        if let Some(key) = keys.split(' ').next().filter(|key| !key.is_empty()) {
            let hint = format!("{key} {}", app.text(*text));
            bar.right(*weight, &[&hint], app.settings.bar());
        }
    }
}

/// The line that is typed. Where it is longer than the row, the part with the cursor is shown.
fn draw_prompt(prompt: &Prompt, area: Rect, canvas: &mut Canvas<'_>, style: Style) {
    let (before, after) = prompt.line.halves();
    let room = usize::from(area.width).saturating_sub(4);
    let mut start = 0;
    while columns(&before[start..], true) > room {
        start += before[start..].chars().next().map_or(1, char::len_utf8);
    }
    let line = format!("{}{}_{after}", prompt.sign(), &before[start..]);
    text(canvas, area, 0, &line, style);
}

/// `11/241  馬二進三  x卒  check  [1/3]  var 2  (m: main line)`
fn put_place(app: &App, bar: &mut Bar) {
    let style = app.settings.bar();
    let tree = &app.record.tree;
    let lines = app.cursor.lines();
    let node = app.node();
    let ply = tree.ply(node);
    let mut put = |weight, part: &str| bar.left(weight, &[part], style);
    if app.hides_answer() {
        return put(weight::PLY, &format!("{ply}/?"));
    }
    if !app.tried.is_empty() {
        put(weight::PLY, &format!("{ply}+{}", app.tried.len()));
        return put_tried(app, bar);
    }
    // A branch that is looked at has a length of its own.
    let last = match &app.preview {
        Some(_) => ply as usize + lines.length_after(node),
        None => app.cursor.last_ply(),
    };
    let last = last.to_string();
    let digits = last.len();
    put(weight::PLY, &format!("{ply:>digits$}/{last}"));
    if let Some(before) = before(app, node) {
        put(weight::MOVE, &move_name(app, &before, node));
        put(weight::CAPTURED, &captured(app, &before, tree.mv(node)));
        put(weight::CHECK, check(app));
        put(weight::NUMBER, &move_number(app, node).unwrap_or_default());
    }
    if tree.has_siblings(node) {
        let siblings = lines.siblings(tree, node).len();
        let number = lines.number(tree, node) + 1;
        put(weight::SIBLINGS, &format!("[{number}/{siblings}]"));
    }
    if !lines.on_mainline(node) {
        let label = lines.label(tree, node);
        put(weight::LINE, &app.text_with(Text::OnVariation, &[&label]));
        put(weight::WAY_BACK, &way_back(app, Text::ToMainline));
    }
}

/// A move, in Go with its colour: elsewhere it says itself whose it is.
fn move_name(app: &App, before: &Position, node: NodeId) -> String {
    let name = app.move_name(before, node);
    match before {
        Position::Go(_) if app.record.tree.mv(node).is_some() => {
            let mover = app.record.tree.mv(node).and_then(Move::side);
            let side = mover.unwrap_or(before.side_to_move());
            format!("{} {name}", lang::side(Game::Go, side, app.in_ascii()))
        }
        _ => name,
    }
}

/// `(m: main line)`
fn way_back(app: &App, text: Text) -> String {
    let keys = app.typing.keymap.keys_of(Action::Mainline);
    match keys.split(' ').next() {
        None | Some("") => String::new(),
        Some(key) => app.text_with(text, &[&key]),
    }
}

/// The last moves that are tried out, and how to get back.
fn put_tried(app: &App, bar: &mut Bar) {
    const SHOWN: usize = 3;
    let style = app.settings.bar();
    let names = app.tried_line();
    let form = |shown: usize| {
        let hidden = names.len().saturating_sub(shown);
        let dots = if hidden > 0 { ".. " } else { "" };
        let line = format!("{dots}{}", names[hidden..].join(" "));
        app.text_with(Text::Trying, &[&line])
    };
    bar.left(weight::LINE, &[&form(SHOWN), &form(1)], style);
    bar.left(weight::CHECK, &[check(app)], style);
    bar.left(weight::MOVE, &[&way_back(app, Text::ToRecord)], style);
}

/// The position before a node's move. A root seldom has one.
fn before(app: &App, node: NodeId) -> Option<Position> {
    let tree = &app.record.tree;
    match tree.parent(node) {
        Some(parent) => Some(app.cursor.position_of(&app.record, parent)),
        None => tree.mv(node).map(|_| app.record.start.clone()),
    }
}

/// The number of a move of Go where that is not its place in the line: the file gives it, or stones were set up before.
fn move_number(app: &App, node: NodeId) -> Option<String> {
    let tree = &app.record.tree;
    let Position::Go(position) = app.position() else {
        return None;
    };
    let number = position.move_number();
    let differs = tree.mv(node).is_some() && number != tree.ply(node);
    differs.then(|| app.text_with(Text::MoveNumber, &[&number]))
}

/// ` x馬` where a piece was taken.
fn captured(app: &App, before: &Position, mv: Option<Move>) -> String {
    match (before, mv) {
        (Position::Xiangqi(position), Some(Move::Xiangqi(mv))) => {
            let piece = position.piece(mv.to).map(|piece| match app.in_ascii() {
                true => piece.letter(),
                false => piece.on_board(app.script()),
            });
            piece.map_or_else(String::new, |piece| format!("x{piece}"))
        }
        (Position::Shogi(position), Some(Move::Shogi(mv))) => {
            let piece = position.piece(mv.to).map(|piece| match app.in_ascii() {
                true => piece.kind.letter().to_string(),
                false => piece.kind.name().to_owned(),
            });
            piece.map_or_else(String::new, |piece| format!("x{piece}"))
        }
        (Position::Go(before), Some(Move::Go(_))) => {
            let Position::Go(after) = app.recorded_position() else {
                return String::new();
            };
            let prisoners = |position: &crate::game::go::Position| -> u32 {
                Side::BOTH.map(|side| position.prisoners(side)).iter().sum()
            };
            match prisoners(after).saturating_sub(prisoners(before)) {
                0 => String::new(),
                stones => format!("x{stones}"),
            }
        }
        _ => String::new(),
    }
}

/// What to say if the side to move is in check.
fn check(app: &App) -> &'static str {
    if gives_check(app.position()) {
        app.text(Text::Check)
    } else {
        ""
    }
}

fn gives_check(position: &Position) -> bool {
    match position {
        Position::Xiangqi(position) => position.in_check(position.side_to_move()),
        Position::Shogi(position) => position.in_check(position.side_to_move()),
        Position::Go(_) => false,
    }
}

/// How the file stands, and how many moves are new.
fn put_watched(app: &App, bar: &mut Bar) {
    let style = app.settings.bar();
    if let Some(pause) = app.playing.interval() {
        let pause = app.text_with(Text::Playing, &[&pause.as_secs_f32()]);
        return bar.right(weight::WATCHED, &[&format!("[{pause}]")], style);
    }
    let new = match app.following.fresh.len() {
        0 => String::new(),
        count => format!(" [+{count}]"),
    };
    let pinned = if app.following.pinned {
        app.text(Text::PinnedSign)
    } else {
        ""
    };
    let form = |state: &str| format!("[{state}{pinned}]{new}");
    let state = match &app.following.state {
        Watched::Live if !app.following.on => Text::Paused,
        Watched::Live => Text::Live,
        Watched::Polling => Text::Polling,
        Watched::Writing => Text::Writing,
        Watched::Incomplete(reason) => {
            let state = app.text_with(Text::Incomplete, &[reason]);
            let weights = (weight::LONG, weight::WATCHED);
            return bar.right_text(weights, &form(&state), style);
        }
        Watched::Gone => Text::Gone,
        Watched::Ended => Text::Ended,
    };
    let is_timed = matches!(state, Text::Live | Text::Polling);
    let time = app.following.changed.filter(|_| is_timed);
    let timed = time.map(|time| format!("{} {}", app.text(state), time.strftime("%H:%M:%S")));
    let forms = [timed.as_deref(), Some(app.text(state))]
        .into_iter()
        .flatten();
    let mut forms: Vec<String> = forms.map(form).collect();
    let is_news = state == Text::Gone || !new.is_empty();
    if is_news {
        forms.push(new.trim_start().to_owned());
    }
    let forms: Vec<&str> = forms
        .iter()
        .map(String::as_str)
        .filter(|form| !form.is_empty())
        .collect();
    let weight = if is_news {
        weight::WATCHED
    } else {
        weight::QUIET
    };
    bar.right(weight, &forms, style);
}
