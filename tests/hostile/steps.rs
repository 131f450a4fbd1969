//! How the steps of the program grow with whatever a file has many of. `cargo bench --bench growth` measures the time.

use dapu::game::{Move, Position, Side, go};
use dapu::record::{Act, Edit, Layer, Record, Trail};
use dapu::text::steps;

use crate::constructs::FAMILIES;
use crate::growth::round;
use crate::measure::alone;

/// Fifty of each construct of each format, alone and in pairs, and four times as many: the steps may not grow faster.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn every_construct_takes_steps_in_proportion() {
    let _alone = alone();
    let mut uneven = Vec::new();
    for family in FAMILIES {
        for chosen in family.choices() {
            let counted = |count| {
                let before = steps();
                round(&family.file(&chosen, count), family.name);
                steps() - before
            };
            let [few, many] = [50, 200].map(counted);
            if many > 5 * few {
                uneven.push(format!("{}: {chosen:?}: {few} steps, then {many}", family.name));
            }
        }
    }
    assert!(uneven.is_empty(), "{}", uneven.join("\n"));
}

/// A log of notes with many own moves after one, of which every other act deletes some.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn a_log_of_notes_takes_steps_in_proportion() {
    let _alone = alone();
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
                Trail(turns.collect::<Vec<_>>().join(","))
            };
            match number % 4 {
                3 => Act { trail: way(number - 1, 2), edit: Edit::Line(false) },
                _ => Act { trail: way(number, 7), edit: Edit::Line(true) },
            }
        });
        let acts: Vec<Act> = acts.collect();
        let mut record = Record::new(Position::Go(go::Position::new(go::Size::USUAL)));
        let mut layer = Layer::default();
        let before = steps();
        layer.replay(&acts);
        layer.refresh(&mut record);
        assert!((count / 2..count).contains(&layer.count()), "{}", layer.count());
        steps() - before
    };
    let [few, many] = [2_000, 8_000].map(counted);
    assert!(few >= 2_000 && many <= 5 * few, "{few} steps, then {many}");
}
