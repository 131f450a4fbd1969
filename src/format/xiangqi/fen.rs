//! Files of FENs: a position a line, with what `position fen` commands, annoFEN files, lists of moves and lists of endgames
//! add to it.

use std::ops::Range;

use super::movetext::{self, Movetext};
use super::text::round;
use crate::format::games::{self, Extent, Games};
use crate::format::headers::outcome;
use crate::format::{Certainty, Format, Holds, ReadError, Reader, engine_log};
use crate::game;
use crate::game::xiangqi::{FenError, Position};
use crate::record::{At, Headers, Key, NodeId, Note, Record, Warnings};
use crate::text::scan::{self, Scan, beginning, is_number, is_space, place_in};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "fen",
    title: "FEN, one position a line",
    extensions: &["fen", "annofen", "epd", "txt"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030, Big5",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(Family::Chinese, games, game, Some(headers))),
    ..super::BASE
};

/// Lists of endgames as 象棋巫师's relatives keep them: `name|FEN|moves`, a position a line.
pub(in crate::format) const EGLIB: Format = Format {
    name: "eglib",
    title: "List of endgames (name, FEN, moves)",
    extensions: &["eglib"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030",
    holds: Holds::MOVES.and_games(),
    detect: detect_eglib,
    read: Some(Reader::text(Family::Chinese, eglib_games, eglib_game, None)),
    ..super::BASE
};

/// Words of the UCCI protocol that are at the beginning of lines of their own in its scripts.
const COMMANDS: &str = "ucci uci setoption ucinewgame isready go stop ponderhit quit banmoves";

/// The number of lines that are searched for a position.
const LOOKED_AT: usize = 200;

fn detect(source: &Source<'_>) -> Certainty {
    let text = beginning(source.text(Family::Chinese));
    let stands_alone = |line| matches!(position(line), Some(Ok(start)) if start.title.is_empty());
    if engine_log::is_log(text) {
        let mut positions = engine_log::longest(text);
        return Certainty::Certain.only_if(positions.any(|line| stands_alone(line.text)));
    }
    let trimmed = text.lines().map(str::trim);
    let mut lines = trimmed.filter(|line| !is_filler(line)).take(LOOKED_AT);
    match lines.next() {
        Some(first) if stands_alone(first) => Certainty::Certain,
        Some(first) if named(source) => match position(first) {
            None if !lines.any(|line| position(line).is_some()) => Certainty::No,
            _ => Certainty::Likely,
        },
        Some(first) if is_movetext(first) && lines.next().is_some_and(stands_alone) => {
            Certainty::Likely
        }
        // JSON and pages name positions too.
        Some(first) if !first.starts_with(['{', '[', '<']) && lines.any(stands_alone) => {
            Certainty::Weak
        }
        _ => Certainty::No,
    }
}

fn named(source: &Source<'_>) -> bool {
    ["fen", "epd"].contains(&&*source.extension())
}

/// A line without information about positions.
fn is_filler(line: &str) -> bool {
    line.is_empty() || line.starts_with('#') || is_command(line)
}

fn is_command(line: &str) -> bool {
    let word = line.split_whitespace().next();
    COMMANDS.split(' ').any(|command| word == Some(command))
}

const NONE: &str = "no position of xiangqi";

fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    if engine_log::is_log(text) {
        let logged = engine_log::games(text, 0..text.len(), |line| logged(text, line));
        let logged = logged.iter().filter(|game| matches!(position(game.line.text), Some(Ok(_))));
        games.ranges.extend(logged.map(|game| game.line.offset..game.end));
        return games.or_error(NONE);
    }
    let mut items = Items::new(text, 0..text.len());
    items.growing = extent.growing;
    while let Some(Item { range, at, start, moves, .. }) = items.next() {
        // Shogi has a `startpos` without moves as well.
        let is_bare = start.fen.is_empty() && matches!(start.rest.trim(), "" | "moves");
        if is_bare && !extent.is_named && text[moves].trim().is_empty() {
            items.warnings.warn(at, "startpos is of xiangqi or shogi: taken for xiangqi");
        }
        games.ranges.push(range);
    }
    if !items.head.is_empty() {
        items.warnings.warn(items.head_at, "no position follows this text, which is not read");
    }
    if let (Some(first), []) = (items.warnings.listed().first(), &games.ranges[..]) {
        return Err(ReadError::new(first.at, first.problem.to_string()));
    }
    games.warnings = items.warnings;
    games.or_error(NONE)
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    if let Some(game) = engine_log::game(text, range.clone(), |line| logged(text, line)) {
        return Ok(game);
    }
    let item = Items::new(text, range).next().ok_or_else(|| ReadError::none(NONE))?;
    Ok(record(text, &item.start, item.head, item.moves, item.at))
}

