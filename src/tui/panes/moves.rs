//! The current line, a move a row, and the alternatives at a fork.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{heading, text};
use crate::draw::columns;
use crate::game::Position;
use crate::record::{NodeId, Note};
use crate::tui::app::App;
use crate::tui::canvas::Canvas;
use crate::tui::lang::{self, Text};

/// Draws the page of the line that holds the cursor. It scrolls by page: a step then changes two rows and not all.
pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    heading(
        app,
        canvas,
        area,
        app.text(Text::Moves),
        &format!("{}/{}", app.cursor.ply(), app.cursor.last_ply()),
    );
    let rows = usize::from(area.height.saturating_sub(1)).max(1);
    if app.cursor.last_ply() == 0 {
        return text(
            canvas,
            area,
            1,
            &format!("  {}", app.text(Text::NoMoves)),
            Style::new(),
        );
    }
    let first = app.cursor.ply().saturating_sub(1) / rows * rows + 1;
    let mut position = app.cursor.position_at(&app.record, first - 1);
    let mut previous = NodeId::ROOT;
    let nodes = app.cursor.nodes(first..first + rows);
    for (row, node) in (1..area.height).zip(nodes) {
        let entry = Entry {
            app,
            node,
            ply: app.record.tree.ply(node),
            position: &position,
        };
        text(
            canvas,
            area,
            row,
            &entry.row(usize::from(area.width)),
            Style::new(),
        );
        app.record.advance(&mut position, node);
        previous = node;
    }
    if let Some(ending) = app.record.tree.ending(previous) {
        let row = u16::try_from(app.cursor.last_ply() + 2 - first).unwrap_or(u16::MAX);
        text(
            canvas,
            area,
            row,
            &format!("      {}", lang::ending(ending, app.settings.language())),
            Style::new(),
        );
    }
}

/// Draws the alternatives to the cursor's move, with the one that stands on the board marked.
pub(super) fn draw_branches(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let tree = &app.record.tree;
    let node = app.cursor.node();
    let siblings = app.cursor.lines().siblings(tree, node);
    let here = app.cursor.lines().number(tree, node);
    let title = app.text_with(Text::Branches, &[&tree.ply(node), &siblings.len()]);
    heading(
        app,
        canvas,
        area,
        &title,
        &format!("{}/{}", here + 1, siblings.len()),
    );
    let before = app
        .cursor
        .position_at(&app.record, app.cursor.ply().saturating_sub(1));
    let rows = usize::from(area.height.saturating_sub(1)).max(1);
    let first = here / rows * rows;
    for (row, (index, &sibling)) in (1..area.height).zip(siblings.iter().enumerate().skip(first)) {
        let marker = if sibling == node { '>' } else { ' ' };
        let name = app.move_name(&before, sibling);
        let kind = app.text(if index == 0 {
            Text::MainLine
        } else {
            Text::Variation
        });
        let more = app.text_with(Text::More, &[&app.cursor.lines().length_after(sibling)]);
        let line = format!("{marker}{:>2} {name}  {kind}, {more}", index + 1);
        text(canvas, area, row, &line, Style::new());
    }
}

/// A move of the list.
struct Entry<'a> {
    app: &'a App,
    node: NodeId,
    ply: u32,
    position: &'a Position,
}

impl Entry<'_> {
    fn row(&self, width: usize) -> String {
        let tree = &self.app.record.tree;
        let marker = if self.node == self.app.cursor.node() {
            '>'
        } else {
            ' '
        };
        let number = self.ply + self.app.record.first_number - 1;
        let game = self.position.game();
        let side = lang::side(game, self.position.side_to_move(), self.app.in_ascii());
        let name = self.app.move_name(self.position, self.node);
        let left = format!("{marker}{number:>4} {side} {name}");
        let right = self.signs(tree.has_siblings(self.node));
        let gap = width
            .saturating_sub(columns(&left, false) + columns(&right, false))
            .max(1);
        let gap = gap.min(18usize.saturating_sub(columns(&name, false)).max(1));
        format!("{left}{}{right}", " ".repeat(gap))
    }

    /// Where the move stands among its alternatives, whether it has a comment, and whether it is in order.
    fn signs(&self, fork: bool) -> String {
        let tree = &self.app.record.tree;
        let mut signs = Vec::new();
        if fork {
            let lines = self.app.cursor.lines();
            signs.push(format!(
                "[{}/{}]",
                lines.number(tree, self.node) + 1,
                lines.siblings(tree, self.node).len()
            ));
        }
        for note in tree.notes(self.node) {
            match note {
                Note::Glyph(glyph) => signs.push(glyph.to_string()),
                Note::Comment(_) => signs.push("*".to_owned()),
                Note::Warning(_) => signs.push("(!)".to_owned()),
                _ => {}
            }
        }
        signs.join(" ")
    }
}
