//! PSN (Portable Shogi Notation) in the dialects found in archives, and shogi PGN: tags, then moves with comments,
//! variations and times; also PSN2, which has the moves of USI.
//!
//! In PSN, Black is sente and squares are `7f`; in PGN, marked by `[Variant "shogi"]`, White is sente and squares are
//! those of chess.

use std::ops::Range;

use super::clock;
use super::endings::EndingWords;
use crate::format::headers::{Dialect, parts};
use crate::format::prose::{Reading, Tongue};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, tagged};
use crate::game::shogi::notation::{Resolved, Western};
use crate::game::shogi::{Move as ShogiMove, Position};
use crate::game::{self, Move};
use crate::record::{At, Builder, EndingKind, Key, NodeId, Note, Record};
use crate::text::scan::{Scan, beginning};
use crate::text::{Family, Source, Unit, without_joiners};

pub(in crate::format) const FORMAT: Format = Format {
    name: "psn",
    title: "PSN, PGN of shogi",
    extensions: &["psn", "pgn"],
    unit: Unit::Line,
    encodings: "ASCII, Shift_JIS, UTF-8",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(Family::Japanese, tagged::games, game, None)),
    tongue: Some(Tongue::Western),
    spell: without_joiners,
    ..super::BASE
};

/// The number of moves of the first game that are tried.
const TRIED: usize = 8;

fn detect(source: &Source<'_>) -> Certainty {
    let text = source.head(Family::Japanese);
    let Some(game) = tagged::first_game(text) else {
        return Certainty::No;
    };
    if let Some(variant) = tagged::value(&game.tags, "Variant") {
        return Certainty::Certain.only_if(variant.eq_ignore_ascii_case("shogi"));
    }
    // A text without tags begins with a move, a move number or a comment. Other texts need not be tried.
    let is_sign = |first: char| first.is_ascii_alphanumeric() || "+({[".contains(first);
    if game.tags.is_empty() && !text[game.moves()].trim_start().starts_with(is_sign) {
        return Certainty::No;
    }
    let (played, legal) = tried(text, &game);
    let named = tagged::value(&game.tags, "Sente").is_some();
    let sure = match game.tags.is_empty() {
        true => Certainty::Likely,
        false => Certainty::Certain,
    };
    sure.only_if(legal >= 2 && (named || legal == played))
}

/// How many of the first moves of a game there are, and how many are legal.
fn tried(text: &str, game: &tagged::Game<'_>) -> (usize, usize) {
    let tree = play(head(game), Scan::range(text, game.moves()), TRIED).0.tree;
    let ids = tree.ids();
    let legal = ids.filter(|node| tree.warning(*node).is_none() && tree.mv(*node).is_some());
    (tree.len() - 1, legal.count())
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let game = tagged::game_at(text, range.clone());
    let (record, is_in_order) = play(head(&game), Scan::range(text, game.moves()), usize::MAX);
    // Without tags, people may have written it.
    let is_regular = is_in_order && record.warnings.listed().is_empty();
    let has_grammar = !game.tags.is_empty() || is_regular;
    let prose = if has_grammar { None } else { prose_game(text, range) };
    Ok(prose.unwrap_or(record))
}

/// How the second name in a line with both begins.
const SECOND: [&str; 4] = ["Gote:", "Gote：", "White:", "White："];

/// A game that people wrote among other words.
fn prose_game(text: &str, range: Range<usize>) -> Option<Record> {
    let mut builder = Builder::new(game::Position::Shogi(Position::initial()));
    let reading = Reading::new(&builder, text, range.clone(), Tongue::Western, false);
    let begin = reading.begin()?.max(range.start);
    for line in text.get(range.start..begin)?.lines() {
        let is_second = |text: &str| SECOND.iter().any(|name| text.starts_with(name));
        for part in parts(line, is_second) {
            let (name, value) = part.split_once([':', '：']).unwrap_or(("", part));
            let value = value.trim_end_matches([' ', '　', ',', '，', '/']);
            if !part.is_empty() {
                Dialect::Psn.keep(builder.headers_mut(), name.trim(), value.trim());
            }
        }
    }
    let mut planted = reading.plant(builder, begin);
    if let Some(outcome) = planted.note_rest() {
        planted.builder.note(Note::Result(outcome));
    }
    Some(planted.builder.finish())
}

