//! What is put between moves.

use dapu::game::Side;

use super::super::written::{Kind, Token};
use super::{after_move, after_moves, insert, own_line, place, places, spaced};
use crate::common::Random;

const FOOTNOTES: [&str; 8] = ["①", "[1]", "(1)", "【1】", "*1", "¹", "注1", "（注1）"];

pub(super) fn footnote(tokens: &mut Vec<Token>, random: &mut Random, side: Side) -> bool {
    after_move(tokens, random, &FOOTNOTES, |token| token.is_of(side))
}

pub(super) fn footnote_before(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let is_start = |token: &Token| token.is_move() || token.kind == Kind::Number;
    let Some(place) = place(tokens, random, is_start) else { return false };
    let sign = random.pick(&FOOTNOTES).unwrap();
    insert(tokens, place, format!("{sign} "))
}

pub(super) fn footnote_at_end(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = places(tokens, Token::is_move).pop() else { return false };
    let text = spaced(random.pick(&FOOTNOTES).unwrap(), random);
    insert(tokens, place + 1, text)
}

const FIGURES: [&str; 6] =
    ["【２図】", "（图1）", "［第３図］", "(Diagram 2)", "（如图3）", "(Fig. 1)"];

pub(super) fn figure(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_move(tokens, random, &FIGURES, |_| true)
}

pub(super) fn figure_line(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(tokens, random, &FIGURES)
}

pub(super) fn emoji(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(tokens, random, &["😀", "👍", "🔥", "😱", "♟️", "👏👏", "❤️", "🤔"])
}

/// A sign of a block of Unicode, but none that means something to a reader, such as ▲ or a bracket.
fn sign(ranges: &[(u32, u32)], random: &mut Random) -> String {
    const MEANT: &str = "…‥‧•●○◎◯■□▲△▼▽◆◇☗☖⛊⛉【】「」『』〔〕《》〈〉〖〗〘〙〚〛“”‘’‚‛„‟‹›〝〞〟〇〆々〒〓─—–―‐‑‒〜〰→←↑↓";
    let sum: u32 = ranges.iter().map(|(first, last)| last - first + 1).sum();
    loop {
        let mut number = random.below(sum as usize) as u32;
        for (first, last) in ranges {
            let count = last - first + 1;
            if number < count {
                let sign = char::from_u32(first + number).unwrap();
                if !MEANT.contains(sign) {
                    return sign.to_string();
                }
                break;
            }
            number -= count;
        }
    }
}

pub(super) fn punctuation(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let ranges =
        [(0x2010, 0x2027), (0x2030, 0x205E), (0x3001, 0x3020), (0xA1, 0xBF), (0xFF01, 0xFF0F)];
    let sign = loop {
        let sign = sign(&ranges, random);
        if !"ª²³º¹¼½¾（）".contains(&sign) {
            break sign;
        }
    };
    after_moves(tokens, random, &[&sign])
}

pub(super) fn symbol(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let ranges =
        [(0x2190, 0x22FF), (0x25A0, 0x25FF), (0x2600, 0x26FF), (0x2701, 0x2767), (0x2794, 0x27BE)];
    let sign = sign(&ranges, random);
    after_moves(tokens, random, &[&sign])
}

pub(super) fn annotation(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(tokens, random, &["!", "?", "!!", "??", "!?", "?!", "！", "？", "！！"])
}

pub(super) fn value(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(
        tokens,
        random,
        &["(0.35)", "(+0.3/12)", "(-125)", "（+1.2）", "[0.00]", "(+0.15/18 3s)", "(评分 35)"],
    )
}

pub(super) fn minutes(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(
        tokens,
        random,
        &["(2:15)", "（3分）", "(12')", "[0:12]", "(1m)", "（1分30秒）", "(00:01:05)"],
    )
}

pub(super) fn link(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let links =
        ["https://example.org/game/12345", "@tanaka", "#象棋", "http://www.example.com/a1.html"];
    after_move(
        tokens,
        random,
        &links.map(|link| format!(" {link} ")).each_ref().map(|link| &**link),
        |_| true,
    )
}

pub(super) fn remark(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let remarks = [
        "（妙手）",
        "(好棋)",
        "（将军）",
        "（王手）",
        "(good)",
        "(check)",
        "（疑問手）",
        "(forced)",
        "［好手］",
        "（新手！）",
    ];
    after_moves(tokens, random, &remarks)
}
