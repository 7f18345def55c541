//! The moves of an opening book in a position.
//!
//!     cargo run --example probe_book -- BOOK.bin "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

use std::error::Error;

use tabia_chess::Position;
use tabia_polyglot::BookReader;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: probe BOOK.bin [FEN]")?;
    let position = args.next().map_or_else(|| Ok(Position::default()), |fen| fen.parse::<Position>())?;
    let mut book = BookReader::open(std::fs::read(path)?)?;
    let found = book.probe(&position)?;
    for candidate in &found.moves {
        println!("{:8}{:6.1} %", position.san(candidate.mv), 100.0 * found.share(candidate));
    }
    if found.moves.is_empty() {
        println!("not in the book");
    }
    Ok(())
}
