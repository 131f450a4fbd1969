//! The cursor on the board.

use super::panes::{Focus, PaneId};
use super::{State, focus};
use crate::board::{self, Target};
use crate::game::shogi::notation::{file_digit, rank_kanji};
use crate::game::xiangqi::Script;
use crate::game::{Game, Illegal, Position, Side};
use crate::record::Span;
use crate::tui::target;
use crate::words::Lang;

/// The cursor on the board, and what was chosen there before.
#[derive(Debug, Default)]
pub(in crate::tui) struct Pointer {
    /// Where it is, while the board has the focus.
    pub(in crate::tui) at: Option<Target>,
    pub(in crate::tui) held: Option<Held>,
    /// The file that the last key named.
    pub(in crate::tui) file: Option<u8>,
}

/// A piece that was picked up, or the place for a piece that is still to be chosen.
#[derive(Debug)]
pub(in crate::tui) struct Held {
    pub(in crate::tui) at: Target,
    /// Whether it is the place.
    pub(in crate::tui) is_goal: bool,
    /// The position in which it was chosen.
    pub(in crate::tui) position: Position,
    /// Whether the reader is asked if it promotes.
    pub(in crate::tui) is_asked: bool,
}

impl Held {
    /// A piece that was picked up.
    pub(in crate::tui) fn piece(at: Target, position: Position) -> Self {
        Self { at, is_goal: false, position, is_asked: false }
    }
}

impl State {
    /// Whether the board has the keys.
    pub(in crate::tui) fn is_on_board(&self) -> bool {
        self.ui.panes.focus == Focus::Cursor && focus::focused(self) == PaneId::Board
    }

    /// Where the cursor is on the board, if that has the keys.
    pub(in crate::tui) fn pointed(&self) -> Option<Target> {
        self.ui.pointer.at.filter(|_| self.is_on_board())
    }

    /// The part of the board to draw, unless the reader wants all of it, or what is on it goes beyond the part.
    pub(in crate::tui) fn part(&self) -> Option<Span> {
        let is_fixed = self.ui.settings.board.is_some();
        let (_, part) = self.desk.used_part.filter(|_| !self.ui.is_whole && !is_fixed)?;
        let marks = self.tree().marks(self.node());
        let part = part.filter(|_| self.beside.is_none() && !self.ui.is_blank)?;
        board::holds(part, self.position(), &marks).then_some(part)
    }

    /// Whether a place is on the board as drawn.
    pub(in crate::tui) fn is_drawn(&self, place: Target) -> bool {
        let part = self.ui.layout.screen.fit.board.part.filter(|_| !self.ui.is_whole);
        let point =
            if let Target::Go(point) = place { Some((point.column, point.row)) } else { None };
        part.zip(point).is_none_or(|(part, point)| part.contains(point))
    }

    /// Whether digits name files of the board.
    pub(in crate::tui) fn counts_files(&self) -> bool {
        self.is_on_board() && self.position().game() != Game::Go
    }

    /// Where the piece that is up came from.
    pub(in crate::tui) fn picked(&self) -> Option<Target> {
        self.ui.pointer.held.as_ref().filter(|held| !held.is_goal).map(|held| held.at)
    }

    /// The places to choose from: where the piece that is up may go, or the pieces that may go to the chosen place; otherwise
    /// all of the side's own pieces.
    pub(in crate::tui) fn places(&self) -> Vec<Target> {
        let position = self.position();
        match &self.ui.pointer.held {
            Some(held) if held.is_goal => target::sources(held.at, position),
            Some(held) => target::ends(held.at, position),
            None => target::own(position),
        }
    }

    /// Why the piece that is up may not be put down at a place.
    pub(in crate::tui) fn fault_at(&self, to: Target) -> Option<Illegal> {
        let moves = target::moves_to(self.picked()?, to);
        let mut faults = moves.iter().map(|mv| self.position().check(*mv).err());
        let last = faults.next_back()??;
        faults.all(|fault| fault.is_some()).then_some(last)
    }
}

fn sign(in_ascii: bool, letter: char, glyph: char) -> String {
    if in_ascii { format!(" {letter}") } else { glyph.to_string() }
}

impl State {
    /// The file and the rank of a square of xiangqi, as the side to move counts and writes them: `八路三线`.
    fn file_and_rank(&self, place: Target) -> String {
        let side = self.position().side_to_move();
        let (file, ahead) = target::seen_by(place, side).unwrap_or_default();
        let [file, rank] = [file, ahead + 1].map(|number| match side {
            _ if self.in_ascii() => number.to_string(),
            Side::First if number == 10 => "十".to_owned(),
            Side::First => rank_kanji(number).to_string(),
            Side::Second if number == 10 => "１０".to_owned(),
            Side::Second => file_digit(number).to_string(),
        });
        match self.script() {
            _ if self.in_ascii() => format!("{file}-{rank}"),
            // The texts beside it are simplified, too.
            Script::Traditional if self.lang() != Lang::Zh => format!("{file}路{rank}線"),
            Script::Traditional | Script::Simplified => format!("{file}路{rank}线"),
        }
    }

    /// The name of a place of the board, and of the piece there; stones have no name.
    pub(in crate::tui) fn named(&self, place: Target) -> (String, String) {
        let ascii = self.in_ascii();
        match (place, self.position()) {
            (Target::Xiangqi(square), Position::Xiangqi(position)) => {
                let (piece, script) = (position.piece(square), self.script());
                let name = piece.map(|piece| sign(ascii, piece.letter(), piece.on_board(script)));
                (self.file_and_rank(place), name.unwrap_or_default())
            }
            (Target::Shogi(square), Position::Shogi(position)) => {
                let name = position
                    .piece(square)
                    .map(|piece| sign(ascii, piece.kind.letter(), piece.kind.in_diagram()));
                let place = match ascii {
                    true => square.to_string(),
                    false => format!("{}{}", file_digit(square.file()), rank_kanji(square.rank())),
                };
                (place, name.unwrap_or_default())
            }
            (Target::Hand(_, kind), _) => {
                (self.texts().in_hand.to_owned(), sign(ascii, kind.letter(), kind.in_diagram()))
            }
            (Target::Go(point), Position::Go(position)) => {
                (point.a1(position.size()), String::new())
            }
            _ => Default::default(),
        }
    }
}
