//! All texts of the screen, one file per language. A language is a value of [`Texts`], so a missing text does not
//! compile. Texts with parameters are functions, because each language has its own word order and plurals.
//!
//! No text contains a character of ambiguous width: fullwidth signs in Chinese and Japanese, ASCII otherwise.

mod en;
mod ja;
mod terms;
mod zh;

pub(super) use terms::{Terms, player, side};

use std::borrow::Cow;

use super::actions::{Binding, Group};
use super::report::Report;
use crate::game::{Game, Illegal};
use crate::record::{EndingKind, IllegalMove, Key, Outcome};
pub use crate::settings::Lang;

impl Lang {
    /// The texts of the language.
    pub(super) fn texts(self) -> &'static Texts {
        match self {
            Self::En => &en::TEXTS,
            Self::Zh => &zh::TEXTS,
            Self::Ja => &ja::TEXTS,
        }
    }

    /// The name of a header in a game.
    pub fn header(self, key: Key, game: Game) -> Cow<'static, str> {
        (self.texts().header)(key, game)
    }

    /// How a line ended, in words.
    pub fn ending(self, ending: EndingKind) -> &'static str {
        (self.texts().ending)(ending)
    }

    /// The outcome of a line, or the side with the better position, in words.
    pub fn outcome(self, outcome: Outcome, game: Game) -> String {
        (self.texts().outcome)(outcome, game)
    }
}

/// The texts of the screen in one language, except game terms, which stay in the game's own language.
#[derive(Debug)]
pub(super) struct Texts {
    // Headings of panes.
    pub(super) moves: &'static str,
    pub(super) comment: &'static str,
    pub(super) game: &'static str,
    pub(super) keys: &'static str,
    /// Above the keys to begin with.
    pub(super) welcome: &'static str,
    /// The ply, and the number of branches there.
    pub(super) branches_at: fn(u32, usize) -> String,
    pub(super) branches: &'static str,
    pub(super) games: &'static str,
    pub(super) files: &'static str,
    pub(super) hits: &'static str,
    pub(super) bookmarks: &'static str,
    pub(super) messages: &'static str,
    pub(super) evaluation: &'static str,
    pub(super) time: &'static str,
    pub(super) map: &'static str,
    /// The meanings of the signs in the map.
    pub(super) legend: &'static str,

    // Opening books.
    pub(super) book: &'static str,
    pub(super) book_move: &'static str,
    pub(super) book_score: &'static str,
    pub(super) book_games: &'static str,
    pub(super) book_results: &'static str,
    pub(super) book_rate: &'static str,
    pub(super) book_name: &'static str,
    pub(super) book_note: &'static str,
    pub(super) out_of_book: &'static str,
    /// The book, the percentage done, the rows so far.
    pub(super) indexing: fn(&str, u8, u64) -> String,
    pub(super) not_in_book: &'static str,
    /// The moves of the trial.
    pub(super) trying: fn(&str) -> String,
    /// The key to go back.
    pub(super) to_record: fn(&str) -> String,

    // The meanings of the signs beside moves.
    pub(super) signs: &'static str,
    pub(super) sign_siblings: &'static str,
    pub(super) sign_comment: &'static str,
    pub(super) sign_size: &'static str,
    pub(super) sign_glyph: &'static str,
    pub(super) sign_number: &'static str,
    pub(super) sign_same: &'static str,
    pub(super) sign_unseen: &'static str,
    pub(super) sign_new: &'static str,
    pub(super) sign_current: &'static str,
    pub(super) sign_focus: &'static str,
    pub(super) sign_warning: &'static str,
    pub(super) sign_out_of_book: &'static str,

    // Moves and variations.
    /// Before there is a record to show.
    pub(super) waiting: &'static str,
    pub(super) no_moves: &'static str,
    pub(super) unreadable: &'static str,
    /// How many branches are not listed.
    pub(super) more_branches: fn(usize) -> String,
    /// The key to go back.
    pub(super) to_mainline: fn(&str) -> String,
    /// The key that shows the next move of the answer, and the one that shows all of it.
    pub(super) hidden: fn(&str, &str) -> String,
    /// Moves and lines.
    pub(super) size: fn(usize, usize) -> String,
    pub(super) check: &'static str,
    pub(super) move_number: fn(u32) -> String,
    /// Each player with the stones they captured.
    pub(super) captured: fn([(&str, u32); 2]) -> String,

