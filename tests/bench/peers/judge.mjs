// Reads files with the npm peers of `judge.py`: `[peer, format, path]` a line in, the games or the refusal a line out.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

// The packages are in the folder of the run, not beside this script.
const load = createRequire(`${process.argv[2]}/`);
const { Move, Record, importCSA, importJKFString, importKI2, importKIF } = load("tsshogi");
const { JKFPlayer } = load("json-kifu-format");
const sgf = load("@sabaki/sgf");

const TSSHOGI = {
  kif: importKIF, kifu: importKIF, ki2: importKI2, ki2u: importKI2, csa: importCSA, jkf: importJKFString,
  usi: (line) => Record.newByUSI(line),
};
const JKF = { kif: "KIF", kifu: "KIF", ki2: "KI2", ki2u: "KI2", csa: "CSA", jkf: "JKF" };
const LETTERS = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };
const square = ({ x, y }) => x + "abcdefghi"[y - 1];

/** The nodes of a line. */
function nodes(node, next) {
  const line = [];
  for (; node; node = next(node)) line.push(node);
  return line;
}

function tsshogi(format, bytes, text) {
  const records = format === "usi" ? text.trimEnd().split("\n") : [text];
  return records.map(TSSHOGI[format]).map((game) => {
    if (game instanceof Error) throw game;
    const moves = nodes(game.first, (node) => node.next).map((node) => node.move);
    return [game.initialPosition.sfen, moves.filter((move) => move instanceof Move).map((move) => move.usi)];
  });
}

function jsonKifuFormat(format, bytes, text) {
  const player = JKFPlayer[`parse${JKF[format]}`](text);
  const start = player.shogi.toSFENString();
  while (player.forward());
  const moves = player.kifu.moves.flatMap(({ move }) => move ?? []);
  return [[start, moves.map(({ from, to, piece, promote }) =>
    from ? square(from) + square(to) + (promote ? "+" : "") : `${LETTERS[piece]}*${square(to)}`)]];
}

function sabaki(format, bytes) {
  const points = (values = []) => values.flatMap((value) => value.includes(":") ? sgf.parseCompressedVertices(value)
    .map(([x, y]) => String.fromCharCode(97 + x, 97 + y)) : value).sort().join(" ");
  return sgf.parseBuffer(bytes).map((root) => {
    const moves = nodes(root, (node) => node.children[0]).flatMap(({ data }) =>
      ["B", "W"].flatMap((color) => (data[color] ?? []).map((point) => `${color} ${point || "pass"}`)));
    return [[root.data.SZ?.[0] ?? "19", points(root.data.AB), points(root.data.AW)].join(";"), moves];
  });
}

const PEERS = { tsshogi, "json-kifu-format": jsonKifuFormat, "@sabaki/sgf": sabaki };
for await (const line of createInterface({ input: process.stdin })) {
  const [peer, format, path] = JSON.parse(line);
  const bytes = readFileSync(path);
  const encoding = ["kif", "ki2", "csa"].includes(format) ? "shift_jis" : "utf-8";
  try {
    console.log(JSON.stringify({ games: PEERS[peer](format, bytes, new TextDecoder(encoding).decode(bytes)) }));
  } catch (error) {
    console.log(JSON.stringify({ refused: String(error.message ?? error).replace(/\s+/g, " ") }));
  }
}
