//! What the command line says in 中文 and 日本語, what it leaves as it is, and where it stays English.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::program::{Run, finish, program, sample};

const LANGUAGES: [(&str, &str); 2] = [("zh", "zh_CN.UTF-8"), ("ja", "ja_JP.UTF-8")];

/// Commands whose words are shown below.
const SESSION: &[&[&str]] = &[
    &["info", "games/a.xqf"],
    &["info", "games"],
    &["info", "two.sgf", "--games"],
    &["info", "bad.kif", "short.sgf"],
    &["check", "bad.kif"],
    &["show", "bad.kif", "--moves"],
    &["stats", "--position", "games/a.xqf:2", "games"],
    &["stats", "--position", "games/a.xqf", "games", "--games"],
    &["find", "--position", "games/a.xqf:2", "games"],
    &["index", "games", "--index", "games.index"],
    &["index", "games", "--index", "games/a.xqf"],
    &["stats", "--position", "games/a.xqf:4", "two.sgf", "--index", "games.index"],
    &["notes"],
    &["notes", "--forget", "x"],
    &["convert", "games", "-o", "out", "--to", "pgn", "--dry-run"],
    &["convert", "two.sgf", "two.ugf"],
    &["convert", "lossy.sgf", "lossy.jsonl"],
    &["convert", "games/a.xqf"],
    &["convert", "games/a.xqf", "a.cbl"],
    &["convert", "two.sgf#2", "two.kif", "--all"],
    &["book", "opening.obk"],
    &["book", "opening.obk", "--stats"],
    &["book", "games"],
    &["book", "none.obk"],
    &["index", "none", "--index", "games.index"],
    &["show", "games/a.xqf", "--node", "999"],
    &["stats", "--position", "games/a.xqf:2", "games", "--player", "x", "--side", "sente"],
    &["convert", "two.sgf", "two.cbl"],
    &["show", "none.xqf"],
    &["show", "empty.kif"],
    &["show", "games/a.xqf:900"],
    &["show", "games/a.xqf:2.9-2"],
    &["show", "games/a.xqf:3.1-4"],
    &["show", "two.sgf#3"],
    &["show", "two.sgf#2", "--game", "1"],
    &["info", "games/a.xqf:3"],
    &["analyze", "games/a.xqf", "--engine", "none", "--nodes", "5"],
    &["find", "柳大华"],
    &["shwo"],
];

fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    fs::create_dir(path("games")).unwrap();
    fs::copy(sample("xiangqi/bianzhao.xqf"), path("games/a.xqf")).unwrap();
    fs::write(path("games/b.7z"), b"7z\xBC\xAF\x27\x1C").unwrap();
    fs::write(path("games/c.kif"), "").unwrap();
    fs::copy(sample("xiangqi/opening.obk"), path("opening.obk")).unwrap();
    fs::write(path("two.sgf"), "(;GM[1]SZ[9]PB[3 games];B[aa];W[bb])(;GM[1]SZ[9];B[cc])").unwrap();
    let lossy = "(;GM[1]SZ[9]AP[x]OT[a, b]PB[A];B[aa]C[(a, \"b)]TR[aa];W[bb](;B[cc])(;B[dd]))";
    fs::write(path("lossy.sgf"), lossy).unwrap();
    fs::write(path("empty.kif"), "").unwrap();
    fs::write(path("short.sgf"), "(;GM[1]SZ[9];B[aa]").unwrap();
    fs::write(path("bad.kif"), "手合割：平手\n   1 ７六歩(77)\n   2 ５五王(51)\n").unwrap();
    home
}

fn run(home: &Path, arguments: &[&str], locale: &str) -> Run {
    finish(program(home).args(arguments).env("LANG", locale), b"").with_slashes()
}

#[test]
fn what_dapu_says_is_in_the_language_of_the_reader() {
    for (name, locale) in LANGUAGES {
        let home = home();
        let mut text = String::new();
        for arguments in SESSION {
            let run = run(home.path(), arguments, locale);
            let _ = writeln!(text, "$ dapu {}\n{}{}", arguments.join(" "), run.out, run.err);
        }
        insta::assert_snapshot!(name, text.replace(&*home.path().to_string_lossy(), "HOME"));
    }
}

