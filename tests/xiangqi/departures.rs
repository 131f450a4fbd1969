//! Lists with something between their moves, and warnings where a reading departs from the text.

use crate::xiangqi::{game, load, mainline};

const FOUR: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5";

#[test]
fn what_is_between_two_moves_does_not_decide_where_the_line_continues() {
    for sign in [
        "①",
        "[1]",
        "(1)",
        "【1】",
        "¹",
        "★",
        "&",
        "/",
        "🙂",
        "<br>",
        "（注１）",
        "\u{a0}",
        "※",
        "†",
        "“",
        "【图２】",
    ] {
        let texts = [
            format!(
                "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二{sign} 马2进3\n4. 兵七进一 卒7进1\n"
            ),
            format!(
                "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 {sign} 马2进3\n4. 兵七进一 卒7进1\n"
            ),
            format!("1. C2=5 H8+7\n2. H2+3 R9=8{sign}\n3. R1=2 H2+3{sign}\n4. P7+1 P7+1{sign}\n"),
            format!(
                "1. 炮二平五 马8进7 2. 马二进三 车9平8{sign} 3. 车一平二 马2进3 4. 兵七进一{sign} 卒7进1\n"
            ),
        ];
        for text in texts {
            let (record, warnings) = game(&text, "list.txt", "text");
            assert_eq!(mainline(&record), FOUR, "{text}");
            assert_eq!(warnings, [""; 0], "{text}");
        }
    }
}

#[test]
fn a_reading_that_departs_from_the_text_is_warned_of_at_its_place() {
    const HEAD: &str = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n";
    for (rest, warning) in [
        // Left out: a move that cannot be read, and moves that do not fit.
        (
            "3. 车一平二 马2进3\n4. 兵口口口\n",
            "\"4. 兵口口口\" is not played: it does not fit here",
        ),
        // Altered: a number that is skipped, or that comes twice.
        ("4. 车一平二 马2进3\n", "\"4. 车一平二 马2进3\": the number is not that of the next move"),
        ("2. 车一平二 马2进3\n", "\"2. 车一平二 马2进3\": the number is not that of the next move"),
        ("2. 马八进七 车9进1\n", "\"马八进七 车9进1\": may start a variation or a new round here"),
    ] {
        let text = format!("{HEAD}{rest}");
        let (record, warnings) = game(&text, "list.txt", "text");
        assert!(mainline(&record).starts_with("h2e2 h9g7 h0g2 i9h9"), "{text}");
        assert!(warnings.iter().any(|found| found.ends_with(warning)), "{text}: {warnings:?}");
    }
}

#[test]
fn a_move_that_cannot_be_read_leaves_a_gap_and_the_sides_as_they_are() {
    for unread in ["马2进", "马□进3", "x3", "马2好"] {
        for between in [" ", "\n"] {
            let rounds = ["1. 炮二平五 马8进7", "2. 马二进三 车9平8"];
            let last = ["4. 兵七进一 卒7进1", "5. 车二进六 炮8平9"];
            let text = format!(
                "{}{between}3. 车一平二 {unread}{between}{}\n",
                rounds.join(between),
                last.join(between)
            );
            let (record, warnings) = game(&text, "list.txt", "text");
            assert_eq!(
                mainline(&record).replace(" --", "").replace(" ?", ""),
                "h2e2 h9g7 h0g2 i9h9 i0h0 c3c4 g6g5 h0h6 h7i7",
                "{text}"
            );
            assert_eq!(warnings.len(), 1, "{text}: {warnings:?}");
        }
    }
    let games = load("1. 炮二平五 马8进7 2. 马二进三 车9平8 红方胜（绝杀）\n", "list.txt", "text");
    assert_eq!(games.games().len(), 1);
}
