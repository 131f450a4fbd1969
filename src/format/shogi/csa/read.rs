//! The reader.

use std::sync::Arc;

use super::log::{Log, is_log};
use super::{TAKEN_BACK, board};
use crate::format::headers::Dialect;
use crate::format::shogi::{csa_words, eval};
use crate::format::{Entry, Loaded, ReadError};
use crate::game::shogi::{Position, notation};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, Clock, EndingKind, Key, Left, Note, Record, Remaining, Warnings};
use crate::text::{Family, Source, scan};

pub(super) fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Japanese);
    let mut reader = Reader::default();
    let mut cut = None;
    let mut log = is_log(&text.text).then(Log::default);
    for line in scan::lines(&text.text) {
        if let Some(log) = &mut log {
            if let Some(statement) = log.line(line.text) {
                let text = &*statement;
                reader.line(scan::Line { text, ..line });
            }
        } else if !line.ended && is_half_a_move(line.text) {
            let message = "the file ends inside a move";
            reader.warnings.warn(line.at(), message);
            cut = Some(message.to_owned());
        } else {
            reader.line(line);
        }
    }
    if let Some(message) = reader.cut_head(source.growing) {
        cut = Some(message.to_owned());
    }
    reader.end_game();
    let mut loaded = Loaded::of_text(text).with_cut(cut.clone());
    loaded.games = reader.games;
    loaded.warnings.extend(reader.warnings);
    loaded.or_error(cut.as_deref().unwrap_or("no game is in the file"))
}

/// All ranks are written out.
const ALL_RANKS: u16 = 0x1FF;

/// Whether a line is the start of a move.
fn is_half_a_move(line: &str) -> bool {
    let bytes = line.trim_start().as_bytes();
    matches!(bytes, [b'+' | b'-', b'0'..=b'9', ..]) && bytes.len() < "+7776FU".len()
}

/// The first of the moves in a text where nothing but blanks divides it from the next one: `+7776FU-3334FU%TORYO`.
fn first_of_several(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_at_checked("+7776FU".len())?;
    let is_move = |text: &str| matches!(text.as_bytes(), [b'+' | b'-', b'0'..=b'9', ..]);
    let next = rest.trim_start();
    (is_move(first) && (is_move(next) || next.starts_with('%'))).then_some((first, rest))
}

/// The state of reading a file.
#[derive(Default)]
struct Reader {
    games: Vec<Arc<Entry>>,
    warnings: Warnings,
    game: Game,
    /// Whether anything of the current game has been read.
    begun: bool,
}

impl Reader {
    fn line(&mut self, line: scan::Line<'_>) {
        let text = scan::trim_start(line.text);
        let begins = text.as_bytes();
        // Two files may have been joined without a line between them.
        if self.game.moves.is_some()
            && matches!(
                begins,
                [b'V', b'1'..=b'3', ..] | [b'P', b'I' | b'1', ..] | [b'N', b'+', ..]
            )
        {
            self.end_game();
        }
        match begins {
            [] => {}
            [b'/', ..] => self.end_game(),
            [b'\'', ..] => self.game.comment(text),
            [b'N', b'+' | b'-', ..] => self.begin().player(text),
            [b'$', ..] => self.begin().header(text),
            _ => self.statements(line),
        }
    }

    fn begin(&mut self) -> &mut Game {
        self.begun = true;
        &mut self.game
    }

    /// `+7776FU,T12` and `%KACHI,'* comment`: statements separated by commas.
    fn statements(&mut self, line: scan::Line<'_>) {
        let mut rest = line.text;
        while !rest.is_empty() {
            let at = line.at_part(rest);
            rest = scan::trim_start(rest);
            match rest.as_bytes() {
                [b'\'', ..] => return self.game.comment(rest),
                // `PI,$SITE:KAZUSA ARC`
                [b'$', ..] => return self.begin().header(rest),
                _ => {}
            }
            let comma = memchr::memchr(b',', rest.as_bytes());
            let (statement, tail) = match (first_of_several(rest), comma) {
                (Some(split), _) => split,
                (None, Some(comma)) => (&rest[..comma], &rest[comma + 1..]),
                (None, None) => (rest, ""),
            };
            let statement = scan::trim(statement);
            if !statement.is_empty() && self.game.statement(statement, at) {
                self.begun = true;
            }
            rest = tail;
        }
    }

