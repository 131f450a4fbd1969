//! Real games as people write them, with disturbances: whatever a text has is read right, or there is a warning.
//! `DAPU_FULL` tries more texts; `DAPU_TEXT` names the seed of one text, and only that is read and printed. `DAPU_OUTCOME`
//! names an outcome of the table of which examples are printed; `SILENT` if it is not set.

mod disturbances;
mod games;
mod pasted;
mod written;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use dapu::format::Loaded;
use dapu::game::Game;
use dapu::record::{At, Record, Warning};

use crate::common::{Random, is_full, read};
use disturbances::{DISTURBANCES, Effect};
use games::{Moves, PLIES, games};
use written::{Kind, STYLES, Style, Token};

/// A warning is at the place of a disturbance if it is so many bytes away from it at most.
const NEAR: usize = 200;

/// What a reading of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Right, without a warning.
    Quiet,
    /// Right, with warnings.
    Warned,
    /// Wrong, with a warning at the place of a disturbance.
    Placed,
    Refused,
    /// Wrong, without a warning there.
    Silent,
}

const OUTCOMES: [&str; 5] = ["right", "right, warned", "wrong, warned", "refused", "SILENT"];

type Line = Vec<Option<String>>;

/// A text whose lines are known.
struct Text {
    style: &'static Style,
    /// Indexes of `DISTURBANCES`.
    disturbed: Vec<usize>,
    text: String,
    lines: Vec<Line>,
    /// Where the disturbances are, in bytes.
    places: Vec<usize>,
}

impl Text {
    /// The text of a seed, from games in the order of [`Game::ALL`].
    fn new(all: &[Vec<Moves>; 3], seed: u64) -> Self {
        let mut random = Random::new(seed + 1);
        let style = &STYLES[random.below(STYLES.len())];
        let games = &all[Game::ALL.iter().position(|game| *game == style.game).unwrap()];
        let mut moves = games[random.below(games.len())].clone();
        moves.truncate(PLIES[0] + random.below(moves.len() - PLIES[0] + 1));
        let mut tokens = style.tokens(&moves, &mut random);
        let wanted = [0, 1, 1, 1, 1, 1, 1, 2, 2, 3][random.below(10)];
        let mut disturbed = Vec::new();
        while disturbed.len() < wanted {
            let number = random.below(DISTURBANCES.len());
            if !disturbed.contains(&number)
                && (DISTURBANCES[number].apply)(&mut tokens, &mut random)
            {
                disturbed.push(number);
            }
        }
        let (mut text, mut places) = (String::new(), Vec::new());
        for token in &tokens {
            if token.disturbed {
                places.push(text.len());
            }
            text.push_str(&token.text);
        }
        Self { style, disturbed, text, lines: lines(&tokens), places }
    }

    fn outcome(&self) -> (Outcome, String) {
        let loaded = match read(self.text.as_bytes(), "text.txt") {
            Ok(loaded) => loaded,
            Err(error) => return (Outcome::Refused, error.to_string()),
        };
        let difference = self.difference(&loaded);
        let warnings = loaded.warnings();
        let has_gap = self.lines.iter().flatten().any(Option::is_none);
        let outcome = match (&difference, warnings.is_empty()) {
            (None, true) if !has_gap => Outcome::Quiet,
            (None, false) => Outcome::Warned,
            _ if self.is_at_place(&warnings) => Outcome::Placed,
            _ => Outcome::Silent,
        };
        let warnings: Vec<String> =
            warnings.iter().map(|warning| format!("{}: {}", warning.at, warning.problem)).collect();
        let difference = difference.unwrap_or_else(|| "right".to_owned());
        let name = loaded.format.name;
        (
            outcome,
            format!("{difference} (as {name}); {} warnings {:?}", warnings.len(), warnings.first()),
        )
    }

