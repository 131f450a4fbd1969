//! Parses moves in Japanese records: KIF, KI2 and mixtures.

use smallvec::SmallVec;

use super::super::{Kind, Move, Piece, Position, Square};
use super::japanese::{Flank, RANKS, candidates, direction, from_the_right};
use crate::game::{Direction, Side, halfwidth};

/// A move as written, independent of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    /// `None` for 同, the destination of the previous move.
    to: Option<Square>,
    /// `None` for ？, whatever is on the square of origin.
    kind: Option<Kind>,
    flank: Option<Flank>,
    direction: Option<Direction>,
    promote: bool,
    drop: bool,
    from: Option<Square>,
}

/// The meaning of a phrase in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    /// The move.
    pub mv: Move,
    /// Whether it is a guess, because several pieces match or none.
    pub guessed: bool,
}

impl Phrase {
    /// Parses a move at the start of a text, including the side mark, and returns the rest. Squares are `７六`, `７６` or
    /// `76`; spaces may follow 同. Returns `None` if the text does not start with a move.
    pub fn scan(text: &str) -> Option<(Self, &str)> {
        let mut rest = text.trim_start_matches(is_side_mark);
        let is_marked = rest.len() < text.len();
        let to = match rest.strip_prefix(['同', '仝']) {
            Some(after) => {
                rest = after.trim_start();
                None
            }
            None => {
                let square = take_square(&mut rest)?;
                // `２四同歩` says both.
                if let Some(after) = rest.strip_prefix('同') {
                    rest = after.trim_start();
                } else if is_marked {
                    // `△３二　金` is in line with `△同　銀`.
                    rest = rest.trim_start_matches('　');
                }
                Some(square)
            }
        };
        let mut phrase = Self {
            to,
            kind: take_kind(&mut rest)?,
            flank: None,
            direction: None,
            promote: false,
            drop: false,
            from: None,
        };
        while phrase.take_modifier(&mut rest) {}
        phrase.take_origin(&mut rest);
        let is_known = phrase.kind.is_some() || (phrase.from.is_some() && !phrase.drop);
        is_known.then_some((phrase, rest))
    }

    /// Parses a move without a side mark at the start of a text, and returns the number of bytes.
    pub(crate) fn scan_unmarked(text: &str) -> Option<(Self, usize)> {
        let mut characters = text.chars();
        let first = characters.next()?;
        let begins = matches!(first, '同' | '仝')
            || halfwidth(first).is_ascii_digit()
            || is_kanji_number(first) && characters.next().is_some_and(is_kanji_number);
        let (phrase, rest) = begins.then(|| Self::scan(text)).flatten()?;
        Some((phrase, text.len() - rest.len()))
    }

    /// Whether a text begins with a square or 同, after an optional side mark, so that it must be a move.
    pub fn begins(text: &str) -> bool {
        let mut rest = text.trim_start_matches(is_side_mark);
        rest.starts_with(['同', '仝']) || take_square(&mut rest).is_some()
    }

    /// The destination as written; `None` for 同.
    pub fn destination(&self) -> Option<Square> {
        self.to
    }

    /// Whether the phrase determines the piece, by its origin or by being a drop.
    pub fn is_complete(&self) -> bool {
        self.from.is_some() || self.drop
    }

    /// The move in a position. `previous` is the destination of the previous move, for 同. Returns `None` for 同 without
    /// a previous move.
    pub fn resolve(&self, position: &Position, previous: Option<Square>) -> Option<Resolved> {
        let to = self.to.or(previous)?;
        let mv = match (self.from, self.kind) {
            (_, Some(kind)) if self.drop => Move::drop(kind, to),
            (Some(from), None) => Move::board(from, to, self.promote),
            (Some(from), Some(kind)) => position.named(Move::board(from, to, self.promote), kind),
            (None, kind) => return Some(self.search(position, kind?, to)),
        };
        Some(Resolved { mv, guessed: false })
    }

