//! A position in sentences: each side's pieces and their squares, in the coordinates of the game's notation, and the
//! marks on a Go board.

use std::cmp::Reverse;

use super::moves::{point, shogi_piece, square, xiangqi_piece};
use super::words::{Words, say};
use crate::game::{Game, Position, Side, go, shogi, xiangqi};
use crate::record::{Mark, MarkKind};
use crate::words::Lang;

/// The position and the side to move. Of a Go board, only the rows that differ from those before, if there are any:
/// a setup may come at each node, and the whole board at each would be many times the file.
pub(super) fn sentences(
    position: &Position,
    before: Option<&Position>,
    words: Words,
) -> Vec<String> {
    let mut sentences = match position {
        Position::Xiangqi(position) => of_xiangqi(position, words),
        Position::Shogi(position) => of_shogi(position, words),
        Position::Go(position) => of_go(position, before.and_then(Position::go), words),
    };
    sentences.push(words.to_move(position.game(), position.side_to_move()));
    sentences
}

/// Files and ranks as the owner counts them, from the right and from the back rank: `rook 1-1`.
fn of_xiangqi(position: &xiangqi::Position, words: Words) -> Vec<String> {
    let mut sentences = Vec::new();
    for side in Side::BOTH {
        let mut pieces: Vec<_> =
            position.pieces().filter(|(_, piece)| piece.side == side).collect();
        pieces.sort_by_key(|(_, piece)| piece.kind);
        let named = pieces.into_iter().map(|(square, piece)| {
            let (file, rank) = match side {
                Side::First => (9 - square.file(), square.rank() + 1),
                Side::Second => (square.file() + 1, 10 - square.rank()),
            };
            let name = xiangqi_piece(words, piece);
            say!(words; "{name} {file}-{rank}" "{name}{file}路{rank}线" "{name}{file}筋{rank}段")
        });
        let items: Vec<String> = named.collect();
        let owner = words.side(Game::Xiangqi, side);
        sentences.push(words.listed(&owner, &items));
    }
    sentences
}

/// Squares, which both sides count alike, and the pieces in hand.
fn of_shogi(position: &shogi::Position, words: Words) -> Vec<String> {
    let mut sentences = Vec::new();
    for side in Side::BOTH {
        let owner = words.side(Game::Shogi, side);
        let mut pieces: Vec<_> =
            position.pieces().filter(|(_, piece)| piece.side == side).collect();
        // The king first, the pawns last.
        pieces.sort_by_key(|(_, piece)| (piece.kind != shogi::Kind::King, Reverse(piece.kind)));
        let items: Vec<String> = pieces
            .into_iter()
            .map(|(at, piece)| {
                let (name, square, file) = (shogi_piece(words, piece.kind), square(at), at.file());
                let rank = shogi::notation::rank_kanji(at.rank());
                say!(words; "{name} {square}" "{file}{rank}{name}" "{file}{rank}{name}")
            })
            .collect();
        sentences.push(words.listed(&owner, &items));
        let held: Vec<String> = position
            .hand(side)
            .map(|(kind, count)| {
                let name = shogi_piece(words, kind);
                say!(words; "{name} {count}" "{name}{count}" "{name}{count}")
            })
            .collect();
        if !held.is_empty() {
            let in_hand = words.of(" in hand", "持驹", "の持駒");
            let owner = format!("{owner}{in_hand}");
            sentences.push(words.listed(&owner, &held));
        }
    }
    sentences
}

/// Row by row from the top, as fingers move over a board.
fn of_go(position: &go::Position, before: Option<&go::Position>, words: Words) -> Vec<String> {
    let size = position.size();
    let mut sentences = Vec::new();
    for row in 0..size.rows() {
        let mut points = (0..size.columns()).map(|column| go::Point::new(column, row));
        if before.is_some_and(|it| points.all(|at| it.stone(at) == position.stone(at))) {
            continue;
        }
        let mut parts = Vec::new();
        for side in Side::BOTH {
            let columns = (0..size.columns())
                .filter(|column| position.stone(go::Point::new(*column, row)) == Some(side));
            let names: Vec<String> = columns
                .map(|column| match words.0 {
                    Lang::Ja => (column + 1).to_string(),
                    Lang::En | Lang::Zh => go::column_name(column),
                })
                .collect();
            let owner = words.side(Game::Go, side);
            if !names.is_empty() {
                parts.push(format!("{owner} {}", words.list(&names)));
            }
        }
        if parts.is_empty() {
            match before {
                Some(_) => parts.push(words.of("empty", "无子", "石なし").to_owned()),
                None => continue,
            }
        }
        let (below, above) = (size.rows() - row, row + 1);
        let name = say!(words; "Row {below}" "第{below}行" "上から{above}段目");
        let row = parts.join(words.of("; ", "；", "、"));
        sentences.push(words.sentence(&words.labelled(&name, &row)));
    }
    if sentences.is_empty() && before.is_none() {
        let empty = words.of("The board is empty", "空棋盘", "盤上に石はありません");
        sentences.push(words.sentence(empty));
    }
    sentences
}

/// `Triangle: D4, Q16.` Empty for marks that only direct attention.
pub(super) fn marks(words: Words, position: &go::Position, mark: &Mark) -> Option<String> {
    let name = |(column, row)| point(words, position, go::Point::new(column, row));
    let title = mark_name(words, mark.kind)?;
    let items: Vec<String> = match mark.kind {
        MarkKind::Label => (mark.spans.iter().zip(mark.labels.iter()))
            .map(|(span, text)| words.labelled_point(text, &name(span.from)))
            .collect(),
        MarkKind::Arrow | MarkKind::Line => (mark.spans.iter())
            .map(|span| words.stretch(&name(span.from), &name(span.to)))
            .collect(),
        MarkKind::FirstTerritory | MarkKind::SecondTerritory => {
            vec![words.points(mark.points().len())]
        }
        _ => mark.points().into_iter().map(name).collect(),
    };
    (!items.is_empty()).then(|| words.listed(&title, &items))
}

fn mark_name(words: Words, kind: MarkKind) -> Option<String> {
    let territory = |side| words.territory(&words.side(Game::Go, side));
    let name = match kind {
        MarkKind::Triangle => words.of("Triangle", "三角", "三角"),
        MarkKind::Square => words.of("Square", "方块", "四角"),
        MarkKind::Circle => words.of("Circle", "圆圈", "丸"),
        MarkKind::Cross => words.of("Cross", "叉", "ばつ"),
        MarkKind::Selected => words.of("Selected", "选中", "選択"),
        MarkKind::Label => words.of("Label", "标记", "文字"),
        MarkKind::Arrow => words.of("Arrow", "箭头", "矢印"),
        MarkKind::Line => words.of("Line", "连线", "線"),
        MarkKind::FirstTerritory => return Some(territory(Side::First)),
        MarkKind::SecondTerritory => return Some(territory(Side::Second)),
        MarkKind::Dim | MarkKind::View => return None,
    };
    Some(name.to_owned())
}
