//! How one game is recognised among others, whatever file it is in.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{canonical, fnv};
use crate::game::{Move, Side};
use crate::record::{Key, NodeId, Record};
use crate::text::{folded, joined};

/// Fewer plies than these are common to many games.
const DISTINCT: usize = 20;

/// The most moves that may have been put in or left out at a place.
const MOST_PUT_IN: usize = 4;

/// Games that begin with different moves may share this many later ones by chance.
const FEW: usize = 8;

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
    /// Of a short game, a number for all its moves, or if it has none, for its texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<u64>,
    /// Whether it is a new game, of which there is no file yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_new: bool,
    /// If a user has decided that notes are on this game, the name of a log of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<String>,
}

/// How surely notes are on a game. Greater is surer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The players agree, and the moves as far as both games go.
    Moves,
    /// All moves are the same.
    Whole,
    /// It is the same game of the same file.
    File,
    /// A user has decided it.
    Attached,
}

impl Identity {
    /// Describes a game of a file, which need not be there. `index` is that of the game in the file, from 0.
    pub fn of(record: &Record, path: &Path, index: usize) -> Self {
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
            moves: joined(moves, ","),
            players: Side::BOTH
                .map(|side| record.headers.get(Key::Player(side)).unwrap_or_default().to_owned()),
            date: date.unwrap_or_default().to_owned(),
            file: file.to_string_lossy().into_owned(),
            number: index + 1,
            whole: whole(record),
            is_new: false,
            attached: None,
        }
    }

    /// How surely notes on this game are on another one; `None` if they are not.
    ///
    /// A game that is longer, because it went on, is the same; so is one of which a move was corrected in the same file. A
    /// short main line says nothing, unless its start is unusual or the whole game is the same.
    pub fn fit(&self, other: &Self) -> Option<Fit> {
        let has_gone_on = self.is_place_of(other) && self.becomes(other);
        if self.game != other.game || self.start != other.start {
            return None;
        }
        // What is entered as a new game is of no other game, however it begins.
        if (self.is_new || other.is_new) && self.file != other.file {
            return None;
        }
        if self.attached.is_some() {
            // It says nothing of games that only begin alike.
            return (has_gone_on || self.moves == other.moves).then_some(Fit::Attached);
        }
        if !self.has_players(&other.players) {
            return None;
        }
        if has_gone_on && agree(&self.date, &other.date) {
            return Some(Fit::File);
        }
        let is_whole = match self.whole.or(other.whole) {
            Some(_) => self.whole == other.whole,
            None => !self.moves.is_empty() && self.moves == other.moves,
        };
        // Another short game may have taken the place of this one.
        if is_whole && (has_gone_on || !self.is_place_of(other)) {
            return Some(Fit::Whole);
        }
        self.begins_as(other).then_some(Fit::Moves)
    }

    /// Whether one main line begins the other, and no other game begins so.
    fn begins_as(&self, other: &Self) -> bool {
        let (short, long) = match self.moves.len() <= other.moves.len() {
            true => (self, other),
            false => (other, self),
        };
        let rest = long.moves.strip_prefix(&*short.moves);
        let begins =
            |rest: &str| short.moves.is_empty() || rest.is_empty() || rest.starts_with(',');
        rest.is_some_and(begins) && short.is_distinct()
    }

    /// Whether only moves of the main line have followed, so that notes that [fit](Self::fit) wherever the game is still do.
    pub fn has_grown_to(&self, later: &Self) -> bool {
        let Self { moves, whole, .. } = self.clone();
        let is_longer = later.moves.starts_with(&*moves);
        is_longer && self.is_distinct() && *self == Self { moves, whole, ..later.clone() }
    }

    /// Whether notes on the game stay with what its file has become.
    pub fn stays(&self, later: &Self) -> bool {
        self.becomes(later)
            || self.game == later.game && self.start == later.start && self.begins_as(later)
    }

    /// Whether both are in the same place of the same file.
    pub(super) fn is_place_of(&self, other: &Self) -> bool {
        !self.file.is_empty() && self.file == other.file && self.number == other.number
    }

    /// What another description shares one of if its game [fits](Self::fit) this one.
    pub(super) fn keys(&self) -> Vec<u64> {
        let moves = &self.moves;
        let first: Vec<&str> = moves.split(',').take(DISTINCT).collect();
        let place = format!("file {}#{}", self.file, self.number);
        let mut keys = vec![place, format!("moves {moves}")];
        keys.extend(self.whole.map(|whole| format!("whole {whole}")));
        keys.extend((first.len() == DISTINCT).then(|| format!("first {}", first.join(","))));
        keys.extend((!self.is_usual).then(|| "start".to_owned()));
        let keys = keys.iter().map(|key| format!("{}\n{}\n{key}", self.game, self.start));
        keys.map(|key| fnv(key.as_bytes())).collect()
    }

    /// The players' names as they compare.
    pub(super) fn folded_players(&self) -> [String; 2] {
        self.players.each_ref().map(|name| folded(name.trim()))
    }

    /// Whether it may be this game at a later time: moves may have followed, and some have been taken back or corrected.
    fn becomes(&self, later: &Self) -> bool {
        let (before, now) = (self.plies(), later.plies());
        let common = before.iter().zip(&now).take_while(|(one, other)| one == other).count();
        let (before, now) = (&before[common..], &now[common..]);
        // Moves may also have been put in or left out.
        let shifts = (0..=MOST_PUT_IN).flat_map(|by| [(0, by), (by, 0)]);
        let kept = shifts.map(|(left_out, put_in)| {
            let pairs = before.iter().skip(left_out).zip(now.iter().skip(put_in));
            pairs.filter(|(one, other)| one == other).count()
        });
        let kept = kept.max().unwrap_or(0);
        // A few moves that only come in the same order may be those of another game.
        let kept = if common > 0 || kept >= FEW { kept } else { 0 };
        let (lost, kept) = (before.len() - kept, common + kept);
        // Half may have been taken back, if few are left.
        let is_most = kept + usize::from(now.is_empty()) > lost;
        let is_close = is_most && lost <= ((lost + kept) / 4).max(2);
        self.game == later.game && self.start == later.start && (lost == 0 || is_close)
    }

    /// The moves of the main line.
    fn plies(&self) -> Vec<&str> {
        self.moves.split(',').filter(|mv| !mv.is_empty()).collect()
    }

    /// Whether no other game begins alike.
    pub fn is_distinct(&self) -> bool {
        !self.is_usual || self.plies().len() >= DISTINCT
    }

    /// Whether these may be the players.
    fn has_players(&self, players: &[String; 2]) -> bool {
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
        format!("{}-{:016x}", self.game, fnv(text.as_bytes()))
    }
}

