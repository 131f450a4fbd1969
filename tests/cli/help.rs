//! Help, manual and completions: one source, and nothing forgotten.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use dapu::cli::Args;
use dapu::settings::SETTINGS;
use dapu::tui::KEYS;

use crate::common::program::{dapu, finish, sample};

fn commands() -> Vec<clap::Command> {
    let mut root = Args::command();
    root.build();
    let commands = root
        .get_subcommands()
        .filter(|command| command.get_name() != "help");
    commands.cloned().collect()
}

/// The command lines at the end of a help text.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_default();
    let lines = examples.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// A home with the files that the examples name.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let game = sample("xiangqi/xianrenzhilu.xqf");
    fs::create_dir_all(home.path().join("games/more")).unwrap();
    for copy in ["game.xqf", "games/one.xqf", "games/more/two.xqf"] {
        fs::copy(&game, home.path().join(copy)).unwrap();
    }
    fs::copy(
        sample("xiangqi/opening.obk"),
        home.path().join("opening.obk"),
    )
    .unwrap();
    home
}

#[test]
fn every_example_runs_as_it_stands() {
    let program = Path::new(env!("CARGO_BIN_EXE_dapu"));
    let path = std::env::join_paths([
        program.parent().unwrap(),
        Path::new("/usr/bin"),
        Path::new("/bin"),
    ]);
    let path = path.unwrap();
    let names = commands()
        .into_iter()
        .map(|command| command.get_name().to_owned());
    for name in names.chain([String::new()]) {
        let home = home();
        let arguments: Vec<&str> = [&*name, "--help"]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let help = dapu(home.path(), &arguments).fine();
        let examples = examples(&help);
        assert!(!examples.is_empty(), "dapu {name} --help shows no example");
        for line in examples {
            assert!(line.contains("dapu ") && line.contains("  # "), "{line}");
            let mut shell = std::process::Command::new("sh");
            shell
                .args(["-c", &line])
                .current_dir(home.path())
                .env_clear()
                .env("PATH", &path)
                .env("HOME", home.path())
                .env("LANG", "C.UTF-8")
                .stdin(std::process::Stdio::null());
            let run = finish(&mut shell, b"");
            assert_eq!(run.code, 0, "{line}: {}", run.err);
        }
    }
}

#[test]
fn the_manual_has_every_command_option_key_and_setting() {
    let home = tempfile::tempdir().unwrap();
    let manual = dapu(home.path(), &["man"]).fine();
    // Roff escapes dashes and apostrophes.
    let manual = manual.replace("\\-", "-").replace("\\*(Aq", "'");
    for command in commands() {
        let name = format!("dapu {}", command.get_name());
        assert!(
            manual.contains(&format!(".SH \"{}\"", name.to_uppercase())),
            "no section on {name}"
        );
        for option in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(manual.contains(&format!("--{option}")), "{name} --{option}");
        }
    }
    for binding in KEYS {
        assert!(manual.contains(binding.help), "{}", binding.keys);
    }
    for setting in SETTINGS {
        assert!(manual.contains(setting.help), "{}", setting.name);
    }
    assert!(manual.contains("EXIT STATUS"));
}

#[test]
fn completions_know_every_command_and_format() {
    let home = tempfile::tempdir().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = dapu(home.path(), &["completions", shell]).fine();
        for command in commands() {
            assert!(
                script.contains(command.get_name()),
                "{shell}: {}",
                command.get_name()
            );
        }
        // The others ask the shell for files in the place of values.
        if ["bash", "fish", "zsh"].contains(&shell) {
            assert!(script.contains("traditional"), "{shell}: --pieces");
        }
    }
}

#[test]
fn every_argument_is_explained() {
    for command in commands() {
        assert!(command.get_about().is_some(), "{}", command.get_name());
        for argument in command.get_arguments() {
            let help = argument
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                !help.is_empty(),
                "{} {}",
                command.get_name(),
                argument.get_id()
            );
        }
    }
}

#[test]
fn the_table_of_formats_has_them_all() {
    let home = tempfile::tempdir().unwrap();
    let table = dapu(home.path(), &["formats"]).fine();
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(
        head[..6],
        ["name", "read", "write", "variations", "comments", "clocks"]
    );
    let names: Vec<&str> = lines
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let known: Vec<&str> = dapu::format::FORMATS
        .iter()
        .map(|format| format.name)
        .collect();
    assert_eq!(names, known);
}