fn headers(text: &str, range: Range<usize>, _: &[Key]) -> Headers {
    let item = Items::new(text, range).next();
    item.map(|item| begin(&item.start, item.head).0.headers).unwrap_or_default()
}

/// The record of a position in a log.
fn logged(text: &str, line: &str) -> Option<Record> {
    let offset = place_in(text, line);
    let end = offset + line.len();
    let start = position(line)?.ok()?;
    Some(record(text, &start, Vec::new(), end..end, At::offset(offset)))
}

/// A position with the lines that belong to it.
struct Item<'a> {
    /// Where all of that is.
    range: Range<usize>,
    /// The lines above it.
    head: Vec<&'a str>,
    at: At,
    start: FenLine<'a>,
    moves: Range<usize>,
}

/// The positions in a part of a text.
#[derive(Default)]
struct Items<'a> {
    text: &'a str,
    scan: Scan<'a>,
    growing: bool,
    /// Whether positions have titles above them; `None` before the first.
    titled: Option<bool>,
    /// The lines above the next position, and where they are.
    head: Vec<&'a str>,
    head_at: At,
    /// The faults of lines that are not positions.
    warnings: Warnings,
}

impl<'a> Items<'a> {
    fn new(text: &'a str, range: Range<usize>) -> Self {
        Self { text, scan: Scan::range(text, range), ..Self::default() }
    }

    fn next(&mut self) -> Option<Item<'a>> {
        let mut begin = None;
        while !self.scan.is_at_end() {
            let (offset, at) = (self.scan.offset(), self.scan.at());
            let line = self.scan.take_line().trim();
            match position(line) {
                _ if line.is_empty() || is_command(line) => {}
                Some(Ok(start)) => {
                    let end = self.scan.offset();
                    let above = moves_above(self.text, &start, &mut self.head);
                    let titled = above.is_none() && !self.head.is_empty();
                    let titled = *self.titled.get_or_insert(titled);
                    let moves =
                        above.unwrap_or_else(|| following(&mut self.scan, titled, self.growing));
                    let range = begin.unwrap_or(offset)..moves.end.max(end);
                    let head = std::mem::take(&mut self.head);
                    return Some(Item { range, head, at, start, moves });
                }
                Some(Err(error)) => self.warnings.warn(at, error.to_string()),
                None => {
                    if self.head.is_empty() {
                        (begin, self.head_at) = (Some(offset), at);
                    }
                    self.head.push(line.trim_start_matches('#').trim());
                }
            }
        }
        None
    }
}

/// The moves from a position that are above it, as in the collection chinese-qipu. They are taken from its head.
fn moves_above(text: &str, start: &FenLine<'_>, head: &mut Vec<&str>) -> Option<Range<usize>> {
    let first = head.iter().position(|line| is_movetext(line));
    let first = first.filter(|_| start.rest.trim().is_empty())?;
    let last = head.last()?;
    let range = place_in(text, head[first])..place_in(text, last) + last.len();
    let movetext = Movetext::new(text, range.clone());
    (movetext::legal_moves(&start.position, &movetext, 1) > 0).then(|| {
        head.truncate(first);
        range
    })
}

