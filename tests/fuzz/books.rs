//! Opening books: the tables of every program with any values, and damage in the pages of the database.

#![no_main]
#![allow(clippy::unwrap_used)]

#[path = "../common/books.rs"]
#[allow(dead_code, unreachable_pub)]
mod books;
mod shape;

use std::fs;

use dapu::book::{BookFormat, Books};
use dapu::game::{self, xiangqi};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use rusqlite::types;
use shape::Damage;

#[derive(Debug, Arbitrary)]
struct Input {
    format: u8,
    rows: Vec<([Value; 5], bool, u8)>,
    damage: Damage,
}

#[derive(Debug, Arbitrary)]
enum Value {
    Null,
    Whole(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    fn sql(&self) -> types::Value {
        match self {
            Self::Null => types::Value::Null,
            Self::Whole(number) => types::Value::Integer(*number),
            Self::Real(number) => types::Value::Real(*number),
            Self::Text(text) => types::Value::Text(text.clone()),
            Self::Bytes(bytes) => types::Value::Blob(bytes.clone()),
        }
    }
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let formats = [
        BookFormat::Obk,
        BookFormat::Yfk,
        BookFormat::PfBook,
        BookFormat::Xqb,
    ];
    let format = formats[usize::from(input.format) % formats.len()];
    let line = books::line("炮二平五 马8进7 马二进三 车9平8");
    let rows = input.rows.iter().map(|(values, valid, place)| {
        let (position, mv) = &line[usize::from(*place) % line.len()];
        let [score, win, draw, lost, memo] = values.each_ref().map(Value::sql);
        books::Row {
            position: *position,
            mv: *mv,
            score,
            win,
            draw,
            lost,
            memo,
            valid: *valid,
        }
    });
    let rows: Vec<books::Row> = rows.collect();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("book");
    drop(books::make(&path, format, &rows));
    let mut bytes = fs::read(&path).unwrap();
    input.damage.harm(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let (found, failed) = Books::open([&path], |bytes| String::from_utf8_lossy(bytes).into());
    assert!(failed.iter().all(|(_, error)| !error.to_string().is_empty()));
    for book in found.iter() {
        // Damage is an error.
        let _ = book.stats();
    }
    for position in [xiangqi::Position::initial(), line[2].0] {
        found.lookup(&game::Position::Xiangqi(position));
    }
});
