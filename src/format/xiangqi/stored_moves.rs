//! Moves and positions stored as squares: in lists, one move after another, or as in XQF and CBR in a tree, a depth-first
//! stream of entries, each with flags for a continuation and an alternative.

use crate::format::bytes::Bytes;
use crate::game::xiangqi::{Piece, Square};
use crate::game::{Move, Position, xiangqi};
use crate::record::{At, Builder, Cut, NodeId, Note, Warning};
use crate::text::source::{Encoding, decode_field};

/// A move, and which parts follow it, in four bytes.
pub(super) struct StoredMove {
    pub(super) mv: xiangqi::Move,
    /// The next entry is this one's first child.
    pub(super) continues: bool,
    /// After this entry's branch comes another child of its parent.
    pub(super) alternative: bool,
    /// The number that is added to the length of its comment; `None` if it has no comment.
    pub(super) bias: Option<u32>,
}

/// One entry of the stream. The first is the root, whose squares mean nothing.
pub(super) struct Entry<'a> {
    at: At,
    pub(super) stored: StoredMove,
    /// Its comment, not yet decoded, or the fault in it.
    pub(super) comment: Result<&'a [u8], Box<Warning>>,
}

/// The entries of one game. Only the flags determine where they end.
#[derive(Debug, Clone)]
pub(super) struct StoredMoves<'a, F> {
    /// The bytes after the entries so far. Where the file ends inside an entry's squares, they are part of it.
    pub(super) stream: Bytes<'a>,
    /// Reads one entry without its comment.
    read: F,
    /// How many lines have not ended; `None` before the root.
    open: Option<usize>,
    /// Why the entries ended too early, and what there is of the comment in which they did, if it was one.
    cut: Option<(String, Option<&'a [u8]>)>,
    /// How many bytes, at least, the last comment lacks if the file ends inside it.
    pub(super) missing: usize,
}

impl<'a, F: Fn([u8; 4]) -> StoredMove> StoredMoves<'a, F> {
    pub(super) fn new(stream: Bytes<'a>, read: F) -> Self {
        Self { stream, read, open: None, cut: None, missing: 0 }
    }

    /// The first move, before any entry was taken.
    pub(super) fn first(&self) -> Option<xiangqi::Move>
    where
        F: Clone,
    {
        self.clone().nth(1).map(|entry| entry.stored.mv)
    }

    /// How many bytes follow the last entry, if it was read.
    pub(super) fn left_over(&self) -> Option<usize> {
        let is_done = self.open == Some(0) && self.cut.is_none();
        is_done.then(|| self.stream.left())
    }

    /// Warns of bytes after the last entry.
    pub(super) fn warn_of_rest(&self, builder: &mut Builder) {
        if let Some(left @ 1..) = self.left_over() {
            let message = format!("{left} bytes after the last move are not read");
            builder.report(At::byte(self.stream.offset()), message);
        }
    }

    /// Takes a comment after its length. One that runs past the end of the file is kept as far as it goes.
    fn take_comment(&mut self, bias: u32) -> Result<&'a [u8], Box<Warning>> {
        let Some(stated) = self.stream.u32() else {
            self.missing = 1;
            let reason = "the file ends before the length of a comment";
            self.cut = Some((reason.to_owned(), Some(&[])));
            return Ok(&[]);
        };
        let length = stated.checked_sub(bias).ok_or_else(|| {
            let message = format!("a comment of {stated} bytes, of which {bias} do not count");
            Warning::new(At::byte(self.stream.offset()), message)
        })?;
        let (length, left) = (length as usize, self.stream.left());
        let taken = self.stream.take(left.min(length)).unwrap_or(&[]);
        self.missing = length.saturating_sub(left);
        if let missing @ 1.. = self.missing {
            let reason = format!("the file ends inside a comment, {missing} bytes are missing");
            self.cut = Some((reason, Some(taken)));
            return Ok(&[]);
        }
        Ok(taken)
    }
}

impl<'a, F: Fn([u8; 4]) -> StoredMove> Iterator for StoredMoves<'a, F> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        if self.open == Some(0) || self.cut.is_some() {
            return None;
        }
        let at = At::byte(self.stream.offset());
        let Some(bytes) = self.stream.array() else {
            let reason = match self.stream.left() {
                0 => "the file ends before its last move".to_owned(),
                left => format!("the file ends inside a move, {left} bytes of it are there"),
            };
            self.cut = Some((reason, None));
            return None;
        };
        let stored = (self.read)(bytes);
        let open = self.open.map_or(1, |open| open + usize::from(stored.alternative));
        self.open = Some(open - usize::from(!stored.continues));
        let comment = stored.bias.map_or(Ok(&[][..]), |bias| self.take_comment(bias));
        Some(Entry { at, stored, comment })
    }
}

