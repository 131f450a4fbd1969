//! Engines in the configuration file: `[engines.NAME]`.

use serde::Deserialize as _;
use toml::de::ValueDeserializer;

use super::Mistake;
use super::value::{Given, Invalid, Value, inline_table};
use crate::engine::Settings;
use crate::text::clean_line;

impl Value for Vec<Settings> {
    fn takes(&self) -> String {
        "tables [engines.NAME] with cmd, game, protocol, options, ranks, patience and think"
            .to_owned()
    }

    fn read(&mut self, name: &str, given: &Given<'_>, _: &str) -> Result<(), Invalid> {
        let table = given.get_ref().as_table().ok_or_else(|| {
            let expected = format!("{name} must be {}", self.takes());
            (given.span().start, Mistake::Other(expected))
        })?;
        self.clear();
        for (name, given) in table {
            let at = name.span().start;
            let name = clean_line(name.get_ref());
            let engine = Settings::deserialize(ValueDeserializer::from(given.clone()));
            let engine = engine.map_err(|error| {
                let at = error.span().map_or(at, |span| span.start);
                (at, Mistake::Other(format!("engines.{name}: {}", error.message())))
            })?;
            if let Some(fault) = fault(&engine) {
                return Err((at, Mistake::Other(format!("engines.{name}: {fault}"))));
            }
            self.push(Settings { name, ..engine });
        }
        Ok(())
    }

    fn written(&self) -> String {
        inline_table(self.iter().map(|engine| &engine.name))
    }
}

/// The fault of an engine's settings that can be read.
fn fault(engine: &Settings) -> Option<String> {
    match engine {
        engine if engine.cmd.is_empty() => Some("cmd is empty".to_owned()),
        engine if engine.patience == 0 => Some("patience must be 1 or more".to_owned()),
        engine if engine.think == 0 => Some("think must be 1 or more".to_owned()),
        engine if engine.ranks > 1 => Some("ranks must be 0 or 1".to_owned()),
        engine if !engine.protocol.is_for(engine.game) => {
            Some(format!("{} is not played over this protocol", engine.game))
        }
        _ => None,
    }
}