    /// Why the last game ends before its first move, if it does. While the file is being written its board is not
    /// shown: an incomplete board is a different position.
    fn cut_head(&mut self, growing: bool) -> Option<&'static str> {
        let game = &self.game;
        if !self.begun || game.moves.is_some() || game.side.is_some() {
            return None;
        }
        let is_half = !matches!(game.ranks, 0 | ALL_RANKS);
        self.begun &= !growing;
        match is_half {
            true => Some("the file ends inside the board"),
            false if growing => Some("the file ends before the side to move"),
            false => None,
        }
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        if std::mem::take(&mut self.begun) {
            let (record, warnings) = game.finish();
            self.games.push(Entry::ready(record).into());
            self.warnings.extend(warnings);
        }
    }
}

/// A game being read: its head up to the first move, then the moves.
struct Game {
    position: Position,
    /// Whether the file gives a board.
    has_board: bool,
    /// A bit for each rank that is written out.
    ranks: u16,
    /// The side to move first, according to the file.
    side: Option<Side>,
    /// Headers, and notes before the first move.
    head: Record,
    moves: Option<Builder>,
    warnings: Warnings,
    /// The lines of the current node's comment.
    comment: Option<String>,
    ended: bool,
    summary: Option<String>,
}

impl Default for Game {
    fn default() -> Self {
        let position = Position::initial();
        let head = Record::new(game::Position::Shogi(position));
        Self {
            position,
            has_board: false,
            ranks: 0,
            side: None,
            head,
            moves: None,
            warnings: Warnings::default(),
            comment: None,
            ended: false,
            summary: None,
        }
    }
}

impl Game {
    fn player(&mut self, line: &str) {
        let (key, name) = line.split_at(2);
        Dialect::Csa.keep(&mut self.record().headers, key, name.trim());
    }

    fn header(&mut self, line: &str) {
        let (key, value) = line[1..].split_once(':').unwrap_or((&line[1..], ""));
        let value = value.trim();
        let headers = &mut self.record().headers;
        Dialect::Csa.keep(headers, key, value);
        if Dialect::Csa.key(key) == Some(Key::Started) {
            let date = value.split_whitespace().next().unwrap_or("");
            headers.set(Key::Date, date);
        }
    }

    fn headers(&mut self, key: &str, value: &str) {
        self.record().headers.push_raw(key, value);
    }

    fn record(&mut self) -> &mut Record {
        match &mut self.moves {
            Some(builder) => builder.record_mut(),
            None => &mut self.head,
        }
    }

    /// `'*` begins a comment on the move, `'**` one with an engine's evaluation. Other comments are remarks by
    /// programs, but two of shogi-server's say how and when the game ended.
    fn comment(&mut self, line: &str) {
        let text = &line[1..];
        if let Some(kept) = text.strip_prefix('*') {
            match &mut self.comment {
                Some(comment) => comment.extend(["\n", kept]),
                None => self.comment = Some(kept.to_owned()),
            }
        } else if let Some(summary) = text.strip_prefix("summary:") {
            self.headers("summary", summary);
            self.summary = Some(summary.to_owned());
        } else if let Some(time) = text.strip_prefix("$END_TIME:") {
            let headers = &mut self.record().headers;
            Dialect::Csa.keep(headers, "END_TIME", time.trim());
        } else if is_remark(text) {
            self.flush_comment();
            self.note(Note::Remark(text.into()));
        }
    }

