//! Disturbances of lines, blanks and numbers.

use super::super::written::{Kind, Token};
use super::{before_lines, insert, own_line, place, places, set, set_all};
use crate::common::Random;

/// Removes blanks before moves in some places, but none that keeps two numbers apart.
pub(super) fn run_together(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let gaps = places(tokens, |token| token.kind == Kind::Gap);
    let together = |place: &usize| match (tokens.get(place.wrapping_sub(1)), tokens.get(place + 1))
    {
        (Some(before), Some(after)) => {
            let is_digit = |sign: char| sign.is_numeric();
            let joins = before.text.ends_with(is_digit) && after.text.starts_with(is_digit);
            before.is_move() && !joins
        }
        _ => false,
    };
    let gaps: Vec<usize> = gaps.into_iter().filter(together).collect();
    let mut is_changed = false;
    for place in gaps {
        if random.below(2) == 0 {
            is_changed |= set(&mut tokens[place], "");
        }
    }
    is_changed
}

pub(super) fn split_rounds(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let mut is_changed = false;
    for place in places(tokens, |token| token.kind == Kind::Gap) {
        if random.below(4) == 0 {
            is_changed |= set(&mut tokens[place], "\n");
        }
    }
    for place in places(tokens, |token| token.kind == Kind::Number) {
        if random.below(8) == 0 {
            let text = format!("{}\n", tokens[place].text.trim_end());
            is_changed |= set(&mut tokens[place], text);
        }
    }
    is_changed
}

/// Puts the second half of the lines of a numbered list beside the first.
pub(super) fn two_columns(tokens: &mut Vec<Token>, _: &mut Random) -> bool {
    let Some(first) = tokens.iter().position(|token| token.kind == Kind::Number) else {
        return false;
    };
    let end = tokens.iter().position(|token| token.text.contains("变"));
    let tail = tokens.split_off(end.unwrap_or(tokens.len()));
    let body = tokens.split_off(first);
    let mut lines: Vec<Vec<Token>> =
        body.split_inclusive(|token| token.kind == Kind::End).map(<[Token]>::to_vec).collect();
    let is_list = lines.len() > 7
        && lines.iter().all(|line| line.first().is_some_and(|token| token.kind == Kind::Number));
    if is_list {
        let right = lines.split_off(lines.len().div_ceil(2));
        for (line, mut other) in lines.iter_mut().zip(right) {
            line.pop();
            other[0].disturbed = true;
            line.push(Token::new(Kind::Gap, "      "));
            line.extend(other);
        }
    }
    tokens.extend(lines.into_iter().flatten());
    tokens.extend(tail);
    is_list
}

pub(super) fn quoted_mail(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random.pick(&["> ", ">", ">> ", "| "]).unwrap();
    before_lines(tokens, |_| sign.to_owned())
}

pub(super) fn missing_number(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let numbers = places(tokens, |token| token.kind == Kind::Number);
    // Without the first there is nothing that the text contradicts.
    let Some(place) = numbers.get(1..).and_then(|numbers| random.pick(numbers)) else {
        return false;
    };
    set(&mut tokens[place], "")
}

pub(super) fn repeated_number(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let mut numbers = places(tokens, |token| token.kind == Kind::Number);
    numbers.retain(|place| !tokens[*place].text.is_empty());
    if numbers.len() < 3 {
        return false;
    }
    let repeated = 1 + random.below(numbers.len() - 1);
    let goes_on = random.below(2) == 0;
    for number in (repeated..numbers.len()).rev() {
        if number == repeated || goes_on {
            let before = tokens[numbers[number - 1]].text.clone();
            set(&mut tokens[numbers[number]], before);
        }
    }
    true
}

pub(super) fn no_break_spaces(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let blank = random.pick(&["\u{A0}", "\u{3000}", "\u{2009}", "\u{202F}", "\u{2003}"]).unwrap();
    let is_any = |token: &Token| matches!(token.kind, Kind::Gap | Kind::Number | Kind::Mark);
    set_all(tokens, is_any, |text| text.replace(' ', blank))
}

pub(super) fn line_breaks(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let text = random.pick(&["<br>", "<br>\n", "<br/>\n", "<br />\n", "<BR>"]).unwrap();
    set_all(tokens, |token| token.kind == Kind::End, |_| text.to_owned())
}

pub(super) fn page_number(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(
        tokens,
        random,
        &["— 12 —", "- 3 -", "\n127\n", "第 12 页", "[p. 31]", "12", "－ 58 －"],
    )
}

pub(super) fn continuation(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(
        tokens,
        random,
        &["（接上页）", "(continued)", "（続く）", "（下转第8页）", "---", "＊＊＊"],
    )
}

pub(super) fn bullets(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random.pick(&["- ", "* ", "• ", "・", "◆", "■ "]).unwrap();
    before_lines(tokens, |_| sign.to_owned())
}

/// A row of a table in Markdown for each line.
pub(super) fn bars(tokens: &mut Vec<Token>, _: &mut Random) -> bool {
    set_all(tokens, |token| token.kind == Kind::Gap, |_| " | ".to_owned());
    set_all(tokens, |token| token.kind == Kind::Number, |text| format!("{} | ", text.trim_end()));
    set_all(tokens, |token| token.kind == Kind::End, |_| " |\n".to_owned());
    before_lines(tokens, |_| "| ".to_owned())
}

pub(super) fn chat_times(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let form = random.below(3);
    before_lines(tokens, |number| {
        let (hour, minute) = (20 + number / 60 % 4, number % 60);
        match form {
            0 => format!("[{hour}:{minute:02}] "),
            1 => format!("{hour}:{minute:02} "),
            _ => format!("({hour}:{minute:02}:07) 王: "),
        }
    })
}

pub(super) fn blank_lines(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(tokens, random, &["", " ", "\n\n", "　"])
}

pub(super) fn commas(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random.pick(&[", ", "，", "、", "; ", " - ", " / ", "；"]).unwrap();
    set_all(tokens, |token| token.kind == Kind::Gap, |_| sign.to_owned())
}

pub(super) fn broken_move(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    // Only Chinese and Japanese lines end anywhere.
    let is_wide = |token: &Token| token.is_move() && !token.text.is_ascii();
    let Some(place) = place(tokens, random, is_wide) else { return false };
    let text = &tokens[place].text;
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
    let (left, right) = text.split_at(random.pick(&starts).unwrap());
    let text = format!("{left}\n{right}");
    set(&mut tokens[place], text)
}

pub(super) fn fence(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let [left, right] = random
        .pick(&[
            ["```\n", "```\n"],
            ["[code]\n", "[/code]\n"],
            ["<pre>\n", "</pre>\n"],
            ["“", "”\n"],
        ])
        .unwrap();
    insert(tokens, 0, left);
    let end = tokens.len();
    insert(tokens, end, right)
}

pub(super) fn entities(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let blank = random.pick(&["&nbsp;", "&emsp;", "&#160;", "&nbsp;&nbsp;"]).unwrap();
    set_all(tokens, |token| token.kind == Kind::Gap, |_| blank.to_owned())
}

pub(super) fn last_words(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let words = [
        "（待续）",
        "以下略",
        "以下略。",
        "etc.",
        "and so on",
        "Thanks for reading!",
        "完",
        "(终)",
        "谢谢观看！",
    ];
    let text = random.pick(&words).unwrap();
    let end = tokens.len();
    insert(tokens, end, format!("{text}\n"))
}
