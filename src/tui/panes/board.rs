//! The board pane.

use ratatui::layout::Rect;

use crate::draw::{self, Cell, Lit, Picture, View, row_width};
use crate::game::{Move, Position};
use crate::record::NodeId;
use crate::tui::app::App;
use crate::tui::canvas::Canvas;

/// The size of the board that suits the screen.
pub(super) fn size(app: &App, screen: Rect) -> (u16, u16) {
    let picture = picture(
        app,
        usize::from(screen.width),
        usize::from(screen.height.saturating_sub(1)),
    );
    let columns = |count| u16::try_from(count).unwrap_or(u16::MAX);
    (columns(picture.width()), columns(picture.height()))
}

/// Draws the board; one that is larger than the pane scrolls with the last move in view.
pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    let picture = picture(app, usize::from(area.width), usize::from(area.height));
    let (row, column) = picture.focus.unwrap_or((0, 0));
    let top = scroll(picture.height(), usize::from(area.height), row);
    let left = scroll(picture.width(), usize::from(area.width), column);
    for (y, row) in (area.top()..area.bottom()).zip(picture.rows.iter().skip(top)) {
        draw_row(
            app,
            row,
            left,
            Rect {
                y,
                height: 1,
                ..area
            },
            canvas,
        );
    }
}

/// The picture that fits into so much room, with coordinates if they fit too: full, then compact.
fn picture(app: &App, width: usize, height: usize) -> Picture {
    picture_of(app, app.position(), app.last_move(), (width, height))
}

/// The picture of a position with the move that led to it marked.
fn picture_of(
    app: &App,
    position: &Position,
    last: Option<Move>,
    (width, height): (usize, usize),
) -> Picture {
    let mut view = View {
        flip: app.settings.flip,
        charset: app.settings.charset,
        pieces: app.settings.pieces,
        color: app.settings.in_color(),
        coordinates: app.settings.coordinates,
        compact: false,
        diagram: false,
        last,
        marks: app.marks_on_board(),
    };
    let mut picture = draw::draw(position, &view);
    for (compact, coordinates) in [(true, view.coordinates), (true, false)] {
        if picture.width() <= width && picture.height() <= height {
            break;
        }
        (view.compact, view.coordinates) = (compact, coordinates);
        picture = draw::draw(position, &view);
    }
    picture
}

impl App {
    /// Whether a move of this node, played from the board that stands in an area, would go to the cell at a row and
    /// column of the area.
    pub(in crate::tui) fn lights(
        &self,
        area: Rect,
        node: NodeId,
        (row, column): (usize, usize),
    ) -> bool {
        let room = (usize::from(area.width), usize::from(area.height));
        let shown = picture(self, room.0, room.1);
        let (focus_row, focus_column) = shown.focus.unwrap_or((0, 0));
        let row = row + scroll(shown.height(), room.1, focus_row);
        let column = column + scroll(shown.width(), room.0, focus_column);
        let after = self.cursor.position_of(&self.record, node);
        let after = picture_of(self, &after, self.record.tree.mv(node), room);
        let mut from = 0;
        let mut cells = after.rows.get(row).into_iter().flatten();
        let cell = cells.find(|cell| {
            from += row_width(std::slice::from_ref(cell));
            column < from
        });
        cell.is_some_and(|cell| cell.lit == Lit::To)
    }
}

/// How far to scroll so that a place stands in the middle, without showing more emptiness than needed.
fn scroll(size: usize, room: usize, focus: usize) -> usize {
    focus
        .saturating_sub(room / 2)
        .min(size.saturating_sub(room))
}

fn draw_row(app: &App, row: &[Cell], left: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let mut column = 0;
    for cell in row {
        let width = row_width(std::slice::from_ref(cell));
        let fits = column >= left && column + width <= left + usize::from(area.width);
        if let Some(x) = column
            .checked_sub(left)
            .filter(|_| fits)
            .and_then(|x| u16::try_from(x).ok())
        {
            let style = app.settings.board(app.record.game(), *cell);
            let mut bytes = [0; 4];
            let glyph = cell.glyph.encode_utf8(&mut bytes);
            match width {
                1 => canvas.put(area.x + x, area.y, glyph, 1, style),
                _ => canvas.put_slot(area.x + x, area.y, glyph, style),
            }
        }
        column += width;
    }
}
