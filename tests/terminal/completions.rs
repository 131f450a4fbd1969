//! Completion scripts in the shells themselves. Without them, the tests are ignored.

use std::fs;

use crate::common::terminal::Terminal;

/// What is typed before Tab, and what is on the screen after it.
const CASES: [[&str; 2]; 6] = [
    ["dapu sho", "dapu show"],
    ["dapu convert --to xq", "--to xqf"],
    ["dapu --lang z", "--lang zh"],
    ["dapu ga", "dapu game.sgf"],
    ["dapu show ga", "dapu show game.sgf"],
    ["dapu game.sgf --coor", "game.sgf --coordinates"],
];

/// Starts a shell without configuration, loads its script, and tries each case.
fn completes(shell: &str, load: &str) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("game.sgf"), "(;GM[1])").unwrap();
    let directory = home.path().display();
    let path = r#"PATH="$(dirname "$DAPU"):$PATH" HOME="$PWD""#;
    let mut terminal = Terminal::shell(&format!("cd {directory}; {path} exec {shell}"));
    // The answer is not in the line that asks for it.
    terminal.keys(&format!("{load}; echo loaded-$(expr 1 + 1)\r"));
    terminal.shows("loaded-2");
    for [typed, completed] in CASES {
        terminal.keys(&format!("\u{15}{typed}\t"));
        terminal.shows(completed);
    }
}

#[test]
#[cfg_attr(not(has = "bash"), ignore = "needs bash")]
fn bash_completes_commands_values_files_and_options() {
    completes("bash --norc --noprofile -i", "source <(dapu completions bash)");
}

#[test]
#[cfg_attr(not(has = "zsh"), ignore = "needs zsh")]
fn zsh_completes_commands_values_files_and_options() {
    completes(
        "zsh -f -i",
        "fpath=($PWD $fpath); dapu completions zsh > _dapu; autoload -U compinit; compinit -u -D",
    );
}

#[test]
#[cfg_attr(not(has = "fish"), ignore = "needs fish")]
fn fish_completes_commands_values_files_and_options() {
    completes("fish --no-config -i", "dapu completions fish | source");
}
