//! Help, manual and completions: complete, and from one source.

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use dapu::cli::Args;
use dapu::format::FORMATS;
use dapu::settings::{SETTINGS, VARIABLES};
use dapu::tui::ACTIONS;

use crate::common::program::{dapu, finish, program, sample};

fn commands() -> Vec<clap::Command> {
    let mut root = Args::command();
    root.build();
    let commands = root.get_subcommands().filter(|command| command.get_name() != "help");
    commands.cloned().collect()
}

/// The command lines at the end of a help text.
#[cfg(unix)]
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_default();
    let lines = examples.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// A home directory with the files that the examples name.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let game = sample("xiangqi/xianrenzhilu.xqf");
    fs::create_dir_all(home.path().join("games/more")).unwrap();
    for copy in ["game.xqf", "games/one.xqf", "games/more/two.xqf"] {
        fs::copy(&game, home.path().join(copy)).unwrap();
    }
    for copy in ["game.sgf", "games/more/three.sgf"] {
        fs::copy(sample("go/ear-reddening.sgf"), home.path().join(copy)).unwrap();
    }
    fs::copy(sample("xiangqi/opening.obk"), home.path().join("opening.obk")).unwrap();
    home
}

#[cfg(unix)]
#[test]
fn every_example_runs_as_printed() {
    let program = Path::new(env!("CARGO_BIN_EXE_dapu"));
    let path =
        std::env::join_paths([program.parent().unwrap(), Path::new("/usr/bin"), Path::new("/bin")]);
    let path = path.unwrap();
    let names = commands().into_iter().map(|command| command.get_name().to_owned());
    // Those that start an engine need one, and what is watched goes on.
    let names = names.filter(|name| !["analyze", "engines", "watch"].contains(&&**name));
    for name in names.chain([String::new()]) {
        let home = home();
        let arguments: Vec<&str> =
            [&*name, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
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

/// A page of the manual, without roff's escapes for dashes and apostrophes.
fn plain(page: &str) -> String {
    page.replace("\\-", "-").replace("\\*(Aq", "'")
}

#[test]
fn the_manual_has_a_page_for_each_command_with_all_its_options() {
    let home = tempfile::tempdir().unwrap();
    dapu(home.path(), &["man", "--out", "pages/man1"]).fine();
    for command in commands() {
        let name = command.get_name();
        let file = home.path().join(format!("pages/man1/dapu-{name}.1"));
        let page = plain(&fs::read_to_string(&file).unwrap());
        assert_eq!(plain(&dapu(home.path(), &["man", name]).fine()), page);
        let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
        for option in shown.filter_map(clap::Arg::get_long) {
            assert!(page.contains(&format!("--{option}")), "{name} --{option}");
        }
        for section in ["NAME", "SYNOPSIS", "ENVIRONMENT", "EXAMPLES"] {
            assert!(page.contains(&format!(".SH {section}\n")), "{name}: {section}");
        }
        assert!(page.contains(".SH \"EXIT STATUS\"\n"), "{name}");
        assert!(page.contains("dapu(1)"), "{name} names the page of dapu");
    }
    let error = dapu(home.path(), &["man", "shew"]).failed();
    assert!(error.contains("unknown command shew"), "{error}");
}

#[test]
fn the_main_page_has_every_command_key_setting_and_variable() {
    let home = tempfile::tempdir().unwrap();
    let page = plain(&dapu(home.path(), &["man"]).fine());
    for command in commands() {
        let name = format!("dapu-{}", command.get_name());
        assert!(page.contains(&format!("{name}(1)")), "{name}");
    }
    for action in ACTIONS {
        assert!(page.contains(action.help()), "{}", action.keys);
    }
    for setting in SETTINGS {
        assert!(page.contains(setting.help), "{}", setting.name);
    }
    for (variable, _) in VARIABLES {
        assert!(page.contains(variable), "{variable}");
    }
}

#[test]
fn every_variable_that_the_source_reads_is_in_the_manual() {
    let known: Vec<&str> = VARIABLES.iter().flat_map(|(names, _)| names.split(", ")).collect();
    let mut missing = Vec::new();
    for file in sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))) {
        let text = fs::read_to_string(&file).unwrap();
        for reading in ["var_os(\"", "variable(\"", "value(\""] {
            for rest in text.split(reading).skip(1) {
                let name = rest.split('"').next().unwrap_or_default();
                let is_name =
                    !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
                if is_name && name != "HOME" && !known.contains(&name) {
                    missing.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false if path.extension().is_some_and(|end| end == "rs") => files.push(path),
            false => {}
        }
    }
    files
}

#[test]
fn version_prints_what_a_bug_report_needs() {
    let home = tempfile::tempdir().unwrap();
    let version = concat!("dapu ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(dapu(home.path(), &["--version"]).fine(), version);
    assert_eq!(dapu(home.path(), &["-V"]).fine(), version);
    let mut program = program(home.path());
    program
        .args(["--version", "--verbose"])
        .env("LC_ALL", "ja_JP.UTF-8")
        .env("TERM", "evil\u{1b}[31m-256color");
    let page = finish(&mut program, b"").fine();
    assert!(page.starts_with(version), "{page}");
    let value = |name: &str| {
        let mut lines = page.lines().map(str::trim_start);
        let line = lines.find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {page}")).trim().to_owned()
    };
    let build = value("build");
    assert!(build.contains(std::env::consts::ARCH) && build.contains("rustc 1."), "{build}");
    assert_eq!(value("terminal"), "standard output is not a terminal");
    assert_eq!(value("language"), "ja");
    assert_eq!(value("LC_ALL"), "ja_JP.UTF-8");
    assert!(!page.contains('\u{1b}'), "{page:?}");
    let alone = dapu(home.path(), &["--verbose"]);
    assert_eq!(alone.code, 2, "{alone:?}");
}

#[test]
fn completions_include_every_command_format_and_encoding() {
    let home = tempfile::tempdir().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = dapu(home.path(), &["completions", shell]).fine();
        for command in commands() {
            let name = command.get_name();
            assert!(script.contains(name), "{shell}: {name}");
        }
        // The other shells complete file names in place of values.
        if ["bash", "fish", "zsh"].contains(&shell) {
            let written = FORMATS.iter().filter(|format| format.write.is_some());
            let words = written.map(|format| format.name);
            for word in words.chain(["traditional", "shift_jis", "gb18030"]) {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }
}

#[test]
fn encodings_are_accepted_by_their_aliases() {
    let home = home();
    for name in ["gbk", "GB2312", "cp936"] {
        dapu(home.path(), &["info", "--encoding", name, "game.xqf"]).fine();
    }
    let error = dapu(home.path(), &["info", "--encoding", "klingon", "game.xqf"]);
    assert!(error.err.contains("not an encoding; try utf-8"), "{}", error.err);
}

#[test]
fn every_argument_is_explained() {
    for command in commands() {
        assert!(command.get_about().is_some(), "{}", command.get_name());
        for argument in command.get_arguments() {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(!help.is_empty(), "{} {}", command.get_name(), argument.get_id());
        }
    }
}

#[test]
fn the_table_of_formats_is_complete() {
    let home = tempfile::tempdir().unwrap();
    let table = dapu(home.path(), &["formats"]).fine();
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head[..6], ["name", "read", "write", "variations", "comments", "clocks"]);
    let names: Vec<&str> =
        lines.by_ref().map_while(|line| line.split_whitespace().next()).collect();
    assert!(lines.next().unwrap().contains("gzip"));
    let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names, known);
}
