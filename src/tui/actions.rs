//! What each action does, and which are of use now.

use std::sync::Arc;

use super::keys::Action;
use super::model::{Effect, State};
use super::say::Say;
use super::typing::Asked;
use super::views::View;

impl State {
    /// Does what an action asks for.
    pub(super) fn update(&mut self, action: Action, count: Option<usize>) {
        let before = self.node();
        if !matches!(action, Action::Play | Action::Faster | Action::Slower) {
            self.ui.playing.stop();
        }
        if !self.act_in_book(action, count) {
            if !keeps_preview(action) && !self.scrolls(action) {
                self.reader.preview = None;
            }
            self.act(action, count);
        }
        if self.node() != before {
            self.ui.panes.comment.reset();
        }
        self.guard_answer();
    }

    fn act(&mut self, action: Action, count: Option<usize>) {
        let record = Arc::clone(&self.document.record);
        let times = count.unwrap_or(1);
        match action {
            Action::Forward => self.forward(times),
            Action::Back => self.reader.cursor.back(&record, times),
            Action::Down => self.down_or_up(true, times),
            Action::Up => self.down_or_up(false, times),
            Action::Start => self.reader.cursor.go_to_ply(&record, 0),
            Action::End => self
                .reader
                .cursor
                .go_to_ply(&record, count.unwrap_or(usize::MAX)),
            Action::PageDown => self.go_by_page(true, times),
            Action::PageUp => self.go_by_page(false, times),
            Action::NextFork => self.seek(times, &Say::NoMoreForks, |cursor| cursor.next_fork()),
            Action::PreviousFork => {
                self.seek(times, &Say::NoMoreForks, |cursor| cursor.previous_fork());
            }
            Action::NextComment => self.seek(times, &Say::NoMoreComments, |cursor| {
                cursor.next_among(cursor.lines().comments())
            }),
            Action::PreviousComment => self.seek(times, &Say::NoMoreComments, |cursor| {
                cursor.previous_among(cursor.lines().comments())
            }),
            Action::NextGame => self.next_problem_or_game(true, times),
            Action::PreviousGame => self.next_problem_or_game(false, times),
            Action::Swing => self.next_swing(),
            Action::Take => self.take(count),
            Action::Mainline => self.return_to_mainline(),
            Action::Fold => self.fold(),
            Action::FoldAll => self.ui.folds.toggle_all(),
            Action::Transposition => self.transpose(),
            Action::GoToMark | Action::SetMark => self.ui.typing.await_letter(action),
            Action::Search => self.ui.typing.ask(Asked::Search),
            Action::NextHit => self.next_hit(true, times),
            Action::PreviousHit => self.next_hit(false, times),
            Action::Command => self.ui.typing.ask(Asked::Command),
            Action::Games => self.open_list(),
            Action::Book => self.toggle_book(),
            Action::Info => self.ui.panes.toggle(View::Info),
            Action::Graph if self.document.survey.is_some() && !self.has_graph() => {
                self.say(&Say::NoGraph);
            }
            Action::Graph => self.ui.panes.toggle(View::Graph),
            Action::Map => self.ui.panes.toggle(View::Map),
            Action::Messages => self.ui.panes.toggle(View::Messages),
            Action::Help => self.ui.panes.toggle(View::Help),
            Action::NextPane => self.turn(true),
            Action::PreviousPane => self.turn(false),
            Action::Zoom => self.ui.panes.zoomed = !self.ui.panes.zoomed,
            Action::Flip => self.ui.settings.flip = !self.ui.settings.flip,
            Action::Coordinates => self.toggle_coordinates(),
            Action::Notation => self.next_notation(),
            Action::Play => self.play(),
            Action::Faster => self.ui.playing.faster(),
            Action::Slower => self.ui.playing.slower(),
            Action::Problems => self.toggle_problems(),
            Action::Answer => self.reveal(),
            Action::CopyPosition => self.copy_position(),
            Action::CopyLine => self.copy_line(),
            Action::CopyPlace => self.copy_place(),
            Action::Edit => self.edit(),
            Action::Mouse => self.toggle_mouse(),
            Action::Cancel => self.cancel(),
            Action::Follow => self.toggle_following(),
            Action::Newest => self.go_to_newest(),
            Action::Pin => self.toggle_pin(),
            Action::Reload => self.reload(),
            Action::Redraw => self.want(Effect::Redraw),
            Action::Suspend => self.want(Effect::Suspend),
            Action::Quit => self.want(Effect::Quit),
            // The books take it wherever one is.
            Action::BookMove => {}
        }
    }

