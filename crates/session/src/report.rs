//! Search reports as `info` lines.

use tabia_chess::Position;
use tabia_engine::{Bound, Control, PvInfo, Report, Signal};
use tabia_uci::{Info, UciMove};

use crate::host::Host;
use crate::uci_move::uci_move;
use crate::wdl;

/// Output format of `info` lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
}

/// Converts search reports to `info` lines for the host.
pub(crate) struct Reporter<'a, H> {
    host: &'a mut H,
    root: &'a Position,
    format: Format,
    is_ponder_hit: bool,
}

impl<'a, H: Host> Reporter<'a, H> {
    pub(crate) fn new(host: &'a mut H, root: &'a Position, format: Format) -> Self {
        Self { host, root, format, is_ponder_hit: false }
    }

    /// Whether the search has received `ponderhit`.
    pub(crate) fn is_ponder_hit(&self) -> bool {
        self.is_ponder_hit
    }

    fn line(&self, line: &PvInfo<'_>) -> Info {
        let score = score(line.score);
        Info {
            depth: Some(line.depth),
            seldepth: Some(line.seldepth),
            multipv: Some(line.multipv),
            score: Some(score),
            bound: match line.bound {
                Bound::Exact => None,
                Bound::Lower => Some(tabia_uci::Bound::Lower),
                Bound::Upper => Some(tabia_uci::Bound::Upper),
            },
            wdl: self.format.show_wdl.then(|| wdl::expected(line.score)),
            nodes: Some(line.nodes),
            nps: Some(per_second(line.nodes, line.time_ms)),
            hashfull: Some(line.hashfull),
            tbhits: Some(line.tb_hits),
            time: Some(line.time_ms),
            pv: self.moves(line),
            ..Info::default()
        }
    }

    /// Converts the PV to UCI notation. An illegal move would end it, to protect GUIs.
    fn moves(&self, line: &PvInfo<'_>) -> Vec<UciMove> {
        let mut position = *self.root;
        let mut moves = Vec::with_capacity(line.pv.len());
        for &mv in line.pv {
            let Ok(next) = position.play(mv) else {
                debug_assert!(false, "{mv} is illegal in {position:?}");
                break;
            };
            moves.extend(uci_move(&position, mv, self.format.chess960));
            position = next;
        }
        moves
    }
}

impl<H: Host> Control for Reporter<'_, H> {
    fn now_ms(&mut self) -> f64 {
        self.host.now_ms()
    }

    fn signal(&mut self) -> Signal {
        let signal = self.host.signal();
        self.is_ponder_hit |= signal == Signal::PonderHit;
        signal
    }

    fn report(&mut self, report: &Report<'_>) {
        let info = match report {
            Report::Pv(line) => self.line(line),
            Report::RootDtz(dtz) => Info { dtz: Some(*dtz), ..Info::default() },
            Report::CurrentMove { depth, mv, number } => Info {
                depth: Some(*depth),
                currmove: uci_move(self.root, *mv, self.format.chess960),
                currmovenumber: Some(*number),
                ..Info::default()
            },
        };
        self.host.print(&info.to_string());
    }

    fn wait(&mut self) {
        self.host.wait();
    }
}

/// Converts an engine score to a UCI score.
pub(crate) fn score(score: tabia_engine::Score) -> tabia_uci::Score {
    match score {
        tabia_engine::Score::Centipawns(centipawns) => tabia_uci::Score::Cp(centipawns),
        tabia_engine::Score::Mate(moves) => tabia_uci::Score::Mate(moves),
    }
}

/// Converts a UCI score to an engine score.
pub(crate) fn engine_score(score: tabia_uci::Score) -> tabia_engine::Score {
    match score {
        tabia_uci::Score::Cp(centipawns) => tabia_engine::Score::Centipawns(centipawns),
        tabia_uci::Score::Mate(moves) => tabia_engine::Score::Mate(moves),
    }
}

/// Returns nodes per second; a time too short to measure counts as one millisecond.
pub(crate) fn per_second(nodes: u64, time_ms: u64) -> u64 {
    let per_second = u128::from(nodes) * 1000 / u128::from(time_ms.max(1));
    u64::try_from(per_second).unwrap_or(u64::MAX)
}