    /// The possible moves in a position, without guessing: none if no piece matches, several if the phrase is
    /// ambiguous. `previous` is the destination of the previous move, for 同.
    pub fn meanings(&self, position: &Position, previous: Option<Square>) -> Vec<Move> {
        let Some(to) = self.to.or(previous) else {
            return Vec::new();
        };
        let Some(kind) = self.kind.filter(|_| !self.is_complete()) else {
            let meaning = self.resolve(position, previous);
            return meaning.into_iter().map(|meaning| meaning.mv).collect();
        };
        let in_hand = position.in_hand(position.side_to_move(), kind) > 0;
        let (left, fits) = self.narrow_down(position, kind, to);
        if left.is_empty() && in_hand && !self.promote {
            return vec![Move::drop(kind, to)];
        }
        let from = left.into_iter().filter(|_| fits);
        from.map(|from| Move::board(from, to, self.promote)).collect()
    }

    /// Finds the piece if its origin is not given.
    fn search(&self, position: &Position, kind: Kind, to: Square) -> Resolved {
        let (left, fits) = self.narrow_down(position, kind, to);
        match left[..] {
            [] => self.search_afar(position, kind, to),
            [from, ..] => Resolved {
                mv: Move::board(from, to, self.promote),
                guessed: !fits || left.len() > 1,
            },
        }
    }

    /// The squares from which the piece may come, and whether one of them matches everything that is written. Modifiers
    /// that match none are ignored.
    fn narrow_down(
        &self,
        position: &Position,
        kind: Kind,
        to: Square,
    ) -> (SmallVec<[Square; 8]>, bool) {
        let side = position.side_to_move();
        let mut left = candidates(position, kind, to);
        let mut fits = true;
        // 直 alone means from behind. A piece on the same file may also come from the front.
        let behind = self.flank.filter(|flank| *flank == Flank::Behind);
        if let Some(ahead) = self.direction.or(behind.map(|_| Direction::Forward)) {
            fits &= keep(&mut left, |from| direction(from, to, side) == ahead);
        }
        let at = |from| from_the_right(from, side);
        let files = left.iter().map(|from| at(*from));
        fits &= match (self.flank, files.clone().min().zip(files.max())) {
            (Some(Flank::Behind), _) => keep(&mut left, |from| from.file() == to.file()),
            (Some(Flank::Right), Some((right, _))) => keep(&mut left, |from| at(from) == right),
            (Some(Flank::Left), Some((_, farthest))) => {
                keep(&mut left, |from| at(from) == farthest)
            }
            _ => true,
        };
        if left.len() > 1 {
            keep(&mut left, |from| position.check(Move::board(from, to, self.promote)).is_ok());
        }
        (left, fits)
    }

    /// If no piece of the kind can go there, it is dropped, or the only one on the board makes an illegal move.
    fn search_afar(&self, position: &Position, kind: Kind, to: Square) -> Resolved {
        let side = position.side_to_move();
        let own = position.pieces().filter(|(_, piece)| *piece == Piece { side, kind });
        let mut same = own.map(|(square, _)| square);
        let in_hand = position.in_hand(side, kind) > 0;
        let mv = match (same.next(), same.next()) {
            (Some(from), None) if !in_hand => Move::board(from, to, self.promote),
            _ => Move::drop(kind, to),
        };
        Resolved { mv, guessed: false }
    }

    fn take_modifier(&mut self, rest: &mut &str) -> bool {
        let mut characters = rest.chars();
        match characters.next() {
            Some('右') => self.flank = Some(Flank::Right),
            Some('左') => self.flank = Some(Flank::Left),
            Some('直') => self.flank = Some(Flank::Behind),
            // 行 and 入 are older words for 上.
            Some('上' | '行' | '入') => self.direction = Some(Direction::Forward),
            Some('寄') => self.direction = Some(Direction::Sideways),
            Some('引') => self.direction = Some(Direction::Back),
            Some('成') => self.promote = !is_negated(characters.as_str()),
            // Kana alone: ナル, ナラズ. After なる, a sentence goes on.
            Some('ナ' | 'な')
                if characters.as_str().starts_with(['ル', 'リ', 'り'])
                    || is_negated(characters.as_str()) =>
            {
                self.promote = !is_negated(characters.as_str());
            }
            Some('打') => self.drop = true,
            // Problem books write 生 for 不成.
            Some('生') => self.promote = false,
            Some('不') if characters.next() == Some('成') => self.promote = false,
            Some('ウ') if characters.next() == Some('ツ') => self.drop = true,
            _ => return false,
        }
        *rest = characters.as_str();
        let mut ended = OKURIGANA.iter().filter_map(|ending| rest.strip_prefix(ending));
        // A sentence goes on: 打ちました.
        let after = ended
            .find(|after| !after.starts_with(|next| matches!(next, 'ぁ'..='ん' | 'ァ'..='ン')));
        *rest = after.unwrap_or(rest);
        true
    }

