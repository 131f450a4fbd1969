//! A desk: a record that is read, and the state of following its file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::{Effect, ReaderState, State, short_name};
use crate::board::used_part;
use crate::files::history::HistoryEntry;
use crate::files::history::Numbered;
use crate::files::load::Cause;
use crate::files::notes::Contents;
use crate::files::results::{EngineFindings, Placed};
use crate::files::watch::{FileOrigin, Held, OwnFile};
use crate::format::{Loaded, ReadError};
use crate::record::{Headers, Layer, NodeId, Record, Span};
use crate::tui::background::{Compared, Job, Owner, Task, Tickets, Wanted};
use crate::tui::extent::Extent;
use crate::tui::snapshot::NotedAs;
use crate::tui::survey::Survey;

/// What the reader sits at: the file, its games, and the record on the screen, with the reader's place in it and the work on
/// it. Nothing of what is laid on it remains when something else is.
pub(in crate::tui) struct Desk {
    /// Where the reader is.
    pub(in crate::tui) reader: ReaderState,
    /// The state of following the file.
    pub(in crate::tui) following: Following,
    /// The work that is waited for.
    pub(in crate::tui) tickets: Tickets,
    pub(in crate::tui) path: PathBuf,
    /// The name of the file, cleaned.
    pub(in crate::tui) name: String,
    /// The games read so far.
    pub(in crate::tui) loaded: Arc<Loaded>,
    /// Whether the reader last turned the board away from the side that the file asks for.
    pub(in crate::tui) is_flipped: bool,
    /// The numbers on the board.
    pub(in crate::tui) numbered: Numbered,
    /// How much of the file has been read, in percent, while reading continues.
    pub(in crate::tui) percent: Option<u8>,
    /// Whether to go to the place in the history, while that or its game has not been read yet; and the history.
    pub(in crate::tui) remembered: Option<(bool, Option<HistoryEntry>)>,
    /// The index of the game in the file.
    pub(in crate::tui) game: usize,
    pub(in crate::tui) record: Arc<Record>,
    /// The headers, and the result: see [`Record::facts`].
    pub(in crate::tui) facts: Headers,
    /// What the reader has added to the games, by their indexes. It is part of the record.
    pub(in crate::tui) layers: Arc<BTreeMap<usize, Layer>>,
    /// Whether what is the reader's own is hidden.
    pub(in crate::tui) hides_own: bool,
    /// The indexes of the games that have notes.
    pub(in crate::tui) noted: BTreeSet<usize>,
    /// The number of the reader's notes on the game.
    pub(in crate::tui) notes: usize,
    /// The game that the journal looks at.
    pub(in crate::tui) attended: Option<NotedAs>,
    /// What has been read of these, but not taken over.
    pub(in crate::tui) pending_notes: Contents,
    /// The analyses of the game.
    pub(in crate::tui) sources: Arc<Vec<EngineFindings>>,
    pub(in crate::tui) examined: Examined,
    /// The extent of all notes, for the layout.
    pub(in crate::tui) extent: Extent,
    /// The extent of the file's notes.
    file_extent: Extent,
    /// The part of the board that the problem starting at a node uses, if it is known which.
    pub(in crate::tui) used_part: Option<(NodeId, Option<Span>)>,
    /// Whether the record is in simplified characters.
    pub(in crate::tui) is_simplified: bool,
    /// Whether the records were pasted instead of read from the file.
    pub(in crate::tui) is_pasted: bool,
    /// What the path names.
    pub(in crate::tui) origin: FileOrigin,
    /// The digest of the file that a new game was last written to, and whether the game has changed since.
    pub(in crate::tui) written: Option<(u64, bool)>,
}

/// Facts about a whole record.
#[derive(Default)]
pub(in crate::tui) struct Examined {
    /// The survey, once it is finished.
    pub(in crate::tui) survey: Option<Survey>,
    /// The chosen engine's analyses of the nodes.
    pub(in crate::tui) valued: Placed,
    /// The analyses that the file has by other programs, or besides those of an engine.
    pub(in crate::tui) written: Vec<Placed>,
    /// The most lines that it found at a node.
    pub(in crate::tui) most_lines: usize,
    /// Whether the values in the survey are those of this engine.
    pub(in crate::tui) has_engine_evals: bool,
    /// The swings of the values by ordinal in [`Lines`](crate::record::Lines), in order, with the change.
    pub(in crate::tui) swings: Vec<(u32, i32)>,
}

