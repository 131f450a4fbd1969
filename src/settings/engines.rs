//! Engines in the configuration file: `[engines.NAME]`.

use std::time::Duration;

use toml::de::{DeTable, DeValue};

use super::value::{Given, Invalid, Value, strings};
use crate::engine::{Protocol, Settings};
use crate::game::Game;
use crate::text::clean_line;

/// How long an engine may say nothing, in seconds, unless it is set: some compile for their hardware at first.
const PATIENCE: u64 = 60;

const KEYS: &str = "cmd, game, protocol, options, ranks and patience";

impl Value for Vec<Settings> {
    fn takes(&self) -> String {
        format!("tables [engines.NAME] with {KEYS}")
    }

    fn read(&mut self, name: &str, given: &Given<'_>, _: &str) -> Result<(), Invalid> {
        let expected = || (given.span().start, format!("{name} must be {}", self.takes()));
        let table = given.get_ref().as_table().ok_or_else(expected)?;
        let mut engines = Vec::new();
        for (name, given) in table {
            let inner = given.get_ref().as_table().ok_or_else(expected)?;
            let at = name.span().start;
            engines.push((at, engine(name.get_ref(), at, inner)?));
        }
        engines.sort_by_key(|(at, _)| *at);
        *self = engines.into_iter().map(|(_, engine)| engine).collect();
        Ok(())
    }

    fn written(&self) -> String {
        let names: Vec<String> = self.iter().map(|engine| clean_line(&engine.name)).collect();
        format!("{{ {} }}", names.join(", ")).replace("{  }", "{}")
    }
}

fn engine(name: &str, at: usize, table: &DeTable<'_>) -> Result<Settings, Invalid> {
    let (mut cmd, mut options) = (Vec::new(), Vec::new());
    let (mut game, mut protocol, mut ranks, mut patience) = (None, None, 0, PATIENCE);
    for (key, value) in table {
        let start = value.span().start;
        let word = value.get_ref().as_str().unwrap_or_default();
        match &**key.get_ref() {
            "cmd" => {
                cmd = strings(value, "cmd must be a list of strings")?.map(str::to_owned).collect();
            }
            "game" => game = Some(named(word, Game::ALL.map(|game| (game.name(), game)), start)?),
            "protocol" => protocol = Some(named(word, Protocol::ALL, start)?),
            "options" => options = option_list(value)?,
            "ranks" => ranks = number(value, 1, "ranks must be 0 or 1")? as u8,
            "patience" => patience = number(value, 86_400, "patience must be a number of seconds")?,
            unknown => {
                let start = key.span().start;
                return Err((start, format!("unknown {unknown:?} of an engine; it has {KEYS}")));
            }
        }
    }
    let missing = |what: &str| (at, format!("engines.{name} has no {what}"));
    let game = game.ok_or_else(|| missing("game"))?;
    let protocol = protocol.ok_or_else(|| missing("protocol"))?;
    if cmd.is_empty() {
        return Err(missing("cmd"));
    }
    if !protocol.is_for(game) {
        return Err((at, format!("engines.{name}: {game} is not played over this protocol")));
    }
    let (name, patience) = (clean_line(name), Duration::from_secs(patience));
    Ok(Settings { name, cmd, game, protocol, options, ranks, patience })
}

fn named<T: Copy, const N: usize>(
    word: &str,
    all: [(&str, T); N],
    at: usize,
) -> Result<T, Invalid> {
    let found = all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| (at, format!("expected one of {}", all.map(|(name, _)| name).join(", "))))
}

fn number(value: &Given<'_>, most: u64, expected: &str) -> Result<u64, Invalid> {
    let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
    let number = number.filter(|number| *number <= most);
    number.ok_or_else(|| (value.span().start, expected.to_owned()))
}

/// Options in the order of the file. A value may be a string, a number, or true or false.
fn option_list(value: &Given<'_>) -> Result<Vec<(String, String)>, Invalid> {
    let fail = |at: usize, what: &str| (at, format!("options must be a table of {what}"));
    let what = "names with a string, a number, true or false";
    let table = value.get_ref().as_table().ok_or_else(|| fail(value.span().start, what))?;
    let mut options = Vec::new();
    for (name, value) in table {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Boolean(yes) => yes.to_string(),
            _ => return Err(fail(value.span().start, what)),
        };
        let is_line = !format!("{}{text}", name.get_ref()).contains(char::is_control);
        if !is_line {
            return Err(fail(value.span().start, "texts without control characters"));
        }
        options.push((name.span().start, (name.get_ref().to_string(), text)));
    }
    options.sort_by_key(|(at, _)| *at);
    Ok(options.into_iter().map(|(_, option)| option).collect())
}
