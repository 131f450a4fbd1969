//! Files of FENs: a position a line, with what `position fen` commands, annoFEN files and lists of moves add to it.

use super::movetext::{self, Movetext};
use crate::format::{Certainty, Format, Loaded, ReadError, error_in};
use crate::game;
use crate::game::xiangqi::{FenError, Position};
use crate::record::{At, Key, NodeId, Note, Record, Warnings};
use crate::text::scan::{Scan, beginning, is_number, is_space};
use crate::text::source::chinese_halves;
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "fen",
    title: "FEN, one position a line",
    extensions: &["fen", "annofen", "epd", "txt"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030, Big5",
    detect,
    read: Some(read),
    ..super::BASE
};

/// Words of the UCCI protocol that are at the beginning of lines of their own in its scripts.
const COMMANDS: [&str; 10] = [
    "ucci",
    "uci",
    "setoption",
    "ucinewgame",
    "isready",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "banmoves",
];

/// So many lines are looked at for a position.
const LOOKED_AT: usize = 200;

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    let lines = beginning(text).lines().map(str::trim);
    let mut lines = lines.filter(|line| !is_filler(line)).take(LOOKED_AT);
    let is_named = named(source);
    let stands_alone = |line| matches!(position(line), Some(Ok(start)) if start.title.is_empty());
    match lines.next() {
        Some(first) if stands_alone(first) => Certainty::Certain,
        Some(first) if is_named => match position(first) {
            None if !lines.any(|line| position(line).is_some()) => Certainty::No,
            _ => Certainty::Likely,
        },
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
    let word = line.split_whitespace().next().unwrap_or("");
    COMMANDS.contains(&word)
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let halves = chinese_halves(source.bytes).filter(|_| source.forced.is_none());
    let whole = halves.as_deref().unwrap_or(&text.text);
    let mut loaded = Loaded::of_text(text).with_lines(whole);
    if halves.is_some() {
        loaded.warnings = Warnings::default();
    }
    // What is above a position, and where.
    let mut head: Vec<&str> = Vec::new();
    let mut head_at = At::File;
    let mut titled = false;
    let mut scan = Scan::new(whole);
    while !scan.rest().is_empty() {
        let at = scan.at();
        let line = scan.take_line().trim();
        match position(line) {
            _ if line.is_empty() || is_command(line) => {}
            Some(Ok(start)) => {
                titled |= loaded.games.is_empty() && !head.is_empty();
                let following = following(&mut scan, titled, source.growing);
                if start.could_be_shogi(following) && !named(source) {
                    let message = "startpos is of xiangqi or shogi: taken for xiangqi";
                    loaded.warnings.warn(at, message);
                }
                let head = std::mem::take(&mut head);
                loaded.add(record(whole, &start, &head, following, at));
            }
            Some(Err(error)) => loaded.warnings.warn(at, error.to_string()),
            None => {
                if head.is_empty() {
                    head_at = at;
                }
                head.push(line.trim_start_matches('#').trim());
            }
        }
    }
    if loaded.games.is_empty() {
        let error = loaded.warnings.into_iter().next();
        let none = || ReadError::whole("no position of xiangqi");
        return Err(error.map_or_else(none, |error| error_in(text, error.at, error.message)));
    }
    if !head.is_empty() {
        let message = "no position follows this text, which is not read";
        loaded.warnings.warn(head_at, message);
    }
    Ok(loaded)
}

/// The lines that belong to a position: those up to the next one, or to its title if positions have them. In a file that
/// grows the last line may be the title of a position that is still to come.
fn following<'a>(scan: &mut Scan<'a>, titled: bool, growing: bool) -> Scan<'a> {
    let start = *scan;
    let mut title = None;
    while !scan.rest().is_empty() {
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
    let awaited = title.filter(|_| growing && scan.rest().is_empty());
    start.until(awaited.unwrap_or(*scan).offset())
}

/// Whether a line looks like moves, or like a comment or a result among them.
fn is_movetext(text: &str) -> bool {
    let text = text.trim_start();
    let number = text.trim_start_matches(|next: char| next.is_ascii_digit());
    let after = number.trim_start_matches(|next| is_space(next) || ".．、…".contains(next));
    text.starts_with(['{', '(', '*'])
        || movetext::begins_with_move(text)
        || movetext::begins_with_move(after)
        || (number.len() < text.len() && crate::format::headers::outcome(text).is_some())
}

/// A position, and what is around it on its line.
struct Start<'a> {
    position: Position,
    title: &'a str,
    /// The FEN as written.
    fen: &'a str,
    rest: &'a str,
    /// The word `moves` comes before the rest.
    says_moves: bool,
    is_annotated: bool,
}

impl Start<'_> {
    /// Whether it is a `startpos` without moves, which shogi has as well.
    fn could_be_shogi(&self, following: Scan<'_>) -> bool {
        let is_blank = |text: &str| text.trim().is_empty();
        self.fen.is_empty() && is_blank(self.rest) && is_blank(following.rest())
    }
}

/// Words before a FEN that are not part of a title.
const LABELS: [&str; 4] = ["position fen", "position", "[FEN", "FEN"];

