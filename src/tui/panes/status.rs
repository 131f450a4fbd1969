//! The first and the last row.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text;
use crate::draw::{clean_line, columns, fit};
use crate::game::{Game, Move, Position, Side};
use crate::record::Key;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::follow::Watched;
use crate::tui::lang::{self, Text};
use crate::tui::typing::Prompt;

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
    let result = header(Key::Result).filter(|result| *result != "*");
    let mut parts = vec![app.name.clone()];
    if !players.is_empty() {
        parts.push(players.join(" - "));
    }
    parts.extend(result.map(str::to_owned));
    if let Position::Go(position) = app.position() {
        let [black, white] = Side::BOTH.map(|side| lang::side(game, side, app.in_ascii()));
        let [first, second] = Side::BOTH.map(|side| position.prisoners(side));
        parts.push(app.text_with(Text::Captured, &[&black, &first, &white, &second]));
    }
    canvas.fill(area, app.settings.bar());
    let style = app.settings.bar().add_modifier(Modifier::BOLD);
    text(canvas, inner(area), 0, &parts.join("   "), style);
}

/// A bar without its first and its last column.
fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    }
}

/// Where one is, how the file stands, and the keys to remember. What changes from step to step stands at the left, so
/// that the rest keeps its place.
pub(super) fn line(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let bar = app.settings.bar();
    canvas.fill(area, bar);
    let area = inner(area);
    if let Some(prompt) = &app.typing.prompt {
        return draw_prompt(prompt, area, canvas, bar);
    }
    let wide = canvas.ambiguous.may_be_wide();
    let width = usize::from(area.width);
    let hints = app.text(if width < 70 {
        Text::PageHints
    } else {
        Text::Hints
    });
    let place = place(app);
    let typed = app.typing.pending().map(|typed| format!("{typed}_"));
    let said = typed.or_else(|| app.message.clone());
    let said = said.map(|said| clean_line(&said));
    let right = match &said {
        Some(_) => vec![hints.to_owned()],
        None => vec![format!("{}  {hints}", watched(app)), watched(app)],
    };
    let left = columns(&place, wide) + said.as_ref().map_or(0, |said| 3 + columns(said, wide));
    let fits = |right: &&String| left + 2 + columns(right, wide) <= width;
    // What is too long even without the keys is cut.
    if let Some(right) = right.iter().find(fits).or(right.get(1)) {
        let right = fit(right, width.saturating_sub(left + 2), wide);
        let at = width - columns(right, wide);
        text(canvas, shift(area, at), 0, right, bar);
    }
    text(canvas, area, 0, &place, bar);
    if let Some(said) = said {
        let style = match app.message {
            Some(_) => bar.patch(app.settings.alert()),
            None => bar,
        };
        let at = columns(fit(&place, width, wide), wide) + 3;
        text(canvas, shift(area, at), 0, &said, style);
    }
}

/// The part of an area so many columns further right.
fn shift(area: Rect, columns: usize) -> Rect {
    let columns = u16::try_from(columns).unwrap_or(u16::MAX).min(area.width);
    Rect {
        x: area.x + columns,
        width: area.width - columns,
        ..area
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

/// `11/241  馬二進三 x卒  check  [1/3]`
fn place(app: &App) -> String {
    let tree = &app.record.tree;
    let lines = app.cursor.lines();
    let node = app.node();
    if app.hides_answer() {
        return format!("{}/?", tree.ply(node));
    }
    let last = app.cursor.last_ply().to_string();
    let digits = last.len();
    let mut parts = vec![format!("{:>digits$}/{last}", tree.ply(node))];
    if let Some(parent) = tree.parent(node) {
        let before = app.cursor.position_of(&app.record, parent);
        let captured = captured(app, &before, tree.mv(node));
        parts.push(app.move_name(&before, node) + &captured);
        if gives_check(app.position()) {
            parts.push(app.text(Text::Check).to_owned());
        }
    }
    if tree.has_siblings(node) {
        let siblings = lines.siblings(tree, node).len();
        parts.push(format!("[{}/{siblings}]", lines.number(tree, node) + 1));
    }
    if !lines.on_mainline(node) {
        let label = lines.label(tree, node);
        parts.push(app.text_with(Text::OnVariation, &[&label]));
    }
    parts.join("  ")
}

/// ` x馬` where a piece was taken.
fn captured(app: &App, before: &Position, mv: Option<Move>) -> String {
    let (Position::Xiangqi(position), Some(Move::Xiangqi(mv))) = (before, mv) else {
        return String::new();
    };
    position.piece(mv.to).map_or_else(String::new, |piece| {
        let letter = if app.in_ascii() {
            piece.letter()
        } else {
            piece.on_board(app.script())
        };
        format!(" x{letter}")
    })
}

fn gives_check(position: &Position) -> bool {
    match position {
        Position::Xiangqi(position) => position.in_check(position.side_to_move()),
        Position::Shogi(position) => position.in_check(position.side_to_move()),
        Position::Go(_) => false,
    }
}

fn watched(app: &App) -> String {
    if let Some(pause) = app.playing.interval() {
        let pause = app.text_with(Text::Playing, &[&pause.as_secs_f32()]);
        return format!("[{pause}]");
    }
    let since = |text| match app.following.changed {
        Some(time) => format!("{} {}", app.text(text), time.strftime("%H:%M:%S")),
        None => app.text(text).to_owned(),
    };
    let state = match &app.following.state {
        Watched::Live if !app.following.on => app.text(Text::Paused).to_owned(),
        Watched::Live => since(Text::Live),
        Watched::Polling => since(Text::Polling),
        Watched::Writing => app.text(Text::Writing).to_owned(),
        Watched::Incomplete(reason) => app.text_with(Text::Incomplete, &[reason]),
        Watched::Gone => app.text(Text::Gone).to_owned(),
        Watched::Ended => app.text(Text::Ended).to_owned(),
    };
    let pinned = if app.following.pinned {
        app.text(Text::PinnedSign)
    } else {
        ""
    };
    let new = match app.following.fresh.len() {
        0 => String::new(),
        count => format!(" [+{count}]"),
    };
    format!("[{}{pinned}]{new}", clean_line(&state))
}
