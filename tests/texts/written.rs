//! A game as people write it: notations and layouts.

use dapu::game::shogi::{self, Origin, notation};
use dapu::game::xiangqi::{self, Script, notation::Ranks};
use dapu::game::{Game, Move, Position, Side, go};

use super::games::{Moves, initial};
use crate::common::Random;

/// A piece of a text.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    /// Whether a disturbance put it there or changed it.
    pub(crate) disturbed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A heading, and whatever a disturbance adds.
    Words,
    Number,
    Mark,
    Move {
        /// From 0.
        ply: usize,
        side: Side,
        /// What JSON has; `None` if nobody can read it.
        code: Option<String>,
        /// In the variation, not the mainline.
        varies: bool,
    },
    /// What stands in place of Red's move where a variation begins with Black's.
    Holder,
    /// Blanks.
    Gap,
    /// The end of a line.
    End,
}

impl Token {
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), disturbed: false }
    }

    pub(crate) fn is_move(&self) -> bool {
        matches!(self.kind, Kind::Move { .. })
    }

    /// Whether it is a move of this side.
    pub(crate) fn is_of(&self, mover: Side) -> bool {
        matches!(self.kind, Kind::Move { side, .. } if side == mover)
    }
}

/// A notation with the ways in which lists in it are laid out.
pub(crate) struct Style {
    pub(crate) name: &'static str,
    pub(crate) game: Game,
    write: fn(&Position, Move, Option<Move>) -> String,
    /// Labels of numbers, with `#` for the number.
    numbers: &'static [&'static str],
    shapes: &'static [Shape],
}

