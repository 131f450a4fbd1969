//! Fuzzing guided by coverage: the first byte picks a format, the rest is the file. Stable Rust will do:
//!
//! ```sh
//! tests/fuzz/run.sh records -max_total_time=600
//! ```

#![no_main]
#![allow(clippy::unwrap_used)]

#[path = "../common"]
mod common {
    pub(crate) mod export;
}
#[path = "../hostile/survive.rs"]
mod survive;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((format, bytes)) = survive::for_fuzzing(data) {
        let name = survive::file_name(format);
        for loaded in survive::read_all_ways(bytes, &name, format) {
            survive::survive(&loaded);
        }
    }
});