/// The lines that belong to a position: those up to the next one, or to its title if positions have them. In a file that
/// grows the last line may be the title of a position that is still to come.
fn following(scan: &mut Scan<'_>, titled: bool, growing: bool) -> Range<usize> {
    let start = scan.offset();
    let mut title = None;
    while !scan.is_at_end() {
        let before = *scan;
        let line = scan.take_line().trim();
        let is_position = position(line).is_some();
        if is_position || line.starts_with('#') || is_command(line) {
            *scan = title.filter(|_| is_position).unwrap_or(before);
            break;
        }
        if !line.is_empty() {
            title = (titled && !is_movetext(line)).then_some(before);
        }
    }
    let awaited = title.filter(|_| growing && scan.is_at_end());
    start..awaited.unwrap_or(*scan).offset()
}

/// Whether a line looks like moves, or like a comment or a result among them.
fn is_movetext(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['{', '(', '*'])
        || round(text).is_some()
        || (text.starts_with(|first: char| first.is_ascii_digit()) && outcome(text).is_some())
}

/// A position, and the text around it on its line.
struct FenLine<'a> {
    position: Position,
    title: &'a str,
    /// The FEN as written, and the text after it.
    fen: &'a str,
    rest: &'a str,
}

/// Words before a FEN that are not part of a title.
const LABELS: [&str; 4] = ["position fen", "position", "[fen", "fen"];

/// The position of a line; `None` for a line of another kind.
fn position(line: &str) -> Option<Result<FenLine<'_>, FenError>> {
    let command = line.strip_prefix("position").map_or(line, str::trim_start);
    if let Some(rest) = command.strip_prefix("startpos") {
        let rest = rest.trim_start();
        // Shogi has a `startpos` as well, and moves that begin with a digit or a piece in hand.
        let first = rest.trim_start_matches("moves").trim_start().as_bytes();
        let is_shogi = matches!(first, [b'1'..=b'9', b'a'..=b'i', ..] | [_, b'*', ..]);
        return (!is_shogi).then_some(Ok(FenLine {
            position: Position::initial(),
            title: "",
            fen: "",
            rest,
        }));
    }
    let (above, below) = line.split_at(board(line)?);
    let (fen, rest) = below.split_at(fen_length(below));
    let labelled = above.trim_end_matches(is_quote);
    let lower = labelled.to_ascii_lowercase();
    let label = LABELS.iter().find(|label| lower.ends_with(*label));
    let words = &labelled[..labelled.len() - label.map_or(0, |label| label.len())];
    let title = words.strip_prefix("v1").unwrap_or(words);
    let position = Position::from_fen(&without_annotations(fen));
    Some(position.map(|position| FenLine {
        position,
        title: title.trim_matches(is_quote),
        fen,
        rest: rest.trim_start_matches(|next| is_quote(next) || next == ']'),
    }))
}

/// Where the board of a FEN begins: the first word with nine slashes, or a line's first that has fewer or more of them and
/// is a board all the same.
fn board(line: &str) -> Option<usize> {
    let mut offset = 0;
    line.split_inclusive(is_quote).find_map(|word| {
        let start = offset;
        offset += word.len();
        let slashes = word.matches('/').count();
        let fits = slashes == 9 && !word.contains("//");
        let nearly = start == 0 && slashes >= 7 && is_board(word.trim_end_matches(is_quote));
        (fits || nearly).then_some(start)
    })
}

