//! Finds moves quoted in prose, such as lines in a comment.

use std::ops::Range;

use super::go::prose;
use super::{Move, Notation, Position};

/// The number of bytes searched. Every character may begin a move, and checking that takes time.
const LONGEST: usize = 8_000;
/// The maximum number of characters of a move: `▲同　成銀(28)`.
const CHARACTERS: usize = 9;

/// A move quoted in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// Its byte range in the text.
    pub at: Range<usize>,
    /// The move.
    pub mv: Move,
}

impl Position {
    /// The lines of legal moves that a text quotes from this position, in any notation of the game. `previous` is the
    /// previous move. Moves of a line may be separated by spaces, punctuation, side marks and move numbers, but not by
    /// words.
    ///
    /// ```
    /// use dapu::game::{Position, xiangqi};
    ///
    /// let start = Position::Xiangqi(xiangqi::Position::initial());
    /// let lines = start.quoted("也可走兵七进一，卒7进1；或 1. C2.5 h8+7", None);
    /// let codes = lines.iter().map(|line| line.iter().map(|quoted| quoted.mv.code()).collect());
    /// let codes: Vec<Vec<String>> = codes.collect();
    /// assert_eq!(codes, [["c3c4", "g6g5"], ["h2e2", "h9g7"]]);
    /// ```
    pub fn quoted(&self, text: &str, previous: Option<Move>) -> Vec<Vec<Quoted>> {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < text.len().min(LONGEST) {
            let line = self.line_at(text, at, previous);
            let next = text[at..].chars().next().map_or(1, char::len_utf8);
            at = line.last().map_or(at + next, |quoted| quoted.at.end);
            lines.extend((!line.is_empty()).then_some(line));
        }
        lines
    }

    /// Converts lines in the codes of programs, such as `7g7f 3c3d`, `+7776FU -3334FU` or `dd pp`, to a notation of the
    /// game.
    ///
    /// ```
    /// use dapu::game::{Notation, Position, shogi};
    ///
    /// let start = Position::Shogi(shogi::Position::initial());
    /// let text = start.requoted("30 +7776FU -3334FU", None, Notation::Usual);
    /// assert_eq!(text, "30 ７六歩 ３四歩");
    /// ```
    pub fn requoted(&self, text: &str, previous: Option<Move>, notation: Notation) -> String {
        let requote = |line: &str| match line.split(' ').any(|word| self.is_code(word)) {
            true => self.requoted_line(line, previous, notation),
            false => line.to_owned(),
        };
        let lines: Vec<String> = text.split('\n').map(requote).collect();
        lines.join("\n")
    }

    fn requoted_line(&self, text: &str, previous: Option<Move>, notation: Notation) -> String {
        let mut written = String::with_capacity(text.len());
        let mut copied = 0;
        for line in self.quoted(text, previous) {
            let mut words = line.iter().map(|quoted| &text[quoted.at.clone()]);
            if !words.all(|word| self.is_code(word)) {
                continue;
            }
            let mut position = self.clone();
            let mut previous = previous;
            for Quoted { at, mv } in line {
                written.push_str(&text[copied..at.start]);
                written.push_str(&position.notate_as(notation, mv, previous));
                copied = at.end;
                position.apply(mv);
                previous = Some(mv);
            }
        }
        written.push_str(&text[copied..]);
        written
    }

    /// The line that begins at an offset.
    fn line_at(&self, text: &str, mut at: usize, mut previous: Option<Move>) -> Vec<Quoted> {
        let mut position = self.clone();
        let mut line: Vec<Quoted> = Vec::new();
        while let Some((end, mv)) = position.move_at(text, at, previous, line.len()) {
            let word = &text[at..end];
            let is_other = |first: &Quoted| {
                prose::is_letters(&text[first.at.clone()]) != prose::is_letters(word)
            };
            if self.go().is_some() && line.first().is_some_and(is_other) {
                break;
            }
            line.push(Quoted { at: at..end, mv });
            position.apply(mv);
            previous = Some(mv);
            at = skip_between(text, end);
        }
        if let Some(first) = line.first().filter(|_| self.go().is_some()) {
            let words: Vec<&str> = line.iter().map(|quoted| &text[quoted.at.clone()]).collect();
            line.truncate(prose::length(&words, &text[..first.at.start]));
        }
        line
    }

