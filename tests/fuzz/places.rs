//! Places, addresses and trails: any text is parsed or refused, and every node of a tree is found by its own place.

#![no_main]
#![allow(clippy::unwrap_used)]

mod shape;

use std::ffi::OsStr;

use dapu::files::address::Address;
use dapu::record::{Lines, Place, Trail};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use shape::Shape;

#[derive(Debug, Arbitrary)]
struct Input {
    shape: Shape,
    texts: Vec<String>,
    /// The numbers of a well-formed place.
    turns: Vec<(u32, u32)>,
    ply: u32,
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let record = input.shape.record();
    let tree = &record.tree;
    let lines = Lines::new(tree);
    let turns = input.turns.iter();
    let turns: String = turns.map(|(ply, branch)| format!("{ply}.{branch}-")).collect();
    let written = format!("{turns}{}", input.ply);
    for text in input.texts.iter().chain([&written]) {
        if let Ok(place) = text.parse::<Place>() {
            assert_eq!(place.to_string().parse(), Ok(place.clone()));
            // It may not exist.
            let _ = place.find(tree, &lines);
        }
        let _ = Place::of_line(text);
        if let Ok(address) = Address::parse(OsStr::new(&format!("none#{text}"))) {
            let _ = address.node(tree, &lines);
        }
        Trail::from(text.clone()).end(tree);
    }
    for node in tree.ids() {
        let place = Place::of(tree, &lines, node);
        assert_eq!(place.find(tree, &lines), Ok(node));
        assert_eq!(place.to_string().parse(), Ok(place));
    }
});
