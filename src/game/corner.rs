//! The corners of a board of Go, and the stones in them.

use super::go::{self, Point, Size};
use super::key::{CORNER, number, piece_number};
use super::{Move, Position, Side, Symmetry};

/// A quarter of a board of Go with the lines in its middle, of at most 10 × 10 points: the symmetry that turns it to the top
/// left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Corner(u8);

/// The number of columns or rows of a corner of a board with so many.
fn extent(side: u8) -> u8 {
    const MOST: u8 = 10;
    side.div_ceil(2).min(MOST)
}

impl Corner {
    /// The one at the top right is the last.
    pub(crate) const ALL: [Self; 4] = [Self(2), Self(3), Self(0), Self(1)];

    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The symmetries that turn it to the top left, those that leave the colours first.
    fn turns(self) -> [Symmetry; 4] {
        [0, 4, 8, 12].map(|more| Symmetry(self.0 | more))
    }

    fn contains(self, point: (u8, u8), (columns, rows): (u8, u8)) -> bool {
        let (column, row) = Symmetry(self.0).place(point, (columns, rows));
        column < extent(columns) && row < extent(rows)
    }

    /// `T19-K10`: its outermost and innermost points.
    pub(crate) fn name(self, size: Size) -> String {
        let board = (size.columns(), size.rows());
        let inner = (extent(board.0) - 1, extent(board.1) - 1);
        let ends = [(0, 0), inner].map(|end| Point::from(Symmetry(self.0).place(end, board)));
        ends.map(|end| end.a1(size)).join("-")
    }

    /// The corner of the last of some moves, the latest first. If that is on a middle line, earlier ones decide, and then the
    /// number of stones, and of like corners the one on the right and at the top. `None` in other games.
    pub(crate) fn of_last(
        position: &Position,
        latest: impl IntoIterator<Item = Move>,
    ) -> Option<Self> {
        position.go()?;
        let mut left = Self::ALL.to_vec();
        for Point { column, row } in latest.into_iter().filter_map(|mv| mv.go()?.point) {
            let is_there = |corner: &Self| corner.contains((column, row), position.size());
            if left.iter().any(is_there) {
                left.retain(is_there);
            }
            if left.len() == 1 {
                break;
            }
        }
        left.into_iter().max_by_key(|it| CornerKey::new(position, *it).stones)
    }
}

/// The stones in a corner.
#[derive(Debug, Clone)]
pub(crate) struct CornerKey {
    pub(crate) corner: Corner,
    /// The least of the numbers of what symmetries make of it: the exclusive or of those of its stones and of 2^26 + columns ×
    /// 256 + rows of the board, as in [`Position::key`].
    pub(crate) key: u64,
    /// The symmetries that turn the corner to the top left and give it this key, those that leave the colours first. Like
    /// stones in the same corner have the same, other stones with this key have others.
    pub(crate) symmetries: Vec<Symmetry>,
    /// The number of stones.
    pub(crate) stones: u16,
}

/// The corners of one position of Go after another. Only differences cost time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Corners {
    before: Option<go::Position>,
    /// Of each corner, in the order of [`Corner::turns`].
    keys: [[u64; 4]; 4],
    stones: [u16; 4],
}

impl Corners {
    /// The corners of the next position of the same size in which there are other stones; of the first, all. None in other
    /// games.
    pub(crate) fn changed(&mut self, position: &Position) -> Vec<Corner> {
        let Some(board) = position.go() else { return Vec::new() };
        let (size, mut is_changed) = (position.size(), [self.before.is_none(); 4]);
        let before = self.before.get_or_insert_with(|| go::Position::new(board.size()));
        board.differences(before, |place, stone| {
            let is_new = board.stone(place.into()) == Some(Side::first_if(stone == 1));
            for corner in Corner::ALL.into_iter().filter(|it| it.contains(place, size)) {
                let at = corner.index();
                is_changed[at] = true;
                let stones = &mut self.stones[at];
                *stones = if is_new { *stones + 1 } else { stones.saturating_sub(1) };
                for (key, by) in self.keys[at].iter_mut().zip(corner.turns()) {
                    let stone = if by.swaps() { 3 - stone } else { stone };
                    *key ^= piece_number(by.place(place, size), stone);
                }
            }
        });
        before.clone_from(board);
        let changed = Corner::ALL.into_iter();
        changed.filter(|corner| is_changed[corner.index()]).collect()
    }

    /// The number of stones in a corner of the last position.
    pub(crate) fn stones(&self, corner: Corner) -> u16 {
        self.stones[corner.index()]
    }

    /// The stones in a corner of the last position.
    pub(crate) fn key(&self, corner: Corner, position: &Position) -> CornerKey {
        let size = position.size();
        let mut keys = corner.turns().map(|by| {
            let (columns, rows) = by.size(size);
            let board = number(CORNER | u32::from(columns) << 8 | u32::from(rows));
            (board, by)
        });
        for ((key, _), stones) in keys.iter_mut().zip(self.keys[corner.index()]) {
            *key ^= stones;
        }
        keys.sort_by_key(|(key, _)| *key);
        let (key, stones) = (keys[0].0, self.stones[corner.index()]);
        let alike = keys.iter().take_while(|(it, _)| *it == key);
        let symmetries = alike.map(|(_, by)| *by).collect();
        CornerKey { corner, key, symmetries, stones }
    }
}

impl CornerKey {
    /// Of a position of Go.
    pub(crate) fn new(position: &Position, corner: Corner) -> Self {
        let mut corners = Corners::default();
        corners.changed(position);
        corners.key(corner, position)
    }

    /// Whether the key is that with the colours swapped.
    pub(crate) fn swaps(&self) -> bool {
        self.symmetries.first().is_some_and(|by| by.swaps())
    }

    /// Whether a move is not in the corner: elsewhere, or a pass.
    pub(crate) fn is_tenuki(&self, mv: Move, position: &Position) -> bool {
        let point = mv.go().and_then(|mv| mv.point);
        let place = point.map(|point| (point.column, point.row));
        !place.is_some_and(|place| self.corner.contains(place, position.size()))
    }
}
