//! The screen without a terminal: an emulator interprets the bytes sent.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use common::emulator::{Drawn, Emulator, LESSON, forks, settings};
use dapu::board::Charset;
use dapu::settings::Config;
use dapu::tui::{ACTIONS, Ambiguous, Colors};
use dapu::words::Lang;

const SIZES: [(u16, u16); 12] = [
    (80, 24),
    (40, 20),
    (120, 40),
    (132, 24),
    (200, 50),
    (200, 60),
    (76, 22),
    (20, 10),
    (77, 23),
    (111, 31),
    (33, 9),
    (1, 1),
];

/// Every key but those that leave the screen; moves more often than others.
fn keys() -> Vec<&'static str> {
    let leaves = |name: &str| ["quit", "suspend", "edit"].contains(&name);
    let bound = ACTIONS.iter().filter(|action| !leaves(action.name));
    let bound = bound.flat_map(|action| action.keys.split(' '));
    let moves = ["l", "l", "h", "Down", "Up", "Right", "Esc", "3", "2"].repeat(6);
    bound.chain(moves).collect()
}

/// Pasted text: words, and near the end of a walk a position and a record.
const PASTED: [&str; 4] = [
    "words\nin lines\u{1b}[31m",
    "炮二平五",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    LESSON,
];

/// Moves of every game that can often be played, and seldom are in a record.
const TYPED: [&str; 24] = [
    "a0a1", "i0i1", "h0g2", "b0c2", "a9a8", "i9i8", "h9g7", "b9c7", "h2e2", "h7e7", "a3a4", "i6i5",
    "9g9f", "1c1d", "6g6f", "4c4d", "5g5f", "5c5d", "T19", "A1", "C9", "J3", "E5", "G7",
];

/// Walks at random, with jobs that end at once or later, and calls back after every key.
fn walk(screen: &mut Emulator, steps: usize, seen: impl Fn(&Emulator, &str)) {
    let mut random = Random::new(7);
    let keys = keys();
    for step in 0..steps {
        if random.below(25) == 0 {
            let usual = SIZES[random.below(SIZES.len())];
            let mut any = || (1 + random.below(220) as u16, 1 + random.below(60) as u16);
            let (columns, rows) = if step % 2 == 0 { usual } else { any() };
            screen.resize(columns, rows);
            seen(screen, &format!("step {step}, {columns}x{rows}"));
        } else if random.below(40) == 0 {
            let known = if step < steps * 3 / 4 { 2 } else { 4 };
            let text = PASTED[random.below(known)];
            screen.paste(text);
            seen(screen, &format!("step {step}, pasted {text:?}"));
        } else if random.below(10) == 0 {
            let typed = TYPED[random.below(TYPED.len())];
            let keys = [":"].into_iter().chain(typed.split("")).filter(|key| !key.is_empty());
            for key in keys.chain(["Enter"]) {
                screen.press(key);
            }
            seen(screen, &format!("step {step}, :{typed}"));
        } else if random.below(12) == 0 {
            let hold = random.below(2) == 0;
            screen.hold_jobs(hold);
            screen.tick();
            seen(screen, &format!("step {step}, jobs held: {hold}"));
        } else if random.below(8) == 0 {
            let (columns, rows) = screen.size();
            let mut below = |bound: u16| random.below(bound.into()) as u16;
            let at = (below(columns), below(rows));
            let turn = [None, Some(false), Some(true)][random.below(3)];
            screen.point(at, turn);
            seen(screen, &format!("step {step}, mouse {turn:?} at {at:?}"));
        } else {
            let key = keys[random.below(keys.len())];
            screen.press(key);
            seen(screen, &format!("step {step}, {key}"));
        }
    }
}

#[test]
fn partial_updates_leave_the_same_screen_as_a_full_frame() {
    let has_own = std::cell::Cell::new(false);
    for colors in [Colors::None, Colors::Basic, Colors::Palette] {
        for (name, loaded) in common::emulator::games() {
            let settings = Config { colors, ..settings() };
            let mut screen = Emulator::open(name, loaded, settings, (80, 24));
            screen.open_books(&[&common::program::sample("xiangqi/opening.obk")]);
            walk(&mut screen, 300, |screen, when| {
                screen.assert_whole(&format!("{name}, {when}"));
                has_own.set(has_own.get() || screen.text().contains(".a-"));
            });
        }
    }
    assert!(has_own.get(), "no move was tried");
}

