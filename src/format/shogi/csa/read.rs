//! The reader.

use super::log::{Log, is_log};
use super::{TAKEN_BACK, board};
use crate::format::headers::Dialect;
use crate::format::shogi::{csa_words, eval};
use crate::format::{Loaded, ReadError};
use crate::game::shogi::{Position, notation};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, Clock, EndingKind, Key, Left, Note, Record, Remaining, Warnings};
use crate::text::{Family, Source, scan};

pub(super) fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Japanese);
    let mut reader = Reader {
        loaded: Loaded::of_text(text),
        game: Game::new(),
    };
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
            reader.loaded.warnings.warn(line.at(), message);
            cut = Some(message.to_owned());
        } else {
            reader.line(line);
        }
    }
    if let Some(message) = reader.cut_head(source.growing) {
        cut = Some(message.to_owned());
    }
    reader.end_game();
    let loaded = reader.loaded.with_cut(cut.clone());
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
    let goes_on = is_move(next) || next.starts_with(['%', 'T', 'L']);
    (is_move(first) && goes_on).then_some((first, rest))
}

/// The state of reading a file.
struct Reader {
    loaded: Loaded,
    game: Game,
}

impl Reader {
    fn line(&mut self, line: scan::Line<'_>) {
        let text = scan::trim_start(line.text);
        let begins = text.as_bytes();
        // Two files may have been joined without a line between them.
        if self.game.is_set_up
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
            [b'N' | b'n', b'+' | b'-', ..] => self.game.header(text.split_at(2)),
            [b'$', ..] => self.game.statistic(text),
            _ => self.statements(line),
        }
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
                [b'$', ..] => return self.game.statistic(rest),
                _ => {}
            }
            let comma = memchr::memchr(b',', rest.as_bytes());
            let (statement, tail) = match (first_of_several(rest), comma) {
                (Some(split), _) => split,
                (None, Some(comma)) => (&rest[..comma], &rest[comma + 1..]),
                (None, None) => (rest, ""),
            };
            let statement = scan::trim(statement);
            if !statement.is_empty() {
                self.game.begun |= self.game.statement(statement, at);
            }
            rest = tail;
        }
    }

    /// Why the last game ends before its first move, if it does. While the file is being written its board is not
    /// shown: an incomplete board is a different position.
    fn cut_head(&mut self, growing: bool) -> Option<&'static str> {
        let game = &mut self.game;
        if !game.begun || game.is_set_up || game.side.is_some() {
            return None;
        }
        let is_half = !matches!(game.ranks, 0 | ALL_RANKS);
        game.begun &= !growing;
        match is_half {
            true => Some("the file ends inside the board"),
            false if growing => Some("the file ends before the side to move"),
            false => None,
        }
    }

    fn end_game(&mut self) {
        let game = std::mem::replace(&mut self.game, Game::new());
        if game.begun {
            self.loaded.add(game.finish());
        }
    }
}

/// A game being read.
struct Game {
    /// At the root of a record without its board until everything above the first move has been read.
    builder: Builder,
    is_set_up: bool,
    /// Whether anything of the game has been read.
    begun: bool,
    position: Position,
    /// Whether the file gives a board.
    has_board: bool,
    /// A bit for each rank that is written out.
    ranks: u16,
    /// The side to move first, according to the file.
    side: Option<Side>,
    /// The lines of the current node's comment.
    comment: Option<String>,
    ended: bool,
    summary: Option<String>,
}

impl Game {
    fn new() -> Self {
        let position = Position::initial();
        Self {
            builder: Builder::new(game::Position::Shogi(position)),
            is_set_up: false,
            begun: false,
            position,
            has_board: false,
            ranks: 0,
            side: None,
            comment: None,
            ended: false,
            summary: None,
        }
    }

    /// Gives the record its board. Moves and the end come after it.
    fn set_up(&mut self) {
        if std::mem::replace(&mut self.is_set_up, true) {
            return;
        }
        self.position
            .set_side_to_move(self.side.unwrap_or(Side::First));
        let start = game::Position::Shogi(self.position);
        let head = std::mem::replace(&mut self.builder, Builder::new(start.clone()));
        let (record, warnings) = head.finish();
        self.builder = Builder::on(Record { start, ..record });
        self.builder.warnings = warnings;
    }

    /// `$EVENT:`.
    fn statistic(&mut self, line: &str) {
        self.header(line[1..].split_once(':').unwrap_or((&line[1..], "")));
    }

    fn header(&mut self, (key, value): (&str, &str)) {
        self.begun = true;
        let (key, value) = (key.to_ascii_uppercase(), value.trim());
        let headers = &mut self.builder.record_mut().headers;
        Dialect::Csa.keep(headers, &key, value);
        if Dialect::Csa.key(&key) == Some(Key::Started) {
            let date = value.split_whitespace().next().unwrap_or("");
            headers.set(Key::Date, date);
        }
    }

