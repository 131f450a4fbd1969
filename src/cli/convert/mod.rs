//! `dapu convert`: writes a record in another format.

mod conversion;
mod targets;
mod work;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use super::error::{Error, Exit};
use super::files;
use super::options::{Listed, Printing, address, encoding, examples, from_one};
use super::output::Output;
use crate::files::address::Address;
use crate::files::archive;
use crate::files::load::{LoadOptions, show_path};
use crate::format::{self, FORMATS, Format, Loaded, WriteOptions};
use crate::library::stream::{Input, Inputs, Part};
use crate::text::Encoding;
use conversion::Conversion;
use targets::Targets;
use work::Work;

/// Arguments of `dapu convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu convert game.xqf game.json", "to the format of the extension"),
    ("dapu convert game.xqf --to json | head -1", "to standard output"),
    ("cat game.xqf | dapu convert - --to json > piped.json", "from standard input"),
    ("dapu convert game.xqf again.json --strict", "fail if anything is lost"),
    ("dapu convert games --to json -o converted", "every record in a directory"),
]))]
pub struct ConvertArgs {
    /// The record, FILE#GAME for one game of a file, or a directory of records; - is standard input
    #[arg(value_name = "IN", value_parser = address(), value_hint = ValueHint::AnyPath)]
    input: Address,
    /// The output file, or directory if IN is one; - is standard output [default: standard output]
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
    /// The same as OUT
    #[arg(short, long, value_name = "OUT", conflicts_with = "output")]
    out: Option<PathBuf>,
    /// The format to write [default: from the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: Option<&'static Format>,
    /// The version of the format, if there are several
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// The encoding of the output, if the format allows a choice
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    to_encoding: Option<Encoding>,
    /// The encoding of the input, overriding what the file declares
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    from_encoding: Option<Encoding>,
    /// Refused, because it could mean either of the two
    #[arg(long, value_name = "NAME", hide = true)]
    encoding: Option<String>,
    /// Convert only this game of the file, from 1
    #[arg(long, value_name = "K", value_parser = from_one::<NonZero<usize>>)]
    game: Option<NonZero<usize>>,
    /// Convert every game, each to its own file (OUT-1, OUT-2 …) if the format holds only one
    #[arg(long, conflicts_with = "game")]
    all: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print what would be written and lost, without writing anything
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Exit with 1 if there are warnings, and write nothing that would lose something
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    printing: Printing,
}

/// Parses the name of a format that can be written.
fn writable() -> Listed<&'static Format> {
    let read = |name: &str| match format::by_name(name) {
        Some(format) if format.write.is_some() => Ok(format),
        Some(_) => Err("this format can be read but not written".to_owned()),
        None => Err("not a format; see dapu formats".to_owned()),
    };
    let written = FORMATS.iter().filter(|format| format.write.is_some());
    Listed::new(read, written.map(|format| format.name))
}

pub(super) fn run(args: &ConvertArgs) -> Result<Exit, Error> {
    if args.encoding.is_some() {
        let message =
            "--encoding: use --from-encoding for the input and --to-encoding for the output";
        return Err(Error::Usage(message.to_owned()));
    }
    let input = &args.input.path;
    let out = args.out();
    let is_tree = archive::is_folder(input) || out.is_some_and(Path::is_dir);
    let conversion = args.conversion(is_tree)?;
    let mut inputs = Inputs::new(vec![Address { game: conversion.game, ..args.input.clone() }]);
    let targets = if is_tree {
        let name = show_path(input);
        let Some(to) = out else {
            let kind = if archive::is_archived(input) { "an archive" } else { "a directory" };
            return Err(Error::Usage(format!(
                "{name} is {kind}: name an output directory with -o"
            )));
        };
        inputs = inputs.without(to);
        let found: Vec<PathBuf> = inputs.paths().collect();
        Targets::below(input, to, conversion.format, &found)
    } else {
        Targets::One(out.unwrap_or(Path::new("-")).to_owned())
    };
    if conversion.game.is_some() {
        inputs = inputs.whole();
    }
    let mut output = Output::new(false, args.printing.is_colored());
    let mut work = Work::new(&conversion, targets, args);
    let convert = |input: &Input, loaded: Loaded| conversion.convert(input, loaded);
    let print = |output: &mut Output, path: &Path, part: Option<Part<_>>| match part {
        Some(part) => work.add(output, path, part),
        None => work.end(output, path),
    };
    let tally = files::for_each(&inputs, args.reading(), &mut output, convert, print)?;
    work.stop(&mut output)?;
    if is_tree && !args.printing.quiet {
        work.report(&mut output, &tally);
    }
    output.flush()?;
    Ok(tally.exit)
}

impl ConvertArgs {
    /// The format, its options and the selected games.
    fn conversion(&self, is_tree: bool) -> Result<Conversion, Error> {
        let extension = self.out().and_then(Path::extension);
        let known = extension.and_then(|it| format::by_extension(&it.to_string_lossy()));
        let Some(format) = self.to.or(known) else {
            let unknown = match (self.out(), extension) {
                (Some(out), Some(_)) => {
                    format!("{}: not the extension of a format", show_path(out))
                }
                _ => "no output format".to_owned(),
            };
            return Err(Error::Usage(format!("{unknown}: name one with --to, see dapu formats")));
        };
        Ok(Conversion {
            format,
            is_tree,
            options: WriteOptions {
                encoding: self.to_encoding,
                version: self.format_version.clone(),
            },
            game: self.game()?,
            split: self.all,
        })
    }

    /// The output path, if given.
    fn out(&self) -> Option<&Path> {
        self.out.as_deref().or(self.output.as_deref())
    }

    /// The index of the selected game, from 0, if one is selected.
    fn game(&self) -> Result<Option<usize>, Error> {
        let input = &self.input;
        if input.place.is_some() {
            let message = format!("{input}: convert takes whole games; leave out the place");
            return Err(Error::Usage(message));
        }
        if input.game.is_some() && (self.game.is_some() || self.all) {
            let message = format!("{input}: the game is already given; leave out --game and --all");
            return Err(Error::Usage(message));
        }
        Ok(input.game.or(self.game.map(|game| game.get() - 1)))
    }

    fn reading(&self) -> LoadOptions {
        LoadOptions { encoding: self.from_encoding, ..LoadOptions::default() }
    }
}
