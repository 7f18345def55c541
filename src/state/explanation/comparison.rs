//! Comparison of two moves, term by term at the ends of their lines.

use tabia_chess::{Color, Move, Position};
use tabia_uci::{Bound, Message, Score};

use super::{Explanation, Term, TermPhase};

/// Tolerance in centipawns within which line ends match the search score equally well.
const TOLERANCE: i32 = 15;

/// The line that an engine expects after a move.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedLine {
    /// Moves of the line, starting with the move in question.
    pub moves: Vec<Move>,
    /// The engine's score of the move, from the side that plays it.
    pub score: Option<Score>,
    /// Search depth of the score, in plies.
    pub depth: Option<u32>,
}

impl ExpectedLine {
    /// Parses the engine's output for `go ... searchmoves` with `first` in `start`, using the last exact line.
    /// Moves from the first illegal one on are dropped.
    pub fn of_search(start: &Position, first: Move, lines: &[String]) -> Self {
        let (mut score, mut depth, mut pv) = (None, None, Vec::new());
        for line in lines {
            let Ok(Some(Message::Info(info))) = Message::parse(line) else { continue };
            let is_bound = matches!(info.bound, Some(Bound::Lower | Bound::Upper));
            if info.score.is_none() || info.multipv.unwrap_or(1) != 1 || is_bound {
                continue;
            }
            (score, depth) = (info.score, info.depth);
            pv = info.pv.iter().map(|mv| mv.as_str().to_owned()).collect();
        }
        let (mut position, mut moves) = (*start, vec![first]);
        position.play_unchecked(first);
        for uci in pv.iter().skip(1) {
            let Ok(next) = position.parse_uci(uci) else { break };
            position.play_unchecked(next);
            moves.push(next);
        }
        Self { moves, score, depth }
    }

    /// Returns the positions where the line may end: after at least one move and not in check, where there is no
    /// evaluation; if there is none, the position at the end.
    pub fn ends(&self, start: &Position) -> Vec<(usize, Position)> {
        let mut position = *start;
        let mut ends = Vec::with_capacity(self.moves.len());
        for (index, &m) in self.moves.iter().enumerate() {
            position.play_unchecked(m);
            if !position.is_check() {
                ends.push((index + 1, position));
            }
        }
        if ends.is_empty() {
            ends.push((self.moves.len(), position));
        }
        ends
    }

    /// Ends the line where the static evaluation is closest to the search score, because a PV often breaks off in
    /// the middle of an exchange. Among equally close ends, the last one is used. `known` has the evaluations by
    /// number of moves.
    pub fn end(self, start: &Position, known: Vec<(usize, Explanation)>) -> Option<End> {
        let white = if start.turn() == Color::White { 1 } else { -1 };
        let score = self.score;
        let distance = |explanation: &Explanation| match score {
            Some(Score::Cp(cp)) => (explanation.total - white * cp).abs(),
            Some(Score::Mate(_)) | None => 0,
        };
        let closest = known.iter().map(|(_, explanation)| distance(explanation)).min()?;
        let is_close = |explanation: &Explanation| distance(explanation) <= closest + TOLERANCE;
        let (count, explanation) = known.into_iter().rev().find(|(_, explanation)| is_close(explanation))?;
        let (mut position, mut line) = (*start, Vec::with_capacity(count));
        let moves: Vec<Move> = self.moves.into_iter().take(count).collect();
        for &m in &moves {
            line.push(position.san(m));
            position.play_unchecked(m);
        }
        Some(End { line, moves, score, depth: self.depth, explanation })
    }
}

/// The end of a move's line.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The line in SAN, starting with the move itself.
    pub line: Vec<String>,
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// The engine's score of the move, from the side that plays it.
    pub score: Option<Score>,
    /// Search depth of the score, in plies.
    pub depth: Option<u32>,
    /// Evaluation at the end of the line.
    pub explanation: Explanation,
}

/// A term at both line ends, in centipawns from the side to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Name of the term; `None` for corrections and the side-to-move bonus.
    pub name: Option<String>,
    /// After the first move.
    pub first: f64,
    /// After the second move.
    pub second: f64,
}

impl Difference {
    /// Returns the advantage of the first move.
    pub fn lead(&self) -> f64 {
        self.first - self.second
    }
}

