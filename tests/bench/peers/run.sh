#!/bin/sh
# dapu beside shogi-kifu-converter, tsshogi (npm) and cchess (PyPI) on the same games, one after another.
set -e
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=../../../target/peers
games=$CARGO_TARGET_DIR/games
mkdir -p "$games"
cargo run --release --quiet -- --write "$games"
# Node looks for a package beside the script.
cp tsshogi.mjs "$CARGO_TARGET_DIR"
npm install --silent --prefix "$CARGO_TARGET_DIR" tsshogi@2.2.0
node "$CARGO_TARGET_DIR/tsshogi.mjs" "$games"
pip install --quiet --root-user-action ignore --upgrade --target "$CARGO_TARGET_DIR/python" cchess==1.25.5
PYTHONPATH=$CARGO_TARGET_DIR/python python3 cchess_xqf.py "$games"
cargo run --release --quiet -- --bench
