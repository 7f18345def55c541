//! Perft of this crate compared with that of its peers, natively and as WebAssembly in Node:
//!
//! ```text
//! npm ci && cargo bench -p tabia-chess --bench perft [-- --rounds N]
//! ```
//!
//! Every entrant is a separate process that counts the leaves of two positions when told to, and is timed
//! from outside by the processor time its threads used. The rounds are interleaved, so that whatever else the
//! machine does meets all entrants, and the median of the rounds counts. What is not installed is left out.

mod entrant;
mod native;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use entrant::Entrant;

/// Name, FEN, depth, leaves.
const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start d6", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("Kiwipete d5", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
];

const TABIA: &str = "tabia native";
const TABIA_WASM: &str = "tabia wasm";
const COZY: &str = "cozy-chess 0.3.4 native";
const COZY_WASM: &str = "cozy-chess 0.3.4 wasm";
const SHAKMATY: &str = "shakmaty 0.30.1 native";
const STOCKFISH: &str = "Stockfish native";
const STOCKFISH_WASM: &str = "Stockfish 19 lite single, wasm";

/// The comparisons, with their goals.
const GOALS: [(&str, &str, f64); 5] = [
    (TABIA, COZY, 1.0),
    (TABIA, STOCKFISH, 1.0),
    (TABIA_WASM, TABIA, 0.65),
    (TABIA_WASM, COZY_WASM, 1.0),
    (TABIA_WASM, STOCKFISH_WASM, 1.3),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = &args[..]
        && flag == "--serve"
    {
        return native::serve(name);
    }
    // Cargo itself passes `--bench`.
    let rounds = match args.iter().position(|arg| arg == "--rounds") {
        None => Some(5),
        Some(index) => args.get(index + 1).and_then(|number| number.parse().ok()).filter(|&n| n > 0),
    };
    let Some(rounds) = rounds else {
        eprintln!("usage: cargo bench -p tabia-chess --bench perft [-- --rounds N]");
        return ExitCode::from(2);
    };
    match run(rounds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(rounds: usize) -> Result<(), String> {
    let mut entrants = entrants();
    let mut speeds = vec![[const { Vec::new() }; POSITIONS.len()]; entrants.len()];
    // The first round lets Node compile hot code and is not counted.
    for round in 0..=rounds {
        for (entrant, speeds) in entrants.iter_mut().zip(&mut speeds) {
            for ((name, fen, depth, leaves), speeds) in POSITIONS.into_iter().zip(speeds) {
                let (counted, seconds) = entrant.perft(fen, depth)?;
                if counted != leaves {
                    return Err(format!("{}: {counted} leaves of {name}, not {leaves}", entrant.name));
                }
                if round > 0 {
                    speeds.push(leaves as f64 / seconds / 1e6);
                }
            }
        }
        eprint!("\rround {round} of {rounds}");
    }
    eprintln!();
    let medians: Vec<(&str, [f64; POSITIONS.len()])> =
        entrants.iter().zip(speeds).map(|(entrant, speeds)| (entrant.name, speeds.map(median))).collect();
    report(&medians);
    for entrant in &entrants {
        if let Some(milliseconds) = entrant.start_up {
            println!("{}: tables ready after {milliseconds} ms", entrant.name);
        }
    }
    Ok(())
}

fn report(medians: &[(&str, [f64; POSITIONS.len()])]) {
    println!("\n{:<58} {:>11} {:>11}", "Million leaves per second, median", POSITIONS[0].0, POSITIONS[1].0);
    for (name, speeds) in medians {
        println!("{name:<58} {:>11.0} {:>11.0}", speeds[0], speeds[1]);
    }
    println!("\n{:<46} {:>11} {:>11} {:>11}", "Ratio", "goal", POSITIONS[0].0, POSITIONS[1].0);
    for (ours, peer, goal) in GOALS {
        let find = |wanted| medians.iter().find(|(name, _)| *name == wanted).map(|(_, speeds)| speeds);
        let title = format!("{ours} / {peer}");
        match (find(ours), find(peer)) {
            (Some(ours), Some(peer)) => {
                let ratios = [ours[0] / peer[0], ours[1] / peer[1]];
                let verdict = if ratios.iter().all(|&ratio| ratio >= goal) { "reached" } else { "MISSED" };
                println!("{title:<46} {goal:>11.2} {:>11.2} {:>11.2} {verdict}", ratios[0], ratios[1]);
            }
            _ => println!("{title:<46} {goal:>11.2} not measured: one of them is not installed"),
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}

/// All entrants that can be started here.
fn entrants() -> Vec<Entrant> {
    let mut entrants = Vec::new();
    let mut add = |name: &'static str, entrant: Result<Entrant, String>| match entrant {
        Ok(entrant) => entrants.push(entrant),
        Err(reason) => eprintln!("left out: {name}: {reason}"),
    };
    for (name, served) in [(TABIA, "tabia"), (COZY, "cozy"), (SHAKMATY, "shakmaty")] {
        let command = std::env::current_exe().map_err(|error| error.to_string()).map(|exe| {
            let mut command = Command::new(exe);
            command.args(["--serve", served]);
            command
        });
        add(name, command.and_then(|command| Entrant::lines(name, command)));
    }
    // Debian installs games outside the path of root.
    let stockfish = Entrant::uci(STOCKFISH, Command::new("stockfish"))
        .or_else(|_| Entrant::uci(STOCKFISH, Command::new("/usr/games/stockfish")));
    add(STOCKFISH, stockfish);

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let module = build_wasm(&root);
    for (name, export) in [(TABIA_WASM, "tabia"), (COZY_WASM, "cozy")] {
        let started = module.clone().and_then(|module| {
            let mut command = Command::new("node");
            command.arg(root.join("benches/perft-wasm/perft.mjs")).arg(module).arg(export);
            Entrant::lines(name, command)
        });
        add(name, started);
    }
    let script = root.join("node_modules/stockfish/bin/stockfish-19-lite-single.js");
    let stockfish_wasm = if script.exists() {
        let mut command = Command::new("node");
        command.arg(script);
        Entrant::uci(STOCKFISH_WASM, command)
    } else {
        Err("not in node_modules; run npm ci".into())
    };
    add(STOCKFISH_WASM, stockfish_wasm);
    entrants
}

/// Compiles `benches/perft-wasm` and returns the path of the file.
fn build_wasm(root: &Path) -> Result<PathBuf, String> {
    let built = Command::new("bash")
        .arg(root.join("scripts/build.sh"))
        .arg("perft-wasm")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start scripts/build.sh: {error}"))?;
    match String::from_utf8_lossy(&built.stdout).lines().last() {
        Some(file) if built.status.success() => Ok(PathBuf::from(file)),
        _ => Err("scripts/build.sh perft-wasm failed".into()),
    }
}
