//! Layer 4: files on disk: finding, loading and writing them, watching them while another program writes, and the
//! reading history.

pub mod address;
pub mod archive;
mod gzip;
pub mod history;
pub mod load;
mod open;
pub mod walk;
pub mod watch;
pub mod write;
