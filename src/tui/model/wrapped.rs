//! The lines of the comment pane. Since a comment may be as long as a book, only the visible part is wrapped, and the
//! number of lines before and after it is estimated from their bytes.

use std::ops::Range;
use std::sync::Arc;

use ratatui::style::Style;

use super::comment::{NodeText, TextKind, as_shown, written};
use super::{State, TextLine, passage, quoted_lines};
use crate::game::Notation;
use crate::record::{NodeId, Record};
use crate::text::Pattern;
use crate::words::Lang;

/// To show a line at most this far from the wrapped ones, everything between is wrapped. Otherwise wrapping restarts
/// there.
const NEAR: usize = 10_000;
/// The number of bytes searched for the first hit.
const SEARCHED: usize = 16 * 1024 * 1024;

/// Some lines of the comment, valid until anything they depend on changes.
#[derive(Debug)]
pub(in crate::tui) struct Wrapped {
    pub(in crate::tui) record: Arc<Record>,
    pub(in crate::tui) node: NodeId,
    width: u16,
    wide: bool,
    alert: Style,
    lit: Option<Pattern>,
    notation: Notation,
    lang: Lang,
    lines: Vec<TextLine>,
    /// The number of lines before these. Exact if all of them were wrapped, otherwise estimated.
    before: usize,
    /// The bytes shown in these lines, counted through all texts, with one extra byte for each text.
    seen: Range<usize>,
    length: usize,
}

impl Wrapped {
    /// Nothing is wrapped yet.
    pub(in crate::tui) fn new(state: &State, width: u16) -> Self {
        let record = Arc::clone(&state.document.record);
        let node = state.commented();
        let texts = written(&record, node, state.ui.settings.language());
        Self {
            length: texts.iter().map(|text| text.content.len() + 1).sum(),
            record,
            node,
            width,
            wide: state.ambiguous().may_be_wide(),
            alert: state.ui.settings.alert(),
            lit: state.reader.search.lit().cloned(),
            notation: state.ui.settings.notation,
            lang: state.ui.settings.language(),
            lines: Vec::new(),
            before: 0,
            seen: 0..0,
        }
    }

    pub(in crate::tui) fn is_for(&self, state: &State, width: u16) -> bool {
        Arc::ptr_eq(&self.record, &state.document.record)
            && self.node == state.commented()
            && self.width == width
            && self.wide == state.ambiguous().may_be_wide()
            && self.notation == state.ui.settings.notation
            && self.lang == state.ui.settings.language()
            && self.alert == state.ui.settings.alert()
            && self.lit.as_ref() == state.reader.search.lit()
    }

    /// The wrapped lines.
    pub(in crate::tui) fn lines(&self) -> &[TextLine] {
        &self.lines
    }

    /// The estimated number of lines before and after the wrapped ones.
    pub(in crate::tui) fn around(&self) -> (usize, usize) {
        (self.before, self.rows_of(self.length - self.seen.end))
    }

    /// An estimate of the number of lines for a number of bytes.
    fn rows_of(&self, bytes: usize) -> usize {
        let (rows, of) = match self.lines.len() {
            0 => (1, usize::from(self.width).max(1)),
            rows => (rows, self.seen.len().max(1)),
        };
        bytes.saturating_mul(rows).div_ceil(of)
    }

    /// Wraps what is visible from a line on in a pane with `room` rows, and one more page. Returns the number of that
    /// line, which changes if the estimate was wrong.
    pub(in crate::tui) fn cover(&mut self, state: &State, mut top: usize, room: usize) -> usize {
        let end = self.before + self.lines.len();
        if top > end.saturating_add(NEAR) || top.saturating_add(NEAR) < self.before {
            let total = end + self.around().1;
            let last = total.saturating_sub(room);
            let offset = match top < last {
                true => (self.length as u128 * top as u128 / total as u128) as usize,
                false => self.length,
            };
            top = top.min(last);
            self.turn_to(offset, top);
        }
        while top + 2 * room > self.before + self.lines.len() && self.wrap_on(state) {}
        let last = |of: &Self| (of.before + of.lines.len()).saturating_sub(room);
        top = top.min(last(self));
        while top < self.before.max(1) && self.seen.start > 0 {
            top = self.wrap_back(state, top);
        }
        top.min(last(self))
    }

    /// Wraps the passage with the first search hit, unless that is already wrapped.
    pub(in crate::tui) fn seek(&mut self, state: &State) {
        let is_seen = self.lines.iter().any(TextLine::is_hit);
        let Some(query) = self.lit.take_if(|_| !is_seen) else {
            return;
        };
        let record = Arc::clone(&self.record);
        let mut offset = 0;
        for text in written(&record, self.node, self.lang) {
            let searched = passage::boundary(&text.content, text.content.len().min(SEARCHED));
            if let Some(hit) = query.first(&text.content[..searched]) {
                let at = offset + hit.start;
                self.turn_to(at, self.rows_of(at));
                while self.seen.end <= at && self.wrap_on(state) {}
                break;
            }
            offset += text.content.len() + 1;
        }
        self.lit = Some(query);
    }

    /// Discards the lines. Wrapping continues at `offset`, with lines counted from `number`.
    fn turn_to(&mut self, offset: usize, number: usize) {
        let texts = written(&self.record, self.node, self.lang);
        let at = located(&texts, offset).map_or(self.length, |(text, within)| {
            offset - within + passage::start(&text.content, within)
        });
        drop(texts);
        self.lines.clear();
        self.seen = at..at;
        self.before = if at == 0 { 0 } else { number.max(1) };
    }

