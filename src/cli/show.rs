//! `dapu show`: prints a position, the moves, or a picture of the board.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::error::{Error, Exit};
use super::files::{file_error, for_each_game};
use super::info::headers_value;
use super::message::Message;
use super::moves;
use super::options::{
    Addresses, InputArgs, Look, Printing, ResultOptions, Within, examples, from_one, settings_of,
};
use super::output::{Output, Tint, lang, terminal_size};
use super::write::{numbered, write_file};
use crate::board::{self, Charset, Palette, Picture, Theme, View};
use crate::columns::{Ambiguous, wrap};
use crate::files::address::Address;
use crate::game::{Game, Notation, Position, Side, go, shogi};
use crate::library::stream::OpenedGame;
use crate::library::title;
use crate::record::{
    Clock, Cursor, Lines, Mark, MarkKind, NodeId, Note, Outcome, Place, Record, Span, left, time,
};
use crate::settings::{Config, ValueOrigin};
use crate::text::json::without_nulls;
use crate::text::{joined, without_markup};
use crate::tui::painted;
use crate::words::mate_in;

/// Arguments of `dapu show`.
#[derive(Debug, Default, clap::Args)]
#[command(args = settings_of("show"), after_help = examples(&[
    ("dapu show game.xqf", "the final position of the mainline"),
    ("dapu show game.xqf --ply 12 --flip", "after ply 12, from the other side"),
    ("dapu show game.xqf:12", "at ply 12; 3.2-12 is ply 12 after branch 2 at ply 3"),
    ("dapu show game.xqf --moves", "all moves, each variation under its name"),
    ("dapu show game.xqf --all=10 > game.txt", "a diagram every ten plies, for printing"),
    ("dapu show game.xqf --ply 12 --svg board.svg", "a picture of the board"),
    ("cat game.xqf | dapu show - --ply 0", "from standard input"),
]))]
pub struct ShowArgs {
    #[command(flatten)]
    games: Addresses,
    #[command(flatten)]
    look: Look,
    /// The number of the node, as in dapu's JSON and find --json
    #[arg(long, value_name = "ID", conflicts_with_all = ["ply", "line"])]
    node: Option<usize>,
    /// Print the moves with all variations
    #[arg(long, conflicts_with_all = ["all", "svg", "json"])]
    moves: bool,
    /// Print the position after every N plies of the line, or after every ply without N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = from_one::<NonZero<usize>>)]
    all: Option<NonZero<usize>>,
    /// Write the position as a picture (SVG); - is standard output. With --all, a file for each: FILE-012.svg
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// Number the stones of the last N moves (Go only), or of the whole line without N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, conflicts_with = "moves", value_parser = from_one::<NonZero<usize>>)]
    numbers: Option<Option<NonZero<usize>>>,
    /// Draw only the part of the board that a problem or joseki uses (Go only), unless stones or marks are elsewhere
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    crop: bool,
    /// Overwrite an existing picture
    #[arg(long, requires = "svg")]
    force: bool,
    /// Columns to fill [default: the width of the terminal, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = from_one::<NonZero<u16>>)]
    width: Option<NonZero<u16>>,
    /// Rows to fill at most, for previews
    #[arg(long, value_name = "ROWS", value_parser = from_one::<NonZero<u16>>, conflicts_with_all = ["moves", "all"])]
    height: Option<NonZero<u16>>,
}

impl ShowArgs {
    /// Shows final positions, for when there is no screen to open the files on.
    pub(super) fn of(inputs: InputArgs, within: Within, look: Look, printing: Printing) -> Self {
        let results = ResultOptions { printing, ..ResultOptions::default() };
        let games = Addresses { inputs, within, results, ..Addresses::default() };
        Self { games, look, ..Self::default() }
    }

    /// The node to show: the one with the given number, or at the address.
    fn node(&self, record: &Record, lines: &Lines, address: &Address) -> Result<NodeId, Error> {
        match self.node {
            Some(number) => node_by_number(record, number).ok_or_else(|| {
                file_error(&address.path, Message::NoNode(number, record.tree.len() - 1))
            }),
            None => {
                let node = address.node(&record.tree, lines);
                node.map_err(|error| file_error(&address.path, error))
            }
        }
    }
}

