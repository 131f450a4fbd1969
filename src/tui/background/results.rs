//! Looks at what engines find in a game.

use std::path::Path;
use std::thread;

use super::Wanted;
use crate::files::notes::{Identity, state};
use crate::files::results::{Findings, Results};
use crate::files::watch::LOOK;
use crate::format::Loaded;

/// Reads what was found, and again whenever there is more, once a second while it is wanted.
pub(in crate::tui) fn follow_results(
    results: &Results,
    (loaded, path, game): (&Loaded, &Path, usize),
    wanted: &Wanted,
    send: &mut dyn FnMut(Findings) -> bool,
) {
    let Ok(record) = loaded.game(game) else { return };
    let identity = Identity::of(&record, path, game);
    let folder = results.folder(&identity);
    let mut seen = Vec::new();
    while wanted.is() {
        let now = state(&folder);
        if now != seen {
            // What cannot be read now may be there the next time.
            let is_wanted = results.read(&identity).is_ok_and(&mut *send);
            if !is_wanted && !wanted.is() {
                return;
            }
            seen = now;
        }
        thread::sleep(LOOK);
    }
}
