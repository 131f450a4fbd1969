//! The versions of a game that a file has one after another, and the places and boards in them.

use std::collections::HashSet;
use std::io::Write as _;
use std::ops::Range;

use dapu::files::load::{self, LoadOptions};
use dapu::game::{Game, Move, Notation, Position, go};
use dapu::record::{self, Cursor, Record};
use unicode_width::UnicodeWidthChar as _;

use crate::common::emulator::{self, Emulator};
use crate::follow::slow::{self, BRANCH_END, FORK};

/// How long the records are.
pub(crate) const LENGTHS: Range<usize> = 17..40;
/// The size of the terminal.
pub(crate) const SIZE: (u16, u16) = (80, 24);
/// The width of the board in every game.
const BOARD: usize = 34;

/// A place in the record, on the mainline or on the line through the variation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) ply: usize,
    pub(crate) is_side: bool,
}

impl Place {
    pub(crate) fn main(ply: usize) -> Self {
        let is_side = false;
        Self { ply, is_side }
    }

    pub(crate) fn side(ply: usize) -> Self {
        let is_side = true;
        Self { ply, is_side }
    }
}

/// What the file has: a mainline of this length, and perhaps the variation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) plies: usize,
    pub(crate) forked: bool,
}

impl Version {
    pub(crate) fn last(self, place: Place) -> usize {
        if place.is_side { BRANCH_END } else { self.plies }
    }

    /// The end of the line of a place.
    pub(crate) fn end(self, place: Place) -> Place {
        let ply = self.last(place);
        Place { ply, ..place }
    }

    pub(crate) fn is_end(self, place: Place) -> bool {
        place.ply == self.last(place)
    }

    /// Where a reader of the version before is in this one.
    pub(crate) fn kept(self, before: Self, place: Place, is_live: bool) -> Place {
        let moves_along = is_live && before.is_end(place);
        match place.is_side {
            true if self.forked => place,
            true => Place::main(place.ply.min(FORK - 1)),
            false if moves_along => Place::main(self.plies),
            false => Place::main(place.ply.min(self.plies)),
        }
    }

    /// How the last row begins there.
    pub(crate) fn status(self, place: Place) -> String {
        format!(" {}/{} ", place.ply, self.last(place))
    }
}

pub(crate) fn name_of(place: Place) -> String {
    match place.is_side {
        true => format!("{FORK}.2-{}", place.ply),
        false => place.ply.to_string(),
    }
}

pub(crate) fn last_row(screen: &str) -> &str {
    screen.lines().last().unwrap_or_default()
}

/// The place in the last row, and the last ply. Mainlines are longer than the variation.
pub(crate) fn place_of(screen: &str) -> Option<(Place, usize)> {
    let row = last_row(screen).trim_start_matches(['>', ' ']);
    let (ply, rest) = row.strip_prefix("ply").unwrap_or(row).split_once('/')?;
    let last = rest.split(' ').next()?.parse().ok()?;
    let is_side = last == BRANCH_END;
    let ply = ply.trim_start().parse().ok()?;
    Some((Place { ply, is_side }, last))
}

/// The game of a format, and every board that its file may show.
pub(crate) struct Format {
    pub(crate) name: &'static str,
    game: Game,
    pub(crate) forked: bool,
    longest: Record,
    /// With their plies.
    boards: HashSet<(usize, Vec<String>)>,
}

impl Format {
    pub(crate) fn new(name: &'static str, game: Game, forked: bool) -> Self {
        let longest = slow::record(game, LENGTHS.end - 1, forked);
        let mut format = Self { name, game, forked, longest, boards: HashSet::new() };
        for forked in [false, forked] {
            let version = Version { plies: LENGTHS.end - 1, forked };
            let bytes = format.bytes(version);
            let loaded = load::parse(&bytes, &format.file(), LoadOptions::default()).unwrap();
            let mut emulator = Emulator::open("a", loaded, emulator::settings(), SIZE);
            let main = (0..LENGTHS.end).map(Place::main);
            let side = (FORK..=BRANCH_END).map(Place::side);
            for place in main.chain(side.filter(|_| forked)) {
                emulator.press(":");
                emulator.paste(&name_of(place));
                emulator.press("Enter");
                let screen = emulator.text();
                assert_eq!(place_of(&screen), Some((place, version.last(place))));
                format.boards.insert((place.ply, board(&screen)));
            }
        }
        format
    }

    pub(crate) fn file(&self) -> String {
        format!("game.{}", self.name)
    }

    pub(crate) fn bytes(&self, version: Version) -> Vec<u8> {
        let record = slow::record(self.game, version.plies, version.forked);
        let plain = slow::bytes(self.name.trim_end_matches(".gz"), &record);
        if !self.name.ends_with(".gz") {
            return plain;
        }
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(&plain).unwrap();
        packer.finish().unwrap()
    }

    /// A legal move that the record does not have at a place.
    pub(crate) fn own_move(&self, place: Place) -> String {
        let record = &self.longest;
        let mut cursor = Cursor::new(record);
        let found: record::Place = name_of(place).parse().unwrap();
        cursor.go_to(record, found.find(&record.tree, cursor.lines()).unwrap());
        let position = cursor.position();
        let known: Vec<_> =
            record.tree.children(cursor.node()).map(|node| record.tree.mv(node)).collect();
        let points = (0..19).flat_map(|x| (0..19).map(move |y| (x, y)));
        let side = position.side_to_move();
        let mut moves: Vec<Move> = match position {
            Position::Xiangqi(position) => {
                position.legal_moves().into_iter().map(Move::Xiangqi).collect()
            }
            Position::Shogi(position) => {
                position.legal_moves().into_iter().map(Move::Shogi).collect()
            }
            Position::Go(_) => {
                points.map(|(x, y)| Move::Go(go::Move::stone(side, go::Point::new(x, y)))).collect()
            }
        };
        moves.retain(|mv| !known.contains(&Some(*mv)) && position.check(*mv).is_ok());
        let mv = moves[0];
        position.notate_as(Notation::Code, mv, None)
    }

    /// Whether the screen has a board of the game at a ply.
    pub(crate) fn has_board(&self, ply: usize, screen: &str) -> bool {
        self.boards.contains(&(ply, board(screen)))
    }

    /// A text in the names of several moves.
    pub(crate) fn query(&self) -> &'static str {
        match self.game {
            Game::Xiangqi => "进",
            Game::Shogi => "歩",
            Game::Go => "1",
        }
    }
}

fn board(screen: &str) -> Vec<String> {
    let rows = screen.lines().skip(1).take(usize::from(SIZE.1) - 3);
    rows.map(|row| {
        let mut cut = String::new();
        let mut width = 0;
        for character in row.chars() {
            width += character.width().unwrap_or(0);
            if width > BOARD {
                break;
            }
            cut.push(character);
        }
        cut.trim_end().to_owned()
    })
    .collect()
}