#[test]
fn the_language_is_asked_for_by_an_option_a_setting_or_the_locale() {
    let home = home();
    let wanted = "dapu: none.xqf: 没有此文件\n";
    for arguments in [
        &["--lang", "zh", "show", "none.xqf"][..],
        &["--lang=zh", "show", "none.xqf"],
        &["show", "none.xqf", "--lang", "zh"],
        &["info", "--lang=zh", "none.xqf"],
        &["none.xqf", "--lang", "zh"],
    ] {
        assert_eq!(run(home.path(), arguments, "ja_JP.UTF-8").err, wanted, "{arguments:?}");
    }
    for locale in ["C", "zh_CN.GBK", "C.UTF-8", "zh_XX"] {
        let english = "dapu: none.xqf: no such file\n";
        assert_eq!(run(home.path(), &["show", "none.xqf"], locale).err, english, "{locale}");
    }
    let wrong = run(home.path(), &["info", "none.xqf", "--lang", "de"], "C.UTF-8");
    assert!(wrong.code == 2 && wrong.err.contains("'de'"), "{}", wrong.err);
    let settings = home.path().join(".config/dapu");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("config.toml"), "language = 'zh'").unwrap();
    assert_eq!(run(home.path(), &["info", "none.xqf"], "C.UTF-8").err, wanted);
    fs::write(settings.join("config.toml"), "language = 'xx'").unwrap();
    let wrong = run(home.path(), &["show", "two.sgf"], "zh_CN.UTF-8").err;
    assert!(wrong.contains("config.toml:1: 应为其中之一："), "{wrong}");
}

#[test]
fn what_scripts_read_is_the_same_in_every_language() {
    for arguments in SESSION {
        let takes_json = !matches!(arguments[0], "convert" | "index" | "shwo");
        let arguments: Vec<&str> =
            arguments.iter().copied().chain(takes_json.then_some("--json")).collect();
        let of = |locale| {
            let home = home();
            let built = ["index", "games", "--index", "games.index"];
            assert!(run(home.path(), &built, locale).code != 1);
            let run = run(home.path(), &arguments, locale);
            (run.code, if takes_json { run.out } else { String::new() })
        };
        let english = of("C.UTF-8");
        for (_, locale) in LANGUAGES {
            assert_eq!(of(locale), english, "{arguments:?}");
            let table = run(home().path(), &["formats"], locale).out;
            assert!(table.starts_with("name     read  write  variations  comments"), "{table}");
        }
    }
}

#[test]
fn names_and_texts_of_files_are_not_translated() {
    let home = home();
    for name in
        ["empty", "no such file", "3 games", "game", "a: empty", "a zip archive", "x skipped: y"]
    {
        let said = run(home.path(), &["show", name], "zh_CN.UTF-8").err;
        assert_eq!(said, format!("dapu: {name}: 没有此文件\n"));
        // A move, a player and a title with the words of a message.
        let game = format!("(;GM[1]SZ[9]PB[{name}]GN[x: {name}]RU[{name}];B[{name}])");
        fs::write(home.path().join("named.sgf"), game).unwrap();
        for arguments in
            [&["info", "named.sgf"][..], &["check", "named.sgf"], &["show", "named.sgf"]]
        {
            let [zh, en] =
                ["zh_CN.UTF-8", "C.UTF-8"].map(|locale| run(home.path(), arguments, locale));
            let count = |run: &Run| format!("{}{}", run.out, run.err).matches(name).count();
            assert!(count(&zh) >= 1 || count(&en) == 0, "{arguments:?}: {}{}", zh.out, zh.err);
        }
    }
    let text = "手合割：平手\n   1 ７六no such file(77)\n   2 ３四: a king is missing\n";
    fs::write(home.path().join("named.kif"), text).unwrap();
    let said = run(home.path(), &["check", "named.kif"], "zh_CN.UTF-8").out;
    assert!(said.contains("７六no such file"), "{said}");
}
