//! Two headers with the same meaning: the first counts, the other is kept under its name and reported where lost.

use dapu::format::WriteOptions;
use dapu::game::Side;
use dapu::record::{Headers, Key};

use crate::common::write;
use crate::xiangqi::game;

#[test]
fn the_first_of_two_headers_counts_and_the_second_is_kept() {
    let mut headers = Headers::default();
    headers.push(Key::Player(Side::First), "Red", "甲", "甲");
    headers.push(Key::Player(Side::First), "White", "乙", "乙");
    headers.push(Key::Player(Side::First), "Player", "甲", "甲");
    headers.push(Key::Result, "Result", "*", "*");
    headers.push(Key::Result, "Win", "红胜", "1-0");
    headers.push(Key::Result, "End", "?", "*");
    assert_eq!(headers.get(Key::Player(Side::First)), Some("甲"));
    assert_eq!(headers.get(Key::Result), Some("1-0"));
    assert_eq!(crate::common::unknown(&headers).collect::<Vec<_>>(), [("White", "乙")]);
    assert_eq!(headers.entries().len(), 6);
}

#[test]
fn no_format_drops_a_header_silently() {
    let pgn = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[RedElo \"2500\"]\n[RedTitle \"大师\"]\n[ECCO \"B00\"]\n\n1. 炮二平五 *\n";
    let dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_red]甲队 乙[/DhtmlXQ_red]\n[DhtmlXQ_redname]乙[/DhtmlXQ_redname]\n\
        [DhtmlXQ_endtype]认负[/DhtmlXQ_endtype]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    let text = "标题: 甲\n局名: 乙\n天气: 晴\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n";
    for (text, name, format, own, lost) in [
        (pgn, "game.pgn", "pgn", "", "3 headers (red_rank, RedTitle, ECCO)"),
        (dhtmlxq, "game.ubb", "dhtmlxq", "", "2 headers (redname, endtype)"),
        (text, "game.txt", "text", "", "2 headers (局名, 天气)"),
    ] {
        let (record, _) = game(text, name, format);
        let xqf = write(&record, "xqf", &WriteOptions::default()).unwrap();
        assert_eq!(xqf.losses.to_string(), lost, "{text}");
        if format != "text"
            && let Ok(again) = write(&record, format, &WriteOptions::default())
        {
            assert_eq!(again.losses.to_string(), own, "{text}");
            let (again, _) = game(&String::from_utf8(again.bytes).unwrap(), name, format);
            assert_eq!(
                crate::common::unknown(&again.headers).count(),
                crate::common::unknown(&record.headers).count()
            );
        }
    }
}
