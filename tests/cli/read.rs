//! `dapu read`: records in sentences.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::common::program::{dapu, dapu_with, program, sample};

/// How long to wait for a line: long, as the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

fn read(arguments: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    let arguments: Vec<&str> = ["read"].iter().chain(arguments).copied().collect();
    dapu(home.path(), &arguments).fine()
}

#[test]
fn xiangqi_is_read_as_players_say_it() {
    let file = sample("xiangqi/bianzhao.xqf");
    let chinese = read(&[file.to_str().unwrap(), "--lang", "zh"]);
    assert_eq!(
        chinese,
        "象棋。\n\
         标题：变着示例\n\
         作者：dapu\n\
         红方：帅5路1线、仕5路2线、相5路3线、车3路1线、兵3路5线。\n\
         黑方：将4路1线、士5路2线、象5路3线、马3路5线。\n\
         轮到黑方走。\n\
         注释：黑先。\n\
         马兵对车的小例。\n\
         第1着，黑方：马3进4。\n\
         注释：要着！\n\
         第2着，红方：帅五平四。\n\
         变化2.2，第2着改走：\n\
         第2着，红方：车三进三。\n\
         第3着，黑方：马4退5。\n\
         变化2.2-3.2，第3着改走：\n\
         第3着，黑方：马4进3，将军。\n\
         第4着，红方：帅五平四。\n\
         注释：先手抽身，红优。\n\
         变化2.2-3.2完。\n\
         变化2.2完。\n\
         变化2.3，第2着改走：\n\
         第2着，红方：兵三进一。\n\
         变化2.3完。\n\
         第3着，黑方：马4退6。\n\
         注释：捉兵。\n\
         结果：红方胜\n"
    );
    let english = read(&[sample("xiangqi/shunpao.pgn").to_str().unwrap()]);
    for sentence in [
        "1. Red: cannon 2 sideways to 5.",
        "10. Black: horse 2 forward to 1.",
        "Variation 10.2, instead of move 10:",
        "End of variation 10.2.",
        "15. Red: cannon 5 forward 4, takes pawn, check.",
        "21. Red: front rook back 1.",
        "Result: Red wins",
    ] {
        assert!(english.lines().any(|line| line == sentence), "{sentence}: {english}");
    }
}

#[test]
fn shogi_is_read_as_in_a_title_match() {
    let file = sample("shogi/yokofudori.kif");
    let japanese = read(&[file.to_str().unwrap(), "--lang", "ja"]);
    for sentence in [
        "将棋。",
        "1手目、先手、7六歩、消費時間3秒。",
        "11手目、先手、同飛、消費時間8秒。",
        "コメント：先手が横歩を取った。",
        "しおり：基本図",
        "変化15.2、15手目から：",
        "22手目、後手、5二玉、消費時間2分11秒。",
        "中断。",
    ] {
        assert!(japanese.lines().any(|line| line == sentence), "{sentence}: {japanese}");
    }
    let place = format!("{}:3.2-5", file.display());
    let english = read(&[&place]);
    let sentences: Vec<&str> = english.lines().collect();
    assert_eq!(sentences[0], "5. Sente: rook to 6h, 6 s.");
    assert!(sentences[2].starts_with("Sente: king 5i, rook 6h, bishop 8h,"), "{english}");
    assert_eq!(sentences.last(), Some(&"Gote to move."));
}

#[test]
fn go_positions_are_read_row_by_row_on_request() {
    let home = tempfile::tempdir().unwrap();
    let game = b"(;GM[1]FF[4]SZ[9];B[ba];W[aa];B[ab]C[Taken.];W[])";
    let say = |lang| {
        let arguments = ["read", "-", "--positions=3", "--lang", lang];
        dapu_with(home.path(), &arguments, game).fine()
    };
    assert_eq!(
        say("en"),
        "Go.\n\
         1. Black: B9.\n\
         2. White: A9.\n\
         3. Black: A8, captures 1 stone.\n\
         Comment: Taken.\n\
         Row 9: Black B.\n\
         Row 8: Black A.\n\
         White to move.\n\
         4. White: pass.\n"
    );
    assert!(say("ja").contains("3手目、黒、1の2、1子を取る。\n"), "{}", say("ja"));
    assert!(say("ja").contains("上から1段目：黒 2。\n"), "{}", say("ja"));
    assert!(say("zh").contains("第4手，白方：停一手。\n"), "{}", say("zh"));
}

