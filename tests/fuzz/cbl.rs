//! Libraries of CCBridge 2.1, packed or not, and 3: well-formed, with damage in their fields.

#![no_main]
#![allow(clippy::unwrap_used)]

#[path = "../common"]
mod common {
    pub(crate) mod export;
}
#[path = "../xiangqi_binary/ccbridge.rs"]
#[allow(dead_code)]
mod ccbridge;
mod shape;
#[path = "../hostile/survive.rs"]
#[allow(dead_code)]
mod survive;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use shape::{Damage, Shape};

#[derive(Debug, Arbitrary)]
struct Library {
    name: String,
    games: Vec<(bool, Shape)>,
    version: Version,
    damage: Damage,
    /// Applied before packing.
    inner: Damage,
}

#[derive(Debug, Arbitrary)]
enum Version {
    Old,
    Packed,
    New(u8),
}

libfuzzer_sys::fuzz_target!(|library: Library| {
    let games = library.games().iter().take(8);
    let old = || {
        let records: Vec<_> = games.clone().map(|(_, shape)| shape.record()).collect();
        ccbridge::cbl_2_1(&library.name, &records)
    };
    let mut file = match library.version {
        Version::Old => old(),
        Version::Packed => {
            let mut plain = old();
            let head = plain[..20].to_vec();
            library.inner.harm(&mut plain);
            let body = plain.get(20..).unwrap_or_default();
            ccbridge::pack(&[&head, body].concat())
        }
        Version::New(room) => {
            let name: String = library.name.chars().take(100).collect();
            let games: Vec<_> = games
                .map(|(is_live, shape)| {
                    let state = match is_live {
                        true => ccbridge::State::Live,
                        false => ccbridge::State::Deleted,
                    };
                    (state, ccbridge::cbr(&shape.record()))
                })
                .collect();
            ccbridge::cbl(&name, &games, games.len() + usize::from(room))
        }
    };
    library.damage.harm(&mut file);
    let format = dapu::format::by_name("cbl").unwrap();
    for loaded in survive::read_all_ways(&file, "game.cbl", format) {
        survive::survive(&loaded);
    }
});
