//! Writes the output of a conversion as games arrive.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{Conversion, ConvertArgs, Converted, ConvertedGames, Targets};
use crate::cli::error::{Error, Exit, verdict};
use crate::cli::files::{Tally, file_error, report_warnings, why_skipped};
use crate::cli::message::Message;
use crate::cli::output::{Output, lang};
use crate::cli::write::{Sink, SinkOptions, numbered};
use crate::files::write::scratch;
use crate::format::{Collection, CollectionError, FileHead, Losses};
use crate::library::stream::FilePart;
use crate::record::Warnings;
use crate::text::joined;
use crate::words::Worded;

/// The conversion, and its results so far.
pub(super) struct Work<'a> {
    conversion: &'a Conversion,
    targets: Targets,
    options: SinkOptions,
    quiet: bool,
    strict: bool,
    /// The current file.
    file: Option<Converting<'a>>,
    /// The file with the games of all, if they go into one.
    together: Option<Collection<'a, Sink>>,
    unwritten: usize,
    /// Files of a game that the format does not support.
    foreign: usize,
    lost: Losses,
}

/// A file that is being converted.
#[derive(Default)]
struct Converting<'a> {
    source: PathBuf,
    /// The output path, and the file there once it contains a game.
    target: PathBuf,
    out: Option<Collection<'a, Sink>>,
    waiting: WaitingParts<'a>,
    games: usize,
    /// The number of games in the source, including unreadable ones.
    count: usize,
    /// The number of games of other files that came before.
    before: usize,
    /// The number of digits in the numbers of games that are written to separate files.
    width: usize,
    warnings: Warnings,
    losses: Losses,
    is_partial: bool,
    is_foreign: bool,
    /// Why it could not be written.
    error: Option<Error>,
}

impl Converting<'_> {
    /// Keeps why something failed, unless nothing can be written any more.
    fn attempt(&mut self, write: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        match write(self) {
            Err(Error::Io(error)) => return Err(Error::Io(error)),
            done => self.error = done.err(),
        }
        Ok(())
    }
}

/// The parts of a file until all of its warnings and the number of its games are known. Their games are in a scratch file.
#[derive(Default)]
struct WaitingParts<'a> {
    parts: Vec<FilePart<Converted<'a>>>,
    games: Option<File>,
    lengths: VecDeque<usize>,
}

impl<'a> WaitingParts<'a> {
    fn hold(
        &mut self,
        mut part: FilePart<Converted<'a>>,
        conversion: &'a Conversion,
    ) -> io::Result<()> {
        let file = match &mut self.games {
            Some(file) => file,
            None => self.games.insert(scratch()?),
        };
        let converted = &mut part.result;
        converted.warnings.clear();
        converted.write_to_memory(conversion);
        if let Ok(ConvertedGames::Written(parts)) = &mut converted.games {
            for (_, part) in parts {
                let games = std::mem::take(part.output());
                file.write_all(&games)?;
                self.lengths.push_back(games.len());
            }
        }
        self.parts.push(part);
        Ok(())
    }

    /// Gives a part its games back, after those of the parts before it.
    fn fill(&mut self, part: &mut FilePart<Converted<'a>>) -> io::Result<()> {
        let (Ok(ConvertedGames::Written(parts)), Some(file)) =
            (&mut part.result.games, &mut self.games)
        else {
            return Ok(());
        };
        for (_, part) in parts {
            part.output().resize(self.lengths.pop_front().unwrap_or_default(), 0);
            file.read_exact(part.output())?;
        }
        Ok(())
    }
}

impl<'a> Work<'a> {
    pub(super) fn new(conversion: &'a Conversion, targets: Targets, args: &ConvertArgs) -> Self {
        Self {
            conversion,
            targets,
            options: SinkOptions { force: args.force, dry_run: args.dry_run, at_once: args.strict },
            quiet: args.printing.quiet,
            strict: args.strict,
            file: None,
            together: None,
            unwritten: 0,
            foreign: 0,
            lost: Losses::default(),
        }
    }

