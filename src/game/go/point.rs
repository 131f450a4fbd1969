//! Points and their names, board sizes with their star points, and moves.

use derive_more::Display;

use crate::game::{Side, halfwidth};

/// A point, counted from the top left corner as in SGF. It may be off the board, because records contain such moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Display)]
#[display("{}{}", letter(*column), letter(*row))]
pub struct Point {
    /// 0 for the leftmost column.
    pub column: u8,
    /// 0 for the top row.
    pub row: u8,
}

impl Point {
    /// A point by column and row.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// Reads the two letters of SGF, `a` to `z` for 0 to 25 and `A` to `Z` for 26 to 51.
    pub fn from_letters(letters: &[u8]) -> Option<Self> {
        match letters {
            [column, row] => Some(Self::new(number(*column)?, number(*row)?)),
            _ => None,
        }
    }

    /// The point in A1 coordinates. A point off the board is written in SGF letters.
    pub fn a1(self, size: Size) -> String {
        match size.contains(self) {
            true => format!("{}{}", column_name(self.column), size.rows - self.row),
            false => self.to_string(),
        }
    }

    /// Parses A1 coordinates in upper or lower case, such as `Q16`: columns from the left without I, rows from the
    /// bottom. Returns `None` for points off the board, too.
    pub fn from_a1(text: &str, size: Size) -> Option<Self> {
        let (letters, row) = text.split_at(text.find(|next: char| next.is_ascii_digit())?);
        if letters.len() > 2 {
            return None;
        }
        // The first of two letters counts the turns of the alphabet.
        let mut column = 0;
        for letter in letters.bytes() {
            let letter = letter.to_ascii_uppercase();
            let index = COLUMNS.iter().position(|known| *known == letter)?;
            column = column * COLUMNS.len() + index + 1;
        }
        let column = u8::try_from(column.checked_sub(1)?).ok()?;
        let row: u8 = row.parse().ok()?;
        let point = Self::new(column, size.rows.checked_sub(row)?);
        (row > 0 && size.contains(point)).then_some(point)
    }

    /// Parses A1 coordinates at an offset of a text, and returns the number of bytes. They begin and end a word; the letter of
    /// a side or another point may follow directly: `B D4W Q16`, `Q16O17`. Unless a text is known to write them so, small
    /// letters may be anything, except those after the letter of a side: `B q16`.
    pub(crate) fn scan_at(
        text: &str,
        at: usize,
        size: Size,
        is_small: bool,
    ) -> Option<(Self, usize)> {
        /// No point is longer: `T19`.
        const LONGEST: usize = 3;
        let (before, rest) = text.split_at_checked(at)?;
        let first = halfwidth(rest.chars().next()?);
        let is_told = || is_small || ["B ", "W "].iter().any(|label| before.ends_with(label));
        let begins = first.is_ascii_uppercase() || first.is_ascii_lowercase() && is_told();
        if !begins || before.ends_with(is_part_of_word) && !before.ends_with("__") {
            return None;
        }
        let near = rest.chars().take(LONGEST + 2).map(halfwidth);
        let word: String = near.take_while(char::is_ascii_alphanumeric).collect();
        let is_next = |at: usize| {
            let next = &word[at..];
            next.starts_with(['B', 'W'])
                || next.starts_with(|first: char| first.is_ascii_uppercase())
                    && next[1..].starts_with(|row: char| row.is_ascii_digit())
        };
        let alone = (1..word.len()).find(|at| is_next(*at)).map(|end| &word[..end]);
        let point = Self::from_a1(alone.unwrap_or(&word), size)?;
        let count = alone.unwrap_or(&word).len();
        let length = rest.chars().take(count).map(char::len_utf8).sum();
        let after = &rest[length..];
        // A character of the row may be lost: `J1□`.
        let ends = alone.is_some()
            || !after.starts_with(|next| is_part_of_word(next) || "□■〓\u{FFFD}".contains(next))
            || after.starts_with("__");
        ends.then_some((point, length))
    }
}

/// Characters that are not found beside a coordinate: `E2-E4` is chess.
fn is_part_of_word(next: char) -> bool {
    halfwidth(next).is_ascii_alphanumeric() || "-+_/'=".contains(next)
}

