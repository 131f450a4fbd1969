//! SGF: properties of nodes, typed where their meaning is known and kept as written where it is not.

use dapu::game::Side;
use dapu::record::{Eval, Key, Left, MarkKind, Note, Span};

use super::{notes, outline, sgf};

#[test]
fn marks_labels_arrows_and_territory_are_typed() {
    let record = sgf(
        "(;SZ[9]TR[aa]SQ[bb:bc]CR[cc]MA[dd]SL[ee]LB[aa:A][bb:x\\:y][cc:a:b]AR[aa:cc]LN[ii:gg]TB[]TW[hh]DD[aa:bb])",
    );
    let marks: Vec<_> = notes(&record, 0)
        .into_iter()
        .map(|note| match note {
            Note::Mark(mark) => *mark,
            other => panic!("{other:?}"),
        })
        .collect();
    let points = |kind| {
        let mark = marks.iter().find(|mark| mark.kind == kind).unwrap();
        mark.points()
    };
    assert_eq!(points(MarkKind::Square), [(1, 1), (1, 2)]);
    assert_eq!(points(MarkKind::FirstTerritory), []);
    assert_eq!(points(MarkKind::Dim), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    let labels = marks.iter().find(|mark| mark.kind == MarkKind::Label).unwrap();
    assert!(labels.labels.iter().eq(["A", "x:y", "a:b"]));
    let line = marks.iter().find(|mark| mark.kind == MarkKind::Line).unwrap();
    // A line keeps its direction.
    assert_eq!((line.spans[0].from, line.spans[0].to), ((8, 8), (6, 6)));
    let kinds: Vec<_> = marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(
        kinds,
        [
            MarkKind::Triangle,
            MarkKind::Square,
            MarkKind::Circle,
            MarkKind::Cross,
            MarkKind::Selected,
            MarkKind::Label,
            MarkKind::Arrow,
            MarkKind::Line,
            MarkKind::FirstTerritory,
            MarkKind::SecondTerritory,
            MarkKind::Dim
        ]
    );
}

#[test]
fn clocks_values_and_judgements_are_typed() {
    let record = sgf("(;SZ[9];B[ee]BL[12.5]WL[-3]OB[3]V[-0.5]TE[2]BM[1]DO[]GB[1]UC[2]MN[7]N[x])");
    let left = |note: &Note| match note {
        Note::Remaining(remaining) => Some((remaining.side, remaining.left)),
        _ => None,
    };
    let notes = notes(&record, 1);
    let clocks: Vec<_> = notes.iter().filter_map(left).collect();
    assert_eq!(
        clocks,
        [
            (Side::First, Left::Time(12_500)),
            (Side::Second, Left::Time(-3_000)),
            (Side::First, Left::Moves(3)),
        ]
    );
    assert!(notes.contains(&Note::Eval(Eval::Centipawns(-50))));
    assert!(notes.contains(&Note::Number(7)));
    let glyphs: Vec<_> = notes
        .iter()
        .filter_map(|note| match note {
            Note::Glyph(glyph) => Some(&**glyph),
            _ => None,
        })
        .collect();
    assert_eq!(glyphs, ["!!", "?", "?!", "B+", "~~"]);
}

#[test]
fn unknown_properties_are_kept_as_written() {
    let record = sgf(
        "(;SZ[9];B[ee]KO[]XY[a\\:b:c][d]V[0.12345]TE[x]PL[B]PL[W]FG[257:Fig]BL[1]BL[2]KGSDE[aa])",
    );
    let kept: Vec<_> = notes(&record, 1)
        .into_iter()
        .filter_map(|note| match note {
            Note::Property(property) => Some(format!("{}{:?}", property.name, property.values)),
            _ => None,
        })
        .collect();
    assert_eq!(
        kept,
        [
            "KO[\"\"]",
            "XY[\"a\\\\:b:c\", \"d\"]",
            "V[\"0.12345\"]",
            "TE[\"x\"]",
            "PL[\"W\"]",
            "FG[\"257:Fig\"]",
            "BL[\"2\"]",
            "KGSDE[\"aa\"]",
        ]
    );
}

#[test]
fn private_properties_are_kept() {
    let record = sgf("(;SZ[9]startTurnIdx[0]gameHash[AB]whiteName[x]Elo[3];b[aa]Illegal[y])");
    let names = |ply: usize| -> Vec<String> {
        let kept = notes(&record, ply).into_iter().map(|note| match note {
            Note::Property(property) => property.name.to_string(),
            other => panic!("{other:?}"),
        });
        kept.collect()
    };
    assert_eq!(names(0), ["startTurnIdx", "gameHash", "whiteName", "Elo"]);
    assert_eq!(names(1), ["Illegal"]);
    assert_eq!(outline(&record), "- B aa");
}

#[test]
fn old_versions_pad_names_and_mark_differently() {
    let record = sgf(
        "(;GaMe[1]FileFormat[1]SiZe[9]PlayerBlack[Bob]Letter[cc][dd]Marked[ee][ff];Black[ee]GameComment[x]Marked[ee][aa])",
    );
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("Bob"));
    assert_eq!(outline(&record), "- B ee");
    let root = notes(&record, 0);
    assert!(
        matches!(&root[0], Note::Mark(mark) if mark.kind == MarkKind::Label && mark.labels.iter().nth(1) == Some("B"))
    );
    assert!(
        matches!(&root[1], Note::Mark(mark) if mark.kind == MarkKind::Cross && mark.spans.len() == 2)
    );
    // On a stone the mark is a triangle.
    let after = notes(&record, 1);
    let kinds: Vec<_> = after
        .iter()
        .filter_map(|note| match note {
            Note::Mark(mark) => Some((mark.kind, mark.points()[0])),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, [(MarkKind::Cross, (0, 0)), (MarkKind::Triangle, (4, 4))]);
    // FF[3] has the corners of the view in two values.
    let view = |text: &str| match &notes(&sgf(text), 0)[0] {
        Note::Mark(mark) if mark.kind == MarkKind::View => mark.spans.to_vec(),
        other => panic!("{other:?}"),
    };
    assert_eq!(view("(;FF[3]SZ[9]VW[ea][ae])"), [Span::between((0, 0), (4, 4))]);
    assert_eq!(view("(;FF[4]SZ[9]VW[aa][ee])").len(), 2);
    assert_eq!(view("(;SZ[9]VieW[])"), []);
}

#[test]
fn dimmed_points_and_the_view_last_until_set_again() {
    let record =
        sgf("(;SZ[9]DD[aa]VW[aa:ee]TR[cc];B[bb](;W[cc]DD[bb]SQ[dd];B[dd])(;W[dd]DD[]VW[];B[ee]))");
    let shown = |node: usize| -> Vec<(MarkKind, usize)> {
        let node = record.tree.get(node).unwrap();
        let marks = record.tree.marks(node).into_iter();
        marks.map(|mark| (mark.kind, mark.points().len())).collect()
    };
    use MarkKind::{Dim, Square, Triangle, View};
    assert_eq!(shown(0), [(Dim, 1), (View, 25), (Triangle, 1)]);
    assert_eq!(shown(1), [(Dim, 1), (View, 25)]);
    assert_eq!(shown(2), [(Dim, 1), (View, 25), (Square, 1)]);
    assert_eq!(record.tree.marks(record.tree.get(3).unwrap())[0].points(), [(1, 1)]);
    assert_eq!(shown(4), [(Dim, 0), (View, 0)]);
    assert_eq!(shown(5), [(Dim, 0), (View, 0)]);
}

#[test]
fn rectangles_name_each_point_once() {
    let text = format!("(;SZ[52]TB{}AB[aa][ba][aa])", "[ba:ZY][bb:ZZ]".repeat(1000));
    let Note::Mark(mark) = &notes(&sgf(&text), 0)[0] else {
        panic!("no mark");
    };
    assert_eq!(mark.spans.len(), 2000);
    let points = mark.points();
    assert_eq!(points.len(), 51 * 52);
    assert_eq!((points[0], points[51]), ((1, 0), (1, 1)));
    let Note::Setup(setup) = &notes(&sgf(&text), 0)[1] else {
        panic!("no setup");
    };
    assert_eq!(setup.points(), [(0, 0), (1, 0), (0, 0)]);
}
