//! Results written into the game: evaluations, glyphs, comments, best lines.

use std::collections::HashMap;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId};

use crate::analysis::Analysis;
use crate::judgement::judge;
use crate::plan::{Place, Plan, Scope};
use crate::remark::Remark;
use crate::report::Report;
use crate::win::{START, centipawns};
use crate::{Eval, words};

/// What is written into a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Moves that lose so many centipawns or more are commented, besides those that are judged; negative: every move. `None`: only
    /// those that are judged.
    pub margin: Option<i32>,
    /// The best line is kept as a variation of at most so many plies; 0 for none.
    pub line_plies: usize,
    /// Glyphs are given to inaccuracies, mistakes and blunders that have none.
    pub glyphs: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { margin: None, line_plies: 12, glyphs: true }
    }
}

/// The glyphs of moves; a move has at most one of them.
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;

/// What engines found in the positions of a game.
#[derive(Clone, Debug, Default)]
pub struct Findings(HashMap<Place, Analysis>);

impl Findings {
    /// The results of a [job](crate::Job) on this plan.
    pub fn new(plan: &Plan, results: &[Option<Analysis>]) -> Self {
        let of = |(item, found): (&crate::plan::Item, &Option<Analysis>)| Some((item.place, found.clone()?));
        Self(plan.items.iter().zip(results).filter_map(of).collect())
    }

    /// What was found after a move, or at the start.
    pub fn at(&self, node: NodeId) -> Option<&Analysis> {
        self.0.get(&Place::Node(node))
    }

    /// The evaluation after a move from White's side; a position in which the game is over has one without analysis.
    fn eval(&self, game: &Game, node: NodeId) -> Option<Eval> {
        self.at(node).map(|found| found.eval).or_else(|| over(&game.position(node)))
    }
}

/// The evaluation of a position in which no move is left.
pub(crate) fn over(position: &Position) -> Option<Eval> {
    match (position.has_legal_moves(), position.is_check(), position.turn()) {
        (true, ..) => None,
        (false, true, Color::White) => Some(Eval::Mate(-1)),
        (false, true, Color::Black) => Some(Eval::Mate(1)),
        (false, false, _) => Some(Eval::Cp(0)),
    }
}

/// The report on the main line by what was found; where nothing was, by the evaluations that the game carries.
pub fn report(game: &Game, findings: &Findings) -> Report {
    let evals: Vec<Option<Eval>> = game
        .main_line()
        .map(|node| findings.at(node).map(|found| found.eval).or_else(|| crate::report::eval_of(game, node)))
        .collect();
    Report::new(game.start().turn(), &evals)
}

/// The moves of a game that are worth a word, in the order of the game.
pub fn remarks(game: &Game, scope: &Scope, findings: &Findings, style: &Style) -> Vec<Remark> {
    let nodes: Vec<NodeId> =
        if scope.variations { game.subtree(NodeId::ROOT) } else { game.main_line().collect() };
    let of = |node: NodeId| {
        let parent = game.parent(node)?;
        game.played(node)?.as_move()?;
        let before = game.position(parent);
        if !scope.takes(&before) {
            return None;
        }
        let best = findings.at(parent)?.clone();
        let played = findings.eval(game, node)?;
        // As on lichess the game begins with 15 centipawns for White.
        let from = if parent == NodeId::ROOT { START } else { best.eval };
        let is_best = game.played(node)?.as_move() == best.line.first().copied();
        let judgement = if is_best { None } else { judge(from, played, before.turn()) };
        let loss = if is_best { 0 } else { loss(best.eval, played, before.turn()) };
        let is_said = judgement.is_some()
            || style.margin.is_some_and(|margin| margin < 0 || (!is_best && loss >= margin));
        is_said.then_some(Remark { node, judgement, played, best, loss, is_best })
    };
    nodes.into_iter().filter_map(of).collect()
}

fn loss(best: Eval, played: Eval, mover: Color) -> i32 {
    let gain = centipawns(played) - centipawns(best);
    if mover == Color::White { -gain } else { gain }.max(0)
}

/// Writes what was found into the game: evaluations behind all moves that have one, and to the moves with a remark a glyph, a comment and
/// the best line. What stands there already stays.
pub fn annotate(game: &mut Game, plan: &Plan, findings: &Findings, remarks: &[Remark], style: &Style) {
    for item in &plan.items {
        if let (Place::Node(node), Some(found)) = (item.place, findings.0.get(&item.place))
            && node != NodeId::ROOT
        {
            game.annotations_mut(node).set_evaluation(Some((found.eval, Some(found.depth))));
        }
    }
    for remark in remarks {
        write_remark(game, remark, style);
    }
    for item in &plan.items {
        if let (Place::Aside(parent, m), Some(found)) = (item.place, findings.0.get(&item.place)) {
            write_aside(game, parent, m, found, style);
        }
    }
}

fn write_remark(game: &mut Game, remark: &Remark, style: &Style) {
    let Some(parent) = game.parent(remark.node) else { return };
    let before = game.position(parent);
    let annotations = game.annotations_mut(remark.node);
    let has_glyph = annotations.nags.iter().any(|nag| MOVE_GLYPHS.contains(&nag.0));
    if let Some(judgement) = remark.judgement.filter(|_| style.glyphs && !has_glyph) {
        annotations.nags.insert(0, judgement.nag());
    }
    let sentence = words::remark_text(remark, &before);
    // Annotated a second time, a game does not say everything twice.
    if !annotations.text_after().contains(&sentence) {
        let said = annotations.text_after();
        let space = if said.is_empty() { "" } else { " " };
        annotations.set_text_after(&format!("{said}{space}{sentence}"));
    }
    if !remark.is_best {
        add_line(game, parent, &remark.best.line, style.line_plies);
    }
}

fn write_aside(game: &mut Game, parent: NodeId, m: Move, found: &Analysis, style: &Style) {
    let Ok(node) = game.play(parent, m) else { return };
    let annotations = game.annotations_mut(node);
    annotations.set_evaluation(Some((found.eval, Some(found.depth))));
    add_line(game, node, &found.line, style.line_plies);
}

/// Adds a line of moves behind a node. Moves that stand there already are not doubled.
fn add_line(game: &mut Game, from: NodeId, line: &[Move], plies: usize) {
    let mut node = from;
    for &m in line.iter().take(plies) {
        match game.play(node, m) {
            Ok(next) => node = next,
            Err(_) => return,
        }
    }
}