    /// Reads a statement; returns false if it is not known.
    fn statement(&mut self, statement: &str, at: At) -> bool {
        match statement.as_bytes() {
            [b'V', b'0'..=b'9', ..] => self.headers("V", &statement[1..]),
            [b'P', ..] if self.moves.is_none() => {
                if let Err(message) = self.board(statement) {
                    self.warn(at, message);
                }
            }
            [b'+'] if self.moves.is_none() => self.side = Some(Side::First),
            [b'-'] if self.moves.is_none() => self.side = Some(Side::Second),
            [b'+' | b'-', b'0'..=b'9', ..] => self.play(statement, at),
            [b'T', b'0'..=b'9' | b'.', ..] => self.time(&statement[1..], at),
            [b'L', b'0'..=b'9', ..] if self.moves.is_some() => self.left(&statement[1..], at),
            [b'%', ..] => self.end(&statement[1..], at),
            _ => {
                if self.moves.is_some() {
                    self.warn(at, format!("expected a move, found {statement:?}"));
                }
                return false;
            }
        }
        true
    }

    fn board(&mut self, line: &str) -> Result<(), String> {
        // A board that is written out starts empty.
        if !std::mem::replace(&mut self.has_board, true) {
            self.position = Position::empty();
        }
        if let Some(rank @ b'1'..=b'9') = line.as_bytes().get(1) {
            self.ranks |= 1 << (rank - b'1');
        }
        board::read_line(&mut self.position, line)
    }

    fn builder(&mut self) -> &mut Builder {
        self.moves.get_or_insert_with(|| {
            let mut record = std::mem::replace(
                &mut self.head,
                Record::new(game::Position::Shogi(self.position)),
            );
            let mut position = self.position;
            position.set_side_to_move(self.side.unwrap_or(Side::First));
            record.start = game::Position::Shogi(position);
            Builder::on(record)
        })
    }

    fn play(&mut self, statement: &str, at: At) {
        self.flush_comment();
        let sign = Side::first_if(statement.starts_with('+'));
        if self.moves.is_none() && self.side.is_none() {
            self.side = Some(sign);
        }
        let ended = std::mem::take(&mut self.ended);
        let builder = self.builder();
        if ended {
            builder
                .warnings
                .warn(at, "a move after the end of the game");
        }
        let game::Position::Shogi(position) = builder.position() else {
            return;
        };
        let (text, rest) = statement.split_at_checked(7).unwrap_or((statement, ""));
        let Some((side, mv)) = notation::csa_move(position, text) else {
            let message = format!("{statement:?} is not a move");
            builder.skip_unread(statement, sign.other(), at, message);
            return;
        };
        if side != position.side_to_move() {
            builder.note(Note::Turn(side));
            builder.warnings.warn(
                at,
                format!("{statement} is by the side that is not to move"),
            );
        }
        builder.play(Move::Shogi(mv), at);
        if !rest.is_empty() {
            builder.warn(at, format!("unexpected {rest:?} after the move"));
        }
    }

    fn time(&mut self, seconds: &str, at: At) {
        let Some(spent) = milliseconds(seconds) else {
            return self.warn(at, format!("expected seconds, found {seconds:?}"));
        };
        let clock = Clock {
            spent: Some(spent),
            total: None,
        };
        match &mut self.moves {
            // After a `%` word, it is the time of that word.
            Some(builder) => builder.clock(clock),
            None => self.note(Note::Clock(clock)),
        }
    }

    /// The mover's time left, which 将棋ウォーズ writes after each move instead of the time spent: `+7776FU,L599`.
    fn left(&mut self, seconds: &str, at: At) {
        let left = milliseconds(seconds).and_then(|left| i32::try_from(left).ok());
        let Some(left) = left.map(Left::Time) else {
            return self.warn(at, format!("expected seconds, found {seconds:?}"));
        };
        let side = self.builder().position().side_to_move().other();
        self.note(Note::Remaining(Remaining { side, left }));
    }

