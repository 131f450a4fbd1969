//! Finds moves quoted in prose, such as lines in a comment.

use std::ops::Range;

use super::{Move, MoveError, Notation, Position, Side};

/// The number of bytes searched. Every character may begin a move, and checking that takes time.
const LONGEST: usize = 8_000;
/// The maximum number of characters of a move: `▲同　成銀(28)`.
const CHARACTERS: usize = 9;
/// Words that look like points of Go in SGF, in the languages and chats of comments.
const WORDS: [&str; 51] = [
    "ad", "ah", "al", "am", "an", "as", "be", "bg", "da", "de", "di", "do", "eg", "eh", "el", "en",
    "er", "es", "gg", "gl", "go", "ha", "he", "hf", "hi", "hm", "hp", "id", "ie", "if", "il", "in",
    "is", "je", "kk", "la", "le", "lo", "ma", "me", "nd", "ne", "no", "np", "of", "oh", "ok", "on",
    "or", "pa", "so",
];
/// After this many points in a row, two letters are a point even if they form a word.
const CERTAIN: usize = 3;
/// Words that may precede a letter and a digit that are not a point of Go.
const NUMBERED: &str =
    "var variation dia diagram fig figure option line branch game 图 圖 図 変化 变化 變化";

/// A move quoted in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// Its byte range in the text.
    pub at: Range<usize>,
    /// The move.
    pub mv: Move,
}

/// A line of moves quoted in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedLine {
    /// Its byte range in the text.
    pub at: Range<usize>,
    /// Its moves; none if its first move is not legal in the position.
    pub moves: Vec<Quoted>,
}

impl Position {
    /// The lines of moves that a text quotes, played from this position, in any notation of the game. `previous` is the
    /// previous move. Moves of a line may be separated by spaces, punctuation, side marks and move numbers, but not by
    /// words. In Go, only legal moves are found, since a text may name any point.
    ///
    /// ```
    /// use dapu::game::{Position, xiangqi};
    ///
    /// let start = Position::Xiangqi(xiangqi::Position::initial());
    /// let lines = start.quoted("也可走兵七进一，卒7进1；或 1. C2.5 h8+7", None);
    /// let codes = lines.iter().map(|line| line.moves.iter().map(|quoted| quoted.mv.code()).collect());
    /// let codes: Vec<Vec<String>> = codes.collect();
    /// assert_eq!(codes, [["c3c4", "g6g5"], ["h2e2", "h9g7"]]);
    /// ```
    pub fn quoted(&self, text: &str, previous: Option<Move>) -> Vec<QuotedLine> {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < text.len().min(LONGEST) {
            let line = self.line_at(text, at, previous);
            let next = text[at..].chars().next().map_or(1, char::len_utf8);
            at = line.as_ref().map_or(0, |line| line.at.end).max(at + next);
            lines.extend(line);
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
        let lines =
            text.split('\n').map(|line| match line.split(' ').any(|word| self.is_code(word)) {
                true => self.requoted_line(line, previous, notation),
                false => line.to_owned(),
            });
        let lines: Vec<String> = lines.collect();
        lines.join("\n")
    }

    fn requoted_line(&self, text: &str, previous: Option<Move>, notation: Notation) -> String {
        let mut written = String::with_capacity(text.len());
        let mut copied = 0;
        for QuotedLine { moves: line, .. } in self.quoted(text, previous) {
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

    /// The line that begins at an offset. Moves after an illegal first move belong to the same line.
    fn line_at(&self, text: &str, mut at: usize, mut previous: Option<Move>) -> Option<QuotedLine> {
        let mut position = self.clone();
        let mut line: Vec<Quoted> = Vec::new();
        let mut unfit = at..at;
        while let Some((end, mv)) = position.move_at(text, at, previous, line.len()) {
            let before = if line.is_empty() { &text[..at] } else { "" };
            let fits = unfit.is_empty() && position.may_be_of_side(&text[at..end], before);
            let Some(mv) = mv.filter(|_| fits) else {
                if !line.is_empty() {
                    break;
                }
                unfit.end = end;
                at = skip_between(text, end);
                continue;
            };
            let word = &text[at..end];
            let first = line.first().filter(|_| self.go().is_some());
            if first.is_some_and(|first| is_letters(&text[first.at.clone()]) != is_letters(word)) {
                break;
            }
            line.push(Quoted { at: at..end, mv });
            position.apply(mv);
            previous = Some(mv);
            at = skip_between(text, end);
        }
        if let Some(first) = line.first().filter(|_| self.go().is_some()) {
            let words: Vec<&str> = line.iter().map(|quoted| &text[quoted.at.clone()]).collect();
            line.truncate(points_in_line(&words, &text[..first.at.start]));
        }
        let end = line.last().map_or(unfit.end, |last| last.at.end);
        let at = unfit.start..end;
        (!at.is_empty()).then_some(QuotedLine { at, moves: line })
    }

    /// Where the longest move at an offset ends, and the move if it is legal. `before` is the number of moves before it
    /// in its line.
    fn move_at(
        &self,
        text: &str,
        at: usize,
        previous: Option<Move>,
        before: usize,
    ) -> Option<(usize, Option<Move>)> {
        let rest = &text[at..];
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
            let mv = match self.parse_move(&rest[..end], previous) {
                Err(MoveError::Unreadable) => return None,
                Err(_) if self.go().is_some() => return None,
                mv => mv.ok(),
            };
            Some((at + end, mv))
        })
    }

    /// Whether a word may be a move, given the number of moves before it in its line.
    fn may_be_move(&self, word: &str, before: usize) -> bool {
        word.contains(is_of_move)
            || (self.go().is_some() && (may_be_point(word, before) || is_property(word)))
    }

    /// Whether a move may be of the side to move: in xiangqi, 兵 is Red's and 卒 Black's, and a side that the same clause
    /// names before a line plays its first move.
    fn may_be_of_side(&self, word: &str, before: &str) -> bool {
        /// The number of characters between the name and the line.
        const NEAR: usize = 12;
        let near = before.chars().rev().take(NEAR);
        let mut clause = near.take_while(|next| !"。；;，,！!？?\n".contains(*next));
        let pawn = word.chars().find_map(|character| match character {
            '兵' => Some(Side::First),
            '卒' => Some(Side::Second),
            _ => None,
        });
        let named = pawn.or_else(|| {
            clause.find_map(|character| match character {
                '红' | '紅' => Some(Side::First),
                '黑' | '黒' => Some(Side::Second),
                _ => None,
            })
        });
        self.xiangqi().is_none() || named.is_none_or(|side| side == self.side_to_move())
    }

    /// Whether a word looks like a move in a program's code. In Go, players write most of these codes, too.
    fn is_code(&self, word: &str) -> bool {
        match self.go() {
            Some(_) => is_letters(word),
            None => is_code(word),
        }
    }
}

/// Whether a word looks like a move in a program's code, in a game with pieces.
fn is_code(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_drop = word.contains('*') && digits == 1;
    word.is_ascii() && (4..=8).contains(&word.len()) && letters > 0 && (digits > 1 || is_drop)
}

/// Checks whether two neighbouring characters are of one word.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    [before, after].iter().all(|next| next.is_some_and(|next| next.is_ascii_alphanumeric()))
}

