//! Splitting files with several games. Kifu for Windows writes one game per file; collections concatenate them, each
//! with its own head.

use super::lines::{self, LineKind, is_digit};
use crate::game::shogi::notation::is_side_mark;

/// The offsets of the lines at which the second and later games begin.
pub(super) fn later_starts(text: &str) -> Vec<usize> {
    let mut search = Search::default();
    if !may_go_on(text) {
        return search.starts;
    }
    for line in lines::lines(text) {
        search.take(line.offset, line.text);
    }
    search.starts
}

/// Whether any line after the first move looks like a head. Most files have one game, and classifying every line takes
/// as long as reading them.
fn may_go_on(text: &str) -> bool {
    const HEADS: [&str; 7] = ["#KIF", "手数", "|", "｜", "手合割", "先手", "下手"];
    let mut lines = lines::lines(text).map(|line| lines::unquoted(line.text));
    lines.any(|line| line.starts_with(|first| is_digit(first) || is_side_mark(first)))
        && lines.any(|line| {
            let is_head = HEADS.iter().any(|head| line.starts_with(head));
            is_head || (line.starts_with(['#', '+', '-']) && line.contains("手数-"))
        })
}

#[derive(Default)]
struct Search {
    starts: Vec<usize>,
    /// The current game has moves, and the last significant line was not 変化, after which some files repeat the
    /// headings.
    moved: bool,
    /// The number of the last numbered move.
    last: u32,
    head: Option<Head>,
}

/// Lines after the moves of a game that may be the head of the next one.
#[derive(Default)]
struct Head {
    start: usize,
    /// The name of the start, a diagram or the column headings.
    has_start: bool,
    has_names: [bool; 2],
}

impl Head {
    /// A single name may be a remark among the moves.
    fn is_certain(&self) -> bool {
        self.has_start || self.has_names == [true; 2]
    }
}

impl Search {
    fn take(&mut self, start: usize, text: &str) {
        match lines::classify(text) {
            LineKind::Ignored if text.starts_with("#KIF") || text.contains("手数-") => {
                self.head(start, |head| head.has_start = true);
            }
            LineKind::Rank(_) | LineKind::Played(_) => {
                self.head(start, |head| head.has_start = true);
            }
            LineKind::Ignored if text.starts_with('#') => self.head(start, |_| {}),
            LineKind::Header(key, _) => self.head(start, |head| match key {
                "手合割" => head.has_start = true,
                "先手" | "下手" => head.has_names[0] = true,
                "後手" | "上手" => head.has_names[1] = true,
                _ => {}
            }),
            LineKind::Numbered(ply, text) if lines::is_step(text) => {
                self.moves(ply != self.last.wrapping_add(1));
                self.last = ply;
            }
            LineKind::Signed(_) => self.moves(true),
            // A diagram of the final position, which belongs to the game, may come before these.
            LineKind::Variation(_) => {
                self.head = None;
                self.moved = false;
            }
            LineKind::Summary(_) => self.head = None,
            _ => {}
        }
    }

    fn head(&mut self, start: usize, note: impl Fn(&mut Head)) {
        if self.moved {
            note(self.head.get_or_insert_with(|| Head {
                start,
                ..Head::default()
            }));
        }
    }

    /// `restarts`: the numbering of moves starts over.
    fn moves(&mut self, restarts: bool) {
        let head = self.head.take();
        let head = head.filter(|head| restarts && head.is_certain());
        self.starts.extend(head.map(|head| head.start));
        self.moved = true;
    }
}
