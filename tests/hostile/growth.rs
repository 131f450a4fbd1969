//! How the cost of a file grows with its size. `DAPU_FULL=1` tries sizes two hundred times as large, and compares times.

use std::sync::Arc;
use std::time::Duration;

use dapu::board;
use dapu::board::View;
use dapu::format::{self, FORMATS, Loaded, WriteOptions};
use dapu::record::{Cursor, Lines, Record, Reread};
use dapu::text::clean_line;
use dapu::tui::Survey;

use crate::common::export::Export;
use crate::common::{is_full, read};
use crate::measure::{Cost, measure};

/// Memory that does not depend on the file.
pub(crate) const SMALL: usize = 1024 * 1024;
/// Shorter times are not compared.
const INSTANT: Duration = Duration::from_millis(100);
/// Each takes about a second on a slow machine if costs are proportional, and longer than this only if they are not.
const HANG: Duration = Duration::from_secs(30);

/// A size in a full run, otherwise a two hundredth of it.
pub(crate) fn scaled(full: usize) -> usize {
    if is_full() { full } else { full / 200 }
}

/// The cost of using a file.
#[derive(Clone, Copy)]
struct Use {
    /// To read and to show it.
    show: Cost,
    /// To convert it.
    convert: Cost,
    /// The bytes of what it was converted to.
    written: usize,
}

impl Use {
    fn of(bytes: &[u8], name: &str) -> Self {
        let ((loaded, record), show) = measure(|| show(bytes, name));
        let (written, convert) = measure(|| convert(&loaded, &record));
        Self { show, convert, written }
    }

    fn time(self) -> Duration {
        self.show.time + self.convert.time
    }
}

/// Opens a file and does what the screen does with the first game: draws a few positions, and compares a rereading.
pub(crate) fn show(bytes: &[u8], name: &str) -> (Loaded, Arc<Record>) {
    let loaded = read(bytes, name).unwrap_or_else(|error| panic!("{name} is not read: {error}"));
    let record = loaded.game(0).unwrap();
    let tree = &record.tree;
    let lines = Arc::new(Lines::new(tree));
    assert!(Survey::new(&record, &lines, &|| true).is_some());
    let mut cursor = Cursor::with_lines(&record, lines);
    for index in [tree.len() - 1, 0, tree.len() / 2] {
        cursor.go_to(&record, tree.get(index).unwrap());
        let picture = board::draw(cursor.position(), &View::default());
        assert!(picture.height() > 0);
    }
    let again = Reread::new(Arc::clone(&record), Arc::clone(&record));
    assert_eq!(again.carried(&cursor).node(), cursor.node());
    for warning in loaded.warnings().into_iter() {
        assert!(!clean_line(&warning.to_string()).is_empty());
    }
    (loaded, record)
}

/// Writes the record in its own format and in JSON; returns the length of the longer file.
pub(crate) fn convert(loaded: &Loaded, record: &Arc<Record>) -> usize {
    let json = format::by_name("json").unwrap();
    let options = WriteOptions::default();
    let records = [Arc::clone(record)];
    let mut longest = 0;
    for format in [json, loaded.format] {
        if format.write.is_none() {
            continue;
        }
        let export = Export { source: loaded, records: &records, options: &options };
        longest = longest.max(export.write(format).unwrap().bytes.len());
    }
    assert!(longest > 0);
    longest
}

/// Reads and shows a file, writes its first game in every format, and reads and shows that.
pub(crate) fn round(bytes: &[u8], name: &str) {
    let (loaded, record) = show(bytes, name);
    let options = WriteOptions::default();
    let records = [Arc::clone(&record)];
    let export = Export { source: &loaded, records: &records, options: &options };
    let formats = FORMATS.iter();
    for format in formats.filter(|format| format.games.contains(&record.game())) {
        if let Some(Ok(written)) = format.write.map(|_| export.write(format))
            && let name = format!("game.{}", format.extensions[0])
            && read(&written.bytes, &name).is_ok()
        {
            show(&written.bytes, &name);
        }
    }
}

/// Uses a file and one four times its size: no cost may grow faster than the file.
pub(crate) fn grows_evenly(what: &str, name: &str, size: usize, make: impl Fn(usize) -> Vec<u8>) {
    let files = [make(size / 4), make(size)];
    let [quarter, whole] = files.each_ref().map(|file| Use::of(file, name));
    let length = files[1].len();
    let label = format!("{what} of {size} in {name}, {length} bytes,");
    println!(
        "{label} {:?} ({:?} for a quarter), {} and {} bytes of memory, {} written",
        whole.time(),
        quarter.time(),
        whole.show.memory,
        whole.convert.memory,
        whole.written
    );
    assert!(
        whole.show.memory <= SMALL + 100 * length,
        "{label} takes {} bytes of memory",
        whole.show.memory
    );
    // A growing list exists twice while it is moved.
    assert!(
        whole.convert.memory <= SMALL + 100 * length + 4 * whole.written,
        "{label} takes {} bytes of memory to be written in {} bytes",
        whole.convert.memory,
        whole.written
    );
    let growth = length as f64 / files[0].len() as f64;
    let grown = |memory: usize| (memory.max(SMALL) as f64 * growth * 1.5) as usize;
    assert!(
        whole.show.memory <= grown(quarter.show.memory),
        "{label} takes {} bytes of memory, a quarter of it {}",
        whole.show.memory,
        quarter.show.memory
    );
    let limit = match is_full() {
        true => quarter.time().max(INSTANT).mul_f64(growth * 2.5),
        false => HANG,
    };
    // A slow file is slow every time.
    let again = || Use::of(&files[1], name).time();
    assert!(
        whole.time() <= limit || again() <= limit,
        "{label} takes {:?}, a quarter of it {:?}",
        whole.time(),
        quarter.time()
    );
}
