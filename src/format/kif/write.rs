//! Writing KIF and KI2 as Kifu for Windows lays them out.

use super::ending::{self, Players};
use super::head::KEYS;
use super::moves::{END, NO_MOVE, SUMMARY, UNREAD, looks_like_a_move};
use super::{FEATURES, clock, diagram, eval};
use crate::format::source::{encode, encoding_by_label};
use crate::format::{Encoding, Export, Feature, Losses, WriteError, Written};
use crate::game::shogi::notation::{self, Spelling};
use crate::game::shogi::{self, Handicap, Origin, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{Clock, Ending, Eval, Key, NodeId, Note, Record};

/// Which of the two layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Kif,
    Ki2,
}

const LINE_END: &str = "\r\n";
/// The columns of a move in KIF before its time, and of one in KI2 with its sign.
const MOVE_WIDTH: usize = 12;
const KI2_ROW: usize = 6;

/// The formats whose headers have the keys of KIF.
const SAME_KEYS: [&str; 5] = ["kif", "kifu", "ki2", "ki2u", "jkf"];

/// Writes a record; `encoding` is a label of the encoding, unless the reader asks for another.
pub(super) fn write(
    export: &Export<'_>,
    style: Style,
    encoding: &str,
) -> Result<Written, WriteError> {
    let mut losses = Losses::default();
    let record = export.only_record(&mut losses)?;
    let game::Position::Shogi(start) = &record.start else {
        let game = record.game();
        return Err(WriteError(format!("KIF and KI2 hold shogi, not {game}")));
    };
    let encoding = export
        .options
        .encoding
        .or_else(|| encoding_by_label(encoding))
        .ok_or_else(|| WriteError(format!("{encoding} is no encoding")))?;
    count_losses(record, style, &mut losses);
    let has_own_keys = SAME_KEYS.contains(&export.source.format.name);
    let mut writer = Writer::new(record, *start, style, losses);
    writer.signature(encoding);
    writer.headers(has_own_keys);
    writer.tree();
    let Writer {
        text, mut losses, ..
    } = writer;
    let bytes = encode(&text, encoding, &mut losses);
    Ok(Written { bytes, losses })
}

fn count_losses(record: &Record, style: Style, losses: &mut Losses) {
    // Turns stand only on moves that could not be read, and those are written as they were.
    let mut room = vec![Feature::Setups, Feature::Properties];
    let times = |feature: &Feature| style == Style::Kif || *feature != Feature::Clocks;
    room.extend(FEATURES.iter().copied().filter(times));
    losses.add_missing(&record.tree, &room);
    let foreign = |note: &&Note| match note {
        Note::Property(property) => ![END, SUMMARY, UNREAD].contains(&&*property.name),
        _ => false,
    };
    let notes = record.tree.ids().flat_map(|node| record.tree.notes(node));
    losses.add(Feature::Properties.name(), notes.filter(foreign).count());
}

/// What is known before a move.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    previous: Option<Square>,
    /// The milliseconds that each side has used.
    used: [u64; 2],
}

struct Writer<'a> {
    record: &'a Record,
    start: Position,
    style: Style,
    players: Players,
    timed: bool,
    /// Moves on the row of KI2 that is being written.
    in_row: usize,
    text: String,
    losses: Losses,
}

impl<'a> Writer<'a> {
    fn new(record: &'a Record, start: Position, style: Style, losses: Losses) -> Self {
        let timed = |node| {
            let mut notes = record.tree.notes(node);
            notes.any(|note| matches!(note, Note::Clock(_)))
        };
        Self {
            record,
            start,
            style,
            players: Players::of(record),
            timed: record.tree.ids().any(timed),
            in_row: 0,
            text: String::new(),
            losses,
        }
    }

    fn line(&mut self, text: &str) {
        self.end_row();
        self.text.push_str(text);
        self.text.push_str(LINE_END);
    }

    fn end_row(&mut self) {
        if self.in_row > 0 {
            self.in_row = 0;
            let length = self.text.trim_end_matches(' ').len();
            self.text.truncate(length);
            self.text.push_str(LINE_END);
        }
    }

    fn signature(&mut self, encoding: Encoding) {
        let name = match self.style {
            Style::Kif => "KIF",
            // Kifu for Windows signs KI2 only in UTF-8.
            Style::Ki2 if encoding.name() == "Shift_JIS" => return,
            Style::Ki2 => "KI2",
        };
        let encoding = encoding.name();
        self.line(&format!("#{name} version=2.0 encoding={encoding}"));
        self.line("# ---- dapu 棋譜ファイル ----");
    }

