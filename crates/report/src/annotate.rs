//! Writing findings into the game: evaluations, glyphs, comments, best lines.

use tabia_chess::{Color, Move};
use tabia_pgn::{Game, NodeId};

use crate::analysis::Analysis;
use crate::findings::{Findings, is_usual_start, over};
use crate::judgement::{Judgement, judge};
use crate::plan::{Place, Plan, Scope};
use crate::remark::Remark;
use crate::report::Report;
use crate::win::centipawns;
use crate::{Eval, words};

/// What to write into a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Moves that lose this number of centipawns or more are commented, in addition to those judged; negative: every move. `None`: only
    /// judged moves.
    pub margin: Option<i32>,
    /// Maximum length in plies of the best line added as a variation; 0 for none.
    pub line_plies: usize,
    /// Whether inaccuracies, mistakes and blunders without a glyph get one.
    pub glyphs: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { margin: None, line_plies: 12, glyphs: true }
    }
}

/// The report on the main line from the findings only: the game's own evaluations are not part of an engine's report.
pub fn report(game: &Game, findings: &Findings) -> Report {
    let eval_of = |node: NodeId| {
        let found = findings.at(node).map(|found| found.eval);
        found.or_else(|| is_stalemate(game, findings, node).then_some(Eval::Cp(0)))
    };
    let evals: Vec<Option<Eval>> = game.main_line().map(eval_of).collect();
    let is_best: Vec<bool> = game.main_line().map(|node| findings.is_best(game, node)).collect();
    let report = Report::with_best(game.start().turn(), findings.eval_before_first(game), &evals, &is_best);
    if findings.is_judged_by_lichess() {
        let said =
            |(ply, node)| report.accuracies.get(ply).copied().flatten().and(Judgement::said(game, node));
        let judgements = game.main_line().enumerate().map(said).collect();
        return report.judged(game.start().turn(), judgements);
    }
    report
}

impl Report {
    /// The report on the main line from the evaluations in its comments (`[%eval]`).
    pub fn of_game(game: &Game) -> Self {
        report(game, &Findings::carried(game, &Scope::default()))
    }
}

/// Whether an analysed move leads to stalemate: unlike mate, it can be a mistake.
fn is_stalemate(game: &Game, findings: &Findings, node: NodeId) -> bool {
    let is_known = game.parent(node).is_some_and(|parent| findings.at(parent).is_some());
    is_known && !findings.is_carried() && over(&game.position(node)) == Some(Eval::Cp(0))
}

/// Remarks on the moves of a game, in the order of the game.
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
        let from = if parent == NodeId::ROOT { findings.eval_before_first(game)? } else { best.eval };
        let is_best = findings.is_best(game, node);
        let judged = judge(from, played, before.turn());
        let judgement = if findings.is_judged_by_lichess() && game.is_main_line(node) {
            Judgement::said(game, node)
        } else {
            judged.filter(|_| !is_best)
        };
        let loss = if is_best { 0 } else { loss(best.eval, played, before.turn()) };
        // Explain why the best move is not a mistake, or readers of the bare evaluations will think it is one.
        let is_said = judgement.is_some()
            || (is_best && judged.is_some() && !findings.is_carried())
            || style.margin.is_some_and(|margin| margin < 0 || (!is_best && loss >= margin));
        is_said.then_some(Remark { node, judgement, played, best, loss, is_best })
    };
    nodes.into_iter().filter_map(of).collect()
}

fn loss(best: Eval, played: Eval, mover: Color) -> i32 {
    let gain = centipawns(played) - centipawns(best);
    if mover == Color::White { -gain } else { gain }.max(0)
}

/// Writes the findings into the game: evaluations after all moves that have one, and for moves with a remark a glyph, a comment and the
/// best line. Existing content is preserved, except for what an earlier report wrote about the same moves.
pub fn annotate(game: &mut Game, plan: &Plan, findings: &Findings, remarks: &[Remark], style: &Style) {
    if !findings.is_carried() {
        write_evaluations(game, plan, findings);
    }
    for remark in remarks {
        write_remark(game, remark, findings, style);
    }
    for item in &plan.items {
        if let (Place::Aside(parent, m), Some(found)) = (item.place, findings.of(item.place)) {
            write_aside(game, parent, m, found, style);
        }
    }
}

fn write_evaluations(game: &mut Game, plan: &Plan, findings: &Findings) {
    for item in &plan.items {
        let (Place::Node(node), Some(found)) = (item.place, findings.of(item.place)) else { continue };
        // The standard start position has the same evaluation in every report.
        if node != NodeId::ROOT || !is_usual_start(game) {
            game.annotations_mut(node).set_evaluation(Some((found.eval, Some(found.depth))));
        }
        let children: Vec<NodeId> = game.children(node).collect();
        for child in children {
            if is_stalemate(game, findings, child) {
                game.annotations_mut(child).set_evaluation(Some((Eval::Cp(0), None)));
            }
            if findings.eval(game, child).is_some() {
                forget_remark(game, child);
            }
        }
    }
}

/// Removes an earlier report's comment on a move, and the matching glyph.
fn forget_remark(game: &mut Game, node: NodeId) {
    let annotations = game.annotations_mut(node);
    let Some((rest, judgement)) = words::without_remarks(&annotations.text_after()) else { return };
    annotations.set_text_after(&rest);
    if let Some(judgement) = judgement {
        annotations.nags.retain(|nag| *nag != judgement.nag());
    }
}

fn write_remark(game: &mut Game, remark: &Remark, findings: &Findings, style: &Style) {
    let Some(parent) = game.parent(remark.node) else { return };
    let before = game.position(parent);
    let text = words::text_in_game(remark, game, &before);
    let verdict = words::own_verdict(game, remark.node);
    let annotations = game.annotations_mut(remark.node);
    let has_glyph = annotations.nags.iter().any(|nag| words::MOVE_GLYPHS.contains(&nag.0));
    let fits = |judgement: &Judgement| !has_glyph && verdict.is_none_or(|verdict| verdict == judgement.nag());
    if let Some(judgement) = remark.judgement.filter(|judgement| style.glyphs && fits(judgement)) {
        annotations.nags.insert(0, judgement.nag());
    }
    let said = annotations.text_after();
    // The game's annotator has often said this in other words.
    let is_said = words::best_named(&said).is_some() || words::without_remarks(&said).is_some();
    if !findings.is_carried() || !(is_said || remark.is_best) {
        // A separate comment: it would run into a sentence without a full stop.
        annotations.set_text_after(&format!("{said}\n{text}"));
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

/// Adds a line of moves after a node. Existing moves are not duplicated.
fn add_line(game: &mut Game, from: NodeId, line: &[Move], plies: usize) {
    let mut node = from;
    for &m in line.iter().take(plies) {
        match game.play(node, m) {
            Ok(next) => node = next,
            Err(_) => return,
        }
    }
}