/// Comparison of two moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Ends of both lines.
    pub ends: [End; 2],
    /// Static evaluations at the ends, in centipawns from the side to choose.
    pub totals: [i32; 2],
    /// All terms, those with the largest difference first.
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// Compares the evaluations at two ends for `color`, the side to choose.
    ///
    /// Terms are weighted by the phase at each end; the rest of the evaluation (corrections, endgame rules,
    /// rounding) is a separate entry.
    pub fn new(color: Color, ends: [End; 2]) -> Self {
        let explanations = [&ends[0].explanation, &ends[1].explanation];
        let sign = if color == Color::White { 1.0 } else { -1.0 };
        let totals = explanations.map(|known| if color == Color::White { known.total } else { -known.total });
        let mut differences: Vec<Difference> = Vec::new();
        for (side, explanation) in explanations.iter().enumerate() {
            for (name, term) in explanation.in_view(TermPhase::Now).filter(|_| !explanation.known_ending) {
                let at = differences.iter().position(|known| known.name.as_deref() == Some(name));
                let at = at.unwrap_or_else(|| {
                    differences.push(Difference { name: Some(name.to_owned()), first: 0.0, second: 0.0 });
                    differences.len() - 1
                });
                let value = sign * Term::difference(term);
                if side == 0 { differences[at].first = value } else { differences[at].second = value }
            }
        }
        let sum = |of: fn(&Difference) -> f64| differences.iter().map(of).sum::<f64>();
        let (first, second) = (sum(|known| known.first), sum(|known| known.second));
        let rest = Difference {
            name: None,
            first: f64::from(totals[0]) - first,
            second: f64::from(totals[1]) - second,
        };
        differences.sort_by(|one, other| other.lead().abs().total_cmp(&one.lead().abs()));
        differences.push(rest);
        Self { ends, totals, differences }
    }

    /// Returns whether the first move is preferred, and by how many centipawns: by engine score, or by static
    /// evaluation if a score is missing; `None` if a move leads to mate.
    pub fn preference(&self) -> (bool, Option<i32>) {
        let [first, second] = [&self.ends[0], &self.ends[1]].map(|end| end.score);
        match (first, second) {
            (Some(Score::Cp(first)), Some(Score::Cp(second))) => {
                (first >= second, Some((first - second).abs()))
            }
            (Some(first), Some(second)) => (rank(first) >= rank(second), None),
            _ => (self.totals[0] >= self.totals[1], Some((self.totals[0] - self.totals[1]).abs())),
        }
    }

    /// Returns the strongest terms for the first move if `for_first`, otherwise for the second: at most three of
    /// at least 0.05 pawns, largest first.
    pub fn reasons(&self, for_first: bool) -> Vec<&Difference> {
        let sign = if for_first { 1.0 } else { -1.0 };
        let named = self.differences.iter().filter(|known| known.name.is_some());
        named.filter(|known| sign * known.lead() >= 5.0).take(3).collect()
    }
}

