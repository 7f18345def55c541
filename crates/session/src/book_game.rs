//! The engine's current game, as far as book learning needs it.

use tabia_chess::{Color, Move};
use tabia_engine::{Score, SearchResult};

/// Number of searches after leaving the book that are learned from, as in Crafty.
const SEARCHES: usize = 10;
/// Value of a mate, in centipawns.
const MATE: i32 = 30_000;
/// A game counts as lost if the engine's last two scores are at or below this, in centipawns: most programs
/// resign there.
const LOST: i32 = -900;

/// A search of the engine after leaving the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSearch {
    /// Score in centipawns from the engine's point of view; mates are ±30000.
    pub value: i32,
    /// Depth in plies.
    pub depth: u32,
}

/// Data from a game that the book learns from. It arrives in two parts: the searches, after the tenth one or at the
/// end of the game, and at the end whether the game was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookGame<'a> {
    /// Moves from the standard start position.
    pub moves: &'a [Move],
    /// Side the engine plays.
    pub side: Color,
    /// First searches after the book; empty if they were already passed on.
    pub searches: &'a [BookSearch],
    /// Whether the game is over and was lost.
    pub lost: bool,
    /// Engine's Elo minus the opponent's; 0 if either is unknown.
    pub rating_difference: i32,
    /// Opponent's name; may be empty.
    pub opponent: &'a str,
}

/// The current game.
#[derive(Clone, Debug, Default)]
pub(crate) struct LearnedGame {
    moves: Vec<Move>,
    side: Option<Color>,
    has_book_moves: bool,
    searches: Vec<BookSearch>,
    searches_learned: bool,
    /// Scores of the last two searches.
    last: [Option<i32>; 2],
}

/// Lesson of a game for the book.
pub(crate) struct Lesson {
    pub(crate) moves: Vec<Move>,
    pub(crate) side: Color,
    pub(crate) searches: Vec<BookSearch>,
    pub(crate) lost: bool,
}

impl LearnedGame {
    /// Whether a position after these moves, with this side to move, can belong to this game.
    pub(crate) fn goes_on(&self, moves: &[Move], side: Color) -> bool {
        self.side.is_none_or(|own| own == side) && moves.starts_with(&self.moves)
    }

    /// Records a move played from the book.
    pub(crate) fn book_move(&mut self, moves: &[Move], mv: Move, side: Color) {
        self.take(moves, mv, side);
        self.has_book_moves = true;
        // Back in the book: the earlier searches weren't after it.
        if !self.searches_learned {
            self.searches.clear();
        }
    }

    /// Records a move found by a search. Returns what can be learned at this point.
    pub(crate) fn search(&mut self, moves: &[Move], result: &SearchResult, side: Color) -> Option<Lesson> {
        let (Some(mv), Some((_, score))) = (result.best, result.exact()) else { return None };
        self.take(moves, mv, side);
        let value = match score {
            Score::Centipawns(value) => value.clamp(-MATE, MATE),
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        };
        self.last = [self.last[1], Some(value)];
        if !self.has_book_moves || self.searches_learned {
            return None;
        }
        self.searches.push(BookSearch { value, depth: result.depth });
        if self.searches.len() < SEARCHES {
            return None;
        }
        self.searches_learned = true;
        self.lesson(false)
    }

    /// Ends the game, also because another one has started. Returns what can be learned from it.
    pub(crate) fn finish(self) -> Option<Lesson> {
        let is_at_most = |value: Option<i32>, limit: i32| value.is_some_and(|value| value <= limit);
        let lost = is_at_most(self.last[1], -MATE)
            || is_at_most(self.last[0], LOST) && is_at_most(self.last[1], LOST);
        if !self.has_book_moves || (!lost && (self.searches_learned || self.searches.is_empty())) {
            return None;
        }
        let mut lesson = self.lesson(lost)?;
        if self.searches_learned {
            lesson.searches.clear();
        }
        Some(lesson)
    }

    fn lesson(&self, lost: bool) -> Option<Lesson> {
        Some(Lesson { moves: self.moves.clone(), side: self.side?, searches: self.searches.clone(), lost })
    }

    fn take(&mut self, moves: &[Move], mv: Move, side: Color) {
        self.moves = moves.to_vec();
        self.moves.push(mv);
        self.side = Some(side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Position;
    use tabia_engine::Bound;

    fn result(score: Score, depth: u32) -> SearchResult {
        let best = Position::default().legal_moves().first().copied();
        SearchResult { best, score: Some(score), depth, nodes: 1, ..SearchResult::default() }
    }

    fn lesson(scores: &[Score]) -> Option<(usize, bool)> {
        let mut game = LearnedGame::default();
        let first = Position::default().legal_moves()[0];
        game.book_move(&[], first, Color::White);
        for &score in scores {
            let _ = game.search(&[], &result(score, 8), Color::White);
        }
        game.finish().map(|lesson| (lesson.searches.len(), lesson.lost))
    }

    #[test]
    fn a_mate_or_two_hopeless_searches_are_a_loss() {
        let cp = Score::Centipawns;
        assert_eq!(lesson(&[]), None);
        assert_eq!(lesson(&[cp(20), cp(-40)]), Some((2, false)));
        assert_eq!(lesson(&[cp(20), cp(-950)]), Some((2, false)), "one search may err");
        assert_eq!(lesson(&[cp(-900), cp(-950)]), Some((2, true)));
        assert_eq!(lesson(&[cp(20), Score::Mate(-3)]), Some((2, true)));
        assert_eq!(lesson(&[cp(-900), cp(-950), cp(0)]), Some((3, false)), "it was saved");
        assert_eq!(lesson(&[Score::Mate(2)]), Some((1, false)));
        let long: Vec<Score> = std::iter::repeat_n(cp(5), 12).collect();
        assert_eq!(lesson(&long), None, "told at the tenth search already");
        let lost: Vec<Score> = std::iter::repeat_n(cp(-999), 12).collect();
        assert_eq!(lesson(&lost), Some((0, true)), "its result only");
    }

    #[test]
    fn a_bound_is_no_evaluation() {
        let mut game = LearnedGame::default();
        let moves = Position::default().legal_moves();
        game.book_move(&[], moves[0], Color::White);
        let bound = SearchResult {
            bound: Bound::Lower,
            completed: Some((moves[1], Score::Centipawns(182))),
            ..result(Score::Centipawns(659), 9)
        };
        let _ = game.search(&[], &bound, Color::White);
        let lesson = game.finish().expect("a lesson");
        assert_eq!(lesson.searches, [BookSearch { value: 182, depth: 9 }]);
        assert_eq!(lesson.moves.last(), bound.best.as_ref(), "it is the move that was played");
    }

    #[test]
    fn without_a_book_move_nothing_is_told() {
        let mut game = LearnedGame::default();
        let _ = game.search(&[], &result(Score::Mate(-1), 8), Color::Black);
        assert!(game.finish().is_none());
    }
}
