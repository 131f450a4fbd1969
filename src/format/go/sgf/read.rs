//! One game tree: nodes and their properties.

use std::borrow::Cow;

use super::lexer::{Lexer, Token};
use super::property::{self, PropertyKind};
use super::search::skip_tree;
use super::value;
use crate::format::go::side_of;
use crate::format::headers::Dialect;
use crate::game::go::{self, Size};
use crate::game::{Move, Position, Side};
use crate::record::{At, Cut, Eval, Left, NodeId, Note, NoteId, Problem, Property, Record};

/// Puts a record together from the tokens of a game tree. Keeps no position: a fork costs nothing.
pub(super) struct SgfReader<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) record: Record,
    pub(super) size: Size,
    pub(super) node: NodeId,
    /// Where the open variations branch off.
    pub(super) forks: Vec<NodeId>,
    /// There was no `;` since the last parenthesis: a property begins a node nevertheless.
    between: bool,
    /// The values of the property that is read, still escaped.
    pub(super) values: Vec<&'a str>,
    /// The properties of this node that may be written only once, and where their notes are.
    pub(super) seen: Vec<(PropertyKind, Option<NoteId>)>,
    /// The text of the node's comment, of which there may be several parts.
    comment: String,
    /// A program may have left a valuation among the notes of the node.
    may_be_valued: bool,
    /// The file says that it is FF[4].
    pub(super) is_ff4: Option<bool>,
    /// A root's move waits for the size of the board.
    pub(super) root_move: Option<(Side, &'a str)>,
    /// The tree begins with a `(`, so that a `)` closes it.
    opened: bool,
    /// The root has no `;` before it, as the Nihon Ki-in's and Sina's files have it.
    bare_root: bool,
    /// FF[1]'s signs, distinguished by the stones on the points.
    pub(super) old_marks: Vec<(NodeId, NoteId)>,
    /// Where diagrams begin, and the nodes that they are printed at.
    pub(super) diagrams: Vec<(NodeId, usize)>,
}

