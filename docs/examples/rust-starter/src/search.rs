//! The search: alpha-beta over material. Put yours in its place.

use std::fmt;

use shakmaty::{Chess, Move, MoveList, Position, Role};

use crate::limits::Limits;

const MATE: i32 = 30_000;
const MAX_PLIES: u32 = 64;

/// A score as UCI writes it.
pub struct Score(i32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = MATE - self.0.abs();
        if plies <= MAX_PLIES as i32 {
            let moves = if self.0 > 0 { (plies + 1) / 2 } else { -(plies / 2) };
            write!(f, "mate {moves}")
        } else {
            write!(f, "cp {}", self.0)
        }
    }
}

pub struct Search {
    pub limits: Limits,
    pub nodes: u64,
    is_stopped: bool,
    root_moves: MoveList,
    best: Option<Move>,
}

impl Search {
    pub fn new(limits: Limits) -> Self {
        Self { limits, nodes: 0, is_stopped: false, root_moves: MoveList::new(), best: None }
    }

    /// The best move, if there is one; `report` is told of every depth that was finished.
    pub fn think(&mut self, root: &Chess, report: impl Fn(&Self, u32, Score, Move)) -> Option<Move> {
        self.root_moves = root.legal_moves();
        let only: Vec<Move> = self.limits.moves.iter().filter_map(|mv| mv.to_move(root).ok()).collect();
        if !only.is_empty() {
            self.root_moves.retain(|mv| only.contains(mv));
        }
        let mut best = self.root_moves.first().copied()?;
        for depth in 1..=self.limits.depth.min(MAX_PLIES) {
            let score = self.alpha_beta(root, depth, 0, -MATE - 1, MATE + 1);
            if self.is_stopped {
                break;
            }
            best = self.best.unwrap_or(best);
            report(self, depth, Score(score), best);
            self.limits.poll();
        }
        Some(best)
    }

    fn alpha_beta(&mut self, position: &Chess, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        self.is_stopped |= self.limits.is_over(self.nodes);
        if self.is_stopped {
            return 0;
        }
        if depth == 0 {
            return evaluate(position);
        }
        let mut moves = if ply == 0 { self.root_moves.clone() } else { position.legal_moves() };
        if moves.is_empty() {
            return if position.is_check() { ply - MATE } else { 0 };
        }
        moves.sort_by_key(|mv| !mv.is_capture());
        for mv in moves {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let score = -self.alpha_beta(&after, depth - 1, ply + 1, -beta, -alpha);
            if self.is_stopped {
                return alpha;
            }
            if score > alpha {
                alpha = score;
                if ply == 0 {
                    self.best = Some(mv);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        alpha
    }
}

/// Material, from the point of view of the side to move, in centipawns.
fn evaluate(position: &Chess) -> i32 {
    let board = position.board();
    let material = |color| -> i32 {
        [(Role::Pawn, 100), (Role::Knight, 320), (Role::Bishop, 330), (Role::Rook, 500), (Role::Queen, 900)]
            .into_iter()
            .map(|(role, worth)| worth * (board.by_role(role) & board.by_color(color)).count() as i32)
            .sum()
    };
    material(position.turn()) - material(!position.turn())
}
