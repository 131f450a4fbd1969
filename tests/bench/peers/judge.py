"""Lets other programs read the files that dapu writes, and prints a Markdown table of what they make of them.

`python3 tests/bench/peers/judge.py FOLDER` installs the packages below with pip and npm into FOLDER, if it has none yet. It
converts `samples` and the folder of DAPU_CORPUS (or `--corpus`) with target/release/dapu (or `--dapu`), and compares with
dapu's own JSON how many games each peer reads, their starts, and the moves of their main lines. Records with moves that are
illegal or cannot be read are left out: the peers check the rules. `--write` puts the table into docs/conversions.md,
`--verbose` lists every file that is not read alike. The exit status is 1 if one is so for a reason that LIMITS lacks.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PIP = ["sgfmill==1.1.1", "python-shogi==1.1.1", "cshogi==1.1.0", "cchess==1.25.5"]
NPM = ["tsshogi@2.2.0", "json-kifu-format@5.5.0", "@sabaki/sgf@3.4.7"]

KIF = ["tsshogi", "json-kifu-format", "cshogi", "python-shogi"]
FORMATS = {
    "shogi": {"kif": KIF, "kifu": KIF, "ki2": KIF[:2], "ki2u": KIF[:2], "csa": KIF, "jkf": KIF[:2], "usi": KIF[::2]},
    "go": {"sgf": ["@sabaki/sgf", "sgfmill"]},
    "xiangqi": {"xqf": ["cchess"], "pgn": ["cchess"], "dhtmlxq": ["cchess"]},
}
# Of every other format, peers read one game a file.
HAS_GAMES = ["sgf", "usi", "csa"]
IN_UTF8 = ["kifu", "ki2u", "usi", "pgn", "dhtmlxq"]

# Formats and peers, what is in the fault (the first line) or in the file below it, and what that means.
LIMITS = [
    ("csa", "tsshogi", r"\n/\n", "tsshogi reads the first game of a CSA file with several"),
    ("csa", "json.*|python.*", r"\n/\n", "json-kifu-format and python-shogi refuse CSA files with several games"),
    ("csa", "python.*", r"\nP[+-]00", "python-shogi miscounts pieces in hand in CSA"),
    ("kifu?", "cshogi|python.*", "\n変化：", "cshogi and python-shogi take variations of KIF for more of the game"),
    ("kifu?", "cshogi", r"\n\+---", "cshogi does not read diagrams"),
    ("kifu?", "python.*", r"\n\+---", "python-shogi refuses その他 above a diagram, and takes the side to move from the end"),
    ("ki.*", "json.*|.*shogi", r"\A.*(Error '|preset)", "all but tsshogi refuse names of starts that they do not know"),
    ("kifu?", "json.*", r'\A.*("詰"|0-9. but|"反")', "json-kifu-format refuses unusual words for the end of a game"),
    ("ki2u?", "json.*", "\n手数＝", "json-kifu-format refuses the number of the first move in KI2"),
    ("ki2u?", "json.*", r"\nまで.*\n\*", "json-kifu-format refuses comments on an end of KI2, where a variation begins"),
    ("ki2u?", "json.*", r"\A.*is a piece", "json-kifu-format loses its place where a variation of KI2 begins with 同"),
    ("sgf", "sgfmill", r"\A.*(SZ|size)", "sgfmill refuses boards that are not square or larger than 26×26"),
    ("pgn", "cchess", r"\n[^\[\n]*[{(]", "cchess stops at comments and variations of PGN"),
    ("pgn", "cchess", r"\A.*\['([c-g]\d){2}'\]: \[\]", "cchess does not read 象３进５ where two 象 are on the file"),
    ("pgn", "cchess", r"\A.*\['([a-i])\d\1\d'\]: \['", "cchess moves the 兵 of another file for 后兵进一"),
]


def text(path):
    is_utf8 = path.suffix[1:] in IN_UTF8
    return path.read_bytes().decode("utf-8" if is_utf8 else "cp932", "replace").replace("\r\n", "\n")


def python_shogi(path):
    from shogi import CSA, KIF

    parser = (CSA if path.suffix == ".csa" else KIF).Parser
    return [(game["sfen"], game["moves"]) for game in parser.parse_str(text(path))]


def cshogi(path):
    from cshogi import CSA, KIF, Board, move_to_usi

    games = []
    if path.suffix == ".usi":
        for line in text(path).splitlines():
            board = Board()
            board.set_position(line.removeprefix("position "))
            games.append((None, board.history))
    else:
        read = CSA.Parser.parse_str(text(path)) if path.suffix == ".csa" else [KIF.Parser.parse_str(text(path))]
        games = [(game.sfen, game.moves) for game in read]
    return [(start, [move_to_usi(move) for move in moves]) for start, moves in games]


def sgfmill(path):
    from sgfmill import sgf, sgf_grammar

    games = []
    for tree in sgf_grammar.parse_sgf_collection(path.read_bytes()):
        game = sgf.Sgf_game.from_coarse_game_tree(tree)
        size = game.get_size()
        point = lambda at: chr(97 + at[1]) + chr(96 + size - at[0]) if at else "pass"
        stones = [" ".join(sorted(map(point, some))) for some in game.root.get_setup_stones()[:2]]
        moves = [node.get_move() for node in game.get_main_sequence()]
        games.append((";".join([str(size), *stones]), [f"{side.upper()} {point(at)}" for side, at in moves if side]))
    return games


def cchess(path):
    from cchess import Game, read_txt

    if path.suffix == ".dhtmlxq":
        tags = (re.search(rf"\[DhtmlXQ_{tag}\](\d*)\[", text(path)) for tag in ("movelist", "binit"))
        game = read_txt.read_from_txt(*(tag[1] for tag in tags))
    else:
        game = Game.read_from(str(path))
    # It takes the side from the first move.
    return [(game.init_board.to_fen().split()[0], [move.to_iccs() for move in game.iter_moves()])]


PYTHON = {"python-shogi": python_shogi, "cshogi": cshogi, "sgfmill": sgfmill, "cchess": cchess}


def read_in_python(peer, path):
    try:
        return {"games": PYTHON[peer](path)}
    except Exception as error:
        return {"refused": f"{type(error).__name__} {error}"}


def read_in_node(folder, jobs):
    """The answers of the peers of npm, by peer and path."""
    lines = "".join(json.dumps([peer, path.suffix[1:], str(path)]) + "\n" for peer, path in jobs)
    command = ["node", HERE / "judge.mjs", folder.resolve()]
    answers = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(zip(jobs, map(json.loads, answers.splitlines()), strict=True))


def start_of(game):
    """The start of a game of dapu's JSON: in Go the size and the stones."""
    if game["game"] != "go":
        return game["start"]
    width, height = game["start"].split("x")
    stones = game["nodes"][0].get("setup", {})
    size = width if width == height else f"{width}:{height}"
    return ";".join([size, *(" ".join(sorted(stones.get(side, []))) for side in ("black", "white"))])