    /// Wraps the next passage. Returns false if there is none.
    fn wrap_on(&mut self, state: &State) -> bool {
        let record = Arc::clone(&self.record);
        let texts = written(&record, self.node, self.lang);
        let Some((text, from)) = located(&texts, self.seen.end) else {
            return false;
        };
        let to = passage::end(&text.content, from);
        let goes_on = from > 0 && !text.content[..from].ends_with('\n');
        let begun = self.lines.pop_if(|_| goes_on);
        let begun = begun.map_or_else(String::new, |line| line.text);
        let lines = self.wrapped(state, text, from..to, begun);
        self.lines.extend(lines);
        self.seen.end += to - from + usize::from(to == text.content.len());
        true
    }

    /// Wraps the passage before the first line. Returns the number of line `top`, which changes if the estimate was
    /// wrong.
    fn wrap_back(&mut self, state: &State, top: usize) -> usize {
        let record = Arc::clone(&self.record);
        let texts = written(&record, self.node, self.lang);
        let start = self.seen.start;
        let within = located(&texts, start).filter(|(_, within)| *within > 0);
        let is_other = within.is_none();
        let Some((text, to)) = within.or_else(|| located(&texts, start - 1)) else {
            return top;
        };
        let from = passage::start(&text.content, to);
        let lines = self.wrapped(state, text, from..to, String::new());
        self.seen.start -= to - from + usize::from(is_other);
        let known = self.before;
        let new = lines.len();
        self.lines.splice(0..0, lines);
        self.before = match self.seen.start {
            0 => 0,
            start if known <= new => self.rows_of(start),
            _ => known - new,
        };
        (top + self.before + new).saturating_sub(known)
    }

    /// Wraps a part of a text.
    fn wrapped(
        &self,
        state: &State,
        text: &NodeText<'_>,
        part: Range<usize>,
        begun: String,
    ) -> Vec<TextLine> {
        let goes_on = part.end < text.content.len();
        let is_beginning = part.start == 0;
        let part = &text.content[part];
        let mut shown = begun + &as_shown(state, self.node, text.kind, part);
        if goes_on && part.ends_with('\n') {
            shown.pop();
        }
        let style = match text.kind {
            TextKind::Warning => self.alert,
            TextKind::Comment | TextKind::Bookmark => Style::new(),
        };
        let lines = match text.kind {
            TextKind::Comment if is_beginning => quoted_lines(state, self.node, &shown),
            _ => Vec::new(),
        };
        let unfit = lines.into_iter().filter(|line| line.moves.is_empty());
        let idle: Vec<Range<usize>> = unfit.map(|line| line.at).collect();
        TextLine::wrapped(state, &shown, &idle, style, self.width)
    }
}

/// The text that contains an offset in the concatenation of all texts, and the offset in it. `None` after the last.
fn located<'a, 'b>(
    texts: &'a [NodeText<'b>],
    mut offset: usize,
) -> Option<(&'a NodeText<'b>, usize)> {
    for text in texts {
        if offset <= text.content.len() {
            return Some((text, offset));
        }
        offset -= text.content.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::format;
    use crate::settings::Config;
    use crate::text::{Source, wrap};
    use crate::tui::Settings;

    const ROOM: usize = 8;

    /// A session on a record with one comment, and the lines of the whole comment.
    fn commented(comment: &str) -> (State, Vec<String>) {
        let text = format!("(;GM[1]SZ[9]C[{comment}])");
        let loaded = format::read(&Source::new(text.as_bytes(), "game.sgf")).unwrap();
        let settings = Settings::new(&Config::default(), false);
        let state = State::new(Path::new("game.sgf"), loaded, 0, settings).unwrap();
        (state, wrap(comment, 30, true))
    }

    fn texts(wrapped: &Wrapped) -> Vec<&str> {
        wrapped.lines.iter().map(|line| &*line.text).collect()
    }

    #[test]
    fn passages_are_wrapped_as_one_text() {
        let paragraph = "一二三四。e\u{301}「五六」 good move, isn't it? ".repeat(1_500);
        let paragraph = paragraph.trim_end();
        for comment in [paragraph.replace(' ', "\n"), paragraph.to_owned()] {
            let (state, whole) = commented(&comment);
            let mut wrapped = Wrapped::new(&state, 30);
            assert_eq!(wrapped.cover(&state, 0, ROOM), 0);
            assert!(wrapped.lines.len() < whole.len() / 2);
            for top in (0..whole.len()).step_by(ROOM) {
                wrapped.cover(&state, top, ROOM);
            }
            assert_eq!(wrapped.around(), (0, 0));
            assert!(texts(&wrapped) == whole, "{:?}", texts(&wrapped).len());
        }
    }

    #[test]
    fn what_is_far_away_is_gone_to_and_left_again_line_by_line() {
        let comment: String = (0..100_000).map(|line| format!("line {line}\n")).collect();
        let (state, whole) = commented(comment.trim_end());
        let mut wrapped = Wrapped::new(&state, 30);
        wrapped.cover(&state, 0, ROOM);
        let mut top = wrapped.cover(&state, usize::MAX, ROOM);
        assert!(wrapped.lines.len() < whole.len() / 10, "not all are wrapped");
        assert_eq!(wrapped.around().1, 0);
        // Going back to the start shows every line, whatever the estimated number of the first was.
        let mut seen = Vec::new();
        loop {
            seen.push(wrapped.lines[top - wrapped.before].text.clone());
            let Some(above) = top.checked_sub(1) else {
                break;
            };
            top = wrapped.cover(&state, above, ROOM);
        }
        seen.reverse();
        assert!(seen == whole[..=whole.len() - ROOM], "{}", seen.len());
    }
}
