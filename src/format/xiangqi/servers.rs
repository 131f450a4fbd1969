//! The records of Chinese servers, each a list of the squares of the moves: CHN, MXQ, CCM and CHE.

use super::stored_moves::{OFF_BOARD, begin_with};
use crate::format::bytes::Bytes;
use crate::format::headers::{Dialect, outcome};
use crate::format::{Certainty, Format, Holds, Loaded, ReadError, Reader};
use crate::game::xiangqi::{Move, Piece, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Builder, Cut, Headers, Key, Note, Outcome, Record};
use crate::text::Source;
use crate::text::scan::{is_number, place_in};
use crate::text::source::{Encoding, GB18030, decode_field, encoding_name, guess_chinese};

/// 联众 (Ourgame). The offsets are those of two real files, whose moves, captures and last boards agree.
pub(in crate::format) const CHN: Format = Format {
    name: "chn",
    title: "CHN, XQI (联众)",
    extensions: &["chn", "xqi"],
    encodings: "GB18030",
    detect: |source| Certainty::Certain.only_if(source.bytes.starts_with(CHN_MAGIC)),
    read: Some(Reader::Whole(read_chn)),
    ..super::BASE
};

/// 弈天: strings with a byte of length before each.
pub(in crate::format) const MXQ: Format = Format {
    name: "mxq",
    title: "MXQ (弈天)",
    extensions: &["mxq"],
    encodings: "GB18030, Big5",
    holds: Holds::COMMENTS,
    detect: detect_mxq,
    read: Some(Reader::Whole(read_mxq)),
    ..super::BASE
};

/// 17pk, which writes a count before the moves. The files of 中游 share nothing with it but the extension.
pub(in crate::format) const CCM: Format = Format {
    name: "ccm",
    title: "CCM (17pk)",
    extensions: &["ccm"],
    detect: detect_ccm,
    read: Some(Reader::Whole(read_ccm)),
    ..super::BASE
};

/// QQ象棋: numbers in text, the second of which counts the moves.
///
/// Programs do not agree from which side the files are counted, and the mirror image of a game is as legal as the game.
/// They are counted from the left here, as xqbase's `che2pgn` does.
pub(in crate::format) const CHE: Format = Format {
    name: "che",
    title: "CHE (QQ象棋)",
    extensions: &["che"],
    detect: detect_che,
    read: Some(Reader::Whole(read_che)),
    ..super::BASE
};

/// How moves of a fixed size are stored.
#[derive(Debug, Clone, Copy)]
struct Layout {
    /// The offset of the first move.
    start: usize,
    /// The distance between moves.
    size: usize,
    /// The file and the row, from the top, of both squares of a move.
    squares: fn(&[u8]) -> [u8; 4],
}

const CHN_MOVES: Layout = Layout {
    start: 0x1FC,
    size: 36,
    squares: |mv| [mv[14] & 15, mv[14] >> 4, mv[15] & 15, mv[15] >> 4],
};
/// The moves of 17pk: piece, side, kind, both squares, and the captured piece.
const CCM_MOVES: Layout = Layout { start: 12, size: 9, squares: |mv| [mv[3], mv[4], mv[5], mv[6]] };
impl Layout {
    fn moves(self, bytes: &[u8]) -> impl ExactSizeIterator<Item = (Move, At)> {
        let bytes = bytes.get(self.start..).unwrap_or(&[]);
        let moves = bytes.chunks_exact(self.size).enumerate();
        moves.map(move |(index, mv)| {
            let mv = stored_move((self.squares)(mv), Square::from_top);
            (mv, At::byte(self.start + index * self.size))
        })
    }
}

/// The move between two squares, given by a file and a row or rank each. Those off the board are not lost: the move is
/// illegal.
fn stored_move(squares: [u8; 4], square: impl Fn(u8, u8) -> Option<Square>) -> Move {
    let [file, row, to_file, to_row] = squares;
    let to = square(to_file, to_row).unwrap_or(OFF_BOARD);
    Move::new(square(file, row).unwrap_or(OFF_BOARD), to)
}

/// The record of a game with these moves.
fn play(start: Position, moves: impl Iterator<Item = (Move, At)>) -> Record {
    let mut record = Record::new(game::Position::Xiangqi(start));
    let mut moves = moves.peekable();
    begin_with(&mut record.start, moves.peek().map(|(mv, _)| *mv));
    let mut builder = Builder::on(record);
    for (mv, at) in moves {
        builder.play(game::Move::Xiangqi(mv), at);
    }
    builder.finish()
}

