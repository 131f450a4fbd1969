//! A record as sentences, in an order that a listener can follow: a variation comes right after the move that it
//! replaces, and its end is announced.

use std::cell::OnceCell;
use std::collections::VecDeque;

use serde_json::{Map, Value, json};

use super::words::Voice;
use super::{board, moves};
use crate::files::results::Placed;
use crate::game::{Move, Notation, Position, Side};
use crate::library::losses;
use crate::record::{
    Clock, EndingKind, Event, Key, Lines, NodeId, Note, Order, Outcome, Place, PlaceError, Record,
    Walk, Worth,
};
use crate::text::json::escape;
use crate::text::{joined, without_markup};

/// The names of variations nested deeper than this are abbreviated.
const DEEPEST: usize = 12;

/// What the objects of JSON begin with, if sentences are printed as JSON.
pub(in crate::cli) type Json = Option<Map<String, Value>>;

/// The parts to read, and how.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct Wish {
    /// Only this place, with its position.
    pub(in crate::cli) place: Option<Place>,
    /// Describe the position after every this many plies.
    pub(in crate::cli) positions: Option<u32>,
    /// Name moves in this notation instead of as they are read aloud.
    pub(in crate::cli) notation: Option<Notation>,
    /// Print each sentence as JSON.
    pub(in crate::cli) json: Json,
}

/// A sentence, or its JSON, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Sentence {
    /// The subject of the sentence, as listed in `docs/json.md`.
    pub(in crate::cli) about: &'static str,
    pub(in crate::cli) line: String,
}

impl Sentence {
    /// A sentence that is not about a node.
    pub(in crate::cli) fn new(about: &'static str, text: &str, json: &Json) -> Self {
        Self::with(about, text, json, || json!({ "text": text }))
    }

    /// A sentence, with what JSON says after its subject.
    pub(in crate::cli) fn with(
        about: &'static str,
        text: &str,
        json: &Json,
        keys: impl FnOnce() -> Value,
    ) -> Self {
        let Some(mut object) = json.clone() else {
            return Self { about, line: text.to_owned() };
        };
        object.insert("about".to_owned(), about.into());
        if let Value::Object(keys) = keys() {
            object.extend(keys);
        }
        Self { about, line: escape(Value::from(object).to_string()) }
    }
}

/// The sentences of a record, composed one node at a time: all of them would take a multiple of the record's memory.
pub(in crate::cli) struct Narration<'a> {
    pub(in crate::cli) record: &'a Record,
    /// Needed only to name places.
    lines: OnceCell<Lines>,
    voice: Voice,
    walk: Walk<'a>,
    /// Whether all of the record has been visited, or only one place of it is read.
    is_over: bool,
    /// The position before the move, kept so as not to allocate one for each move.
    before: Position,
    /// The names of the sides.
    sides: [String; 2],
    wish: &'a Wish,
    /// Whether any clock has run.
    has_clocks: bool,
    /// The analyses of an engine.
    valued: Option<&'a Placed>,
    /// The names of the open variations.
    opened: Vec<String>,
    /// Composed, but not yet returned.
    sentences: VecDeque<Sentence>,
}

fn has_run(note: &Note) -> bool {
    matches!(note, Note::Clock(clock) if clock.has_run())
}

impl Iterator for Narration<'_> {
    type Item = Sentence;

    fn next(&mut self) -> Option<Sentence> {
        while self.sentences.is_empty() {
            if self.is_over {
                return None;
            }
            match self.walk.next_event() {
                Some(event) => self.event(event),
                None => {
                    self.is_over = true;
                    self.result();
                }
            }
        }
        self.sentences.pop_front()
    }
}

impl<'a> Narration<'a> {
    /// All sentences of a record, one per line. Text from the file is not cleaned.
    ///
    /// # Errors
    /// The record does not have the requested place.
    pub(in crate::cli) fn of(
        record: &'a Record,
        valued: Option<&'a Placed>,
        voice: Voice,
        wish: &'a Wish,
    ) -> Result<Self, PlaceError> {
        let mut narration = Self { valued, ..Self::new(record, voice, wish) };
        match &wish.place {
            Some(place) => {
                let node = place.find(&record.tree, narration.lines())?;
                narration.walk.visit(node);
                narration.node(node);
                narration.position(node, None);
            }
            None => narration.head(),
        }
        Ok(narration)
    }

