//! Position learning: results of deep searches, which the engine gets back when it starts (`learn` in docs/uci.md).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabia_chess::Position;
use tabia_uci::{Command, Learn, LearnedPosition};

use super::analysis_update::AnalysisUpdate;
use crate::language::tr;

/// Minimum depth in plies, as in the engine.
const LEAST_DEPTH: u32 = 8;
/// Maximum number of positions, as in the engine; the shallowest are dropped first.
const CAPACITY: usize = 4096;

/// Learned positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct LearnedPositions {
    /// By FEN without the move counters.
    positions: BTreeMap<String, LearnedPosition>,
}

/// A line that can't be read as a learned position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("line {line}: {reason}", line, reason))]
pub struct LearnedLineError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl LearnedPositions {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Keeps a result unless a deeper one of the same position is known.
    pub fn keep(&mut self, learned: LearnedPosition) {
        let key = key_of(&learned.fen);
        if self.positions.get(&key).is_some_and(|known| known.depth > learned.depth) {
            return;
        }
        self.positions.insert(key, learned);
        if self.positions.len() > CAPACITY
            && let Some(key) =
                self.positions.iter().min_by_key(|(_, known)| known.depth).map(|(key, _)| key.clone())
        {
            self.positions.remove(&key);
        }
    }

    /// Keeps all of `others`.
    pub fn keep_all(&mut self, others: &Self) {
        for learned in others.positions.values() {
            self.keep(learned.clone());
        }
    }

    /// Returns the positions as `learn add` lines.
    pub fn lines(&self) -> Vec<String> {
        self.positions.values().map(|learned| Learn::Add(learned.clone()).to_string()).collect()
    }

    /// Parses `learn add` lines, as [`LearnedPositions::lines`] and the engine's `learn export` write them. Empty lines and the last line
    /// of an export are skipped.
    ///
    /// # Errors
    /// The first line that can't be read.
    pub fn parse(text: &str) -> Result<Self, LearnedLineError> {
        let mut learned = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with("learn end") {
                continue;
            }
            let position = parse_line(line).map_err(|reason| LearnedLineError { line: index + 1, reason })?;
            learned.keep(position);
        }
        Ok(learned)
    }
}

impl TryFrom<Vec<String>> for LearnedPositions {
    type Error = LearnedLineError;

    fn try_from(lines: Vec<String>) -> Result<Self, LearnedLineError> {
        Self::parse(&lines.join("\n"))
    }
}

impl From<LearnedPositions> for Vec<String> {
    fn from(learned: LearnedPositions) -> Self {
        learned.lines()
    }
}

