//! Game report for display, move by move.

mod lesson;
pub mod words;

use std::fmt::Write as _;
use std::time::Duration;

use tabia_chess::{Color, Position};
use tabia_pgn::{Game, NodeId, Played};
use tabia_report::{
    Eval, Findings, Judgement, Phases, Remark, Report, SideReport, Style, move_times, remarks, report_of,
    win_percent,
};

pub use lesson::{Lesson, Trying};

/// Main-line move of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportMove {
    /// Node after the move.
    pub node: NodeId,
    /// Move number, as in a FEN.
    pub number: u32,
    /// Side that played it.
    pub color: Color,
    /// Move number and SAN: `12. Nf3`, `12… Nf6`.
    pub name: String,
    /// Evaluation after the move, from White's side.
    pub eval: Option<Eval>,
    /// White's expected score after the move, in percent.
    pub percent: Option<f64>,
    /// Judgement of the move.
    pub judgement: Option<Judgement>,
    /// Judgement by the game's own glyph, if it differs.
    pub annotated: Option<Judgement>,
    /// Accuracy in percent.
    pub accuracy: Option<f64>,
    /// Time taken.
    pub time: Option<Duration>,
}

/// Range of moves selected for a report, by move number; an open end is that of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkedMoves {
    /// First move.
    pub first: Option<u32>,
    /// Last move.
    pub last: Option<u32>,
}

impl MarkedMoves {
    /// Sets the first move; drops the end of the range if it would come before.
    #[must_use]
    pub fn from(self, number: u32) -> Self {
        Self { first: Some(number), last: self.last.filter(|&last| last >= number) }
    }

    /// Sets the last move; drops the start of the range if it would come after.
    #[must_use]
    pub fn up_to(self, number: u32) -> Self {
        Self { first: self.first.filter(|&first| first <= number), last: Some(number) }
    }

    /// Creates the range between two moves, in either order.
    pub fn between(one: u32, other: u32) -> Self {
        Self { first: Some(one.min(other)), last: Some(one.max(other)) }
    }

    /// Whether the range is more specific than the whole game.
    pub fn is_some(self) -> bool {
        self != Self::default()
    }

    /// Whether the range contains a move.
    pub fn contains(self, number: u32) -> bool {
        self.first.is_none_or(|first| first <= number) && self.last.is_none_or(|last| number <= last)
    }
}

/// A game report, ready for display.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// Statistics of both sides.
    pub report: Report,
    /// Start of the middlegame and of the endgame.
    pub phases: Phases,
    /// Moves of the main line.
    pub moves: Vec<ReportMove>,
    /// Remarks on moves, including those of variations.
    pub remarks: Vec<Remark>,
    /// Whether the moves have times.
    pub has_times: bool,
    /// Evaluation before the first move, from White's side.
    start: Option<Eval>,
}

impl GameReport {
    /// Creates the report from the findings on the positions.
    pub fn new(game: &Game, scope: &tabia_report::Scope, findings: &Findings) -> Self {
        let report = report_of(game, findings);
        let times = move_times(game);
        let mut position = *game.start();
        let mut moves = Vec::new();
        for (index, node) in game.main_line().enumerate() {
            let Some(played) = game.played(node) else { continue };
            let color = position.turn();
            let dots = if color == Color::White { "." } else { "…" };
            let judgement = report.judgements.get(index).copied().flatten();
            moves.push(ReportMove {
                node,
                number: position.fullmove_number(),
                color,
                name: format!("{}{dots} {}", position.fullmove_number(), played.san(&position)),
                eval: findings.at(node).map(|found| found.eval),
                percent: report
                    .percentages
                    .get(index + 1)
                    .copied()
                    .flatten()
                    .or_else(|| over(played, position)),
                judgement,
                annotated: Judgement::said(game, node).filter(|&said| judgement.is_some_and(|j| j != said)),
                accuracy: report.accuracies.get(index).copied().flatten(),
                time: times.get(index).copied().flatten(),
            });
            played.apply(&mut position);
        }
        let remarks = remarks(game, scope, findings, &Style::default());
        Self {
            report,
            phases: Phases::of_game(game),
            moves,
            remarks,
            has_times: !times.is_empty(),
            start: findings.eval_before_first(game),
        }
    }

