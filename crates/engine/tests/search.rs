//! Requirements on every search, regardless of strength.

mod common;

use common::{Scripted, Seen, position};
use tabia_chess::{Move, Position};
use tabia_engine::{Bound, Engine, Limits, MAX_PLY, Score, Settings, Signal, Strength, TimeLimit, bench};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn engine() -> Engine {
    Engine::new(8).expect("memory")
}

#[test]
fn mates_are_found_with_their_distance() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2),
        ("8/8/8/8/8/4k3/4q3/4K3 w - - 0 1", 0),
        ("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", 0),
        ("1k6/8/1K6/8/8/8/8/7R b - - 0 1", -2),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1),
    ] {
        let root = position(fen);
        let mut control = Scripted::default();
        let limits = Limits { mate: Some(i32::unsigned_abs(moves).max(1)), ..Limits::nodes(2_000_000) };
        let result = engine().search(&root, &[], &limits, &mut control);
        assert_eq!(result.score, Some(Score::Mate(moves)), "{fen}");
        if let Some(line) = control.lines.last() {
            // The line leads to the mate and ends there.
            assert_eq!(line.pv.len() as i32, if moves > 0 { 2 * moves - 1 } else { -2 * moves }, "{fen}");
            let mut end = root;
            for &mv in &line.pv {
                end = end.play(mv).expect("a legal line");
            }
            assert!(end.is_checkmate(), "{fen}");
        }
    }
}

/// Found by fuzzing: above 2^31 the clock became negative, and the evaluation any number.
#[test]
fn a_halfmove_clock_beyond_all_rules_is_one_of_a_hundred() {
    let score = |clock: u32| {
        let root =
            position(&format!("bqnb1rkb/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - {clock} 1"));
        engine().search(&root, &[], &Limits::depth(6), &mut Scripted::default()).score
    };
    for clock in [2_147_483_648, 2_999_999_999, u32::MAX] {
        assert_eq!(score(clock), score(100), "{clock}");
    }
}

#[test]
fn no_move_no_best_move() {
    for (fen, score) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let result = engine().search(&position(fen), &[], &Limits::depth(5), &mut Scripted::default());
        assert_eq!((result.best, result.score, result.nodes), (None, Some(score), 0), "{fen}");
    }
}

#[test]
fn lines_are_legal_and_end_with_the_game() {
    let mut engine = engine();
    for fen in bench::POSITIONS {
        let root = position(fen);
        if root.is_insufficient_material() {
            continue;
        }
        let mut control = Scripted::default();
        let result = engine.search(&root, &[], &Limits::nodes(20_000), &mut control);
        let last = control.lines.last().expect("a line");
        assert_eq!(result.best, last.pv.first().copied(), "{fen}");
        assert!(last.nodes <= 20_000 && result.nodes == 20_000, "{fen}");
        for line in &control.lines {
            let mut at = root;
            for (index, &mv) in line.pv.iter().enumerate() {
                at = at
                    .play(mv)
                    .unwrap_or_else(|error| panic!("{fen}: move {index} of {:?}: {error}", line.pv));
                let is_over =
                    !at.has_legal_moves() || at.is_insufficient_material() || at.halfmove_clock() >= 100;
                assert!(!is_over || index + 1 == line.pv.len(), "{fen}: {:?} goes past the end", line.pv);
            }
        }
    }
}

#[test]
fn the_same_search_counts_the_same_nodes() {
    let root = position(KIWIPETE);
    let mut first = engine();
    let expected = first.search(&root, &[], &Limits::depth(9), &mut Scripted::default());
    // A fresh engine and a cleared one find the same; a running clock makes no difference.
    let mut control = Scripted { step_ms: 7.0, ..Scripted::default() };
    assert_eq!(engine().search(&root, &[], &Limits::depth(9), &mut control), expected);
    first.search(&Position::default(), &[], &Limits::depth(6), &mut Scripted::default());
    first.clear();
    assert_eq!(first.search(&root, &[], &Limits::depth(9), &mut Scripted::default()), expected);
}

