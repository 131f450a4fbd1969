"""Times dapu and other readers as whole processes on the same files, and prints a Markdown table.

`python3 tests/bench/peers/compare.py` builds dapu and the Rust peers, installs the others with npm and pip below
`target/peers`, writes the files there, and runs one process after another. The lock files beside it pin the peers:
`Cargo.lock`, `package-lock.json` and `requirements.txt`, all with checksums. It needs Rust, a C compiler, Node.js with npm,
and Python 3.11 with pip; of the network crates.io, registry.npmjs.org and pypi.org, for what the caches of these lack.
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = ROOT / "target" / "peers"
FILES = BUILD / "files"
DAPU = ROOT / "target" / "release" / "dapu"
PEERS = BUILD / "release" / "peers"

INPUTS = {
    "sgf": "SGF, 10,000 games in a file",
    "kifu": "KIF, 400 files",
    "ki2u": "KI2, 400 files",
    "csa": "CSA, 400 files",
    "xqf": "XQF, 1,000 files",
}


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


def prepare():
    run("cargo", "build", "--release", "--locked", "--quiet", "--bin", "dapu", cwd=ROOT)
    manifest = HERE / "Cargo.toml"
    run("cargo", "build", "--release", "--locked", "--quiet", "--manifest-path", manifest, "--target-dir", BUILD)
    # Node looks for packages beside the script.
    for file in ["package.json", "package-lock.json", "tsshogi.mjs"]:
        shutil.copy(HERE / file, BUILD)
    run("npm", "ci", "--silent", "--prefix", BUILD)
    python = ["--target", BUILD / "python", "--require-hashes", "--requirement", HERE / "requirements.txt"]
    run("pip", "install", "--quiet", "--upgrade", *python)
    run("cargo", "bench", "--profile", "release", "--locked", "--quiet", "--bench", "inputs", "--", FILES, cwd=ROOT)


def locked(name):
    """A peer and its version, as its lock file has them."""
    crates = tomllib.loads((HERE / "Cargo.lock").read_text())["package"]
    versions = {crate["name"]: crate["version"] for crate in crates}
    packages = json.loads((HERE / "package-lock.json").read_text())["packages"]
    versions |= {path.removeprefix("node_modules/"): package.get("version") for path, package in packages.items()}
    versions |= re.findall(r"^(\S+)==(\S+)", (HERE / "requirements.txt").read_text(), re.MULTILINE)
    return f"{name} {versions[name]}"


def seconds(*command):
    """The time of the fastest run: as many as fit into a few seconds, and at least one."""
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    taken = []
    while sum(taken) < 3:
        start = time.perf_counter()
        run(*command, env=environment, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - start)
    return min(taken)


def peers(name):
    """The peers that read a format, with their commands."""
    directory = FILES / name
    if name == "xqf":
        return [("cchess", ["python3", HERE / "cchess_xqf.py", directory])]
    if name == "sgf":
        return [("sgf-parse", [PEERS, name, directory])]
    tsshogi = ["node", BUILD / "tsshogi.mjs", name, directory]
    return [("shogi-kifu-converter", [PEERS, name, directory]), ("tsshogi", tsshogi)]


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    prepare()
    print(f"{os.cpu_count()} cores, {processor()}\n")
    print("| input | dapu | peer | peer's time | factor |")
    print("|---|---|---|---|---|")
    for name, title in INPUTS.items():
        size = sum(file.stat().st_size for file in (FILES / name).iterdir()) / 1e6
        ours = seconds(DAPU, "info", "--quiet", FILES / name)
        for peer, command in peers(name):
            theirs = seconds(*command)
            factor = theirs / ours
            factor = f"{factor:,.0f}" if factor >= 20 else f"{factor:.1f}"
            cells = [f"{title}, {size:.1f} MB", f"{ours * 1000:.1f} ms", locked(peer), f"{theirs:.2f} s", factor]
            print(f"| {' | '.join(cells)} |", flush=True)


main()
