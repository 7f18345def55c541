//! Measurements.

use futures::future::try_join_all;
use gloo_timers::future::TimeoutFuture;
use js_sys::WebAssembly;

use super::talk::{Talk, TalkError};
use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::state::lab::check::searched_nodes;

/// Maximum silence of an engine while it counts or searches, in seconds.
const PATIENCE_S: u32 = 600;
/// Numbers of latency measurements: starts, stops, messages.
const STARTS: usize = 5;
const STOPS: usize = 8;
const MESSAGES: usize = 50;

/// Engine build to measure.
#[derive(Clone, Debug)]
pub struct SpeedTarget {
    /// URL of the engine worker script.
    pub worker_url: String,
    /// Compiled build.
    pub module: WebAssembly::Module,
}

impl SpeedTarget {
    async fn talk(&self) -> Result<Talk, TalkError> {
        let (talk, _) = Talk::start(&self.worker_url, self.module.clone(), tr!("Speed")).await?;
        talk.ask(&["uci", "isready"], 30).await?;
        Ok(talk)
    }
}

/// Leaf count of a move tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Perft {
    /// Number of leaves.
    pub nodes: u64,
    /// Time taken, in milliseconds.
    pub ms: f64,
    /// Number of leaves below each root move, in UCI notation.
    pub divide: Vec<(String, u64)>,
}

/// Engine that counts the leaves of move trees.
pub struct PerftCounter(Talk);

impl PerftCounter {
    /// Starts a counter.
    ///
    /// # Errors
    /// If the engine cannot be started.
    pub async fn start(subject: &SpeedTarget) -> Result<Self, TalkError> {
        Ok(Self(subject.talk().await?))
    }

    /// Counts to a depth in plies.
    ///
    /// # Errors
    /// If the engine fails, or does not support `perft`.
    pub async fn count(&self, fen: &str, depth: u32) -> Result<Perft, TalkError> {
        let (position, command) = (format!("position fen {fen}"), format!("go perft {depth}"));
        self.0.ask(&[&position], 30).await?;
        let reply = self.0.ask(&[&command], PATIENCE_S).await?;
        let lines = reply.lines.iter().map(|(_, line)| line.as_str());
        let (nodes, divide) = counts(lines).ok_or_else(|| {
            let text = reply.lines.first().map(|(_, line)| line.clone());
            TalkError::Strange(text.unwrap_or_else(|| tr!("nothing").to_owned()))
        })?;
        Ok(Perft { nodes, ms: reply.ms, divide })
    }
}

/// Parses the total and per-move leaf counts from a reply to `go perft`.
fn counts<'a>(lines: impl Iterator<Item = &'a str>) -> Option<(u64, Vec<(String, u64)>)> {
    let (mut total, mut divide) = (None, Vec::new());
    for line in lines {
        let Some((name, number)) = line.split_once(':') else { continue };
        let Ok(number) = number.trim().parse() else { continue };
        if name.trim().eq_ignore_ascii_case("nodes searched") {
            total = Some(number);
        } else if !name.contains(' ') {
            divide.push((name.to_owned(), number));
        }
    }
    Some((total?, divide))
}

/// Search speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchSpeed {
    /// Number of engines searching at once.
    pub workers: usize,
    /// Nodes of one engine's benchmark.
    pub nodes: u64,
    /// Total nodes per second of all engines.
    pub nps: f64,
}

/// Runs the benchmark in `workers` workers at once. Each one's first run warms up the browser's compilers and does not count.
///
/// # Errors
/// If an engine fails, or has no benchmark.
pub async fn search(subject: &SpeedTarget, workers: usize) -> Result<SearchSpeed, TalkError> {
    let talks = try_join_all((0..workers).map(|_| subject.talk())).await?;
    try_join_all(talks.iter().map(|talk| talk.ask(&["bench 8"], PATIENCE_S))).await?;
    let begun_ms = now_ms();
    let replies = try_join_all(talks.iter().map(|talk| talk.ask(&["bench"], PATIENCE_S))).await?;
    let ms = now_ms() - begun_ms;
    let mut total = 0;
    let mut nodes = 0;
    for reply in &replies {
        let lines: Vec<_> = reply.lines.iter().map(|(_, line)| line.as_str()).collect();
        nodes = searched_nodes(&lines).ok_or_else(|| {
            TalkError::Strange(tr!("the benchmark ended without a number of nodes").to_owned())
        })?;
        total += nodes;
    }
    Ok(SearchSpeed { workers, nodes, nps: total as f64 * 1000.0 / ms.max(1.0) })
}

/// Moves per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveSpeed {
    /// Moves generated.
    pub generated: u64,
    /// Moves made.
    pub made: u64,
}

/// Measures moves per second (`speed`, a non-standard command of ours).
///
/// # Errors
/// If the engine fails, or does not support the command.
pub async fn moves(subject: &SpeedTarget) -> Result<MoveSpeed, TalkError> {
    let talk = subject.talk().await?;
    let reply = talk.ask(&["speed"], PATIENCE_S).await?;
    let number = |beginning: &str| reply.after(beginning).and_then(|text| text.trim().parse().ok());
    let strange = || TalkError::Strange(tr!("it does not know the command speed").to_owned());
    Ok(MoveSpeed {
        generated: number("moves generated per second:").ok_or_else(strange)?,
        made: number("moves made per second:").ok_or_else(strange)?,
    })
}

/// Engine latencies: medians in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Latencies {
    /// From the start of the worker to `readyok`.
    pub start_ms: f64,
    /// From `stop` to `bestmove`; `None` where nothing reaches a running search.
    pub stop_ms: Option<f64>,
    /// From `isready` to `readyok`.
    pub message_ms: f64,
}

/// Measures latencies.
///
/// # Errors
/// If an engine fails.
pub async fn latencies(subject: &SpeedTarget) -> Result<Latencies, TalkError> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let begun_ms = now_ms();
        let talk = subject.talk().await?;
        starts.push(now_ms() - begun_ms);
        drop(talk);
    }
    let talk = subject.talk().await?;
    let mut messages = Vec::new();
    for _ in 0..MESSAGES {
        messages.push(talk.ask(&["isready"], 30).await?.ms);
    }
    let mut stops = Vec::new();
    if talk.can_stop() {
        for _ in 0..STOPS {
            let batch = talk.send(&["position startpos", "go infinite"])?;
            TimeoutFuture::new(200).await;
            let begun_ms = now_ms();
            talk.stop(batch);
            talk.reply(begun_ms, 30).await?;
            stops.push(now_ms() - begun_ms);
        }
    }
    let stop_ms = (!stops.is_empty()).then(|| median(&mut stops));
    Ok(Latencies { start_ms: median(&mut starts), stop_ms, message_ms: median(&mut messages) })
}

/// Returns the median of some values; 0 without any.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_what_engines_print() {
        let ours = ["e2e4: 20", "e7e8q: 3", "", "Nodes searched: 23", ""];
        assert_eq!(
            counts(ours.into_iter()),
            Some((23, vec![("e2e4".to_owned(), 20), ("e7e8q".to_owned(), 3)]))
        );
        assert_eq!(counts(["info string x: 3", "bestmove e2e4"].into_iter()), None);
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
    }
}
