//! The documents match the program: console blocks are run, tables and pictures generated, and links checked.
//!
//! `DAPU_README=write cargo test --test commands` updates the tables and pictures.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common;
use crate::common::emulator::{self, Emulator};
use crate::common::evil;
use crate::common::export::Export;
use crate::common::program::{finish, program};
use crate::common::readme::{documents, hold, hold_file, hold_picture, path, text};
use clap::CommandFactory;
use dapu::cli::Args;
use dapu::format::{self, FORMATS, Format, Holds, Loaded, WriteOptions};
use dapu::record::{Note, Record};
use dapu::settings::{Config, SETTINGS, VARIABLES};
use dapu::text::Source;
use dapu::text::encoding_by_label;
use dapu::tui::{ACTIONS, Scope};

/// The commands of the console blocks of a document, each with the output shown below it.
fn commands(document: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in blocks(document, "console").iter().flat_map(|block| block.lines()) {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command.to_owned(), String::new())),
            None => {
                let (_, output) = commands.last_mut().unwrap();
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    commands
}

/// The blocks of a document in a language.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = text(document);
    between(&text, &format!("```{language}\n"), "```\n").map(str::to_owned).collect()
}

/// The words of a command, as a shell takes them: those in quotes are one.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None, None);
    for character in command.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, ' ') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_with(String::new);
            }
            _ => word.get_or_insert_with(String::new).push(character),
        }
    }
    words.extend(word);
    words
}

/// Runs a command of a document, as a user would who has configured nothing; if its output is shown, it must match.
fn run(document: &str, command: &str, shown: &str) {
    let arguments =
        command.strip_prefix("cargo run --release -- ").or_else(|| command.strip_prefix("dapu "));
    let arguments =
        arguments.unwrap_or_else(|| panic!("{document}: {command:?} does not run dapu"));
    let home = tempfile::tempdir().unwrap();
    let mut program = program(home.path());
    let run = finish(program.current_dir(path("")).args(words(arguments)), b"");
    // That there are findings is no failure. What is wrong is shown to be so.
    let code = i32::from(arguments.starts_with("check ") && !run.out.is_empty());
    assert_eq!(run.code, code, "{document}: {command}: {}", run.err);
    if !shown.is_empty() {
        assert_eq!(run.out, shown, "{document}: {command}");
    }
}

#[test]
fn console_blocks_print_what_they_show() {
    assert_eq!(words("find --text 'a  b' \"\" c:1"), ["find", "--text", "a  b", "", "c:1"]);
    let mut shown = 0;
    for document in documents() {
        for (command, output) in commands(&document) {
            // This test is part of that one.
            if command != "cargo test" {
                run(&document, &command, &output);
                shown += usize::from(!output.is_empty());
            }
        }
    }
    assert!(shown > 10, "{shown}");
}

/// The blocks that set the shell up, which need nothing but dapu.
#[cfg(unix)]
#[test]
fn blocks_for_the_shell_do_what_they_say() {
    let home = tempfile::tempdir().unwrap();
    let is_own = |line: &str| {
        ["mkdir ", "dapu completions ", "dapu man "].iter().any(|start| line.starts_with(start))
    };
    let blocks = blocks("docs/shell.md", "sh").into_iter();
    let block = blocks.filter(|block| block.lines().all(is_own)).collect::<String>();
    let bin = Path::new(env!("CARGO_BIN_EXE_dapu")).parent().unwrap();
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let mut shell = std::process::Command::new("sh");
    shell.args(["-ec", &block]).env_clear().env("HOME", home.path()).env("PATH", path);
    assert_eq!(finish(&mut shell, b"").fine(), "");
    for file in block.split_whitespace().filter_map(|word| word.strip_prefix("~/")) {
        let made = home.path().join(file);
        let is_empty = if made.is_dir() {
            std::fs::read_dir(&made).unwrap().next().is_none()
        } else {
            std::fs::read(&made).unwrap().is_empty()
        };
        assert!(!is_empty, "{file}");
    }
}

