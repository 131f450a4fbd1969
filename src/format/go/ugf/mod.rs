//! UGF and UGI, the records of PandaNet's Panda-Egg.
//!
//! Sections of lines, as INI files have them: `[Header]` with `Key=value`, `[Data]` with the game, `[ReviewNode]` with the
//! game and its variations, `[ReviewComment]` with texts on nodes of the review. The game is the mainline, wherever the
//! review ends. `[Figure]` has texts on the moves of the game.

mod figure;

use std::collections::HashMap;
use std::ops::Range;

use crate::format::go::handicap;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError};
use crate::game::go::{self, Point, Size};
use crate::game::{Move, Side};
use crate::record::{At, Builder, Headers, Key, NodeId, Note, Record};
use crate::text::scan::{self, Line};
use crate::text::source::Family;
use crate::text::{Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "ugf",
    title: "UGF, UGI (PandaNet)",
    extensions: &["ugf", "ugi"],
    unit: Unit::Line,
    encodings: "Shift_JIS",
    holds: Holds::TREE,
    detect,
    read: Some(read),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    match source.begins_with("[Header]") {
        true => Certainty::Certain,
        false => Certainty::Weak.only_if(FORMAT.is_named(source)),
    }
}

/// The lines of each section.
type Sections<'a> = HashMap<&'a str, Vec<Line<'a>>>;

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let decoded = source.text(Family::Any);
    let sections = sections(&decoded.text);
    let mut headers = Headers::default();
    for line in section(&sections, "Header") {
        if let Some((name, value)) = line.text.split_once('=') {
            keep(&mut headers, name, value);
        }
    }
    let crypt = headers.raw("Crypt").unwrap_or("0");
    if !crypt.starts_with('0') {
        return Err(ReadError::whole("the file is encrypted"));
    }
    let size = headers
        .raw("Size")
        .and_then(|size| size.trim().parse().ok());
    let Some(size) = size.and_then(|size| Size::new(size, size)) else {
        return Err(ReadError::whole(
            "no game of UGF in it: the header gives no size of the board",
        ));
    };
    let data = section(&sections, "Data");
    let from_bottom = headers.raw("CoordinateType").map(str::trim) == Some("IGS");
    let data: Vec<Stone<'_>> = data
        .iter()
        .filter_map(|line| Stone::of_data(line, size, from_bottom))
        .collect();
    let mut builder = Builder::on(start(headers, size, &data));
    for stone in data.iter().filter(|stone| stone.number > 0) {
        stone.play(&mut builder);
    }
    figure::note(
        section(&sections, "Figure"),
        size,
        from_bottom,
        &mut builder,
    );
    builder.go_to(NodeId::ROOT);
    let mut comments = Comments::new();
    for (number, at, text) in texts(section(&sections, "ReviewComment"), ".Comment,") {
        let comment = number.map(|number| comments.entry(number).or_insert((at, Vec::new())));
        comment
            .into_iter()
            .for_each(|comment| comment.1.extend(&text));
    }
    let review = section(&sections, "ReviewNode");
    let mut review = Review::new(review, comments, size, builder.tree().len());
    review.build(&mut builder);
    review.warn_of_comments(&mut builder);
    Ok(Loaded::of_text(decoded).with_game(builder.finish()))
}

fn sections(text: &str) -> Sections<'_> {
    let mut sections = Sections::new();
    let mut name = "";
    for line in scan::lines(text) {
        let heading = line.text.trim().strip_prefix('[');
        match heading.and_then(|heading| heading.strip_suffix(']')) {
            Some(heading) if !heading.contains(['[', ' ']) => name = heading,
            _ => sections.entry(name).or_default().push(line),
        }
    }
    sections
}

fn section<'s, 'a>(sections: &'s Sections<'a>, name: &str) -> &'s [Line<'a>] {
    sections.get(name).map_or(&[], |lines| lines)
}

/// A stone or a pass of the game, or a line that cannot be read as one.
struct Stone<'a> {
    line: Line<'a>,
    mv: Option<go::Move>,
    /// 0 for a handicap stone.
    number: u32,
}

impl<'a> Stone<'a> {
    /// Reads `QP,B1,12,0`: column and row as letters, the colour, the number.
    fn of_data(&line: &Line<'a>, size: Size, from_bottom: bool) -> Option<Self> {
        let read = || {
            let mut fields = line.text.split(',').map(str::trim);
            let [column, row] = *fields.next()?.as_bytes() else {
                return None;
            };
            let color = fields.next()?;
            let number = fields.next()?.parse().ok()?;
            if color == PASS {
                return Some((None, number));
            }
            let side = side(color.chars().next()?)?;
            let place = |letter: u8| letter.checked_sub(b'A');
            let point = point(place(column)?, place(row)?, size, from_bottom);
            Some((Some(go::Move { side, point }), number))
        };
        let read = read();
        (!line.text.trim().is_empty()).then(|| Self {
            line,
            mv: read.and_then(|(mv, _)| mv),
            number: read.map_or(u32::MAX, |(_, number)| number),
        })
    }

