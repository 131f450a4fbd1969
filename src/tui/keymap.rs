//! Key names, and the map from keys to actions.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::model::action::{Action, Scope};
use crate::game::halfwidth;
use crate::settings::{Config, ConfigError, Mistake, Remap};
use crate::text::joined;

/// A key with its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// The keys that have names.
const NAMES: &[(&str, KeyCode)] = &[
    ("Right", KeyCode::Right),
    ("Left", KeyCode::Left),
    ("Down", KeyCode::Down),
    ("Up", KeyCode::Up),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PgDn", KeyCode::PageDown),
    ("PgUp", KeyCode::PageUp),
    ("Tab", KeyCode::Tab),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Backspace", KeyCode::Backspace),
    ("Del", KeyCode::Delete),
    ("Ins", KeyCode::Insert),
    ("Space", KeyCode::Char(' ')),
];

const MODIFIERS: &[(&str, KeyModifiers)] = &[
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
    ("Shift-", KeyModifiers::SHIFT),
];

impl Key {
    /// The key that was pressed. Shift is part of a character, and terminals differ on whether they report it too. The
    /// fullwidth characters of an input method are treated as the plain keys.
    pub(super) fn new(event: &KeyEvent) -> Self {
        let known = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let mut modifiers = event.modifiers & known;
        let code = match event.code {
            KeyCode::BackTab => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Tab
            }
            KeyCode::Char(character) if modifiers.contains(KeyModifiers::CONTROL) => {
                modifiers -= KeyModifiers::SHIFT;
                KeyCode::Char(character.to_ascii_lowercase())
            }
            KeyCode::Char(character) => {
                modifiers -= KeyModifiers::SHIFT;
                KeyCode::Char(match character {
                    '\u{3000}' => ' ',
                    _ => halfwidth(character),
                })
            }
            code => code,
        };
        Self { code, modifiers }
    }

    /// The character that the key types, if any.
    pub(super) fn character(self) -> Option<char> {
        match self.code {
            KeyCode::Char(character) if self.modifiers.is_empty() => Some(character),
            _ => None,
        }
    }

    /// Parses a key name such as `Ctrl-d` or `PgDn`.
    fn parse(name: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::empty();
        let mut rest = name;
        while let Some((prefix, modifier)) = MODIFIERS
            .iter()
            .find(|(prefix, _)| rest.starts_with(prefix) && rest.len() > prefix.len())
        {
            modifiers |= *modifier;
            rest = &rest[prefix.len()..];
        }
        let code = code(rest)?;
        let key = Self { code, modifiers };
        // Reject a name that no pressed key has: it would never match.
        (key == Self::new(&KeyEvent::new(code, modifiers))).then_some(key)
    }
}

fn code(name: &str) -> Option<KeyCode> {
    let named = NAMES.iter().find(|(known, _)| *known == name);
    if let Some((_, code)) = named {
        return Some(*code);
    }
    if let Some(number) = name.strip_prefix('F').and_then(|rest| rest.parse().ok()) {
        return (1..=12).contains(&number).then_some(KeyCode::F(number));
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if !character.is_control() => Some(KeyCode::Char(character)),
        _ => None,
    }
}

/// Parses a sequence of keys such as `G`, `Ctrl-d` or `yp`.
fn sequence(name: &str) -> Option<Vec<Key>> {
    if let Some(key) = Key::parse(name) {
        return Some(vec![key]);
    }
    let plain = name.chars().all(|character| character.is_ascii_graphic());
    let keys = name.chars().map(|character| Key::parse(character.encode_utf8(&mut [0; 4])));
    let keys: Option<Vec<Key>> = keys.collect();
    // A misspelt `Rigth` does not mean five keys.
    keys.filter(|keys| plain && keys.len() == 2)
}

/// The crossterm events for the keys of a name.
pub(super) fn events(name: &str) -> Option<Vec<KeyEvent>> {
    let keys = sequence(name)?.into_iter();
    Some(keys.map(|key| KeyEvent::new(key.code, key.modifiers)).collect())
}

/// The result of looking up the keys typed so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyMatch {
    Action(&'static Action),
    /// More keys must follow.
    Begun,
    Nothing,
}

