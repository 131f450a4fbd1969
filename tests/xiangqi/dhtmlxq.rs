//! DhtmlXQ: blocks of tags in pages and posts, and bare positions.

use dapu::game::{Position, Side, xiangqi};
use dapu::record::Key;

use crate::xiangqi::{comments, game, load, mainline, variations};

const TAGS: &str = "[DhtmlXQ_title]标题[/DhtmlXQ_title]\n[DhtmlXQ_red]甲[/DhtmlXQ_red]\n\
    [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
    [DhtmlXQ_comment0]引言||第二行[/DhtmlXQ_comment0]\n\
    [DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]\n\
    [DhtmlXQ_comment1_2]变着[/DhtmlXQ_comment1_2]\n";
const START: &str = "8979695949392919097717866646260600102030405060708012720323436383";
const ALONE: &str = "9999999949999999999999999999999999999999409999999999999999999999";

#[test]
fn a_block_is_found_anywhere_in_the_text() {
    let one_line = TAGS.replace('\n', "");
    for text in [
        format!("[DhtmlXQ]\n{TAGS}[/DhtmlXQ]\n"),
        TAGS.to_owned(),
        format!("[DhtmlXQHTML]{one_line}[/DhtmlXQHTML]"),
        format!("[DhtmlXQ]\n{TAGS}[/DhtmlXQ]\n").to_lowercase(),
        format!("<p>看：</p><div>[DhtmlXQ]{}[/DhtmlXQ]</div>", TAGS.replace('\n', "<br>\n")),
        format!("<iframe name='[DhtmlXQiFrame]{one_line}[/DhtmlXQiFrame]' src='x'></iframe>"),
        format!("楼主：[quote][DhtmlXQ]\r\n{}[/DhtmlXQ][/quote]", TAGS.replace('\n', "\r\n")),
    ] {
        let (record, warnings) = game(&text, "page.html", "dhtmlxq");
        assert_eq!(mainline(&record), "h2e2 h9g7 h0g2", "{text}");
        assert_eq!(variations(&record), 1, "{text}");
        assert_eq!(comments(&record), [(0, "引言\n第二行".to_owned())], "{text}");
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some("甲"), "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn each_block_is_a_game() {
    let text = format!("<div>[DhtmlXQ]{TAGS}[/DhtmlXQ]</div><div>[DhtmlXQ]{TAGS}[/DhtmlXQ]</div>");
    assert_eq!(load(&text, "page.htm", "dhtmlxq").games().len(), 2);
}

#[test]
fn html_entities_are_decoded() {
    let tags = TAGS.replace('甲', "&#30002;&#x4E59;&middot;&lt;A&amp;B&gt; &unknown; &");
    let text = format!("<html><body>[DhtmlXQ]{tags}[/DhtmlXQ]</body></html>");
    let (record, _) = game(&text, "page.html", "dhtmlxq");
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("甲乙·<A&B> &unknown; &"));
}

#[test]
fn bare_positions_are_shown() {
    for (text, count) in [
        (START.to_owned(), 1),
        (format!("  {START}\r\n"), 1),
        (format!("{}\n{}\n", &START[..32], &START[32..]), 1),
        (format!("{START}\n\n{ALONE}\n"), 2),
    ] {
        let loaded = load(&text, "position.txt", "dhtmlxq");
        assert_eq!(loaded.games().len(), count, "{text}");
        let record = loaded.game(0).unwrap();
        assert_eq!(record.start, Position::Xiangqi(xiangqi::Position::initial()));
        assert_eq!(record.start.side_to_move(), Side::First);
    }
    let record = load(ALONE, "position.txt", "dhtmlxq").game(0).unwrap();
    assert_eq!(
        record.start,
        Position::Xiangqi(xiangqi::Position::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w").unwrap())
    );
}

#[test]
fn a_wrong_letter_shifts_no_move() {
    let text = TAGS.replace("774770627967", "7747 70x2 7967");
    let (record, warnings) = game(&text, "game.txt", "dhtmlxq");
    assert_eq!(mainline(&record), "h2e2 -- h0g2");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("\"70x2\""), "{warnings:?}");
}

#[test]
fn a_truncated_block_is_reported() {
    let whole = format!("[DhtmlXQ]\n{TAGS}[/DhtmlXQ]");
    for length in
        (whole.find("7747").unwrap() + 4..whole.len()).filter(|at| whole.is_char_boundary(*at))
    {
        let loaded = load(&whole[..length], "game.ubb", "dhtmlxq");
        let moves = mainline(&loaded.game(0).unwrap());
        assert!(moves.starts_with("h2e2"), "cut at {length}");
        assert!(!loaded.warnings().is_empty(), "cut at {length}");
    }
}

#[test]
fn a_block_may_be_in_the_address_of_a_frame() {
    let name = ["%E7%94%B2%E5%AF%B9%E4%B9%99", "%BC%D7%B6%D4%D2%D2", "%u7532%u5BF9%u4E59"];
    for name in name {
        let page = format!(
            "<html><iframe src=\"http://www.dpxq.com/?%5BDhtmlXQiFrame%5D%5BDhtmlXQ_title%5D{name}%5B/DhtmlXQ_title%5D\
            %5BDhtmlXQ_movelist%5D7747706279678070%5B/DhtmlXQ_movelist%5D%5B/DhtmlXQiFrame%5D\"></iframe></html>"
        );
        let (record, warnings) = game(&page, "page.html", "dhtmlxq");
        assert_eq!(mainline(&record), "h2e2 h9g7 h0g2 i9h9");
        assert_eq!(record.headers.get(Key::Title), Some("甲对乙"));
        assert_eq!(warnings, [""; 0]);
    }
}

#[test]
fn moves_as_text_after_a_block_are_a_game() {
    let block = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    let text = "\n标题: 丙 先和 丁\n\n  1.相三进五      炮８平５\n  2.马二进三      马８进７\n";
    let loaded = load(&[block, text].concat(), "post.txt", "dhtmlxq");
    assert_eq!(loaded.games().len(), 2);
    let record = loaded.game(1).unwrap();
    assert_eq!(mainline(&record), "g0e2 h7e7 h0g2 h9g7");
    assert_eq!(record.headers.get(Key::Title), Some("丙 先和 丁"));
    // Prose that names moves is none.
    let text = format!("{block}炮二平五 马8进7 是常见的开局。\n");
    assert_eq!(load(&text, "post.txt", "dhtmlxq").games().len(), 1);
}
