//! The contrast of everything drawn, on terminals with known colours.

use std::collections::{BTreeMap, HashMap, HashSet};

use dapu::board::Pieces;
use dapu::settings::Choice as _;
use dapu::settings::Config;
use dapu::tui::{Colors, Theme};

use crate::common::emulator::{self, Emulator, is_blank, settings};

type Rgb = [u8; 3];

/// A terminal's sixteen colours, its own foreground and its own background.
struct Terminal {
    name: &'static str,
    basic: [u32; 16],
    text: u32,
    ground: u32,
    /// Whether backgrounds have the first eight colours only.
    dull: bool,
}

const XTERM: [u32; 16] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
    0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
const LINUX: [u32; 16] = [
    0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555,
    0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
];
const WINDOWS: [u32; 16] = [
    0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc, 0x767676,
    0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
];
const SOLARIZED: [u32; 16] = [
    0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5, 0x002b36,
    0xcb4b16, 0x586e75, 0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3,
];

const fn terminal(name: &'static str, basic: [u32; 16], text: u32, ground: u32) -> Terminal {
    Terminal { name, basic, text, ground, dull: false }
}

const TERMINALS: [Terminal; 8] = [
    terminal("xterm light", XTERM, 0x000000, 0xffffff),
    terminal("xterm dark", XTERM, 0xe5e5e5, 0x000000),
    Terminal { dull: true, ..terminal("Linux dark", LINUX, 0xaaaaaa, 0x000000) },
    Terminal { dull: true, ..terminal("Linux light", LINUX, 0x000000, 0xaaaaaa) },
    terminal("Windows dark", WINDOWS, 0xcccccc, 0x0c0c0c),
    terminal("Windows light", WINDOWS, 0x0c0c0c, 0xf2f2f2),
    terminal("Solarized dark", SOLARIZED, 0x839496, 0x002b36),
    terminal("Solarized light", SOLARIZED, 0x657b83, 0xfdf6e3),
];

fn rgb(color: u32) -> Rgb {
    let [_, red, green, blue] = color.to_be_bytes();
    [red, green, blue]
}

/// A colour of the cube or of the greys, which are the same everywhere.
fn fixed(index: u8) -> Rgb {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        232.. => [8 + 10 * (index - 232); 3],
        _ => {
            let cube = usize::from(index - 16);
            [cube / 36, cube / 6 % 6, cube % 6].map(|level| LEVELS[level])
        }
    }
}

impl Terminal {
    fn color(&self, color: Sent, otherwise: u32, is_ground: bool) -> Rgb {
        match color {
            None => rgb(otherwise),
            Some(index @ 8..16) if self.dull && is_ground => {
                rgb(self.basic[usize::from(index) - 8])
            }
            Some(index @ 0..16) => rgb(self.basic[usize::from(index)]),
            Some(index) => {
                assert!(index > 21, "tools for themes set colour {index}");
                fixed(index)
            }
        }
    }

    /// The contrast of foreground to background.
    fn contrast(&self, seen: &Seen) -> f64 {
        let front = match seen.kind {
            Kind::Stone => self.color(seen.front, self.ground, true),
            _ if seen.is_inverse => self.color(seen.front, self.ground, false),
            _ => self.color(seen.front, self.text, false),
        };
        let behind = match seen.is_inverse {
            true => self.color(seen.behind, self.text, true),
            false => self.color(seen.behind, self.ground, true),
        };
        contrast(front, behind)
    }

    /// Contrast is limited by that of the terminal's own text.
    fn least(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Text => contrast(rgb(self.text), rgb(self.ground)).min(4.5),
            Kind::OnBoard => 4.5,
            Kind::Stone => 3.0,
            Kind::Line => 2.0,
        }
    }
}

