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
    /// Pairs each file found below `from` with a path below `to`: the same relative path, with the extension of the format.
    /// Files whose new paths would be equal keep their own extension before it.
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
        let mut targets = HashMap::new();
        for path in found {
            let mut target = plain(path);
            if twice.contains(&target) && below(path) != target {
                target = below(path);
                target.as_mut_os_string().push(format!(".{extension}"));
            }
            targets.insert(path.clone(), target);
        }
        Self::Below(targets)
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
