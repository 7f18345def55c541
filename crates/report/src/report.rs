//! The report on a game.

use tabia_chess::Color;
use tabia_pgn::{Game, NodeId, comment};

use crate::Eval;
use crate::accuracy::game_accuracy;
use crate::judgement::{Judgement, judge};
use crate::win::{START, centipawns, win_percent};

/// How one side played.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SideReport {
    /// The accuracy in percent; `None` if no move of this side could be judged.
    pub accuracy: Option<f64>,
    /// The average loss in centipawns; `None` if no move of this side could be judged.
    pub acpl: Option<f64>,
    /// How many moves were inaccuracies.
    pub inaccuracies: u32,
    /// How many moves were mistakes.
    pub mistakes: u32,
    /// How many moves were blunders.
    pub blunders: u32,
}

/// How both sides played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// White.
    pub white: SideReport,
    /// Black.
    pub black: SideReport,
    /// The judgement of each move, in their order.
    pub judgements: Vec<Option<Judgement>>,
    /// White's percentage of points before the first move, and after each move to the last one that was evaluated; empty if none
    /// was.
    pub percentages: Vec<Option<f64>>,
}

impl Report {
    /// The report by the evaluations after each move, `None` where there is none; `first` makes the first move. As on lichess, the
    /// evaluation before the first move is always [`START`].
    pub fn new(first: Color, evals: &[Option<Eval>]) -> Self {
        // What was not evaluated at the end, a mate on the board above all, does not lengthen the game.
        let Some(last) = evals.iter().rposition(Option::is_some) else {
            return Self { judgements: vec![None; evals.len()], ..Self::default() };
        };
        let all: Vec<Option<Eval>> = std::iter::once(Some(START))
            .chain(
                evals[..=last]
                    .iter()
                    .enumerate()
                    .map(|(index, eval)| eval.map(|eval| settled(eval, mover(first, index)))),
            )
            .collect();
        let percentages: Vec<Option<f64>> = all.iter().map(|eval| eval.map(win_percent)).collect();
        let accuracies = game_accuracy(first, &percentages);
        let mut sides = [SideReport::default(); 2];
        let mut losses = [Losses::default(), Losses::default()];
        let mut judgements = vec![None; evals.len()];
        for (index, pair) in all.windows(2).enumerate() {
            let [Some(before), Some(after)] = *pair else { continue };
            let color = mover(first, index);
            let side = usize::from(color == Color::Black);
            losses[side].add(before, after, color);
            judgements[index] = judge(before, after, color);
            match judgements[index] {
                Some(Judgement::Inaccuracy) => sides[side].inaccuracies += 1,
                Some(Judgement::Mistake) => sides[side].mistakes += 1,
                Some(Judgement::Blunder) => sides[side].blunders += 1,
                None => {}
            }
        }
        for ((side, accuracy), losses) in sides.iter_mut().zip(accuracies).zip(&losses) {
            side.accuracy = accuracy;
            side.acpl = losses.mean();
        }
        let [white, black] = sides;
        Self { white, black, judgements, percentages }
    }

    /// The report on the main line of a game by the evaluations that stand in its comments (`[%eval]`).
    pub fn of_game(game: &Game) -> Self {
        let evals: Vec<Option<Eval>> = game.main_line().map(|id| eval_of(game, id)).collect();
        Self::new(game.start().turn(), &evals)
    }
}

/// The evaluation that stands behind a move; the last one counts.
pub(crate) fn eval_of(game: &Game, id: NodeId) -> Option<Eval> {
    let comments = &game.annotations(id).after;
    comments.iter().rev().find_map(|comment| comment::evaluation(comment)).map(|(eval, _)| eval)
}

fn mover(first: Color, index: usize) -> Color {
    if index.is_multiple_of(2) { first } else { !first }
}

/// `#0` and `#-0` say that somebody is mated, and only the mover can have done that.
fn settled(eval: Eval, mover: Color) -> Eval {
    match (eval, mover) {
        (Eval::Mate(0), Color::White) => Eval::Mate(1),
        (Eval::Mate(0), Color::Black) => Eval::Mate(-1),
        _ => eval,
    }
}

/// The losses of one side in centipawns.
#[derive(Default)]
struct Losses {
    sum: i64,
    moves: i64,
}

impl Losses {
    fn add(&mut self, before: Eval, after: Eval, mover: Color) {
        let gain = i64::from(centipawns(after) - centipawns(before));
        self.sum += if mover == Color::White { -gain } else { gain }.max(0);
        self.moves += 1;
    }

    fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum as f64 / self.moves as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_averaged_and_gains_are_none() {
        // White loses 15 + 0, then 100; Black gains nothing, then loses 200 and mates count as 1000.
        let evals = [0, -50, -150, 50].map(|cp| Some(Eval::Cp(cp)));
        let report = Report::new(Color::White, &evals);
        assert_eq!(report.white.acpl, Some(f64::midpoint(15.0, 100.0)));
        assert_eq!(report.black.acpl, Some(f64::midpoint(0.0, 200.0)));
        assert_eq!((report.black.blunders, report.white.inaccuracies), (1, 1));
        assert_eq!(report.judgements, [None, None, Some(Judgement::Inaccuracy), Some(Judgement::Blunder)]);
    }

    #[test]
    fn a_mate_on_the_board_costs_nobody_accuracy() {
        let text = "1. f3 {[%eval -0.4]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} Qh4# 0-1";
        let game = tabia_pgn::read(text).games.remove(0);
        let report = Report::of_game(&game);
        assert_eq!((report.white.blunders, report.black.blunders), (1, 0));
        assert_eq!(report.black.acpl, Some(0.0));
        assert_eq!(report.judgements.len(), 4);
        let told = tabia_pgn::read(&text.replace("Qh4#", "Qh4# {[%eval #0]}")).games.remove(0);
        let told = Report::of_game(&told);
        assert_eq!((told.black.acpl, told.black.accuracy), (Some(0.0), Some(100.0)));
    }

    #[test]
    fn a_game_without_evaluations_has_an_empty_report() {
        let game = tabia_pgn::read("1. e4 e5 2. Nf3 *").games.remove(0);
        let report = Report::of_game(&game);
        assert_eq!((report.white, report.black), (SideReport::default(), SideReport::default()));
        assert_eq!(report.judgements, [None; 3]);
    }
}
