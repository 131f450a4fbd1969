//! The painter, checked with a terminal emulator.

use super::*;
use crate::text::{fit, is_ambiguous};
use crate::tui::terminal::canvas::Canvas;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::num::NonZeroU16;

const AREA: Rect = Rect::new(0, 0, 26, 4);

/// A deterministic sequence of pseudo-random numbers.
struct Random(u32);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (self.0 >> 8) as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A typical frame: on the left a board of wide cells, on the right text of various widths, partly changing.
fn frame(random: &mut Random, lines: &mut [String; 4], ambiguous: Ambiguous) -> Buffer {
    let mut grid = Buffer::empty(AREA);
    let mut canvas = Canvas::new(&mut grid, ambiguous, true);
    let styles = [
        Style::new(),
        Style::new().bg(Color::Indexed(223)),
        Style::new().fg(Color::Indexed(1)).add_modifier(Modifier::BOLD),
        Style::new().add_modifier(Modifier::REVERSED),
        Style::new().add_modifier(Modifier::DIM | Modifier::UNDERLINED),
    ];
    for y in 0..4 {
        for column in 0..4 {
            let glyph = random.pick(&["＋", "馬", "　", "●", "┼"]);
            canvas.put_wide(column * 2, y, glyph, random.pick(&styles));
        }
        let line = &mut lines[usize::from(y)];
        if random.below(2) == 0 {
            let keep = random.below(line.chars().count() + 1);
            *line = line.chars().take(keep).collect();
            for _ in 0..random.below(14) {
                line.push(random.pick(&['a', '馬', '…', '“', 'é', ' ', ' ', '１', 'Ж', '。']));
            }
        }
        let shown = fit(line, 15, ambiguous.may_be_wide());
        canvas.put(10, y, shown, 15, random.pick(&styles[..2]));
    }
    grid
}

fn emulator() -> vt100::Parser {
    let [height, width] = [AREA.height, AREA.width].map(|length| NonZeroU16::new(length).unwrap());
    vt100::Parser::new(height, width, 0)
}

/// Replaces ambiguous characters by wide ones, to emulate a terminal that draws them wide.
fn as_wide(bytes: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(bytes).unwrap();
    let wide = text.chars().map(|c| if is_ambiguous(c) { '〇' } else { c });
    wide.collect::<String>().into_bytes()
}

/// What the emulator shows. For a space only the background counts, unless it is underlined or reversed.
fn cells(parser: &vt100::Parser) -> Vec<(String, vt100::Color, vt100::Color, [bool; 4])> {
    let screen = parser.screen();
    let places = (0..AREA.height).flat_map(|y| (0..AREA.width).map(move |x| (y, x)));
    let cells = places.map(|(y, x)| {
        let cell = screen.cell(y, x).unwrap();
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let attributes = [cell.bold(), cell.dim(), cell.underline(), cell.inverse()];
        let is_ground = matches!(text, " " | "\u{3000}") && attributes[2..] == [false; 2];
        let (front, attributes) = match is_ground {
            true => (vt100::Color::Default, [false; 4]),
            false => (cell.fgcolor(), attributes),
        };
        (text.to_owned(), front, cell.bgcolor(), attributes)
    });
    cells.collect()
}

#[test]
fn steps_and_a_whole_frame_look_the_same_on_narrow_and_wide_terminals() {
    let same: fn(&[u8]) -> Vec<u8> = <[u8]>::to_vec;
    for (ambiguous, sent) in [
        (Ambiguous::Auto, same),
        (Ambiguous::Auto, as_wide),
        (Ambiguous::One, same),
        (Ambiguous::Two, as_wide),
    ] {
        let mut random = Random(11);
        let mut lines = [const { String::new() }; 4];
        let mut painter = Painter::default();
        let mut shown = emulator();
        for step in 0..1500 {
            let next = frame(&mut random, &mut lines, ambiguous);
            let at = Position::new(random.below(26) as u16, random.below(4) as u16);
            shown.process(&sent(&painter.paint(next.clone(), at, ambiguous)));
            assert_eq!(shown.screen().cursor_position(), (at.y, at.x));
            let mut whole = emulator();
            whole.process(&sent(&Painter::default().paint(next, at, ambiguous)));
            assert_eq!(cells(&shown), cells(&whole), "{ambiguous:?}, step {step}: {lines:?}");
        }
    }
}

#[test]
fn text_of_unknown_width_pushes_nothing_out_of_its_place() {
    let mut grid = Buffer::empty(AREA);
    let mut canvas = Canvas::new(&mut grid, Ambiguous::Auto, true);
    canvas.put(0, 0, "Жé…", 8, Style::new());
    canvas.put(8, 0, "right", 8, Style::new());
    let bytes = Painter::default().paint(grid, Position::ORIGIN, Ambiguous::Auto);
    let mut wide = emulator();
    wide.process(&as_wide(&bytes));
    let row = wide.screen().rows(0, AREA.width).next().unwrap();
    assert_eq!(row, "〇〇〇  right");
}

