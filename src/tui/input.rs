//! Keys from the terminal.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event as Input, KeyCode, KeyEventKind};

use super::events::Event;

/// A key that follows Esc within this time may be the rest of an escape sequence that arrived in pieces.
const SPLIT: Duration = Duration::from_millis(50);

/// To look whether more has been read already: with a time of zero crossterm does not even look at that.
const AT_ONCE: Duration = Duration::from_micros(100);

/// Lets the input thread read on.
#[derive(Debug)]
pub(super) struct Gate(Sender<()>);

impl Gate {
    /// Everything that was read has been dealt with.
    pub(super) fn open(&self) {
        // The thread ends with the terminal; then there is nothing to read.
        let _ = self.0.send(());
    }
}

/// Reads the terminal on a thread of its own until it ends. After all that is there has been sent, an
/// [`Event::InputRead`] follows, and nothing is read until the gate opens: while an editor has the terminal, its keys
/// are not ours.
pub(super) fn spawn(sender: Sender<Event>) -> io::Result<Gate> {
    let (gate, opened) = mpsc::channel();
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read(&sender, &opened))?;
    Ok(Gate(gate))
}

fn read(sender: &Sender<Event>, opened: &Receiver<()>) {
    let mut sequence = Sequence::default();
    loop {
        let more = match event::read() {
            Ok(input) if sequence.takes(&input, Instant::now()) => true,
            Ok(input) => sender.send(Event::Input(input)).is_ok(),
            Err(_) => false,
        };
        if !more {
            // The terminal is gone.
            let _ = sender.send(Event::Quit);
            return;
        }
        let rest = event::poll(AT_ONCE).unwrap_or(false);
        if !rest && (sender.send(Event::InputRead).is_err() || opened.recv().is_err()) {
            return;
        }
    }
}

/// Finds escape sequences that arrived in pieces. On a slow line an arrow key can come as Esc, and `[A` a moment later,
/// which crossterm gives as three keys.
#[derive(Debug, Default)]
struct Sequence {
    last: Option<(Instant, Part)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Escape,
    /// `[`, and numbers after it.
    Control,
    /// `O`, which one character follows.
    Shift,
}

impl Sequence {
    /// Whether the input belongs to a sequence that was split, and means nothing by itself.
    fn takes(&mut self, input: &Input, now: Instant) -> bool {
        let Input::Key(key) = input else {
            return false;
        };
        if key.kind == KeyEventKind::Release {
            return false;
        }
        let before = self.last.take();
        let before = before.filter(|(time, _)| now.duration_since(*time) <= SPLIT);
        let part = match (before.map(|(_, part)| part), key.code) {
            (_, KeyCode::Esc) => Part::Escape,
            (Some(Part::Escape), KeyCode::Char('[')) => Part::Control,
            (Some(Part::Escape), KeyCode::Char('O')) => Part::Shift,
            (Some(Part::Control), KeyCode::Char('0'..='9' | ';' | '<' | '?')) => Part::Control,
            // The last character of the sequence.
            (Some(Part::Control | Part::Shift), KeyCode::Char(_)) => return true,
            _ => return false,
        };
        self.last = Some((now, part));
        part != Part::Escape
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::{KeyEvent, KeyModifiers};

    /// Which of the keys get through when each comes so many milliseconds after the one before.
    fn through(keys: &[(KeyCode, u64)]) -> Vec<KeyCode> {
        let mut sequence = Sequence::default();
        let mut now = Instant::now();
        let mut passed = Vec::new();
        for (code, pause) in keys {
            now += Duration::from_millis(*pause);
            let key = Input::Key(KeyEvent::new(*code, KeyModifiers::NONE));
            if !sequence.takes(&key, now) {
                passed.push(*code);
            }
        }
        passed
    }

    #[test]
    fn a_split_arrow_key_is_only_an_escape() {
        use KeyCode::{Char, Esc};
        let key = [(Esc, 0), (Char('['), 30), (Char('D'), 0), (Char('j'), 1)];
        assert_eq!(through(&key), [Esc, Char('j')]);
        let key = [(Esc, 0), (Char('O'), 30), (Char('H'), 1)];
        assert_eq!(through(&key), [Esc]);
        let long = "[1;5C".chars().map(|c| (Char(c), 1));
        let long: Vec<_> = std::iter::once((Esc, 0)).chain(long).collect();
        assert_eq!(through(&long), [Esc]);
    }

    #[test]
    fn typed_keys_get_through() {
        use KeyCode::{Char, Esc};
        let slow = [(Esc, 0), (Char('['), 60), (Char('A'), 1)];
        assert_eq!(through(&slow), [Esc, Char('['), Char('A')]);
        let quick = [(Esc, 0), (Char('j'), 1), (Char('['), 1)];
        assert_eq!(through(&quick), [Esc, Char('j'), Char('[')]);
        assert_eq!(through(&[(Esc, 0), (Esc, 1)]), [Esc, Esc]);
    }
}
