//! Notations in Latin letters. How each spells the parts of a move is a row of a table, and one reader goes by it.
//!
//! WXF, of the World Xiangqi Federation: `C2=5`, `H8+7`, `C+-2`, `15+1`. Letters K A E H R C P, digits for both sides; `+`
//! is forward, `-` back, `=` or `.` sideways. Of two pieces on a file the front one has `+` instead of its column, the
//! rear one `-`. If three or more pawns share files, they have a number (from the front) and their column instead,
//! according to the rules of 2018; before them it was `3+` and `3-` of the pawns on file 3 if those on another file share
//! it too, `++` and `--` the first and the last of more than three, and `P3` the one between two. The forms of xqbase `Pa`
//! … `Pe` (a list as in Chinese), `fC` and `rC` or `bC` of annotators, and G (guard) and M (minister) of the federation's
//! file format are also accepted.
//!
//! Vietnamese: `P2-5`, `M8.7`, `X9/1`, `Pt-4`, or the words, `Pháo 2 bình 5`, `Pháo trước tấn 3`, with their accents or
//! without. Tg S T X P M B are general, advisor (sĩ), elephant (tượng; V for voi), rook (xe), cannon (pháo), horse (mã) and
//! pawn (binh, also C for chốt and T for tốt); `.` is forward, `-` sideways, `/` back. Of two pieces on a file `t` (trước)
//! is the front one, `s` (sau) the rear one, and `g` (giữa) one between them.
//!
//! The text manual `ChineseChess.h`: `C2H5`, `ACH5`, `3RA7`, `A5A1`. K G B T R C P are king, advisor, elephant, horse, rook,
//! cannon and pawn; A H R are forward, sideways and back; A M Z in the first place are front, middle and rear. Upper case
//! is red. The manual's first example has S for sideways and W for forward; its long examples number two rooks on a file
//! 1 and 3.

use super::chinese::is_whole;
use super::description::{Description, Pawns, Subject, Tandem, digit, digit_value};
use crate::game::xiangqi::{Kind, Move, Position};
use crate::game::{Direction, Side, halfwidth};

/// The spellings of one thing, the one to write first, but a letter after the words that it begins.
type Variants = &'static [&'static str];

/// How a notation spells the parts of a move, in small letters without accents.
struct Spelling {
    /// In the order of [`Kind::ALL`]. Where a word names two kinds, that one is meant which can go as the move says.
    kinds: [Variants; 7],
    /// Front, middle and rear.
    places: [Variants; 3],
    /// Forward, sideways and back.
    directions: [Variants; 3],
}

const WXF: Spelling = Spelling {
    kinds: [&["k", "g"], &["a", "g"], &["e", "b", "m"], &["h", "n"], &["r"], &["c"], &["p", "s"]],
    places: [&["+", "f"], &["."], &["-", "r", "b"]],
    directions: [&["+"], &["=", "."], &["-"]],
};

const VIETNAMESE: Spelling = Spelling {
    kinds: [
        &["tuong", "soai", "tg"],
        &["si", "sy", "s"],
        &["tuong", "voi", "t", "v"],
        &["ngua", "ma", "m"],
        &["xe", "xa", "x"],
        &["phao", "p"],
        &["binh", "chot", "tot", "b", "c", "t"],
    ],
    places: [&["truoc", "tien", "t"], &["giua", "g"], &["sau", "hau", "s"]],
    directions: [&[".", "tan", "tien"], &["-", "binh"], &["/", "thoai", "lui"]],
};

const MANUAL: Spelling = Spelling {
    kinds: [&["k"], &["g"], &["b"], &["t"], &["r"], &["c"], &["p"]],
    places: [&["a"], &["m"], &["z"]],
    directions: [&["a", "w"], &["h", "s"], &["r"]],
};

impl Spelling {
    /// Parses a move at the start of a text, and returns the number of bytes.
    fn scan(&self, text: &str) -> Option<(Description, usize)> {
        let named =
            found(text, &self.kinds).filter_map(|(kind, rest)| self.named(rest, Kind::ALL[kind]));
        let placed = std::iter::once_with(|| self.placed(text)).flatten();
        let mut moves = named.chain(placed).filter_map(|(subject, rest)| {
            let (direction, rest) = find(rest, &self.directions)?;
            let direction = Direction::ALL[direction];
            let (number, rest) = number(rest)?;
            Some((Description { subject, direction, number }, text.len() - rest.len()))
        });
        let first = moves.next()?;
        match first.0.suits() {
            true => Some(first),
            false => Some(moves.find(|(description, _)| description.suits()).unwrap_or(first)),
        }
    }

