//! `dapu convert`: a record in another format.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::args::ConvertArgs;
use super::{Error, Exit};
use crate::format::{self, Export, Format, WriteOptions};
use crate::load::show_path;
use crate::record::Record;

pub(super) fn run(args: &ConvertArgs) -> Result<Exit, Error> {
    let format = target(args)?;
    let writer = format
        .write
        .ok_or_else(|| Error::Usage(format!("{} cannot be written", format.name)))?;
    let loaded = super::read(&args.input)?;
    let records: Result<Vec<Arc<Record>>, _> = (0..loaded.games.len())
        .map(|index| loaded.game(index))
        .collect();
    let records = records.map_err(|error| Error::Usage(error.to_string()))?;
    let options = WriteOptions {
        encoding: args.input.options()?.encoding,
        version: args.format_version.clone(),
    };
    let written = writer(&Export {
        source: &loaded,
        records: &records,
        options: &options,
    })
    .map_err(|error| Error::Usage(format!("{}: {error}", show_path(&args.input.file))))?;
    match &args.out {
        Some(out) => write_file(out, &written.bytes, args.force)?,
        None => super::print(&written.bytes)?,
    }
    let warnings = loaded.all_warnings();
    super::print_warnings(&args.input, &warnings);
    if !written.losses.is_empty() {
        eprintln!(
            "dapu: {}: not kept in {}: {}",
            show_path(&args.input.file),
            format.name,
            written.losses
        );
    }
    let lost = args.input.strict && !written.losses.is_empty();
    Ok(if lost {
        Exit::Findings
    } else {
        super::verdict(&args.input, &warnings)
    })
}

fn target(args: &ConvertArgs) -> Result<&'static Format, Error> {
    if let Some(name) = &args.to {
        return format::by_name(name).ok_or_else(|| {
            Error::Usage(format!("no format is called {name:?}; see dapu formats"))
        });
    }
    let extension = args
        .out
        .as_deref()
        .and_then(Path::extension)
        .map(|extension| extension.to_string_lossy());
    extension
        .and_then(|extension| format::by_extension(&extension))
        .ok_or_else(|| {
            Error::Usage("say which format to write: --to NAME, see dapu formats".to_owned())
        })
}

/// Writes beside the target first and renames then, so that no crash leaves half a file.
fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Error> {
    if !force && path.exists() {
        return Err(Error::Usage(format!(
            "{} is there already; --force overwrites it",
            show_path(path)
        )));
    }
    let fail = |error| Error::Usage(format!("{}: {error}", show_path(path)));
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = std::fs::File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The target's own error is the one to tell.
        let _ = std::fs::remove_file(&temporary);
    }
    written.map_err(fail)
}
