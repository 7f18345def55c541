//! Self-play checks of engine builds.
//!
//! "Before you start playing your first engine-engine match do a sanity check": two copies of a build at a
//! fixed depth must play the same game with either colour, so that every pair is level (Ed Schröder, "Testing
//! a chess engine from the ground up"). And an opening must give the same game, down to the nodes, on every
//! worker and whatever that worker played before.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use crate::stored_game::{PairRecord, StoredGame};
use tabia_stats::{PlayerResult, WdlCounts};

/// The maximum number of differences listed.
const LISTED: usize = 20;

/// The result of a self-play check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SelfPlay {
    /// Games examined.
    pub games: usize,
    /// Different openings in these games.
    pub openings: usize,
    /// Games compared with another one on the same opening.
    pub compared: usize,
    /// The number of those that differ.
    pub different: usize,
    /// The first few differences.
    pub differences: Vec<Difference>,
    /// The score of the engine that had White in the very first game.
    pub wdl: WdlCounts,
    /// Games lost by forfeit: time, illegal move, no reply.
    pub faults: usize,
}

/// The first difference between a game and the first one with the same opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Unit and index (from 0) of the first game.
    pub first: (usize, usize),
    /// Unit and index of the game that differs.
    pub second: (usize, usize),
    /// The ply (from 0, including the opening) at which they differ.
    pub ply: usize,
    /// What differs.
    pub what: Aspect,
    /// Its value in the first game and in the second one.
    pub values: [String; 2],
}

/// An aspect in which two games can differ. For each ply, the first that applies is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// The move.
    Move,
    /// The score.
    Score,
    /// The depth.
    Depth,
    /// The nodes.
    Nodes,
    /// The way the game ended.
    Conclusion,
}

impl SelfPlay {
    /// Compares games of one build against itself, all with the same depth or node limits.
    pub fn judge<'a>(units: impl IntoIterator<Item = &'a PairRecord>) -> Self {
        let mut check = Self::default();
        let mut firsts: BTreeMap<(String, String), ((usize, usize), StoredGame)> = BTreeMap::new();
        let mut counted_from: Option<String> = None;
        for unit in units {
            for (index, game) in unit.games.iter().enumerate() {
                let here = (unit.unit, index);
                check.games += 1;
                let from = counted_from.get_or_insert_with(|| game.players[0].clone());
                let color = if *from == game.players[0] { Color::White } else { Color::Black };
                match game.result_for(color) {
                    Some(result) => check.wdl.record(result),
                    None => check.wdl.record(PlayerResult::Draw),
                }
                check.faults += usize::from(game.conclusion.reason.is_fault());
                let opening = game.moves.split_ascii_whitespace().take(game.opening);
                let key = (game.fen.clone(), opening.collect::<Vec<_>>().join(" "));
                if let Some((there, first)) = firsts.get(&key) {
                    check.compared += 1;
                    if let Some((ply, what, values)) = difference(first, game) {
                        check.different += 1;
                        if check.differences.len() < LISTED {
                            check.differences.push(Difference {
                                first: *there,
                                second: here,
                                ply,
                                what,
                                values,
                            });
                        }
                    }
                } else {
                    firsts.insert(key, (here, game.clone()));
                }
            }
        }
        check.openings = firsts.len();
        check
    }

    /// Returns whether the score is level.
    pub fn is_level(&self) -> bool {
        self.wdl.wins == self.wdl.losses
    }

    /// Returns whether games were compared, none differs, none was lost by forfeit and the score is level.
    pub fn passed(&self) -> bool {
        self.compared > 0 && self.different == 0 && self.faults == 0 && self.is_level()
    }
}

impl fmt::Display for SelfPlay {
    /// Writes the result as a sentence, with the first difference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, openings, compared, different, wdl, faults, .. } = self;
        if *compared == 0 {
            return write!(f, "nothing to compare: no opening of the {games} games was played twice");
        }
        write!(
            f,
            "{}: {} of {compared} repeated games on {openings} openings are the same; {} won, {} lost, {} drawn",
            if self.passed() { "passed" } else { "FAILED" },
            compared - different,
            wdl.wins,
            wdl.losses,
            wdl.draws
        )?;
        if *faults > 0 {
            write!(f, "; {faults} games were lost by a fault")?;
        }
        if let Some(Difference { first, second, ply, what, values: [was, is] }) = self.differences.first() {
            let (what, place) = (format!("{what:?}").to_lowercase(), |at: &(usize, usize)| {
                format!("pair {} game {}", at.0 + 1, at.1 + 1)
            });
            write!(
                f,
                "; first difference: {what} at ply {} is {is} in {} and {was} in {}",
                ply + 1,
                place(second),
                place(first)
            )?;
        }
        Ok(())
    }
}

/// Returns the first difference between two games with the same opening, ignoring times and names.
fn difference(first: &StoredGame, second: &StoredGame) -> Option<(usize, Aspect, [String; 2])> {
    let text = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
    let mut moves = [first, second].map(|game| game.moves.split_ascii_whitespace());
    for ply in 0.. {
        let [one, other] = [moves[0].next(), moves[1].next()];
        if one != other {
            return Some((ply, Aspect::Move, [one, other].map(|mv| text(mv.map(str::to_owned)))));
        }
        if one.is_none() {
            break;
        }
        let Some(index) = ply.checked_sub(first.opening) else { continue };
        let games = [first, second];
        let scores = games.map(|game| game.scores.get(index).copied().flatten());
        if scores[0] != scores[1] {
            return Some((
                ply,
                Aspect::Score,
                scores.map(|score| text(score.map(|score| score.to_string()))),
            ));
        }
        let depths = games.map(|game| game.depths.get(index).copied().flatten());
        if depths[0] != depths[1] {
            return Some((
                ply,
                Aspect::Depth,
                depths.map(|depth| text(depth.map(|depth| depth.to_string()))),
            ));
        }
        let nodes = games.map(|game| game.nodes.get(index).copied().flatten());
        if nodes[0] != nodes[1] {
            return Some((ply, Aspect::Nodes, nodes.map(|nodes| text(nodes.map(|nodes| nodes.to_string())))));
        }
    }
    (first.conclusion != second.conclusion).then(|| {
        let ends = [first, second].map(|game| game.conclusion.to_string());
        (first.plies(), Aspect::Conclusion, ends)
    })
}
