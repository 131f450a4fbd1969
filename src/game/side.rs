//! The two sides.

/// The two sides, named after who moves first in an even game: red and black in xiangqi, sente and gote in shogi, black
/// and white in Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Red, sente, or Black in Go.
    First,
    /// Black in xiangqi, gote, or White in Go.
    Second,
}

impl Side {
    /// Both sides, first mover first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The first side if `holds`, otherwise the second.
    pub const fn first_if(holds: bool) -> Self {
        if holds { Self::First } else { Self::Second }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}
