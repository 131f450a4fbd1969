//! Where the games of a text begin.

use std::collections::HashSet;

use super::diagram::BARS;
use super::head;
use super::lines::{LineKind, classify, is_digit, is_step};
use crate::format::prose::is_game_heading;
use crate::game::Side;
use crate::game::shogi::notation::is_side_mark;
use crate::text::scan::{is_blank, lines};

/// Whether any line after the first move looks like a head. Most files have one game, and classifying every line takes
/// as long as reading them.
pub(super) fn may_go_on(text: &str) -> bool {
    const HEADS: [&str; 5] = ["#KIF", "手数", "手合割", "先手", "下手"];
    let is_rank = |line: &str| line.starts_with(BARS);
    let mut rest = lines(text).map(|line| line.text.trim_start_matches(is_blank));
    let mut has_ended = false;
    rest.any(|line| {
        line.starts_with(|first| is_digit(first) || is_side_mark(first)) || is_rank(line)
    }) && rest.any(|line| {
        let is_head = is_rank(line) || HEADS.iter().any(|head| line.starts_with(head));
        let goes_on = has_ended && !line.is_empty();
        has_ended = (has_ended || line.starts_with("まで")) && !line.starts_with('変');
        goes_on && has_ended
            || is_game_heading(line)
            || is_head
            || (line.starts_with(['#', '+', '-']) && line.contains("手数-"))
    })
}

/// Signs of a new game: the name of the start, a diagram or the column headings. A single name may be a remark among
/// the moves, but both names are as certain.
const START: u8 = FIRST_NAME | SECOND_NAME;
const FIRST_NAME: u8 = 1;
const SECOND_NAME: u8 = 2;
/// A head, not just a diagram of the position reached.
const NAMED: u8 = 4;
/// The ranks of a diagram.
const RANKS: u8 = 9;

/// Finds where games begin, line by line.
#[derive(Default)]
pub(super) struct GameSearch {
    pub(super) starts: Vec<usize>,
    /// The current game has moves, and the last significant line was not 変化, after which some files repeat the
    /// headings.
    moved: bool,
    /// Moves as in books come after the end of a game.
    pub(super) restarts: bool,
    /// Where the heading of another game is.
    next: Option<usize>,
    has_ended: bool,
    /// The number of the last numbered move.
    last: u32,
    /// Where the lines begin that may be the head of the next game, and the signs among them.
    head: Option<(usize, u8)>,
    /// The starts of games that only a diagram shows.
    pub(super) drawn: HashSet<usize>,
    /// The ranks so far of a problem without moves, whether its hand came before them, and where the next may begin.
    problem: (u8, bool, Option<usize>),
}

impl GameSearch {
    pub(super) fn take(&mut self, start: usize, text: &str) {
        let kind = classify(text);
        if !self.moved {
            self.take_problem(start, text, kind);
        }
        let sign = match kind {
            LineKind::Ignored if text.starts_with("#KIF") || text.contains("手数-") => {
                START | NAMED
            }
            LineKind::Header("手合割", _) => START | NAMED,
            LineKind::Rank(_) | LineKind::Played(_) => START,
            LineKind::Header("先手" | "下手", name) if name.contains("手：") => START | NAMED,
            LineKind::Header("先手" | "下手", _) => FIRST_NAME | NAMED,
            LineKind::Header("後手" | "上手", _) => SECOND_NAME | NAMED,
            LineKind::Header(..) => 0,
            LineKind::Ignored if text.starts_with('#') => 0,
            LineKind::Numbered(ply, text) if is_step(text) => {
                let next = std::mem::take(&mut self.next);
                if let Some(start) = next.filter(|_| ply == 1 && self.head.is_none()) {
                    self.starts.push(start);
                }
                self.moves(ply != self.last.wrapping_add(1));
                self.last = ply;
                return;
            }
            LineKind::Signed(_) => {
                self.starts.extend(self.next.take());
                self.restarts |= self.has_ended;
                return self.moves(true);
            }
            // A diagram of the final position, which belongs to the game, may come before these.
            LineKind::Variation(_) => {
                (self.head, self.moved, self.has_ended) = (None, false, false);
                self.next = None;
                return;
            }
            LineKind::Summary(_) => {
                (self.head, self.has_ended) = (None, true);
                self.next = None;
                return;
            }
            LineKind::Other(text) if self.moved && is_game_heading(text) => {
                self.next = Some(start);
                return;
            }
            _ => return,
        };
        if self.moved {
            self.head.get_or_insert((start, 0)).1 |= sign;
        }
    }

    /// Several diagrams without moves are several games. The next begins below the blank line after a diagram and its
    /// hand, at the latest with its diagram.
    fn take_problem(&mut self, start: usize, text: &str, kind: LineKind<'_>) {
        let (ranks, above, next) = &mut self.problem;
        let is_blank_line = text.trim_matches(is_blank).is_empty();
        match kind {
            LineKind::Rank(_) if *ranks < RANKS => *ranks += 1,
            LineKind::Rank(_) => {
                self.starts.push(next.filter(|next| *next > 0).unwrap_or(start));
                self.problem = (1, false, None);
            }
            LineKind::Turn(_) | LineKind::Played(_) => *next = None,
            LineKind::Ignored if text.contains("手数-") => *next = None,
            _ if head::hand(text).is_some_and(|(side, _)| side == Side::First) => match *ranks {
                0 => *above = true,
                _ if !*above => *next = None,
                _ => *next = next.filter(|next| *next > 0).or(Some(start)),
            },
            // Zero: a blank line has come.
            _ if is_blank_line && *ranks == RANKS => *next = next.or(Some(0)),
            _ if *next == Some(0) => *next = Some(start),
            _ => {}
        }
    }

    /// `restarts`: the numbering of moves starts over.
    fn moves(&mut self, restarts: bool) {
        self.problem = (0, false, None);
        let head = self.head.take();
        let certain = head.filter(|(_, signs)| restarts && *signs & START == START);
        if let Some((start, signs)) = certain {
            self.starts.push(start);
            if signs & NAMED == 0 {
                self.drawn.insert(start);
            }
        }
        self.moved = true;
    }
}
