//! What names a file, a game and a place on the command line.

use std::ffi::OsStr;
use std::fs;

use dapu::files::address::{Address, LineAndColumn};

fn parts(argument: &str) -> (String, Option<usize>, Option<String>) {
    let address = Address::parse(OsStr::new(argument)).unwrap();
    let place = address.place.map(|place| place.to_string());
    (address.path.to_str().unwrap().to_owned(), address.game, place)
}

#[test]
fn an_argument_is_split_from_the_right() {
    for (argument, path, game, place) in [
        ("none.sgf", "none.sgf", None, None),
        ("none.sgf:12", "none.sgf", None, Some("12")),
        ("none.sgf#2", "none.sgf", Some(1), None),
        ("none.sgf#2:3.2-10", "none.sgf", Some(1), Some("3.2-10")),
        ("none.sgf:3.2", "none.sgf", None, Some("3.2-3")),
        ("none.sgf:end", "none.sgf", None, Some("end")),
        ("-#2:end", "-", Some(1), Some("end")),
        ("a#1#2", "a#1", Some(1), None),
        ("a:b", "a:b", None, None),
        ("a#0", "a#0", None, None),
        ("a#02", "a#02", None, None),
        ("a:012", "a:012", None, None),
        ("a#2:main", "a#2:main", None, None),
        (":12", ":12", None, None),
        ("#2", "#2", None, None),
        ("a:3:2.2", "a:3", None, Some("2.2-2")),
    ] {
        let expected = (path.to_owned(), game, place.map(str::to_owned));
        assert_eq!(parts(argument), expected, "{argument}");
        let address = Address::parse(OsStr::new(argument)).unwrap();
        let again = Address::parse(OsStr::new(&address.to_string()));
        assert_eq!(again, Ok(address));
    }
}

#[test]
fn a_file_of_that_name_goes_first() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().to_str().unwrap();
    for name in ["game#2:12", "game#3", "game:7"] {
        let path = format!("{home}/{name}");
        fs::write(&path, "").unwrap();
        assert_eq!(parts(&path), (path, None, None));
    }
    for name in ["game#3", "game:7"] {
        let path = format!("{home}/{name}");
        assert_eq!(parts(&format!("{path}:5")), (path, None, Some("5".to_owned())));
    }
}

#[test]
fn a_line_and_a_column_are_refused() {
    let error = Address::parse(OsStr::new("game.kif:12:7")).unwrap_err();
    assert_eq!(error, LineAndColumn("game.kif:12:7".to_owned()));
}
