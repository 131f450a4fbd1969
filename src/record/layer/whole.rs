//! Records all of which is the reader's own.

use std::sync::Arc;

use super::Layer;
use super::edit::{Own, Presence};
use crate::record::{Key, Record};

impl Layer {
    /// All that there is of a record: its moves are kept at once.
    pub fn of_record() -> Self {
        let mut layer = Self::default();
        layer.steps.is_record = true;
        layer
    }

    /// All of a record as the reader's own, given a record of its start. `None` if that is not all there is.
    pub fn of(record: &Record, start: &Record) -> Option<Self> {
        let (mut layer, tree) = (Self::of_record(), &record.tree);
        for node in tree.ids() {
            let parent = tree.parent(node).map_or(0, |parent| layer.steps.step_of(tree, parent));
            let own = Own::of(tree, node);
            if tree.is_ending(node) {
                layer.steps[parent].own.ending = own.ending;
                continue;
            }
            let step = layer.steps.step_of(tree, node);
            if step > 0 {
                layer.steps.set_letter(step, layer.steps[parent].letters);
            }
            layer.steps[step].own = Own { presence: Presence::Kept, ..own };
        }
        let is_ended = tree.ending(tree.mainline_end()).is_some();
        let mut facts: Vec<(Key, &str)> = record.headers.informative().collect();
        // The ending says the result, even in the words of its format.
        facts.retain(|(key, value)| {
            start.headers.get(*key) != Some(value) && !(is_ended && *key == Key::Result)
        });
        let facts = facts.into_iter();
        layer.steps[0].own.headers = facts.map(|(key, value)| (key, value.to_owned())).collect();
        layer.steps[0].own.presence = Presence::Absent;
        (layer.record(start).tree.len() == tree.len()).then_some(layer)
    }

    /// A record that is all the reader's own, given its start. Its moves and headers are those of a file.
    pub fn record(&mut self, start: &Record) -> Arc<Record> {
        let mut record = start.clone();
        self.plant(&mut record, true);
        self.end_lines(&mut record);
        self.refresh(&mut record);
        Arc::new(record)
    }

    /// Ends the lines that the reader has ended, unless they go on.
    pub(super) fn end_lines(&self, record: &mut Record) {
        for step in self.steps.all() {
            if let (Some(node), Some(kind)) = (step.node, step.own.ending)
                && record.tree.first_child(node).is_none()
            {
                record.tree.note(node, kind.into());
            }
        }
    }
}
