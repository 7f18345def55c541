//! Sums that follow moves are those computed afresh, in games of random moves.

mod common;

use common::random_net;
use tabia_chess::{Position, Setup};
use tabia_nnue::{AccumulatorStack, Changes, Network};
use tabia_rng::Rng;

/// Positions of the random games, in all.
const POSITIONS: usize = 100_000;

/// Starts with much castling, Chess960 (kings and rooks that jump over each other), en passant and
/// promotions.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1rk5/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBb - 0 1",
    "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    "4krr1/8/8/8/8/8/8/RK5R b HAgf - 0 1",
    "8/PPPk4/8/4Pp2/pP6/8/4Kppp/8 w - f6 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];

/// Counts of the special cases that the games contained.
#[derive(Default)]
struct Seen {
    castling: usize,
    en_passant: usize,
    promotions: usize,
    nulls: usize,
    undone: usize,
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().expect("a FEN").position_lenient().expect("a position")
}

#[test]
fn sums_that_follow_moves_equal_those_computed_afresh() {
    let net = random_net(32, 7);
    let mut rng = Rng::new(11);
    let mut stack = AccumulatorStack::new();
    let (mut count, mut seen) = (0, Seen::default());
    while count < POSITIONS {
        for start in STARTS {
            count += play(&net, &mut stack, position(start), &mut rng, &mut seen);
        }
    }
    for (number, what) in [
        (seen.castling, "castling"),
        (seen.en_passant, "en passant"),
        (seen.promotions, "promotions"),
        (seen.nulls, "null moves"),
        (seen.undone, "moves taken back"),
    ] {
        assert!(number > 100, "{what}: {number}");
    }
}

/// Plays a game of random moves, some of which are taken back; returns how many positions were compared.
fn play(
    net: &Network,
    stack: &mut AccumulatorStack,
    root: Position,
    rng: &mut Rng,
    seen: &mut Seen,
) -> usize {
    stack.reset(net, 20);
    let mut line = vec![root];
    let mut compared = 0;
    for _ in 0..120 {
        let pos = *line.last().expect("the root stays");
        // Not every position of a search is evaluated.
        if rng.below(4) > 0 {
            assert_eq!(stack.evaluate(net, &pos), net.evaluate(&pos), "{pos:?}");
            compared += 1;
        }
        let moves = pos.legal_moves();
        if line.len() > 1 && (moves.is_empty() || rng.below(5) == 0) {
            line.pop();
            stack.pop();
            seen.undone += 1;
            continue;
        }
        let mut next = pos;
        if rng.below(12) == 0 && next.play_null() {
            seen.nulls += 1;
            stack.push(Changes::NONE);
        } else if let Some(&mv) = choose(&moves, rng) {
            seen.castling += usize::from(mv.is_castling());
            seen.en_passant += usize::from(mv.is_en_passant());
            seen.promotions += usize::from(mv.is_promotion());
            next.play_unchecked(mv);
            stack.push(Changes::of(&pos, mv));
        } else {
            break;
        }
        line.push(next);
    }
    compared
}

/// A random move; special ones are preferred.
fn choose<'a>(moves: &'a [tabia_chess::Move], rng: &mut Rng) -> Option<&'a tabia_chess::Move> {
    let special = moves.iter().find(|mv| mv.is_castling() || mv.is_en_passant() || mv.is_promotion());
    match special {
        Some(mv) if rng.below(3) == 0 => Some(mv),
        _ => moves.get(rng.below(moves.len() as u64) as usize),
    }
}

#[test]
fn both_sides_and_both_halves_are_judged_alike() {
    let net = random_net(48, 9);
    let white = position("6k1/5ppp/8/8/3P4/8/5PPP/4R1K1 w - - 0 30");
    for same in ["4r1k1/5ppp/8/3p4/8/8/5PPP/6K1 b - - 0 30", "1k6/ppp5/8/8/4P3/8/PPP5/1K1R4 w - - 0 30"] {
        assert_eq!(net.evaluate(&white), net.evaluate(&position(same)));
    }
}

#[test]
fn a_board_full_of_queens_is_judged_without_overflow() {
    let net = random_net(16, 5);
    let crowded =
        position("qqqqqqqk/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 0 1");
    let mut stack = AccumulatorStack::new();
    assert_eq!(stack.evaluate(&net, &crowded), net.evaluate(&crowded));
}

/// The value of one net for one position, so that a change of the arithmetic is noticed.
#[test]
fn the_arithmetic_stays_as_it_is() {
    let net = random_net(64, 42);
    let values = STARTS.map(|fen| net.evaluate(&position(fen)));
    assert_eq!(values, values_by_definition(&net), "of the starts");
}

/// The same in 64 bits and as plainly as docs/net.md says it.
fn values_by_definition(net: &Network) -> [i32; 8] {
    use tabia_nnue::architecture::{bucket, input, is_mirrored};
    let weights = net.weights();
    let hidden = net.hidden();
    STARTS.map(|fen| {
        let pos = position(fen);
        let mut output = 0_i64;
        let bucket = bucket(pos.occupied().count());
        for (view, side) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
            for neuron in 0..hidden {
                let mut sum = i64::from(weights.biases[neuron]);
                for (square, piece) in pos.board().iter() {
                    let input = input(side, is_mirrored(pos.king(side)), square, piece);
                    sum += i64::from(weights.inputs[input * hidden + neuron]);
                }
                let clipped = sum.clamp(0, 255);
                let weight = weights.outputs[(bucket * 2 + view) * hidden + neuron];
                output += clipped * clipped * i64::from(weight);
            }
        }
        ((output / 255 + i64::from(weights.output_biases[bucket])) * 400 / (255 * 64)) as i32
    })
}
