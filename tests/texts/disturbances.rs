//! What happens to a text between its writer and its reader. To add a disturbance, write a function that changes tokens
//! and says whether it did, and add a row to [`DISTURBANCES`].

use dapu::game::Side;

use super::written::{Kind, Token};
use crate::common::Random;

/// A row of the table.
pub(crate) struct Disturbance {
    pub(crate) name: &'static str,
    pub(crate) effect: Effect,
    /// At most so many of a hundred texts with only this disturbance may be read wrongly without a warning. It may only
    /// fall.
    pub(crate) silent: usize,
    /// Disturbs a text, unless it cannot have the disturbance.
    pub(crate) apply: fn(&mut Vec<Token>, &mut Random) -> bool,
}

/// What a reader should make of a disturbed text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The same moves without a warning.
    Quiet,
    /// The same moves; a warning is due, because the text contradicts itself.
    Doubtful,
    /// A gap in place of a move, with a warning.
    Gap,
}

use Effect::{Doubtful, Gap, Quiet};

const fn row(
    name: &'static str,
    effect: Effect,
    silent: usize,
    apply: fn(&mut Vec<Token>, &mut Random) -> bool,
) -> Disturbance {
    Disturbance { name, effect, silent, apply }
}

pub(crate) const DISTURBANCES: [Disturbance; 41] = [
    row("footnote after a first move", Quiet, 6, |tokens, random| {
        footnote(tokens, random, Side::First)
    }),
    row("footnote after a second move", Quiet, 4, |tokens, random| {
        footnote(tokens, random, Side::Second)
    }),
    row("footnote before a move or number", Quiet, 8, footnote_before),
    row("footnote at the last move", Quiet, 1, footnote_at_end),
    row("figure", Quiet, 3, figure),
    row("figure on a line of its own", Quiet, 1, figure_line),
    row("emoji", Quiet, 3, emoji),
    row("punctuation of Unicode", Quiet, 4, punctuation),
    row("symbol of Unicode", Quiet, 4, symbol),
    row("annotation sign", Quiet, 4, annotation),
    row("placeholder of a variation", Quiet, 35, placeholder),
    row("move repeated as placeholder", Quiet, 0, move_as_placeholder),
    row("unreadable character", Gap, 29, unreadable),
    row("unreadable move", Gap, 21, unreadable_move),
    row("okurigana", Quiet, 31, okurigana),
    row("moves run together", Quiet, 9, run_together),
    row("rounds split over lines", Quiet, 1, split_rounds),
    row("two columns", Quiet, 28, two_columns),
    row("quoted mail", Quiet, 0, quoted_mail),
    row("missing number", Doubtful, 3, missing_number),
    row("repeated number", Doubtful, 21, repeated_number),
    row("no-break spaces", Quiet, 9, no_break_spaces),
    row("value in brackets", Quiet, 2, value),
    row("minutes in brackets", Quiet, 2, minutes),
    row("<br>", Quiet, 7, line_breaks),
    row("page number", Quiet, 2, page_number),
    row("note on continuation", Quiet, 2, continuation),
    row("link", Quiet, 6, link),
    row("bold move", Quiet, 7, bold),
    row("bullets", Quiet, 2, bullets),
    row("table bars", Quiet, 7, bars),
    row("chat times", Quiet, 2, chat_times),
    row("fullwidth move", Quiet, 18, fullwidth),
    row("remark in brackets", Quiet, 2, remark),
    row("zero-width character", Quiet, 19, zero_width),
    row("blank line", Quiet, 1, blank_lines),
    row("commas between moves", Quiet, 8, commas),
    row("move broken over lines", Quiet, 23, broken_move),
    row("code fence", Quiet, 1, fence),
    row("entities of HTML", Quiet, 13, entities),
    row("words after the last move", Quiet, 1, last_words),
];

/// The places of tokens.
fn places(tokens: &[Token], is_wanted: impl Fn(&Token) -> bool) -> Vec<usize> {
    (0..tokens.len()).filter(|place| is_wanted(&tokens[*place])).collect()
}

fn place(
    tokens: &[Token],
    random: &mut Random,
    is_wanted: impl Fn(&Token) -> bool,
) -> Option<usize> {
    random.pick(&places(tokens, is_wanted))
}

fn insert(tokens: &mut Vec<Token>, place: usize, text: impl Into<String>) -> bool {
    tokens.insert(place, Token { kind: Kind::Words, text: text.into(), disturbed: true });
    true
}

