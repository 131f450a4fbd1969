//! The notation of a place in a record: `3.2-7.3-12`, or `12.a-15` on an own line.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use derive_more::Display;

use crate::record::{Lines, NodeId, Tree};

/// A place in a record in text form. `12` is ply 12 of the mainline, `3.2-7.3-12` ply 12 of the line that takes branch
/// 2 at ply 3 and branch 3 at ply 7, and `3.2-end` the end of such a line. `3.2` is short for `3.2-3`.
///
/// A ply is a node's distance from the root, which has ply 0. Branches are numbered among siblings from 2. Branch 1
/// continues the line and is never written. `12.a-15` is ply 15 of the first own line at ply 12: own lines have letters,
/// `aa` after `z`.
///
/// ```
/// use dapu::record::Place;
///
/// let place: Place = "3.2-7.3-12".parse()?;
/// assert_eq!(place.to_string(), "3.2-7.3-12");
/// assert!("3.1-12".parse::<Place>().is_err());
/// # Ok::<(), dapu::record::PlaceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The branches to take, by increasing ply.
    branches: Vec<BranchTaken>,
    /// The ply, at or after the last branch; `None` for the end of the line.
    ply: Option<u32>,
}

/// A branch taken at a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display)]
#[display("{ply}.{branch}")]
struct BranchTaken {
    /// The ply of its first node, from 1.
    ply: u32,
    branch: Taken,
}

/// The number or letter of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display)]
enum Taken {
    /// The number of a branch of the file, from 2.
    Number(u32),
    /// The letter of an own line, from 0.
    #[display("{}", Letter(*_0))]
    Letter(u32),
}

/// Why a text is not a place, or a record does not contain it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The text is not a place.
    #[error("a place is written such as 12, 3.2-12 or 3.2-end")]
    Syntax,
    /// A branch has the number 0 or 1.
    #[error("branches are numbered from 2: branch 1 is the line itself")]
    Branch,
    /// A ply is not greater than the one before it.
    #[error("the plies of a place rise: {0} follows {1}")]
    Order(u32, u32),
    /// The line ends before the ply.
    #[error("there is no ply {ply}: the line ends at ply {last}")]
    NoPly {
        /// The requested ply.
        ply: u32,
        /// The last one of the line.
        last: u32,
    },
    /// There are fewer branches.
    #[error("there is no branch {branch} at ply {ply}: there {}", count_branches(*.count))]
    NoBranch {
        /// The ply of the branch's first node.
        ply: u32,
        /// The requested branch.
        branch: u32,
        /// The number of branches, including the main one.
        count: usize,
    },
    /// There is no such own line.
    #[error("there is no line {} of your own at ply {ply}", Letter(*.letter))]
    NoOwnLine {
        /// The ply of the line's first node.
        ply: u32,
        /// The letter of the line, from 0.
        letter: u32,
    },
}

fn count_branches(count: usize) -> String {
    match count {
        1 => "is only one".to_owned(),
        count => format!("are {count}"),
    }
}

impl Place {
    /// The end of the mainline.
    pub const MAIN_END: Self = Self { branches: Vec::new(), ply: None };

    /// The start of the record.
    pub const START: Self = Self { branches: Vec::new(), ply: Some(0) };

    /// The ply; `None` at the end of a line.
    pub fn ply(&self) -> Option<u32> {
        self.ply
    }

    /// Whether it is on a line of the reader's own.
    pub fn is_own(&self) -> bool {
        self.branches.iter().any(|taken| matches!(taken.branch, Taken::Letter(_)))
    }

    /// The place of a node.
    pub fn of(tree: &Tree, lines: &Lines, node: NodeId) -> Self {
        let mut branches = Vec::new();
        let mut line = lines.range(lines.line_of(node));
        while line.start > 0 {
            let first = lines.node(line.start);
            let branch = match tree.letter(first) {
                Some(letter) => Taken::Letter(letter),
                None => Taken::Number(lines.number(tree, first) as u32 + 1),
            };
            branches.push(BranchTaken { ply: tree.ply(first), branch });
            let fork = tree.parent(first).unwrap_or(NodeId::ROOT);
            line = lines.range(lines.line_of(fork));
        }
        branches.reverse();
        let ply = Some(tree.ply(node));
        Self { branches, ply }
    }

    /// Finds the node at the place.
    ///
    /// # Errors
    /// The record has no such branch or ply.
    pub fn find(&self, tree: &Tree, lines: &Lines) -> Result<NodeId, PlaceError> {
        let mut line = lines.range(0);
        for branch in &self.branches {
            let child = branch.find(tree, lines, &line)?;
            line = lines.range(lines.line_of(child));
        }
        match self.ply {
            Some(ply) => node_on(tree, lines, &line, ply),
            None => Ok(lines.node(line.end - 1)),
        }
    }

    /// Parses a line: `main`, or `3.2-7.3`. The result is the end of the line.
    ///
    /// # Errors
    /// The text is not the name of a line.
    pub fn of_line(text: &str) -> Result<Self, PlaceError> {
        let branches = match text {
            "main" => Vec::new(),
            _ => text.split('-').map(branch_taken).collect::<Result<_, _>>()?,
        };
        Self { branches, ply: None }.checked()
    }