    fn headers(&mut self, has_own_keys: bool) {
        let headers: Vec<(String, String)> = if has_own_keys {
            let raw = self.record.headers.raw.iter();
            raw.map(|(key, value)| (key.to_string(), value.to_string()))
                .collect()
        } else {
            self.known_headers()
        };
        let is_name = |key: &str| matches!(key, "先手" | "後手" | "下手" | "上手");
        let at = headers
            .iter()
            .position(|(key, _)| key == "手合割")
            .map(|at| at + 1)
            .or_else(|| headers.iter().position(|(key, _)| is_name(key)))
            .unwrap_or(headers.len());
        for (key, value) in &headers[..at] {
            self.header(key, value);
        }
        self.board(headers.iter().any(|(key, _)| key == "手合割"));
        for (key, value) in &headers[at..] {
            self.header(key, value);
        }
        if self.tells_number() {
            self.line(&format!("手数＝{}  まで", self.record.first_number - 1));
        }
        if self.record.flipped {
            self.line("盤面回転");
        }
        match (self.style, self.timed) {
            (Style::Kif, true) => self.line("手数----指手---------消費時間--"),
            (Style::Kif, false) => self.line("手数----指手--"),
            (Style::Ki2, _) => self.line(""),
        }
    }

    fn header(&mut self, key: &str, value: &str) {
        let value = value.replace("\r\n", "\n").replace(['\r', '\n'], "\\n");
        let key = key.replace(['\r', '\n'], " ");
        // Kifu for Windows pads the name of the start to four characters.
        let missing = 4usize.saturating_sub(value.chars().count());
        let padding = if key == "手合割" { missing } else { 0 };
        self.line(&format!("{key}：{value}{}", "\u{3000}".repeat(padding)));
    }

    /// The headers of another format under the keys of KIF.
    fn known_headers(&mut self) -> Vec<(String, String)> {
        let handicap = Handicap::of(&self.start).map_or("その他", |handicap| handicap.name);
        let headers = &self.record.headers;
        let mut written = Vec::new();
        for (name, key) in KEYS {
            let is_name = matches!(key, Key::Sente | Key::Gote);
            let side = if key == Key::Sente {
                Side::First
            } else {
                Side::Second
            };
            let wanted = if is_name {
                self.players.name(side)
            } else {
                KEYS.iter()
                    .find(|(_, other)| *other == key)
                    .map_or(name, |(first, _)| first)
            };
            let started = headers.get(Key::Started).unwrap_or("");
            let value = match key {
                // The day is told with the hour.
                Key::Date => headers.get(key).filter(|day| !started.starts_with(day)),
                Key::Handicap => Some(handicap),
                _ if is_name => Some(headers.get(key).unwrap_or("")),
                _ => headers.get(key),
            };
            if let Some(value) = value.filter(|_| wanted == name) {
                written.push((name.to_owned(), value.to_owned()));
            }
        }
        // The order of Kifu for Windows: the start, then the players.
        written.sort_by_key(|(name, _)| match KEYS.iter().find(|(key, _)| key == name) {
            Some((_, Key::Handicap)) => 1,
            Some((_, Key::Sente | Key::Gote)) => 2,
            _ => 0,
        });
        let room: Vec<Key> = KEYS
            .iter()
            .map(|(_, key)| *key)
            .chain([Key::Result])
            .collect();
        self.losses.add_headers(headers, &room);
        written
    }

    /// The starting position: by its name, or as a diagram.
    fn board(&mut self, named: bool) {
        if let Some(handicap) = Handicap::of(&self.start) {
            if !named {
                self.header("手合割", handicap.name);
            }
            return;
        }
        let hand = |side| {
            let pieces = notation::hand(&self.start, side);
            // Kifu for Windows has a blank behind the last piece too.
            let end = if pieces == "なし" { "" } else { "\u{3000}" };
            format!("{}の持駒：{pieces}{end}", self.players.name(side))
        };
        let (above, below) = (hand(Side::Second), hand(Side::First));
        self.line(&above);
        for row in diagram::board_rows(&self.start) {
            self.line(&row);
        }
        self.line(&below);
        let mover = self.start.side_to_move();
        if mover == Side::Second || self.players.handicap || self.tells_number() {
            self.line(&format!("{}番", self.players.name(mover)));
        }
    }

    /// Whether the number of the first move must be told by itself.
    fn tells_number(&self) -> bool {
        let numbered =
            self.style == Style::Kif && self.record.tree.first_child(NodeId::ROOT).is_some();
        self.record.first_number > 1 && !numbered
    }

