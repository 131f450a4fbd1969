//! `dapu config`, and the effect of the configuration file.

use std::fs;
use std::path::Path;

use crate::common::program::{dapu, finish, program, sample, slashed};

fn home(config: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join(".config/dapu")).unwrap();
    fs::write(home.path().join(".config/dapu/config.toml"), config).unwrap();
    home
}

#[test]
fn every_value_is_printed_with_its_origin() {
    let home = home("pieces = 'letters'\n\n[keys]\nforward = 'Right n'\n");
    let mut command = program(home.path());
    command.env("LANG", "ja_JP.UTF-8").env("NO_COLOR", "1").arg("config");
    let page = finish(&mut command, b"").with_slashes().fine();
    let file = slashed(&home.path().join(".config/dapu/config.toml").display().to_string());
    let line = |name: &str| {
        let line = page.lines().find(|line| line.starts_with(name));
        line.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("theme"), "theme = \"mono\" # NO_COLOR=1");
    assert_eq!(line("pieces"), format!("pieces = \"letters\" # {file}:1"));
    assert_eq!(line("language"), "language = \"ja\" # LANG=ja_JP.UTF-8");
    assert_eq!(line("ambiguous"), "ambiguous = \"auto\" # default");
    assert_eq!(line("keys"), format!("keys = {{ forward = \"Right n\" }} # {file}:3"));
}

#[test]
fn the_printed_configuration_can_be_read_back() {
    let first = home("theme = 'dark'\nbooks = ['/a.obk']\nkeys = { back = 'h' }\n");
    let page = dapu(first.path(), &["config"]).fine();
    let second = home(&page);
    let again = dapu(second.path(), &["config"]).fine();
    let values = |page: &str| -> Vec<String> {
        let lines = page.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split("  # ").next().unwrap_or_default().trim().to_owned()).collect()
    };
    assert_eq!(values(&again), values(&page));
    assert_eq!(values(&page).len(), dapu::settings::SETTINGS.len());
}

#[test]
fn the_path_of_the_configuration_follows_the_environment() {
    let home = tempfile::tempdir().unwrap();
    let place = dapu(home.path(), &["config", "--path"]).fine();
    assert_eq!(Path::new(place.trim_end()), home.path().join(".config/dapu/config.toml"));
    let mut command = program(home.path());
    command.env("XDG_CONFIG_HOME", home.path().join("xdg")).args(["config", "--path"]);
    let place = finish(&mut command, b"").fine();
    assert_eq!(Path::new(place.trim_end()), home.path().join("xdg/dapu/config.toml"));
}

#[test]
fn a_wrong_setting_is_an_error_with_its_line() {
    let home = home("theme = 'dark'\n\npices = 'letters'\n");
    let file = home.path().join(".config/dapu/config.toml").display().to_string();
    let sample = sample("xiangqi/bianzhao.xqf");
    for arguments in [&["config"][..], &["show", sample.to_str().unwrap()]] {
        let line = dapu(home.path(), arguments).with_slashes().failed();
        let file = slashed(&file);
        assert!(line.starts_with(&format!("dapu: {file}:3: unknown setting \"pices\"")), "{line}");
    }
    // Commands without settings still work.
    dapu(home.path(), &["formats"]).fine();
}

#[test]
fn the_command_line_overrides_the_file_and_the_file_the_default() {
    let home = home("pieces = 'letters'\n");
    let sample = sample("xiangqi/bianzhao.xqf");
    let show = |more: &[&str]| {
        let arguments = [&["show", sample.to_str().unwrap()], more].concat();
        dapu(home.path(), &arguments).fine()
    };
    assert!(show(&[]).contains('Ｋ'), "{}", show(&[]));
    assert!(show(&["--pieces", "traditional"]).contains('帥'));
    assert!(show(&["--ascii"]).contains("+-+"));
}

#[test]
fn an_explicit_theme_overrides_no_color() {
    let home = home("theme = 'dark'\n");
    let theme = |home: &Path| {
        let mut command = program(home);
        command.env("NO_COLOR", "1").arg("config");
        let page = finish(&mut command, b"").fine();
        let line = page.lines().find(|line| line.starts_with("theme"));
        line.unwrap_or_default().to_owned()
    };
    let line = theme(home.path());
    assert!(line.contains("\"dark\"") && line.ends_with("config.toml:1"), "{line}");
    fs::remove_file(home.path().join(".config/dapu/config.toml")).unwrap();
    let line = theme(home.path());
    assert!(line.contains("\"mono\"") && line.ends_with("NO_COLOR=1"), "{line}");
}

#[test]
fn a_key_that_is_taken_from_another_action_is_told() {
    let home = home("[keys]\nforward = 'q'\nback = 'h Left'\n");
    let page = dapu(home.path(), &["config"]).fine();
    assert!(page.ends_with("\n# forward takes q from quit\n"), "{page}");
    assert!(page.contains("\n# forward takes q from leave-list\n"), "{page}");
    assert_eq!(page.matches(" takes ").count(), 2, "{page}");
    fs::write(
        home.path().join(".config/dapu/config.toml"),
        "[keys]\nforward = 'q'\nquit = 'F8'\nleave-list = 'F9'\n",
    )
    .unwrap();
    assert!(!dapu(home.path(), &["config"]).fine().contains(" takes "));
    let both = "[keys]\nforward = 'F9'\nback = 'F9'\n";
    fs::write(home.path().join(".config/dapu/config.toml"), both).unwrap();
    let page = dapu(home.path(), &["config"]).fine();
    assert!(page.ends_with("\n# back takes F9 from forward\n"), "{page}");
}

#[test]
fn a_key_that_begins_another_is_an_error_with_its_line() {
    for (keys, error) in [
        ("back = 'y'", ":2: \"y\" begins \"y"),
        ("back = 'x'\nforward = 'xx'", ":3: \"x\" begins \"xx\""),
        ("forward = 'x'\nback = 'xx'", ":3: \"x\" begins \"xx\""),
        ("forward = 'x'\nback = 'n'\nzoom = 'xy xx'", ":4: \"x\" begins \"xy\""),
    ] {
        let home = home(&format!("[keys]\n{keys}\n"));
        let line = dapu(home.path(), &["config"]).failed();
        assert!(line.contains(error), "{line}");
        assert!(line.ends_with("only one of them can be bound"), "{line}");
    }
    // The key has one meaning during autoplay, and begins another sequence elsewhere.
    let home = home("[keys]\nfaster = 'y'\n");
    dapu(home.path(), &["config"]).fine();
}

#[cfg(unix)]
#[test]
fn only_a_regular_file_of_reasonable_size_is_read_as_configuration() {
    let home = home("");
    let file = home.path().join(".config/dapu/config.toml");
    let fails = |reason: &str| {
        let line = dapu(home.path(), &["config"]).failed();
        assert!(line.ends_with(reason), "{line}");
        fs::remove_file(&file).unwrap();
    };
    fs::write(&file, "#".repeat((1 << 20) + 1)).unwrap();
    fails("larger than 1 MiB");
    fs::write(&file, b"theme = '\xff'").unwrap();
    fails("not UTF-8");
    crate::common::program::make_fifo(&file);
    fails("cannot be read: a pipe, not a file");
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    fails("cannot be read: a device, not a file");
}
