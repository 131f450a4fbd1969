//! The watched directories. The only user of notify, whose events serve only as wake-ups.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecursiveMode, Watcher};

use super::Wake;
use super::stamp::Stamp;

/// The directory of a path, and that of the file it resolves to. The file itself is not watched, since a watch on it
/// goes silent after a rename over it. The default watches nothing: for polling only.
#[derive(Default)]
pub(super) struct Directories {
    watcher: Option<notify::RecommendedWatcher>,
    watched: Vec<(PathBuf, Option<Stamp>)>,
    failure: Option<String>,
}

impl Directories {
    /// Watches nothing until [`Directories::refresh`] is called.
    pub(super) fn new(wake: Sender<Wake>) -> Self {
        let made = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let woken = match &event {
                Ok(event) if !matters(event) => return,
                Ok(event) => Wake::Changed(names(event), believed(event)),
                Err(_) => Wake::Changed(Vec::new(), None),
            };
            // The listening thread drops the watcher when it ends.
            let _ = wake.send(woken);
        });
        Self { failure: made.as_ref().err().map(reason), watcher: made.ok(), watched: Vec::new() }
    }

    /// Why no events are expected for a path in the directories, if so.
    pub(super) fn why_silent(&self, path: &Path) -> Option<String> {
        match &self.failure {
            Some(failure) => Some(format!("no events: {failure}")),
            None => Some(format!("{} sends no events", silent_file_system(path)?)),
        }
    }

    /// Watches what is not watched yet: at first, and after a directory was replaced or a symlink changed.
    pub(super) fn refresh(&mut self, path: &Path) {
        let Some(watcher) = self.watcher.as_mut() else {
            return;
        };
        let wanted = directories_of(path);
        let watched = self.watched.iter().map(|(path, stamp)| (path, stamp.map(Stamp::identity)));
        let now: Vec<_> =
            wanted.iter().map(|(path, stamp)| (path, stamp.map(Stamp::identity))).collect();
        if self.watched.len() == now.len() && watched.into_iter().all(|one| now.contains(&one)) {
            return;
        }
        for (directory, _) in self.watched.drain(..) {
            // A removed directory is no longer watched.
            let _ = watcher.unwatch(&directory);
        }
        self.failure = None;
        for (directory, stamp) in &wanted {
            // A missing directory is found by polling.
            if stamp.is_some()
                && let Err(error) = watcher.watch(directory, RecursiveMode::NonRecursive)
            {
                self.failure = Some(reason(&error));
            }
        }
        self.watched = wanted;
    }
}

/// Whether the limit of inotify instances has been reached (inotify_init(2)).
fn is_limit(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    let limits = [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE].map(|no| no.raw_os_error());
    #[cfg(not(unix))]
    let limits: [i32; 0] = [];
    let code = error.raw_os_error();
    code.is_some_and(|code| limits.contains(&code))
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => "the system's limit of watches is reached".to_owned(),
        notify::ErrorKind::Io(error) if is_limit(error) => {
            "the system's limit of watchers is reached".to_owned()
        }
        notify::ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    }
}

fn directories_of(path: &Path) -> Vec<(PathBuf, Option<Stamp>)> {
    let mut directories = vec![if path.is_dir() { path.to_owned() } else { parent(path) }];
    if let Ok(target) = path.canonicalize().map(|target| parent(&target))
        && !path.is_dir()
        && directories[0].canonicalize().ok().as_ref() != Some(&target)
    {
        directories.push(target);
    }
    let stamps: Vec<_> = directories.iter().map(|directory| Stamp::of(directory)).collect();
    directories.into_iter().zip(stamps).collect()
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("/"),
    }
}

/// Whether an event may indicate a change. Reading a file causes events, too; treating these as changes would make
/// every reading trigger another.
fn matters(event: &notify::Event) -> bool {
    match event.kind {
        EventKind::Create(_) | EventKind::Remove(_) => true,
        EventKind::Modify(kind) => !matches!(kind, ModifyKind::Metadata(_)),
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Any | EventKind::Other => event.need_rescan(),
    }
}

/// Whether an event proves that files changed, even if their sizes and times are equal. True if they were closed or
/// renamed, so that the writer is done; false if they were created, so that it has only begun. `None` if the file must
/// be checked.
fn believed(event: &notify::Event) -> Option<bool> {
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both)) => Some(true),
        EventKind::Create(_) => Some(false),
        _ => None,
    }
}

fn names(event: &notify::Event) -> Vec<std::ffi::OsString> {
    event.paths.iter().filter_map(|path| path.file_name().map(OsStr::to_owned)).collect()
}

/// The name of a file's file system if it sends no events, because it is remote or generates its files when they are
/// read.
#[cfg(target_os = "linux")]
fn silent_file_system(path: &Path) -> Option<&'static str> {
    // Magic numbers from statfs(2). The type of the field differs by system, even its sign, but they have 32 bits.
    Some(match rustix::fs::statfs(path).ok()?.f_type as u32 {
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
fn silent_file_system(_path: &Path) -> Option<&'static str> {
    None
}
