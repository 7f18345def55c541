//! The positions of a repertoire and the moves to play in them.

use std::collections::HashMap;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, Nag, NodeId};

/// Tag of a game that is a repertoire: `White` or `Black`, the side whose moves are to be known.
pub const TAG: &str = "Repertoire";

/// Glyphs of moves that a repertoire shows but doesn't play: `?`, `??` and `?!`.
const REJECTED: [Nag; 3] = [Nag(2), Nag(4), Nag(6)];

/// Returns the side whose repertoire a game is; `None` if it is none.
pub fn side_of(game: &Game) -> Option<Color> {
    match game.tags().get(TAG)?.trim().chars().next()? {
        'W' | 'w' => Some(Color::White),
        'B' | 'b' => Some(Color::Black),
        _ => None,
    }
}

/// Makes a game a repertoire of this side; `None` makes it an ordinary game.
pub fn set_side(game: &mut Game, side: Option<Color>) {
    match side {
        Some(side) => game.tags_mut().set(TAG, if side == Color::White { "White" } else { "Black" }),
        None => game.tags_mut().remove(TAG),
    };
}

/// A position in which a move is to be known.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The position, with the repertoire's side to move.
    pub position: Position,
    /// Moves from `start` to the position, in the first line that reaches it.
    pub line: Vec<Move>,
    /// Start of that line.
    pub start: Position,
    /// Moves of the repertoire, the first one preferred; at least one.
    pub answers: Vec<Move>,
    /// Comment on the preferred move.
    pub comment: String,
}

/// The repertoire of a side.
#[derive(Clone, Debug)]
pub struct Repertoire {
    side: Color,
    tasks: Vec<Task>,
    /// Places in `tasks` by the keys of their positions.
    places: HashMap<u64, usize>,
    /// Moves of the opponent that the repertoire expects, by the keys of the positions before them.
    expected: HashMap<u64, Vec<Move>>,
}

impl Repertoire {
    /// Creates an empty repertoire.
    pub fn new(side: Color) -> Self {
        let (places, expected) = (HashMap::new(), HashMap::new());
        Self { side, tasks: Vec::new(), places, expected }
    }

    /// Returns the side whose moves are to be known.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the positions to know, in the order of the games, each line to its end before the next one.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Returns what is to be known in a position; `None` if the repertoire has no move there.
    pub fn task(&self, position: &Position) -> Option<&Task> {
        self.places.get(&position.repetition_key()).map(|&place| &self.tasks[place])
    }

    /// Returns the opponent's moves that the repertoire expects in a position.
    pub fn expected(&self, position: &Position) -> &[Move] {
        self.expected.get(&position.repetition_key()).map_or(&[], Vec::as_slice)
    }

    /// Adds a game with all its variations. Own moves with a glyph for a mistake are not part of the repertoire, nor is what follows
    /// them, and neither is what follows a null move.
    pub fn add(&mut self, game: &Game) {
        // A stack, because lines may be longer than the call stack is deep.
        let mut pending = vec![(NodeId::ROOT, *game.start())];
        while let Some((node, position)) = pending.pop() {
            let mut next = Vec::new();
            for child in game.children(node) {
                let Some(m) = game.played(child).and_then(tabia_pgn::Played::as_move) else { continue };
                let is_own = position.turn() == self.side;
                let glyphs = &game.annotations(child).nags;
                if is_own && glyphs.iter().any(|glyph| REJECTED.contains(glyph)) {
                    continue;
                }
                if is_own {
                    self.add_answer(game, node, child, &position, m);
                } else {
                    let expected = self.expected.entry(position.repetition_key()).or_default();
                    if !expected.contains(&m) {
                        expected.push(m);
                    }
                }
                let mut after = position;
                after.play_unchecked(m);
                next.push((child, after));
            }
            pending.extend(next.into_iter().rev());
        }
    }

