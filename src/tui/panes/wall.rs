//! The wall: many games as tiles, and the rest as rows.

use ratatui::layout::{Position as At, Rect};
use ratatui::style::Style;

use super::bar::{Bar, weight};
use super::list::List;
use super::{Body, Pane, Press, board, draw_heading, text};
use crate::board::{self as pictures, View};
use crate::columns::NAMES;
use crate::game::{Position, Side, shogi};
use crate::text::{columns, fit};
use crate::tui::background::Standing;
use crate::tui::layout::{BoardKind, TileFit, WallPlan};
use crate::tui::model::{Input, State, WallGame};
use crate::tui::terminal::Canvas;
use crate::words::{self, Worded};

pub(in crate::tui) const PANE: Pane =
    Pane { body: Body::Drawn(draw), list: Some(LIST), click, ..Pane::PLAIN };

const LIST: List = List {
    count: |state| state.ui.wall.shown,
    marked: |state| Ok(state.ui.wall.focus),
    node: |_, _| None,
};

/// The columns of a row: the name, the players, the last move, the value and the result.
const COLUMNS: [usize; 5] = [18, 30, 16, 9, 20];

fn kind_of(position: &Position) -> BoardKind {
    let size = position.go().map(|go| (go.size().columns(), go.size().rows()));
    (position.game(), size.unwrap_or_default())
}

/// What there is to show, for the layout.
pub(in crate::tui) fn plan(state: &State) -> WallPlan {
    let mut plan = WallPlan { most: state.ui.wall.most, ..WallPlan::default() };
    for standing in state.ui.wall.in_order().iter().filter_map(|game| game.standing.as_ref()) {
        let kind = kind_of(&standing.position);
        plan.boards += 1;
        if !plan.kinds.iter().any(|(known, _)| *known == kind) {
            plan.kinds.push((kind, board::sizes(state, (&standing.position, None), false)));
        }
    }
    plan
}

fn draw(state: &State, _: Rect, canvas: &mut Canvas<'_>) {
    let (wall, layout) = (&state.ui.wall, &state.ui.layout.tiles);
    let page = wall.page(state.room_on_wall().1);
    for (nth, number) in page.enumerate() {
        let game = &wall.in_order()[number];
        let tile = layout.tiles.get(nth).zip(game.standing.as_deref());
        let fit = tile.and_then(|(_, standing)| layout.fit(kind_of(&standing.position)));
        match tile.zip(fit) {
            Some(((area, standing), fit)) => draw_tile(state, (game, standing), *area, fit, canvas),
            None => {
                let row = nth.saturating_sub(layout.tiles.len());
                let area = layout.tiles.get(nth).unwrap_or(&layout.rows);
                text(canvas, *area, row as u16, &line(state, game), style(state, game));
            }
        }
    }
}

fn style(state: &State, game: &WallGame) -> Style {
    if is_chosen(state, game) { state.look().heading(false) } else { Style::new() }
}

fn is_chosen(state: &State, game: &WallGame) -> bool {
    state.ui.wall.chosen().is_some_and(|chosen| chosen.id == game.id)
}

/// A board with its text beside it, or above and below it.
fn draw_tile(
    state: &State,
    (game, standing): (&WallGame, &Standing),
    area: Rect,
    fit: TileFit,
    canvas: &mut Canvas<'_>,
) {
    let flip = state.ui.flip != standing.is_flipped;
    let last = standing.last.as_ref().map(|(mv, ..)| *mv);
    let handicap = shogi::Handicap::is_given(&standing.start);
    let (scale, size) = (fit.board.scale, fit.board.size);
    let of = View { flip, handicap, scale, coordinates: false, ..View::default() };
    let of = View { last, near: last, ..of };
    let picture = pictures::draw(&standing.position, &board::in_look(state, of));
    let top = area.y + u16::from(!fit.is_beside);
    let at = Rect::new(area.x, top, size.width, size.height).intersection(area);
    board::draw_picture(state, standing.position.game(), picture, at, canvas);
    let said = said(state, game, flip);
    let name = (&*name(state, game), newest(state, game));
    if !fit.is_beside {
        let [above, time, mv, value, outcome, below, other] = &said;
        let players = joined(&[below, other, above, time]);
        text(canvas, area, at.height + 1, &players, Style::new());
        text(canvas, area, at.height + 2, &joined(&[mv, value, outcome]), Style::new());
        return draw_heading(state, canvas, area, is_chosen(state, game), name);
    }
    let x = at.right() + 2;
    let beside = Rect::new(x, area.y, area.right().saturating_sub(x), at.height);
    let rows = [2, 3, 5, 6, 7, at.height.max(2) - 2, at.height.max(1) - 1];
    for (row, line) in rows.into_iter().zip(&said) {
        text(canvas, beside, row, line, Style::new());
    }
    draw_heading(state, canvas, beside, is_chosen(state, game), name);
}

