//! A game as a tree of moves.

use std::num::NonZeroU32;

use tabia_chess::{IllegalMove, Move, Position};

use crate::{GameResult, Nag, Tags};

/// A node of one [`Game`]: the position after a move, or the start.
///
/// It stays valid, and means the same move, as long as that move is not deleted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The start of every game, before the first move.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    fn from_index(index: usize) -> Self {
        // A game of 2^32 moves does not fit in memory.
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What was played: a move, or PGN's null move (`--`), with which a side passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// The side to move passes. It is no move of chess and occurs in comments on what a side threatens.
    Null,
}

impl Played {
    /// The move, unless it is the null move.
    pub fn as_move(self) -> Option<Move> {
        match self {
            Self::Move(m) => Some(m),
            Self::Null => None,
        }
    }

    /// Plays it on a position in which it is known to be legal.
    pub fn apply(self, position: &mut Position) {
        match self {
            Self::Move(m) => position.play_unchecked(m),
            Self::Null => {
                position.play_null();
            }
        }
    }

    /// The move in SAN as played in `position`, with its check mark; `--` for the null move.
    pub fn san(self, position: &Position) -> String {
        match self {
            Self::Move(m) => position.san(m),
            Self::Null => "--".to_owned(),
        }
    }
}

/// What was written about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Comments that stand before the move, between its number and the move or at the start of its variation.
    pub before: Vec<String>,
    /// Comments behind the move; at the root the comments on the game as a whole.
    pub after: Vec<String>,
    /// Glyphs, each at most once, in the order in which they were given.
    pub nags: Vec<Nag>,
}

impl Annotations {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.nags.is_empty()
    }

    /// Adds a glyph, unless it is there already.
    pub fn add_nag(&mut self, nag: Nag) {
        if !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }

    const EMPTY: &'static Self = &Self { before: Vec::new(), after: Vec::new(), nags: Vec::new() };
}

#[derive(Clone, Debug)]
struct Node {
    /// `None` at the root only.
    played: Option<Played>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    annotations: Option<Box<Annotations>>,
}

/// A game: tags, start position, a tree of moves with comments and glyphs, and a result.
///
/// The nodes live in an arena. The first child of a node continues the line that the node is in, the others begin variations, in
/// the order of the text. Nothing here recurses, so that a tree may be as deep as memory allows.
#[derive(Clone, Debug)]
pub struct Game {
    tags: Tags,
    result: GameResult,
    start: Position,
    chess960: bool,
    nodes: Vec<Node>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::default(), false)
    }
}

impl Game {
    /// A game without moves. `chess960` says how castling is written in UCI and that the `Variant` tag is needed.
    pub fn new(start: Position, chess960: bool) -> Self {
        let root = Node {
            played: None,
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
            annotations: None,
        };
        Self { tags: Tags::new(), result: GameResult::Unknown, start, chess960, nodes: vec![root] }
    }