    /// Whether there are any findings.
    pub fn is_known(&self) -> bool {
        self.report.percentages.len() > 1
    }

    /// Whether the evaluations of all moves are known; a last move that ends the game needs none.
    pub fn is_whole(&self) -> bool {
        let missing = self.moves.iter().filter(|m| m.eval.is_none()).count();
        missing == 0 || (missing == 1 && self.moves.last().is_some_and(|m| m.eval.is_none()))
    }

    /// Returns the statistics of a side.
    pub fn side(&self, color: Color) -> &SideReport {
        if color == Color::White { &self.report.white } else { &self.report.black }
    }

    /// Returns White's percentages before the first move and after each move; `None` where unknown.
    pub fn percentages(&self) -> Vec<Option<f64>> {
        std::iter::once(self.report.percentages.first().copied().flatten())
            .chain(self.moves.iter().map(|m| m.percent))
            .collect()
    }

    /// Returns the start and end of the selected moves in plies; `None` if the game has none of them.
    pub fn marked_plies(&self, marked: MarkedMoves) -> Option<(usize, usize)> {
        let is_marked = |m: &ReportMove| marked.contains(m.number);
        Some((self.moves.iter().position(is_marked)?, self.moves.iter().rposition(is_marked)? + 1))
    }

    /// Returns the number of the move that leads to a ply; at the start, that of the first move.
    pub fn number_at(&self, ply: usize) -> Option<u32> {
        self.moves.get(ply.saturating_sub(1)).map(|m| m.number)
    }

    /// Returns the evaluation before a main-line move.
    pub fn eval_before(&self, index: usize) -> Option<Eval> {
        if index == 0 { self.start } else { self.moves.get(index - 1)?.eval }
    }

    /// Returns the remark on a move.
    pub fn remark(&self, node: NodeId) -> Option<&Remark> {
        self.remarks.iter().find(|remark| remark.node == node)
    }

    /// Returns the next move of a side with this judgement after ply `from`, wrapping around.
    pub fn next_judged(&self, color: Color, judgement: Judgement, from: usize) -> Option<NodeId> {
        let is_meant = |m: &&ReportMove| m.color == color && m.judgement == Some(judgement);
        let (before, behind) = self.moves.split_at(from.min(self.moves.len()));
        behind.iter().chain(before).find(is_meant).map(|m| m.node)
    }

    /// Returns the total thinking time of a side.
    pub fn time_of(&self, color: Color) -> Duration {
        self.moves.iter().filter(|m| m.color == color).filter_map(|m| m.time).sum()
    }

    /// Returns the moves that took longest, in descending order.
    pub fn longest(&self, count: usize) -> Vec<&ReportMove> {
        let mut moves: Vec<&ReportMove> = self.moves.iter().filter(|m| m.time.is_some()).collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.time));
        moves.truncate(count);
        moves
    }
}

/// Returns White's percentage after a move that ends the game on the board and so needs no evaluation.
fn over(played: Played, mut position: Position) -> Option<f64> {
    let mover = position.turn();
    played.apply(&mut position);
    match (position.has_legal_moves(), position.is_check()) {
        (true, _) => None,
        (false, true) => Some(win_percent(Eval::Mate(if mover == Color::White { 1 } else { -1 }))),
        (false, false) => Some(50.0),
    }
}

/// Returns the main-line ply of a node: of the move where its line leaves the main line.
pub fn ply_on_main_line(game: &Game, node: NodeId) -> usize {
    let path = game.path(node);
    path.iter().filter(|&&id| id != NodeId::ROOT && game.is_main_line(id)).count()
}