/// A game in a line.
fn line(state: &State, game: &WallGame) -> String {
    let wide = state.ambiguous().may_be_wide();
    let [above, time, mv, value, outcome, below, other] = said(state, game, false);
    let players = match &game.standing {
        Some(standing) if standing.players.concat().is_empty() => standing.title.clone(),
        Some(_) => format!("{below}{NAMES}{above}"),
        None => String::new(),
    };
    let mark = if is_chosen(state, game) { ">" } else { " " };
    let mut line = format!("{mark}{:1}", newest(state, game));
    let cells = [name(state, game), players, mv, value, outcome];
    for (cell, width) in cells.iter().zip(COLUMNS) {
        // Why a file cannot be read takes all there is.
        let width = if game.standing.is_some() { width } else { cell.len().max(width) };
        let cell = fit(cell, width, wide);
        line += &format!("{cell}{}", " ".repeat(width + 1 - columns(cell, wide).min(width)));
    }
    line + &joined(&[&other, &time])
}

fn joined(parts: &[&String]) -> String {
    let mut parts = parts.to_vec();
    parts.retain(|part| !part.is_empty());
    parts.into_iter().map(String::as_str).collect::<Vec<_>>().join("  ")
}

fn name(state: &State, game: &WallGame) -> String {
    let pinned = if game.is_pinned { state.texts().pinned } else { "" };
    format!("{}{pinned}", game.name)
}

/// The sign of the game that has changed last.
fn newest(state: &State, game: &WallGame) -> &'static str {
    if state.ui.wall.newest.as_ref() == Some(&game.id) { "*" } else { "" }
}

/// The player above the board and the time on their clock, the last move, the value, the result, and the player below and
/// their time.
fn said(state: &State, game: &WallGame, flip: bool) -> [String; 7] {
    let mut said: [String; 7] = Default::default();
    if game.is_gone {
        state.texts().gone.clone_into(&mut said[4]);
    } else if let Some(reason) = &game.trouble {
        said[4] = (state.texts().incomplete)(&reason.worded(state.lang()));
    }
    let Some(standing) = &game.standing else {
        return said;
    };
    let kind = standing.position.game();
    let terms = state.terms_of(kind);
    for (at, side) in [(0, Side::first_if(flip)), (5, Side::first_if(!flip))] {
        let is_next = !standing.is_over && standing.position.side_to_move() == side;
        let title = words::player(&standing.start, side, terms);
        let name = Some(&*standing.players[side.index()]).filter(|name| !name.is_empty());
        let sign = if is_next { ">" } else { " " };
        said[at] = format!("{sign}{}", name.unwrap_or(title));
        said[at + 1] = game.clock(side, state.now.instant).0;
    }
    if let Some((mv, before, previous)) = &standing.last {
        let notation = state.ui.settings.notation.unwrap_or(standing.notation);
        let name = state.name_in(notation, before, *mv, *previous);
        let side = mv.side().unwrap_or(before.side_to_move());
        let side = before.go().map(|_| words::player(before, side, terms).to_owned() + " ");
        said[2] = format!("{} {}{name}", standing.ply, side.unwrap_or_default());
    }
    let value = standing.eval.map(|eval| eval.signed(kind, state.texts().mate));
    said[3] = value.unwrap_or_default();
    let result = standing.result.as_ref().filter(|_| !state.hides_results());
    if let Some(result) = result.filter(|_| said[4].is_empty()) {
        said[4] = state.lang().result(kind, result, terms);
    }
    said
}

/// A click chooses a game.
fn click(state: &State, area: Rect, (row, column): (usize, usize)) -> Option<Press> {
    let at = At::new(area.x + column as u16, area.y + row as u16);
    let layout = &state.ui.layout.tiles;
    let tile = layout.tiles.iter().position(|tile| tile.contains(at));
    let row = layout.rows.contains(at).then(|| usize::from(at.y - layout.rows.y));
    let page = state.ui.wall.page(state.room_on_wall().1);
    let number = page.start + tile.or(row.map(|row| layout.tiles.len() + row))?;
    page.contains(&number).then_some(Press::Row(number))
}

/// The number of games, their order and filter, for the last row.
pub(super) fn put(state: &State, bar: &mut Bar) {
    let (wall, texts) = (&state.ui.wall, state.texts());
    let tiles = state.ui.layout.tiles.tiles.len().min(wall.shown);
    bar.left(weight::PLY, &[&(texts.boards_of)(tiles, wall.count())]);
    if wall.by_name {
        bar.left(weight::NUMBER, &[(texts.sorted)(texts.file).trim_end()]);
    }
    let (before, after) = wall.filter.halves();
    let cursor = if matches!(state.ui.mode.input, Input::Filter) { "_" } else { "" };
    let filter = [before, cursor, after].concat();
    if !filter.is_empty() {
        bar.left(weight::MESSAGE, &[&(texts.filter)(&filter)]);
    }
}

/// That other games are being played, too, and the key that shows them.
pub(super) fn put_live(state: &State, bar: &mut Bar) {
    let live = state.ui.wall.live(state.now.instant);
    let key = state.ui.keymap.first_key("wall");
    if live > 1 {
        let text = (state.texts().live_games)(live, &key);
        bar.right(weight::LONG, &[&text, &format!("{live} ({key})")]);
    }
}