pub(super) fn run(args: &ShowArgs) -> Result<Exit, Error> {
    let mut style = DiagramLook::of(args)?;
    if args.svg.is_some() && !args.games.is_single() {
        return Err(Message::OneSvg.into());
    }
    let results = args.games.results;
    let mut out = results.output();
    let height = args.height.filter(|_| !results.json);
    out.limit(height.map(|rows| rows.get().into()));
    let mut is_first = true;
    let each = |out: &mut Output, address: &Address, opened: &OpenedGame| {
        let record = &*opened.record;
        let of_go = args.numbers.map(|_| "--numbers").or(args.crop.then_some("--crop"));
        if let Some(option) = of_go.filter(|_| record.game() != Game::Go) {
            return Err(file_error(&address.path, Message::OnlyGo(option)));
        }
        let mut cursor = Cursor::new(record);
        cursor.go_to(record, args.node(record, cursor.lines(), address)?);
        let start = record.tree.problem_start(cursor.node());
        style.part = if args.crop { board::used_part(record, start) } else { None };
        if let Some(picture) = &args.svg {
            return draw_pictures(args, &style, record, &mut cursor, picture);
        }
        if results.json {
            let game = address.game.unwrap_or(0);
            return out.json(&position_value(&address.path, game, record, &cursor));
        }
        if !args.games.is_single() {
            if !std::mem::take(&mut is_first) {
                out.line("")?;
            }
            let name = address.path.to_string_lossy();
            out.line(&out.tint(Tint::File, &out.clean_line(&name)))?;
        }
        let number = match opened.count {
            Some(1) => None,
            Some(count) => Some(format!("game {} of {count}", address.game.unwrap_or(0) + 1)),
            None => Some(format!("game {}", address.game.unwrap_or(0) + 1)),
        };
        let title: Vec<String> =
            number.into_iter().chain(title(record.game(), &record.facts(), lang())).collect();
        let title = (!title.is_empty()).then(|| title.join("  "));
        let notation = style.config.notation.unwrap_or(opened.notation);
        print(out, args, &style, (title, record, notation), &mut cursor)
    };
    for_each_game(&args.games, &mut out, each)
}

/// Writes the position, or one every N plies of the line, as pictures.
fn draw_pictures(
    args: &ShowArgs,
    style: &DiagramLook,
    record: &Record,
    cursor: &mut Cursor,
    file: &Path,
) -> Result<(), Error> {
    if args.all.is_some() && file == Path::new("-") {
        return Err(Message::SvgName.into());
    }
    let width = cursor.last_ply().to_string().len();
    for ply in plies(args, cursor) {
        cursor.go_to_ply(record, ply);
        let (numbers, _) = style.numbers(record, cursor);
        let view = style.view(record, cursor, numbers.as_ref());
        let svg = board::svg(cursor.position(), &view);
        let file = match args.all {
            Some(_) => &numbered(file, ply, width),
            None => file,
        };
        write_file(file, svg.as_bytes(), args.force)?;
    }
    Ok(())
}

/// The plies to show: the cursor's, or every Nth of its line and the last.
fn plies(args: &ShowArgs, cursor: &Cursor) -> Vec<usize> {
    let Some(step) = args.all else {
        return vec![cursor.ply()];
    };
    let last = cursor.last_ply();
    (0..last).step_by(step.get()).chain([last]).collect()
}

/// The node with this number in preorder, the numbering of the JSON.
fn node_by_number(record: &Record, number: usize) -> Option<NodeId> {
    let mut walk = record.walk();
    std::iter::from_fn(|| walk.advance()).nth(number)
}

/// The cursor's position, with the move that led to it and its notes.
fn position_value(path: &Path, game: usize, record: &Record, cursor: &Cursor) -> Value {
    let (tree, node) = (&record.tree, cursor.node());
    let before = cursor.position_at(record, tree.parent(node).unwrap_or(node));
    let comments: Vec<&str> = tree.comments(node).collect();
    let warnings: Vec<_> = tree.warnings(node).collect();
    let number = record.first_number + tree.ply(node);
    without_nulls(json!({
        "file": path.to_string_lossy(),
        "game": game + 1,
        "place": Place::of(tree, cursor.lines(), node).to_string(),
        "ply": cursor.ply(),
        "plies": cursor.last_ply(),
        "move": tree.mv(node).map(|mv| mv.code()),
        "text": tree.mv(node).map(|_| record.notate(&before, node)),
        "kind": record.game().name(),
        // In the form that `find --position` takes.
        "position": cursor.position().text(number),
        "key": format!("{:016x}", cursor.position().canonical().0),
        "comment": (!comments.is_empty()).then(|| comments.join("\n")),
        "warning": (!warnings.is_empty()).then(|| warnings.join("\n")),
        "headers": headers_value(record.game(), &record.headers),
    }))
}

fn print(
    out: &mut Output,
    args: &ShowArgs,
    style: &DiagramLook,
    (mut title, record, notation): (Option<String>, &Record, Notation),
    cursor: &mut Cursor,
) -> Result<(), Error> {
    if args.moves {
        print_title(out, title)?;
        return moves::print(out, (record, notation), cursor.lines(), style.width);
    }
    for (index, ply) in plies(args, cursor).into_iter().enumerate() {
        if index > 0 {
            out.line("")?;
        }
        cursor.go_to_ply(record, ply);
        page(out, style, (title.take(), record, notation), cursor)?;
    }
    Ok(())
}

