//! Marks on a Go board as sentences.

use super::moves;
use super::words::Words;
use crate::game::{Game, Side, go};
use crate::record::{Mark, MarkKind};

/// `Triangle: D4, Q16.` Empty for marks that only direct attention.
pub(super) fn sentence(words: Words, position: &go::Position, mark: &Mark) -> Option<String> {
    let name = |(column, row)| moves::point(words, position, go::Point::new(column, row));
    let title = title(words, mark.kind)?;
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
    (!items.is_empty()).then(|| words.sentence(&words.labelled(&title, &words.list(&items))))
}

fn title(words: Words, kind: MarkKind) -> Option<String> {
    let territory = |side| words.territory(&words.side(Game::Go, side));
    let title = match kind {
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
    Some(title.to_owned())
}
