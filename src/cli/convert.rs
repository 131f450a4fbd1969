//! `dapu convert`: writes a record in another format.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use super::conversion::{Conversion, Target, total};
use super::convert_tree::{self, Tree};
use super::error::{Error, Exit, verdict};
use super::files;
use super::options::{Coloring, Listed, address, encoding, examples};
use super::output::report;
use crate::files::address::Address;
use crate::files::load::LoadOptions;
use crate::files::load::show_path;
use crate::format;
use crate::format::WriteOptions;
use crate::format::{FORMATS, Format};
use crate::library::stream::{display_path, load_named};
use crate::text::Encoding;

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
    /// Neither of the two
    #[arg(long, value_name = "NAME", hide = true)]
    encoding: Option<String>,
    /// Convert only this game of the file, from 1
    #[arg(long, value_name = "K")]
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
    /// Print only errors, not warnings or losses
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    coloring: Coloring,
}

/// Parses the name of a format that can be written.
fn writable() -> Listed<&'static Format> {
    let read = |name: &str| match format::by_name(name) {
        Some(format) if format.write.is_some() => Ok(format),
        Some(_) => Err("this format can be read but not written".to_owned()),
        None => Err("see dapu formats".to_owned()),
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
    let conversion = args.conversion()?;
    let input = &args.input.path;
    let out = args.out.as_deref().or(args.output.as_deref());
    if input.is_dir() || out.is_some_and(Path::is_dir) {
        let name = show_path(input);
        let missing = || {
            Error::Usage(format!(
                "{name} is a directory: name an output directory with -o"
            ))
        };
        let tree = Tree {
            from: &args.input,
            to: out.ok_or_else(missing)?,
            target: args.target(),
            coloring: args.coloring,
        };
        return convert_tree::run(&tree, &conversion, args.reading());
    }
    let loaded = load_named(input, args.reading())?;
    let name = show_path(display_path(input));
    let parts = conversion.convert(&loaded);
    let warnings = loaded.all_warnings();
    if !args.quiet {
        files::print_warnings(input, &warnings);
    }
    let parts = parts.map_err(|message| Error::Usage(format!("{name}: {message}")))?;
    let losses = total(&parts);
    if !losses.is_empty() && !args.quiet {
        report(&format!(
            "{name}: not kept in {}: {losses:#}",
            conversion.format.name
        ));
    }
    if args.strict && !losses.is_empty() {
        report(&format!("{name}: not written, because of --strict"));
        return Ok(Exit::Findings);
    }
    conversion.write(&parts, out, args.target())?;
    let unread = if conversion.is_whole(&loaded) {
        Exit::Fine
    } else {
        Exit::Failed
    };
    Ok(verdict(args.strict, &warnings).max(unread))
}

impl ConvertArgs {
    /// What to write, and how.
    fn conversion(&self) -> Result<Conversion, Error> {
        let out = self.out.as_deref().or(self.output.as_deref());
        let extension = out.and_then(Path::extension);
        let by_extension = || format::by_extension(&extension?.to_string_lossy());
        let format = self.to.or_else(by_extension).ok_or_else(|| {
            Error::Usage("no output format: name one with --to, see dapu formats".to_owned())
        })?;
        Ok(Conversion {
            format,
            strict: self.strict,
            options: WriteOptions {
                encoding: self.to_encoding,
                version: self.format_version.clone(),
            },
            game: self.game()?,
            split: self.all,
        })
    }

    fn target(&self) -> Target {
        Target {
            force: self.force,
            dry_run: self.dry_run,
            quiet: self.quiet,
        }
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
        let chosen = self.game.map(|game| game.get() - 1);
        Ok(input.game.or(chosen))
    }

    fn reading(&self) -> LoadOptions {
        LoadOptions {
            encoding: self.from_encoding,
            ..LoadOptions::default()
        }
    }
}
