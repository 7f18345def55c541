//! Leaves of the move tree, move by move.
//!
//!     cargo run --release --example perft -- 6 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

use std::error::Error;
use std::time::Instant;

use tabia_chess::{Position, perft_divide};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let depth = args.next().map_or(Ok(5), |depth| depth.parse())?;
    let position = args.next().map_or_else(|| Ok(Position::default()), |fen| fen.parse::<Position>())?;
    let begin = Instant::now();
    let mut total = 0;
    for (m, leaves) in perft_divide(&position, depth) {
        println!("{}: {leaves}", position.uci(m));
        total += leaves;
    }
    println!("{total} leaves in {:.3} s", begin.elapsed().as_secs_f64());
    Ok(())
}
