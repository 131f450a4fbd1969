//! The games.

use std::fmt;

/// The games that dapu replays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// 象棋, 9 files by 10 ranks.
    Xiangqi,
    /// 将棋, 9 by 9 with pieces in hand.
    Shogi,
    /// 囲碁, stones on points; boards from 1×1 to 52×52.
    Go,
}

impl Game {
    /// Every game, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Xiangqi, Self::Shogi, Self::Go];

    /// The lower-case name used in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            Self::Shogi => "shogi",
            Self::Go => "go",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
