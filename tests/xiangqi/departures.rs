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
fn forms_of_numbers_names_and_values_around_moves_are_read() {
    for text in [
        // A footnote between the number and the move, and another one before the answer.
        "1. ①炮二平五 ②马8进7\n2. 马二进三 车9平8\n3. ③车一平二 马2进3\n4. 兵七进一 卒7进1\n",
        // Rates of wins.
        "1. 炮二平五 52.3% 马8进7 48%\n2. 马二进三 52.3% 车9平8 48.1%\n3. 车一平二 马2进3\n4. 兵七进一 卒7进1\n",
        // Blanks between all characters.
        "1 . 炮 二 平 五 马 8 进 7 2 . 马 二 进 三 车 9 平 8\n3. 车 一 平 二 马 2 进 3\n4. 兵 七 进 一 卒 7 进 1\n",
        // The names of the players.
        "1. 红方 (甲)：h2-e2\n2. 黑方（乙）：h9-g7\n3. 红方 (甲)：h0-g2\n4. 黑方 (乙): i9-h9\n5. 红方 (甲)：i0-h0\n\
            6. 黑方 (乙)：b9-c7\n7. 红方 (甲)：c3-c4\n8. 黑方 (乙)：g6-g5\n",
        "Nước 1: Đỏ Pháo 2 bình 5, Đen Mã 8 tiến 7.\nNước 2: Đỏ Mã 2 tiến 3, Đen Xe 9 bình 8.\n\
            Nước 3: Đỏ Xe 1 bình 2, Đen Mã 2 tiến 3.\nNước 4: Đỏ Tốt 7 tiến 1, Đen Tốt 7 tiến 1.\n",
        // The same game once more.
        "1.炮二平五 马8进7\n2.马二进三 车9平8\n3.车一平二 马2进3\n4.兵七进一 卒7进1\n红胜。\n\
            第一步，红炮二平五架中炮，黑马8进7。第二步，红马二进三，黑车9平8。\n第三步，红车一平二，黑马2进3。\n",
        // Two remarks in one line that end with numbers.
        "1. 炮二平五 (评分 35) 马8进7 2. 马二进三 车9平8 3. 车一平二 (图 2) 马2进3 4. 兵七进一 卒7进1",
    ] {
        let (record, warnings) = game(text, "list.txt", "text");
        assert_eq!(mainline(&record), FOUR, "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
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
