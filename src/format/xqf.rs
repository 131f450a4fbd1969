//! XQF, the format of XQStudio (象棋演播室).
//!
//! The layout is that of the author's "XQF 1.0 文件格式说明" of 2001-04-16. Files up to version byte 0x0A are plain.

use super::bytes::Bytes;
use super::source::{Encoding, decode_field, encoding_name, guess_chinese};
use super::{Certainty, Feature, Format, Loaded, ReadError, Source};
use crate::game::xiangqi::{Kind, Piece, Position, Square};
use crate::game::{self, Game, Move, Side, xiangqi};
use crate::record::{At, Builder, Key, NodeId, Note, Record, Warning};

pub(super) const FORMAT: Format = Format {
    name: "xqf",
    title: "XQF (XQStudio 象棋演播室)",
    extensions: &["xqf"],
    games: &[Game::Xiangqi],
    encodings: "GB18030",
    features: &[Feature::Variations, Feature::Comments],
    detect,
    read: Some(read),
    write: None,
};

const HEADER: usize = 0x400;
const VERSION: usize = 0x02;
const SQUARES: usize = 0x10;
const RESULT: usize = 0x33;
const KIND: usize = 0x40;
/// The last version whose files are plain.
const PLAIN: u8 = 0x0A;
/// The newest version that is known to exist.
const NEWEST: u8 = 0x12;

/// Offset, size with the length byte, meaning, name in the specification.
const STRINGS: [(usize, usize, Key, &str); 10] = [
    (0x50, 64, Key::Title, "标题"),
    (0xD0, 64, Key::Event, "比赛名称"),
    (0x110, 16, Key::Date, "比赛日期"),
    (0x120, 16, Key::Place, "比赛地点"),
    (0x130, 16, Key::Red, "红方棋手"),
    (0x140, 16, Key::Black, "黑方棋手"),
    (0x150, 64, Key::TimeControl, "用时规则"),
    (0x190, 16, Key::RedTime, "红方用时"),
    (0x1A0, 16, Key::BlackTime, "黑方用时"),
    (0x1D0, 16, Key::Annotator, "棋谱讲评人"),
];
const AUTHOR: (usize, usize, Key, &str) = (0x1E0, 16, Key::Author, "文件作者");

/// The pieces of one side in the order of the 32 start squares.
const PIECES: [Kind; 16] = [
    Kind::Rook,
    Kind::Horse,
    Kind::Elephant,
    Kind::Advisor,
    Kind::King,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Rook,
    Kind::Cannon,
    Kind::Cannon,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
];

fn detect(source: &Source<'_>) -> Certainty {
    // A text that begins with "XQF" has the two magic letters as well; its version would be a letter.
    match source.bytes {
        [b'X', b'Q', 0..=NEWEST, ..] => Certainty::Certain,
        [b'X', b'Q', ..] if source.bytes.len() >= HEADER => Certainty::Weak,
        _ => Certainty::No,
    }
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let version = source.bytes.get(VERSION).copied().unwrap_or(0);
    if version > PLAIN {
        let (major, minor) = (version / 10, version % 10);
        return Err(ReadError::new(
            At::Byte(2),
            format!("XQF version {major}.{minor} is not supported yet"),
        ));
    }
    let Some(header) = source.bytes.get(..HEADER) else {
        let message = format!("the file ends inside the header of {HEADER} bytes");
        return Err(ReadError::new(At::Byte(source.bytes.len() as u64), message));
    };
    let encoding = source.forced.unwrap_or_else(|| guess_chinese(source.bytes));
    let mut warnings = Vec::new();
    let mut record = Record::new(game::Position::Xiangqi(start_position(
        header,
        &mut warnings,
    )));
    read_headers(header, encoding, &mut record, &mut warnings);
    if let Some(side) = first_mover(source.bytes, &record) {
        record.start.set_side_to_move(side);
    }
    let mut builder = Builder::on(record);
    let cut = read_moves(source.bytes, encoding, &mut builder);
    let (record, more) = builder.finish();
    warnings.extend(more);
    let mut loaded = Loaded::one(Some(encoding_name(encoding)), record, warnings);
    loaded.cut = cut;
    Ok(loaded)
}

fn square(value: u8) -> Option<Square> {
    Square::new(value / 10, value % 10)
}

/// A square of a move. One off the board is kept as such: the move is illegal, but nobody loses it.
fn move_square(value: u8) -> Square {
    square(value).unwrap_or(Square::from_index(value.max(90)))
}

fn start_position(header: &[u8], warnings: &mut Vec<Warning>) -> Position {
    let mut position = Position::empty();
    let sides = Side::BOTH
        .into_iter()
        .flat_map(|side| PIECES.map(|kind| Piece { side, kind }));
    for (offset, piece) in (SQUARES..).zip(sides) {
        let value = header[offset];
        match square(value) {
            Some(square) if position.piece(square).is_some() => {
                warnings.push(Warning::new(
                    At::Byte(offset as u64),
                    format!("two pieces stand on {square}"),
                ));
            }
            Some(square) => position.put(square, Some(piece)),
            // 255 is a captured piece.
            None if value == 0xFF => {}
            None => warnings.push(Warning::new(
                At::Byte(offset as u64),
                format!("{value} is no square"),
            )),
        }
    }
    position
}

