//! The conversation with an engine as a state machine: lines in, commands out. It has neither a process nor a clock.

use std::time::Duration;

use super::protocol::{self, Dialect};
use super::{Analysis, Limit, Question, Settings};
use crate::text::{clean_line, fit};

/// The options, commands and other lines that are remembered.
const MANY: usize = 500;
/// The bytes that an engine may say without an answer.
const FLOOD: usize = 64 << 20;
/// How long an engine may take to stop.
const STOP: Duration = Duration::from_secs(2);

/// What an engine is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It was started, or told to prepare for a new game.
    Starting,
    /// It waits for a position.
    Idle,
    /// It analyses.
    Thinking,
    /// It was told to stop, and has not answered yet.
    Stopping,
    /// Nothing more is to be expected of it.
    Gone,
}

/// The side of a conversation that dapu takes.
#[derive(Debug)]
pub struct Machine {
    settings: Settings,
    state: State,
    /// What is to be sent.
    out: Vec<String>,
    /// The name and version that the engine gives.
    id: String,
    /// Its options, or commands in GTP.
    offers: Vec<String>,
    lines: usize,
    limit: Limit,
    question: Option<Question>,
    analysis: Analysis,
    /// What the engine said since the last command, if it is wanted.
    heard: Vec<String>,
    /// The bytes that it has said since.
    bytes: usize,
    /// The number of the last command of GTP, and of the one that is being answered.
    sent: usize,
    answering: usize,
    why: String,
}

impl Machine {
    /// Begins. `lines` is the number of lines wanted of each position.
    pub fn new(settings: Settings, lines: usize) -> Self {
        let mut machine = Self {
            settings,
            state: State::Starting,
            out: Vec::new(),
            id: String::new(),
            offers: Vec::new(),
            lines: lines.max(1),
            limit: Limit::Depth(1),
            question: None,
            analysis: Analysis::default(),
            heard: Vec::new(),
            bytes: 0,
            sent: 0,
            answering: 0,
            why: String::new(),
        };
        match machine.settings.protocol.dialect() {
            Some(dialect) => machine.out.push(dialect.hello.to_owned()),
            None => {
                for command in ["name", "version", "list_commands"] {
                    machine.send(command);
                }
            }
        }
        machine
    }

    /// What the engine is doing.
    pub fn state(&self) -> State {
        self.state
    }

    /// Why it is gone.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// The name and version that the engine gives.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its options, or commands in GTP.
    pub fn offers(&self) -> &[String] {
        &self.offers
    }

    /// The commands to send.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// How long the state may last, and whether that is counted from the engine's last line.
    pub fn allowance(&self) -> Option<(Duration, bool)> {
        match (self.state, self.limit) {
            (State::Starting, _) => Some((self.settings.patience, true)),
            (State::Thinking, Limit::Time(time)) => {
                let own = if self.stops_itself() { self.settings.patience } else { Duration::ZERO };
                Some((Duration::from_millis(time) + own, false))
            }
            (State::Thinking, _) => Some((self.settings.patience, true)),
            (State::Stopping, _) => Some((STOP, false)),
            (State::Idle | State::Gone, _) => None,
        }
    }

    /// Whether the engine knows when its time is up.
    fn stops_itself(&self) -> bool {
        self.dialect().is_some_and(|dialect| dialect.time.is_some())
    }