/// How many formats there are of a kind. KIF and KI2 count once, whatever their encoding.
fn count(is_counted: fn(&Format) -> bool) -> usize {
    let formats = FORMATS.iter().filter(|format| !format.title.ends_with(" in UTF-8"));
    formats.filter(|format| is_counted(format)).count()
}

#[test]
fn the_number_of_formats_that_are_written_is_right() {
    let written = count(|format| format.write.is_some());
    for (file, words) in [
        ("README.md", format!("writes {written} formats")),
        ("README.zh.md", format!("能写 {written} 种格式")),
        ("README.ja.md", format!("{written} 形式で書き出せます")),
    ] {
        assert!(text(file).contains(&words), "{file}: {words}");
    }
}

#[test]
fn the_readme_is_short_and_has_a_picture() {
    let readmes = documents().into_iter().filter(|name| name.starts_with("README"));
    for name in readmes {
        let (text, commands) = (text(&name), commands(&name));
        let lines = text.lines().count();
        assert!(lines <= 140, "{name} has {lines} lines");
        let set_up = |wanted: &str| commands.iter().any(|(command, _)| command.starts_with(wanted));
        assert!(set_up("cargo run --release -- samples/"), "{name}");
        assert!(set_up("cargo test"), "{name}");
        let formats = count(|format| format.read.is_some()).to_string();
        assert!(text.contains(&formats), "{name}: there are {formats} formats");
    }
}

/// The targets of the links and pictures of a document.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

#[test]
fn every_link_leads_to_an_existing_file() {
    for document in documents() {
        let folder = Path::new(&document).parent().unwrap();
        for link in links(&text(&document)) {
            let target = link.split_once('#').map_or(link, |(file, _)| file);
            let target = folder.join(target);
            assert!(path(target.to_str().unwrap()).exists(), "{document}: {link}");
        }
    }
}

/// The guide leads to each page, and a page says first who needs it.
#[test]
fn every_page_is_on_the_map_of_the_guide_and_begins_with_who_needs_it() {
    let guide = text("docs/guide.md");
    let (map, _) = guide.split_once("\n## ").unwrap();
    for document in documents() {
        let Some(page) = document.strip_prefix("docs/").filter(|page| *page != "guide.md") else {
            continue;
        };
        assert!(map.contains(&format!("({page})")), "{page} is not on the map");
        let text = text(&document);
        let first = text.split("\n\n").nth(1).unwrap();
        let begins = ["For ", "写给"].iter().any(|start| first.starts_with(start));
        assert!(begins || first.contains("人のためのページ"), "{page}: {first}");
    }
}

/// What the release tries on an old system fails only there.
#[test]
fn the_command_that_a_release_tries_succeeds() {
    let workflow = text(".github/workflows/release.yml");
    let tried = workflow
        .lines()
        .find_map(|line| line.split_once("/dist/dapu ").filter(|_| line.contains("docker run")));
    run("the release", &format!("dapu {}", tried.unwrap().1), "");
}

#[test]
fn every_source_file_that_is_named_exists() {
    for document in documents() {
        for name in text(&document).split('`').skip(1).step_by(2) {
            let is_named = ["src/", "tests/", "assets/"].iter().any(|top| name.starts_with(top));
            let is_pattern = name.contains(|c: char| c.is_ascii_uppercase() || " *".contains(c));
            assert!(!is_named || is_pattern || path(name).exists(), "{document}: {name}");
        }
    }
}

/// The pictures of the README: a record, keys, and the size of the terminal.
const PICTURES: [(&str, &str, &str, (u16, u16)); 3] = [
    ("docs/xiangqi.svg", "samples/xiangqi/shunpao.pgn", "1 0 l Down", (92, 26)),
    ("docs/shogi.svg", "samples/shogi/yokofudori.kif", "1 6 l", (80, 24)),
    ("docs/go.svg", "samples/go/ear-reddening.sgf", "1 2 7 l", (80, 24)),
];

