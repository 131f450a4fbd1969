//! The notes on many games at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Fit, Found, Identity, Notes, Reader, head};
use crate::files::canonical;
use crate::files::logs::files;
use crate::format::{Entry, Loaded};
use crate::game::Side;
use crate::record::{Key, Layer, Record};

/// The notes on all games. Those on a game are read when it is met.
#[derive(Debug, Default)]
pub struct Shelf {
    folders: Vec<(PathBuf, Vec<Identity>)>,
    layers: Mutex<BTreeMap<PathBuf, Layer>>,
}

impl Shelf {
    /// Finds all notes.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn open(notes: &Notes) -> io::Result<Self> {
        let entries = match fs::read_dir(&notes.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            entries => entries?,
        };
        let mut folders = Vec::new();
        for entry in entries.flatten() {
            let logs = files(&entry.path());
            let heads: Vec<Identity> = logs.iter().filter_map(|file| head(file)).collect();
            folders.extend((!heads.is_empty()).then(|| (entry.path(), heads)));
        }
        folders.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(Self { folders, layers: Mutex::default() })
    }

    /// Whether there are no notes at all.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The folders of all notes, with the descriptions of the game in each.
    pub fn folders(&self) -> &[(PathBuf, Vec<Identity>)] {
        &self.folders
    }

    /// The folder of the notes that fit a game best.
    pub fn of(&self, game: &Identity) -> Found {
        let mut fitting: BTreeMap<Fit, Vec<PathBuf>> = BTreeMap::new();
        for (folder, heads) in &self.folders {
            let fit = heads.iter().filter_map(|head| head.fit(game)).max();
            fit.into_iter().for_each(|fit| fitting.entry(fit).or_default().push(folder.clone()));
        }
        match fitting.pop_last() {
            None => Found::None,
            Some((_, mut folders)) if folders.len() == 1 => Found::One(folders.remove(0)),
            Some((_, folders)) => Found::Several(folders),
        }
    }

    /// What is in a folder, as it would be applied to a record.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn layer(&self, folder: &Path) -> io::Result<Layer> {
        let mut layers = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layer) = layers.get(folder) {
            return Ok(layer.clone());
        }
        let mut layer = Layer::default();
        layer.replay(&Reader::default().read(folder, None)?.unwrap_or_default().acts);
        layers.insert(folder.to_owned(), layer.clone());
        Ok(layer)
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
        if self.is_empty() {
            return Ok(None);
        }
        match self.of(&Identity::of(record, path, index)) {
            Found::One(folder) => self.layer(&folder).map(Some),
            Found::None | Found::Several(_) => Ok(None),
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
        if self.is_empty() {
            return BTreeSet::new();
        }
        let path = canonical(path);
        let heads = self.folders.iter().flat_map(|(_, heads)| heads);
        let here = heads.filter(|head| Path::new(&head.file) == path);
        here.map(|head| head.number.saturating_sub(1)).collect()
    }

    /// Whether there may be notes on a game with these players.
    fn may_fit(&self, entry: &Entry) -> bool {
        let keys = Side::BOTH.map(Key::Player);
        let headers = entry.some_headers(&keys);
        let players = keys.map(|key| headers.get(key).unwrap_or_default().to_owned());
        let mut heads = self.folders.iter().flat_map(|(_, heads)| heads);
        heads.any(|head| head.attached || head.has_players(&players))
    }
}
