//! What Go programs tell one another: queries of KataGo, moves of IGS.

use dapu::game::Side;
use dapu::record::Key;

use super::{common, load, outline};

fn games(text: &str) -> Vec<String> {
    let loaded = load("a.txt", text);
    assert_eq!(loaded.format.name, "gtp", "{text}");
    assert_eq!(loaded.warnings(), [], "{text}");
    (0..loaded.games().len()).map(|game| outline(&loaded.game(game).unwrap())).collect()
}

const QUERY: &str = "{\"id\":\"a\",\"initialStones\":[[\"B\",\"D16\"],[\"W\",\"C3\"]],\
    \"moves\":[[\"W\",\"Q16\"],[\"B\",\"pass\"]],\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":19,\"boardYSize\":19}\n";

#[test]
fn a_query_of_katago_is_a_game() {
    assert_eq!(games(QUERY), ["- W pd B pass"]);
    let loaded = load("a.json", QUERY);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Komi), Some("7.5"));
    assert_eq!(record.headers.get(Key::Rules), Some("chinese"));
    let written = String::from_utf8(common::write_all(&loaded, "sgf").bytes).unwrap();
    assert!(written.contains("AB[dd]AW[cq]"), "{written}");
    // The stones of one side are a handicap.
    let handicap = QUERY.replace(",[\"W\",\"C3\"]", "");
    let record = load("a.json", &handicap).game(0).unwrap();
    assert_eq!(record.headers.get(Key::Handicap), Some("1"));
}

#[test]
fn the_queries_of_a_game_are_one() {
    let more = QUERY.replace("[\"B\",\"pass\"]", "[\"B\",\"pass\"],[\"W\",\"D4\"]");
    let answer = "{\"id\":\"a\",\"moveInfos\":[{\"move\":\"D4\",\"pv\":[\"D4\"]}]}\n";
    let other = QUERY.replace("Q16", "Q4");
    assert_eq!(
        games(&[QUERY, answer, &more, &other].concat()),
        ["- W pd B pass W dp", "- W pp B pass"]
    );
}

#[test]
fn moves_of_igs_are_games() {
    let head = "15 Game 12 I: one [ 3d ] (0 600 -1) vs  öther [ 2d ] (0 600 -1)\n";
    let moves = "15   0(B): Q16     1(W): D4     2(B): Q4\n15   3(W): Pass    4(B): C3 D4\n";
    let text = [head, moves, head, "  0(W): Handicap 2\n  1(W): D16\n"].concat();
    assert_eq!(games(&text), ["- B pd W dp B pp W pass B cq", "- W dd"]);
    let loaded = load("a.txt", &text);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("öther"));
    assert_eq!(record.headers.get(Key::Player(Side::Second)), Some("one"));
    assert_eq!(loaded.game(1).unwrap().headers.get(Key::Handicap), Some("2"));
}

#[test]
fn words_that_are_no_points_are_told() {
    let bad = QUERY.replace("Q16", "Z99");
    let loaded = load("a.json", &bad);
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [format!("1:{}: \"Z99\" is not a move", bad.find("[\"W\",\"Z99").unwrap() + 1)]
    );
}

#[test]
fn a_session_may_have_comments_and_no_size() {
    for text in [
        "play b Q16\n=\nplay w D4\n=\nplay b Q3\n=\n",
        "# session\nplay b Q16 # first\n=\nplay w D4\n=\n# think\nplay b Q3\n=\n",
    ] {
        let loaded = load("a.txt", text);
        assert_eq!((loaded.format.name, loaded.warnings().len()), ("gtp", 0), "{text}");
        assert_eq!(outline(&loaded.game(0).unwrap()), "- B pd W dp B pq", "{text}");
    }
}

#[test]
fn what_is_not_in_a_session_is_reported() {
    for (text, warning) in [
        (
            "loadsgf game.sgf 30\n=\n\nplay b Q16\n=\n\ngenmove w\n= D4\n",
            "1:1: what \"loadsgf\" puts on the board is not read",
        ),
        (
            "  0(B): Q16   1(W): D4   3(W): D17   4(B): R5\n",
            "1:32: move 3 stands where move 2 is due",
        ),
    ] {
        let loaded = load("a.txt", text);
        let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [warning]);
    }
}

#[test]
fn only_what_an_engine_accepts_is_played() {
    let head = "boardsize 19\n=\n\nclear_board\n=\n\n";
    let read = |text: &str| {
        let loaded = load("a.gtp", format!("{head}{text}"));
        assert_eq!(loaded.format.name, "gtp", "{text}");
        let warnings = loaded.warnings().iter().map(ToString::to_string).collect::<Vec<_>>();
        (outline(&loaded.game(0).unwrap()), warnings.join("|"))
    };
    for (text, moves) in [
        ("play B Q16\n=\n\ngenmove W\n? no time\n\nname\n= GNU Go\n\n", "- B pd"),
        ("play B Q16\n=\n\ngenmove W\n? no time\n\nshowboard\n= D4\n\nplay W D4\n", "- B pd W dp"),
        ("play B Q16\n=\n\nundo\n? cannot undo\n\ngenmove W\n= D4\n\n", "- B pd W dp"),
        ("1 play B Q16\n2 genmove W\n=1\n\n=2 D4\n\n", "- B pd W dp"),
        (
            "lz-genmove_analyze B 10\n=\ninfo move D4 visits 1 pv D4 Q16\nplay D4\n\nplay W Q16\n=\n\n\
             lz-genmove_analyze B 10\n=\nplay D4\n\n",
            "- B dp W pd B dp",
        ),
        ("play B Q16\nplay W D4\nplay B D16\n", "- B pd W dp B dd"),
    ] {
        let (outline, warnings) = read(text);
        assert_eq!(outline, moves, "{text}");
        assert!(!warnings.contains("is not a move"), "{text}: {warnings}");
    }
    let (outline, warnings) =
        read("play B Q16\n=\n\nplay W Q16\n? illegal move\n\nplay W D4\n=\n\n");
    assert_eq!(
        (&*outline, &*warnings),
        ("- B pd W dp", "11:1: \"W Q16\" was refused: illegal move")
    );
}
