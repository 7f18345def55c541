//! Makes a game with a variation and a comment, and writes it as PGN.
//!
//!     cargo run --example write

use std::error::Error;

use tabia_pgn::{Game, GameResult, Nag, NodeId};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::default();
    game.tags_mut().set("White", "Anderssen, Adolf");
    game.tags_mut().set("Black", "Kieseritzky, Lionel");
    game.set_result(GameResult::WhiteWins);
    let mut node = NodeId::ROOT;
    for san in ["e4", "e5", "f4", "exf4"] {
        let m = game.position(node).parse_san(san)?;
        node = game.play(node, m)?;
    }
    // A second move after the same node begins a variation.
    let before = game.parent(node).ok_or("the start has no parent")?;
    let falkbeer = game.position(before).parse_san("d5")?;
    let variation = game.play(before, falkbeer)?;
    let annotations = game.annotations_mut(variation);
    annotations.after.push("the Falkbeer Countergambit".to_owned());
    annotations.add_nag(Nag::from_symbol("!?").ok_or("not a glyph")?);
    print!("{}", tabia_pgn::write(&game));
    Ok(())
}
