//! The board, the hands and the rules.

use std::fmt;

use super::moves::{Move, Origin};
use super::piece::{Kind, Piece};
use super::square::{DIRECTIONS, SQUARES, STEP, Square, TO_EDGE, straight};
use crate::game::{Illegal, Side};

/// Stands for "no king on the board".
const NOWHERE: u8 = u8::MAX;
/// Added to a kind's number for gote's pieces.
const GOTE: u8 = 16;

/// What stands where, what is in hand, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// 0 empty, else the kind's number, plus [`GOTE`] for gote.
    board: [u8; SQUARES],
    /// By side and the kind's number, of which 1 to 7 are used.
    hands: [[u8; 8]; 2],
    kings: [u8; 2],
    side: Side,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sfen(1))
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}

fn code(piece: Piece) -> u8 {
    piece.kind as u8 | (piece.side.index() as u8 * GOTE)
}

fn decode(code: u8) -> Option<Piece> {
    let side = if code < GOTE {
        Side::First
    } else {
        Side::Second
    };
    let kind = Kind::from_number(code & (GOTE - 1))?;
    Some(Piece { side, kind })
}

/// The directions in which each piece goes one step or slides, by its code; a bit for each direction.
static STEPS: [u8; 32] = for_both_sides([
    0, 0x01, 0, 0, 0xAB, 0xD7, 0, 0, 0xFF, 0xD7, 0xD7, 0xD7, 0xD7, 0, 0x55, 0xAA,
]);
static SLIDES: [u8; 32] = for_both_sides([
    0, 0, 0x01, 0, 0, 0, 0xAA, 0x55, 0, 0, 0, 0, 0, 0, 0xAA, 0x55,
]);

const fn for_both_sides(sente: [u8; 16]) -> [u8; 32] {
    let mut table = [0; 32];
    let mut kind = 0;
    while kind < 16 {
        table[kind] = sente[kind];
        table[kind + GOTE as usize] = sente[kind].rotate_left(4);
        kind += 1;
    }
    table
}

impl Position {
    /// A board without pieces and empty hands, sente to move.
    pub fn empty() -> Self {
        Self {
            board: [0; SQUARES],
            hands: [[0; 8]; 2],
            kings: [NOWHERE; 2],
            side: Side::First,
        }
    }

    /// The initial position of an even game, sente to move.
    pub fn initial() -> Self {
        const BACK: [Kind; 9] = [
            Kind::Lance,
            Kind::Knight,
            Kind::Silver,
            Kind::Gold,
            Kind::King,
            Kind::Gold,
            Kind::Silver,
            Kind::Knight,
            Kind::Lance,
        ];
        let mut position = Self::empty();
        let mut put = |file: u8, rank: u8, kind| {
            if let Some(square) = Square::new(file, rank) {
                let piece = |side| Some(Piece { side, kind });
                position.put(square, piece(Side::First));
                position.put(square.rotated(), piece(Side::Second));
            }
        };
        for (file, kind) in (1..).zip(BACK) {
            put(file, 9, kind);
            put(file, 7, Kind::Pawn);
        }
        put(8, 8, Kind::Bishop);
        put(2, 8, Kind::Rook);
        position
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, side: Side) {
        self.side = side;
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        decode(self.board[square.index()])
    }

