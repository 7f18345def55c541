//! Mistakes as exercises: a better move is to be found.

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId};

use crate::Eval;
use crate::analysis::Analysis;
use crate::annotate::Findings;
use crate::judgement::{Judgement, judge};
use crate::plan::{Place, Plan};
use crate::remark::Remark;

/// A position in which something better could have been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The node of the move that was played.
    pub node: NodeId,
    /// The position before it.
    pub position: Position,
    /// The moves that led there, and the position as UCI wants it.
    pub command: String,
    /// Whether castling has to be written as in Chess960.
    pub is_chess960: bool,
    /// The move that was played.
    pub played: Move,
    /// The evaluation behind it, from White's side.
    pub played_eval: Eval,
    /// How bad it was.
    pub judgement: Judgement,
    /// What the engine found: its first move is the solution.
    pub best: Analysis,
}

/// What is to be said of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The solution, or a mate.
    Best,
    /// As good as the solution, within what is not judged.
    Good,
    /// Better than what was played, but it still is an inaccuracy or worse.
    Better(Judgement),
    /// No better.
    Bad(Judgement),
    /// Nothing can be said before it is analysed.
    Unknown,
}

/// The mistakes of a side, of both without one, in the order of the game. A mistake of which no better move is known is none of them.
pub fn exercises(game: &Game, plan: &Plan, remarks: &[Remark], side: Option<Color>) -> Vec<Exercise> {
    let of = |remark: &Remark| {
        let judgement = remark.judgement?;
        let parent = game.parent(remark.node)?;
        let item = plan.items.iter().find(|item| item.place == Place::Node(parent))?;
        let played = game.played(remark.node)?.as_move()?;
        if side.is_some_and(|side| side != item.position.turn()) || remark.best.line.is_empty() {
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
    /// The best move.
    pub fn solution(&self) -> Option<Move> {
        self.best.line.first().copied()
    }

    /// What can be said of a try without an engine.
    pub fn look(&self, m: Move) -> Verdict {
        let mut after = self.position;
        after.play_unchecked(m);
        if Some(m) == self.solution() || (after.is_check() && !after.has_legal_moves()) {
            return Verdict::Best;
        }
        if m == self.played {
            return Verdict::Bad(self.judgement);
        }
        match crate::annotate::over(&after) {
            Some(eval) => self.judge(eval),
            None => Verdict::Unknown,
        }
    }

    /// What is to be said of a try after which the evaluation from White's side is this.
    pub fn judge(&self, after: Eval) -> Verdict {
        let mover = self.position.turn();
        match judge(self.best.eval, after, mover) {
            None => Verdict::Good,
            Some(judgement) if judgement < self.judgement => Verdict::Better(judgement),
            Some(judgement) => Verdict::Bad(judgement),
        }
    }

    /// The position after a try, to be analysed; `None` if the game is over there.
    pub fn plan_of(&self, m: Move) -> Plan {
        let mut position = self.position;
        let word = if self.command.contains(" moves ") { " " } else { " moves " };
        let command = format!("{}{word}{}", self.command, position.uci(m, self.is_chess960));
        position.play_unchecked(m);
        let item = crate::plan::Item { place: Place::Aside(self.node, m), position, command };
        let items = if position.has_legal_moves() { vec![item] } else { Vec::new() };
        Plan { items, is_chess960: self.is_chess960 }
    }
}

/// The exercises of a game whose positions were analysed.
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
        assert_eq!(exercise.position.uci(exercise.solution().unwrap(), false), "g7g6");
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
        // Best is +10 for White; Black moves.
        assert_eq!(exercise.judge(Eval::Cp(60)), Verdict::Good);
        assert_eq!(exercise.judge(Eval::Cp(80)), Verdict::Better(Judgement::Inaccuracy));
        assert_eq!(exercise.judge(Eval::Cp(140)), Verdict::Better(Judgement::Mistake));
        assert_eq!(exercise.judge(Eval::Mate(1)), Verdict::Bad(Judgement::Blunder));
        let plan = exercise.plan_of(m("d8e7"));
        assert!(plan.items[0].command.ends_with(" d1h5 d8e7"), "{}", plan.items[0].command);
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
