//! Fuzzing guided by coverage: the first byte picks a format, the rest is the file. Stable Rust will do:
//!
//! ```sh
//! cargo test --test hostile -- --ignored fuzzing        # fills target/fuzz/seeds
//! RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
//!     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
//!     -Cllvm-args=-sanitizer-coverage-trace-compares" \
//!     cargo test --target-dir target/fuzz --features fuzz --test fuzz -- \
//!     target/fuzz/seeds -max_len=8192 -max_total_time=600 -rss_limit_mb=1024 -timeout=5
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
