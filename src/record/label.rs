//! The numbers of lines.

use std::fmt;
use std::str::FromStr;

/// What a line is called: the number of the variation within the mainline, then within that variation and so on, each
/// from 1. `2.1` is the first variation of the second one; `main`, which has no number, is the mainline.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label(pub Vec<usize>);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else {
            return f.write_str("main");
        };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|number| write!(f, ".{number}"))
    }
}

impl FromStr for Label {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "main" {
            return Ok(Self(Vec::new()));
        }
        let number = |part: &str| part.parse().ok().filter(|number| *number > 0);
        let numbers: Option<Vec<usize>> = text.split('.').map(number).collect();
        let numbers = numbers.ok_or("a line is numbered such as 2 or 2.1, or main")?;
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_as_they_are_written() {
        for text in ["main", "2", "2.1", "10.3.7"] {
            let label = text.parse::<Label>();
            assert_eq!(label.map(|label| label.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "0", "1.", ".1", "x", "-1", "1..2"] {
            assert!(text.parse::<Label>().is_err(), "{text}");
        }
    }
}