/// How certain it is that people wrote down a game in a text of another kind.
pub(in crate::format) fn certainty_of_prose(text: &str) -> Certainty {
    const ENOUGH: usize = 4;
    let text = beginning(text);
    // Names in JSON are no moves.
    let is_json =
        text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'));
    if is_json {
        return Certainty::No;
    }
    if Tongue::Western.count_in(text, ENOUGH) < ENOUGH {
        return Certainty::No;
    }
    let builder = Builder::new(game::Position::Shogi(Position::initial()));
    Reading::new(&builder, text, 0..text.len(), Tongue::Western, false).counts().certainty()
}

/// The record without moves.
fn head(game: &tagged::Game<'_>) -> Record {
    let is_chess = tagged::value(&game.tags, "Variant").is_some();
    let mut record = Record::new(game::Position::Shogi(Position::initial()));
    record.warnings = game.warnings.clone();
    let dialect = if is_chess { Dialect::ChessPsn } else { Dialect::Psn };
    for (name, value) in &game.tags {
        match &*name.to_ascii_lowercase() {
            "variant" => record.headers.push_raw(name, value),
            "fen" | "sfen" => {
                match Position::from_sfen(value) {
                    Ok((start, number)) => {
                        record.start = game::Position::Shogi(start);
                        record.set_first_number(number);
                    }
                    Err(error) => record.warnings.warn(game.at(), error.to_string()),
                }
                record.headers.push_raw(name, value);
            }
            _ => dialect.keep(&mut record.headers, name, value),
        }
    }
    record
}

/// Plays at most `most` moves of a text. Returns also whether the numbers go up by one, except in variations.
fn play(record: Record, mut scan: Scan<'_>, most: usize) -> (Record, bool) {
    let is_chess = record.headers.raw("Variant").is_some();
    let mut words = { scan }.take_rest().split_whitespace().take(400);
    // Only PSN has a dash after a pawn.
    let mut moves = words.clone().map(|word| word.rsplit('.').next().unwrap_or(word));
    let dialect = match is_chess && !moves.any(|word| word.starts_with("P-")) {
        false => Western::Psn,
        true if words.any(is_bare_pawn) => Western::XBoard,
        true => Western::PyChess,
    };
    let mut reader = PsnReader {
        builder: Builder::on(record),
        dialect,
        forks: Vec::new(),
        played: 0,
        number: None,
        is_in_order: true,
    };
    scan.skip_space();
    while reader.played < most && !scan.is_at_end() {
        reader.token(&mut scan);
        scan.skip_space();
    }
    (reader.builder.finish(), reader.is_in_order)
}

/// `c4`, `cxd5`: a pawn without its letter.
fn is_bare_pawn(word: &str) -> bool {
    let word = word.rsplit('.').next().unwrap_or(word);
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && Western::XBoard.read(word).is_some()
}

struct PsnReader {
    builder: Builder,
    dialect: Western,
    /// The nodes at which open variations interrupted their lines.
    forks: Vec<NodeId>,
    played: usize,
    /// The last number outside of variations.
    number: Option<u32>,
    is_in_order: bool,
}

