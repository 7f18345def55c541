//! Endgame tablebases. The engine opens no files: the owner of the tables implements [`Tablebase`].

use tabia_chess::{CastlingSide, Color, Move, Position};

use crate::see::see;
use crate::value::{TB_WIN, Value};

/// The tablebase result of a position with a halfmove clock of zero, from the side to move's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// A loss that the fifty-move rule saves.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// A win that the fifty-move rule prevents.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

/// Endgame tablebases, which several threads may probe at once. Positions with castling rights are never
/// probed.
pub trait Tablebase: Send + Sync {
    /// The maximum number of pieces, kings included.
    fn max_pieces(&self) -> u32;

    /// Win, draw or loss, as if the halfmove clock were at zero; `None` if a table is missing or unreadable.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// Plies to the next capture or pawn move in the winning side's best play (DTZ50″ of Syzygy tables,
    /// possibly rounded by one): positive if the side to move wins, above 100 if the fifty-move rule makes it
    /// a draw, 0 for draws; `None` if a table is missing or unreadable.
    fn dtz(&self, position: &Position) -> Option<i32>;

    /// Fault found in a table since the last call.
    fn take_fault(&self) -> Option<String> {
        None
    }
}

/// Whether the position can be probed: few enough pieces and no castling rights.
pub(crate) fn can_probe(position: &Position, limit: u32) -> bool {
    position.occupied().count() <= limit
        && !Color::ALL.into_iter().any(|color| {
            CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some())
        })
}

/// The search score of a tablebase result. `rule50`: whether the fifty-move rule turns cursed wins into
/// draws.
pub(crate) fn value(wdl: Wdl, rule50: bool, ply: usize) -> Value {
    match wdl {
        Wdl::Win => TB_WIN - ply as Value,
        Wdl::Loss => ply as Value - TB_WIN,
        Wdl::CursedWin if !rule50 => TB_WIN - ply as Value,
        Wdl::BlessedLoss if !rule50 => ply as Value - TB_WIN,
        // Draws in which the opponent may still go wrong.
        Wdl::CursedWin => 2,
        Wdl::BlessedLoss => -2,
        Wdl::Draw => 0,
    }
}

/// Greater than every distance to zeroing.
const MAX_DTZ: i32 = 10_000;

/// The rank of a root move by the tablebases. A single line is searched among the best only; several lines are
/// ordered by rank. All wins that the fifty-move rule
/// cannot prevent rank equal, so that the search may choose the shortest mate, unless a position was repeated
/// already: then those closest to zeroing rank first.
///
/// The ranks are those of Stockfish's `Tablebases::root_probe`.
fn rank(dtz: i32, clock: i32, repeated: bool) -> i32 {
    match dtz {
        0 => 0,
        1.. if dtz + clock <= 99 => MAX_DTZ - if repeated { dtz } else { 0 },
        1.. => MAX_DTZ / 2 - (dtz + clock),
        _ if -dtz * 2 + clock < 100 => -MAX_DTZ - if repeated { dtz } else { 0 },
        _ => -MAX_DTZ / 2 + (-dtz + clock),
    }
}

/// A root move as the tablebases see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// Greater is better; among equals the search decides.
    pub(crate) rank: i32,
    /// The result after it, from the root's side and with regard to the halfmove clock.
    pub(crate) wdl: Wdl,
}

/// The root moves ranked by the tablebases.
#[derive(Clone, Debug)]
pub(crate) struct RootRanking {
    /// All of them, in the order of the requests.
    pub(crate) moves: Vec<RankedMove>,
    /// The best rank, which the moves have that preserve the result.
    pub(crate) best: i32,
    /// That result, with regard to the halfmove clock.
    pub(crate) wdl: Wdl,
    /// The distance to zeroing in plies from the side to move's view: the smallest of the winning moves, or
    /// the largest (negative) of the losing ones, as in [`Tablebase::dtz`]; 0 is a draw.
    pub(crate) dtz: i32,
    /// Number of probes.
    pub(crate) hits: u64,
}

