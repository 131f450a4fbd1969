//! ICCS coordinates: `h2e2`, `H2-E2`.

use super::NotationError;
use crate::game::xiangqi::{Move, Square};

/// Reads an ICCS move of either case, with or without the dash. No position is needed.
///
/// # Errors
/// [`NotationError::Unreadable`] for anything else.
pub fn read_iccs(text: &str) -> Result<Move, NotationError> {
    let mut characters = text.chars().filter(|&character| character != '-');
    let mut square = || {
        let file = characters.next()?.to_ascii_lowercase();
        let rank = characters.next()?.to_digit(10)?;
        let file = (file as u32).checked_sub('a' as u32)?;
        Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    };
    let (from, to) = (square(), square());
    match (from, to, characters.next()) {
        (Some(from), Some(to), None) => Ok(Move { from, to }),
        _ => Err(NotationError::Unreadable),
    }
}
