//! Asks an index.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::game::{KeptGame, Status};
use super::store::{Store, TOGETHER, damaged};
use super::tally::{self, Filter, Hit, Source};
use super::{Answer, IndexError, Question, answer};
use crate::files::{CACHE, Variable, user_directory};

/// An index of the positions of a library, open for questions.
#[derive(Debug)]
pub(crate) struct Index {
    store: Store,
    /// The directories that were indexed.
    pub(crate) roots: Vec<PathBuf>,
    built: SystemTime,
}

/// What was read of the index for one answer.
struct Cache<'a> {
    store: &'a Store,
    paths: HashMap<u32, PathBuf>,
    games: (u32, Vec<KeptGame>),
}

impl Source for Cache<'_> {
    fn name(&mut self, number: u32) -> Result<String, IndexError> {
        self.store.name(number)
    }

    fn path(&mut self, number: u32) -> Result<PathBuf, IndexError> {
        match self.paths.entry(number) {
            Entry::Occupied(path) => Ok(path.get().clone()),
            Entry::Vacant(path) => Ok(path.insert(self.store.path(number)?).clone()),
        }
    }
}

impl Cache<'_> {
    fn game(&mut self, number: u32) -> Result<KeptGame, IndexError> {
        let together = TOGETHER as u32;
        let id = number / together;
        if self.games.1.is_empty() || self.games.0 != id {
            self.games = (id, self.store.games_in(id)?);
        }
        Ok(self.games.1[(number % together) as usize])
    }
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

    fn answered(
        &self,
        question: &Question,
        below: &[PathBuf],
        filter: &Filter,
        listed: bool,
    ) -> Result<Answer, IndexError> {
        let is_whole = |root: &PathBuf| below.iter().any(|path| root.starts_with(path));
        let is_all = self.roots.iter().all(is_whole);
        let mut reader =
            Cache { store: &self.store, paths: HashMap::new(), games: (0, Vec::new()) };
        let counted = if is_all && filter.is_empty() && !listed {
            self.store.often(question.key)?
        } else {
            None
        };
        if let Some((moves, games)) = counted {
            let moves = question.rows(moves, &mut reader)?;
            return Ok(Answer { games, moves, ..Answer::default() });
        }
        let mut hits = self.hits(question, &mut reader)?;
        if is_all {
            hits.retain(|hit| hit.game.state == Status::Counted);
        } else {
            let mut kept = Vec::new();
            for hit in hits {
                let path = reader.path(hit.game.file)?;
                kept.extend(below.iter().any(|root| path.starts_with(root)).then_some(hit));
            }
            hits = kept;
            tally::without_twins(&mut hits, &mut reader)?;
        }
        tally::filter(&mut hits, filter, question.turn(), &mut reader)?;
        answer(question, &hits, listed, &mut reader)
    }

    /// The games in which a position was reached, duplicates included.
    fn hits(&self, question: &Question, reader: &mut Cache<'_>) -> Result<Vec<Hit>, IndexError> {
        let rows = self.store.block_of(question.key)?.map_or_else(Vec::new, |block| block.rows);
        let mut hits = Vec::new();
        for row in rows.into_iter().filter(|row| row.key == question.key) {
            let game = reader.game(row.game)?;
            if game.kind != question.position.game() && game.is_alive() {
                return Err(damaged("games"));
            }
            let hit = Hit { id: row.game, game, ply: row.ply, code: row.code };
            hits.extend(game.is_alive().then_some(hit));
        }
        Ok(hits)
    }
}