    /// Reads `NODE,12,1,17,16`: number, colour, column, and row from the bottom, both from 1. A node without a colour
    /// has no move.
    fn of_review(line: Line<'a>, size: Size) -> Option<Self> {
        let mut fields = line.text.split(',').skip(2).map(str::trim);
        let color = fields.next().filter(|color| !matches!(*color, "" | "0"))?;
        let place = |field: Option<&str>| field?.parse::<u8>().ok();
        let mut read = || {
            let side = color.chars().next().and_then(side)?;
            let (column, row) = (place(fields.next())?, place(fields.next())?);
            let point = column.checked_sub(1).zip(row.checked_sub(1));
            let point = point.and_then(|(column, row)| self::point(column, row, size, true));
            Some(go::Move { side, point })
        };
        let mv = read();
        Some(Self {
            line,
            mv,
            number: 1,
        })
    }

    fn play(&self, builder: &mut Builder) -> NodeId {
        let (at, text) = (self.line.at(), self.line.text);
        let is_pass = text.split(',').nth(1).map(str::trim) == Some(PASS);
        let pass = is_pass.then(|| go::Move::pass(builder.position().side_to_move()));
        match self.mv.or(pass) {
            Some(mv) => builder.play(Move::Go(mv), at),
            None => {
                let node = builder.skip();
                builder.warn(at, format!("expected a move, found {:?}", text.trim()));
                node
            }
        }
    }
}

/// The colour in UGI when the side to move passes: `YZ,MK,5,0`.
const PASS: &str = "MK";

/// The colour, as a letter or a number.
fn side(color: char) -> Option<Side> {
    match color {
        'B' | '1' => Some(Side::First),
        'W' | '2' => Some(Side::Second),
        _ => None,
    }
}

/// A point; one beyond the board is a pass.
fn point(column: u8, row: u8, size: Size, from_bottom: bool) -> Option<Point> {
    let row = if from_bottom {
        size.rows().checked_sub(row.checked_add(1)?)?
    } else {
        row
    };
    Some(Point::new(column, row)).filter(|point| size.contains(*point))
}

fn keep(headers: &mut Headers, name: &str, raw: &str) {
    let mut fields = raw.trim().split(',');
    let first = fields.next().unwrap_or("");
    match (Dialect::Ugf.key(name), name) {
        // Name and rank.
        (Some(Key::Player(side)), _) => {
            headers.push(Key::Player(side), name, raw, first);
            headers.set(Key::Rank(side), fields.next().unwrap_or(""));
        }
        (Some(Key::Date), _) => headers.push(Key::Date, name, raw, first),
        (Some(Key::Result), _) => headers.push(Key::Result, name, raw, &result(raw.trim())),
        // Stones and komi.
        (_, "Hdcp") => {
            headers.push_raw(name, raw);
            let komi = fields.next().unwrap_or("");
            headers.set(Key::Komi, komi.trim_end_matches('0').trim_end_matches('.'));
        }
        (_, "CoordinateType" | "Crypt" | "Lang") => headers.push_raw(name, raw),
        _ => Dialect::Ugf.keep(headers, name, raw),
    }
}

/// The record without its moves.
fn start(headers: Headers, size: Size, data: &[Stone<'_>]) -> Record {
    let handicap = headers.raw("Hdcp").unwrap_or("").trim();
    let stones = handicap.split(',').next().unwrap_or("");
    let stones = stones.parse().unwrap_or(0);
    let placed = data.iter().filter(|stone| stone.number == 0);
    let placed = placed.filter_map(|stone| stone.mv?.point);
    let Some(setup) = handicap::stones_on(Side::First, placed) else {
        return handicap::record(size, stones, headers);
    };
    let mut record = handicap::record(size, 0, headers);
    record.tree.note(NodeId::ROOT, setup);
    record.start.set_side_to_move(Side::Second);
    record.headers.set(Key::Handicap, &stones.to_string());
    record
}

/// `B,7.50` and `B,C` as SGF writes them. The letters are those of `ugi2sgf` in sgfutils; time is seen as T elsewhere.
fn result(winner: &str) -> String {
    let (winner, how) = winner.split_once(',').unwrap_or((winner, ""));
    match (winner, how.trim()) {
        ("B" | "W", "C") => format!("{winner}+R"),
        ("B" | "W", how @ ("F" | "T")) => format!("{winner}+{how}"),
        ("B" | "W", margin) if margin.parse::<f32>().is_ok() => {
            let margin = margin.trim_end_matches('0').trim_end_matches('.');
            format!("{winner}+{margin}")
        }
        ("B" | "W", _) => format!("{winner}+"),
        ("D", _) => "Draw".to_owned(),
        ("N" | "O", _) => "Void".to_owned(),
        _ => String::new(),
    }
}

/// The lines of a review: nodes, and blocks between `VARIATION` and `VARIATIONEND` that branch off after the node before.
struct Review<'s, 'a> {
    lines: &'s [Line<'a>],
    /// For the first line of each block the line that ends it.
    ends: HashMap<usize, usize>,
    /// The texts that are not on their nodes yet.
    comments: Comments<'a>,
    size: Size,
    /// How many nodes the game has, with the root. They come first in the tree.
    game: usize,
}

