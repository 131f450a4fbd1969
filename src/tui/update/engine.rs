//! The engine at the reader's side, and the lines that engines found.

use std::collections::HashSet;
use std::sync::Arc;

use super::{cursor, jumps, layer, records, writing};
use crate::engine::{Settings, guarded};
use crate::files::results;
use crate::library::live_engine::{self, Ask, EngineOrder, Mailbox, Said};
use crate::record::NodeId;
use crate::settings::{self, ConfigError};
use crate::text::clean_line;
use crate::tui::background::Job;
use crate::tui::journal::Journal;
use crate::tui::model::conditions::has_engine;
use crate::tui::model::engine::Engine;
use crate::tui::model::{Effect, PaneId, State, focus};
use crate::tui::report::Report;
use crate::words::Worded;

/// The largest number of lines that a key asks for.
const MOST: usize = 9;

/// That no engine has looked at the position, and the key that has one do so.
fn no_results(state: &State) -> Report {
    Report::NoResults(state.ui.keymap.first_key("analyze"))
}

/// Opens the lines at the node on the board, or closes them.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    match has_engine(state) {
        true => focus::toggle_table(state, PaneId::Engine),
        false => state.report(&no_results(state)),
    }
}

/// Has an engine think about what is on the board from now on, with a number for as many lines, or stops it.
pub(super) fn analyze(state: &mut State, lines: Option<usize>) {
    let Some(settings) = engine_of(state).cloned() else { return set_up(state) };
    if state.hides_answer() {
        return state.report(&Report::WouldReveal);
    }
    if lines.is_none() && state.engine.is_on {
        return pause(state);
    }
    start(state, settings);
    if let Some(lines) = lines {
        state.engine.wanted = Some(lines.clamp(1, MOST));
    }
    if !state.ui.panes.tables.contains(&PaneId::Engine) {
        state.ui.panes.tables.push(PaneId::Engine);
    }
    state.engine.is_new = true;
}

/// Offers to set up an installed engine for the game on the board, or sets up the one that was offered.
fn set_up(state: &mut State) {
    let game = format!("game = \"{}\"", state.desk.record.game());
    if let Some(table) = state.engine.offered.take_if(|table| table.contains(&game)) {
        return state.start(Job::SetUp, is_set_up, move |_, _| Some(settings::add_engine(&table)));
    }
    let configured = state.ui.settings.engines.clone();
    state.start(Job::SetUp, offer, move |_, _| {
        let mut tables = settings::installed(&configured).into_iter();
        // Others need files of the user's.
        Some(tables.find(|table| table.contains(&game) && !table.contains("in place of")))
    });
}

/// Offers an engine, or reports that there is none.
fn offer(state: &mut State, table: Option<String>) -> bool {
    let (game, path) = (state.desk.record.game(), &state.ui.config_path);
    let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let command = format!("mkdir -p {folder}; dapu engines --init >> {path}");
    let key = state.ui.keymap.first_key("analyze");
    state.report(&match table.as_deref().map(settings::program_of) {
        Some(program) => Report::MaySetUp(game, clean_line(program), key),
        None => Report::NoEngine(game, command),
    });
    state.engine.offered = table;
    true
}

fn is_set_up(state: &mut State, done: Result<Vec<Settings>, ConfigError>) -> bool {
    match done {
        Ok(engines) => {
            state.ui.settings.engines = engines.into_iter().map(guarded).collect();
            analyze(state, None);
            state.report(&Report::SetUp(state.ui.config_path.clone()));
        }
        Err(error) => state.report(&Report::Failed(error.worded(state.lang()))),
    }
    true
}

/// Reports that an engine has begun to think, if the layout has no room for its lines.
pub(super) fn announce(state: &mut State) {
    if std::mem::take(&mut state.engine.is_new) && state.ui.layout.area(PaneId::Engine).is_none() {
        let key = state.ui.keymap.first_key("engine-lines");
        state.report(&Report::Thinks(clean_line(state.engine_name()), key));
    }
}

/// The engines of the game on the board.
fn engines(state: &State) -> impl Iterator<Item = &Settings> {
    let game = state.desk.record.game();
    let all = state.ui.settings.engines.iter();
    all.filter(move |engine| engine.game == game)
}

/// The engine to ask about the game on the board: the one that the reader chose, or else the first.
pub(super) fn engine_of(state: &State) -> Option<&Settings> {
    let chosen = state.ui.engine.as_ref();
    let chosen = engines(state).find(|engine| Some(&engine.name) == chosen);
    chosen.or_else(|| Settings::first_of(&state.ui.settings.engines, state.desk.record.game()))
}

/// Makes an engine think, and starts it unless it runs.
fn start(state: &mut State, settings: Settings) {
    let name = Some(settings.name.clone());
    if !state.engine.is_running || state.engine.name != name {
        let (mailbox, inbox) = Mailbox::open();
        let wanted = state.engine.wanted;
        state.engine = Engine { is_running: true, name, wanted, ..Engine::default() };
        state.want(Effect::Engine(mailbox));
        state.ui.engine.clone_from(&state.engine.name);
        records::survey_again(state);
        let results = state.journal.as_ref().and_then(Journal::results);
        state.start(Job::Engine, said, move |_, send| {
            live_engine::run_engine(&settings, results.as_ref(), inbox, send);
            None
        });
    }
    if !std::mem::replace(&mut state.engine.is_on, true) {
        state.engine.asked = None;
    }
}

/// Stops the engine. Its results stay on the screen.
fn pause(state: &mut State) {
    state.engine.is_on = false;
    state.want(Effect::Order(EngineOrder::Stop));
}

