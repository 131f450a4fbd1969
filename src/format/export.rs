//! The input and output of writers.

use std::collections::BTreeMap;
use std::fmt;

use crate::text::{Encoding, source};

/// How to write a file.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The text encoding, if the format allows a choice.
    pub encoding: Option<Encoding>,
    /// The version of the format, if there are several, such as `1.0`.
    pub version: Option<String>,
}

/// What could not be written, by kind.
///
/// Displayed as `12 clocks, 3 headers (round, site, komi)`; the alternate form (`{:#}`) adds the first example of each
/// kind: `12 clocks (first: move 3)`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<String, Loss>);

/// The kind of a game that cannot be read, the number of which is an example.
pub const UNREADABLE: &str = "unreadable game";

/// The losses of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loss {
    /// The number of losses.
    pub count: usize,
    /// The first examples: the place in the record, possibly with the start of the text, such as `move 12 "好手"`; for a
    /// header, its name.
    pub examples: Vec<String>,
}

impl Loss {
    /// The maximum number of examples.
    pub const EXAMPLES: usize = 3;
}

impl Losses {
    /// Counts losses; `kind` is a singular noun, such as `clock`.
    pub fn add(&mut self, kind: &str, count: usize) {
        if count > 0 {
            self.kind(kind).count += count;
        }
    }

    /// Counts one loss, and keeps it as an example if it is among the first of its kind.
    pub fn add_example(&mut self, kind: &str, example: impl FnOnce() -> String) {
        let loss = self.kind(kind);
        loss.count += 1;
        if loss.examples.len() < Loss::EXAMPLES {
            loss.examples.push(example());
        }
    }

    fn kind(&mut self, kind: &str) -> &mut Loss {
        self.0.entry(kind.to_owned()).or_default()
    }

    /// Adds the losses of another file.
    pub fn merge(&mut self, other: &Self) {
        for (kind, more) in &other.0 {
            let loss = self.kind(kind);
            loss.count += more.count;
            loss.examples.extend_from_slice(&more.examples);
            loss.examples.truncate(Loss::EXAMPLES);
        }
    }

    /// Encodes a text, and counts the characters that the encoding lacks.
    pub(super) fn encode(&mut self, text: &str, encoding: Encoding) -> Vec<u8> {
        let encoded = source::encode(text, encoding);
        self.add("zero character", encoded.zeros);
        for character in encoded.widened {
            self.add_example("character in another width", || character.to_string());
        }
        for character in encoded.unmappable {
            self.add_example("unmappable character", || character.to_string());
        }
        encoded.bytes
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds in alphabetical order, each with its losses.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Loss)> {
        self.0.iter().map(|(kind, loss)| (&**kind, loss))
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (kind, loss)) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}", count(loss.count, kind))?;
            match &loss.examples[..] {
                // A header is identified by its name, wherever it was, and a game by what is wrong with it.
                names @ [_, ..] if kind.ends_with("header") || kind == UNREADABLE => {
                    let has_more = loss.count > names.len();
                    let more = if has_more { ", …" } else { "" };
                    write!(f, " ({}{more})", names.join(", "))?;
                }
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
