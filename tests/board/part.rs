//! The part of a board of Go that is used.

use std::sync::Arc;

use dapu::board::{self, Charset, Scale, Target, View, holds, used_part};
use dapu::game::go::{Point, Size};
use dapu::record::{NodeId, Record, Span};

use crate::board::view;
use crate::common;

/// A problem in the lower right corner.
const PROBLEM: &str = "(;GM[1]SZ[19]AW[qo][ro][so][qp][rq][rr][ps]AB[pn][qn][rn][po][pp][oq][pr][os]\
(;B[rs](;W[sp];B[sr])(;W[sr];B[sp]))(;B[aa];W[rs]))";

fn record(text: &str) -> Arc<Record> {
    common::read(text.as_bytes(), "a.sgf").unwrap().game(0).unwrap()
}

fn part(text: &str) -> Option<Span> {
    used_part(&record(text), NodeId::ROOT)
}

fn span(from: (u8, u8), to: (u8, u8)) -> Option<Span> {
    Some(Span { from, to })
}

#[test]
fn a_problem_uses_its_corner_with_two_lines_around_it() {
    let corner = PROBLEM.replace("(;B[aa];W[rs])", "");
    assert_eq!(part(&corner), span((12, 11), (18, 18)));
    // A side: the edges above and below are far.
    assert_eq!(part("(;SZ[19]AB[aj]AW[bk])"), span((0, 7), (3, 12)));
    assert_eq!(part("(;SZ[19]AB[ea][ae])"), span((0, 0), (6, 6)));
    // One of these moves is far away, which is much of a few moves.
    assert_eq!(part(PROBLEM), None);
}

#[test]
fn games_and_full_boards_are_not_cropped() {
    let joseki = ";B[pd];W[qc];B[qd];W[pc];B[oc];W[ob];B[nc];W[nb]";
    assert_eq!(part(&format!("(;SZ[19]{joseki})")), span((11, 0), (18, 5)));
    for game in [
        // Few moves may be the beginning of a game.
        "(;SZ[19];B[pd];W[qc];B[qd];W[pc];B[oc];W[ob];B[nc])".to_owned(),
        format!("(;SZ[19]PB[Shusaku]{joseki})"),
        "(;SZ[9];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[cf];W[df];B[cg])".to_owned(),
        "(;SZ[19]AB[dd][pp])".to_owned(),
        "(;SZ[19]HA[2]AB[pd][dp];W[dd])".to_owned(),
        "(;SZ[19])".to_owned(),
        "(;SZ[1]AB[aa])".to_owned(),
    ] {
        assert_eq!(part(&game), None, "{game}");
    }
    // A shape is a diagram, whoever is named.
    assert!(part("(;SZ[19]PB[Shusaku]AB[pd][qc]AW[qd])").is_some());
    let xiangqi = common::read(b"[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]\n\n*", "a.pgn").unwrap();
    assert_eq!(used_part(&xiangqi.game(0).unwrap(), NodeId::ROOT), None);
}

#[test]
fn one_of_a_hundred_moves_may_be_elsewhere() {
    let corner: String =
        (0..100).map(|nth| format!("(;B[{}c])", "cdef".as_bytes()[nth % 4] as char)).collect();
    let dictionary = format!("(;SZ[19]{corner}(;B[qq]))");
    assert_eq!(part(&dictionary), span((0, 0), (7, 4)));
    assert_eq!(part(&dictionary.replace("(;B[qq])", "(;B[qq])(;B[qr])(;B[rr])")), None);
    let record = record(&dictionary);
    let marks = |node| record.tree.marks(node);
    let part = used_part(&record, NodeId::ROOT).unwrap();
    for node in record.tree.children(NodeId::ROOT) {
        let is_last = record.tree.next_sibling(node).is_none();
        assert_eq!(holds(part, &record.position_at(node), &marks(node)), !is_last);
    }
}

#[test]
fn each_problem_of_a_collection_has_its_own_part() {
    let record = record("(;SZ[19](;AB[aa][bb]AW[cc];B[dd])(;AB[ss][rr]AW[qq])(;AB[as];W[bq]))");
    let starts = record.tree.problem_starts();
    let parts: Vec<_> = starts.iter().map(|start| used_part(&record, *start)).collect();
    assert_eq!(parts, [span((0, 0), (5, 5)), span((14, 14), (18, 18)), span((0, 14), (3, 18))]);
    let inside = record.tree.first_child(starts[0]).unwrap();
    assert_eq!(record.tree.problem_start(inside), starts[0]);
    assert_eq!(record.tree.problem_start(NodeId::ROOT), starts[0]);
}

#[test]
fn marks_elsewhere_are_shown_with_the_whole_board() {
    let marked = |mark: &str| {
        let record = record(&format!("(;SZ[19]AB[aa][bb]{mark})"));
        let part = used_part(&record, NodeId::ROOT).unwrap();
        holds(part, &record.position_at(NodeId::ROOT), &record.tree.marks(NodeId::ROOT))
    };
    assert!(marked("LB[cc:1]TR[aa]") && marked("DD[ss]"));
    assert!(!marked("LB[ss:1]") && !marked("AR[aa:ss]") && !marked("TB[aa:ss]"));
}

#[test]
fn a_part_is_drawn_with_its_edges_and_the_lines_that_go_on() {
    let record = record(&PROBLEM.replace("(;B[aa];W[rs])", ""));
    let position = record.position_at(NodeId::ROOT);
    let part = used_part(&record, NodeId::ROOT);
    let lines = |scale| {
        let view = View { part, scale, charset: Charset::Ascii, ..view() };
        board::draw(&position, &view).lines(false).collect::<Vec<String>>().join("\n")
    };
    insta::assert_snapshot!(
        "part",
        [Scale::Compact, Scale::Usual, Scale::Large, Scale::Huge].map(lines).join("\n\n")
    );
    insta::assert_snapshot!("part-svg", board::svg(&position, &View { part, ..view() }));
}

#[test]
fn every_point_of_a_part_is_where_a_click_finds_it() {
    let record = record(PROBLEM);
    let position = record.position_at(NodeId::ROOT);
    let size = Size::USUAL;
    let parts = [None, span((12, 11), (18, 18)), span((0, 0), (4, 18)), span((5, 6), (7, 8))];
    for (part, scale) in parts
        .iter()
        .flat_map(|part| Scale::of(position.game()).iter().map(move |scale| (*part, *scale)))
    {
        for (flip, coordinates) in [(false, true), (true, true), (false, false)] {
            let view = View { part, scale, flip, coordinates, ..View::default() };
            let picture = board::draw(&position, &view);
            assert_eq!(board::size(&position, &view), (picture.width(), picture.height()));
            let drawn = size
                .points()
                .filter(|at| part.is_none_or(|part| part.contains((at.column, at.row))));
            let mut seen = 0;
            for point in drawn {
                let cursor = Some(Target::Go(point));
                let pointed = board::draw(&position, &View { cursor, ..view.clone() });
                let (row, column) = pointed.cursor.unwrap();
                assert_eq!(
                    board::target_at(&position, &view, row, column),
                    cursor,
                    "{part:?} {scale:?}"
                );
                seen += 1;
            }
            let found = (0..picture.height()).flat_map(|row| {
                let columns = 0..picture.width();
                columns
                    .filter_map(|column| board::target_at(&position, &view, row, column))
                    .collect::<Vec<_>>()
            });
            let mut found: Vec<Point> = found
                .filter_map(|at| if let Target::Go(point) = at { Some(point) } else { None })
                .collect();
            found.sort();
            found.dedup();
            assert_eq!(found.len(), seen);
        }
    }
}