    /// Puts a piece on a square, or clears it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.set(square, piece.map_or(0, code));
    }

    /// Every piece on the board with its square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// How many pieces of a kind a side has in hand. A promoted kind is never in hand, nor is the king.
    pub fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        let count = self.hands[side.index()].get(kind as usize);
        count.copied().unwrap_or(0)
    }

    /// Sets how many pieces of a kind a side has in hand.
    pub fn set_in_hand(&mut self, side: Side, kind: Kind, count: u8) {
        if let Some(held) = self.hands[side.index()].get_mut(kind as usize) {
            *held = count;
        }
    }

    /// What a side has in hand: each kind with its count, the rook first.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = (Kind, u8)> + '_ {
        let held = Kind::IN_HAND.map(|kind| (kind, self.in_hand(side, kind)));
        held.into_iter().filter(|(_, count)| *count > 0)
    }

    /// Where the king of a side stands, if it has one.
    pub fn king(&self, side: Side) -> Option<Square> {
        Square::from_index(self.kings[side.index()])
    }

    /// The kind that moves: what stands on the square of origin, or the kind dropped. `None` if nothing stands there.
    pub fn moving(&self, mv: Move) -> Option<Kind> {
        match mv.from {
            Origin::Board(from) => self.piece(from).map(|piece| piece.kind),
            Origin::Hand(kind) => Some(kind),
        }
    }

    /// The same move, remembering the kind that a record names where the board has another.
    #[must_use]
    pub fn named(&self, mv: Move, kind: Kind) -> Move {
        let named = (self.moving(mv) != Some(kind)).then_some(kind);
        Move { named, ..mv }
    }

    /// Plays a move, legal or not, and passes the turn. What cannot be done is left out: nothing moves from an empty
    /// square. A piece that is not in hand is dropped all the same, and whatever stands on the destination goes.
    pub fn apply(&mut self, mv: Move) {
        let mover = match mv.from {
            Origin::Board(from) => self.piece(from).map_or(self.side, |piece| piece.side),
            Origin::Hand(_) => self.side,
        };
        self.shift(mover, mv);
        self.side = mover.other();
    }

    /// Checks a move against all the rules but repetition.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check_reach(mv)?;
        let mut after = *self;
        after.shift(self.side, mv);
        if after.in_check(self.side) {
            return Err(Illegal::SelfCheck);
        }
        if mv.from == Origin::Hand(Kind::Pawn) && self.gives_check_as_pawn(mv.to) {
            after.side = self.side.other();
            if !after.has_legal_move() {
                return Err(Illegal::PawnDropMate);
            }
        }
        match mv.named {
            Some(_) => Err(Illegal::OtherPiece),
            None => Ok(()),
        }
    }

    /// Checks how the piece moves or may be dropped, but not what becomes of the kings.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check_reach(&self, mv: Move) -> Result<(), Illegal> {
        match mv.from {
            Origin::Board(from) => self.check_board(from, mv.to, mv.promote),
            Origin::Hand(_) if mv.promote => Err(Illegal::BadPromotion),
            Origin::Hand(kind) => self.check_drop(kind, mv.to),
        }
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, side: Side) -> bool {
        self.king(side)
            .is_some_and(|king| self.attacked(king, side.other()))
    }

    /// Whether the piece on one square goes to another as far as its own movement and the pieces between count, whatever
    /// stands there.
    pub fn reaches(&self, from: Square, to: Square) -> bool {
        let piece = self.board[from.index()];
        if piece & (GOTE - 1) == Kind::Knight as u8 {
            return knight_origins(to, decode_side(piece)).contains(&Some(from));
        }
        let Some((direction, distance)) = straight(from, to) else {
            return false;
        };
        let bit = 1 << direction;
        let (steps, slides) = (STEPS[usize::from(piece)], SLIDES[usize::from(piece)]);
        (distance == 1 && steps & bit != 0)
            || (slides & bit != 0 && self.first_on_way(from, direction, distance - 1).is_none())
    }

    /// Every legal move of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.reachable_moves()
            .filter(|mv| self.check(*mv).is_ok())
            .collect()
    }

    /// Counts the legal move sequences of a length: the usual test of a move generator.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal_moves();
        if depth <= 1 {
            return if depth == 0 { 1 } else { moves.len() as u64 };
        }
        let count_after = |mv: &Move| {
            let mut next = *self;
            next.apply(*mv);
            next.perft(depth - 1)
        };
        moves.iter().map(count_after).sum()
    }

    fn has_legal_move(&self) -> bool {
        self.reachable_moves().any(|mv| self.check(mv).is_ok())
    }

    fn set(&mut self, square: Square, piece: u8) {
        let before = std::mem::replace(&mut self.board[square.index()], piece);
        let is_king = |piece: u8| piece & (GOTE - 1) == Kind::King as u8;
        if is_king(before) && self.kings[decode_side(before).index()] == square.number() {
            self.kings[decode_side(before).index()] = NOWHERE;
        }
        if is_king(piece) {
            self.kings[decode_side(piece).index()] = square.number();
        }
    }

    fn shift(&mut self, mover: Side, mv: Move) {
        let piece = match mv.from {
            Origin::Board(from) => self.board[from.index()],
            Origin::Hand(kind) => code(Piece { side: mover, kind }),
        };
        if piece == 0 {
            return;
        }
        match mv.from {
            Origin::Board(from) => self.set(from, 0),
            Origin::Hand(kind) => {
                let left = self.in_hand(mover, kind).saturating_sub(1);
                self.set_in_hand(mover, kind, left);
            }
        }
        if let Some(taken) = self.piece(mv.to) {
            let kind = taken.kind.unpromoted();
            self.set_in_hand(mover, kind, self.in_hand(mover, kind).saturating_add(1));
        }
        let promoted = decode(piece).and_then(|piece| piece.kind.promoted());
        let after = match promoted {
            Some(kind) if mv.promote => code(Piece { side: mover, kind }),
            _ => piece,
        };
        self.set(mv.to, after);
    }

    fn check_board(&self, from: Square, to: Square, promote: bool) -> Result<(), Illegal> {
        let piece = self.piece(from).ok_or(Illegal::EmptySquare)?;
        if piece.side != self.side {
            return Err(Illegal::WrongSide);
        }
        if self
            .piece(to)
            .is_some_and(|target| target.side == piece.side)
        {
            return Err(Illegal::Occupied);
        }
        if !self.reaches(from, to) {
            return Err(Illegal::Unreachable);
        }
        if promote && !may_promote(piece, from, to) {
            return Err(Illegal::BadPromotion);
        }
        if !promote && is_dead(piece, to) {
            return Err(Illegal::DeadPiece);
        }
        Ok(())
    }

    fn check_drop(&self, kind: Kind, to: Square) -> Result<(), Illegal> {
        let side = self.side;
        if self.in_hand(side, kind) == 0 {
            return Err(Illegal::NotInHand);
        }
        if self.piece(to).is_some() {
            return Err(Illegal::Occupied);
        }
        if is_dead(Piece { side, kind }, to) {
            return Err(Illegal::DeadPiece);
        }
        if kind == Kind::Pawn && self.has_pawn_on_file(to.file()) {
            return Err(Illegal::Nifu);
        }
        Ok(())
    }

    fn has_pawn_on_file(&self, file: u8) -> bool {
        let kind = Kind::Pawn;
        let pawn = code(Piece {
            side: self.side,
            kind,
        });
        let mut column = self.board.iter().skip(usize::from(file - 1)).step_by(9);
        column.any(|piece| *piece == pawn)
    }

    fn gives_check_as_pawn(&self, square: Square) -> bool {
        let ahead = square.offset(0, forward(self.side));
        ahead.is_some() && ahead == self.king(self.side.other())
    }

    fn attacked(&self, square: Square, by: Side) -> bool {
        let on_line = |direction| self.attacked_from(square, direction, by);
        (0..DIRECTIONS).any(on_line) || self.attacked_by_knight(square, by)
    }

    fn attacked_from(&self, square: Square, direction: usize, by: Side) -> bool {
        let edge = TO_EDGE[square.index()][direction];
        let Some((piece, distance)) = self.first_on_way(square, direction, edge) else {
            return false;
        };
        // The attacker comes the other way.
        let bit = (1u8 << direction).rotate_left(4);
        let slides = SLIDES[usize::from(piece)];
        let reach = if distance == 1 {
            slides | STEPS[usize::from(piece)]
        } else {
            slides
        };
        decode_side(piece) == by && reach & bit != 0
    }

    fn attacked_by_knight(&self, square: Square, by: Side) -> bool {
        let kind = Kind::Knight;
        let knight = code(Piece { side: by, kind });
        let origins = knight_origins(square, by).into_iter().flatten();
        origins
            .into_iter()
            .any(|from| self.board[from.index()] == knight)
    }

    /// The first piece within so many steps in a direction, and its distance.
    fn first_on_way(&self, from: Square, direction: usize, steps: u8) -> Option<(u8, u8)> {
        let mut index = from.index();
        for distance in 1..=steps {
            index = index.wrapping_add_signed(STEP[direction]);
            let piece = self.board[index];
            if piece != 0 {
                return Some((piece, distance));
            }
        }
        None
    }

    fn reachable_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let own = self.pieces().filter(|(_, piece)| piece.side == self.side);
        let on_board = own.flat_map(move |(from, _)| {
            let there = Square::all().filter(move |to| self.reaches(from, *to));
            there.flat_map(move |to| [true, false].map(|promote| Move::board(from, to, promote)))
        });
        let hand = self.hand(self.side);
        let drops =
            hand.flat_map(|(kind, _)| Square::all().map(move |square| Move::drop(kind, square)));
        on_board
            .chain(drops)
            .filter(|mv| self.check_reach(*mv).is_ok())
    }
}