fn key_of(fen: &str) -> String {
    fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

fn parse_line(line: &str) -> Result<LearnedPosition, String> {
    let learned = match Command::parse(line) {
        Ok(Some(Command::Learn(Learn::Add(learned)))) => learned,
        Ok(_) => return Err(tr!("it does not begin with \"learn add\"").to_owned()),
        Err(error) => return Err(error.to_string()),
    };
    let position = learned.fen.parse::<Position>().map_err(|error| error.to_string())?;
    position.parse_uci(learned.mv.as_str()).map_err(|error| error.to_string())?;
    Ok(learned)
}

/// Returns what a search teaches; `None` unless it has ended with an exact score of sufficient depth for all moves.
pub fn learned_from(update: &AnalysisUpdate) -> Option<LearnedPosition> {
    let line = update.lines.first().filter(|line| line.bound.is_none() && line.depth >= LEAST_DEPTH)?;
    let request = &update.request;
    if !update.finished || !request.search_moves.is_empty() {
        return None;
    }
    let mut position = request.start_fen.parse::<Position>().ok()?;
    for mv in &request.moves {
        position = position.play(position.parse_uci(mv.as_str()).ok()?).ok()?;
    }
    let mv = *line.pv.first()?;
    position.parse_uci(mv.as_str()).ok()?;
    let fen = if request.chess960 { position.to_shredder_fen() } else { position.to_fen() };
    Some(LearnedPosition { depth: line.depth.min(255), score: line.score, mv, fen })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::analysis_request::{AnalysisRequest, Limits};
    use proptest::prelude::*;
    use std::rc::Rc;
    use tabia_uci::{Bound, Score};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn learned(depth: u32, fen: &str) -> LearnedPosition {
        LearnedPosition { depth, score: Score::Cp(12), mv: "e2e4".parse().unwrap(), fen: fen.to_owned() }
    }

    #[test]
    fn the_deeper_result_of_a_position_stays_whatever_its_counters() {
        let mut positions = LearnedPositions::default();
        positions.keep(learned(12, START));
        positions.keep(learned(10, &START.replace("0 1", "4 3")));
        assert_eq!(positions.lines(), [format!("learn add depth 12 score cp 12 move e2e4 fen {START}")]);
        positions.keep(learned(12, &START.replace("0 1", "4 3")));
        assert!(positions.lines()[0].ends_with("4 3"), "the newer one of the same depth");
    }

    #[test]
    fn beyond_the_capacity_the_shallowest_goes() {
        let mut positions = LearnedPositions::default();
        for number in 0..=CAPACITY {
            positions.keep(learned(if number == 7 { 9 } else { 20 }, &format!("{number} w - - 0 1")));
        }
        assert_eq!(positions.len(), CAPACITY);
        assert!(positions.lines().iter().all(|line| line.contains("depth 20")));
    }

    #[test]
    fn what_is_exported_is_imported() {
        let mut positions = LearnedPositions::default();
        positions.keep(learned(12, START));
        let text = format!("{}\n\nlearn end 1\n", positions.lines().join("\n"));
        assert_eq!(LearnedPositions::parse(&text), Ok(positions.clone()));
        let json = serde_json::to_string(&positions).unwrap();
        assert_eq!(serde_json::from_str::<LearnedPositions>(&json).unwrap(), positions);
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        let good = format!("learn add depth 12 score cp 12 move e2e4 fen {START}");
        for (line, reason) in [
            ("1. e4 e5".to_owned(), "learn add"),
            (good.replace("depth 12", "depth x"), "invalid depth"),
            (good.replace("e2e4", "e2e5"), "e2e5"),
            (good.replace("KQkq", "abc"), ""),
        ] {
            let error = LearnedPositions::parse(&format!("{good}\n{line}")).unwrap_err();
            assert_eq!(error.line, 2);
            assert!(error.reason.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_search_teaches_if_it_has_ended_deep_enough_with_an_exact_score() {
        let request = Rc::new(AnalysisRequest {
            game: 1,
            start_fen: START.to_owned(),
            moves: vec!["e2e4".parse().unwrap()],
            chess960: false,
            multipv: 1,
            limits: Limits::Infinite,
            search_moves: Vec::new(),
        });
        let mut update = AnalysisUpdate::of_depth(&request, 14);
        update.lines[0].pv = vec!["e7e5".parse().unwrap()];
        assert_eq!(learned_from(&update), None, "it goes on");
        update.finished = true;
        assert_eq!(
            Learn::Add(learned_from(&update).unwrap()).to_string(),
            "learn add depth 14 score cp 1 move e7e5 fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
        let with = |change: fn(&mut AnalysisUpdate)| {
            let mut changed = update.clone();
            change(&mut changed);
            learned_from(&changed)
        };
        assert_eq!(with(|update| update.lines[0].depth = 7), None);
        assert_eq!(with(|update| update.lines[0].bound = Some(Bound::Lower)), None);
        assert_eq!(
            with(|update| update.lines[0].pv = vec!["e2e4".parse().unwrap()]),
            None,
            "an illegal move"
        );
        assert_eq!(with(|update| update.lines.clear()), None);
        let mut some = (*request).clone();
        some.search_moves = vec!["e7e5".parse().unwrap()];
        update.request = Rc::new(some);
        assert_eq!(learned_from(&update), None, "of some moves only");
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "(learn (add|end|export) ?(depth [0-9]{1,3} score (cp|mate) -?[0-9]{1,4} move [a-h][1-8][a-h][1-8] fen \\PC{0,30})?\n?|\\PC*\n){0,4}") {
            if let Ok(positions) = LearnedPositions::parse(&text) {
                prop_assert_eq!(LearnedPositions::parse(&positions.lines().join("\n")), Ok(positions));
            }
        }
    }
}
