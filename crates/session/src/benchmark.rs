//! `bench` and `speed`.

use std::sync::Arc;

use tabia_chess::{MoveList, Position};
use tabia_engine::{Control, Engine, Limits, Report, Signal, bench};
use tabia_nnue::Network;
use tabia_uci::Go;

use crate::host::{Host, say};
use crate::{limits, report};

/// Duration of each measurement of `speed`, in milliseconds.
const SPEED_MS: f64 = 1_000.0;
/// Shortest measurement when `speed` is stopped (also by the end of input), in milliseconds: a shorter one
/// means nothing.
const LEAST_MS: f64 = 100.0;

/// [`Control`] that forwards to the host but drops the reports.
struct Quiet<'a, H>(&'a mut H);

impl<H: Host> Control for Quiet<'_, H> {
    fn now_ms(&mut self) -> f64 {
        self.0.now_ms()
    }

    fn signal(&mut self) -> Signal {
        self.0.signal()
    }

    fn report(&mut self, _: &Report<'_>) {}
}

/// Searches the benchmark positions with a separate engine, so that the node count doesn't depend on earlier
/// commands; evaluates with the net, if there is one. Endless searches (no limit, `infinite`, `ponder`) get
/// the default depth instead.
pub(crate) fn bench(host: &mut impl Host, go: &Go, position: &Position, net: Option<Arc<Network>>) {
    let (mut limits, _) = limits::from_go(&Go { searchmoves: Vec::new(), ..go.clone() }, position);
    limits.ponder = false;
    let without_end =
        limits.depth.is_none() && limits.nodes.is_none() && limits.time == tabia_engine::TimeLimit::None;
    if limits.infinite || without_end {
        limits = Limits::depth(bench::DEFAULT_DEPTH);
    }
    let mut engine = match Engine::new(Engine::DEFAULT_HASH_MEGABYTES) {
        Ok(engine) => engine,
        Err(error) => {
            say(host, format!("bench: {error}"));
            return;
        }
    };
    engine.set_net(net);
    let start = host.now_ms();
    let result = bench::run(&mut engine, &limits, &mut Quiet(host), |quiet, number, nodes| {
        quiet.0.print(&format!("Position {number}/{}: {nodes} nodes", bench::POSITIONS.len()));
    });
    let time_ms = (host.now_ms() - start).max(0.0) as u64;
    let nps = report::per_second(result.nodes, time_ms);
    host.print("");
    host.print(&format!(
        "bench nodes {} negamax_nodes {} quiescence_nodes {} time(s) {}.{:03}s nps {nps}",
        result.nodes,
        result.nodes - result.quiescence_nodes,
        result.quiescence_nodes,
        time_ms / 1000,
        time_ms % 1000
    ));
    host.print(&format!("{} nodes {nps} nps", result.nodes));
}

/// Measures move generation and moves made, in one second each.
pub(crate) fn speed(host: &mut impl Host) {
    let positions: Vec<Position> =
        bench::POSITIONS.iter().filter_map(|fen| bench::position(fen).ok()).collect();
    let generated = rate(host, &positions, |position| position.legal_moves().len() as u64);
    let lists: Vec<(Position, MoveList)> =
        positions.iter().map(|position| (*position, position.legal_moves())).collect();
    let made = rate(host, &lists, |(position, moves)| {
        let mut keys = 0;
        for &mv in moves.iter() {
            let mut next = *position;
            next.play_unchecked(mv);
            keys ^= next.key();
        }
        std::hint::black_box(keys);
        moves.len() as u64
    });
    host.print(&format!("moves generated per second: {generated}"));
    host.print(&format!("moves made per second: {made}"));
}

/// Runs `work` over the items repeatedly and returns units of work per second.
fn rate<T>(host: &mut impl Host, items: &[T], work: impl Fn(&T) -> u64) -> u64 {
    let start = host.now_ms();
    let mut units = 0;
    loop {
        for _ in 0..100 {
            units += items.iter().map(|item| work(std::hint::black_box(item))).sum::<u64>();
        }
        let elapsed = host.now_ms() - start;
        let is_stopped = elapsed >= LEAST_MS && host.signal() == Signal::Stop;
        if elapsed >= SPEED_MS || is_stopped {
            return report::per_second(units, elapsed as u64);
        }
    }
}
