//! The last row, and the log of its messages.

use ratatui::layout::{Position as ScreenPosition, Rect};
use ratatui::style::Style;

use super::bar::{Bar, inner, sign_side, weight};
use super::pointed::put_pointed;
use super::{Body, Pane, games, text, wall};
use crate::game::{Game, Move, Position, Side};
use crate::record::NodeId;
use crate::text::columns;
use crate::tui::completion;
use crate::tui::model::{Asked, GameList, Input, PaneId, Prompt, State, TextLine, Watched, focus};
use crate::tui::report::Report;
use crate::tui::terminal::Canvas;
use crate::words;
use crate::words::Worded;

pub(in crate::tui) const PANE: Pane = Pane { body: Body::Drawn(draw), ..Pane::PLAIN };

/// The log of messages, newest first.
pub(in crate::tui) const MESSAGES: Pane = Pane {
    heading: Some(|state, _| (state.texts().messages.to_owned(), String::new())),
    body: Body::Text(|state, area| {
        let messages = state.ui.log.newest();
        messages
            .flat_map(|text| TextLine::wrapped(state, text, &[], &[], Style::new(), area.width))
            .collect()
    }),
    ..Pane::PLAIN
};

/// The current place, the state of the file, and the keys to remember. Parts that change from step to step are at the
/// left, so that the others do not move.
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let style = state.look().bar();
    canvas.fill(area, style);
    if let Some(prompt) = state.ui.mode.prompt() {
        if state.ui.mode.comment().is_some() {
            let shown = match &state.ui.message {
                Some(message) => &message.report.worded(state.lang()),
                None => state.texts().writing_comment,
            };
            return text(canvas, inner(area), 0, shown, style);
        }
        return draw_prompt(state, prompt, inner(area), canvas);
    }
    sign_side(state, area, false, canvas);
    let mut bar = Bar::new(style);
    put_place(state, &mut bar);
    put_pointed(state, &mut bar);
    if state.ui.mode.problem.is_some()
        && let [solved, failed] = state.solved_and_failed()
        && solved + failed > 0
    {
        bar.left(weight::NUMBER, &[&(state.texts().tried)(solved, failed)]);
    }
    if let Some(typed) = state.ui.mode.pending(&state.ui.keymap) {
        let typed = format!("{typed}_");
        let hint = format!("{typed} {}", count_hint(state));
        bar.left(weight::MESSAGE, &[hint.trim_end(), &typed]);
    }
    if let Some(message) = &state.ui.message {
        put_message(state, &message.report, &mut bar);
    }
    if state.is_on_wall() {
        wall::put(state, &mut bar);
        put_hints(state, &mut bar);
        return bar.draw(inner(area), canvas);
    }
    wall::put_live(state, &mut bar);
    if let Some(ruling) = games::ruling(state) {
        let forms = ruling.each_ref().map(String::as_str);
        bar.right_text((weight::NUMBER, weight::LINE), &forms, style);
    }
    put_watched(state, &mut bar);
    put_hints(state, &mut bar);
    bar.draw(inner(area), canvas);
}

/// A message; if it is cut, with the key of the log that has all of it.
fn put_message(state: &State, report: &Report, bar: &mut Bar) {
    let style = state.look().bar().patch(state.look().alert());
    let text = report.worded(state.lang());
    // Text that may be selected with the mouse is shown whole and first.
    let is_whole = matches!(report, Report::Copied(..));
    let key = Some(state.ui.keymap.first_key("messages"));
    let key = key.filter(|key| !key.is_empty() && !report.is_passing() && !is_whole);
    let hint = key.map_or_else(String::new, |key| format!(" ({key})"));
    let cut = if is_whole { weight::MESSAGE } else { weight::LONG };
    bar.message((cut, weight::MESSAGE), &text, hint, style);
}