    fn add_answer(&mut self, game: &Game, node: NodeId, child: NodeId, position: &Position, m: Move) {
        let place = *self.places.entry(position.repetition_key()).or_insert_with(|| {
            let moves = game.path(node).into_iter().filter_map(|node| game.played(node)?.as_move());
            self.tasks.push(Task {
                position: *position,
                line: moves.collect(),
                start: *game.start(),
                answers: Vec::new(),
                comment: game.annotations(child).text_after(),
            });
            self.tasks.len() - 1
        });
        let answers = &mut self.tasks[place].answers;
        if !answers.contains(&m) {
            answers.push(m);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn read(text: &str) -> Game {
        tabia_pgn::read(text).games.remove(0)
    }

    pub(crate) fn repertoire(side: Color, texts: &[&str]) -> Repertoire {
        let mut repertoire = Repertoire::new(side);
        for text in texts {
            repertoire.add(&read(text));
        }
        repertoire
    }

    /// Each task as its line and its answers.
    fn tasks(repertoire: &Repertoire) -> Vec<String> {
        let san = |task: &Task| {
            let mut position = task.start;
            let mut words = Vec::new();
            for &m in &task.line {
                words.push(position.san(m));
                position.play_unchecked(m);
            }
            assert!(position.same_position(&task.position), "the line leads to the position");
            let answers: Vec<String> = task.answers.iter().map(|&m| position.san(m)).collect();
            format!("{}: {}", words.join(" "), answers.join(" "))
        };
        repertoire.tasks().iter().map(san).collect()
    }

    const ITALIAN: &str = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 Nc6 (2... Nf6 3. Nxe5) 3. Bc4 *";

    #[test]
    fn own_moves_are_to_be_known_line_by_line() {
        let white = repertoire(Color::White, &[ITALIAN]);
        let wanted = [": e4", "e4 e5: Nf3", "e4 e5 Nf3 Nc6: Bc4", "e4 e5 Nf3 Nf6: Nxe5", "e4 c5: Nf3 c3"];
        assert_eq!(tasks(&white), wanted);
        let black = repertoire(Color::Black, &[ITALIAN]);
        let wanted = ["e4: e5 c5", "e4 e5 Nf3: Nc6 Nf6", "e4 c5 c3: d5"];
        assert_eq!(tasks(&black), wanted);
        assert_eq!(black.expected(&Position::default()).len(), 1);
    }

    #[test]
    fn positions_are_the_same_by_any_move_order_and_in_any_game() {
        let both = ["1. d4 d5 2. c4 e6 3. Nc3 *", "1. c4 e6 2. d4 d5 3. Nf3 *"];
        let white = repertoire(Color::White, &both);
        let wanted = [": d4 c4", "d4 d5: c4", "d4 d5 c4 e6: Nc3 Nf3", "c4 e6: d4"];
        assert_eq!(tasks(&white), wanted);
    }

    #[test]
    fn mistakes_of_ones_own_are_not_to_be_played_and_those_of_the_opponent_are_to_be_met() {
        let game = "1. e4 e5 2. Nf3 (2. Qh5? Nc6 3. Bc4) 2... f6? 3. Nxe5 {wins} (3. Bc4?! d6 4. d3) *";
        let white = repertoire(Color::White, &[game]);
        assert_eq!(tasks(&white), [": e4", "e4 e5: Nf3", "e4 e5 Nf3 f6: Nxe5"]);
        assert_eq!(white.tasks()[2].comment, "wins");
        let null = repertoire(Color::White, &["1. e4 -- 2. d4 *"]);
        assert_eq!(tasks(&null), [": e4"]);
    }

    #[test]
    fn a_tag_makes_a_game_a_repertoire() {
        let mut game = read(ITALIAN);
        assert_eq!(side_of(&game), None);
        for side in [Some(Color::White), Some(Color::Black), None] {
            set_side(&mut game, side);
            let text = tabia_pgn::write(&game);
            assert_eq!(side_of(&read(&text)), side, "{text}");
        }
        for (value, side) in
            [("white", Some(Color::White)), ("b", Some(Color::Black)), ("?", None), ("", None)]
        {
            assert_eq!(side_of(&read(&format!("[Repertoire \"{value}\"]\n\n1. e4 *"))), side, "{value}");
        }
    }

    #[test]
    fn a_game_from_another_position_is_a_repertoire_too() {
        let game = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. e5 *";
        assert_eq!(tasks(&repertoire(Color::White, &[game])), [": e4", "e4 Kd7: e5"]);
    }
}
