//! The notes on many games at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Fit, Identity, Notes, Reader, heads};
use crate::files::canonical;
use crate::format::{Entry, Loaded};
use crate::game::Side;
use crate::record::{Key, Layer, Record};

/// The notes on all games. Those on a game are read when it is met.
#[derive(Debug, Default)]
pub struct Shelf(Vec<(PathBuf, Vec<Identity>)>);

impl Shelf {
    /// Finds all notes.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn open(notes: &Notes) -> io::Result<Self> {
        let entries = match fs::read_dir(&notes.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            entries => entries?,
        };
        let mut folders = Vec::new();
        for entry in entries.flatten() {
            let heads = heads(&entry.path());
            folders.extend((!heads.is_empty()).then(|| (entry.path(), heads)));
        }
        folders.sort_by(|one: &(PathBuf, _), other| one.0.cmp(&other.0));
        Ok(Self(folders))
    }

    /// The folders of all notes, with the descriptions of the game in each.
    pub fn folders(&self) -> &[(PathBuf, Vec<Identity>)] {
        &self.0
    }

    /// The folders of the notes that fit a game best; several if they fit equally.
    pub fn of(&self, game: &Identity) -> Vec<PathBuf> {
        let mut fitting: BTreeMap<Fit, Vec<PathBuf>> = BTreeMap::new();
        for (folder, heads) in &self.0 {
            let fit = heads.iter().filter_map(|head| head.fit(game)).max();
            fit.into_iter().for_each(|fit| fitting.entry(fit).or_default().push(folder.clone()));
        }
        fitting.pop_last().map(|(_, folders)| folders).unwrap_or_default()
    }

    /// A game of a file with the notes on it. `index` is that of the game, from 0.
    ///
    /// # Errors
    /// The notes cannot be read.
    pub fn noted(
        &self,
        record: &Arc<Record>,
        path: &Path,
        index: usize,
    ) -> io::Result<Arc<Record>> {
        let layer = self.layer_on(record, path, index)?;
        Ok(layer.map_or_else(|| Arc::clone(record), |layer| Arc::new(layer.merged(record))))
    }

    /// What is in the notes on a game of a file.
    ///
    /// # Errors
    /// The notes cannot be read.
    pub fn layer_on(
        &self,
        record: &Record,
        path: &Path,
        index: usize,
    ) -> io::Result<Option<Layer>> {
        if self.0.is_empty() {
            return Ok(None);
        }
        match &self.of(&Identity::of(record, path, index))[..] {
            [folder] => layer(folder).map(Some),
            _ => Ok(None),
        }
    }

    /// Adds the notes to the games of a file.
    ///
    /// # Errors
    /// The notes cannot be read.
    pub fn add_to(&self, loaded: &mut Loaded, path: &Path) -> io::Result<()> {
        for index in 0..loaded.games.len() {
            // Most games need not be read for it.
            if self.may_fit(&loaded.games[index])
                && let Ok(record) = loaded.game(index)
            {
                let noted = self.noted(&record, path, index)?;
                loaded.set_game(index, noted);
            }
        }
        Ok(())
    }

    /// The indexes of the games of a file that have notes, as far as these name the file. The games are not read for it.
    pub fn games_of(&self, path: &Path) -> BTreeSet<usize> {
        if self.0.is_empty() {
            return BTreeSet::new();
        }
        let path = canonical(path);
        let heads = self.0.iter().flat_map(|(_, heads)| heads);
        let here = heads.filter(|head| Path::new(&head.file) == path);
        here.map(|head| head.number.saturating_sub(1)).collect()
    }

    /// Whether there may be notes on a game with these players.
    fn may_fit(&self, entry: &Entry) -> bool {
        let keys = Side::BOTH.map(Key::Player);
        let headers = entry.some_headers(&keys);
        let players = keys.map(|key| headers.get(key).unwrap_or_default().to_owned());
        let mut heads = self.0.iter().flat_map(|(_, heads)| heads);
        heads.any(|head| head.attached || head.has_players(&players))
    }
}

/// What is in a folder, as it would be applied to a record.
///
/// # Errors
/// It cannot be read.
pub fn layer(folder: &Path) -> io::Result<Layer> {
    let mut layer = Layer::default();
    layer.replay(&Reader::default().read(folder, None)?.acts);
    Ok(layer)
}
