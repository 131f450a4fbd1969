//! Moves as players call them.

use super::words::{Voice, say};
use crate::game::shogi::{Kind, Origin, Square};
use crate::game::{Move, Notation, Position, go, halfwidth, shogi, xiangqi};
use crate::words::Lang;

/// A move and its consequences: a capture, a check.
pub(super) fn parts(
    voice: Voice,
    before: &Position,
    after: &Position,
    mv: Move,
    previous: Option<Move>,
) -> Vec<String> {
    let mut parts = match (before, mv) {
        (Position::Xiangqi(position), Move::Xiangqi(mv)) => of_xiangqi(voice, position, mv),
        (Position::Shogi(position), Move::Shogi(mv)) if voice.0 == Lang::En => {
            let short = before.notate_as(Notation::Usual, Move::Shogi(mv), previous);
            vec![english_shogi(position, mv, &short)]
        }
        (Position::Shogi(_), _) => {
            let short = before.notate_as(Notation::Usual, mv, previous);
            vec![of_shogi(voice, &short)]
        }
        (Position::Go(position), Move::Go(mv)) => of_go(voice, position, after, mv),
        _ => vec![mv.code()],
    };
    if after.is_check() {
        parts.push(voice.check(before.game()).to_owned());
    }
    parts
}

/// Replaces fullwidth digits and blanks, which are for columns of print, with those that speech and braille expect.
fn spoken(text: &str) -> String {
    let characters = text.chars().filter(|character| *character != '\u{3000}');
    let narrow = characters.map(|character| match character {
        '０'..='９' => halfwidth(character),
        other => other,
    });
    narrow.collect()
}

fn of_xiangqi(voice: Voice, position: &xiangqi::Position, mv: xiangqi::Move) -> Vec<String> {
    let notation = match voice.0 {
        Lang::En => xiangqi::Notation::Wxf,
        Lang::Zh => xiangqi::Notation::Chinese(xiangqi::Script::Simplified),
        Lang::Ja => xiangqi::Notation::Chinese(xiangqi::Script::Traditional),
    };
    let written = notation.write(position, mv);
    let text = match voice.0 {
        Lang::En => english_xiangqi(&written).unwrap_or(written),
        Lang::Zh | Lang::Ja => spoken(&written),
    };
    let target = position.piece(mv.to).filter(|_| mv.to.on_board());
    let taken = target.map(|piece| {
        let name = xiangqi_piece(voice, piece);
        say!(voice; "takes {name}" "吃{name}" "{name}を取る")
    });
    [text].into_iter().chain(taken).collect()
}

/// A piece by its English name or its character.
pub(super) fn xiangqi_piece(voice: Voice, piece: xiangqi::Piece) -> String {
    match voice.0 {
        Lang::En => piece.kind.english().to_owned(),
        Lang::Zh => piece.chinese(xiangqi::Script::Simplified).into(),
        Lang::Ja => piece.chinese(xiangqi::Script::Traditional).into(),
    }
}

/// `C2=5`: `cannon 2 sideways to 5`; `R1+4`: `rook 1 forward 4`. `None` if this is not WXF.
fn english_xiangqi(wxf: &str) -> Option<String> {
    let [first, second, direction, number] =
        <[char; 4]>::try_from(wxf.chars().collect::<Vec<_>>()).ok()?;
    let kind = xiangqi::Kind::from_letter(first.to_ascii_lowercase());
    let name = kind.map(xiangqi::Kind::english);
    let subject = match (name, second) {
        (Some(name), '+') => format!("front {name}"),
        (Some(name), '.') => format!("middle {name}"),
        (Some(name), '-') => format!("rear {name}"),
        (Some(name), file) => format!("{name} {file}"),
        (None, file) => format!("pawn {first} on file {file}"),
    };
    // A straight mover's number counts ranks; a diagonal mover's is the file where it arrives.
    let aslant = matches!(
        kind,
        Some(xiangqi::Kind::Advisor | xiangqi::Kind::Elephant | xiangqi::Kind::Horse)
    );
    let to = if aslant { "to " } else { "" };
    Some(match direction {
        '=' => format!("{subject} sideways to {number}"),
        '+' => format!("{subject} forward {to}{number}"),
        '-' => format!("{subject} back {to}{number}"),
        _ => return None,
    })
}

/// A move in the short Japanese notation, which is also how it is read aloud: `3三角成`, `同銀`, `4八金右`.
fn of_shogi(voice: Voice, short: &str) -> String {
    let text = spoken(short);
    if voice.0 == Lang::Ja { text } else { text.chars().map(simplified).collect() }
}

pub(super) fn shogi_piece(voice: Voice, kind: Kind) -> String {
    match voice.0 {
        Lang::En => kind.english().to_owned(),
        Lang::Zh => kind.name().chars().map(simplified).collect(),
        Lang::Ja => kind.name().to_owned(),
    }
}

/// The name of a shogi piece in simplified characters.
fn simplified(character: char) -> char {
    match character {
        '歩' => '步',
        '銀' => '银',
        '飛' => '飞',
        '馬' => '马',
        '龍' => '龙',
        '竜' => '龙',
        other => other,
    }
}

/// `bishop takes 2b and promotes`; with the origin if another piece could move there too.
fn english_shogi(position: &shogi::Position, mv: shogi::Move, short: &str) -> String {
    let to = square(mv.to);
    let kind = position.moving(mv);
    let name = kind.map_or("piece", Kind::english);
    let Origin::Board(origin) = mv.from else {
        return format!("{name} dropped on {to}");
    };
    let could_be_another = short.contains(['右', '左', '直', '上', '寄', '引']);
    let is_named = could_be_another || kind.is_none();
    let from = if is_named { format!(" from {}", square(origin)) } else { String::new() };
    let verb = match position.piece(mv.to) {
        Some(taken) => format!("takes {} on", taken.kind.english()),
        None => "to".to_owned(),
    };
    let promotes = if mv.promote { " and promotes" } else { "" };
    let stays = if short.ends_with("不成") { " without promoting" } else { "" };
    format!("{name}{from} {verb} {to}{promotes}{stays}")
}

/// `7f`: the file, and the rank as a letter.
pub(super) fn square(square: Square) -> String {
    let rank = char::from(b'a' + square.rank() - 1);
    format!("{}{rank}", square.file())
}

/// The name of a point.
pub(super) fn point(voice: Voice, position: &go::Position, point: go::Point) -> String {
    match voice.0 {
        // Columns from the left and rows from the top, as in title match broadcasts: 16の4.
        Lang::Ja if position.size().contains(point) => {
            format!("{}の{}", point.column + 1, point.row + 1)
        }
        _ => point.a1(position.size()),
    }
}

fn of_go(voice: Voice, before: &go::Position, after: &Position, mv: go::Move) -> Vec<String> {
    let text = match mv.point {
        None => voice.0.pick(["pass", "停一手", "パス"]).to_owned(),
        Some(it) => point(voice, before, it),
    };
    let count = after.go().map_or(0, |after| {
        let [then, now] = [before, after].map(|position| position.prisoners(mv.side));
        now.saturating_sub(then)
    });
    let s = if count == 1 { "" } else { "s" };
    let taken = (count > 0)
        .then(|| say!(voice; "captures {count} stone{s}" "提{count}子" "{count}子を取る"));
    [text].into_iter().chain(taken).collect()
}
