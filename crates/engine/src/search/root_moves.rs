//! The list of root moves: created, sorted, updated and chosen from.

use tabia_chess::Move;
use tabia_rng::mix;

use super::root_move::{RootMove, ThreadResult};
use super::thread::SearchThread;
use crate::beginner::{Beginner, Beginning, Thought};
use crate::control::Bound;
use crate::strength::{CANDIDATES, choose};
use crate::value::{INFINITE, Value, is_mate, mate_in};

impl SearchThread<'_> {
    /// Lists the moves to search: `searchmoves` if any of them is legal, otherwise all. A learned move comes
    /// first.
    pub(super) fn init_root_moves(&mut self) {
        let wanted = &self.limits.search_moves;
        let mut moves: Vec<Move> = self.root.legal_moves().iter().copied().collect();
        if moves.iter().any(|mv| wanted.contains(mv)) {
            moves.retain(|mv| wanted.contains(mv));
        }
        self.root_moves = moves.into_iter().map(RootMove::new).collect();
        if let Some(at) = self.root_moves.iter().position(|root_move| Some(root_move.mv) == self.learned_move)
        {
            self.root_moves[..=at].rotate_right(1);
        }
    }

    /// The end of the moves with the tablebase rank of this one, which come one after the other.
    pub(super) fn end_of_rank(&self, index: usize) -> usize {
        let rank = self.root_moves.get(index).map(|root_move| root_move.tb_rank);
        let rest = self.root_moves.iter().skip(index);
        index + rest.take_while(|root_move| Some(root_move.tb_rank) == rank).count()
    }

    /// Sorts the moves from the current line on that are searched with it, best first; stable, so that moves
    /// without a score keep their order.
    pub(super) fn sort_root_moves(&mut self) {
        let searched = self.pv_index..self.end_of_rank(self.pv_index);
        if let Some(rest) = self.root_moves.get_mut(searched) {
            rest.sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.previous_score)));
        }
    }

    /// Whether the move is searched for the current line.
    pub(super) fn is_searched_at_root(&self, mv: Move) -> bool {
        let mut searched = self.root_moves.iter().take(self.end_of_rank(self.pv_index)).skip(self.pv_index);
        searched.any(|root_move| root_move.mv == mv)
    }

    /// Stores the search result of a root move; `number` counts the moves from 1.
    pub(super) fn update_root_move(
        &mut self,
        mv: Move,
        value: Value,
        alpha: Value,
        beta: Value,
        number: usize,
        nodes: u64,
    ) {
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if number == 1 || value > alpha {
            root_move.score = value;
            root_move.seldepth = self.seldepth;
            root_move.depth = self.root_depth;
            root_move.bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend(self.pv.line(1));
        } else {
            // It is only known to be worse than the best.
            root_move.score = -INFINITE;
        }
    }

    /// Scores the first move by the static evaluation after it, if not even that move was searched
    /// completely.
    pub(super) fn evaluate_unsearched(&mut self) {
        let mv = self.root_moves[0].mv;
        let root = *self.root;
        let mut child = root;
        child.play_unchecked(mv);
        let score = if child.has_legal_moves() {
            self.push(&root, Some(mv), &child);
            let value = self.evaluate(&child);
            self.pop();
            -value
        } else if child.is_check() {
            mate_in(1)
        } else {
            -self.draw_value(1)
        };
        let first = &mut self.root_moves[0];
        (first.score, first.bound, first.depth) = (score, Bound::Exact, 1);
    }

    /// Takes over a helper's result if it is better, unless MultiPV or a depth was requested.
    pub(super) fn adopt_best_result(&mut self, results: impl Iterator<Item = ThreadResult>) {
        if self.root_moves.is_empty() || self.multi_pv() > 1 || self.limits.depth.is_some() {
            return;
        }
        for result in results {
            if result.beats(self.completed_depth, self.root_moves[0].reported_score()) {
                self.completed_depth = result.depth;
                self.root_moves = result.root_moves;
                self.completed_best = result.completed_best;
            }
        }
    }

    /// Instead of a search: sorts the moves by what a beginner thinks of them.
    pub(super) fn play_as_beginner(&mut self, beginner: Beginner) {
        self.init_root_moves();
        let seed = self.settings.strength.map_or(0, |strength| strength.seed);
        let draws = mix(self.root.key() ^ mix(seed ^ self.root_key as u64));
        let board = Beginning::new(beginner, self.root, self.limits.last_move, draws);
        let mut thoughts: Vec<(RootMove, Thought)> = std::mem::take(&mut self.root_moves)
            .into_iter()
            .map(|root_move| {
                let thought = board.think(root_move.mv);
                (root_move, thought)
            })
            .collect();
        thoughts.sort_by_key(|(_, thought)| std::cmp::Reverse(thought.wish));
        self.nodes += thoughts.len() as u64;
        self.root_moves = thoughts
            .into_iter()
            .map(|(root_move, thought)| RootMove { score: thought.score, depth: 1, ..root_move })
            .collect();
        self.completed_depth = i32::from(!self.root_moves.is_empty());
    }

    /// Below full strength: moves one of the best moves to the front at random.
    pub(super) fn pick_weakened_move(&mut self) {
        let (Some(handicap), Some(strength)) = (self.handicap, self.settings.strength) else { return };
        let best = self.root_moves[0].reported_score();
        if is_mate(best) {
            return;
        }
        let losses: Vec<Value> = self
            .root_moves
            .iter()
            .take(CANDIDATES)
            .map(|root_move| (best - root_move.reported_score()).max(0))
            .collect();
        let drawn = mix(self.root.key() ^ mix(strength.seed ^ self.root_key as u64));
        let chosen = choose(&losses, handicap.half_life, drawn);
        self.root_moves[..=chosen].rotate_right(1);
    }
}