/// The contrast of two colours by WCAG, from 1 to 21.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let linear = color.map(|level| {
            let level = f64::from(level) / 255.0;
            match level <= 0.04045 {
                true => level / 12.92,
                false => ((level + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// What a reader must see in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Text,
    OnBoard,
    Stone,
    Line,
}

/// A colour by its number; `None` is the terminal's own.
type Sent = Option<u8>;

fn sent(color: vt100::Color) -> Sent {
    match color {
        vt100::Color::Default => None,
        vt100::Color::Idx(index) => Some(index),
        vt100::Color::Rgb(..) => panic!("{color:?} costs more than its number"),
    }
}

/// Two colours to be told apart, as sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Seen {
    kind: Kind,
    front: Sent,
    behind: Sent,
    is_inverse: bool,
}

impl Seen {
    fn of(kind: Kind, cell: &vt100::Cell) -> Self {
        // Many terminals draw the first eight colours brighter in bold.
        let brighter = |color: u8| color + if cell.bold() && color < 8 { 8 } else { 0 };
        let front = sent(cell.fgcolor()).map(brighter);
        let behind = sent(cell.bgcolor());
        let is_inverse = cell.inverse();
        let (front, behind) = match is_inverse {
            true => (behind, front),
            false => (front, behind),
        };
        Self { kind, front, behind, is_inverse }
    }
}

fn is_line(text: &str) -> bool {
    let mut characters = text.chars();
    characters.all(|character| "＋－｜＼／・楚河漢汉界+-|\\/.o".contains(character))
}

/// Everything to be read on a screen. Cells with a background belong to the board; the most frequent one is its ground.
fn seen_on(screen: &vt100::Screen) -> HashSet<Seen> {
    let (rows, columns) = screen.size();
    let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |x| (row, x)));
    let cells = cells.filter_map(|(row, x)| screen.cell(row, x));
    let cells: Vec<&vt100::Cell> = cells.filter(|cell| !cell.is_wide_continuation()).collect();
    let is_board = |cell: &&&vt100::Cell| cell.bgcolor() != vt100::Color::Default;
    let mut grounds: HashMap<Sent, usize> = HashMap::new();
    for cell in cells.iter().filter(is_board) {
        *grounds.entry(sent(cell.bgcolor())).or_default() += usize::from(is_line(cell.contents()));
    }
    let ground = grounds.into_iter().max_by_key(|(_, count)| *count);
    let ground = ground.and_then(|(ground, _)| ground);
    let mut seen = HashSet::new();
    for cell in &cells {
        let text = cell.contents();
        let is_blank = is_blank(text);
        if !is_board(&cell) {
            if !is_blank {
                seen.insert(Seen::of(Kind::Text, cell));
            }
        } else if is_blank {
            // A stone without a mark; the ground has nothing to read.
            if text == "\u{3000}" && sent(cell.bgcolor()) != ground {
                seen.insert(Seen {
                    kind: Kind::Stone,
                    front: sent(cell.bgcolor()),
                    behind: ground,
                    is_inverse: false,
                });
            }
        } else if matches!(sent(cell.fgcolor()), Some(240 | 248)) && !cell.underline() {
            seen.insert(Seen::of(Kind::Line, cell));
            let front = sent(cell.bgcolor());
            seen.insert(Seen { kind: Kind::Stone, front, behind: ground, is_inverse: false });
        } else if is_line(text) && !cell.bold() && sent(cell.bgcolor()) == ground {
            seen.insert(Seen::of(Kind::Line, cell));
        } else {
            seen.insert(Seen::of(Kind::OnBoard, cell));
        }
    }
    seen
}

/// Everything to be read on some screens of a game.
fn seen_in(name: &str, settings: Config) -> HashSet<Seen> {
    let mut screen = Emulator::open(name, emulator::game(name), settings, (120, 40));
    let keys = "l l } l l ? Esc 3 Esc / Esc 5 0 G Tab Tab h n";
    let mut seen = HashSet::new();
    for key in keys.split(' ') {
        screen.press(key);
        seen.extend(seen_on(screen.screen()));
    }
    seen
}

/// Everything to be read in all games, with all sets of pieces.
fn seen_with(colors: Colors, theme: Theme) -> HashSet<Seen> {
    let mut all = HashSet::new();
    for (name, pieces) in [
        ("forks.xqf", Pieces::Traditional),
        ("forks.xqf", Pieces::Simplified),
        ("floodgate.csa", Pieces::Traditional),
        ("lesson.sgf", Pieces::Traditional),
    ] {
        let settings = Config { colors, theme, pieces, ..settings() };
        all.extend(seen_in(name, settings));
    }
    all
}

/// Themes for dark terminals do not suit light ones, and vice versa.
fn suits(theme: Theme, terminal: &Terminal) -> bool {
    match theme {
        Theme::Light => terminal.name.ends_with("light"),
        Theme::Dark => terminal.name.ends_with("dark"),
        _ => true,
    }
}

/// How the cells of a screen are drawn: the looks, then for each row its runs with length and letter of the look; equal
/// rows are written once.
fn looks_of(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let mut legend: Vec<String> = Vec::new();
    let mut rows_of_runs: Vec<(String, usize)> = Vec::new();
    for row in 0..rows.get() {
        let cells = (0..columns.get()).filter_map(|column| screen.cell(row, column));
        let cells = cells.filter(|cell| !cell.is_wide_continuation());
        let mut letters: Vec<usize> = Vec::new();
        for cell in cells {
            let look = look(cell);
            let known = legend.iter().position(|known| *known == look);
            let letter = known.unwrap_or_else(|| {
                legend.push(look);
                legend.len() - 1
            });
            letters.extend([letter; 2].iter().take(if cell.is_wide() { 2 } else { 1 }));
        }
        let runs = letters.chunk_by(|a, b| a == b);
        let runs = runs.map(|run| format!("{}{}", run.len(), char::from(b'a' + run[0] as u8)));
        let runs = runs.collect::<Vec<_>>().join(" ");
        match rows_of_runs.last_mut().filter(|(last, _)| *last == runs) {
            Some((_, count)) => *count += 1,
            None => rows_of_runs.push((runs, 1)),
        }
    }
    let looks = legend.iter().enumerate();
    let looks = looks.map(|(at, look)| format!("{} {look}\n", char::from(b'a' + at as u8)));
    let rows = rows_of_runs.iter().map(|(runs, count)| match count {
        1 => format!("{runs}\n"),
        count => format!("{runs}  x{count}\n"),
    });
    looks.chain(rows).collect()
}

