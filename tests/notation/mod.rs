//! Moves in words: in the notations of each game, as typed, and as quoted in prose.

mod quoted;
mod typed;
mod xiangqi;
