//! Records that are still being written.

use super::*;

/// Whether every line of a tree is a prefix of a line of another, including endings.
fn is_part_of(part: &Record, whole: &Record) -> Result<(), String> {
    let mut same = vec![NodeId::ROOT; part.tree.len()];
    for node in common::preorder(&part.tree).skip(1) {
        let parent = same[part.tree.parent(node).unwrap().index()];
        let mv = part.tree.mv(node);
        let mut children = whole.tree.children(parent);
        let Some(child) = children.find(|child| whole.tree.mv(*child) == mv) else {
            return Err(format!("{:?} is new", mv.map(Move::code)));
        };
        same[node.index()] = child;
        let ending = ending(part, node);
        // With a variation at the end of the line, the ending has a node of its own.
        let own = whole.tree.children(child).find(|own| whole.tree.is_ending(*own));
        let places = [Some(child), own].into_iter().flatten();
        let mut endings = places.filter_map(|place| super::ending(whole, place));
        if ending.is_some() && !endings.any(|other| Some(other) == ending) {
            return Err(format!("{ending:?} is new"));
        }
    }
    Ok(())
}

/// Whether a prefix of a file, read as growing, shows only what the whole file shows; returns the number of its nodes.
fn shows_no_phantom(whole: &Loaded, bytes: &[u8], name: &str) -> Result<usize, String> {
    // An empty prefix is not a record.
    let Ok(loaded) = format::read(&Source::new(bytes, name).growing(true)) else {
        return Ok(0);
    };
    if loaded.games().len() > whole.games().len() {
        return Err(format!("{} games", loaded.games().len()));
    }
    let mut nodes = 0;
    for index in 0..loaded.games().len() {
        let (part, whole) = (loaded.game(index).unwrap(), whole.game(index).unwrap());
        nodes += part.tree.len();
        if part.start == whole.start {
            is_part_of(&part, &whole)?;
        } else if part.tree.len() > 1 {
            return Err("moves from another start".to_owned());
        }
    }
    Ok(nodes)
}

#[test]
fn a_file_being_written_shows_no_phantom_move_or_ending() {
    for name in [
        "yokofudori.kif",
        "atamakin.kifu",
        "yagura.ki2",
        "floodgate.csa",
        "openings.sfen",
        "forks.jkf",
    ] {
        let bytes = sample(name);
        let whole = read_as(name, &bytes);
        let mut most = 0;
        for length in 1..=bytes.len() {
            let nodes = shows_no_phantom(&whole, &bytes[..length], name);
            most = most.max(nodes.unwrap_or_else(|how| panic!("{name} cut at {length}: {how}")));
        }
        assert!(most > 2, "{name}");
    }
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn no_file_of_the_corpus_shows_a_phantom_while_it_is_written() {
    let corpus = common::corpus("shogi");
    let mut faults = Vec::new();
    for (name, bytes) in common::files(&corpus) {
        let Ok(whole) = common::read(&bytes, &name) else {
            continue;
        };
        // The step varies, so that lines are cut everywhere.
        let mut length = 1;
        while length <= bytes.len() {
            if let Err(how) = shows_no_phantom(&whole, &bytes[..length], &name) {
                faults.push(format!("{name} cut at {length}: {how}"));
                break;
            }
            length += 1 + length % 7 + bytes.len() / 200;
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_unterminated_last_line_counts_in_a_finished_file() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)";
    assert_eq!(lines(&game(text)), ["7g7f 3c3d"]);
    let growing = Source::new("先手：甲\n▲７六歩\n△３四歩".as_bytes(), "a.ki2").growing(true);
    let loaded = format::read(&growing).unwrap();
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f"]);
    let half = load("1 ７六歩(77)\n2 ３四");
    assert_eq!(lines(&half.game(0).unwrap()), ["7g7f"]);
    assert_eq!(half.cut(), Some("the file ends inside a line"));
}
