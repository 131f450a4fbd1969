//! The reader.

use std::ops::Range;

use super::{LogState, TAKEN_BACK, begins_game, board, is_log};
use crate::format::ReadError;
use crate::format::games::{Extent, Games};
use crate::format::headers::Dialect;
use crate::format::shogi::endings::EndingWords;
use crate::format::shogi::{add_line, endings, eval, set_day};
use crate::format::times;
use crate::game::shogi::{Position, notation};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, Clock, Cut, EndingKind, Key, Left, Note, Problem, Record};
use crate::text::scan;

pub(super) fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let is_log = is_log(text);
    let mut games = Games::default();
    let (mut start, mut begun, mut moved) = (0, false, false);
    for line in scan::lines(text) {
        let text = line.text.trim_start();
        let divides = match text.as_bytes() {
            _ if is_log => begins_game(text),
            [b'/', ..] => true,
            // Two files may have been joined without a line between them.
            [b'V', b'1'..=b'3', ..] | [b'P', b'I' | b'1', ..] | [b'N', b'+', ..] => moved,
            _ => false,
        };
        if divides && begun {
            games.ranges.push(start..line.offset);
            (start, begun, moved) = (line.offset, false, false);
        }
        begun = begun
            || match is_log {
                true => divides,
                false => text.starts_with(|first| "VPNTL+-%$vpntl".contains(first)),
            };
        moved = moved || text.split(',').any(|text| starts_move(text) || text.starts_with('%'));
    }
    if begun {
        games.ranges.push(start..text.len());
    }
    games.or_error("no game is in the file")
}

pub(super) fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let mut reader = CsaReader::new();
    let mut log = is_log(&text[range.clone()]).then(LogState::default);
    for line in scan::lines_in(text, range) {
        let text = line.text.trim_start();
        if let Some(log) = &mut log {
            if let Some(text) = log.line(text).as_deref() {
                reader.line(scan::Line { text, ..line });
            }
        } else if !line.ended && starts_move(text) && text.len() < MOVE_LENGTH {
            reader.builder.cut(line.at(), "the file ends inside a move");
        } else {
            reader.line(line);
        }
    }
    Ok(reader.finish())
}

/// The length of `+7776FU`.
pub(super) const MOVE_LENGTH: usize = 7;

pub(super) fn starts_move(text: &str) -> bool {
    matches!(text.as_bytes(), [b'+' | b'-', b'0'..=b'9', ..])
}

/// The first of the moves in a text where nothing but blanks divides it from the next one: `+7776FU-3334FU%TORYO`.
fn first_of_several(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_at_checked(MOVE_LENGTH)?;
    let next = rest.trim_start();
    let goes_on = starts_move(next) || next.starts_with(['%', 'T', 'L']);
    (starts_move(first) && goes_on).then_some((first, rest))
}

/// A game being read.
struct CsaReader {
    /// At the root of a record without its board until everything above the first move has been read.
    builder: Builder,
    /// What has been read of the board until then.
    setup: Option<StartingPosition>,
    /// The lines of the current node's comment.
    comment: Option<String>,
}

/// All nine ranks.
const ALL: u16 = 0x1FF;
/// The last rank.
const LAST: u16 = 0x100;

/// The starting position, statement by statement.
#[derive(Default)]
struct StartingPosition {
    board: Option<Position>,
    /// The ranks that are written out, a bit each.
    ranks: u16,
    /// The side to move first, according to the file.
    side: Option<Side>,
}

impl CsaReader {
    fn new() -> Self {
        Self {
            builder: Builder::new(game::Position::Shogi(Position::initial())),
            setup: Some(StartingPosition::default()),
            comment: None,
        }
    }

    /// Gives the record its board. Moves and the end come after it. `side` moves first if the file does not say.
    fn set_up(&mut self, side: Side) {
        let Some(setup) = self.setup.take() else {
            return;
        };
        // Half a board is another position. Where the last rank is there, one that is not is empty.
        let is_whole = matches!(setup.ranks, 0 | ALL) || setup.ranks & LAST != 0;
        if !is_whole {
            let count = setup.ranks.count_ones();
            let message = format!("the board has {count} of 9 ranks; the usual position is shown");
            self.builder.report(At::File, message);
        }
        let board = setup.board.filter(|_| is_whole);
        let mut position = board.unwrap_or_else(Position::initial);
        position.set_side_to_move(setup.side.unwrap_or(side));
        self.builder.set_start(game::Position::Shogi(position));
    }