#[test]
fn several_lines() {
    let root = position(KIWIPETE);
    let mut engine = engine();
    engine.settings = Settings { multi_pv: 4, ..Settings::default() };
    let mut control = Scripted::default();
    let result = engine.search(&root, &[], &Limits::depth(7), &mut control);
    let last: Vec<_> = control.lines[control.lines.len() - 4..].to_vec();
    for (index, line) in last.iter().enumerate() {
        assert_eq!((line.multipv as usize, line.depth), (index + 1, 7));
    }
    assert!(last.windows(2).all(|pair| value(pair[0].score) >= value(pair[1].score)));
    let mut firsts: Vec<_> = last.iter().map(|line| line.pv[0]).collect();
    assert_eq!(result.best, Some(firsts[0]));
    firsts.sort_by_key(|mv| mv.raw());
    firsts.dedup();
    assert_eq!(firsts.len(), 4, "four different moves");

    // As many lines as there are moves, if these are fewer.
    engine.settings.multi_pv = 256;
    let root = position("7k/8/8/8/8/8/6q1/K7 w - - 0 1");
    let moves = root.legal_moves().len();
    let mut control = Scripted::default();
    engine.search(&root, &[], &Limits::depth(3), &mut control);
    assert_eq!(
        control.lines.iter().filter(|line| line.depth == 3).map(|line| line.multipv).max(),
        Some(moves as u32)
    );
}

fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) => 30_000 * moves.signum() - moves,
    }
}

#[test]
fn the_lines_of_every_depth_are_in_the_order_of_their_scores() {
    let mut engine = engine();
    engine.settings = Settings { multi_pv: 3, ..Settings::default() };
    let immortal = "rnb1k1nr/p2p1ppp/3B4/1p1NPN1P/6P1/3P1Q2/P1P1K3/q5b1 b kq - 0 20";
    for fen in bench::POSITIONS.into_iter().chain([immortal]) {
        let mut control = Scripted::default();
        engine.clear();
        engine.search(&position(fen), &[], &Limits::depth(8), &mut control);
        for pair in control.lines.windows(2) {
            if pair[0].depth == pair[1].depth && pair[0].multipv + 1 == pair[1].multipv {
                assert!(value(pair[0].score) >= value(pair[1].score), "{fen} at depth {}", pair[0].depth);
            }
        }
    }
}

/// Several lines of searches that are stopped after every number of nodes: a stop comes in every place.
fn stopped_searches(
    multi_pv: usize,
    nodes: std::ops::Range<u64>,
    strength: Option<Strength>,
) -> Vec<(u64, Vec<Seen>, Option<Move>)> {
    let mut engine = engine();
    engine.settings = Settings { multi_pv, strength, ..Settings::default() };
    let italian = position("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5");
    let search = |nodes| {
        let mut control = Scripted::default();
        engine.clear();
        let best = engine.search(&italian, &[], &Limits::nodes(nodes), &mut control).best;
        (nodes, control.lines, best)
    };
    nodes.map(search).collect()
}

#[test]
fn lines_that_were_not_searched_yet_are_not_reported() {
    for strength in [None, Some(Strength::from_elo(1_200, 0))] {
        for (nodes, lines, _) in stopped_searches(3, 1..300, strength) {
            for line in lines {
                assert!(matches!(line.score, Score::Centipawns(_)), "{strength:?}, {nodes} nodes: {line:?}");
            }
        }
    }
}

#[test]
fn a_stopped_search_plays_the_best_of_its_lines() {
    for multi_pv in [2, 4] {
        for (nodes, lines, best) in stopped_searches(multi_pv, 300..2_500, None) {
            let first = lines.iter().rposition(|line| line.multipv == 1).expect("a line");
            let last = &lines[first..];
            assert_eq!(best, last[0].pv.first().copied());
            for line in last.iter().filter(|line| line.is_exact && line.depth == last[0].depth) {
                let is_worse = value(line.score) <= value(last[0].score);
                assert!(is_worse, "{nodes} nodes: {line:?} stands behind {:?}", last[0]);
            }
        }
    }
}