/// The bindings of keys to actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    /// Every action, in listing order.
    pub(super) actions: &'static [Action],
    bound: Vec<(Vec<Key>, &'static Action)>,
}

impl Keymap {
    /// The usual keys of actions.
    pub(super) fn new(actions: &'static [Action]) -> Self {
        let keys = actions.iter().flat_map(|action| {
            let names = action.keys.split(' ');
            names.filter_map(move |name| Some((sequence(name)?, action)))
        });
        Self { actions, bound: keys.collect() }
    }

    /// The first action with a name.
    pub(super) fn named(&self, name: &str) -> Option<&'static Action> {
        self.actions.iter().find(|action| action.name == name)
    }

    /// The action with a name in the first of these scopes that has one. While the record is visible, it may belong to
    /// any other scope, too.
    pub(super) fn meant(&self, name: &str, scopes: &[Scope]) -> Option<&'static Action> {
        let mut here = scopes.iter().filter_map(|scope| {
            let mut actions = self.actions.iter();
            actions.find(|action| action.name == name && action.scope == *scope)
        });
        let sees_record = scopes.contains(&Scope::Record);
        here.next().or_else(|| self.named(name).filter(|_| sees_record))
    }

    /// The keymap with the bindings of the configuration file.
    ///
    /// # Errors
    /// The first line that names an unknown action or key, or a key that begins another.
    pub fn configured(config: &Config) -> Result<Self, ConfigError> {
        fn failure(config: &Config, remap: &Remap, message: String) -> ConfigError {
            let file = config.file.clone().unwrap_or_default();
            ConfigError { file, line: Some(remap.line), mistake: Mistake::Other(message) }
        }
        let mut keymap = Self::default();
        // Inner scopes come last, so that they keep the keys that are bound to their actions.
        let (inner, base): (Vec<_>, Vec<_>) = config.keys.iter().partition(|remap| {
            keymap.named(&remap.action).is_some_and(|action| !action.scope.is_outer())
        });
        for remap in base.into_iter().chain(inner) {
            let done = keymap.remap(&remap.action, &remap.keys);
            done.map_err(|message| failure(config, remap, message))?;
        }
        // Only now is it known which default keys remain. Of two conflicting lines, report the later one.
        for (nth, remap) in config.keys.iter().enumerate() {
            let later = &config.keys[nth + 1..];
            let bound = keymap.bound.iter();
            let bound: Vec<_> = bound
                .filter(|(_, action)| later.iter().all(|remap| remap.action != action.name))
                .collect();
            let mut own = bound.iter().filter(|(_, action)| action.name == remap.action);
            if let Some(message) = own.find_map(|own| conflict(own, &bound)) {
                return Err(failure(config, remap, message));
            }
        }
        Ok(keymap)
    }

    /// The usual and the configured keys that the configuration gives to another action, with the names of the action that
    /// has the key now and of the one that lost it.
    pub fn taken(&self, config: &Config) -> Vec<(String, &'static str, &'static str)> {
        let is_named =
            |action: &Action| config.keys.iter().any(|remap| remap.action == action.name);
        let usual = Self::default().bound.into_iter().filter(|(_, action)| !is_named(action));
        let wanted = config.keys.iter().flat_map(|remap| {
            let keys = remap.keys.iter().filter_map(|name| sequence(name));
            keys.filter_map(|keys| Some((keys, self.named(&remap.action)?)))
        });
        let lost = usual.chain(wanted).filter(|bound| !self.bound.contains(bound));
        let mut taken: Vec<_> = lost
            .filter_map(|(keys, action)| {
                let (_, taker) = self.bound.iter().find(|(bound, _)| *bound == keys)?;
                Some((name_all(&keys), taker.name, action.name))
            })
            .collect();
        taken.dedup();
        taken
    }

    /// Replaces the keys of an action, and takes them away from other actions. A key that is new to it is also taken
    /// away from actions of inner scopes, which would hide it.
    ///
    /// # Errors
    /// A message, if there is no such action or key.
    fn remap(&mut self, action: &str, keys: &[String]) -> Result<(), String> {
        let rows = self.actions.iter().filter(|row| row.name == action);
        let rows: Vec<&Action> = rows.collect();
        if rows.is_empty() {
            return Err(format!("unknown action {action:?}"));
        }
        let (own, others) = std::mem::take(&mut self.bound)
            .into_iter()
            .partition::<Vec<_>, _>(|(_, bound)| bound.name == action);
        self.bound = others;
        for name in keys {
            let keys = sequence(name).ok_or_else(|| format!("unknown key {name:?}"))?;
            if keys[0].character().is_some_and(|key| key.is_ascii_digit()) {
                return Err(format!("{name:?} cannot be bound: digits make a count"));
            }
            let is_new = own.iter().all(|(bound, _)| *bound != keys);
            let is_outer = rows.iter().any(|row| row.scope.is_outer());
            self.bound.retain(|(bound, other)| {
                let meets = rows.iter().any(|row| row.scope.meets(other.scope));
                *bound != keys || !(meets || is_new && is_outer)
            });
            self.bound.extend(rows.iter().map(|row| (keys.clone(), *row)));
        }
        Ok(())
    }

    /// Looks up the keys typed so far, in the first scope that knows them.
    pub(super) fn meaning(&self, typed: &[Key], scopes: &[Scope]) -> KeyMatch {
        for scope in scopes {
            match self.beginning_with(typed).find(|(_, action)| action.scope == *scope) {
                Some((keys, action)) if keys == typed => return KeyMatch::Action(action),
                Some(_) => return KeyMatch::Begun,
                None => {}
            }
        }
        // A sequence that begins like one of another scope is read to its end, too.
        if self.beginning_with(typed).any(|(keys, _)| keys.len() > typed.len()) {
            return KeyMatch::Begun;
        }
        KeyMatch::Nothing
    }

    /// The bindings that begin with the keys typed so far.
    pub(super) fn beginning_with(
        &self,
        typed: &[Key],
    ) -> impl Iterator<Item = (&[Key], &'static Action)> {
        let bound = self.bound.iter().map(|(keys, action)| (&keys[..], *action));
        bound.filter(move |(keys, _)| keys.starts_with(typed))
    }

    /// The first key of the action with a name; empty if it has none.
    pub(super) fn first_key(&self, name: &str) -> String {
        let action = self.named(name);
        debug_assert!(action.is_some(), "no action is called {name}");
        let keys = action.map(|action| self.keys_of(action)).unwrap_or_default();
        keys.split(' ').next().unwrap_or_default().to_owned()
    }

    /// The names of an action's keys.
    pub(super) fn keys_of(&self, action: &Action) -> String {
        let bound = self.bound.iter().filter(|(_, bound)| *bound == action);
        joined(bound.map(|(keys, _)| name_all(keys)), " ")
    }
}