    fn raw_header(&mut self, key: &str, value: &str) {
        self.builder.record_mut().headers.push_raw(key, value);
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
            self.raw_header("summary", summary);
            self.summary = Some(summary.to_owned());
        } else if let Some(time) = text.strip_prefix("$END_TIME:") {
            let headers = &mut self.builder.record_mut().headers;
            Dialect::Csa.keep(headers, "END_TIME", time.trim());
        } else if is_remark(text) {
            self.flush_comment();
            self.builder.note(Note::Remark(text.into()));
        }
    }

    /// Reads a statement, in capitals or not; returns false if it is not known.
    fn statement(&mut self, statement: &str, at: At) -> bool {
        let capitals;
        let statement = match statement.bytes().any(|byte| byte.is_ascii_lowercase()) {
            true => {
                capitals = statement.to_ascii_uppercase();
                &capitals
            }
            false => statement,
        };
        match statement.as_bytes() {
            [b'V', b'0'..=b'9', ..] => self.raw_header("V", &statement[1..]),
            [b'P', ..] if !self.is_set_up => {
                if let Err(message) = self.board(statement) {
                    self.builder.warn(at, message);
                }
            }
            [b'+'] if !self.is_set_up => self.side = Some(Side::First),
            [b'-'] if !self.is_set_up => self.side = Some(Side::Second),
            [b'+' | b'-', b'0'..=b'9', ..] => self.play(statement, at),
            [b'T', b'0'..=b'9' | b'.' | b' ', ..] => self.time(statement[1..].trim_start(), at),
            [b'L', b'0'..=b'9', ..] if self.is_set_up => self.left(&statement[1..], at),
            [b'%', ..] => self.end(&statement[1..], at),
            _ => {
                if self.is_set_up {
                    self.builder
                        .warn(at, format!("expected a move, found {statement:?}"));
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

    fn play(&mut self, statement: &str, at: At) {
        self.flush_comment();
        let sign = Side::first_if(statement.starts_with('+'));
        self.side.get_or_insert(sign);
        self.set_up();
        let builder = &mut self.builder;
        if std::mem::take(&mut self.ended) {
            let message = "a move after the end of the game";
            builder.warnings.warn(at, message);
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
            return self.expected_seconds(seconds, at);
        };
        // After a `%` word, it is the time of that word.
        self.builder.clock(Clock {
            spent: Some(spent),
            total: None,
        });
    }

    /// The mover's time left, which 将棋ウォーズ writes after each move instead of the time spent: `+7776FU,L599`.
    fn left(&mut self, seconds: &str, at: At) {
        let left = milliseconds(seconds).and_then(|left| i32::try_from(left).ok());
        let Some(left) = left.map(Left::Time) else {
            return self.expected_seconds(seconds, at);
        };
        let side = self.builder.position().side_to_move().other();
        self.builder.note(Note::Remaining(Remaining { side, left }));
    }

    fn expected_seconds(&mut self, found: &str, at: At) {
        self.builder
            .warn(at, format!("expected seconds, found {found:?}"));
    }

    fn end(&mut self, text: &str, at: At) {
        self.flush_comment();
        self.set_up();
        // A move that was taken back ends nothing.
        if *text == TAKEN_BACK[1..] {
            return self.builder.note(Note::Remark(TAKEN_BACK.into()));
        }
        let ending = csa_words::ending(text, self.builder.position().side_to_move());
        let is_known = ending.kind != EndingKind::Other;
        self.builder.end(ending);
        self.ended = true;
        if !is_known {
            self.builder
                .warn(at, format!("%{text} is not a known ending"));
        }
    }

    fn flush_comment(&mut self) {
        if let Some(comment) = self.comment.take() {
            let mover = self.builder.position().side_to_move().other();
            let notes = eval::notes(comment, mover);
            notes.for_each(|note| self.builder.note(note));
        }
    }

    fn finish(mut self) -> (Record, Warnings) {
        self.flush_comment();
        self.set_up();
        if let (false, Some(summary)) = (self.ended, self.summary.take()) {
            self.end_by_summary(&summary);
        }
        self.builder.finish()
    }

    /// shogi-server writes some endings only as a summary, without a `%` line: `sennichite:a draw:b draw`, `time up:a
    /// win:b lose`.
    fn end_by_summary(&mut self, summary: &str) {
        let (kind, players) = summary.split_once(':').unwrap_or((summary, ""));
        let to_move = self.builder.position().side_to_move();
        let headers = &self.builder.record().headers;
        let name = headers.get(Key::Player(to_move)).unwrap_or("");
        let mut players = players.split(':').map(|player| player.rsplit_once(' '));
        let foul = match players.any(|player| player == Some((name, "lose"))) {
            true => EndingKind::IllegalLoss,
            false => EndingKind::IllegalWin,
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
        self.builder.end(ending.into());
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
