//! Conversations without a process.

use std::time::Duration;

use dapu::engine::{Activity, EngineQuestion, Failure, Limit, Machine, Protocol, Settings};
use dapu::format;
use dapu::game::{Game, Position, go, shogi, xiangqi};
use dapu::record::{Eval, NodeId};
use dapu::text::Source;

fn settings(game: Game, protocol: Protocol) -> Settings {
    Settings {
        name: "it".to_owned(),
        cmd: vec!["it".to_owned()],
        game,
        protocol,
        options: vec![("Hash".to_owned(), "64".to_owned())],
        ranks: 0,
        patience: 1,
        think: 1,
    }
}

fn question(name: &str, text: &str) -> EngineQuestion {
    let source = Source::new(text.as_bytes(), name);
    let record = format::read(&source).unwrap().game(0).unwrap();
    EngineQuestion::of(&record, record.tree.mainline_end()).unwrap()
}

/// Hears lines, and returns what is sent then.
fn say(machine: &mut Machine, lines: &str) -> Vec<String> {
    lines.lines().for_each(|line| machine.hear(line));
    machine.take_commands()
}

fn ready(settings: Settings, lines: usize, hello: &str) -> Machine {
    let mut machine = Machine::new(settings, lines);
    machine.take_commands();
    say(&mut machine, hello);
    assert_eq!(machine.state, Activity::Idle);
    machine
}

#[test]
fn usi() {
    let mut machine = Machine::new(settings(Game::Shogi, Protocol::Usi), 2);
    assert_eq!(machine.take_commands(), ["usi"]);
    let hello = "id name It 1\noption name MultiPVWidth type spin\nusiok";
    let sent = say(&mut machine, hello);
    assert_eq!(
        sent,
        ["setoption name Hash value 64", "setoption name MultiPVWidth value 2", "isready"]
    );
    assert_eq!(machine.state, Activity::Starting);
    say(&mut machine, "readyok");
    assert_eq!((machine.state, &*machine.id), (Activity::Idle, "It 1"));
    machine.ask(question("a.usi", "startpos moves 7g7f"), Limit::Time(200));
    assert_eq!(
        machine.take_commands(),
        ["position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 200"]
    );
    say(
        &mut machine,
        "info depth 5 score cp 30 multipv 1 nodes 90 pv 3c3d 2g2f\ninfo depth 5 multipv 2 score mate -4 pv 8c8d\n\
         info depth 6 score cp 99 lowerbound multipv 1 pv 8c8d\ninfo string hello\nbestmove 3c3d",
    );
    assert_eq!(machine.state, Activity::Idle);
    let found = machine.analysis();
    let lines: Vec<(Eval, &str)> =
        found.lines.iter().map(|line| (line.eval, &*line.moves)).collect();
    assert_eq!(
        lines,
        [(Eval::Centipawns(-30), "S 3c3d,S 2g2f"), (Eval::Mate(4), "S 8c8d")],
        "for sente, exact"
    );
    assert_eq!(found.nodes, 90);
}

#[test]
fn the_number_of_lines_changes_between_searches_and_there_is_a_snapshot_at_any_time() {
    let hello = "id name It 1\noption name MultiPVWidth type spin\nusiok\nreadyok";
    let mut machine = ready(settings(Game::Shogi, Protocol::Usi), 1, hello);
    machine.set_lines(1);
    assert_eq!((machine.state, machine.take_commands().len()), (Activity::Idle, 0));
    machine.set_lines(2);
    let sent = machine.take_commands();
    assert_eq!(sent, ["setoption name MultiPVWidth value 2", "isready"]);
    assert_eq!(machine.state, Activity::Starting);
    say(&mut machine, "readyok");
    machine.ask(question("a.usi", "startpos moves 7g7f"), Limit::Time(200));
    assert!(machine.snapshot().lines.is_empty());
    let ranks = "info depth 5 multipv 1 score cp 30 pv 3c3d\ninfo depth 5 multipv 2 score cp 20 pv 8c8d\n\
                 info depth 5 multipv 3 score cp 10 pv 4c4d";
    say(&mut machine, ranks);
    assert_eq!(machine.snapshot().lines.len(), 2);
    say(&mut machine, "bestmove 3c3d");
    assert_eq!(machine.analysis(), machine_after(&mut machine, ranks));
    machine.set_lines(1);
    assert_eq!(machine.take_commands().last().unwrap(), "isready");
}

