//! The first row.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::bar::{Bar, inner};
use super::{Body, Pane};
use crate::game::{Position, Side};
use crate::record::Key;
use crate::tui::i18n;
use crate::tui::model::State;
use crate::tui::terminal::Canvas;

pub(super) const PANE: Pane = Pane {
    body: Body::Drawn(draw),
    ..Pane::PLAIN
};

/// The file, the players, the result, and what else there is room for.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let header = |key| state.document.record.headers.get(key);
    let game = state.document.record.game();
    let players: Vec<String> = Side::BOTH
        .into_iter()
        .filter_map(|side| {
            let title = i18n::player(game, side, state.terms());
            header(Key::Player(side)).map(|name| format!("{title} {name}"))
        })
        .collect();
    let number = match state.document.loaded.games.len() {
        0 | 1 => String::new(),
        games => format!("{}/{games}", state.document.game + 1),
    };
    let result = header(Key::Result).filter(|result| !matches!(*result, "*" | "?"));
    let prisoners = match state.position() {
        Position::Go(position) => {
            let [black, white] = Side::BOTH.map(|side| i18n::side(game, side, state.terms()));
            match Side::BOTH.map(|side| position.prisoners(side)) {
                [0, 0] => String::new(),
                [first, second] => (state.texts().captured)(black, first, white, second),
            }
        }
        Position::Xiangqi(_) | Position::Shogi(_) => String::new(),
    };
    let style = state.ui.settings.bar().add_modifier(Modifier::BOLD);
    let mut bar = Bar::default();
    let place = Some(state.place_of(state.node())).filter(|place| !place.is_on_mainline());
    let name = &state.document.name;
    let placed = place.map_or_else(|| name.clone(), |place| format!("{name}:{place}"));
    bar.left(1, &[&placed, name], style);
    for (weight, part) in [
        (3, &*number),
        (5, &*players.join(" - ")),
        (4, result.unwrap_or_default()),
        (2, &*prisoners),
    ] {
        bar.left(weight, &[part], style);
    }
    for key in [Key::Event, Key::Date] {
        bar.left_text((0, 0), header(key).unwrap_or_default(), style);
    }
    canvas.fill(area, style);
    bar.draw(inner(area), canvas);
}
