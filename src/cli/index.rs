//! `dapu index`: keeps the positions of directories in an index.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::ValueHint;

use super::error::{Error, Exit};
use super::files::{file_error, progress_line};
use super::options::{Printing, examples};
use super::output::{Output, lang};
use super::stats::index_path;
use crate::files::canonical;
use crate::files::load::show_path;
use crate::format::count;
use crate::library::interrupts::end_on_ctrl_c;
use crate::library::positions::{self, Built, IndexError, Stage};

/// Arguments of `dapu index`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu index games", "reads a directory, or what has changed in it"),
    ("dapu stats --position game.xqf:4 games", "asks the index"),
]))]
pub struct IndexArgs {
    /// Directories with records, searched recursively
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, default_value = ".")]
    directories: Vec<PathBuf>,
    /// The file of the index, if it is not the usual one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    index: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

pub(super) fn run(args: &IndexArgs) -> Result<Exit, Error> {
    let mut out = Output::new(false, args.printing.is_colored());
    let missing = args.directories.iter().find(|directory| !directory.exists());
    if let Some(missing) = missing {
        return Err(file_error(missing, "no such file or directory"));
    }
    let roots: Vec<PathBuf> =
        args.directories.iter().map(|directory| canonical(directory)).collect();
    let path = index_path(args.index.as_deref());
    let path =
        path.ok_or_else(|| Error::Usage("--index FILE: there is no usual place".to_owned()))?;
    let stop = Arc::new(AtomicBool::new(false));
    end_on_ctrl_c(&stop);
    let mut progress = |stage: Stage<'_>| {
        out.progress(|| match stage {
            Stage::Reading(progress) => progress_line(progress),
            Stage::Writing(done) => format!("writing, {:.0}%", done * 100.0),
        });
        true
    };
    let built = positions::build(&path, &roots, args.index.is_some(), &stop, &mut progress);
    if built.as_ref().is_err_and(|error| *error == IndexError::Stopped) {
        out.report(&"stopped; nothing was written");
        out.flush()?;
        return Ok(Exit::Signal(2));
    }
    let built = built.map_err(|error| file_error(&path, error))?;
    let name = show_path(&path);
    if let Some(why) = &built.rebuilt {
        out.report(&format!("{name}: {why}; built anew"));
    }
    if !args.printing.quiet {
        built.left_out.iter().for_each(|what| out.report(what));
        out.line(&lang().say(&summary(&built, &name)))?;
    }
    out.flush()?;
    Ok(if built.failed { Exit::Failed } else { Exit::Fine })
}

/// `100000 games (412 twice), 24803112 positions in index.sqlite; 3 files read, 1 gone`
fn summary(built: &Built, name: &str) -> String {
    let twice = if built.twins > 0 { format!(" ({} twice)", built.twins) } else { String::new() };
    let gone = if built.gone > 0 { format!(", {} gone", built.gone) } else { String::new() };
    let (games, positions) =
        (count(built.games as usize, "game"), count(built.positions as usize, "position"));
    let read = count(built.read, "file");
    format!("{games}{twice}, {positions} in {name}; {read} read{gone}")
}