    /// Takes `(77)`, with optional spaces before it. `(00)` is a drop, as written by converters from CSA.
    fn take_origin(&mut self, rest: &mut &str) {
        if let Some(mut inside) = rest.trim_start().strip_prefix(['(', '（'])
            && let Some((file, rank)) = take_coordinates(&mut inside)
            && let Some(after) = inside.strip_prefix([')', '）'])
        {
            self.drop |= file == 0 && rank == 0;
            self.from = Square::new(file, rank);
            *rest = after;
        }
    }
}

/// How people write the words for modifiers out: 成り, 打ち, 寄ル; 成らず is 不成.
const OKURIGANA: [&str; 16] = [
    "らず", "ラズ", "がる", "ガル", "がり", "り", "リ", "る", "ル", "ち", "チ", "つ", "ツ", "く",
    "ク", "き",
];

/// Whether 成 is followed by the end of 成らず, in either kana.
fn is_negated(rest: &str) -> bool {
    rest.starts_with("らず") || rest.starts_with("ラズ")
}

/// Whether a character is a side mark: ▲△▼▽☗☖⛊⛉.
pub(crate) fn is_side_mark(character: char) -> bool {
    marked_side(character).is_some()
}

/// The side whose mark a character is.
pub(crate) fn marked_side(character: char) -> Option<Side> {
    match character {
        '▲' | '▼' | '☗' | '⛊' => Some(Side::First),
        '△' | '▽' | '☖' | '⛉' => Some(Side::Second),
        _ => None,
    }
}

/// Keeps the squares that match, unless none does. Returns whether any does.
pub(super) fn keep(squares: &mut SmallVec<[Square; 8]>, fits: impl Fn(Square) -> bool) -> bool {
    let any = squares.iter().any(|square| fits(*square));
    if any {
        squares.retain(|square| fits(*square));
    }
    any
}

fn take_square(rest: &mut &str) -> Option<Square> {
    let (file, rank) = take_coordinates(rest)?;
    Square::new(file, rank)
}

/// Takes a digit and a digit or kanji.
fn take_coordinates(rest: &mut &str) -> Option<(u8, u8)> {
    let mut characters = rest.chars();
    let (file, rank) = (characters.next()?, characters.next()?);
    // Vertical print has kanji for both: `七六歩`.
    let file = digit_value(file).or_else(|| kanji_value(file).filter(|_| is_kanji_number(rank)))?;
    let rank = digit_value(rank).or_else(|| kanji_value(rank))?;
    *rest = characters.as_str();
    Some((file, rank))
}

/// Takes the kind. The inner `None` is ？, a piece that is not on the board.
fn take_kind(rest: &mut &str) -> Option<Option<Kind>> {
    let mut characters = rest.chars();
    let kind = match characters.next()? {
        '？' => None,
        '成' => Some(Kind::from_japanese(characters.next()?)?.promoted()?),
        character => Some(Kind::from_japanese(character)?),
    };
    *rest = characters.as_str();
    Some(kind)
}

/// The value of an ASCII or fullwidth digit.
pub(crate) fn digit_value(character: char) -> Option<u8> {
    halfwidth(character).to_digit(10)?.try_into().ok()
}

/// Whether a character is a kanji from 一 to 九.
pub(crate) fn is_kanji_number(character: char) -> bool {
    character != 'ニ' && kanji_value(character).is_some()
}

/// The value of a kanji from 一 to 九. The katakana ニ is a common typo for 二.
pub(crate) fn kanji_value(character: char) -> Option<u8> {
    let character = if character == 'ニ' { '二' } else { character };
    (1..).zip(RANKS).find(|(_, kanji)| *kanji == character).map(|(rank, _)| rank)
}
