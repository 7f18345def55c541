//! Where games leave a repertoire.

use std::collections::HashMap;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, GameResult, NodeId, Played};

use crate::repertoire::Repertoire;

/// The move by which a game leaves a repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The repertoire's side plays another move.
    Player(Move),
    /// The opponent plays a move that the repertoire doesn't expect.
    Opponent(Move),
    /// The game follows a line to its end, or ends itself.
    None,
}

/// A move by which games leave a repertoire.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Position before the move.
    pub position: Position,
    /// Half-moves before the position in the first game with it.
    pub ply: usize,
    /// The move.
    pub played: Move,
    /// Whether the repertoire's side played it; otherwise the opponent did.
    pub is_own: bool,
    /// Games won, drawn and lost by the repertoire's side; unfinished games are in none of them.
    pub results: [usize; 3],
    /// Number of games.
    pub games: usize,
}

/// Counts of games that reach a repertoire.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Games that reach at least one position of the repertoire.
    pub games: usize,
    /// Those that never leave it: they follow a line to its end.
    pub faithful: usize,
    gaps: Vec<Gap>,
    /// Places in `gaps` by the position's key and the move.
    places: HashMap<(u64, Move), usize>,
}

impl Repertoire {
    /// Returns how the main line of a game leaves the repertoire, and the node before; `None` if the game never reaches it.
    pub fn departure(&self, game: &Game) -> Option<(Departure, NodeId)> {
        let (mut position, mut node, mut is_inside) = (*game.start(), NodeId::ROOT, false);
        for next in game.main_line() {
            let answers = match self.task(&position) {
                _ if position.turn() != self.side() => self.expected(&position),
                Some(task) => &task.answers,
                None => &[],
            };
            let Some(Played::Move(m)) = game.played(next) else { break };
            let mut after = position;
            after.play_unchecked(m);
            is_inside |= !answers.is_empty();
            // An unexpected move may lead to a known position by another order.
            let is_known = answers.contains(&m) || self.knows(&after);
            if is_inside && !is_known {
                return Some(match (answers.is_empty(), position.turn() == self.side()) {
                    (true, _) => (Departure::None, node),
                    (false, true) => (Departure::Player(m), node),
                    (false, false) => (Departure::Opponent(m), node),
                });
            }
            (position, node) = (after, next);
        }
        is_inside.then_some((Departure::None, node))
    }

    /// Whether the repertoire has moves in a position.
    fn knows(&self, position: &Position) -> bool {
        if position.turn() == self.side() {
            self.task(position).is_some()
        } else {
            !self.expected(position).is_empty()
        }
    }
}

impl Comparison {
    /// Counts a game.
    pub fn add(&mut self, repertoire: &Repertoire, game: &Game) {
        let Some((departure, node)) = repertoire.departure(game) else { return };
        self.games += 1;
        let (played, is_own) = match departure {
            Departure::Player(m) => (m, true),
            Departure::Opponent(m) => (m, false),
            Departure::None => {
                self.faithful += 1;
                return;
            }
        };
        let position = game.position(node);
        let place = *self.places.entry((position.repetition_key(), played)).or_insert_with(|| {
            let ply = game.ply(node);
            self.gaps.push(Gap { position, ply, played, is_own, results: [0; 3], games: 0 });
            self.gaps.len() - 1
        });
        let gap = &mut self.gaps[place];
        gap.games += 1;
        if let Some(result) = result_of(game, repertoire.side()) {
            gap.results[result] += 1;
        }
    }

    /// Returns the moves by which games leave the repertoire, the most frequent first.
    pub fn gaps(&self) -> Vec<&Gap> {
        let mut gaps: Vec<&Gap> = self.gaps.iter().collect();
        gaps.sort_by_key(|gap| (std::cmp::Reverse(gap.games), gap.ply));
        gaps
    }
}