/// Asks the engine about what is on the board, unless it was.
pub(super) fn consult(state: &mut State) {
    if !state.awaits(Job::Engine) {
        // It has ended, or failed.
        (state.engine.is_running, state.engine.is_on) = (false, false);
    }
    if !state.engine.is_on {
        return;
    }
    match engine_of(state) {
        None => return pause(state),
        Some(settings) if Some(&settings.name) != state.engine.name.as_ref() => {
            let settings = settings.clone();
            start(state, settings);
        }
        Some(_) => {}
    }
    if state.hides_answer() {
        if state.engine.asked.take().is_some() {
            state.want(Effect::Order(EngineOrder::Stop));
        }
    } else {
        ask(state);
    }
}

fn ask(state: &mut State) {
    let (record, node, lines) = (&state.desk.record, state.node(), state.engine.lines());
    let before = state.engine.asked.as_ref();
    let is_here = state.is_asked_here();
    if is_here && before.is_some_and(|asked| asked.lines == lines) {
        return;
    }
    // Where only other parts of the record have changed, the search goes on.
    let is_same = before.is_some_and(|asked| {
        !Arc::ptr_eq(&asked.record, record)
            && results::line_key(&asked.record, asked.node) == results::line_key(record, node)
    });
    if !is_here && !is_same {
        state.engine.now = None;
    }
    let game = writing::noted_game(state);
    let ask = Arc::new(Ask {
        id: state.engine.asks + 1,
        game: game.key,
        loaded: game.loaded,
        record: Arc::clone(record),
        node,
        lines,
        is_passing: before.is_some() && !is_here,
    });
    state.want(Effect::Order(EngineOrder::Ask(Arc::clone(&ask))));
    state.engine.asks = ask.id;
    state.engine.asked = Some(ask);
    state.engine.refusal = None;
}

fn is_asked(state: &State, id: u64) -> bool {
    state.engine.asked.as_ref().is_some_and(|asked| asked.id == id)
}

/// Handles an answer of the engine. An answer about a position that is not on the board is kept, but not shown.
fn said(state: &mut State, said: Said) -> bool {
    match said {
        Said::Ready(by, advice) => {
            if let Some(advice) = advice.filter(|_| state.engine.by.is_none()) {
                let advice = format!("{}: {}", by.engine, advice.worded(state.lang()));
                state.report(&Report::Engine(clean_line(&advice)));
            }
            state.engine.by = Some(by);
            records::survey_again(state);
        }
        Said::Lines(id, found, is_done) if is_asked(state, id) => {
            state.engine.now = Some((found, is_done));
        }
        Said::Refused(id, why) if is_asked(state, id) => state.engine.refusal = Some(why),
        Said::Lines(..) | Said::Refused(..) => return false,
        Said::Found(record, node, finding) => {
            let examined = &mut state.desk.examined;
            if examined.valued.is_written {
                examined.written.push(std::mem::take(&mut examined.valued));
            }
            let valued = &mut examined.valued;
            if valued.at.is_empty() {
                valued.by = state.engine.by.clone().unwrap_or_default();
            }
            let is_same = Some(&valued.by) == state.engine.by.as_ref();
            if !is_same || !Arc::ptr_eq(&record, &state.desk.record) {
                return false;
            }
            let has_points = finding.found.has_points();
            valued.in_points = has_points && (valued.in_points || valued.at.is_empty());
            valued.add(node, finding);
        }
        Said::Unkept(why) => state.report(&Report::Unkept(clean_line(&why))),
        Said::Trouble(why) => {
            (state.engine.is_running, state.engine.is_on) = (false, false);
            state.report(&Report::Failed(why.worded(state.lang())));
        }
    }
    true
}

/// Selects a line.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.desk.reader.marked_line = Some((state.node(), row));
}

/// Plays the selected line, or the one with a number from 1, and goes to its first move.
pub(super) fn walk(state: &mut State, number: Option<usize>) {
    let Some(nodes) = play(state, number) else { return };
    if let Some(first) = nodes.get(1) {
        cursor::go_to(state, *first);
    }
}

/// Plays a line. Returns the node on the board and those of the line.
pub(super) fn play(state: &mut State, number: Option<usize>) -> Option<Vec<NodeId>> {
    let line = number.map_or(state.marked_line(), |number| number.saturating_sub(1));
    let Some(found) = state.engine_lines().get(line) else {
        let count = state.engine_lines().len();
        state.report(&match count {
            0 => no_results(state),
            _ => Report::NoSuchLine(line + 1, count),
        });
        return None;
    };
    let node = state.node();
    let moves = found.moves(state.position());
    mark_row(state, line);
    if state.tree().is_own(node) {
        jumps::leave(state);
    }
    Some(layer::play_line(state, node, &moves))
}

/// Chooses an engine: what it found is shown rather than what others did, and it is the one that is asked. Lists those that
/// there are if it is none of them.
pub(super) fn choose(state: &mut State, name: &str) -> bool {
    let mut names: Vec<&str> = Vec::new();
    let mut report = None;
    for source in state.desk.sources.iter() {
        names.push(&source.by.engine);
        if source.by.engine == name && report.is_none() {
            let text = format!("{name} ({})", source.by.id);
            report = Some(Report::Engine(clean_line(&text)));
        }
    }
    let examined = &state.desk.examined;
    let written = [&examined.valued].into_iter().chain(&examined.written);
    names.extend(written.filter(|stored| stored.is_written).map(|stored| &*stored.by.engine));
    names.extend(engines(state).map(|engine| &*engine.name));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    let is_known = names.contains(&name);
    let report = report.unwrap_or_else(|| match is_known {
        true => Report::Engine(clean_line(name)),
        false if names.is_empty() => no_results(state),
        false => Report::Engines(clean_line(&names.join(", "))),
    });
    if is_known {
        state.ui.engine = Some(name.to_owned());
        records::survey_again(state);
    }
    state.report(&report);
    true
}
