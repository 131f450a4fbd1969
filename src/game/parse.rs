//! Parses moves in any notation of the game, as typed by people.

use super::{Game, Illegal, Move, Position, Side, go, halfwidth, shogi, xiangqi};

/// Why a text is not a legal move in a position. The variants are ordered by how close the text comes to a move: of the
/// errors in several notations, [`Position::parse_move`] returns the last in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in the notations that were tried.
    #[error("not a move in any notation of the game")]
    Unreadable,
    /// No piece of the side to move matches.
    #[error("no piece can make this move")]
    NoPiece,
    /// The move breaks a rule.
    #[error("{0}")]
    Illegal(Illegal),
    /// This many legal moves match.
    #[error("{0} pieces can make this move")]
    Ambiguous(usize),
}

impl Position {
    /// Parses a move in any notation of the game, fullwidth or not. `previous` is the previous move, which 同 refers to.
    /// A side's name before a move (黑 黒 白 紅 红, 先手), and in shogi its mark or sign, must be that of the side to move,
    /// except in Go.
    ///
    /// | game | notations |
    /// |---|---|
    /// | xiangqi | Chinese in both scripts with any digits, WXF and ICCS in either case, `Cbe2`, Vietnamese (`P2-5`), letters of the text manual |
    /// | shogi | KIF, KI2 (`76歩`), CSA with or without the sign, USI |
    /// | Go | `Q16` in either case, the letters of SGF, `pass`; the colour may be before it: `W Q16`, `WQ16`, `W[pd]`, `白Q16` |
    ///
    /// # Errors
    /// The text is not a move, or not a legal one here, or fits several.
    ///
    /// ```
    /// use dapu::game::{Illegal, MoveError, Notation, Position, xiangqi};
    ///
    /// let start = Position::Xiangqi(xiangqi::Position::initial());
    /// let mv = start.parse_move("砲2平5", None)?;
    /// assert_eq!(mv, start.parse_move("c2.5", None)?);
    /// assert_eq!(start.notate_as(Notation::Code, mv, None), "h2e2");
    /// let wrong = start.parse_move("h9g7", None);
    /// assert_eq!(wrong, Err(MoveError::Illegal(Illegal::WrongSide)));
    /// # Ok::<(), MoveError>(())
    /// ```
    pub fn parse_move(&self, text: &str, previous: Option<Move>) -> Result<Move, MoveError> {
        let read = self.read_move(text, previous);
        if read == Err(MoveError::NoPiece) {
            let mut other = self.clone();
            other.set_side_to_move(self.side_to_move().other());
            if other.read_move(text, previous).is_ok() {
                return Err(MoveError::Illegal(Illegal::WrongSide));
            }
        }
        read
    }

    fn read_move(&self, text: &str, previous: Option<Move>) -> Result<Move, MoveError> {
        let whole = text.trim();
        let (side, text) = named_side(self.game(), whole).unzip();
        let text = text.unwrap_or(whole);
        let meanings = match self {
            Self::Xiangqi(position) => wrap(xiangqi_meanings(position, text), Move::Xiangqi),
            Self::Shogi(position) => {
                let previous = previous.and_then(Move::shogi).map(|previous| previous.to);
                wrap(shogi_meanings(position, text, previous)?, Move::Shogi)
            }
            Self::Go(position) => wrap(go_meanings(position, text, side), Move::Go),
        };
        let is_others = side.is_some_and(|side| side != self.side_to_move());
        if is_others && self.go().is_none() && !meanings.is_empty() {
            return Err(MoveError::Illegal(Illegal::WrongSide));
        }
        self.only_legal(meanings)
    }

    /// The only legal move among the readings of a text in each notation, otherwise the most informative error.
    fn only_legal(&self, meanings: Vec<Vec<Move>>) -> Result<Move, MoveError> {
        let mut error = MoveError::Unreadable;
        for moves in meanings {
            let mut legal = moves.iter().filter(|mv| self.check(**mv).is_ok());
            let found = match (legal.next(), legal.count()) {
                (Some(mv), 0) => return Ok(*mv),
                (Some(_), others) => MoveError::Ambiguous(others + 1),
                (None, _) => moves
                    .iter()
                    .find_map(|mv| self.check(*mv).err())
                    .map_or(MoveError::NoPiece, MoveError::Illegal),
            };
            error = error.max(found);
        }
        Err(error)
    }
}

