//! The screen on an emulated terminal, without the program.

use std::num::NonZeroU16;

use dapu::format::{self, Loaded};
use dapu::game::{Move, Position, Side, xiangqi};
use dapu::record::{At, Builder, EndingKind, Key, Note};
use dapu::settings::Config;
use dapu::text::is_ambiguous;
use dapu::tui::{Colors, Offscreen};

/// How the emulated terminal draws characters of ambiguous width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    Narrow,
    Wide,
}

impl Drawn {
    /// The emulator draws them narrow. For a terminal that draws them wide, they are replaced by wide characters.
    fn as_sent(self, bytes: &[u8]) -> Vec<u8> {
        if self == Self::Narrow {
            return bytes.to_vec();
        }
        let text = std::str::from_utf8(bytes).unwrap();
        let wide = |c: char| if is_ambiguous(c) { '〇' } else { c };
        text.chars().map(wide).collect::<String>().into_bytes()
    }
}

/// A session whose bytes go to an emulator.
pub struct Emulator {
    drawn: Drawn,
    session: Offscreen,
    parser: vt100::Parser,
    size: (u16, u16),
}

/// The settings for a terminal with 256 colours and UTF-8.
pub fn settings() -> Config {
    Config { colors: Colors::Palette, unicode: true, ..Config::default() }
}

/// Games to try the screen with, each with the name of its file.
pub fn games() -> Vec<(&'static str, Loaded)> {
    let file = |name, bytes: &[u8]| (name, super::read(bytes, name).unwrap());
    vec![
        file("game.xqf", &super::xqf::example()),
        ("forks.xqf", forks()),
        file("floodgate.csa", &sample("shogi/floodgate.csa")),
        file("forks.jkf", &sample("shogi/forks.jkf")),
        file("lesson.sgf", LESSON.as_bytes()),
    ]
}

fn sample(path: &str) -> Vec<u8> {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/");
    std::fs::read(format!("{samples}{path}")).unwrap()
}

/// A game of Go with variations, comments, marks, a bookmark, a capture and clocks.
pub const LESSON: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[桑原秀策]BR[4d]PW[幻庵因碩]WR[8d]KM[0]RE[B+2]DT[1846-09-11]PC[浪華]
;B[qd]BL[3599];W[dc];B[pq]BL[3540];W[oc];B[cp];W[qo]C[白は小目の星下に。“大模様”…]
(;B[pe]C[黒のここは大場。手抜きなら白Ｏ３が厳しい。\n\n実戦の進行では白の模様が大きくなり、黒は形勢を損じた。]
TR[pe]LB[oe:A][od:12]SQ[qo];W[np];B[po];W[pp];B[op];W[qp];B[oq])
(;B[op];W[po](;B[np]C[ここで打てば互角];W[qq])(;B[oo];W[on]N[切り]))
(;B[qq];W[pn];B[qn];W[rn];B[qm];W[pm];B[ro];W[rp];B[rm];W[so]C[一子を取る]))";

/// One of the games by name.
pub fn game(name: &str) -> Loaded {
    let mut games = games().into_iter();
    games.find(|(known, _)| *known == name).unwrap().1
}

