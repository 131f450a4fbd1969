//! Whether a file system sends events.

use std::path::Path;

/// The name of a file's file system if it sends no events, because it is remote or generates its files when they are
/// read.
#[cfg(target_os = "linux")]
pub(super) fn silent_file_system(path: &Path) -> Option<&'static str> {
    // Magic numbers from statfs(2).
    Some(match rustix::fs::statfs(path).ok()?.f_type {
        0x6969 => "NFS",
        0x517B | 0xFE53_4D42 | 0xFF53_4D42 => "SMB",
        0x6573_5546 => "FUSE (such as SSHFS)",
        0x0102_1997 => "9P (such as a WSL drive)",
        0x9FA0 => "/proc",
        0x6265_6572 => "/sys",
        _ => return None,
    })
}

/// The name of a file's file system if it is known to send no events.
#[cfg(not(target_os = "linux"))]
pub(super) fn silent_file_system(_path: &Path) -> Option<&'static str> {
    None
}
