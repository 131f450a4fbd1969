//! The conversation with an engine as a state machine: lines in, commands out. It has neither a process nor a clock.

use std::time::Duration;

use super::protocol::{self, Words};
use super::{Analysis, Contempt, EngineQuestion, Failure, Limit, ScoredLine, Settings, Trouble};
use crate::record::Eval;
use crate::text::{clean_line, fit};

/// How many options, commands and other lines are kept.
const MANY: usize = 500;
/// How much of such a line: the choices of an option are many.
const LONG: usize = 4_000;
/// How many bytes an engine may write without any progress.
const FLOOD: usize = 64 << 20;
/// A search may take this many times as long as others, or as the engine may be silent if there were none.
const LONGER: u32 = 10;
/// How much longer than asked a search for a mate may take.
const GRACE: Duration = Duration::from_millis(500);
/// The number of the command of GTP that lists the commands, after those for the name and the version.
const LIST: usize = 3;

/// The activity of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// It was started, or is preparing for a new game.
    Starting,
    /// It waits for a position.
    Idle,
    /// It analyses.
    Thinking,
    /// It has been stopped, and has not answered yet.
    Stopping,
    /// It has ended or cannot be used any longer.
    Gone,
}

/// dapu's side of a conversation with an engine.
#[derive(Debug)]
pub struct Machine {
    /// The activity of the engine.
    pub state: Activity,
    /// Why it is gone.
    pub why: Option<Trouble>,
    /// The name and version that the engine gives itself.
    pub id: String,
    /// Its lines while it prepared: its options, its commands in GTP, or its board if that was asked for.
    pub said: Vec<String>,
    settings: Settings,
    words: &'static Words,
    /// The commands not yet sent.
    out: Vec<String>,
    /// The number of lines wanted of each position.
    lines: usize,
    limit: Limit,
    /// The longest time that a search under this limit has taken.
    pub longest: Duration,
    /// Whether the search took so long that it was stopped.
    pub is_overdue: bool,
    question: Option<EngineQuestion>,
    analysis: Analysis,
    /// The bytes that the engine has said since the last command.
    bytes: usize,
    /// The number of the last command, and of the one that is being answered, as in GTP.
    sent: usize,
    answering: usize,
}

impl Machine {
    /// Begins a conversation. `lines` is the number of lines wanted of each position.
    pub fn new(settings: Settings, lines: usize) -> Self {
        let mut machine = Self {
            state: Activity::Starting,
            why: None,
            id: String::new(),
            said: Vec::new(),
            words: settings.protocol.words(),
            settings,
            out: Vec::new(),
            lines: lines.max(1),
            limit: Limit::Depth(1),
            longest: Duration::ZERO,
            is_overdue: false,
            question: None,
            analysis: Analysis::default(),
            bytes: 0,
            sent: 0,
            answering: 0,
        };
        machine.send(machine.words.hello.iter());
        machine
    }

    /// The commands to send.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// How long the state may last, and how long the engine may be silent in it.
    pub fn allowance(&self) -> Option<(Duration, Duration)> {
        let patience = Duration::from_secs(self.settings.patience);
        match (self.state, self.limit) {
            (Activity::Thinking, Limit::Time(time)) => {
                // An engine without a time limit may not have written anything yet.
                let waits = self.words.time.is_none() && self.analysis.lines.is_empty();
                let extra = if waits { patience } else { Duration::ZERO };
                Some((Duration::from_millis(time) + extra, Duration::MAX))
            }
            // Engines without such a search go on until they are stopped.
            (Activity::Thinking, Limit::Mate(time)) => {
                Some((Duration::from_millis(time) + GRACE, Duration::MAX))
            }
            (Activity::Thinking, _) if self.longest.is_zero() => {
                Some((patience * LONGER, patience))
            }
            (Activity::Thinking, _) => Some(((self.longest * LONGER).max(patience), patience)),
            (Activity::Starting, _) => Some((patience * LONGER, patience)),
            (Activity::Stopping, _) => Some((patience, Duration::MAX)),
            (Activity::Idle | Activity::Gone, _) => None,
        }
    }

