//! Reading examines each byte of a file so many times at most, whatever the file repeats, in release builds too.

use std::sync::Mutex;

use dapu::text::examined;

use crate::common::{Random, is_full, read};
use crate::constructs::FAMILIES;
use crate::measure::{on_all_cores, unmeasured};
use crate::mutate::mutate;
use crate::seeds::{Seed, corpus_seeds, seeds};
use crate::survive::file_name;
use crate::tokens::{TOKENS, text_formats};

/// How often each byte may be examined: for each of several formats when the format is detected, and when games are
/// found and read. A list of Go may begin with either side, and is then read for both.
const MOST: f64 = 90.0;

/// A file, and what it is made of.
struct Case {
    what: String,
    name: String,
    bytes: Vec<u8>,
}

impl Case {
    /// What reading the file and all its games examines, for each of its bytes.
    fn ratio(&self) -> f64 {
        let before = examined();
        if let Ok(loaded) = read(&self.bytes, &self.name) {
            (0..loaded.games().len()).for_each(|index| drop(loaded.game(index)));
        }
        (examined() - before) as f64 / self.bytes.len() as f64
    }
}

/// How often something is repeated: two lengths show whether the cost grows in proportion. More with `DAPU_FULL`.
fn counts() -> [usize; 2] {
    if is_full() { [1_000, 10_000] } else { [500, 1_500] }
}

/// Asserts that no file is examined more than [`MOST`] times, and prints the worst.
fn assert_examined_in_proportion(cases: &[Case]) {
    let ratios = Mutex::new(Vec::new());
    let cases: Vec<&Case> = cases.iter().collect();
    on_all_cores(&cases, |case| {
        let case = *case;
        let ratio = case.ratio();
        ratios.lock().unwrap().push((ratio, &case.name, &case.what));
    });
    let mut ratios = ratios.into_inner().unwrap();
    ratios.sort_by(|one, other| other.0.total_cmp(&one.0));
    let line =
        |(ratio, name, what): &(f64, &String, &String)| format!("{ratio:.1}: {what} in {name}");
    let lines: Vec<String> = ratios.iter().take(10).map(line).collect();
    println!("{} files, at most\n{}", cases.len(), lines.join("\n"));
    let over: Vec<String> = ratios.iter().filter(|(ratio, ..)| *ratio > MOST).map(line).collect();
    assert!(over.is_empty(), "{} files are examined too often:\n{}", over.len(), over.join("\n"));
}

/// Texts that took time by the square of their length once: a file's name, what is repeated in it, and what is before and
/// after that. `{0}` is the number of the repetition.
const ONCE_SLOW: [(&str, [&str; 3]); 13] = [
    ("list.txt", ["", "(", "\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n"]),
    ("list.txt", ["", "　", "1. 炮二平五 马8进7 2. 马二进三 车9平8\n"]),
    ("list.txt", ["1. 炮二平五 马8进7 2. 马二进三 车9平8\n", "(1. 炮二平五 1) ", ""]),
    ("script.ubb", ["var DhtmlXQ_movelist=[\"", "]", "\"];"]),
    ("game.wxf", ["", "START{\n}\n", ""]),
    ("game.wxf", ["FORMAT WXF\nGAME x\n\n", "START{\n}\n", ""]),
    ("western.txt", ["1. P-7f P-3d 2. P-2f P-8d 3. P-2e P-8e\n", "+x", ""]),
    ("stones.txt", ["Black Q16\nWhite D4\nBlack Q3\nWhite D17\n", "D4", ""]),
    ("game.usi", ["position startpos moves 7g7f 3c3d\n", "x{0}\n", ""]),
    ("game.kif", ["手合割：平手\n手数----指手--\n", "{0} ７六歩 ", ""]),
    ("game.csa", ["V2.2\nPI\n+\n", "+7776FU-3334FU", ""]),
    ("page.html", ["<html>", "<pre>\n(;GM[1]SZ[9]C[{0}];B[aa])\n</pre>\n", "</html>"]),
    ("page.html", ["<html><body>", "</", ""]),
];

#[test]
fn what_was_slow_once_is_examined_in_proportion() {
    let _unmeasured = unmeasured();
    let mut cases = Vec::new();
    for (name, [before, repeated, after]) in ONCE_SLOW {
        for count in counts() {
            let numbers = 1..=count;
            let repetitions = numbers.map(|number| repeated.replace("{0}", &number.to_string()));
            let text = before.to_owned() + &repetitions.collect::<String>() + after;
            let what = format!("{count} times {repeated:?}");
            cases.push(Case { what, name: name.to_owned(), bytes: text.into_bytes() });
        }
    }
    assert_examined_in_proportion(&cases);
}

#[test]
fn every_construct_is_examined_in_proportion() {
    let _unmeasured = unmeasured();
    let mut cases = Vec::new();
    for family in FAMILIES {
        for construct in family.constructs {
            for count in counts() {
                let what = format!("{count} times {construct:?}");
                let bytes = family.file(&[construct], count);
                cases.push(Case { what, name: family.name.to_owned(), bytes });
            }
        }
    }
    assert_examined_in_proportion(&cases);
}

/// Every token of a format, before, in and after a file of it.
#[test]
fn every_token_is_examined_in_proportion() {
    let _unmeasured = unmeasured();
    let seeds = seeds();
    let mut cases = Vec::new();
    for format in text_formats() {
        let (_, tokens) = TOKENS.iter().find(|(name, _)| *name == format.name).unwrap();
        let of_format = |seed: &&Seed| std::ptr::eq(seed.format, format);
        let seed = seeds.iter().filter(of_format).min_by_key(|seed| seed.bytes.len()).unwrap();
        let length = seed.bytes.len();
        let [_, count] = counts();
        for token in *tokens {
            for (at, place) in [(0, "before"), (length / 2, "in"), (length, "after")] {
                let mut bytes = seed.bytes.clone();
                bytes.splice(at..at, token.repeat(count).into_bytes());
                let what = format!("{count} times {token:?} {place} a record");
                cases.push(Case { what, name: file_name(format), bytes });
            }
        }
    }
    assert_examined_in_proportion(&cases);
}

/// Damaged samples, and damaged files of the corpus where it is there.
#[test]
fn damaged_files_are_examined_in_proportion() {
    let _unmeasured = unmeasured();
    const COUNT: u64 = 2_000;
    let mut seeds = seeds();
    seeds.extend(corpus_seeds(200));
    seeds.retain(|seed| text_formats().any(|format| std::ptr::eq(seed.format, format)));
    let cases = (0..COUNT).map(|run| {
        let mut random = Random::of_run("examined", run);
        let [seed, other] = [(); 2].map(|()| &seeds[random.below(seeds.len())]);
        let bytes = mutate(&seed.bytes, &other.bytes, &mut random);
        Case { what: format!("mutation {run}"), name: seed.name.clone(), bytes }
    });
    assert_examined_in_proportion(&cases.filter(|case| case.bytes.len() > 100).collect::<Vec<_>>());
}
