//! Converts evaluations to engine output lines for storage, and back.

use std::rc::Rc;

use tabia_uci::{Info, Message};

use crate::state::analysis::MAX_PV_MOVES;
use crate::state::analysis_request::AnalysisRequest;
use crate::state::analysis_update::{AnalysisLine, AnalysisUpdate};

/// Formats an evaluation as lines, best first; results of an unfinished deeper search are left out.
pub fn to_lines(update: &AnalysisUpdate) -> Vec<String> {
    (1..).zip(&update.lines).map(|(rank, line)| info(update, rank, line).to_string()).collect()
}

fn info(update: &AnalysisUpdate, rank: u32, line: &AnalysisLine) -> Info {
    Info {
        depth: Some(line.depth),
        seldepth: line.seldepth,
        multipv: Some(rank),
        score: Some(line.score),
        bound: line.bound,
        wdl: line.wdl,
        nodes: Some(update.nodes),
        nps: Some(update.nps),
        hashfull: update.hashfull,
        tbhits: Some(update.tb_hits),
        dtz: update.dtz,
        time: Some(update.time_ms),
        pv: line.pv.iter().take(MAX_PV_MOVES).copied().collect(),
        ..Info::default()
    }
}

/// Parses lines into an evaluation that answers `request`; `None` if they contain none.
pub fn from_lines(request: &Rc<AnalysisRequest>, finished: bool, lines: &[String]) -> Option<AnalysisUpdate> {
    let infos: Vec<Info> = lines.iter().filter_map(|line| read(line)).collect();
    let first = infos.first()?;
    let best_move = first.pv.first().copied().filter(|_| finished);
    let lines: Vec<AnalysisLine> = infos.iter().filter_map(line_of).collect();
    Some(AnalysisUpdate {
        request: request.clone(),
        depth: lines.first()?.depth,
        lines,
        nodes: first.nodes.unwrap_or_default(),
        nps: first.nps.unwrap_or_default(),
        time_ms: first.time.unwrap_or_default(),
        hashfull: first.hashfull,
        tb_hits: first.tbhits.unwrap_or_default(),
        dtz: first.dtz,
        finished,
        best_move,
    })
}

fn read(line: &str) -> Option<Info> {
    match Message::parse(line) {
        Ok(Some(Message::Info(info))) => Some(*info),
        _ => None,
    }
}

fn line_of(info: &Info) -> Option<AnalysisLine> {
    Some(AnalysisLine {
        depth: info.depth?,
        seldepth: info.seldepth,
        score: info.score?,
        bound: info.bound,
        wdl: info.wdl,
        fail: None,
        pv: info.pv.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::analysis_request::Limits;
    use tabia_uci::{Bound, Score, Wdl};

    fn update() -> AnalysisUpdate {
        let request = AnalysisRequest {
            game: 1,
            start_fen: "8/8/8/8/8/8/8/K6k w - - 0 1".to_owned(),
            moves: Vec::new(),
            chess960: false,
            multipv: 2,
            limits: Limits::Infinite,
            search_moves: Vec::new(),
        };
        let line = |score, bound, pv: &str| AnalysisLine {
            depth: 21,
            seldepth: Some(30),
            score,
            bound,
            wdl: Some(Wdl { win: 500, draw: 300, loss: 200 }),
            fail: None,
            pv: pv.split(' ').map(|m| m.parse().unwrap()).collect(),
        };
        AnalysisUpdate {
            request: Rc::new(request),
            lines: vec![
                line(Score::Mate(-3), None, "a1a2 h1h2"),
                line(Score::Cp(-12), Some(Bound::Upper), "a1b1"),
            ],
            depth: 21,
            nodes: 1_234_567,
            nps: 1_000_000,
            time_ms: 1234,
            hashfull: Some(17),
            tb_hits: 5,
            dtz: Some(-4),
            finished: true,
            best_move: Some("a1a2".parse().unwrap()),
        }
    }

    #[test]
    fn an_evaluation_comes_back_as_it_was() {
        let update = update();
        assert_eq!(from_lines(&update.request, true, &to_lines(&update)), Some(update));
    }

    #[test]
    fn what_is_no_evaluation_is_none() {
        let request = update().request;
        for lines in [&[][..], &["nonsense"], &["info depth 3"], &["info string score"], &["bestmove e2e4"]] {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(from_lines(&request, false, &lines), None, "{lines:?}");
        }
    }
}
