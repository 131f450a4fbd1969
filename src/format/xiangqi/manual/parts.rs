//! Finding the games of a text and cutting them into sections.

use std::ops::Range;
use std::str::FromStr;

use crate::text::scan::Scan;

/// A game as text: the header above its first `##`, its lines, its comments.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameText<'a> {
    pub(super) header: Scan<'a>,
    pub(super) body: Scan<'a>,
    pub(super) comments: Scan<'a>,
}

impl GameText<'_> {
    /// Where it is.
    pub(super) fn range(&self) -> Range<usize> {
        self.header.offset()..self.comments.end()
    }
}

/// The games of a text; a Markdown text has them between fences. A text without a game may have a position.
pub(super) fn game_texts(text: Scan<'_>) -> impl Iterator<Item = GameText<'_>> {
    let mut games = split(text, "```").flat_map(games_of).peekable();
    let nothing = cut(text, text.end()).1;
    let position = GameText { header: text, body: nothing, comments: nothing };
    let position = games.peek().is_none().then_some(position);
    games.chain(position)
}

/// The games of a piece. Each begins where `#0` follows `##`, or is the first thing.
fn games_of(piece: Scan<'_>) -> impl Iterator<Item = GameText<'_>> {
    let mut blocks = split(piece, "##").peekable();
    let mut header = piece.until(piece.offset());
    std::iter::from_fn(move || {
        while let Some(block) = blocks.next_if(|block| !starts_body(*block)) {
            header = last_lines(block);
        }
        let body = blocks.next()?;
        let mut end = body.end();
        let (_, rest) = cut(piece, end + "##".len() - piece.offset());
        while let Some(block) = blocks.next_if(|block| !starts_body(*block)) {
            end = block.end();
        }
        let mut comments = rest.until(end.max(rest.offset()));
        let mut next = Scan::new("");
        if blocks.peek().is_some() {
            (comments, next) = cut(comments, start_of_header(comments));
        }
        Some(GameText { header: std::mem::replace(&mut header, next), body, comments })
    })
}

/// `#0`, alone or before `!`, `#` or a space.
fn starts_body(mut scan: Scan<'_>) -> bool {
    scan.skip_space();
    scan.eat("#0") && scan.peek().is_none_or(|next| "!#@$\n\r \t".contains(next))
}

/// The lines at the end of a text that begin with `#`, blank ones between them included: what is above them is not
/// the game's.
fn last_lines(scan: Scan<'_>) -> Scan<'_> {
    let text = { scan }.take_rest();
    let (mut start, mut offset) = (text.len(), text.len());
    for line in text.split_inclusive('\n').rev() {
        offset -= line.len();
        let line = line.trim();
        if line.starts_with('#') {
            start = offset;
        } else if !line.is_empty() {
            break;
        }
    }
    cut(scan, start).1
}

/// The offset of the first line that is a section and not a comment.
fn start_of_header(mut scan: Scan<'_>) -> usize {
    let mut offset = 0;
    let header = scan.take_rest().split_inclusive('\n').find(|line| {
        offset += line.len();
        let section = line.trim_start().strip_prefix('#');
        section.is_some_and(|section| split_place(Scan::new(section)).is_none())
    });
    offset - header.map_or(0, str::len)
}

/// The line and the ply that a line or a comment belongs to, `0-7`, and what follows them.
pub(super) fn split_place(mut scan: Scan<'_>) -> Option<(u32, usize, Scan<'_>)> {
    let line = take_number(&mut scan)?;
    scan.skip_space();
    let ply = scan.eat("-").then(|| take_number(&mut scan))??;
    Some((line, ply, scan))
}

/// Takes a number, and the white space before it.
pub(super) fn take_number<N: FromStr>(scan: &mut Scan<'_>) -> Option<N> {
    scan.skip_space();
    scan.take_while(|next| next.is_ascii_digit()).parse().ok()
}

/// The sections of a text: each from a `#` up to the next one.
pub(super) fn sections(scan: Scan<'_>) -> impl Iterator<Item = Scan<'_>> {
    split(scan, "#").skip(1)
}

/// The pieces of a text between marks.
pub(super) fn split<'a>(scan: Scan<'a>, mark: &'static str) -> impl Iterator<Item = Scan<'a>> {
    let mut rest = Some(scan);
    std::iter::from_fn(move || {
        let piece = rest?;
        let mut after = piece;
        let end = after.take_until(mark).map(|_| after.offset() - mark.len());
        rest = end.map(|_| after);
        Some(end.map_or(piece, |end| piece.until(end)))
    })
}

/// A text up to a number of bytes, and the rest.
fn cut(scan: Scan<'_>, length: usize) -> (Scan<'_>, Scan<'_>) {
    let mut rest = scan;
    rest.take(length);
    (scan.until(rest.offset()), rest)
}