    /// The first difference between what is read and what is written.
    fn difference(&self, loaded: &Loaded) -> Option<String> {
        let games: Vec<_> = (0..loaded.games().len()).map(|game| loaded.game(game)).collect();
        let [game] = &games[..] else { return Some(format!("{} games", games.len())) };
        let record = match game {
            Ok(record) => record,
            Err(error) => return Some(error.to_string()),
        };
        if record.game() != self.style.game {
            return Some(format!("taken for {}", record.game()));
        }
        let read = read_lines(record);
        let lines = self.lines.iter().zip(&read);
        for (number, (line, read)) in lines.enumerate() {
            let plies = line.len().max(read.len());
            if let Some(ply) = (0..plies).find(|ply| line.get(*ply) != read.get(*ply)) {
                let name = |line: &Line| line.get(ply).map(|mv| mv.clone().unwrap_or("?".into()));
                return Some(format!(
                    "line {number}, ply {}: {:?} instead of {:?}; {} plies instead of {}, {} lines",
                    ply + 1,
                    name(read),
                    name(line),
                    read.len(),
                    line.len(),
                    read_lines(record).len()
                ));
            }
        }
        (read.len() != self.lines.len())
            .then(|| format!("{} lines instead of {}", read.len(), self.lines.len()))
    }

    fn is_at_place(&self, warnings: &[Warning]) -> bool {
        warnings.iter().any(|warning| {
            let offset = self.offset(warning.at);
            let is_near =
                |place: &usize| offset.is_some_and(|offset| offset.abs_diff(*place) <= NEAR);
            self.places.is_empty() || self.places.iter().any(is_near)
        })
    }

    fn offset(&self, at: At) -> Option<usize> {
        match at {
            At::File => None,
            At::Byte(offset) => usize::try_from(offset).ok(),
            At::Text(offset) => Some(offset as usize),
            At::Line { line, column } => {
                let start = self
                    .text
                    .split_inclusive('\n')
                    .take(line as usize - 1)
                    .map(str::len)
                    .sum::<usize>();
                let before = self.text[start..].chars().take(column as usize - 1);
                Some(start + before.map(char::len_utf8).sum::<usize>())
            }
        }
    }

    /// The row of the table of disturbances.
    fn kind(&self) -> String {
        match self.disturbed.len() {
            0 | 1 => self.names(),
            count => format!("~ {count} disturbances"),
        }
    }

    fn names(&self) -> String {
        let names: Vec<&str> =
            self.disturbed.iter().map(|number| DISTURBANCES[*number].name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" + ") }
    }
}

/// The lines from the start to each end that the tokens describe.
fn lines(tokens: &[Token]) -> Vec<Line> {
    let mut moves: [BTreeMap<usize, Option<String>>; 2] = Default::default();
    for token in tokens {
        if let Kind::Move { ply, code, varies, .. } = &token.kind {
            moves[usize::from(*varies)].insert(*ply, code.clone());
        }
    }
    let [main, varied] = moves;
    let mut lines = vec![main.values().cloned().collect::<Line>()];
    if let Some(first) = varied.keys().next() {
        lines.push(
            main.range(..first).map(|(_, code)| code).chain(varied.values()).cloned().collect(),
        );
    }
    lines
}

/// The same of a record, without what follows the last move.
fn read_lines(record: &Record) -> Vec<Line> {
    let tree = &record.tree;
    let leaves = crate::common::preorder(tree).filter(|node| tree.first_child(*node).is_none());
    let line = |leaf| {
        let path = tree.path(leaf).into_iter().skip(1);
        let mut line: Line = path.map(|node| tree.mv(node).map(|mv| mv.code())).collect();
        if tree.is_ending(leaf) && line.last() == Some(&None) {
            line.pop();
        }
        line
    };
    leaves.map(line).collect()
}

/// How often each outcome occurred.
type Counts = BTreeMap<String, [usize; 5]>;

fn table(title: &str, counts: &Counts) -> String {
    let mut text = format!("{title:<36}");
    OUTCOMES.iter().for_each(|name| write!(text, "{name:>15}").unwrap());
    for (name, counts) in counts {
        write!(text, "\n{name:<36}").unwrap();
        counts.iter().for_each(|count| write!(text, "{count:>15}").unwrap());
    }
    text + "\n"
}

/// What is printed of a text.
const SHOWN: usize = 2_000;