    /// The main line, then the variations: of one line the deepest first, each followed by its own.
    fn tree(&mut self) {
        let state = State {
            position: self.start,
            previous: None,
            used: [0; 2],
        };
        let mut pending: Vec<(NodeId, State)> = Vec::new();
        self.notes(NodeId::ROOT, &state);
        self.branch_line(NodeId::ROOT, state, &mut pending);
        while let Some((node, state)) = pending.pop() {
            let number = self.number(node);
            self.line("");
            self.line(&match self.style {
                Style::Kif => format!("変化：{number}手"),
                Style::Ki2 => format!("変化：{number:4}手"),
            });
            let state = self.node(node, state);
            self.branch_line(node, state, &mut pending);
        }
        self.end_row();
    }

    /// Writes what follows a node, and remembers the variations that branch off.
    fn branch_line(
        &mut self,
        mut node: NodeId,
        mut state: State,
        pending: &mut Vec<(NodeId, State)>,
    ) {
        let tree = &self.record.tree;
        loop {
            // What follows a line that has ended is beside its end.
            let continues = !has_ended(self.record, node);
            let main = tree.first_child(node).filter(|_| continues);
            let before = pending.len();
            let beside = tree.children(node).skip(usize::from(main.is_some()));
            pending.extend(beside.map(|child| (child, state)));
            pending[before..].reverse();
            let Some(child) = main else {
                return;
            };
            state = self.node(child, state);
            node = child;
        }
    }

    fn number(&self, node: NodeId) -> u32 {
        self.record.first_number + self.record.tree.ply(node) - 1
    }

    /// Writes a node and gives what is known after it.
    fn node(&mut self, node: NodeId, mut state: State) -> State {
        let previous = state.previous.take();
        if let Some(Move::Shogi(mv)) = self.record.tree.mv(node) {
            let text = self.move_text(mv, &state.position, previous);
            self.write_move(node, &text, &mut state);
            state.position.apply(mv);
            state.previous = Some(mv.to);
        } else if !self.is_bare(node) {
            let text = property(self.record, node, UNREAD).unwrap_or("");
            let mark = if looks_like_a_move(text) { "" } else { NO_MOVE };
            let text = format!("{mark}{text}").replace(['\r', '\n'], " ");
            self.write_move(node, &text, &mut state);
        }
        for note in self.record.tree.notes(node) {
            if let Note::Turn(side) = note {
                state.position.set_side_to_move(*side);
            }
        }
        self.notes(node, &state);
        state
    }

    fn move_text(
        &mut self,
        mv: shogi::Move,
        position: &Position,
        previous: Option<Square>,
    ) -> String {
        if self.style == Style::Kif {
            let mut text = notation::kif(position, mv, previous);
            if let Origin::Board(from) = mv.from {
                text.push_str(&format!("({}{})", from.file(), from.rank()));
            }
            return text;
        }
        let text = notation::ki2(position, mv, previous);
        // Against the rules there is no telling which piece moved.
        if position.check(mv).is_err() {
            let read = Spelling::read(&text);
            let meant = read.and_then(|(spelling, _)| spelling.resolve(position, previous));
            let same = meant.is_some_and(|meaning| meaning.mv == mv);
            self.losses.add("illegal move's origin", usize::from(!same));
        }
        text
    }

    fn write_move(&mut self, node: NodeId, text: &str, state: &mut State) {
        match self.style {
            Style::Kif => {
                let side = state.position.side_to_move();
                let clock = move_clock(self.record, node);
                let more = self.record.tree.next_sibling(node).is_some();
                let number = self.number(node);
                self.numbered(number, text, clock, &mut state.used[side.index()], more);
            }
            Style::Ki2 => {
                let mark = match state.position.side_to_move() {
                    Side::First => '▲',
                    Side::Second => '△',
                };
                if self.in_row == KI2_ROW {
                    self.end_row();
                }
                self.text.push_str(&padded(&format!("{mark}{text}")));
                self.in_row += 1;
            }
        }
    }

    /// A line of KIF. `more` says that a variation in its place follows.
    fn numbered(
        &mut self,
        number: u32,
        text: &str,
        clock: Option<Clock>,
        used: &mut u64,
        more: bool,
    ) {
        let mut line = format!("{number:4} {}", padded(text));
        if let Some(clock) = clock {
            let spent = clock.spent.unwrap_or(0);
            *used = clock.total.map_or(*used + u64::from(spent), u64::from);
            self.losses
                .add("part of a second", usize::from(spent % 1000 != 0));
            line.push(' ');
            line.push_str(&clock::write(spent, *used));
        } else if more {
            line.push(' ');
        }
        if more {
            line.push('+');
        }
        self.line(&line);
    }

