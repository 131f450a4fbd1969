//! The input and output of writers.

use std::collections::BTreeMap;
use std::fmt;

use crate::record::Note;
use crate::text::{Encoding, source};

/// How to write a file.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The text encoding, if the format allows a choice.
    pub encoding: Option<Encoding>,
    /// The version of the format, if there are several, such as `1.0`.
    pub version: Option<String>,
}

/// The parts that could not be written, by kind.
///
/// Displayed as `12 clocks, 3 headers (round, site, komi)`; the alternate form (`{:#}`) adds the first example of each
/// kind: `12 clocks (first: move 3)`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<LossKind, Loss>);

macro_rules! kinds {
    ($($name:ident $noun:literal;)*) => {
        /// A kind of loss.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum LossKind {
            $(#[doc = $noun] $name,)*
        }

        impl LossKind {
            /// A singular noun.
            pub fn noun(self) -> &'static str {
                match self {
                    $(Self::$name => $noun,)*
                }
            }
        }
    };
}

// In alphabetical order, in which they are listed.
kinds! {
    HashInText "# in a text";
    Bookmark "bookmark";
    Widened "character in another width";
    Clock "clock";
    ClosingBrace "closing brace in a comment";
    Comment "comment";
    OuterBlank "comment's outer blank";
    Ending "ending";
    Eval "evaluation";
    Game "game";
    Glyph "glyph";
    Header "header";
    HeaderBreak "line break in a header";
    Mark "mark";
    Move "move";
    FirstNumber "number of the first move";
    PartOfSecond "part of a second";
    Property "property";
    Remaining "remaining time";
    Remark "remark";
    Result "result of a line";
    Setup "setup";
    ShortHeader "shortened header";
    Bottom "side at the bottom";
    Turn "side to move";
    Start "starting position";
    Summary "summary";
    Big5 "text that may be taken for Big5";
    Unmappable "unmappable character";
    UnreadableGame "unreadable game";
    UnreadableMove "unreadable move";
    Variation "variation";
    Zero "zero character";
}

impl LossKind {
    /// The kind of a note, unless it has no meaning alone.
    pub fn of(note: &Note) -> Option<Self> {
        Some(match note {
            Note::Comment(_) => Self::Comment,
            Note::Bookmark(_) => Self::Bookmark,
            Note::Clock(_) => Self::Clock,
            Note::Remaining(_) => Self::Remaining,
            Note::Eval(_) => Self::Eval,
            Note::Glyph(_) => Self::Glyph,
            Note::Mark(_) => Self::Mark,
            Note::Setup(_) | Note::Turn(_) | Note::Number(_) => Self::Setup,
            Note::End(_) => Self::Ending,
            Note::Result(_) => Self::Result,
            Note::Summary(_) => Self::Summary,
            Note::Remark(_) => Self::Remark,
            Note::Property(_) => Self::Property,
            Note::Header(_) | Note::Move | Note::Warning(_) => return None,
        })
    }

    /// Whether losses are identified by their names: a header, wherever it was, and a game by what is wrong with it.
    pub(crate) fn is_named(self) -> bool {
        matches!(self, Self::Header | Self::ShortHeader | Self::UnreadableGame | Self::HeaderBreak)
    }
}

/// The losses of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loss {
    /// The number of losses.
    pub count: usize,
    /// The first examples: `move 12 "好手"`, or the name of a header.
    pub examples: Vec<Example>,
}

/// A loss among the first of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Example {
    /// At a move.
    At {
        /// The ply; 0 for the start.
        ply: u32,
        /// Whether the move is on the mainline.
        on_mainline: bool,
        /// The start of the text that is lost.
        text: Option<String>,
    },
    /// A header or game, by its name.
    Name(String),
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ply, on_mainline, text) = match self {
            Self::At { ply, on_mainline, text } => (*ply, *on_mainline, text),
            Self::Name(name) => return f.write_str(name),
        };
        match (ply, on_mainline) {
            (0, _) => f.write_str("the start")?,
            (_, true) => write!(f, "move {ply}")?,
            (_, false) => write!(f, "move {ply} in a variation")?,
        }
        text.as_ref().map_or(Ok(()), |text| write!(f, " {text:?}"))
    }
}

impl Loss {
    /// The maximum number of examples.
    pub const EXAMPLES: usize = 3;

    /// The examples as a list that shows whether there are more: `round, site, komi, …`.
    pub(crate) fn names(&self) -> String {
        let names: Vec<String> = self.examples.iter().map(ToString::to_string).collect();
        let more = if self.count > names.len() { ", …" } else { "" };
        names.join(", ") + more
    }
}

impl Losses {
    /// Counts losses.
    pub fn add(&mut self, kind: LossKind, count: usize) {
        if count > 0 {
            self.kind(kind).count += count;
        }
    }

    /// Counts one loss, and keeps it as an example if it is among the first of its kind.
    pub fn add_example(&mut self, kind: LossKind, example: impl FnOnce() -> Example) {
        let loss = self.kind(kind);
        loss.count += 1;
        if loss.examples.len() < Loss::EXAMPLES {
            loss.examples.push(example());
        }
    }

    fn kind(&mut self, kind: LossKind) -> &mut Loss {
        self.0.entry(kind).or_default()
    }

    /// Adds the losses of another file.
    pub fn merge(&mut self, other: &Self) {
        for (kind, more) in &other.0 {
            let loss = self.kind(*kind);
            loss.count += more.count;
            loss.examples.extend_from_slice(&more.examples);
            loss.examples.truncate(Loss::EXAMPLES);
        }
    }

    /// Encodes a text, and counts the characters that the encoding lacks.
    pub(super) fn encode(&mut self, text: &str, encoding: Encoding) -> Vec<u8> {
        let encoded = source::encode(text, encoding);
        self.add(LossKind::Zero, encoded.zeros);
        for character in encoded.widened {
            self.add_example(LossKind::Widened, || Example::Name(character.to_string()));
        }
        for character in encoded.unmappable {
            self.add_example(LossKind::Unmappable, || Example::Name(character.to_string()));
        }
        encoded.bytes
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds in alphabetical order.
    pub fn kinds(&self) -> impl Iterator<Item = (LossKind, &Loss)> {
        self.0.iter().map(|(kind, loss)| (*kind, loss))
    }

    /// The nouns of the kinds in alphabetical order, each with its losses.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Loss)> {
        self.kinds().map(|(kind, loss)| (kind.noun(), loss))
    }

    /// Whether moves were lost.
    pub fn has_moves(&self) -> bool {
        self.0.contains_key(&LossKind::Move)
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (kind, loss)) in self.kinds().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}", count(loss.count, kind.noun()))?;
            match &loss.examples[..] {
                [_, ..] if kind.is_named() => write!(f, " ({})", loss.names())?,
                [first, ..] if f.alternate() => write!(f, " (first: {first})")?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A number with its noun, given in the singular: `1 clock`, `12 clocks`, `2 properties`, `3 headers "round"`, `2 parts
/// of a second`.
pub fn count(count: usize, noun: &str) -> String {
    if count == 1 {
        return format!("1 {noun}");
    }
    let ends = [" of ", " in ", " to ", " \""];
    let end = ends.iter().filter_map(|end| noun.find(end)).min();
    let (head, rest) = noun.split_at(end.unwrap_or(noun.len()));
    match head.strip_suffix('y') {
        Some(stem) => format!("{count} {stem}ies{rest}"),
        None => format!("{count} {head}s{rest}"),
    }
}