    /// The longest move at an offset, and where it ends. `before` is the number of moves before it in its line.
    fn move_at(
        &self,
        text: &str,
        at: usize,
        previous: Option<Move>,
        before: usize,
    ) -> Option<(usize, Move)> {
        let rest = &text[at..];
        let joins = |a: Option<char>, b: Option<char>| {
            a.zip(b)
                .is_some_and(|(a, b)| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric())
        };
        if joins(text[..at].chars().next_back(), rest.chars().next()) {
            return None;
        }
        let ends = rest.char_indices().skip(1).map(|(end, _)| end);
        let ends: Vec<usize> = ends.chain([rest.len()]).take(CHARACTERS).collect();
        let longest = ends.into_iter().rev().filter(|end| {
            let (word, after) = rest.split_at(*end);
            let is_cut = joins(word.chars().next_back(), after.chars().next());
            !is_cut && word.trim() == word && self.may_be_move(word, before)
        });
        longest.into_iter().find_map(|end| {
            let mv = self.parse_move(&rest[..end], previous).ok()?;
            Some((at + end, mv))
        })
    }

    /// Whether a word may be a move, given the number of moves before it in its line.
    fn may_be_move(&self, word: &str, before: usize) -> bool {
        let is_point = || prose::may_be_point(word, before) || prose::is_property(word);
        word.contains(is_of_move) || (self.go().is_some() && is_point())
    }

    /// Whether a word looks like a move in a program's code. In Go, players write most of these codes, too.
    fn is_code(&self, word: &str) -> bool {
        match self.go() {
            Some(_) => prose::is_letters(word),
            None => is_code(word),
        }
    }
}

/// Whether a word looks like a move in a program's code, in a game with pieces.
fn is_code(word: &str) -> bool {
    let count = |is: fn(&u8) -> bool| word.bytes().filter(is).count();
    let (digits, letters) = (count(u8::is_ascii_digit), count(u8::is_ascii_alphabetic));
    let is_drop = word.contains('*') && digits == 1;
    word.is_ascii() && (4..=8).contains(&word.len()) && letters > 0 && (digits > 1 || is_drop)
}

/// Whether a character is typical of moves, except SGF letters: a digit, or the sign for the same square.
fn is_of_move(character: char) -> bool {
    character.is_numeric() || "一二三四五六七八九同仝".contains(character)
}