#[test]
fn a_result_tells_a_bound_from_a_score() {
    let root = position("r1b1r1k1/pp1nqp2/2p1p1pp/8/4N3/P1Q1P3/1P3PPP/1BRR2K1 w - - 0 1");
    let mut inexact = 0;
    for nodes in (2_000..12_000).step_by(40) {
        let mut control = Scripted::default();
        let result = engine().search(&root, &[], &Limits::nodes(nodes), &mut control);
        let last = control.lines.last().expect("a line");
        assert_eq!((result.best, result.score), (Some(last.pv[0]), Some(last.score)));
        assert_eq!(result.bound == Bound::Exact, last.is_exact, "{nodes} nodes");
        let completed = control.lines.iter().rev().find(|line| line.is_exact && line.depth == result.depth);
        let completed = completed.map(|line| (line.pv[0], line.score));
        assert_eq!(result.completed, completed, "{nodes} nodes");
        if last.is_exact {
            assert_eq!(result.exact(), Some((last.pv[0], last.score)));
        } else {
            inexact += 1;
            assert_eq!(result.exact(), completed);
        }
    }
    assert!(inexact > 5, "only {inexact} searches were stopped behind their window");
}

#[test]
fn only_the_moves_asked_for() {
    let root = Position::default();
    let wanted: Vec<_> = ["a2a3", "h2h4"].iter().map(|mv| root.parse_uci(mv).expect("legal")).collect();
    let limits = Limits { search_moves: wanted.clone(), ..Limits::depth(6) };
    let mut control = Scripted::default();
    let result = engine().search(&root, &[], &limits, &mut control);
    assert!(wanted.contains(&result.best.expect("a move")));
    assert!(control.lines.iter().all(|line| wanted.contains(&line.pv[0])));
}

#[test]
fn limits_end_the_search() {
    let root = position(KIWIPETE);
    for nodes in [1, 2, 100, 5_000] {
        let result = engine().search(&root, &[], &Limits::nodes(nodes), &mut Scripted::default());
        assert_eq!(result.nodes, nodes);
        assert!(result.best.is_some());
    }
    let mut control = Scripted { step_ms: 1.0, ..Scripted::default() };
    let limits = Limits { time: TimeLimit::MoveTime(50), ..Limits::default() };
    engine().search(&root, &[], &limits, &mut control);
    assert!((50.0..80.0).contains(&control.now_ms), "{}", control.now_ms);
    // Whichever comes first.
    let limits = Limits { time: TimeLimit::MoveTime(1_000_000), ..Limits::depth(2) };
    assert_eq!(engine().search(&root, &[], &limits, &mut Scripted::default()).depth, 2);
}

#[test]
fn a_soft_limit_of_nodes_lets_the_iteration_finish() {
    for fen in [KIWIPETE, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] {
        let root = position(fen);
        for soft in [1, 700, 5_000] {
            let limits = Limits { soft_nodes: Some(soft), ..Limits::default() };
            let found = engine().search(&root, &[], &limits, &mut Scripted::default());
            // The first depth whose complete search takes this many nodes.
            let by_depth = (1..MAX_PLY as u32)
                .map(|depth| engine().search(&root, &[], &Limits::depth(depth), &mut Scripted::default()))
                .find(|result| result.nodes >= soft);
            assert_eq!(Some(found), by_depth, "{fen}, {soft} nodes");
        }
        let limits = Limits { soft_nodes: Some(5_000), ..Limits::nodes(5_001) };
        assert!(engine().search(&root, &[], &limits, &mut Scripted::default()).nodes <= 5_001);
    }
}

