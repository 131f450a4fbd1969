//! Records that are still being written.

use super::*;

/// Whether every line of a tree is the beginning of a line of another, ends included.
fn is_part_of(part: &Record, whole: &Record) -> Result<(), String> {
    let mut same = vec![NodeId::ROOT; part.tree.len()];
    for node in part.tree.preorder().skip(1) {
        let parent = same[part.tree.parent(node).unwrap().index()];
        let mv = part.tree.mv(node);
        let mut children = whole.tree.children(parent);
        let Some(child) = children.find(|child| whole.tree.mv(*child) == mv) else {
            return Err(format!("{:?} is new", mv.map(Move::code)));
        };
        same[node.index()] = child;
        let ending = part.tree.ending(node);
        if ending.is_some() && ending != whole.tree.ending(child) {
            return Err(format!("{ending:?} is new"));
        }
    }
    Ok(())
}

#[test]
fn a_file_that_is_being_written_shows_no_move_and_no_end_that_is_not_there() {
    for name in [
        "yokofudori.kif",
        "atamakin.kifu",
        "yagura.ki2",
        "floodgate.csa",
        "openings.sfen",
    ] {
        let bytes = sample(name);
        let whole = read_as(name, &bytes);
        let mut plies = 0;
        for length in 1..=bytes.len() {
            let source = Source::new(&bytes[..length], name).growing(true);
            // A beginning in which nothing is said yet is no record.
            let Ok(loaded) = format::read(&source) else {
                continue;
            };
            for index in 0..loaded.games.len().min(whole.games.len()) {
                let (part, whole) = (loaded.game(index).unwrap(), whole.game(index).unwrap());
                if part.start == whole.start {
                    is_part_of(&part, &whole)
                        .unwrap_or_else(|how| panic!("{name} cut at {length}: {how}"));
                    plies = plies.max(part.tree.len());
                } else {
                    assert_eq!(part.tree.len(), 1, "{name} cut at {length}");
                }
            }
        }
        assert!(plies > 2, "{name}");
    }
}

#[test]
fn a_last_line_without_an_end_counts_in_a_finished_file() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)";
    assert_eq!(lines(&game(text)), ["7g7f 3c3d"]);
    let growing = Source::new("先手：甲\n▲７六歩\n△３四歩".as_bytes(), "a.ki2").growing(true);
    let loaded = format::read(&growing).unwrap();
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f"]);
    let half = load("1 ７六歩(77)\n2 ３四");
    assert_eq!(lines(&half.game(0).unwrap()), ["7g7f"]);
    assert_eq!(half.cut.as_deref(), Some("the file ends inside a line"));
}
