//! The real books of the corpus.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;

use dapu::book::{BookFormat, IndexState, zobrist};
use dapu::game::xiangqi::Position;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use crate::book::{ask, books, mirror, moves, open, place, position};
use crate::common::corpus;

/// The keys of a book with the number of their rows, read without dapu.
fn keys(path: &Path) -> HashMap<u64, usize> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let connection = Connection::open_with_flags(path, flags).unwrap();
    let mut statement = connection.prepare("SELECT vkey FROM bhobk").unwrap();
    let mut rows = statement.query([]).unwrap();
    let mut keys = HashMap::new();
    while let Some(row) = rows.next().unwrap() {
        let key = match row.get_ref(0).unwrap() {
            ValueRef::Integer(key) if key >= 0 => key as u64,
            // This book has no signed keys: its negative integers were doubles.
            ValueRef::Integer(whole) => (whole as f64).to_bits(),
            ValueRef::Real(double) => double.to_bits(),
            _ => continue,
        };
        *keys.entry(key).or_default() += 1;
    }
    keys
}

/// Walks the book from the initial position along every move it gives. Returns the keys and rows reached.
fn walk(path: &Path, keys: &HashMap<u64, usize>) -> (usize, usize) {
    let mut books = books(path);
    let (wake, ready) = std::sync::mpsc::channel();
    assert_eq!(books.start_index(move || wake.send(()).unwrap_or(())), []);
    while books.iter().any(|book| book.progress() != IndexState::Ready) {
        ready.recv().unwrap();
    }
    let mut reached = HashSet::new();
    let mut seen = HashSet::from([Position::initial()]);
    let mut queue = VecDeque::from([Position::initial()]);
    while let Some(position) = queue.pop_front() {
        let here = [zobrist(&position), zobrist(&mirror(&position))];
        let known = here.into_iter().filter(|key| keys.contains_key(key));
        reached.extend(known);
        let answer = ask(&books, &position);
        assert_eq!(answer.notices, [], "{}", position.fen());
        for mv in answer.moves {
            let mut next = position;
            next.apply(mv.mv.xiangqi().unwrap());
            // A position reached in both orientations is walked once.
            if !seen.contains(&mirror(&next)) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    let rows = reached.iter().map(|key| keys[key]).sum();
    (reached.len(), rows)
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn a_walk_reaches_nearly_all_of_the_real_book_without_an_illegal_move() {
    let folder = corpus("books");
    let path = folder.join("mycve-chineseai-opening.obk");
    let keys = keys(&path);
    assert_eq!((keys.len(), keys.values().sum::<usize>()), (94_794, 97_480));
    // The 28 disabled rows lead to about a hundred more positions, which the independent count included.
    let (_folder, all_on) = place("on.obk");
    std::fs::write(&all_on, std::fs::read(&path).unwrap()).unwrap();
    let connection = Connection::open(&all_on).unwrap();
    let switched = connection.execute("UPDATE bhobk SET vvalid = 1 WHERE vvalid = 0", []).unwrap();
    assert_eq!(switched, 28);
    drop(connection);
    assert_eq!(walk(&all_on, &keys), (87_531, 90_104));
    let (reached, _) = walk(&path, &keys);
    assert!((86_000..87_531).contains(&reached), "{reached}");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_real_book_gives_the_moves_that_other_programs_show() {
    let folder = corpus("books");
    let books = books(&folder.join("mycve-chineseai-opening.obk"));
    let texts = |fen: &str| {
        let mut texts: Vec<String> =
            ask(&books, &position(fen)).moves.into_iter().map(|mv| mv.text).collect();
        texts.sort();
        texts.join(" ")
    };
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    assert_eq!(
        texts(start),
        "仕四进五 兵三进一 炮二平一 炮二平七 炮二平五 炮二平六 炮二平四 相三进五 马二进三"
    );
    let cannon = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    assert_eq!(texts(cannon), "炮８平５ 马２进３ 马８进７");
    let horse = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";
    assert_eq!(texts(horse), "兵七进一 兵三进一 炮八平九 炮八平六 马二进三 马八进七");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_stats_of_the_real_book_match_an_independent_count() {
    let folder = corpus("books");
    let book = open(&folder.join("mycve-chineseai-opening.obk"));
    assert_eq!((book.format(), book.has_index()), (BookFormat::Obk, false));
    let stats = book.stats().unwrap();
    assert_eq!((stats.rows, stats.positions, stats.without_key), (97_499, 94_794, 19));
    assert_eq!((stats.switched_off, stats.scores), (28, Some((0, 3))));
    assert_eq!(stats.score_counts[&1], 97_332);
    assert_eq!((stats.games, stats.with_note), (0, 0));
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_xqb_book_of_its_author_is_read_in_full() {
    let folder = corpus("books");
    let books = books(&folder.join("fisherfan-xqbook-book.xqb"));
    let answer = |fen: &str| moves(&ask(&books, &position(fen)));
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    assert_eq!(answer(start), ["h2e2 0"]);
    let right = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    assert_eq!(answer(right), ["h9g7 0"]);
    let left = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b";
    assert_eq!(answer(left), ["b9c7 0"]);
}