/// A layout of moves.
#[derive(Clone, Copy)]
struct Shape {
    numbers: Numbers,
    marks: Option<[&'static str; 2]>,
    /// How many moves are on a line; 0 for a paragraph.
    on_line: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    None,
    /// Of both sides' moves together.
    Rounds,
    Plies,
}

const fn shape(numbers: Numbers, marks: Option<[&'static str; 2]>, on_line: usize) -> Shape {
    Shape { numbers, marks, on_line }
}

const ROUNDS: [Shape; 3] = [
    shape(Numbers::Rounds, None, 2),
    shape(Numbers::Rounds, None, 0),
    shape(Numbers::Rounds, None, 4),
];
const XIANGQI: &[Shape] = &[
    ROUNDS[0],
    ROUNDS[0],
    ROUNDS[1],
    ROUNDS[1],
    ROUNDS[2],
    shape(Numbers::None, Some(["红：", "黑："]), 2),
];
const WESTERN: &[Shape] =
    &[ROUNDS[0], ROUNDS[1], ROUNDS[2], shape(Numbers::None, Some(["☗", "☖"]), 0)];
const MARKED: &[Shape] = &[
    shape(Numbers::None, Some(["▲", "△"]), 0),
    shape(Numbers::None, Some(["▲", "△"]), 6),
    shape(Numbers::None, Some(["☗", "☖"]), 2),
    shape(Numbers::None, Some(["▲", "▽"]), 2),
];
const PLIES: &[Shape] = &[
    shape(Numbers::Plies, None, 1),
    shape(Numbers::Plies, None, 0),
    shape(Numbers::Plies, None, 2),
];
const COLOURS: &[Shape] = &[
    shape(Numbers::None, Some(["B ", "W "]), 0),
    shape(Numbers::None, Some(["B ", "W "]), 1),
    shape(Numbers::None, Some(["B: ", "W: "]), 2),
];

const CHINESE: &[&str] = &["#. ", "#.", "#、", "# "];
const LATIN: &[&str] = &["#. ", "#."];

pub(crate) const STYLES: [Style; 12] = [
    style("炮２平５", Game::Xiangqi, chinese, CHINESE, XIANGQI),
    style("炮2平5", Game::Xiangqi, chinese_ascii, CHINESE, XIANGQI),
    style("C2=5", Game::Xiangqi, wxf, LATIN, XIANGQI),
    style("h2e2", Game::Xiangqi, code, LATIN, XIANGQI),
    style("H2-E2", Game::Xiangqi, iccs, LATIN, XIANGQI),
    style("▲７六歩", Game::Shogi, ki2, &[], MARKED),
    style("1 ７六歩", Game::Shogi, kif, &["# ", "#. ", "#　", "#手目 "], PLIES),
    style("1. 7g7f", Game::Shogi, code, LATIN, WESTERN),
    style("P-7f", Game::Shogi, western, LATIN, WESTERN),
    style("1. Q16 D4", Game::Go, a1, LATIN, &ROUNDS),
    style("B Q16 W D4", Game::Go, a1, &[], COLOURS),
    style("1 Q16", Game::Go, a1, &["#. ", "# ", "#: "], PLIES),
];

const fn style(
    name: &'static str,
    game: Game,
    write: fn(&Position, Move, Option<Move>) -> String,
    numbers: &'static [&'static str],
    shapes: &'static [Shape],
) -> Style {
    Style { name, game, write, numbers, shapes }
}

fn code(_: &Position, mv: Move, _: Option<Move>) -> String {
    mv.code()
}

fn in_xiangqi(position: &Position, mv: Move, notation: xiangqi::Notation) -> String {
    notation.write(position.xiangqi().unwrap(), mv.xiangqi().unwrap())
}

fn chinese(position: &Position, mv: Move, _: Option<Move>) -> String {
    in_xiangqi(position, mv, xiangqi::Notation::Chinese(Script::Simplified))
}

fn chinese_ascii(position: &Position, mv: Move, previous: Option<Move>) -> String {
    chinese(position, mv, previous).chars().map(ascii_digit).collect()
}

fn ascii_digit(sign: char) -> char {
    match sign {
        '０'..='９' => char::from(b'0' + (u32::from(sign) - u32::from('０')) as u8),
        _ => sign,
    }
}

fn wxf(position: &Position, mv: Move, _: Option<Move>) -> String {
    in_xiangqi(position, mv, xiangqi::Notation::Wxf)
}

fn iccs(position: &Position, mv: Move, _: Option<Move>) -> String {
    in_xiangqi(position, mv, xiangqi::Notation::Iccs(Ranks::FromZero))
}

fn in_shogi(previous: Option<Move>) -> Option<shogi::Square> {
    previous.and_then(Move::shogi).map(|mv| mv.to)
}

fn ki2(position: &Position, mv: Move, previous: Option<Move>) -> String {
    notation::ki2(position.shogi().unwrap(), mv.shogi().unwrap(), in_shogi(previous))
}

/// As in KIF, with the square of origin.
fn kif(position: &Position, mv: Move, previous: Option<Move>) -> String {
    let mv = mv.shogi().unwrap();
    let text = notation::kif(position.shogi().unwrap(), mv, in_shogi(previous));
    match mv.from {
        Origin::Board(from) => format!("{text}({}{})", from.file(), from.rank()),
        Origin::Hand(_) => text,
    }
}

/// As Hosking writes: `P-7f`, `Bx2b+`, `S8h-7g` where two can go there, `P*5e`.
fn western(position: &Position, mv: Move, _: Option<Move>) -> String {
    let (position, mv) = (position.shogi().unwrap(), mv.shogi().unwrap());
    let rank = |square: shogi::Square| char::from(b'a' + square.rank() - 1);
    let name = |square: shogi::Square| format!("{}{}", square.file(), rank(square));
    let kind = position.moving(mv).unwrap();
    let plus = if kind.is_promoted() { "+" } else { "" };
    let letter = kind.unpromoted().letter();
    let Origin::Board(from) = mv.from else { return format!("{letter}*{}", name(mv.to)) };
    let rivals = position.legal_moves().into_iter().filter(|other| {
        other.to == mv.to && other.from != mv.from && position.moving(*other) == Some(kind)
    });
    let rivals = rivals.filter(|other| matches!(other.from, Origin::Board(_))).count();
    let from = if rivals > 0 { name(from) } else { String::new() };
    let sign = if position.piece(mv.to).is_some() { 'x' } else { '-' };
    let could = shogi::Move { promote: true, ..mv };
    let end = match mv.promote {
        true => "+",
        false if position.check(could).is_ok() => "=",
        false => "",
    };
    format!("{plus}{letter}{from}{sign}{}{end}", name(mv.to))
}

fn a1(_: &Position, mv: Move, _: Option<Move>) -> String {
    let point = mv.go().unwrap().point.unwrap();
    point.a1(go::Size::new(19, 19).unwrap())
}

impl Style {
    /// The tokens of a game in one of the layouts; in xiangqi some have a variation after the mainline.
    pub(crate) fn tokens(&self, moves: &Moves, random: &mut Random) -> Vec<Token> {
        let shape = random.pick(self.shapes).unwrap();
        let label = random.pick(self.numbers).unwrap_or_default();
        let has_variation =
            self.game == Game::Xiangqi && shape.numbers == Numbers::Rounds && random.below(4) == 0;
        let mut tokens = Vec::new();
        if random.below(3) == 0 {
            tokens.extend(heading(self.game));
        }
        let mut writer = Writer { style: self, shape, label, tokens, wrap: random.below(2) * 6 };
        let positions = writer.line(initial(self.game), moves, 0);
        if has_variation {
            let branch = (2 + random.below(moves.len() / 2 - 2)) * 2 - 1;
            let moves = varied(&positions[branch], moves[branch], random);
            let headings = ["变化：", "变化一：", "变例：", "【变化】"];
            writer.push(Kind::Words, random.pick(&headings).unwrap());
            writer.push(Kind::End, "\n");
            writer.push(Kind::Number, &label.replace('#', &(branch / 2 + 1).to_string()));
            writer.push(Kind::Holder, "…");
            writer.push(Kind::Gap, " ");
            writer.line(positions[branch].clone(), &moves, branch);
        }
        writer.tokens
    }
}

/// The names of the players.
fn heading(game: Game) -> Vec<Token> {
    let lines = match game {
        Game::Xiangqi => ["红方：胡荣华", "黑方：柳大华"],
        Game::Shogi => ["先手：羽生善治", "後手：森内俊之"],
        Game::Go => ["Black: Ito", "White: Sato"],
    };
    let words = |line| [Token::new(Kind::Words, line), Token::new(Kind::End, "\n")];
    let mut tokens: Vec<_> = lines.into_iter().flat_map(words).collect();
    tokens.push(Token::new(Kind::End, "\n"));
    tokens
}

/// Another legal move, and some that follow.
fn varied(position: &Position, played: Move, random: &mut Random) -> Moves {
    let mut position = *position.xiangqi().unwrap();
    let mut moves: Moves = Vec::new();
    for _ in 0..5 {
        let mut legal: Vec<_> = position.legal_moves();
        legal.retain(|mv| !moves.is_empty() || Move::Xiangqi(*mv) != played);
        let Some(mv) = random.pick(&legal) else { break };
        position.apply(mv);
        moves.push(Move::Xiangqi(mv));
    }
    moves
}

struct Writer<'a> {
    style: &'a Style,
    shape: Shape,
    label: &'static str,
    tokens: Vec<Token>,
    /// After how many moves a paragraph is wrapped; 0 for never.
    wrap: usize,
}

