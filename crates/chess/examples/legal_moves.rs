//! The legal moves of a position.
//!
//!     cargo run --example legal_moves -- "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

use std::error::Error;

use tabia_chess::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let position: Position = match std::env::args().nth(1) {
        Some(fen) => fen.parse()?,
        None => Position::default(),
    };
    for m in position.legal_moves() {
        println!("{:8}{}", position.san(m), position.uci(m));
    }
    if let Some(outcome) = position.outcome() {
        println!("the game is over: {outcome:?}");
    }
    Ok(())
}
