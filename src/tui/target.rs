//! The places on a board that the cursor can be on, and the way from one to another.

use crate::board::Target;
use crate::game::{Move, Position, Side, go, shogi, xiangqi};

/// The side whose piece, stone or pieces in hand are there.
pub(super) fn owner(place: Target, position: &Position) -> Option<Side> {
    match (place, position) {
        (Target::Xiangqi(square), Position::Xiangqi(position)) => {
            position.piece(square).map(|piece| piece.side)
        }
        (Target::Shogi(square), Position::Shogi(position)) => {
            position.piece(square).map(|piece| piece.side)
        }
        (Target::Hand(owner, kind), Position::Shogi(position)) => {
            Some(owner).filter(|owner| position.in_hand(*owner, kind) > 0)
        }
        (Target::Go(point), Position::Go(position)) => position.stone(point),
        _ => None,
    }
}

/// Whether the place has a piece that the side to move may move or drop.
pub(super) fn is_movable(place: Target, position: &Position) -> bool {
    let moves = !matches!(place, Target::Go(_));
    moves && owner(place, position) == Some(position.side_to_move())
}

/// The moves from this place to another, legal or not. In shogi, the promoting one comes first.
pub(super) fn moves_to(from: Target, to: Target) -> Vec<Move> {
    match (from, to) {
        (Target::Xiangqi(from), Target::Xiangqi(to)) => {
            vec![Move::Xiangqi(xiangqi::Move { from, to })]
        }
        (Target::Shogi(from), Target::Shogi(to)) => {
            [true, false].map(|promote| Move::Shogi(shogi::Move::board(from, to, promote))).to_vec()
        }
        (Target::Hand(_, kind), Target::Shogi(to)) => {
            vec![Move::Shogi(shogi::Move::drop(kind, to))]
        }
        _ => Vec::new(),
    }
}

/// Where the piece here may legally go, the foremost place first.
pub(super) fn ends(place: Target, position: &Position) -> Vec<Target> {
    let mut ends = all(position);
    ends.retain(|to| moves_to(place, *to).iter().any(|mv| position.check(*mv).is_ok()));
    ends
}

/// The places with a piece that the side to move may move or drop, the foremost first and its hand last.
pub(super) fn own(position: &Position) -> Vec<Target> {
    let mut own = all(position);
    own.retain(|place| is_movable(*place, position));
    own
}

/// The places with a piece that may legally go to this one.
pub(super) fn sources(to: Target, position: &Position) -> Vec<Target> {
    let mut own = own(position);
    own.retain(|from| moves_to(*from, to).iter().any(|mv| position.check(*mv).is_ok()));
    own
}

/// Every place of the side to move, the foremost first and its hand last; in Go, every point.
pub(super) fn all(position: &Position) -> Vec<Target> {
    let side = position.side_to_move();
    let mut places: Vec<Target> = match position {
        Position::Xiangqi(_) => xiangqi::Square::all().map(Target::Xiangqi).collect(),
        Position::Shogi(_) => shogi::Square::all().map(Target::Shogi).collect(),
        Position::Go(position) => position.size().points().map(Target::Go).collect(),
    };
    places.sort_by_key(|place| seen_by(*place, side).map(|(file, ahead)| (9 - ahead, file)));
    let hand = position.shogi().into_iter().flat_map(|shogi| shogi.hand(side));
    places.extend(hand.map(|(kind, _)| Target::Hand(side, kind)));
    places
}

/// The file as a player counts it from 1, and the number of ranks ahead of the player's own edge. `None` in Go and in
/// a hand.
pub(super) fn seen_by(place: Target, side: Side) -> Option<(u8, u8)> {
    match place {
        Target::Xiangqi(square) => {
            let (file, rank) = (square.file(), square.rank());
            Some(side.pick((9 - file, rank), (file + 1, 9 - rank)))
        }
        Target::Shogi(square) => {
            Some((square.file(), side.pick(9 - square.rank(), square.rank() - 1)))
        }
        Target::Hand(..) | Target::Go(_) => None,
    }
}

/// The king of the side to move, or the middle of a board without.
pub(super) fn home(position: &Position) -> Target {
    let side = position.side_to_move();
    let king = match position {
        Position::Xiangqi(position) => position.king(side).map(Target::Xiangqi),
        Position::Shogi(position) => position.king(side).map(Target::Shogi),
        Position::Go(_) => None,
    };
    king.unwrap_or_else(|| {
        let all = all(position);
        all.get(all.len() / 2).copied().unwrap_or(Target::Go(go::Point::new(0, 0)))
    })
}

/// The place where a move ends, if it does on the board.
pub(super) fn end_of(mv: Move) -> Option<Target> {
    match mv {
        Move::Xiangqi(mv) => Some(Target::Xiangqi(mv.to)),
        Move::Shogi(mv) => Some(Target::Shogi(mv.to)),
        Move::Go(mv) => mv.point.map(Target::Go),
    }
}

/// Whether there is such a place now: a kind of piece only while the side to move has it in hand.
pub(super) fn is_on(place: Target, position: &Position) -> bool {
    all(position).contains(&place)
}

/// The place at an offset on the screen, in columns to the right and rows down; at the edge, this one. Past the edge
/// beside it lies the hand of the side to move.
pub(super) fn beside(
    place: Target,
    position: &Position,
    flip: bool,
    (right, down): (i8, i8),
) -> Target {
    let turned = if flip { (-right, -down) } else { (right, down) };
    next(place, position, turned, right).unwrap_or(place)
}

/// As in [`beside`], on a board that is not turned. `along` is the way along a hand.
fn next(place: Target, position: &Position, (right, down): (i8, i8), along: i8) -> Option<Target> {
    match (place, position) {
        (Target::Xiangqi(square), _) => xiangqi::Square::new(
            square.file().checked_add_signed(right)?,
            square.rank().checked_add_signed(-down)?,
        )
        .map(Target::Xiangqi),
        (Target::Shogi(square), Position::Shogi(position)) => {
            let side = position.side_to_move();
            let file = square.file().checked_add_signed(-right)?;
            let there = shogi::Square::new(file, square.rank().checked_add_signed(down)?);
            there.map(Target::Shogi).or_else(|| {
                let (kind, _) = position.hand(side).next().filter(|_| down == side.pick(1, -1))?;
                Some(Target::Hand(side, kind))
            })
        }
        (Target::Hand(side, kind), Position::Shogi(position)) if down == 0 => {
            let kinds: Vec<shogi::Kind> = position.hand(side).map(|(kind, _)| kind).collect();
            let here = kinds.iter().position(|held| *held == kind)?;
            let there = kinds.get(here.checked_add_signed(along.into())?)?;
            Some(Target::Hand(side, *there))
        }
        (Target::Hand(side, _), _) if down == side.pick(-1, 1) => {
            shogi::Square::new(5, side.pick(9, 1)).map(Target::Shogi)
        }
        (Target::Go(point), Position::Go(position)) => {
            let size = position.size();
            let column = point.column.saturating_add_signed(right).min(size.columns() - 1);
            let row = point.row.saturating_add_signed(down).min(size.rows() - 1);
            Some(Target::Go(go::Point::new(column, row)))
        }
        _ => None,
    }
}
