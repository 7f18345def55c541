//! Engines accepting, offering and claiming draws, and resigning.
//!
//! The engine uses its own evaluations in this game, from its side and in centipawns. With a contempt of `c`
//! centipawns, a draw is worth `-c` to it. It accepts a draw if its last two evaluations were both at most
//! [`MARGIN_CP`] above that value, once both sides have played [`MIN_MOVES`] moves. It offers a draw if its last
//! [`OFFER_EVALUATIONS`] evaluations were all within [`MARGIN_CP`] of that value, from move [`OFFER_MOVES`] on,
//! and not again for [`OFFER_PAUSE`] moves. It claims a threefold repetition or the fifty-move rule if it would
//! accept a draw, regardless of the number of moves. It resigns, if the game's set-up allows it, if its last
//! [`RESIGN_EVALUATIONS`] evaluations were all at most [`RESIGN_CP`], once both sides have played [`MIN_MOVES`]
//! moves.

use tabia_chess::Color;

use super::game::{LiveGame, MoveEvaluation};

/// Maximum evaluation above the value of a draw for an engine to accept, in centipawns.
pub const MARGIN_CP: i32 = 20;
/// Minimum number of moves by each side before an engine accepts a draw.
pub const MIN_MOVES: usize = 10;
/// Number of last evaluations that an engine considers before it offers a draw.
pub const OFFER_EVALUATIONS: usize = 4;
/// Minimum number of moves by each side before an engine offers a draw.
pub const OFFER_MOVES: usize = 30;
/// Minimum number of moves between an engine's draw offers.
pub const OFFER_PAUSE: usize = 10;

/// Maximum evaluation for an engine to resign, in centipawns.
pub const RESIGN_CP: i32 = -900;
/// Number of last evaluations that an engine considers before it resigns.
pub const RESIGN_EVALUATIONS: usize = 3;

/// Value of a mate in centipawns.
const MATE_CP: i32 = 30_000;

/// Converts an evaluation to centipawns from a side.
pub fn centipawns(evaluation: &MoveEvaluation, color: Color) -> Option<i32> {
    let white = match (evaluation.mate, evaluation.cp) {
        // Already mated: the side to move has lost, as the end of the game shows.
        (Some(moves), _) => MATE_CP * moves.signum(),
        (None, cp) => cp?,
    };
    Some(if color.is_white() { white } else { -white })
}

/// Returns the evaluations of a side's engine after its last moves, latest first, from its side in centipawns. A
/// book move or a person's move ends the list.
fn evaluations(
    game: &LiveGame,
    color: Color,
    fresh: Option<MoveEvaluation>,
) -> impl Iterator<Item = i32> + '_ {
    let turn = game.turn();
    let moves = game.game().moves.iter().rev();
    let own = moves.enumerate().filter(move |(back, _)| (back % 2 == 1) == (color == turn));
    let own = own.map(|(_, played)| played.evaluation);
    let fresh = fresh.into_iter().map(Some);
    fresh.chain(own).map_while(move |own| own.and_then(|own| centipawns(&own, color)))
}

/// Whether the engine of a side is satisfied with a draw, by its last `count` evaluations.
fn is_content(game: &LiveGame, color: Color, fresh: Option<MoveEvaluation>, count: usize) -> bool {
    let worth = -game.setup().player(color).contempt();
    let last: Vec<i32> = evaluations(game, color, fresh).take(count).collect();
    last.len() == count && last.iter().all(|&own| own <= worth + MARGIN_CP)
}

/// Whether the engine of a side accepts a draw. `fresh` is its evaluation of the move it is about to play.
pub fn accepts(game: &LiveGame, color: Color, fresh: Option<MoveEvaluation>) -> bool {
    game.ply() >= 2 * MIN_MOVES && is_content(game, color, fresh, 2)
}

/// Whether the engine of a side claims the available draw.
pub fn claims(game: &LiveGame, color: Color) -> bool {
    game.claim().is_some() && is_content(game, color, None, 1)
}

/// Whether the engine of a side resigns instead of playing a move with the evaluation `fresh`.
pub fn resigns(game: &LiveGame, color: Color, fresh: Option<MoveEvaluation>) -> bool {
    let last: Vec<i32> = evaluations(game, color, fresh).take(RESIGN_EVALUATIONS).collect();
    fresh.is_some()
        && game.setup().engines_resign
        && game.ply() >= 2 * MIN_MOVES
        && last.len() == RESIGN_EVALUATIONS
        && last.iter().all(|&own| own <= RESIGN_CP)
}

