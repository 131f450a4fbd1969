//! Move notation: KIF, KI2 and CSA. USI is the `Display` of a move.

mod csa;
mod japanese;
mod spelling;
mod which;

pub use csa::{csa, csa_move};
pub use japanese::{file_digit, hand, hand_count, ki2, kif, rank_kanji};
pub use spelling::{Meaning, Spelling, digit_value, is_side_mark};