def parts(start):
    """Board, side to move and pieces in hand, these in any order; no numbers of moves."""
    board, *rest = start.split() if ";" not in start else [start]
    return [board, *rest[:1], *(sorted(re.findall(r"1?(\d*[A-Za-z])", hand)) for hand in rest[1:2])]


def moves_of(game):
    last, moves = 0, []
    for at, node in enumerate(game["nodes"]):
        if at == 0 or node["parent"] == last:
            last = at
            moves += [node["move"]] if "move" in node else []
    return moves


def difference(ours, theirs):
    """What a peer read differently; empty if nothing."""
    if len(ours) != len(theirs):
        return f"{len(theirs)} of {len(ours)} games"
    for (start, moves), (their_start, their_moves) in zip(ours, theirs):
        if their_start and any(our != their for our, their in zip(parts(start), parts(their_start))):
            return f"start {their_start} for {start}"
        if moves != their_moves:
            at = len(os.path.commonprefix([moves, their_moves]))
            return f"move {at + 1} of {len(moves)} {moves[at:at + 1]}: {their_moves[at:at + 1]} of {len(their_moves)}"
    return ""


def convert(options, out, number, file):
    """Writes the files of a record. For each: its format, the record, its path, and the starts and main lines of its games."""

    def dapu(to, *words):
        command = [options.dapu, "convert", "--quiet", file, "--to", to, *words]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env={**os.environ, "HOME": out}).stdout

    games = json.loads(dapu("json") or '{"games": []}')["games"]
    if not games or any("warning" in node for game in games for node in game["nodes"]):
        return []
    written = []
    for to in FORMATS[games[0]["game"]]:
        one = [] if to in HAS_GAMES else ["--game", "1"]
        if data := dapu(to, *one):
            path = pathlib.Path(out, f"{number}.{to}")
            path.write_bytes(data)
            written.append((to, file, path, [(start_of(game), moves_of(game)) for game in (games[:1] if one else games)]))
    return written