/// Whether the engine of a side, which has just moved, offers a draw. `last_offer` is the number of moves played
/// at its previous offer.
pub fn offers(game: &LiveGame, color: Color, last_offer: Option<usize>) -> bool {
    let worth = -game.setup().player(color).contempt();
    let last: Vec<i32> = evaluations(game, color, None).take(OFFER_EVALUATIONS).collect();
    game.setup().engines_offer_draws
        && game.ply() >= 2 * OFFER_MOVES
        && last_offer.is_none_or(|ply| game.ply() >= ply + 2 * OFFER_PAUSE)
        && last.len() == OFFER_EVALUATIONS
        && last.iter().all(|&own| (own - worth).abs() <= MARGIN_CP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::game::PlayedMove;
    use crate::state::play::setup::{EnginePlayer, PlaySetup, SidePlayer, Start};

    /// A game of pieces moving back and forth; `black` has the evaluations of Black's engine, which has this
    /// contempt.
    fn game(moves: usize, contempt: i32, black: &[Option<i32>]) -> LiveGame {
        let options = vec![("Contempt".to_owned(), contempt.to_string())];
        let engine = SidePlayer::Engine(EnginePlayer { options, ..EnginePlayer::default() });
        // Wandering pieces avoid a fivefold repetition.
        let fen = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned();
        let setup = PlaySetup {
            players: [SidePlayer::human(), engine],
            start: Start::Fen(fen),
            ..PlaySetup::default()
        };
        let mut game = LiveGame::new(String::new(), setup, 0.0).unwrap();
        for ply in 0..2 * moves {
            let position = *game.position();
            let legal = position.legal_moves();
            let quiet: Vec<_> = legal.iter().copied().filter(|mv| !mv.is_capture()).collect();
            let mv = quiet[(ply * 7 + ply / 3) % quiet.len()];
            let back = (2 * moves - ply) / 2;
            let cp = if ply % 2 == 1 { black.get(back).copied().flatten() } else { None };
            let evaluation = cp.map(|cp| MoveEvaluation { cp: Some(-cp), mate: None, depth: None });
            let played = PlayedMove { evaluation, ..PlayedMove::default() };
            game.play(mv, &played).unwrap();
            if game.is_over() {
                game.game_mut().end = None;
            }
        }
        game
    }

    #[test]
    fn an_engine_agrees_by_its_own_score_and_contempt() {
        let agrees = |moves, contempt, own: &[i32]| {
            let own: Vec<Option<i32>> = own.iter().copied().map(Some).collect();
            accepts(&game(moves, contempt, &own), Color::Black, None)
        };
        assert!(agrees(12, 0, &[0, 5]));
        assert!(agrees(12, 0, &[-300, -200]));
        assert!(!agrees(12, 0, &[0, 80]), "it thought that it was better a move ago");
        assert!(!agrees(12, 0, &[40, 40]));
        assert!(!agrees(5, 0, &[0, 0]), "too early");
        assert!(!agrees(12, 50, &[0, 0]), "it wants more than a draw");
        assert!(agrees(12, 50, &[-40, -40]));
        assert!(agrees(12, -50, &[60, 60]), "it likes draws");
        assert!(
            !accepts(&game(12, 0, &[Some(0), None]), Color::Black, None),
            "the move before was a book move"
        );
    }

    #[test]
    fn an_engine_offers_late_and_seldom() {
        let level = [Some(3), Some(-8), Some(0), Some(10), Some(0)];
        let at = |moves| game(moves, 0, &level);
        assert!(offers(&at(31), Color::Black, None));
        assert!(!offers(&at(20), Color::Black, None));
        assert!(!offers(&at(31), Color::Black, Some(50)));
        assert!(offers(&at(35), Color::Black, Some(50)));
        let lost = [Some(-300); 5];
        assert!(!offers(&game(31, 0, &lost), Color::Black, None), "it does not beg");
    }

    #[test]
    fn an_engine_resigns_when_it_has_been_lost_for_three_moves() {
        let fresh = |cp: i32| Some(MoveEvaluation { cp: Some(-cp), mate: None, depth: None });
        let resigns_at = |moves, own: &[i32], now: i32, may: bool| {
            let own: Vec<Option<i32>> = own.iter().copied().map(Some).collect();
            let mut game = game(moves, 0, &own);
            game.game_mut().setup.engines_resign = may;
            // White moves, then Black's engine has searched.
            let mv = game.position().legal_moves()[0];
            let played = game.game().moves[0].clone();
            game.play(mv, &played).unwrap();
            resigns(&game, Color::Black, fresh(now))
        };
        assert!(resigns_at(12, &[-950, -900], -1200, true));
        assert!(!resigns_at(12, &[-950, -900], -1200, false), "not allowed");
        assert!(!resigns_at(12, &[-950, -900], -800, true), "it hopes again");
        assert!(!resigns_at(12, &[-950, -300], -1200, true), "only two evaluations");
        assert!(!resigns_at(5, &[-950, -900], -1200, true), "too early");
        assert!(!resigns(&game(12, 0, &[Some(-950); 4]), Color::Black, None), "a book move");
    }

    #[test]
    fn an_engine_that_may_not_offer_draws_does_not() {
        let mut game = game(31, 0, &[Some(3), Some(-8), Some(0), Some(10), Some(0)]);
        game.game_mut().setup.engines_offer_draws = false;
        assert!(!offers(&game, Color::Black, None));
    }

    #[test]
    fn mates_count_as_won_or_lost() {
        let mate = |moves| MoveEvaluation { cp: None, mate: Some(moves), depth: None };
        assert_eq!(centipawns(&mate(-3), Color::Black), Some(MATE_CP));
        assert_eq!(centipawns(&mate(-3), Color::White), Some(-MATE_CP));
    }
}
