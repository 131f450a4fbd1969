//! How the steps of the program grow with whatever a file has many of. `cargo bench --bench growth` measures the time.

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
