//! The signs between moves: numbers, headings, times, dots.

use super::{JOINTS, Number, begins_with};
use crate::format::numerals::{is_circled, is_numeral, value};
use crate::game::shogi::notation::is_side_mark;

/// Signs between moves that say nothing.
pub(in crate::format::prose) fn is_separator(character: char) -> bool {
    "\0 \t　,，、;；。.．|*>→・!！?？\"“”-–—:：~#【】_=\u{fffd}".contains(character)
        || is_blank(character)
}

/// Blanks within a line, whatever their width.
fn is_blank(character: char) -> bool {
    character.is_whitespace() && !matches!(character, '\n' | '\r')
}

/// Signs that are no part of a word or a number.
pub(super) fn is_sign(character: char) -> bool {
    is_raised(character) || !character.is_alphanumeric()
}

/// The numbers of notes.
fn is_raised(character: char) -> bool {
    matches!(character, '¹' | '²' | '³' | '\u{2070}'..='\u{2089}')
}

/// Whether what begins at an offset stands after a blank, or begins with one, and no comma is before that.
pub(super) fn is_spaced(text: &str, at: usize) -> bool {
    let (before, from) = text.split_at_checked(at).unwrap_or_default();
    let words = before.trim_end_matches(is_blank);
    let last = words.rsplit(|next: char| !next.is_alphabetic()).next().unwrap_or("");
    // In words with blanks between them, a blank says nothing.
    let is_latin = last.chars().count() > 1 && last.starts_with(|first| first < '\u{2e80}');
    !is_latin
        && (words.len() < before.len() || from.starts_with(is_blank))
        && !words.ends_with(['，', ',', '、', ':', '：'])
}

/// The length of an address of the web.
pub(super) fn address(text: &str) -> usize {
    match ["https://", "http://"].iter().any(|begin| text.starts_with(begin)) {
        true => text.bytes().take_while(u8::is_ascii_graphic).count(),
        false => 0,
    }
}

/// The length of the name of a speaker, up to the colon after it: ` Ito: `, `（甲）：`.
pub(super) fn speaker(text: &str) -> usize {
    let is_name = |next: char| next.is_alphabetic() || " ()（）".contains(next);
    let after = near(text).trim_start_matches(is_name);
    if after.starts_with([':', '：']) { near(text).len() - after.len() } else { 0 }
}

/// Whether the letter at the beginning of a line names a speaker, as in `A: ▲7六歩`: a list of variations has it once.
pub(super) fn speaks(text: &str, at: usize, letter: &str) -> bool {
    const FARTHEST: usize = 1_000;
    let from = text.floor_char_boundary(at.saturating_sub(FARTHEST));
    let near = &text[from..text.floor_char_boundary(at + FARTHEST)];
    letter.chars().count() == 2
        && letter.ends_with([':', '：'])
        && near.lines().filter(|line| line.starts_with(letter)).count() > 2
}

/// The length of separators, tags and references to notes before a move.
pub(super) fn before_move(text: &str) -> usize {
    let mut rest = near(text);
    loop {
        let after = rest.trim_start_matches(|next| is_separator(next) || is_raised(next));
        let is_reference =
            after.starts_with(['[', '【', '(', '（']) || after.starts_with(is_circled);
        let reference = number(after, ' ').filter(|(number, _)| is_reference && number.ordinal);
        let length = aside(after).max(reference.map_or(0, |(_, length)| length));
        if length == 0 {
            return near(text).len() - after.len();
        }
        rest = &after[length..];
    }
}

