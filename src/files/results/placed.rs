//! What an engine found, by the nodes of a record.

use std::collections::BTreeMap;

use super::{EngineFindings, Finding, Provenance, keep, line_keys};
use crate::engine::{Analysis, Limit, ScoredLine};
use crate::record::{Eval, NodeId, Record, Tree};

/// The analyses of a record's nodes by an engine.
#[derive(Debug, Clone, Default)]
pub struct Placed {
    /// The engine.
    pub by: Provenance,
    /// Its analyses: at each node, that of the largest effort.
    pub at: BTreeMap<NodeId, Finding>,
    /// Those of less effort.
    lesser: BTreeMap<NodeId, Vec<Finding>>,
    /// Whether the file of the record has them.
    pub is_written: bool,
    /// Whether all its values can be points of Go instead of win rates.
    pub in_points: bool,
}

impl Placed {
    /// Adds an analysis of a node.
    pub fn add(&mut self, node: NodeId, finding: Finding) {
        let lesser = keep(&mut self.at, node, finding);
        lesser.into_iter().for_each(|it| self.lesser.entry(node).or_default().push(it));
    }

    /// The value of a node for the first side, if it is a judgement.
    pub fn eval(&self, node: NodeId) -> Option<Eval> {
        self.judged(&self.at.get(&node)?.found)
    }

    /// All analyses of a node.
    fn efforts(&self, node: NodeId) -> impl Iterator<Item = &Finding> {
        let lesser = self.lesser.get(&node).into_iter().flatten();
        self.at.get(&node).into_iter().chain(lesser)
    }

    /// The analyses of two nodes that compare, since they had the same limit: the largest such.
    pub(crate) fn pair(&self, [one, other]: [NodeId; 2]) -> Option<[&Finding; 2]> {
        let pairs = self.efforts(one).flat_map(|found| {
            let others = self.efforts(other).filter(move |it| it.asked == found.asked);
            others.map(move |other| [found, other])
        });
        pairs.max_by_key(|[one, other]| one.effort().min(other.effort()))
    }

    /// The values of two nodes that compare.
    pub(crate) fn values(&self, nodes: [NodeId; 2]) -> Option<[Eval; 2]> {
        let [one, other] = self.pair(nodes)?.map(|it| self.judged(&it.found));
        Some([one?, other?])
    }

    fn judged(&self, found: &Analysis) -> Option<Eval> {
        found.eval().and(found.best()).map(|best| self.value(best))
    }

    /// The value of a line for the first side.
    pub fn value(&self, line: &ScoredLine) -> Eval {
        let score = line.score.filter(|_| self.in_points);
        score.map_or(line.eval, Eval::Centipawns)
    }

    /// The limits of the analyses before and after moves that compare, each once.
    pub fn limits(&self, tree: &Tree) -> Vec<Limit> {
        let mut limits = Vec::new();
        for node in self.at.keys() {
            let pair = tree.parent(*node).and_then(|parent| self.pair([parent, *node]));
            limits.extend(pair.map(|[_, it]| it.asked).filter(|asked| !limits.contains(asked)));
        }
        limits
    }
}

/// Findings at the nodes of a record.
pub fn placed(source: &EngineFindings, record: &Record) -> Placed {
    let mut placed = Placed { by: source.by.clone(), ..Placed::default() };
    for (key, node) in line_keys(record).into_iter().zip(record.tree.ids()) {
        placed.at.extend(source.findings.get(&key).map(|it| (node, it.clone())));
        placed.lesser.extend(source.lesser.get(&key).map(|it| (node, it.clone())));
    }
    let mut all = placed.at.values().chain(placed.lesser.values().flatten());
    placed.in_points = !placed.at.is_empty() && all.all(|finding| finding.found.has_points());
    placed
}