#[test]
fn a_search_of_a_few_nodes_has_a_sensible_answer() {
    let mut engine = engine();
    // Black has one rook less; White has nothing left.
    for (fen, scores) in [
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 200..1_000),
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1", -1_000..-200),
        ("7k/8/8/8/8/q6r/8/4K3 w - - 0 1", -32_000..-500),
    ] {
        let root = position(fen);
        for nodes in 1..60 {
            // Results of an earlier search must not be reported.
            engine.search(&Position::default(), &[], &Limits::depth(6), &mut Scripted::default());
            let mut control = Scripted::default();
            let result = engine.search(&root, &[], &Limits::nodes(nodes), &mut control);
            let child = root.play(result.best.expect("a move")).expect("a legal move");
            assert!(result.ponder.is_none_or(|mv| child.play(mv).is_ok()), "{fen}, {nodes} nodes");
            assert!(
                scores.contains(&value(result.score.expect("a score"))),
                "{fen}, {nodes}: {:?}",
                result.score
            );
            assert_eq!(control.lines.last().map(|line| line.pv[0]), result.best);
        }
    }
}

#[test]
fn infinite_and_ponder_wait_for_a_signal() {
    // A mate in one, and a depth that is reached at once: no answer before the signal.
    let root = position("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    for (limits, signal) in [
        (Limits { infinite: true, ..Limits::default() }, Signal::Stop),
        (Limits { ponder: true, ..Limits::depth(1) }, Signal::PonderHit),
        (Limits { ponder: true, time: TimeLimit::MoveTime(1), ..Limits::default() }, Signal::Stop),
        (Limits { ponder: true, mate: Some(1), ..Limits::nodes(10) }, Signal::PonderHit),
    ] {
        let mut control = Scripted { signals: vec![(5_000, signal)], step_ms: 0.1, ..Scripted::default() };
        let result = engine().search(&root, &[], &limits, &mut control);
        assert!(result.best.is_some() && control.looks >= 5_000, "{limits:?}: {}", control.looks);
    }
    // After the ponder hit the clock counts.
    let limits = Limits { ponder: true, time: TimeLimit::MoveTime(500), ..Limits::default() };
    let mut control =
        Scripted { signals: vec![(100, Signal::PonderHit)], step_ms: 1.0, ..Scripted::default() };
    engine().search(&position(KIWIPETE), &[], &limits, &mut control);
    let hit_ms = control.signalled_ms.expect("a ponder hit");
    // Every call takes 1 ms, and the calls between two polls are added.
    assert!((500.0..600.0).contains(&(control.now_ms - hit_ms)), "{hit_ms} {}", control.now_ms);
    // A stop may follow a ponder hit.
    let limits = Limits { ponder: true, infinite: true, ..Limits::default() };
    let signals = vec![(100, Signal::PonderHit), (200, Signal::Stop)];
    let mut control = Scripted { signals, ..Scripted::default() };
    assert!(engine().search(&position(KIWIPETE), &[], &limits, &mut control).best.is_some());
}

#[test]
fn a_position_of_the_game_may_come_a_second_time_but_not_a_third() {
    // White is lost unless it checks for ever.
    let root = position("5rk1/1b3ppp/8/8/8/8/q4PPP/3Q2K1 w - - 40 60");
    let history: Vec<u64> = Vec::new();
    let plain = engine().search(&root, &history, &Limits::depth(8), &mut Scripted::default());
    assert!(matches!(plain.score, Some(Score::Centipawns(score)) if score < -300), "{plain:?}");
    // A king that can only move back and forth in a fortress: fifty moves without progress are a draw.
    let root = position("7k/8/8/8/8/8/R7/K7 w - - 99 120");
    let result = engine().search(&root, &[], &Limits::depth(8), &mut Scripted::default());
    assert_eq!(result.score, Some(Score::Centipawns(0)));
    // Unless the hundredth ply is mate.
    let root = position("7k/R7/6K1/8/8/8/8/1R6 w - - 99 120");
    let result = engine().search(&root, &[], &Limits::depth(4), &mut Scripted::default());
    assert_eq!(result.score, Some(Score::Mate(1)));
}

