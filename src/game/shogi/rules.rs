//! The rules: movement, check and drops.

use smallvec::SmallVec;

use super::piece::{Kind, Piece};
use super::position::{GOTE, Position, code, decode_side};
use super::square::{DIRECTIONS, Move, Origin, STEP, Square, TO_EDGE, straight};
use crate::game::{Illegal, Side};

/// The directions in which each piece, by its code, takes one step or slides: a bit for each direction.
static STEPS: [u8; 32] =
    for_both_sides([0, 0x01, 0, 0, 0xAB, 0xD7, 0, 0, 0xFF, 0xD7, 0xD7, 0xD7, 0xD7, 0, 0x55, 0xAA]);
static SLIDES: [u8; 32] =
    for_both_sides([0, 0, 0x01, 0, 0, 0, 0xAA, 0x55, 0, 0, 0, 0, 0, 0, 0xAA, 0x55]);

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
    /// Checks a move against all rules except repetition.
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
        if self.king(self.side.other()) == Some(mv.to) {
            return Err(Illegal::TakesKing);
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

    /// Checks how the piece moves or is dropped, but not whether a king is in check.
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
        let Some(king) = self.king(side) else {
            return false;
        };
        let knight = code(Piece::new(side.other(), Kind::Knight));
        let mut knights = knight_origins(king, side.other()).into_iter().flatten();
        let mut on_lines = (0..DIRECTIONS).filter_map(|direction| self.comes_from(king, direction));
        on_lines.any(|(piece, _)| decode_side(piece) != side)
            || knights.any(|from| self.board[from.index()] == knight)
    }

    /// Whether the piece on a square can move to another, given the pieces between but whatever is on the destination.
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

    /// The squares from which pieces of exactly this kind and side can move to a square in the sense of
    /// [`Position::reaches`], in the order of [`Square::all`].
    pub fn origins(&self, piece: Piece, to: Square) -> SmallVec<[Square; 8]> {
        let wanted = code(piece);
        let mut origins = SmallVec::new();
        if piece.kind == Kind::Knight {
            let knights = knight_origins(to, piece.side).into_iter().flatten();
            origins.extend(knights.filter(|from| self.board[from.index()] == wanted));
        } else {
            // Seen from the square, a piece comes from the opposite direction.
            let ways = (STEPS[usize::from(wanted)] | SLIDES[usize::from(wanted)]).rotate_left(4);
            for direction in (0..DIRECTIONS).filter(|way| ways & (1 << way) != 0) {
                if let Some((found, distance)) = self.comes_from(to, direction)
                    && found == wanted
                {
                    let way = STEP[direction] * isize::from(distance);
                    let from = to.number().wrapping_add_signed(way as i8);
                    origins.extend(Square::from_index(from));
                }
            }
        }
        origins.sort_unstable();
        origins
    }

    /// Every legal move of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.reachable_moves().filter(|mv| self.check(*mv).is_ok()).collect()
    }

    fn has_legal_move(&self) -> bool {
        self.reachable_moves().any(|mv| self.check(mv).is_ok())
    }

    fn check_board(&self, from: Square, to: Square, promote: bool) -> Result<(), Illegal> {
        let piece = self.piece(from).ok_or(Illegal::EmptySquare)?;
        if piece.side != self.side {
            return Err(Illegal::WrongSide);
        }
        if self.piece(to).is_some_and(|target| target.side == piece.side) {
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
        let pawn = code(Piece::new(self.side, Kind::Pawn));
        let mut column = self.board.iter().skip(usize::from(file - 1)).step_by(9);
        column.any(|piece| *piece == pawn)
    }

    fn gives_check_as_pawn(&self, square: Square) -> bool {
        let ahead = square.offset(0, forward(self.side));
        ahead.is_some() && ahead == self.king(self.side.other())
    }

    /// The first piece in a direction that can move to a square, and its distance.
    #[inline]
    fn comes_from(&self, square: Square, direction: usize) -> Option<(u8, u8)> {
        let edge = TO_EDGE[square.index()][direction];
        let (piece, distance) = self.first_on_way(square, direction, edge)?;
        // It moves in the opposite direction.
        let bit = (1u8 << direction).rotate_left(4);
        let slides = SLIDES[usize::from(piece)];
        let reach = if distance == 1 { slides | STEPS[usize::from(piece)] } else { slides };
        (reach & bit != 0).then_some((piece, distance))
    }

    /// The first piece within a number of steps in a direction, and its distance.
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
        on_board.chain(drops).filter(|mv| self.check_reach(*mv).is_ok())
    }
}

/// The direction of a side's pawns in ranks.
fn forward(side: Side) -> i8 {
    side.pick(-1, 1)
}

/// The number of ranks between a square and a side's farthest rank.
fn ranks_ahead(square: Square, side: Side) -> u8 {
    side.pick(square.rank() - 1, 9 - square.rank())
}

/// The squares from which a side's knight can jump to a square.
fn knight_origins(to: Square, side: Side) -> [Option<Square>; 2] {
    [-1, 1].map(|files| to.offset(files, -2 * forward(side)))
}

/// Whether a piece may promote: the move begins or ends in the farthest three ranks.
pub(super) fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    piece.kind.promoted().is_some()
        && (ranks_ahead(from, piece.side) < 3 || ranks_ahead(to, piece.side) < 3)
}

/// Whether a piece on a square could never move again.
fn is_dead(piece: Piece, square: Square) -> bool {
    let needed = match piece.kind {
        Kind::Pawn | Kind::Lance => 1,
        Kind::Knight => 2,
        _ => 0,
    };
    ranks_ahead(square, piece.side) < needed
}