/// The position of a line; `None` for a line of another kind.
fn position(line: &str) -> Option<Result<Start<'_>, FenError>> {
    let command = line.strip_prefix("position").map_or(line, str::trim_start);
    if let Some(moves) = command.strip_prefix("startpos") {
        let moves = moves.trim_start();
        // Shogi has a `startpos` as well, and moves that begin with a digit or a piece in hand.
        let first = moves.trim_start_matches("moves").trim_start().as_bytes();
        if matches!(first, [b'1'..=b'9', b'a'..=b'i', ..] | [_, b'*', ..]) {
            return None;
        }
        return Some(Ok(Start {
            position: Position::initial(),
            title: "",
            fen: "",
            rest: moves.trim_start_matches("moves"),
            says_moves: moves.starts_with("moves"),
            is_annotated: false,
        }));
    }
    let begins = board(line)?;
    let fen = &line[begins..];
    let fen = &fen[..fen_length(fen)];
    let plain = without_annotations(fen);
    let position = match Position::from_fen(&plain) {
        Ok(position) => position,
        Err(error) => return Some(Err(error)),
    };
    let title = line[..begins].trim_end_matches(is_quote);
    let label = LABELS.iter().find(|label| {
        let end = title.len().checked_sub(label.len());
        let end = end.and_then(|end| title.get(end..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(label))
    });
    let title = &title[..title.len() - label.map_or(0, |label| label.len())];
    let title = title.strip_prefix("v1").unwrap_or(title);
    let rest = line[begins + fen.len()..].trim_start_matches(|next| is_quote(next) || next == ']');
    Some(Ok(Start {
        position,
        title: title.trim_matches(is_quote),
        fen,
        rest: rest.strip_prefix("moves").unwrap_or(rest),
        says_moves: rest.starts_with("moves"),
        is_annotated: fen.contains('['),
    }))
}

/// Where the board of a FEN begins: the first word with nine slashes, or a line's first that has fewer or more of them and
/// is a board all the same.
fn board(line: &str) -> Option<usize> {
    let is_part = |part: &str| !part.is_empty() && part.len() <= 9;
    let is_board = |word: &str| {
        word.split('/').all(is_part)
            && word
                .chars()
                .all(|next| next.is_ascii_alphanumeric() || next == '/')
    };
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

/// Characters allowed around a FEN, and between its fields.
fn is_quote(character: char) -> bool {
    is_space(character) || ",;:：=\"“”'()".contains(character)
}

/// The length of a FEN: the board, then as many of its other fields as there are.
fn fen_length(line: &str) -> usize {
    let mut end = line.find(is_quote).unwrap_or(line.len());
    let mut fields = 0;
    while fields < 5 {
        let rest = &line[end..];
        let field_start = end + rest.len() - rest.trim_start().len();
        let field = line[field_start..].split(is_quote).next().unwrap_or("");
        let fits = match fields {
            0 => ["w", "r", "b", "W", "R", "B"].contains(&field),
            1 | 2 => field == "-",
            _ => is_number(field),
        };
        fields += 1;
        if fits {
            end = field_start + field.len();
        }
    }
    end
}

/// A board without what annoFEN adds: `[<marks>R]` is a point with marks, and perhaps a piece.
fn without_annotations(fen: &str) -> String {
    let mut plain = String::with_capacity(fen.len());
    let (mut in_point, mut in_mark, mut has_piece) = (false, false, false);
    for character in fen.chars() {
        match character {
            '[' => (in_point, has_piece) = (true, false),
            ']' => {
                if in_point && !has_piece {
                    plain.push('1');
                }
                in_point = false;
            }
            '<' if in_point => in_mark = true,
            '>' => in_mark = false,
            _ if in_mark => {}
            _ => {
                has_piece = true;
                plain.push(character);
            }
        }
    }
    plain
}

/// The record of a position of the text. `following` begins on the line below it.
fn record(
    text: &str,
    start: &Start<'_>,
    head: &[&str],
    following: Scan<'_>,
    at: At,
) -> (Record, Warnings) {
    let mut record = Record::new(game::Position::Xiangqi(start.position));
    if start.is_annotated {
        record.headers.push_unknown("annoFEN", start.fen);
    }
    let title = match (start.title, head) {
        ("", [title]) => title,
        (title, _) => title,
    };
    if !title.is_empty() {
        record.headers.push(Key::Title, "", title, title);
    }
    let introduction = if head == [title] { &[] } else { head };
    let moves = if start.says_moves || is_movetext(start.rest) {
        start.rest
    } else {
        ""
    };
    let remark = start.rest[moves.len()..].trim();
    let mut introduction = introduction.to_vec();
    introduction.extend((!remark.is_empty()).then_some(remark));
    if !introduction.is_empty() {
        let note = Note::Comment(introduction.join("\n").into());
        record.tree.note(NodeId::ROOT, note);
    }
    let below = following.offset();
    let before = text.get(..below).unwrap_or("").trim_end();
    let begin = if moves.is_empty() {
        below
    } else {
        before.len() - moves.len()
    };
    let range = begin..below + following.rest().len();
    movetext::play(record, &Movetext::new(text, range), at)
}
