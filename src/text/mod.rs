//! Layer 2: decoding, scanning, cleaning, measuring and searching text, for all readers and writers.

mod at;
mod clean;
mod examined;
mod fold;
pub(crate) mod foreign;
pub(crate) mod json;
pub(crate) mod scan;
pub(crate) mod source;
mod width;
pub(crate) mod xml;

pub use at::At;
#[cfg(feature = "tui")]
pub(crate) use clean::is_plain;
pub(crate) use clean::without_joiners;
pub use clean::{MOST_MARKS, clean, clean_line, is_hidden, is_mark};
#[cfg(feature = "tui")]
pub(crate) use clean::{typed, without_markup};
pub(crate) use examined::{examine, step};
pub use examined::{examined, limit_examined};
#[cfg(feature = "tui")]
pub(crate) use fold::Folded;
pub use fold::folded;
pub(crate) use fold::is_traditional;
pub use source::{Encoding, Family, Source, Unit, encoding_by_label};
pub use width::{columns, fit, is_ambiguous};

/// Texts one after another, with something between them.
#[cfg(feature = "tui")]
pub(crate) fn joined(texts: impl IntoIterator<Item = impl AsRef<str>>, between: &str) -> String {
    let texts: Vec<_> = texts.into_iter().collect();
    texts.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(between)
}

/// FNV-1a of some bytes: the same in every build, so that files may be named after it.
#[cfg(feature = "book")]
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}
