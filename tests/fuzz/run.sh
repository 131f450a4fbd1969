#!/bin/sh
# Fuzzes a target: `records` goes from the seeds of the hostile tests; `cbl`, `xqf`, `books`, `config` and `places` make up
# files that are whole in form. Further arguments go to libFuzzer; what it finds stays in target/fuzz.
set -e
cd "$(dirname "$0")/../.."
target=${1:?name a target: records, cbl, xqf, books, config or places}
shift
seeds=
if [ "$target" = records ]; then
    seeds=seeds
    cargo test --test hostile -- --ignored fuzzing
fi
# With a target named, build scripts are built without these flags.
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
cargo build --release --manifest-path tests/fuzz/Cargo.toml --target-dir target/fuzz \
    --target "$(rustc -vV | sed -n 's/^host: //p')"
cd target/fuzz
exec ./*/release/"$target" $seeds -max_len=8192 -rss_limit_mb=1024 -timeout=5 "$@"
