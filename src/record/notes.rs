//! What is noted on a node beside its move.

use super::{Mark, Setup};
use crate::game::{Game, Side};

/// One thing noted on a node. A node has a list of them in the order of the file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Text about the position after the move; line ends are `\n`, the trailing one is taken off.
    Comment(Box<str>),
    /// A name given to the position (KIF's しおり).
    Bookmark(Box<str>),
    /// The clock after the move.
    Clock(Clock),
    /// An engine's or annotator's valuation of the position.
    Eval(Eval),
    /// A sign such as `!?`.
    Glyph(Box<str>),
    /// Signs drawn on the board.
    Mark(Box<Mark>),
    /// Stones placed or taken away before the move.
    Setup(Box<Setup>),
    /// The side to move is set.
    Turn(Side),
    /// The number of the node's move is set; the following moves count on from it.
    Number(u32),
    /// What is left on a player's clock.
    Remaining(Remaining),
    /// How the line ended at this node. Later notes are about the end and not about the move.
    End(Box<Ending>),
    /// How the line that ends here came out, or how the position is judged, as records of xiangqi have it.
    Result(Outcome),
    /// A sentence on how the line ended (KIF's まで line), if it is not the usual one.
    Summary(Box<str>),
    /// A line that has no meaning for programs, such as prose between moves.
    Remark(Box<str>),
    /// A property that the format holds and dapu does not interpret, kept as written.
    Property(Box<Property>),
    /// The file has the raw header of this index here, among the root's other notes.
    Header(u32),
    /// The file has the node's move here: it usually comes before everything else.
    Move,
    /// What is not in order here. That the move is illegal is known to the tree: [`super::Tree::illegal`].
    Warning(Box<str>),
}

impl Note {
    /// What the note is called where it is lost, a noun in the singular; `None` for what a reader adds by itself.
    pub fn noun(&self) -> Option<&'static str> {
        Some(match self {
            Self::Comment(_) => "comment",
            Self::Bookmark(_) => "bookmark",
            Self::Clock(_) => "clock",
            Self::Remaining(_) => "remaining time",
            Self::Eval(_) => "evaluation",
            Self::Glyph(_) => "glyph",
            Self::Mark(_) => "mark",
            Self::Setup(_) | Self::Turn(_) | Self::Number(_) => "setup",
            Self::End(_) => "ending",
            Self::Result(_) => "result of a line",
            Self::Summary(_) => "summary",
            Self::Remark(_) => "remark",
            Self::Property(_) => "property",
            Self::Header(_) | Self::Move | Self::Warning(_) => return None,
        })
    }
}

/// Time on the clock, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clock {
    /// Spent on this move.
    pub spent: Option<u32>,
    /// Spent by this side so far.
    pub total: Option<u32>,
}

/// What a player has left, as Go servers write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Remaining {
    /// Whose clock.
    pub side: Side,
    /// How much is left.
    pub left: Left,
}

/// A measure of what is left on a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Left {
    /// Milliseconds; negative when the time is overstepped.
    Time(i32),
    /// Moves to be made in the byo-yomi period, or periods.
    Moves(u32),
}

/// A valuation from the first player's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Eval {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many plies; negative if the first player is mated.
    Mate(i32),
    /// How often the first player wins from here, in hundredths of a percent: 0 to 10,000.
    WinRate(i32),
}

impl Eval {
    /// As players of a game write it, but for mates, which each language has a word for: in points, in Go as the decimal
    /// of the file, or in percent.
    pub fn text(self, game: Game, mate: fn(i32) -> String) -> String {
        match (self, game) {
            (Self::Mate(plies), _) => mate(plies),
            (Self::Centipawns(points), Game::Xiangqi | Game::Shogi) => points.to_string(),
            (Self::Centipawns(points), Game::Go) => decimal(points),
            (Self::WinRate(rate), _) => format!("{}%", decimal(rate)),
        }
    }
}

/// Hundredths as a decimal number, without zeros behind it.
fn decimal(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.unsigned_abs();
    let text = format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The end of a line by itself.
///
/// It is noted on the node of the last move. If another line continues from that position, the ending is a node of its
/// own, without a move, among its siblings: [`super::Builder::end`] ensures this.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ending {
    /// How it ended.
    pub kind: EndingKind,
    /// The file's own word, where it is not the one that its format usually has for the kind.
    pub word: Option<Box<str>>,
    /// The time of the ending itself, such as that before a player resigned.
    pub clock: Option<Clock>,
}

impl From<EndingKind> for Ending {
    fn from(kind: EndingKind) -> Self {
        Self {
            kind,
            word: None,
            clock: None,
        }
    }
}

impl From<EndingKind> for Note {
    fn from(kind: EndingKind) -> Self {
        Self::End(Box::new(kind.into()))
    }
}

/// How a line ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndingKind {
    /// The side to move gave up.
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
    /// The side to move overstepped its time.
    Timeout,
    /// The side to move wins by the other's foul.
    IllegalWin,
    /// The side to move loses by a foul.
    IllegalLoss,
    /// The side to move declares a win by entering (入玉勝ち).
    Nyugyoku,
    /// The side to move wins by default.
    DefaultWin,
    /// The side to move loses by default.
    DefaultLoss,
    /// The game was broken off.
    Abort,
    /// A problem's solution ends in mate (詰み).
    Mate,
    /// No mate (不詰).
    NoMate,
    /// The agreed number of moves was reached.
    MaxMoves,
    /// An ending that dapu has no name for; [`Ending::word`] has the file's word.
    Other,
}

impl EndingKind {
    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Draw => "draw",
            Self::Repetition => "repetition",
            Self::Jishogi => "jishogi",
            Self::Timeout => "timeout",
            Self::IllegalWin => "illegal_win",
            Self::IllegalLoss => "illegal_loss",
            Self::Nyugyoku => "nyugyoku",
            Self::DefaultWin => "default_win",
            Self::DefaultLoss => "default_loss",
            Self::Abort => "abort",
            Self::Mate => "mate",
            Self::NoMate => "no_mate",
            Self::MaxMoves => "max_moves",
            Self::Other => "other",
        }
    }
}

/// The outcome of a line, or the side with the better position at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The first player wins.
    FirstWins,
    /// The second player wins.
    SecondWins,
    /// Nobody wins.
    Draw,
    /// It is not known.
    Open,
    /// The first player is better.
    FirstBetter,
    /// The second player is better.
    SecondBetter,
    /// Neither is better.
    Even,
}

impl Outcome {
    /// Every outcome, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::FirstWins,
        Self::SecondWins,
        Self::Draw,
        Self::Open,
        Self::FirstBetter,
        Self::SecondBetter,
        Self::Even,
    ];

    /// The word used in JSON: `1-0`, `0-1`, `1/2-1/2` and `*` as in PGN, `first_better`, `second_better`, `even`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
            Self::FirstBetter => "first_better",
            Self::SecondBetter => "second_better",
            Self::Even => "even",
        }
    }

    /// The outcome of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// Whether the game is over: won or drawn.
    pub fn is_final(self) -> bool {
        matches!(self, Self::FirstWins | Self::SecondWins | Self::Draw)
    }
}

/// A property kept as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The property's name.
    pub name: Box<str>,
    /// Its values, in order.
    pub values: Vec<Box<str>>,
}
