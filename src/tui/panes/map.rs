//! The map of variations: one section of a line per row, from fork to fork, with its branches below.

use ratatui::layout::Rect;

use super::list::{List, row};
use super::moves::preview;
use super::{Body, Pane, Row};
use crate::record::NodeId;
use crate::text::columns;
use crate::tui::model::{Map, State, TextLine};
use crate::tui::outline::{self, RowPart};

pub(in crate::tui) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let all = state.lines().branch(NodeId::ROOT);
        let size = (state.texts().size)(all.moves, all.lines);
        (state.texts().map.to_owned(), size)
    }),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.ui.map.as_ref().map_or(0, |map| map.outline.len()),
    marked: |state| Ok(state.ui.map.as_ref().map_or(0, |map| map.row)),
    node: |state, row| state.ui.map.as_ref()?.outline.row(row).map(outline::Row::first),
};

/// The page with the cursor, and the legend.
fn rows(state: &State, area: Rect) -> Vec<Row> {
    let Some(map) = &state.ui.map else {
        return Vec::new();
    };
    let room = usize::from(area.height).saturating_sub(1);
    let width = usize::from(area.width).saturating_sub(1);
    let shown = LIST.shown(state, room);
    let sections = shown.clone().zip(map.outline.window(shown.clone()));
    let lines = sections.map(|(number, section)| line(state, map, number, section, width));
    let mut rows: Vec<Row> = LIST.rows(state, shown, lines).collect();
    rows.resize_with(room, || row(state, ""));
    let style = state.look().heading(false);
    rows.push(TextLine::new(state, state.texts().legend, style).into());
    rows
}

/// `| `-4.2 马２进３ 车九进一  2 moves`: the ply, with the branch unless it is the first, and its moves. `+` indicates folded
/// rows.
fn line(state: &State, map: &Map, number: usize, row: &outline::Row, width: usize) -> String {
    let connectors = connectors(map, number, row, width / 8);
    let tree = state.tree();
    match &row.part {
        RowPart::Stretch { first, last } => {
            // The root usually has no move.
            let next = tree.first_child(*first).filter(|_| first != last);
            let first = next.filter(|_| tree.mv(*first).is_none() && number == 0).unwrap_or(*first);
            let ply = tree.ply(first);
            let head = match &*state.branch_name(first) {
                "1" => format!("{connectors}{ply} "),
                branch => format!("{connectors}{ply}.{branch} "),
            };
            let most = (tree.ply(*last) - ply) as usize + 1;
            let room = width.saturating_sub(columns(&head, true));
            head + &preview(state, first, (most, room), None)
        }
        RowPart::Group { first, numbers } => {
            let name = state.move_at(*first);
            let (ply, from, to) = (tree.ply(*first), numbers.start(), numbers.end());
            format!("{connectors}{ply}.{from}-{to} {name}")
        }
    }
}

/// The connectors of a row. If there are many levels, only the innermost are shown.
fn connectors(map: &Map, number: usize, row: &outline::Row, levels: usize) -> String {
    let levels = levels.max(2);
    let is_deep = row.depth as usize > levels;
    let mut text = String::from(if is_deep { ".." } else { "" });
    let levels = map.outline.connectors(number, levels - usize::from(is_deep));
    let outer = levels.iter().skip(1).rev();
    outer.for_each(|more| text.push_str(if *more { "| " } else { "  " }));
    let begins = map.outline.begins_line(number);
    text.push_str(match (levels.first(), begins) {
        (Some(true), _) => "|",
        (Some(false), true) => "`",
        (Some(false), false) => " ",
        (None, _) => "",
    });
    text.push(match (map.outline.is_folded(number), begins && row.depth > 0) {
        (true, _) => '+',
        (false, true) => '-',
        (false, false) => ' ',
    });
    text
}
