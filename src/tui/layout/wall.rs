//! Divides the wall into tiles.

use std::cmp::Reverse;

use ratatui::layout::{Rect, Size};

use super::fit::{BoardSize, GAP};
use crate::board::Scale;
use crate::game::Game;

/// The rows above and below a board with its text there: the heading, and two lines.
const AROUND: u16 = 3;

/// A game, with the columns and rows of its board if these differ.
pub(in crate::tui) type BoardKind = (Game, (u8, u8));

/// What there is to show on the wall.
#[derive(Default)]
pub(in crate::tui) struct WallPlan {
    /// Each kind of board, with its sizes, largest first.
    pub(in crate::tui) kinds: Vec<(BoardKind, Vec<BoardSize>)>,
    /// The number of games with a board.
    pub(in crate::tui) boards: usize,
    /// The number of boards that the reader wants.
    pub(in crate::tui) most: Option<usize>,
}

/// How a board fits in a tile.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui) struct TileFit {
    pub(in crate::tui) board: BoardSize,
    /// Whether the text is beside the board, rather than above and below it.
    pub(in crate::tui) is_beside: bool,
}

/// The tiles of the wall, and the rows below them.
#[derive(Debug, Default)]
pub(in crate::tui) struct Tiles {
    pub(in crate::tui) tiles: Vec<Rect>,
    pub(in crate::tui) rows: Rect,
    fits: Fits,
}

type Fits = Vec<(BoardKind, TileFit)>;
/// How good a way to divide the wall is: the smallest board, the cells, and how many are side by side.
type Rank = (Option<Scale>, Reverse<usize>, u16);

/// Whether a board has room in a cell with its text beside it, which is longer in Go, where players have ranks. `None` if
/// it has no room with its text above and below it, either.
fn room_for(board: Size, game: Game, cell: Size) -> Option<bool> {
    let text = if game == Game::Go { 20 } else { 12 };
    let is_beside = board.width + GAP + text <= cell.width && board.height <= cell.height;
    let is_between = board.width <= cell.width && board.height + AROUND <= cell.height;
    (is_beside || is_between).then_some(is_beside)
}

/// How each kind of board fits in a cell; `None` if one does not, or if the cell `is_usual` and has no room for a board of
/// xiangqi or a large one of Go of the usual size.
fn fits(plan: &WallPlan, cell: Size, is_usual: bool) -> Option<Fits> {
    let mut fits = Vec::new();
    for (kind, sizes) in &plan.kinds {
        let usual = Size::new(if kind.0 == Game::Go { 38 } else { 34 }, 19);
        if is_usual {
            room_for(usual, kind.0, cell)?;
        }
        let mut fitting = sizes.iter();
        let fit = fitting.find_map(|board| {
            let is_beside = room_for(board.size, kind.0, cell)?;
            Some(TileFit { board: *board, is_beside })
        });
        fits.push((*kind, fit?));
    }
    Some(fits)
}

impl Tiles {
    /// Shows as many boards as there are, are wanted and have room, as large as possible.
    pub(super) fn new(plan: &WallPlan, area: Rect) -> Self {
        let mut ways = Vec::new();
        for across in 1..=area.width.div_ceil(16) {
            for down in 1..=area.height.div_ceil(8) {
                let width = ((area.width + GAP) / across).saturating_sub(GAP);
                let cell = Size::new(width, (area.height + 1) / down - 1);
                ways.push((usize::from(across * down), across, cell));
            }
        }
        let wanted = plan.most.unwrap_or(plan.boards).min(plan.boards);
        for is_usual in [true, false] {
            let able = ways.iter().filter(|(.., cell)| fits(plan, *cell, is_usual).is_some());
            let room = able.map(|(count, ..)| *count).max().unwrap_or(0);
            // Smaller boards only if they are asked for, or no other has room.
            let has_room = room >= wanted || room > 0 && plan.most.is_none();
            let count = room.min(wanted);
            let mut best: Option<(Rank, Size, Fits)> = None;
            for (_, across, cell) in ways.iter().filter(|way| has_room && way.0 >= count) {
                let Some(fits) = fits(plan, *cell, false) else { continue };
                let least = fits.iter().map(|(_, fit)| fit.board.scale).min();
                let down = count.div_ceil(usize::from(*across));
                let rank = (least, Reverse(down * usize::from(*across)), *across);
                if best.as_ref().is_none_or(|(known, ..)| *known < rank) {
                    best = Some((rank, *cell, fits));
                }
            }
            if let Some(((.., across), cell, fits)) = best.filter(|_| count > 0) {
                return Self::divide(area, (count, across, cell), fits);
            }
        }
        Self { rows: area, ..Self::default() }
    }

    fn divide(area: Rect, (count, across, cell): (usize, u16, Size), fits: Fits) -> Self {
        let around = |fit: &TileFit| if fit.is_beside { 0 } else { AROUND };
        let heights = fits.iter().map(|(_, fit)| fit.board.size.height + around(fit));
        let height = heights.max().unwrap_or(0).min(cell.height);
        let mut tiles = Vec::new();
        for nth in 0..count as u16 {
            let x = area.x + nth % across * (cell.width + GAP);
            let y = area.y + nth / across * (height + 1);
            tiles.push(Rect::new(x, y, cell.width, height));
        }
        let top = tiles.last().map_or(area.y, |tile| tile.bottom() + 1);
        let rows = Rect::new(area.x, top, area.width, area.bottom().saturating_sub(top));
        Self { tiles, rows, fits }
    }

    /// How a kind of board fits.
    pub(in crate::tui) fn fit(&self, kind: BoardKind) -> Option<TileFit> {
        self.fits.iter().find(|(known, _)| *known == kind).map(|(_, fit)| *fit)
    }

    /// The number of tiles side by side.
    pub(in crate::tui) fn across(&self) -> usize {
        let first = self.tiles.first().map(|tile| tile.y);
        self.tiles.iter().filter(|tile| Some(tile.y) == first).count().max(1)
    }
}