/// What the same search finds again.
fn machine_after(machine: &mut Machine, ranks: &str) -> dapu::engine::Analysis {
    machine.ask(question("a.usi", "startpos moves 7g7f"), Limit::Time(200));
    say(machine, ranks);
    say(machine, "bestmove 3c3d");
    machine.analysis()
}

#[test]
fn points_and_visits_of_each_line_are_kept_for_the_first_side() {
    let hello = "=1 KataGo\n\n=2 1\n\n=3 kata-analyze\n\n=4\n\n=5\n\n";
    let mut machine = ready(settings(Game::Go, Protocol::Gtp), 2, hello);
    machine.ask(question("a.sgf", "(;SZ[9];B[ee])"), Limit::Time(200));
    let number = machine.take_commands().len();
    assert!(number > 1);
    let sent = "info move C3 visits 30 utility 0.1 winrate 0.6 scoreLead 1.254 order 0 pv C3 G7 \
                info move G7 visits 12 utility 0 winrate 0.5 scoreLead -0.5 order 1 pv G7";
    // It answers the last command.
    machine.hear(&format!("={}", 5 + number));
    machine.hear(sent);
    let found = machine.snapshot();
    let lines: Vec<_> = found.lines.iter().map(|line| (line.score, line.visits)).collect();
    assert_eq!(lines, [(Some(-125), Some(30)), (Some(50), Some(12))]);
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<dapu::engine::Analysis>(&text).unwrap(), found);
}

#[test]
fn words_to_the_reader_are_no_score_and_a_score_alone_leaves_the_moves() {
    for (game, protocol, mv, code) in [
        (Game::Shogi, Protocol::Usi, "7g7f", "S 7g7f"),
        (Game::Xiangqi, Protocol::Uci, "h2e2", "X h2e2"),
        (Game::Xiangqi, Protocol::Ucci, "h2e2", "X h2e2"),
    ] {
        let mut machine = ready(settings(game, protocol), 1, "usiok\nuciok\nucciok\nreadyok");
        let start = match game {
            Game::Shogi => Position::Shogi(shogi::Position::initial()),
            _ => Position::Xiangqi(xiangqi::Position::initial()),
        };
        machine.ask(EngineQuestion::bare(start), Limit::Depth(9));
        say(
            &mut machine,
            &format!(
                "info depth 3 score cp 12 pv {mv}\ninfo string as in info depth 8 score cp 900 pv {mv}\n\
                 info string score cp 900\ninfo depth 4 score cp 15\ninfo depth 5 score cp 700 lowerbound\nbestmove {mv}"
            ),
        );
        let found = machine.analysis();
        let line = &found.lines[0];
        assert_eq!((line.eval, &*line.moves), (Eval::Centipawns(15), code), "{protocol:?}");
    }
}