fn set(token: &mut Token, text: impl Into<String>) -> bool {
    let text = text.into();
    let is_other = token.text != text;
    token.disturbed |= is_other;
    token.text = text;
    is_other
}

/// Changes the text of every token that is wanted.
fn set_all(
    tokens: &mut [Token],
    is_wanted: impl Fn(&Token) -> bool,
    text: impl Fn(&str) -> String,
) -> bool {
    let mut is_changed = false;
    for token in tokens.iter_mut().filter(|token| is_wanted(token)) {
        let text = text(&token.text);
        is_changed |= set(token, text);
    }
    is_changed
}

/// Inserts one of these texts after a move that is wanted, directly or after a blank.
fn after_move(
    tokens: &mut Vec<Token>,
    random: &mut Random,
    texts: &[&str],
    is_wanted: impl Fn(&Token) -> bool,
) -> bool {
    let Some(place) = place(tokens, random, |token| token.is_move() && is_wanted(token)) else {
        return false;
    };
    let text = spaced(random.pick(texts).unwrap(), random);
    insert(tokens, place + 1, text)
}

fn spaced(text: &str, random: &mut Random) -> String {
    let blank = if random.below(2) == 0 { " " } else { "" };
    format!("{blank}{text}")
}

/// After one to three moves.
fn after_moves(tokens: &mut Vec<Token>, random: &mut Random, texts: &[&str]) -> bool {
    let count = 1 + random.below(3);
    (0..count).all(|_| after_move(tokens, random, texts, |_| true))
}

const FOOTNOTES: [&str; 8] = ["①", "[1]", "(1)", "【1】", "*1", "¹", "注1", "（注1）"];

fn footnote(tokens: &mut Vec<Token>, random: &mut Random, side: Side) -> bool {
    after_move(tokens, random, &FOOTNOTES, |token| token.is_of(side))
}

fn footnote_before(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let is_start = |token: &Token| token.is_move() || token.kind == Kind::Number;
    let Some(place) = place(tokens, random, is_start) else { return false };
    let sign = random.pick(&FOOTNOTES).unwrap();
    insert(tokens, place, format!("{sign} "))
}

fn footnote_at_end(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = places(tokens, Token::is_move).pop() else { return false };
    let text = spaced(random.pick(&FOOTNOTES).unwrap(), random);
    insert(tokens, place + 1, text)
}

const FIGURES: [&str; 6] =
    ["【２図】", "（图1）", "［第３図］", "(Diagram 2)", "（如图3）", "(Fig. 1)"];

fn figure(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_move(tokens, random, &FIGURES, |_| true)
}

fn figure_line(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(tokens, random, &FIGURES)
}

/// Inserts a line between two lines.
fn own_line(tokens: &mut Vec<Token>, random: &mut Random, texts: &[&str]) -> bool {
    let Some(place) = place(tokens, random, |token| token.kind == Kind::End) else { return false };
    let text = random.pick(texts).unwrap();
    insert(tokens, place + 1, format!("{text}\n"))
}

