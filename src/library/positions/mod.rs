//! The positions of a library: what was played in a position, how often, by whom and with what result.
//!
//! [`files`] counts by reading the games. [`build`] makes an index of them, and [`query`] asks it; both give the same
//! answers. docs/libraries.md describes the file.

mod build;
mod corners;
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
pub(crate) use corners::changed;
pub(crate) use files::{Gatherer, find, read};
pub(crate) use query::Index;
pub(crate) use tally::{Filter, MoveStats};

use crate::book::BookError;
use crate::game::{Corner, CornerKey, Game, Keys, Move, Position, Side, Symmetry};
use crate::record::{Headers, NodeId, Place, Record};
use crate::words::{self, Lang, Terms, worded};
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
    /// It does not have a corner with so many stones.
    #[error("an index has corners of 1 to 24 stones, not of {0}")]
    Corner(u16),
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
        Corner(stones): "索引只有1到24子的角，没有{stones}子的" "索引にあるのは1から24子の隅で、{stones}子のものはありません";
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

/// The corner of the last move at a node of a game of Go.
pub(crate) fn corner_at(record: &Record, position: &Position, node: NodeId) -> Option<Corner> {
    let nodes = std::iter::successors(Some(node), |node| record.tree.parent(*node));
    Corner::of_last(position, nodes.filter_map(|node| record.tree.mv(node)))
}

/// A position or a corner of it to ask for.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) position: Position,
    pub(crate) corner: Option<CornerKey>,
    /// The key of the position or corner, whichever way its board is turned.
    pub(crate) key: u64,
    /// The symmetries that give it this key. Rows have the first, or the one that gives the least number to the move.
    symmetries: Vec<Symmetry>,
}

impl Question {
    pub(crate) fn new(position: Position, corner: Option<Corner>) -> Self {
        let corner = corner.map(|corner| CornerKey::new(&position, corner));
        let (key, symmetries) = match &corner {
            Some(corner) => (corner.key, corner.symmetries.clone()),
            None => Keys::default().symmetries(&position),
        };
        Self { position, corner, key, symmetries }
    }

    /// # Errors
    /// No index has a corner with so few or many stones.
    pub(crate) fn check(&self) -> Result<(), IndexError> {
        match &self.corner {
            Some(corner) if !corners::INDEXED.contains(&corner.stones) => {
                Err(IndexError::Corner(corner.stones))
            }
            _ => Ok(()),
        }
    }

    /// Whether a row is about this very board or corner, unturned and with the same colours.
    fn is_same(&self, turn: u8) -> bool {
        let is_corner = self.corner.is_some();
        let turns = self.symmetries.iter().map(|by| by.index());
        turns.map(|by| corners::turn(by, is_corner)).any(|by| by == turn)
    }

    /// Whether a corner is kept with the colours swapped.
    fn swaps(&self) -> bool {
        self.corner.as_ref().is_some_and(CornerKey::swaps)
    }

    /// The side of results: the one to move, and of a corner always the one with Black's part.
    pub(crate) fn side(&self) -> Side {
        if self.corner.is_some() { Side::First } else { self.position.side_to_move() }
    }

    /// Whether a move is elsewhere than in the corner.
    pub(crate) fn is_tenuki(&self, mv: Move) -> bool {
        self.corner.as_ref().is_some_and(|corner| corner.is_tenuki(mv, &self.position))
    }

    /// What a move is called: in a corner, where both sides may be next, after its side.
    pub(crate) fn name(&self, mv: Move, name: impl Fn(Move) -> String, lang: Lang) -> String {
        let Some(side) = mv.side().filter(|_| self.corner.is_some()) else { return name(mv) };
        let terms = lang.pick([Terms::Ascii, Terms::Simplified, Terms::Traditional]);
        let word = match self.is_tenuki(mv) {
            true => lang.pick(["tenuki", "脱先", "手抜き"]).to_owned(),
            false => name(mv),
        };
        format!("{} {word}", words::side(Game::Go, side, terms))
    }