    fn line(&mut self, line: scan::Line<'_>) {
        let text = line.text.trim_start();
        match text.as_bytes() {
            [] | [b'/', ..] => {}
            [b'N' | b'n', b'+' | b'-', ..] => self.header(text.split_at(2)),
            _ => self.statements(line),
        }
    }

    /// `+7776FU,T12` and `%KACHI,'* comment`: statements separated by commas.
    fn statements(&mut self, line: scan::Line<'_>) {
        let mut rest = line.text;
        while !rest.is_empty() {
            let at = line.at_part(rest);
            rest = rest.trim_start();
            if let Some(comment) = rest.strip_prefix('\'') {
                return self.comment(comment);
            }
            // `PI,$SITE:KAZUSA ARC`
            if let Some(header) = rest.strip_prefix('$') {
                return self.header(header.split_once(':').unwrap_or((header, "")));
            }
            let (statement, tail) = first_of_several(rest)
                .or_else(|| rest.split_once([',', '\t']))
                .unwrap_or((rest, ""));
            let statement = statement.trim();
            if !statement.is_empty() {
                self.statement(statement, at);
            }
            rest = tail;
        }
    }

    /// `N+` or `$EVENT:`.
    fn header(&mut self, (key, value): (&str, &str)) {
        let headers = self.builder.headers_mut();
        Dialect::Csa.keep(headers, &key.to_ascii_uppercase(), value.trim());
        set_day(headers);
    }

    fn raw_header(&mut self, key: &str, value: &str) {
        self.builder.headers_mut().push_raw(key, value);
    }

    /// `'*` begins a comment on the move, `'**` one with an engine's evaluation. Other comments are remarks by
    /// programs, but two of shogi-server's say how and when the game ended.
    fn comment(&mut self, text: &str) {
        if let Some(kept) = text.strip_prefix('*') {
            add_line(&mut self.comment, kept);
        } else if let Some(summary) = text.strip_prefix("summary:") {
            self.raw_header("summary", summary);
        } else if let Some(time) = text.strip_prefix("$END_TIME:") {
            self.header(("END_TIME", time));
        } else if is_remark(text) {
            self.flush_comment();
            self.builder.note(Note::Remark(text.into()));
        }
    }

    /// Reads a statement, in capitals or not.
    fn statement(&mut self, statement: &str, at: At) {
        let has_small = statement.bytes().any(|byte| byte.is_ascii_lowercase());
        let capitals = has_small.then(|| statement.to_ascii_uppercase());
        let statement = capitals.as_deref().unwrap_or(statement);
        // The end in 将棋ウォーズ: `GOTE_WIN_TORYO`.
        let won = ["SENTE_WIN_", "GOTE_WIN_"].iter().find_map(|side| statement.strip_prefix(side));
        if let Some(word) = won {
            let word = match word {
                "TIMEOUT" | "DISCONNECT" => "TIME_UP",
                "CHECKMATE" => "TSUMI",
                "ENTERINGKING" => "KACHI",
                other => other,
            };
            return self.end(word, at);
        }
        match (statement.as_bytes(), &mut self.setup) {
            ([b'V', b'0'..=b'9', ..], _) => self.raw_header("V", &statement[1..]),
            ([b'P', kind @ ..], Some(setup)) => {
                if let Some(rank @ b'1'..=b'9') = kind.first() {
                    setup.ranks |= 1 << (rank - b'1');
                }
                // A board that is written out starts empty.
                let board = setup.board.get_or_insert_with(Position::empty);
                if let Err(message) = board::read_line(board, statement) {
                    self.builder.warn(at, message);
                }
            }
            ([b'+'], Some(setup)) => setup.side = Some(Side::First),
            ([b'-'], Some(setup)) => setup.side = Some(Side::Second),
            ([b'+' | b'-', b'0'..=b'9', ..], _) => self.play(statement, at),
            ([b'T', b'0'..=b'9' | b'.' | b' ', ..] | [b'L', b'0'..=b'9', ..], _) => {
                self.time(statement.split_at(1), at);
            }
            ([b'%', ..], _) => self.end(&statement[1..], at),
            (_, Some(_)) => {}
            (_, None) => {
                let message = format!("expected a move, found {statement:?}");
                self.builder.warn(at, message);
            }
        }
    }

