//! The results of games, in whatever words records have them.

use std::borrow::Cow;

use crate::game::{Game, Side};
use crate::record::{EndingKind, Headers, Key, Outcome, Record};

/// The words for the sides in Go, longer ones before their prefixes.
const BLACK: [&str; 5] = ["black", "黑", "黒", "흑", "b "];
const WHITE: [&str; 4] = ["white", "白", "백", "w "];
const WINS: [&str; 6] = ["win", "won", "胜", "勝", "승", "+"];
const LOSES: [&str; 5] = ["lose", "lost", "负", "負", "패"];
const DRAWN: [&str; 5] = ["jigo", "draw", "和棋", "持碁", "무승부"];

/// The first place of any of some words in a text.
fn place(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().filter_map(|word| text.find(word)).min()
}

/// The winner in Go by a sentence in lower case, such as `white wins by 2.5 points`, or `None` if it was
/// drawn, and where its margin begins. Where the sentence only names a side, that is the winner.
pub(crate) fn winner_in_go(text: &str) -> Option<(Option<Side>, usize)> {
    let (black, white) = (place(text, &BLACK), place(text, &WHITE));
    let Some(at) = black.max(white) else {
        return place(text, &DRAWN).map(|at| (None, at));
    };
    let is_black = match (black, white) {
        (Some(black), Some(white)) => black < white,
        _ => black.is_some(),
    };
    // `White resigns`, but not `White wins: Black resigned`.
    let resigns = place(text, &["resigns", "resigned"]).is_some();
    let is_lost =
        place(text, &LOSES).is_some() || resigns && place(text, &["win", "won"]).is_none();
    let is_first = is_black != is_lost;
    Some((Some(Side::first_if(is_first)), at))
}

/// The result of a game of Go: `B+R`, `0`, `黑中盘胜`.
fn of_go(text: &str) -> Option<Outcome> {
    let text = text.to_lowercase();
    match text.as_bytes() {
        b"0" => return Some(Outcome::Draw),
        [b'b', b'+', ..] => return Some(Outcome::FirstWins),
        [b'w', b'+', ..] => return Some(Outcome::SecondWins),
        _ => {}
    }
    let (winner, _) = winner_in_go(&text)?;
    // 黑贴3目 is no result.
    let is_said = place(&text, &WINS).or_else(|| place(&text, &LOSES)).is_some();
    match winner {
        Some(side) => is_said.then(|| Outcome::won_by(side)),
        None => Some(Outcome::Draw),
    }
}

/// The result of a game of shogi: まで112手で後手の勝ち, 下手の反則負け.
/// The side that is named last in a text.
fn last_side(text: &str) -> Option<Side> {
    let [first, second] = [["先手", "下手", "▲", "☗"], ["後手", "上手", "△", "☖"]]
        .map(|words| words.iter().filter_map(|word| text.rfind(word)).max());
    (first != second).then(|| Side::first_if(first > second))
}

fn of_shogi(text: &str) -> Option<Outcome> {
    if let Some(at) = text.find(['勝', '胜']) {
        return last_side(&text[..at]).map(Outcome::won_by);
    }
    if let Some(at) = text.find(['負', '敗']) {
        return last_side(&text[..at]).map(|side| Outcome::won_by(side.other()));
    }
    let drawn = ["持将棋", "千日手", "引き分け", "引分"];
    place(text, &drawn).map(|_| Outcome::Draw)
}

impl Outcome {
    /// That this side wins.
    pub fn won_by(side: Side) -> Self {
        side.pick(Self::FirstWins, Self::SecondWins)
    }

    /// The outcome that the result header of a finished game states.
    pub fn read(game: Game, text: &str) -> Option<Self> {
        let text = text.trim();
        let named = Self::by_name(text).filter(|outcome| outcome.is_final());
        named.or_else(|| match game {
            Game::Xiangqi => None,
            Game::Shogi => of_shogi(text),
            Game::Go => of_go(text),
        })
    }
}

impl EndingKind {
    /// Whether the side to move wins a line that ends so, or that it is drawn; `None` if that is not known.
    pub fn outcome(self, mover: Side) -> Option<Outcome> {
        Some(match self {
            Self::Resign
            | Self::Checkmate
            | Self::Stalemate
            | Self::Timeout
            | Self::IllegalLoss
            | Self::DefaultLoss
            | Self::Mate => Outcome::won_by(mover.other()),
            Self::IllegalWin | Self::Nyugyoku | Self::DefaultWin => Outcome::won_by(mover),
            Self::Draw | Self::Repetition | Self::Jishogi | Self::MaxMoves => Outcome::Draw,
            Self::Abort | Self::NoMate | Self::Other => return None,
        })
    }
}

impl Record {
    /// The headers, with the result by the record's ending if no header states one.
    pub fn facts(&self) -> Cow<'_, Headers> {
        let stated = self.headers.get(Key::Result);
        let missing = stated.is_none_or(|result| matches!(result, "" | "*" | "?"));
        match self.result().filter(|_| missing) {
            None => Cow::Borrowed(&self.headers),
            Some(result) => {
                let mut headers = self.headers.clone();
                headers.set(Key::Result, result.name());
                Cow::Owned(headers)
            }
        }
    }

    /// Whether the game has ended, as the end of the main line or the result says. One that was interrupted has.
    pub fn is_over(&self) -> bool {
        let is_ended = self.tree.ending(self.tree.mainline_end()).is_some();
        is_ended || self.result().is_some_and(Outcome::is_final)
    }

    /// How the game ended, if that is known: by the end of the main line, otherwise by the header.
    pub fn result(&self) -> Option<Outcome> {
        let end = self.tree.mainline_end();
        let ended = self.tree.ending(end).and_then(|ending| {
            ending.kind.outcome(Side::First)?;
            ending.kind.outcome(self.position_at(end).side_to_move())
        });
        ended
            .or_else(|| self.tree.outcome(end).filter(|outcome| outcome.is_final()))
            .or_else(|| Outcome::read(self.game(), self.headers.get(Key::Result)?))
    }
}
