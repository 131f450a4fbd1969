//! Motions along the lines of the record.

use super::app::App;
use crate::record::Record;

impl App {
    /// Steps among the alternatives to the cursor's move; where there are none, along the line.
    pub(super) fn sideways(&mut self, record: &Record, forward: bool, times: usize) {
        let lines = self.cursor.lines();
        let siblings = lines.siblings(&record.tree, self.cursor.node());
        let here = lines.number(&record.tree, self.cursor.node());
        let there = if forward {
            here.saturating_add(times).min(siblings.len() - 1)
        } else {
            here.saturating_sub(times)
        };
        match siblings {
            [_] if forward => self.cursor.forward(record, times),
            [_] => self.cursor.back(record, times),
            _ => self.cursor.go_to(record, siblings[there]),
        }
    }

    /// Goes back to the last node that is on the mainline; the mainline becomes the current line.
    pub(super) fn return_to_mainline(&mut self, record: &Record) {
        let fork = self.cursor.mainline_ply().min(self.cursor.ply());
        self.cursor.go_to_ply(record, fork);
        let end = self.cursor.lines().mainline_end();
        self.cursor.go_to(record, end);
        self.cursor.go_to_ply(record, fork);
    }
}
