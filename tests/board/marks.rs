//! Marks of a record on the points of a Go board.

use dapu::board::{self, Charset, View};
use dapu::record::{Mark, MarkKind, Span};

use crate::board::{lines, stones, view};

#[test]
fn marks_are_drawn_on_points_and_on_stones() {
    let mut labels = mark(MarkKind::Label, &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    labels.labels.extend(["a", "12", "長考", "123", "\u{1b}[2J"]);
    let marks = [
        mark(MarkKind::Triangle, &[(2, 2)]),
        mark(MarkKind::Square, &[(4, 2)]),
        mark(MarkKind::FirstTerritory, &[(0, 8)]),
        mark(MarkKind::SecondTerritory, &[(1, 8)]),
        mark(MarkKind::Cross, &[(2, 8)]),
        mark(MarkKind::Circle, &[(3, 8)]),
        labels,
    ];
    let view = View { marks: marks.iter().collect(), ..view() };
    let shown = lines(&stones(), &view);
    assert_eq!(shown[1], " 9 ａ12長23？・・・・");
    assert_eq!(shown[3], " 7 ・・#^Ｏ口・＋・・");
    assert_eq!(shown[9], " 1 ｘｏＸ〇・・・・・");
    let ascii = lines(&stones(), &View { charset: Charset::Ascii, ..view });
    assert_eq!(ascii[1], " 9 a 12? 23? . . . .");
    assert_eq!(ascii[3], " 7 . . #^O % . + . .");
    assert!(ascii.concat().is_ascii());
}

/// The mark of a kind on points.
fn mark(kind: MarkKind, points: &[(u8, u8)]) -> Mark {
    Mark::new(kind, points.iter().copied().map(Span::from).collect())
}

#[test]
fn of_several_marks_on_a_point_the_most_specific_is_drawn() {
    let mut labels = mark(MarkKind::Label, &[(0, 0), (2, 2), (3, 2)]);
    labels.labels.extend(["A", "123", "bc"]);
    let line = |from, to| Mark::new(MarkKind::Arrow, [Span { from, to }].into_iter().collect());
    let marks = [
        labels,
        mark(MarkKind::Triangle, &[(0, 0), (1, 0)]),
        line((0, 0), (1, 0)),
        line((5, 0), (6, 0)),
        mark(MarkKind::FirstTerritory, &[(1, 0), (5, 0), (7, 0)]),
        mark(MarkKind::Square, &[(8, 0)]),
        mark(MarkKind::Circle, &[(8, 0)]),
        mark(MarkKind::Dim, &[(8, 0), (8, 1), (3, 2)]),
    ];
    let view = View { marks: marks.iter().collect(), charset: Charset::Ascii, ..view() };
    let shown = lines(&stones(), &view);
    assert_eq!(shown[1], " 9 A ^ . . . - > x @");
    assert_eq!(shown[2], " 8 . . . . . . . .");
    assert_eq!(shown[3], " 7 . . #3Ob. . + . .");
    // In colour a label has both columns of a stone.
    let color = View { color: true, ..view };
    assert_eq!(lines(&stones(), &color)[3], " 7 . . 23bc. . + . .");
}

#[test]
fn points_outside_the_view_are_dimmed_but_stones_are_not() {
    let window = Mark::new(MarkKind::View, [Span::between((0, 0), (2, 1))].into_iter().collect());
    let view = View { marks: vec![&window], ..view() };
    let shown = lines(&stones(), &view);
    assert_eq!(shown[1], " 9 ・・・");
    assert_eq!(shown[3], " 7 　　＃Ｏ");
    let svg = board::svg(&stones(), &view);
    assert_eq!(svg.matches("fill-opacity").count(), 81 - 6);
    let all = mark(MarkKind::View, &[]);
    let view = View { marks: vec![&all], ..view };
    assert_eq!(lines(&stones(), &view)[1], " 9 ・・・・・・・・・");
    assert_eq!(board::svg(&stones(), &view).matches("fill-opacity").count(), 0);
}