    fn play(&mut self, statement: &str, at: At) {
        self.flush_comment();
        let sign = Side::first_if(statement.starts_with('+'));
        self.set_up(sign);
        let builder = &mut self.builder;
        if builder.ending_mut().is_some() {
            builder.report(at, "a move after the end of the game");
        }
        let (text, rest) = statement.split_at_checked(MOVE_LENGTH).unwrap_or((statement, ""));
        let position = builder.position().shogi();
        let Some((side, mv)) = position.and_then(|position| notation::csa_move(position, text))
        else {
            let message = format!("{statement:?} is not a move");
            builder.skip_unread(statement, sign.other(), at, message);
            return;
        };
        if side != builder.position().side_to_move() {
            builder.note(Note::Turn(side));
            let message = format!("{statement} is by the side that is not to move");
            builder.report(at, message);
        }
        builder.play(Move::Shogi(mv), at);
        if !rest.is_empty() {
            builder.warn(at, format!("unexpected {rest:?} after the move"));
        }
    }

    /// `T12`: the time of the move, or of the `%` word. `L599`: the mover's time left, which 将棋ウォーズ writes after each
    /// move instead.
    fn time(&mut self, (letter, seconds): (&str, &str), at: At) {
        let seconds = seconds.trim_start();
        let is_odd = seconds.contains(|next: char| !next.is_ascii_digit() && next != '.');
        let number = seconds.parse().ok().filter(|_| !is_odd);
        let time = number.and_then(times::milliseconds);
        match (letter, time) {
            ("T", Some(spent)) => self.builder.clock(Clock::spent(spent)),
            ("L", Some(left @ ..=0x7FFF_FFFF)) => {
                let side = self.builder.position().side_to_move().other();
                let left = Left::Time(left.cast_signed());
                self.builder.note(Note::remaining(side, left));
            }
            _ => {
                let message = format!("expected seconds, found {seconds:?}");
                self.builder.warn(at, message);
            }
        }
    }

    fn end(&mut self, word: &str, at: At) {
        self.flush_comment();
        self.set_up(Side::First);
        // A move that was taken back ends nothing.
        if *word == TAKEN_BACK[1..] {
            return self.builder.note(Note::Remark(TAKEN_BACK.into()));
        }
        let ending = endings::read_csa(word, self.builder.position().side_to_move());
        let is_known = ending.kind != EndingKind::Other;
        self.builder.end(ending);
        if !is_known {
            let message = format!("%{word} is not a known ending");
            self.builder.warn(at, message);
        }
    }

    fn flush_comment(&mut self) {
        if let Some(comment) = self.comment.take() {
            let notes = eval::notes(comment, self.builder.position().side_to_move().other());
            notes.for_each(|note| self.builder.note(note));
        }
    }

    fn finish(mut self) -> Record {
        self.flush_comment();
        let setup = self.setup.as_ref().filter(|setup| setup.side.is_none());
        // An incomplete board is a different position.
        let in_head = setup.map(|setup| match setup.ranks {
            0 | ALL => "the file ends before the side to move",
            _ => "the file ends inside the board",
        });
        // The last rank may be half.
        if let Some(reason) = in_head.filter(|_| setup.is_some_and(|setup| setup.ranks == ALL)) {
            self.builder.report(At::File, Problem::Cut(reason.into()));
        }
        self.set_up(Side::First);
        if self.builder.ending_mut().is_none()
            && let Some(kind) = self.ending_by_summary()
        {
            self.builder.end(kind.into());
        }
        let mut record = self.builder.finish();
        if let Some(reason) = in_head {
            record.cut = Some(Cut::in_head(reason));
        }
        record
    }

    /// shogi-server writes some endings only as a summary, without a `%` line: `sennichite:a draw:b draw`, `time up:a
    /// win:b lose`.
    fn ending_by_summary(&self) -> Option<EndingKind> {
        let headers = &self.builder.record().headers;
        let (kind, players) = headers.raw("summary")?.split_once(':')?;
        let to_move = self.builder.position().side_to_move();
        let name = headers.get(Key::Player(to_move)).unwrap_or("");
        let mut players = players.split(':').map(|player| player.rsplit_once(' '));
        match EndingWords::Summary.kind(&kind.replace(' ', "_"))? {
            EndingKind::IllegalLoss if !players.any(|side| side == Some((name, "lose"))) => {
                Some(EndingKind::IllegalWin)
            }
            kind => Some(kind),
        }
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
