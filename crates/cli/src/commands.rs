//! The commands besides UCI. Each returns whether what it checked was right.

pub(crate) mod book;
pub(crate) mod data;
pub(crate) mod genfens;
pub(crate) mod matches;
pub(crate) mod stats;
pub(crate) mod tune;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tabia_chess::{FenError, Position, Setup, parse_perft_suite, perft as count_leaves, perft_divide};
use tabia_engine::{
    Control, Engine, Limits, OutOfMemory, Report, Signal, bench as benchmark, eval as evaluation,
};
use thiserror::Error;

use crate::args::{BenchArgs, EvalArgs, PerftArgs};

/// Why a command could not be carried out.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("the FEN {fen:?}: {fault}")]
    Fen { fen: String, fault: String },
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: std::io::Error },
    #[error("{}, line {line}: {fault}", path.display())]
    Suite { path: PathBuf, line: usize, fault: String },
    #[error(transparent)]
    Sprt(#[from] tabia_arena::stats::SprtError),
    #[error(transparent)]
    Match(#[from] matches::MatchError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    Book(#[from] book::BookFailure),
    #[error(transparent)]
    Data(#[from] data::DataError),
    #[error(transparent)]
    Genfens(#[from] genfens::GenfensError),
    #[error(transparent)]
    Tune(#[from] tune::TuneError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

fn position(fen: Option<&str>) -> Result<Position, Failure> {
    fen.map_or_else(
        || Ok(Position::default()),
        |fen| benchmark::position(fen).map_err(|fault| Failure::Fen { fen: fen.to_owned(), fault }),
    )
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        use std::fmt::Write as _;
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A search that nobody stops.
struct Unattended {
    start: Instant,
}

impl Control for Unattended {
    fn now_ms(&mut self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }

    fn signal(&mut self) -> Signal {
        Signal::Go
    }

    fn report(&mut self, _: &Report<'_>) {}
}

pub(crate) fn bench(args: &BenchArgs) -> Result<bool, Failure> {
    let limits = match args.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::depth(args.depth.unwrap_or(benchmark::DEFAULT_DEPTH)),
    };
    let mut engine = Engine::new(args.hash as usize)?;
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

pub(crate) fn perft(args: &PerftArgs) -> Result<bool, Failure> {
    if let Some(path) = &args.suite {
        return perft_suite(path, args.depth, args.json);
    }
    let position = position(args.fen.as_deref())?;
    let start = Instant::now();
    let divided: Vec<(String, u64)> = if args.divide && args.depth > 0 {
        perft_divide(&position, args.depth)
            .into_iter()
            .map(|(mv, nodes)| (position.uci(mv, false), nodes))
            .collect()
    } else {
        Vec::new()
    };
    let nodes = if divided.is_empty() {
        count_leaves(&position, args.depth)
    } else {
        divided.iter().map(|(_, nodes)| nodes).sum()
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let moves: serde_json::Map<_, _> =
            divided.into_iter().map(|(mv, nodes)| (mv, nodes.into())).collect();
        let mut object = serde_json::json!({ "depth": args.depth, "nodes": nodes, "seconds": seconds });
        if args.divide {
            object["moves"] = moves.into();
        }
        println!("{object}");
    } else {
        for (mv, nodes) in &divided {
            println!("{mv}: {nodes}");
        }
        if args.divide {
            println!();
        }
        println!("Nodes searched: {nodes}");
    }
    Ok(true)
}

/// Checks the counts of a perft suite up to `depth`. Suites have positions that no game leads to.
fn perft_suite(path: &Path, depth: u32, json: bool) -> Result<bool, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
    let at_line = |line: usize, fault: String| Failure::Suite { path: path.to_owned(), line, fault };
    let suite = parse_perft_suite(&text).map_err(|error| at_line(error.line, error.fault.to_string()))?;
    let start = Instant::now();
    let (mut right, mut wrong, mut nodes) = (0_u64, 0_u64, 0_u64);
    for case in &suite {
        let setup: Setup =
            case.fen.parse().map_err(|error: FenError| at_line(case.line, error.to_string()))?;
        let position = setup.position_lenient().map_err(|error| at_line(case.line, error.to_string()))?;
        for &(plies, expected) in case.counts.iter().filter(|&&(plies, _)| plies <= depth) {
            let found = count_leaves(&position, plies);
            nodes += found;
            if found == expected {
                right += 1;
            } else {
                wrong += 1;
                eprintln!("line {}: {}: depth {plies}: {found}, not {expected}", case.line, case.fen);
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let positions = suite.len();
    if json {
        let object = serde_json::json!({
            "positions": positions, "right": right, "wrong": wrong, "nodes": nodes, "seconds": seconds,
        });
        println!("{object}");
    } else {
        println!("{positions} positions, {right} of {} counts right, {nodes} nodes", right + wrong);
    }
    Ok(wrong == 0 && right > 0)
}

/// Prints a line for each number of the search, as `OpenBench`'s SPSA takes them: name, type, value, least, greatest, size of
/// the last perturbation (`c_end`), last step (`r_end`).
#[cfg(feature = "tune")]
pub(crate) fn spsa() {
    for number in tabia_engine::TUNABLES {
        let tabia_engine::TunableRange { name, default, min, max, step } = number;
        println!("{name}, int, {default}, {min}, {max}, {step}, 0.002");
    }
}

pub(crate) fn eval(args: &EvalArgs) -> Result<bool, Failure> {
    let position = position(args.fen.as_deref())?;
    if !args.json {
        print!("{}", tabia_session::evaluation_table(&position, None));
        return Ok(true);
    }
    let breakdown = evaluation::explain(&position, None);
    let pair = |score: evaluation::Packed| serde_json::json!([score.middlegame(), score.endgame()]);
    let terms: serde_json::Map<_, _> = evaluation::Term::ALL
        .into_iter()
        .zip(breakdown.terms)
        .map(|(term, [white, black])| {
            (term.name().to_owned(), serde_json::json!({ "white": pair(white), "black": pair(black) }))
        })
        .collect();
    let object = serde_json::json!({
        "total": breakdown.total,
        "terms": terms,
        "phase": breakdown.phase,
        "scale": breakdown.scale,
        "complexity": breakdown.complexity,
        "tempo": breakdown.tempo,
        "known_ending": breakdown.is_known_ending,
    });
    println!("{object}");
    Ok(true)
}
