//! Review of a finished game: the accuracy of both sides, and the worst moves.

use crate::state::report::words::remark_text;
use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};
use tabia_report::{Findings, Remark, Scope, Style, glyph, remarks, report_of, win_percent};

use super::game::LiveGame;

/// Minimum number of moves of a reviewed game, in plies.
const LEAST_PLIES: usize = 10;
/// Maximum number of moves listed.
const WORST: usize = 3;

/// One of the worst moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorstMove {
    /// Ply after the move, counted from the start of the game.
    pub ply: usize,
    /// Move number, SAN and glyph: `12… Qxb2??`.
    pub name: String,
    /// What was better: `Mistake. Nf3 was best: +0.35 instead of -1.20 (depth 9).`
    pub remark: String,
}

/// Review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Accuracy of White and Black in percent.
    pub accuracy: [Option<f64>; 2],
    /// Up to three worst moves among the judged ones, in the order of the game.
    pub worst: Vec<WorstMove>,
}

/// Whether a game is reviewed: a person played, it is finished, and not after a handful of moves.
pub fn is_reviewed(live: &LiveGame) -> bool {
    live.setup().has_human() && live.end().is_some_and(|end| end.counts()) && live.ply() >= LEAST_PLIES
}

/// Returns the moves that were played, without those on the board at the start.
pub fn moves_played(live: &LiveGame) -> Game {
    let from = live.start_plies();
    let start = live.positions().get(from).copied().unwrap_or_default();
    let mut game = Game::new(start, live.start().chess960);
    let mut node = NodeId::ROOT;
    for &mv in live.line().iter().skip(from) {
        // Moves of a live game are legal.
        let Ok(next) = game.play(node, mv) else { break };
        node = next;
    }
    game
}

impl Review {
    /// Returns the review of [`moves_played`] in a game: of the moves of `side`, or of both sides.
    pub fn new(game: &Game, findings: &Findings, start_plies: usize, side: Option<Color>) -> Self {
        let report = report_of(game, findings);
        let scope = Scope { side, ..Scope::default() };
        let mut judged = remarks(game, &scope, findings, &Style::default());
        judged.retain(|remark| remark.judgement.is_some());
        judged.sort_by(|one, other| lost_percent(other).total_cmp(&lost_percent(one)));
        judged.truncate(WORST);
        judged.sort_by_key(|remark| game.ply(remark.node));
        Self {
            accuracy: [report.white.accuracy, report.black.accuracy],
            worst: judged.iter().filter_map(|remark| worst_move(game, remark, start_plies)).collect(),
        }
    }
}

/// Returns the loss of expected score by a judged move, in percent.
fn lost_percent(remark: &Remark) -> f64 {
    (win_percent(remark.best.eval) - win_percent(remark.played)).abs()
}

fn worst_move(game: &Game, remark: &Remark, start_plies: usize) -> Option<WorstMove> {
    let before = game.position(game.parent(remark.node)?);
    let dots = if before.turn() == Color::White { "." } else { "…" };
    let san = game.played(remark.node)?.san(&before);
    let mark = remark.judgement.map_or("", glyph);
    Some(WorstMove {
        ply: start_plies + game.ply(remark.node),
        name: format!("{}{dots} {san}{mark}", before.fullmove_number()),
        remark: remark_text(remark, &before),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::ending::{EndReason, GameEnd};
    use crate::state::play::game::PlayedMove;
    use crate::state::play::setup::{PlaySetup, SidePlayer, Start};
    use tabia_report::{Analysis, Eval, Plan};

    /// Returns a game with these moves, in UCI.
    fn live(setup: PlaySetup, moves: &[&str]) -> LiveGame {
        let mut live = LiveGame::new("id".to_owned(), setup, 0.0).unwrap();
        for uci in moves {
            let mv = live.read_move(uci).unwrap();
            live.play(mv, &PlayedMove::default()).unwrap();
        }
        live
    }

    const MOVES: [&str; 12] =
        ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "b1c3", "f8c5", "a2a3", "a7a6", "h2h3", "h7h6"];

    /// Returns the findings with these evaluations after the moves, in centipawns. The best move is never the one played.
    fn findings(game: &Game, evals: &[i32]) -> Findings {
        let plan = Plan::new(game, &Scope::default());
        let results: Vec<Option<Analysis>> = plan
            .items
            .iter()
            .zip(std::iter::once(&0).chain(evals))
            .map(|(item, &cp)| {
                let moves = item.position.legal_moves();
                let best = moves.iter().find(|&&mv| !MOVES.contains(&item.position.uci(mv).as_str()));
                Some(Analysis {
                    eval: Eval::Cp(cp),
                    depth: 9,
                    nodes: 1,
                    line: best.copied().into_iter().collect(),
                })
            })
            .collect();
        Findings::new(&plan, &results)
    }

    #[test]
    fn the_three_worst_moves_of_the_player_are_listed_in_their_order() {
        let game = moves_played(&live(PlaySetup::default(), &MOVES));
        // White loses 9, 23, 9.5 and 17 percent, and Black 63.
        let evals = [20, 20, -80, -80, -380, 420, 270, 270, 70, 70, 60, 60];
        let found = findings(&game, &evals);
        let review = Review::new(&game, &found, 0, Some(Color::White));
        let names: Vec<&str> = review.worst.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["3. Bc4??", "4. Nc3?!", "5. a3??"]);
        assert_eq!(review.worst.iter().map(|own| own.ply).collect::<Vec<_>>(), [5, 7, 9]);
        assert!(review.worst[0].remark.starts_with("Blunder. "), "{:?}", review.worst[0]);
        assert!(review.accuracy.iter().all(|accuracy| accuracy.is_some_and(|of| (1.0..99.0).contains(&of))));
        let black = Review::new(&game, &found, 4, Some(Color::Black));
        assert_eq!(black.worst.iter().map(|own| own.ply).collect::<Vec<_>>(), [10]);
        assert_eq!(Review::new(&game, &found, 0, None).worst[1].name, "3… Nf6??");
        assert!(Review::new(&game, &findings(&game, &[15; 12]), 0, None).worst.is_empty());
    }

    #[test]
    fn only_finished_games_of_people_with_a_handful_of_moves_are_reviewed() {
        let ended = |setup: PlaySetup, count: usize, reason| {
            let mut live = live(setup, &MOVES[..count]);
            live.finish(GameEnd { white_won: None, reason });
            is_reviewed(&live)
        };
        assert!(ended(PlaySetup::default(), LEAST_PLIES, EndReason::Agreement));
        assert!(!ended(PlaySetup::default(), LEAST_PLIES - 1, EndReason::Agreement));
        assert!(!ended(PlaySetup::default(), 12, EndReason::Aborted));
        let engines =
            PlaySetup { players: [SidePlayer::level(3), SidePlayer::level(4)], ..PlaySetup::default() };
        assert!(!ended(engines, 12, EndReason::Agreement));
        assert!(!is_reviewed(&live(PlaySetup::default(), &MOVES)), "it goes on");
    }

    #[test]
    fn moves_on_the_board_at_the_start_are_not_reviewed() {
        let moves = MOVES[..4].iter().map(|&uci| uci.to_owned()).collect();
        let start = Start::Line { fen: None, name: String::new(), moves };
        let live = live(PlaySetup { start, ..PlaySetup::default() }, &MOVES[4..]);
        let game = moves_played(&live);
        assert_eq!((game.main_line().count(), game.start().fullmove_number()), (8, 3));
    }
}
