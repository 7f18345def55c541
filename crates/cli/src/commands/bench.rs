//! `bench`: searches the benchmark positions; the node count is the engine's signature.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use tabia_engine::{Engine, Limits, OutOfMemory, TranspositionTable, bench as benchmark};
use tabia_session::BUILT_IN_NET;
use thiserror::Error;

use crate::net_file::{self, NetFileError};
use crate::number::whole;
use crate::unattended::Unattended;

/// Error of `bench`.
#[derive(Debug, Error)]
pub(crate) enum BenchError {
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    Net(#[from] NetFileError),
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Depth in plies for each position
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(1..=200))]
    depth: Option<u32>,
    /// Nodes for each position, instead of a depth
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..), conflicts_with = "depth")]
    nodes: Option<u64>,
    /// Size of the hash table in MB
    #[arg(long, value_name = "MB", value_parser = whole::<usize>(1..=TranspositionTable::MAX_MEGABYTES), default_value_t = Engine::DEFAULT_HASH_MEGABYTES)]
    hash: usize,
    /// Evaluate with this net; `<empty>` is none: the classical terms
    #[arg(long, value_name = "FILE", default_value = BUILT_IN_NET)]
    eval_file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &BenchArgs) -> Result<bool, BenchError> {
    let limits = match args.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::depth(args.depth.unwrap_or(benchmark::DEFAULT_DEPTH)),
    };
    let mut engine = Engine::new(args.hash)?;
    engine.set_net(net_file::read(&args.eval_file)?.map(Arc::new));
    let mut control = Unattended { start: Instant::now() };
    let result = benchmark::run(&mut engine, &limits, &mut control, |_, number, nodes| {
        if !args.json {
            println!("Position {number}/{}: {nodes} nodes", benchmark::POSITIONS.len());
        }
    });
    let seconds = control.start.elapsed().as_secs_f64();
    let main_nodes = result.nodes - result.quiescence_nodes;
    let nps = (result.nodes as f64 / seconds.max(0.001)) as u64;
    if args.json {
        let object = serde_json::json!({
            "nodes": result.nodes,
            "main_nodes": main_nodes,
            "quiescence_nodes": result.quiescence_nodes,
            "positions": result.positions,
            "seconds": seconds,
            "nps": nps,
        });
        println!("{object}");
    } else {
        println!();
        println!(
            "bench nodes {} negamax_nodes {main_nodes} quiescence_nodes {} time(s) {seconds:.3}s nps {nps}",
            result.nodes, result.quiescence_nodes
        );
        println!("{} nodes {nps} nps", result.nodes);
    }
    Ok(true)
}