fn emoji(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn punctuation(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn symbol(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let ranges =
        [(0x2190, 0x22FF), (0x25A0, 0x25FF), (0x2600, 0x26FF), (0x2701, 0x2767), (0x2794, 0x27BE)];
    let sign = sign(&ranges, random);
    after_moves(tokens, random, &[&sign])
}

fn annotation(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(tokens, random, &["!", "?", "!!", "??", "!?", "?!", "！", "？", "！！"])
}

fn placeholder(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn move_as_placeholder(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn unreadable(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn unreadable_move(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let texts = ["□□□□", "????", "〓〓〓〓", "■■", "(?)", "[unreadable]", "（不明）"];
    spoil(&mut tokens[place], random.pick(&texts).unwrap().to_owned())
}

fn okurigana(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

/// Removes blanks before moves in some places, but none that keeps two numbers apart.
fn run_together(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn split_rounds(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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
fn two_columns(tokens: &mut Vec<Token>, _: &mut Random) -> bool {
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

/// Puts a text at the beginning of every line.
fn before_lines(tokens: &mut Vec<Token>, text: impl Fn(usize) -> String) -> bool {
    let ends = places(tokens, |token| token.kind == Kind::End);
    let starts = ends.into_iter().map(|end| end + 1).filter(|start| *start < tokens.len());
    let starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
    for (number, start) in starts.into_iter().enumerate().rev() {
        insert(tokens, start, text(number));
    }
    true
}

fn quoted_mail(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random.pick(&["> ", ">", ">> ", "| "]).unwrap();
    before_lines(tokens, |_| sign.to_owned())
}

fn missing_number(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let numbers = places(tokens, |token| token.kind == Kind::Number);
    // Without the first there is nothing that the text contradicts.
    let Some(place) = numbers.get(1..).and_then(|numbers| random.pick(numbers)) else {
        return false;
    };
    set(&mut tokens[place], "")
}

fn repeated_number(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn no_break_spaces(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let blank = random.pick(&["\u{A0}", "\u{3000}", "\u{2009}", "\u{202F}", "\u{2003}"]).unwrap();
    let is_any = |token: &Token| matches!(token.kind, Kind::Gap | Kind::Number | Kind::Mark);
    set_all(tokens, is_any, |text| text.replace(' ', blank))
}

fn value(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(
        tokens,
        random,
        &["(0.35)", "(+0.3/12)", "(-125)", "（+1.2）", "[0.00]", "(+0.15/18 3s)", "(评分 35)"],
    )
}

fn minutes(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    after_moves(
        tokens,
        random,
        &["(2:15)", "（3分）", "(12')", "[0:12]", "(1m)", "（1分30秒）", "(00:01:05)"],
    )
}

fn line_breaks(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let text = random.pick(&["<br>", "<br>\n", "<br/>\n", "<br />\n", "<BR>"]).unwrap();
    set_all(tokens, |token| token.kind == Kind::End, |_| text.to_owned())
}

fn page_number(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(
        tokens,
        random,
        &["— 12 —", "- 3 -", "\n127\n", "第 12 页", "[p. 31]", "12", "－ 58 －"],
    )
}

fn continuation(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(
        tokens,
        random,
        &["（接上页）", "(continued)", "（続く）", "（下转第8页）", "---", "＊＊＊"],
    )
}

fn link(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let links =
        ["https://example.org/game/12345", "@tanaka", "#象棋", "http://www.example.com/a1.html"];
    after_move(
        tokens,
        random,
        &links.map(|link| format!(" {link} ")).each_ref().map(|link| &**link),
        |_| true,
    )
}

fn bold(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn bullets(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random.pick(&["- ", "* ", "• ", "・", "◆", "■ "]).unwrap();
    before_lines(tokens, |_| sign.to_owned())
}

/// A row of a table in Markdown for each line.
fn bars(tokens: &mut Vec<Token>, _: &mut Random) -> bool {
    set_all(tokens, |token| token.kind == Kind::Gap, |_| " | ".to_owned());
    set_all(tokens, |token| token.kind == Kind::Number, |text| format!("{} | ", text.trim_end()));
    set_all(tokens, |token| token.kind == Kind::End, |_| " |\n".to_owned());
    before_lines(tokens, |_| "| ".to_owned())
}

fn chat_times(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn fullwidth(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = place(tokens, random, Token::is_move) else { return false };
    let wide = |sign: char| match sign {
        '!'..='~' => char::from_u32(sign as u32 + 0xFEE0).unwrap(),
        _ => sign,
    };
    let text: String = tokens[place].text.chars().map(wide).collect();
    set(&mut tokens[place], text)
}

fn remark(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn zero_width(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn blank_lines(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    own_line(tokens, random, &["", " ", "\n\n", "　"])
}

fn commas(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let sign = random.pick(&[", ", "，", "、", "; ", " - ", " / ", "；"]).unwrap();
    set_all(tokens, |token| token.kind == Kind::Gap, |_| sign.to_owned())
}

fn broken_move(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    // Only Chinese and Japanese lines end anywhere.
    let is_wide = |token: &Token| token.is_move() && !token.text.is_ascii();
    let Some(place) = place(tokens, random, is_wide) else { return false };
    let text = &tokens[place].text;
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
    let (left, right) = text.split_at(random.pick(&starts).unwrap());
    let text = format!("{left}\n{right}");
    set(&mut tokens[place], text)
}

fn fence(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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

fn entities(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let blank = random.pick(&["&nbsp;", "&emsp;", "&#160;", "&nbsp;&nbsp;"]).unwrap();
    set_all(tokens, |token| token.kind == Kind::Gap, |_| blank.to_owned())
}

fn last_words(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
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
