//! The text above the moves: headers, the players of a heading, a position, a handicap.

use super::movetext;
use crate::format::headers::{Dialect, outcome, parts};
use crate::format::numerals::is_numeral;
use crate::game::xiangqi::{Kind, Position, Square};
use crate::game::{self, Side};
use crate::record::{Headers, Key, NodeId, Outcome, Record};
use crate::text::scan::is_space;

/// The players and the result of a heading: `辽宁卜凤波  红先胜  北京张强`.
fn read_heading(line: &str, record: &mut Record) {
    let is_edge = |next: char| is_space(next) || "()（）".contains(next);
    let parts = RESULTS.split(' ').find_map(|result| {
        let (red, black) = line.split_once(result)?;
        let is_apart = red.ends_with(is_edge) && black.starts_with(is_edge);
        let [red, black] = [red, black].map(|name| name.trim_matches(is_edge));
        let is_pair = result.starts_with('红');
        // The number of a game may be first, and the opening last.
        let black = if is_pair { black } else { black.split(is_edge).next().unwrap_or(black) };
        let words = red.split(is_edge).skip_while(|word| !is_pair && is_number(word));
        let names = [words.collect::<Vec<_>>().join(" "), black.to_owned()];
        (is_apart || is_pair).then_some((result, names))
    });
    if let Some((result, [red, black])) = parts
        && !red.is_empty()
        && !black.is_empty()
    {
        record.headers.set(Key::Player(Side::First), &red);
        record.headers.set(Key::Player(Side::Second), &black);
        let result = outcome(result).map_or("", Outcome::name);
        record.headers.set(Key::Result, result);
    }
}

/// Whether a word counts games, or is a date: `第一局`, `例1`, `2023-05-06`, `★`.
fn is_number(word: &str) -> bool {
    let is_sign =
        |next: char| is_numeral(next) || !next.is_alphanumeric() || "第局例年月日".contains(next);
    word.chars().all(is_sign)
}

/// The players and the result of a line such as `2026-09-23 楚河 vs 汉界 · 红方胜（将死）`. A date or a number may be first.
fn read_versus(line: &str, record: &mut Record) {
    let middle =
        [" vs ", " VS ", " vs. ", " Vs "].into_iter().find_map(|word| line.split_once(word));
    let Some((red, rest)) = middle else { return };
    let has_digit = |word: &str| word.contains(|next: char| next.is_ascii_digit());
    let words = red.split(is_space).skip_while(|word| word.is_empty() || has_digit(word));
    let red = words.collect::<Vec<_>>().join(" ");
    let (black, end) = rest.split_once(['·', '|', ',', '，']).unwrap_or((rest, ""));
    let end = end.trim_start_matches(is_space).split(['（', '(', ' ']).next().unwrap_or("");
    let result = outcome(end).filter(|_| !end.is_empty());
    if !red.is_empty() && (end.is_empty() || result.is_some()) {
        record.headers.set(Key::Player(Side::First), &red);
        record.headers.set(Key::Player(Side::Second), black.trim_matches(is_space));
        result.into_iter().for_each(|result| record.headers.set(Key::Result, result.name()));
    }
}

/// The words that stand between the two players in a heading.
const RESULTS: &str = "红先胜 红先负 红先和 先胜 先负 先和 先勝 先負";

/// Reads `key: value` lines. Of the others the first is the title; the rest introduces the game.
pub(super) fn read_head(head: &str, record: &mut Record) {
    let mut introduction = Vec::new();
    // Below the title of a book stands that of the game.
    let named = head.lines().map(plain).rfind(|line| names_game(line));
    for line in head.lines().map(plain) {
        if let Some(start) = read_fen(line) {
            record.start = game::Position::Xiangqi(start);
            continue;
        }
        if let Some(start) = handicap(line) {
            record.start = game::Position::Xiangqi(start);
        }
        let tag = line.strip_prefix('［').and_then(|tag| tag.trim_end().strip_suffix('］'));
        if let Some((name, value)) = tag.and_then(|tag| tag.split_once(' ')) {
            Dialect::Pgn.keep(&mut record.headers, name, value.trim_matches('"'));
            continue;
        }
        if movetext::is_ruler(line) || is_main_heading(line) || names_columns(line) {
            continue;
        }
        if pair(line).is_some() {
            for part in parts(line, is_header) {
                let (name, value) = pair(part).unwrap_or(("", part));
                keep(&mut record.headers, name, value);
            }
            continue;
        }
        read_heading(line, record);
        read_versus(line, record);
        let has_letters = line.contains(char::is_alphabetic);
        let may_be_title =
            named.map_or(has_letters && !is_of_contents(line), |named| named == line);
        if may_be_title && record.headers.get(Key::Title).is_none() {
            record.headers.push_raw("", line);
            record.headers.set(Key::Title, line);
        } else {
            introduction.push(line);
        }
    }
    record.tree.add_comment(NodeId::ROOT, &introduction.join("\n"));
}

/// Whether a line is the title of one of several games: `第1局 过河车`.
fn names_game(line: &str) -> bool {
    let number = line.strip_prefix('第').unwrap_or("");
    let name = number.trim_start_matches(is_numeral);
    name.len() < number.len() && name.starts_with('局')
}