fn is_board(word: &str) -> bool {
    word.split('/').all(|part| {
        matches!(part.len(), 1..=9) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Characters allowed around a FEN, and between its fields.
fn is_quote(character: char) -> bool {
    is_space(character) || ",;:：=\"“”'()".contains(character)
}

/// The length of a FEN: the board, then as many of its other fields as there are.
fn fen_length(line: &str) -> usize {
    let mut end = line.find(is_quote).unwrap_or(line.len());
    for place in 0..5 {
        let rest = line[end..].trim_start();
        let field = rest.split(is_quote).next().unwrap_or("");
        let fits = matches!((place, field), (0, "w" | "r" | "b" | "W" | "R" | "B") | (1 | 2, "-"));
        if fits || place > 2 && is_number(field) {
            end = line.len() - rest.len() + field.len();
        }
    }
    end
}

/// A board without the additions of annoFEN: `[<marks>R]` is a point with marks, and perhaps a piece.
fn without_annotations(fen: &str) -> String {
    let mut parts = fen.split('[');
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (point, rest) = part.split_once(']').unwrap_or((part, ""));
        let marks =
            point.split('<').skip(1).map(|mark| mark.split_once('>').map_or("", |mark| mark.1));
        let before = plain.len();
        plain.extend(point.split('<').take(1).chain(marks));
        if plain.len() == before {
            plain.push('1');
        }
        plain += rest;
    }
    plain
}

/// The record of a position of the text. `following` are the moves, unless they begin on its line.
fn record<'a>(
    text: &str,
    start: &FenLine<'a>,
    head: Vec<&'a str>,
    following: Range<usize>,
    at: At,
) -> Record {
    let (record, moves) = begin(start, head);
    if moves.is_empty() {
        return movetext::play(record, &Movetext::new(text, following), at);
    }
    let range = place_in(text, moves)..following.end;
    movetext::play_complete(record, &Movetext::new(text, range), at)
}

/// The record without its moves, and those on the line of the position.
fn begin<'a>(start: &FenLine<'a>, mut head: Vec<&'a str>) -> (Record, &'a str) {
    let mut record = Record::new(game::Position::Xiangqi(start.position));
    if start.fen.contains('[') {
        record.headers.push_unknown("annoFEN", start.fen);
    }
    let title = match (start.title, &head[..]) {
        ("", [title]) => title,
        (title, _) => title,
    };
    if !title.is_empty() {
        record.headers.push(Key::Title, "", title, title);
    }
    if head == [title] {
        head.clear();
    }
    let (moves, remark) = match start.rest.strip_prefix("moves") {
        Some(moves) => (moves, ""),
        None if is_movetext(start.rest) => (start.rest, ""),
        None => ("", start.rest.trim()),
    };
    head.extend((!remark.is_empty()).then_some(remark));
    if !head.is_empty() {
        let note = Note::Comment(head.join("\n").into());
        record.tree.note(NodeId::ROOT, note);
    }
    (record, moves.trim())
}

fn detect_eglib(source: &Source<'_>) -> Certainty {
    let text = source.head(Family::Chinese);
    let first = scan::lines(text).find(|line| !line.text.trim().is_empty());
    let is_game = first.is_some_and(|line| fields(line.text).is_some());
    Certainty::Certain.only_if(is_game)
}

/// The name, the position and the moves of a line, which may have none.
fn fields(line: &str) -> Option<(&str, Position, &str)> {
    let (name, rest) = line.split_once('|')?;
    let (fen, moves) = rest.split_once('|').unwrap_or((rest, ""));
    Some((name, Position::from_fen(fen.trim()).ok()?, moves))
}

const EXPECTED: &str = "expected name|FEN|moves";

fn eglib_games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let games = games::lines(text, |line| (!line.contains('|')).then_some(EXPECTED));
    games.or_error("no line is name|FEN|moves")
}

/// The record of a line. Its moves come last.
fn eglib_game(text: &str, line: Range<usize>) -> Result<Record, ReadError> {
    let at = At::offset(line.start);
    let (name, start, moves) =
        fields(&text[line.clone()]).ok_or_else(|| ReadError::new(at, EXPECTED))?;
    let mut record = Record::new(game::Position::Xiangqi(start));
    record.headers.push(Key::Title, "name", name, name.trim());
    let moves = Movetext::new(text, line.end - moves.len()..line.end);
    Ok(movetext::play_complete(record, &moves, at))
}
