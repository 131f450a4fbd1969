//! The encodings of Go records: declared, undeclared, and declared wrongly.

use dapu::text::Family;
use dapu::text::Source;

/// The text of a file and the name of its encoding.
fn decode(bytes: &[u8]) -> (String, &'static str) {
    let source = Source::new(bytes, "test.sgf");
    let encoding = source.encoding(Family::Any).name().to_lowercase().leak();
    (source.text(Family::Any).to_owned(), encoding)
}

fn encode(text: &str, label: &str) -> Vec<u8> {
    let encoding = dapu::text::encoding_by_label(label).unwrap();
    let (bytes, _, lacking) = encoding.encode(text);
    assert!(!lacking, "{text} in {label}");
    bytes.into_owned()
}

#[test]
fn names_without_a_declared_encoding_are_read() {
    let samples = [
        (
            "gb18030",
            [
                "柯洁",
                "古力 李世石",
                "黑中盘胜",
                "第3届应氏杯",
                "李昌镐九段",
                "白1/4子",
                "周睿羊",
                "王磊",
                "张涛",
                "郝继超",
            ]
            .as_slice(),
        ),
        ("shift_jis", &["本因坊秀策", "井山裕太", "黒中押し勝ち", "第70期本因坊戦", "ソ表十能"]),
        ("big5", &["周俊勳", "黑中盤勝", "林海峰", "第八屆應氏盃", "功許蓋"]),
        ("euc-kr", &["이세돌", "박정환", "신진서 9단", "흑 불계승"]),
        ("windows-1251", &["Александр Динерштейн", "чёрные начинают", "Ян"]),
        (
            "euc-jp",
            &["張栩", "羽根直樹", "結城聡", "山城宏", "鈴木健太", "林海峰", "仲邑菫", "酒井美貴"],
        ),
        ("windows-1250", &["Nováček, Čížek, Šťastný", "Paweł Gałązka", "Jiří Žižka"]),
        ("windows-1252", &["Müller", "Rémi Coulom", "Håkan", "Fichier créé par", "Hyvää päivää"]),
    ];
    for (label, names) in samples {
        for name in names {
            let bytes = encode(&format!("(;GM[1]PB[{name}];B[pd])"), label);
            assert_eq!(decode(&bytes), (format!("(;GM[1]PB[{name}];B[pd])"), label));
        }
    }
}

#[test]
fn the_declared_encoding_is_used_if_the_text_is_valid_in_it() {
    for (label, spelled, text) in [
        ("gb18030", "gb2312", "昡乗"),
        ("gb18030", "EUC-CN", "围棋"),
        ("gb18030", "cp936", "围棋"),
        ("shift_jis", "Shift-JIS", "ソ表"),
        ("shift_jis", "cp932", "ソ表"),
        ("big5", "Big5", "功許"),
        ("euc-kr", "EUC-KR", "바둑"),
        ("iso-8859-15", "ISO-8859-15", "€ Œuvre"),
        ("macintosh", "macintosh", "é©"),
        ("iso-2022-jp", "ISO-2022-JP", "囲碁のルール"),
    ] {
        let text = format!("(;GM[1]CA[{spelled}]C[{text}];B[pd])");
        assert_eq!(decode(&encode(&text, label)), (text, label));
    }
}

#[test]
fn a_wrong_declaration_is_ignored() {
    // Converted to UTF-8 by a program that kept the declaration.
    let text = "(;CA[gb2312]PB[古力]C[围棋])";
    assert_eq!(decode(text.as_bytes()), (text.to_owned(), "utf-8"));
    let text = "(;CA[ms_kanji]C[日本 \u{FFFD}])";
    assert_eq!(decode(text.as_bytes()), (text.to_owned(), "utf-8"));
    let text = "(;CA[UTF-8]PB[古力]C[围棋黑棋白棋])";
    assert_eq!(decode(&encode(text, "gbk")), (text.to_owned(), "gb18030"));
    let text = "(;CA[foo]PB[바둑]C[흑백])";
    assert_eq!(decode(&encode(text, "euc-kr")), (text.to_owned(), "euc-kr"));
}

#[test]
fn text_that_happens_to_be_utf_8_is_read_as_declared() {
    // Two bytes that are 拢 in GBK and £ in UTF-8.
    let bytes = b"(;CA[GBK]PB[\xC2\xA3];B[pd])";
    assert_eq!(decode(bytes).1, "gb18030");
    let bytes = b"(;PB[\xC2\xA3];B[pd])";
    assert_eq!(decode(bytes).1, "utf-8");
}

