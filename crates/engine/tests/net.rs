//! Searches with a net instead of the terms. In builds with debug assertions every evaluation is compared
//! with one computed afresh.

mod common;

use std::sync::Arc;

use common::{Scripted, nodes, position};
use tabia_chess::Position;
use tabia_engine::{Engine, Score, SearchResult, Strength, Trait, bench, eval};
use tabia_nnue::architecture::{BUCKETS, INPUTS};
use tabia_nnue::{AccumulatorStack, Network, Weights};
use tabia_rng::Rng;

const HIDDEN: usize = 16;

/// A net that knows nothing.
fn net() -> Arc<Network> {
    let mut rng = Rng::new(3);
    let mut numbers = |count: usize, most: u64| -> Vec<i16> {
        (0..count).map(|_| (rng.below(2 * most + 1) as i64 - most as i64) as i16).collect()
    };
    let inputs = numbers(HIDDEN * INPUTS, 60);
    let (biases, outputs) = (numbers(HIDDEN, 100), numbers(2 * HIDDEN * BUCKETS, 20));
    let weights = Weights { inputs, biases, outputs, output_biases: [0; BUCKETS] };
    Arc::new(Network::new(weights).expect("weights that fit"))
}

fn engine(net: Option<Arc<Network>>) -> Engine {
    let mut engine = Engine::new(2).expect("memory");
    engine.set_net(net);
    engine
}

fn search(engine: &mut Engine, fen: &str, limit: u64) -> SearchResult {
    engine.search(&position(fen), &[], &nodes(limit), &mut Scripted::default())
}

#[test]
fn the_net_evaluates_every_position_of_a_search() {
    let (mut with, mut without) = (engine(Some(net())), engine(None));
    let mut differ = 0;
    for fen in bench::POSITIONS {
        let found = search(&mut with, fen, 3_000);
        let again = search(&mut engine(Some(net())), fen, 3_000);
        assert_eq!(found.best.is_some(), position(fen).has_legal_moves(), "{fen}");
        with.clear();
        assert_eq!(search(&mut with, fen, 3_000), again, "{fen}: repeatable");
        differ += usize::from(search(&mut without, fen, 3_000).score != found.score);
        with.clear();
        without.clear();
    }
    assert!(differ > 30, "{differ} searches differ from those with the terms");
}

/// The evaluation of a position as a search sees it, for the side to move.
fn seen_by_search(pos: &Position, net: &Network) -> i32 {
    let mut sums = AccumulatorStack::new();
    sums.reset(net, 0);
    eval::evaluate_with_net(pos, net, &mut sums)
}

#[test]
fn a_move_that_was_not_searched_is_scored_by_the_net() {
    let net = net();
    let mut engine = engine(Some(net.clone()));
    let mut unsearched = 0;
    for fen in bench::POSITIONS {
        // The limit ends the first iteration before its first move has a score, but where the transposition table has one.
        for limit in [1, 2, 3, 5, 8] {
            let found = search(&mut engine, fen, limit);
            let Some(best) = found.best else { continue };
            let mut child = position(fen);
            child.play_unchecked(best);
            unsearched += usize::from(found.score == Some(Score::Centipawns(-seen_by_search(&child, &net))));
        }
    }
    assert!(unsearched > bench::POSITIONS.len(), "{unsearched} moves have the score of the net");
}

#[test]
fn without_the_net_everything_is_as_before() {
    let fen = bench::POSITIONS[1];
    let expected = search(&mut engine(None), fen, 5_000);
    let mut engine = engine(Some(net()));
    assert_ne!(search(&mut engine, fen, 5_000), expected);
    engine.set_net(None);
    assert_eq!(search(&mut engine, fen, 5_000), expected);
}

#[test]
fn weaker_play_and_personalities_keep_to_the_terms() {
    let fen = bench::POSITIONS[5];
    let results = [None, Some(net())].map(|net| {
        let mut engine = engine(net);
        engine.settings.strength = Some(Strength::from_elo(1_800, 1));
        let weak = search(&mut engine, fen, 5_000);
        engine.clear();
        engine.settings.strength = None;
        engine.settings.personality.set(Trait::KingSafety, 150);
        let fond_of_attack = search(&mut engine, fen, 5_000);
        engine.clear();
        engine.settings.personality.set(Trait::KingSafety, 100);
        engine.settings.personality.set(Trait::Contempt, 30);
        (weak, fond_of_attack, search(&mut engine, fen, 5_000))
    });
    assert_eq!(results[0].0, results[1].0);
    assert_eq!(results[0].1, results[1].1);
    assert_ne!(results[0].2, results[1].2, "contempt weighs no term");
}

#[test]
fn endings_with_a_rule_are_judged_by_it() {
    // King and pawn against king, won; king, rook and knight's mate; the bishop of the wrong colour.
    for (fen, is_win) in [
        ("8/8/8/1K6/1P6/8/8/7k w - - 0 1", true),
        ("8/8/8/3k4/8/8/3KR3/8 w - - 0 1", true),
        ("7k/8/8/8/8/8/7P/4KB2 w - - 0 1", false),
    ] {
        let pos = position(fen);
        let classic = eval::evaluate(&pos, &mut eval::PawnTable::new());
        assert_eq!(eval::known_ending(&pos), Some(classic), "{fen}");
        assert_eq!(eval::net_evaluation(&pos, &net()).0, classic, "{fen}");
        let found = search(&mut engine(Some(net())), fen, 2_000);
        let is_won = match found.score {
            Some(Score::Mate(moves)) => moves > 0,
            Some(Score::Centipawns(score)) => score > 2_000,
            None => false,
        };
        assert_eq!(is_won, is_win, "{fen}: {:?}", found.score);
    }
}

#[test]
fn every_piece_has_a_worth_by_the_net() {
    let (pos, net) = (position(bench::POSITIONS[1]), net());
    let (value, pieces) = eval::net_evaluation(&pos, &net);
    assert_eq!(value, seen_by_search(&pos, &net), "White is to move");
    assert_eq!(pieces.len() as u32, pos.occupied().count() - 2);
}

#[test]
fn the_net_weighs_less_with_every_exchange_of_pieces() {
    // A net that always says 400 centipawns for the side to move.
    let (inputs, biases) = (vec![0; HIDDEN * INPUTS], vec![0; HIDDEN]);
    let (outputs, output_biases) = (vec![0; 2 * HIDDEN * BUCKETS], [255 * 64; BUCKETS]);
    let weights = Weights { inputs, biases, outputs, output_biases };
    let net = Network::new(weights).expect("weights that fit");
    for (fen, value) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 400 * (770 + 6 * 62) / 1024),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", -400 * (770 + 6 * 62) / 1024),
        ("r3k3/pppp4/8/8/8/8/PPPP4/R3K1N1 w - - 0 1", 400 * (770 + 6 * 13) / 1024),
        ("4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4K3 w - - 0 1", 400 * 770 / 1024),
    ] {
        assert_eq!(eval::net_evaluation(&position(fen), &net).0, value, "{fen}");
    }
}