/// A record with nested variations, comments with characters of ambiguous width, a comment of many lines, a glyph, an
/// illegal move and an unreadable one.
pub fn forks() -> Loaded {
    let mut builder = Builder::new(Position::Xiangqi(xiangqi::Position::initial()));
    let headers = builder.headers_mut();
    headers.set(Key::Player(Side::First), "胡榮華");
    headers.set(Key::Player(Side::Second), "Rémi Ωμέγα");
    headers.set(Key::Event, "“五羊杯”…");
    headers.set(Key::Place, "Санкт-Петербург");
    headers.set(Key::Result, "1-0");
    let line = |builder: &mut Builder, moves: &str| {
        for text in moves.split(' ') {
            let Position::Xiangqi(board) = builder.position() else { unreachable!() };
            let iccs = xiangqi::notation::Notation::Iccs(xiangqi::notation::Ranks::FromZero);
            let mv = iccs.parse(board, text).unwrap();
            builder.play(Move::Xiangqi(mv), At::File);
        }
    };
    line(&mut builder, "h2e2 h9g7 h0g2");
    comment(&mut builder, "中炮對屏風馬。紅方的另一種下法是“兵七進一”，變化見分支２…");
    line(&mut builder, "i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 b7a7");
    builder.note(Note::Glyph("!?".into()));
    builder.note(Note::from(EndingKind::Resign));
    builder.back_to_ply(2);
    line(&mut builder, "c3c4 h7h3 b2b9");
    comment(&mut builder, &"第一行。\nПримечание — вторая строка\n".repeat(12));
    builder.back_to_ply(3);
    line(&mut builder, "b9c7 a0a9");
    builder.back_to_ply(4);
    builder.skip();
    builder.warn(At::File, "cannot read “車五平六”");
    builder.back_to_ply(2);
    line(&mut builder, "g3g4");
    builder.back_to_ply(2);
    for file in 'a'..='i' {
        line(&mut builder, &format!("{file}0{file}1"));
        builder.back_to_ply(2);
    }
    Loaded::one(format::by_name("json").unwrap(), None, builder.finish())
}

fn comment(builder: &mut Builder, text: &str) {
    builder.note(Note::Comment(text.into()));
}

fn parser((columns, rows): (u16, u16)) -> vt100::Parser {
    let nonzero = |number| NonZeroU16::new(number).unwrap();
    vt100::Parser::new(nonzero(rows), nonzero(columns), 0)
}

impl Emulator {
    pub fn open(name: &str, loaded: Loaded, settings: Config, size: (u16, u16)) -> Self {
        Self::open_on(Drawn::Narrow, name, loaded, settings, size)
    }

    /// Reads a file of this name and with this text, at 80×24.
    pub fn read(name: &str, text: &str) -> Self {
        Self::read_at(name, text, (80, 24))
    }

    /// Reads a file of this name and with this text, at this size.
    pub fn read_at(name: &str, text: &str, size: (u16, u16)) -> Self {
        let loaded = super::read(text.as_bytes(), name).unwrap();
        Self::open(name, loaded, settings(), size)
    }

    /// The same on a terminal that draws ambiguous characters like this.
    pub fn open_on(
        drawn: Drawn,
        name: &str,
        loaded: Loaded,
        settings: Config,
        size: (u16, u16),
    ) -> Self {
        let mut emulator = Self {
            drawn,
            session: Offscreen::open(name, loaded, settings, size).unwrap(),
            parser: parser(size),
            size,
        };
        emulator.draw();
        emulator
    }

    /// Opens books beside the board.
    pub fn open_books(&mut self, books: &[&std::path::Path]) {
        let books = books.iter().map(|book| book.to_path_buf()).collect();
        self.session.open_books(books);
        self.draw();
    }

    /// Presses a key; returns the number of bytes sent for it.
    pub fn press(&mut self, key: &str) -> usize {
        self.session.press(key);
        self.draw()
    }

    /// Presses keys that are separated by blanks.
    pub fn keys(&mut self, keys: &str) {
        for key in keys.split(' ') {
            self.press(key);
        }
    }

    /// Types a text into a prompt or filter.
    pub fn type_in(&mut self, text: &str) {
        for character in text.chars() {
            self.press(&match character {
                ' ' => "Space".to_owned(),
                _ => character.to_string(),
            });
        }
    }