/// Why some keys could not be reached: one begins another in the same scope.
fn conflict(
    (keys, action): &(Vec<Key>, &Action),
    bound: &[&(Vec<Key>, &Action)],
) -> Option<String> {
    let scope = action.scope;
    let rivals = bound.iter().filter(|(_, other)| other.scope.meets(scope));
    let mut rivals = rivals.map(|(rival, _)| rival).filter(|rival| *rival != keys);
    let rival = rivals.find(|rival| rival.starts_with(keys) || keys.starts_with(rival))?;
    let (short, long) = if rival.len() < keys.len() { (rival, keys) } else { (keys, rival) };
    let (short, long) = (name_all(short), name_all(long));
    Some(format!("{short:?} begins {long:?}: only one of them can be bound"))
}

/// The names of keys typed one after another.
pub(super) fn name_all(keys: &[Key]) -> String {
    keys.iter().map(|key| name(*key)).collect()
}

fn name(key: Key) -> String {
    let mut text = String::new();
    for (prefix, modifier) in MODIFIERS {
        if key.modifiers.contains(*modifier) {
            text.push_str(prefix);
        }
    }
    match (NAMES.iter().find(|(_, code)| *code == key.code), key.code) {
        (Some((name, _)), _) => text.push_str(name),
        (None, KeyCode::Char(character)) => text.push(character),
        (None, KeyCode::F(number)) => text.push_str(&format!("F{number}")),
        (None, _) => {}
    }
    text
}