    /// Writes some games of a file.
    pub(super) fn add(
        &mut self,
        path: &Path,
        part: FilePart<Converted<'a>>,
    ) -> Result<Exit, Error> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => {
                let (source, target) = (path.to_owned(), self.targets.of(path).to_owned());
                let out = self.together.take();
                let before = out.as_ref().map_or(0, Collection::games);
                Converting { source, target, out, before, ..Converting::default() }
            }
        };
        file.is_partial |= part.result.is_partial;
        file.warnings.extend(part.result.warnings.iter().cloned());
        file.count += part.result.count;
        if !file.waiting.parts.is_empty() || !part.is_last && self.conversion.needs_survey() {
            file.waiting.hold(part, self.conversion)?;
        } else if file.error.is_none() {
            file.attempt(|file| self.write(file, part, None))?;
        }
        self.file = Some(file);
        Ok(Exit::Fine)
    }

    /// Writes the parts that have waited.
    fn write_waiting(&self, file: &mut Converting<'a>) -> Result<(), Error> {
        let mut waiting = std::mem::take(&mut file.waiting);
        let warnings = std::mem::take(&mut file.warnings);
        let parts = std::mem::take(&mut waiting.parts);
        waiting.games.as_mut().map_or(Ok(()), io::Seek::rewind)?;
        let done = parts.into_iter().try_for_each(|mut part| {
            waiting.fill(&mut part)?;
            self.write(file, part, Some(&warnings))
        });
        file.warnings = warnings;
        done
    }

    /// Writes a part, whose warnings are those of the file unless `all` has these.
    fn write(
        &self,
        file: &mut Converting<'a>,
        part: FilePart<Converted<'a>>,
        all: Option<&Warnings>,
    ) -> Result<(), Error> {
        let (first, converted, count) = (part.first, part.result, file.count);
        let warnings = all.map_or(&*converted.warnings, Warnings::listed);
        let wanted = self.conversion;
        let games = converted.games.map_err(|message| file_error(&file.source, message))?;
        let is_foreign = matches!(games, ConvertedGames::Foreign);
        let needs_split =
            part.several && wanted.game.is_none() && !wanted.format.holds.games && !is_foreign;
        if needs_split && !wanted.split {
            let message = Message::SeveralGames(count, wanted.format.name);
            return Err(file_error(&file.source, message));
        }
        file.width = count.to_string().len();
        let numbered = |number: Option<usize>| {
            let index = number.filter(|_| needs_split)?;
            Some(first + index + 1)
        };
        let head = FileHead {
            source: converted.source,
            encoding: converted.encoding,
            warnings: warnings.into(),
        };
        match games {
            ConvertedGames::Foreign => {
                file.is_foreign = true;
                Ok(())
            }
            ConvertedGames::Written(parts) => parts.into_iter().try_for_each(|(index, part)| {
                self.write_file(file, &head, numbered(index), |out| Ok(out.append(&part)?))
            }),
            ConvertedGames::Large(loaded, records) => {
                records.into_iter().try_for_each(|(index, record)| {
                    self.write_file(file, &head, numbered(index), |out| {
                        out.add(loaded.format, &record)
                    })
                })
            }
        }
    }

    /// Writes to the file, or to the file of a single game.
    fn write_file(
        &self,
        file: &mut Converting<'a>,
        head: &FileHead<'_>,
        number: Option<usize>,
        write: impl FnOnce(&mut Collection<'a, Sink>) -> Result<(), CollectionError>,
    ) -> Result<(), Error> {
        let target = match number {
            Some(number) => numbered(&file.target, number, file.width),
            None => file.target.clone(),
        };
        if number.is_some() && file.target == Path::new("-") {
            return Err(Message::NameOut.into());
        }
        let mut out = match file.out.take() {
            Some(out) => out,
            None => self.begin(&target, head)?,
        };
        write(&mut out).map_err(|error| match error {
            CollectionError::Refused(error) => file_error(&file.source, error),
            CollectionError::Io(error) => Sink::error(&target, error),
        })?;
        match number {
            None => file.out = Some(out),
            Some(_) => self.finish(file, out)?,
        }
        Ok(())
    }

    fn begin(&self, target: &Path, head: &FileHead<'_>) -> Result<Collection<'a, Sink>, Error> {
        let parent = target.parent().filter(|_| !self.options.dry_run);
        if let (Some(parent), true) = (parent, self.conversion.is_tree) {
            fs::create_dir_all(parent).map_err(|error| Sink::error(target, error))?;
        }
        let sink = Sink::open(target, self.options)?;
        let wanted = self.conversion;
        Collection::begin(wanted.format, &wanted.options, head, sink)
            .map_err(|error| Sink::error(target, error))
    }

    /// Moves a file to its place, unless it has losses and they are refused.
    fn finish(&self, file: &mut Converting<'a>, out: Collection<'a, Sink>) -> Result<(), Error> {
        file.losses.merge(out.losses());
        file.games += out.games();
        if self.strict && !out.losses().is_empty() {
            return Ok(());
        }
        let ended = out.end().map_err(|error| Sink::error(&file.target, error));
        ended?.finish()
    }

    /// Ends a file, and reports the result.
    pub(super) fn end(&mut self, output: &mut Output, path: &Path) -> Result<Exit, Error> {
        let Some(mut file) = self.file.take() else {
            return Ok(Exit::Fine);
        };
        if file.error.is_none() {
            file.attempt(|file| self.write_waiting(file))?;
        }
        let is_tree = self.conversion.is_tree;
        if !is_tree && !self.quiet {
            report_warnings(output, path, file.warnings.listed());
        }
        if file.is_foreign {
            self.foreign += 1;
            return Ok(Exit::Fine);
        }
        if matches!(self.targets, Targets::Together(_)) {
            self.together = file.out.take();
            file.games = self.together.as_ref().map_or(0, Collection::games) - file.before;
        } else if let (None, Some(out)) = (&file.error, file.out.take()) {
            file.attempt(|file| self.finish(file, out))?;
        }
        let losses = &file.losses;
        if !losses.is_empty() && !self.quiet && file.error.is_none() {
            let lost = Message::NotKeptIn(self.conversion.format.name, losses.clone());
            output.report(&file_error(path, lost));
        }
        let (message, exit) = if file.error.is_some() {
            (None, Exit::Failed)
        } else if file.games == 0 {
            (Some(Message::NoneReadable), Exit::Failed)
        } else if self.strict && !losses.is_empty() {
            (Some(Message::BecauseStrict), Exit::Findings)
        } else if file.is_partial {
            (is_tree.then_some(Message::SomeUnreadable), Exit::Failed)
        } else if losses.has_moves() {
            // Moves after one that cannot be read.
            (None, Exit::Findings)
        } else {
            (None, verdict(self.strict, file.warnings.listed()))
        };
        let error = file.error.or_else(|| Some(file_error(path, message?)));
        match error {
            None => self.lost.merge(losses),
            Some(error) => {
                self.unwritten += 1;
                output.report(&error);
            }
        }
        Ok(exit)
    }

    /// Ends the file with the games of all, if they go into one.
    pub(super) fn end_together(&mut self) -> Result<Exit, Error> {
        let Some(out) = self.together.take() else {
            return Ok(Exit::Fine);
        };
        self.lost.merge(out.losses());
        if self.strict && !self.lost.is_empty() {
            let target = self.targets.of(Path::new("")).to_owned();
            return Err(file_error(&target, Message::BecauseStrict));
        }
        let ended = out.end().map_err(|error| Sink::error(Path::new("-"), error));
        ended?.finish()?;
        Ok(if self.lost.has_moves() { Exit::Findings } else { Exit::Fine })
    }

    /// Ends the current file after Ctrl-C.
    pub(super) fn stop(&mut self, output: &mut Output) -> Result<(), Error> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let path = file.source.clone();
        self.end(output, &path)?;
        output.report(&file_error(&path, Message::NotAllConverted));
        Ok(())
    }

    /// Prints the summary of a directory.
    pub(super) fn report(&self, output: &mut Output, tally: &Tally) {
        for path in &tally.skipped {
            if let Some(why) = why_skipped(path) {
                output.report(&file_error(path, Message::SkippedFor(why)));
            }
        }
        let converted = tally.read - self.unwritten - self.foreign;
        let mut parts = vec![Message::Converted(converted)];
        let failed = tally.failed + self.unwritten;
        let counts = [
            (failed, Message::Failed(failed)),
            (self.foreign, Message::OtherGames(self.foreign)),
            (tally.skipped.len(), Message::NotRecords(tally.skipped.len())),
        ];
        let counts = counts.into_iter().filter(|(number, _)| *number > 0);
        parts.extend(counts.map(|(_, message)| message));
        if !self.lost.is_empty() {
            parts.push(Message::NotKept(self.conversion.format.name, self.lost.clone()));
        }
        let texts = parts.iter().map(|part| part.worded(lang()));
        output.report_text(&joined(texts, lang().pick(["; ", "；", "、"])));
    }
}
