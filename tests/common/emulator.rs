//! The screen on an emulated terminal, without the program.

use std::num::NonZeroU16;

use dapu::draw::{Charset, Pieces};
use dapu::tui::{Ambiguous, Colors, Lang, Offscreen, Settings, Theme};

/// A session whose bytes go to an emulator.
pub struct Emulator {
    session: Offscreen,
    parser: vt100::Parser,
    size: (u16, u16),
}

/// What a terminal with 256 colours and UTF-8 gets.
pub fn settings() -> Settings {
    Settings {
        flip: false,
        charset: Charset::Cjk,
        pieces: Pieces::Traditional,
        colors: Colors::Palette,
        theme: Theme::Auto,
        lang: Lang::En,
        ambiguous: Some(Ambiguous::Unknown),
        unicode: true,
    }
}

/// Files to try the screen with, each with its name.
pub fn games() -> Vec<(&'static str, Vec<u8>)> {
    vec![("game.xqf", super::xqf::example())]
}

fn parser((columns, rows): (u16, u16)) -> vt100::Parser {
    let nonzero = |number| NonZeroU16::new(number).unwrap();
    vt100::Parser::new(nonzero(rows), nonzero(columns), 0)
}

impl Emulator {
    pub fn open(name: &str, bytes: &[u8], settings: Settings, size: (u16, u16)) -> Self {
        let loaded = super::read(bytes, name).unwrap();
        let mut emulator = Self {
            session: Offscreen::open(name, loaded, settings, size).unwrap(),
            parser: parser(size),
            size,
        };
        emulator.draw();
        emulator
    }

    /// Presses a key; gives the bytes that were sent for it.
    pub fn press(&mut self, key: &str) -> usize {
        self.session.press(key);
        self.draw()
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
        let nonzero = |number| NonZeroU16::new(number).unwrap();
        self.parser
            .screen_mut()
            .set_size(nonzero(rows), nonzero(columns));
        self.session.resize(columns, rows);
        self.draw();
    }

    fn draw(&mut self) -> usize {
        let bytes = self.session.frame();
        self.parser.process(&bytes);
        bytes.len()
    }

    /// The text on the screen.
    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// The emulated screen itself.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Asserts that the screen, which came about step by step, is what drawing it afresh gives.
    #[track_caller]
    pub fn assert_whole(&self, when: &str) {
        let mut fresh = parser(self.size);
        fresh.process(&self.session.whole_frame());
        for row in 0..self.size.1 {
            for column in 0..self.size.0 {
                let cell = |screen: &vt100::Screen| Cell::at(screen, row, column);
                let (shown, wanted) = (cell(self.parser.screen()), cell(fresh.screen()));
                assert_eq!(
                    shown,
                    wanted,
                    "{when}: row {row}, column {column}; the screen is\n{}\nand not\n{}",
                    self.text(),
                    fresh.screen().contents()
                );
            }
        }
    }
}

/// Everything about a cell that shows.
#[derive(Debug, PartialEq, Eq)]
struct Cell {
    text: String,
    wide: (bool, bool),
    colors: (vt100::Color, vt100::Color),
    attributes: [bool; 5],
}

impl Cell {
    fn at(screen: &vt100::Screen, row: u16, column: u16) -> Self {
        let cell = screen.cell(row, column).unwrap();
        let text = match cell.contents() {
            "" => " ",
            text => text,
        };
        Self {
            text: text.to_owned(),
            wide: (cell.is_wide(), cell.is_wide_continuation()),
            colors: (cell.fgcolor(), cell.bgcolor()),
            attributes: [
                cell.bold(),
                cell.dim(),
                cell.italic(),
                cell.underline(),
                cell.inverse(),
            ],
        }
    }
}