    fn dialect(&self) -> Option<&'static Dialect> {
        self.settings.protocol.dialect()
    }

    /// Sends a command of GTP with its number.
    fn send(&mut self, command: &str) {
        self.sent += 1;
        self.out.push(format!("{} {command}", self.sent));
    }

    /// The state has lasted as long as it may.
    pub fn out_of_patience(&mut self) {
        match (self.state, self.limit) {
            (State::Thinking, _) => self.stop(),
            (State::Stopping, _) => self.end("does not stop"),
            (State::Starting, _) => self.end("does not answer"),
            (State::Idle | State::Gone, _) => {}
        }
    }

    /// Ends the analysis early.
    pub fn stop(&mut self) {
        if self.state == State::Thinking {
            self.state = State::Stopping;
            let is_gtp = self.dialect().is_none();
            // Any line ends an analysis of GTP; the engine answers this one.
            if is_gtp { self.send("name") } else { self.out.push("stop".to_owned()) }
        }
    }

    /// Says goodbye.
    pub fn quit(&mut self) {
        self.out.push("quit".to_owned());
    }

    /// Gives the engine up.
    pub fn end(&mut self, why: &str) {
        if self.state != State::Gone {
            self.state = State::Gone;
            self.why = format!("{}: {}", self.settings.name, clean_line(why));
        }
    }

    /// Begins another game, of which nothing is remembered.
    pub fn new_game(&mut self) {
        self.question = None;
        if let Some(dialect) = self.dialect().filter(|_| self.state == State::Idle) {
            self.out.extend([dialect.new_game, "isready"].map(str::to_owned));
            self.state = State::Starting;
            self.bytes = 0;
        }
    }

    /// Asks for the analysis of a position.
    pub fn ask(&mut self, question: Question, limit: Limit) {
        self.analysis = Analysis::default();
        self.bytes = 0;
        self.limit = limit;
        self.state = State::Thinking;
        match self.dialect() {
            Some(dialect) => {
                self.out.push(dialect.position(&question, &self.settings));
                self.out.push(dialect.go(limit));
            }
            None => self.ask_gtp(&question),
        }
        self.question = Some(question);
    }

    fn ask_gtp(&mut self, question: &Question) {
        let Some(word) = self.analyse_word() else {
            return self.end("has no analysis command: neither kata-analyze nor lz-analyze");
        };
        if matches!(self.limit, Limit::Depth(_)) {
            return self.end("an engine of Go has no depth: use --time or --nodes");
        }
        let before = self.question.take();
        for command in protocol::setup(question, before.as_ref(), &self.settings, &self.offers) {
            self.send(&command);
        }
        let side = question.position.side_to_move().pick('b', 'w');
        // A tenth of a second between reports, so that a slow line keeps up.
        self.send(&format!("{word} {side} 10"));
    }

    fn analyse_word(&self) -> Option<&'static str> {
        let known = |word: &&str| self.offers.iter().any(|offer| offer == word);
        ["kata-analyze", "lz-analyze"].into_iter().find(known)
    }

    /// Asks how the engine sees a position, as some do with `d`. Ends idle; see [`Machine::heard`].
    pub fn ask_board(&mut self, question: &Question) {
        if let Some(dialect) = self.dialect() {
            self.out.push(dialect.position(question, &self.settings));
            self.out.extend(["d", "isready"].map(str::to_owned));
            self.state = State::Starting;
            self.bytes = 0;
        }
        self.heard.clear();
    }

    /// What the engine has said since it was asked for its board.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// The analysis, when the engine is idle again after one.
    pub fn analysis(&mut self) -> Analysis {
        let lines = self.lines;
        if let Some(question) = &self.question {
            self.analysis.finish(question, lines);
        }
        std::mem::take(&mut self.analysis)
    }

    /// Counts what the engine says, whether or not it ends its lines.
    pub fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        if self.bytes > FLOOD {
            self.end("says more than anyone could read");
        }
    }

    /// Takes in a line.
    pub fn hear(&mut self, line: &str) {
        let line = line.trim();
        match (self.state, self.dialect()) {
            (State::Gone, _) => {}
            (_, Some(dialect)) => self.hear_word(line, dialect),
            (_, None) => self.hear_gtp(line),
        }
    }

    fn hear_word(&mut self, line: &str, dialect: &Dialect) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (self.state, word) {
            (State::Starting, "id") => {
                if let Some(name) = rest.strip_prefix("name ") {
                    self.id = shown(name);
                }
            }
            (State::Starting, "option") if self.offers.len() < MANY => {
                self.offers.push(shown(rest));
            }
            (State::Starting, word) if word == dialect.welcome => self.prepare(dialect),
            (State::Starting, "readyok") => self.state = State::Idle,
            (State::Starting, _) if self.heard.len() < MANY => self.heard.push(shown(line)),
            (State::Thinking | State::Stopping, "info") => self.hear_line(line),
            (State::Thinking | State::Stopping, "bestmove" | "nobestmove") => self.finish(rest),
            _ => {}
        }
    }

    /// Sets the options.
    fn prepare(&mut self, dialect: &Dialect) {
        let mut set = self.settings.options.clone();
        if self.lines > 1 {
            let names = self.offers.iter().filter_map(|offer| offer.split(" type ").next());
            let mut names = names.map(|name| name.trim_start_matches("name "));
            let name = names.find(|name| name.to_ascii_lowercase().starts_with("multipv"));
            set.push((name.unwrap_or("MultiPV").to_owned(), self.lines.to_string()));
        }
        self.out.extend(set.iter().map(|(name, value)| dialect.set(name, value)));
        self.out.push("isready".to_owned());
    }

    fn hear_line(&mut self, line: &str) {
        let Some(question) = &self.question else { return };
        if !self.analysis.hear(line, question, &self.settings) {
            self.end("answers about another position");
        } else if let Limit::Nodes(nodes) = self.limit
            && self.dialect().is_none()
            && self.analysis.nodes >= nodes
        {
            self.stop();
        }
    }

    /// `bestmove 7g7f ponder 3c3d`.
    fn finish(&mut self, rest: &str) {
        let Some(question) = &self.question else { return };
        let best = rest.split(' ').next().unwrap_or_default();
        let legal = protocol::read_move(best, &question.position, &self.settings).is_some();
        let is_word = matches!(best, "resign" | "win" | "(none)" | "none" | "");
        self.state = State::Idle;
        if !legal && !is_word {
            self.end("answers about another position");
        } else if self.analysis.lines.is_empty() {
            self.end("gives no score");
        }
    }

    /// `=12 text`, `?12 reason`, or a line of the analysis.
    fn hear_gtp(&mut self, line: &str) {
        let number = |text: &str| {
            let digits = text.find(|next: char| !next.is_ascii_digit()).unwrap_or(text.len());
            (text[..digits].parse::<usize>().ok(), text[digits..].trim().to_owned())
        };
        if let Some((Some(at), reason)) = line.strip_prefix('?').map(number) {
            return self.fail_gtp(at, &reason);
        }
        let answer = line.strip_prefix('=').map(number);
        if let Some((Some(at), _)) = &answer {
            self.answering = *at;
        }
        let text = answer.map_or_else(|| line.to_owned(), |(_, text)| text);
        match (self.state, self.answering) {
            (State::Starting, 1) if !text.is_empty() => self.id = shown(&text),
            (State::Starting, 2) if !text.is_empty() => {
                self.id = shown(&format!("{} {text}", self.id));
            }
            (State::Starting, 3) if !text.is_empty() && self.offers.len() < MANY => {
                self.offers.push(shown(&text));
            }
            (State::Starting, 3) if text.is_empty() => self.prepare_gtp(),
            (State::Starting, at) if at > 3 && at == self.sent => self.state = State::Idle,
            (State::Thinking, at) if at == self.sent && text.starts_with("info ") => {
                self.hear_line(&text);
            }
            // What follows the command that ends the analysis.
            (State::Stopping, at) if at == self.sent && text.is_empty() => {
                self.state = State::Idle;
                if self.analysis.lines.is_empty() {
                    self.end("gives no score");
                }
            }
            _ => {}
        }
    }

    fn prepare_gtp(&mut self) {
        for (name, value) in self.settings.options.clone() {
            self.send(&format!("{name} {value}"));
        }
        self.send("name");
    }

    /// A command was refused. That of a setup or an option must not pass unnoticed.
    fn fail_gtp(&mut self, at: usize, reason: &str) {
        self.answering = at;
        match self.state {
            State::Starting if at <= 3 => self.end("does not speak GTP"),
            State::Starting => self.end(&format!("refuses an option: {reason}")),
            State::Thinking => self.end(&format!("refuses the position: {}", shown(reason))),
            State::Idle | State::Stopping | State::Gone => {}
        }
    }
}

/// A text of the engine as it may be shown.
fn shown(text: &str) -> String {
    fit(clean_line(text).trim(), 200, true).to_owned()
}
