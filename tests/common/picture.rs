//! An emulated screen as an SVG picture.
//!
//! Every character is positioned separately, so that the board stays straight with fonts of other widths.

use std::fmt::Write;

use vt100::{Cell, Color, Screen};

use super::emulator::is_blank;

/// Columns and rows of a cell, in user units.
const COLUMN: u16 = 9;
const ROW: u16 = 20;
const MARGIN: u16 = 10;

/// Narrow characters, wide ones and bold ones. At these sizes a wide character of most fonts fills its two columns, and a
/// narrow one its one.
const STYLE: &str = ".n{font:15px 'DejaVu Sans Mono',Menlo,Consolas,monospace}\
    .w{font:18px 'Noto Sans CJK SC','Noto Sans CJK JP','PingFang SC','Hiragino Sans','Microsoft YaHei',sans-serif}\
    .b{font-weight:bold}rect+rect{shape-rendering:crispEdges}";
const FOREGROUND: &str = "#d4d4d4";
const BACKGROUND: &str = "#1b1b1f";
/// The first 16 colours, which every terminal chooses for itself.
const BASIC: [&str; 16] = [
    "#1b1b1f", "#d0514a", "#6a9f4b", "#c59a3d", "#4f86c6", "#a66fb5", "#4aa3a3", "#d4d4d4",
    "#7a7a80", "#ef7a72", "#93c572", "#e6c068", "#7fb0ea", "#cb97d8", "#78cbcb", "#ffffff",
];

/// The look of characters that are drawn together.
#[derive(PartialEq, Eq, Clone)]
struct Look {
    foreground: String,
    background: String,
    bold: bool,
    wide: bool,
}

/// A stretch of a row in one look: its first column, its end, and the characters with their columns.
struct Run {
    look: Look,
    from: u16,
    to: u16,
    characters: Vec<(u16, String)>,
}

/// Draws what an emulated terminal shows.
pub fn svg(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let (width, height) = (columns * COLUMN + 2 * MARGIN, rows * ROW + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n"
    );
    for row in 0..rows {
        let runs = runs(screen, row, columns);
        // The backgrounds first: a character may reach beyond its cell.
        for run in runs.iter().filter(|run| run.look.background != BACKGROUND) {
            let (x, y) = (MARGIN + run.from * COLUMN, MARGIN + row * ROW);
            let width = (run.to - run.from) * COLUMN;
            let fill = &run.look.background;
            // Writing to a string does not fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{ROW}\" fill=\"{fill}\"/>"
            );
        }
        for run in &runs {
            write_characters(&mut svg, run, row);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn runs(screen: &Screen, row: u16, columns: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let cells = (0..columns).filter_map(|column| Some((column, screen.cell(row, column)?)));
    for (column, cell) in cells.filter(|(_, cell)| !cell.is_wide_continuation()) {
        let (look, to) = (look(cell), column + if cell.is_wide() { 2 } else { 1 });
        let character = (column, cell.contents().to_owned());
        match runs.last_mut().filter(|run| run.look == look) {
            Some(run) => {
                run.to = to;
                run.characters.push(character);
            }
            None => runs.push(Run { look, from: column, to, characters: vec![character] }),
        }
    }
    runs
}

fn look(cell: &Cell) -> Look {
    let (mut foreground, mut background) =
        (color(cell.fgcolor(), FOREGROUND), color(cell.bgcolor(), BACKGROUND));
    // The colour of a blank does not show.
    let is_blank = is_blank(cell.contents()) && !cell.inverse();
    if is_blank {
        FOREGROUND.clone_into(&mut foreground);
    }
    if cell.inverse() {
        std::mem::swap(&mut foreground, &mut background);
    }
    Look { foreground, background, bold: cell.bold() && !is_blank, wide: cell.is_wide() }
}

/// A colour of the palette of 256: 16 basic ones, a cube of 6×6×6, 24 greys.
fn color(color: Color, usual: &str) -> String {
    match color {
        Color::Default => usual.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(index @ 0..16) => BASIC[usize::from(index)].to_owned(),
        Color::Idx(index @ 16..232) => {
            let part = |place: u8| match (index - 16) / place % 6 {
                0 => 0,
                level => 55 + 40 * level,
            };
            format!("#{:02x}{:02x}{:02x}", part(36), part(6), part(1))
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

/// Writes a run word by word: a blank moves nothing that follows it.
fn write_characters(svg: &mut String, run: &Run, row: u16) {
    let words = run.characters.split(|(_, text)| text.trim().is_empty());
    for word in words.filter(|word| !word.is_empty()) {
        let places = word.iter().map(|(column, _)| MARGIN + column * COLUMN);
        let places: Vec<String> = places.map(|place| place.to_string()).collect();
        let text: String = word.iter().map(|(_, text)| &**text).collect();
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let class = match (run.look.wide, run.look.bold) {
            (false, false) => "n",
            (false, true) => "n b",
            (true, false) => "w",
            (true, true) => "w b",
        };
        let (x, y) = (places.join(" "), MARGIN + row * ROW + 16);
        let fill = &run.look.foreground;
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{text}</text>"
        );
    }
}
