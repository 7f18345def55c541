//! Engine analysis of the position on the board.

use std::rc::Rc;

use tabia_chess::{Color, Move, Position};
use tabia_uci::{Bound, UciMove, Wdl};

pub use super::figures::Figures;
use super::game::GameState;
use super::rest::Rest;
use super::score::{Evaluation, bound_for_white};
use crate::state::analysis_request::{AnalysisRequest, Limits};
use crate::state::analysis_update::{AnalysisLine, AnalysisUpdate};

/// Maximum number of lines.
pub const MAX_LINES: usize = 10;

/// Maximum number of moves of a line converted to SAN.
pub const MAX_PV_MOVES: usize = 40;

/// One line of analysis, ready for display.
#[derive(Clone, PartialEq, Debug)]
pub struct DisplayedLine {
    /// Rank, from 1.
    pub rank: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Score from White's side.
    pub score: Evaluation,
    /// Set if the score is only a bound, from White's side: `Lower` means at least as good for White.
    pub bound: Option<Bound>,
    /// Win/draw/loss permille from White's side, if the engine reports them.
    pub wdl: Option<Wdl>,
    /// Set while the next depth has failed high or low and is searched again.
    pub fail: Option<LineFail>,
    /// Moves of the line.
    pub pv: Vec<PvMove>,
}

/// A deeper search that has only a bound so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineFail {
    /// From White's side: `Lower` means at least as good for White.
    pub bound: Bound,
    /// The bound, from White's side.
    pub score: Evaluation,
    /// Depth in plies.
    pub depth: u32,
}

/// One move of a PV.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvMove {
    /// The move.
    pub m: Move,
    /// The move in SAN.
    pub san: String,
    /// `12.` for White's moves, `12...` if a line starts with Black's; otherwise empty.
    pub number: String,
}

/// Analysis of one position. Cheap to clone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AnalysisState {
    subject: Option<AnalysedPosition>,
    lines: Rc<[DisplayedLine]>,
    figures: Figures,
    is_finished: bool,
    /// Whether the lines come from an earlier search; they stay until this one is as deep.
    is_recalled: bool,
    /// Score of the latest best line, even from the previous position: the bar must not jump back to the middle on every move.
    bar: Option<Evaluation>,
}

/// The position under analysis.
#[derive(Clone, PartialEq, Debug)]
struct AnalysedPosition {
    request: Rc<AnalysisRequest>,
    position: Position,
}

/// Change of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisAction {
    /// A new position is on the board: drop the analysis of the old one. The position is the one that the request leads to.
    Begin(Rc<AnalysisRequest>, Box<Position>),
    /// Output of the engine. Ignored if it is for another position.
    Update(Rc<AnalysisUpdate>),
    /// Show the result of an earlier search of the position until the current one has found as much.
    Recall(Box<AnalysisUpdate>),
    /// Drop the analysis and the bar's value: a different engine will analyse the same position.
    Forget,
    /// Analyse nothing.
    Clear,
}

impl AnalysisState {
    /// Returns the state after an action; `None` if nothing changes, so that nothing is redrawn.
    #[must_use]
    pub fn reduce(&self, action: &AnalysisAction) -> Option<Self> {
        match action {
            AnalysisAction::Begin(request, position) => {
                let is_same =
                    self.subject.as_ref().is_some_and(|subject| subject.request.is_same_position(request));
                if is_same {
                    // Same position, new settings: the lines stay until better ones arrive.
                    let is_same_search =
                        self.request().map(|old| &old.search_moves) == Some(&request.search_moves);
                    let subject = Some(AnalysedPosition { request: request.clone(), position: **position });
                    if !is_same_search {
                        // Results for other root moves don't apply.
                        return Some(Self { subject, bar: self.bar, ..Self::default() });
                    }
                    let lines = self.lines.iter().take(request.multipv as usize).cloned().collect();
                    return Some(Self { subject, lines, is_finished: false, ..self.clone() });
                }
                let subject = Some(AnalysedPosition { request: request.clone(), position: **position });
                Some(Self { subject, bar: self.bar, ..Self::default() })
            }
            AnalysisAction::Update(update) => self.update(update),
            AnalysisAction::Recall(update) => Some(Self { is_recalled: true, ..self.take(update)? }),
            AnalysisAction::Forget => Some(Self { subject: self.subject.clone(), ..Self::default() }),
            AnalysisAction::Clear => (*self != Self::default()).then(Self::default),
        }
    }

    fn update(&self, update: &AnalysisUpdate) -> Option<Self> {
        // The last output of a search that was stopped for other settings.
        let is_obsolete = self.request().is_some_and(|request| *request != update.request);
        if (self.is_recalled || is_obsolete) && !self.lines.is_empty() {
            let has_more_lines = !is_obsolete && update.lines.len() > self.lines.len();
            let is_more = update.depth >= self.figures.depth || has_more_lines;
            if !is_more || update.lines.is_empty() {
                // The known lines are deeper; the only news is the end of the search.
                let is_news = update.finished && !self.is_finished && self.is_about(&update.request);
                return is_news.then(|| Self { is_finished: true, ..self.clone() });
            }
        }
        self.take(update)
    }

    fn is_about(&self, request: &AnalysisRequest) -> bool {
        self.subject.as_ref().is_some_and(|subject| subject.request.is_same_position(request))
    }

