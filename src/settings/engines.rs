//! Engines in the configuration file: `[engines.NAME]`.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use serde::Deserialize as _;
use toml::de::ValueDeserializer;

use super::value::{Given, Invalid, Value, inline_table};
use super::{Config, ConfigError, Mistake, path, text_of};
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

/// Tables for known programs.
const KNOWN: &str = include_str!("engines.toml");

/// Tables for the known engines that are installed, apart from those whose name a configured one has.
pub fn installed(configured: &[Settings]) -> Vec<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian has games where the PATH of root does not lead.
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push("/usr/games".into());
    let mut tables = Vec::new();
    for table in KNOWN.trim_end().split("\n\n") {
        let program = program_of(table);
        let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        let installed = folders.iter().map(|folder| folder.join(&file)).find(|file| file.is_file());
        let is_configured = configured
            .iter()
            .any(|engine| table.starts_with(&format!("[engines.{}]", engine.name)));
        if let Some(installed) = installed.filter(|_| !is_configured) {
            let path = serde_json::json!(installed.to_string_lossy()).to_string();
            tables.push(table.replacen(&format!("\"{program}\""), &path, 1));
        }
    }
    tables
}

/// The program of an engine: the first string of its table.
pub fn program_of(table: &str) -> &str {
    table.split('"').nth(1).unwrap_or_default()
}

/// Adds the table of an engine to the configuration file, which is made with its directory if it is not there. Returns all
/// engines.
///
/// # Errors
/// The file would be wrong, or cannot be written.
pub fn add_engine(table: &str) -> Result<Vec<Settings>, ConfigError> {
    let variable = &|name: &str| std::env::var_os(name);
    let file = path(variable).unwrap_or_default();
    let text = text_of(&file)?.unwrap_or_default();
    let added = format!("{}{table}\n", if text.is_empty() { "" } else { "\n\n" });
    let mut config = Config::default();
    config.read(&(text + &added), &file, variable)?;
    let folder = fs::create_dir_all(file.parent().unwrap_or(&file));
    let opened = folder.and_then(|()| OpenOptions::new().append(true).create(true).open(&file));
    let written = opened.and_then(|mut opened| {
        let before = opened.metadata()?.len();
        // Half a table would make the whole file wrong.
        opened.write_all(added.as_bytes()).inspect_err(|_| drop(opened.set_len(before)))
    });
    match written {
        Ok(()) => Ok(config.engines),
        Err(error) => {
            let mistake = Mistake::Other(error.to_string());
            Err(ConfigError { file, line: None, mistake })
        }
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
