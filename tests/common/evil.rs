//! Files of every format in which every text is an attack on a terminal, and the search for what got through.

use dapu::format::WriteOptions;
use dapu::game::Side;
use dapu::record::{Key, NodeId, Note};

use super::{read, write};

/// The text that shows that an attack was displayed.
pub const SHOWN: &str = "evil";

/// Sequences, controls, overrides, invisible characters and floods, around a plain word.
pub fn text() -> String {
    const ATTACKS: [&str; 20] = [
        "\x1b[2J",
        "\x1b[4242m",
        "\x1b]0;owned\x07",
        "\x1bP+q\x1b\\",
        "\x1bc\x1b(0",
        "\u{9b}31m",
        "\u{9d}0;owned\u{9c}",
        "\u{90}q\u{85}",
        "\x07\x08\x0e\x0f\x7f",
        "\u{202e}\u{202a}\u{2066}\u{2069}",
        "\u{200e}\u{200f}\u{61c}",
        "\u{200b}\u{200d}\u{2060}\u{feff}\u{ad}",
        "\u{e0041}\u{e007f}",
        "\u{e000}\u{f8ff}\u{10fffd}",
        "\u{2028}\u{2029}",
        "\u{fff9}\u{fffb}\u{fffe}",
        "\u{115f}\u{3164}\u{ffa0}",
        "\u{180e}\u{180b}\u{fe0f}\u{e0100}",
        "\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        "\u{20e3}\u{20dd}\u{489}\u{34f}",
    ];
    let mut text = String::new();
    for attack in ATTACKS {
        text.push_str(SHOWN);
        text.push_str(attack);
    }
    text
}

/// The name and bytes of a file in a format, with attacks wherever it holds text.
///
/// # Panics
/// There is no such file: a new format needs a line here.
pub fn file(format: &str) -> (String, Vec<u8>) {
    let evil = text();
    let (extension, bytes) = match format {
        "xqf" => ("xqf", xqf(&evil)),
        "cbr" => ("cbr", cbr(&evil)),
        "cbl" => ("cbl", cbl(&evil)),
        "wgs" => ("wgs", wgs()),
        "chn" => ("chn", chn()),
        "xqr" => ("xqr", xqr()),
        "mxq" => ("mxq", mxq()),
        // These hold no text.
        "ccm" => ("ccm", sample("xiangqi/shunpao.ccm")),
        "che" => ("che", sample("xiangqi/shunpao.che")),
        _ => {
            let (extension, template) = template(format);
            (extension, fill(template, format, &evil).into_bytes())
        }
    };
    (format!("game.{extension}"), bytes)
}

/// Puts the text into a template, escaped as the format requires.
fn fill(template: &str, format: &str, evil: &str) -> String {
    let spelled = match format {
        "sgf" | "dataset" => evil.replace('\\', "\\\\").replace(']', "\\]"),
        "jkf" | "ogs" | "lishogi" => {
            let quoted = serde_json::Value::from(evil).to_string();
            quoted.trim_matches('"').to_owned()
        }
        // Words contain no blanks, fields of these formats no brackets, and tags no quotes.
        "usi" => evil.replace(' ', ""),
        "link" => evil.bytes().map(|byte| format!("%{byte:02X}")).collect(),
        _ => evil.to_owned(),
    };
    template.replace("{}", &spelled)
}