#[test]
fn unusual_positions_are_sent_whole() {
    for (game, protocol, name, text, sent) in [
        (Game::Shogi, Protocol::Usi, "a.sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "sfen "),
        (Game::Xiangqi, Protocol::Uci, "a.fen", "3k5/9/9/9/7R1/9/9/9/9/4K4 w - - 0 1", "fen "),
        (Game::Xiangqi, Protocol::Ucci, "a.fen", "3k5/9/9/9/7R1/9/9/9/9/4K4 w - - 0 1", "fen "),
    ] {
        let hello = "usiok\nuciok\nucciok\nreadyok";
        let mut machine = ready(settings(game, protocol), 1, hello);
        machine.ask(question(name, text), Limit::Depth(3));
        assert_eq!(
            machine.take_commands(),
            [format!("position {sent}{text}"), "go depth 3".into()]
        );
    }
}

#[test]
fn what_is_no_judgement_is_marked() {
    for (said, word) in [
        ("score cp 12 pv rep_draw", "rep_draw"),
        ("score mate -0 pv resign", "resign"),
        ("score cp -99 pv 2h3h", "repetition"),
    ] {
        let mut machine = ready(settings(Game::Shogi, Protocol::Usi), 1, "usiok\nreadyok");
        machine.ask(question("a.usi", "startpos moves 2h3h 8b7b 3h2h 7b8b"), Limit::Depth(3));
        say(&mut machine, &format!("info depth 1 {said}\nbestmove 2h3h"));
        let found = machine.analysis();
        assert_eq!((&*found.lines[0].word, found.eval()), (word, None), "{said}");
    }
}

#[test]
fn a_score_beyond_all_evaluations_is_a_mate() {
    let (mated, mating) = ("8k/9/8P/9/9/9/9/9/K8 b G 1", "k8/9/9/9/9/9/8p/9/8K w g 1");
    for (sfen, line, expected) in [
        (mated, "score cp 1148897 pv G*1b", Eval::Mate(1)),
        (mating, "score cp 1148897 pv G*1h", Eval::Mate(-1)),
        // What the moves do not show has no length.
        (mated, "score cp 1148897 pv G*5e", Eval::Centipawns(30_000)),
        (mated, "score cp -1148897 pv G*5e", Eval::Centipawns(-30_000)),
        (mated, "score cp 99999999999 pv G*1b", Eval::Mate(1)),
        (mated, "score cp 1000000 pv G*5e", Eval::Centipawns(30_000)),
        (mated, "score cp -1000000 pv G*5e", Eval::Centipawns(-30_000)),
        (mated, "score cp 685 pv G*1b", Eval::Centipawns(685)),
    ] {
        let mut machine = ready(settings(Game::Shogi, Protocol::Usi), 1, "usiok\nreadyok");
        machine.ask(question("a.usi", &format!("sfen {sfen}")), Limit::Depth(3));
        say(&mut machine, &format!("info depth 2 {line}\nbestmove G*1b"));
        assert_eq!(machine.analysis().lines[0].eval, expected, "{sfen} {line}");
    }
}

#[test]
fn uci_with_ranks_from_one_counts_mates_in_moves() {
    let settings = Settings { ranks: 1, ..settings(Game::Xiangqi, Protocol::Uci) };
    let mut machine = ready(settings, 1, "uciok\nreadyok");
    machine.ask(
        question(
            "a.fen",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
        ),
        Limit::Nodes(9),
    );
    assert_eq!(machine.take_commands(), ["position startpos moves h3e3", "go nodes 9"]);
    say(&mut machine, "info depth 1 score mate 2 pv h10g8 h1g3\nbestmove h10g8");
    let found = machine.analysis();
    assert_eq!((found.lines[0].eval, &*found.lines[0].moves), (Eval::Mate(-3), "X h9g7,X h0g2"));
}

#[test]
fn ucci_sets_options_in_its_own_way_and_is_stopped_from_here() {
    let mut machine = Machine::new(settings(Game::Xiangqi, Protocol::Ucci), 1);
    machine.take_commands();
    assert_eq!(say(&mut machine, "ucciok"), ["setoption Hash 64", "isready"]);
    say(&mut machine, "readyok");
    machine.ask(
        EngineQuestion::bare(Position::Xiangqi(xiangqi::Position::initial())),
        Limit::Time(50),
    );
    assert_eq!(machine.take_commands(), ["position startpos", "go infinite"]);
    let allowance = |millis| Some((Duration::from_millis(millis), Duration::MAX));
    assert_eq!(machine.allowance(), allowance(1_050), "nothing is known yet");
    say(&mut machine, "info depth 8 score 30 pv h2e2");
    assert_eq!(machine.allowance(), allowance(50));
    machine.out_of_patience(false);
    assert_eq!(
        (machine.take_commands(), machine.state),
        (vec!["stop".to_owned()], Activity::Stopping)
    );
    say(&mut machine, "info depth 9 score 33 pv h2e2\nbestmove h2e2");
    assert_eq!(machine.analysis().eval(), Some(Eval::Centipawns(33)));
}

#[test]
fn gtp_sends_komi_and_handicap_and_only_what_is_new() {
    let settings = Settings { options: Vec::new(), ..settings(Game::Go, Protocol::Gtp) };
    let mut machine = Machine::new(settings.clone(), 2);
    assert_eq!(machine.take_commands(), ["1 name", "2 version", "3 list_commands"]);
    let hello = "=1 It\n\n=2 1.0\n\n=3 play\nkata-analyze\nkata-set-rules\n\n=4 It\n\n";
    let sent = say(&mut machine, hello.strip_suffix("=4 It\n\n").unwrap());
    assert_eq!(sent, ["4 name"]);
    say(&mut machine, "=4 It\n\n");
    assert_eq!((machine.state, &*machine.id), (Activity::Idle, "It 1.0"));
    let game = "(;SZ[9]KM[0.5]RU[Japanese]HA[2]AB[gc][cg];W[cc])";
    machine.ask(question("a.sgf", game), Limit::Nodes(100));
    assert_eq!(
        machine.take_commands(),
        [
            "5 boardsize 9",
            "6 clear_board",
            "7 komi 0.5",
            "8 kata-set-rules japanese",
            "9 set_free_handicap G7 C3",
            "10 play W C7",
            "11 kata-analyze b 1"
        ]
    );
    let line = |visits| {
        format!(
            "info move E5 visits {visits} winrate 0.75 lcb 0.7 new 3 order 0 pv E5 G3 info move A1 visits 1 winrate 0.5 order 1 pv A1"
        )
    };
    let sent =
        say(&mut machine, &format!("=5\n\n=6\n\n=7\n\n=8\n\n=9\n\n=10\n\n=11\n{}", line(50)));
    assert!(sent.is_empty(), "{sent:?}");
    assert_eq!(say(&mut machine, &line(99)), ["12 name"], "any command ends an analysis");
    say(&mut machine, "info move A1 visits 1\n\n=12 It\n\n");
    assert_eq!(machine.state, Activity::Idle);
    let found = machine.analysis();
    assert_eq!(
        (found.eval(), found.nodes, found.lines.len()),
        (Some(Eval::WinRate(7_500)), 100, 2)
    );
    let longer = game.replace(";W[cc]", ";W[cc];B[dd]");
    machine.ask(question("a.sgf", &longer), Limit::Nodes(5));
    assert_eq!(machine.take_commands(), ["13 play B D6", "14 kata-analyze w 1"]);
    say(&mut machine, &format!("=13\n\n=14\n{}\n=15 It\n\n", line(9)));
    assert_eq!((machine.state, &machine.why), (Activity::Idle, &None));
    machine.take_commands();
    machine.ask(question("a.sgf", &longer.replace("KM[0.5]", "KM[6.5]")), Limit::Nodes(5));
    let sent = machine.take_commands();
    assert!(sent.contains(&"18 komi 6.5".to_owned()), "another komi is another game: {sent:?}");
    let mut machine = ready(settings, 2, hello);
    machine.ask(question("a.sgf", &longer), Limit::Nodes(5));
    let sent = machine.take_commands();
    assert_eq!(sent[2..4], ["7 komi 0.5", "8 kata-set-rules japanese"], "after a restart");
    say(&mut machine, "=5\n\n?6 cannot\n\n");
    let why = machine.why.unwrap().to_string();
    assert_eq!((machine.state, &*why), (Activity::Gone, "it: refuses a command: cannot"));
}

#[test]
fn lines_of_katago_are_understood() {
    let settings = Settings { options: Vec::new(), ..settings(Game::Go, Protocol::Gtp) };
    let mut machine = ready(settings, 3, "=1 It\n\n=2 1\n\n=3 kata-analyze\n\n=4 It\n\n");
    machine.ask(question("a.sgf", "(;SZ[9])"), Limit::Time(60_000));
    let sent = machine.take_commands();
    // Those of the game before would stay.
    assert_eq!(sent, ["5 boardsize 9", "6 clear_board", "7 komi 7.5", "8 kata-analyze b 10"]);
    say(
        &mut machine,
        "=8\ninfo move E5 visits 9 utility 0.1 winrate 1 order 0 pv E5 D4 info move C3 visits 9 edgeVisits 9 utility 0.1 \
         winrate 0.4 isSymmetryOf G7 order 2 pv C3 info move G7 visits 2 utility 0 winrate 0.5 scoreLead 0.2 order 1 pv G7 \
         rootInfo visits 12 winrate 0.5 ownership 0.1 0.2",
    );
    machine.stop();
    say(&mut machine, "\n=9 It\n\n");
    let found = machine.analysis();
    let lines: Vec<(Eval, &str)> =
        found.lines.iter().map(|line| (line.eval, &*line.moves)).collect();
    let rates = [10_000, 5_000, 4_000].map(Eval::WinRate);
    assert_eq!(lines, [(rates[0], "B ee,W df"), (rates[1], "B gc"), (rates[2], "B cg")]);
    assert_eq!(found.nodes, 11, "what is copied was not searched");
}

#[test]
fn a_komi_in_words_is_a_number() {
    let settings = Settings { options: Vec::new(), ..settings(Game::Go, Protocol::Gtp) };
    let hello = "=1 It\n\n=2 1\n\n=3 lz-analyze\n\n=4 It\n\n";
    for (komi, sent) in [
        ("6.5", "6.5"),
        ("-5", "-5"),
        ("黒6目半", "6.5"),
        ("5 1/2", "5.5"),
        ("1e300", "7.5"),
        ("none", "7.5"),
    ] {
        let mut machine = ready(settings.clone(), 1, hello);
        let board = Position::Go(go::Position::new(go::Size::USUAL));
        let komi_and_rules = [komi.to_owned(), String::new()];
        machine
            .ask(EngineQuestion { komi_and_rules, ..EngineQuestion::bare(board) }, Limit::Nodes(1));
        let commands = machine.take_commands();
        assert_eq!(commands[2], format!("7 komi {sent}"), "{komi}");
    }
}

#[test]
fn rules_that_an_engine_does_not_know_are_not_sent() {
    let settings = Settings { options: Vec::new(), ..settings(Game::Go, Protocol::Gtp) };
    let hello = "=1 It\n\n=2 1.0\n\n=3 play\nkata-analyze\nkata-set-rules\n\n=4 It\n\n";
    for (rules, sent) in [("NZ", "new-zealand"), ("Ing", "chinese"), ("japanese\nquit", "chinese")]
    {
        let mut machine = ready(settings.clone(), 1, hello);
        let komi_and_rules = [String::new(), rules.to_owned()];
        let board = Position::Go(go::Position::new(go::Size::USUAL));
        machine
            .ask(EngineQuestion { komi_and_rules, ..EngineQuestion::bare(board) }, Limit::Nodes(1));
        let commands = machine.take_commands();
        assert_eq!(commands[3], format!("8 kata-set-rules {sent}"), "{rules}");
    }
}

#[test]
fn an_engine_without_an_analysis_is_told_apart() {
    let settings = Settings { options: Vec::new(), ..settings(Game::Go, Protocol::Gtp) };
    let mut machine = ready(settings, 1, "=1 GNU Go\n\n=2 3.8\n\n=3 play\n\n=4 GNU Go\n\n");
    machine.ask(
        EngineQuestion::bare(Position::Go(go::Position::new(go::Size::USUAL))),
        Limit::Time(10),
    );
    assert_eq!(machine.why.unwrap().why, Failure::NoAnalysis);
}

#[test]
fn another_position_is_no_answer() {
    for lie in ["info depth 1 score cp 1 pv 5e5d", "bestmove 5e5d", "bestmove 7g7f"] {
        let mut machine = ready(settings(Game::Shogi, Protocol::Usi), 1, "usiok\nreadyok");
        machine.ask(
            EngineQuestion::bare(Position::Shogi(shogi::Position::initial())),
            Limit::Depth(3),
        );
        say(&mut machine, lie);
        assert_eq!(machine.state, Activity::Gone, "{lie}");
    }
}

#[test]
fn nothing_is_asked_of_a_game_that_is_over() {
    for (name, text, refused) in [
        ("a.sgf", "(;SZ[9];B[aa];W[];B[])", "the game is over"),
        ("a.sfen", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "the game is over"),
        ("a.sfen", "9/9/9/9/9/9/9/9/4K4 b G 1", "a king is missing"),
        ("a.sfen", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "the side that is not to move is in check"),
        ("a.fen", "4k4/9/4R4/9/9/9/9/9/9/3K5 w", "the side that is not to move is in check"),
        ("a.usi", "startpos moves 7g7f 7f7e", "after a move that is illegal or cannot be read"),
    ] {
        let source = Source::new(text.as_bytes(), name);
        let record = format::read(&source).unwrap().game(0).unwrap();
        let end = record.tree.mainline().last().unwrap_or(NodeId::ROOT);
        assert_eq!(EngineQuestion::of(&record, end).unwrap_err().to_string(), refused, "{text}");
    }
}
