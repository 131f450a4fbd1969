//! Opening the user's editor at a place in the file.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::report::Report;
use super::terminal;
use crate::files::write::temporary_text;

/// Opens the editor and waits for it to exit: `VISUAL`, then `EDITOR`, then vi. The variables are split into words as a
/// shell would.
pub(super) fn open(file: &Path, at: Option<(u32, u32)>) -> Result<(), Report> {
    let variables = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let editor = variables.into_iter().find(|value| !value.trim().is_empty());
    let editor = editor.unwrap_or_else(|| "vi".to_owned());
    let words = shell_words::split(&editor)
        .map_err(|error| Report::EditorFailed(format!("{editor}: {error}")))?;
    let (program, options) = words.split_first().ok_or(Report::NoEditor)?;
    // A relative path may begin with a dash.
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let child = Command::new(program).args(options).args(arguments(program, &file, at)).spawn();
    match child.and_then(|mut child| terminal::wait_for(&mut child)) {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Report::EditorFailed(status.to_string())),
        Err(error) => Err(Report::EditorFailed(format!("{editor}: {error}"))),
    }
}

/// Opens the editor with a text, and returns what it has become.
pub(super) fn write(text: &str) -> Result<String, Report> {
    fn failed(error: &io::Error) -> Report {
        Report::EditorFailed(error.to_string())
    }
    let file = temporary_text(text).map_err(|error| failed(&error))?;
    *open_text() = Some((file.as_ref().to_owned(), text.to_owned()));
    let opened = open(file.as_ref(), None);
    *open_text() = None;
    opened?;
    read(file.as_ref()).map_err(|error| failed(&error))
}

/// Reads the text that the editor has saved. Some editors replace the file.
fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LONGEST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The file with the text that is in the editor, and the text as it was before.
static OPEN_TEXT: Mutex<Option<(PathBuf, String)>> = Mutex::new(None);

fn open_text() -> MutexGuard<'static, Option<(PathBuf, String)>> {
    OPEN_TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the editor, which is still open, has made of the text. The file is removed.
pub(super) fn take_unfinished() -> Option<String> {
    let (path, before) = open_text().take()?;
    let text = read(&path).ok();
    let _ = std::fs::remove_file(path);
    text.filter(|text| *text != before)
}

/// The most that is taken of a text, in bytes.
const LONGEST: u64 = 64 * 1024;

fn with_line(file: &Path, line: u32, column: u32) -> PathBuf {
    let mut text = file.as_os_str().to_owned();
    text.push(format!(":{line}:{column}"));
    PathBuf::from(text)
}

/// The arguments that open a file at a location in an editor.
fn arguments(program: &str, file: &Path, at: Option<(u32, u32)>) -> Vec<PathBuf> {
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
    let Some((line, column)) = at else {
        return vec![file.to_owned()];
    };
    let option = match &*name {
        "code" | "codium" | "code-oss" => {
            return vec!["--wait".into(), "--goto".into(), with_line(file, line, column)];
        }
        "hx" | "helix" | "subl" | "zed" => return vec![with_line(file, line, column)],
        "vi" | "vim" | "nvim" | "view" | "gvim" => format!("+call cursor({line},{column})"),
        "nano" | "pico" => format!("+{line},{column}"),
        "emacs" | "emacsclient" | "kak" | "micro" => format!("+{line}:{column}"),
        _ => format!("+{line}"),
    };
    vec![option.into(), file.to_owned()]
}
