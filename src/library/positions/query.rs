//! Asks an index.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::store::{Store, damaged};
use super::tally::{self, Filter};
use super::{Answer, IndexError, Question, Reached, answer};
use crate::files::{CACHE, Variable, user_directory};
use crate::record::Place;

/// An index of the positions of a library, open for questions.
#[derive(Debug)]
pub(crate) struct Index {
    store: Store,
    /// The directories that were indexed.
    pub(crate) roots: Vec<PathBuf>,
    built: SystemTime,
}

impl Index {
    /// The usual place of the index: `$XDG_CACHE_HOME/dapu/index.sqlite`. `None` if there is none.
    pub(crate) fn usual(variable: Variable<'_>) -> Option<PathBuf> {
        Some(user_directory(variable, CACHE)?.join("index.sqlite"))
    }

    /// Opens an index; `None` if there is no such file.
    ///
    /// # Errors
    /// It is no index of this version, damaged or being written.
    pub(crate) fn open(path: &Path) -> Result<Option<Self>, IndexError> {
        let Some(store) = Store::open(path)? else {
            return Ok(None);
        };
        let roots = store.roots()?;
        let built = roots.iter().map(|(_, built)| *built).max().unwrap_or(0);
        let built = SystemTime::UNIX_EPOCH + Duration::from_secs(built.try_into().unwrap_or(0));
        let roots = roots.into_iter().map(|(root, _)| root).collect();
        Ok(Some(Self { store, roots, built }))
    }

    /// Whether everything at or below some canonical paths was indexed.
    pub(crate) fn covers(&self, below: &[PathBuf]) -> bool {
        below.iter().all(|path| self.roots.iter().any(|root| path.starts_with(root)))
    }

    /// What was played in a position in games at or below some canonical paths that meet the conditions, with a list of them if
    /// `listed`.
    ///
    /// # Errors
    /// The index is damaged, or being written.
    pub(crate) fn ask(
        &self,
        question: &Question,
        below: &[PathBuf],
        filter: &Filter,
        listed: bool,
    ) -> Result<Answer, IndexError> {
        // All of an answer is of one state of the file.
        self.store.0.execute("BEGIN", [])?;
        let answer = self.answered(question, below, filter, listed);
        self.store.0.execute("COMMIT", [])?;
        Ok(Answer { built: Some(self.built), ..answer? })
    }

    /// All games at or below some canonical paths, each once.
    ///
    /// # Errors
    /// As for [`Self::ask`].
    pub(crate) fn games(&self, below: &[PathBuf]) -> Result<Vec<Reached>, IndexError> {
        let mut games = self.store.games()?;
        let mut seen = HashSet::new();
        games.retain(|game| {
            let is_below = below.iter().any(|root| game.path.starts_with(root));
            is_below && (game.same == 0 || seen.insert(game.same))
        });
        Ok(games.iter().map(|game| game.reached(Place::START, false)).collect())
    }

    fn answered(
        &self,
        question: &Question,
        below: &[PathBuf],
        filter: &Filter,
        listed: bool,
    ) -> Result<Answer, IndexError> {
        let is_whole = |root: &PathBuf| below.iter().any(|path| root.starts_with(path));
        let is_all = self.roots.iter().all(is_whole);
        question.check()?;
        let counted = match is_all && filter.is_empty() && !listed {
            true => self.store.moves(question.key)?,
            false => None,
        };
        let mut hits = Vec::new();
        if counted.is_none() {
            hits = self.store.hits(question.key)?;
        }
        if question.corner.is_some() {
            hits.extend(self.store.places(question.key)?);
        }
        if hits.iter().any(|hit| hit.game.kind != question.position.game()) {
            return Err(damaged("games"));
        }
        if is_all {
            hits.retain(|hit| !hit.game.is_twin);
        } else {
            hits.retain(|hit| below.iter().any(|root| hit.game.path.starts_with(root)));
            tally::without_twins(&mut hits);
        }
        hits.retain(|hit| filter.admits(hit, question.is_same(hit.turn)));
        let answer = answer(question, hits, listed);
        Ok(match counted {
            Some((moves, games)) => Answer { games, moves: question.rows(moves), ..answer },
            None => answer,
        })
    }
}
