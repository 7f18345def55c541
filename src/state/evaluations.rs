//! Cache of evaluations: the deepest one of each position and author, for when the position is on the board again.

mod lines;

pub use lines::{from_lines, to_lines};

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::analysis_request::AnalysisRequest;
use super::analysis_update::AnalysisUpdate;

/// Maximum number of saved evaluations: with ten lines each, about two megabytes. The least recently used one is evicted.
pub const MOST: usize = 400;

/// Evaluations of one engine slot.
#[derive(Debug, Default)]
pub struct Evaluations {
    kept: HashMap<u64, CachedUpdate>,
    clock: u64,
}

#[derive(Debug)]
struct CachedUpdate {
    update: Rc<AnalysisUpdate>,
    used: u64,
}

/// Returns the cache key: author, position with the moves that led to it, and root moves.
pub fn key(author: u64, request: &AnalysisRequest) -> u64 {
    let mut hasher = DefaultHasher::new();
    author.hash(&mut hasher);
    request.start_fen.hash(&mut hasher);
    request.chess960.hash(&mut hasher);
    for moves in [&request.moves, &request.search_moves] {
        moves.len().hash(&mut hasher);
        for m in moves {
            m.as_str().hash(&mut hasher);
        }
    }
    hasher.finish()
}

impl Evaluations {
    /// Returns the deepest evaluation for a request, as an answer to it.
    pub fn recall(&mut self, author: u64, request: &Rc<AnalysisRequest>) -> Option<AnalysisUpdate> {
        self.clock += 1;
        let kept = self.kept.get_mut(&key(author, request))?;
        kept.used = self.clock;
        let is_same = kept.update.request.start_fen == request.start_fen
            && kept.update.request.moves == request.moves
            && kept.update.request.search_moves == request.search_moves;
        is_same.then(|| AnalysisUpdate { request: request.clone(), ..(*kept.update).clone() })
    }

    /// Saves an evaluation, unless a deeper one is saved. Returns whether it did.
    pub fn keep(&mut self, author: u64, update: &Rc<AnalysisUpdate>) -> bool {
        if update.lines.is_empty() {
            return false;
        }
        self.clock += 1;
        let key = key(author, &update.request);
        if self.kept.get(&key).is_some_and(|kept| !is_better(update, &kept.update)) {
            return false;
        }
        self.kept.insert(key, CachedUpdate { update: update.clone(), used: self.clock });
        if self.kept.len() > MOST
            && let Some(oldest) = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| *key)
        {
            self.kept.remove(&oldest);
        }
        true
    }

    /// Returns the number of saved evaluations.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

/// Whether an evaluation is at least as good as another of the same position: deeper, or at the same depth with at least as many lines.
pub fn is_better(new: &AnalysisUpdate, old: &AnalysisUpdate) -> bool {
    (new.depth, new.lines.len()) >= (old.depth, old.lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::analysis_request::Limits;
    use tabia_uci::UciMove;

    fn request(moves: &str, search_moves: &str) -> Rc<AnalysisRequest> {
        let read =
            |text: &str| -> Vec<UciMove> { text.split_whitespace().map(|m| m.parse().unwrap()).collect() };
        Rc::new(AnalysisRequest {
            game: 1,
            start_fen: "8/8/8/8/8/8/8/K6k w - - 0 1".to_owned(),
            moves: read(moves),
            chess960: false,
            multipv: 1,
            limits: Limits::Infinite,
            search_moves: read(search_moves),
        })
    }

    fn update(request: &Rc<AnalysisRequest>, depth: u32) -> Rc<AnalysisUpdate> {
        Rc::new(AnalysisUpdate::of_depth(request, depth))
    }

    #[test]
    fn the_deepest_of_a_position_is_kept_for_each_engine() {
        let mut kept = Evaluations::default();
        let here = request("a1a2", "");
        kept.keep(1, &update(&here, 20));
        kept.keep(1, &update(&here, 12));
        kept.keep(2, &update(&here, 5));
        assert_eq!(kept.recall(1, &here).unwrap().depth, 20);
        assert_eq!(kept.recall(2, &here).unwrap().depth, 5);
        assert_eq!(kept.recall(3, &here), None);
        assert_eq!(kept.recall(1, &request("a1b1", "")), None);
        assert_eq!(kept.recall(1, &request("a1a2", "h1h2")), None, "other moves were searched");
    }

    #[test]
    fn what_is_recalled_answers_the_request_of_now() {
        let mut kept = Evaluations::default();
        kept.keep(1, &update(&request("a1a2", ""), 20));
        let now = Rc::new(AnalysisRequest { game: 7, multipv: 3, ..(*request("a1a2", "")).clone() });
        assert_eq!(kept.recall(1, &now).unwrap().request, now);
    }

    #[test]
    fn memory_is_bounded_and_what_was_looked_at_stays() {
        let mut kept = Evaluations::default();
        let first = request("a1a2", "");
        kept.keep(0, &update(&first, 9));
        for author in 1..2 * MOST as u64 {
            kept.keep(author, &update(&first, 9));
            assert!(kept.recall(0, &first).is_some());
        }
        assert_eq!(kept.len(), MOST);
    }
}
