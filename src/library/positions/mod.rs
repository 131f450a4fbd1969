//! The positions of a library: what was played in a position, how often, by whom and with what result.
//!
//! [`files`] counts by reading the games. [`build`] makes an index of them, and [`query`] asks it; both give the same
//! answers. docs/libraries.md describes the file.

mod build;
mod files;
mod game;
mod played;
mod query;
mod stamp;
mod store;
mod tally;

use std::cmp::Reverse;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::SystemTime;

pub(crate) use build::{Built, Stage, build};
pub(crate) use files::{Gatherer, find};
pub(crate) use query::Index;
pub(crate) use tally::{Filter, MoveStats};

use crate::book::BookError;
use crate::game::{Game, Keys, Move, Position, Side, Symmetry};
use crate::record::Headers;
use crate::words::worded;
use tally::Hit;

/// Why an index cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum IndexError {
    /// The operating system's error.
    #[error("{0}")]
    Io(String),
    /// The error of a book, which is a database, too.
    #[error("{0}")]
    Book(BookError),
    /// Another process is building it.
    #[error("another dapu is writing to the index")]
    Busy,
    /// The file is something else.
    #[error("not an index of dapu")]
    Foreign,
    /// The user stopped the build.
    #[error("stopped")]
    Stopped,
    /// Another version of dapu made it.
    #[error("an index of another version of dapu")]
    OtherVersion,
    /// Its bytes make no sense.
    #[error("damaged: {0}")]
    Damaged(String),
}

worded! {
    IndexError {
        Io(error): "{error}" "{error}";
        Book(error): "{error}" "{error}";
        Busy: "另一个dapu正在写入索引" "別の dapu が索引に書き込み中です";
        Foreign: "不是dapu的索引" "dapu の索引ではありません";
        Stopped: "已停止" "中止しました";
        OtherVersion: "是其他版本dapu的索引" "別の版の dapu の索引です";
        Damaged(what): "损坏：{what}" "壊れています：{what}";
    }
}

impl From<std::io::Error> for IndexError {
    fn from(error: std::io::Error) -> Self {
        BookError::from(error).into()
    }
}

impl From<BookError> for IndexError {
    fn from(error: BookError) -> Self {
        match error {
            BookError::Io(words) => Self::Io(words),
            BookError::Busy => Self::Busy,
            BookError::NotSqlite => Self::Foreign,
            BookError::Damaged(words) => Self::Damaged(words),
            BookError::Unfinished => Self::Io(ErrorKind::ReadOnlyFilesystem.to_string()),
            other => Self::Book(other),
        }
    }
}

/// A position to ask for.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) position: Position,
    /// The key of the position, whichever way its board is turned.
    pub(crate) key: u64,
    /// The symmetries that give it this key. Rows have the first.
    symmetries: Vec<Symmetry>,
}

impl Question {
    pub(crate) fn new(position: Position) -> Self {
        let (key, symmetries) = Keys::default().symmetries(&position);
        Self { position, key, symmetries }
    }

    /// The symmetry under which games with this very board are stored.
    fn turn(&self) -> Symmetry {
        self.symmetries.first().copied().unwrap_or_default()
    }

    /// The move with a number on the turned board, on the board of the position. Of several that are the same, it is the one
    /// that people play first: on the right, in Go at the top.
    fn turned_back(&self, number: u16) -> Option<Move> {
        let mv = Move::numbered(self.position.game(), number)?;
        let moves = self.symmetries.iter().map(|by| by.turn_back(mv, &self.position));
        moves.max_by_key(|mv| {
            let point = mv.go().and_then(|mv| mv.point);
            (point.map(|point| (point.column, Reverse(point.row))), mv.number())
        })
    }

    /// Whether a move is the one that was counted, perhaps as a symmetry of the position maps it.
    pub(crate) fn is_of(&self, counted: &MoveRow, mv: Move) -> bool {
        let number =
            |mv| self.symmetries.iter().map(move |by| by.turn(mv, &self.position).number()).min();
        counted.mv.is_some_and(|counted| number(counted) == number(mv))
    }

    /// The rows of an answer, turned back to the board of the position.
    fn rows(&self, moves: Vec<MoveStats>) -> Vec<MoveRow> {
        let side = self.position.side_to_move();
        let mut rows = Vec::new();
        for stats in moves {
            let player = Some(stats.players[side.index()].clone()).filter(|(_, times)| *times > 0);
            rows.push(MoveRow { mv: self.turned_back(stats.number), stats, player });
        }
        rows
    }
}

/// A move, or the end of games, with its counts.
#[derive(Debug, Clone)]
pub(crate) struct MoveRow {
    /// `None` for games that end there.
    pub(crate) mv: Option<Move>,
    pub(crate) stats: MoveStats,
    /// The most frequent player of the side to move, and in how many of the games.
    pub(crate) player: Option<(String, u32)>,
}

/// What was played in a position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    /// The number of games.
    pub(crate) games: u32,
    /// Those of most games first, the end last.
    pub(crate) moves: Vec<MoveRow>,
    /// The games, if they were asked for.
    pub(crate) list: Vec<Reached>,
    /// When the index was built, unless the files were read.
    pub(crate) built: Option<SystemTime>,
}

/// A game in which a position is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) kind: Game,
    pub(crate) path: PathBuf,
    /// The index of the game in its file.
    pub(crate) game: usize,
    pub(crate) ply: u32,
    /// The number of moves.
    pub(crate) moves: u32,
    /// The players, the title, the event, the date and the result.
    pub(crate) headers: Headers,
}

/// Answers a question from the hits that meet its conditions, with the games if `listed`.
fn answer(question: &Question, hits: &[Hit], listed: bool) -> Answer {
    let (moves, games) = tally::tally(hits);
    let mut list = Vec::new();
    for of_game in hits.chunk_by(|one, other| one.id == other.id).filter(|_| listed) {
        list.push(of_game[0].game.reached(of_game[0].ply.into()));
    }
    list.sort_by(|one, other| (&one.path, one.game).cmp(&(&other.path, other.game)));
    Answer { games, moves: question.rows(moves), list, built: None }
}

impl MoveRow {
    /// The results for a side to move, and its score.
    pub(crate) fn results(&self, side: Side) -> ([u32; 3], Option<f64>) {
        (self.stats.results_for(side), self.stats.score(side))
    }
}

/// A line of a number of cells divided by wins, draws and losses, of which there are some: `#######===--`.
pub(crate) fn bar(results: [u32; 3], width: usize) -> String {
    let [won, drawn, lost] = results.map(f64::from);
    let end = |number: f64| (number / (won + drawn + lost) * width as f64).round() as usize;
    let (wins, draws) = (end(won), end(won + drawn));
    ["#".repeat(wins), "=".repeat(draws - wins), "-".repeat(width - draws)].concat()
}