    /// What is noted on a node, in its order; the word with which the line ends is among it.
    fn notes(&mut self, node: NodeId, state: &State) {
        let record = self.record;
        let mover = state.position.side_to_move().other();
        let mut number = self.plies(node);
        let mut word = None;
        let notes: Vec<&Note> = record.tree.notes(node).collect();
        let valuation = notes.iter().find_map(|note| match note {
            Note::Comment(text) => eval::find(text, mover),
            _ => None,
        });
        for (index, note) in notes.iter().copied().enumerate() {
            let behind = &notes[index + 1..];
            match note {
                Note::Comment(text) => self.comment(text),
                Note::Bookmark(name) => {
                    let name = name.replace(['\r', '\n'], " ");
                    self.line(&format!("&{name}"));
                }
                Note::Eval(eval) if valuation != Some(*eval) => self.comment(&eval_line(*eval)),
                Note::Property(property) if &*property.name == END => {
                    word = property.values.first().map(|word| &**word);
                    if !matches!(behind.first(), Some(Note::End(_))) {
                        number += 1;
                        self.end_word(node, number, word.take(), None, state, behind);
                    }
                }
                Note::End(ending) => {
                    number += 1;
                    self.end_word(node, number, word.take(), Some(*ending), state, behind);
                }
                _ => {}
            }
        }
        self.summary(node, state);
    }

    fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(&format!("*{}", line.trim_end_matches('\r')));
        }
    }

    /// The word with which a line of KIF ends; its time is the first in the notes behind it.
    fn end_word(
        &mut self,
        node: NodeId,
        number: u32,
        word: Option<&str>,
        ending: Option<Ending>,
        state: &State,
        behind: &[&Note],
    ) {
        if self.style == Style::Ki2 {
            let lost = ending.is_none();
            return self.losses.add(Feature::Endings.name(), usize::from(lost));
        }
        let Some(word) = word.or(ending.map(ending::word)) else {
            return;
        };
        let clock = behind.iter().find_map(|note| clock_of(note));
        let mut used = state.used[state.position.side_to_move().index()];
        let tree = &self.record.tree;
        let more = tree.first_child(node).is_some()
            || (self.is_bare(node) && tree.next_sibling(node).is_some());
        self.numbered(number, word, clock, &mut used, more);
    }

    /// The まで line.
    fn summary(&mut self, node: NodeId, state: &State) {
        let own = property(self.record, node, SUMMARY).map(str::to_owned);
        let mover = state.position.side_to_move();
        let problem = Handicap::of(&self.start).is_none();
        let usual = |ending: Ending| {
            ending::summary(ending, self.plies(node), mover, self.players, problem)
        };
        let ending = self.record.tree.ending(node);
        // KI2 has no other word for the end: the line must say what it is.
        let tells =
            |text: &String| self.style == Style::Kif || ending::by_summary(text, mover) == ending;
        let text = own.filter(tells).or_else(|| ending.map(usual));
        if let Some(text) = text {
            let text = text.replace(['\r', '\n'], " ");
            self.line(&format!("まで{text}"));
        }
    }

    /// Whether a node stands only for the end of a line.
    fn is_bare(&self, node: NodeId) -> bool {
        node != NodeId::ROOT
            && self.record.tree.mv(node).is_none()
            && property(self.record, node, UNREAD).is_none()
            && has_ended(self.record, node)
    }

    /// The number of the last move at a node.
    fn plies(&self, node: NodeId) -> u32 {
        self.number_of_plies(node) - u32::from(self.is_bare(node))
    }

    fn number_of_plies(&self, node: NodeId) -> u32 {
        self.record.first_number - 1 + self.record.tree.ply(node)
    }
}

fn eval_line(eval: Eval) -> String {
    match eval {
        Eval::Centipawns(points) => format!("*評価値={points}"),
        Eval::Mate(plies) if plies < 0 => format!("*詰み=後手勝ち:{}手", plies.unsigned_abs()),
        Eval::Mate(plies) => format!("*詰み=先手勝ち:{plies}手"),
    }
}

/// A move with blanks behind it, in columns: what is not ASCII takes two.
fn padded(text: &str) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(MOVE_WIDTH.saturating_sub(width)))
}

fn property<'a>(record: &'a Record, node: NodeId, name: &str) -> Option<&'a str> {
    record.tree.notes(node).find_map(|note| match note {
        Note::Property(property) if &*property.name == name => {
            property.values.first().map(|value| &**value)
        }
        _ => None,
    })
}

fn is_end(note: &Note) -> bool {
    match note {
        Note::End(_) => true,
        Note::Property(property) => &*property.name == END,
        _ => false,
    }
}

fn has_ended(record: &Record, node: NodeId) -> bool {
    record.tree.notes(node).any(is_end)
}

/// The time of a node's move: a time behind the end of the line is that of the word.
fn move_clock(record: &Record, node: NodeId) -> Option<Clock> {
    let mut before = record.tree.notes(node).take_while(|note| !is_end(note));
    before.find_map(clock_of)
}

fn clock_of(note: &Note) -> Option<Clock> {
    match note {
        Note::Clock(clock) => Some(*clock),
        _ => None,
    }
}
