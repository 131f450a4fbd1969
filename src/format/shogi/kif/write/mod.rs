//! Writing KIF and KI2 in the layout of Kifu for Windows.

mod head;

use super::ending::{self, Players};
use super::lines::{NO_MOVE, looks_like_a_move};
use crate::format::pass::{GameWriter, Pass};
use crate::format::shogi::clock::{self, Used};
use crate::format::shogi::eval::Valued;
use crate::format::shogi::{endings, previous};
use crate::format::{LossKind, WriteError};
use crate::game::shogi::notation::{self, Phrase};
use crate::game::shogi::{self, Origin, Position};
use crate::game::{self, Move, Side};
use crate::record::{Clock, Ending, EndingKind, NodeId, Note, Order, Record, Tree};

/// Which of the two formats to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KifForm {
    Kif,
    Ki2,
}

const LINE_END: &str = "\r\n";
/// The columns of a KIF move before its time, and of a KI2 move with its sign.
const MOVE_WIDTH: usize = 12;
/// How many moves KI2 has on a row.
const KI2_ROW: usize = 6;

/// The formats whose headers have KIF keys.
const SAME_KEYS: [&str; 5] = ["kif", "kifu", "ki2", "ki2u", "jkf"];

/// Writes a record in one of the formats.
pub(super) fn write(
    pass: &mut Pass<'_>,
    style: KifForm,
    text: &mut String,
) -> Result<(), WriteError> {
    let has_own_keys = SAME_KEYS.contains(&pass.to.source.name);
    let (record, start) = (pass.record, pass.start(game::Position::shogi)?);
    let mut writer = KifWriter {
        record,
        start: *start,
        style,
        players: Players::of(record),
        in_row: 0,
        text,
        used: Used::default(),
        is_timed: false,
        valued: Valued::default(),
        summary: Summary::default(),
        bookmark: None,
    };
    writer.signature(pass.to.encoding);
    writer.headers(pass, has_own_keys);
    let tree = &record.tree;
    // In KI2, a second sentence about the same end would not be read as one.
    let is_read = move |node| style == KifForm::Kif || !ends_again(tree, node);
    pass.write(Order::BehindLine, is_read, &mut writer);
    writer.end_row();
    pass.has_number = true;
    pass.has_flip = true;
    Ok(())
}

/// Whether an ending comes after another.
fn ends_again(tree: &Tree, node: NodeId) -> bool {
    let parent = tree.parent(node);
    tree.is_ending(node) && parent.is_some_and(|parent| tree.is_ending(parent))
}

struct KifWriter<'a, 'r> {
    record: &'r Record,
    start: Position,
    style: KifForm,
    players: Players,
    /// The number of moves in the current row of KI2.
    in_row: usize,
    text: &'a mut String,
    used: Used,
    /// Whether the line of the node has its clock.
    is_timed: bool,
    valued: Valued,
    summary: Summary,
    /// The bookmark of the node in KI2, until it is written.
    bookmark: Option<String>,
}

/// The まで line of a node.
#[derive(Default)]
struct Summary {
    /// The sentence after まで, until it is written.
    text: Option<String>,
    /// Whether it is a note of the node.
    is_own: bool,
    /// Whether it is read as the ending of the node.
    names_ending: bool,
}

impl KifWriter<'_, '_> {
    fn line(&mut self, text: &str) {
        self.end_row();
        self.text.push_str(text);
        self.text.push_str(LINE_END);
    }

    fn end_row(&mut self) {
        if self.in_row > 0 {
            self.in_row = 0;
            self.text.truncate(self.text.trim_end_matches(' ').len());
            self.text.push_str(LINE_END);
        }
    }

    fn number(&self, node: NodeId) -> u32 {
        self.record.first_number + self.record.tree.ply(node) - 1
    }