/// The side that the name before a move means, and the move: `黒E5`, `红方 炮二平五`.
fn named_side(game: Game, text: &str) -> Option<(Side, &str)> {
    let names: [&[&str]; 2] = match game {
        Game::Xiangqi => [&["红方", "紅方", "红", "紅"], &["黑方", "黒方", "黑", "黒"]],
        Game::Shogi => [&["先手", "黒", "黑"], &["後手", "后手", "白"]],
        Game::Go => [&["黒", "黑"], &["白"]],
    };
    Side::BOTH.into_iter().find_map(|side| {
        let mut names = names[side.index()].iter();
        Some((side, names.find_map(|name| text.strip_prefix(name))?.trim_start()))
    })
}

fn wrap<M>(meanings: Vec<Vec<M>>, wrap: fn(M) -> Move) -> Vec<Vec<Move>> {
    let wrapped = meanings.into_iter();
    wrapped.map(|moves| moves.into_iter().map(wrap).collect()).collect()
}

fn xiangqi_meanings(position: &xiangqi::Position, text: &str) -> Vec<Vec<xiangqi::Move>> {
    use xiangqi::notation::{Notation, Ranks};
    let notations = Notation::ALL.into_iter();
    let notations = notations.filter(|notation| notation.ranks() != Some(Ranks::FromOne));
    let phrases = notations.filter_map(|notation| {
        let (phrase, length) = notation.scan(text)?;
        (length == text.len()).then(|| phrase.meanings(position))
    });
    phrases.collect()
}

fn shogi_meanings(
    position: &shogi::Position,
    text: &str,
    previous: Option<shogi::Square>,
) -> Result<Vec<Vec<shogi::Move>>, MoveError> {
    let plain: String = text.chars().map(halfwidth).collect();
    let mut meanings = Vec::new();
    let mut written = None;
    if let Some((phrase, "")) = shogi::notation::Phrase::scan(text) {
        meanings.push(phrase.meanings(position, previous));
        written = text.chars().next().and_then(shogi::notation::marked_side);
    }
    // The piece of a drop may be in lower case.
    let usi = match plain.split_once('*') {
        Some((piece, square)) => format!("{}*{square}", piece.to_uppercase()),
        None => plain.to_lowercase(),
    };
    meanings.extend(usi.parse().map(|mv| vec![mv]));
    let sign = shogi::notation::sign(position.side_to_move());
    let plain = plain.to_uppercase();
    let csa = match plain.starts_with(['+', '-']) {
        true => plain,
        false => format!("{sign}{plain}"),
    };
    if let Some((side, mv)) = shogi::notation::csa_move(position, &csa) {
        meanings.push(vec![mv]);
        written = Some(side);
    }
    match written.is_none_or(|side| side == position.side_to_move()) {
        true => Ok(meanings),
        false => Err(MoveError::Illegal(Illegal::WrongSide)),
    }
}

fn go_meanings(position: &go::Position, text: &str, named: Option<Side>) -> Vec<Vec<go::Move>> {
    let plain: String = text.chars().map(halfwidth).collect();
    let size = position.size();
    let is_whole = go::Point::from_a1(&plain, size).is_some();
    // As in `B[dd]`, `B D4` and, if no column has two letters, `BD4`.
    let [black, white] = [['B', 'b'], ['W', 'w']].map(|side| {
        plain.strip_prefix(side).filter(|point| {
            let is_alone = !is_whole && go::Point::from_a1(point, size).is_some();
            point.starts_with([' ', '[']) || is_alone
        })
    });
    let (side, point) = match (black, white) {
        (Some(point), _) => (Side::First, point),
        (_, Some(point)) => (Side::Second, point),
        _ => (named.unwrap_or_else(|| position.side_to_move()), &*plain),
    };
    let point = point.trim();
    let inside = point.strip_prefix('[').and_then(|point| point.strip_suffix(']'));
    let point = inside.unwrap_or(point);
    if point.eq_ignore_ascii_case("pass") {
        return vec![vec![go::Move::pass(side)]];
    }
    let point =
        go::Point::from_a1(point, size).or_else(|| go::Point::from_letters(point.as_bytes()));
    point.into_iter().map(|point| vec![go::Move::stone(side, point)]).collect()
}