/// The length of a tag or an entity of HTML, of the number of a note, or of the name of a person or
/// subject: `<br>`, `[b]`, `&nbsp;`, `注1`, `@tanaka`, `#象棋`.
pub(super) fn aside(text: &str) -> usize {
    let text = near(text);
    let Some(first) = text.chars().next() else { return 0 };
    let inside = &text[first.len_utf8()..];
    let is_name = |next: char| next.is_ascii_alphanumeric() || next == '#';
    let end = match first {
        '[' => ["b]", "/b]", "i]", "/i]", "u]", "/u]"]
            .iter()
            .find(|tag| inside.starts_with(**tag))
            .map(|tag| tag.len()),
        '<' if inside.starts_with(|next: char| next == '/' || next.is_ascii_alphabetic()) => {
            inside.find('>').map(|end| end + 1)
        }
        '&' => inside
            .find(|next| !is_name(next))
            .filter(|end| inside[*end..].starts_with(';'))
            .map(|end| end + 1),
        '注' | '註' => {
            inside.find(|next| !is_numeral(next)).or(Some(inside.len())).filter(|end| *end > 0)
        }
        '@' | '#' if inside.starts_with(char::is_alphabetic) => {
            inside.find(|next: char| !next.is_alphanumeric())
        }
        _ => None,
    };
    end.map_or(0, |end| first.len_utf8() + end)
}

/// The part of a text that a sign between moves may take. Without a bound, a text full of blanks or brackets would be
/// searched to its end at each of them.
fn near(text: &str) -> &str {
    const LONGEST: usize = 64;
    &text[..text.floor_char_boundary(LONGEST)]
}

/// Judgements (±, ⩲, ‼), arrows, and the pictures that people put after moves.
pub(super) fn is_picture(character: char) -> bool {
    let is_sign = matches!(character, '±' | '‼' | '⁉' | '\u{200d}' | '\u{2190}'..='\u{2bff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{1f000}'..='\u{1faff}' | '\u{e0020}'..='\u{e007f}');
    is_sign && !character.is_alphanumeric()
}

/// The length of the evaluation of an engine: `+0.3`, `-12.50`, `0.00`, `+M5`.
pub(in crate::format::prose) fn evaluation(text: &str) -> usize {
    const LONGEST: usize = 12;
    let is_part = |next: &u8| next.is_ascii_digit() || b"+-.M#".contains(next);
    let length = text.bytes().take(LONGEST).take_while(is_part).count();
    let (value, rest) = text.split_at(length);
    let rest = rest.strip_prefix('%').unwrap_or(rest);
    let digits = value.trim_start_matches(['+', '-', 'M', '#']);
    let is_digit = |next: char| next.is_ascii_digit();
    // `15.M2` is a move of Go with its number.
    let is_number = digits.starts_with(is_digit)
        && digits.ends_with(is_digit)
        && digits.bytes().all(|next| next.is_ascii_digit() || next == b'.');
    let is_told = value.starts_with(['+', '-', '#']) || value.contains('.');
    let ends = rest.starts_with(|next: char| next.is_whitespace() || ",，;/)）".contains(next));
    let is_whole = is_number && is_told && (rest.is_empty() || ends);
    if is_whole { text.len() - rest.len() } else { 0 }
}

/// The length of dots, perhaps in brackets, or another sign in the place of a move.
pub(in crate::format::prose) fn dots(text: &str) -> usize {
    const BRACKETS: [char; 2] = ['(', '（'];
    let text = near(text);
    let dotted = text.trim_start_matches(|next| is_blank(next) || next == '|');
    let inside = dotted.strip_prefix(BRACKETS).unwrap_or(dotted);
    let first = inside.chars().next().unwrap_or(' ');
    let is_open = inside.len() < dotted.len();
    let word = begins_with(inside, ["略", "同前", "同上"]).filter(|_| is_open).unwrap_or(0);
    let least = match first {
        _ if word > 0 => 1,
        '…' | '⋯' | '─' | '━' => 1,
        '.' | '．' | '・' | '·' | '•' | '∙' | '-' | '－' | '–' | '~' | '～' | '_' | '×' => {
            2
        }
        '—' | '―' => 2,
        _ => return 0,
    };
    let after = if word > 0 { &inside[word..] } else { inside.trim_start_matches(first) };
    // A single dash between blanks stands for a move, too.
    let is_dash = matches!(first, '-' | '－' | '–' | '—' | '―') && after.starts_with([' ', '　']);
    let least = if is_dash && inside.len() < text.len() { 1 } else { least };
    let closed = after.strip_prefix([')', '）']).filter(|_| is_open);
    let is_long = inside.len() - after.len() >= least * first.len_utf8();
    let rest = if is_open { closed } else { Some(after) };
    rest.filter(|_| is_long).map_or(0, |rest| text.len() - rest.len())
}