#[test]
fn utf_16_is_read_with_and_without_its_mark() {
    let text = "(;GM[1]SZ[9]C[日本];B[ee])";
    let units = |to: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(to).collect() };
    let (little, big) = (units(u16::to_le_bytes), units(u16::to_be_bytes));
    assert_eq!(decode(&little), (text.to_owned(), "utf-16le"));
    assert_eq!(decode(&big), (text.to_owned(), "utf-16be"));
    let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(little).collect();
    assert_eq!(decode(&marked), (text.to_owned(), "utf-16le"));
    let marked: Vec<u8> = [0xFE, 0xFF].into_iter().chain(big).collect();
    assert_eq!(super::outline(&super::load("a.sgf", marked).game(0).unwrap()), "- B ee");
    // Scripts with little text besides the structure.
    let text = "(;GM[1]SZ[9]C[Go هي لعبة قديمة ، من أصولها];C[גו הוא משחק עתיק];B[ee])";
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
        assert_eq!(decode(&bytes).0, text);
    }
    let marked = b"\xEF\xBB\xBF(;SZ[9];B[ee])";
    assert_eq!(super::load("a.sgf", marked).warnings(), []);
}

#[test]
fn a_trail_byte_that_looks_like_a_bracket_is_text() {
    // 0x5C and 0x5D are the second bytes of ソ, 功 and 昡.
    for (label, name) in [("shift_jis", "申眞ソ"), ("big5", "成功"), ("gbk", "昡乗")] {
        let text = format!("(;SZ[9]CA[{label}]PB[{name}]PW[x];B[ee])");
        let loaded = super::load("a.sgf", encode(&text, label));
        assert_eq!(loaded.warnings(), [], "{label}");
        let record = loaded.game(0).unwrap();
        assert_eq!(record.headers.raw("PB"), Some(name));
        assert_eq!(record.headers.raw("PW"), Some("x"));
    }
}

#[test]
fn files_of_two_encodings_are_read_line_by_line() {
    let game = |name: &str| format!("(;GM[1]PB[{name}];B[aa])");
    let (old, new) = (game("李世石九段"), game("柯洁胜周睿羊，党毅飞"));
    for (label, between) in [("gb18030", "\n"), ("gb18030", ""), ("big5", "\n")] {
        let old = old.replace("世石", if label == "big5" { "昌鎬" } else { "世石" });
        let bytes = encode(&old, label);
        for (parts, text) in [
            ([&*bytes, between.as_bytes(), new.as_bytes()], [&*old, between, &new]),
            ([new.as_bytes(), between.as_bytes(), &*bytes], [&*new, between, &old]),
        ] {
            assert_eq!(decode(&parts.concat()).0, text.concat());
        }
    }
    // A line that is damaged is not in another encoding.
    let damaged = [new.as_bytes(), b"\n", &game("围棋").as_bytes()[..15], b")"].concat();
    assert!(decode(&damaged).0.contains('\u{FFFD}'));
}

#[test]
fn games_in_two_older_encodings_are_read_in_their_own() {
    let game = |name: &str, comment: &str| format!("(;GM[1]PB[{name}]C[{comment}];B[aa])\n");
    let simplified = game("李世石", &"黑棋在这里跳是好棋，白棋应该先长一手再说。".repeat(20));
    let traditional = game("張栩", &"黑棋在這裡跳是好棋，白棋應該先長一手再說。".repeat(20));
    let tags = |name: &str, moves: &str| {
        format!("[Game \"Chinese Chess\"]\n[Red \"{name}\"]\n\n{moves}\n\n")
    };
    let gb = tags(
        "许银川",
        &"1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ ".repeat(20),
    );
    let big5 = tags(
        "趙國榮",
        &"1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ 3. 車一平二 馬２進３ ".repeat(20),
    );
    for (one, other) in [(&simplified, &traditional), (&gb, &big5)] {
        for (first, second) in
            [(("gb18030", one), ("big5", other)), (("big5", other), ("gb18030", one))]
        {
            let bytes = [encode(first.1, first.0), encode(second.1, second.0)].concat();
            assert_eq!(decode(&bytes).0, [&**first.1, second.1].concat());
        }
    }
}

#[test]
fn invalid_characters_are_shown_and_reported() {
    let loaded = super::load("a.sgf", b"(;CA[UTF-8]C[\xE5\x9B\xB4\xE6\xA3\x8B\xE5\x9B\xB4\xE6\xA3\x8B\xE5\x9B \xE6\xA3\x8B];B[aa])");
    assert_eq!(loaded.encoding, Some("utf-8"));
    assert_eq!(loaded.warnings().len(), 1);
    let record = loaded.game(0).unwrap();
    let comment = record.tree.comment(dapu::record::NodeId::ROOT);
    assert_eq!(comment, Some("围棋围棋\u{FFFD} 棋"));
}

#[test]
fn names_in_the_encoding_of_japanese_mail_are_read() {
    let bytes = encode("(;SZ[19]PB[小林]PW[武宮];B[pd])", "iso-2022-jp");
    let loaded = super::load("a.sgf", bytes);
    let record = loaded.game(0).unwrap();
    assert_eq!(
        record.headers.get(dapu::record::Key::Player(dapu::game::Side::First)),
        Some("小林")
    );
}
