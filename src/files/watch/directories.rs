//! The watched directories. The only user of notify, whose events serve only as wake-ups.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecursiveMode, Watcher};

use super::Wake;
use super::stamp::Stamp;
use crate::crash::locked;

/// The names of files that events are about; the empty name if it may be any. Files have changed if the rest is known:
/// their writer is done if true, or has only begun if false.
pub(super) type Touched = HashMap<OsString, Option<bool>>;

/// Adds what an event says of a file. What is known prevails.
fn touch(touched: &mut Touched, name: OsString, believed: Option<bool>) {
    let before = touched.entry(name).or_default();
    *before = believed.max(*before);
}

/// The directories of paths, and those of the files that they resolve to. The files themselves are not watched, since a
/// watch on one goes silent after a rename over it. The default watches nothing: for polling only.
#[derive(Default)]
pub(super) struct Directories {
    watcher: Option<notify::RecommendedWatcher>,
    watched: BTreeMap<PathBuf, Option<(u64, u64)>>,
    failure: Option<String>,
    /// What events said that nobody has asked for yet: no more than there are files, however many events.
    touched: Arc<Mutex<Touched>>,
}

impl Directories {
    /// Watches nothing until [`Directories::refresh`] is called.
    pub(super) fn new(wake: Sender<Wake>) -> Self {
        let touched: Arc<Mutex<Touched>> = Arc::default();
        let told = Arc::clone(&touched);
        let made = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let (names, believed) = match &event {
                Ok(event) if !matters(event) => return,
                Ok(event) => (names(event), believed(event)),
                Err(_) => (Vec::new(), None),
            };
            let mut touched = locked(&told);
            let is_first = touched.is_empty();
            match names.is_empty() {
                true => touch(&mut touched, OsString::new(), None),
                false => names.into_iter().for_each(|name| touch(&mut touched, name, believed)),
            }
            if is_first {
                // The listening thread drops the watcher when it ends.
                let _ = wake.send(Wake::Changed);
            }
        });
        let failure = made.as_ref().err().map(reason);
        Self { watcher: made.ok(), failure, touched, ..Self::default() }
    }

    /// Moves what events have said to a place where it is handled.
    pub(super) fn take_touched(&self, to: &mut Touched) {
        let touched = std::mem::take(&mut *locked(&self.touched));
        touched.into_iter().for_each(|(name, believed)| touch(to, name, believed));
    }

    /// Why no events are expected for a path in the directories, if so.
    pub(super) fn why_silent(&self, path: &Path) -> Option<String> {
        match &self.failure {
            Some(failure) => Some(format!("no events: {failure}")),
            None => Some(format!("{} sends no events", silent_file_system(path)?)),
        }
    }

    /// Watches what is not watched yet: at first, and after a directory was replaced or a symlink changed.
    pub(super) fn refresh(&mut self, paths: &[PathBuf]) {
        let Some(watcher) = self.watcher.as_mut() else {
            return;
        };
        let directories: BTreeSet<PathBuf> =
            paths.iter().flat_map(|it| directories_of(it)).collect();
        let identity = |directory: &PathBuf| Stamp::of(directory).map(Stamp::identity);
        let wanted = directories.into_iter().map(|directory| (identity(&directory), directory));
        let wanted: BTreeMap<_, _> = wanted.map(|(id, directory)| (directory, id)).collect();
        if self.watched == wanted {
            return;
        }
        for directory in self.watched.keys() {
            // A removed directory is no longer watched.
            let _ = watcher.unwatch(directory);
        }
        self.failure = None;
        for (directory, identity) in &wanted {
            // A missing directory is found by polling.
            if identity.is_some()
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

fn directories_of(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut directories = vec![parent(path)];
    if path.is_symlink()
        && let Ok(target) = path.canonicalize().map(|target| parent(&target))
        && directories[0].canonicalize().ok().as_ref() != Some(&target)
    {
        directories.push(target);
    }
    directories
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

fn names(event: &notify::Event) -> Vec<OsString> {
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
