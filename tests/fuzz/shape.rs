//! Arbitrary records, and damage to files made of them.

#![allow(dead_code)]

use dapu::game::Move;
use dapu::game::Position;
use dapu::game::Side;
use dapu::game::xiangqi::{self, Square};
use dapu::record::{Key, Note, Record};
use libfuzzer_sys::arbitrary::{self, Arbitrary};

/// A game of xiangqi with headers, variations and comments; its moves need not be legal.
#[derive(Debug, Arbitrary)]
pub(crate) struct Shape {
    headers: [String; 3],
    steps: Vec<Step>,
}

#[derive(Debug, Arbitrary)]
struct Step {
    /// How many nodes before the newest its parent is.
    back: u8,
    from: u8,
    to: u8,
    comment: Option<String>,
}

impl Shape {
    pub(crate) fn record(&self) -> Record {
        let start = Position::Xiangqi(xiangqi::Position::initial());
        let mut record = Record::new(start);
        let keys = [Key::Title, Key::Event, Key::Player(Side::First)];
        for (key, value) in keys.into_iter().zip(&self.headers) {
            record.headers.set(key, value);
        }
        for step in &self.steps {
            let square = |number: u8| Square::from_index(number % 90);
            let mv = xiangqi::Move {
                from: square(step.from),
                to: square(step.to),
            };
            let newest = record.tree.len() - 1;
            let parent = newest.saturating_sub(step.back.into());
            let Some(parent) = record.tree.get(parent) else {
                continue;
            };
            let node = record.tree.add(parent, Some(Move::Xiangqi(mv)));
            if let Some(comment) = &step.comment {
                record
                    .tree
                    .note(node, Note::Comment(comment.as_str().into()));
            }
        }
        record
    }
}

/// Overwritten bytes, and where the file is truncated.
#[derive(Debug, Arbitrary)]
pub(crate) struct Damage {
    bytes: Vec<(u32, u8)>,
    end: Option<u32>,
}

impl Damage {
    pub(crate) fn harm(&self, file: &mut Vec<u8>) {
        for (offset, byte) in &self.bytes {
            let offset = *offset as usize % file.len().max(1);
            if let Some(place) = file.get_mut(offset) {
                *place = *byte;
            }
        }
        if let Some(end) = self.end {
            file.truncate(end as usize);
        }
    }
}