    fn move_text(&self, before: &Position, node: NodeId, mv: shogi::Move) -> String {
        let previous = previous(self.record, node);
        if self.style == KifForm::Ki2 {
            let text = notation::ki2(before, mv, previous);
            let phrase = Phrase::scan(&text).map(|(phrase, _)| phrase);
            let meaning = phrase.and_then(|phrase| phrase.resolve(before, previous));
            // An illegal move is read as one of another piece.
            if meaning.is_some_and(|meaning| meaning.mv == mv) {
                return text;
            }
        }
        let mut text = notation::kif(before, mv, previous);
        if let Origin::Board(from) = mv.from {
            text.push_str(&format!("({}{})", from.file(), from.rank()));
        }
        text
    }

    fn write_move(&mut self, pass: &mut Pass<'_>, text: &str) {
        let node = pass.node();
        let side = pass.before().side_to_move();
        match self.style {
            KifForm::Kif => {
                let clock = self.record.tree.notes(node).find_map(|note| match note {
                    Note::Clock(clock) => Some(*clock),
                    _ => None,
                });
                self.is_timed = clock.is_some();
                self.numbered(pass, (self.number(node), text), clock, side);
            }
            KifForm::Ki2 => {
                if self.in_row == KI2_ROW {
                    self.end_row();
                }
                let text = padded(&format!("{}{text}", side.pick('▲', '△')));
                self.text.push_str(&text);
                self.in_row += 1;
            }
        }
    }

    /// A line of KIF.
    fn numbered(
        &mut self,
        pass: &mut Pass<'_>,
        (number, text): (u32, &str),
        clock: Option<Clock>,
        side: Side,
    ) {
        let (tree, node) = (&self.record.tree, pass.node());
        let mut line = format!("{number:4} {}", padded(text));
        // A variation in its place follows.
        let more = number == self.number(node) && tree.next_sibling(node).is_some();
        if let Some(clock) = clock {
            let spent = pass.whole_seconds(clock.spent.unwrap_or(0));
            line.push(' ');
            line.push_str(&clock::write(spent, self.used.add(tree, node, side, clock)));
        } else if more {
            line.push(' ');
        }
        if more {
            line.push('+');
        }
        self.line(&line);
    }

    fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(&format!("*{}", line.trim_end_matches('\r')));
        }
    }

    /// Writes the KIF word that ends a line, with its time. `false` if it means something else.
    fn end_word(&mut self, pass: &mut Pass<'_>, ending: &Ending) -> bool {
        let mover = pass.position().side_to_move();
        let read = |word: &str| ending::in_place_of_move(word, mover);
        let (word, is_same) = endings::written(ending, ending::word(ending.kind), read);
        let number = ending::plies(self.record, pass.node()) + 1;
        self.numbered(pass, (number, word), ending.clock, mover);
        is_same
    }

    /// The まで line of a node, and how it is read.
    fn summary(&self, node: NodeId, mover: Side) -> Summary {
        let (tree, is_ki2) = (&self.record.tree, self.style == KifForm::Ki2);
        let kind = tree.ending(node).map(|ending| ending.kind);
        let ending = kind.filter(|kind| *kind != EndingKind::Other);
        // json-kifu-format refuses a sentence between two endings.
        let ends_again = tree.first_child(node).is_some_and(|child| tree.is_ending(child));
        let names_ending = |text: &str| ending::by_summary(text, mover) == ending;
        let own = tree.notes(node).find_map(|note| match note {
            // KI2 has no other word for the end, so the line must say it.
            Note::Summary(text) => Some(&**text).filter(|text| !is_ki2 || names_ending(text)),
            _ => None,
        });
        let usual = ending
            .filter(|kind| is_ki2 || !ends_again && ending::has_common_summary(*kind))
            .map(|kind| ending::summary((self.record, node), self.players, kind, mover));
        let word = tree.ending(node).and_then(|ending| ending.word.as_deref());
        let foul = word
            .filter(|word| is_ki2 && endings::FOULS.contains(word))
            .map(|word| ending::foul_summary(self.record, node, word));
        let lines = own.map(str::to_owned).or(foul).or(usual);
        let text = lines.map(|lines| lines.replace(['\r', '\n'], " "));
        Summary {
            is_own: own.is_some(),
            names_ending: is_ki2 && ending.is_some() && text.as_deref().is_some_and(names_ending),
            text,
        }
    }

    fn write_summary(&mut self) {
        if let Some(text) = self.summary.text.take() {
            // Other programs refuse the file for a sentence that they do not know; in KIF that is rare.
            let is_read = self.style == KifForm::Kif || ending::is_common(&text);
            let mark = if is_read { "" } else { "*" };
            self.line(&format!("{mark}まで{text}"));
        }
    }
}

