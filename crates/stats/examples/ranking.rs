//! Ratings of several engines from the results between them, and whether the first one is proven to be the strongest.
//!
//!     cargo run --example ranking

use tabia_stats::{EncounterResult, Ranking, WdlCounts, ratings};

const NAMES: [&str; 3] = ["Ada", "Berta", "Carla"];

fn main() {
    let encounter = |first: usize, second: usize, [wins, losses, draws]: [u64; 3]| EncounterResult {
        engines: [first, second],
        wdl: WdlCounts { wins, losses, draws },
        // Pairs of games on one opening would give smaller errors.
        pairs: None,
    };
    let results =
        [encounter(0, 1, [40, 20, 40]), encounter(0, 2, [60, 10, 30]), encounter(1, 2, [45, 25, 30])];
    let rated = ratings(NAMES.len(), &results);
    let ranking = Ranking::new(&results, &rated);
    for &engine in &ranking.order {
        match rated[engine] {
            Some(rating) => println!("{:6} {:7.1} ± {:.1}", NAMES[engine], rating.elo, rating.error),
            None => println!("{:6} no games", NAMES[engine]),
        }
    }
    if ranking.rivals.is_empty() {
        println!("{} is the strongest", NAMES[ranking.order[0]]);
    } else {
        let rivals: Vec<&str> = ranking.rivals.iter().map(|&engine| NAMES[engine]).collect();
        println!("as strong as the first one, perhaps: {}", rivals.join(", "));
    }
}
