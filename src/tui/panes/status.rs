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
use crate::tui::theme;
use crate::tui::typing::Prompt;

/// The file, the players, the result.
pub(super) fn title(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let header = |key| app.record.headers.get(key);
    let (first, second) = match app.record.game() {
        Game::Xiangqi => ((Key::Red, "紅"), (Key::Black, "黑")),
        Game::Shogi => ((Key::Sente, "先手"), (Key::Gote, "後手")),
        Game::Go => ((Key::Black, "黒"), (Key::White, "白")),
    };
    let mut line = app.name.clone();
    for (joint, (key, name)) in [("   ", first), (" - ", second)] {
        if let Some(player) = header(key) {
            line.push_str(&format!("{joint}{name} {player}"));
        }
    }
    if let Some(result) = header(Key::Result).filter(|result| *result != "*") {
        line.push_str(&format!("   {result}"));
    }
    text(
        canvas,
        area,
        0,
        &format!(" {line}"),
        Style::new().add_modifier(Modifier::BOLD),
    );
}

/// Where one is, how the file stands, and the keys to remember.
pub(super) fn line(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let width = usize::from(area.width);
    let left = format!(" {}", place(app));
    if let Some(prompt) = &app.typing.prompt {
        return draw_prompt(prompt, area, canvas);
    }
    let middle = match (&app.message, app.typing.pending()) {
        (_, Some(typed)) => format!("{typed}_"),
        (Some(message), None) => message.clone(),
        (None, None) => watched(app),
    };
    let keys = "? help  q quit ";
    let style = if app.message.is_some() {
        theme::alert(app.settings.colors)
    } else {
        Style::new()
    };
    text(canvas, area, 0, &left, Style::new());
    let start = columns(&left, false) + 3;
    // The keys give way to what is said.
    let room = width.saturating_sub(start + 1);
    let middle = clean_line(&middle);
    let said = fit(&middle, room, false);
    let used = start + columns(said, false);
    if let (Ok(x), false) = (u16::try_from(start), said.is_empty()) {
        let rest = Rect {
            x: area.x + x,
            width: area.width.saturating_sub(x),
            ..area
        };
        text(canvas, rest, 0, said, style);
    }
    if used + 2 + keys.len() <= width
        && let Ok(x) = u16::try_from(width - keys.len())
    {
        text(
            canvas,
            Rect {
                x: area.x + x,
                ..area
            },
            0,
            keys,
            Style::new(),
        );
    }
}

/// The line that is typed. Where it is longer than the row, the part with the cursor is shown.
fn draw_prompt(prompt: &Prompt, area: Rect, canvas: &mut Canvas<'_>) {
    let (before, after) = prompt.line.halves();
    let room = usize::from(area.width).saturating_sub(4);
    let mut start = 0;
    while columns(&before[start..], true) > room {
        start += before[start..].chars().next().map_or(1, char::len_utf8);
    }
    let line = format!(" {}{}_{after}", prompt.sign(), &before[start..]);
    text(canvas, area, 0, &line, Style::new());
}

/// `11/241  馬二進三 x卒  check  [1/3]`
fn place(app: &App) -> String {
    let tree = &app.record.tree;
    let lines = app.cursor.lines();
    let node = app.node();
    if app.hides_answer() {
        return format!("{}/?", tree.ply(node));
    }
    let mut parts = vec![format!("{}/{}", tree.ply(node), app.cursor.last_ply())];
    if let Some(parent) = tree.parent(node) {
        let before = app.cursor.position_of(&app.record, parent);
        parts.extend(
            app.name_of(&before, node)
                .map(|name| name + &captured(&before, tree.mv(node))),
        );
        if gives_check(app.position()) {
            parts.push("check".to_owned());
        }
    }
    if tree.has_siblings(node) {
        let siblings = lines.siblings(tree, node).len();
        parts.push(format!("[{}/{siblings}]", lines.number(tree, node) + 1));
    }
    if !lines.on_mainline(node) {
        let label: Vec<String> = lines
            .label(tree, node)
            .iter()
            .map(usize::to_string)
            .collect();
        parts.push(format!("var {}  (m: main line)", label.join(".")));
    }
    parts.join("  ")
}

/// ` x馬` where a piece was taken.
fn captured(before: &Position, mv: Option<Move>) -> String {
    match (before, mv) {
        (Position::Xiangqi(position), Some(Move::Xiangqi(mv))) => {
            position.piece(mv.to).map_or_else(String::new, |piece| {
                format!(
                    " x{}",
                    piece.chinese(crate::game::xiangqi::Script::Traditional)
                )
            })
        }
        _ => String::new(),
    }
}

fn gives_check(position: &Position) -> bool {
    match position {
        Position::Xiangqi(position) => position.in_check(position.side_to_move()),
        Position::Shogi(_) | Position::Go(_) => false,
    }
}

fn watched(app: &App) -> String {
    if let Some(pause) = app.playing.interval() {
        return format!("[play {}s]", pause.as_secs_f32());
    }
    match &app.watched {
        Watched::Live => "[live]".to_owned(),
        Watched::Polling => "[poll]".to_owned(),
        Watched::Writing => "[writing...]".to_owned(),
        Watched::Incomplete(reason) => format!("[incomplete: {reason}]"),
        Watched::Gone => "[gone]".to_owned(),
    }
}

impl Position {
    /// The side to move as one character of the game's own language.
    pub(in crate::tui) fn side_name(&self) -> char {
        match (self.game(), self.side_to_move()) {
            (Game::Xiangqi, Side::First) => '紅',
            (Game::Xiangqi, Side::Second) => '黑',
            (Game::Shogi, Side::First) => '先',
            (Game::Shogi, Side::Second) => '後',
            (Game::Go, Side::First) => '黒',
            (Game::Go, Side::Second) => '白',
        }
    }
}