    fn take(&self, update: &AnalysisUpdate) -> Option<Self> {
        let subject = self.subject.as_ref()?;
        if !subject.request.is_same_position(&update.request) {
            return None;
        }
        let wanted = (subject.request.multipv.max(1) as usize).min(MAX_LINES);
        let lines: Vec<DisplayedLine> = update
            .lines
            .iter()
            .take(wanted)
            .enumerate()
            .map(|(index, line)| shown_line(index + 1, line, &subject.position, update.tb_hits > 0))
            .collect();
        // A search that was stopped before its first line keeps the old lines.
        let lines: Rc<[DisplayedLine]> = if lines.is_empty() { self.lines.clone() } else { lines.into() };
        let figures = Figures {
            depth: lines.first().map_or(update.depth, |line| line.depth),
            nodes: update.nodes,
            nps: update.nps,
            hashfull: update.hashfull,
            tb_hits: update.tb_hits,
            dtz: update.dtz,
            time_ms: update.time_ms,
        };
        let bar = lines.first().map(|line| line.score).or(self.bar);
        let is_finished = update.finished;
        Some(Self { subject: self.subject.clone(), lines, figures, is_finished, is_recalled: false, bar })
    }

    /// Whether the lines come from an earlier search.
    pub fn is_recalled(&self) -> bool {
        self.is_recalled
    }

    /// Whether the known result already satisfies the request, so that no search is needed.
    pub fn is_answered(&self) -> bool {
        let Some(subject) = &self.subject else { return false };
        let limits = subject.request.limits;
        let legal = match subject.request.search_moves.len() {
            0 => subject.position.legal_moves().len(),
            chosen => chosen,
        };
        let wanted = (subject.request.multipv.max(1) as usize).min(MAX_LINES).min(legal);
        limits != Limits::Infinite
            && self.lines.len() >= wanted
            && Rest::of(limits, &self.figures, self.evaluation()) == Rest::Limit
    }

    /// Returns the lines, best first.
    pub fn lines(&self) -> &Rc<[DisplayedLine]> {
        &self.lines
    }

    /// Returns depth, nodes and other search figures.
    pub fn figures(&self) -> Figures {
        self.figures
    }

    /// Whether the search has ended.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Returns the current request.
    pub fn request(&self) -> Option<&Rc<AnalysisRequest>> {
        self.subject.as_ref().map(|subject| &subject.request)
    }

    /// Returns the score of the best line.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.lines.first().map(|line| line.score)
    }

    /// Returns the score for the evaluation bar; that of the previous position until there is one.
    pub fn bar(&self) -> Option<Evaluation> {
        self.bar
    }

    /// Returns the side to move in the analysed position.
    pub fn turn(&self) -> Option<Color> {
        self.subject.as_ref().map(|subject| subject.position.turn())
    }

    /// Returns the best move.
    pub fn best_move(&self) -> Option<Move> {
        Some(self.lines.first()?.pv.first()?.m)
    }
}

fn shown_line(rank: usize, line: &AnalysisLine, position: &Position, has_tables: bool) -> DisplayedLine {
    let turn = position.turn();
    let score = Evaluation::from_uci(line.score, turn);
    DisplayedLine {
        rank,
        depth: line.depth,
        seldepth: line.seldepth,
        score: if has_tables { score.with_table_wins() } else { score },
        bound: line.bound.map(|bound| bound_for_white(bound, turn)),
        wdl: line.wdl.map(|wdl| wdl_for_white(wdl, turn)),
        fail: line.fail.map(|fail| LineFail {
            bound: bound_for_white(fail.bound, turn),
            score: Evaluation::from_uci(fail.score, turn),
            depth: fail.depth,
        }),
        pv: pv_moves(position, &line.pv, MAX_PV_MOVES),
    }
}

fn wdl_for_white(wdl: Wdl, turn: Color) -> Wdl {
    match turn {
        Color::White => wdl,
        Color::Black => Wdl { win: wdl.loss, draw: wdl.draw, loss: wdl.win },
    }
}

/// Builds the request for the position on the board.
pub fn analysis_request(game: &GameState, multipv: u32, limits: Limits) -> AnalysisRequest {
    let (start, moves) = game.engine_line();
    let chess960 = game.game().is_chess960();
    let mut position = *start;
    let moves = moves
        .into_iter()
        .map_while(|m| {
            let text = position.uci_with(m, chess960).parse().ok();
            position.play_unchecked(m);
            text
        })
        .collect();
    let start_fen = if chess960 { start.to_shredder_fen() } else { start.to_fen() };
    AnalysisRequest {
        game: game.game_id(),
        start_fen,
        moves,
        chess960,
        multipv,
        limits,
        search_moves: Vec::new(),
    }
}

/// Converts a line of UCI moves to SAN with move numbers, up to the first illegal move: an engine may print anything.
pub fn pv_moves(position: &Position, pv: &[UciMove], limit: usize) -> Vec<PvMove> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(pv.len().min(limit));
    for text in pv.iter().take(limit) {
        let Ok(m) = position.parse_uci(text.as_str()) else { break };
        let number = match (position.turn(), moves.is_empty()) {
            (Color::White, _) => format!("{}.", position.fullmove_number()),
            (Color::Black, true) => format!("{}...", position.fullmove_number()),
            (Color::Black, false) => String::new(),
        };
        moves.push(PvMove { m, san: position.san(m), number });
        position.play_unchecked(m);
    }
    moves
}

/// Formats a line: `12... Nf6 13. Bg5 h6`.
pub fn pv_text(moves: &[PvMove]) -> String {
    let mut text = String::new();
    for pv_move in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        if !pv_move.number.is_empty() {
            text.push_str(&pv_move.number);
            text.push(' ');
        }
        text.push_str(&pv_move.san);
    }
    text
}
