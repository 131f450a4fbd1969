//! Segments of short texts.

use super::*;
use crate::game::go::Size;

const CHINESE: Tongue = Tongue::Xiangqi(|_| true);
const GO: Tongue =
    Tongue::Go { size: Size::USUAL, is_numbered: false, is_small: false, is_paired: false };

/// The segments of a text: the number, `..` for the second move of a round, `#` for a heading, the moves, and the
/// words in the same line: `<` before, `>` after, doubled where they are in one clause.
fn described(text: &str, tongue: Tongue) -> Vec<String> {
    let one = |segment: &Segment| {
        let number = segment.number.map_or(String::new(), |number| {
            let dots = if number.second { ".." } else { "" };
            let bracket = if number.ordinal { ")" } else { "" };
            format!("{}{bracket}{dots} ", number.value)
        });
        let moves: Vec<&str> =
            segment.moves.iter().filter_map(|mv| text.get(mv.at.clone())).collect();
        let heading = if segment.has_heading { "# " } else { "" };
        let before = match (segment.lead, segment.glued) {
            (true, true) => "<< ",
            (true, false) => "< ",
            _ => "",
        };
        let after = [" ", " >", " >>"][segment.tail as usize].trim_end();
        format!("{heading}{before}{number}{}{after}", moves.join(" "))
    };
    segments(text, 0, tongue).iter().map(one).collect()
}

#[test]
fn a_segment_ends_where_something_is_said() {
    for (text, expected) in [
        ("1. 炮二平五 马8进7 2. 马二进三", &["1 炮二平五 马8进7", "2 马二进三"][..]),
        ("炮二平五，马8进7，正着，马二进三", &["炮二平五 马8进7 >", "< 马二进三"]),
        ("车一平二是正着。", &["车一平二 >>"]),
        ("红方走车一平二，马8进7", &["<< 车一平二 马8进7"]),
        ("红方先走车一平二，马8进7", &["车一平二 马8进7"]),
        ("1. C2=5 is good, H8+7 too", &["1 C2=5 >>", "< H8+7 >>"]),
        ("7炮二平三(炮八平六)馬7進8", &["7 炮二平三", "炮八平六", "馬7進8"]),
    ] {
        assert_eq!(described(text, CHINESE), expected, "{text}");
    }
}

#[test]
fn one_dot_belongs_to_a_number() {
    for (text, expected) in [
        ("11....卒7进1", &["11.. 卒7进1"][..]),
        ("11.卒7进1", &["11 卒7进1"]),
        ("11. … 卒7进1", &["11.. 卒7进1"]),
        ("4兵七进一", &["4 兵七进一"]),
        ("第11回合：卒7进1", &["11 卒7进1"]),
        ("(1) 炮9退1", &["1) 炮9退1"]),
        ("①炮9退1", &["1) 炮9退1"]),
    ] {
        assert_eq!(described(text, CHINESE), expected, "{text}");
    }
}

#[test]
fn a_heading_is_of_what_comes_next() {
    for (text, expected) in [
        ("Variation 2 14. C2=5", &["# 14 C2=5"][..]),
        ("(二) 14. 炮二平五", &["# 14 炮二平五"]),
        ("兵三进一\n(二)\n14. 炮二平五", &["兵三进一", "# 14 炮二平五"]),
        ("兵三进一\n第一种着法：\n炮二平五", &["兵三进一", "# 炮二平五"]),
        // Above all moves it is a title.
        ("(二)\n14. 炮二平五", &["14 炮二平五"]),
        ("变化図は炮二平五", &["<< 炮二平五"]),
    ] {
        assert_eq!(described(text, CHINESE), expected, "{text}");
    }
}

#[test]
fn a_side_may_have_a_number() {
    for (text, expected) in [
        ("Black 51 at Q10 was severe", &["51 Q10 >>"][..]),
        ("Black at 51 plays Q10.", &["51 Q10"]),
        ("B Q16 W D4", &["Q16 D4"]),
        ("黑51 Q10", &["51 Q10"]),
        ("E2-E4, IQ16 and B1", &["<< B1"]),
    ] {
        assert_eq!(described(text, GO), expected, "{text}");
    }
}
