//! What the library reports, in all languages.

use std::{fs, io};

use dapu::engine::{Failure, Trouble};
use dapu::files::load::{LoadOptions, load};
use dapu::files::logs::StoreError;
use dapu::format::{Example, LossKind, Losses, ReadError};
use dapu::game::{Game, Illegal};
use dapu::record::{At, Doubt, Eval, IllegalMove, PlaceError, Problem, Worth};
use dapu::words::{Lang, Terms, Worded};

fn in_all(message: &dyn Worded) -> [String; 3] {
    [Lang::En, Lang::Zh, Lang::Ja].map(|lang| message.worded(lang))
}

#[test]
fn an_error_is_worded_by_its_variant_and_quotes_as_it_is() {
    // The words of another message in a name.
    let name = "no such file: 3 games";
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(name);
    let failure = || load(&path, LoadOptions::default()).unwrap_err();
    let expected = |texts: [&str; 3]| texts.map(|text| format!("{}: {text}", path.display()));
    let texts = ["no such file", "没有此文件", "ファイルがありません"];
    assert_eq!(in_all(&failure()), expected(texts));
    fs::create_dir(&path).unwrap();
    let texts =
        ["a directory, not a file", "是文件夹，不是文件", "フォルダです。ファイルではありません"];
    assert_eq!(in_all(&failure()), expected(texts));
    let error = ReadError::new(At::Byte(7), "no move");
    let texts = ["no move", "文件损坏或不完整：no move", "壊れているか不完全です：no move"];
    assert_eq!(in_all(&error), texts);
    let why = Failure::Refuses(name.to_owned());
    let trouble = Trouble { name: "it".to_owned(), why };
    let texts = ["it: refuses a command: ", "it: 不接受命令：", "it: コマンドを拒否しました："];
    assert_eq!(in_all(&trouble), texts.map(|text| format!("{text}{name}")));
    let error = io::Error::other(StoreError::Unknown("x".to_owned()));
    let texts =
        ["no notes are named \"x\"", "没有名为\"x\"的笔记", "\"x\"という名のメモはありません"];
    assert_eq!(in_all(&error), texts);
    let [en, zh, ja] = in_all(&PlaceError::NoOwnLine { ply: 3, letter: 26 });
    assert!([&en, &zh, &ja].iter().all(|text| text.contains("aa") && text.contains('3')), "{zh}");
}

#[test]
fn warnings_are_worded_whatever_they_quote() {
    let text = "马二进三 \"好\" (41): 是\u{3000}x";
    for (doubt, zh, ja) in [
        (
            Doubt::Played,
            "也许只是提到，这里当作着法",
            "は指し手か、触れただけか：指し手として読みました",
        ),
        (
            Doubt::Place,
            "：这里可能开始变化，也可能是新的回合",
            "：変化か次の手が始まる可能性があります",
        ),
    ] {
        let problem = Problem::Doubtful { text: text.into(), doubt };
        assert_eq!(in_all(&problem)[1..], [zh, ja].map(|words| format!("{text:?}{words}")));
    }
    let (name, rule) = ("５二金(41)".to_owned(), Illegal::Occupied);
    for (number, zh) in [(Some(7), "第7着（５二金(41)）"), (None, "５二金(41)")] {
        let problem = Problem::Illegal(IllegalMove { number, name: name.clone(), rule });
        assert_eq!(problem.worded(Lang::Zh), format!("{zh}犯规：落点已有棋子"));
    }
}

#[test]
fn results_are_words_but_signs_in_english() {
    for (game, text, words) in [
        (Game::Xiangqi, "1-0", ["紅", "红胜", "紅勝ち"]),
        (Game::Xiangqi, "1/2-1/2", ["和", "和", "引き分け"]),
        (Game::Shogi, "0-1", ["△", "后手胜", "後手勝ち"]),
        (Game::Shogi, "まで3手で先手の勝ち", ["▲", "先手胜", "先手勝ち"]),
        (Game::Shogi, "12手で中断", ["12手で中断"; 3]),
        (Game::Go, "B+Resign", ["B+R", "黑中盘胜", "黒中押し勝ち"]),
        (Game::Go, "W+3.5", ["W+3.5", "白胜3.5目", "白3.5目勝ち"]),
        (Game::Go, "黑中盘胜", ["B+R", "黑中盘胜", "黒中押し勝ち"]),
        (Game::Go, "w+t", ["W+", "白胜", "白勝ち"]),
        (Game::Go, "0", ["draw", "和", "引き分け"]),
    ] {
        let shown =
            [Lang::En, Lang::Zh, Lang::Ja].map(|lang| lang.result(game, text, Terms::Traditional));
        assert_eq!(shown, words, "{text}");
    }
    assert_eq!(Lang::En.result(Game::Shogi, "0-1", Terms::Ascii), "G");
}

#[test]
fn losses_are_counted_with_their_examples() {
    let mut losses = Losses::default();
    let text = Some("(a, \"b)".to_owned());
    losses.add_example(LossKind::Comment, || Example::At { ply: 3, on_mainline: false, text });
    losses.add(LossKind::Clock, 12);
    for name in ["komi", "round", "x: 3 games", "y"] {
        losses.add_example(LossKind::Header, || Example::Name(name.to_owned()));
    }
    let headers = "komi, round, x: 3 games, …";
    assert_eq!(
        [Lang::En, Lang::Zh].map(|lang| lang.losses_with_examples(&losses)),
        [
            format!(
                "12 clocks, 1 comment (first: move 3 in a variation \"(a, \\\"b)\"), 4 headers ({headers})"
            ),
            format!(
                "12处用时、1条注释（首处：变化中第3着\"(a, \\\"b)\"）、4项对局信息（{headers}）"
            ),
        ]
    );
    assert_eq!(in_all(&losses)[2], format!("消費時間12件、コメント1件、対局情報4件（{headers}）"));
}

#[test]
fn no_more_is_said_than_is_known() {
    let say = |lang: Lang, worth, game, values, better| {
        lang.judged(worth, game, values, better, |plies| format!("mate {plies}"))
    };
    let points = [Eval::Centipawns(-327), Eval::Centipawns(385)];
    assert_eq!(
        [Lang::En, Lang::Zh, Lang::Ja].map(|lang| say(
            lang,
            Worth::Lost(712),
            Game::Shogi,
            points,
            "５四飛 ２三銀"
        )),
        [
            "loses 712 (+385 instead of -327); better ５四飛 ２三銀",
            "亏712（+385，原为-327）；更好：５四飛 ２三銀",
            "712の損（-327のところ+385）、最善は５四飛 ２三銀",
        ]
    );
    let go = [Eval::Centipawns(420), Eval::Centipawns(0)];
    let said = say(Lang::En, Worth::Lost(420), Game::Go, go, "");
    assert_eq!(said, "loses 4.2 points (0 instead of +4.2)");
    let rates = [Eval::WinRate(6000), Eval::WinRate(5290)];
    let said = say(Lang::En, Worth::Lost(710), Game::Go, rates, "");
    assert_eq!(said, "loses 7.1% (52.9% instead of 60%)");
    let mate = [Eval::Centipawns(10), Eval::Mate(-7)];
    let said = say(Lang::En, Worth::AllowsMate(7), Game::Xiangqi, mate, "");
    assert_eq!(said, "allows mate in 7 (mate -7 instead of +10)");
    let short = |lang: Lang, worth| lang.worth(worth, (Game::Shogi, points[0]), true);
    assert_eq!(short(Lang::En, Worth::Only(340)), "the only move: the next loses 340");
}
