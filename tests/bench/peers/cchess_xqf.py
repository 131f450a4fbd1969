"""Reads the XQF files of a directory with cchess: `python3 cchess_xqf.py DIRECTORY`."""

import pathlib
import sys

import cchess

for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    game = cchess.Game.read_from(str(file))
    move = game.first_move
    while move:
        move = move.next_move