#[test]
fn no_terminal_shears_ambiguous_characters() {
    let known = |drawn| match drawn {
        Drawn::Narrow => Ambiguous::One,
        Drawn::Wide => Ambiguous::Two,
    };
    for drawn in [Drawn::Narrow, Drawn::Wide] {
        for ambiguous in [Ambiguous::Auto, known(drawn)] {
            for charset in [Charset::Cjk, Charset::Box] {
                let settings = Config { ambiguous, charset, ..settings() };
                let mut screen = Emulator::open_on(drawn, "f", forks(), settings, (80, 24));
                screen.open_books(&[&common::program::sample("xiangqi/opening.obk")]);
                walk(&mut screen, 300, Emulator::assert_whole);
            }
        }
    }
}

#[test]
fn the_board_is_aligned_on_every_terminal() {
    let open = |drawn| Emulator::open_on(drawn, "f", forks(), settings(), (80, 24));
    let (mut narrow, mut wide) = (open(Drawn::Narrow), open(Drawn::Wide));
    let mut random = Random::new(3);
    // Text replaces the board where a pane is zoomed or the board is small.
    let keys = keys().into_iter().filter(|key| !matches!(*key, "z" | "="));
    let keys: Vec<&str> = keys.collect();
    for step in 0..200 {
        let key = keys[random.below(keys.len())];
        narrow.press(key);
        wide.press(key);
        // Everything to the left of text from the record.
        let (one, other) = (narrow.columns(0..34), wide.columns(0..34));
        assert_eq!(one[1..23], other[1..23], "step {step}, {key}");
    }
}

#[test]
fn everything_drawn_is_wide_or_ascii() {
    for (charset, allowed) in [
        (Charset::Cjk, is_safe as fn(char) -> bool),
        (Charset::Ascii, |character| character.is_ascii()),
    ] {
        for lang in [Lang::En, Lang::Zh, Lang::Ja] {
            let settings =
                Config { charset, language: lang, unicode: charset == Charset::Cjk, ..settings() };
            let (name, loaded) = common::emulator::games().remove(0);
            let mut screen = Emulator::open(name, loaded, settings, (80, 24));
            screen.open_books(&[&common::program::sample("xiangqi/opening.obk")]);
            walk(&mut screen, 150, |screen, when| {
                let text = screen.text();
                // The lesson that is pasted has these in a comment.
                let allowed = |c: &char| allowed(*c) || "\n“”…".contains(*c);
                let strange: String = text.chars().filter(|c| !allowed(c)).collect();
                assert!(strange.is_empty(), "{when}: {strange:?} in\n{text}");
            });
        }
    }
}