fn decode_side(piece: u8) -> Side {
    if piece < GOTE {
        Side::First
    } else {
        Side::Second
    }
}

/// The direction of a side's pawns, in ranks.
fn forward(side: Side) -> i8 {
    match side {
        Side::First => -1,
        Side::Second => 1,
    }
}

/// How many ranks lie between a square and a side's farthest rank.
fn ranks_ahead(square: Square, side: Side) -> u8 {
    match side {
        Side::First => square.rank() - 1,
        Side::Second => 9 - square.rank(),
    }
}

/// The squares from which a knight of a side jumps to a square.
fn knight_origins(to: Square, side: Side) -> [Option<Square>; 2] {
    [-1, 1].map(|files| to.offset(files, -2 * forward(side)))
}

/// Whether a move may promote its piece: it begins or ends in the farthest three ranks.
pub(super) fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    piece.kind.promoted().is_some()
        && (ranks_ahead(from, piece.side) < 3 || ranks_ahead(to, piece.side) < 3)
}

/// Whether a piece could never move again from a square.
fn is_dead(piece: Piece, square: Square) -> bool {
    let needed = match piece.kind {
        Kind::Pawn | Kind::Lance => 1,
        Kind::Knight => 2,
        _ => 0,
    };
    ranks_ahead(square, piece.side) < needed
}
