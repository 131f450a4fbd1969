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

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sentences_of_servers_are_understood() {
        for (text, result) in [
            ("White wins by 2.5 points", "W+2.5"),
            ("White Win by Resign!", "W+R"),
            ("black wins by resignation", "B+R"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
            ("White loses on time", "B+T"),
            ("White 19Win  >> White(83):Black(64)", "W+19"),
            ("white 59.5 win", "W+59.5"),
            ("흑 1.5집 승", "B+1.5"),
            ("백 2집반승", "W+2.5"),
            ("흑 불계승", "B+R"),
            ("흑 시간승", "B+T"),
            ("白5.5目勝ち!", "W+5.5"),
            ("黒中押し勝ち!", "B+R"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("白半目勝ち", "W+0.5"),
            ("白時間切れ勝ち！", "W+T"),
            ("黑中盘胜(现场消息)", "B+R"),
            ("白11目胜", "W+11"),
            ("黑负3.5目", "W+3.5"),
            ("Jigo", "Draw"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(result), "{text}");
        }
        for text in [
            "",
            "Progressing!",
            "白棋12子 >> 白方(94):黑方(82)",
            "Black",
            "w+x",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
