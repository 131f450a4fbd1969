//! The tree encoding of XQF and CBR: a depth-first stream of entries, each with flags for a continuation and an
//! alternative.

use crate::format::bytes::Bytes;
use crate::game::{Move, xiangqi};
use crate::record::{At, Builder, NodeId, Note, Warning};
use crate::text::source::{Encoding, decode_field};

/// One entry of the stream. The first is the root, whose squares mean nothing.
#[derive(Debug)]
pub(super) struct StoredMove<'a> {
    /// Where the entry begins in the file.
    pub(super) offset: u64,
    pub(super) mv: xiangqi::Move,
    /// The next entry is this one's first child.
    pub(super) continues: bool,
    /// After this entry's branch comes another child of its parent.
    pub(super) alternative: bool,
    pub(super) comment: Comment<'a>,
}

/// An entry's comment, not yet decoded.
#[derive(Debug, Default)]
pub(super) struct Comment<'a> {
    pub(super) bytes: &'a [u8],
    /// What is wrong with it.
    pub(super) problem: Option<Warning>,
    /// How many of its bytes, at least, the file lacks.
    pub(super) missing: usize,
}

/// The entries of one game. Only the flags determine where they end.
#[derive(Debug, Clone)]
pub(super) struct StoredMoves<'a, F> {
    stream: Bytes<'a>,
    /// Takes one entry; `None`, and then nothing is taken, where the file ends before the entry does.
    take: F,
    /// How many alternatives are still to come after the current line.
    open: usize,
    state: State,
    /// A writer may be at work: half a comment is left out.
    growing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Root,
    Moves,
    /// The last entry was read.
    Done,
    /// The file ends before its last entry.
    Cut,
    /// The file ends inside a comment, with this many bytes missing.
    CutComment(usize),
}

impl<'a, F: Fn(&mut Bytes<'a>) -> Option<StoredMove<'a>>> StoredMoves<'a, F> {
    pub(super) fn new(stream: Bytes<'a>, take: F) -> Self {
        Self {
            stream,
            take,
            open: 0,
            state: State::Root,
            growing: false,
        }
    }

    /// The same entries of a file that may still be written to.
    pub(super) fn growing(mut self, growing: bool) -> Self {
        self.growing = growing;
        self
    }

    /// The rest of the stream: after the last entry, or from the entry where the file is cut.
    pub(super) fn rest(&self) -> &Bytes<'a> {
        &self.stream
    }

    /// Whether the last entry was read, and nothing follows it.
    pub(super) fn are_whole(&self) -> bool {
        self.state == State::Done && self.stream.left() == 0
    }

    /// How many bytes the last comment lacks, if the file ends inside it.
    pub(super) fn missing(&self) -> usize {
        match self.state {
            State::CutComment(missing) => missing,
            _ => 0,
        }
    }

    /// Why the entries ended too early, if they ended between two entries or inside one.
    fn cut(&self) -> Option<Warning> {
        let left = self.stream.left();
        let message = match (self.state, left) {
            (State::Cut, 0) => "the file ends before its last move".to_owned(),
            (State::Cut, _) => format!("the file ends inside a move, {left} bytes of it are there"),
            _ => return None,
        };
        let end = self.stream.offset() + left;
        Some(Warning::new(At::byte(end), message))
    }
}

impl<'a, F: Fn(&mut Bytes<'a>) -> Option<StoredMove<'a>>> Iterator for StoredMoves<'a, F> {
    type Item = StoredMove<'a>;

    fn next(&mut self) -> Option<StoredMove<'a>> {
        if !matches!(self.state, State::Root | State::Moves) {
            return None;
        }
        let Some(mut entry) = (self.take)(&mut self.stream) else {
            self.state = State::Cut;
            return None;
        };
        let is_root = std::mem::replace(&mut self.state, State::Moves) == State::Root;
        if entry.alternative && !is_root {
            self.open += 1;
        }
        if !entry.continues {
            match self.open.checked_sub(1) {
                Some(open) => self.open = open,
                None => self.state = State::Done,
            }
        }
        if entry.comment.missing > 0 {
            self.state = State::CutComment(entry.comment.missing);
            if self.growing {
                entry.comment.bytes = &[];
            }
        }
        Some(entry)
    }
}

/// Plays the entries of a game, the root first, and notes their comments. Gives the reason if the file ends too early.
pub(super) fn play<'a, F: Fn(&mut Bytes<'a>) -> Option<StoredMove<'a>>>(
    entries: &mut StoredMoves<'a, F>,
    encoding: Encoding,
    builder: &mut Builder,
) -> Option<String> {
    // Where the alternatives that are still to come branch off.
    let mut forks: Vec<NodeId> = Vec::new();
    let mut cut = None;
    let mut is_root = true;
    for entry in &mut *entries {
        if !std::mem::take(&mut is_root) {
            if entry.alternative {
                builder.save();
                forks.push(builder.node());
            }
            builder.play(Move::Xiangqi(entry.mv), At::Byte(entry.offset));
        }
        cut = note_comment(entry.comment, encoding, builder);
        if !entry.continues
            && let Some(fork) = forks.pop()
        {
            builder.go_to(fork);
        }
    }
    if let Some(warning) = entries.cut() {
        cut = Some(warning.message.clone());
        builder.warnings.push(warning);
    }
    cut
}

/// Gives the reason if the file ends inside the comment.
fn note_comment(comment: Comment<'_>, encoding: Encoding, builder: &mut Builder) -> Option<String> {
    // Most moves have none.
    if !comment.bytes.is_empty() {
        let text = comment_text(comment.bytes, encoding);
        if !text.is_empty() {
            builder.note(Note::Comment(text.into()));
        }
    }
    let problem = comment.problem?;
    builder.warn(problem.at, problem.message.as_str());
    (comment.missing > 0).then_some(problem.message)
}

fn comment_text(bytes: &[u8], encoding: Encoding) -> String {
    let text = decode_field(bytes, encoding);
    let text = if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text
    };
    let text = text.trim_end_matches('\0');
    text.strip_suffix('\n').unwrap_or(text).to_owned()
}

/// Takes a comment after its length, which is stored with a bias. A comment that runs past the end of the file is kept
/// as far as it goes.
pub(super) fn take_comment<'a>(stream: &mut Bytes<'a>, bias: u32) -> Comment<'a> {
    let stated = stream.u32();
    let left = stream.left();
    let Some(stated) = stated else {
        stream.take(left);
        return Comment::cut(
            stream,
            &[],
            1,
            "the file ends before the length of a comment".to_owned(),
        );
    };
    let Some(length) = stated.checked_sub(bias) else {
        let message = format!("a comment of {stated} bytes, of which {bias} do not count");
        return Comment {
            problem: Some(Warning::new(At::byte(stream.offset()), message)),
            ..Comment::default()
        };
    };
    match stream.take(length as usize) {
        Some(bytes) => Comment {
            bytes,
            ..Comment::default()
        },
        None => {
            let missing = length as usize - left;
            let bytes = stream.take(left).unwrap_or(&[]);
            let message = format!("the file ends inside a comment, {missing} bytes are missing");
            Comment::cut(stream, bytes, missing, message)
        }
    }
}

impl<'a> Comment<'a> {
    fn cut(stream: &Bytes<'_>, bytes: &'a [u8], missing: usize, message: String) -> Self {
        Self {
            bytes,
            problem: Some(Warning::new(At::byte(stream.offset()), message)),
            missing,
        }
    }
}
