//! The output paths of a conversion.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::format::Format;

/// Where to write each file.
pub(super) enum Targets {
    /// One file, or standard output.
    One(PathBuf),
    /// Files below a directory.
    Below(HashMap<PathBuf, PathBuf>),
}

impl Targets {
    /// The same relative paths below another directory, with the extension of the format. If two paths would be equal,
    /// both keep their original extension as well.
    pub(super) fn below(from: &Path, to: &Path, format: &Format, found: &[PathBuf]) -> Self {
        let extension = format.extensions.first().copied().unwrap_or(format.name);
        let below = |path: &PathBuf| match path.strip_prefix(from) {
            _ if from == Path::new(".") => to.join(path),
            Ok(rest) if !rest.as_os_str().is_empty() => to.join(rest),
            // A file was named instead of a directory.
            _ => to.join(path.file_name().unwrap_or_default()),
        };
        let plain = |path: &PathBuf| below(path).with_extension(extension);
        let mut seen = HashSet::new();
        let paths = found.iter().map(plain);
        let twice: HashSet<PathBuf> = paths.filter(|path| !seen.insert(path.clone())).collect();
        let target = |path: &PathBuf| {
            let plain = plain(path);
            if !twice.contains(&plain) || below(path) == plain {
                return (path.clone(), plain);
            }
            let mut whole = below(path).into_os_string();
            whole.push(format!(".{extension}"));
            (path.clone(), whole.into())
        };
        Self::Below(found.iter().map(target).collect())
    }

    /// The output path for a file.
    pub(super) fn of<'a>(&'a self, path: &'a Path) -> &'a Path {
        match self {
            Self::One(target) => target,
            Self::Below(targets) => targets.get(path).map_or(path, PathBuf::as_path),
        }
    }
}

/// `out.kif` becomes `out-07.kif`.
pub(super) fn numbered(path: &Path, number: usize, width: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