impl Desk {
    /// Whether the file is in an archive.
    pub(in crate::tui) fn is_archived(&self) -> bool {
        self.origin == FileOrigin::Archive
    }

    /// Whether it is a new game, of which no file has been read.
    pub(in crate::tui) fn is_new(&self) -> bool {
        self.origin == FileOrigin::New
    }

    /// Sets what the path names. All of a new game is the reader's own.
    pub(in crate::tui) fn set_origin(&mut self, origin: FileOrigin) {
        self.origin = origin;
        if self.is_new() {
            self.layers = Arc::new(BTreeMap::from([(0, Layer::of_record())]));
        }
    }

    /// Takes over what is in a record of the user's own, at its end.
    pub(in crate::tui) fn take_own(&mut self, own: Option<OwnFile>) {
        if let (Some((mut layer, written)), Ok(start)) = (own, self.loaded.game(0)) {
            let record = layer.record(&start);
            self.layers = Arc::new(BTreeMap::from([(0, layer)]));
            self.written = Some(written);
            self.reader = ReaderState::new(&record);
            self.reader.cursor.go_to(&record, record.tree.mainline_end());
            self.show(record);
        }
    }

    /// Whether the records can be opened again by the path.
    pub(in crate::tui) fn has_path(&self) -> bool {
        !self.is_pasted && self.origin != FileOrigin::Stream
    }

    /// A game of the file, with what the reader has added.
    pub(in crate::tui) fn read_game(&mut self, game: usize) -> Result<Arc<Record>, ReadError> {
        let record = self.loaded.game(game)?;
        let layer = Arc::make_mut(&mut self.layers).get_mut(&game);
        Ok(layer.map_or_else(|| Arc::clone(&record), |layer| layer.over(&record)))
    }

    /// Puts a record on the screen: the current game as it is now.
    pub(in crate::tui) fn show(&mut self, record: Arc<Record>) {
        self.file_extent = Extent::of_file(&record.tree);
        self.used_part = None;
        self.show_own(record);
    }

    /// Shows the record after a change of the reader's own moves and notes only.
    pub(in crate::tui) fn show_own(&mut self, record: Arc<Record>) {
        let layer = self.layers.get(&self.game).filter(|_| !self.hides_own && !self.is_new());
        self.notes = layer.map_or(0, Layer::count);
        self.extent = self.file_extent.with_own(&record.tree);
        self.is_simplified = is_simplified(&self.loaded, &record);
        self.facts = record.facts().into_owned();
        self.record = record;
    }

    /// Finds the part of the board that the problem at the cursor uses. A new game may go on anywhere.
    pub(in crate::tui) fn find_part(&mut self) {
        let start = self.record.tree.problem_start(self.node());
        if self.used_part.is_none_or(|(known, _)| known != start) {
            let is_new = self.is_new();
            let part = if is_new { None } else { used_part(&self.record, start) };
            self.used_part = Some((start, part));
        }
    }

    /// The node on the board.
    pub(in crate::tui) fn node(&self) -> NodeId {
        self.reader.cursor.node()
    }

    /// A desk with a game of a file, at its start.
    pub(in crate::tui) fn new(
        (path, origin): (&Path, FileOrigin),
        loaded: Arc<Loaded>,
        game: usize,
        record: Arc<Record>,
    ) -> Self {
        let is_simplified = is_simplified(&loaded, &record);
        let file_extent = Extent::of_file(&record.tree);
        let mut desk = Self {
            reader: ReaderState::new(&record),
            following: Following::default(),
            tickets: Tickets::default(),
            path: path.to_owned(),
            name: short_name(path),
            loaded,
            is_flipped: false,
            numbered: Numbered::default(),
            percent: None,
            remembered: None,
            game,
            extent: file_extent.with_own(&record.tree),
            file_extent,
            used_part: None,
            is_simplified,
            facts: record.facts().into_owned(),
            record,
            layers: Arc::default(),
            hides_own: false,
            noted: BTreeSet::new(),
            notes: 0,
            attended: None,
            pending_notes: Contents::default(),
            sources: Arc::default(),
            examined: Examined::default(),
            is_pasted: false,
            origin,
            written: None,
        };
        desk.set_origin(origin);
        desk
    }
}