    /// Changes the ply.
    ///
    /// # Errors
    /// The line begins after this ply.
    pub fn at(self, ply: u32) -> Result<Self, PlaceError> {
        let ply = Some(ply);
        Self { ply, ..self }.checked()
    }

    /// Whether the place is on the mainline.
    pub fn is_on_mainline(&self) -> bool {
        self.branches.is_empty()
    }

    /// The line of the place: `main`, or `3.2-7.3`.
    pub fn line(&self) -> String {
        if self.branches.is_empty() {
            return "main".to_owned();
        }
        let branches: Vec<String> = self.branches.iter().map(BranchTaken::to_string).collect();
        branches.join("-")
    }

    /// Checks that the plies increase.
    fn checked(self) -> Result<Self, PlaceError> {
        let mut before = 0;
        for branch in &self.branches {
            if branch.ply <= before {
                return Err(PlaceError::Order(branch.ply, before));
            }
            before = branch.ply;
        }
        match self.ply.filter(|ply| *ply < before) {
            Some(ply) => Err(PlaceError::Order(ply, before)),
            None => Ok(self),
        }
    }
}

impl BranchTaken {
    /// The first node of the branch that leaves a line.
    fn find(self, tree: &Tree, lines: &Lines, line: &Range<usize>) -> Result<NodeId, PlaceError> {
        let ply = self.ply;
        match self.branch {
            Taken::Number(branch) => {
                let siblings = lines.siblings(tree, node_on(tree, lines, line, ply)?);
                let count = siblings.partition_point(|sibling| !tree.is_own(*sibling));
                let missing = PlaceError::NoBranch { ply, branch, count };
                let siblings = siblings[..count].get(branch as usize - 1);
                siblings.copied().ok_or(missing)
            }
            Taken::Letter(letter) => {
                let fork = node_on(tree, lines, line, ply - 1)?;
                let mut children = lines.children(fork).iter().copied();
                let missing = PlaceError::NoOwnLine { ply, letter };
                children.find(|child| tree.letter(*child) == Some(letter)).ok_or(missing)
            }
        }
    }
}

/// The node at a ply of a line.
fn node_on(
    tree: &Tree,
    lines: &Lines,
    line: &Range<usize>,
    ply: u32,
) -> Result<NodeId, PlaceError> {
    let first = tree.ply(lines.node(line.start));
    let last = first + (line.len() as u32 - 1);
    let after = ply.checked_sub(first).filter(|_| ply <= last);
    let after = after.ok_or(PlaceError::NoPly { ply, last })?;
    Ok(lines.node(line.start + after as usize))
}

/// The letter of an own line: `a` is 0, `z` is 25, `aa` is 26.
#[derive(Debug, Clone, Copy)]
pub struct Letter(pub u32);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(before) = (self.0 / 26).checked_sub(1) {
            Self(before).fmt(f)?;
        }
        write!(f, "{}", char::from(b'a' + (self.0 % 26) as u8))
    }
}

impl FromStr for Letter {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut number: u32 = 0;
        for digit in text.bytes() {
            let digit = digit.checked_sub(b'a').filter(|digit| *digit < 26);
            let digit = digit.ok_or(PlaceError::Syntax)?;
            let next =
                number.checked_mul(26).and_then(|next| next.checked_add(u32::from(digit) + 1));
            number = next.ok_or(PlaceError::Syntax)?;
        }
        number.checked_sub(1).map(Self).ok_or(PlaceError::Syntax)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for branch in &self.branches {
            write!(f, "{branch}-")?;
        }
        match self.ply {
            Some(ply) => write!(f, "{ply}"),
            None => f.write_str("end"),
        }
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts: Vec<&str> = text.split('-').collect();
        let last = parts.pop().unwrap_or("");
        let mut branches: Vec<BranchTaken> =
            parts.into_iter().map(branch_taken).collect::<Result<_, _>>()?;
        let ply = match last {
            "end" => None,
            _ if last.contains('.') => {
                let branch = branch_taken(last)?;
                branches.push(branch);
                Some(branch.ply)
            }
            _ => Some(number(last)?),
        };
        Self { branches, ply }.checked()
    }
}

fn branch_taken(text: &str) -> Result<BranchTaken, PlaceError> {
    let (ply, branch) = text.split_once('.').ok_or(PlaceError::Syntax)?;
    let ply = number(ply)?;
    let branch = match branch.parse() {
        Ok(Letter(letter)) => Taken::Letter(letter),
        Err(_) => Taken::Number(number(branch)?),
    };
    match branch {
        Taken::Number(0 | 1) => Err(PlaceError::Branch),
        _ => Ok(BranchTaken { ply, branch }),
    }
}

/// Parses ASCII digits without leading zeros.
fn number(text: &str) -> Result<u32, PlaceError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let number = text.parse().ok();
    number.filter(|_| is_plain || text == "0").ok_or(PlaceError::Syntax)
}
