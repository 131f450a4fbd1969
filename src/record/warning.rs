//! What is wrong with a file that can still be shown, and where.

use std::fmt;

use crate::text::At;

/// Something in a file that is wrong or odd, and that did not keep the record from being shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub at: At,
    /// What: lower case, no full stop. May quote text of the file, so it is cleaned before it is printed.
    pub message: String,
}

impl Warning {
    /// A warning at a place.
    pub fn new(at: At, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
        }
    }

    /// The place of the warning in a list: in the order of the file, and last what is about the file as a whole.
    pub(crate) fn order(&self) -> (bool, At) {
        (self.at == At::File, self.at)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            At::File => f.write_str(&self.message),
            at => write!(f, "{at}: {}", self.message),
        }
    }
}
