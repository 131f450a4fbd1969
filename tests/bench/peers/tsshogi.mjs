// tsshogi on the files of a directory: `node tsshogi.mjs DIRECTORY`. Told as the Rust peers are: the median of 20 runs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importCSA, importKI2, importKIF } from "tsshogi";

const readers = { kifu: importKIF, ki2u: importKI2, csa: importCSA };
const directory = process.argv[2];

for (const [format, read] of Object.entries(readers)) {
  const names = readdirSync(directory).filter((name) => name.endsWith(`.${format}`));
  const texts = names.map((name) => readFileSync(join(directory, name), "utf8"));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const once = () => {
    for (const text of texts) {
      const record = read(text);
      if (record instanceof Error) throw record;
    }
  };
  for (let run = 0; run < 10; run++) once();
  const times = [];
  for (let run = 0; run < 20; run++) {
    const start = performance.now();
    once();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const median = times[times.length / 2];
  console.log(`tsshogi ${format}: ${median.toFixed(1)} ms, ${(bytes / median / 1000).toFixed(2)} MB/s`);
}