/// A file is cut short if it has fewer moves than it counts.
fn compare_counts(record: &mut Record, present: usize, count: usize, end: usize) {
    if present < count {
        record.cut_at(At::byte(end), format!("the file ends after {present} of {count} moves"));
    }
}

const NO_END: &str = "the file ends before its moves do";

const CHN_MAGIC: &[u8] = b"GL\xD0\x07\xD4\x07\x01\0";
/// The offsets and lengths of the text fields.
const CHN_TEXTS: [(usize, usize, &str); 6] = [
    (0x08, 28, "time"),
    (0x24, 64, "title"),
    (0x64, 20, "red id"),
    (0x78, 20, "red"),
    (0x8C, 20, "black id"),
    (0xA0, 20, "black"),
];
/// The board at the start: a byte a point, in columns from the top.
const CHN_BOARD: usize = 0xB4;
/// The piece for the low nibble of a point.
const CHN_PIECES: &[u8; 16] = b"-RNCKABP-rnckabp";
/// How many moves there are.
const CHN_COUNT: usize = 0x16C;

fn read_chn(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let bytes = source.bytes;
    let Some(header) = bytes.first_chunk::<{ CHN_MOVES.start }>() else {
        let message = format!("the file ends inside the header of {} bytes", CHN_MOVES.start);
        return Err(ReadError::new(At::byte(bytes.len()), message));
    };
    let mut start = Position::empty();
    for (point, code) in (0..90).zip(&header[CHN_BOARD..]) {
        let piece = char::from(CHN_PIECES[usize::from(code & 15)]);
        if let Some(square) = Square::from_top(point / 10, point % 10) {
            start.put(square, Piece::from_letter(piece));
        }
    }
    let count = Bytes::at(header, CHN_COUNT).u32().unwrap_or(0) as usize;
    let moves = CHN_MOVES.moves(bytes);
    let present = moves.len();
    let mut record = play(start, moves.take(count));
    compare_counts(&mut record, present, count, bytes.len());
    let encoding = source.forced.unwrap_or(GB18030);
    for (offset, size, name) in CHN_TEXTS {
        let field = header[offset..offset + size].split(|byte| *byte == 0);
        let text = decode_field(field.take(1).next().unwrap_or(&[]), encoding);
        if !text.trim().is_empty() {
            Dialect::Chn.keep(&mut record.headers, name, &text);
        }
    }
    Ok(Loaded::one(format, Some(encoding_name(encoding)), record))
}

fn detect_ccm(source: &Source<'_>) -> Certainty {
    match ccm_size(source.bytes) {
        Some(size) if size == source.bytes.len() => Certainty::Certain,
        size => Certainty::Likely.only_if(size.is_some() && CCM.is_named(source)),
    }
}

/// How long the file should be.
fn ccm_size(bytes: &[u8]) -> Option<usize> {
    let count = match Bytes::at(bytes, 0).array() {
        Some([1, 0, _, _, _, _, _, _, low, high, 0, 0]) => u16::from_le_bytes([low, high]),
        _ => 0,
    };
    let size = CCM_MOVES.start + usize::from(count) * CCM_MOVES.size;
    (count > 0 && size >= bytes.len()).then_some(size)
}

fn read_ccm(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let bytes = source.bytes;
    let mut record = play(Position::initial(), CCM_MOVES.moves(bytes));
    if ccm_size(bytes).is_some_and(|size| bytes.len() < size) {
        record.cut_at(At::byte(bytes.len()), NO_END);
    }
    Ok(Loaded::one(format, None, record))
}

/// The numbers of a CHE move: piece, 32, side, rank and file of both squares, 0, its number, 0.
const CHE_FIELDS: usize = 10;
/// The second number of every move.
const CHE_MARK: u16 = 32;

fn detect_che(source: &Source<'_>) -> Certainty {
    let numbers = numbers(source.bytes).unwrap_or_default();
    let [_, (count, _), moves @ ..] = &*numbers else {
        return Certainty::No;
    };
    let (left, whole) = (moves.len(), usize::from(*count) * CHE_FIELDS);
    let is_marked = moves.get(1).is_some_and(|(mark, _)| *mark == CHE_MARK);
    let is_whole = left == whole || (CHE.is_named(source) && left < whole);
    Certainty::Certain.only_if(is_marked && is_whole)
}

/// The numbers of a file with their offsets; `None` if there is anything else in it.
fn numbers(bytes: &[u8]) -> Option<Vec<(u16, usize)>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let numbers = text.split_ascii_whitespace().map(|word| {
        is_number(word).then(|| (word.parse().unwrap_or(u16::MAX), place_in(text, word)))
    });
    numbers.collect()
}

