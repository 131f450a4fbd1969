//! The README tells the truth: its console blocks are run, its tables are those of the code.
//!
//! `DAPU_README=write cargo test --test readme` writes the tables anew.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Stdio};

use clap::CommandFactory;
use common::readme::{hold, readme};
use dapu::cli::Args;
use dapu::format::{FORMATS, Feature};
use dapu::settings::SETTINGS;
use dapu::tui::KEYS;

mod common;

/// The commands of the console blocks, each with the output that is printed under it.
fn commands() -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme().lines() {
        match (line, line.strip_prefix("$ ")) {
            ("```console", _) => inside = true,
            ("```", _) => inside = false,
            (_, Some(command)) if inside => commands.push((command.to_owned(), String::new())),
            _ if inside => {
                let (_, output) = commands.last_mut().unwrap();
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    commands
}

#[test]
fn the_console_blocks_print_what_they_show() {
    let mut run = 0;
    for (command, expected) in commands() {
        // This test is a part of that one.
        if command == "cargo test" {
            continue;
        }
        let arguments = command
            .strip_prefix("cargo run --release -- ")
            .or_else(|| command.strip_prefix("dapu "));
        let arguments = arguments.unwrap_or_else(|| panic!("{command:?} is no command of ours"));
        let output = Command::new(env!("CARGO_BIN_EXE_dapu"))
            .args(arguments.split_whitespace())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            expected,
            "{command}"
        );
        assert!(output.status.success(), "{command}");
        run += 1;
    }
    assert!(run >= 2, "the two commands of the set-up are there");
}

fn formats() -> String {
    let mut table = String::from(
        "| name | format | extensions | read | write | variations | comments | clocks | encodings |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for format in FORMATS {
        let yes = |yes: bool| if yes { "yes" } else { "-" };
        let has = |feature| format.features.contains(&feature);
        let holds = |feature| yes(has(feature));
        let row = [
            format.name,
            format.title,
            &format.extensions.join(" "),
            yes(format.read.is_some()),
            yes(format.write.is_some()),
            holds(Feature::Variations),
            holds(Feature::Comments),
            yes(has(Feature::Clocks) || has(Feature::TimeLeft)),
            format.encodings,
        ];
        table.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    table
}

fn commands_table() -> String {
    let mut table = String::from("| command | what it does |\n|---|---|\n");
    let root = Args::command();
    for command in root.get_subcommands() {
        let about = command.get_about().unwrap_or_default();
        table.push_str(&format!("| `dapu {}` | {about} |\n", command.get_name()));
    }
    table
}

fn settings() -> String {
    let mut table = String::from("| setting | takes | what it is |\n|---|---|---|\n");
    for setting in SETTINGS {
        let row = format!(
            "| `{}` | {} | {} |\n",
            setting.name, setting.takes, setting.help
        );
        table.push_str(&row);
    }
    table
}

fn keys() -> String {
    let mut table = String::from("| keys | what they do |\n|---|---|\n");
    for binding in KEYS {
        let keys: Vec<String> = binding
            .keys
            .split(' ')
            .map(|key| format!("`{key}`"))
            .collect();
        table.push_str(&format!("| {} | {} |\n", keys.join(" "), binding.help));
    }
    table
}

#[test]
fn the_tables_are_those_of_the_code() {
    hold("commands", &commands_table());
    hold("settings", &settings());
    hold("formats", &formats());
    hold("keys", &keys());
}