impl<'a> SgfReader<'a> {
    /// A reader of the tree that begins at an offset.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        let mut record = Record::new(Position::Go(go::Position::new(Size::USUAL)));
        record.tree.set_offset(NodeId::ROOT, At::offset(at));
        Self {
            lexer: Lexer::new(text, at),
            record,
            size: Size::USUAL,
            node: NodeId::ROOT,
            forks: Vec::new(),
            between: true,
            values: Vec::new(),
            seen: Vec::new(),
            comment: String::new(),
            may_be_valued: false,
            is_ff4: None,
            root_move: None,
            opened: false,
            bare_root: false,
            old_marks: Vec::new(),
            diagrams: Vec::new(),
        }
    }

    /// Reads the root, and gives the token that follows it.
    pub(super) fn read_root(&mut self) -> Option<Token<'a>> {
        let mut token = self.lexer.next();
        if token == Some(Token::Open) {
            self.opened = true;
            token = self.lexer.next();
        } else {
            self.warn_here("a ( is missing before the first node");
        }
        self.read_first_node(token)
    }

    pub(super) fn read_first_node(&mut self, mut token: Option<Token<'a>>) -> Option<Token<'a>> {
        if token == Some(Token::Node) {
            self.between = false;
            token = self.lexer.next();
        } else {
            self.bare_root = true;
            self.warn_here("a ; is missing before the first property");
        }
        while let Some(Token::Property(name)) = token {
            self.property(name);
            token = self.lexer.next();
        }
        if self.node == NodeId::ROOT {
            self.end_root();
        }
        self.end_node();
        token
    }

    /// Reads everything after the root up to the `)` that closes the tree.
    pub(super) fn read_nodes(&mut self, mut next: Option<Token<'a>>) {
        self.record.tree.reserve(self.lexer.nodes_ahead());
        let in_root = next.is_none();
        while let Some(token) = next {
            if !matches!(token, Token::Property(_)) {
                self.end_node();
            }
            match token {
                Token::Open if self.skips_diagram() => {}
                Token::Open => {
                    self.forks.push(self.node);
                    self.between = true;
                }
                Token::Close => {
                    let Some(fork) = self.forks.pop() else { return };
                    self.node = fork;
                    self.between = true;
                }
                Token::Node => self.add_node(None),
                Token::Property(name) => {
                    if self.between {
                        self.add_node(None);
                        self.warn_here("a ; is missing before this property");
                    }
                    self.property(name);
                }
            }
            self.read_plain_moves();
            next = self.lexer.next();
        }
        self.end_node();
        self.end_early(self.forks.len(), in_root);
    }

    /// Passes over everything after the root up to the `)` that closes the tree.
    pub(super) fn skip_nodes(&mut self, token: Option<Token<'a>>) {
        if let Some(open) = skip_tree(&mut self.lexer, token, &mut self.values) {
            self.end_early(open, token.is_none());
        }
    }

    /// The text has ended inside this many variations.
    fn end_early(&mut self, variations: usize, in_root: bool) {
        let open = variations + usize::from(self.opened);
        if open > 0 {
            let reason = format!("the game ends before {open} closing )");
            let cut = Cut { in_head: in_root, ..reason.into() };
            self.record.cut = Some(self.lexer.warnings.cut(At::offset(self.lexer.start), cut));
        }
    }

    /// Reads the nodes that are made of a plain move, or begin with one, the short way.
    fn read_plain_moves(&mut self) {
        while let Some((name, letters)) = self.lexer.plain_move() {
            let side = Side::first_if(name == b'B');
            let target = value::target_of_letters(letters, self.size);
            self.add_node(target.map(|point| Move::Go(go::Move { side, point })));
            self.seen.push((PropertyKind::Move(side), None));
        }
    }

    fn add_node(&mut self, mv: Option<Move>) {
        self.end_node();
        self.node = self.record.tree.add(self.node, mv);
        let at = At::offset(self.lexer.start);
        self.record.tree.set_offset(self.node, at);
        self.between = false;
    }

    fn end_node(&mut self) {
        if !self.comment.is_empty()
            && let Some(Some(note)) = self.earlier(PropertyKind::Comment)
        {
            let comment = std::mem::take(&mut self.comment);
            *self.record.tree.note_mut(note) = Note::Comment(comment.into());
        }
        if std::mem::take(&mut self.may_be_valued) {
            self.value_by_notes();
        }
        self.seen.clear();
    }

    /// Notes the valuation that a program left in a comment or a property of its own.
    fn value_by_notes(&mut self) {
        let tree = &self.record.tree;
        let kinds = [PropertyKind::Value, PropertyKind::WinRate];
        let is_valued = kinds.iter().any(|kind| self.earlier(*kind).is_some());
        if !is_valued
            && let Some(Move::Go(mv)) = tree.mv(self.node)
            && let Some(eval) = value::find_eval(tree.notes(self.node), mv.side)
        {
            self.note(Note::Eval(eval));
        }
    }

    /// A warning about the token that was read last.
    pub(super) fn warn_here(&mut self, problem: impl Into<Problem>) {
        self.lexer.warn(self.lexer.start, problem);
    }

    /// A warning about the property that was read last, which is noted on the node as well.
    pub(super) fn warn(&mut self, problem: impl Into<Problem>) {
        let at = At::offset(self.lexer.start);
        self.record.warn_of(self.node, at, problem.into());
    }

    pub(super) fn note(&mut self, note: Note) -> NoteId {
        self.record.tree.note(self.node, note)
    }

    fn property(&mut self, name: &'a str) {
        use PropertyKind::{Letters, Marks, OldMark, Setup};
        let (canonical, mut kind) = property::resolve(name);
        if self.bare_root && self.node == NodeId::ROOT {
            let key = Dialect::BareSgf.key(&canonical);
            kind = key.map(|key| PropertyKind::Header(Some(key))).or(kind);
        }
        let is_text = property::is_text(&canonical, kind);
        self.lexer.values(is_text, &mut self.values);
        let done = match kind {
            Some(PropertyKind::Move(side)) => self.play(side),
            Some(PropertyKind::Comment) => self.comment(),
            Some(PropertyKind::Header(key)) => self.header(name, key),
            Some(kind @ (Setup(_) | Marks(_) | OldMark | Letters)) => self.points(kind, &canonical),
            Some(kind) => self.single(kind),
            None => false,
        };
        self.may_be_valued |= canonical == "C" || canonical == value::LIZZIE;
        if !done {
            let values = self.values.iter().map(|value| (*value).into()).collect();
            let name = canonical.into();
            self.note(Note::Property(Box::new(Property { name, values })));
        }
    }

    /// The place of the node's property of this kind, if there was one already.
    pub(super) fn earlier(&self, kind: PropertyKind) -> Option<Option<NoteId>> {
        let mut seen = self.seen.iter();
        let (_, note) = seen.find(|(other, _)| *other == kind)?;
        Some(*note)
    }

    fn play(&mut self, side: Side) -> bool {
        let kind = PropertyKind::Move(side);
        if self.earlier(kind).is_some() {
            self.warn("a second move of the same side in a node is not played");
            return false;
        }
        if self.earlier(PropertyKind::Move(side.other())).is_some() {
            if self.node == NodeId::ROOT {
                self.end_root();
            }
            self.add_node(None);
            self.warn("two moves in a node: a ; is missing before the second");
        }
        self.seen.push((kind, None));
        let first = *self.values.first().unwrap_or(&"");
        match self.node {
            NodeId::ROOT => self.root_move = Some((side, first)),
            _ => self.set_move(side, first),
        }
        // A move is usually first in its node; that an unread one passes the turn says nothing of its place.
        let notes = self.record.tree.numbered_notes(self.node);
        let others = notes.filter(|(_, note)| !matches!(note, Note::Warning(_)));
        if others.count() > 0 {
            self.note(Note::Move);
        }
        if self.values.len() > 1 {
            self.values.remove(0);
            self.warn("a move has several points; the first is played");
            return false;
        }
        true
    }

    /// Gives the newest node its move, or the text of one that cannot be read.
    pub(super) fn set_move(&mut self, side: Side, raw: &str) {
        let target = value::target(raw, self.size);
        let Some(point) = target.or_else(|| value::spoken_target(raw, self.size)) else {
            let detail = format!("{raw:?} is not a point; the node has no move");
            let (text, detail) = (raw.into(), detail.into());
            self.warn(Problem::Unread { text, detail });
            return (self.record.tree).set_unread(self.node, raw, side.other());
        };
        if target.is_none() {
            self.warn(format!("{raw:?} is not a point of SGF; it is read as a coordinate"));
        }
        let mv = Move::Go(go::Move { side, point });
        self.record.tree.set_move(self.node, Some(mv));
    }

    fn comment(&mut self) -> bool {
        let raw = match *self.values {
            [single] => Cow::Borrowed(single),
            _ => self.values.join("\n").into(),
        };
        let text = value::text(&raw);
        let comment = text.strip_suffix('\n').unwrap_or(&text);
        if comment.is_empty() {
            return true;
        }
        if self.comment.is_empty() {
            let note = self.note(Note::Comment("".into()));
            self.seen.push((PropertyKind::Comment, Some(note)));
        } else {
            self.comment.push('\n');
        }
        self.comment.push_str(comment);
        true
    }

    /// A property with one value, that is in a node once.
    fn single(&mut self, kind: PropertyKind) -> bool {
        let [raw] = *self.values else { return false };
        if self.earlier(kind).is_some() {
            return false;
        }
        if kind == PropertyKind::Name && raw.trim_ascii().is_empty() {
            return true;
        }
        let Some(note) = single_note(kind, raw) else {
            if kind == PropertyKind::Turn {
                self.warn(format!("{raw:?} is not a player"));
            }
            return false;
        };
        self.seen.push((kind, None));
        self.note(note);
        true
    }
}

fn single_note(kind: PropertyKind, raw: &str) -> Option<Note> {
    Some(match kind {
        PropertyKind::Turn => Note::Turn(side_of(raw.trim_ascii().get(..1)?)?),
        PropertyKind::Name => Note::Bookmark(value::simple(raw).into()),
        PropertyKind::Number => Note::Number(raw.trim_ascii().parse().ok()?),
        PropertyKind::TimeLeft(side) => Note::remaining(side, Left::Time(value::decimal(raw, 3)?)),
        PropertyKind::MovesLeft(side) => {
            Note::remaining(side, Left::Moves(raw.trim_ascii().parse().ok()?))
        }
        PropertyKind::Value => Note::Eval(Eval::Centipawns(value::decimal(raw, 2)?)),
        PropertyKind::WinRate => Note::Eval(value::win_rate(raw, Side::First)?),
        PropertyKind::Judgement([once, twice]) => match raw.trim_ascii() {
            "" | "1" => Note::Glyph(once.into()),
            "2" => Note::Glyph(twice.into()),
            _ => return None,
        },
        _ => return None,
    })
}