/// Whether a line is one of the contents of a book.
fn is_of_contents(line: &str) -> bool {
    let is_page = line.ends_with(|last: char| last.is_ascii_digit());
    ["目录", "目錄"].contains(&line)
        || is_page && ["....", "……"].iter().any(|dots| line.contains(dots))
}

/// Keeps a header. Words may follow a result: `红方胜（绝杀）`.
fn keep(headers: &mut Headers, name: &str, value: &str) {
    let is_result = Dialect::Text.key(name) == Some(Key::Result) && outcome(value).is_none();
    let first = value.split(['（', '(', '·', ' ', '　']).next().unwrap_or("");
    let is_lost = value.contains(" resign") || value.contains(" los");
    match outcome(first).filter(|_| is_result && !is_lost) {
        Some(result) => headers.push(Key::Result, name, value, result.name()),
        None => Dialect::Text.keep(headers, name, value),
    }
}

/// The position of a heading that names the pieces that Red gives: `饶左马`.
pub(super) fn handicap(line: &str) -> Option<Position> {
    const LONGEST: usize = 8;
    let line = line.trim_matches(is_space);
    let line_of_red = line.trim_start_matches(['红', '紅', '方']);
    let given = line_of_red.strip_prefix(['让', '讓', '饶', '饒'])?;
    let is_both = given.starts_with(['双', '雙', '二', '两']);
    // The piece that is meant without a word is the left one.
    let left = !given.contains('右');
    let counts = ['左', '右', '双', '雙', '二', '两', '一', '单', '單'];
    let piece = given.trim_start_matches(counts).chars().next()?;
    let kind = Kind::from_chinese(piece)?;
    let mut start = Position::initial();
    let own = start.pieces().filter(|(_, piece)| (piece.side, piece.kind) == (Side::First, kind));
    let squares: Vec<Square> = own.map(|(square, _)| square).collect();
    let is_pair = squares.len() == 2 && line.chars().count() <= LONGEST;
    for square in squares {
        if is_both || left == (square.file() < 4) {
            start.put(square, None);
        }
    }
    is_pair.then_some(start)
}

/// Whether a line is the heading of the main line in annotated text of dpxq.com, where each variation stands below the
/// round in which it leaves a line: `变①接主变第7回合`.
pub(super) fn is_main_heading(line: &str) -> bool {
    line.starts_with("【主变")
}

/// Whether a line only names the columns below it.
fn names_columns(line: &str) -> bool {
    let mut words = line.split(|next| is_space(next) || matches!(next, '|' | ',' | '，' | '"'));
    words.all(|word| {
        let word = word.trim_matches(|next| is_space(next) || matches!(next, '-' | ':'));
        word.is_empty() || COLUMNS.split(' ').any(|name| name.eq_ignore_ascii_case(word))
    })
}

/// The names of columns.
const COLUMNS: &str =
    "回合 序号 步数 着法 走法 红 紅 黑 红方 紅方 黑方 # no no. round move red black stt đỏ đen";

/// The name and the value of a line `name: value` or `【name】value`. Longer names are prose.
fn pair(line: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 8;
    let line = line.trim_start_matches('【');
    // Japanese pages leave a blank.
    if let Some((name, value)) = line.split_once([' ', '　'])
        && matches!(Dialect::Text.key(name), Some(Key::Player(_) | Key::Result))
        && name.chars().count() == 2
        && !value.contains([':', '：'])
    {
        return Some((name, value.trim()));
    }
    let mut characters = line.char_indices().take(LONGEST + 1);
    let (colon, _) = characters.find(|(_, next)| matches!(next, ':' | '：' | '】'))?;
    let (name, value) = line.split_at(colon);
    let value = value.trim_start_matches(['】', ':', '：']);
    // `http://…` has none.
    (!value.starts_with("//")).then(|| (name.trim(), value.trim()))
}

/// Whether a text begins with a header that is known.
fn is_header(text: &str) -> bool {
    pair(text).is_some_and(|(name, _)| Dialect::Text.key(name).is_some())
}

/// The position of a line `FEN: …`.
pub(super) fn read_fen(line: &str) -> Option<Position> {
    let (name, value) = line.split_once([':', '：']).unwrap_or(("", line));
    let is_fen = name.trim_matches(is_space).eq_ignore_ascii_case("FEN");
    let value = if is_fen { value.trim() } else { board(line)? };
    Position::from_fen(value).ok()
}

/// A FEN after other words of a line: `初始局面 4k4/…`.
fn board(line: &str) -> Option<&str> {
    const SLASHES: usize = 9;
    line.as_bytes().iter().filter(|byte| **byte == b'/').nth(SLASHES - 1)?;
    let mut words = line.split([' ', '　', ':', '：', '(', '（']);
    let word = words.find(|word| word.matches('/').count() >= SLASHES)?;
    let from = line.find(word)?;
    let is_after_move = line[..from].contains(['进', '退', '平', '進', '|']);
    let value = line[from..].split([')', '）', '，', '。']).next().unwrap_or("");
    Some(value.trim()).filter(|_| !is_after_move)
}

/// A line without the marks of quoted mail and posts, and the lines of a table.
pub(super) fn plain(line: &str) -> &str {
    let line = line.trim_start_matches(|next| is_space(next) || matches!(next, '|' | '>'));
    let line = line.trim_end_matches(|next| is_space(next) || next == '|');
    let quote = line.strip_prefix("[quote").and_then(|rest| rest.split_once(']'));
    quote.map_or(line, |(_, rest)| rest)
}