#[test]
fn the_pictures_match_the_screen() {
    for (picture, record, keys, size) in PICTURES {
        let bytes = std::fs::read(path(record)).unwrap();
        let name = Path::new(record).file_name().unwrap().to_str().unwrap();
        let loaded = common::read(&bytes, name).unwrap();
        let mut screen = Emulator::open(name, loaded, emulator::settings(), size);
        for key in keys.split(' ') {
            screen.press(key);
        }
        hold_picture(picture, screen.screen());
    }
}

/// The pictures of walls, with their sizes and the records on them.
const WALLS: [(&str, (u16, u16), &[&str]); 2] = [
    (
        "wall at 120x40",
        (120, 40),
        &[
            "xiangqi/bianzhao.xqf",
            "shogi/floodgate.csa",
            "shogi/yokofudori.kif",
            "xiangqi/shunpao.pgn",
        ],
    ),
    (
        "wall at 200x60",
        (200, 60),
        &[
            "go/lesson.sgf",
            "xiangqi/bianzhao.xqf",
            "xiangqi/xianrenzhilu.xqf",
            "shogi/yagura.ki2",
            "go/server.ngf",
            "go/server.gib",
            "shogi/floodgate.csa",
            "shogi/yokofudori.kif",
            "xiangqi/shunpao.pgn",
            "shogi/rich.kif",
            "go/ear-reddening.sgf",
            "xiangqi/rich.pgn",
        ],
    ),
];

#[test]
fn the_pictures_of_the_wall_match_the_screen() {
    for (picture, size, samples) in WALLS {
        let mut screen = Emulator::read_at("two.sgf", "(;GM[1]SZ[9])(;GM[1]SZ[9])", size);
        screen.press("W");
        for sample in samples {
            let bytes = std::fs::read(path("samples").join(sample)).unwrap();
            let name = sample.rsplit('/').next().unwrap();
            screen.change_on_wall(name, Some(&common::read(&bytes, name).unwrap()));
        }
        hold(picture, &format!("```text\n{}\n```\n", screen.trimmed()));
    }
}