def judge(options, out):
    """The table with its limits, and how many files have no reason."""
    folders = [ROOT / "samples", *(options.corpus / name for name in ("xiangqi", "shogi", "go", "cases"))]
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file() and "expected" not in str(file)]
    with ThreadPoolExecutor() as pool:
        written = sum(pool.map(lambda file: convert(options, out, *file), enumerate(files)), [])
    peers = {to: peers for formats in FORMATS.values() for to, peers in formats.items()}
    jobs = [(peer, path) for to, _, path, _ in written for peer in peers[to]]
    answers = read_in_node(options.folder, [job for job in jobs if job[0] not in PYTHON])
    counts, limits, open_faults = collections.defaultdict(collections.Counter), collections.Counter(), 0
    for to, file, path, games in written:
        for peer in peers[to]:
            answer = answers.get((peer, path)) or read_in_python(peer, path)
            why = answer.get("refused") or difference(games, answer.get("games", []))
            counts[to, peer].update(["files", "refused" if "refused" in answer else "read", *([] if why else ["same"])])
            if not why:
                continue
            whole = f"{why}\n{text(path)}"
            fits = (limit for limit in LIMITS if re.fullmatch(limit[0], to) and re.fullmatch(limit[1], peer))
            limit = next((limit for limit in fits if re.search(limit[2], whole)), None)
            limits.update([limit] if limit else [])
            open_faults += limit is None
            if options.verbose or limit is None:
                print(to, peer, file, why[:300], limit and limit[3], sep="\t", file=sys.stderr)
    versions = {package.rpartition("@")[0] or package.split("==")[0]: re.split("==|@", package)[-1] for package in PIP + NPM}
    lines = ["| format | peer | files | read | same | refused |", "|---|---|---|---|---|---|"]
    for to, peer in sorted(counts, key=lambda row: list(peers).index(row[0])):
        count = counts[to, peer]
        lines.append(f"| {to} | {peer} {versions[peer]} | {count['files']} | {count['read']} | {count['same']} | {count['refused']} |")
    lines += ["", *(f"- {limit[3]}: {limits[limit]}" for limit in LIMITS if limits[limit])]
    return "\n".join(lines) + "\n", open_faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, default=os.environ.get("DAPU_CORPUS", ROOT.parent / "shared" / "corpus"))
    parser.add_argument("--dapu", type=pathlib.Path, default=ROOT / "target" / "release" / "dapu")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    python = options.folder / "python"
    if not python.exists():
        subprocess.run(["pip", "install", "--quiet", "--target", python, *PIP], check=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", options.folder, *NPM], check=True)
    sys.path.insert(0, str(python))
    sys.setrecursionlimit(100_000)
    with tempfile.TemporaryDirectory() as out:
        table, open_faults = judge(options, out)
    print(table)
    if options.write:
        path = ROOT / "docs" / "conversions.md"
        head, rest = path.read_text().split("<!-- peers -->\n")
        path.write_text(f"{head}<!-- peers -->\n{table}{rest[rest.index('<!-- end -->'):]}")
    sys.exit(open_faults > 0)


main()
