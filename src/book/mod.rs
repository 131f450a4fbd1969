//! Layer 3: opening books — OBK, YFK, pfBook and XQB files. A position goes in, moves with scores come out.
//!
//! All four are SQLite files, and this is the only module that knows SQLite. Books are never written to, and nothing
//! appears beside them.

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
pub use lookup::{Book, Decode};
pub use row::Results;
pub use stats::Stats;