    fn end(&mut self, text: &str, at: At) {
        self.flush_comment();
        let builder = self.builder();
        // A move that was taken back ends nothing.
        if *text == TAKEN_BACK[1..] {
            return builder.note(Note::Remark(TAKEN_BACK.into()));
        }
        let mover = builder.position().side_to_move();
        let ending = csa_words::ending(text, mover);
        let is_known = ending.kind != EndingKind::Other;
        builder.end(ending);
        self.ended = true;
        if !is_known {
            self.warn(at, format!("%{text} is not a known ending"));
        }
    }

    fn note(&mut self, note: Note) {
        match &mut self.moves {
            Some(builder) => builder.note(note),
            None => {
                self.head.tree.note(crate::record::NodeId::ROOT, note);
            }
        }
    }

    fn warn(&mut self, at: At, message: String) {
        match &mut self.moves {
            Some(builder) => builder.warn(at, message),
            None => self.warnings.warn(at, message),
        }
    }

    fn flush_comment(&mut self) {
        let Some(comment) = self.comment.take() else {
            return;
        };
        let mover = self.moves.as_ref().map_or(Side::Second, |builder| {
            builder.position().side_to_move().other()
        });
        eval::notes(comment, mover).for_each(|note| self.note(note));
    }

    fn finish(mut self) -> (Record, Warnings) {
        self.flush_comment();
        if let (false, Some(summary)) = (self.ended, self.summary.take()) {
            self.end_by_summary(&summary);
        }
        self.builder();
        let mut warnings = self.warnings;
        let Some(builder) = self.moves else {
            return (self.head, warnings);
        };
        let (record, more) = builder.finish();
        warnings.extend(more);
        (record, warnings)
    }

    /// shogi-server writes some endings only as a summary, without a `%` line: `sennichite:a draw:b draw`, `time up:a
    /// win:b lose`.
    fn end_by_summary(&mut self, summary: &str) {
        let (kind, players) = summary.split_once(':').unwrap_or((summary, ""));
        let to_move = self.builder().position().side_to_move();
        let name = match to_move {
            Side::First => Key::Player(Side::First),
            Side::Second => Key::Player(Side::Second),
        };
        let name = self.record().headers.get(name).unwrap_or("").to_owned();
        let mut results = players
            .split(':')
            .filter_map(|player| player.rsplit_once(' '));
        let loses = results.any(|(player, result)| player == name && result == "lose");
        let foul = if loses {
            EndingKind::IllegalLoss
        } else {
            EndingKind::IllegalWin
        };
        let ending = match kind {
            "toryo" => EndingKind::Resign,
            "kachi" => EndingKind::Nyugyoku,
            "time up" => EndingKind::Timeout,
            "sennichite" => EndingKind::Repetition,
            "max_moves" => EndingKind::MaxMoves,
            "abnormal" => EndingKind::Abort,
            "illegal move" | "illegal kachi" | "uchifuzume" | "oute_sennichite"
            | "oute_kaihimore" | "outori" => foul,
            _ => return,
        };
        self.builder().end(ending.into());
    }
}

/// Whether a comment is not about the move and repeats what the rest of the file says: the encoding, or shogi-server's
/// final board.
pub(super) fn is_remark(comment: &str) -> bool {
    let known = ["*", "summary:", "$END_TIME:", "CSA encoding="];
    let is_known = known.iter().any(|start| comment.starts_with(start));
    let is_board = matches!(
        comment.trim().as_bytes(),
        [] | [b'P', b'1'..=b'9' | b'+' | b'-', ..] | [b'+' | b'-']
    );
    !(is_known || is_board)
}

/// Seconds with up to three decimals, in milliseconds.
fn milliseconds(seconds: &str) -> Option<u32> {
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let whole: u32 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(3);
    let thousandths = digits.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    whole.checked_mul(1000)?.checked_add(thousandths)
}