/// Whether a record is in simplified characters, as its encoding says or its headers are.
fn is_simplified(loaded: &Loaded, record: &Record) -> bool {
    /// Characters of names and events that neither traditional Chinese nor Japanese has.
    const ONLY: &str = "东个为义乔亚伟军冯刘华张陈杨赵孙许邓郑卢韩马车红进赛级组";
    let mut headers = record.headers.known();
    loaded.encoding.is_some_and(|name| name.eq_ignore_ascii_case("GB18030"))
        || headers.any(|(_, value)| value.contains(|next| ONLY.contains(next)))
}

impl State {
    /// Asks the loop for a piece of work, in place of any other of its kind. It continues until its ticket is dropped.
    /// What it sends, and what it returns as its last result, is given to `apply`, which returns whether there may be
    /// something new to draw.
    pub(in crate::tui) fn start<T: Send + 'static>(
        &mut self,
        job: Job,
        apply: fn(&mut Self, T) -> bool,
        work: impl FnOnce(&Wanted, &mut dyn FnMut(T) -> bool) -> Option<T> + Send + 'static,
    ) {
        let (ticket, task) = Task::new(job, apply, work);
        self.tickets_of(job).insert(job, ticket);
        self.want(Effect::Start(task));
    }

    fn tickets_of(&mut self, job: Job) -> &mut Tickets {
        match job.row().0 {
            Owner::Desk => &mut self.desk.tickets,
            Owner::Screen => &mut self.tickets,
        }
    }

    /// Stops waiting for work of a kind. Returns false if there is none.
    pub(in crate::tui) fn stop(&mut self, job: Job) -> bool {
        self.tickets_of(job).remove(&job).is_some()
    }

    /// Stops waiting for work that has ended.
    pub(in crate::tui) fn end(&mut self, ended: &Wanted) {
        for tickets in [&mut self.tickets, &mut self.desk.tickets] {
            tickets.retain(|_, ticket| !ended.is_by(ticket));
        }
    }

    /// Whether work of a kind is waited for.
    pub(in crate::tui) fn awaits(&self, job: Job) -> bool {
        [&self.tickets, &self.desk.tickets].iter().any(|tickets| tickets.contains_key(&job))
    }
}

/// The state of the watched file.
#[derive(Debug, Clone, Default)]
pub(in crate::tui) enum Watched {
    #[default]
    Live,
    Polling,
    Writing,
    Incomplete(Arc<Cause>),
    Gone,
    Ended,
}

/// The state of following the file, including its last readings.
#[derive(Default)]
pub(in crate::tui) struct Following {
    pub(in crate::tui) state: Watched,
    /// The local time of the file's last change.
    pub(in crate::tui) changed: Option<chrono::NaiveTime>,
    /// When its game last changed.
    pub(in crate::tui) moved: Option<Instant>,
    /// Whether the game was the newest of the file when that changed last, and the reader has not left it since.
    pub(in crate::tui) is_newest: bool,
    /// Whether the file is polled, because the system sends no events.
    pub(in crate::tui) polling: bool,
    /// Whether the current file of the directory is kept even if another becomes newer.
    pub(in crate::tui) pinned: bool,
    /// The number of readings with changes.
    pub(in crate::tui) readings: u64,
    /// The last reading before moves went missing, while they are. If they come back, they are not new.
    pub(in crate::tui) former: Option<Arc<Record>>,
    /// A reading that is not shown because moves are missing and the file may still be being written.
    pub(in crate::tui) held: Held<Compared>,
}

impl Following {
    /// The state of a file that was read completely.
    pub(in crate::tui) fn watched(&self) -> Watched {
        if self.polling { Watched::Polling } else { Watched::Live }
    }
}