#[test]
fn evaluations_and_marks_are_read() {
    let home = tempfile::tempdir().unwrap();
    let game = "(;GM[1]FF[4]SZ[9];B[ba]V[-1.5]TR[aa][ab]LB[cc:A][dd:B]AR[aa:bb];W[aa]SBKV[47.5]TB[bb:cc]DD[ee])";
    let say = |lang, name: &str, text: &str| {
        let file = home.path().join(name);
        fs::write(&file, text).unwrap();
        let arguments = ["read", file.to_str().unwrap(), "--lang", lang];
        dapu_with(home.path(), &arguments, b"").fine()
    };
    assert_eq!(
        say("en", "a.sgf", game),
        "Go.\n\
         1. Black: B9, evaluation -1.5.\n\
         Triangle: A9, A8.\n\
         Label: A at C7, B at D6.\n\
         Arrow: A9 to B8.\n\
         2. White: A9, win rate 47.5%.\n\
         Black's territory: 4 points.\n"
    );
    let signs = "(;GM[1]SZ[9];B[ba]GB[1];W[aa]GW[1])(;GM[1]SZ[9];B[ba])";
    for (lang, wanted) in [
        (
            "en",
            "Game 1 of 2.\nGo.\n1. Black: B9, Black is better.\n2. White: A9, White is better.\n",
        ),
        (
            "zh",
            "第1局，共2局。\n围棋。\n第1手，黑方：B9，黑方占优。\n第2手，白方：A9，白方占优。\n",
        ),
    ] {
        assert_eq!(say(lang, "signs.sgf", signs), wanted);
    }
    let pgn = "[Game \"Chinese Chess\"]\n\n1. h2e2 $16 h9g7 $13 *\n";
    let numbers = say("en", "a.pgn", pgn);
    assert!(numbers.contains(", Red is better.\n"), "{numbers}");
    assert!(numbers.contains(", unclear position.\n"), "{numbers}");
    let japanese = say("ja", "a.sgf", game);
    assert!(japanese.contains("文字：3の3にA、4の4にB。\n"), "{japanese}");
    let shogi = "手合割：平手\n1 ７六歩(77)\n**評価値=-56\n2 ３四歩(33)\n**詰み=後手勝ち:9手\n";
    let chinese = say("zh", "a.kifu", shogi);
    assert!(chinese.contains("，评分-56。\n"), "{chinese}");
    assert!(chinese.contains("，后手9手成杀。\n"), "{chinese}");
}

#[test]
fn a_position_that_is_set_up_is_read_once() {
    let home = tempfile::tempdir().unwrap();
    let game = b"(;GM[1]FF[4]SZ[9];AB[cc]AW[dd]AE[ee]PL[W]N[a])";
    let read = dapu_with(home.path(), &["read", "-"], game).fine();
    let sentences = "Go.\nRow 7: Black C.\nRow 6: White D.\nWhite to move.\nBookmark: a\n";
    assert_eq!(read, sentences);
}

#[test]
fn a_later_setup_is_read_by_the_rows_that_it_changes() {
    let home = tempfile::tempdir().unwrap();
    let game = b"(;GM[1]FF[4]SZ[9]AB[cc]AW[dd];AB[ee]AE[cc])";
    let read = dapu_with(home.path(), &["read", "-"], game).fine();
    let sentences = "Go.\nRow 7: Black C.\nRow 6: White D.\nBlack to move.\nRow 7: empty.\nRow 5: Black E.\nBlack to move.\n";
    assert_eq!(read, sentences);
}

#[test]
fn setups_at_each_node_take_a_row_each() {
    let home = tempfile::tempdir().unwrap();
    let points = ["aa", "cc", "ee", "gg", "ii"].iter().cycle().enumerate();
    let setups =
        points.map(|(n, point)| format!(";A{}[{point}]", if n % 10 < 5 { 'B' } else { 'W' }));
    let game = format!("(;SZ[19]{})", setups.take(2000).collect::<String>());
    let read = dapu_with(home.path(), &["read", "-"], game.as_bytes()).fine();
    assert_eq!(read.matches("Row").count(), 2000, "{}", read.len());
}