/// Letters that scanned texts have for the digits 1 and 0.
const MISTAKEN: [char; 4] = ['l', 'I', 'O', 'o'];

/// The number of a round in which letters stand for digits: `l0.`.
fn mistaken(text: &str) -> Option<i64> {
    let is_part = |next: char| next.is_ascii_digit() || MISTAKEN.contains(&next);
    let after = text.trim_start_matches(is_part);
    let written = &text[..text.len() - after.len()];
    let ends = after.starts_with(['.', '．', '、']) && (1..=3).contains(&written.len());
    if !ends || !written.contains(MISTAKEN) {
        return None;
    }
    written.replace(['l', 'I'], "1").replace(['O', 'o'], "0").parse().ok().filter(|it| *it > 0)
}

/// The number at the beginning of a text, after a character, and its length.
pub(in crate::format::prose) fn number(text: &str, before: char) -> Option<(Number, usize)> {
    const LONGEST: usize = 3;
    let text = near(text);
    let ordinal = |value| Number { value, second: false, ordinal: true };
    let first = text.chars().next()?;
    if is_circled(first) {
        return Some((ordinal(value(&text[..first.len_utf8()])?), first.len_utf8()));
    }
    if text.starts_with("初手") {
        return Some((Number { ordinal: false, ..ordinal(1) }, "初手".len()));
    }
    let is_mistaken = mistaken(text).is_some();
    let may_be = matches!(first, '(' | '（' | '[' | '【' | '第' | ' ' | '　')
        || is_numeral(first)
        || is_mistaken;
    if !may_be || before.is_ascii_alphanumeric() || matches!(before, '/' | ':') {
        return None;
    }
    let opened = text.trim_start_matches(['(', '（', '[', '【']);
    let is_open = text.len() - opened.len() == first.len_utf8();
    let named = opened.strip_prefix('第').unwrap_or(opened);
    let digits = named.trim_start_matches([' ', '　']);
    let is_digit =
        |next| is_numeral(next) && !is_circled(next) || is_mistaken && MISTAKEN.contains(&next);
    let after = digits.trim_start_matches(is_digit);
    let written = &digits[..digits.len() - after.len()];
    if !(1..=LONGEST).contains(&written.chars().count()) {
        return None;
    }
    let number = mistaken(text).or_else(|| value(written))?;
    let is_chinese =
        !is_mistaken && written.chars().any(|next| !crate::game::halfwidth(next).is_ascii_digit());
    let unit = after.trim_start_matches([' ', '　']);
    let is_named = named.len() < opened.len();
    let units = ["回合", "步", "手目", if is_named { "手" } else { "수" }];
    let unit = units.iter().find_map(|name| unit.strip_prefix(name));
    let plain = unit.unwrap_or(after);
    let closed = plain.trim_start_matches([' ', '　']).strip_prefix([')', '）', ']', '】']);
    let end = closed.unwrap_or(plain);
    if is_chinese {
        // 一、 and (一), as also 第一回合.
        let is_item = !is_open && end.starts_with('、') && matches!(before, '\n' | ' ' | '　');
        let fits = is_open && closed.is_some() || is_item || unit.is_some();
        let end = if is_item { &end['、'.len_utf8()..] } else { end };
        let number = Number { ordinal: unit.is_none(), ..ordinal(number) };
        return fits.then_some((number, text.len() - end.len()));
    }
    // One dot belongs to the number; more stand for a move.
    let dot = end.strip_prefix(['.', '．', '、', ':', '：', ')']);
    let is_one = dot.is_some_and(|rest| !rest.starts_with(['.', '．']));
    let is_before_dots =
        dot.is_some_and(|rest| rest.starts_with("...") || rest.starts_with("．．．"));
    let rest = dot.filter(|_| is_one || is_before_dots).unwrap_or(end);
    // `(3...` begins with a bracket, `1）` in `（如图1）` and `3)` in `(-0.3)` end with one.
    let opens = text.starts_with(['(', '（']) && closed.is_none();
    let closes = !is_open && closed.is_some();
    let is_word = before == '.' || before.is_alphabetic() && !is_numeral(before);
    if before == '-' || opens || closes && is_word {
        return None;
    }
    let is_bracket = is_open || text[..text.len() - rest.len()].ends_with([')', '）']);
    let number = Number { value: number, second: false, ordinal: is_bracket };
    Some((number, text.len() - rest.len()))
}

