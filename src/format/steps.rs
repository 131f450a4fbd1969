//! The way in which XQF and CBR store a tree: a depth-first stream of steps, each with flags that say whether a
//! continuation and whether an alternative follows.

use super::bytes::Bytes;
use super::source::{Encoding, decode_field};
use crate::game::{Move, xiangqi};
use crate::record::{At, Builder, NodeId, Note, Warning};

/// One step of the stream. The first is the root, whose squares mean nothing.
#[derive(Debug)]
pub(super) struct Step<'a> {
    /// Where the step begins in the file.
    pub(super) offset: u64,
    pub(super) mv: xiangqi::Move,
    /// The next step is this one's first child.
    pub(super) continues: bool,
    /// After this step's branch comes another child of its parent.
    pub(super) alternative: bool,
    pub(super) comment: &'a [u8],
    /// What is wrong with the comment.
    pub(super) fault: Option<Warning>,
}

/// The steps of one game. Only the flags tell where they end.
#[derive(Debug, Clone)]
pub(super) struct Steps<'a, F> {
    stream: Bytes<'a>,
    /// Takes one step; `None`, and then nothing is taken, where the file ends before the step does.
    take: F,
    /// How many alternatives are still to come after the current line.
    open: usize,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Root,
    Moves,
    /// The last step was read.
    Done,
    /// The file ends before its last step.
    Cut,
}

impl<'a, F: Fn(&mut Bytes<'a>) -> Option<Step<'a>>> Steps<'a, F> {
    pub(super) fn new(stream: Bytes<'a>, take: F) -> Self {
        Self {
            stream,
            take,
            open: 0,
            state: State::Root,
        }
    }

    /// What is left of the stream: behind the last step, or the piece of a step where the file was cut.
    pub(super) fn rest(&self) -> &Bytes<'a> {
        &self.stream
    }

    /// Why the steps ended too early, if they did.
    pub(super) fn cut(&self) -> Option<Warning> {
        let left = self.stream.left();
        let message = match (self.state, left) {
            (State::Cut, 0) => "the file ends before its last move".to_owned(),
            (State::Cut, _) => format!("the file ends inside a move, {left} bytes of it are there"),
            _ => return None,
        };
        let end = self.stream.offset() + left;
        Some(Warning::new(At::Byte(end as u64), message))
    }
}

impl<'a, F: Fn(&mut Bytes<'a>) -> Option<Step<'a>>> Iterator for Steps<'a, F> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        if matches!(self.state, State::Done | State::Cut) {
            return None;
        }
        let Some(step) = (self.take)(&mut self.stream) else {
            self.state = State::Cut;
            return None;
        };
        let is_root = std::mem::replace(&mut self.state, State::Moves) == State::Root;
        if step.alternative && !is_root {
            self.open += 1;
        }
        if !step.continues {
            match self.open.checked_sub(1) {
                Some(open) => self.open = open,
                None => self.state = State::Done,
            }
        }
        Some(step)
    }
}

/// Plays the steps of a game, the root first, and notes their comments.
pub(super) fn play<'a>(
    steps: &mut impl Iterator<Item = Step<'a>>,
    encoding: Encoding,
    builder: &mut Builder,
) {
    if let Some(root) = steps.next() {
        note_comment(root, encoding, builder);
    }
    // Where the alternatives that are still to come branch off.
    let mut forks: Vec<NodeId> = Vec::new();
    for step in steps {
        if step.alternative {
            builder.save();
            forks.push(builder.node());
        }
        builder.play(Move::Xiangqi(step.mv), At::Byte(step.offset));
        let continues = step.continues;
        note_comment(step, encoding, builder);
        if !continues && let Some(fork) = forks.pop() {
            builder.back_to(fork);
        }
    }
}

fn note_comment(step: Step<'_>, encoding: Encoding, builder: &mut Builder) {
    let text = comment_text(step.comment, encoding);
    if !text.is_empty() {
        builder.note(Note::Comment(text.into()));
    }
    if let Some(fault) = step.fault {
        builder.warn(fault.at, fault.message);
    }
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

/// Takes a comment behind its length, which is stored with a bias. Of a comment that runs over the end of the file,
/// what is there is kept.
pub(super) fn take_comment<'a>(stream: &mut Bytes<'a>, bias: u32) -> (&'a [u8], Option<Warning>) {
    let stated = stream.u32();
    let length = stated.map(|stated| i64::from(stated) - i64::from(bias));
    let left = stream.left();
    let (taken, message) = match length {
        None => (
            left,
            "the file ends before the length of a comment".to_owned(),
        ),
        Some(..0) => (0, "a comment of less than no bytes".to_owned()),
        Some(length) => {
            let length = length as usize;
            let missing = length.saturating_sub(left);
            if missing == 0 {
                return (stream.take(length).unwrap_or(&[]), None);
            }
            (
                left,
                format!("the file ends inside a comment, {missing} bytes are missing"),
            )
        }
    };
    let piece = stream.take(taken).unwrap_or(&[]);
    let comment = if stated.is_some() { piece } else { &[] };
    let at = At::Byte(stream.offset() as u64);
    (comment, Some(Warning::new(at, message)))
}
