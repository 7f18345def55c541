//! Prints the main line of each game of a PGN file with its comments, without variations.
//!
//!     cargo run --example main_line -- GAMES.pgn

use std::error::Error;

use tabia_pgn::comment::prose;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: main_line GAMES.pgn")?;
    for game in tabia_pgn::read_bytes(&std::fs::read(path)?).games {
        let tag = |name| game.tags().known(name).unwrap_or("?");
        println!("{} – {}, {}", tag("White"), tag("Black"), tag("Result"));
        let mut position = *game.start();
        for node in game.main_line() {
            let Some(played) = game.played(node) else { continue };
            let dots = if position.turn().is_white() { "." } else { "..." };
            print!("{}{dots} {}", position.fullmove_number(), played.san(&position));
            let annotations = game.annotations(node);
            for nag in &annotations.nags {
                print!("{}", nag.text());
            }
            // Without commands such as [%clk 0:05:00].
            for comment in &annotations.after {
                print!(" {}", prose(comment));
            }
            println!();
            played.apply(&mut position);
        }
        println!();
    }
    Ok(())
}