/// `0 on 180 bold`: a cell's colours, `-` for the terminal's own, and what else changes its look.
fn look(cell: &vt100::Cell) -> String {
    let color = |color| sent(color).map_or("-".to_owned(), |index| index.to_string());
    // A blank shows only its background.
    if is_blank(cell.contents()) && !cell.underline() && !cell.inverse() {
        return format!("- on {}", color(cell.bgcolor()));
    }
    let mut look = format!("{} on {}", color(cell.fgcolor()), color(cell.bgcolor()));
    for (is_set, name) in [
        (cell.bold(), " bold"),
        (cell.dim(), " dim"),
        (cell.underline(), " underlined"),
        (cell.inverse(), " reverse"),
    ] {
        look.push_str(if is_set { name } else { "" });
    }
    look
}

#[test]
fn moves_of_the_readers_own_have_a_colour_in_every_list() {
    let colored = |name: &str, keys: &str| -> String {
        let mut screen = Emulator::open(name, emulator::game(name), settings(), (80, 24));
        for key in keys.split(' ') {
            screen.press(key);
        }
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.screen().cell(row, column));
        let colored = cells.filter(|cell| cell.fgcolor() == vt100::Color::Idx(31));
        colored.map(vt100::Cell::contents).filter(|text| *text != " ").collect()
    };
    // The move on the board is reversed instead.
    let own = ["l : 9 c 9 d Enter", ": 9 g 9 f Enter"].join(" ");
    assert_eq!(colored("forks.jkf", &own), "2後９四歩[a/4]'3先'");
    assert_eq!(
        colored("forks.jkf", &format!("{own} h")),
        "2後[a/4]'3先９六歩'>a９四歩９六歩2moves'"
    );
    assert_eq!(colored("forks.jkf", &format!("{own} T")), ">`-2.a９四歩９六歩2/1'");
    // An answer with alternatives is alone in its row.
    assert_eq!(colored("forks.xqf", "3 l : i 9 i 8 Enter h"), "2车９进１[a/2]'a->车９进１1move'");
}

#[test]
fn each_theme_is_drawn_as_reviewed() {
    for name in ["forks.xqf", "floodgate.csa", "lesson.sgf"] {
        let mut shown = String::new();
        for (theme, colors, title) in [
            (Theme::Dark, Colors::Palette, "dark, 256 colours"),
            (Theme::Light, Colors::Palette, "light, 256 colours"),
            (Theme::Auto, Colors::Basic, "16 colours"),
            (Theme::Dark, Colors::Basic, "dark, 16 colours"),
            (Theme::Mono, Colors::None, "mono"),
        ] {
            let settings = Config { colors, theme, ..settings() };
            for size in [(40, 20), (80, 24), (132, 24), (120, 40), (200, 60)] {
                let mut screen = Emulator::open(name, emulator::game(name), settings.clone(), size);
                screen.keys("l l l");
                let (columns, rows) = size;
                shown += &format!("== {title}, {columns}x{rows}\n{}\n", looks_of(screen.screen()));
            }
        }
        insta::assert_snapshot!(format!("{name}-looks"), shown);
    }
}

#[test]
fn text_has_enough_contrast_on_every_terminal() {
    let mut faults = Vec::new();
    for colors in [Colors::Basic, Colors::Palette] {
        for (word, theme) in Theme::WORDS {
            let seen = seen_with(colors, *theme);
            for terminal in TERMINALS.iter().filter(|known| suits(*theme, known)) {
                let mut least: BTreeMap<Kind, f64> = BTreeMap::new();
                for seen in &seen {
                    let contrast = terminal.contrast(seen);
                    let known = least.entry(seen.kind).or_insert(contrast);
                    *known = known.min(contrast);
                    if contrast < terminal.least(seen.kind) {
                        let name = terminal.name;
                        faults.push(format!("{colors:?} {word} {name}: {contrast:.2} {seen:?}"));
                    }
                }
                println!("{colors:?} {word} {}: {least:.1?}", terminal.name);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
