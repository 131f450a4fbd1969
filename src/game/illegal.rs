//! The rules that a move can break.

/// Why a move is illegal. It is still applied and shown, because games do end with illegal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
pub enum Illegal {
    /// A square outside the board.
    #[error("the square is off the board")]
    OffBoard,
    /// The square of origin is empty.
    #[error("no piece is on the starting square")]
    EmptySquare,
    /// The piece belongs to the opponent.
    #[error("the piece belongs to the other side")]
    WrongSide,
    /// The destination is occupied by one's own piece, or by a stone.
    #[error("the destination is occupied")]
    Occupied,
    /// The piece does not move like that, or is blocked.
    #[error("the piece cannot move there")]
    Unreachable,
    /// The move leaves the mover's king in check.
    #[error("this leaves the king in check")]
    SelfCheck,
    /// The two generals face each other on an open file.
    #[error("this leaves the generals facing each other")]
    FacingGenerals,
    /// The dropped piece is not in hand.
    #[error("the piece is not in hand")]
    NotInHand,
    /// A second unpromoted pawn on the file (二歩).
    #[error("there is already a pawn on this file (nifu)")]
    Nifu,
    /// A pawn dropped for mate (打ち歩詰め).
    #[error("a pawn may not be dropped to give mate")]
    PawnDropMate,
    /// The piece could never move again from there without promotion.
    #[error("the piece would have no move from there")]
    DeadPiece,
    /// The piece may not promote with this move.
    #[error("the piece cannot promote here")]
    BadPromotion,
    /// The record names a different piece than the one on the square of origin.
    #[error("another piece is on the starting square")]
    OtherPiece,
    /// The move belongs to another game than the position.
    #[error("this is a move of another game")]
    OtherGame,
    /// The move immediately retakes a ko.
    #[error("the ko cannot be retaken yet")]
    Ko,
}
