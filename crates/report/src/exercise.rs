//! Mistakes as exercises: find a better move.

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId};

use crate::Eval;
use crate::analysis::Analysis;
use crate::findings::{Findings, over};
use crate::judgement::{Judgement, judge};
use crate::plan::{Place, Plan};
use crate::remark::Remark;
use crate::win::win_percent;

/// A position in which a better move was missed.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// Node of the move played.
    pub node: NodeId,
    /// Position before the move.
    pub position: Position,
    /// UCI `position` command with the moves that led there.
    pub command: String,
    /// Whether castling is written as in Chess960.
    pub is_chess960: bool,
    /// Move played in the game.
    pub played: Move,
    /// Evaluation after that move, from White's point of view.
    pub played_eval: Eval,
    /// Judgement of that move.
    pub judgement: Judgement,
    /// Analysis of the position: the first move of its line is the solution. The line is empty if only evaluations are known.
    pub best: Analysis,
}

/// Maximum loss of win percentage, exclusive, for a move to solve an exercise, as on lichess (`retroCtrl.ts`).
pub const SOLVED_WITHIN: f64 = 4.0;

/// Verdict on a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The solution, or a mate.
    Best,
    /// As good as the solution, within [`SOLVED_WITHIN`].
    Good,
    /// A move of the opening book, as determined by the owner of a book.
    Book,
    /// Better than the move played, but not good enough; with its own judgement, if any.
    Better(Option<Judgement>),
    /// Not better.
    Bad(Judgement),
    /// Needs analysis first.
    Unknown,
}

/// The mistakes of a side (or of both, if `None`) in the order of the game.
pub fn exercises(game: &Game, plan: &Plan, remarks: &[Remark], side: Option<Color>) -> Vec<Exercise> {
    let of = |remark: &Remark| {
        let judgement = remark.judgement?;
        let parent = game.parent(remark.node)?;
        let item = plan.items.iter().find(|item| item.place == Place::Node(parent))?;
        let played = game.played(remark.node)?.as_move()?;
        if side.is_some_and(|side| side != item.position.turn()) {
            return None;
        }
        Some(Exercise {
            node: remark.node,
            position: item.position,
            command: item.command.clone(),
            is_chess960: plan.is_chess960,
            played,
            played_eval: remark.played,
            judgement,
            best: remark.best.clone(),
        })
    };
    remarks.iter().filter_map(of).collect()
}

impl Exercise {
    /// The solution.
    pub fn solution(&self) -> Option<Move> {
        self.best.line.first().copied()
    }

    /// The verdict on a try without an engine.
    pub fn look(&self, m: Move) -> Verdict {
        let mut after = self.position;
        after.play_unchecked(m);
        if Some(m) == self.solution() || (after.is_check() && !after.has_legal_moves()) {
            return Verdict::Best;
        }
        if m == self.played {
            return Verdict::Bad(self.judgement);
        }
        match over(&after) {
            Some(eval) => self.judge(eval),
            None => Verdict::Unknown,
        }
    }

    /// The verdict on a try, given the evaluation after it from White's point of view.
    pub fn judge(&self, after: Eval) -> Verdict {
        let mover = self.position.turn();
        let gain = win_percent(after) - win_percent(self.best.eval);
        let loss = if mover == Color::White { -gain } else { gain };
        match judge(self.best.eval, after, mover) {
            _ if loss < SOLVED_WITHIN => Verdict::Good,
            Some(judgement) if judgement >= self.judgement => Verdict::Bad(judgement),
            judgement => Verdict::Better(judgement),
        }
    }

    /// Plan to analyse the position itself.
    pub fn plan(&self) -> Plan {
        let (position, command) = (self.position, self.command.clone());
        let item = crate::plan::Item { place: Place::Node(self.node), position, command, chunk: 0 };
        Plan { items: vec![item], is_chess960: self.is_chess960 }
    }

    /// Replaces the analysis with an engine's. A known best move remains the solution.
    #[must_use]
    pub fn with_best(self, found: Analysis) -> Self {
        let line = if self.best.line.is_empty() { found.line } else { self.best.line.clone() };
        Self { best: Analysis { line, ..found }, ..self }
    }

    /// Plan to analyse the position after a try; empty if the game is over there.
    pub fn plan_of(&self, m: Move) -> Plan {
        let mut position = self.position;
        let word = if self.command.contains(" moves ") { " " } else { " moves " };
        let command = format!("{}{word}{}", self.command, position.uci_with(m, self.is_chess960));
        position.play_unchecked(m);
        let item = crate::plan::Item { place: Place::Aside(self.node, m), position, command, chunk: 0 };
        let items = if position.has_legal_moves() { vec![item] } else { Vec::new() };
        Plan { items, is_chess960: self.is_chess960 }
    }
}