    /// The move with a number on the turned board, on the board of the position. Of several that are the same, it is the one
    /// that people play first: on the right, in Go at the top.
    fn turned_back(&self, number: u16) -> Option<Move> {
        let mv = Move::numbered(self.position.game(), number)?;
        // Where a corner is like itself with the colours swapped, these stay.
        let alike = self.symmetries.iter().filter(|by| by.swaps() == self.swaps());
        let moves = alike.map(|by| by.turn_back(mv, &self.position));
        moves.max_by_key(|mv| {
            let point = mv.go().and_then(|mv| mv.point);
            (point.map(|point| (point.column, Reverse(point.row))), mv.number())
        })
    }

    /// Whether a move is the one that was counted, perhaps as a symmetry of the position maps it.
    pub(crate) fn is_of(&self, counted: &MoveRow, mv: Move) -> bool {
        let number =
            |mv| self.symmetries.iter().map(move |by| by.turn(mv, &self.position).number()).min();
        counted.mv.is_some_and(|counted| match self.is_tenuki(counted) {
            true => self.is_tenuki(mv) && mv.side() == counted.side(),
            false => number(counted) == number(mv),
        })
    }

    /// The rows of an answer, turned back to the board of the position.
    fn rows(&self, moves: Vec<MoveStats>) -> Vec<MoveRow> {
        let mut rows = Vec::new();
        for mut stats in moves {
            if self.swaps() {
                stats.results.reverse();
                stats.players.reverse();
                stats.swapped = stats.games - stats.swapped;
            }
            let mv = self.turned_back(stats.number);
            let mover = mv.and_then(Move::side).filter(|_| self.corner.is_some());
            let side = mover.unwrap_or_else(|| self.side());
            let player = Some(stats.players[side.index()].clone()).filter(|(_, times)| *times > 0);
            rows.push(MoveRow { mv, stats, player });
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
    /// The places of trees at which a corner comes to be.
    pub(crate) places: Vec<Reached>,
    /// When the index was built, unless the files were read.
    pub(crate) built: Option<SystemTime>,
}

/// A place at which a position or corner is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) kind: Game,
    pub(crate) path: PathBuf,
    /// The index of the game in its file.
    pub(crate) game: usize,
    pub(crate) place: Place,
    /// The number of moves.
    pub(crate) moves: u32,
    /// The players, the title, the event, the date and the result.
    pub(crate) headers: Headers,
    /// Whether the corner has the colours swapped.
    pub(crate) is_swapped: bool,
}

/// Answers a question from the hits that meet its conditions, with the games if `listed`.
fn answer(question: &Question, mut hits: Vec<Hit>, listed: bool) -> Answer {
    tally::sort(&mut hits);
    let mut places = Vec::new();
    hits.retain(|hit| {
        hit.place.is_none() || {
            places.push(hit.clone());
            false
        }
    });
    let (moves, games) = tally::tally(&hits);
    // The first of each game.
    hits.dedup_by_key(|hit| hit.id);
    hits.retain(|_| listed);
    let [list, places] = [hits, places].map(|hits| {
        let mut list: Vec<Reached> = hits.iter().map(|hit| reached(question, hit)).collect();
        list.sort_by(|one, other| (&one.path, one.game).cmp(&(&other.path, other.game)));
        list
    });
    Answer { games, moves: question.rows(moves), list, places, built: None }
}

fn reached(question: &Question, hit: &Hit) -> Reached {
    let place = hit.place.clone().or_else(|| Place::MAIN_END.at(hit.ply).ok());
    let is_swapped = corners::swaps(hit.turn) != question.swaps();
    hit.game.reached(place.unwrap_or(Place::MAIN_END), is_swapped)
}

impl MoveRow {
    /// The results for a side, and its score.
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
