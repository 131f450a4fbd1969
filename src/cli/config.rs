//! `dapu config`: the settings in effect and where each comes from.

use std::path::Path;

use serde_json::json;

use super::error::Error;
use super::options::{Printing, examples};
use super::output::{Output, Tint, print};
use crate::files::load::show_path;
use crate::settings::{self, Config, SETTINGS, ValueOrigin};
use crate::tui::Keymap;

/// Arguments of `dapu config`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu config", "every setting with its value and origin"),
    ("dapu config --path", "the path of the configuration file"),
    ("dapu config --json", "a line of JSON for each setting"),
]))]
pub struct ConfigArgs {
    /// Print only the path of the configuration file
    #[arg(long)]
    path: bool,
    /// Print JSON, one line per setting
    #[arg(long, conflicts_with = "path")]
    json: bool,
    #[command(flatten)]
    printing: Printing,
}

pub(super) fn run(args: &ConfigArgs) -> Result<(), Error> {
    let path = settings::path(&|name: &str| std::env::var_os(name));
    let shown = path.as_deref().map_or_else(|| "nowhere: HOME is not set".to_owned(), show_path);
    if args.path {
        return print(format!("{shown}\n").as_bytes());
    }
    let config = Config::load(&[])?;
    let keymap = Keymap::configured(&config)?;
    let mut out = Output::new(false, args.printing.is_colored());
    if !args.json {
        let file = config.file.as_deref().map(show_path);
        out.line(&format!("# {}", file.unwrap_or_else(|| format!("there is no {shown}"))))?;
    }
    for setting in SETTINGS {
        let (name, value) = (setting.name, setting.written(&config));
        let origin = origin(&config, name);
        if args.json {
            out.json(&json!({ "setting": name, "value": value, "origin": origin }))?;
        } else {
            let padded = format!("{name:<13}");
            out.line(&format!("{}= {value:<14}  # {origin}", out.tint(Tint::Place, &padded)))?;
        }
    }
    for (key, taker, loser) in keymap.taken(&config) {
        if !args.json {
            out.line(&format!("# {taker} takes {key} from {loser}"))?;
        }
    }
    out.flush()
}

fn origin(config: &Config, setting: &str) -> String {
    match config.origin(setting) {
        ValueOrigin::Default => "default".to_owned(),
        ValueOrigin::Environment(name) => {
            let value = std::env::var_os(name).unwrap_or_default();
            format!("{name}={}", show_path(Path::new(&value)))
        }
        ValueOrigin::File(line) => {
            let file = config.file.as_deref().map_or_else(String::new, show_path);
            format!("{file}:{line}")
        }
        ValueOrigin::Option(name) => (*name).to_owned(),
    }
}