    /// Sends commands, in GTP with their numbers.
    fn send<T: AsRef<str>>(&mut self, commands: impl IntoIterator<Item = T>) {
        for command in commands {
            self.sent += 1;
            let number = if self.words.is_gtp { format!("{} ", self.sent) } else { String::new() };
            self.out.push(number + command.as_ref());
        }
    }

    /// Ends a state, or a silence of the engine, that has lasted too long.
    pub fn out_of_patience(&mut self, is_silent: bool) {
        match (self.state, self.limit) {
            (Activity::Thinking, Limit::Time(_) | Limit::Mate(_)) => self.stop(),
            (Activity::Thinking, _) if !is_silent => {
                self.is_overdue = true;
                self.stop();
            }
            (Activity::Stopping, _) => self.end(Failure::Unstoppable),
            // What it has found by now is less than was asked for.
            _ => self.end(Failure::Silent),
        }
    }

    /// Ends the analysis early.
    pub fn stop(&mut self) {
        if self.state == Activity::Thinking {
            self.state = Activity::Stopping;
            self.send([self.words.stop]);
        }
    }

    /// Asks the engine to quit.
    pub fn quit(&mut self) {
        self.send(["quit"]);
    }

    /// Gives the engine up.
    pub fn end(&mut self, why: Failure) {
        if self.state != Activity::Gone {
            self.state = Activity::Gone;
            self.why = Some(Trouble { name: self.settings.name.clone(), why });
        }
    }

    /// Begins another game, so that the engine forgets the previous one.
    pub fn new_game(&mut self) {
        self.question = None;
        self.prepare(self.words.new_game);
    }

    /// Sends commands, and asks when they are done.
    fn prepare<T: AsRef<str>>(&mut self, commands: impl IntoIterator<Item = T>) {
        if self.state != Activity::Gone {
            self.send(commands);
            self.send([self.words.ready]);
            (self.state, self.bytes) = (Activity::Starting, 0);
        }
    }

    /// Changes the number of lines from the next search on. The engine must be idle, and then prepares.
    pub fn set_lines(&mut self, lines: usize) {
        if std::mem::replace(&mut self.lines, lines.max(1)) != lines.max(1) && !self.words.is_gtp {
            let option = self.multi_pv();
            self.prepare(self.setting([option].iter()));
        }
    }

    /// The option for the number of lines, which gpsusi calls `MultiPVWidth`.
    fn multi_pv(&self) -> (String, String) {
        let mut words = self.said.iter().flat_map(|line| line.split(' '));
        let name = words.find(|word| word.starts_with("MultiPV"));
        (name.unwrap_or("MultiPV").to_owned(), self.lines.to_string())
    }

