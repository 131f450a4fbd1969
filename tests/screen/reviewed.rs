//! What the reader sees of each game at each size after the same few keys.

use crate::common::emulator::{self, Emulator, settings};

/// The sizes of reviewed screens.
const REVIEWED: [(u16, u16); 7] =
    [(20, 10), (40, 20), (60, 24), (80, 24), (132, 24), (120, 40), (200, 60)];

#[test]
fn screens_are_as_reviewed() {
    for (name, keys) in [
        ("forks.xqf", &["l", "l", "l"][..]),
        ("floodgate.csa", &["4", "0", "G"]),
        ("forks.jkf", &["}", "l"]),
        ("lesson.sgf", &["}", "l"]),
    ] {
        for (columns, rows) in REVIEWED {
            let loaded = emulator::game(name);
            let mut screen = Emulator::open(name, loaded, settings(), (columns, rows));
            for key in keys {
                screen.press(key);
            }
            let shown = screen.trimmed();
            insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), shown);
            if columns < 60 {
                screen.press("Tab");
                insta::assert_snapshot!(format!("{name}-{columns}x{rows}-moves"), screen.trimmed());
            }
        }
    }
}
