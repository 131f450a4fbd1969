//! How the steps of the program grow with whatever a file has many of. `cargo bench --bench growth` measures the time.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use dapu::files::notes::{Identity, Notes, Shelf};
use dapu::game::{Move, Position, Side, go};
use dapu::record::{Act, Edit, Layer, Record, Trail};
use dapu::text::examined;

use crate::common::is_full;
use crate::constructs::{FAMILIES, Family};
use crate::growth::round;
use crate::measure::{on_all_cores, unmeasured};

/// Some of each construct of each format, alone and in pairs, and four times as many: the steps may not grow faster.
/// With `DAPU_FULL` three times as many in pairs.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn every_construct_takes_steps_in_proportion() {
    let _unmeasured = unmeasured();
    let uneven = Mutex::new(Vec::new());
    let choices = |family: &'static Family| family.choices().map(move |chosen| (family, chosen));
    let choices: Vec<_> = FAMILIES.iter().flat_map(choices).collect();
    on_all_cores(&choices, |(family, chosen)| {
        let counted = |count| {
            let before = examined();
            round(&family.file(chosen, count), family.name);
            examined() - before
        };
        let some = if is_full() || chosen.len() == 1 { 50 } else { 12 };
        let [few, many] = [some, 4 * some].map(counted);
        if many > 5 * few {
            let found = format!("{}: {chosen:?}: {few} steps, then {many}", family.name);
            uneven.lock().unwrap().push(found);
        }
    });
    let uneven = uneven.into_inner().unwrap();
    assert!(uneven.is_empty(), "{}", uneven.join("\n"));
}

/// A log of notes with many own moves after one, of which every other act deletes some.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn a_log_of_notes_takes_steps_in_proportion() {
    let _unmeasured = unmeasured();
    let stone = |side: Side, number: usize| {
        let point = go::Point::new((number % 19) as u8, (number / 19) as u8);
        Move::Go(go::Move::stone(side, point)).code()
    };
    let counted = |count: usize| {
        let acts = (0..count).map(|number| {
            // Few moves after each, as in games.
            let way = |number: usize, plies: usize| {
                let turns = (0..plies).zip(Side::BOTH.into_iter().cycle()).map(|(ply, side)| {
                    let point = 4 * ply + (number >> (2 * ply)) % 4;
                    stone(side, point) + "=a"
                });
                Trail::from(turns.collect::<Vec<_>>().join(","))
            };
            match number % 4 {
                3 => Act { trail: way(number - 1, 2), edit: Edit::Line(false) },
                _ => Act { trail: way(number, 7), edit: Edit::Line(true) },
            }
        });
        let acts: Vec<Act> = acts.collect();
        let mut record = Record::new(Position::Go(go::Position::new(go::Size::USUAL)));
        let mut layer = Layer::default();
        let before = examined();
        layer.replay(&acts);
        layer.refresh(&mut record);
        assert!((count / 2..count).contains(&layer.count()), "{}", layer.count());
        examined() - before
    };
    let [few, many] = [2_000, 8_000].map(counted);
    assert!(few >= 2_000 && many <= 5 * few, "{few} steps, then {many}");
}

/// Notes on many games, and as many other games, with the same players and without.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn finding_notes_takes_steps_in_proportion() {
    let _unmeasured = unmeasured();
    let counted = |count: usize| {
        let home = tempfile::tempdir().unwrap();
        let game = |number: usize| {
            let stone = |number: usize| {
                let name = |at: usize| char::from(b'a' + (at % 19) as u8);
                format!(";B[{}{}]", name(number), name(number / 19))
            };
            let players = if number.is_multiple_of(2) { "PB[one]PW[other]" } else { "" };
            let moves: String =
                (0..25).map(|ply| stone((number + ply * (1 + number % 7)) % 361)).collect();
            let text = format!("(;GM[1]{players}{moves}{})", stone(number / 7));
            let record = crate::common::read(text.as_bytes(), "a.sgf").unwrap().game(0).unwrap();
            Identity::of(&record, Path::new("/a.sgf"), number)
        };
        for number in 0..count {
            let folder = home.path().join(format!("dapu/notes/{number}"));
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("a.jsonl"), serde_json::to_string(&game(number)).unwrap())
                .unwrap();
        }
        let variable =
            |name: &str| (name == "XDG_DATA_HOME").then(|| home.path().as_os_str().to_owned());
        let shelf = Shelf::open(&Notes::of_user(&variable).unwrap()).unwrap();
        assert_eq!(shelf.sets.len(), count);
        let games: Vec<Identity> = (0..2 * count).map(game).collect();
        let before = examined();
        let noted = games.iter().filter(|game| !shelf.of(game).is_empty()).count();
        assert_eq!(noted, count);
        examined() - before
    };
    let [few, many] = [50, 200].map(counted);
    assert!(few >= 50 && many <= 5 * few, "{few} steps, then {many}");
}

/// An article that grows by a line with a sentence is read at the same cost for the line, however long it is.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn a_line_more_of_an_article_takes_so_many_steps() {
    let _unmeasured = unmeasured();
    let article = |lines: usize| -> String {
        let moves = ["马二进三 马8进7", "马三退二 马7退8"];
        let lines = (0..lines).map(|line| {
            format!("{}. {}\n如改走炮二平五，则马2进3，黑方满意。\n", line + 1, moves[line % 2])
        });
        lines.collect()
    };
    let counted = |lines: usize| {
        let before = examined();
        let loaded = crate::common::read(article(lines).as_bytes(), "article.txt").unwrap();
        assert_eq!(loaded.game(0).unwrap().tree.len(), 2 * lines + 1);
        examined() - before
    };
    for lines in [20, 80, 200] {
        let more = counted(lines + 1) - counted(lines);
        assert!(more <= LINE, "{more} steps for a line more than {lines}");
    }
}

/// So many steps a line and a sentence of an article take at most.
const LINE: u64 = 2_000;
