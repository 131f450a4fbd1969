//! The board pane.

use ratatui::layout::Rect;

use crate::draw::{self, Cell, Picture, View, row_width};
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
    let last = app.record.tree.mv(app.cursor.node());
    let mut view = View {
        flip: app.settings.flip,
        charset: app.settings.charset,
        pieces: app.settings.pieces,
        color: app.settings.in_color(),
        coordinates: true,
        compact: false,
        last,
        marks: Vec::new(),
    };
    let mut picture = draw::draw(app.cursor.position(), &view);
    for (compact, coordinates) in [(true, true), (true, false)] {
        if picture.width() <= width && picture.height() <= height {
            break;
        }
        (view.compact, view.coordinates) = (compact, coordinates);
        picture = draw::draw(app.cursor.position(), &view);
    }
    picture
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
            let style = app.settings.board(app.record.game(), cell.ink, cell.lit);
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
