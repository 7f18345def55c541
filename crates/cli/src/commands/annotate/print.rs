//! Reports as text and as JSON.

use serde_json::json;
use tabia_pgn::Game;
use tabia_report::{Report, SideReport};

/// Prints a report as a few lines of text or as one JSON object.
pub(super) fn print(game: &Game, report: &Report, as_json: bool) {
    if as_json {
        println!("{}", json!({ "white": side_json(&report.white), "black": side_json(&report.black) }));
    } else {
        words(game, report);
    }
}

fn side_json(side: &SideReport) -> serde_json::Value {
    json!({
        "accuracy": side.accuracy,
        "acpl": side.acpl,
        "inaccuracies": side.inaccuracies,
        "mistakes": side.mistakes,
        "blunders": side.blunders,
    })
}

fn words(game: &Game, report: &Report) {
    let tag = |name| game.tags().get(name).unwrap_or("?");
    println!("{} - {}  {}", tag("White"), tag("Black"), game.result().as_str());
    for (name, side) in [("White", &report.white), ("Black", &report.black)] {
        let (Some(accuracy), Some(acpl)) = (side.accuracy, side.acpl) else {
            println!("  {name}: no evaluations");
            continue;
        };
        println!(
            "  {name}: accuracy {accuracy:.0} %, average loss {acpl:.0} cp, {} inaccuracies, {} mistakes, {} blunders",
            side.inaccuracies, side.mistakes, side.blunders
        );
    }
}
