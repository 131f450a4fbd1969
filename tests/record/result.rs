//! The results of games, in whatever words records have them.

use dapu::format;
use dapu::game::Game;
use dapu::record::Outcome::{self, Draw, FirstWins, SecondWins};
use dapu::text::Source;

#[test]
fn results_are_one_thing_in_three_games() {
    use Game::{Go, Shogi, Xiangqi};
    for (game, text, outcome) in [
        (Xiangqi, "1-0", Some(FirstWins)),
        (Xiangqi, " 0-1 ", Some(SecondWins)),
        (Xiangqi, "1/2-1/2", Some(Draw)),
        (Xiangqi, "*", None),
        (Xiangqi, "first_better", None),
        (Shogi, "1-0", Some(FirstWins)),
        (Shogi, "まで112手で後手の勝ち", Some(SecondWins)),
        (Shogi, "まで7手で先手の勝ち", Some(FirstWins)),
        (Shogi, "上手勝ち", Some(SecondWins)),
        (Shogi, "下手の勝ち", Some(FirstWins)),
        (Shogi, "まで75手で後手の反則負け", Some(FirstWins)),
        (Shogi, "まで75手で先手の反則勝ち", Some(FirstWins)),
        (Shogi, "先手の反則負けにより後手の勝ち", Some(SecondWins)),
        (Shogi, "まで100手で時間切れにより先手の勝ち", Some(FirstWins)),
        (Shogi, "まで120手で千日手", Some(Draw)),
        (Shogi, "持将棋", Some(Draw)),
        (Shogi, "引き分け", Some(Draw)),
        (Shogi, "▲の勝ち", Some(FirstWins)),
        (Shogi, "まで20手で中断", None),
        (Shogi, "勝負", None),
        (Go, "B+R", Some(FirstWins)),
        (Go, "W+3.5", Some(SecondWins)),
        (Go, "w+", Some(SecondWins)),
        (Go, "0", Some(Draw)),
        (Go, "Draw", Some(Draw)),
        (Go, "Jigo", Some(Draw)),
        (Go, "黑中盘胜", Some(FirstWins)),
        (Go, "白5目半勝ち", Some(SecondWins)),
        (Go, "흑 불계승", Some(FirstWins)),
        (Go, "White wins by 2.5 points", Some(SecondWins)),
        (Go, "black loses on time", Some(SecondWins)),
        (Go, "和棋", Some(Draw)),
        (Go, "黑贴3目", None),
        (Go, "Void", None),
        (Go, "?", None),
        (Go, "", None),
    ] {
        assert_eq!(Outcome::read(game, text), outcome, "{game} {text}");
    }
}

#[test]
fn the_end_of_the_main_line_counts_before_the_header() {
    let result = |text: &str, name: &str| {
        let loaded = format::read(&Source::new(text.as_bytes(), name)).unwrap();
        loaded.game(0).unwrap().result()
    };
    // Gote begins with a handicap, and resigns.
    let kif = "手合割：香落ち\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 投了\n";
    assert_eq!(result(kif, "a.kif"), Some(FirstWins));
    let csa = |end: &str| result(&format!("V2.2\nPI\n+\n+7776FU\n-3334FU\n{end}\n"), "a.csa");
    assert_eq!(csa("%TORYO"), Some(SecondWins));
    assert_eq!(csa("%KACHI"), Some(FirstWins));
    assert_eq!(csa("%TIME_UP"), Some(SecondWins));
    assert_eq!(csa("%ILLEGAL_MOVE"), Some(SecondWins));
    assert_eq!(csa("%SENNICHITE"), Some(Draw));
    assert_eq!(csa("%CHUDAN"), None);
    let pgn = |result: &str| {
        format!(
            "[Game \"Chinese Chess\"]\n[Result \"{result}\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 *\n"
        )
    };
    assert_eq!(result(&pgn("0-1"), "a.pgn"), Some(SecondWins));
    assert_eq!(result(&pgn("*"), "a.pgn"), None);
    assert_eq!(result("(;GM[1]RE[W+R];B[dd];W[pp])", "a.sgf"), Some(SecondWins));
}