/// The keys that can follow a typed count.
fn count_hint(state: &State) -> String {
    let counts = matches!(&state.ui.mode.input, Input::Pending(pending) if pending.count.is_some());
    if !counts || state.is_on_board() || state.ui.message.is_some() {
        return String::new();
    }
    let keys = ["end", "forward", "take"].map(|name| state.ui.keymap.first_key(name));
    (state.texts().counting)(&keys[0], &keys[1], &keys[2])
}

/// The keys to remember, as the reader has them.
fn put_hints(state: &State, bar: &mut Bar) {
    let texts = state.texts();
    let open = (weight::PAGES, "take", texts.hint_open);
    let close = (weight::HELP, "cancel", texts.hint_close);
    let hints: Vec<(u8, &str, &str)> = match state.ui.mode.opened() {
        Some(PaneId::Games) => {
            let is_filtered = state.ui.games.as_ref().is_some_and(GameList::is_filtered);
            let leave = if is_filtered { texts.hint_all } else { texts.hint_close };
            let filter = (weight::FIND, "search", texts.hint_filter);
            vec![open, filter, (weight::HELP, "cancel", leave)]
        }
        Some(PaneId::Wall) => vec![
            open,
            (weight::FIND, "search", texts.hint_filter),
            (weight::HELP, "help", texts.hint_help),
        ],
        Some(PaneId::Map) => {
            vec![
                (weight::PAGES, "take", texts.hint_stay),
                (weight::HELP, "cancel", texts.hint_back),
            ]
        }
        Some(_) => vec![close],
        None if state.is_on_board() => match (state.position(), state.picked()) {
            (Position::Go(_), _) => vec![
                (weight::HELP, "take", texts.hint_stone),
                (weight::FIND, "transposition", texts.hint_pass),
                (weight::QUIT, "cancel", texts.hint_leave),
            ],
            (_, Some(_)) => vec![
                (weight::HELP, "take", texts.hint_put_down),
                (weight::FIND, "next-pane", texts.hint_target),
                (weight::QUIT, "cancel", texts.hint_put_back),
            ],
            (_, None) if state.ui.pointer.held.is_some() => vec![
                (weight::HELP, "take", texts.hint_stone),
                (weight::FIND, "next-pane", texts.hint_piece),
                (weight::QUIT, "cancel", texts.hint_put_back),
            ],
            (_, None) => vec![
                (weight::HELP, "take", texts.hint_pick_up),
                (weight::FIND, "next-pane", texts.hint_piece),
                (weight::QUIT, "cancel", texts.hint_leave),
            ],
        },
        None if focus::is_narrow(state) => vec![
            (weight::PAGES, "next-pane", texts.hint_pages),
            (weight::HELP, "help", texts.hint_help),
        ],
        None if state.ui.mode.problem.is_some() => vec![
            (weight::QUIT, "again", texts.hint_again),
            (weight::HELP, "answer", texts.hint_answer),
            (weight::FIND, "help", texts.hint_help),
        ],
        None => vec![
            (weight::FIND, "search", texts.hint_find),
            (weight::HELP, "help", texts.hint_help),
            (weight::QUIT, "quit", texts.hint_quit),
        ],
    };
    for (weight, action, text) in hints {
        let key = state.ui.keymap.first_key(action);
        if !key.is_empty() {
            let hint = format!("{key} {text}");
            bar.right(weight, &[&hint]);
        }
    }
}

/// The prompt with its sign, and the column of the cursor. If it is longer than the row, the part around the cursor is
/// shown.
fn prompt_line(prompt: &Prompt, area: Rect) -> (String, u16) {
    let (before, after) = prompt.line.halves();
    let room = usize::from(area.width).saturating_sub(4);
    let mut start = 0;
    while columns(&before[start..], true) > room {
        start += before[start..].chars().next().map_or(1, char::len_utf8);
    }
    let head = format!("{}{}", prompt.sign(), &before[start..]);
    let column = u16::try_from(columns(&head, false)).unwrap_or(u16::MAX);
    (format!("{head}_{after}"), column)
}

