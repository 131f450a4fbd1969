//! The help: all keys, from the table of actions, and the meanings of the signs; the keys that can follow others; and the
//! first keys for new users.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::named;
use super::{Body, Pane, body_of};
use crate::tui::i18n::Texts;
use crate::tui::keymap::name_all;
use crate::tui::model::{Action, Focus, Group, PaneId, State, TextLine, focus};

/// The width of keys and signs.
const KEY: usize = 12;

/// The keys that a reader cannot do without.
const FIRST: [&str; 5] = ["forward", "back", "read-on", "help", "quit"];

/// The keys of every day.
const DAILY: [&str; 15] = [
    "forward", "back", "down", "up", "read-on", "start", "end", "mainline", "games", "search",
    "command", "board", "zoom", "help", "quit",
];

/// Keys that currently have no effect are dim.
pub(in crate::tui) const PANE: Pane = Pane {
    heading: Some(|state, _| (state.texts().keys.to_owned(), state.ui.keymap.first_key("help"))),
    body: Body::Text(text),
    column: Some(36),
    ..Pane::PLAIN
};

/// The keys that can follow the beginning of a key sequence.
pub(in crate::tui) const CHOICES: Pane = Pane {
    wish: |state, _| {
        let choices = state.ui.keymap.beginning_with(state.ui.mode.keys());
        u16::try_from(choices.count()).unwrap_or(u16::MAX)
    },
    heading: Some(|state, _| (name_all(state.ui.mode.keys()), String::new())),
    body: Body::Text(|state, area| {
        let choices = state.ui.keymap.beginning_with(state.ui.mode.keys());
        let rows = choices.filter_map(|(keys, action)| short(state, &name_all(keys), action, area));
        rows.collect()
    }),
    ..Pane::PLAIN
};

/// The most important keys, shown to new users until one is pressed.
pub(in crate::tui) const WELCOME: Pane = Pane {
    wish: |_, _| FIRST.len() as u16,
    heading: Some(|state, _| (state.texts().welcome.to_owned(), String::new())),
    body: Body::Text(|state, area| {
        let keymap = &state.ui.keymap;
        let rows = FIRST.into_iter().filter_map(|name| {
            let action = keymap.named(name)?;
            short(state, &keymap.keys_of(action), action, area)
        });
        rows.collect()
    }),
    ..Pane::PLAIN
};

/// Keys and the first words of what they do: the help goes into detail after these.
fn short(state: &State, keys: &str, action: &Action, area: Rect) -> Option<TextLine> {
    let what = action.help_in(state.lang());
    let what = what.split([';', ':', '；', '：']).next().unwrap_or_default();
    let row = row(keys, what, area.width.into()).next()?;
    Some(TextLine::new(state, &row, Style::new()))
}

fn heading(state: &State, text: &str) -> TextLine {
    TextLine::new(state, text, state.look().heading(false))
}

/// Each key with its lines, in columns that no key crosses.
fn text(state: &State, area: Rect) -> Cow<'_, [TextLine]> {
    let (texts, lang) = (state.texts(), state.lang());
    let width = usize::from(area.width);
    let column = state.ui.layout.area(PaneId::Help).map_or(area, |area| body_of(&PANE, area));
    let column = usize::from(column.height).max(1);
    let mut lines = Vec::new();
    let mut put = |block: &mut Vec<TextLine>, keys: &str, what: &str, style| {
        block.extend(row(keys, what, width).map(|row| TextLine::new(state, &row, style)));
        let blank = column - lines.len() % column;
        let blank = if block.len() > blank { blank } else { 0 };
        lines.resize(lines.len() + blank, TextLine::new(state, "", Style::new()));
        lines.append(block);
    };
    let keymap = &state.ui.keymap;
    // Those of the pane under the help, too, although it is not seen.
    let focused = match focus::page(state) {
        _ if state.ui.mode.has(PaneId::Games) => PaneId::Games,
        PaneId::Board if state.ui.panes.focus != Focus::Cursor => PaneId::Moves,
        page => page,
    };
    let focused = state.pane(focused).scopes;
    let own = keymap.actions.iter().filter(|action| focused.contains(&action.scope));
    let daily: Vec<&Action> = DAILY.iter().filter_map(|name| keymap.named(name)).collect();
    let mut block = vec![heading(state, texts.welcome)];
    for action in daily.iter().copied().chain(own).filter(|action| !action.keys.is_empty()) {
        put(&mut block, &keymap.keys_of(action), &action.help_in(lang), Style::new());
    }
    for (group, titles) in Group::HEADINGS {
        let mut block = vec![heading(state, lang.pick(titles))];
        for action in keymap.actions.iter().filter(|action| {
            action.group == group && !action.name.starts_with("glyph-") && !daily.contains(action)
        }) {
            let is_valid = (action.is_valid)(state);
            let style = if is_valid { Style::new() } else { state.look().idle() };
            let keys = match action.keys {
                "" => action.typed().into_owned(),
                _ => keymap.keys_of(action),
            };
            if !keys.is_empty() {
                put(&mut block, &keys, &action.help_in(lang), style);
            }
        }
    }
    let mut block = vec![heading(state, texts.signs)];
    for (sign, meaning) in signs(texts, state.in_ascii()) {
        put(&mut block, sign, meaning, Style::new());
    }
    let pages = lines.len().div_ceil(usize::from(area.height).max(1));
    lines.resize(pages * usize::from(area.height), TextLine::new(state, "", Style::new()));
    Cow::Owned(lines)
}

/// The signs beside moves, headings and rows, and on the board.
fn signs(texts: &Texts, in_ascii: bool) -> [(&'static str, &'static str); 22] {
    [
        ("[1/3]", texts.sign_siblings),
        ("[a/2]", texts.sign_own_line),
        ("*", texts.sign_comment),
        ("12/3 *5", texts.sign_size),
        ("!? ??", texts.sign_glyph),
        ("1 2 3", texts.sign_number),
        ("@120", texts.sign_engine),
        ("* = .", texts.sign_thinking),
        ("^", texts.sign_same),
        ("^ !", texts.sign_graph),
        ("'", texts.sign_own),
        ("&", texts.sign_kept),
        ("+", texts.sign_new),
        ("[live]", texts.sign_live),
        ("[+3]", texts.sign_unseen),
        ("x3", texts.sign_took),
        ("*", texts.sign_origin),
        (if in_ascii { "^ % @ X" } else { "ム口〇Ｘ" }, texts.sign_marks),
        (">", texts.sign_current),
        ("==", texts.sign_focus),
        ("(!)", texts.sign_warning),
        (texts.out_of_book, texts.sign_out_of_book),
    ]
}

/// Keys and their effect, in as many lines as needed.
fn row(keys: &str, what: &str, width: usize) -> impl Iterator<Item = String> + use<> {
    named((keys, KEY), what, width, false)
}
