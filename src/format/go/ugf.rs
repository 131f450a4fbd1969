//! UGF and UGI, the records of PandaNet's Panda-Egg.
//!
//! Sections of lines, as INI files have them: `[Header]` with `Key=value`, `[Data]` with the game, `[ReviewNode]` with the
//! game and its variations, `[ReviewComment]` with texts on nodes of the review. The game is the mainline, wherever the
//! review ends. `[Figure]` has texts on the moves of the game.

use std::collections::HashMap;
use std::ops::Range;

use crate::format::headers::Dialect;
use crate::format::{Format, Holds, ReadError, Reader, Reason, games};
use crate::game::go::{self, Point, Size};
use crate::game::{Move, Side};
use crate::record::{At, Builder, Headers, Key, Mark, MarkKind, NodeId, Note, Record, Spans};
use crate::text::scan::{self, Line};
use crate::text::{Family, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "ugf",
    title: "UGF, UGI (PandaNet)",
    extensions: &["ugf", "ugi"],
    unit: Unit::Line,
    encodings: "Shift_JIS, UTF-8",
    holds: Holds::TREE,
    detect: |source| FORMAT.by_mark(source, "[Header]"),
    read: Some(Reader::text(Family::Any, games::one, read, None)),
    ..super::BASE
};

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let sections = sections(text);
    let section = |name: &str| sections.get(name).map_or(&[][..], |lines| lines);
    let mut headers = Headers::default();
    for line in section("Header") {
        if let Some((name, value)) = line.text.split_once('=') {
            keep(&mut headers, name, value);
        }
    }
    if !headers.raw("Crypt").unwrap_or("0").starts_with('0') {
        return Err(ReadError::none("the file is encrypted").because(Reason::Unsupported));
    }
    let side = headers.raw("Size").and_then(|side| side.trim().parse().ok());
    let size = side.and_then(|side| Size::new(side, side)).ok_or_else(|| {
        ReadError::none("no game of UGF in it: the header gives no size of the board")
    })?;
    let grid =
        Axes { size, from_bottom: headers.raw("CoordinateType").map(str::trim) == Some("IGS") };
    let lines = section("Data").iter();
    let written = lines.filter(|line| !line.text.trim().is_empty());
    let data: Vec<_> = written.map(|line| (line, grid.stone(line.text))).collect();
    let placed = data.iter().filter_map(|(_, stone)| match (*stone)? {
        (0, mv) => mv?.point,
        _ => None,
    });
    let mut builder = Builder::on(start(headers, size, placed));
    for (line, stone) in data {
        match stone {
            Some((0, _)) => {}
            // In UGI the side to move passes: `YZ,MK,5,0`.
            Some((_, None)) => {
                let side = builder.position().side_to_move();
                builder.play(Move::Go(go::Move::pass(side)), line.at());
            }
            stone => play(line, stone.and_then(|(_, mv)| mv), &mut builder),
        }
    }
    note_figures(section("Figure"), grid, &mut builder);
    let comments = comments(section("ReviewComment"));
    review(section("ReviewNode"), comments, size, &mut builder);
    Ok(builder.finish())
}

fn sections(text: &str) -> HashMap<&str, Vec<Line<'_>>> {
    let mut sections = HashMap::<_, Vec<_>>::new();
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

/// The board, and how its points are written.
#[derive(Clone, Copy)]
struct Axes {
    size: Size,
    from_bottom: bool,
}

impl Axes {
    /// A point by column and row from 0; `None` if it is beyond the board, which is a pass.
    fn point(self, column: u8, row: u8) -> Option<Point> {
        let row = match self.from_bottom {
            true => self.size.rows().checked_sub(row.checked_add(1)?)?,
            false => row,
        };
        Some(Point::new(column, row)).filter(|point| self.size.contains(*point))
    }

    /// Reads `QP,B1,12,0`: column and row as letters, the colour, the number, which is 0 for a handicap stone. There is
    /// no stone if the side to move passes.
    fn stone(self, line: &str) -> Option<(u32, Option<go::Move>)> {
        let mut fields = line.split(',').map(str::trim);
        let [column, row] = *fields.next()?.as_bytes() else {
            return None;
        };
        let color = fields.next()?;
        let number = fields.next()?.parse().ok()?;
        if color == "MK" {
            return Some((number, None));
        }
        let side = super::side_of(color.get(..1)?)?;
        let point = self.point(column.checked_sub(b'A')?, row.checked_sub(b'A')?);
        Some((number, Some(go::Move { side, point })))
    }
}

