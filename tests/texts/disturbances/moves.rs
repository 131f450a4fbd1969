//! Disturbances of moves themselves.

use super::super::written::{Kind, Token};
use super::{place, set};
use crate::common::Random;

pub(super) fn placeholder(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = place(tokens, random, |token| token.kind == Kind::Holder) else {
        return false;
    };
    let forms = [
        "···",
        "—",
        "--",
        "（略）",
        "……",
        "...",
        "..",
        "——",
        "－－",
        "(...)",
        "─",
        "***",
        "～",
        "*",
    ];
    set(&mut tokens[place], random.pick(&forms).unwrap())
}

pub(super) fn move_as_placeholder(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(holder) = place(tokens, random, |token| token.kind == Kind::Holder) else {
        return false;
    };
    let first = tokens[holder..].iter().find_map(|token| match token.kind {
        Kind::Move { ply, .. } => ply.checked_sub(1),
        _ => None,
    });
    let red = tokens.iter().find(
        |token| matches!(token.kind, Kind::Move { ply, varies: false, .. } if Some(ply) == first),
    );
    let text = red.map(|token| token.text.clone()).unwrap_or_default();
    set(&mut tokens[holder], text)
}

/// Makes a move one that nobody can read.
fn spoil(token: &mut Token, text: String) -> bool {
    if let Kind::Move { code, .. } = &mut token.kind {
        *code = None;
    }
    set(token, text)
}

pub(super) fn unreadable(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let mut signs: Vec<char> = tokens[place].text.chars().collect();
    // The square of origin in KIF says the same again.
    let end = signs.iter().position(|sign| *sign == '(').unwrap_or(signs.len());
    let at = random.below(end);
    // At the end, a question mark is a judgement.
    let unreadable: &[char] = &['□', '〓', '■', '\u{FFFD}', '?'];
    let unreadable = if at + 1 == end { &unreadable[..4] } else { unreadable };
    signs[at] = random.pick(unreadable).unwrap();
    spoil(&mut tokens[place], signs.iter().collect())
}

pub(super) fn unreadable_move(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let texts = ["□□□□", "????", "〓〓〓〓", "■■", "(?)", "[unreadable]", "（不明）"];
    spoil(&mut tokens[place], random.pick(&texts).unwrap().to_owned())
}

pub(super) fn okurigana(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let forms: [(&str, &[&str]); 6] = [
        ("不成", &["ならず", "ナラズ", "成らず", "生"]),
        ("成", &["成り", "成る", "ナル", "なり"]),
        ("打", &["打ち", "打つ", "打ツ"]),
        ("上", &["上る", "上ル", "上がる"]),
        ("寄", &["寄る", "寄ル", "寄り"]),
        ("引", &["引く", "引ク", "引き"]),
    ];
    let mut is_changed = false;
    for token in tokens.iter_mut().filter(|token| token.is_move()) {
        let text = token.text.split('(').next().unwrap_or_default().to_owned();
        let rest = token.text[text.len()..].to_owned();
        // A promoted piece is itself called 成銀.
        let form = forms.iter().find_map(|(verb, others)| Some((text.strip_suffix(verb)?, others)));
        if let Some((start, others)) = form
            && random.below(2) == 0
        {
            let verb = random.pick(others).unwrap();
            is_changed |= set(token, format!("{start}{verb}{rest}"));
        }
    }
    is_changed
}

pub(super) fn bold(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let [left, right] = random
        .pick(&[
            ["**", "**"],
            ["*", "*"],
            ["__", "__"],
            ["<b>", "</b>"],
            ["[b]", "[/b]"],
            ["“", "”"],
        ])
        .unwrap();
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let text = format!("{left}{}{right}", tokens[place].text);
    set(&mut tokens[place], text)
}

pub(super) fn fullwidth(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let wide = |sign: char| match sign {
        '!'..='~' => char::from_u32(sign as u32 + 0xFEE0).unwrap(),
        _ => sign,
    };
    let text: String = tokens[place].text.chars().map(wide).collect();
    set(&mut tokens[place], text)
}

pub(super) fn zero_width(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random
        .pick(&["\u{200B}", "\u{FEFF}", "\u{200D}", "\u{AD}", "\u{200E}", "\u{2060}"])
        .unwrap();
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let text = &tokens[place].text;
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (left, right) = text.split_at(random.pick(&ends).unwrap());
    let text = format!("{left}{sign}{right}");
    set(&mut tokens[place], text)
}
