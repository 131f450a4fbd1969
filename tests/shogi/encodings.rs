//! The encodings of Japanese text.

use super::*;
use dapu::game::Side;

/// A text in another encoding, made by the KIF writer, with any declaration.
fn in_encoding(text: &str, label: &str) -> Vec<u8> {
    let options =
        WriteOptions { encoding: dapu::text::encoding_by_label(label), ..WriteOptions::default() };
    let record = load(text).game(0).unwrap();
    let written = common::write(&record, "kif", &options).unwrap();
    assert!(written.losses.is_empty(), "{label}");
    // Before the headers there is only ASCII: the declaration can be replaced.
    let headers = written.bytes.iter().position(|byte| *byte == b'\n').unwrap();
    [b"#KIF version=2.0 encoding=UTF-8\r", &written.bytes[headers..]].concat()
}

#[test]
fn encodings_are_detected_whatever_the_file_declares() {
    let text = "先手：羽生 善治 ①\n1 ７六歩(77)\n*評価値は互角です～－\n";
    let utf16 = std::iter::once(0xFEFF).chain(text.encode_utf16());
    let files = [
        ("shift_jis", in_encoding(text, "shift_jis")),
        ("euc-jp", in_encoding(text, "euc-jp")),
        ("utf-8", in_encoding(text, "utf-8")),
        ("utf-16le", utf16.flat_map(u16::to_le_bytes).collect()),
    ];
    for (label, bytes) in files {
        let again = common::read(&bytes, "game.kif").unwrap();
        assert_eq!(again.encoding, Some(label));
        let record = again.game(0).unwrap();
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some("羽生 善治 ①"), "{label}");
        let comment = record.tree.comment(record.tree.mainline_end());
        assert_eq!(comment, Some("評価値は互角です～－"), "{label}");
        // Half a character at the end changes nothing.
        let cut = common::read(&bytes[..bytes.len() - 3], "game.kif").unwrap();
        assert_eq!(cut.encoding, Some(label));
    }
}

#[test]
fn a_name_alone_is_read_in_either_encoding() {
    for label in ["shift_jis", "euc-jp"] {
        let encoding = dapu::text::encoding_by_label(label).unwrap();
        for name in ["羽生", "谷川浩司", "森内俊之", "渡辺明"] {
            let text = format!("V2\nN+{name}\nPI\n+\n+7776FU\n");
            let loaded = read_as("game.csa", encoding.encode(&text).0);
            assert_eq!(loaded.encoding, Some(label), "{name}");
            let record = loaded.game(0).unwrap();
            let player = record.headers.get(Key::Player(Side::First));
            assert_eq!(player, Some(name), "{label}");
        }
    }
}

#[test]
fn halfwidth_katakana_is_not_taken_for_euc_jp() {
    let text = "V2\nN+ｶｷﾉｷﾖｼｶｽﾞｼｮｳｷﾞｿﾌﾄ\nN-ﾊﾌﾞﾖｼﾊﾙﾒｲｼﾞﾝ\nPI\n+\n+7776FU\n";
    let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode(text);
    let loaded = read_as("game.csa", shift_jis);
    assert_eq!(loaded.encoding, Some("shift_jis"));
    let names = "V2\nN+山田\nN-佐藤\nPI\n+\n+7776FU\n";
    let (euc_jp, _, _) = encoding_rs::EUC_JP.encode(names);
    assert_eq!(read_as("game.csa", euc_jp).encoding, Some("euc-jp"));
}

#[test]
fn mail_and_zero_padded_files_are_read() {
    let text = "手合割：平手\n先手：甲\n1 ７六歩(77)\n";
    let (mail, _, _) = encoding_rs::ISO_2022_JP.encode(text);
    let loaded = read_as("game.kif", mail);
    assert_eq!(loaded.encoding, Some("iso-2022-jp"));
    assert_eq!(loaded.game(0).unwrap().headers.get(Key::Player(Side::First)), Some("甲"));
    for text in [text.as_bytes(), &encoding_rs::SHIFT_JIS.encode(text).0] {
        let filled = [text, &[0; 512]].concat();
        assert_eq!(lines(&read_as("game.kif", filled).game(0).unwrap()), ["7g7f"]);
    }
}
