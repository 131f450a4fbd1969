//! Japanese text without a mark.

use super::Encoding;

/// The encoding in which a text that is not UTF-8 reads best.
pub(super) fn guess(_bytes: &[u8]) -> Encoding {
    encoding_rs::SHIFT_JIS
}