fn print_title(out: &mut Output, title: Option<String>) -> Result<(), Error> {
    title.map_or(Ok(()), |title| out.line(&out.clean_line(&title)))
}

/// The title, the board, the last move, and the notes. If there is no room for all, the board goes before the title, and
/// the move before half a board.
fn page(
    out: &mut Output,
    style: &DiagramLook,
    (title, record, notation): (Option<String>, &Record, Notation),
    cursor: &Cursor,
) -> Result<(), Error> {
    let (numbers, repeated) = style.numbers(record, cursor);
    let view = style.view(record, cursor, numbers.as_ref());
    let room = out.room().saturating_sub(1 + usize::from(!repeated.is_empty()));
    let below_title = room.saturating_sub(usize::from(title.is_some()));
    let titled = fitting(&view, cursor.position(), (style.width, below_title));
    let is_titled = titled.is_some() || title.is_none();
    let picture = titled.or_else(|| fitting(&view, cursor.position(), (style.width, room)));
    print_title(out, title.filter(|_| is_titled || picture.is_none()))?;
    // Then box characters take both columns of their cells.
    let is_wide = style.config.ambiguous == Ambiguous::Two;
    if let Some(picture) = &picture {
        match style.palette {
            Some(palette) => {
                let mut rows = picture.rows.iter();
                rows.try_for_each(|row| out.line(&painted(row, palette, record.game(), is_wide)))?;
            }
            None => picture.lines(is_wide).try_for_each(|line| out.line(&line))?,
        }
    }
    if !repeated.is_empty() {
        out.line(&repeated.join("  "))?;
    }
    out.line(&state(out, record, cursor, notation))?;
    let remarks = record.tree.notes(cursor.node()).filter_map(|note| match note {
        Note::Comment(text) => Some(without_markup(text).into_owned()),
        Note::Bookmark(name) => Some(format!("[{name}]")),
        _ => None,
    });
    let warnings = record.tree.warnings(cursor.node());
    for text in remarks.chain(warnings.map(|text| format!("(!) {text}"))) {
        for row in wrap(&out.clean(&text), style.width, false) {
            out.line(&row)?;
        }
    }
    Ok(())
}

/// The largest picture within this width and height. One that is too wide is better than none, but one that is too high
/// would be cut.
fn fitting(
    view: &View<'_>,
    position: &Position,
    (width, height): (usize, usize),
) -> Option<Picture> {
    let mut found = None;
    let compact = board::Scale::Compact;
    for (scale, coordinates) in
        [(view.scale, view.coordinates), (compact, view.coordinates), (compact, false)]
    {
        let picture = board::draw(position, &View { scale, coordinates, ..view.clone() });
        if picture.rows.len() <= height {
            let fits = picture.width() <= width;
            found = Some(picture);
            if fits {
                break;
            }
        }
    }
    found
}

/// `12/61  炮二平五!?  [2/3]  3.2-12  0:12  35  resign`
fn state(out: &Output, record: &Record, cursor: &Cursor, notation: Notation) -> String {
    let (tree, node) = (&record.tree, cursor.node());
    let mut parts = vec![format!("{}/{}", cursor.ply(), cursor.last_ply())];
    let before = match tree.parent(node) {
        None => record.start.clone(),
        Some(parent) => cursor.position_at(record, parent),
    };
    let is_start = node == NodeId::ROOT && tree.mv(node).is_none();
    let name = record.notate_as(&before, node, notation);
    parts.extend(name.or_else(|| (!is_start).then(|| record.caption(node))));
    if let Some(position) = cursor.position().go() {
        parts.extend(go_state(record, node, position));
    }
    if tree.has_siblings(node) {
        let index = tree.siblings(node).take_while(|sibling| *sibling != node);
        parts.push(format!("[{}/{}]", index.count() + 1, tree.siblings(node).count()));
    }
    if !tree.on_mainline(node) {
        parts.push(Place::of(tree, cursor.lines(), node).to_string());
    }
    parts.extend(tree.notes(node).filter_map(|note| remark(note, record.game())));
    out.clean_line(&parts.join("  ")).into_owned()
}

/// The move number in Go if it differs from the ply, and the prisoners: `move 1  B took 2, W 0`.
fn go_state(record: &Record, node: NodeId, position: &go::Position) -> Vec<String> {
    let mut parts = Vec::new();
    let number = position.move_number();
    if record.tree.mv(node).is_some() && number != record.tree.ply(node) {
        parts.push(format!("move {number}"));
    }
    let [black, white] = Side::BOTH.map(|side| position.prisoners(side));
    if (black, white) != (0, 0) {
        parts.push(format!("B took {black}, W {white}"));
    }
    parts
}