    fn write(&self, position: &Position, mv: Move, pawns: Pawns) -> Option<String> {
        let description = Description::of(position, mv, pawns)?;
        let letter = |kind: Kind| written(self.kinds[kind as usize - 1]);
        let sign = |place: Tandem| place.spelled(self.places.map(written), digit);
        let piece = match (description.subject, pawns) {
            (Subject::OnColumn(kind, column), _) => [letter(kind), digit(column)],
            (Subject::PawnOnColumn(place, column), _) => [sign(place), digit(column)],
            (Subject::Placed(Tandem::Number(_), _), Pawns::Numbered) => return None,
            (Subject::Placed(place, kind), Pawns::Numbered) => [letter(kind), sign(place)],
            (Subject::Placed(place, kind), _) => [sign(place), letter(kind)],
        };
        Some(description.spelled(piece, self.directions.map(written), digit))
    }

    /// A piece of this kind, with the column or the place among others with which the rest of a text begins.
    fn named<'a>(&self, rest: &'a str, kind: Kind) -> Option<(Subject, &'a str)> {
        if let Some((column, rest)) = number(rest) {
            return Some((Subject::OnColumn(kind, column), rest));
        }
        let listed = listed(rest).filter(|_| kind == Kind::Pawn);
        let (place, rest) = listed.or_else(|| self.place(rest))?;
        Some((Subject::Placed(place, kind), rest))
    }

    /// A piece at the start of a text, after its place; one without a name is a pawn.
    fn placed<'a>(&self, text: &'a str) -> Option<(Subject, &'a str)> {
        let (place, rest) = self.place(text)?;
        if let Some((kind, rest)) = find(rest, &self.kinds) {
            return Some((Subject::Placed(place, Kind::ALL[kind]), rest));
        }
        let (second, rest) = self.place(rest)?;
        let subject = match (place, second) {
            // `+1.5` is no move.
            (_, Tandem::Number(column)) if text.starts_with(char::is_alphanumeric) => {
                Subject::PawnOnColumn(place, column)
            }
            (Tandem::Number(column), Tandem::Front | Tandem::Rear) => {
                Subject::PawnOnColumn(second, column)
            }
            (Tandem::Front, Tandem::Front) | (Tandem::Rear, Tandem::Rear) => {
                Subject::Placed(place, Kind::Pawn)
            }
            _ => return None,
        };
        // Nor is `2--3`: pawns do not go back.
        find(rest, &self.directions).filter(|(direction, _)| *direction < 2)?;
        Some((subject, rest))
    }

    /// The place of a piece among those on its file, at the start of a text.
    fn place<'a>(&self, text: &'a str) -> Option<(Tandem, &'a str)> {
        match find(text, &self.places) {
            Some((place, rest)) => Some((Tandem::ALL[place], rest)),
            None => number(text).map(|(number, rest)| (Tandem::Number(number), rest)),
        }
    }
}

/// Which of some lists of words has the one at the start of a text, and what follows it.
fn find<'a>(text: &'a str, lists: &[Variants]) -> Option<(usize, &'a str)> {
    found(text, lists).next()
}

/// All the lists of words that have the one at the start of a text, each with the text after it.
fn found<'a>(text: &'a str, lists: &[Variants]) -> impl Iterator<Item = (usize, &'a str)> {
    let mut after = text.chars();
    let first = after.next().and_then(base);
    let is_before_word = matches!(first, None | Some(' '));
    let begins = move |word: &&str| word.bytes().next().map(char::from) == first;
    // Nearly all lists are ruled out by the first letter.
    let lists = lists
        .iter()
        .enumerate()
        .filter(move |(_, words)| is_before_word || words.iter().any(begins));
    lists.filter_map(move |(place, words)| {
        let rest = words.iter().find_map(|word| match word.len() {
            1 => begins(word).then_some(after.as_str()),
            _ => strip(text, word),
        })?;
        Some((place, rest))
    })
}

/// The text after a word of several letters, which may have blanks around it.
fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.trim_start_matches(' ').chars();
    let mut letters = rest.by_ref().filter_map(base);
    let is_there = word.chars().all(|letter| letters.next() == Some(letter));
    is_there.then(|| rest.as_str().trim_start_matches(is_accent).trim_start_matches(' '))
}

/// The letter to write for some words.
fn written(words: Variants) -> char {
    words.first().and_then(|word| word.chars().next()).map_or(' ', |next| next.to_ascii_uppercase())
}

