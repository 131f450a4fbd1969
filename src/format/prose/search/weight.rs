//! The scores of an explanation, in tenths, each with the kind of text that it is for.

// Moves.

/// A move is legal: every text.
pub(super) const LEGAL: i32 = 30;
/// A move breaks a rule or cannot be read: lists with misprints.
pub(super) const ILLEGAL: i32 = -60;
/// Several pieces can play a move: moves that do not say which of the pieces.
pub(super) const SEVERAL: i32 = -10;
/// The side that is named plays: articles with ▲ and △.
pub(super) const RIGHT_SIDE: i32 = 10;
/// The other side plays: lists of Go in which a colour moves twice.
pub(super) const WRONG_SIDE: i32 = -90;
/// A move is missing: lists with a round of which half cannot be read.
pub(super) const MISSING: i32 = -70;

// Numbers.

/// The number is the one due: every numbered list.
pub(super) const DUE: i32 = 60;
/// Black's move is under the bare number of its round: annotated games that repeat the number.
pub(super) const SOON: i32 = -20;
/// Another number is due: articles that look ahead or back.
pub(super) const NOT_DUE: i32 = -70;
/// There is no number, although the numbered rounds are complete: articles that name a move between two rounds.
pub(super) const COMPLETE: i32 = -50;

// Words.

/// Words of the same sentence are before the moves: articles.
pub(super) const LEAD: i32 = -80;
/// Words of another sentence are, and the round lacks its second move: remarks between the moves of a round.
pub(super) const LEAD_APART: i32 = -25;
/// The sentence continues after the moves: articles.
pub(super) const TAIL: i32 = -50;
/// Words follow after a comma: articles.
pub(super) const TAIL_APART: i32 = -10;
/// The words say that the moves are not played: `若`, `可走`.
pub(super) const SUPPOSED: i32 = -60;
/// The moves are in brackets but no variation: remarks in brackets.
pub(super) const BRACKETS: i32 = -70;

// Variations.

/// A variation begins: lists with a number that comes twice.
pub(super) const BRANCH: i32 = -50;
/// It has a heading: `变化一`, `A)`.
pub(super) const HEADING: i32 = 60;
/// Below the heading of a variation, the moves merely continue the line: headings of chapters.
pub(super) const IDLE_HEADING: i32 = -60;
/// It has an ordinal: ①, (1).
pub(super) const ORDINAL: i32 = 30;
/// It has neither, nor a colon before it: articles that name the moves of earlier rounds.
pub(super) const NO_HEADING: i32 = -40;
/// It has no number either: articles without numbers.
pub(super) const NOTHING: i32 = -80;
/// It is in a sentence: annotations that name an alternative.
pub(super) const BRANCH_IN_WORDS: i32 = -60;
/// For each of its moves: lists in which a number is wrong.
pub(super) const BRANCH_MOVE: i32 = -10;
/// For each ply that it goes back without a number that says so: lists of variations at the end of an article.
pub(super) const DISTANCE: i32 = -3;
/// It is of a line that was left: articles that continue with the game after a variation.
pub(super) const BACK: i32 = -10;
/// The same without a heading: articles that name the moves of earlier rounds.
pub(super) const BACK_TO_BRANCH: i32 = -20;
/// It is of another variation: headings after a variation.
pub(super) const OF_VARIATION: i32 = -20;
/// The line goes on with a number after moves of a variation that have none: remarks between numbered rounds.
pub(super) const AFTER_BARE: i32 = -40;
/// It begins where the others of its list do: A), B), C).
pub(super) const SIBLING: i32 = 40;
/// The words go back to the game: `实战`, `In the game`.
pub(super) const RETURN: i32 = 30;
/// It goes on from a move of the same sentence that is only named: articles that name two moves in a row.
pub(super) const AFTER_NAMED: i32 = -80;
/// Nothing goes on with the variation before it, which an ordinal opened: lists of moves that are only named.
pub(super) const LONE: i32 = -30;

// Games.

/// Another game begins: every text with several games.
pub(super) const GAME: i32 = -50;
/// It does so after a result: posts with several games.
pub(super) const AFTER_END: i32 = 60;
/// It does so below a heading: `第２局`.
pub(super) const GAME_HEADING: i32 = 120;
/// It does so after an empty line: books.
pub(super) const AFTER_GAP: i32 = 20;
/// It does so without a number or a result before it: lists without numbers.
pub(super) const NO_END: i32 = -60;

// Moves that are only named, for each move.

/// They are alone in their line: lists that cannot be played on.
pub(super) const NAMED: i32 = -20;
/// Words follow: articles.
pub(super) const NAMED_APART: i32 = -15;
/// They are in a sentence or in brackets: articles.
pub(super) const NAMED_IN_WORDS: i32 = -5;
/// Once for a line of moves: lists that cannot be played on.
pub(super) const NAMED_LINE: i32 = -30;
/// Once, in place of this, where their number is due: lists with misprints.
pub(super) const NAMED_DUE: i32 = -60;

/// The first number of a list of plies weighs less, as it may count rounds.
pub(super) const UNCERTAIN: i32 = 11;
/// Up to this distance the second best explanation is mentioned: articles that can be read in two ways.
pub(super) const CLOSE: i32 = 9;
