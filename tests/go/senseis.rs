//! Diagrams of Sensei's Library.

use dapu::record::{Key, Note};
use dapu::text::Source;

use super::{common, load, outline};

fn sgf(text: &str) -> Vec<String> {
    let loaded = load("a.txt", text);
    assert_eq!(loaded.format.name, "senseis", "{text}");
    assert_eq!(loaded.warnings(), [], "{text}");
    let written = String::from_utf8(common::write_all(&loaded, "sgf").bytes).unwrap();
    written.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn stones_are_set_up_and_digits_are_played() {
    let corner = "$$W A corner\n$$   A B C D E F\n$$ -------------\n$$ | . . . . . .\n$$ | . . 2 X 4 .\n$$ | . 1 O B a .\n$$ | . , . 3 . .\n";
    let written = sgf(corner).concat();
    for part in [
        "SZ[19]",
        "GN[A corner]",
        "AB[db][dc]",
        "AW[cc]",
        "CR[dc]",
        "LB[ec:a]",
        ";W[bc];B[cb];W[dd];B[eb]",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
}

#[test]
fn edges_and_the_size_tell_where_the_points_are() {
    let whole = "$$c\n$$ +-------+\n$$ | . . 1 |\n$$ | . . . |\n$$ | 2 . . |\n$$ +-------+\n";
    let right = "$$B9\n$$  . . 1 |\n$$  . 2 . |\n$$ -------+\n";
    let middle = "$$\n$$ . 1 .\n$$ . . 2\n$$ 3 . .\n";
    for (text, wanted) in
        [(whole, "- B ca W ac"), (right, "- B ih W hi"), (middle, "- B ji W kj B ik")]
    {
        let loaded = load("a.txt", text);
        assert_eq!(outline(&loaded.game(0).unwrap()), wanted, "{text}");
    }
    assert_eq!(load("a.txt", whole).game(0).unwrap().headers.get(Key::Size), Some("3"));
}

#[test]
fn moves_behind_a_missing_one_are_told() {
    let loaded = load("a.txt", "$$ ---------\n$$ | . 1 2 .\n$$ | . 4 . .\n");
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B ba W ca");
    let warnings: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["3:8: move 3 is not once in the diagram; the rest is left out"]);
    let twice = load("a.txt", "$$ ---------\n$$ | . 1 1 .\n$$ | . 3 2 .\n");
    let warnings: Vec<String> = twice.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["2:10: move 1 is twice in the diagram; the rest is left out"]);
    // 0 is the tenth.
    let row =
        "$$ -----------------------\n$$ | 1 2 3 4 5 6 7 8 9 0 .\n$$ | . . . . . . . . . . .\n";
    assert!(outline(&load("a.txt", row).game(0).unwrap()).ends_with("B ia W ja"));
}

#[test]
fn each_diagram_of_a_text_is_a_game() {
    let one = "[go]$$B first\n$$ ------\n$$ | . 1\n$$ | 2 .\n[/go]\nSome words.\n";
    let two =
        "$$Wm7 second\n$$ ------\n$$ | . X\n$$ | 1 .\n$$ [a|http://example.com]\n$$ {AR C5 D5}\n";
    let text = [one, two, two].concat();
    let loaded = load("a.txt", &text);
    assert_eq!(loaded.games().len(), 3);
    let words = loaded.game(0).unwrap();
    let last = words.tree.ids().last().unwrap();
    assert_eq!(words.tree.comments(last).collect::<Vec<_>>(), ["Some words."]);
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(1).unwrap();
    assert_eq!((outline(&record), record.first_number), ("- W ab".to_owned(), 7));
    let comments = record.tree.all_notes().filter(|note| matches!(note, Note::Comment(_)));
    assert_eq!(comments.count(), 0);
}

#[test]
fn words_with_dollars_are_no_diagram() {
    for text in ["$$ a b c\n$$ d e f\n", "It costs $$.\n$$ . .\n", "$$B only a title\n"] {
        let read = dapu::format::read(&Source::new(text.as_bytes(), "a.txt"));
        assert!(read.is_err(), "{text}");
    }
    // A board that is too large.
    let row = format!("$$ |{}|\n", " .".repeat(60));
    let edge = format!("$$ {}\n", "-".repeat(120));
    let text = [&edge, &row, &row, &edge].map(String::as_str).concat();
    let error = dapu::format::read(&Source::new(text.as_bytes(), "a.txt")).unwrap_err();
    assert!(error.to_string().contains("60 by 2"), "{error}");
}