fn play(line: &Line<'_>, mv: Option<go::Move>, builder: &mut Builder) {
    super::play(builder, mv, line.at(), || {
        format!("expected a move, found {:?}", line.text.trim())
    });
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
            headers.set(Key::Komi, without_zeros(fields.next().unwrap_or("")));
        }
        (_, "CoordinateType" | "Crypt" | "Lang") => headers.push_raw(name, raw),
        _ => Dialect::Ugf.keep(headers, name, raw),
    }
}

fn start(headers: Headers, size: Size, placed: impl Iterator<Item = Point>) -> Record {
    let handicap = headers.raw("Hdcp").unwrap_or("").trim();
    let first = handicap.split(',').next().unwrap_or("");
    let stones = first.parse().unwrap_or(0);
    let Some(setup) = super::stones_on(Side::First, placed) else {
        return super::new_record(size, stones, headers);
    };
    let mut record = super::new_record(size, 0, headers);
    super::place_handicap(&mut record, setup, stones);
    record
}

/// `B,7.50` and `B,C` as SGF writes them. The letters are those of `ugi2sgf` in sgfutils; time is seen as T elsewhere.
fn result(winner: &str) -> String {
    let (winner, how) = winner.split_once(',').unwrap_or((winner, ""));
    match (winner, how.trim()) {
        ("B" | "W", "C") => format!("{winner}+R"),
        ("B" | "W", how @ ("F" | "T")) => format!("{winner}+{how}"),
        ("B" | "W", margin) if margin.parse::<f32>().is_ok() => {
            format!("{winner}+{}", without_zeros(margin))
        }
        ("B" | "W", _) => format!("{winner}+"),
        ("D", _) => "Draw".to_owned(),
        ("N" | "O", _) => "Void".to_owned(),
        _ => String::new(),
    }
}

/// A number without the zeros that end its fraction.
fn without_zeros(number: &str) -> &str {
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

/// Notes the texts and labels of `[Figure]` on the nodes of the game, as `ugi2sgf` of sgfutils reads them; move 0 is the
/// start.
///
/// ```text
/// .Text,12
/// a line of text
/// .#,4,16,A
/// .EndText
/// ```
fn note_figures(lines: &[Line<'_>], grid: Axes, builder: &mut Builder) {
    let nodes: Vec<NodeId> = builder.tree().mainline().collect();
    for (number, at, lines) in texts(lines, ".Text,") {
        let node = number.and_then(|number| nodes.get(number));
        let mut mark = Mark::new(MarkKind::Label, Spans::default());
        let mut comment = Vec::new();
        let lines = lines.into_iter();
        for line in lines.take_while(|line| !line.starts_with(".EndText")) {
            match label(line, grid) {
                Some((point, label)) => {
                    mark.spans.push((point.column, point.row).into());
                    mark.labels.extend([label]);
                }
                None => comment.push(line),
            }
        }
        builder.go_to(*node.unwrap_or(&NodeId::ROOT));
        let comment = comment.join("\n");
        if !comment.trim_end().is_empty() {
            builder.note(Note::Comment(comment.trim_end().into()));
        }
        if !mark.spans.is_empty() {
            builder.note(Note::Mark(Box::new(mark)));
        }
        if node.is_none() {
            let message = "there is no such move; the text is shown at the start";
            builder.report(at, message);
        }
    }
    for line in lines.iter().filter(|line| line.text.starts_with(".Fig")) {
        builder.report(line.at(), "a diagram is not read");
    }
}

/// The point and the text of `.#,4,16,A`: the column from the left and the row, both from 1.
fn label(line: &str, grid: Axes) -> Option<(Point, &str)> {
    let mut fields = line.strip_prefix(".#,")?.splitn(3, ',');
    let mut number = || fields.next()?.trim().parse::<u8>().ok()?.checked_sub(1);
    Some((grid.point(number()?, number()?)?, fields.next()?.trim()))
}

/// Texts by the numbers of their nodes, and where they begin.
type Comments<'a> = HashMap<usize, (At, Vec<&'a str>)>;

fn comments<'a>(lines: &[Line<'a>]) -> Comments<'a> {
    let mut comments = Comments::new();
    for (number, at, text) in texts(lines, ".Comment,") {
        if let Some(number) = number {
            comments.entry(number).or_insert((at, Vec::new())).1.extend(text);
        }
    }
    comments
}

