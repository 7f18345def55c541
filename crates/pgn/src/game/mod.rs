//! A game as a tree of moves.

mod annotate;
mod edit;
mod node;
mod tags;

use tabia_chess::{IllegalMove, Move, Position};

use crate::{GameResult, Tags};

pub use edit::NullMoveInCheck;
pub use node::{Annotations, NodeId, Played};
pub use tags::GameTags;

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
/// The nodes live in an arena. The first child of a node continues its line, the others begin variations, in the order of the text. Nothing
/// here recurses, so depth is limited only by memory.
#[derive(Clone, Debug)]
pub struct Game {
    tags: Tags,
    result: GameResult,
    start: Position,
    /// The value of the `FEN` tag; `None` for the usual start position.
    fen: Option<Box<str>>,
    chess960: bool,
    nodes: Vec<Node>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::default(), false)
    }
}

impl Game {
    /// Creates a game without moves. `chess960` selects the UCI notation for castling and requires the `Variant` tag.
    pub fn new(start: Position, chess960: bool) -> Self {
        let root = Node {
            played: None,
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
            annotations: None,
        };
        let fen = (chess960 || start != Position::default()).then(|| start.to_fen().into_boxed_str());
        Self { tags: Tags::new(), result: GameResult::Unknown, start, fen, chess960, nodes: vec![root] }
    }

    /// The tags stored as text: without `Result`, and without `FEN`, `SetUp` and `Variant` if they could be read.
    pub fn stored_tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags stored as text, mutable. Use [`set_result`](Self::set_result) for the result; the start position is that of
    /// [`Game::new`].
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

    /// Whether this is a Chess960 game.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Whether `id` is a node of this game and not deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        id == NodeId::ROOT || self.nodes.get(id.index()).is_some_and(|node| node.parent.is_some())
    }

    /// The move played to reach the node; `None` at the root.
    ///
    /// # Panics
    /// This and every other method that takes a [`NodeId`] panics if the id comes from another, longer game. Use
    /// [`contains`](Self::contains) to check ids that may be stale.
    pub fn played(&self, id: NodeId) -> Option<Played> {
        self.node(id).played
    }

    /// The previous node; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The continuation of the line.
    pub fn main_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The continuation, then the variations.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { game: self, next: self.node(id).first_child }
    }

    /// The next sibling of this node.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// Comments and glyphs.
    pub fn annotations(&self, id: NodeId) -> &Annotations {
        self.node(id).annotations.as_deref().unwrap_or(Annotations::EMPTY)
    }

    /// Comments and glyphs, mutable.
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

    /// Whether the node is on the main line, as the root is.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.branch_point(id).is_none()
    }

    /// The nearest node on the path back to the root (including `id`) that begins a variation.
    pub fn branch_point(&self, id: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(id), |&id| self.parent(id))
            .find(|&id| self.parent(id).is_some_and(|parent| self.main_child(parent) != Some(id)))
    }

    /// The nodes from the root to `id`, inclusive.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// Number of moves from the start to the node.
    pub fn ply(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&id| self.parent(id)).count()
    }

    /// The position at a node. Replays the moves from the start; for a whole line use [`positions`](Self::positions).
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start;
        for played in self.path(id).into_iter().filter_map(|id| self.played(id)) {
            played.apply(&mut position);
        }
        position
    }

    /// The positions from the start to `id`, inclusive.
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

    /// Plays a move after `parent`: returns the existing child, or a new one, which is a variation if there are others.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is illegal there; the game is unchanged.
    pub fn play(&mut self, parent: NodeId, m: Move) -> Result<NodeId, IllegalMove> {
        if let Some(child) = self.child_with(parent, Played::Move(m)) {
            return Ok(child);
        }
        if !self.position(parent).is_legal(m) {
            return Err(IllegalMove(m));
        }
        Ok(self.push(parent, Played::Move(m)))
    }

    /// Adds a child known to be legal, even if another child has the same move.
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

    /// Approximate memory use of the game in bytes, for limiting how many versions are stored.
    pub fn memory(&self) -> usize {
        let texts =
            |texts: &[String]| texts.iter().map(|text| size_of::<String>() + text.len()).sum::<usize>();
        let annotations =
            self.nodes.iter().filter_map(|node| node.annotations.as_deref()).map(|annotations| {
                let comments = texts(&annotations.before) + texts(&annotations.after);
                size_of::<Annotations>() + comments + annotations.nags.len()
            });
        let tags = self.tags.iter().map(|(name, value)| 2 * size_of::<String>() + name.len() + value.len());
        size_of::<Self>()
            + self.nodes.len() * size_of::<Node>()
            + annotations.sum::<usize>()
            + tags.sum::<usize>()
            + self.fen.as_ref().map_or(0, |fen| fen.len())
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

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

/// Compares tags, result, start and trees; node ids and deleted nodes do not matter.
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
