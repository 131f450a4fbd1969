//! Splitting files with several games. Kifu for Windows writes one game per file; collections concatenate them, each
//! with its own head.

use super::lines::{self, LineKind, is_digit};
use crate::format::ReadError;
use crate::format::games::{Extent, Games};
use crate::game::shogi::notation::is_side_mark;
use crate::text::scan::is_blank;

/// Finds the games of a text.
pub(super) fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut search = Search::default();
    if may_go_on(text) {
        for line in lines::lines(text) {
            search.take(line.offset, line.text);
        }
    }
    let mut games = Games::default();
    let mut start = 0;
    for end in search.starts.into_iter().chain([text.len()]) {
        games.ranges.push(start..end);
        start = end;
    }
    Ok(games)
}

/// Whether any line after the first move looks like a head. Most files have one game, and classifying every line takes
/// as long as reading them.
fn may_go_on(text: &str) -> bool {
    const HEADS: [&str; 6] = ["#KIF", "手数", "|", "手合割", "先手", "下手"];
    let mut lines = lines::lines(text).map(|line| line.text.trim_start_matches(is_blank));
    lines.any(|line| line.starts_with(|first| is_digit(first) || is_side_mark(first)))
        && lines.any(|line| {
            let is_head = HEADS.iter().any(|head| line.starts_with(head));
            is_head || (line.starts_with(['#', '+', '-']) && line.contains("手数-"))
        })
}

/// Signs of a new game: the name of the start, a diagram or the column headings. A single name may be a remark among
/// the moves, but both names are as certain.
const START: u8 = FIRST_NAME | SECOND_NAME;
const FIRST_NAME: u8 = 1;
const SECOND_NAME: u8 = 2;

#[derive(Default)]
struct Search {
    starts: Vec<usize>,
    /// The current game has moves, and the last significant line was not 変化, after which some files repeat the
    /// headings.
    moved: bool,
    /// The number of the last numbered move.
    last: u32,
    /// Where the lines begin that may be the head of the next game, and the signs among them.
    head: Option<(usize, u8)>,
}

impl Search {
    fn take(&mut self, start: usize, text: &str) {
        let sign = match lines::classify(text) {
            LineKind::Ignored if text.starts_with("#KIF") || text.contains("手数-") => START,
            LineKind::Rank(_) | LineKind::Played(_) | LineKind::Header("手合割", _) => START,
            LineKind::Header("先手" | "下手", _) => FIRST_NAME,
            LineKind::Header("後手" | "上手", _) => SECOND_NAME,
            LineKind::Header(..) => 0,
            LineKind::Ignored if text.starts_with('#') => 0,
            LineKind::Numbered(ply, text) if lines::is_step(text) => {
                self.moves(ply != self.last.wrapping_add(1));
                self.last = ply;
                return;
            }
            LineKind::Signed(_) => return self.moves(true),
            // A diagram of the final position, which belongs to the game, may come before these.
            LineKind::Variation(_) => {
                (self.head, self.moved) = (None, false);
                return;
            }
            LineKind::Summary(_) => {
                self.head = None;
                return;
            }
            _ => return,
        };
        if self.moved {
            self.head.get_or_insert((start, 0)).1 |= sign;
        }
    }

    /// `restarts`: the numbering of moves starts over.
    fn moves(&mut self, restarts: bool) {
        let head = self.head.take();
        let certain = head.filter(|(_, signs)| restarts && *signs == START);
        self.starts.extend(certain.map(|(start, _)| start));
        self.moved = true;
    }
}
