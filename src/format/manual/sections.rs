//! Finding the games of a text and cutting them into sections.

use crate::format::scan::Scan;

/// A game as text: what stands above its first `##`, its lines, its comments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game<'a> {
    pub(super) header: Scan<'a>,
    pub(super) body: Scan<'a>,
    pub(super) comments: Scan<'a>,
}

/// What begins with `#`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section<'a> {
    /// What stands behind the `#`, up to the next one.
    pub(super) text: Scan<'a>,
}

/// The games of a text. Each begins where `##` is followed by `#0`; a text with nothing but a position is one too.
pub(super) fn games(text: &str) -> impl Iterator<Item = Game<'_>> {
    let mut scan = Scan::new(text);
    let mut found = false;
    std::iter::from_fn(move || {
        let game = next_game(&mut scan).or_else(|| {
            (!found && text.contains("#@")).then(|| Game {
                header: Scan::new(text),
                body: Scan::new(""),
                comments: Scan::new(""),
            })
        });
        found = true;
        game
    })
}

fn next_game<'a>(scan: &mut Scan<'a>) -> Option<Game<'a>> {
    let mut header = *scan;
    let body = loop {
        let offset = scan.rest().find("##")?;
        scan.take(offset);
        let end = scan.offset();
        scan.take(2);
        let mut body = *scan;
        body.skip_space();
        if starts_body(body.rest()) {
            header = header.until(end);
            break body;
        }
        // `###` may be the end of one thing and the beginning of another.
        if scan.rest().starts_with('#') {
            continue;
        }
    };
    *scan = body;
    let end = end_of_body(body.rest());
    scan.take(end);
    let body = body.until(scan.offset());
    let mut comments = Scan::new("");
    if scan.eat("##") {
        let rest = *scan;
        if !starts_body(scan.rest().trim_start()) {
            scan.take(end_of_comments(scan.rest()));
        } else {
            // What looked like the end is the beginning of the next game.
            *scan = rest;
        }
        comments = rest.until(scan.offset());
    }
    Some(Game {
        header: last_block(header),
        body,
        comments,
    })
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

/// The comments end with the text, with a fence, or where the next game begins.
fn end_of_comments(text: &str) -> usize {
    first_sign(text, |after| starts_body(after.trim_start()))
}

/// Where the first fence stands, or the first `##` with what is wanted behind it; else the text's length. The two are
/// looked for together: looking for each to the end of the text, game by game, would take for ever.
fn first_sign(text: &str, is_wanted: impl Fn(&str) -> bool) -> usize {
    let mut signs = text.match_indices(['#', '`']).map(|(place, _)| place);
    let first = signs.find(|place| {
        let here = &text[*place..];
        here.starts_with("```") || here.strip_prefix("##").is_some_and(&is_wanted)
    });
    first.unwrap_or(text.len())
}

/// The lines at the end of a text that begin with `#`, blank ones between them included: what stands above them is not
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
        let is_heading = line.starts_with("##") || (line.starts_with("# ") && line_start > 0);
        if line.starts_with('#') && !is_heading {
            start = line_start;
        } else if !line.is_empty() {
            break;
        }
        end = line_start;
    }
    scan.take(start);
    scan
}

/// The sections of a text.
pub(super) fn sections(mut scan: Scan<'_>) -> impl Iterator<Item = Section<'_>> {
    scan.take_while(|next| next != '#');
    std::iter::from_fn(move || {
        scan.next()?;
        let start = scan;
        scan.take_while(|next| next != '#');
        Some(Section {
            text: start.until(scan.offset()),
        })
    })
}
