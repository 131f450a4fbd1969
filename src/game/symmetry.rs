//! Compares positions under symmetry.

use super::{Position, Side, go, shogi, xiangqi};

impl Position {
    /// Whether the pieces, hands and side to move are the same, whatever was played before.
    pub fn looks_like(&self, other: &Self) -> bool {
        match self {
            Self::Go(a) => {
                matches!(other, Self::Go(b) if a.side_to_move() == b.side_to_move() && a.same_stones(b))
            }
            Self::Xiangqi(_) | Self::Shogi(_) => self == other,
        }
    }

    /// The distinct images of the position: itself and its mirror image, and in Go all rotations and reflections.
    pub fn images(&self) -> Vec<Self> {
        let all: Vec<Self> = match self {
            Self::Xiangqi(position) => {
                vec![self.clone(), Self::Xiangqi(mirrored_xiangqi(position))]
            }
            Self::Shogi(position) => vec![self.clone(), Self::Shogi(mirrored_shogi(position))],
            Self::Go(position) => (0..8).map(|turn| Self::Go(turned_go(position, turn))).collect(),
        };
        let mut images: Vec<Self> = Vec::new();
        for image in all {
            if !images.iter().any(|other| other.looks_like(&image)) {
                images.push(image);
            }
        }
        images
    }
}

fn mirrored_xiangqi(position: &xiangqi::Position) -> xiangqi::Position {
    let mut mirrored = xiangqi::Position::empty();
    for (square, piece) in position.pieces() {
        if let Some(image) = xiangqi::Square::new(8 - square.file(), square.rank()) {
            mirrored.put(image, Some(piece));
        }
    }
    mirrored.set_side_to_move(position.side_to_move());
    mirrored
}

fn mirrored_shogi(position: &shogi::Position) -> shogi::Position {
    let mut mirrored = shogi::Position::empty();
    for (square, piece) in position.pieces() {
        if let Some(image) = shogi::Square::new(10 - square.file(), square.rank()) {
            mirrored.put(image, Some(piece));
        }
    }
    for side in Side::BOTH {
        for (kind, count) in position.hand(side) {
            mirrored.set_in_hand(side, kind, count);
        }
    }
    mirrored.set_side_to_move(position.side_to_move());
    mirrored
}

/// One of the eight images of a board: bit 0 swaps left and right, bit 1 top and bottom, bit 2 columns and rows.
fn turned_go(position: &go::Position, turn: u8) -> go::Position {
    let size = position.size();
    let (columns, rows) = (size.columns(), size.rows());
    let across = turn & 4 != 0;
    let turned_size = if across { go::Size::new(rows, columns) } else { Some(size) };
    let mut turned = go::Position::new(turned_size.unwrap_or(size));
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let stone = position.stone(go::Point::new(column, row));
        let column = if turn & 1 != 0 { columns - 1 - column } else { column };
        let row = if turn & 2 != 0 { rows - 1 - row } else { row };
        let (column, row) = if across { (row, column) } else { (column, row) };
        turned.put(go::Point::new(column, row), stone);
    }
    turned.set_side_to_move(position.side_to_move());
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_look_different_and_come_back() {
        let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
        assert_eq!(xiangqi.images().len(), 1);
        // The bishop and rook swap places.
        let shogi = Position::Shogi(shogi::Position::initial());
        let images = shogi.images();
        assert_eq!(images.len(), 2);
        assert!(images[1].images()[1].looks_like(&shogi));
    }

    #[test]
    fn a_stone_off_the_lines_of_symmetry_has_eight_images() {
        let mut position = go::Position::new(go::Size::USUAL);
        assert_eq!(Position::Go(position.clone()).images().len(), 1);
        position.put(go::Point::new(2, 3), Some(Side::First));
        let images = Position::Go(position).images();
        assert_eq!(images.len(), 8);
        for image in &images {
            assert!(
                image.images().iter().all(|other| images.iter().any(|one| one.looks_like(other)))
            );
        }
    }
}