/// The position of the terminal's cursor in the prompt, or the start of the row.
pub(super) fn cursor(state: &State) -> Option<ScreenPosition> {
    let area = inner(state.ui.layout.area(PaneId::Status)?);
    let prompt = state.ui.mode.prompt();
    let column = prompt.map_or(0, |prompt| prompt_line(prompt, area).1);
    Some(ScreenPosition::new(area.x + column, area.y))
}

/// The line being typed, and its completions.
fn draw_prompt(state: &State, prompt: &Prompt, area: Rect, canvas: &mut Canvas<'_>) {
    let (before, _) = prompt.line.halves();
    let mut line = prompt_line(prompt, area).0;
    if prompt.asked == Asked::Command {
        let room = usize::from(area.width);
        for (nth, word) in completion::fitting(state, before).iter().enumerate() {
            let gap = if nth == 0 { "    " } else { "  " };
            if columns(&line, true) + gap.len() + columns(word, true) > room {
                break;
            }
            line.push_str(gap);
            line.push_str(word.trim_end());
        }
    }
    text(canvas, area, 0, &line, state.look().bar());
}

/// `ply  11/241  (round 6)  馬二進三  x卒  check  [1/3]  3.2-11  (m: main line)`
fn put_place(state: &State, bar: &mut Bar) {
    let is_problem = state.ui.mode.problem.is_some();
    let desk = state.shown();
    let (node, tree) = (desk.node(), &desk.record.tree);
    let (is_beside, hides) = (state.beside.is_some(), state.hides_answer());
    let start = state.ui.mode.problem.as_ref().map(|problem| problem.start);
    let begins = is_beside || hides && start == Some(node);
    let has_no_game = state.shows_no_game();
    if is_problem {
        let number = state.problem_number().filter(|_| begins && !has_no_game);
        put_problem(state, number.as_deref(), bar);
    }
    if has_no_game || is_beside && is_problem {
        return;
    }
    if is_beside {
        let last = tree.ply(tree.mainline_end());
        return bar.left(weight::PLY, &[&format!("{}/{last}", tree.ply(node))]);
    }
    if is_problem && begins {
        let (lang, position) = (state.lang(), state.position());
        let to_play = lang.to_play(position.game(), position.side_to_move());
        return bar.left(weight::CHECK, &[&to_play]);
    }
    let last = if hides {
        "?".to_owned()
    } else if tree.is_own(node) {
        state.cursor().last_ply().to_string()
    } else {
        tree.ply(state.cursor().file_end()).to_string()
    };
    put_ply(state, &last, bar);
    if let Some(round) = state.round(tree.ply(node)) {
        bar.left(weight::NUMBER, &[&(state.texts().round)(round)]);
    }
    // A root seldom has a move.
    if node != NodeId::ROOT || tree.mv(node).is_some() {
        put_move(state, node, bar);
    }
    if let Some(branch) = state.among_branches(node).filter(|_| !hides) {
        bar.left(weight::SIBLINGS, &[&format!("[{branch}]")]);
    }
    if state.has_unseen_comment() {
        bar.left(weight::SIBLINGS, &["*"]);
    }
    if !state.lines().on_mainline(node) {
        bar.left(weight::LINE, &[&state.place_of(node).to_string()]);
        bar.left(weight::WAY_BACK, &[&way_back(state)]);
    }
}

/// `problem 2/792`, without the number once a move is on the board.
fn put_problem(state: &State, number: Option<&str>, bar: &mut Bar) {
    let problem = state.texts().problem;
    match number {
        Some(number) => bar.left(weight::PLY, &[&format!("{problem} {number}"), number]),
        None => bar.left(weight::LINE, &[problem]),
    }
}

