//! Star points and handicap stones.

use super::{Point, Size};

/// The lines with star points in one direction.
#[derive(Clone, Copy)]
struct Lines {
    /// The fourth line from the edge on boards of 13 lines or more, otherwise the third. `None` below 7 lines.
    near: Option<u8>,
    /// `None` for an even number of lines, and below 5 lines.
    middle: Option<u8>,
    far: Option<u8>,
    /// Whether the middles of the sides are marked, too. From 15 lines on, since they would crowd smaller boards.
    sides: bool,
}

impl Lines {
    fn of(length: u8) -> Self {
        let edge = if length >= 13 { 3 } else { 2 };
        let corners = length >= 7;
        Self {
            near: corners.then_some(edge),
            middle: (length >= 5 && !length.is_multiple_of(2)).then_some(length / 2),
            far: corners.then(|| length - 1 - edge),
            sides: length >= 15,
        }
    }
}

/// A column and a row, either of which may be missing.
type Pair = (Option<u8>, Option<u8>);

fn points(pairs: &[Pair]) -> impl Iterator<Item = Point> + '_ {
    let pairs = pairs.iter();
    pairs.filter_map(|(column, row)| Some(Point::new((*column)?, (*row)?)))
}

/// The star points of a board: four corners, the centre of an odd board and, if there is space, the middles of the
/// sides.
pub fn stars(size: Size) -> Vec<Point> {
    let (x, y) = (Lines::of(size.columns()), Lines::of(size.rows()));
    let mut pairs = vec![
        (x.near, y.near),
        (x.far, y.near),
        (x.near, y.far),
        (x.far, y.far),
        (x.middle, y.middle),
    ];
    if x.sides {
        pairs.extend([(x.middle, y.near), (x.middle, y.far)]);
    }
    if y.sides {
        pairs.extend([(x.near, y.middle), (x.far, y.middle)]);
    }
    points(&pairs).collect()
}

/// The points of a fixed handicap of 2 to 9 stones, or up to 4 on even boards. Empty for other numbers.
///
/// Black's corners from the upper right and lower left, then the sides, and the centre for 5, 7 and 9: the order of
/// Asian servers, whose records do not list these stones.
pub fn handicap(stones: u8, size: Size) -> Vec<Point> {
    let (x, y) = (Lines::of(size.columns()), Lines::of(size.rows()));
    let order = [
        (x.far, y.near),
        (x.near, y.far),
        (x.near, y.near),
        (x.far, y.far),
        (x.near, y.middle),
        (x.far, y.middle),
        (x.middle, y.near),
        (x.middle, y.far),
    ];
    if !(2..=9).contains(&stones) {
        return Vec::new();
    }
    let centre = stones >= 5 && !stones.is_multiple_of(2);
    let around = usize::from(stones) - usize::from(centre);
    let mut stood: Vec<Point> = points(&order[..around]).collect();
    if centre {
        stood.extend(points(&[(x.middle, y.middle)]));
    }
    if stood.len() == usize::from(stones) { stood } else { Vec::new() }
}