fn formats() -> String {
    let mut table = String::from(
        "| name | format | extensions | read | write | variations | comments | clocks | encodings |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for format in FORMATS {
        let yes = |yes: bool| if yes { "yes" } else { "-" };
        let row = [
            format.name,
            format.title,
            &format.extensions.join(" "),
            yes(format.read.is_some()),
            yes(format.write.is_some()),
            yes(format.holds.variations),
            yes(format.holds.comments),
            yes(format.holds.clocks),
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

/// The visible options of a command, as help names them.
fn options(command: &clap::Command) -> Vec<String> {
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let name = |option: &clap::Arg| {
        let long = option.get_long().filter(|long| *long != "help")?;
        let short = option.get_short().map(|short| format!("`-{short}`, "));
        Some(format!("{}`--{long}`", short.unwrap_or_default()))
    };
    options.filter_map(name).collect()
}

/// Which command takes which option.
fn options_table() -> String {
    let mut root = Args::command().disable_help_subcommand(true);
    root.build();
    let commands: Vec<(&str, Vec<String>)> = root
        .get_subcommands()
        .map(|command| (command.get_name(), options(command)))
        .filter(|(_, options)| !options.is_empty())
        .collect();
    let takers = |option: &String| {
        let takes = |(_, options): &&(&str, Vec<String>)| options.contains(option);
        commands.iter().filter(takes).count()
    };
    let mut all: Vec<String> = commands.iter().flat_map(|(_, of)| of).cloned().collect();
    all.sort_by_key(|option| {
        let name = option.trim_start_matches(|c| c != '-').replace(['`', '-'], "");
        (std::cmp::Reverse(takers(option)), name)
    });
    all.dedup();
    let heads = commands.iter().map(|(name, _)| format!(" {name} |"));
    let mut table = format!("| option |{}\n|---|", heads.collect::<String>());
    table.push_str(&"---|".repeat(commands.len()));
    for option in all {
        table.push_str(&format!("\n| {option} |"));
        for (_, of) in &commands {
            table.push_str(if of.contains(&option) { " x |" } else { " |" });
        }
    }
    table + "\n"
}

fn settings() -> String {
    let mut table = String::from(
        "| setting | takes | default | option | after `:` | what it is |\n|---|---|---|---|---|---|\n",
    );
    let defaults = Config::default();
    for setting in SETTINGS {
        let default = setting.written(&defaults);
        let option = setting.option.map_or(String::new(), |(option, _)| format!("`{option}`"));
        let changeable = if setting.is_changeable { "x" } else { "" };
        table.push_str(&format!(
            "| `{}` | {} | `{default}` | {option} | {changeable} | {} |\n",
            setting.name,
            setting.takes(),
            setting.help
        ));
    }
    table
}

fn variables() -> String {
    let mut table = String::from("| variable | what it is for |\n|---|---|\n");
    for (names, help) in VARIABLES {
        let names: Vec<String> = names.split(", ").map(|name| format!("`{name}`")).collect();
        table.push_str(&format!("| {} | {help} |\n", names.join(", ")));
    }
    table
}

fn keys() -> String {
    let mut table = String::from("| keys | name | where | what they do |\n|---|---|---|---|\n");
    for action in ACTIONS {
        let keys: Vec<String> = action.typed().split(' ').map(|key| format!("`{key}`")).collect();
        let place = match action.scope {
            Scope::Base => "everywhere",
            Scope::Record => "record",
            scope => scope.name(),
        };
        let row = [&keys.join(" "), &format!("`{}`", action.name), place, action.help()];
        table.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    table
}

#[test]
fn the_tables_match_the_code() {
    hold("commands", &commands_table());
    hold("options", &options_table());
    hold("settings", &settings());
    hold("variables", &variables());
    hold("formats", &formats());
    hold("keys", &keys());
}

/// Extensions that files of other kinds have too.
const SHARED: [&str; 9] = ["txt", "text", "html", "htm", "json", "jsonl", "xml", "md", "pgn"];

/// The extensions of a format by which a file manager may know its files.
fn own_extensions(format: &Format) -> impl Iterator<Item = &'static str> {
    let extensions = format.extensions.iter().copied();
    extensions.filter(|extension| !SHARED.contains(extension) && *extension != "url")
}

#[test]
fn file_types_have_the_extensions_of_the_formats() {
    let is = text("assets/dapu.xml");
    let (mut wanted, mut types) = (String::new(), String::new());
    for block in is.split_inclusive("</mime-type>\n") {
        let globs: Vec<&str> = between(block, "\"*.", "\"").collect();
        let has_one = |format: &&Format| own_extensions(format).any(|own| globs.contains(&own));
        let globs = FORMATS.iter().filter(has_one).flat_map(own_extensions);
        let globs: String =
            globs.map(|extension| format!("    <glob pattern=\"*.{extension}\"/>\n")).collect();
        for line in block.split_inclusive('\n') {
            match line.trim() {
                "</mime-type>" => wanted.push_str(&(globs.clone() + line)),
                other if other.starts_with("<glob") => {}
                _ => wanted.push_str(line),
            }
        }
        types.extend(between(block, "mime-type type=\"", "\"").map(|name| format!("{name};")));
    }
    hold_file("assets/dapu.xml", &is, &wanted, "the list of extensions");
    for format in FORMATS {
        for extension in own_extensions(format) {
            let has_type = wanted.contains(&format!("\"*.{extension}\""));
            assert!(has_type, "{}: *.{extension} has no type in assets/dapu.xml", format.name);
        }
    }
    let is = text("assets/dapu.desktop");
    let lines = is.split_inclusive('\n').map(|line| match line.split_once('=') {
        Some(("MimeType", _)) => format!("MimeType={types}application/x-chess-pgn;\n"),
        _ => line.to_owned(),
    });
    let wanted: String = lines.collect();
    hold_file("assets/dapu.desktop", &is, &wanted, "the list of types");
}

/// What is between two marks, each time.
fn between<'a>(text: &'a str, start: &str, end: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(start).skip(1).collect::<Vec<_>>().into_iter();
    parts.filter_map(move |part| Some(part.split_once(end)?.0))
}

/// The steps of `CONTRIBUTING.md`, other than the types and tables above.
#[test]
fn every_format_has_its_sample_hostile_file_and_headers() {
    // It is KI2 in another encoding.
    const WITHOUT_SAMPLE: [&str; 1] = ["ki2u"];
    const WITHOUT_HEADERS: [&str; 6] = ["pfc", "ccm", "che", "fen", "usi", "link"];
    let mut samples = Vec::new();
    common::files_below(&path("samples"), &mut samples);
    let sampled: BTreeSet<&str> = samples
        .iter()
        .filter_map(|sample| {
            let name = sample.file_name()?.to_str()?;
            Some(common::read(&std::fs::read(sample).ok()?, name).ok()?.format.name)
        })
        .collect();
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let name = format.name;
        let has_sample = sampled.contains(name);
        assert_ne!(has_sample, WITHOUT_SAMPLE.contains(&name), "{name} needs a sample");
        let (file, bytes) = evil::file(name);
        let loaded = format::read_as(format, &Source::new(&bytes, &file)).unwrap();
        let record = loaded.game(0).unwrap();
        let has_headers = record.headers.known().next().is_some();
        let message = "needs rows in the table of src/format/headers.rs";
        assert_ne!(has_headers, WITHOUT_HEADERS.contains(&name), "{name} {message}");
    }
}

/// What a record has of what a format may hold.
fn seen(record: &Record) -> Holds {
    let tree = &record.tree;
    let mut holds = Holds::MOVES;
    for node in tree.ids() {
        holds.variations |= !tree.on_mainline(node);
        for note in tree.notes(node) {
            holds.comments |= matches!(note, Note::Comment(_));
            holds.clocks |= matches!(note, Note::Clock(_) | Note::Remaining(_));
        }
    }
    holds
}

/// The records of each game that have something of everything.
const RICH: [&str; 3] = ["xiangqi/rich.pgn", "shogi/rich.kif", "go/rich.sgf"];

/// Records of formats that are only read, with what their samples lack.
const OTHERS: [(&str, &str); 4] = [
    (
        "a.cbf",
        "<ChineseChessRecord><Head></Head><MoveList><Move value=\"00-00\"/><Move value=\"77-47\"/>\
         <Move value=\"70-62\" branch=\"1\"/><Move value=\"79-67\" end=\"1\"/>\
         <Move value=\"10-22\" end=\"1\"/></MoveList></ChineseChessRecord>",
    ),
    ("a.psn", "[Sente \"a\"]\n1.P7f (00:03 / 00:00:03)\n2.P3d\nVariation:2\n2.P8d\n"),
    ("a.csa", "V2\nPI\n+\n+7776FU\n/\nV2\nPI\n+\n+2726FU\n"),
    (
        "a.gib",
        "\\HS\n\\HE\n\\GS\n2 1 0\n3 0 &4\nINI 0 1 0 &4 hello\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\n\\GE\n\\RS\n\
         \\[REFSUSUN=2\\]\n\\[REFGIBO=\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\nSTO 0 4 1 2 2\\]\n\\RE\n",
    ),
];

/// Files of all formats: the samples, the rich records, and what else has more than a sample of its format.
fn files_with_everything() -> Vec<Loaded> {
    let mut samples = Vec::new();
    common::files_below(&path("samples"), &mut samples);
    let open = |path: &std::path::PathBuf| {
        let name = path.file_name()?.to_str()?;
        common::read(&std::fs::read(path).unwrap(), name).ok()
    };
    let mut files: Vec<Loaded> = samples.iter().filter_map(open).collect();
    for rich in RICH {
        let source = open(&common::program::sample(rich)).unwrap();
        let games = 0..source.games().len();
        let records: Vec<_> = games.map(|game| source.game(game).unwrap()).collect();
        for format in FORMATS.iter().filter(|it| it.games.contains(&records[0].game())) {
            let options = WriteOptions::default();
            let export = Export { source: &source, records: &records, options: &options };
            let bytes = format.write.map(|_| export.write(format).unwrap().bytes);
            let name = format!("a.{}", format.extensions[0]);
            files.extend(bytes.and_then(|bytes| common::read(&bytes, &name).ok()));
        }
    }
    let pgn = text("samples/xiangqi/rich.pgn");
    let moves = between(&pgn, "]\n\n", "\n\n").next().unwrap();
    let initial = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let one = text("samples/xiangqi/shunpao.txt");
    for (name, text) in [
        ("a.txt", moves.to_owned()),
        ("a.txt", one.repeat(2)),
        ("a.fen", format!("{initial}\n{moves}\n")),
        ("a.html", format!("<html><body><pre>{pgn}</pre></body></html>")),
    ] {
        files.extend(common::read(text.as_bytes(), name));
    }
    files.extend(OTHERS.map(|(name, text)| common::read(text.as_bytes(), name).unwrap()));
    files
}

#[test]
fn formats_hold_what_is_seen_in_their_files() {
    let mut faults = Vec::new();
    let files = files_with_everything();
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let mut holds = Holds::MOVES;
        for loaded in files.iter().filter(|loaded| loaded.format.name == format.name) {
            holds.games |= loaded.games().len() > 1;
            for game in 0..loaded.games().len() {
                let Ok(record) = loaded.game(game) else { continue };
                let seen = seen(&record);
                holds.variations |= seen.variations;
                holds.comments |= seen.comments;
                holds.clocks |= seen.clocks;
            }
        }
        if holds != format.holds {
            faults.push(format!("{}: {:?}, but seen is {holds:?}", format.name, format.holds));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The encodings that the table names, by their labels. UTF-16 is said of all texts.
const ENCODINGS: [&str; 8] =
    ["UTF-8", "UTF-16", "GB18030", "Big5", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR"];

/// A text in an encoding, with a byte order mark for UTF-16; `None` if it has characters that the encoding lacks.
fn encoded(text: &str, label: &str) -> Option<Vec<u8>> {
    if label == "UTF-16" {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        return Some(units.flat_map(u16::to_le_bytes).collect());
    }
    let (bytes, _, has_gaps) = encoding_by_label(label).unwrap().encode(text);
    (!has_gaps).then(|| bytes.into_owned())
}

/// These are always in UTF-8 or ASCII where they come from.
const WITHOUT_UTF_16: [&str; 3] = ["page", "ogs", "dataset"];

#[test]
fn texts_are_read_in_the_encodings_that_are_named() {
    let mut samples = Vec::new();
    common::files_below(&path("samples"), &mut samples);
    let is_code = |character: char| character < ' ' && !"\t\r\n".contains(character);
    let mut faults = BTreeSet::new();
    let mut tried = 0;
    for path in samples {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Ok(loaded) = common::read(&bytes, name) else { continue };
        let format = loaded.format;
        let encoding = loaded.encoding.and_then(encoding_by_label);
        let decoded = encoding.map(|encoding| encoding.decode_without_bom_handling(&bytes));
        // Binary formats have bytes that mean no characters.
        let Some((text, false)) = decoded.filter(|(text, _)| !text.contains(is_code)) else {
            continue;
        };
        let moves = common::mainline(&loaded.game(0).unwrap());
        for label in ENCODINGS {
            let is_named = format.encodings.contains(label);
            if text.is_ascii() && label != "UTF-16" {
                continue;
            }
            let Some(bytes) = encoded(&text, label) else { continue };
            let is_read = common::read(&bytes, name).is_ok_and(|read| {
                read.format.name == format.name && common::mainline(&read.game(0).unwrap()) == moves
            });
            let must_be = is_named || (label == "UTF-16" && !WITHOUT_UTF_16.contains(&format.name));
            if (must_be && !is_read) || (label == "UTF-8" && is_read != is_named) {
                faults.insert(format!("{} in {label}: {name}", format.name));
            }
            tried += usize::from(must_be);
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried > 60, "{tried}");
}