/// Of a hundred texts with one disturbance that leaves every move readable: how many are right at least, right with a
/// warning at most, and refused at most. Each may only get better, up to 95, 5 and 1.
const READABLE: [usize; 3] = [95, 2, 1];

#[test]
fn texts_are_read_right_or_with_a_warning() {
    let all = Game::ALL.map(games);
    if let Ok(seed) = std::env::var("DAPU_TEXT") {
        let text = Text::new(&all, seed.parse().unwrap());
        println!("{}\n{}, {}: {:?}", text.text, text.style.name, text.names(), text.outcome());
        return;
    }
    let (mut styles, mut kinds, mut undisturbed) = (Counts::new(), Counts::new(), Counts::new());
    let shown = std::env::var("DAPU_OUTCOME").unwrap_or_else(|_| "SILENT".to_owned());
    let mut examples: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for seed in 0..if is_full() { 50_000 } else { 2_000 } {
        let text = Text::new(&all, seed);
        let (outcome, how) = text.outcome();
        let (kind, style) = (text.kind(), text.style.name);
        styles.entry(style.to_owned()).or_default()[outcome as usize] += 1;
        kinds.entry(kind.clone()).or_default()[outcome as usize] += 1;
        if text.disturbed.is_empty() {
            undisturbed.entry(style.to_owned()).or_default()[outcome as usize] += 1;
        }
        if OUTCOMES[outcome as usize] == shown {
            let start: String = text.text.chars().take(SHOWN).collect();
            let example = format!("seed {seed}, {}: {how}\n{start}", text.names());
            examples.entry((kind, style)).or_default().push(example);
        }
    }
    let games = all.each_ref().map(Vec::len);
    println!("{games:?} games\n{}\n{}", table("notation", &styles), table("disturbance", &kinds));
    print_examples(examples);
    let mut faults = faults_of_rows(&kinds);
    faults.extend(faults_of_all(&kinds));
    for (style, counts) in &undisturbed {
        let is_right = total(counts) == counts[Outcome::Quiet as usize];
        if !is_right {
            faults.push(format!("{style} without a disturbance: {counts:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The first examples of each kind, the most frequent first.
fn print_examples(examples: BTreeMap<(String, &str), Vec<String>>) {
    let mut examples: Vec<_> = examples.into_iter().collect();
    examples.sort_by_key(|(_, examples)| Reverse(examples.len()));
    for ((kind, style), examples) in &examples {
        println!("==== {}x {kind}, {style}", examples.len());
        examples.iter().take(3).for_each(|example| println!("---- {example}"));
    }
}

fn total(counts: &[usize; 5]) -> usize {
    counts.iter().sum()
}

/// How many of `tried` a share in percent may be: with few texts, chance adds some, unless there should be none.
fn most(percent: usize, tried: usize) -> usize {
    let expected = (percent * tried).div_ceil(100);
    if percent == 0 { 0 } else { expected + 3 * expected.isqrt() + 1 }
}

fn faults_of_rows(kinds: &Counts) -> Vec<String> {
    let mut faults = Vec::new();
    for row in &DISTURBANCES {
        let counts = kinds.get(row.name).copied().unwrap_or_default();
        let silent = counts[Outcome::Silent as usize];
        if silent > most(row.silent, total(&counts)) {
            faults.push(format!("{}: {silent} of {} silently wrong", row.name, total(&counts)));
        }
    }
    faults
}

/// Of the texts with one disturbance after which every move can be read.
fn faults_of_all(kinds: &Counts) -> Vec<String> {
    let rows = DISTURBANCES.iter().filter(|row| row.effect == Effect::Quiet);
    let mut sums = [0; 5];
    for counts in rows.filter_map(|row| kinds.get(row.name)) {
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    let tried = total(&sums);
    let [quiet, warned, _, refused, _] = sums;
    let limits = [
        ("wrong or refused", tried - quiet - warned, 100 - READABLE[0]),
        ("right, but warned", warned, READABLE[1]),
        ("refused", refused, READABLE[2]),
    ];
    let faults = limits.into_iter().filter(|(_, count, limit)| *count > most(*limit, tried));
    faults.map(|(what, count, _)| format!("{count} of {tried} readable texts {what}")).collect()
}
