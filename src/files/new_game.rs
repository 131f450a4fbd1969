//! New games: they have a name before there is a file, and are in the notes until they are written. A file that dapu wrote
//! stays the user's own record while it holds what dapu wrote.

use std::path::{Path, PathBuf};

use super::load::{self, Cause, LoadError, LoadOptions};
use super::notes::{Identity, Notes, Shelf};
use super::watch::Opened;
use crate::format::{self, Format, Loaded};
use crate::game::{Game, go, shogi, xiangqi};
use crate::record::{Key, Layer, Record};

/// The format that dapu writes under a name.
pub fn format_of(path: &Path) -> Option<&'static Format> {
    format::by_extension(&path.extension()?.to_string_lossy())
}

/// The game that a name stands for, if its format has only one.
pub fn game_of(path: &Path) -> Option<Game> {
    let [game] = format_of(path)?.games else { return None };
    Some(*game)
}

/// The usual extension of a text format of a game.
pub fn extension(game: Game) -> &'static str {
    match game {
        Game::Xiangqi => "pgn",
        Game::Shogi => "kif",
        Game::Go => "sgf",
    }
}

/// A name that neither a file nor a game in the notes has: `new.kif`, or else `new-2.kif`.
pub fn free(game: Game, notes: Option<&Notes>) -> PathBuf {
    let (shelf, extension) = (Shelf::of_all(notes), extension(game));
    let others = (2..).map(|nth| format!("new-{nth}.{extension}").into());
    let mut names = std::iter::once(format!("new.{extension}").into()).chain(others);
    let free = names.find(|name: &PathBuf| !name.exists() && shelf.new_game(name).is_none());
    free.unwrap_or_default()
}

/// The new game with a name that is in the notes, as it began.
pub fn resumed(path: &Path, notes: Option<&Notes>) -> Option<Opened> {
    let shelf = Shelf::of_all(notes);
    let head = shelf.new_game(path)?;
    let game = Game::ALL.into_iter().find(|game| game.name() == head.game)?;
    begin(path, game, &head.start)
}

/// The user's own record in a file that dapu wrote as a new game and that holds it still.
pub fn own(path: &Path, notes: Option<&Notes>) -> Option<Opened> {
    let digest = notes?.written(path)?;
    let record = load::load(path, LoadOptions::default()).ok()?.game(0).ok()?;
    let opened = begin(path, record.game(), &Identity::of(&record, path, 0).start)?;
    let mut start = Record::clone(&*opened.loaded.game(0).ok()?);
    for key in [Key::Handicap, Key::Size] {
        start.headers.set_missing(key, record.headers.get(key).unwrap_or_default());
    }
    let layer = Layer::of(&record, &start)?;
    let loaded = Loaded::one(opened.loaded.format, None, start);
    let has_more = Shelf::of_all(notes).new_game(path).is_some();
    let mut opened = Opened::new_game(path, loaded);
    opened.own = Some((layer, (digest, has_more)));
    Some(opened)
}

/// A game without moves, from a position, a handicap, or nothing; in Go also from the size of the board, as `13x13`. `None` if
/// there is no such start.
pub fn begin(path: &Path, game: Game, start: &str) -> Option<Opened> {
    let parsed = load::parse(text(game, start)?.as_bytes(), "", LoadOptions::default()).ok()?;
    let record = Record::clone(&*parsed.game(0).ok()?);
    let format = format_of(path).or_else(|| format::by_extension(extension(game)))?;
    let is_start = record.game() == game && record.tree.len() == 1;
    is_start.then(|| Opened::new_game(path, Loaded::one(format, None, record)))
}

/// The new game with a name: that in its own file or the notes, or else one from the usual start.
///
/// # Errors
/// There is another file of this name.
pub fn open(path: &Path, notes: Option<&Notes>) -> Result<Opened, LoadError> {
    let game = game_of(path).unwrap_or(Game::Xiangqi);
    let opened = match path.exists() {
        true => own(path, notes),
        false => resumed(path, notes).or_else(|| begin(path, game, "")),
    };
    opened.ok_or_else(|| LoadError::new(path, Cause::NoRecord))
}

/// A start as a text that can be read.
fn text(game: Game, start: &str) -> Option<String> {
    Some(match game {
        Game::Xiangqi if start.is_empty() => xiangqi::Position::initial().fen(),
        Game::Shogi if start.is_empty() => shogi::Position::initial().sfen(1),
        Game::Go if start.is_empty() => go::Position::new(go::Size::USUAL).sgf(),
        Game::Go if !start.starts_with('(') => go_text(start)?,
        Game::Shogi if !start.contains('/') => shogi::Handicap::start(start, false)?.sfen(1),
        Game::Xiangqi | Game::Shogi | Game::Go => start.to_owned(),
    })
}

/// `4` is a handicap, `13x13` a size.
fn go_text(start: &str) -> Option<String> {
    if let Some((columns, rows)) = start.split_once('x') {
        let size = go::Size::new(columns.parse().ok()?, rows.parse().ok()?)?;
        return Some(go::Position::new(size).sgf());
    }
    let points = go::handicap(start.parse().ok()?, go::Size::USUAL).into_iter();
    let stones: String = points.map(|point| format!("[{point}]")).collect();
    (!stones.is_empty()).then(|| format!("(;GM[1]FF[4]SZ[19]HA[{start}]AB{stones}PL[W])"))
}