/// The length of a time or an evaluation: `0:09`, `(１１)`, `3秒`, `[+0.3]`.
pub(in crate::format::prose) fn clock(text: &str) -> usize {
    const LONGEST: usize = 24;
    let opened = text.strip_prefix(['(', '（', '[']);
    let inside = opened.unwrap_or(text);
    let parts = if opened.is_some() { ":/.+- ：" } else { ":/.+-：" };
    let is_part =
        |next: char| crate::game::halfwidth(next).is_ascii_digit() || parts.contains(next);
    let mut written = inside.char_indices().take(LONGEST);
    let end = written.find(|(_, next)| !is_part(*next)).map_or(inside.len(), |(end, _)| end);
    let (value, after) = inside.split_at(end);
    let value = value.trim();
    let digits = value.chars().all(|next| crate::game::halfwidth(next).is_ascii_digit());
    let times =
        value.split(':').filter(|part| part.starts_with(|first: char| first.is_ascii_digit()));
    let is_time = value.contains(':') && !value.contains(' ') && times.count() > 1;
    let end = match opened {
        Some(_) => {
            let closed = after.strip_prefix([')', '）', ']']);
            let is_value = value.contains('.') && !value.contains(' ') && value.len() > 2;
            let is_minutes = digits && !value.is_empty() && value.chars().count() <= 3;
            let goes_on = closed.is_some_and(|rest| !rest.starts_with(char::is_whitespace));
            closed.filter(|_| is_time || is_value || is_minutes && goes_on)
        }
        None if digits && !value.is_empty() => after.strip_prefix('秒'),
        None => Some(after)
            .filter(|_| is_time && text.starts_with(|first: char| first.is_ascii_digit())),
    };
    end.map_or(0, |end| text.len() - end.len())
}

/// The text after a letter that names a variation.
fn letter(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    let is_name = matches!(first, '甲' | '乙' | '丙' | '丁' | 'A'..='G' | 'a'..='g' | 'Ａ'..='Ｇ');
    is_name.then(|| &text[first.len_utf8()..])
}

/// Whether a line without moves is above a variation.
pub(in crate::format::prose) fn is_heading(line: &str) -> bool {
    heading(line) > 0
        || number(line, '\n').is_some_and(|(number, length)| {
            let mut rest = line[length..].chars();
            number.ordinal && rest.all(|next| is_separator(next) || next == '\n')
        })
}

/// A sign for what a heading counts with: letters, digits, words. From each diagram there is a list of its own.
pub(super) fn list(heading: &str) -> Option<char> {
    if from_diagram(heading).is_some() {
        return heading.split('図').next()?.chars().next_back();
    }
    let first = heading.chars().find(|next| next.is_alphanumeric())?;
    Some(match crate::game::halfwidth(first) {
        '0'..='9' => '1',
        'A'..='Z' => 'A',
        'a'..='z' => 'a',
        first if is_circled(first) => '①',
        '甲' | '乙' | '丙' | '丁' => '甲',
        _ if is_numeral(first) => '一',
        other => other,
    })
}