/// Maps a score to a number, greater for better scores.
fn rank(score: Score) -> i64 {
    const MATE: i64 = 1 << 40;
    match score {
        Score::Cp(cp) => i64::from(cp),
        Score::Mate(moves) if moves > 0 => MATE - i64::from(moves),
        Score::Mate(moves) => -MATE - i64::from(moves),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::PRINTED;
    use super::*;

    fn explanation() -> Explanation {
        Explanation::find(&[PRINTED.to_owned()]).expect("an explanation")
    }

    fn move_of(position: &Position, uci: &str) -> Move {
        position.parse_uci(uci).expect("a legal move")
    }

    fn evaluated(total: i32) -> Explanation {
        Explanation { total, ..explanation() }
    }

    fn end(start: &Position, uci: &str, explanation: Explanation) -> End {
        let line = ExpectedLine::of_search(start, move_of(start, uci), &[]);
        line.end(start, vec![(1, explanation)]).expect("an end")
    }

    #[test]
    fn the_last_exact_line_of_the_search_is_followed() {
        let start = Position::default();
        let lines = [
            "info depth 3 score cp 20 pv e2e4 e7e5",
            "info depth 4 score cp 31 nodes 9 pv e2e4 f7f6 d1h5",
            "info depth 5 score cp 90 lowerbound pv e2e4",
            "bestmove e2e4",
        ];
        let line = ExpectedLine::of_search(&start, move_of(&start, "e2e4"), &lines.map(str::to_owned));
        assert_eq!((line.moves.len(), line.score, line.depth), (3, Some(Score::Cp(31)), Some(4)));
        // Qh5+ is check, so the line doesn't end there.
        let counts: Vec<_> = line.ends(&start).into_iter().map(|(count, _)| count).collect();
        assert_eq!(counts, [1, 2]);
        let end = line.end(&start, vec![(1, evaluated(30)), (2, evaluated(40))]).expect("an end");
        assert_eq!(end.line.join(" "), "e4 f6");
    }

    #[test]
    fn a_line_ends_where_the_evaluation_is_that_of_the_search() {
        let start: Position = Position::default();
        let lines = ["info depth 9 score cp 31 pv e2e4 e7e5 g1f3 b8c6".to_owned()];
        let line = ExpectedLine::of_search(&start, move_of(&start, "e2e4"), &lines);
        let judged = |totals: [i32; 4]| {
            let known = totals.into_iter().enumerate().map(|(index, total)| (index + 1, evaluated(total)));
            line.clone().end(&start, known.collect()).map(|end| end.moves.len())
        };
        // The last move is a capture that gets recaptured.
        assert_eq!(judged([30, 20, 25, -280]), Some(3));
        assert_eq!(judged([400, 20, 35, 90]), Some(3));
        assert_eq!(judged([31, 31, 31, 31]), Some(4));
        assert_eq!(line.clone().end(&start, Vec::new()), None);
    }

    #[test]
    fn an_engine_that_says_nonsense_leaves_the_move_itself() {
        let start = Position::default();
        let lines = ["info depth 1 score cp 5 pv e2e5 a1a8", "nothing"].map(str::to_owned);
        let line = ExpectedLine::of_search(&start, move_of(&start, "g1f3"), &lines);
        assert_eq!(line.moves.len(), 1);
        let silent = ExpectedLine::of_search(&start, move_of(&start, "g1f3"), &[]);
        assert_eq!((silent.moves.len(), silent.score), (1, None));
    }

    #[test]
    fn a_move_that_gives_check_ends_there_if_nothing_follows() {
        let setup: tabia_chess::Setup = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("a FEN");
        let start = setup.position().expect("a position");
        let line = ExpectedLine::of_search(&start, move_of(&start, "a1a8"), &[]);
        assert_eq!(line.ends(&start).len(), 1);
    }

    #[test]
    fn the_search_says_which_move_is_better() {
        let start = Position::default();
        let compared = |scores: [Option<Score>; 2]| {
            let ends = scores.map(|score| End { score, ..end(&start, "e2e4", explanation()) });
            Comparison::new(Color::White, ends).preference()
        };
        assert_eq!(compared([Some(Score::Cp(-3)), Some(Score::Cp(-18))]), (true, Some(15)));
        assert_eq!(compared([Some(Score::Cp(900)), Some(Score::Mate(5))]), (false, None));
        assert_eq!(compared([Some(Score::Mate(3)), Some(Score::Mate(5))]), (true, None));
        assert_eq!(compared([Some(Score::Mate(-3)), Some(Score::Mate(-5))]), (false, None));
        assert_eq!(compared([Some(Score::Mate(-9)), Some(Score::Cp(-900))]), (false, None));
        assert_eq!(compared([None, Some(Score::Cp(30))]), (true, Some(0)));
    }

    #[test]
    fn differences_are_sorted_and_add_up_to_the_evaluations() {
        let start = Position::default();
        let mut second = explanation();
        second.terms[1].1.white.0 += 40;
        second.total += 30;
        for color in [Color::White, Color::Black] {
            let ends = [end(&start, "e2e4", explanation()), end(&start, "d2d4", second.clone())];
            let comparison = Comparison::new(color, ends);
            let sums = comparison
                .differences
                .iter()
                .fold((0.0, 0.0), |sum, known| (sum.0 + known.first, sum.1 + known.second));
            assert!((sums.0 - f64::from(comparison.totals[0])).abs() < 1e-9);
            assert!((sums.1 - f64::from(comparison.totals[1])).abs() < 1e-9);
            assert_eq!(comparison.differences[0].name.as_deref(), Some("King safety"));
            let for_first = color == Color::Black;
            let reasons = comparison.reasons(for_first);
            assert_eq!((reasons.len(), reasons[0].name.as_deref()), (1, Some("King safety")));
            assert!(comparison.reasons(!for_first).is_empty());
        }
    }
}
