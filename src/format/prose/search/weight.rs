//! What speaks for and against an explanation, in tenths.

pub(super) const LEGAL: i32 = 30;
pub(super) const ILLEGAL: i32 = -60;
pub(super) const SEVERAL: i32 = -10;
pub(super) const RIGHT_SIDE: i32 = 10;
pub(super) const WRONG_SIDE: i32 = -90;
/// The number is the one due.
pub(super) const DUE: i32 = 60;
/// Black's move is under the bare number of its round.
pub(super) const SOON: i32 = -20;
pub(super) const NOT_DUE: i32 = -70;
/// Without a number, although the numbered rounds are complete.
pub(super) const COMPLETE: i32 = -50;
/// A move is missing.
pub(super) const MISSING: i32 = -70;
pub(super) const LEAD: i32 = -80;
pub(super) const LEAD_APART: i32 = -25;
pub(super) const TAIL: i32 = -50;
pub(super) const TAIL_APART: i32 = -10;
pub(super) const BRACKETS: i32 = -70;
pub(super) const BRANCH: i32 = -50;
pub(super) const HEADING: i32 = 60;
/// Below the heading of a variation, a numbered move merely continues the line.
pub(super) const IDLE_HEADING: i32 = -60;
pub(super) const ORDINAL: i32 = 30;
pub(super) const NO_HEADING: i32 = -40;
pub(super) const NOTHING: i32 = -80;
pub(super) const BRANCH_IN_WORDS: i32 = -60;
pub(super) const BRANCH_MOVE: i32 = -10;
pub(super) const DISTANCE: i32 = -3;
pub(super) const BACK: i32 = -10;
pub(super) const BACK_TO_BRANCH: i32 = -20;
pub(super) const OF_VARIATION: i32 = -20;
/// Another variation of a list begins where those before it do.
pub(super) const SIBLING: i32 = 40;
/// Back to the game, as the words say.
pub(super) const RETURN: i32 = 30;
/// On from a move of the same sentence that is only named.
pub(super) const AFTER_NAMED: i32 = -80;
pub(super) const GAME: i32 = -50;
pub(super) const AFTER_END: i32 = 60;
pub(super) const AFTER_GAP: i32 = 20;
pub(super) const NO_END: i32 = -60;
pub(super) const NAMED: i32 = -20;
pub(super) const NAMED_APART: i32 = -15;
pub(super) const NAMED_IN_WORDS: i32 = -5;
pub(super) const NAMED_LINE: i32 = -30;
pub(super) const NAMED_DUE: i32 = -60;
/// A lone move under an ordinal that opened a variation which nothing goes on with.
pub(super) const LONE: i32 = -30;
/// Up to this distance the second best explanation is mentioned.
pub(super) const CLOSE: i32 = 9;
