//! Games in the JSON of OGS, in data sets, and in pages.

use dapu::format::Loaded;
use dapu::game::Side;
use dapu::record::{Clock, Key, Note};

use crate::common;

fn sample(name: &str) -> Loaded {
    let bytes = std::fs::read(format!("samples/go/{name}")).unwrap();
    let loaded = common::read(&bytes, name).unwrap();
    let nameless = common::read(&bytes, "").unwrap();
    assert_eq!(nameless.format.name, loaded.format.name, "{name}");
    loaded
}

fn moves(loaded: &Loaded, game: usize) -> String {
    common::moves(loaded, game).join(", ")
}

#[test]
fn ogs_gives_names_times_and_passes() {
    let loaded = sample("online.json");
    assert_eq!(loaded.format.name, "ogs");
    assert_eq!(moves(&loaded, 0), "B ee, W cc, B gg, W pass, B cg");
    let headers = loaded.games()[0].headers();
    assert_eq!(headers.get(Key::Player(Side::First)), Some("first"));
    assert_eq!(headers.get(Key::Rank(Side::Second)), Some("5k"));
    assert_eq!(headers.get(Key::Result), Some("B+R"));
    assert_eq!(headers.get(Key::Komi), Some("5.5"));
    let record = loaded.game(0).unwrap();
    let first = record.tree.get(1).unwrap();
    let clock = Clock { spent: Some(1500), total: None };
    assert!(record.tree.notes(first).any(|note| *note == Note::Clock(clock)));
}

#[test]
fn free_handicap_stones_of_ogs_are_the_first_moves() {
    let text = "{\"width\":19,\"height\":19,\"handicap\":2,\"free_handicap_placement\":true,\"players\":{},\
        \"moves\":[[3,3,0],[15,15,0],[15,3,0],[3,15,0]]}";
    let loaded = common::read(text.as_bytes(), "").unwrap();
    assert_eq!(moves(&loaded, 0), "B dd, B pp, W pd, B dp");
    let text = "{\"width\":9,\"height\":9,\"initial_player\":\"white\",\"initial_state\":{\"black\":\"cceg\",\"white\":\"\"},\
        \"players\":{},\"moves\":[[4,4,0]]}";
    let loaded = common::read(text.as_bytes(), "").unwrap();
    assert_eq!(moves(&loaded, 0), "W ee");
    assert!(common::read(b"{\"width\":0,\"moves\":[],\"players\":{}}", "").is_err());
}

#[test]
fn moves_of_ogs_may_be_objects_or_letters() {
    for moves in [
        "[{\"x\":3,\"y\":3,\"timedelta\":5},{\"x\":15,\"y\":15},{\"x\":-1,\"y\":-1}]",
        "\"ddpp..\"",
    ] {
        let text = format!("{{\"width\":19,\"players\":{{}},\"moves\":{moves}}}");
        let loaded = common::read(text.as_bytes(), "").unwrap();
        assert_eq!(self::moves(&loaded, 0), "B dd, W pp, B pass");
        assert!(loaded.warnings().is_empty());
    }
}

#[test]
fn a_data_set_has_a_game_on_each_line() {
    let loaded = sample("dataset.txt");
    assert_eq!(loaded.format.name, "dataset");
    assert_eq!(loaded.games()[1].headers().get(Key::Title), Some("1002"));
    assert_eq!(moves(&loaded, 0), "B pd, W dp, B pp, W dd, B fq");
    assert_eq!(moves(&loaded, 1), "B qd, W dd, B pq, W dq");
    assert_eq!(loaded.warnings(), []);
}

#[test]
fn a_game_in_an_attribute_of_a_page_is_read() {
    let loaded = sample("page.html");
    assert_eq!(loaded.format.name, "page");
    assert_eq!(moves(&loaded, 0), "B ee, W cc, B gg");
}

/// The messages about a page, each with its place in the file.
fn warnings(page: &str) -> Vec<String> {
    let loaded = common::read(page.as_bytes(), "page.html").unwrap();
    assert_eq!(loaded.format.name, "page");
    loaded.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn places_in_a_page_are_those_of_the_file() {
    let game = "(;GM[1]SZ[19];B[pd];W[zz];B[dd])";
    let illegal = "move zz is illegal: the square is off the board";
    let escaped = "\\n(;GM[1]SZ[9]\\n;B[ee]C[\\u9ed2];W[zz])";
    for (page, at) in [
        (format!("<html>\n<body>\n<p>hello</p>\n<pre>\n{game}\n</pre>\n"), "5:20"),
        (format!("<html>\n<body>\n<p>A &amp; B<br>\n<div>{game}</div>\n"), "4:25"),
        (format!("<html>\n<div\ndata-sgf='{game}'></div>\n"), "3:30"),
        (format!("<html>\n<script>\nvar a = '{escaped}';\n</script>\n"), "3:41"),
        (format!("<html>\n<script>\nvar a = '\\n' +\n  '{game}';\n</script>\n"), "4:23"),
    ] {
        assert_eq!(warnings(&page), [format!("{at}: {illegal}")], "{page}");
    }
    let kif = "先手：A &amp; B\n手数----指手---------\n   1 ７六歩(77)\n   2 ３四歩(34)\n";
    let message = "move 2 (３四歩) is illegal: no piece is on the starting square";
    let page = format!("<html>\n<body>\n<pre>\n{kif}</pre>\n");
    assert_eq!(warnings(&page), [format!("7:6: {message}")]);
    // A page in a mail: its lines begin where those of the mail do.
    let mail = format!(
        "Subject: a\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n\
         <html>\n<body>\n<pre>\n{game}\n</pre>\n"
    );
    let loaded = common::read(mail.as_bytes(), "letter.eml").unwrap();
    let places: Vec<String> = loaded.warnings().iter().map(|it| it.at.to_string()).collect();
    assert_eq!((loaded.format.name, &*places), ("page", &["8:20".to_owned()][..]));
}

#[test]
fn tags_of_a_page_are_no_part_of_a_game_with_few_moves() {
    let moves = "1. 炮二平五 马８进７\n2. zz\n";
    for name in ["page.html", "page"] {
        let page = format!("<html>\n<body>\n<p>x</p>\n<pre>\n{moves}</pre>\n</body></html>\n");
        let loaded = common::read(page.as_bytes(), name).unwrap();
        let alone = common::read(moves.as_bytes(), "").unwrap();
        let [page, alone] = [&loaded, &alone].map(|it| common::json(it)["games"].clone());
        assert_eq!((page, loaded.format.name), (alone, "page"));
    }
}

#[test]
fn sgf_without_its_first_semicolon_is_recognised_by_its_properties() {
    let loaded = common::read(b"(\nTE[x]\nPB[a]\nPW[b]\n;B[pd];W[dp])\n", "").unwrap();
    assert_eq!((loaded.format.name, &*moves(&loaded, 0)), ("sgf", "B pd, W dp"));
    assert!(common::read(b"(TEa is hot)", "").is_err());
}
