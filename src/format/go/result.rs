//! Converts results from the wording of servers to that of SGF.

/// The words for the sides, longer ones before their prefixes.
const BLACK: [&str; 5] = ["black", "黑", "黒", "흑", "b "];
const WHITE: [&str; 4] = ["white", "白", "백", "w "];
const LOSES: [&str; 5] = ["lose", "lost", "负", "負", "패"];
const RESIGNED: [&str; 7] = ["resign", "中盘", "中盤", "中押", "불계", "投了", "认输"];
const TIMEOUT: [&str; 7] = ["time", "超时", "超時", "时间", "時間", "切れ", "시간"];
const DRAWN: [&str; 5] = ["jigo", "draw", "和棋", "持碁", "무승부"];

/// Parses a sentence such as `White wins by 2.5 points`, `黑中盘胜`, `白5目半勝ち` or `흑 불계승`. Returns `None` if it is not
/// understood. Chinese stones (子) are not points: their value depends on komi.
pub(super) fn parse(text: &str) -> Option<String> {
    // Cyberoro adds the count of each side: `Black Win 6.5 >> White(50):Black(63)`.
    let text = text.split(">>").next().unwrap_or("").trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let place = |words: &[&str]| words.iter().filter_map(|word| text.find(word)).min();
    let named = match (place(&BLACK), place(&WHITE)) {
        (Some(_), None) => 'B',
        (None, Some(_)) => 'W',
        (Some(black), Some(white)) if black < white => 'B',
        (Some(_), Some(_)) => 'W',
        (None, None) => return has(&DRAWN).then(|| "Draw".to_owned()),
    };
    let winner = match (named, has(&LOSES)) {
        ('B', true) => 'W',
        ('W', true) => 'B',
        (named, _) => named,
    };
    if has(&RESIGNED) {
        return Some(format!("{winner}+R"));
    }
    if has(&TIMEOUT) {
        return Some(format!("{winner}+T"));
    }
    if text.contains('子') {
        return None;
    }
    let from = place(&BLACK).max(place(&WHITE)).unwrap_or(0);
    margin(&text[from..]).map(|margin| format!("{winner}+{margin}"))
}

/// The number in a text, including a half added by a word.
fn margin(text: &str) -> Option<String> {
    let half = text.contains('半') || text.contains('반');
    let is_digit = |character: char| character.is_ascii_digit();
    let Some(start) = text.find(is_digit) else {
        return half.then(|| "0.5".to_owned());
    };
    let rest = &text[start..];
    let end = rest.find(|character: char| !character.is_ascii_digit() && character != '.');
    let number = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
    if half && !number.contains('.') {
        return Some(format!("{number}.5"));
    }
    number.parse::<f64>().ok().map(|_| number.to_owned())
}
