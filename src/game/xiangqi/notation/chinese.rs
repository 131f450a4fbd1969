//! Four-character Chinese notation: 炮二平五, 前炮退二, 二兵平四, 前七进一.
//!
//! Columns and distances are Chinese numerals for red and fullwidth digits for black. Pawns on a shared file are 前, 中,
//! 后 (two or three in all) or 一 … 五 (four or more), listed file by file from the mover's right, front to rear in each
//! file. Two other conventions are accepted: 前 二 三 后 for four on one file, and the place with the column as on 东萍
//! (前七进一, 前兵七进一).

use super::Script;
use super::description::{Description, Pawns, Subject, Tandem, digit_value, read_direction};
use crate::game::halfwidth;
use crate::game::xiangqi::{Kind, Move, Piece, Position};

const RED_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes a move. Returns `None` if the notation cannot express it.
pub(super) fn write(position: &Position, mv: Move, script: Script) -> Option<String> {
    let side = position.piece(mv.from)?.side;
    let description = Description::of(position, mv, Pawns::Listed)?;
    let digits = side.pick(RED_DIGITS, BLACK_DIGITS);
    let digit = |number: u8| digits[usize::from(number) % 10];
    let piece = |kind| Piece { side, kind }.chinese(script);
    let (tandems, directions) = match script {
        Script::Simplified => (['前', '中', '后'], ['进', '平', '退']),
        Script::Traditional => (['前', '中', '後'], ['進', '平', '退']),
    };
    let numeral = |number: u8| RED_DIGITS[usize::from(number) % 10];
    let words = match description.subject {
        Subject::OnColumn(kind, column) => [piece(kind), digit(column)],
        Subject::Placed(place, kind) => [place.spelled(tandems, numeral), piece(kind)],
        Subject::PawnOnColumn(place, column) => [place.spelled(tandems, numeral), digit(column)],
    };
    Some(description.spelled(words, directions, digit))
}

/// Parses the start of a text, and returns the number of bytes. A move has four characters, or five if the pawn is
/// named beside its place and column. The Herald of the churches in North America leaves a blank, `將4 退1`, and readers of
/// printed pages leave one between all characters, `炮 二 平 五`.
pub(super) fn scan(text: &str) -> Option<(Description, usize)> {
    if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let mut characters = ['\0'; 5];
    let mut ends = [0; 5];
    let mut written = text.char_indices();
    let mut is_spaced = false;
    for index in 0..5 {
        let may_skip = matches!(index, 1 | 2) || is_spaced;
        let next = written.find(|(_, next)| !may_skip || !matches!(next, ' ' | '　'));
        let Some((offset, character)) = next else {
            break;
        };
        is_spaced |= index == 1 && offset > ends[0];
        characters[index] = character;
        ends[index] = offset + character.len_utf8();
    }
    let [first, second, third, fourth, fifth] = characters;
    if let Some(description) = four(first, second, third, fourth) {
        let whole = !fourth.is_ascii_digit() || is_whole(&text[ends[3]..]);
        return whole.then_some((description, ends[3]));
    }
    if Kind::from_chinese(second) != Some(Kind::Pawn) {
        return None;
    }
    let subject = Subject::PawnOnColumn(read_tandem(first)?, read_digit(third)?);
    Some((Description::chinese(subject, fourth, fifth)?, ends[4]))
}

/// Whether a move that ends with a digit ends before this text. A digit may only follow if it begins the next move
/// number or a result: `炮2平32.兵三进一`.
pub(super) fn is_whole(rest: &str) -> bool {
    let after = rest.trim_start_matches(|next| halfwidth(next).is_ascii_digit());
    after.len() == rest.len() || after.starts_with(['.', '．', '、', '-', '/'])
}

fn four(first: char, second: char, direction: char, number: char) -> Option<Description> {
    let subject = match (Kind::from_chinese(first), Kind::from_chinese(second)) {
        (Some(kind), _) => match read_digit(second) {
            Some(column) => Subject::OnColumn(kind, column),
            // 炮前进二: the place follows the piece.
            None => Subject::Placed(read_tandem(second)?, kind),
        },
        (None, Some(kind)) => Subject::Placed(read_tandem(first)?, kind),
        (None, None) => Subject::PawnOnColumn(read_tandem(first)?, read_digit(second)?),
    };
    Description::chinese(subject, direction, number)
}

impl Description {
    fn chinese(subject: Subject, direction: char, number: char) -> Option<Self> {
        let direction = read_direction(direction, ["进進上", "平", "退下"])?;
        Some(Self { subject, direction, number: read_digit(number)? })
    }
}

fn read_tandem(character: char) -> Option<Tandem> {
    match character {
        '前' => Some(Tandem::Front),
        '中' => Some(Tandem::Middle),
        '后' | '後' => Some(Tandem::Rear),
        _ => read_digit(character).map(Tandem::Number),
    }
}

/// A digit from 1 to 9 in any of the forms in records.
fn read_digit(character: char) -> Option<u8> {
    Some(match character {
        '一' | '壹' => 1,
        '二' | '贰' | '貳' => 2,
        '三' | '叁' | '參' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' | '陸' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return digit_value(halfwidth(character)),
    })
}
