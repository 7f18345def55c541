//! What is known of the positions of a game: found by an engine, or carried by the game.

use std::collections::HashMap;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId, comment};

use crate::Eval;
use crate::analysis::Analysis;
use crate::judgement::Judgement;
use crate::plan::{Place, Plan, Scope};
use crate::win::START;
use crate::words;

/// What is known of the positions of a game: all of it by one engine, or all of it by the game's own comments.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    found: HashMap<Place, Analysis>,
    is_carried: bool,
    is_judged_by_lichess: bool,
}

impl Findings {
    /// The results of a [job](crate::Job) on this plan.
    pub fn new(plan: &Plan, results: &[Option<Analysis>]) -> Self {
        let of = |(item, found): (&crate::plan::Item, &Option<Analysis>)| Some((item.place, found.clone()?));
        Self { found: plan.items.iter().zip(results).filter_map(of).collect(), ..Self::default() }
    }

    /// What the comments of a game say of the moves in the scope (`[%eval]`), as lichess exports them or as it was [written
    /// here](mod@crate::annotate). The best line is known where a comment names its first move (`Nf3 was best`) and it stands beside the move.
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
        // The start alone says nothing.
        if found.keys().all(|place| *place == Place::Node(NodeId::ROOT)) {
            found.clear();
        }
        Self { found, is_carried: true, is_judged_by_lichess: is_judged_by_lichess(game) }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether the game's comments say it, and no engine.
    pub(crate) fn is_carried(&self) -> bool {
        self.is_carried
    }

    /// Whether the glyphs of the game are lichess's judgements by the evaluations that the game carries. They stand: lichess knew more
    /// than it exports, and judged by other rules before 2022.
    pub(crate) fn is_judged_by_lichess(&self) -> bool {
        self.is_judged_by_lichess
    }

    /// What is known of the position after a move, or of the start.
    pub fn at(&self, node: NodeId) -> Option<&Analysis> {
        self.of(Place::Node(node))
    }

    /// What is known of a position.
    pub(crate) fn of(&self, place: Place) -> Option<&Analysis> {
        self.found.get(&place)
    }

    /// The evaluation that the first move is judged from: as on lichess [`START`] for the usual start position, otherwise what is known of
    /// the position; `None` if nothing is.
    pub fn eval_before_first(&self, game: &Game) -> Option<Eval> {
        if is_usual_start(game) { Some(START) } else { self.at(NodeId::ROOT).map(|found| found.eval) }
    }

    /// The evaluation after a move from White's side. A position in which the game is over has one without analysis; an analysis by
    /// others would say it.
    pub(crate) fn eval(&self, game: &Game, node: NodeId) -> Option<Eval> {
        let ended = || over(&game.position(node)).filter(|_| !self.is_carried);
        self.at(node).map(|found| found.eval).or_else(ended)
    }

    /// Whether a move is known to be the best one; what came of it does not make it a mistake.
    pub(crate) fn is_best(&self, game: &Game, node: NodeId) -> bool {
        let played = game.played(node).and_then(tabia_pgn::Played::as_move);
        let best = game.parent(node).and_then(|parent| self.at(parent)?.line.first().copied());
        best.is_some() && best == played
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

/// Whether a game is an export of lichess with its analysis. In studies glyphs are people's.
fn is_judged_by_lichess(game: &Game) -> bool {
    let site = game.tags().get("Site").unwrap_or_default();
    site.contains("lichess.org/")
        && !site.contains("/study/")
        && game.tags().get("Annotator").is_none_or(|annotator| annotator.contains("lichess"))
        && game.main_line().any(|node| Judgement::said(game, node).is_some())
}

/// Whether a game begins where all games of ordinary chess do.
pub(crate) fn is_usual_start(game: &Game) -> bool {
    game.start().same_position(&Position::default())
}

/// Whether both sides begin with the same first rank of Chess960.
fn is_chess960_start(position: &Position) -> bool {
    (0..960).any(|number| position.same_position(&Position::chess960(number)))
}

/// What the game says of a position; the last comment counts. Start positions that nothing is said of are as good as the usual one.
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

/// The best line in place of the move of `node`, as far as it is told. lichess says what was best, beside every move that it judges;
/// where it does so elsewhere in the game (`has_words`), a move without such words was the best.
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

/// `(0.12 → -1.50) Mistake. Nf3 was best.`: unlike here, the sentence ends there.
fn is_lichess_remark(text: &str) -> bool {
    text.contains(" was best.")
}
