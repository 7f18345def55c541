//! Play far below club strength, with the mistakes of beginners.
//!
//! A beginner does not search. It looks at each of its moves, at what the move takes, and at what the
//! opponent could take next; and of what there is on the board it sees a part:
//!
//! - **Sight** ([`sight`]): every capture, its own or the opponent's, has a difficulty: long diagonals,
//!   knights, moves backwards, lines that have just been opened, and pieces far from the last move are
//!   overlooked more often. An attack by the piece that has just moved is nearly always seen; one that is
//!   older is easily forgotten.
//! - **Counting**: a piece that has a defender counts as defended, also by a pinned one, unless this beginner
//!   counts the whole exchange.
//! - **Mates**: most mates in one are seen when they can be given, fewer when they are threatened. Nothing
//!   that takes two moves is planned: neither mates in two nor the mate with king and rook.
//! - **Habits** ([`habits`]): what can be taken is taken, checks are given, pieces are brought out, and apart
//!   from that the moves are aimless.
//!
//! What the beginner sees is drawn from the position and the seed, once for each pair of squares: a move that is
//! overlooked is overlooked after every move. Only integers are used, so all platforms play the same moves.

mod habits;
mod sight;

use tabia_chess::{Bitboard, Move, Position, Role};
use tabia_rng::mix;

use crate::see::{EXCHANGE_VALUE, see};
use crate::value::{DRAW, Value, mate_in, mated_in};
use sight::Look;

/// Parameters of a beginner's play. Chances are in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beginner {
    /// The chance to see a capture of the opponent that is neither easy nor hard to see.
    pub(crate) theirs: i32,
    /// The same for its own captures.
    pub(crate) own: i32,
    /// By how much each point of difficulty lowers these chances.
    pub(crate) slope: i32,
    /// The chance to see a mate in one; the opponent's is seen half as often.
    pub(crate) mate: i32,
    /// The chance to count an exchange to its end instead of asking only whether there is a defender, and to
    /// notice a stalemate.
    pub(crate) counts: i32,
    /// Aimlessness: the range of a random number of centipawns.
    pub(crate) wander: Value,
}

/// A beginner's opinion of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    /// The material that it expects in centipawns, with its habits and whims; or a mate.
    pub(crate) wish: Value,
    /// The material balance that it expects in centipawns from its own side; or a mate.
    pub(crate) score: Value,
}

/// A position as a beginner looks at it.
pub(crate) struct Beginning<'a> {
    beginner: Beginner,
    root: &'a Position,
    /// The opponent's last move, if it is known: where the beginner looks.
    last: Option<Move>,
    /// Seed of its luck.
    draws: u64,
    balance: Value,
}

/// Subjects of the draws of luck, so that they differ.
#[derive(Clone, Copy)]
enum Draw {
    Own = 1,
    Theirs = 2,
    OwnMate = 3,
    TheirMate = 4,
    Count = 5,
    Whim = 6,
    Stalemate = 7,
}

impl<'a> Beginning<'a> {
    /// `draws` makes its luck repeatable: the same number, the same moves.
    pub(crate) fn new(beginner: Beginner, root: &'a Position, last: Option<Move>, draws: u64) -> Self {
        let of = |color| -> Value {
            Role::ALL
                .into_iter()
                .map(|role| root.pieces(color, role).count() as Value * EXCHANGE_VALUE[role.index()])
                .sum()
        };
        let balance = of(root.turn()) - of(!root.turn());
        Self { beginner, root, last, draws, balance }
    }

    /// Opinion of a legal move.
    pub(crate) fn think(&self, mv: Move) -> Thought {
        let mut child = *self.root;
        child.play_unchecked(mv);
        if child.is_checkmate() && self.sees_mate(mv, Draw::OwnMate, self.beginner.mate) {
            return Thought { wish: mate_in(1), score: mate_in(1) };
        }
        let gain = self.gain(mv);
        let Some(risk) = self.risk(mv, &child) else {
            return Thought { wish: mated_in(2) + gain, score: mated_in(2) };
        };
        let is_stalemate = !child.is_check() && !child.has_legal_moves();
        if is_stalemate && self.has_luck(Draw::Stalemate, mv, self.beginner.counts) {
            return Thought { wish: -self.balance, score: DRAW };
        }
        let whim = self.draw(Draw::Whim, mv) as Value % self.beginner.wander.max(1);
        let wish = gain - risk + habits::liking(self.root, &child, mv) + whim;
        Thought { wish, score: self.balance + gain - risk }
    }

    /// Gain from the piece the move takes, if it is seen.
    fn gain(&self, mv: Move) -> Value {
        let promoted = mv.promotion().map_or(0, |role| EXCHANGE_VALUE[role.index()] - EXCHANGE_VALUE[0]);
        if !mv.is_capture() {
            return promoted;
        }
        let look = Look { position: self.root, capture: mv, before: None, last: self.last };
        let taken =
            if self.is_seen(&look, Draw::Own, self.beginner.own) { captured(self.root, mv) } else { 0 };
        promoted + taken
    }