#[test]
fn repetitions_of_the_game_count() {
    // A queen is worth nothing to Black after the move that repeats the position for the third time.
    let mut at = position("7k/8/8/8/8/q7/8/7K b - - 4 50");
    let mut history = Vec::new();
    for mv in ["h8h7", "h1h2", "h7h8", "h2h1", "h8h7", "h1h2", "h7h8", "h2h1"] {
        let Ok(legal) = at.parse_uci(mv) else { panic!("{mv} in {at:?}") };
        history.push(at.repetition_key());
        at.play_unchecked(legal);
    }
    let again = at.parse_uci("h8h7").expect("legal");
    let limits = Limits { search_moves: vec![again], ..Limits::depth(6) };
    let result = engine().search(&at, &history, &limits, &mut Scripted::default());
    assert_eq!(result.score, Some(Score::Centipawns(0)), "the third time is a draw");
    let result = engine().search(&at, &[], &limits, &mut Scripted::default());
    assert!(!matches!(result.score, Some(Score::Centipawns(0))), "without a history it is not");
}

/// Plays the position out with this many nodes for each move; returns the plies to mate.
fn plies_to_mate(fen: &str, nodes: u64) -> Option<usize> {
    let mut at = position(fen);
    let mut engine = engine();
    let mut history = Vec::new();
    for ply in 0..100 {
        let result = engine.search(&at, &history, &Limits::nodes(nodes), &mut Scripted::default());
        let Some(best) = result.best else { return at.is_checkmate().then_some(ply) };
        history.push(at.repetition_key());
        at.play_unchecked(best);
        if at.halfmove_clock() >= 100 || at.is_insufficient_material() {
            return None;
        }
    }
    at.is_checkmate().then_some(100)
}

#[test]
fn won_endings_are_won() {
    for (fen, most) in [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 30),
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", 45),
        ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", 60),
        ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", 80),
    ] {
        let plies = plies_to_mate(fen, 20_000);
        assert!(plies.is_some_and(|plies| plies <= most), "{fen}: {plies:?}");
    }
}

#[test]
fn a_stalemate_that_saves_the_game_is_found() {
    const NODES: u64 = 30_000;
    // From games that Tabia thought won (or lost) until the last piece was sacrificed.
    for fen in [
        "8/6k1/5p2/p1p5/P5b1/6q1/3Q4/7K w - - 0 47",
        "8/6R1/5pk1/p1p5/P5b1/6q1/3Q4/7K b - - 3 46",
        "8/4R3/5pk1/p1p5/P5b1/6q1/3Q4/7K w - - 2 46",
        "7k/5Q2/5P2/4P3/6K1/3q1BP1/6P1/8 b - - 0 59",
        "7k/5Q2/5P2/4P1K1/r7/5BP1/3q2P1/8 w - - 1 56",
    ] {
        for nodes in [NODES, 2 * NODES, 4 * NODES] {
            let result =
                engine().search(&position(fen), &[], &Limits::nodes(nodes), &mut Scripted::default());
            assert_eq!(result.score, Some(Score::Centipawns(0)), "{fen}, {nodes} nodes");
        }
    }
}

#[test]
fn the_deepest_search_stays_on_the_stack() {
    // Endings with few moves let a search reach its maximum ply.
    let mut engine = engine();
    for fen in
        ["8/8/8/8/8/k7/p7/K7 w - - 0 1", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "k7/p7/P7/8/8/8/7p/7K w - - 0 1"]
    {
        let limits = Limits { nodes: Some(200_000), ..Limits::depth(1_000) };
        engine.search(&position(fen), &[], &limits, &mut Scripted::default());
    }
    // On a stack as small as that of the wasm build must be.
    std::thread::Builder::new()
        .stack_size(4 << 20)
        .spawn(move || {
            for fen in bench::POSITIONS {
                engine.search(&position(fen), &[], &Limits::nodes(5_000), &mut Scripted::default());
            }
        })
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn composed_positions_are_searched_as_well() {
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/k7/7K b - - 0 1",
        "qqqqqqqq/qqqqqqqq/8/8/3K4/8/pppppppp/k7 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "3k4/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/3K4 w - - 0 1",
    ] {
        let result = engine().search(&position(fen), &[], &Limits::nodes(5_000), &mut Scripted::default());
        assert!(result.score.is_some(), "{fen}");
    }
}
