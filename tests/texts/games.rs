//! Real games, from the samples and the corpus.

use std::path::{Path, PathBuf};

use dapu::game::{Game, Move, Position, go, shogi, xiangqi};
use dapu::record::{NodeId, Note, Record};

use crate::common::{corpus_if_there, files_below, read};

/// The plies of a game, from the usual starting position.
pub(crate) type Moves = Vec<Move>;

/// The least and the most plies that are taken from a game.
pub(crate) const PLIES: [usize; 2] = [20, 120];

/// Of a file, at most so many games, and none of one with more bytes.
const MOST: (usize, usize) = (5, 100_000);

pub(crate) fn initial(game: Game) -> Position {
    match game {
        Game::Xiangqi => Position::Xiangqi(xiangqi::Position::initial()),
        Game::Shogi => Position::Shogi(shogi::Position::initial()),
        Game::Go => Position::Go(go::Position::new(go::Size::new(19, 19).unwrap())),
    }
}

/// The games of the samples and of the corpus that are long enough.
pub(crate) fn games(game: Game) -> Vec<Moves> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(game.name());
    let mut files = Vec::new();
    files_below(&samples, &mut files);
    if let Some(folder) = corpus_if_there(game.name()) {
        files_below(&folder, &mut files);
    }
    let mut games: Vec<Moves> =
        files.iter().filter(|file| has_grammar(file)).flat_map(of_file).collect();
    games.sort_by_key(|moves| moves.iter().map(|mv| mv.code()).collect::<String>());
    games.dedup();
    games
}

/// Whether the format of a file is not itself a text as people write them.
fn has_grammar(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["xqf", "pgn", "kif", "csa", "sgf"].contains(&extension.to_lowercase().as_str())
}

fn of_file(file: &PathBuf) -> Vec<Moves> {
    let bytes = std::fs::read(file).unwrap();
    let name = file.file_name().unwrap().to_string_lossy();
    let loaded = match read(&bytes, &name) {
        Ok(loaded) if bytes.len() <= MOST.1 => loaded,
        _ => return Vec::new(),
    };
    let records = (0..loaded.games().len().min(MOST.0)).filter_map(|game| loaded.game(game).ok());
    records.filter_map(|record| moves(&record)).collect()
}

/// The legal moves of a mainline without passes, if there are enough.
fn moves(record: &Record) -> Option<Moves> {
    let has_setup = record.tree.notes(NodeId::ROOT).any(|note| matches!(note, Note::Setup(_)));
    if record.start != initial(record.game()) || has_setup {
        return None;
    }
    let mut position = record.start.clone();
    let mut moves = Vec::new();
    for node in record.tree.mainline().skip(1) {
        let Some(mv) = record.tree.mv(node) else { break };
        let is_pass = mv.go().is_some_and(|mv| mv.point.is_none());
        let side = position.side_to_move();
        if is_pass || mv.side().is_some_and(|mover| mover != side) || position.check(mv).is_err() {
            break;
        }
        position.apply(mv);
        moves.push(mv);
    }
    moves.truncate(PLIES[1]);
    (moves.len() >= PLIES[0]).then_some(moves)
}
