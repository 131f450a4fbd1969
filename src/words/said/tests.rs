use super::*;
use crate::game::Illegal;
use crate::record::{Doubt, IllegalMove, Problem};

/// A pattern with something in place of each brace, and the numbers of its braces.
fn example(pattern: &str) -> (String, usize) {
    let filled = pattern
        .replace("{n}", "7")
        .replace("{s}", "3 games")
        .replace("{w}", "zip")
        .replace("{}", "x");
    (filled, pattern.matches('{').count())
}

#[test]
fn what_is_quoted_stays_as_it_is() {
    let zh = |text| Lang::Zh.say(text).into_owned();
    assert_eq!(zh("empty: no such file"), "empty: 没有此文件");
    assert_eq!(zh("a: b/no such file: permission denied"), "a: b/no such file: 没有权限");
    for kept in
        ["my games", "game", "empty", "x: game", "x: empty", "red: the 3 games", "my zip archive"]
    {
        assert_eq!(zh(kept), kept);
    }
    assert_eq!(zh("c.idx: an index of /home/my games"), "c.idx: 是/home/my games的索引");
    assert_eq!(
        zh("x: an index of another version of dapu; reading the files"),
        "x: 是其他版本dapu的索引；改为读取文件"
    );
    assert_eq!(zh("my file skipped: x: no such file"), "my file skipped: x: 没有此文件");
    assert_eq!(
        zh("1204 games, red to move; index of 2026-11-26 19:40"),
        "1204局，轮到红方；索引建于2026-11-26 19:40"
    );
    assert_eq!(
        zh("engine {2}: no engine \"{2}\"; there are {1}"),
        "engine {2}: 没有引擎\"{2}\"；可用的有{1}"
    );
    assert_eq!(zh("a.kif: a directory, not a file"), "a.kif: 是文件夹，不是文件");
    assert_eq!(
        Lang::Ja.say("a.kif: a directory, not a file"),
        "a.kif: フォルダです。ファイルではありません"
    );
    assert_eq!(
        zh("a: cannot write: No space left (os error 28)"),
        "a: 无法写入：No space left (os error 28)"
    );
    assert_eq!(Lang::En.say("no such file"), "no such file");
    assert_eq!(Lang::Zh.label("game"), "棋种");
}

#[test]
fn each_row_is_found_by_its_english_and_loses_nothing() {
    for (english, zh, ja) in SAID.iter().chain(LABELS) {
        for (form, lang, words) in
            english.split('|').flat_map(|form| [(form, Lang::Zh, zh), (form, Lang::Ja, ja)])
        {
            assert!(!form.contains("}{"), "{form}");
            let (text, braces) = example(form);
            for number in 1..=braces {
                assert!(words.contains(&format!("{{{number}}}")), "{form}: {words}");
            }
            assert_eq!(words.matches('{').count(), braces, "{form}: {words}");
            let rows = if LABELS.iter().any(|row| row.0 == *english) { LABELS } else { SAID };
            let only = lang.filled(words, &quoted(form, &text).unwrap(), DEPTH);
            assert_eq!(lang.row(rows, &text, DEPTH), only, "{form} is not said by its own row");
        }
    }
}

/// A text of a file is rarely a sentence of dapu's, but it may well be a word.
#[test]
fn no_sentence_is_a_single_word() {
    for form in SAID.iter().flat_map(|(english, ..)| english.split('|')) {
        assert!(form.contains(' '), "{form}");
    }
}

#[test]
fn warnings_are_said_whatever_they_quote() {
    let text = "马二进三 \"好\" (41): 是\u{3000}x";
    for (doubt, zh, ja) in [
        (
            Doubt::Played,
            "也许只是提到，这里当作着法",
            "は指し手か、触れただけか：指し手として読みました",
        ),
        (
            Doubt::Named,
            "也许是着法，这里当作注释",
            "は指し手か、触れただけか：コメントとして残しました",
        ),
        (Doubt::Unfit, "在此处走不通，当作注释", "はここでは指せません：コメントとして残しました"),
        (
            Doubt::Place,
            "：这里可能开始变化，也可能是新的回合",
            "：変化か次の手が始まる可能性があります",
        ),
    ] {
        let problem = Problem::Doubtful { text: text.into(), doubt };
        assert_eq!(Lang::Zh.problem(&problem), format!("{text:?}{zh}"));
        assert_eq!(Lang::Ja.problem(&problem), format!("{text:?}{ja}"));
    }
    let (name, rule) = ("５二金(41)".to_owned(), Illegal::Occupied);
    for (number, zh) in [(Some(7), "第7着（５二金(41)）"), (None, "５二金(41)")] {
        let problem = Problem::Illegal(IllegalMove { number, name: name.clone(), rule });
        assert_eq!(Lang::Zh.problem(&problem), format!("{zh}犯规：落点已有棋子"));
    }
}
