//! Notes on nodes.

mod mark;
mod warning;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::game::{Game, Side};
pub use mark::{Labels, Mark, MarkKind, Setup, Span, Spans};
pub use warning::{Doubt, IllegalMove, Problem, Warning, Warnings};

/// A note on a node. Each node has a list of them, in file order.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Text about the position after the move. Lines end with `\n`, except the last.
    Comment(Box<str>),
    /// A name given to the position (KIF's しおり).
    Bookmark(Box<str>),
    /// The clock after the move.
    Clock(Clock),
    /// An evaluation of the position by an engine or annotator.
    Eval(Eval),
    /// An annotation symbol such as `!?`.
    Glyph(Box<str>),
    /// Marks drawn on the board.
    Mark(Box<Mark>),
    /// Stones placed or removed before the move.
    Setup(Box<Setup>),
    /// Sets the side to move.
    Turn(Side),
    /// Sets the number of the node's move. Later moves continue from it.
    Number(u32),
    /// The time left on a player's clock.
    Remaining(Remaining),
    /// How the line ended at this node. Later notes are about the ending instead of the move.
    End(Box<Ending>),
    /// The result of the line that ends here, or the judgement of the position, as in xiangqi records.
    Result(Outcome),
    /// The sentence on how the line ended (KIF's まで line), if it is not the usual one.
    Summary(Box<str>),
    /// A line without meaning for programs, such as prose between moves.
    Remark(Box<str>),
    /// A property that the format allows and dapu does not interpret, as written.
    Property(Box<Property>),
    /// The place of a header, by its index, among the root's notes.
    Header(u32),
    /// The place of the node's move among its notes, if it is not the first.
    Move,
    /// A warning about this node. Illegal moves are recorded in [`crate::record::Tree::illegal`] instead.
    Warning(Box<Problem>),
}

impl Note {
    /// The time left on a side's clock.
    pub const fn remaining(side: Side, left: Left) -> Self {
        Self::Remaining(Remaining { side, left })
    }
}

/// Time on the clock in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clock {
    /// Spent on this move.
    pub spent: Option<u32>,
    /// Spent by this side so far.
    pub total: Option<u32>,
}

impl Clock {
    /// The clock that has only the time spent on the move.
    pub const fn spent(milliseconds: u32) -> Self {
        Self { spent: Some(milliseconds), total: None }
    }

    /// Whether it shows any time. Some programs write 0:00 for every move of a player without a clock.
    pub fn has_run(self) -> bool {
        self.spent.into_iter().chain(self.total).any(|time| time > 0)
    }
}

/// The time that a player has left, as Go servers record it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Remaining {
    /// Whose clock.
    pub side: Side,
    /// How much is left.
    pub left: Left,
}

/// The time, moves or periods left on a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Left {
    /// Milliseconds; negative after the time has run out.
    Time(i32),
    /// Moves to be made in the byo-yomi period, or periods.
    Moves(u32),
}

/// A time in milliseconds as minutes or hours: `4:56`, `1:02:03`.
pub fn time(milliseconds: u32) -> String {
    let seconds = milliseconds / 1000;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}

/// Formats the time left: `4:56`, `-0:03` after it has run out, `(5)` for moves or periods.
pub fn left(left: Left) -> String {
    match left {
        Left::Time(milliseconds) => {
            let sign = if milliseconds < 0 { "-" } else { "" };
            format!("{sign}{}", time(milliseconds.unsigned_abs()))
        }
        Left::Moves(moves) => format!("({moves})"),
    }
}

/// An evaluation from the first player's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eval {
    /// In hundredths of a pawn.
    #[serde(rename = "cp", alias = "centipawns")]
    Centipawns(i32),
    /// Mate in this many plies; negative if the first player gets mated.
    Mate(i32),
    /// The first player's probability of winning in hundredths of a percent: 0 to 10,000.
    WinRate(i32),
}

impl Eval {
    /// Formats the evaluation as usual in the game: in points, or for Go as the decimal in the file, or in percent.
    /// `mate` formats mates, since their wording depends on the language.
    pub fn text(self, game: Game, mate: fn(i32) -> String) -> String {
        match (self, game) {
            (Self::Mate(plies), _) => mate(plies),
            (Self::Centipawns(points), Game::Xiangqi | Game::Shogi) => points.to_string(),
            (Self::Centipawns(points), Game::Go) => decimal(points, 2),
            (Self::WinRate(rate), _) => format!("{}%", decimal(rate, 2)),
        }
    }

