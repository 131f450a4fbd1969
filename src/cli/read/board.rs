//! A position in sentences: each side's pieces and their squares, in the coordinates of the game's notation, and the
//! marks on a Go board.

use std::cmp::Reverse;

use super::moves::{point, shogi_piece, square, xiangqi_piece};
use super::words::{Voice, say};
use crate::game::{Game, Position, Side, go, shogi, xiangqi};
use crate::record::{Mark, MarkKind};
use crate::words::Lang;

/// The position and the side to move. Of a Go board, only the rows that differ from those before, if there are any:
/// a setup may come at each node, and the whole board at each would be many times the file.
pub(super) fn sentences(
    position: &Position,
    before: Option<&Position>,
    voice: Voice,
) -> Vec<String> {
    let mut sentences = match position {
        Position::Xiangqi(position) => of_xiangqi(position, voice),
        Position::Shogi(position) => of_shogi(position, voice),
        Position::Go(position) => of_go(position, before.and_then(Position::go), voice),
    };
    sentences.push(voice.to_move(position.game(), position.side_to_move()));
    sentences
}

/// Files and ranks as the owner counts them, from the right and from the back rank: `rook 1-1`.
fn of_xiangqi(position: &xiangqi::Position, voice: Voice) -> Vec<String> {
    let sides = Side::BOTH.map(|side| {
        let mut pieces: Vec<_> =
            position.pieces().filter(|(_, piece)| piece.side == side).collect();
        pieces.sort_by_key(|(_, piece)| piece.kind);
        let named = pieces.into_iter().map(|(square, piece)| {
            let (file, rank) = side.pick(
                (9 - square.file(), square.rank() + 1),
                (square.file() + 1, 10 - square.rank()),
            );
            let name = xiangqi_piece(voice, piece);
            say!(voice; "{name} {file}-{rank}" "{name}{file}路{rank}线" "{name}{file}筋{rank}段")
        });
        voice.listed(&voice.side(Game::Xiangqi, side), named)
    });
    sides.to_vec()
}

/// Squares, which both sides count alike, and the pieces in hand.
fn of_shogi(position: &shogi::Position, voice: Voice) -> Vec<String> {
    let mut sentences = Vec::new();
    for side in Side::BOTH {
        let owner = voice.side(Game::Shogi, side);
        let mut pieces: Vec<_> =
            position.pieces().filter(|(_, piece)| piece.side == side).collect();
        // The king first, the pawns last.
        pieces.sort_by_key(|(_, piece)| (piece.kind != shogi::Kind::King, Reverse(piece.kind)));
        let items = pieces.into_iter().map(|(at, piece)| {
            let (name, square, file) = (shogi_piece(voice, piece.kind), square(at), at.file());
            let rank = shogi::notation::rank_kanji(at.rank());
            say!(voice; "{name} {square}" "{file}{rank}{name}" "{file}{rank}{name}")
        });
        sentences.push(voice.listed(&owner, items));
        let mut held = position.hand(side).peekable();
        if held.peek().is_some() {
            let items = held.map(|(kind, count)| {
                let name = shogi_piece(voice, kind);
                say!(voice; "{name} {count}" "{name}{count}" "{name}{count}")
            });
            let in_hand = voice.0.pick([" in hand", "持驹", "の持駒"]);
            sentences.push(voice.listed(&format!("{owner}{in_hand}"), items));
        }
    }
    sentences
}

/// Row by row from the top, as fingers move over a board.
fn of_go(position: &go::Position, before: Option<&go::Position>, voice: Voice) -> Vec<String> {
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
            let names = voice.list(columns.map(|column| match voice.0 {
                Lang::Ja => (column + 1).to_string(),
                Lang::En | Lang::Zh => go::column_name(column),
            }));
            let owner = voice.side(Game::Go, side);
            if !names.is_empty() {
                parts.push(format!("{owner} {names}"));
            }
        }
        if parts.is_empty() {
            match before {
                Some(_) => parts.push(voice.0.pick(["empty", "无子", "石なし"]).to_owned()),
                None => continue,
            }
        }
        let (below, above) = (size.rows() - row, row + 1);
        let name = say!(voice; "Row {below}" "第{below}行" "上から{above}段目");
        let row = parts.join(voice.0.pick(["; ", "；", "、"]));
        sentences.push(voice.sentence(&voice.labelled(&name, &row)));
    }
    if sentences.is_empty() && before.is_none() {
        let empty = voice.0.pick(["The board is empty", "空棋盘", "盤上に石はありません"]);
        sentences.push(voice.sentence(empty));
    }
    sentences
}

/// `Triangle: D4, Q16.` Empty for marks that only direct attention.
pub(super) fn marks(voice: Voice, position: &go::Position, mark: &Mark) -> Option<String> {
    let name = |(column, row)| point(voice, position, go::Point::new(column, row));
    let title = mark_name(voice, mark.kind)?;
    let items: Vec<String> = match mark.kind {
        MarkKind::Label => (mark.spans.iter().zip(mark.labels.iter()))
            .map(|(span, text)| voice.labelled_point(text, &name(span.from)))
            .collect(),
        MarkKind::Arrow | MarkKind::Line => (mark.spans.iter())
            .map(|span| voice.stretch(&name(span.from), &name(span.to)))
            .collect(),
        MarkKind::FirstTerritory | MarkKind::SecondTerritory => {
            vec![voice.points(mark.points().len())]
        }
        _ => mark.points().into_iter().map(name).collect(),
    };
    (!items.is_empty()).then(|| voice.listed(&title, items))
}

fn mark_name(voice: Voice, kind: MarkKind) -> Option<String> {
    let words = match kind {
        MarkKind::Triangle => ["triangle", "三角", "三角"],
        MarkKind::Square => ["square", "方块", "四角"],
        MarkKind::Circle => ["circle", "圆圈", "丸"],
        MarkKind::Cross => ["cross", "叉", "ばつ"],
        MarkKind::Selected => ["selected", "选中", "選択"],
        MarkKind::Label => ["label", "标记", "文字"],
        MarkKind::Arrow => ["arrow", "箭头", "矢印"],
        MarkKind::Line => ["line", "连线", "線"],
        MarkKind::FirstTerritory => {
            return Some(voice.territory(&voice.side(Game::Go, Side::First)));
        }
        MarkKind::SecondTerritory => {
            return Some(voice.territory(&voice.side(Game::Go, Side::Second)));
        }
        MarkKind::Dim | MarkKind::View => return None,
    };
    Some(voice.capital(voice.0.pick(words)))
}
