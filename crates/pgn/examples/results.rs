//! Counts the games of a PGN file of any length by result, and lists what could not be read.
//!
//!     cargo run --release --example results -- GAMES.pgn

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

use tabia_pgn::StreamReader;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: results GAMES.pgn")?;
    let begin = Instant::now();
    let mut counts = BTreeMap::<&str, usize>::new();
    for read in StreamReader::new(BufReader::new(File::open(path)?)) {
        let read = read?;
        *counts.entry(read.game.result().as_str()).or_default() += 1;
        for problem in read.problems.iter().filter(|problem| problem.is_loss) {
            println!("{problem}");
        }
    }
    for (result, games) in counts {
        println!("{result:8}{games}");
    }
    println!("{:.3} s", begin.elapsed().as_secs_f64());
    Ok(())
}
