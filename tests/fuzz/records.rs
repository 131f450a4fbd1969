//! Fuzzing guided by coverage: the first byte picks a format, the rest is the file. Stable Rust will do:
//!
//! ```sh
//! tests/fuzz/run.sh -max_total_time=600
//! ```

#![no_main]
#![allow(clippy::unwrap_used)]

#[path = "../xiangqi_binary/ccbridge.rs"]
#[allow(dead_code)]
mod ccbridge;
#[path = "../common/mod.rs"]
mod common;
#[path = "../hostile/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "../hostile/seeds.rs"]
#[allow(dead_code)]
mod seeds;
#[path = "../hostile/survive.rs"]
#[allow(dead_code)]
mod survive;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((format, bytes)) = seeds::for_fuzzing(data) {
        let name = seeds::file_name(format);
        for loaded in survive::read_all_ways(bytes, &name, format) {
            survive::survive(&loaded);
        }
    }
});