    /// The same, with a sign before an advantage of either side that is no rate.
    pub fn signed(self, game: Game, mate: fn(i32) -> String) -> String {
        let sign = if matches!(self, Self::Centipawns(1..)) { "+" } else { "" };
        sign.to_owned() + &self.text(game, mate)
    }
}

/// The worth of a move for the side that moved. Losses are in the unit of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// The loss; negative for a gain.
    Lost(i32),
    /// The other side has a mate in this many plies.
    AllowsMate(i32),
    /// The side that moved had a mate in this many plies.
    MissesMate(i32),
    /// The move is the engine's, and the next best one loses this much.
    Only(i32),
}

/// Formats a multiple of a power of ten as a decimal number without trailing zeros: with 3 places, 12500 is `12.5`.
pub fn decimal(units: i32, places: u32) -> String {
    let one = 10_u32.pow(places);
    let sign = if units < 0 { "-" } else { "" };
    let (whole, fraction) = (units.unsigned_abs() / one, units.unsigned_abs() % one);
    let digits = format!("{fraction:0width$}", width = places as usize);
    match digits.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        digits => format!("{sign}{whole}.{digits}"),
    }
}

/// The end of a line, other than by its last move.
///
/// It is noted on the node of the last move. If another line continues from that position, the ending has a node of its
/// own without a move: see [`crate::record::Builder::end`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The kind of ending.
    pub kind: EndingKind,
    /// The word in the file, if it is not the usual one of its format for this kind.
    pub word: Option<Box<str>>,
    /// The time spent before the ending, for example before resigning.
    pub clock: Option<Clock>,
}

impl From<EndingKind> for Ending {
    fn from(kind: EndingKind) -> Self {
        Self { kind, word: None, clock: None }
    }
}

impl From<EndingKind> for Note {
    fn from(kind: EndingKind) -> Self {
        Self::End(Box::new(kind.into()))
    }
}

/// How a line ended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantArray, Serialize, Deserialize,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum EndingKind {
    /// The side to move resigns.
    Resign,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move (a loss in xiangqi).
    Stalemate,
    /// A draw by agreement or rule.
    Draw,
    /// A repetition of positions (千日手).
    Repetition,
    /// Both kings have entered (持将棋).
    Jishogi,
    /// The side to move ran out of time.
    Timeout,
    /// The side to move wins because of the opponent's illegal move.
    IllegalWin,
    /// The side to move loses because of an illegal move.
    IllegalLoss,
    /// The side to move declares a win by entering (入玉勝ち).
    Nyugyoku,
    /// The side to move wins by default.
    DefaultWin,
    /// The side to move loses by default.
    DefaultLoss,
    /// The game was interrupted.
    Abort,
    /// A problem's solution ends in mate (詰み).
    Mate,
    /// No mate (不詰).
    NoMate,
    /// The agreed number of moves was reached.
    MaxMoves,
    /// An ending without a kind. [`Ending::word`] has its word.
    Other,
}

impl EndingKind {
    /// Every kind in order.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The result of a line, or which side is better at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Outcome {
    /// The first player wins.
    #[strum(serialize = "1-0")]
    FirstWins,
    /// The second player wins.
    #[strum(serialize = "0-1")]
    SecondWins,
    /// Neither side wins.
    #[strum(serialize = "1/2-1/2")]
    Draw,
    /// Unknown.
    #[strum(serialize = "*")]
    Open,
    /// The first player is better.
    FirstBetter,
    /// The second player is better.
    SecondBetter,
    /// Neither side is better.
    Even,
}

impl Outcome {
    /// Every outcome in order.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The word used in JSON: `1-0`, `0-1`, `1/2-1/2` and `*` as in PGN, `first_better`, `second_better`, `even`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The outcome with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Whether the game is over: a win or a draw.
    pub fn is_final(self) -> bool {
        matches!(self, Self::FirstWins | Self::SecondWins | Self::Draw)
    }
}

/// A property as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The property's name.
    pub name: Box<str>,
    /// Its values, in order.
    pub values: Vec<Box<str>>,
}
