//! Recognising misspelt words.

/// Whether a word is a misspelling of a name: a letter missing, added, replaced or swapped with the next; two such
/// slips in a longer name.
pub(super) fn is_slip_of(word: &str, name: &str) -> bool {
    distance(word.as_bytes(), name.as_bytes()) <= 1 + usize::from(name.len() > 4)
}

/// The number of slips: the optimal string alignment distance.
fn distance(word: &[u8], name: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=name.len()).collect();
    for (row, letter) in word.iter().enumerate() {
        let mut here = vec![row + 1];
        for (column, other) in name.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != other);
            let mut least = replaced.min(above[column + 1] + 1).min(here[column] + 1);
            let swaps = row > 0 && column > 0;
            if swaps && name[column - 1] == *letter && word[row - 1] == *other {
                least = least.min(before[column - 1] + 1);
            }
            here.push(least);
        }
        before = std::mem::replace(&mut above, here);
    }
    above[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (word, name, slips) in [
            ("shwo", "show", 1),
            ("sho", "show", 1),
            ("shoow", "show", 1),
            ("convret", "convert", 1),
            ("convrt", "convert", 1),
            ("fnid", "find", 1),
            ("game", "man", 3),
            ("", "man", 3),
        ] {
            assert_eq!(distance(word.as_bytes(), name.as_bytes()), slips, "{word}");
        }
        assert!(!is_slip_of("game", "man"));
    }
}