    /// The most that the opponent could take next, of what is seen; `None` if a mate is seen.
    fn risk(&self, mv: Move, child: &Position) -> Option<Value> {
        let mut worst = 0;
        for reply in &child.legal_moves() {
            if reply.is_capture() {
                let look = Look { position: child, capture: reply, before: Some(mv), last: self.last };
                if self.is_seen(&look, Draw::Theirs, self.beginner.theirs) {
                    worst = worst.max(self.loss(child, reply));
                }
            }
            if child.gives_check(reply)
                && self.sees_mate(reply, Draw::TheirMate, self.beginner.mate / 2)
                && child.play(reply).is_ok_and(|end| end.is_checkmate())
            {
                return None;
            }
        }
        Some(worst)
    }

    /// Cost of a capture by the opponent, as the beginner counts.
    fn loss(&self, child: &Position, reply: Move) -> Value {
        let (taken, at_risk) = (captured(child, reply), mover(child, reply));
        if self.has_luck(Draw::Count, reply, self.beginner.counts) {
            // The value is that of a piece or the difference of two; these steps distinguish them well
            // enough.
            return [900, 600, 450, 300, 200, 100]
                .into_iter()
                .find(|&loss| see(child, reply, loss))
                .unwrap_or(0);
        }
        let occupied = child.occupied().without(reply.from());
        let defenders = child.attackers_to(reply.to(), occupied) & child.by_color(!child.turn());
        let is_defended = (defenders & !Bitboard::from(reply.to())).any();
        if is_defended { (taken - at_risk).max(0) } else { taken }
    }

    fn is_seen(&self, look: &Look<'_>, draw: Draw, chance: i32) -> bool {
        let chance = (chance - look.difficulty() * self.beginner.slope).clamp(30, 985);
        self.has_luck(draw, look.capture, chance)
    }

    /// Returns whether a mate is seen. Mates by the queen next to the king are seen more often than those from afar.
    fn sees_mate(&self, mv: Move, draw: Draw, chance: i32) -> bool {
        let hidden = if mv.from().distance(mv.to()) > 3 { 150 } else { 0 };
        self.has_luck(draw, mv, chance - hidden)
    }

    fn has_luck(&self, about: Draw, mv: Move, chance: i32) -> bool {
        self.draw(about, mv) % 1000 < chance.max(0) as u64
    }

    /// Returns a random number for a pair of squares, the same after every move.
    fn draw(&self, about: Draw, mv: Move) -> u64 {
        mix(self.draws ^ mix(about as u64) ^ u64::from(mv.raw() & 0xfff))
    }
}

/// The value of the piece that a capture takes.
fn captured(position: &Position, capture: Move) -> Value {
    position.piece_at(capture.to()).map_or(EXCHANGE_VALUE[0], |piece| EXCHANGE_VALUE[piece.role.index()])
}

/// The value of the piece that moves; a king is not at risk, since it takes only what is not defended.
fn mover(position: &Position, mv: Move) -> Value {
    position.piece_at(mv.from()).map_or(0, |piece| EXCHANGE_VALUE[piece.role.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A beginner that sees everything, and counts by defenders alone.
    const SEES_ALL: Beginner =
        Beginner { theirs: 5_000, own: 5_000, slope: 0, mate: 5_000, counts: 0, wander: 0 };

    fn think(beginner: Beginner, fen: &str, mv: &str) -> Thought {
        let root = crate::bench::position(fen).expect("a position");
        let mv = root.parse_uci(mv).expect("legal");
        Beginning::new(beginner, &root, None, 1).think(mv)
    }

    #[test]
    fn a_pinned_defender_counts() {
        // Black's knight can take the bishop. White's knight defends it, and is pinned by the rook.
        let hanging = "2r3k1/8/8/1B6/8/n6P/8/6K1 w - - 0 1";
        let defended = "2r3k1/8/8/1B6/8/n1N4P/8/2K5 w - - 0 1";
        let balance = |fen: &str| think(Beginner { theirs: -5_000, ..SEES_ALL }, fen, "h3h4").score;
        let loss = |fen: &str| balance(fen) - think(SEES_ALL, fen, "h3h4").score;
        assert!(loss(hanging) >= EXCHANGE_VALUE[2], "nobody defends the bishop");
        assert!(loss(defended) < EXCHANGE_VALUE[2], "the knight could not take back");
    }

    #[test]
    fn who_sees_little_notices_neither_mates_nor_stalemates() {
        let blind = Beginner { mate: 0, counts: 0, ..SEES_ALL };
        let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        assert_eq!(think(SEES_ALL, mate, "a1a8").score, mate_in(1));
        assert!(think(blind, mate, "a1a8").score < 1_000);
        let stalemate = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
        let counting = Beginner { counts: 5_000, ..SEES_ALL };
        assert_eq!(think(counting, stalemate, "g6g5").score, EXCHANGE_VALUE[4], "there is a way out");
        assert_eq!(think(counting, "7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", "f7f8").score, DRAW);
        assert_eq!(think(blind, "7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", "f7f8").score, EXCHANGE_VALUE[4]);
    }

    #[test]
    fn a_mate_that_is_threatened_and_seen_is_avoided() {
        // Black threatens Rd1 mate; h3 makes room for the king, Kf1 does not help.
        let fen = "3r2k1/8/8/8/8/8/P4PPP/6K1 w - - 0 1";
        assert_eq!(think(SEES_ALL, fen, "a2a3").score, mated_in(2));
        assert!(think(SEES_ALL, fen, "h2h3").score > mated_in(2));
    }
}
