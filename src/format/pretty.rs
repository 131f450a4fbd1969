//! JSON that is written as it comes: a record of a million nodes is never a million values in memory.

use serde_json::Value;

/// Writes JSON with the indentation of two blanks that serde_json has.
#[derive(Debug, Default)]
pub(super) struct Pretty {
    text: String,
    depth: usize,
    /// Whether the innermost object or list has something in it.
    filled: bool,
}

impl Pretty {
    /// Begins an object with `{` or a list with `[`. What stands in an object has a key.
    pub(super) fn open(&mut self, key: Option<&str>, bracket: char) {
        self.begin(key);
        self.text.push(bracket);
        self.depth += 1;
        self.filled = false;
    }

    /// Ends the innermost object or list.
    pub(super) fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if self.filled {
            self.break_line();
        }
        self.text.push(bracket);
        self.filled = true;
    }

    /// Adds a value to the innermost object or list.
    pub(super) fn add(&mut self, key: Option<&str>, value: &Value) {
        self.begin(key);
        let text = format!("{value:#}");
        // The line breaks within strings are escaped.
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.break_line();
            }
            self.text.push_str(line);
        }
    }

    /// The text, with a line end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.text.push('\n');
        self.text.into_bytes()
    }

    fn begin(&mut self, key: Option<&str>) {
        if self.depth > 0 {
            if std::mem::replace(&mut self.filled, true) {
                self.text.push(',');
            }
            self.break_line();
        }
        if let Some(key) = key {
            self.text.push_str(&format!("{}: ", Value::from(key)));
        }
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}
