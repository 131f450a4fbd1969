//! Layer 4: files on disk: loading them, and watching them while another program writes.

pub mod load;
pub mod watch;