fn number(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(number: u8) -> char {
    match number {
        0..26 => char::from(b'a' + number),
        _ => char::from(b'A' + (number - 26).min(25)),
    }
}

impl From<(u8, u8)> for Point {
    fn from((column, row): (u8, u8)) -> Self {
        Self::new(column, row)
    }
}

/// The size of a board, 1 to 52 in both directions; displayed as `19x19`: columns, then rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display)]
#[display("{columns}x{rows}")]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The longest side for which SGF has letters.
    pub const LONGEST: u8 = 52;
    /// The usual board.
    pub const USUAL: Self = Self { columns: 19, rows: 19 };

    /// A board with this many columns and rows.
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let is_possible = [columns, rows].iter().all(|side| (1..=Self::LONGEST).contains(side));
        is_possible.then_some(Self { columns, rows })
    }

    /// The number of columns.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// Whether a point lies on the board.
    pub fn contains(self, point: Point) -> bool {
        point.column < self.columns && point.row < self.rows
    }

    /// Every point, row by row from the top left corner.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Point { column, row }))
    }

    /// The longer side.
    pub fn longest(self) -> u8 {
        self.columns.max(self.rows)
    }
}

/// A stone on a point, or a pass. Go records name the player of every move, and the same player may move twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display)]
#[display("{} {}", side.pick('B', 'W'), point.map_or("pass".to_owned(), |point| point.to_string()))]
pub struct Move {
    /// The side that moves.
    pub side: Side,
    /// Where the stone is placed; `None` for a pass.
    pub point: Option<Point>,
}

impl Move {
    /// A stone on a point.
    pub fn stone(side: Side, point: Point) -> Self {
        Self { side, point: Some(point) }
    }

    /// A pass.
    pub fn pass(side: Side) -> Self {
        Self { side, point: None }
    }
}

/// The letters of columns in the notation of players. I is skipped because it resembles J and 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The name of a column, from 0 at the left: A to Z without I, then AA to ZZ in the same manner.
pub fn column_name(number: u8) -> String {
    let letter = char::from(COLUMNS[usize::from(number % 25)]);
    match usize::from(number / 25) {
        0 => letter.to_string(),
        turn => format!("{}{letter}", char::from(COLUMNS[turn - 1])),
    }
}

/// The lines with star points in one direction: near, in the middle and far. The outer ones are the fourth from the edge
/// on boards of 13 lines or more, otherwise the third, and are missing below 7 lines. The middle one is missing for an
/// even number of lines and below 5 lines.
fn star_lines(length: u8) -> [Option<u8>; 3] {
    let edge = if length >= 13 { 3 } else { 2 };
    let has_corners = length >= 7;
    let has_middle = length >= 5 && !length.is_multiple_of(2);
    [
        has_corners.then_some(edge),
        has_middle.then_some(length / 2),
        has_corners.then(|| length - 1 - edge),
    ]
}

/// The star points at places, each a column and a row of [`star_lines`] by index. Those that are missing are left out.
fn star_points(size: Size, places: &[(usize, usize)]) -> impl Iterator<Item = Point> {
    let (columns, rows) = (star_lines(size.columns), star_lines(size.rows));
    places.iter().filter_map(move |&(x, y)| Some(Point::new(columns[x]?, rows[y]?)))
}

/// The star points of a board: four corners, the centre of an odd board and, in a direction of 15 lines or more, the
/// middles of the sides, which would crowd smaller boards.
pub fn stars(size: Size) -> Vec<Point> {
    let mut places = vec![(0, 0), (2, 0), (0, 2), (2, 2), (1, 1)];
    if size.columns >= 15 {
        places.extend([(1, 0), (1, 2)]);
    }
    if size.rows >= 15 {
        places.extend([(0, 1), (2, 1)]);
    }
    star_points(size, &places).collect()
}

/// The points of a fixed handicap of 2 to 9 stones, or up to 4 on even boards. Empty for other numbers.
///
/// Black's corners from the upper right and lower left, then the sides, and the centre for 5, 7 and 9: the order of
/// Asian servers, whose records do not list these stones.
pub fn handicap(stones: u8, size: Size) -> Vec<Point> {
    const ORDER: [(usize, usize); 8] =
        [(2, 0), (0, 2), (0, 0), (2, 2), (0, 1), (2, 1), (1, 0), (1, 2)];
    if !(2..=9).contains(&stones) {
        return Vec::new();
    }
    let has_centre = stones >= 5 && !stones.is_multiple_of(2);
    let around = usize::from(stones) - usize::from(has_centre);
    let mut points: Vec<Point> = star_points(size, &ORDER[..around]).collect();
    if has_centre {
        points.extend(star_points(size, &[(1, 1)]));
    }
    if points.len() == usize::from(stones) { points } else { Vec::new() }
}
