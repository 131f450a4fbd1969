//! The first row.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::bar::{Bar, inner, sign_side};
use super::{Body, Pane, text};
use crate::game::{Position, Side};
use crate::record::Key;
use crate::tui::model::State;
use crate::tui::terminal::Canvas;
use crate::words::{self, Lang};

pub(in crate::tui) const PANE: Pane = Pane { body: Body::Drawn(draw), ..Pane::PLAIN };

/// The file, the players, the result, and other facts if there is room.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let style = state.look().bar().add_modifier(Modifier::BOLD);
    canvas.fill(area, style);
    if state.ui.is_blank {
        return;
    }
    // Nothing is said of the game under the list.
    if let Some(title) = state.list_title() {
        return text(canvas, inner(area), 0, &title, style);
    }
    let record = state.record_on_board();
    let desk = state.shown();
    let game = record.game();
    let players = Side::BOTH.into_iter().filter_map(|side| {
        let title = words::player(&record.start, side, state.terms());
        desk.facts.get(Key::Player(side)).map(|name| format!("{title} {name}"))
    });
    let players: Vec<String> = players.collect();
    let (name, position) = (&desk.name, desk.reader.cursor.position());
    let node = state.beside.is_none().then(|| state.node());
    let number = match desk.loaded.games().len() {
        0 | 1 => String::new(),
        games => format!("{}/{games}", desk.game + 1),
    };
    let result = desk.facts.get(Key::Result).filter(|result| !matches!(*result, "*" | "?"));
    let result = result.filter(|_| !state.hides_results());
    let result = result.map(|result| match state.lang() {
        Lang::En => (*result).to_owned(),
        lang => lang.result(game, result, state.terms()),
    });
    let prisoners = match position {
        Position::Go(position) => {
            let [black, white] = Side::BOTH.map(|side| words::side(game, side, state.terms()));
            match Side::BOTH.map(|side| position.prisoners(side)) {
                [0, 0] => String::new(),
                [first, second] => (state.texts().captured)(black, first, white, second),
            }
        }
        Position::Xiangqi(_) | Position::Shogi(_) => String::new(),
    };
    let mut bar = Bar::new(style);
    let place = node.map(|node| state.place_of(node));
    let place = place.filter(|place| !place.is_on_mainline());
    let placed = place.map_or_else(|| name.clone(), |place| format!("{name}:{place}"));
    bar.left(1, &[&placed, name]);
    bar.left(3, &[&number]);
    // A game without players is known by its title or event; one of whose players is missing, by its title, too.
    let titles = match players.len() {
        0 => &[Key::Title, Key::Event][..],
        1 => &[Key::Title],
        _ => &[],
    };
    let title = titles.iter().find_map(|key| desk.facts.get(*key));
    let title_text = title.unwrap_or_default();
    bar.left_text((5, 5), &[title_text]);
    bar.left(5, &[&players.join(" - ")]);
    bar.left(4, &[&result.unwrap_or_default()]);
    let notes = desk.notes.checked_sub(1).map(|_| (state.texts().notes)(desk.notes));
    bar.left(2, &[&notes.filter(|_| node.is_some()).unwrap_or_default()]);
    bar.left(2, &[&prisoners]);
    let rest = [Key::Event, Key::Date].map(|key| desk.facts.get(key).unwrap_or_default());
    for text in rest.into_iter().filter(|text| *text != title_text) {
        bar.left_text((0, 0), &[text]);
    }
    sign_side(state, area, true, canvas);
    bar.draw(inner(area), canvas);
}