    /// Whether an action would do something now; help leaves the others out.
    pub(super) fn is_valid(&self, action: Action) -> bool {
        let lines = self.reader.cursor.lines();
        match action {
            Action::Take => self.branches().len() > 1,
            Action::Mainline => {
                !lines.on_mainline(self.reader.cursor.node()) || !self.reader.tried.is_empty()
            }
            Action::Book | Action::BookMove => self.has_book(),
            Action::NextFork
            | Action::PreviousFork
            | Action::Fold
            | Action::FoldAll
            | Action::Map => lines.count() > 1,
            Action::NextComment | Action::PreviousComment => !lines.comments().is_empty(),
            Action::NextGame | Action::PreviousGame => self.has_other_games(),
            Action::Games => self.has_other_games(),
            Action::Swing => self
                .document
                .survey
                .as_ref()
                .is_some_and(|survey| !survey.evals.is_empty()),
            Action::Graph => self.has_graph(),
            Action::Transposition => self
                .document
                .survey
                .as_ref()
                .is_some_and(crate::record::Survey::has_transpositions),
            Action::NextHit | Action::PreviousHit => self.reader.search.query.is_some(),
            Action::Faster | Action::Slower => self.ui.playing.interval().is_some(),
            Action::Answer => self.reader.problems.is_some(),
            Action::GoToMark => !self.marks_here().is_empty(),
            _ => true,
        }
    }

    /// Whether an action moves text and not the cursor now.
    pub(super) fn scrolls(&self, action: Action) -> bool {
        matches!(action, Action::PageDown | Action::PageUp) && self.scrolled().is_some()
    }

    fn down_or_up(&mut self, down: bool, times: usize) {
        match self.scrolled() {
            Some(scroll) => scroll.by(times, down),
            None => self.sideways(down, times),
        }
    }

    fn go_by_page(&mut self, down: bool, times: usize) {
        let record = Arc::clone(&self.document.record);
        let plies = times.saturating_mul(10);
        match self.scrolled() {
            Some(scroll) => scroll.pages(times, down),
            None if down => self.reader.cursor.forward(&record, plies),
            None => self.reader.cursor.back(&record, plies),
        }
    }

    fn take(&mut self, count: Option<usize>) {
        let marked = self
            .reader
            .cursor
            .lines()
            .number(&self.document.record.tree, self.node())
            + 1;
        if !self.take_branch(count.unwrap_or(marked)) {
            self.say(&Say::NoBranches);
        }
    }

    /// Closes the nearest thing that is open, drops what was typed, stops what is going on.
    fn cancel(&mut self) {
        if self.tickets.cancel() || self.reader.preview.take().is_some() {
            return;
        }
        if self.ui.panes.view.take().is_none() {
            self.ui.panes.zoomed = false;
            self.reader.search.unlight();
        }
        self.ui.list = None;
    }

    fn toggle_coordinates(&mut self) {
        self.ui.settings.coordinates = !self.ui.settings.coordinates;
        self.say(&Say::Coordinates(self.ui.settings.coordinates));
    }

    fn next_notation(&mut self) {
        let game = self.document.record.game();
        self.ui.settings.notation = self.ui.settings.notation.next(game);
        self.say(&Say::Notation(self.ui.settings.notation.name(game)));
    }

    fn toggle_mouse(&mut self) {
        self.ui.mouse = !self.ui.mouse;
        self.want(Effect::Mouse(self.ui.mouse));
        self.say(&Say::Mouse(self.ui.mouse));
    }
}

/// Whether a branch is still looked at after the action.
fn keeps_preview(action: Action) -> bool {
    matches!(
        action,
        Action::Forward
            | Action::Down
            | Action::Up
            | Action::Take
            | Action::Mainline
            | Action::Transposition
            | Action::Help
            | Action::Book
            | Action::Cancel
            | Action::Zoom
            | Action::Flip
            | Action::Coordinates
            | Action::Notation
            | Action::NextPane
            | Action::PreviousPane
            | Action::Redraw
            | Action::Suspend
            | Action::Mouse
            | Action::CopyPosition
            | Action::CopyLine
    )
}