    /// A record of which nothing has been read.
    pub(in crate::cli) fn new(record: &'a Record, voice: Voice, wish: &'a Wish) -> Self {
        Self {
            record,
            lines: OnceCell::new(),
            voice,
            walk: record.walk_in(Order::BehindMove, |_| true),
            is_over: wish.place.is_some(),
            before: record.start.clone(),
            sides: Side::BOTH.map(|side| voice.side(record.game(), side)),
            wish,
            has_clocks: record.tree.all_notes().any(has_run),
            valued: None,
            opened: Vec::new(),
            sentences: VecDeque::new(),
        }
    }

    /// The sentences about one node.
    pub(in crate::cli) fn of_node(&mut self, node: NodeId) -> impl Iterator<Item = Sentence> {
        self.walk.visit(node);
        self.node(node);
        self.sentences.drain(..)
    }

    /// The notation of the place of a node.
    pub(in crate::cli) fn place(&self, node: NodeId) -> Place {
        Place::of(&self.record.tree, self.lines(), node)
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::new(&self.record.tree))
    }

    /// Adds a sentence about the record as a whole.
    fn say(&mut self, about: &'static str, text: &str) {
        self.sentences.push_back(Sentence::new(about, text, &self.wish.json));
    }

    /// Adds a sentence about a node.
    fn say_of(&mut self, node: NodeId, about: &'static str, text: &str) {
        let wish = self.wish;
        let sentence = Sentence::with(about, text, &wish.json, || {
            let mut keys = self.keys_of(node, text);
            match about {
                "move" => keys["move"] = self.record.tree.mv(node).map(|mv| mv.code()).into(),
                "position" => {
                    let number = self.record.first_number + self.record.tree.ply(node);
                    keys["position"] = self.walk.position().text(number).into();
                }
                _ => {}
            }
            keys
        });
        self.sentences.push_back(sentence);
    }

    /// What JSON says of any sentence about a node.
    pub(in crate::cli) fn keys_of(&self, node: NodeId, text: &str) -> Value {
        let (ply, place) = (self.record.tree.ply(node), self.place(node).to_string());
        json!({ "ply": ply, "place": place, "text": text })
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Open(node) => {
                let name = self.name(node, self.opened.len() + 1);
                let (game, ply) = (self.record.game(), self.record.tree.ply(node));
                self.say_of(node, "variation", &self.voice.variation(game, &name, ply));
                self.opened.push(name);
            }
            Event::Close => {
                let name = self.opened.pop().unwrap_or_default();
                self.say("end_of_variation", &self.voice.end_of_variation(&name));
            }
            Event::Node(node) => {
                self.node(node);
                let ply = self.record.tree.ply(node);
                if let Some(step) = self.wish.positions
                    && ply > 0
                    && ply.is_multiple_of(step)
                {
                    self.position(node, None);
                }
            }
        }
    }

    /// The name of the variation that begins at a node, such as `10.2`.
    fn name(&self, node: NodeId, depth: usize) -> String {
        if depth > DEEPEST {
            return self.record.tree.ply(node).to_string();
        }
        self.place(node).line()
    }

    /// The game, its headers, and the initial position if it is not the usual one.
    fn head(&mut self) {
        let game = self.record.game();
        self.say("game", &self.voice.game(game));
        for (key, value) in self.record.headers.known() {
            if !matches!(key, Key::Result | Key::Kind | Key::Size) {
                let name = self.voice.header(key, game);
                self.say("header", &self.voice.labelled(&name, value));
            }
        }
        if !self.walk.position().is_usual() {
            self.position(NodeId::ROOT, None);
        }
    }

    fn position(&mut self, node: NodeId, before: Option<&Position>) {
        let sentences = board::sentences(self.walk.position(), before, self.voice);
        if self.wish.json.is_some() {
            return self.say_of(node, "position", &sentences.join(" "));
        }
        sentences.iter().for_each(|text| self.say("position", text));
    }

    /// A move with its notes.
    fn node(&mut self, node: NodeId) {
        let tree = &self.record.tree;
        if let Some(text) = self.moved(node) {
            self.say_of(node, "move", &text);
        }
        if let Some(text) = self.worth(node) {
            self.say_of(node, "worth", &text);
        }
        // At the root, this is the initial position.
        let mut notes = tree.notes(node);
        if node != NodeId::ROOT && notes.any(|note| matches!(note, Note::Setup(_))) {
            let before = self.walk.before().clone();
            self.position(node, Some(&before));
        }
        for note in tree.notes(node) {
            match note {
                Note::Comment(text) => self.comment(node, text),
                Note::Bookmark(name) => self.say_of(node, "bookmark", &self.voice.bookmark(name)),
                Note::End(ending) => {
                    let side = self.walk.position().side_to_move();
                    self.ending(node, ending.kind, side);
                }
                Note::Result(outcome) => {
                    let text = self.voice.outcome(*outcome, self.record.game());
                    self.say_of(node, "result", &self.voice.sentence(&text));
                }
                Note::Mark(mark) => {
                    let position = self.walk.position().go();
                    let signs = position.and_then(|it| board::marks(self.voice, it, mark));
                    if let Some(text) = signs {
                        self.say_of(node, "marks", &text);
                    }
                }
                _ => {}
            }
        }
        for warning in tree.warnings(node) {
            self.say_of(node, "warning", &self.voice.warning(&warning));
        }
    }

    /// The move of a node as a sentence.
    fn moved(&mut self, node: NodeId) -> Option<String> {
        let tree = &self.record.tree;
        let unread = tree.unread(node).map(str::to_owned);
        let mv = tree.mv(node);
        if mv.is_none() && unread.is_none() {
            return None;
        }
        self.before.clone_from(self.walk.before());
        let before = &self.before;
        if let Some(notation) = self.wish.notation {
            return self.record.notate_as(before, node, notation).or(unread);
        }
        let previous = tree.parent(node).and_then(|parent| tree.mv(parent));
        let after = self.walk.position();
        let mut parts = match (mv, unread) {
            (Some(mv), _) => moves::parts(self.voice, before, after, mv, previous),
            (None, text) => vec![text.unwrap_or_default()],
        };
        for note in tree.notes(node) {
            match note {
                Note::Glyph(glyph) => parts.push(self.voice.glyph(glyph, self.record.game())),
                Note::Clock(Clock { spent: Some(time), .. }) if self.has_clocks => {
                    parts.push(self.voice.spent(*time));
                }
                Note::Eval(eval) => parts.push(self.voice.eval(*eval, self.record.game())),
                _ => {}
            }
        }
        let side = mv.and_then(|mv| mv.side()).unwrap_or(before.side_to_move());
        let (game, name) = (self.record.game(), &self.sides[side.index()]);
        Some(self.voice.moved(game, tree.ply(node), name, &parts))
    }

    /// What the move of a node was worth, unless it was as good as another.
    fn worth(&self, node: NodeId) -> Option<String> {
        /// The moves of a better line that a listener keeps in mind.
        const MOVES: usize = 3;
        let before = &self.before;
        let judgement = losses::judged(&self.record.tree, self.valued?, node, before)?;
        let (worth, values) = (judgement.worth, judgement.values);
        if matches!(worth, Worth::Lost(loss) if loss < losses::least(values[0]) / 2) {
            return None;
        }
        let better = judgement.better.iter().take(MOVES).copied();
        let between = self.voice.0.pick(["; ", "；", "、"]);
        let better = before.along(better, None, |from: &Position, mv: Move, previous| {
            let after = from.after(mv);
            self.voice.list(moves::parts(self.voice, from, &after, mv, previous))
        });
        let better = joined(better, between);
        let game = self.record.game();
        let text = self.voice.0.judged(worth, game, values, &better, |plies| plies.to_string());
        Some(self.voice.capital(&self.voice.sentence(&text)))
    }

    fn comment(&mut self, node: NodeId, text: &str) {
        let text = without_markup(text);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        if let Some(first) = lines.next() {
            self.say_of(node, "comment", &self.voice.comment(first));
        }
        lines.for_each(|line| self.say_of(node, "comment", line));
    }

    fn ending(&mut self, node: NodeId, kind: EndingKind, side: Side) {
        let game = self.record.game();
        // The side to move is the one that resigns, runs out of time or breaks a rule.
        let of_side = matches!(
            kind,
            EndingKind::Resign
                | EndingKind::Timeout
                | EndingKind::IllegalWin
                | EndingKind::IllegalLoss
                | EndingKind::Nyugyoku
                | EndingKind::DefaultWin
                | EndingKind::DefaultLoss
        );
        let side = of_side.then_some(side);
        self.say_of(node, "end", &self.voice.ending(kind, game, side));
    }

    /// Says the result from the headers.
    fn result(&mut self) {
        if let Some(text) = self.outcome() {
            self.say("result", &text);
        }
    }

    /// The result from the headers.
    pub(in crate::cli) fn outcome(&self) -> Option<String> {
        let game = self.record.game();
        let result = self.record.headers.get(Key::Result).filter(|text| *text != "*")?;
        let outcome = Outcome::by_name(result);
        let text = outcome.map_or(result.to_owned(), |it| self.voice.outcome(it, game));
        Some(self.voice.labelled(&self.voice.header(Key::Result, game), &text))
    }
}