/// The exercises of an analysed game.
pub fn exercises_of(game: &Game, plan: &Plan, findings: &Findings, side: Option<Color>) -> Vec<Exercise> {
    let scope = crate::plan::Scope::default();
    let remarks = crate::annotate::remarks(game, &scope, findings, &crate::annotate::Style::default());
    exercises(game, plan, &remarks, side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Scope;

    /// Scholar's mate allowed: 3... g6 was better than 3... Nf6.
    fn game() -> (Game, Plan, Findings) {
        let game = tabia_pgn::read("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0").games.remove(0);
        let plan = Plan::new(&game, &Scope::default());
        let lines =
            [("e2e4", 30), ("e7e5", 30), ("g1f3", 40), ("g8f6", 20), ("g1f3", 40), ("g7g6", 10), ("h5f7", 0)];
        let found = plan.items.iter().zip(lines).map(|(item, (line, cp))| {
            let eval = if line == "h5f7" { Eval::Mate(1) } else { Eval::Cp(cp) };
            Some(Analysis { eval, depth: 10, nodes: 1, line: vec![item.position.parse_uci(line).unwrap()] })
        });
        let results: Vec<_> = found.collect();
        let findings = Findings::new(&plan, &results);
        (game, plan, findings)
    }

    #[test]
    fn a_blunder_becomes_an_exercise_of_its_side() {
        let (game, plan, findings) = game();
        let found = exercises_of(&game, &plan, &findings, None);
        assert_eq!(found.len(), 1);
        let exercise = &found[0];
        assert_eq!(exercise.judgement, Judgement::Blunder);
        assert_eq!(exercise.position.uci(exercise.solution().unwrap()), "g7g6");
        assert!(exercises_of(&game, &plan, &findings, Some(Color::White)).is_empty());
        assert_eq!(exercises_of(&game, &plan, &findings, Some(Color::Black)).len(), 1);
    }

    #[test]
    fn tries_are_judged_by_what_they_cost() {
        let (game, plan, findings) = game();
        let exercise = exercises_of(&game, &plan, &findings, None).remove(0);
        let m = |uci: &str| exercise.position.parse_uci(uci).unwrap();
        assert_eq!(exercise.look(m("g7g6")), Verdict::Best);
        assert_eq!(exercise.look(m("g8f6")), Verdict::Bad(Judgement::Blunder));
        assert_eq!(exercise.look(m("d8e7")), Verdict::Unknown);
        // Best is +10 centipawns for White; Black to move. Losses in points: 3.95, 4.04, 5.04.
        assert_eq!(exercise.judge(Eval::Cp(53)), Verdict::Good);
        assert_eq!(exercise.judge(Eval::Cp(54)), Verdict::Better(None));
        assert_eq!(exercise.judge(Eval::Cp(65)), Verdict::Better(Some(Judgement::Inaccuracy)));
        assert_eq!(exercise.judge(Eval::Cp(140)), Verdict::Better(Some(Judgement::Mistake)));
        assert_eq!(exercise.judge(Eval::Mate(1)), Verdict::Bad(Judgement::Blunder));
        let plan = exercise.plan_of(m("d8e7"));
        assert!(plan.items[0].command.ends_with(" d1h5 d8e7"), "{}", plan.items[0].command);
    }

    #[test]
    fn what_lichess_wrote_beside_a_mistake_is_the_solution() {
        let text = "1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Qh5?? { (0.20 → -2.50) Blunder. Nf3 was best. } \
            { [%eval -2.5] } (2. Nf3 Nc6 3. Bb5) 2... Ke7? { [%eval 0.0] } 3. Qh4+ { [%eval -0.3] } *";
        let game = tabia_pgn::read(text).games.remove(0);
        let (plan, findings) =
            (Plan::new(&game, &Scope::default()), Findings::carried(&game, &Scope::default()));
        let found = exercises_of(&game, &plan, &findings, None);
        // 2... Ke7 has no remark where lichess would have one: it is lichess's own best move.
        assert_eq!(found.len(), 1);
        let line: Vec<String> = {
            let mut position = found[0].position;
            let san = |m: &Move| {
                let san = position.san(*m);
                position.play_unchecked(*m);
                san
            };
            found[0].best.line.iter().map(san).collect()
        };
        assert_eq!((line.join(" ").as_str(), found[0].best.eval), ("Nf3 Nc6 Bb5", Eval::Cp(20)));
        // Without such comments the solution is unknown and needs an engine.
        let plain = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -2.5]} (2. a3) *";
        let game = tabia_pgn::read(plain).games.remove(0);
        let (plan, findings) =
            (Plan::new(&game, &Scope::default()), Findings::carried(&game, &Scope::default()));
        let exercise = exercises_of(&game, &plan, &findings, None).remove(0);
        assert_eq!(exercise.solution(), None);
        let position = &exercise.plan().items[0].position;
        let line = vec![position.parse_san("Nf3").unwrap()];
        let asked = exercise.with_best(Analysis { eval: Eval::Cp(40), depth: 14, nodes: 9, line });
        assert_eq!((asked.solution().is_some(), asked.best.eval), (true, Eval::Cp(40)));
    }

    #[test]
    fn a_mate_is_always_right_and_a_stalemate_is_judged() {
        let game = tabia_pgn::read("[FEN \"7k/8/6K1/8/8/Q7/8/6Q1 w - - 0 1\"]\n\n1. Qf1 *").games.remove(0);
        let plan = Plan::new(&game, &Scope::default());
        let item = &plan.items[0];
        let exercise = Exercise {
            node: NodeId::ROOT,
            position: item.position,
            command: item.command.clone(),
            is_chess960: false,
            played: item.position.parse_uci("g1f1").unwrap(),
            played_eval: Eval::Cp(0),
            judgement: Judgement::Blunder,
            best: Analysis {
                eval: Eval::Mate(1),
                depth: 1,
                nodes: 1,
                line: vec![item.position.parse_uci("a3a8").unwrap()],
            },
        };
        let m = |uci: &str| item.position.parse_uci(uci).unwrap();
        assert_eq!(exercise.look(m("a3f8")), Verdict::Best, "another mate");
        assert_eq!(exercise.look(m("a3a2")), Verdict::Bad(Judgement::Blunder), "a stalemate");
        assert!(exercise.plan_of(m("a3a2")).items.is_empty());
    }
}
