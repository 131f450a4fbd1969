//! Settings: what the environment says, what the file says, and what can be changed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use dapu::board::{Charset, Colors, Theme};
use dapu::settings::{Config, Remap, SETTINGS, ValueOrigin};
use dapu::tui::Ambiguous;
use dapu::words::Lang;

fn config(variables: &[(&str, &str)]) -> Config {
    Config::from_environment(&|name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).into())
    })
}

#[test]
fn the_locale_sets_the_language_and_the_terminal_its_colours() {
    let plain = config(&[("TERM", "xterm"), ("LANG", "ja_JP.UTF-8")]);
    assert_eq!(
        (plain.charset, plain.colors, plain.language),
        (Charset::Cjk, Colors::Basic, Lang::Ja)
    );
    assert_eq!(plain.origin("language"), &ValueOrigin::Environment("LANG"));
    let palette = config(&[("TERM", "xterm-256color"), ("LC_ALL", "zh_CN.utf8")]);
    assert_eq!((palette.colors, palette.language), (Colors::Palette, Lang::Zh));
    let full = config(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]);
    assert_eq!((full.colors, full.charset, full.unicode), (Colors::Palette, Charset::Ascii, false));
    let none = config(&[("TERM", "xterm-256color"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
    assert_eq!((none.theme, none.language), (Theme::Mono, Lang::En));
    assert_eq!(none.origin("theme"), &ValueOrigin::Environment("NO_COLOR"));
    assert_eq!(config(&[("TERM", "vt100")]).colors, Colors::None);
}

#[test]
fn the_linux_console_and_other_locales_get_ascii() {
    let console = config(&[("TERM", "linux"), ("LANG", "zh_CN.UTF-8")]);
    assert_eq!((console.charset, console.unicode), (Charset::Ascii, true));
    assert_eq!(console.origin("charset"), &ValueOrigin::Environment("TERM"));
    let latin = config(&[("LC_ALL", "de_DE.ISO-8859-1"), ("LANG", "de_DE.UTF-8")]);
    assert_eq!((latin.charset, latin.unicode), (Charset::Ascii, false));
    assert_eq!(latin.origin("charset"), &ValueOrigin::Environment("LC_ALL"));
    assert_eq!(config(&[]).charset, Charset::Ascii);
}

fn utf8(name: &str) -> Option<OsString> {
    match name {
        "LANG" => Some("ja_JP.UTF-8".into()),
        "HOME" => Some("/home/reader".into()),
        _ => None,
    }
}

fn read(text: &str) -> Result<Config, String> {
    let mut config = Config::from_environment(&utf8);
    config.read(text, Path::new("/etc/dapu.toml"), &utf8).map_err(|error| error.to_string())?;
    Ok(config)
}

#[test]
fn the_file_overrides_the_environment_and_is_named_as_the_origin() {
    let text = "theme = 'dark'\n\nambiguous = 2\ncharset = \"box\"\nresume = false\n";
    let config = read(text).unwrap();
    assert_eq!(config.theme, Theme::Dark);
    assert_eq!(config.ambiguous, Ambiguous::Two);
    assert_eq!(config.charset, Charset::Box);
    assert_eq!(config.language, Lang::Ja);
    assert_eq!((config.resume, config.coordinates), (false, true));
    assert_eq!(config.origin("ambiguous"), &ValueOrigin::File(3));
    assert_eq!(config.origin("language"), &ValueOrigin::Environment("LANG"));
    assert_eq!(config.origin("pieces"), &ValueOrigin::Default);
}

#[test]
fn books_start_at_the_file_or_at_home() {
    let config = read("books = ['a.obk', '~/b.obk', '/c.obk']").unwrap();
    let books = ["/etc/a.obk", "/home/reader/b.obk", "/c.obk"].map(PathBuf::from);
    assert_eq!(config.books, books);
    let config = read("library = ['~/games']").unwrap();
    assert_eq!(config.library, [PathBuf::from("/home/reader/games")]);
}

#[test]
fn keys_are_a_string_or_a_list_with_their_lines() {
    let config = read("[keys]\nback = ['Left', 'Backspace']\nforward = 'Right n'\n").unwrap();
    fn remap(action: &str, keys: [&str; 2], line: usize) -> Remap {
        Remap { action: action.to_owned(), keys: keys.map(str::to_owned).to_vec(), line }
    }
    assert_eq!(
        config.keys,
        [remap("back", ["Left", "Backspace"], 2), remap("forward", ["Right", "n"], 3)]
    );
}

#[test]
fn what_is_wrong_is_reported_with_its_line() {
    fn message(text: &str) -> String {
        read(text).unwrap_err()
    }
    assert_eq!(
        message("# mine\nthem = 'dark'"),
        "/etc/dapu.toml:2: unknown setting \"them\"; the settings are theme, pieces, notation, \
         coordinates, language, ambiguous, charset, board, down, hide_results, resume, bell, \
         clipboard, books, library, engines, keys"
    );
    assert_eq!(
        message("\n\ntheme = 'drak'"),
        "/etc/dapu.toml:3: expected one of \"auto\", \"light\", \"dark\", \"contrast\", \
         \"colorblind\", \"mono\""
    );
    assert_eq!(message("resume = 'no'"), "/etc/dapu.toml:1: expected one of true, false");
    assert!(message("books = [\n'a',\n3]").starts_with("/etc/dapu.toml:3: books must be a list"));
    assert!(message("keys = 3").starts_with("/etc/dapu.toml:1: keys must be a table"));
    assert!(message("a = 1\ntheme = ").starts_with("/etc/dapu.toml:2: "));
    assert!(message("theme = 'dark'\ntheme = 'dark'").starts_with("/etc/dapu.toml:2: "));
}

#[test]
fn what_can_be_changed_takes_each_of_its_words_and_nothing_else() {
    for setting in SETTINGS {
        let mut config = Config::default();
        assert!(!setting.is_changeable || !setting.words().is_empty(), "{}", setting.name);
        for word in setting.words() {
            assert!(setting.set(&mut config, word));
            assert_eq!(setting.written(&config).trim_matches('"'), word, "{}", setting.name);
        }
        let before = config.clone();
        assert!(!setting.is_changeable || !setting.set(&mut config, "nonsense"));
        assert_eq!(config, before);
    }
}