impl PsnReader {
    fn token(&mut self, scan: &mut Scan<'_>) {
        let at = scan.at();
        if scan.eat("{") {
            self.comment(scan.take_to_either(b'}', b'}'));
            scan.next();
            return;
        }
        if scan.is_at("(") {
            const LONGEST_CLOCK: usize = 100;
            let ahead = scan.ahead(LONGEST_CLOCK);
            if let Some((clock, after)) = clock::take(ahead) {
                scan.take(ahead.len() - after.len());
                return self.builder.clock(clock);
            }
            scan.next();
            return self.open();
        }
        if scan.eat(")") {
            if let Some(node) = self.forks.pop() {
                self.builder.go_to(node);
            }
            return;
        }
        // Part of a tag of the next game.
        if scan.is_at("[") {
            let tag = scan.take_while(|next| next != '\n');
            let message = format!("expected a move, found {tag:?}");
            return self.builder.warn(at, message);
        }
        match scan.take_while(|next| !next.is_whitespace() && !"{}()".contains(next)) {
            "" => {
                scan.next();
            }
            word => self.word(word, at),
        }
    }

    /// Opens a variation, which replaces the last move.
    fn open(&mut self) {
        let node = self.builder.node();
        self.forks.push(node);
        self.builder.save();
        if let Some(fork) = self.builder.tree().parent(node) {
            self.builder.go_to(fork);
        }
    }

    fn word(&mut self, word: &str, at: At) {
        // A number may precede the move without a blank; results have digits too.
        let is_result = ["1-0", "0-1", "1/2-1/2", "*"].contains(&word);
        let after = word.trim_start_matches(|next: char| next.is_ascii_digit());
        let text = after.trim_start_matches('.');
        if is_result {
            return;
        }
        self.count(&word[..word.len() - after.len()]);
        if text.is_empty() {
            return;
        }
        if let Some(kind) = EndingWords::Psn.kind(&text.to_ascii_lowercase()) {
            self.builder.end(kind.into());
            return;
        }
        if let Some(number) = text.strip_prefix("Variation:") {
            return self.vary(number, at);
        }
        self.played += 1;
        match self.meaning(text) {
            Some(Resolved { mv, guessed }) => {
                self.builder.play(Move::Shogi(mv), at);
                if guessed {
                    let message = format!("{text:?} can mean several moves; {mv} is played");
                    self.builder.warn(at, message);
                }
            }
            None => self.builder.leave_out(text, at),
        }
    }

    fn count(&mut self, number: &str) {
        if let Some(number) = number.parse().ok().filter(|_| self.forks.is_empty()) {
            self.is_in_order &= self
                .number
                .is_none_or(|last| last == number || last.checked_add(1) == Some(number));
            self.number = Some(number);
        }
    }

    fn meaning(&self, text: &str) -> Option<Resolved> {
        let node = self.builder.node();
        let last = self.builder.tree().mv(node).and_then(Move::shogi);
        let position = self.builder.position().shogi()?;
        match self.dialect.read(text) {
            Some(mv) => mv.resolve(position, last.map(|last| last.to)),
            None => text.parse::<ShogiMove>().ok().map(|mv| Resolved { mv, guessed: false }),
        }
    }

    /// Goes back on the line that was read last, to before the move with a number, as 将棋所 and MyShogi name variations.
    fn vary(&mut self, number: &str, at: At) {
        let first = self.builder.record().first_number;
        let ply = number.parse().ok().and_then(|number: u32| number.checked_sub(first));
        if ply.and_then(|ply| self.builder.back_to_ply(ply)).is_none() {
            self.builder.warn(at, "there is no such move to replace");
        }
    }

    /// A comment, or the word that ends the game.
    fn comment(&mut self, text: &str) {
        let text = text.trim();
        match text {
            "" => return,
            result @ ("1-0" | "0-1" | "1/2-1/2") => {
                let headers = self.builder.headers_mut();
                return headers.set_missing(Key::Result, result);
            }
            _ => {}
        }
        if let Some(kind) = EndingWords::Psn.kind(&text.to_ascii_lowercase()) {
            self.builder.end(kind.into());
            return;
        }
        // 将棋所 distinguishes a declaration from a draw by this.
        if let Some(ending) = self.builder.ending_mut()
            && ending.kind == EndingKind::Jishogi
            && text.starts_with("入玉宣言により勝ち")
        {
            ending.kind = EndingKind::Nyugyoku;
        }
        self.builder.note(Note::Comment(text.into()));
    }
}
