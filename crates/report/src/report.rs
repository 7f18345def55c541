//! Report on a game.

use tabia_chess::Color;

use crate::Eval;
use crate::accuracy::{game_accuracy, move_accuracy};
use crate::judgement::{Judgement, judge};
use crate::win::{centipawns, win_percent};

/// Report on one side's play.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SideReport {
    /// Accuracy in percent; `None` if no move of this side could be judged.
    pub accuracy: Option<f64>,
    /// Average centipawn loss; `None` if no move of this side could be judged.
    pub acpl: Option<f64>,
    /// Number of inaccuracies.
    pub inaccuracies: u32,
    /// Number of mistakes.
    pub mistakes: u32,
    /// Number of blunders.
    pub blunders: u32,
}

/// Report on both sides' play.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// White.
    pub white: SideReport,
    /// Black.
    pub black: SideReport,
    /// Judgement of each move, in order.
    pub judgements: Vec<Option<Judgement>>,
    /// Accuracy of each move in percent, in order; `None` if unknown.
    pub accuracies: Vec<Option<f64>>,
    /// White's win percentage before the first move, and after each move up to the last evaluated one; `None` if unknown. Empty if no move
    /// was evaluated.
    pub percentages: Vec<Option<f64>>,
}

impl Report {
    /// Creates the report from the evaluations of the start position and after each move, `None` if unknown; `first` plays the first move.
    /// For the standard start position lichess uses [`START`](crate::START).
    pub fn new(first: Color, start: Option<Eval>, evals: &[Option<Eval>]) -> Self {
        Self::with_best(first, start, evals, &[])
    }

    /// Like [`Report::new`], with some moves known to be the best: as on lichess these are not judged, whatever the evaluation after them.
    pub(crate) fn with_best(
        first: Color,
        start: Option<Eval>,
        evals: &[Option<Eval>],
        is_best: &[bool],
    ) -> Self {
        // Unevaluated moves at the end, above all a mate on the board, do not count towards the length of the game.
        let Some(last) = evals.iter().rposition(Option::is_some) else {
            let (judgements, accuracies) = (vec![None; evals.len()], vec![None; evals.len()]);
            return Self { judgements, accuracies, ..Self::default() };
        };
        let all: Vec<Option<Eval>> = std::iter::once(start)
            .chain(
                evals[..=last]
                    .iter()
                    .enumerate()
                    .map(|(index, eval)| eval.map(|eval| settled(eval, mover(first, index)))),
            )
            .collect();
        let percentages: Vec<Option<f64>> = all.iter().map(|eval| eval.map(win_percent)).collect();
        let game_accuracies = game_accuracy(first, &percentages);
        let mut sides = [SideReport::default(); 2];
        let mut losses = [Losses::default(), Losses::default()];
        let mut judgements = vec![None; evals.len()];
        let mut accuracies = vec![None; evals.len()];
        for (index, pair) in all.windows(2).enumerate() {
            let [Some(before), Some(after)] = *pair else { continue };
            let color = mover(first, index);
            let side = usize::from(color == Color::Black);
            losses[side].add(before, after, color);
            let of_mover =
                |eval| if color == Color::White { win_percent(eval) } else { 100.0 - win_percent(eval) };
            accuracies[index] = Some(move_accuracy(of_mover(before), of_mover(after)));
            if !is_best.get(index).copied().unwrap_or(false) {
                judgements[index] = judge(before, after, color);
            }
            match judgements[index] {
                Some(Judgement::Inaccuracy) => sides[side].inaccuracies += 1,
                Some(Judgement::Mistake) => sides[side].mistakes += 1,
                Some(Judgement::Blunder) => sides[side].blunders += 1,
                None => {}
            }
        }
        for ((side, accuracy), losses) in sides.iter_mut().zip(game_accuracies).zip(&losses) {
            side.accuracy = accuracy;
            side.acpl = losses.mean();
        }
        let [white, black] = sides;
        Self { white, black, judgements, accuracies, percentages }
    }
}

impl Report {
    /// The same report with judgements from another source.
    pub(crate) fn judged(mut self, first: Color, judgements: Vec<Option<Judgement>>) -> Self {
        for (side, color) in [(&mut self.white, Color::White), (&mut self.black, Color::Black)] {
            let count = |of: Judgement| {
                let is_one = |(index, judgement): &(usize, &Option<Judgement>)| {
                    mover(first, *index) == color && **judgement == Some(of)
                };
                judgements.iter().enumerate().filter(is_one).count() as u32
            };
            side.inaccuracies = count(Judgement::Inaccuracy);
            side.mistakes = count(Judgement::Mistake);
            side.blunders = count(Judgement::Blunder);
        }
        Self { judgements, ..self }
    }
}

fn mover(first: Color, index: usize) -> Color {
    if index.is_multiple_of(2) { first } else { !first }
}

/// `#0` and `#-0` mean checkmate, which only the mover can have delivered.
fn settled(eval: Eval, mover: Color) -> Eval {
    match (eval, mover) {
        (Eval::Mate(0), Color::White) => Eval::Mate(1),
        (Eval::Mate(0), Color::Black) => Eval::Mate(-1),
        _ => eval,
    }
}

/// Centipawn losses of one side.
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
    use crate::win::START;

    #[test]
    fn losses_are_averaged_and_gains_are_none() {
        // White loses 15 + 0, then 100; Black gains nothing, then loses 200 and mates count as 1000.
        let evals = [0, -50, -150, 50].map(|cp| Some(Eval::Cp(cp)));
        let report = Report::new(Color::White, Some(START), &evals);
        assert_eq!(report.white.acpl, Some(f64::midpoint(15.0, 100.0)));
        assert_eq!(report.black.acpl, Some(f64::midpoint(0.0, 200.0)));
        assert_eq!((report.black.blunders, report.white.inaccuracies), (1, 1));
        assert_eq!(report.judgements, [None, None, Some(Judgement::Inaccuracy), Some(Judgement::Blunder)]);
        let of_move = |before, after| move_accuracy(win_percent(before), win_percent(after));
        assert_eq!(report.accuracies[1], Some(100.0));
        assert_eq!(report.accuracies[2], Some(of_move(Eval::Cp(-50), Eval::Cp(-150))));
    }

    /// Queen odds: the first move loses nothing more. Judged from +0.15 it would be a blunder.
    #[test]
    fn the_first_move_is_judged_from_its_own_start() {
        let evals = [-915, -905].map(|cp| Some(Eval::Cp(cp)));
        let odds = Report::new(Color::White, Some(Eval::Cp(-910)), &evals);
        assert_eq!((odds.judgements, odds.white.acpl), (vec![None, None], Some(5.0)));
        let unknown = Report::new(Color::White, None, &evals);
        assert_eq!((unknown.judgements, unknown.white.acpl), (vec![None, None], None));
        assert_eq!((unknown.percentages[0], unknown.accuracies[0]), (None, None));
        assert!(unknown.percentages[1].is_some() && unknown.accuracies[1].is_some());
    }

    #[test]
    fn the_best_move_is_not_judged_but_its_loss_counts() {
        let evals = [0, 0, -150, 50].map(|cp| Some(Eval::Cp(cp)));
        let judged = Report::new(Color::White, Some(START), &evals);
        let best = Report::with_best(Color::White, Some(START), &evals, &[false, false, true, false]);
        assert_eq!((judged.white.mistakes, best.white.mistakes, best.black.blunders), (1, 0, 1));
        assert_eq!((judged.white.acpl, judged.white.accuracy), (best.white.acpl, best.white.accuracy));
        assert_eq!(judged.accuracies, best.accuracies);
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
