// Reads the files of a directory with tsshogi: `node tsshogi.mjs FORMAT DIRECTORY`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importCSA, importKI2, importKIF } from "tsshogi";

const [format, directory] = process.argv.slice(2);
const read = { kifu: importKIF, ki2u: importKI2, csa: importCSA }[format];

for (const name of readdirSync(directory)) {
  read(readFileSync(join(directory, name), "utf8"));
}
