//! Layer 3: opening books in OBK, YFK, pfBook and XQB files. Queries return the moves for a position, with scores.
//!
//! All four kinds are SQLite files, and only this module depends on SQLite. Books are never written to, and no files
//! are created beside them.

mod books;
mod database;
mod error;
mod header;
mod index;
mod key;
mod layout;
mod lookup;
mod row;
mod sample;
mod stats;
mod table;

pub use books::{Answer, BookMove, Books, Notice};
pub use error::BookError;
pub use index::Progress;
pub use key::{packed, zobrist};
pub use layout::BookFormat;
pub use lookup::Book;
pub use row::Results;
pub use stats::Stats;
