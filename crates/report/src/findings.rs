//! Evaluations of the positions of a game: found by an engine, or carried by the game's comments.

use std::collections::HashMap;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId, comment};

use crate::Eval;
use crate::analysis::Analysis;
use crate::judgement::Judgement;
use crate::plan::{Place, Plan, Scope};
use crate::win::START;
use crate::words;

/// Evaluations of the positions of a game: either all from one engine, or all from the game's own comments.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    found: HashMap<Place, Analysis>,
    is_carried: bool,
    is_judged_by_lichess: bool,
}

impl Findings {
    /// Creates the findings from the results of a [job](crate::Job) on this plan.
    pub fn new(plan: &Plan, results: &[Option<Analysis>]) -> Self {
        let of = |(item, found): (&crate::plan::Item, &Option<Analysis>)| Some((item.place, found.clone()?));
        Self { found: plan.items.iter().zip(results).filter_map(of).collect(), ..Self::default() }
    }

    /// Findings from the comments of the moves in the scope (`[%eval]`), as exported by lichess or [written here](mod@crate::annotate). The
    /// best line is known if a comment names its first move (`Nf3 was best`) and it is a variation of the move.
    pub fn carried(game: &Game, scope: &Scope) -> Self {
        let mut found = HashMap::new();
        let has_words = game.main_line().any(|node| is_lichess_remark(&game.annotations(node).text_after()));
        let nodes: Vec<NodeId> =
            if scope.variations { game.subtree(NodeId::ROOT) } else { game.main_line().collect() };
        for node in nodes {
            let Some(parent) = game.parent(node) else { continue };
            let before = game.position(parent);
            if !scope.takes(&before) {
                continue;
            }
            for place in [parent, node] {
                if let Some(analysis) = carried_at(game, place) {
                    found.entry(Place::Node(place)).or_insert(analysis);
                }
            }
        }
        for node in game.main_line() {
            let parent = game.parent(node).unwrap_or(NodeId::ROOT);
            if let Some(analysis) = found.get_mut(&Place::Node(parent)) {
                analysis.line = best_line(game, node, &game.position(parent), has_words);
            }
        }
        // The start position alone is not enough.
        if found.keys().all(|place| *place == Place::Node(NodeId::ROOT)) {
            found.clear();
        }
        Self { found, is_carried: true, is_judged_by_lichess: is_judged_by_lichess(game) }
    }

    /// Whether there are no findings.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether the findings come from the game's comments, not from an engine.
    pub(crate) fn is_carried(&self) -> bool {
        self.is_carried
    }

    /// Whether the game's glyphs are lichess's judgements of the evaluations it carries. They are preserved: lichess knew more than it
    /// exports, and used different rules before 2022.
    pub(crate) fn is_judged_by_lichess(&self) -> bool {
        self.is_judged_by_lichess
    }

    /// The analysis of the position after a move, or of the start.
    pub fn at(&self, node: NodeId) -> Option<&Analysis> {
        self.of(Place::Node(node))
    }

    /// The analysis of a position.
    pub(crate) fn of(&self, place: Place) -> Option<&Analysis> {
        self.found.get(&place)
    }

    /// The evaluation that the first move is judged from: as on lichess [`START`] for the standard start position, otherwise that of the
    /// position; `None` if unknown.
    pub fn eval_before_first(&self, game: &Game) -> Option<Eval> {
        if is_usual_start(game) { Some(START) } else { self.at(NodeId::ROOT).map(|found| found.eval) }
    }

    /// The evaluation after a move, from White's point of view. If the game is over in a position, no analysis is needed; carried
    /// evaluations would include it.
    pub(crate) fn eval(&self, game: &Game, node: NodeId) -> Option<Eval> {
        let ended = || over(&game.position(node)).filter(|_| !self.is_carried);
        self.at(node).map(|found| found.eval).or_else(ended)
    }

    /// Whether a move is known to be the best, so that it is not a mistake whatever follows.
    pub(crate) fn is_best(&self, game: &Game, node: NodeId) -> bool {
        let played = game.played(node).and_then(tabia_pgn::Played::as_move);
        let best = game.parent(node).and_then(|parent| self.at(parent)?.line.first().copied());
        best.is_some() && best == played
    }
}

/// The evaluation of a position without legal moves.
pub(crate) fn over(position: &Position) -> Option<Eval> {
    match (position.has_legal_moves(), position.is_check(), position.turn()) {
        (true, ..) => None,
        (false, true, Color::White) => Some(Eval::Mate(-1)),
        (false, true, Color::Black) => Some(Eval::Mate(1)),
        (false, false, _) => Some(Eval::Cp(0)),
    }
}

/// Whether a game is a lichess export with analysis. Glyphs in studies are by humans.
fn is_judged_by_lichess(game: &Game) -> bool {
    let site = game.tags().get("Site").unwrap_or_default();
    site.contains("lichess.org/")
        && !site.contains("/study/")
        && game.tags().get("Annotator").is_none_or(|annotator| annotator.contains("lichess"))
        && game.main_line().any(|node| Judgement::said(game, node).is_some())
}

/// Whether a game starts from the standard position.
pub(crate) fn is_usual_start(game: &Game) -> bool {
    game.start().same_position(&Position::default())
}

/// Whether it is a Chess960 start with the same back rank for both sides.
fn is_chess960_start(position: &Position) -> bool {
    (0..960).any(|number| position.same_position(&Position::chess960(number)))
}

/// The game's own evaluation of a position; the last comment counts. Start positions without one count like the standard one.
fn carried_at(game: &Game, node: NodeId) -> Option<Analysis> {
    let comments = &game.annotations(node).after;
    let said = comments.iter().rev().find_map(|comment| comment::evaluation(comment));
    let (eval, depth) = match said {
        _ if node == NodeId::ROOT && is_usual_start(game) => (START, None),
        None if node == NodeId::ROOT && is_chess960_start(game.start()) => (START, None),
        said => said?,
    };
    Some(Analysis { eval, depth: depth.unwrap_or(0), nodes: 0, line: Vec::new() })
}

/// The best line instead of the move of `node`, as far as given. lichess names the best move at every move that it judges; if it does so
/// elsewhere in the game (`has_words`), a move without these words was the best.
fn best_line(game: &Game, node: NodeId, before: &Position, has_words: bool) -> Vec<Move> {
    let text = game.annotations(node).text_after();
    let said = words::best_named(&text);
    let own = || game.played(node).and_then(tabia_pgn::Played::as_move).into_iter().collect();
    if words::calls_best(&text) || (has_words && said.is_none()) {
        return own();
    }
    let Some(m) = said.and_then(|san| before.parse_san(san).ok()) else { return Vec::new() };
    let mut line = vec![m];
    let parent = game.parent(node).unwrap_or(NodeId::ROOT);
    let mut next = game.child_with(parent, tabia_pgn::Played::Move(m));
    while let Some(node) = next.and_then(|node| game.main_child(node)) {
        let Some(m) = game.played(node).and_then(tabia_pgn::Played::as_move) else { break };
        line.push(m);
        next = Some(node);
    }
    line
}

/// `(0.12 → -1.50) Mistake. Nf3 was best.`: unlike in our remarks, the sentence ends there.
fn is_lichess_remark(text: &str) -> bool {
    text.contains(" was best.")
}