fn read_headers(
    header: &[u8],
    encoding: Encoding,
    record: &mut Record,
    warnings: &mut Vec<Warning>,
) {
    for (offset, size, key, name) in STRINGS.into_iter().chain([AUTHOR]) {
        let value = string(header, offset, size, encoding, warnings);
        if !value.is_empty() {
            record.headers.push_raw(name, &value);
            record.headers.set(key, value.trim());
        }
    }
    record.headers.set(Key::Result, result(header[RESULT]));
    record
        .headers
        .push_raw("棋局的结果", &header[RESULT].to_string());
    record
        .headers
        .push_raw("棋局的类型", &header[KIND].to_string());
    match header[KIND] {
        0 => record.headers.set(Key::Kind, "game"),
        1 => record.headers.set(Key::Kind, "opening"),
        2 => record.headers.set(Key::Kind, "middlegame"),
        3 => record.headers.set(Key::Kind, "endgame"),
        other => warnings.push(Warning::new(
            At::Byte(KIND as u64),
            format!("{other} is no type of record"),
        )),
    }
}

fn result(code: u8) -> &'static str {
    match code {
        1 => "1-0",
        2 => "0-1",
        // 4 is seen in the wild for a drawn game.
        3 | 4 => "1/2-1/2",
        _ => "*",
    }
}

fn string(
    header: &[u8],
    offset: usize,
    size: usize,
    encoding: Encoding,
    warnings: &mut Vec<Warning>,
) -> String {
    let field = &header[offset..offset + size];
    let length = usize::from(field[0]);
    if length >= size {
        let message = format!("a string of {length} bytes in a field of {}", size - 1);
        warnings.push(Warning::new(At::Byte(offset as u64), message));
    }
    let text = decode_field(&field[1..=length.min(size - 1)], encoding);
    // A string cut at the field's end can end in half a character.
    let text = if length >= size {
        text.trim_end_matches('\u{FFFD}')
    } else {
        &text
    };
    text.trim_end_matches('\0').to_owned()
}

/// One record of the stream of moves.
struct Step<'a> {
    offset: usize,
    from: Square,
    to: Square,
    /// Another record follows as a child of this one.
    continues: bool,
    /// An alternative to this one follows after its subtree. The 1.0 text says that variations are not saved, but
    /// files of that version have them.
    alternative: bool,
    comment: &'a [u8],
    /// The comment's bytes that the file does not have any more.
    missing: usize,
}

fn step<'a>(stream: &mut Bytes<'a>) -> Option<Step<'a>> {
    let mut ahead = stream.clone();
    let offset = ahead.offset();
    let [from, to, flags, _reserved] = ahead.array()?;
    let length = ahead.u32()? as usize;
    let taken = length.min(ahead.left());
    let comment = ahead.take(taken)?;
    *stream = ahead;
    Some(Step {
        offset,
        from: move_square(from.wrapping_sub(0x18)),
        to: move_square(to.wrapping_sub(0x20)),
        continues: flags & 0xF0 != 0,
        alternative: flags & 0x0F != 0,
        comment,
        missing: length - taken,
    })
}

/// The side of the piece that moves first: the file has no other word on the side to move.
fn first_mover(bytes: &[u8], record: &Record) -> Option<Side> {
    let mut stream = Bytes::at(bytes, HEADER);
    step(&mut stream).filter(|root| root.continues)?;
    let first = step(&mut stream)?;
    match &record.start {
        game::Position::Xiangqi(position) => position.piece(first.from).map(|piece| piece.side),
        _ => None,
    }
}

/// Reads the records: a depth-first walk of the tree, the root ("step 0") first. Gives the reason if the file is cut
/// short.
fn read_moves(bytes: &[u8], encoding: Encoding, builder: &mut Builder) -> Option<String> {
    let mut stream = Bytes::at(bytes, HEADER);
    // Where the alternatives that are still to come branch off.
    let mut forks: Vec<NodeId> = Vec::new();
    let mut parent = None;
    loop {
        let Some(step) = step(&mut stream) else {
            return Some(warn_of_end(builder, bytes.len(), stream.offset()));
        };
        if let Some(parent) = parent {
            builder.back_to(parent);
            if step.alternative {
                builder.save();
                forks.push(parent);
            }
            let mv = xiangqi::Move {
                from: step.from,
                to: step.to,
            };
            builder.play(Move::Xiangqi(mv), At::Byte(step.offset as u64));
        }
        if let Some(cut) = note_comment(&step, encoding, builder) {
            return Some(cut);
        }
        parent = if step.continues {
            Some(builder.node())
        } else {
            forks.pop()
        };
        if parent.is_none() {
            break;
        }
    }
    if stream.left() > 0 {
        let message = format!("{} bytes after the last move are not read", stream.left());
        builder
            .warnings
            .push(Warning::new(At::Byte(stream.offset() as u64), message));
    }
    None
}

/// Notes a step's comment; gives the reason if the file ends in the middle of it.
fn note_comment(step: &Step<'_>, encoding: Encoding, builder: &mut Builder) -> Option<String> {
    let text = comment_text(step.comment, encoding);
    if !text.is_empty() {
        builder.note(Note::Comment(text.into()));
    }
    if step.missing == 0 {
        return None;
    }
    let end = (step.offset + 8 + step.comment.len()) as u64;
    let message = format!(
        "the file ends inside a comment, {} bytes are missing",
        step.missing
    );
    builder.warn(At::Byte(end), message.as_str());
    Some(message)
}

fn comment_text(bytes: &[u8], encoding: Encoding) -> String {
    let text = decode_field(bytes, encoding)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let text = text.trim_end_matches('\0');
    text.strip_suffix('\n').unwrap_or(text).to_owned()
}

fn warn_of_end(builder: &mut Builder, length: usize, offset: usize) -> String {
    let message = if offset >= length {
        "the file ends before its last move".to_owned()
    } else {
        let there = length - offset;
        format!("the file ends inside a move, {there} bytes of it are there")
    };
    builder
        .warnings
        .push(Warning::new(At::Byte(length as u64), message.as_str()));
    message
}
