//! Finding the games of a text and cutting them into sections.

use crate::text::scan::Scan;

/// A game as text: what is above its first `##`, its lines, its comments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game<'a> {
    pub(super) header: Scan<'a>,
    pub(super) body: Scan<'a>,
    pub(super) comments: Scan<'a>,
}

/// The games of a text. Each begins where `##` is followed by `#0`. A text that begins with `#0` is one too, and so is one
/// with nothing but a position.
pub(super) fn games(text: &str) -> impl Iterator<Item = Game<'_>> {
    let mut scan = Scan::new(text);
    scan.skip_space();
    let mut first = true;
    std::iter::from_fn(move || {
        let is_first = std::mem::take(&mut first);
        let bare = is_first && starts_body(scan.rest());
        let start = scan;
        match next_body(&mut scan) {
            Some(end) if !bare => Some(game(last_block(start.until(end)), &mut scan)),
            _ if bare => {
                scan = start;
                Some(game(Scan::new(""), &mut scan))
            }
            _ if is_first && text.contains("#@") => Some(Game {
                header: Scan::new(text),
                body: Scan::new(""),
                comments: Scan::new(""),
            }),
            _ => None,
        }
    })
}

/// Goes to the next `#0` after a `##`, and returns the offset of that `##`.
fn next_body(scan: &mut Scan<'_>) -> Option<usize> {
    loop {
        let offset = scan.rest().find("##")?;
        scan.take(offset);
        let end = scan.offset();
        scan.take(2);
        let mut body = *scan;
        body.skip_space();
        if starts_body(body.rest()) {
            *scan = body;
            return Some(end);
        }
        // `###` may be the end of one thing and the beginning of another: the next search begins at its second `#`.
    }
}

/// Takes the lines and the comments of a game.
fn game<'a>(header: Scan<'a>, scan: &mut Scan<'a>) -> Game<'a> {
    let body = *scan;
    scan.take(end_of_body(body.rest()));
    let body = body.until(scan.offset());
    let mut comments = Scan::new("");
    let end = *scan;
    if scan.eat("##") {
        let rest = *scan;
        if starts_body(scan.rest().trim_start()) {
            // What looked like the end is the beginning of the next game.
            *scan = end;
        } else {
            scan.take(end_of_comments(scan.rest()));
            comments = rest.until(scan.offset());
        }
    }
    Game {
        header,
        body,
        comments,
    }
}

/// `#0`, alone or before `!`, `#` or a space.
fn starts_body(text: &str) -> bool {
    text.strip_prefix("#0").is_some_and(|rest| {
        rest.starts_with(['!', '#', '@', '$', '\n', '\r', ' ', '\t']) || rest.is_empty()
    })
}

/// The lines end at the next `##`, or where the fence of a Markdown text closes.
fn end_of_body(text: &str) -> usize {
    first_sign(text, |_| true)
}

/// The comments end with the text, with a fence, or where the header of the next game begins.
fn end_of_comments(text: &str) -> usize {
    let end = first_sign(text, |after| starts_body(after.trim_start()));
    if text[end..].starts_with("##") {
        start_of_header(&text[..end])
    } else {
        end
    }
}

/// The offset of the first fence, or of the first `##` followed by the given text; otherwise the text's length. Both
/// are searched for together: searching for each to the end of the text, game by game, would be quadratic.
fn first_sign(text: &str, is_wanted: impl Fn(&str) -> bool) -> usize {
    let mut signs = text.match_indices(['#', '`']).map(|(place, _)| place);
    let first = signs.find(|place| {
        let here = &text[*place..];
        here.starts_with("```") || here.strip_prefix("##").is_some_and(&is_wanted)
    });
    first.unwrap_or(text.len())
}

/// Where the first line begins that is a section, but no comment.
fn start_of_header(text: &str) -> usize {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let section = line.trim_start().strip_prefix('#');
        if section.is_some_and(|section| split_place(section).is_none()) {
            return offset;
        }
        offset += line.len();
    }
    text.len()
}

/// The line and the ply that a comment belongs to, and the offset of its text: `0-7 text`.
pub(super) fn split_place(section: &str) -> Option<(u32, usize, usize)> {
    let (line, rest) = section.split_once('-')?;
    let end = rest.find(|next: char| !next.is_ascii_digit());
    let ply = &rest[..end.unwrap_or(rest.len())];
    let offset = line.len() + 1 + ply.len();
    Some((line.trim().parse().ok()?, ply.parse().ok()?, offset))
}

/// The lines at the end of a text that begin with `#`, blank ones between them included: what is above them is not
/// the game's.
fn last_block(mut scan: Scan<'_>) -> Scan<'_> {
    let text = scan.rest();
    let mut start = text.len();
    let mut end = text.len();
    while end > 0 {
        let line_start = text[..end]
            .trim_end_matches('\n')
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let line = text[line_start..end].trim();
        if line.starts_with('#') && !line.starts_with("##") {
            start = line_start;
        } else if !line.is_empty() {
            break;
        }
        end = line_start;
    }
    scan.take(start);
    scan
}

/// The sections of a text: what follows each `#`, up to the next one.
pub(super) fn sections(scan: Scan<'_>) -> impl Iterator<Item = Scan<'_>> {
    split(scan, '#').skip(1)
}

/// The pieces of a text between marks.
pub(super) fn split(mut scan: Scan<'_>, mark: char) -> impl Iterator<Item = Scan<'_>> {
    let mut is_last = false;
    std::iter::from_fn(move || {
        let start = scan;
        scan.take_while(|next| next != mark);
        let piece = start.until(scan.offset());
        let is_over = std::mem::replace(&mut is_last, scan.next().is_none());
        (!is_over).then_some(piece)
    })
}
