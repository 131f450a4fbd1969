//! The notation of a place in a file: `FILE#GAME:PLACE`.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::archive;
use super::load::show_path;
use crate::record::{Lines, NodeId, Place, PlaceError, Tree};

/// A file, and optionally a game and a place in it: `games.pgn#2:3.2-10` is ply 10 of a line of the second game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The file; `-` is standard input.
    pub path: PathBuf,
    /// The index of the game in the file.
    pub game: Option<usize>,
    /// The place in the game.
    pub place: Option<Place>,
}

/// The argument names a line and a column of a file, as messages do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is a line and a column; a place is FILE:PLY or FILE:PLY.BRANCH-PLY")]
pub struct LineAndColumn(pub String);

impl Address {
    /// A game of a file, by its index, and a place in it.
    pub fn new(path: impl Into<PathBuf>, game: Option<usize>, place: Option<Place>) -> Self {
        Self { path: path.into(), game, place }
    }

    /// Parses an argument. An existing file with this exact name takes precedence. Otherwise the argument is split from
    /// the right, and whatever is not a place or game number belongs to the name. A name that is not valid Unicode is
    /// never split.
    ///
    /// # Errors
    /// The argument names a line and a column of the file.
    pub fn parse(argument: &OsStr) -> Result<Self, LineAndColumn> {
        let (name, place) = match argument.to_str() {
            Some(name) if !is_there(name) => split(name, ':', |text| text.parse().ok()),
            _ => return Ok(Self::from(PathBuf::from(argument))),
        };
        let is_at_place = place.as_ref().is_some_and(Place::is_on_mainline) && !is_there(name);
        if is_at_place && split(name, ':', game_number).1.is_some() {
            return Err(LineAndColumn(show_path(Path::new(argument))));
        }
        let (name, game) =
            if is_there(name) { (name, None) } else { split(name, '#', game_number) };
        Ok(Self::new(name, game.map(|number| number - 1), place))
    }

    /// Whether there is such a file, on the disk or in an archive.
    pub fn is_there(&self) -> bool {
        self.path.exists() || archive::is_in_archive(&self.path)
    }

    /// The node of the place in the game's record, or the end of the mainline if there is no place.
    ///
    /// # Errors
    /// The record does not have the place.
    pub fn node(&self, tree: &Tree, lines: &Lines) -> Result<NodeId, PlaceError> {
        let place = self.place.as_ref();
        place.unwrap_or(&Place::MAIN_END).find(tree, lines)
    }
}

impl From<PathBuf> for Address {
    /// The whole file.
    fn from(path: PathBuf) -> Self {
        Self::new(path, None, None)
    }
}

impl fmt::Display for Address {
    /// The notation that can be parsed again, without control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show_path(&self.path))?;
        if let Some(game) = self.game {
            write!(f, "#{}", game + 1)?;
        }
        match &self.place {
            Some(place) => write!(f, ":{place}"),
            None => Ok(()),
        }
    }
}

fn is_there(name: &str) -> bool {
    name == "-" || fs::symlink_metadata(name).is_ok() || archive::is_in_archive(Path::new(name))
}

/// The parts before and after the last separator, if the second part can be parsed and the first is not empty.
fn split<T>(text: &str, separator: char, read: impl Fn(&str) -> Option<T>) -> (&str, Option<T>) {
    let (before, after) = text.rsplit_once(separator).unwrap_or_default();
    match (before, read(after)) {
        ("", _) | (_, None) => (text, None),
        halves => halves,
    }
}

/// Parses ASCII digits without leading zeros, from 1, and returns the index.
pub fn game_number(text: &str) -> Option<usize> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = is_number && !text.starts_with('0');
    is_plain.then(|| text.parse().ok())?
}
