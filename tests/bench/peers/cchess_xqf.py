"""cchess on the XQF files of a directory: `python3 cchess_xqf.py DIRECTORY`."""

import pathlib
import sys
import time

import cchess

files = sorted(pathlib.Path(sys.argv[1]).glob("*.xqf"))
moves = 0
start = time.perf_counter()
for file in files:
    game = cchess.Game.read_from(str(file))
    move = game.first_move
    while move:
        moves += 1
        move = move.next_move
seconds = time.perf_counter() - start
print(f"cchess xqf: {len(files)} files, {moves} moves, {seconds * 1000:.0f} ms, {moves / seconds:.0f} moves/s")