/// A number for all moves of a short game, in whatever order its variations are; without moves, for its texts.
fn whole(record: &Record) -> Option<u64> {
    let tree = &record.tree;
    if tree.mainline().filter(|node| tree.mv(*node).is_some()).nth(DISTINCT - 1).is_some() {
        return None;
    }
    let mut ways: Vec<u64> = Vec::new();
    for node in tree.ids().take(tree.file_len()) {
        // A parent precedes its children.
        let before = tree.parent(node).map_or(0, |parent| ways[parent.index()]);
        ways.push(match tree.mv(node) {
            Some(mv) => fnv(format!("{before:x} {mv}").as_bytes()),
            None => before,
        });
    }
    ways.sort_unstable();
    ways.dedup();
    let mut texts: Vec<String> = ways.iter().filter(|way| **way > 0).map(u64::to_string).collect();
    if texts.is_empty() {
        let [first, second] = Side::BOTH.map(Key::Player);
        let keys = [first, second, Key::Title, Key::Event, Key::Date];
        texts.extend(
            keys.into_iter()
                .filter_map(|key| Some(format!("{key:?} {}", record.headers.get(key)?))),
        );
        texts.extend(tree.comment(NodeId::ROOT).map(str::to_owned));
    }
    (!texts.is_empty()).then(|| fnv(texts.join("\n").as_bytes()))
}

/// Whether two texts are the same, or one lacks.
fn agree(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one.trim()), folded(other.trim()));
    one.is_empty() || other.is_empty() || one == other
}
