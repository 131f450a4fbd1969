//! What tells one game from another, whatever file it is in.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::canonical;
use crate::game::{Move, Side};
use crate::record::{Key, NodeId, Record};
use crate::text::folded;

/// Fewer plies than these are common to many games.
const DISTINCT: usize = 20;

/// The number of moves that are compared. No real game is longer.
const LONGEST: usize = 4000;

/// A game, as the notes on it describe it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Identity {
    /// Xiangqi, shogi or Go.
    pub game: String,
    /// The position before the first move.
    pub start: String,
    /// Whether it is that of every game without handicap.
    pub is_usual: bool,
    /// The moves of the main line, in dapu's own codes, separated by commas.
    pub moves: String,
    /// The players' names as the record has them; empty if it has none.
    pub players: [String; 2],
    /// The date as the record has it; empty if it has none.
    pub date: String,
    /// The canonical path of the file; empty if there was none.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// Whether a user has decided that the notes are on this game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attached: bool,
}

/// How surely notes are on a game. Greater is surer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The moves and players agree.
    Moves,
    /// So do the file and the number of the game.
    File,
    /// A user has decided it.
    Attached,
}

impl Identity {
    /// Describes a game of a file, which need not be there. `index` is that of the game in the file, from 0.
    pub fn of(record: &Record, path: &Path, index: usize) -> Self {
        let header = |key| record.headers.get(key).unwrap_or_default().to_owned();
        let mut start = record.start.clone();
        record.advance(&mut start, NodeId::ROOT);
        let has_file = !path.as_os_str().is_empty();
        let file = if has_file { canonical(path) } else { PathBuf::new() };
        let moves = record.tree.mainline().filter_map(|node| record.tree.mv(node));
        let moves = moves.take(LONGEST).map(Move::code);
        let date = record.headers.get(Key::Date).or_else(|| record.headers.get(Key::Started));
        Self {
            game: record.game().name().to_owned(),
            start: start.text(1),
            is_usual: start.is_usual(),
            moves: moves.collect::<Vec<String>>().join(","),
            players: Side::BOTH.map(|side| header(Key::Player(side))),
            date: date.unwrap_or_default().to_owned(),
            file: file.to_string_lossy().into_owned(),
            number: index + 1,
            attached: false,
        }
    }

    /// How surely notes on this game are on another one; `None` if they are not.
    ///
    /// A game that is longer, because it went on, is the same; so is one of which a move was corrected in the same file. A
    /// short main line says nothing, unless its start is unusual.
    pub fn fit(&self, other: &Self) -> Option<Fit> {
        let is_of_file =
            !self.file.is_empty() && self.file == other.file && self.number == other.number;
        if self.game != other.game || self.start != other.start {
            return None;
        }
        if self.attached && (is_of_file || self.moves == other.moves) {
            return Some(Fit::Attached);
        }
        if !self.has_players(&other.players) {
            return None;
        }
        if is_of_file && agree(&self.date, &other.date) {
            return Some(Fit::File);
        }
        let (short, long) = match self.moves.len() <= other.moves.len() {
            true => (&self.moves, &other.moves),
            false => (&other.moves, &self.moves),
        };
        let rest = long.strip_prefix(short.as_str())?;
        let begins = short.is_empty() || rest.is_empty() || rest.starts_with(',');
        let is_distinct = !self.is_usual || short.split(',').count() >= DISTINCT;
        (begins && is_distinct).then_some(Fit::Moves)
    }

    /// Whether these may be the players.
    pub(super) fn has_players(&self, players: &[String; 2]) -> bool {
        self.players.iter().zip(players).all(|(one, other)| agree(one, other))
    }

    /// What stays the same while the game goes on, and wherever the file is if it has enough moves: the name of its folder.
    pub(in crate::files) fn name(&self) -> String {
        let first: Vec<&str> = self.moves.split(',').take(DISTINCT).collect();
        match first.len() == DISTINCT {
            true => self.name_of(&first.join(","), ""),
            false => self.place_name(),
        }
    }

    /// Its name while it has fewer moves.
    pub(in crate::files) fn place_name(&self) -> String {
        self.name_of("", &format!("{}#{}", self.file, self.number))
    }

    fn name_of(&self, moves: &str, place: &str) -> String {
        let [first, second] = self.players.each_ref().map(|name| folded(name));
        let text = [&self.game, &self.start, moves, &first, &second, place].join("\n");
        format!("{}-{:016x}", self.game, super::super::fnv(text.as_bytes()))
    }
}

/// Whether two texts are the same, or one lacks.
fn agree(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one.trim()), folded(other.trim()));
    one.is_empty() || other.is_empty() || one == other
}