/// Ranks the moves of a position by the distance to zeroing after each. `is_draw` recognises draws by
/// repetition or the fifty-move rule. `None` if a table is missing.
pub(crate) fn rank_root_moves(
    tables: &dyn Tablebase,
    root: &Position,
    moves: impl Iterator<Item = Move>,
    repeated: bool,
    mut is_draw: impl FnMut(&Position) -> bool,
) -> Option<RootRanking> {
    // A position may come with any number; beyond the rule all are the same.
    let clock = root.halfmove_clock().min(1_000) as i32;
    let mut ranked = Vec::new();
    for mv in moves {
        let mut child = *root;
        child.play_unchecked(mv);
        let dtz = if child.is_checkmate() {
            1
        } else if is_draw(&child) {
            0
        } else if child.halfmove_clock() == 0 {
            match tables.wdl(&child)? {
                Wdl::Loss => 1,
                Wdl::BlessedLoss => 101,
                Wdl::Draw => 0,
                Wdl::CursedWin => -101,
                Wdl::Win => -1,
            }
        } else {
            let dtz = -tables.dtz(&child)?;
            dtz + dtz.signum()
        };
        ranked.push((rank(dtz, clock, repeated), dtz, mv));
    }
    let (best, best_dtz, _) = ranked.iter().copied().max_by_key(|&(rank, ..)| rank)?;
    let wdl = |dtz: i32| match dtz {
        0 => Wdl::Draw,
        1.. if dtz + clock <= 100 => Wdl::Win,
        1.. => Wdl::CursedWin,
        _ if clock - dtz <= 100 => Wdl::Loss,
        _ => Wdl::BlessedLoss,
    };
    let hits = ranked.len() as u64;
    let dtz = ranked.iter().filter(|&&(rank, ..)| rank == best).map(|&(_, dtz, _)| dtz).min()?;
    let moves = ranked.into_iter().map(|(rank, dtz, mv)| RankedMove { mv, rank, wdl: wdl(dtz) }).collect();
    Some(RootRanking { moves, best, wdl: wdl(best_dtz), dtz, hits })
}

/// Chance that the side to move errs in a drawn position: the share of its reasonable replies that lose,
/// in thousandths, and the number of probes. Replies that plainly give material away are not counted. `None`
/// if a table is missing.
pub(crate) fn swindle_chances(tables: &dyn Tablebase, position: &Position) -> Option<(u32, u64)> {
    let (mut sensible, mut losing, mut hits) = (0, 0, 0);
    for reply in &position.legal_moves() {
        if !see(position, reply, 0) {
            continue;
        }
        sensible += 1;
        let mut after = *position;
        after.play_unchecked(reply);
        if after.has_legal_moves() {
            hits += 1;
            losing += u32::from(tables.wdl(&after)? == Wdl::Win);
        }
    }
    Some((losing * 1000 / sensible.max(1), hits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_keep_their_order() {
        // A sure win ranks above one that the fifty-move rule prevents, above a draw, above losses, slow ones
        // first.
        let order = [rank(3, 0, false), rank(99, 20, false), rank(120, 0, false), 0, rank(-120, 10, false)];
        assert!(order.windows(2).all(|pair| pair[0] > pair[1]), "{order:?}");
        assert_eq!(rank(3, 10, false), rank(40, 10, false), "all sure wins are equal");
        assert!(rank(3, 10, true) > rank(40, 10, true), "until a position has come again");
        assert!(rank(-40, 60, false) > rank(-4, 0, false));
    }

    #[test]
    fn values_lie_between_rules_and_mates() {
        assert!(value(Wdl::Win, true, 200) > crate::value::KNOWN_WIN);
        assert!(value(Wdl::Win, true, 0) < crate::value::MATE_IN_MAX_PLY);
        assert_eq!(value(Wdl::CursedWin, false, 3), value(Wdl::Win, true, 3));
        assert_eq!(value(Wdl::Loss, true, 3), -value(Wdl::Win, true, 3));
    }
}