/// A note that fits on the line of the move.
fn remark(note: &Note, game: Game) -> Option<String> {
    Some(match note {
        Note::Glyph(glyph) => glyph.to_string(),
        Note::Clock(clock) => clock_text(*clock),
        Note::Remaining(clock) => {
            let side = if clock.side == Side::First { 'B' } else { 'W' };
            format!("{side} {}", left(clock.left))
        }
        Note::Eval(eval) => eval.text(game, mate_in),
        Note::End(ending) => ending.kind.name().to_owned(),
        Note::Result(outcome) if *outcome != Outcome::Open => outcome.name().to_owned(),
        _ => return None,
    })
}

/// `0:12 (1:02:03)`: the time of the move, and the side's total so far.
fn clock_text(clock: Clock) -> String {
    let spent = clock.spent.map(time);
    let total = clock.total.map(|total| format!("({})", time(total)));
    joined(spent.into_iter().chain(total), " ")
}

/// How to draw positions.
struct DiagramLook {
    flip: bool,
    config: Config,
    /// The colours of boards, if any.
    palette: Option<Palette>,
    /// The number of last moves to number.
    numbered: usize,
    /// The part of the board that is used.
    part: Option<Span>,
    width: usize,
}

impl DiagramLook {
    fn of(args: &ShowArgs) -> Result<Self, Error> {
        let mut config = args.look.config(None)?;
        config.charset = charset(&config, std::io::stdout().is_terminal());
        let wanted = args.games.results.printing;
        if wanted.forces_color() && matches!(config.origin("theme"), ValueOrigin::Environment(_)) {
            config.theme = Theme::default();
        }
        let is_colored =
            wanted.forces_color() || (wanted.is_colored() && config.theme != Theme::Mono);
        let width = args.width.map(NonZero::get);
        let width = width.or_else(|| terminal_size().map(|(columns, _)| columns));
        Ok(Self {
            flip: args.look.flip,
            palette: is_colored.then(|| config.palette()),
            config,
            numbered: args.numbers.map_or(0, |last| last.map_or(usize::MAX, NonZero::get)),
            part: None,
            width: width.map_or(80, usize::from),
        })
    }

    fn view<'a>(&self, record: &'a Record, cursor: &Cursor, numbers: Option<&'a Mark>) -> View<'a> {
        let marks = record.tree.marks(cursor.node());
        View {
            part: self.part.filter(|part| board::holds(*part, cursor.position(), &marks)),
            flip: self.flip != record.flipped,
            handicap: shogi::Handicap::is_given(&record.start),
            charset: self.config.charset,
            pieces: self.config.pieces,
            theme: self.config.theme,
            coordinates: self.config.coordinates,
            diagram: true,
            last: record.tree.mv(cursor.node()),
            marks: marks.into_iter().chain(numbers).collect(),
            ..View::default()
        }
    }

    /// The numbers of the last moves, as marks on their stones, and the moves without a stone of their own, as books list
    /// them: `20 = 112` if the stone of move 112 is where move 20 was played, `20 at C3` if none does.
    fn numbers(&self, record: &Record, cursor: &Cursor) -> (Option<Mark>, Vec<String>) {
        let Some(position) = cursor.position().go().filter(|_| self.numbered > 0) else {
            return (None, Vec::new());
        };
        let mut seen = HashMap::new();
        let mut labels: Vec<((u8, u8), String)> = Vec::new();
        let mut hidden = Vec::new();
        for (number, mv) in cursor.numbered_moves(record, self.numbered) {
            let Some(point) = mv.go().and_then(|mv| mv.point) else {
                continue;
            };
            match (seen.get(&point), position.stone(point)) {
                (Some(shown), _) => hidden.push(format!("{number} = {shown}")),
                (None, Some(_)) => {
                    seen.insert(point, number);
                    labels.push(((point.column, point.row), number.to_string()));
                }
                (None, None) => hidden.push(format!("{number} at {}", point.a1(position.size()))),
            }
        }
        hidden.reverse();
        let spans = labels.iter().map(|(point, _)| Span::from(*point)).collect();
        let mut mark = Mark::new(MarkKind::Label, spans);
        mark.labels.extend(labels.iter().map(|(_, label)| label));
        (Some(mark), hidden)
    }
}

/// The charset of boards. A pipe cannot lack glyphs, but the width of box characters is unknown unless set.
fn charset(config: &Config, is_terminal: bool) -> Charset {
    let is_asked = !matches!(config.origin("charset"), ValueOrigin::Environment(_));
    match config.charset {
        Charset::Box if config.ambiguous == Ambiguous::Auto => Charset::Cjk,
        charset if is_asked || is_terminal => charset,
        _ => Charset::default(),
    }
}
