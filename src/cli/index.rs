//! `dapu index`: keeps the positions of directories in an index.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::ValueHint;

use super::error::{Error, Exit};
use super::files::index_path;
use super::files::{file_error, progress_line};
use super::message::Message;
use super::options::{Printing, examples};
use super::output::{Output, lang, listed};
use crate::files::canonical;
use crate::files::load::show_path;
use crate::library::interrupts::end_on_ctrl_c;
use crate::library::positions::{self, Built, IndexError, Stage};
use crate::words::Worded;

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
        return Err(file_error(missing, Message::NoSuchPath));
    }
    let roots: Vec<PathBuf> =
        args.directories.iter().map(|directory| canonical(directory)).collect();
    let path = index_path(args.index.as_deref());
    let path = path.ok_or(Message::NoUsualPlace)?;
    let stop = Arc::new(AtomicBool::new(false));
    end_on_ctrl_c(&stop);
    let mut progress = |stage: Stage<'_>| {
        out.progress(|| match stage {
            Stage::Reading(progress) => progress_line(progress),
            Stage::Writing(done) => {
                listed(&[Message::Writing, Message::Percent((done * 100.0).round() as u64)])
            }
        });
        true
    };
    let built = positions::build(&path, &roots, args.index.is_some(), &stop, &mut progress);
    if built.as_ref().is_err_and(|error| *error == IndexError::Stopped) {
        out.report(&Message::Stopped);
        out.flush()?;
        return Ok(Exit::Signal(2));
    }
    let built = built.map_err(|error| file_error(&path, error))?;
    let name = show_path(&path);
    if let Some(why) = &built.rebuilt {
        out.report(&Error::about(&*name, Message::BuiltAnew(Box::new(why.clone()))));
    }
    if !args.printing.quiet {
        for what in &built.left_out {
            out.report(what);
        }
        out.line(&summary(&built, name).worded(lang()))?;
    }
    out.flush()?;
    Ok(if built.failed { Exit::Failed } else { Exit::Fine })
}

/// `100000 games (412 twice), 24803112 positions in index.sqlite; 3 files read, 1 gone`
fn summary(built: &Built, name: String) -> Message {
    let (games, positions) = (built.games as usize, built.positions as usize);
    Message::Indexed([games, built.twins as usize, positions, built.read, built.gone], name)
}