/// Whether a character is typical of moves, except SGF letters: a digit, or the sign for the same square.
fn is_of_move(character: char) -> bool {
    character.is_numeric() || "一二三四五六七八九同仝".contains(character)
}

/// Whether a character may separate one move from the next.
fn is_sign(next: char) -> bool {
    next.is_whitespace()
        || next.is_ascii_punctuation() && !matches!(next, '+' | '-')
        || "，。、；：．…！？（）→".contains(next)
}

fn skip_between(text: &str, from: usize) -> usize {
    let rest = text[from..].trim_start_matches(is_sign);
    let at = text.len() - rest.len();
    let number = rest.trim_start_matches(|next: char| next.is_ascii_digit());
    match number.starts_with(['.', ')']) {
        true => text.len() - number.trim_start_matches(is_sign).len(),
        false => at,
    }
}

/// Whether a word looks like a point in SGF, on a board of up to 19 lines: `dd`.
fn is_letters(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b's', b'a'..=b's'])
}

/// Whether a word looks like a move in SGF: `B[dd]`.
fn is_property(word: &str) -> bool {
    matches!(word.as_bytes(), [b'B' | b'W', b'[', b'a'..=b's', b'a'..=b's', b']'])
}

/// Whether a word may be a point, given the number of points before it in its line.
fn may_be_point(word: &str, before: usize) -> bool {
    is_letters(word) && (before >= CERTAIN || !WORDS.contains(&word))
}

/// The number of words that form a line of points. `before` is the text in front of them.
fn points_in_line(words: &[&str], before: &str) -> usize {
    match words {
        [first, ..] if is_letters(first) => {
            let last = words.iter().rposition(|word| !WORDS.contains(word));
            // A single pair of letters is more often a word than a point.
            last.filter(|last| *last > 0).map_or(0, |last| last + 1)
        }
        [_] if is_numbered(before) => 0,
        _ => words.len(),
    }
}

/// Whether the following text is the number of something, as in `variation A1`.
fn is_numbered(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '.', '#', '\u{3000}']);
    let letters = before.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let word = &before[letters.len()..];
    let mut named = NUMBERED.split(' ');
    match word {
        "" => named.any(|name| before.ends_with(name)),
        _ => named.any(|name| word.eq_ignore_ascii_case(name)),
    }
}
