//! XQF files of any version with any keys, with damage in their fields.

#![no_main]
#![allow(clippy::unwrap_used)]

#[path = "../common"]
mod common {
    pub(crate) mod export;
}
#[path = "../xiangqi_binary/encrypt.rs"]
#[allow(dead_code)]
mod encrypt;
mod shape;
#[path = "../hostile/survive.rs"]
#[allow(dead_code)]
mod survive;

use std::sync::Arc;

use dapu::format::{Loaded, WriteOptions};
use common::export::Export;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use shape::{Damage, Shape};

#[derive(Debug, Arbitrary)]
struct File {
    shape: Shape,
    keys: Option<(u8, u8, [u8; 4], [u8; 3])>,
    damage: Damage,
}

libfuzzer_sys::fuzz_target!(|file: File| {
    let format = dapu::format::by_name("xqf").unwrap();
    let record = file.shape.record();
    let source = Loaded::one(format, None, record.clone());
    let export = Export {
        source: &source,
        records: &[Arc::new(record)],
        options: &WriteOptions::default(),
    };
    let Ok(written) = export.write(format) else {
        return;
    };
    let mut bytes = match file.keys {
        Some((version, mask, or, keys)) => {
            let keys = encrypt::Keys { mask, or, keys };
            encrypt::encrypt(&written.bytes, version, &keys)
        }
        None => written.bytes,
    };
    file.damage.harm(&mut bytes);
    for loaded in survive::read_all_ways(&bytes, "game.xqf", format) {
        survive::survive(&loaded);
    }
});