// A table.
#[allow(clippy::too_many_lines)]
fn template(format: &str) -> (&'static str, &'static str) {
    match format {
        "kif" | "kifu" => (
            if format == "kif" { "kif" } else { "kifu" },
            "棋戦：{}\n先手：{}\n後手：{}\n{}：{}\n手数----指手---------消費時間--\n*{}\n&{}\n   1 ７六歩(77)\n*{}\n   2 {}\n\
             変化：1手\n   1 {}\n",
        ),
        "ki2" | "ki2u" => (
            if format == "ki2" { "ki2" } else { "ki2u" },
            "棋戦：{}\n先手：{}\n{}：{}\n\n*{}\n▲７六歩 △３四歩\n*{}\n▲{}\n△{}\nまで{}\n",
        ),
        "csa" => {
            ("csa", "V2.2\nN+{}\nN-{}\n$EVENT:{}\n${}:{}\nPI\n+\n'*{}\n+7776FU\n'*{}\n-{}\n%{}\n")
        }
        "usi" => ("sfen", "position startpos moves 7g7f {} 3c3d\n{}\n"),
        "jkf" => (
            "jkf",
            "{\"header\":{\"棋戦\":\"{}\",\"先手\":\"{}\",\"{}\":\"{}\"},\"moves\":[{\"comments\":[\"{}\"]},{\"move\":\"{}\",\
             \"comments\":[\"&{}\",\"{}\"]},{\"move\":{\"piece\":\"{}\"}},{\"special\":\"{}\"}]}",
        ),
        "dhtmlxq" => (
            "dhtmlxq",
            "[DhtmlXQ]\n[DhtmlXQ_title]{}[/DhtmlXQ_title]\n[DhtmlXQ_red]{}[/DhtmlXQ_red]\n[DhtmlXQ_x]{}[/DhtmlXQ_x]\n\
             [DhtmlXQ_movelist]7747{}[/DhtmlXQ_movelist]\n[DhtmlXQ_comment0]{}[/DhtmlXQ_comment0]\n\
             [DhtmlXQ_comment1]{}[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n",
        ),
        "manual" => (
            "manual",
            "#{}#{}#{}#{}#{}#{}#{}#{}#红先\n##\n#0 C2H5 c8h5 {}\n##\n#0-0 {}\n#0-1 {}\n#7-1 {}\n",
        ),
        "pgn" => (
            "pgn",
            "[Game \"Chinese Chess\"]\n[Event \"{}\"]\n[Red \"{}\"]\n[Black \"{}\"]\n[X \"{}\"]\n\n{{}} 1. 炮二平五 {{}} {}\n\
             马8进7 ({}) {{}} *\n",
        ),
        "wxf" => (
            "wxf",
            "FORMAT\tWXF\nGAME\t{}\nEVENT\t{}\nRED\t{};;;\nBLACK\t{};;;\n{}\t{}\nSTART{\n1. C2.5 {}\n}END\n",
        ),
        "fen" => ("fen", "4k4/9/9/9/9/9/9/4R4/9/3K5 b moves e9d9 {}\n{}\n# {}\n"),
        "text" => (
            "txt",
            "标题: {}\n红方: {}\n{}: {}\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n\
             3. 车一平二 马2进3\n4. 兵七进一 卒7进1\n5. 车二进六 炮8平9\n6. 车二平三 炮9退1\n7. {}\n",
        ),
        "cbf" => (
            "cbf",
            "<ChineseChessRecord><Head><Title><![CDATA[{}]]></Title><Red><![CDATA[{}]]></Red><X><![CDATA[{}]]></X></Head>\
             <MoveList><Move value=\"00-00\"><![CDATA[{}]]></Move><Move value=\"77-47\"><![CDATA[{}]]></Move>\
             <Move value=\"{}\"/></MoveList></ChineseChessRecord>",
        ),
        "sgf" => (
            "sgf",
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[{}]PB[{}]PW[{}]EV[{}]GC[{}]XX[{}]RE[{}]C[{}];B[aa]C[{}]N[{}]LB[bb:{}]\
             (;W[bb]C[{}])(;W[{}]))",
        ),
        "gib" => (
            "gib",
            "\\HS\n\\[GAMENAME={}\\]\n\\[GAMEBLACKNAME={}\\]\n\\[GAMEWHITENAME={}\\]\n\\[{}={}\\]\n\\HE\n\\GS\n2 1 0\n\
             INI 0 1 0 &4\nSTO 0 2 1 3 15\nSTO 0 3 {}\n\\GE\n",
        ),
        "ngf" => (
            "ngf",
            "{}\n19\n{} 7D\n{} 6D\n{}\n0\n0\n6\n20170316 [02:52]\n5\n{}\n3\nPMABBREER\nPM{}\nID{}[EndTxt]\n",
        ),
        "ugf" => (
            "ugf",
            "[Header]\nSize=9\nTitle={}\nPlace={}\nPlayerB={},1d\nPlayerW={},1d\nComment={}\n{}={}\n[ReviewNode]\nNODE,0\n\
             NODE,1,1,5,5\n[ReviewComment]\n.Comment,0\n{}\n.Comment,1\n{}\n",
        ),
        "pfc" => (
            "pfc",
            "<n m=\"4k4/9/9/9/9/9/9/4R4/9/3K5 w\" c=\"{}\" win=\"{}\" x=\"{}\"><n m=\"e2e5\" c=\"{}\"><n m=\"{}\"/></n></n>",
        ),
        "eglib" => ("eglib", "{}|4k4/9/9/9/9/9/9/4R4/9/3K5 w|e2e5,{}\n{}\n"),
        "psn" => ("psn", "[Sente \"{}\"]\n[X \"{}\"]\n1.P7f {{}} 2.P3d 3.{}\n"),
        "link" => ("url", "https://example.org/?moves=7g7f.3c3d.{}&branch={}&branchFrom=1"),
        "ogs" => (
            "json",
            "{\"width\":9,\"game_name\":\"{}\",\"outcome\":\"{}\",\"winner\":1,\"players\":{\"black\":{\"id\":1,\
             \"username\":\"{}\"}},\"moves\":[[4,4],\"{}\"]}",
        ),
        "dataset" => ("txt", "12\t;B[aa]C[{}];W[bb]XX[{}];B[{}]\n{}\n"),
        "gtp" => (
            "gtp",
            "boardsize 9\nkomi {}\nplay b E5\ngenmove w\n= {}\nplay {} C3\nplay w {}\nplay w C3\n",
        ),
        // In a row of the board they would be points.
        "senseis" => ("txt", "$$W {}\n$$ -------\n$$ | . X 1\n$$ | 2 O .\n$$ [{}|{}]\n$$\n"),
        "go-text" => (
            "txt",
            "Black: {}\nWhite: {}\n{}\n\nBlack 1 at Q16, White 2 at D4. {}\n\nBlack 3 at Q3, White 4 at D17. {}\n",
        ),
        "lishogi" => (
            "json",
            "{\"players\":{\"sente\":{\"user\":{\"name\":\"{}\"}},\"gote\":{\"aiLevel\":\"{}\"}},\"status\":\"{}\",\
             \"moves\":\"7g7f {}\"}\n",
        ),
        "page" => (
            "html",
            "<html><body><script type=\"text/kifu\">手合割：平手\n先手：{}\n{}：{}\n   1 ７六歩(77)\n*{}\n   2 {}\n</script></body></html>",
        ),
        other => panic!("no hostile file is known of {other}"),
    }
}