    // The game as a whole.
    /// The name of a pasted record.
    pub(super) pasted: &'static str,
    pub(super) file: &'static str,
    pub(super) format: &'static str,
    pub(super) encoding: &'static str,
    pub(super) time_left: fn(&str) -> String,
    pub(super) players: &'static str,
    /// Shown if no row passes the filter.
    pub(super) nothing_fits: &'static str,
    /// The column by which a list is sorted.
    pub(super) sorted: fn(&str) -> String,
    pub(super) filter: fn(&str) -> String,
    pub(super) no_graph: &'static str,

    // The status line.
    pub(super) hint_filter: &'static str,
    pub(super) hint_find: &'static str,
    pub(super) hint_help: &'static str,
    pub(super) hint_quit: &'static str,
    pub(super) hint_open: &'static str,
    pub(super) hint_close: &'static str,
    pub(super) hint_stay: &'static str,
    pub(super) hint_back: &'static str,
    pub(super) hint_pages: &'static str,
    pub(super) live: &'static str,
    pub(super) polling: &'static str,
    pub(super) writing: &'static str,
    pub(super) incomplete: fn(&str) -> String,
    pub(super) gone: &'static str,
    /// How much of the file was read.
    pub(super) reading: fn(u8) -> String,
    /// The pause between two moves, in seconds.
    pub(super) playing: fn(f32) -> String,
    pub(super) ended: &'static str,
    pub(super) paused: &'static str,
    pub(super) pinned: &'static str,
    /// The keys that can follow a count: to go to a ply, along the line and to a branch.
    pub(super) counting: fn(&str, &str, &str) -> String,
    pub(super) too_small: &'static str,
    pub(super) too_large: &'static str,
    /// The name of a mode.
    pub(super) problem: &'static str,

    /// A message in the status line: lower case if the language has it, no full stop.
    pub(super) message: fn(&Report) -> String,
    /// The name of a header in a game.
    pub(super) header: fn(Key, Game) -> Cow<'static, str>,
    /// A mate in so many plies; negative if the second side mates.
    pub(super) mate: fn(i32) -> String,
    /// What is wrong with a node whose move is illegal.
    pub(super) illegal: fn(Illegal) -> String,
    /// A warning about an illegal move.
    pub(super) illegal_move: fn(&IllegalMove) -> String,
    /// The kind of record, if it is one of dapu's words.
    pub(super) kind: fn(&str) -> Option<&'static str>,
    /// How a line ended, in words.
    pub(super) ending: fn(EndingKind) -> &'static str,
    /// The outcome of a line, or the side with the better position.
    pub(super) outcome: fn(Outcome, Game) -> String,
    /// The heading of a group of keys.
    pub(super) group: fn(Group) -> &'static str,
    /// What keys do, in a few words.
    pub(super) help: fn(&Binding) -> &'static str,
}

/// A number with its digits grouped in threes: `2,104`.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::columns;

    /// A language is its file, so everything in it is safe to draw.
    const FILES: [&str; 4] = [
        include_str!("en.rs"),
        include_str!("zh.rs"),
        include_str!("ja.rs"),
        include_str!("terms.rs"),
    ];

    #[test]
    fn no_text_is_empty_or_holds_a_character_of_ambiguous_width() {
        for line in FILES.iter().flat_map(|file| file.lines()) {
            assert!(!line.contains("\"\""), "{line}");
            assert_eq!(columns(line, true), columns(line, false), "{line}");
        }
    }

    #[test]
    fn english_is_ascii() {
        assert!(FILES[0].is_ascii());
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        let english = Lang::En.texts();
        assert_eq!((english.size)(1, 1), "1 move");
        assert_eq!(
            (english.size)(1_002_104, 311),
            "1,002,104 moves in 311 lines"
        );
        let report = |message| (english.message)(&message);
        assert_eq!(report(Report::NewMoves(1)), "1 new move (. to go there)");
        assert_eq!(report(Report::NewMoves(3)), "3 new moves (. to go there)");
        let warnings = |count| report(Report::Warnings(count, "L".to_owned()));
        assert_eq!(warnings(1), "1 warning (L)");
        assert_eq!(warnings(3), "3 warnings (L)");
        assert_eq!(
            report(Report::NoSuchBranch(7, 1)),
            "no branch 7: there is 1"
        );
        assert_eq!(
            report(Report::Changed(1)),
            "1 move was taken back or changed"
        );
    }

    #[test]
    fn words_stand_where_the_language_has_them() {
        let branches = |lang: Lang| (lang.texts().branches_at)(3, 2);
        assert_eq!(branches(Lang::En), "AT MOVE 3: 2 BRANCHES");
        assert_eq!(branches(Lang::Ja), "3手目：2つの分岐");
    }
}