/// The letter at the start of a text for the place in a list of pawns, and the text after it.
fn listed(text: &str) -> Option<(Tandem, &str)> {
    let mut rest = text.chars();
    let letter = halfwidth(rest.next()?).to_ascii_lowercase();
    let number = u8::try_from(letter).ok()?.checked_sub(b'a').filter(|place| *place < 5)? + 1;
    Some((Tandem::Number(number), rest.as_str()))
}

/// A number from 1 to 9 at the start of a text, and the text after it.
fn number(text: &str) -> Option<(u8, &str)> {
    let mut rest = text.chars();
    let value = digit_value(halfwidth(rest.next()?))?;
    Some((value, rest.as_str()))
}

/// Whether a character is an accent of the one before.
fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}')
}

/// A small letter without the accents of Vietnamese; `None` for an accent.
fn base(character: char) -> Option<char> {
    Some(match halfwidth(character).to_ascii_lowercase() {
        plain @ '\0'..='\x7F' => plain,
        accent if is_accent(accent) => return None,
        'À'..='Ã' | 'à'..='ã' | 'Ă' | 'ă' | 'Ạ'..='ặ' => 'a',
        'È'..='Ê' | 'è'..='ê' | 'Ẹ'..='ệ' => 'e',
        'Ì' | 'Í' | 'ì' | 'í' | 'Ĩ' | 'ĩ' | 'Ỉ'..='ị' => 'i',
        'Ò'..='Õ' | 'ò'..='õ' | 'Ơ' | 'ơ' | 'Ọ'..='ợ' => 'o',
        'Ù' | 'Ú' | 'ù' | 'ú' | 'Ũ' | 'ũ' | 'Ư' | 'ư' | 'Ụ'..='ự' => 'u',
        'Ý' | 'ý' | 'Ỳ'..='ỹ' => 'y',
        other => other,
    })
}

/// Whether a sign and a digit are the third and the fourth character of a text, which rules out most other words.
fn ends_after_sign(text: &str) -> bool {
    let mut last = text.chars().skip(2).map(halfwidth);
    last.next().is_some_and(|sign| !sign.is_alphanumeric())
        && last.next().is_some_and(|number| number.is_ascii_digit())
}

/// Writes a move in WXF. Returns `None` if the notation cannot express it.
pub(super) fn write_wxf(position: &Position, mv: Move) -> Option<String> {
    WXF.write(position, mv, Pawns::Numbered)
}

/// Parses WXF at the start of a text, and returns the number of bytes. Letters may be in either case, or fullwidth.
pub(super) fn scan_wxf(text: &str) -> Option<(Description, usize)> {
    let (description, end) = ends_after_sign(text).then(|| WXF.scan(text)).flatten()?;
    // `15+12` is not a move.
    is_whole(&text[end..]).then_some((description, end))
}

/// Parses Vietnamese at the start of a text, and returns the number of bytes.
pub(super) fn scan_vietnamese(text: &str) -> Option<(Description, usize)> {
    let is_latin = text.chars().next().and_then(base).is_none_or(|first| first.is_ascii());
    let is_word = text.chars().nth(1).is_some_and(|next| next.is_alphabetic() || is_accent(next));
    let fits = is_latin && (is_word || ends_after_sign(text));
    let (description, end) = fits.then(|| VIETNAMESE.scan(text)).flatten()?;
    is_whole(&text[end..]).then_some((description, end))
}

/// Writes a move in the manual's letters. Returns `None` if the notation cannot express it.
pub(super) fn write_manual(position: &Position, mv: Move) -> Option<String> {
    let side = position.piece(mv.from)?.side;
    let text = MANUAL.write(position, mv, Pawns::OnColumns)?;
    Some(if side == Side::First { text } else { text.to_ascii_lowercase() })
}

/// Parses the manual's letters at the start of a text. Returns the side of the first letter, and the number of bytes,
/// which is always four.
pub(super) fn scan_manual(text: &str) -> Option<(Description, Side, usize)> {
    let written = text.get(..4).filter(|written| written.is_ascii())?;
    let letter = written.chars().find(char::is_ascii_alphabetic)?;
    let (description, end) = MANUAL.scan(written)?;
    Some((description, Side::first_if(letter.is_ascii_uppercase()), end))
}

/// The kind of piece for a letter of the text manual, in either case.
pub(crate) fn manual_letter(letter: char) -> Option<Kind> {
    let upper = letter.to_ascii_uppercase();
    let place = MANUAL.kinds.iter().position(|names| written(names) == upper)?;
    Kind::ALL.get(place).copied()
}