#[test]
fn a_place_outside_the_record_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let place = format!("{}:999", sample("xiangqi/bianzhao.xqf").display());
    let error = dapu(home.path(), &["read", &place]).failed();
    assert!(error.contains("no ply 999"), "{error}");
}

/// A running `dapu read --follow`, and the lines it prints.
struct Reader {
    child: Child,
    lines: Receiver<String>,
}

impl Reader {
    fn start(home: &Path, file: &str) -> Self {
        let mut command = program(home);
        command.args(["read", "--follow", file]).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    #[track_caller]
    fn says(&self, wanted: &[&str]) {
        for wanted in wanted {
            let line = self.lines.recv_timeout(PATIENCE);
            assert_eq!(line.as_deref(), Ok(*wanted));
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // A failed test may have left it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_growing_record_is_read_on() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("game.csa");
    let reader = Reader::start(home.path(), "game.csa");
    fs::write(&file, "V2.2\nN+Kai\nPI\n+\n+7776FU\n").unwrap();
    reader.says(&["Shogi.", "Sente: Kai", "1. Sente: pawn to 7f."]);
    let mut end = OpenOptions::new().append(true).open(&file).unwrap();
    end.write_all(b"-3334FU\nT12\n").unwrap();
    drop(end);
    reader.says(&["2. Gote: pawn to 3d, 12 s."]);
    fs::write(&file, "V2.2\nN+Kai\nPI\n+\n+7776FU\n-8384FU\nT5\n%CHUDAN\n").unwrap();
    reader.says(&[
        "The record has changed.",
        "2. Gote: pawn to 8d, 5 s.",
        "Adjourned or abandoned.",
    ]);
}

#[test]
fn a_place_that_is_taken_back_is_awaited() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("game.csa");
    let write = |moves: &str| fs::write(&file, format!("V2.2\nPI\n+\n{moves}")).unwrap();
    write("+7776FU\n-3334FU\n+2726FU\n");
    let reader = Reader::start(home.path(), "game.csa:3");
    let position = |reader: &Reader| {
        while reader.lines.recv_timeout(PATIENCE).unwrap() != "Gote to move." {}
    };
    reader.says(&["3. Sente: pawn to 2f."]);
    position(&reader);
    let changed = "The record has changed.";
    for (moves, last) in [("+7776FU\n-3334FU\n", 2), ("+7776FU\n", 1)] {
        write(moves);
        let missing = format!("Warning: there is no ply 3: the line ends at ply {last}");
        reader.says(&[changed, &missing]);
    }
    write("+7776FU\n-3334FU\n+6766FU\n");
    reader.says(&[changed, "3. Sente: pawn to 6f."]);
    position(&reader);
}

#[test]
fn a_game_without_clocks_has_no_times() {
    let kif = |times: [&str; 2]| {
        format!(
            "手合割：平手\n   1 ７六歩(77)   ({})\n   2 ３四歩(33)   ({})\n",
            times[0], times[1]
        )
    };
    let home = tempfile::tempdir().unwrap();
    let read = |times| {
        fs::write(home.path().join("a.kifu"), kif(times)).unwrap();
        dapu(home.path(), &["read", "a.kifu", "--lang", "ja"]).fine()
    };
    let none = read([" 0:00/00:00:00"; 2]);
    assert!(none.contains("1手目、先手、7六歩。") && !none.contains("消費時間"), "{none}");
    // Where clocks run, a move may take no time.
    let some = read([" 0:00/00:00:00", " 0:03/00:00:03"]);
    assert!(some.contains("7六歩、消費時間0秒。") && some.contains("消費時間3秒"), "{some}");
}

#[test]
fn a_place_on_an_own_line_needs_the_notes() {
    let file = sample("shogi/yokofudori.kif");
    let place = format!("{}:7.a-8", file.to_str().unwrap());
    let home = tempfile::tempdir().unwrap();
    for command in ["read", "show"] {
        let failed = dapu(home.path(), &[command, &place]).failed();
        assert!(failed.ends_with(": 7.a-8 is on a line of your own: add --notes"), "{failed}");
    }
    let failed = dapu(home.path(), &["read", &place, "--notes"]).failed();
    assert!(failed.ends_with("there is no line a of your own at ply 7"), "{failed}");
}
