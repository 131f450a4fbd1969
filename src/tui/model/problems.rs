//! Problems: the one on the board, those among which it is, and which of them are solved.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Listed, State};
use crate::files::history::Tried;
use crate::library::referee::Referee;
use crate::record::{NodeId, Reread};
use crate::tui::background::{InCollection, problem_key};

/// The current problem.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui) struct Exercise {
    /// The node of its position.
    pub(in crate::tui) start: NodeId,
    /// How far the answer is shown, if partially.
    pub(in crate::tui) shown: Option<NodeId>,
    /// Where the last answer was played, if it is a wrong one of the record.
    pub(in crate::tui) wrong: Option<NodeId>,
    /// The replies of an engine, up to the last.
    pub(in crate::tui) replies: Vec<NodeId>,
}

impl Exercise {
    pub(in crate::tui) fn carry(&mut self, reread: &Reread) {
        self.start = reread.survivor(self.start);
        self.shown = self.shown.map(|shown| reread.survivor(shown));
        self.wrong = self.wrong.map(|wrong| reread.survivor(wrong));
        self.replies.iter_mut().for_each(|reply| *reply = reread.survivor(*reply));
    }
}

/// What the reader has made of problems.
#[derive(Debug, Default)]
pub(in crate::tui) struct Problems {
    /// Whether each problem that was tried is solved, by the key of its position.
    pub(in crate::tui) tried: Arc<Tried>,
    /// Those that have failed in this session.
    pub(in crate::tui) missed: BTreeSet<u64>,
    /// The list among whose problems the one on the board is, what distinguishes it from others that exist (where it is in the
    /// memory, and the game), and its size.
    pub(in crate::tui) among: Option<(Listed, usize, usize, usize)>,
    /// What is in it, as far as that is known.
    pub(in crate::tui) keys: Vec<InCollection>,
    /// After which node an answer was played that the record does not have, until it is judged.
    pub(in crate::tui) answered: Option<NodeId>,
    /// What judges answers that the record does not have.
    pub(in crate::tui) referee: Referee,
}

impl Problems {
    /// How many of the first files of a folder are whole games, which are left out of its list of problems.
    pub(in crate::tui) fn games_among(&self, files: usize) -> usize {
        let is_folder = self.among.is_some_and(|(of, ..)| of == Listed::Files);
        let known = self.keys.iter().take(files).filter(|_| is_folder);
        known.filter(|it| **it == InCollection::Game).count()
    }

    /// Notes that a problem is solved or has failed. One that was solved once stays so.
    pub(in crate::tui) fn note(&mut self, key: u64, is_solved: bool) {
        *Arc::make_mut(&mut self.tried).entry(key).or_default() |= is_solved;
        if !is_solved {
            self.missed.insert(key);
        }
    }
}

impl State {
    /// The row of the first problem in a list.
    pub(in crate::tui) fn first_problem(&self, list: Listed) -> usize {
        let folder = self.catalog.folder.as_ref().filter(|_| list == Listed::Files);
        folder.map_or(0, |folder| folder.folders.len())
    }

    /// `2/792`: which problem of the record, file or folder is on the board. `None` if there is only one.
    pub(in crate::tui) fn problem_number(&self) -> Option<String> {
        let desk = self.shown();
        let starts = desk.record.tree.problem_starts();
        let files = self.catalog.files.as_ref().map_or(&[][..], |files| files);
        let (here, count) = match (starts.len(), desk.loaded.games().len()) {
            (1, 1) => {
                let here = files.iter().position(|file| *file == desk.path)?;
                let games = [here, files.len()].map(|end| self.problems.games_among(end));
                (here - games[0], files.len() - games[1])
            }
            (1, count) => (desk.game, count),
            (count, _) => (starts.iter().position(|start| *start == desk.node())?, count),
        };
        (count > 1).then(|| format!("{}/{count}", here + 1))
    }

    /// The key of the problem on the board.
    pub(in crate::tui) fn problem_key(&self) -> u64 {
        let start = self.ui.mode.problem.as_ref().map_or(NodeId::ROOT, |problem| problem.start);
        problem_key(&self.desk.record, start)
    }

    /// How many problems of the list, or of the one on the board, are solved, and how many have failed.
    pub(in crate::tui) fn solved_and_failed(&self) -> [usize; 2] {
        let is_alone = self.problems.keys.is_empty();
        let alone = is_alone.then(|| self.problem_key());
        let keys = self.problems.keys.iter().filter_map(|it| it.key()).chain(alone);
        let results = keys.filter_map(|key| self.problems.tried.get(&key).copied());
        let (solved, failed): (Vec<bool>, Vec<bool>) = results.partition(|is_solved| *is_solved);
        [solved.len(), failed.len()]
    }

    /// What a list shows for a hidden result: in problem mode, whether the problem in a row is solved.
    pub(in crate::tui) fn in_place_of_result(&self, list: Listed, row: usize) -> &'static str {
        let texts = self.texts();
        let is_it = self.problems.among.is_some_and(|(of, ..)| of == list);
        let index = row.checked_sub(self.first_problem(list)).filter(|_| is_it);
        let key = index.and_then(|index| self.problems.keys.get(index)?.key());
        match key.map(|key| self.problems.tried.get(&key)) {
            None => "",
            Some(Some(true)) => texts.solved,
            Some(Some(false)) => texts.failed,
            Some(None) => texts.open,
        }
    }

    /// Whether a row of a list of problems has a whole game, which is no problem.
    pub(in crate::tui) fn is_whole_game(&self, list: Listed, row: usize) -> bool {
        let is_it = self.problems.among.is_some_and(|(of, ..)| of == list);
        let index = row.checked_sub(self.first_problem(list)).filter(|_| is_it);
        index.and_then(|index| self.problems.keys.get(index)) == Some(&InCollection::Game)
    }

    /// Whether results are hidden, because the reader follows with delay or solves problems.
    pub(in crate::tui) fn hides_results(&self) -> bool {
        self.ui.settings.hide_results || self.ui.mode.problem.is_some()
    }
}