    /// Clicks at a column and a row from 0, or turns the wheel there, down or up.
    pub fn point(&mut self, (column, row): (u16, u16), turn: Option<bool>) {
        match turn {
            None => self.session.click(column, row),
            Some(down) => self.session.wheel(column, row, down),
        };
        self.draw();
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Pastes text.
    pub fn paste(&mut self, text: &str) {
        self.session.paste(text);
        self.draw();
    }

    /// Holds jobs back, or runs those held back.
    pub fn hold_jobs(&mut self, hold: bool) {
        self.session.hold_jobs(hold);
        self.draw();
    }

    /// Reads a file of this name again, with this text. It is on the screen, or another of its directory.
    pub fn change(&mut self, name: &str, text: &str) {
        self.session.change(name, super::read(text.as_bytes(), name).unwrap());
        self.draw();
    }

    /// Changes a file on the wall; `None` if it is gone. Returns the number of bytes sent for that.
    pub fn change_on_wall(&mut self, name: &str, loaded: Option<&Loaded>) -> usize {
        self.session.change_on_wall(name, loaded);
        self.draw()
    }

    /// Lets the pause of autoplay pass.
    pub fn tick(&mut self) {
        self.session.tick();
        self.draw();
    }

    /// What was copied last.
    pub fn copied(&self) -> Option<&str> {
        self.session.copied()
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
        let nonzero = |number| NonZeroU16::new(number).unwrap();
        self.parser.screen_mut().set_size(nonzero(rows), nonzero(columns));
        self.session.resize(columns, rows);
        self.draw();
    }

    fn draw(&mut self) -> usize {
        let bytes = self.session.frame();
        self.parser.process(&self.drawn.as_sent(&bytes));
        bytes.len()
    }

    /// The text on the screen.
    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// The text of the screen without blanks at the ends of its lines.
    pub fn trimmed(&self) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    /// The last row that is not empty.
    pub fn status(&self) -> String {
        let text = self.text();
        text.trim_end().lines().last().unwrap().trim_start_matches('>').trim().to_owned()
    }

    /// Asserts that the screen shows these texts.
    #[track_caller]
    pub fn shows(&self, texts: &[&str]) {
        let shown = super::without_sign(&self.trimmed());
        for text in texts {
            assert!(shown.contains(text), "{text:?} is not on\n{shown}");
        }
    }

    /// Asserts that the screen shows none of these texts.
    #[track_caller]
    pub fn hides(&self, texts: &[&str]) {
        let shown = self.text();
        for text in texts {
            assert!(!shown.contains(text), "{text:?} is on\n{shown}");
        }
    }

    /// The text in a range of columns of each row.
    pub fn columns(&self, columns: std::ops::Range<u16>) -> Vec<String> {
        let row = |row| {
            let cells = columns.clone().filter_map(|column| self.screen().cell(row, column));
            cells.map(vt100::Cell::contents).collect()
        };
        (0..self.size.1).map(row).collect()
    }

    /// The emulated screen itself.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Asserts that the screen after all updates equals one drawn in full.
    #[track_caller]
    pub fn assert_whole(&self, when: &str) {
        let mut fresh = parser(self.size);
        fresh.process(&self.drawn.as_sent(&self.session.whole_frame()));
        let cursor = vt100::Screen::cursor_position;
        assert_eq!(cursor(self.screen()), cursor(fresh.screen()), "{when}");
        for row in 0..self.size.1 {
            for column in 0..self.size.0 {
                let both = [self.screen(), fresh.screen()];
                // Most are the same in everything, even in what nobody sees.
                let [one, other] = both.map(|screen| screen.cell(row, column));
                if one == other {
                    continue;
                }
                let [shown, wanted] = both.map(|screen| Cell::at(screen, row, column));
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

/// Everything visible about a cell.
#[derive(Debug, PartialEq, Eq)]
struct Cell {
    text: String,
    wide: (bool, bool),
    colors: (vt100::Color, vt100::Color),
    attributes: ([bool; 3], bool, bool),
}

/// Whether a text is invisible.
pub fn is_blank(text: &str) -> bool {
    matches!(text, "" | " " | "\u{3000}")
}

impl Cell {
    fn at(screen: &vt100::Screen, row: u16, column: u16) -> Self {
        let cell = screen.cell(row, column).unwrap();
        let text = match cell.contents() {
            "" => " ",
            text => text,
        };
        // A blank shows only its background.
        let is_ground = is_blank(text) && !cell.underline() && !cell.inverse();
        let styles = [cell.bold(), cell.dim(), cell.italic()];
        let (front, styles) = match is_ground {
            true => (vt100::Color::Default, [false; 3]),
            false => (cell.fgcolor(), styles),
        };
        Self {
            text: text.to_owned(),
            wide: (cell.is_wide(), cell.is_wide_continuation()),
            colors: (front, cell.bgcolor()),
            attributes: (styles, cell.underline(), cell.inverse()),
        }
    }
}