fn read_che(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let numbers = numbers(source.bytes).unwrap_or_default();
    let count = numbers.get(1).map_or(0, |(count, _)| usize::from(*count));
    let stored = numbers.get(2..).unwrap_or(&[]).chunks_exact(CHE_FIELDS);
    let present = stored.len();
    let moves = stored.take(count).map(|fields| {
        let squares = [4, 3, 6, 5].map(|index| u8::try_from(fields[index].0).unwrap_or(u8::MAX));
        (stored_move(squares, Square::new), At::byte(fields[0].1))
    });
    let mut record = play(Position::initial(), moves);
    compare_counts(&mut record, present, count, source.bytes.len());
    Ok(Loaded::one(format, None, record))
}

/// The strings of MXQ before its moves.
const MXQ_HEAD: usize = 11;

fn detect_mxq(source: &Source<'_>) -> Certainty {
    let name = strings(source.bytes).nth(MXQ_HEAD);
    Certainty::Certain.only_if(name.is_some_and(|(name, _)| name == b"Moves"))
}

/// The strings of a file with their offsets, as far as they are whole.
fn strings(bytes: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut stream = Bytes::at(bytes, 0);
    std::iter::from_fn(move || {
        let length = usize::from(stream.u8()?);
        let offset = stream.offset();
        Some((stream.take(length)?, offset))
    })
}

fn read_mxq(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let mut strings = strings(source.bytes);
    let head: Vec<&[u8]> = strings.by_ref().take(MXQ_HEAD).map(|(text, _)| text).collect();
    let encoding = source.forced.unwrap_or(guess_chinese(&head.join(&b'\n')));
    let mut ended = false;
    let written = strings.by_ref().skip(1).take_while(|(text, _)| {
        ended |= *text == b"Ends";
        !ended
    });
    let moves = written.map(|(text, offset)| (read_mxq_move(text), At::byte(offset)));
    let mut record = play(Position::initial(), moves);
    let more = strings.map(|(text, _)| text).take_while(|text| *text != b"CommentsEnd");
    let more: Vec<String> = more.map(|text| decode_field(text, encoding)).collect();
    let text = read_mxq_headers(&head, encoding, &mut record.headers);
    let text = std::iter::once(text).chain(more).collect::<Vec<_>>().join("\n");
    // The comment is about the end of the game, which may be still to come.
    let about_end = (record.tree.mainline_end(), text.trim().into());
    let comment = (!text.trim().is_empty()).then_some(about_end);
    if !ended {
        record.cut_at(At::byte(source.bytes.len()), Cut { comment, ..NO_END.into() });
    } else if let Some((node, text)) = comment {
        record.tree.note(node, Note::Comment(text));
    }
    Ok(Loaded::one(format, Some(encoding_name(encoding)), record))
}

/// Reads the strings before the moves, and returns the last, which is the comment.
fn read_mxq_headers(head: &[&[u8]], encoding: Encoding, headers: &mut Headers) -> String {
    let text = |index: usize| {
        let text = head.get(index).copied().unwrap_or(&[]);
        decode_field(text, encoding)
    };
    for (index, name) in [(0, "site"), (1, "date"), (3, "red_rating"), (4, "black_rating")] {
        if !text(index).is_empty() {
            Dialect::Mxq.keep(headers, name, &text(index));
        }
    }
    // The meaning of the others is not known.
    for index in (5..MXQ_HEAD - 1).filter(|index| !text(*index).is_empty()) {
        headers.push_unknown(&format!("string {}", index + 1), &text(index));
    }
    let players = text(2);
    headers.push_raw("players", &players);
    // `red-负-black`: names may have hyphens of their own.
    let parts = ["胜", "勝", "负", "負", "和"].into_iter().find_map(|word| {
        let (red, black) = players.split_once(&format!("-{word}-"))?;
        Some((red, word, black))
    });
    if let Some((red, word, black)) = parts {
        headers.set(Key::Player(Side::First), red);
        headers.set(Key::Player(Side::Second), black);
        // The word is about Red, who moves first.
        let result = outcome(&format!("先{word}")).unwrap_or(Outcome::Open);
        headers.set(Key::Result, result.name());
    }
    text(MXQ_HEAD - 1)
}

/// `7C-4C`: the file from the left, the rank from Red's side with A for the first.
fn read_mxq_move(text: &[u8]) -> Move {
    let squares = match *text {
        [file, rank, _, to_file, to_rank] => [file, rank, to_file, to_rank],
        _ => [u8::MAX; 4],
    };
    stored_move(squares, |file, rank| Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'A')))
}
