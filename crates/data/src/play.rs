//! One game of the engine against itself.

use tabia_arena::adjudication::{Adjudicator, Ruling};
use tabia_arena::{Adjudication, DrawRule, ResignRule};
use tabia_chess::{Color, Outcome, Position, Role};
use tabia_engine::{Control, Engine, Limits, Report, Score, SearchResult, Signal};
use tabia_rng::Rng;

use crate::format::{Game, ScoredMove, stored_score};
use crate::opening::random_opening;
use crate::{GameResult, rng_for};

/// Settings of self-play. The defaults are the project's recipe (docs/data.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySettings {
    /// The minimum number of random half-moves at the start; half of the games, at random, have one more, so
    /// that both sides start.
    pub random_plies: u32,
    /// The maximum score of the first search for either side, in centipawns; other openings are replaced.
    pub max_opening_score: u32,
    /// Nodes per move after which no further iteration is started.
    pub soft_nodes: u64,
    /// Nodes per move at which the search ends.
    pub hard_nodes: u64,
    /// When decided games are ended.
    pub adjudication: Adjudication,
    /// Whether games start from the 960 start positions of Chess960.
    pub chess960: bool,
}

impl PlaySettings {
    /// The adjudication rules: won when both sides agree on 15 pawns for three moves each, drawn when both
    /// stay within a tenth of a pawn for eight moves each from move 40 on, or after 200 moves.
    pub const ADJUDICATION: Adjudication = Adjudication {
        draw: Some(DrawRule { number: 40, count: 8, score: 10 }),
        resign: Some(ResignRule { number: 0, count: 3, score: 1_500, two_sided: true }),
        max_moves: Some(200),
    };

    /// The recipe with this many soft nodes per move and at most eight times as many.
    pub fn with_nodes(soft_nodes: u64) -> Self {
        Self {
            random_plies: 8,
            max_opening_score: 300,
            soft_nodes,
            hard_nodes: soft_nodes.saturating_mul(8),
            adjudication: Self::ADJUDICATION,
            chess960: false,
        }
    }
}

/// A search without reports and signals.
struct Unwatched;

impl Control for Unwatched {
    fn now_ms(&mut self) -> f64 {
        0.0
    }

    fn signal(&mut self) -> Signal {
        Signal::Go
    }

    fn report(&mut self, _: &Report<'_>) {}
}

/// Plays the game with this number in the run with this seed. The engine is cleared first, so that the game
/// depends on nothing else; it must have full strength and one thread.
pub fn play_game(engine: &mut Engine, settings: &PlaySettings, seed: u64, number: u64) -> Game {
    let mut rng = rng_for(seed, number);
    let (start, first) = opening(engine, settings, &mut rng);
    Running::new(settings, start).play(engine, first)
}

/// An opening that is not decided, with the search of its position.
fn opening(engine: &mut Engine, settings: &PlaySettings, rng: &mut Rng) -> (Position, SearchResult) {
    loop {
        let start =
            if settings.chess960 { Position::chess960(rng.below(960) as u16) } else { Position::default() };
        let plies = settings.random_plies + rng.below(2) as u32;
        let Some(position) = random_opening(rng, &start, plies) else { continue };
        engine.clear();
        let result = search(engine, settings, &position, &[]);
        if is_balanced(&result, settings.max_opening_score) {
            return (position, result);
        }
    }
}

/// Whether neither side is ahead by more than this many centipawns.
fn is_balanced(result: &SearchResult, most: u32) -> bool {
    matches!(result.score, Some(Score::Centipawns(score)) if score.unsigned_abs() <= most)
}

fn search(
    engine: &mut Engine,
    settings: &PlaySettings,
    position: &Position,
    history: &[u64],
) -> SearchResult {
    let limits = Limits { soft_nodes: Some(settings.soft_nodes), ..Limits::nodes(settings.hard_nodes) };
    engine.search(position, history, &limits, &mut Unwatched)
}

/// An opening for a match rather than a game of the run: `start` and random moves, checked by a search like
/// the openings of games. Gives up after a number of attempts.
pub fn balanced_opening(
    engine: &mut Engine,
    rng: &mut Rng,
    start: &Position,
    plies: u32,
    settings: &PlaySettings,
    attempts: u32,
) -> Option<Position> {
    (0..attempts).find_map(|_| {
        let position = random_opening(rng, start, plies)?;
        engine.clear();
        let result = search(engine, settings, &position, &[]);
        is_balanced(&result, settings.max_opening_score).then_some(position)
    })
}

/// A game in progress.
struct Running<'a> {
    settings: &'a PlaySettings,
    position: Position,
    /// The repetition keys of the earlier positions.
    history: Vec<u64>,
    adjudicator: Adjudicator,
    game: Game,
}

impl<'a> Running<'a> {
    fn new(settings: &'a PlaySettings, start: Position) -> Self {
        Self {
            settings,
            position: start,
            history: Vec::new(),
            adjudicator: Adjudicator::new(settings.adjudication),
            game: Game { start, moves: Vec::new(), result: GameResult::Draw },
        }
    }

    fn play(mut self, engine: &mut Engine, first: SearchResult) -> Game {
        let mut searched = Some(first);
        while self.ended_by_the_laws().is_none() {
            let result = searched
                .take()
                .unwrap_or_else(|| search(engine, self.settings, &self.position, &self.history));
            let (Some(mv), Some(score)) = (result.best, result.score) else { break };
            let turn = self.position.turn();
            let stored = stored_score(score);
            let score_for_white = if turn.is_white() { stored } else { -stored };
            self.game.moves.push(ScoredMove { mv, score: score_for_white });

            let is_pawn = self.position.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Pawn);
            let number = self.position.fullmove_number();
            self.history.push(self.position.repetition_key());
            self.position.play_unchecked(mv);
            let ruling = self.adjudicator.update(turn, Some(told(score)), mv.is_capture() || is_pawn, number);
            // The rules of chess come first: a mate is a mate whatever the scores were.
            if let Some(ruling) = ruling
                && self.ended_by_the_laws().is_none()
            {
                self.game.result = of_ruling(ruling);
                return self.game;
            }
        }
        self.game.result = self.ended_by_the_laws().unwrap_or(GameResult::Draw);
        self.game
    }

    /// The end of the game by the rules of chess, if any: mate, stalemate, insufficient material,
    /// threefold repetition, fifty moves.
    fn ended_by_the_laws(&self) -> Option<GameResult> {
        match self.position.outcome() {
            Some(Outcome::Checkmate { winner }) => return Some(of_winner(winner)),
            Some(Outcome::Stalemate | Outcome::InsufficientMaterial) => return Some(GameResult::Draw),
            None => {}
        }
        let key = self.position.repetition_key();
        let repeated = self.history.iter().filter(|&&before| before == key).count() >= 2;
        (repeated || self.position.halfmove_clock() >= 100).then_some(GameResult::Draw)
    }
}

fn of_winner(winner: Color) -> GameResult {
    if winner.is_white() { GameResult::WhiteWins } else { GameResult::BlackWins }
}

fn of_ruling(ruling: Ruling) -> GameResult {
    match ruling {
        Ruling::Win(winner) => of_winner(winner),
        Ruling::Draw | Ruling::MaxMoves => GameResult::Draw,
    }
}

/// A score for adjudication.
fn told(score: Score) -> tabia_uci::Score {
    match score {
        Score::Centipawns(score) => tabia_uci::Score::Cp(score),
        Score::Mate(moves) => tabia_uci::Score::Mate(moves),
    }
}