/// Texts by the numbers of their nodes, and where they begin.
type Comments<'a> = HashMap<usize, (At, Vec<&'a str>)>;

impl<'s, 'a> Review<'s, 'a> {
    fn new(lines: &'s [Line<'a>], comments: Comments<'a>, size: Size, game: usize) -> Self {
        let mut ends = HashMap::new();
        let mut open = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let line = line.text.trim();
            if line.starts_with("VARIATIONEND") {
                ends.extend(open.pop().map(|start| (start, index)));
            } else if line.starts_with("VARIATION") {
                open.push(index);
            }
        }
        ends.extend(open.into_iter().map(|start| (start, lines.len())));
        Self {
            lines,
            ends,
            comments,
            size,
            game,
        }
    }

    /// Plays everything: a line, then the blocks in it, each with its own.
    fn build(&mut self, builder: &mut Builder) {
        let mut pending = vec![(builder.node(), 0..self.lines.len())];
        while let Some((fork, block)) = pending.pop() {
            builder.go_to(fork);
            let found = self.play(block, builder);
            pending.extend(found.into_iter().rev());
        }
    }

    /// Plays the nodes of one line, and gives the blocks that leave it.
    fn play(&mut self, lines: Range<usize>, builder: &mut Builder) -> Vec<(NodeId, Range<usize>)> {
        let mut found = Vec::new();
        let mut index = lines.start;
        while index < lines.end {
            if let Some(&end) = self.ends.get(&index) {
                found.push((builder.node(), index + 1..end));
                index = end;
            } else if let Some(line) = self.lines.get(index) {
                self.node(*line, builder);
            }
            index += 1;
        }
        found
    }

    fn node(&mut self, line: Line<'_>, builder: &mut Builder) {
        let Some(rest) = line.text.trim().strip_prefix("NODE,") else {
            return;
        };
        if let Some(stone) = Stone::of_review(line, self.size) {
            match self.of_game(&stone, builder) {
                Some(node) => builder.go_to(node),
                None => {
                    stone.play(builder);
                }
            }
        }
        let number = rest.split(',').next().unwrap_or("").parse().ok();
        let comment = number.and_then(|number| self.comments.remove(&number));
        // The lines of a comment may still be missing at the end of the file.
        if let Some((_, text)) = comment.filter(|(_, text)| !text.is_empty()) {
            builder.note(Note::Comment(text.join("\n").into()));
        }
    }

    /// The node that the game has for a move from here: the review repeats the game.
    fn of_game(&self, stone: &Stone<'_>, builder: &Builder) -> Option<NodeId> {
        let tree = builder.tree();
        let next = tree.first_child(builder.node())?;
        let is_same = next.index() < self.game && tree.mv(next) == stone.mv.map(Move::Go);
        is_same.then_some(next)
    }

    /// Warns of the texts whose nodes are not there.
    fn warn_of_comments(self, builder: &mut Builder) {
        let comments = self.comments.into_iter();
        let mut lost: Vec<_> = comments.map(|(number, (at, _))| (at, number)).collect();
        lost.sort_unstable();
        for (at, number) in lost {
            let message = format!("there is no node {number} for this comment");
            builder.warnings.warn(at, message);
        }
    }
}

/// The lines behind each that begins with a mark, such as `.Comment,12`, with the number and the place of that.
fn texts<'a>(lines: &[Line<'a>], mark: &str) -> Vec<(Option<usize>, At, Vec<&'a str>)> {
    let mut texts: Vec<(_, _, Vec<_>)> = Vec::new();
    for line in lines {
        if let Some(name) = line.text.strip_prefix(mark) {
            let number = name.split(',').next().unwrap_or("");
            texts.push((number.trim().parse().ok(), line.at(), Vec::new()));
        } else if let Some((.., text)) = texts.last_mut() {
            text.push(line.text);
        }
    }
    texts
}
