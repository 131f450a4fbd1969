//! What a file says about the game as a whole.

/// The headers that dapu knows by meaning, whatever a format calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Key {
    /// The title of the record.
    Title,
    /// The tournament or event.
    Event,
    /// The round.
    Round,
    /// The day of play, as written.
    Date,
    /// Where it was played.
    Place,
    /// Xiangqi: the player of the red pieces.
    Red,
    /// The player of the black pieces or stones.
    Black,
    /// Go: the player of the white stones.
    White,
    /// Shogi: the player who moves first in an even game.
    Sente,
    /// Shogi: the other player.
    Gote,
    /// The red player's team.
    RedTeam,
    /// The black player's team.
    BlackTeam,
    /// The white player's team.
    WhiteTeam,
    /// The red player's rating or title.
    RedRank,
    /// The black player's rank.
    BlackRank,
    /// The white player's rank.
    WhiteRank,
    /// Sente's rank.
    SenteRank,
    /// Gote's rank.
    GoteRank,
    /// The time that red used.
    RedTime,
    /// The time that black used.
    BlackTime,
    /// The rule for thinking time.
    TimeControl,
    /// Who commented the game.
    Annotator,
    /// Who made the file.
    Author,
    /// Where the record was taken from.
    Source,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*` in xiangqi; otherwise as written.
    Result,
    /// The opening.
    Opening,
    /// The handicap, as written.
    Handicap,
    /// Go: points given to White.
    Komi,
    /// Go: the rule set.
    Rules,
    /// Go: the size of the board.
    Size,
    /// What the record is: `game`, `opening`, `middlegame`, `endgame`, or as written.
    Kind,
    /// When it began.
    Started,
    /// When it ended.
    Ended,
    /// What else is said about the game.
    Remark,
}

impl Key {
    /// The lower-case name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Event => "event",
            Self::Round => "round",
            Self::Date => "date",
            Self::Place => "place",
            Self::Red => "red",
            Self::Black => "black",
            Self::White => "white",
            Self::Sente => "sente",
            Self::Gote => "gote",
            Self::RedTeam => "red_team",
            Self::BlackTeam => "black_team",
            Self::WhiteTeam => "white_team",
            Self::RedRank => "red_rank",
            Self::BlackRank => "black_rank",
            Self::WhiteRank => "white_rank",
            Self::SenteRank => "sente_rank",
            Self::GoteRank => "gote_rank",
            Self::RedTime => "red_time",
            Self::BlackTime => "black_time",
            Self::TimeControl => "time_control",
            Self::Annotator => "annotator",
            Self::Author => "author",
            Self::Source => "source",
            Self::Result => "result",
            Self::Opening => "opening",
            Self::Handicap => "handicap",
            Self::Komi => "komi",
            Self::Rules => "rules",
            Self::Size => "size",
            Self::Kind => "kind",
            Self::Started => "started",
            Self::Ended => "ended",
            Self::Remark => "remark",
        }
    }
}

/// The headers of a record: those that dapu understands, and all of them as the file spells them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    known: Vec<(Key, Box<str>)>,
    /// Every header in file order, with the key as the file spells it.
    pub raw: Vec<(Box<str>, Box<str>)>,
    /// Which of them mean nothing that [`Key`] has a word for.
    unknown: Vec<usize>,
}

impl Headers {
    /// The value of a known header; never empty.
    pub fn get(&self, key: Key) -> Option<&str> {
        let index = self
            .known
            .binary_search_by_key(&key, |(key, _)| *key)
            .ok()?;
        self.known.get(index).map(|(_, value)| &**value)
    }

    /// Sets a known header; an empty value takes it away.
    pub fn set(&mut self, key: Key, value: &str) {
        match self.known.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(index) if value.is_empty() => {
                self.known.remove(index);
            }
            Ok(index) => self.known[index].1 = value.into(),
            Err(_) if value.is_empty() => {}
            Err(index) => self.known.insert(index, (key, value.into())),
        }
    }

    /// Keeps a header as the file spells it.
    pub fn push_raw(&mut self, key: &str, value: &str) {
        self.raw.push((key.into(), value.into()));
    }

    /// Keeps a header as the file spells it, and sets what it means. Where the file has already said something else about
    /// the same, that counts, and this header is kept by its name alone.
    pub fn push(&mut self, key: Key, name: &str, raw: &str, value: &str) {
        let says_nothing = |value: &str| value.is_empty() || (key == Key::Result && value == "*");
        match self.get(key).filter(|known| !says_nothing(known)) {
            Some(known) if known != value && !says_nothing(value) => self.push_unknown(name, raw),
            Some(_) => self.push_raw(name, raw),
            None => {
                self.push_raw(name, raw);
                self.set(key, value);
            }
        }
    }

    /// Keeps a header as the file spells it that no known header is set from.
    pub fn push_unknown(&mut self, key: &str, value: &str) {
        self.unknown.push(self.raw.len());
        self.push_raw(key, value);
    }

    /// The headers that were kept with [`Headers::push_unknown`].
    pub fn unknown(&self) -> impl Iterator<Item = (&str, &str)> {
        let unknown = self.unknown.iter().filter_map(|index| self.raw.get(*index));
        unknown.map(|(key, value)| (&**key, &**value))
    }

    /// The first raw header of this name.
    pub fn raw(&self, key: &str) -> Option<&str> {
        self.raw
            .iter()
            .find(|(name, _)| &**name == key)
            .map(|(_, value)| &**value)
    }

    /// The known headers, in the order of [`Key`].
    pub fn known(&self) -> impl Iterator<Item = (Key, &str)> {
        self.known.iter().map(|(key, value)| (*key, &**value))
    }
}