/// The length of the heading of a variation at the beginning of a line.
pub(super) fn heading(line: &str) -> usize {
    let text = line.trim_start_matches([' ', '　', '#', '*']);
    let after = variation(text)
        .or_else(|| named_heading(text))
        .or_else(|| english_heading(text))
        .or_else(|| from_diagram(text))
        .or_else(|| {
            letter(text).filter(|after| after.trim_start_matches(' ').starts_with(['\r', '\n']))
        })
        .or_else(|| {
            let is_wide = text.starts_with(|first| ('Ａ'..='Ｇ').contains(&first));
            letter(text).filter(|_| is_wide)?.strip_prefix([' ', '　'])
        })
        .or_else(|| text.strip_prefix("另有"))
        .or_else(|| letter(text)?.strip_prefix([')', '）', '、', '．', '.', ':', '：']))
        .or_else(|| {
            letter(text.strip_prefix(['(', '（', '[', '【'])?)?.strip_prefix([')', '）', ']', '】'])
        });
    after.map_or(0, |after| line.len() - after.len())
}

fn variation(text: &str) -> Option<&str> {
    let named = text.strip_prefix('【').unwrap_or(text);
    let after = named.strip_prefix(['变', '變', '変'])?;
    let after = after.strip_prefix(['化', '着', '例']).unwrap_or(after);
    let after = after.trim_start_matches(|next| is_numeral(next) || "甲乙丙丁".contains(next));
    if named.len() < text.len() {
        return after.strip_prefix('】');
    }
    // dpxq.com: `变①接主变第7回合`.
    let line = after.lines().next().unwrap_or("");
    if after.starts_with('接') && line.trim_end().ends_with("回合") {
        return Some(&after[line.len()..]);
    }
    let after = after.strip_prefix('は').unwrap_or(after);
    let ends = " 　:：\r\n(（▲△☗☖";
    (after.is_empty() || after.starts_with(|next| ends.contains(next))).then_some(after)
}

/// A heading such as 第二种.
fn named_heading(text: &str) -> Option<&str> {
    let named = text.strip_prefix('第')?;
    let after = named.trim_start_matches(is_numeral);
    let is_named = after.len() < named.len();
    after.strip_prefix(['种', '種', '变', '變', '路']).filter(|_| is_named)
}

fn english_heading(text: &str) -> Option<&str> {
    let after = ["Variation", "Line", "Var"].iter().find_map(|name| text.strip_prefix(name))?;
    let is_word = !after.starts_with(char::is_alphanumeric);
    let after = after.strip_prefix(' ').unwrap_or(after);
    let after =
        after.trim_start_matches(|next: char| next.is_ascii_uppercase() || next.is_ascii_digit());
    is_word.then_some(after)
}

/// The text after a heading such as `【基本図からの指し手②】` or `Ａ図から`.
fn from_diagram(text: &str) -> Option<&str> {
    let (name, after) = near(text).lines().next()?.split_once("図から")?;
    let bare = name.strip_prefix('【').unwrap_or(name);
    let is_name = (1..4).contains(&bare.chars().count()) && !bare.contains(is_separator);
    let closing = after.find('】').filter(|_| bare.len() < name.len());
    let end = closing.map(|end| end + '】'.len_utf8());
    let end = end.or(after.starts_with(is_side_mark).then_some(0)).filter(|_| is_name)?;
    Some(&text[name.len() + "図から".len() + end..])
}

/// The length of what stands between the name or mark of a side and its move: `: `, ` answered with `, `应以`, `は▲`.
pub(super) fn said(text: &str, is_mark: bool) -> usize {
    let is_sign = |next: char| " :：\t　*,".contains(next) || is_mark && "\r\n".contains(next);
    let mut rest = text.trim_start_matches(is_sign);
    // `红方 (甲)：` names the player, too.
    rest = &rest[if rest.starts_with(['(', '（']) { speaker(rest) } else { 0 }..];
    while let Some(length) = begins_with(rest, SAID.split(' ')).filter(|_| !is_mark) {
        rest = rest[length..].trim_start_matches(is_sign);
    }
    let after = if is_mark { rest } else { rest.trim_start_matches(is_side_mark) };
    text.len() - after.len()
}

/// Words between a side and its move.
const SAID: &str = "走 先走 再走 首着 应以 應以 接着 跟着 以 は が then plays played replies replied answers answered opens opened \
    continues continued with";