/// `馬二進三  x卒  check`
fn put_move(state: &State, node: NodeId, bar: &mut Bar) {
    let (tree, lang, before) = (state.tree(), state.lang(), state.position_before(node));
    let outcome = tree.outcome(node).filter(|_| !state.hides_results());
    let outcome = outcome.map(|outcome| lang.outcome(outcome, before.game()));
    let captured = captured(state, &before, tree.mv(node));
    bar.left(weight::MOVE, &[&move_name(state, &before, node)]);
    bar.left(weight::CAPTURED, &[&captured.unwrap_or_default()]);
    if state.position().is_check() {
        let is_mated = state.position().legal_moves().is_empty();
        let texts = state.texts();
        bar.left(weight::CHECK, &[if is_mated { texts.mated } else { texts.check }]);
    }
    bar.left(weight::CHECK, &[&repetition(state).unwrap_or_default()]);
    bar.left(weight::OUTCOME, &[&outcome.unwrap_or_default()]);
    let number = move_number(state, node);
    bar.left(weight::NUMBER, &[&number.unwrap_or_default()]);
}

/// `ply  11/241`: with the noun where the number of the round or of the move is beside it.
fn put_ply(state: &State, last: &str, bar: &mut Bar) {
    let (ply, digits) = (state.tree().ply(state.node()), last.len());
    let short = format!("{ply:>digits$}/{last}");
    let mut forms = vec![&*short];
    let named = (state.texts().ply)(&short);
    let is_counted_too = match state.desk.record.game() {
        Game::Xiangqi => true,
        Game::Go => move_number(state, state.node()).is_some(),
        Game::Shogi => false,
    };
    if is_counted_too {
        forms.insert(0, &named);
    }
    // On a narrow screen a message needs the columns more.
    let gives_way = focus::is_narrow(state) && state.ui.message.is_some();
    let weight = if gives_way { weight::MOVE } else { weight::PLY };
    bar.left_text((weight::QUIET, weight), &forms);
}

/// A move, with its colour in Go; in the other games the notation includes the side.
fn move_name(state: &State, before: &Position, node: NodeId) -> String {
    let name = state.move_name(before, node);
    match before {
        Position::Go(_) if state.tree().mv(node).is_some() => {
            let mover = state.tree().mv(node).and_then(Move::side);
            let side = mover.unwrap_or(before.side_to_move());
            format!("{} {name}", words::player(before, side, state.terms()))
        }
        Position::Xiangqi(_) | Position::Shogi(_) | Position::Go(_) => name,
    }
}

/// `(m: main line)`
fn way_back(state: &State) -> String {
    match &*state.ui.keymap.first_key("mainline") {
        "" => String::new(),
        key => (state.texts().to_mainline)(key),
    }
}

/// The file's number of a move if it differs from the ply: the file gives it, or does not start from 1.
fn move_number(state: &State, node: NodeId) -> Option<String> {
    let record = &state.desk.record;
    let ply = record.tree.ply(node);
    let number = match state.position() {
        Position::Go(position) => position.move_number(),
        Position::Shogi(_) => ply + record.first_number - 1,
        // The round says it.
        Position::Xiangqi(_) => return None,
    };
    let differs = record.tree.mv(node).is_some() && number != ply;
    differs.then(|| (state.texts().move_number)(number))
}

/// `x馬` where a piece was taken, `x3` where stones were.
fn captured(state: &State, before: &Position, mv: Option<Move>) -> Option<String> {
    let mv = mv?;
    let in_ascii = state.in_ascii();
    Some(match before {
        Position::Xiangqi(position) => {
            let piece = position.piece(mv.xiangqi()?.to)?;
            match in_ascii {
                true => format!("x{}", piece.letter()),
                false => format!("x{}", piece.on_board(state.script())),
            }
        }
        Position::Shogi(position) => {
            let kind = position.piece(mv.shogi()?.to)?.kind;
            match in_ascii {
                true => format!("x{}", kind.letter()),
                false => format!("x{}", kind.name()),
            }
        }
        Position::Go(before) => {
            let [before, after] = [before, state.cursor().position().go()?]
                .map(|it| it.prisoners(Side::First) + it.prisoners(Side::Second));
            match after.saturating_sub(before) {
                0 => return None,
                stones => format!("x{stones}"),
            }
        }
    })
}