impl GameWriter for KifWriter<'_, '_> {
    fn open(&mut self, pass: &mut Pass<'_>) {
        let number = self.number(pass.node());
        self.line("");
        self.line(&match self.style {
            KifForm::Kif => format!("変化：{number}手"),
            KifForm::Ki2 => format!("変化：{number:4}手"),
        });
    }

    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        let tree = &self.record.tree;
        self.used.enter(tree, node);
        self.is_timed = false;
        if let (Some(Move::Shogi(mv)), Some(before)) = (tree.mv(node), pass.before().shogi()) {
            let text = self.move_text(before, node, mv);
            self.write_move(pass, &text);
        } else if node != NodeId::ROOT && !tree.is_ending(node) {
            let text = tree.unread(node).unwrap_or("");
            let mark = if looks_like_a_move(text) { "" } else { NO_MOVE };
            self.write_move(pass, &format!("{mark}{text}").replace(['\r', '\n'], " "));
        }
        let side = pass.position().side_to_move();
        self.valued = Valued::of(tree, node, side.other());
        self.summary = self.summary(node, side);
        true
    }

    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        let node = pass.node();
        match note {
            Note::Comment(text) => self.comment(text),
            Note::Bookmark(name) => {
                let line = format!("&{}", name.replace(['\r', '\n'], " "));
                match self.style {
                    KifForm::Kif => self.line(&line),
                    // json-kifu-format reads one, after the comments.
                    KifForm::Ki2 if self.bookmark.is_some() => return false,
                    KifForm::Ki2 => self.bookmark = Some(line),
                }
            }
            Note::Glyph(_) | Note::Eval(_) => {
                let (comment, is_kept) = self.valued.comment(pass, note);
                comment.iter().for_each(|text| self.comment(text));
                return is_kept;
            }
            // Above the moves it is a header.
            Note::Remark(text) if !text.contains(['\r', '\n']) && node != NodeId::ROOT => {
                self.line(&format!("#{text}"));
            }
            Note::End(ending) if self.style == KifForm::Ki2 => {
                if ending.clock.is_some() {
                    pass.change(LossKind::Clock);
                }
                // Where a variation begins at the end, notes after it are about the end.
                if self.record.tree.is_ending(node) {
                    self.write_summary();
                }
                return self.summary.names_ending;
            }
            Note::End(ending) => return self.end_word(pass, ending),
            Note::Clock(_) => return std::mem::take(&mut self.is_timed),
            Note::Summary(_) => return self.summary.is_own,
            // A move that is not known passes the turn. KIF has no other way to change it.
            Note::Turn(side) => {
                let is_passed = self.record.tree.mv(node).is_none() && node != NodeId::ROOT;
                return is_passed && *side != pass.before().side_to_move();
            }
            _ => return false,
        }
        true
    }

    fn end_node(&mut self, _pass: &mut Pass<'_>) {
        if let Some(line) = self.bookmark.take() {
            self.line(&line);
        }
        self.write_summary();
    }
}

/// A move padded with blanks to its columns; non-ASCII characters take two.
fn padded(text: &str) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(MOVE_WIDTH.saturating_sub(width)))
}