/// Returns the area below a curve of percentages as an SVG path in a box of `points - 1` by 100 units, with gaps.
pub fn area(percentages: &[Option<f64>]) -> String {
    let mut path = String::new();
    let mut begun = None;
    for (x, percent) in percentages.iter().enumerate() {
        match (percent, begun) {
            (Some(percent), None) => {
                let _ = write!(path, "M{x} 100L{x} {:.2}", 100.0 - percent);
                begun = Some(x);
            }
            (Some(percent), Some(_)) => {
                let _ = write!(path, "L{x} {:.2}", 100.0 - percent);
            }
            (None, Some(_)) => {
                let _ = write!(path, "L{} 100Z", x - 1);
                begun = None;
            }
            (None, None) => {}
        }
    }
    if begun.is_some() {
        let _ = write!(path, "L{} 100Z", percentages.len() - 1);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_report::Scope;

    const GAME: &str = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} f6 {[%eval 1.9] [%clk 0:04:00]} 3. Nxe5 {[%eval 1.7]} *";

    fn report(text: &str) -> (Game, GameReport) {
        let game = tabia_pgn::read(text).games.remove(0);
        let scope = Scope::default();
        let report = GameReport::new(&game, &scope, &Findings::carried(&game, &scope));
        (game, report)
    }

    #[test]
    fn a_game_with_evaluations_has_its_report() {
        let (_, report) = report(GAME);
        assert!(report.is_known() && report.is_whole());
        let judged: Vec<_> = report.moves.iter().filter(|m| m.judgement.is_some()).collect();
        assert_eq!((judged.len(), judged[0].name.as_str()), (1, "2… f6"));
        // From +0.3 to +1.9 pawns: 52.8 % to 66.8 % of the points.
        assert!(judged[0].accuracy.is_some_and(|accuracy| (accuracy - 53.8).abs() < 0.3), "{judged:?}");
        assert_eq!(report.eval_before(3), Some(Eval::Cp(30)));
        assert_eq!(report.next_judged(Color::Black, Judgement::Mistake, 4), Some(judged[0].node));
        assert_eq!(report.next_judged(Color::White, Judgement::Mistake, 0), None);
        assert_eq!(report.percentages().len(), 6);
    }

    #[test]
    fn a_game_without_any_has_none() {
        let (game, report) = report("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
        assert!(!report.is_known() && !report.is_whole() && !report.has_times);
        let variation = game.children(game.main_child(NodeId::ROOT).unwrap()).nth(1).unwrap();
        assert_eq!(ply_on_main_line(&game, variation), 1);
        assert_eq!(ply_on_main_line(&game, game.line_end(NodeId::ROOT)), 3);
    }

    #[test]
    fn a_mate_on_the_board_needs_no_evaluation() {
        let (_, report) = report("1. f3 {[%eval -0.4]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} Qh4# 0-1");
        assert!(report.is_whole() && report.moves[3].percent.is_some_and(|percent| percent < 3.0));
    }

    #[test]
    fn a_range_is_marked_by_its_ends_in_any_order() {
        let marked = MarkedMoves::default().from(5).up_to(9);
        assert_eq!(marked, MarkedMoves::between(9, 5));
        assert_eq!(marked.from(12), MarkedMoves { first: Some(12), last: None });
        assert_eq!(marked.up_to(2), MarkedMoves { first: None, last: Some(2) });
        assert!(marked.is_some() && !MarkedMoves::default().is_some());
        assert!(marked.contains(5) && marked.contains(9) && !marked.contains(4) && !marked.contains(10));
    }

    #[test]
    fn marked_moves_have_their_place_in_the_graph() {
        let (_, report) = report(GAME);
        assert_eq!(report.marked_plies(MarkedMoves::between(2, 2)), Some((2, 4)));
        assert_eq!(report.marked_plies(MarkedMoves::default().from(2)), Some((2, 5)));
        assert_eq!(report.marked_plies(MarkedMoves::default().from(4)), None);
        assert_eq!((report.number_at(0), report.number_at(4), report.number_at(9)), (Some(1), Some(2), None));
    }

    #[test]
    fn gaps_stay_open() {
        assert_eq!(
            area(&[Some(50.0), Some(60.0), None, Some(40.0)]),
            "M0 100L0 50.00L1 40.00L1 100ZM3 100L3 60.00L3 100Z"
        );
        assert_eq!(area(&[None, None]), "");
    }
}