    /// The commands that set options.
    fn setting<'a>(&self, options: impl Iterator<Item = &'a (String, String)>) -> Vec<String> {
        let [before, between] = self.words.set;
        options.map(|(name, value)| format!("{before}{name} {between}{value}")).collect()
    }

    /// Asks for the analysis of a position.
    pub fn ask(&mut self, question: EngineQuestion, limit: Limit) {
        self.analysis = Analysis::default();
        if limit != self.limit {
            self.longest = Duration::ZERO;
        }
        (self.state, self.limit, self.bytes, self.is_overdue) =
            (Activity::Thinking, limit, 0, false);
        if self.words.is_gtp {
            self.ask_gtp(&question);
        } else {
            self.send([self.words.position(&question, &self.settings), self.words.go(limit)]);
        }
        self.question = Some(question);
    }

    fn ask_gtp(&mut self, question: &EngineQuestion) {
        let words = ["kata-analyze", "lz-analyze"];
        let Some(word) = words.into_iter().find(|word| self.knows(word)) else {
            return self.end(Failure::NoAnalysis);
        };
        if matches!(self.limit, Limit::Depth(_) | Limit::Mate(_)) {
            return self.end(Failure::NoDepth);
        }
        let sets_rules = self.knows("kata-set-rules");
        let before = self.question.as_ref();
        self.send(protocol::setup(question, before, &self.settings, sets_rules));
        let side = question.position.side_to_move().pick('b', 'w');
        // A tenth of a second between reports, so that a slow line keeps up, unless there is little to do.
        let interval = match self.limit {
            Limit::Time(time) => time / 20,
            Limit::Nodes(visits) => visits / 100,
            Limit::Depth(_) | Limit::Mate(_) => 10,
        };
        let interval = interval.clamp(1, 10);
        self.send([format!("{word} {side} {interval}")]);
    }

    fn knows(&self, word: &str) -> bool {
        self.said.iter().any(|command| command == word)
    }

    /// Asks for the engine's own view of a position, as some print with `d`. It is in [`Machine::said`] afterwards.
    pub fn ask_board(&mut self, question: &EngineQuestion) {
        if !self.words.is_gtp {
            self.said.clear();
            self.prepare([&*self.words.position(question, &self.settings), "d"]);
        }
    }

    /// Advice about an option that makes the engine's values depend on the side to move, if it has one.
    pub fn contempt(&self) -> Option<Contempt> {
        let mut options = self.settings.options.iter().rev();
        let set = options.find(|(name, _)| name.eq_ignore_ascii_case("contempt"));
        let offered = self.said.iter().find_map(|line| {
            let mut words = line.strip_prefix("option ")?.split(' ').filter(|word| *word != "name");
            words.next().filter(|name| name.eq_ignore_ascii_case("contempt"))?;
            words.skip_while(|word| *word != "default").nth(1)
        });
        let value = set.map(|(_, value)| &**value).or(offered).filter(|_| offered.is_some())?;
        (value != "0").then(|| Contempt(clean_line(value)))
    }

    /// The analysis so far.
    pub fn snapshot(&self) -> Analysis {
        let mut analysis = self.analysis.clone();
        if let Some(question) = &self.question {
            analysis.finish(question, self.lines);
        }
        analysis
    }

    /// The analysis, when the engine is idle again after one.
    pub fn analysis(&mut self) -> Analysis {
        let analysis = self.snapshot();
        self.analysis = Analysis::default();
        analysis
    }

    /// Handles a line, or a part of one that is too long.
    pub fn hear(&mut self, line: &str) {
        self.bytes += line.len() + 1;
        if self.bytes > FLOOD {
            self.end(Failure::Flood);
        }
        match (self.state, self.words.is_gtp) {
            (Activity::Gone, _) => {}
            (_, false) => self.hear_word(line.trim()),
            (_, true) => self.hear_gtp(line.trim()),
        }
    }

    fn hear_word(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (self.state, word) {
            (Activity::Starting, "id") if rest.starts_with("name ") => self.id = shown(&rest[5..]),
            (Activity::Starting, word) if word == self.words.welcome => self.set_options(),
            (Activity::Starting, "readyok") => self.state = Activity::Idle,
            (Activity::Starting, _) => self.remember(line),
            (Activity::Thinking | Activity::Stopping, "info") => self.hear_line(rest),
            (Activity::Thinking | Activity::Stopping, "checkmate") => self.hear_mate(rest),
            (Activity::Thinking | Activity::Stopping, "bestmove" | "nobestmove") => {
                self.finish(rest.split(' ').next().unwrap_or_default());
            }
            _ => {}
        }
    }

    fn remember(&mut self, line: &str) {
        if self.said.len() < MANY {
            self.said.push(fit(&clean_line(line), LONG, true).to_owned());
        }
    }

    /// Sets the options, once it is known which there are.
    fn set_options(&mut self) {
        let mut options = self.settings.options.clone();
        if self.lines > 1 && !self.words.is_gtp {
            options.push(self.multi_pv());
        }
        self.prepare(self.setting(options.iter()));
    }

    fn hear_line(&mut self, line: &str) {
        let (question, nodes) = (self.question.as_ref(), self.analysis.nodes);
        if !question.is_some_and(|question| self.analysis.hear(line, question, &self.settings)) {
            self.end(Failure::OtherPosition);
        } else if self.is_past_limit() {
            self.stop();
        }
        // While it makes progress, it may write as much as it likes.
        self.bytes *= usize::from(self.analysis.nodes <= nodes);
    }

    /// The moves of a mate, or `nomate`, `timeout` or `notimplemented`.
    fn hear_mate(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let has_none = matches!(words[..], [] | ["nomate" | "timeout" | "notimplemented", ..]);
        if let Some(question) = self.question.as_ref().filter(|_| !has_none) {
            let side = question.position.side_to_move();
            let eval = Eval::Mate(words.len() as i32 * side.pick(1, -1));
            let line = ScoredLine::read(&words, eval, question, &self.settings);
            self.analysis.lines = line.into_iter().collect();
        }
        self.finish(words.first().filter(|_| !has_none).copied().unwrap_or_default());
    }

    /// Whether the engine searches on after reaching the limit, as in GTP. Elsewhere a few nodes too many are normal, and the
    /// answer is already on its way.
    fn is_past_limit(&self) -> bool {
        match self.limit {
            Limit::Nodes(nodes) if self.words.is_gtp => self.analysis.nodes >= nodes,
            Limit::Nodes(nodes) => self.analysis.nodes / 2 >= nodes,
            Limit::Depth(depth) => u64::from(self.analysis.depth) > depth,
            Limit::Time(_) | Limit::Mate(_) => false,
        }
    }

    /// The analysis has ended, in GTP without a best move.
    fn finish(&mut self, best: &str) {
        let is_word = matches!(best, "resign" | "win" | "(none)" | "none" | "");
        let position = self.question.as_ref().map(|question| &question.position);
        let is_answer = is_word
            || position.is_some_and(|position| {
                protocol::read_move(best, position, &self.settings).is_some()
            });
        // gpsusi resigns when it is stopped before it has looked at anything.
        let is_asked = self.state == Activity::Thinking;
        self.state = Activity::Idle;
        if self.analysis.lines.is_empty() && is_word && !best.is_empty() && is_asked {
            self.analysis.lines.push(ScoredLine::of_word(best));
        }
        if !is_answer {
            self.end(Failure::OtherPosition);
        } else if self.analysis.lines.is_empty()
            && !matches!(self.limit, Limit::Time(_) | Limit::Mate(_))
        {
            self.end(Failure::NoScore);
        }
    }

    /// `=12 text`, `?12 reason`, or a further line of an answer.
    fn hear_gtp(&mut self, line: &str) {
        let mut text = line;
        if let Some(answer) = line.strip_prefix(['=', '?']) {
            text = answer.trim_start_matches(|next: char| next.is_ascii_digit());
            let number = answer[..answer.len() - text.len()].parse();
            // Some engines do not repeat the numbers.
            (self.answering, text) = (number.unwrap_or(self.answering + 1), text.trim());
            // A setup or an option that was refused must not pass unnoticed.
            if line.starts_with('?') && self.state != Activity::Stopping {
                return self.end(Failure::Refuses(shown(text)));
            }
        }
        let is_last = self.answering == self.sent;
        match (self.state, self.answering) {
            (Activity::Starting, 1) if !text.is_empty() => self.id = shown(text),
            (Activity::Starting, 2) if !text.is_empty() => self.id += &format!(" {}", shown(text)),
            (Activity::Starting, LIST) if text.is_empty() => self.set_options(),
            (Activity::Starting, LIST) => self.remember(text),
            (Activity::Starting, _) if is_last => self.state = Activity::Idle,
            (Activity::Thinking, _) if is_last && text.starts_with("info ") => self.hear_line(text),
            (Activity::Stopping, at) if at + 1 == self.sent && text.starts_with("info ") => {
                self.hear_line(text);
            }
            // What follows the command that ends the analysis.
            (Activity::Stopping, _) if is_last && text.is_empty() => self.finish(""),
            _ => {}
        }
    }
}

/// A text of the engine as it may be shown.
fn shown(text: &str) -> String {
    fit(clean_line(text).trim(), 200, true).to_owned()
}