/// A record of the sample with attacks in all headers and on the first nodes.
fn xqf(evil: &str) -> Vec<u8> {
    let loaded = read(&super::xqf::example(), "game.xqf").unwrap();
    let mut record = (*loaded.game(0).unwrap()).clone();
    for key in
        [Key::Title, Key::Event, Key::Place, Key::Player(Side::First), Key::Player(Side::Second)]
    {
        // The fields are short.
        for attack in evil.split_inclusive(SHOWN).take(1) {
            record.headers.set(key, &format!("{attack}\x1b[2J\u{202e}"));
        }
    }
    for index in 0..3 {
        let node = record.tree.get(index).unwrap_or(NodeId::ROOT);
        record.tree.note(node, Note::Comment(evil.into()));
    }
    write(&record, "xqf", &WriteOptions::default()).unwrap().bytes
}

fn sample(name: &str) -> Vec<u8> {
    std::fs::read(super::program::sample(name)).unwrap()
}

/// Puts text in UTF-16 over a field.
fn put_utf16(file: &mut [u8], offset: usize, room: usize, text: &str) {
    let units = text.encode_utf16().take(room / 2 - 1);
    let mut bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    bytes.resize(room, 0);
    file[offset..offset + room].copy_from_slice(&bytes);
}

fn cbr(evil: &str) -> Vec<u8> {
    let mut file = sample("xiangqi/bianzhao.cbr");
    for (offset, room) in [(180, 128), (692, 64), (884, 64), (948, 64), (1076, 64), (1300, 64)] {
        put_utf16(&mut file, offset, room, evil);
    }
    file
}

fn cbl(evil: &str) -> Vec<u8> {
    let mut file = sample("xiangqi/shili.cbl");
    put_utf16(&mut file, 64, 512, evil);
    put_utf16(&mut file, 66_624 + 100, 128, evil);
    file
}

/// An attack in ASCII that fits a short field.
const SHORT: &[u8] = b"evil\x1b[2J\x1b]0;x\x07\x7f\x08e";

fn chn() -> Vec<u8> {
    let mut file = sample("xiangqi/shunpao.chn");
    for offset in [0x08, 0x24, 0x64, 0x78, 0x8C, 0xA0] {
        file[offset..offset + SHORT.len()].copy_from_slice(SHORT);
        file[offset + SHORT.len()] = 0;
    }
    file
}

fn xqr() -> Vec<u8> {
    let mut file = b"\x00\x02\x20\x17".to_vec();
    for kind in 2..7 {
        file.extend([kind, SHORT.len() as u8]);
        file.extend(SHORT);
    }
    file.extend([9, 0, 0, 0, 1, 0, 0x77, 0x74, 4, 0]);
    file.extend((SHORT.len() as u32).to_le_bytes());
    file.extend(SHORT);
    file
}

fn mxq() -> Vec<u8> {
    let players = [SHORT, b"-\xCA\xA4-", SHORT].concat();
    let mut strings = vec![SHORT; 11];
    strings[2] = &players;
    strings.extend([&b"Moves"[..], b"7C-4C", SHORT, b"Ends"]);
    let string = |text: &&[u8]| [&[text.len() as u8], *text].concat();
    strings.iter().flat_map(string).collect()
}

fn wgs() -> Vec<u8> {
    let mut file = vec![0; 122];
    (file[0], file[0x65], file[0x78]) = (2, 19, 1);
    for offset in [4, 52] {
        file[offset + 6..offset + 6 + SHORT.len()].copy_from_slice(SHORT);
    }
    file.extend([3, 3]);
    file
}

/// The first part of a text that must not reach a terminal: anything that it obeys, that reorders text or is invisible.
pub fn find(text: &str) -> Option<char> {
    let mut marks = 0;
    for character in text.chars() {
        let is_mark = matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{20d0}'..='\u{20f0}');
        marks = if is_mark { marks + 1 } else { 0 };
        let is_hidden = matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}'
            | '\u{e0000}'..='\u{10ffff}');
        if (character.is_control() && character != '\n') || is_hidden || marks > 2 {
            return Some(character);
        }
    }
    None
}
