//! Plays moves in algebraic or UCI notation and prints the positions.
//!
//!     cargo run --example san -- e4 e5 Nf3 g8f6

use std::error::Error;

use tabia_chess::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Position::default();
    for word in std::env::args().skip(1) {
        // The error of the second attempt says what is wrong with a move in algebraic notation.
        let m = position.parse_uci(&word).or_else(|_| position.parse_san(&word))?;
        let san = position.san(m);
        position.play_unchecked(m);
        println!("{san:8}{}", position.to_fen());
    }
    Ok(())
}