/// ASCII, and what every terminal draws two columns wide.
fn is_safe(character: char) -> bool {
    matches!(character,
        ' '..='~'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{FF01}'..='\u{FF60}')
}

/// The bytes for each of the first steps through a game.
fn steps(screen: &mut Emulator) -> Vec<usize> {
    let steps = (0..100).map(|_| screen.press("l"));
    steps.take_while(|bytes| *bytes > 0).collect()
}

/// A few games of ordinary length from a folder of the corpus.
fn corpus_games(folder: &str) -> Vec<(String, Vec<u8>)> {
    let root = common::corpus(folder);
    let mut folders = vec![root];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    let games = files.iter().step_by(9).filter_map(|path| {
        let bytes = std::fs::read(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let record = common::read(&bytes, &name).ok()?.game(0).ok()?;
        let length = record.tree.mainline().count();
        (50..400).contains(&length).then_some((name, bytes))
    });
    games.take(8).collect()
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn a_step_costs_few_bytes() {
    // The most that the median and the worst step may cost. Four bytes move the cursor to where screen readers expect
    // it; a comment that appears, or a list that turns its page, costs more than the move.
    for (folder, most) in [("xiangqi", [169, 1300]), ("shogi", [158, 2200]), ("go", [105, 1150])] {
        let games = corpus_games(folder);
        for size in [(80, 24), (120, 40)] {
            let open = |(name, bytes): &(String, Vec<u8>)| {
                let loaded = common::read(bytes, name).unwrap();
                Emulator::open(name, loaded, settings(), size)
            };
            let sizes = games.iter().flat_map(|game| steps(&mut open(game)));
            let mut sizes: Vec<usize> = sizes.collect();
            sizes.sort_unstable();
            let [median, dear, worst] =
                [50, 90, 100].map(|part| sizes[(sizes.len() - 1) * part / 100]);
            println!(
                "{folder} at {size:?}: {median} bytes, one in ten over {dear}, at most {worst}; {} steps",
                sizes.len()
            );
            assert!(
                median <= most[0] && worst <= most[1],
                "{folder}: {median} and {worst} bytes a step"
            );
        }
    }
}

#[test]
fn an_unchanged_screen_sends_nothing() {
    for (name, loaded) in common::emulator::games() {
        let mut screen = Emulator::open(name, loaded, settings(), (80, 24));
        screen.press("G");
        screen.press("Esc");
        assert_eq!(screen.press("Esc"), 0, "{name}");
        assert_eq!(screen.press("G"), 0, "{name}");
    }
}

/// The text of the screen without blanks at line ends.
fn text(screen: &Emulator) -> String {
    let text = screen.text();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The sizes of reviewed screens.
const REVIEWED: [(u16, u16); 7] =
    [(20, 10), (40, 20), (60, 24), (80, 24), (132, 24), (120, 40), (200, 60)];

/// What the reader sees of each game at each size after the same few keys.
#[test]
fn screens_are_as_reviewed() {
    for (name, keys) in [
        ("forks.xqf", &["l", "l", "l"][..]),
        ("floodgate.csa", &["4", "0", "G"]),
        ("forks.jkf", &["}", "l"]),
        ("lesson.sgf", &["}", "l"]),
    ] {
        for (columns, rows) in REVIEWED {
            let loaded = common::emulator::game(name);
            let mut screen = Emulator::open(name, loaded, settings(), (columns, rows));
            for key in keys {
                screen.press(key);
            }
            let shown = text(&screen);
            insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), shown);
            if columns < 60 {
                screen.press("Tab");
                insta::assert_snapshot!(format!("{name}-{columns}x{rows}-moves"), text(&screen));
            }
        }
    }
}

#[test]
fn the_screen_shows_what_only_go_has() {
    const GAME: &str = "(;SZ[9]B[ee]N[the start];W[cc]WL[61]OW[2];W[dd]MN[7];AB[aa];B[])";
    let loaded = common::read(GAME.as_bytes(), "a.sgf").unwrap();
    let mut screen = Emulator::open("a.sgf", loaded, settings(), (80, 24));
    let shows = |screen: &Emulator, part: &str| {
        assert!(text(screen).contains(part), "{part} in {}", text(screen));
    };
    shows(&screen, "[the start]");
    shows(&screen, " 0/4  黒 E5  move 1");
    // The same side moves twice, stones are set up, and a clock is beside its player's move.
    shows(&screen, "  1 白 C7             1:01 (2)");
    shows(&screen, "  2 白 D6");
    shows(&screen, "  3    --");
    screen.press("l");
    shows(&screen, " 1/4  白 C7  move 2");
    screen.press("l");
    shows(&screen, " 2/4  白 D6  move 7");
}

#[test]
fn the_screen_shows_what_only_shogi_has() {
    const GAME: &str = "V2\nN+a\nN-b\nPI\n+\n+7776FU\nT5\n-3334FU\nT60\n+8822UM\nT7\n-3122GI\nT3\n+0055KA\nT1\n-0054FU\nT2\n%-ILLEGAL_ACTION\nT9\n";
    let loaded = common::read(GAME.as_bytes(), "a.csa").unwrap();
    let mut screen = Emulator::open("a.csa", loaded, settings(), (80, 24));
    let shows = |screen: &Emulator, part: &str| {
        assert!(text(screen).contains(part), "{part} in {}", text(screen));
    };
    // Gote's pieces have a v, promoted ones their own names, and hands are at their sides.
    for key in ["l", "l", "l"] {
        screen.press(key);
    }
    shows(&screen, "\n後手  なし ");
    shows(&screen, "\n  ９  ８  ７  ６  ５  ４  ３  ２  １ ");
    shows(&screen, "\n|   |v飛|   |   |   |   |   | 馬|   | 二");
    shows(&screen, "\n|   | ＊|   |   |   |   |   | 飛|   | 八");
    shows(&screen, "\n先手  角");
    // The illegal move is played and marked. Times are added up if the file has no totals, including that of the claim.
    screen.press("G");
    shows(&screen, "|   |   |   |   |v歩|   |v歩|   |   | 四");
    shows(&screen, "6 後>５四歩打       0:02 (!)");
    shows(&screen, "(!) illegal: the piece is not in hand");
    screen.press("i");
    shows(&screen, "先手         0:13");
    shows(&screen, "後手         1:05");
    // Where there are no wide characters, gote's pieces are small letters.
    let loaded = common::read(GAME.as_bytes(), "a.csa").unwrap();
    let ascii = Config { charset: Charset::Ascii, ..settings() };
    let mut screen = Emulator::open("a.csa", loaded, ascii, (40, 20));
    for key in ["l", "l", "l"] {
        screen.press(key);
    }
    shows(&screen, "\n| .  r  .  .  .  .  . +B  . |b");
    // A file may ask for the board to be flipped.
    let turned = common::read("盤面回転\n1 ７六歩(77)\n".as_bytes(), "a.kifu").unwrap();
    let screen = Emulator::open("a.kifu", turned, settings(), (80, 24));
    shows(&screen, "\n  １  ２  ３  ４  ５  ６  ７  ８  ９ ");
    shows(&screen, "\n| 香| 桂| 銀| 金| 玉| 金| 銀| 桂| 香| 九");
}

#[test]
fn a_board_larger_than_the_screen_scrolls_under_its_coordinates() {
    const GAME: &str = "(;SZ[52];B[aa];W[ZZ];B[zA];W[])";
    let loaded = common::read(GAME.as_bytes(), "a.sgf").unwrap();
    let mut screen = Emulator::open("a.sgf", loaded, settings(), (80, 24));
    let mut corners = Vec::new();
    for _ in 0..5 {
        let shown = text(&screen);
        let rows: Vec<&str> = shown.lines().collect();
        let named = |row: &str| row.split_whitespace().next().unwrap().to_owned();
        // The letters above the board and the numbers beside it, and the last stone among them.
        corners.push((named(rows[1]), named(rows[2]), shown.contains('＊')));
        screen.press("l");
    }
    let part = |letters: &str, number: &str, stone| (letters.to_owned(), number.to_owned(), stone);
    let start = "ＡＢＣＤＥＦＧＨＪＫＬＭＮＯＰＱＲＳＴＵＶＷ";
    let end = "AFAGAHAJAKALAMANAOAPAQARASATAUAVAWAXAYAZBABB";
    let middle = "ＰＱＲＳＴＵＶＷＸＹＺAAABACADAEAFAGAHAJAKAL";
    assert_eq!(
        corners,
        [
            // Nothing is played yet: the part where the first stone will be.
            part(start, "52", false),
            part(start, "52", true),
            part(end, "21", true),
            part(middle, "36", true),
            // A pass does not scroll the board.
            part(middle, "36", false),
        ]
    );
}

#[test]
fn the_result_of_a_line_is_below_its_last_move_and_in_the_last_row() {
    let bytes = std::fs::read(common::program::sample("xiangqi/shunpao.manual")).unwrap();
    for (lang, outcome) in [(Lang::En, "even"), (Lang::Zh, "均势"), (Lang::Ja, "互角")] {
        let settings = Config { language: lang, ..settings() };
        let loaded = common::read(&bytes, "a.manual").unwrap();
        let mut screen = Emulator::open("a.manual", loaded, settings, (120, 40));
        for key in ["1", "0", "l", "Down", "End"] {
            screen.press(key);
        }
        let shown = text(&screen);
        let rows = shown.lines().filter(|row| row.contains(outcome)).count();
        assert_eq!(rows, 2, "{shown}");
    }
}

/// The rest of the row from the terminal's cursor on.
fn at_cursor(screen: &Emulator) -> String {
    let (row, column) = screen.screen().cursor_position();
    let columns = screen.columns(column..screen.size().0);
    columns[usize::from(row)].trim_end().to_owned()
}

#[test]
fn the_terminal_cursor_is_at_the_current_row() {
    let game = common::emulator::game("forks.xqf");
    let mut screen = Emulator::open("forks.xqf", game, settings(), (80, 24));
    for name in ["炮二平五", "马８进７", "马二进三"] {
        screen.press("l");
        let row = at_cursor(&screen);
        let after = row.strip_prefix('>');
        assert!(after.is_some_and(|row| row.starts_with(name)), "{row:?}\n{}", screen.text());
    }
    screen.press("T");
    assert!(at_cursor(&screen).starts_with('>'), "{}", screen.text());
    screen.press("Esc");
    for key in ["/", "a", "b"] {
        screen.press(key);
    }
    let (row, column) = screen.screen().cursor_position();
    assert_eq!((row, column), (23, 4), "{}", screen.text());
    screen.press("Esc");
    screen.press("?");
    assert!(at_cursor(&screen).starts_with("Moves"), "{}", screen.text());
    screen.press("Esc");
    screen.resize(40, 20);
    assert!(at_cursor(&screen).starts_with('>'), "{}", screen.text());
    assert!(!screen.screen().hide_cursor());
}

#[test]
fn the_terminal_cursor_is_at_the_current_hit_and_in_the_filter_and_not_at_an_arrow_in_a_text() {
    let hit = "C[E5 -> a needle]";
    let moves = format!("(;GM[1]SZ[9];B[ee]{hit};W[dd];B[cc]{hit})(;GM[1]SZ[9]PB[Anna];B[ee])");
    let loaded = common::read(moves.as_bytes(), "hits.sgf").unwrap();
    let mut screen = Emulator::open("hits.sgf", loaded, settings(), (80, 24));
    let mut at_cursor_after = |keys: &str| {
        for key in keys.split(' ') {
            screen.press(key);
        }
        at_cursor(&screen).replace(' ', "")
    };
    assert_eq!(at_cursor_after("/ n e e d l e Enter"), ">#11E5E5->aneedle");
    assert_eq!(at_cursor_after("j"), ">#13C7E5->aneedle");
    assert_eq!(at_cursor_after("Esc o / a n"), "_");
}