/// Plays the entries of a game, the root first, and notes their comments.
pub(super) fn play<F: Fn([u8; 4]) -> StoredMove>(
    entries: &mut StoredMoves<'_, F>,
    encoding: Encoding,
    builder: &mut Builder,
) {
    // Where the alternatives that are still to come branch off.
    let mut forks = Vec::new();
    let mut last = NodeId::ROOT;
    for (index, Entry { at, stored, comment }) in entries.by_ref().enumerate() {
        if index > 0 {
            if stored.alternative {
                builder.save();
                forks.push(builder.node());
            }
            builder.play(Move::Xiangqi(stored.mv), at);
        }
        match comment {
            // Most moves have none.
            Ok([]) => {}
            Ok(comment) => note_comment(&decode_field(comment, encoding), builder),
            Err(problem) => builder.warn(problem.at, problem.problem),
        }
        last = builder.node();
        if !stored.continues
            && let Some(fork) = forks.pop()
        {
            builder.go_to(fork);
        }
    }
    if let Some((cut, half)) = entries.cut.clone() {
        let end = At::byte(entries.stream.offset() + entries.stream.left());
        match half {
            None => builder.cut(end, cut),
            Some(half) => {
                let half = comment_text(&decode_field(half, encoding));
                let comment = Some((last, half)).filter(|(_, text)| !text.is_empty());
                builder.go_to(last);
                builder.cut_in(end, Cut { comment, ..cut.into() });
            }
        }
    }
}

pub(super) fn note_comment(text: &str, builder: &mut Builder) {
    let text = comment_text(text);
    if !text.is_empty() {
        builder.note(Note::Comment(text));
    }
}

/// A comment with `\n` as line end, and without one at its end.
fn comment_text(text: &str) -> Box<str> {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = lines.trim_end_matches('\0');
    text.strip_suffix('\n').unwrap_or(text).into()
}

/// Stands in for a square off the board: the move is illegal, but not lost.
pub(super) const OFF_BOARD: Square = Square::from_index(u8::MAX);

/// The move between the squares with two codes. A code without a square stands for one off the board: the move is illegal,
/// but not lost.
pub(super) fn coded_move(codes: [u8; 2], square: impl Fn(u8) -> Option<Square>) -> xiangqi::Move {
    let [from, to] = codes.map(|code| square(code).unwrap_or(Square::from_index(code.max(90))));
    xiangqi::Move::new(from, to)
}

/// The move of four digits, a file and a row or rank of both squares; `None` if they name no square.
pub(super) fn read_move(
    text: &str,
    square: impl Fn(u8, u8) -> Option<Square>,
) -> Option<xiangqi::Move> {
    let digits = <[u8; 4]>::try_from(text.as_bytes()).ok()?;
    let [file, row, to_file, to_row] = digits.map(|digit| digit.wrapping_sub(b'0'));
    Some(xiangqi::Move::new(square(file, row)?, square(to_file, to_row)?))
}

/// Lets the side begin whose piece moves first: these formats name no other, or one that is often wrong.
pub(super) fn begin_with(start: &mut Position, first: Option<xiangqi::Move>) {
    if let (Position::Xiangqi(start), Some(first)) = (start, first)
        && let Some(piece) = start.piece(first.from)
    {
        start.set_side_to_move(piece.side);
    }
}

/// Plays a move, or keeps a node for one that cannot be read, with its text.
pub(super) fn play_or_leave_out(
    builder: &mut Builder,
    mv: Option<xiangqi::Move>,
    text: &str,
    at: At,
) {
    match mv {
        Some(mv) => drop(builder.play(Move::Xiangqi(mv), at)),
        None => builder.leave_out(text, at),
    }
}

/// The piece of each of the 32 squares in formats that store one for each: XQF, which 东萍 and CCBridge 2 follow.
pub(super) fn slots() -> impl Iterator<Item = Piece> + Clone {
    let letters = "RNBAKABNRCCPPPPPrnbakabnrccppppp".chars();
    letters.filter_map(Piece::from_letter)
}

/// The square of each of the 32 pieces, as far as they are there.
///
/// # Errors
/// There are more pieces of this kind than places.
pub(super) fn in_slots(mut pieces: Vec<(Square, Piece)>) -> Result<Vec<Option<Square>>, Piece> {
    let mut squares = Vec::new();
    for slot in slots() {
        let index = pieces.iter().position(|(_, piece)| *piece == slot);
        squares.push(index.map(|index| pieces.remove(index).0));
    }
    match pieces.first() {
        Some((_, piece)) => Err(*piece),
        None => Ok(squares),
    }
}
