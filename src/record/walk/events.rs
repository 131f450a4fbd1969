//! Traverses a tree for writers, with the positions on demand: variations open and close around nodes. No recursion.

use crate::game::Position;
use crate::record::{Checkpoints, NodeId, Record, Tree};

/// A step of a traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A variation begins. Its first node comes next.
    Open(NodeId),
    /// A node.
    Node(NodeId),
    /// The innermost open variation ends.
    Close,
}

/// Where variations are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// After the move that they replace, before their line continues: PGN, JKF.
    BehindMove,
    /// Where their line forks. Each child of a fork, including the first, is opened and closed, and contains everything
    /// that follows it: SGF, XQF. The nodes are in preorder: each before its children, and the first child with all
    /// that follows it before the next.
    AtFork,
    /// After the end of their line, starting with those of its last fork, each followed by its own variations: KIF.
    BehindLine,
}

/// The stack of pending work; the last is next.
#[derive(Debug, Clone, Copy)]
enum Pending {
    /// The children of a node.
    Children(NodeId),
    /// The siblings after a node.
    Siblings(NodeId),
    Node(NodeId),
    Close,
}

/// The events of a tree. See [`Tree::events`].
pub struct Events<'t> {
    tree: &'t Tree,
    order: Order,
    keep: Box<dyn Fn(NodeId) -> bool + 't>,
    pending: Vec<Pending>,
}

impl Tree {
    /// The tree as a sequence of events, starting with the root, without the reader's own nodes. Nodes that are not to be
    /// kept are skipped with everything that follows them; the first remaining child continues the line.
    ///
    /// ```
    /// use dapu::record::{Event, NodeId, Order, Tree};
    ///
    /// let mut tree = Tree::default();
    /// let first = tree.add(NodeId::ROOT, None);
    /// let other = tree.add(NodeId::ROOT, None);
    /// let events: Vec<Event> = tree.events(Order::BehindMove, |_| true).collect();
    /// assert_eq!(
    ///     events,
    ///     [Event::Node(NodeId::ROOT), Event::Node(first), Event::Open(other), Event::Node(other), Event::Close],
    /// );
    /// ```
    pub fn events<'t>(&'t self, order: Order, keep: impl Fn(NodeId) -> bool + 't) -> Events<'t> {
        Events {
            tree: self,
            order,
            keep: Box::new(move |node| !self.is_own(node) && keep(node)),
            pending: vec![Pending::Node(NodeId::ROOT)],
        }
    }
}

impl Events<'_> {
    /// The first of some siblings that is not skipped.
    fn first_kept(&self, first: Option<NodeId>) -> Option<NodeId> {
        std::iter::successors(first, |node| self.tree.next_sibling(*node))
            .find(|node| (self.keep)(*node))
    }

    fn sibling(&self, node: NodeId) -> Option<NodeId> {
        self.first_kept(self.tree.next_sibling(node))
    }

    fn children(&mut self, parent: NodeId) -> Option<Event> {
        let first = self.first_kept(self.tree.children(parent).next())?;
        match self.order {
            Order::AtFork if self.sibling(first).is_some() => return Some(self.open(first)),
            Order::AtFork => self.pending.push(Pending::Children(first)),
            Order::BehindMove => {
                self.pending.extend([Pending::Children(first), Pending::Siblings(first)]);
            }
            Order::BehindLine => {
                self.pending.extend([Pending::Siblings(first), Pending::Children(first)]);
            }
        }
        Some(Event::Node(first))
    }

    fn open(&mut self, node: NodeId) -> Event {
        let steps = [Pending::Siblings(node), Pending::Close, Pending::Node(node)];
        self.pending.extend(steps);
        Event::Open(node)
    }
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            let event = match self.pending.pop()? {
                Pending::Children(parent) => self.children(parent),
                Pending::Siblings(node) => self.sibling(node).map(|sibling| self.open(sibling)),
                Pending::Node(node) => {
                    self.pending.push(Pending::Children(node));
                    Some(Event::Node(node))
                }
                Pending::Close => Some(Event::Close),
            };
            if event.is_some() {
                return event;
            }
        }
    }
}

/// The events of a record's tree, with the positions around the current node. A position that is not asked for is not
/// computed.
pub struct Walk<'r> {
    record: &'r Record,
    events: Events<'r>,
    node: NodeId,
    at: Checkpoints,
}

impl Record {
    /// A walk over every node in preorder.
    pub fn walk(&self) -> Walk<'_> {
        self.walk_in(Order::AtFork, |_| true)
    }

    /// The same, also over the reader's own nodes.
    pub fn walk_with_own(&self) -> Walk<'_> {
        let mut walk = self.walk();
        walk.events.keep = Box::new(|_| true);
        walk
    }

    /// A walk over the nodes of [`Tree::events`].
    pub fn walk_in<'r>(&'r self, order: Order, keep: impl Fn(NodeId) -> bool + 'r) -> Walk<'r> {
        Walk {
            record: self,
            events: self.tree.events(order, keep),
            node: NodeId::ROOT,
            at: Checkpoints::of_complete(self),
        }
    }
}

impl Walk<'_> {
    /// Returns the next event. The node of an opened variation is current from then on.
    pub fn next_event(&mut self) -> Option<Event> {
        let event = self.events.next()?;
        if let Event::Open(node) | Event::Node(node) = event {
            self.node = node;
        }
        Some(event)
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Makes any node current. The next event is the same as before.
    pub fn visit(&mut self, node: NodeId) {
        self.node = node;
    }

    /// Returns the next node, starting with the root.
    pub fn advance(&mut self) -> Option<NodeId> {
        while let Some(event) = self.next_event() {
            if let Event::Node(node) = event {
                return Some(node);
            }
        }
        None
    }

    /// The position before the setup and the move of the current node.
    pub fn before(&mut self) -> &Position {
        match self.record.tree.parent(self.node) {
            Some(parent) => self.position_of(parent),
            None => &self.record.start,
        }
    }

    /// The position at the current node.
    pub fn position(&mut self) -> &Position {
        self.position_of(self.node)
    }

    fn position_of(&mut self, node: NodeId) -> &Position {
        self.at.goto(self.record, node);
        self.at.position()
    }

    /// The move of the current node in the game's usual notation.
    pub fn notation(&mut self) -> Option<String> {
        let (record, node) = (self.record, self.node);
        record.notate(self.before(), node)
    }
}
