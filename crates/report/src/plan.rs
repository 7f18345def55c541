//! What to analyse for a report, and in which order.

use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId, Played};

use crate::asides::asides;

/// Number of positions analysed in a row, from last to first, so that each benefits from what the engine remembers of the one after it.
/// Each chunk begins with an empty hash table, so that the numbers depend neither on the number of engines nor on an interruption. Short
/// enough that two engines share a game of 80 plies fairly, long enough that most positions have a successor in the table.
///
/// Main-line positions are divided by ply, and everything else is in separate chunks after them. So a report on part of a game, or one with
/// variations, has the same chunks for the same moves.
pub const CHUNK: usize = 6;

/// The moves to report on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Only moves of this side.
    pub side: Option<Color>,
    /// Only moves with these numbers, as in PGN.
    pub moves: RangeInclusive<u32>,
    /// Includes moves of variations.
    pub variations: bool,
    /// Includes alternatives to moves of the main line: the first moves of their variations, and moves that comments name in parentheses.
    /// They do not affect the numbers.
    pub asides: bool,
}

impl Default for Scope {
    /// The whole main line, and nothing else.
    fn default() -> Self {
        Self { side: None, moves: 0..=u32::MAX, variations: false, asides: false }
    }
}

impl Scope {
    /// Whether a move played in this position is in scope.
    pub fn takes(&self, before: &Position) -> bool {
        self.side.is_none_or(|side| side == before.turn()) && self.moves.contains(&before.fullmove_number())
    }
}

/// A position of a game, or one that is only named in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// After the move of this node; at the root, the start.
    Node(NodeId),
    /// After this move, played at the node.
    Aside(NodeId, Move),
}

/// A position to analyse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Place in the game.
    pub place: Place,
    /// The position.
    pub position: Position,
    /// UCI `position` command with the moves that led there, for repetitions.
    pub command: String,
    /// Number of its chunk: see [`CHUNK`].
    pub chunk: usize,
}

/// The positions of a game to analyse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The positions: those of the main line in order, then all others. Positions in which the game is over are excluded.
    pub items: Vec<Item>,
    /// Whether castling is written as in Chess960.
    pub is_chess960: bool,
}

impl Plan {
    /// Creates the plan for a report on these moves of a game: the positions before and after each.
    pub fn new(game: &Game, scope: &Scope) -> Self {
        let main: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(game.main_line()).collect();
        let plies: HashMap<NodeId, usize> = main.iter().enumerate().map(|(ply, &node)| (node, ply)).collect();
        let (on_main_line, others): (Vec<Place>, Vec<Place>) =
            places(game, scope).into_iter().partition(|place| ply_of(*place, &plies).is_some());
        let mut items = Vec::new();
        for place in on_main_line {
            let chunk = ply_of(place, &plies).unwrap_or_default() / CHUNK;
            items.extend(item(game, place, chunk));
        }
        let first = main.len() / CHUNK + 1;
        let mut count = 0;
        for place in others {
            if let Some(item) = item(game, place, first + count / CHUNK) {
                items.push(item);
                count += 1;
            }
        }
        Self { items, is_chess960: game.is_chess960() }
    }

    /// The chunks; an engine analyses each without interruption, from end to start.
    pub fn chunks(&self) -> Vec<Range<usize>> {
        let mut from = 0;
        let range = |chunk: &[Item]| {
            let begin = from;
            from += chunk.len();
            begin..from
        };
        self.items.chunk_by(|one, next| one.chunk == next.chunk).map(range).collect()
    }
}

/// Ply of a place in the main line.
fn ply_of(place: Place, plies: &HashMap<NodeId, usize>) -> Option<usize> {
    match place {
        Place::Node(node) => plies.get(&node).copied(),
        Place::Aside(..) => None,
    }
}

/// The places to analyse, in the order of the game.
fn places(game: &Game, scope: &Scope) -> Vec<Place> {
    let mut places = HashSet::new();
    let mut order = Vec::new();
    let mut add = |place: Place| {
        if places.insert(place) {
            order.push(place);
        }
    };
    let nodes: Vec<NodeId> =
        if scope.variations { game.subtree(NodeId::ROOT) } else { game.main_line().collect() };
    for node in nodes {
        let Some(parent) = game.parent(node) else { continue };
        let before = game.position(parent);
        if game.played(node).is_none_or(|played| played == Played::Null) || !scope.takes(&before) {
            continue;
        }
        add(Place::Node(parent));
        add(Place::Node(node));
        if scope.asides && game.main_child(parent) == Some(node) {
            // If variations are in scope, a move that begins one is analysed there.
            let is_there = |m: &Move| {
                let moves = game.children(parent).filter_map(|id| game.played(id)?.as_move());
                scope.variations && moves.into_iter().any(|there| there == *m)
            };
            for aside in asides(game, node, !scope.variations).into_iter().filter(|m| !is_there(m)) {
                add(Place::Aside(parent, aside));
            }
        }
    }
    order
}

fn item(game: &Game, place: Place, chunk: usize) -> Option<Item> {
    let (node, aside) = match place {
        Place::Node(node) => (node, None),
        Place::Aside(node, m) => (node, Some(m)),
    };
    let (mut position, mut command) = command_of(game, node);
    if let Some(m) = aside {
        let word = if command.contains(" moves ") { " " } else { " moves " };
        command += word;
        command += &position.uci_with(m, game.is_chess960());
        position.play_unchecked(m);
    }
    position.has_legal_moves().then_some(Item { place, position, command, chunk })
}

/// The position of a node and the UCI command for it: from the start of the game, or from the last null move, which UCI does not support.
fn command_of(game: &Game, node: NodeId) -> (Position, String) {
    let chess960 = game.is_chess960();
    let mut position = *game.start();
    let mut base = position;
    let mut moves = String::new();
    for id in game.path(node) {
        match game.played(id) {
            Some(Played::Move(m)) => {
                moves.push(' ');
                moves += &position.uci_with(m, chess960);
                position.play_unchecked(m);
            }
            Some(Played::Null) => {
                position.play_null();
                base = position;
                moves.clear();
            }
            None => {}
        }
    }
    let fen = if chess960 { base.to_shredder_fen() } else { base.to_fen() };
    let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
    (position, format!("position fen {fen}{moves}"))
}
