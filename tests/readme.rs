//! The README tells the truth: its console blocks are run, its tables are those of the code.
//!
//! `DAPU_README=write cargo test --test readme` writes the tables anew.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Stdio};

use common::readme::{hold, readme};
use dapu::format::{FORMATS, Feature};
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
        "| name | format | extensions | read | write | variations | comments |\n|---|---|---|---|---|---|---|\n",
    );
    for format in FORMATS {
        let yes = |yes: bool| if yes { "yes" } else { "-" };
        let row = [
            format.name,
            format.title,
            &format.extensions.join(" "),
            yes(format.read.is_some()),
            yes(format.write.is_some()),
            yes(format.features.contains(&Feature::Variations)),
            yes(format.features.contains(&Feature::Comments)),
        ];
        table.push_str(&format!("| {} |\n", row.join(" | ")));
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
    hold("formats", &formats());
    hold("keys", &keys());
}
