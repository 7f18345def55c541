//! Snapshot of a line.

use super::side_engines::SideEngines;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::tool_request::LinePlace;
use crate::components::board::view::marked_squares;
use crate::state::analysis::{PvMove, pv_text};
use tabia_chess::{Move, Position, Square};

/// Moves of a line and their starting position.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMoves {
    /// Position before the first move.
    pub start: Position,
    /// Moves.
    pub pv: Vec<PvMove>,
    /// Selected ply, from 0.
    pub ply: usize,
    /// Whether castling is written as king takes rook.
    pub is_chess960: bool,
}

impl LineMoves {
    /// Returns the position after the move at `ply`.
    pub fn position(&self, ply: usize) -> Position {
        let mut position = self.start;
        for pv_move in self.pv.iter().take(ply + 1) {
            position.play_unchecked(pv_move.m);
        }
        position
    }

    /// Returns the squares of the move at `ply`.
    pub fn squares(&self, ply: usize) -> Option<(Square, Square)> {
        self.pv.get(ply).map(|pv_move| marked_squares(pv_move.m))
    }

    /// Returns the moves up to and including `ply`.
    pub fn moves(&self, ply: usize) -> Vec<Move> {
        self.pv.iter().take(ply + 1).map(|pv_move| pv_move.m).collect()
    }

    /// Formats all moves in SAN with move numbers.
    pub fn san(&self) -> String {
        pv_text(&self.pv)
    }

    /// Formats all moves in UCI notation.
    pub fn uci(&self) -> String {
        let mut position = self.start;
        let texts = self.pv.iter().map(|pv_move| {
            let text = position.uci_with(pv_move.m, self.is_chess960);
            position.play_unchecked(pv_move.m);
            text
        });
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the current line of an engine at a place.
pub fn chosen_line(
    side_engines: &SideEngines,
    panel: &AnalysisPanelProps,
    place: &LinePlace,
) -> Option<LineMoves> {
    let feed = side_engines.feed(&place.source)?;
    line_of(&feed, panel, place.rank, place.ply.unwrap_or(0))
}

/// Returns the line of this rank, if the feed is about the position on the board.
pub fn line_of(
    feed: &AnalysisFeed,
    panel: &AnalysisPanelProps,
    rank: usize,
    ply: usize,
) -> Option<LineMoves> {
    let state = feed.state();
    let request = state.request()?;
    if !request.is_same_position(&panel.subject.request) {
        return None;
    }
    let line = state.lines().iter().find(|line| line.rank == rank)?;
    let last = line.pv.len().checked_sub(1)?;
    Some(LineMoves {
        start: panel.subject.position,
        pv: line.pv.clone(),
        ply: ply.min(last),
        is_chess960: request.chess960,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::analysis::pv_moves;

    fn line(text: &str) -> LineMoves {
        let start = Position::default();
        let uci: Vec<_> = text.split_whitespace().map(|m| m.parse().unwrap()).collect();
        LineMoves { start, pv: pv_moves(&start, &uci, 40), ply: 0, is_chess960: false }
    }

    #[test]
    fn a_line_is_played_and_written() {
        let line = line("e2e4 e7e5 g1f3");
        assert_eq!(line.san(), "1. e4 e5 2. Nf3");
        assert_eq!(line.uci(), "e2e4 e7e5 g1f3");
        assert_eq!(line.moves(1).len(), 2);
        assert!(line.position(2).to_fen().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"));
        assert_eq!(line.squares(2), Some((Square::G1, Square::F3)));
        assert_eq!(line.squares(3), None);
    }
}
