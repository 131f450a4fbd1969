//! Layer 2: decoding, scanning, cleaning, measuring, wrapping and searching text, for all readers and writers.

mod at;
mod clean;
mod fold;
pub(crate) mod foreign;
pub(crate) mod json;
pub(crate) mod scan;
pub(crate) mod source;
mod steps;
#[cfg(feature = "tui")]
mod table;
mod width;
pub(crate) mod xml;

pub use at::At;
#[cfg(feature = "tui")]
pub(crate) use clean::is_plain;
pub use clean::{MOST_MARKS, clean, clean_line, is_hidden, is_mark};
pub(crate) use fold::is_traditional;
pub use fold::{Pattern, folded};
pub use source::{Encoding, Family, Source, Text, Unit, encoding_by_label};
pub(crate) use steps::{Progress, step};
pub use steps::{limit_steps, steps};
#[cfg(feature = "tui")]
pub(crate) use table::{Align, Column, Cut, NAMES, Table, without_middle};
pub use width::{Ambiguous, columns, fit, is_ambiguous, wrap};
