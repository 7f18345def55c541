//! Detects whether a watched game is too fast for animated moves.

/// Minimum time per move for animation, in milliseconds. Above four moves per second, a piece would start before the previous one has
/// arrived.
const SHORTEST_MS: f64 = 250.0;

/// Latest state of a watched game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GamePace {
    last: Option<((usize, usize), f64)>,
    is_fast: bool,
}

impl GamePace {
    /// Whether to show the position without animation. `seen` is the game number and its plies, `now_ms` the current time.
    pub fn is_fast(&mut self, seen: (usize, usize), now_ms: f64) -> bool {
        match self.last {
            // Only a redraw.
            Some((last, _)) if last == seen => return self.is_fast,
            Some(((game, plies), since)) if game == seen.0 => {
                let moves = seen.1.abs_diff(plies) as f64;
                self.is_fast = now_ms - since < SHORTEST_MS * moves;
            }
            // A different game: there is no move to animate.
            _ => self.is_fast = true,
        }
        self.last = Some((seen, now_ms));
        self.is_fast
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_four_moves_a_second_are_shown_without_animation() {
        let mut pace = GamePace::default();
        assert!(pace.is_fast((0, 3), 0.0), "the first that is seen");
        assert!(!pace.is_fast((0, 4), 250.0), "four a second");
        assert!(!pace.is_fast((0, 4), 260.0), "drawn again");
        assert!(pace.is_fast((0, 5), 490.0), "faster");
        assert!(pace.is_fast((0, 5), 900.0), "drawn again");
        assert!(pace.is_fast((0, 8), 1200.0), "three moves at once");
        assert!(!pace.is_fast((0, 10), 1800.0), "two in 600 ms");
        assert!(pace.is_fast((1, 1), 9000.0), "another game");
    }
}
