//! Notations: KIF, KI2, CSA and that of western records. USI is the `Display` of a move.

mod csa;
mod japanese;
mod phrase;
mod qualifier;
mod western;

pub(crate) use csa::sign;
pub use csa::{csa, csa_move};
pub use japanese::{file_digit, hand, hand_count, ki2, kif, rank_kanji};
pub use phrase::{Meaning, Phrase};
pub(crate) use phrase::{digit_value, is_side_mark, kanji_value, marked_side};
pub use western::{Western, WesternMove};
