//! Layer 4: files on disk: loading them, and watching them while another program writes, and what is remembered of them.

pub mod history;
pub mod load;
pub mod watch;