#[test]
fn nothing_is_sent_for_a_frame_that_is_there_already() {
    let mut painter = Painter::default();
    let grid = Buffer::with_lines(["馬 a", "b"]);
    let paint =
        |painter: &mut Painter| painter.paint(grid.clone(), Position::new(1, 1), Ambiguous::One);
    assert!(!paint(&mut painter).is_empty());
    assert!(paint(&mut painter).is_empty());
    painter.forget();
    assert!(!paint(&mut painter).is_empty());
}

#[test]
fn moves_take_the_shortest_way() {
    let mut painter = Painter::default();
    fn sent(painter: &mut Painter, lines: [&'static str; 2], x: u16, y: u16) -> String {
        let grid = Buffer::with_lines(lines);
        let bytes = painter.paint(grid, Position::new(x, y), Ambiguous::One);
        String::from_utf8(bytes).unwrap()
    }
    assert_eq!(
        sent(&mut painter, ["abcdefgh", "x"], 2, 1),
        "\x1b[m\x1b[H\x1b[Jabcdefgh\x1b[2Hx\x1b[C"
    );
    // The cursor is left near the last stroke, and the next frame begins near it.
    assert_eq!(sent(&mut painter, ["Abcdefgh", "xy"], 1, 1), "\x08y\x1b[HA\n");
    // The cursor moves over what is unchanged, unless that is no longer than the way past it.
    assert_eq!(sent(&mut painter, ["Abcdefgh", "xyz"], 2, 1), "\x1b[Cz\x08");
    assert_eq!(sent(&mut painter, ["aBcDefgh", "xyz"], 0, 1), "\x1b[HaBcD\r\n");
    assert_eq!(sent(&mut painter, ["ABcDefgH", "xyz"], 0, 1), "\x1b[1;8HH\x1b[HA\r\n");
    assert_eq!(sent(&mut painter, ["A       ", "xyz"], 0, 1), "\x1b[1;2H\x1b[K\r\n");
}

#[test]
fn characters_in_the_same_colours_follow_one_another() {
    let mut painter = Painter::default();
    fn sent(painter: &mut Painter, symbols: [&str; 4]) -> String {
        let mut grid = Buffer::empty(Rect::new(0, 0, 9, 4));
        let mut canvas = Canvas::new(&mut grid, Ambiguous::One, true);
        let colors = [1, 4, 1, 4].map(Color::Indexed);
        for (y, (symbol, color)) in (0..).zip(symbols.into_iter().zip(colors)) {
            canvas.put(2 * y, y, symbol, 9, Style::new().fg(color).bg(Color::Indexed(7)));
        }
        let bytes = painter.paint(grid, Position::ORIGIN, Ambiguous::One);
        String::from_utf8(bytes).unwrap()
    }
    sent(&mut painter, ["a", "b", "c", "d"]);
    assert_eq!(
        sent(&mut painter, ["A", "B", "C", "D"]),
        "\x1b[4;7HD\x1b[2;3HB\n\x1b[C\x1b[31mC\x1b[HA\r"
    );
    // Only the background of a space is visible, so its colour need not be set.
    assert_eq!(sent(&mut painter, ["A", " ", " ", "D"]), "\n\x1b[2C \n\x1b[C \x1b[H");
}

#[test]
fn colours_that_were_dear_are_restored() {
    let mut painter = Painter::default();
    fn sent(painter: &mut Painter, piece: &str, text: &str) -> String {
        let mut grid = Buffer::empty(Rect::new(0, 0, 20, 4));
        let mut canvas = Canvas::new(&mut grid, Ambiguous::One, true);
        let board = Style::new().fg(Color::Indexed(232)).bg(Color::Indexed(180));
        canvas.put(8, 0, piece, 1, board);
        canvas.put(0, 3, text, 9, Style::new());
        let bytes = painter.paint(grid, Position::ORIGIN, Ambiguous::One);
        String::from_utf8(bytes).unwrap()
    }
    sent(&mut painter, "a", "1");
    sent(&mut painter, "a", "2");
    assert_eq!(sent(&mut painter, "b", "2"), "\x1b[8C\x1b[38;5;232;48;5;180m\x1b7b\r");
    assert_eq!(sent(&mut painter, "b", "3"), "\n\n\n\x1b[m3\x1b[H");
    assert_eq!(sent(&mut painter, "c", "3"), "\x1b8c\r");
}
