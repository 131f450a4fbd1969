//! The root's information about the game.

use super::read::SgfReader;
use super::{property, value};
use crate::format::go::{handicap, shown_size};
use crate::game::go;
use crate::game::{Illegal, Position, Side};
use crate::record::{Key, NodeId, Note, decimal};

/// The games that have a number in the specification, from 1. Only the first is read.
const GAMES: &str = "\
    Go, Othello, chess, Gomoku or Renju, Nine Men's Morris, backgammon, Chinese chess, shogi, \
    Lines of Action, Ataxx, Hex, Jungle, Neutron, Philosopher's Football, Quadrature, Trax, \
    Tantrix, Amazons, Octi, Gess, Twixt, Zertz, Plateau, Yinsh, Punct, Gobblet, Hive, Exxit, \
    Hnefatal, Kuba, Tripples, Chase, Tumbling Down, Sahara, Byte, Focus, Dvonn, Tamsk, Gipf, Kropki";

impl<'a> SgfReader<'a> {
    /// A property about the game. The root's are headers; others are kept where they are, and count if the root has
    /// none.
    pub(super) fn header(&mut self, spelled: &'a str, key: Option<Key>) -> bool {
        if self.node != NodeId::ROOT {
            if let (Some(key), [raw], true) = (key, &*self.values, self.forks.is_empty()) {
                self.record.headers.set_missing(key, value::simple(raw).trim());
            }
            return false;
        }
        let name = property::header_name(spelled);
        // In a header's text an escaped colon would look like the one that separates name and version.
        if name == "AP" && self.values.iter().any(|raw| raw.contains("\\:")) {
            return false;
        }
        for index in 0..self.values.len() {
            let written = self.values[index];
            let raw = value::text(written);
            let place = u32::try_from(self.record.headers.entries().len()).unwrap_or(u32::MAX);
            let line = match key {
                Some(Key::Remark) => raw.clone(),
                _ => value::simple(written),
            };
            if spelled == "FF" {
                self.is_ff4.get_or_insert(raw.trim() == "4");
            }
            let headers = &mut self.record.headers;
            match key {
                Some(key) => headers.push(key, spelled, &raw, line.trim()),
                None if matches!(&*name, "FF" | "GM" | "CA") => headers.push_raw(spelled, &raw),
                None => headers.push_unknown(spelled, &raw),
            }
            self.note(Note::Header(place));
        }
        true
    }

    /// The values of the root's headers with this plain name.
    fn root_headers(&self, name: &str) -> impl Iterator<Item = &str> {
        let headers = self.record.headers.entries().iter();
        let named = headers.filter(move |header| property::header_name(header.name()) == name);
        named.map(|header| header.value().trim())
    }

    fn root_header(&self, name: &str) -> Option<&str> {
        self.root_headers(name).next()
    }

    /// Applies the root: the board, and its move if it has one.
    pub(super) fn end_root(&mut self) {
        if let Some(raw) = self.root_header("SZ") {
            match value::size(raw) {
                Some(size) => self.size = size,
                None => self.warn(format!("{raw:?} is not a board size; it is taken as 19")),
            }
        }
        self.record.headers.set(Key::Size, &shown_size(self.size));
        self.record.start = Position::Go(go::Position::new(self.size));
        self.set_komi();
        self.set_time();
        if let Some((side, raw)) = self.root_move.take() {
            self.set_move(side, raw);
        }
    }

    /// The game that the root names if it is another than Go.
    pub(super) fn other_game(&self) -> Option<String> {
        let raw = self.root_header("GM")?;
        let number: usize = raw.parse().ok().filter(|number| *number != 1)?;
        let index = number.checked_sub(1);
        Some(match index.and_then(|index| GAMES.split(", ").nth(index)) {
            Some(name) => format!("this is a game of {name} (GM[{number}]), not of Go"),
            None => format!("this is a game that dapu does not know (GM[{number}])"),
        })
    }

    /// Komi as a plain number. Fox writes hundredths, of points or of Chinese stones, and programs that save its games
    /// keep them: a komi of more points than the board has can be nothing else.
    fn set_komi(&mut self) {
        let raw = self.root_header("KM").unwrap_or("").replace(',', ".");
        let Some(hundredths) = value::decimal(&raw, 2) else {
            return;
        };
        let is_too_much = hundredths > 36_100;
        let is_fox = is_too_much || self.root_headers("AP").any(|name| name.contains("foxwq"));
        let points = hundredths / 100;
        let komi = match points {
            375 | 325 | 275 | 350 if is_fox => 2 * points,
            750 | 650 | 550 | 700 if is_fox => points,
            _ if is_too_much => points,
            _ => hundredths,
        };
        let shown = decimal(komi, 2);
        self.record.headers.set(Key::Komi, &shown);
    }

    /// The main time and the overtime.
    fn set_time(&mut self) {
        let [main, over] = ["TM", "OT"].map(|name| self.root_header(name).unwrap_or(""));
        if !main.is_empty() && !over.is_empty() {
            let shown = format!("{main}, {over}");
            self.record.headers.set(Key::TimeControl, &shown);
        }
    }

    /// The side to move first, from the moves or the handicap, if either determines it.
    pub(super) fn set_first_mover(&mut self) {
        let tree = &self.record.tree;
        let first = tree.mainline().find_map(|node| match tree.mv(node) {
            Some(mv) => mv.side(),
            None => tree.unread_mover(node),
        });
        let side = first.unwrap_or_else(|| Side::first_if(self.handicap() < 2));
        self.record.start.set_side_to_move(side);
    }

    fn handicap(&self) -> u8 {
        self.root_header("HA").unwrap_or("").parse().unwrap_or(0)
    }

    /// Fox and old versions of qGo leave out the handicap stones, and White moves first. The stones are put on their
    /// usual points.
    pub(super) fn place_handicap(&mut self) {
        let (tree, stones) = (&self.record.tree, self.handicap());
        let first = tree.first_child(NodeId::ROOT);
        let is_set_up = first.is_none_or(|first| {
            let mut notes = tree.notes(NodeId::ROOT).chain(tree.notes(first));
            notes.any(|note| matches!(note, Note::Setup(_)))
        });
        if stones < 2 || is_set_up || self.record.start.side_to_move() == Side::First {
            return;
        }
        let Some(setup) = handicap(self.size, stones) else {
            return;
        };
        self.node = NodeId::ROOT;
        if self.is_played_on(stones) {
            return self.warn(format!(
                "the {stones} handicap stones are not in the file, nor are they on their usual points: a move is there"
            ));
        }
        self.note(setup);
        self.warn(format!(
            "the {stones} handicap stones are not in the file; they are placed as usual"
        ));
    }

    /// Whether one of the first moves is on a stone of the usual handicap. A later one is rather a mistake.
    fn is_played_on(&self, stones: u8) -> bool {
        const FIRST: usize = 50;
        let points = go::handicap(stones, self.size);
        let mut position = go::Position::new(self.size);
        points.iter().for_each(|point| position.put(*point, Some(Side::First)));
        let tree = &self.record.tree;
        tree.mainline().take(FIRST).filter_map(|node| tree.mv(node)?.go()).any(|mv| {
            let is_occupied = position.check(mv) == Err(Illegal::HasStone);
            position.apply(mv);
            is_occupied && mv.point.is_some_and(|point| points.contains(&point))
        })
    }
}