    /// The tags, without `Result`, `SetUp` and `FEN`.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, to be changed.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The result.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Whether the game follows the rules of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// How many nodes the arena holds, the root and deleted ones included: an upper bound for sizing tables.
    pub fn capacity_in_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Whether `id` is a node of this game that has not been deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        id == NodeId::ROOT || self.nodes.get(id.index()).is_some_and(|node| node.parent.is_some())
    }

    /// What was played to reach the node; `None` at the root.
    ///
    /// # Panics
    /// This and every other method that takes a [`NodeId`] panics when the id comes from another, longer game. Ids that may be stale
    /// are checked with [`contains`](Self::contains).
    pub fn played(&self, id: NodeId) -> Option<Played> {
        self.node(id).played
    }

    /// The node before; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The node that continues the line.
    pub fn main_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The continuation and then the variations.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { game: self, next: self.node(id).first_child }
    }

    /// The alternative that follows this node among its parent's children.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// The alternative that precedes this node among its parent's children.
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.children(self.parent(id)?).take_while(|&child| child != id).last()
    }

    /// Comments and glyphs.
    pub fn annotations(&self, id: NodeId) -> &Annotations {
        self.node(id).annotations.as_deref().unwrap_or(Annotations::EMPTY)
    }

    /// Comments and glyphs, to be changed.
    pub fn annotations_mut(&mut self, id: NodeId) -> &mut Annotations {
        self.node_mut(id).annotations.get_or_insert_default()
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.main_child(NodeId::ROOT), |&id| self.main_child(id))
    }

    /// The last node of the line that continues from `id`.
    pub fn line_end(&self, id: NodeId) -> NodeId {
        std::iter::successors(Some(id), |&id| self.main_child(id)).last().unwrap_or(id)
    }

    /// Whether the node is on the main line; the root is.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.branch_point(id).is_none()
    }

    /// The nearest node on the way back to the root (`id` included) that begins a variation.
    pub fn branch_point(&self, id: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(id), |&id| self.parent(id))
            .find(|&id| self.parent(id).is_some_and(|parent| self.main_child(parent) != Some(id)))
    }

    /// The nodes from the root to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// How many moves were played to reach the node.
    pub fn ply(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&id| self.parent(id)).count()
    }

    /// The position at a node. It replays the moves from the start: use [`positions`](Self::positions) for a whole line.
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start;
        for played in self.path(id).into_iter().filter_map(|id| self.played(id)) {
            played.apply(&mut position);
        }
        position
    }

    /// The positions from the start to `id`, both included.
    pub fn positions(&self, id: NodeId) -> Vec<Position> {
        let mut position = self.start;
        let mut positions = vec![position];
        for played in self.path(id).into_iter().filter_map(|id| self.played(id)) {
            played.apply(&mut position);
            positions.push(position);
        }
        positions
    }

    /// The child of `parent` that plays `played`.
    pub fn child_with(&self, parent: NodeId, played: Played) -> Option<NodeId> {
        self.children(parent).find(|&child| self.played(child) == Some(played))
    }

    /// Plays a move after `parent`: the child that has it already, or a new one, which is a variation when there are others.
    ///
    /// # Errors
    /// [`IllegalMove`] when the move is not legal there; the game is as it was.
    pub fn play(&mut self, parent: NodeId, m: Move) -> Result<NodeId, IllegalMove> {
        if let Some(child) = self.child_with(parent, Played::Move(m)) {
            return Ok(child);
        }
        if !self.position(parent).is_legal(m) {
            return Err(IllegalMove(m));
        }
        Ok(self.push(parent, Played::Move(m)))
    }

    /// Adds a child that is known to be legal, even when there is one with the same move.
    pub(crate) fn push(&mut self, parent: NodeId, played: Played) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node {
            played: Some(played),
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            annotations: None,
        });
        match self.node_mut(parent).last_child.replace(id) {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Moves a variation one place forward among its parent's children; the second becomes the continuation. Gives back whether
    /// anything changed.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let mut children: Vec<_> = self.children(parent).collect();
        match children.iter().position(|&child| child == id) {
            Some(place) if place > 0 => {
                children.swap(place, place - 1);
                self.link_children(parent, &children);
                true
            }
            _ => false,
        }
    }

    /// Makes every move on the way to `id` the continuation of its line, so that the main line passes through it.
    pub fn promote_to_main_line(&mut self, id: NodeId) -> bool {
        let mut changed = false;
        for node in self.path(id) {
            let Some(parent) = self.parent(node) else { continue };
            let mut children: Vec<_> = self.children(parent).collect();
            if let Some(place) = children.iter().position(|&child| child == node)
                && place > 0
            {
                children[..=place].rotate_right(1);
                self.link_children(parent, &children);
                changed = true;
            }
        }
        changed
    }

    /// Deletes a move and everything after it; at the root, all moves. The ids of what is deleted are no longer
    /// [contained](Self::contains) and never given again.
    pub fn delete(&mut self, id: NodeId) {
        let doomed = self.subtree(id);
        if let Some(parent) = self.parent(id) {
            let children: Vec<_> = self.children(parent).filter(|&child| child != id).collect();
            self.link_children(parent, &children);
        } else {
            self.link_children(id, &[]);
        }
        for id in doomed.into_iter().filter(|&id| id != NodeId::ROOT) {
            let node = self.node_mut(id);
            node.parent = None;
            node.annotations = None;
        }
    }

    /// `id` and every node after it, parents before children.
    pub fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![id];
        let mut next = 0;
        while let Some(&id) = nodes.get(next) {
            nodes.extend(self.children(id));
            next += 1;
        }
        nodes
    }

    fn link_children(&mut self, parent: NodeId, children: &[NodeId]) {
        for pair in children.windows(2) {
            self.node_mut(pair[0]).next_sibling = Some(pair[1]);
        }
        if let Some(&last) = children.last() {
            self.node_mut(last).next_sibling = None;
        }
        let node = self.node_mut(parent);
        node.first_child = children.first().copied();
        node.last_child = children.last().copied();
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

/// Equal when tags, result, start and the trees are: node ids and deleted nodes do not matter.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        if self.tags != other.tags
            || self.result != other.result
            || self.chess960 != other.chess960
            || self.start != other.start
        {
            return false;
        }
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((ours, theirs)) = open.pop() {
            if self.played(ours) != other.played(theirs)
                || self.annotations(ours) != other.annotations(theirs)
            {
                return false;
            }
            let (mut our_children, mut their_children) = (self.children(ours), other.children(theirs));
            loop {
                match (our_children.next(), their_children.next()) {
                    (Some(ours), Some(theirs)) => open.push((ours, theirs)),
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        true
    }
}

impl Eq for Game {}

/// The children of a node, see [`Game::children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    game: &'a Game,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.game.next_sibling(id);
        Some(id)
    }
}