impl Writer<'_> {
    fn push(&mut self, kind: Kind, text: &str) {
        self.tokens.push(Token::new(kind, text));
    }

    /// Writes moves of which the first is this ply, and returns the position before each of them.
    fn line(&mut self, mut position: Position, moves: &[Move], first: usize) -> Vec<Position> {
        let mut positions = Vec::new();
        for (number, mv) in moves.iter().enumerate() {
            let ply = first + number;
            let previous = number.checked_sub(1).map(|number| moves[number]);
            self.label(ply);
            let text = (self.style.write)(&position, *mv, previous);
            let (side, code) = (position.side_to_move(), Some(mv.code()));
            self.push(Kind::Move { ply, side, code, varies: first > 0 }, &text);
            self.after(ply, text.chars().count(), number + 1 == moves.len());
            positions.push(position.clone());
            position.apply(*mv);
        }
        positions
    }

    fn label(&mut self, ply: usize) {
        let number = match self.shape.numbers {
            Numbers::Rounds if ply.is_multiple_of(2) => ply / 2 + 1,
            Numbers::Plies => ply + 1,
            _ => 0,
        };
        if number > 0 {
            self.push(Kind::Number, &self.label.replace('#', &number.to_string()));
        }
        if let Some(marks) = self.shape.marks {
            self.push(Kind::Mark, marks[ply % 2]);
        }
    }

    /// Writes what is between moves: the end of a line, or blanks that align columns.
    fn after(&mut self, ply: usize, width: usize, is_last: bool) {
        let on_line = if self.shape.on_line == 0 { self.wrap } else { self.shape.on_line };
        if is_last || (on_line > 0 && (ply + 1).is_multiple_of(on_line)) {
            self.push(Kind::End, "\n");
        } else if self.shape.on_line > 0 && self.shape.numbers != Numbers::None {
            self.push(Kind::Gap, &" ".repeat(10usize.saturating_sub(width).max(1)));
        } else {
            self.push(Kind::Gap, " ");
        }
    }
}
