//! Reads PGN files and prints the number of games, plies and problems and the time taken: `cargo run --release --example read -- FILE...`

use std::time::Instant;

fn main() -> std::process::ExitCode {
    let mut failed = false;
    let mut verbose = false;
    for path in std::env::args().skip(1) {
        if path == "--problems" {
            verbose = true;
            continue;
        }
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed = true;
                continue;
            }
        };
        let begin = Instant::now();
        let collection = tabia_pgn::read_bytes(&bytes);
        let seconds = begin.elapsed().as_secs_f64();
        let games = collection.games.len();
        let plies: usize = collection.games.iter().map(|game| game.main_line().count()).sum();
        println!(
            "{path}: {games} games, {plies} plies, {} problems, {seconds:.3} s, {:.0} games/s, {:.1} MB/s",
            collection.problems.len(),
            games as f64 / seconds,
            bytes.len() as f64 / seconds / 1e6
        );
        if verbose {
            for problem in &collection.problems {
                println!("  {problem}");
            }
        }
    }
    std::process::ExitCode::from(u8::from(failed))
}
