//! Makes an opening book from a PGN file, byte for byte as `polyglot make-book` does.
//!
//!     cargo run --release --example make_book -- GAMES.pgn BOOK.bin

use std::error::Error;

use tabia_polyglot::make::{MakeOptions, build};
use tabia_polyglot::to_bytes;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(games), Some(book)) = (args.next(), args.next()) else {
        return Err("usage: make GAMES.pgn BOOK.bin".into());
    };
    // The first ten moves of each side, played at least three times.
    let options = MakeOptions { max_ply: 20, min_game: 3, ..MakeOptions::default() };
    let mut entries = Vec::new();
    let progress = build(&mut std::fs::read(games)?, &options, &mut (), |entry| entries.push(entry))?;
    std::fs::write(book, to_bytes(&entries))?;
    println!("{} entries from {} games", entries.len(), progress.games);
    Ok(())
}
