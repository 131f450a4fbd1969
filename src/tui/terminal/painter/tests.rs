//! The painter against an emulator.

use super::*;
use crate::text::{fit, is_ambiguous};
use crate::tui::terminal::canvas::Canvas;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::num::NonZeroU16;

const AREA: Rect = Rect::new(0, 0, 26, 4);

/// Numbers that look random and are the same every time.
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

/// A frame as the panes draw them: at the left a board of wide cells, at the right text of all widths that changes
/// in part.
fn frame(random: &mut Random, lines: &mut [String; 4], ambiguous: Ambiguous) -> Buffer {
    let mut grid = Buffer::empty(AREA);
    let mut canvas = Canvas::new(&mut grid, ambiguous, true);
    let styles = [
        Style::new(),
        Style::new().bg(Color::Indexed(223)),
        Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
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
    let size = |length| NonZeroU16::new(length).unwrap();
    vt100::Parser::new(size(AREA.height), size(AREA.width), 0)
}

/// What a terminal that draws ambiguous characters wide makes of the bytes: wide ones stand in for them.
fn as_wide(bytes: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(bytes).unwrap();
    let wide = |c: char| if is_ambiguous(c) { '〇' } else { c };
    text.chars().map(wide).collect::<String>().into_bytes()
}

fn cells(parser: &vt100::Parser) -> Vec<(String, vt100::Color, vt100::Color, [bool; 4])> {
    let screen = parser.screen();
    let places = (0..AREA.height).flat_map(|y| (0..AREA.width).map(move |x| (y, x)));
    let cell = |(y, x)| {
        let cell = screen.cell(y, x).unwrap();
        let text = if cell.has_contents() {
            cell.contents()
        } else {
            " "
        };
        let attributes = [cell.bold(), cell.dim(), cell.underline(), cell.inverse()];
        (text.to_owned(), cell.fgcolor(), cell.bgcolor(), attributes)
    };
    places.map(cell).collect()
}

#[test]
fn steps_and_a_whole_frame_look_the_same_on_narrow_and_wide_terminals() {
    let same: fn(&[u8]) -> Vec<u8> = <[u8]>::to_vec;
    for (ambiguous, sent) in [
        (Ambiguous::Unknown, same),
        (Ambiguous::Unknown, as_wide),
        (Ambiguous::Narrow, same),
        (Ambiguous::Wide, as_wide),
    ] {
        let mut random = Random(11);
        let mut lines = [const { String::new() }; 4];
        let mut painter = Painter::default();
        let mut shown = emulator();
        for step in 0..1500 {
            let next = frame(&mut random, &mut lines, ambiguous);
            shown.process(&sent(&painter.paint(next.clone(), ambiguous)));
            let mut whole = emulator();
            whole.process(&sent(&Painter::default().paint(next, ambiguous)));
            assert_eq!(
                cells(&shown),
                cells(&whole),
                "{ambiguous:?}, step {step}: {lines:?}"
            );
        }
    }
}

#[test]
fn text_of_unknown_width_pushes_nothing_out_of_its_place() {
    let mut grid = Buffer::empty(AREA);
    let mut canvas = Canvas::new(&mut grid, Ambiguous::Unknown, true);
    canvas.put(0, 0, "Жé…", 8, Style::new());
    canvas.put(8, 0, "right", 8, Style::new());
    let bytes = Painter::default().paint(grid, Ambiguous::Unknown);
    let mut wide = emulator();
    wide.process(&as_wide(&bytes));
    let row = wide.screen().rows(0, AREA.width).next().unwrap();
    assert_eq!(row, "〇〇〇  right");
}

#[test]
fn nothing_is_sent_for_a_frame_that_is_there_already() {
    let mut painter = Painter::default();
    let grid = Buffer::with_lines(["馬 a", "b"]);
    assert!(!painter.paint(grid.clone(), Ambiguous::Narrow).is_empty());
    assert!(painter.paint(grid.clone(), Ambiguous::Narrow).is_empty());
    painter.forget();
    assert!(!painter.paint(grid, Ambiguous::Narrow).is_empty());
}

#[test]
fn moves_and_colours_take_the_shortest_way() {
    let mut painter = Painter::default();
    let sent = |painter: &mut Painter, lines: [&'static str; 2]| {
        let grid = Buffer::with_lines(lines);
        String::from_utf8(painter.paint(grid, Ambiguous::Narrow)).unwrap()
    };
    assert_eq!(
        sent(&mut painter, ["abcdefgh", "x"]),
        "\x1b[m\x1b[H\x1b[Jabcdefgh\r\nx"
    );
    assert_eq!(sent(&mut painter, ["Abcdefgh", "x"]), "\x1b[HA");
    assert_eq!(sent(&mut painter, ["Abcdefgh", "xyz"]), "\x1b[2;2Hyz");
    // Two characters that are there already are shorter than a move over them, seven are not.
    assert_eq!(sent(&mut painter, ["aBcDefgh", "xyz"]), "\x1b[HaBcD");
    assert_eq!(sent(&mut painter, ["ABcDefgH", "xyz"]), "\x1b[HA\x1b[6CH");
    assert_eq!(sent(&mut painter, ["A       ", "xyz"]), "\x1b[1;2H\x1b[K");
}