/// Where the next move of a line may begin.
fn skip_between(text: &str, from: usize) -> usize {
    let is_sign = |next: char| {
        next.is_whitespace()
            || next.is_ascii_punctuation() && !matches!(next, '+' | '-')
            || "，。、；：．…！？（）→".contains(next)
    };
    let skip = |from: usize| text.len() - text[from..].trim_start_matches(is_sign).len();
    let at = skip(from);
    let number = text[at..].trim_start_matches(|next: char| next.is_ascii_digit());
    match number.starts_with(['.', ')']) {
        true => skip(text.len() - number.len()),
        false => at,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{go, shogi, xiangqi};
    use super::*;

    fn codes(position: &Position, text: &str) -> Vec<String> {
        let lines = position.quoted(text, None);
        let code = |line: &Vec<Quoted>| {
            let codes: Vec<String> = line.iter().map(|quoted| quoted.mv.code()).collect();
            codes.join(" ")
        };
        lines.iter().map(code).collect()
    }

    #[test]
    fn lines_of_engines_and_annotators_are_found() {
        let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
        assert_eq!(
            codes(&xiangqi, "如改走：炮二平五　马８进７ 马二进三，红优。"),
            ["h2e2 h9g7 h0g2"]
        );
        assert_eq!(codes(&xiangqi, "pv h2e2 h9g7 1000 nodes"), ["h2e2 h9g7"]);
        let two = "可走炮二平五 马８进７，或兵七进一。";
        assert_eq!(codes(&xiangqi, two), ["h2e2 h9g7", "c3c4"]);
        let shogi = Position::Shogi(shogi::Position::initial());
        let lines = [
            "*検討 評価値 113 読み筋 ▲７六歩(77) △３四歩(33) ▲２二角成(88) △同　銀(31)",
            "* 113 +7776FU -3334FU +8822UM -3122GI",
            "info score cp 113 pv 7g7f 3c3d 8h2b+ 3a2b",
        ];
        for line in lines {
            assert_eq!(codes(&shogi, line), ["7g7f 3c3d 8h2b+ 3a2b"], "{line}");
        }
        let go = Position::Go(go::Position::new(go::Size::new(19, 19).unwrap()));
        assert_eq!(
            codes(&go, "PV: Q16 D4 Q3 R5, or go to C3"),
            ["B pd W dp B pq W qo", "B cq"]
        );
    }

    #[test]
    fn lines_of_programs_that_play_go_are_found() {
        let go = Position::Go(go::Position::new(go::Size::USUAL));
        for (text, wanted) in [
            ("B D4 W Q16", &["B dp W pd"][..]),
            ("W D4 B Q16", &["W dp B pd"]),
            // KaTrain writes the side before the first move.
            (
                "Top move was R4 (B+0.8)\nPV: BR4 D16",
                &["B qp", "B qp W dd"],
            ),
            ("dd pd dp, is better", &["B dd W pd B dp"]),
            ("dd pd dp of nq", &["B dd W pd B dp W of B nq"]),
            ("seen: ;B[dd];W[pd]", &["B dd W pd"]),
            ("189 B15:bad", &["B be"]),
            ("not A1, var. B2, 図C3 or Variation D4", &["B as"]),
            ("hi gg, as if he is on or in it, so go dd", &[]),
            ("go on: D4 is (or if) Q16", &["B dp", "B pd"]),
        ] {
            assert_eq!(codes(&go, text), wanted, "{text}");
        }
        assert_eq!(
            go.requoted("0.53 dd pd dp\nor if he is in B[cc]", None, Notation::Usual),
            "0.53 D16 Q16 D4\nor if he is in B[cc]"
        );
    }

    #[test]
    fn codes_are_written_as_players_do() {
        let shogi = Position::Shogi(shogi::Position::initial());
        let text = "** 113 +7776FU -3334FU +8822UM\nas in 1846, ７六歩";
        assert_eq!(
            shogi.requoted(text, None, Notation::Usual),
            "** 113 ７六歩 ３四歩 ２二角成\nas in 1846, ７六歩"
        );
        let text = "pv 7g7f 3c3d 8h2b+ 3a2b B*4e";
        assert_eq!(
            shogi.requoted(text, None, Notation::Usual),
            "pv ７六歩 ３四歩 ２二角成 同　銀 ４五角打"
        );
        let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
        assert_eq!(
            xiangqi.requoted("h2e2 h9g7 (0.3)", None, Notation::Usual),
            "炮二平五 马８进７ (0.3)"
        );
        let go = Position::Go(go::Position::new(go::Size::new(19, 19).unwrap()));
        assert_eq!(go.requoted("Q16 D4", None, Notation::Usual), "Q16 D4");
    }

    #[test]
    fn prose_is_not_a_line() {
        let go = Position::Go(go::Position::new(go::Size::new(19, 19).unwrap()));
        assert!(codes(&go, "It is as if he or we go on; in 1846, no. 12 to 15").is_empty());
        let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
        assert!(codes(&xiangqi, "第二十届五羊杯，2004年1月").is_empty());
    }
}