/// What the rules call a position that has come back.
fn repetition(state: &State) -> Option<String> {
    let survey = state.desk.examined.survey.as_ref()?;
    let repetition = survey.repetitions.get(&state.node())?;
    let texts = state.texts();
    let name = match state.desk.record.game() {
        Game::Xiangqi => (texts.repeated_in_xiangqi)(repetition.times),
        Game::Shogi => (texts.repeated_in_shogi)(repetition.times),
        Game::Go => return Some(texts.superko.to_owned()),
    };
    Some(match repetition.perpetual {
        true => format!("{name} {}", texts.perpetual_check),
        false => name,
    })
}

/// The state of the file, and the number of new moves.
fn put_watched(state: &State, bar: &mut Bar) {
    let (texts, style) = (state.texts(), state.look().bar());
    let report = state.ui.message.as_ref().map(|message| &message.report);
    // Who leaves is asked about it.
    let is_asked = matches!(report, Some(Report::NotesUnwritten(_)));
    let trouble = match &state.ui.notes_trouble {
        Some(reason) => (texts.notes_trouble)(reason),
        None if state.ui.notes_wait => texts.notes_wait.to_owned(),
        None => String::new(),
    };
    let weights = (weight::LINE, weight::TROUBLE);
    if !is_asked && !trouble.is_empty() {
        let alert = style.patch(state.look().alert());
        bar.right_text(weights, &[&format!("[{trouble}]")], alert);
    }
    if let Some(pause) = state.ui.mode.playing.interval() {
        let pause = (texts.playing)(pause.as_secs_f32());
        return bar.right(weight::WATCHED, &[&format!("[{pause}]")]);
    }
    if let Some(percent) = state.desk.percent {
        let reading = (texts.reading)(percent);
        return bar.right(weight::WATCHED, &[&format!("[{reading}]")]);
    }
    if state.desk.is_new() {
        if !matches!(state.desk.written, Some((_, false))) {
            let forms = [texts.new_game, texts.unwritten];
            let [short, long] = forms.map(|text| format!("[{text}]"));
            // The keys are not dropped for it.
            bar.right_text((0, weight::TROUBLE), &[&long, &short], style);
        }
        return;
    }
    if state.desk.is_archived() {
        return;
    }
    let following = &state.desk.following;
    let is_at_newest = state.is_at_live_end() && state.desk.reader.newest() == Some(state.node());
    let new = match state.desk.reader.fresh.len() {
        0 => String::new(),
        _ if is_at_newest => String::new(),
        count => format!(" [+{count}]"),
    };
    let pinned = if following.pinned { texts.pinned } else { "" };
    let watched = match &following.state {
        Watched::Live if !state.ui.follows => texts.paused,
        Watched::Live => texts.live,
        Watched::Polling => texts.polling,
        Watched::Writing => texts.writing,
        Watched::Incomplete(reason) => {
            let reason = (texts.incomplete)(&reason.worded(state.lang()));
            return bar.right_text(weights, &[&format!("[{reason}{pinned}]{new}")], style);
        }
        Watched::Gone => texts.gone,
        Watched::Ended => texts.ended,
    };
    let is_trouble = matches!(following.state, Watched::Writing | Watched::Gone);
    let is_live = matches!(following.state, Watched::Live | Watched::Polling);
    let is_timed = is_live && state.ui.follows && state.ui.message.is_none();
    let mut forms = vec![format!("[{watched}{pinned}]{new}")];
    if let Some(time) = following.changed.filter(|_| is_timed) {
        let time = time.format("%H:%M:%S");
        forms.insert(0, format!("[{watched} {time}{pinned}]{new}"));
    }
    if !new.is_empty() && !is_trouble {
        forms.push(new.trim_start().to_owned());
    }
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let weight = match (is_trouble, new.is_empty()) {
        (true, _) => weight::TROUBLE,
        (false, false) => weight::WATCHED,
        (false, true) => weight::QUIET,
    };
    bar.right(weight, &forms);
}