/// Place of a side's result among won, drawn and lost.
fn result_of(game: &Game, side: Color) -> Option<usize> {
    let winner = match game.result() {
        GameResult::WhiteWins => Color::White,
        GameResult::BlackWins => Color::Black,
        GameResult::Draw => return Some(1),
        GameResult::Unknown => return None,
    };
    Some(if winner == side { 0 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repertoire::tests::{read, repertoire};

    const ITALIAN: &str = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 *";

    fn departure(side: Color, game: &str) -> Option<String> {
        let repertoire = repertoire(side, &[ITALIAN]);
        let game = read(game);
        repertoire.departure(&game).map(|(departure, node)| {
            let san = |m| format!("{} {}", game.ply(node), game.position(node).san(m));
            match departure {
                Departure::Player(m) => format!("player {}", san(m)),
                Departure::Opponent(m) => format!("opponent {}", san(m)),
                Departure::None => format!("none {}", game.ply(node)),
            }
        })
    }

    #[test]
    fn a_game_leaves_by_a_move_of_either_side_or_at_the_end_of_a_line() {
        let white = |game| departure(Color::White, game).unwrap_or_default();
        assert_eq!(white("1. e4 e5 2. f4 exf4 *"), "player 2 f4");
        assert_eq!(white("1. d4 d5 *"), "player 0 d4");
        assert_eq!(white("1. e4 e6 2. d4 *"), "opponent 1 e6");
        assert_eq!(white("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"), "none 5");
        assert_eq!(white("1. e4 e5 *"), "none 2");
        let black = |game| departure(Color::Black, game).unwrap_or_default();
        assert_eq!(black("1. d4 d5 *"), "opponent 0 d4");
        assert_eq!(black("1. e4 e6 *"), "player 1 e6");
        assert_eq!(black("1. e4 c5 2. c3 *"), "opponent 2 c3");
        assert_eq!(black("1. e4 c5 2. Nf3 d6 *"), "none 3");
        let other = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        assert_eq!((departure(Color::White, other), departure(Color::White, "*")), (None, None));
    }

    #[test]
    fn another_order_of_moves_is_no_departure() {
        assert_eq!(departure(Color::White, "1. Nf3 Nc6 2. e4 e5 3. Bb5 *").unwrap(), "player 0 Nf3");
        let queens = repertoire(Color::Black, &["1. d4 d5 2. c4 e6 3. Nc3 Nf6 *"]);
        let (departure, node) = queens.departure(&read("1. c4 e6 2. d4 d5 3. Nc3 Be7 *")).unwrap();
        assert!(
            matches!((departure, node), (Departure::Opponent(_), NodeId::ROOT)),
            "the line begins otherwise"
        );
        let order = repertoire(Color::Black, &["1. d4 d5 2. c4 e6 3. Nc3 Nf6 (3. Nf3 Nf6 4. Nc3 Be7) *"]);
        let game = read("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3 Be7 *");
        assert_eq!(order.departure(&game).unwrap().0, Departure::None);
    }

    #[test]
    fn gaps_are_counted_with_results_the_most_frequent_first() {
        let white = repertoire(Color::White, &[ITALIAN]);
        let mut comparison = Comparison::default();
        for game in [
            "1. e4 e6 2. d4 1-0",
            "1. e4 e6 2. Nf3 1/2-1/2",
            "1. e4 e6 *",
            "1. e4 e5 2. f4 0-1",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 *",
        ] {
            comparison.add(&white, &read(game));
        }
        let of = |gap: &Gap| (gap.position.san(gap.played), gap.is_own, gap.games, gap.results);
        let gaps: Vec<_> = comparison.gaps().into_iter().map(of).collect();
        let wanted = [("e6".to_owned(), false, 3, [1, 1, 0]), ("f4".to_owned(), true, 1, [0, 0, 1])];
        assert_eq!((gaps, comparison.games, comparison.faithful), (wanted.to_vec(), 5, 1));
    }
}