/// The length of what stands between the name of a side and its move, and the number in it: `51 at`, ` at 51 plays`.
/// `may_touch`: the number may touch the name without a word after it.
pub(super) fn between(text: &str, may_touch: bool) -> (usize, Option<i64>) {
    const LONGEST: usize = 3;
    let (mut rest, mut number) = (text, None);
    loop {
        let after = rest.trim_start_matches(|next| " \u{a0}:：　,，*(（)）第".contains(next));
        let is_digit = |next: char| crate::game::halfwidth(next).is_ascii_digit();
        let digits = after.len() - after.trim_start_matches(is_digit).len();
        let row = after[digits..].strip_prefix(JOINTS);
        let is_point = row.is_some_and(|row| row.starts_with(is_numeral));
        let word = BETWEEN.split(' ').find(|word| after.starts_with(word)).unwrap_or("");
        let count = after[..digits].chars().count();
        if number.is_none() && (1..=LONGEST).contains(&count) && !is_point {
            let touches = after.len() == text.len();
            let is_told =
                BETWEEN.split(' ').any(|word| after[digits..].trim_start().starts_with(word));
            if touches && !may_touch && !is_told {
                return (0, None);
            }
            // `B (1) Q16` and `B *1 Q16` refer to a note.
            let is_note = text[..text.len() - after.len()].contains(['*', '(', '（']);
            number = value(&after[..digits]).filter(|_| !is_note);
            rest = &after[digits..];
        } else if word.is_empty() {
            return (text.len() - after.len(), number);
        } else {
            rest = &after[word.len()..];
        }
    }
}

/// The words there.
const BETWEEN: &str = "takes took at on in to plays played play moves moved move 's ’s 下在 下 占 手 一手 挂 掛 跳 飞 飛 拆 夹 \
    夾 扳 长 長";

/// Whether words say that the move after them is not played.
pub(super) fn supposes(words: &str) -> bool {
    SUPPOSING.split(' ').any(|word| words.ends_with(word))
}

/// Words before moves that are not played.
const SUPPOSING: &str =
    "若 如 如果 假如 倘 可走 可 改走 或走 不如 着法是 走法是 if If by would could";

/// Words after moves that are not played.
pub(super) const SUPPOSED: &str = "なら は でも とすれば だと では も 也是 也可 亦可";

/// The length of the heading of a game: `第２局`, `Game 2`, `棋譜２`, `3局目`.
pub(in crate::format) fn game(line: &str) -> usize {
    const OPENING: [char; 12] = [' ', '　', '#', '*', '=', '-', '■', '◆', '【', '《', '〔', '['];
    const NAMES: &str = "Game game Partie 第 棋譜 棋谱 棋局 対局 对局 实战 実戦 実戦例";
    let named = line.trim_start_matches(OPENING);
    let name = begins_with(named, NAMES.split(' ')).unwrap_or(0);
    let digits = named[name..].trim_start_matches([' ', '　', '#']);
    let after = digits.trim_start_matches(is_numeral);
    let unit = begins_with(after, ["局目", "戦目", "局", "盘", "盤"]).unwrap_or(0);
    let is_named = match &named[..name] {
        "" => after[..unit].ends_with('目'),
        "第" => unit > 0,
        _ => true,
    };
    let ends = after[unit..].starts_with(|next: char| !next.is_alphanumeric() && next != '.');
    let is_game = after.len() < digits.len() && is_named && (ends || after.len() == unit);
    if is_game { line.len() - after.len() + unit } else { 0 }
}

/// Words that lead back from variations.
pub(super) const RETURNS: &str = "主变|主變|主线|主線|实战|實戰|本譜|Main line|In the game";

/// Words before the solution of a problem.
pub(super) const ANSWERS: &str = "解答 正解 答え 答案";

/// How a game may end.
pub(super) const ENDS: &str = "1-0 0-1 1/2-1/2 红胜 红方胜 红负 红方负 红认负 红方认负 黑胜 黑方胜 黑负 黑方负 黑认负 黑方认负 \
    紅勝 紅方勝 黒勝 黒方勝 黑勝 黑方勝 紅方認負 黑方認負 紅方认负 和棋 まで";