/// The lines after each that begins with a mark, such as `.Comment,12`, with the number and the place of that.
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

/// Plays a review: the nodes of a line, then the blocks that leave it, each with its own. The line itself repeats the
/// game.
fn review(lines: &[Line<'_>], mut comments: Comments<'_>, size: Size, builder: &mut Builder) {
    let game = builder.tree().len();
    // For each block the nodes after its lines, and the one that it leaves.
    let mut played: Vec<Vec<NodeId>> = Vec::new();
    for Variation { fork, lines } in blocks(lines) {
        let fork = played.get(fork.0).and_then(|nodes| nodes.get(fork.1));
        let mut nodes = vec![*fork.unwrap_or(&NodeId::ROOT)];
        builder.go_to(nodes[0]);
        for line in lines {
            let (number, stone) = review_node(line.text.trim(), size);
            if let Some(mv) = stone {
                let tree = builder.tree();
                match tree.first_child(builder.node()) {
                    Some(next) if next.index() < game && tree.mv(next) == mv.map(Move::Go) => {
                        builder.go_to(next);
                    }
                    _ => play(line, mv, builder),
                }
            }
            let comment = number.and_then(|number| comments.remove(&number));
            // The lines of a comment may still be missing at the end of the file.
            if let Some((_, text)) = comment.filter(|(_, text)| !text.is_empty()) {
                builder.note(Note::Comment(text.join("\n").into()));
            }
            nodes.push(builder.node());
        }
        played.push(nodes);
    }
    let mut lost: Vec<_> = comments.into_iter().collect();
    lost.sort_unstable_by_key(|(number, (at, _))| (*at, *number));
    for (number, (at, _)) in lost {
        builder.report(at, format!("there is no node {number} for this comment"));
    }
}

/// The nodes between `VARIATION` and `VARIATIONEND`, without those of blocks in it.
#[derive(Default)]
struct Variation<'s, 'a> {
    /// The block that it leaves, by index, and after how many lines.
    fork: (usize, usize),
    lines: Vec<&'s Line<'a>>,
}

fn blocks<'s, 'a>(lines: &'s [Line<'a>]) -> Vec<Variation<'s, 'a>> {
    let mut blocks = vec![Variation::default()];
    let mut open = Vec::new();
    for line in lines {
        let text = line.text.trim();
        let inner = open.last().copied().unwrap_or(0);
        if text.starts_with("VARIATIONEND") {
            open.pop();
        } else if text.starts_with("VARIATION") {
            open.push(blocks.len());
            let fork = (inner, blocks[inner].lines.len());
            blocks.push(Variation { fork, lines: Vec::new() });
        } else if text.starts_with("NODE,") {
            blocks[inner].lines.push(line);
        }
    }
    blocks
}

/// Reads `NODE,12,1,17,16`: number, colour, column, and row from the bottom, both from 1. A node without a colour has no
/// stone.
fn review_node(line: &str, size: Size) -> (Option<usize>, Option<Option<go::Move>>) {
    let grid = Axes { size, from_bottom: true };
    let mut fields = line.split(',').skip(1).map(str::trim);
    let number = fields.next().and_then(|number| number.parse().ok());
    let color = fields.next().filter(|color| !matches!(*color, "" | "0"));
    let mut place = || fields.next()?.parse::<u8>().ok();
    let mv = color.map(|color| {
        let side = super::side_of(color.get(..1)?)?;
        let (column, row) = (place()?, place()?);
        let from_0 = column.checked_sub(1).zip(row.checked_sub(1));
        let point = from_0.and_then(|(column, row)| grid.point(column, row));
        Some(go::Move { side, point })
    });
    (number, mv)
}
