//! Searches with several threads.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use common::{Scripted, nodes, position};
use tabia_engine::{Control, Engine, HelperTask, Limits, Report, Score, Signal, Strength, bench};

const THREADS: usize = 4;

fn run_threads<'a>(main: &mut (dyn FnMut() + 'a), helpers: Vec<HelperTask<'a>>) {
    thread::scope(|scope| {
        for helper in helpers {
            scope.spawn(helper);
        }
        main();
    });
}

fn engine(threads: usize) -> Engine {
    let mut engine = Engine::new(8).expect("memory");
    engine.set_threads(threads, run_threads);
    engine
}

#[test]
fn the_line_is_legal_and_begins_with_the_best_move() {
    let mut engine = engine(THREADS);
    for fen in bench::POSITIONS {
        let root = position(fen);
        let mut control = Scripted::default();
        let result = engine.search(&root, &[], &nodes(20_000), &mut control);
        let last = control.lines.last().expect("a line");
        assert_eq!(result.best, last.pv.first().copied(), "{fen}");
        assert_eq!(result.score, Some(last.score), "{fen}");
        let mut at = root;
        for &mv in &last.pv {
            at = at.play(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
        }
    }
}

/// All threads together keep a node limit, except for what each searches until its next poll.
#[test]
fn nodes_are_counted_over_all_threads() {
    let mut engine = engine(THREADS);
    let root = position(bench::POSITIONS[1]);
    let limit = 200_000;
    let mut control = Scripted::default();
    let result = engine.search(&root, &[], &nodes(limit), &mut control);
    let most = limit + THREADS as u64 * 4 * 1024 + limit / 10;
    assert!((limit..most).contains(&result.nodes), "{}", result.nodes);
    assert_eq!(control.lines.last().map(|line| line.nodes), Some(result.nodes));
}

/// Runs the helpers to their end before the main thread, so that all is repeatable; for searches to a depth.
fn run_helpers_first<'a>(main: &mut (dyn FnMut() + 'a), helpers: Vec<HelperTask<'a>>) {
    for helper in helpers {
        helper();
    }
    main();
}

/// The first thread to complete a depth completes it for all.
#[test]
fn what_another_thread_has_completed_is_taken_over() {
    for (multi_pv, fen) in [(1, bench::POSITIONS[1]), (3, bench::POSITIONS[5])] {
        let mut engine = Engine::new(8).expect("memory");
        engine.set_threads(2, run_helpers_first);
        engine.settings.multi_pv = multi_pv;
        let root = position(fen);
        let mut control = Scripted::default();
        let result = engine.search(&root, &[], &Limits::depth(12), &mut control);
        let first_lines: Vec<_> = control.lines.iter().filter(|line| line.multipv == 1).collect();
        let depths: Vec<u32> = first_lines.iter().map(|line| line.depth).collect();
        assert!(depths.is_sorted() && depths.last() == Some(&12), "{depths:?}");
        assert!(depths.windows(2).any(|pair| pair[1] > pair[0] + 1), "searched again: {depths:?}");
        assert_eq!(result.depth, 12);
        assert_eq!(result.best, first_lines.last().and_then(|line| line.pv.first().copied()));
        let last: Vec<_> = control.lines.iter().rev().take(multi_pv).collect();
        assert!(last.iter().all(|line| line.depth == 12), "{multi_pv} lines");
        assert!(last.windows(2).all(|pair| pair[0].pv[0] != pair[1].pv[0]));
    }
}

#[test]
fn no_thread_goes_beyond_a_depth_limit() {
    let mut engine = engine(THREADS);
    for depth in [1, 2, 7] {
        let mut control = Scripted::default();
        let result = engine.search(&position(bench::POSITIONS[1]), &[], &Limits::depth(depth), &mut control);
        assert_eq!(result.depth, depth);
        assert_eq!(control.lines.last().map(|line| line.depth), Some(depth));
    }
}

#[test]
fn one_thread_searches_as_if_there_were_no_others() {
    let root = position(bench::POSITIONS[5]);
    let search = |engine: &mut Engine| {
        engine.clear();
        engine.search(&root, &[], &nodes(30_000), &mut Scripted::default())
    };
    let alone = search(&mut Engine::new(8).expect("memory"));
    assert_eq!(search(&mut engine(1)), alone);
    let mut engine = engine(THREADS);
    search(&mut engine);
    engine.set_threads(1, run_threads);
    assert_eq!(search(&mut engine), alone, "back to one thread");
}

#[test]
fn weaker_play_can_be_repeated() {
    let mut engine = engine(THREADS);
    engine.settings.strength = Some(Strength::from_elo(1_700, 3));
    let root = position(bench::POSITIONS[5]);
    let first = engine.search(&root, &[], &Limits::default(), &mut Scripted::default());
    engine.clear();
    assert_eq!(engine.search(&root, &[], &Limits::default(), &mut Scripted::default()), first);
}

#[test]
fn mates_are_found_and_all_limits_hold() {
    let mut engine = engine(THREADS);
    let mate = position("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1");
    let result = engine.search(&mate, &[], &Limits::depth(8), &mut Scripted::default());
    assert_eq!((result.score, result.depth), (Some(Score::Mate(2)), 8));
    let result =
        engine.search(&mate, &[], &Limits { mate: Some(2), ..Limits::default() }, &mut Scripted::default());
    assert_eq!(result.score, Some(Score::Mate(2)));
    let only = vec![mate.legal_moves()[3]];
    let limits = Limits { search_moves: only.clone(), ..Limits::depth(6) };
    assert_eq!(engine.search(&mate, &[], &limits, &mut Scripted::default()).best, only.first().copied());
    let over = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.search(&over, &[], &nodes(1_000), &mut Scripted::default()).best, None);
    engine.settings.multi_pv = 3;
    let mut control = Scripted::default();
    engine.search(&position(bench::POSITIONS[5]), &[], &Limits::depth(7), &mut control);
    let last: Vec<u32> = control.lines.iter().rev().take(3).map(|line| line.multipv).collect();
    assert_eq!(last, [3, 2, 1]);
}

#[test]
fn an_infinite_search_ends_at_the_signal() {
    let mut engine = engine(THREADS);
    // The second position has nothing to search after a few depths.
    for fen in [bench::POSITIONS[0], "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"] {
        let limits = Limits { infinite: true, ..Limits::default() };
        let mut control = Scripted { signals: vec![(200, Signal::Stop)], ..Scripted::default() };
        engine.search(&position(fen), &[], &limits, &mut control);
        assert!(control.looks >= 200, "{fen}");
    }
}

/// A control that does not listen.
struct Deaf;

impl Control for Deaf {
    fn now_ms(&mut self) -> f64 {
        0.0
    }

    fn signal(&mut self) -> Signal {
        Signal::Go
    }

    fn report(&mut self, _: &Report<'_>) {
        panic!("cannot listen");
    }
}

#[test]
fn helpers_end_when_the_main_thread_panics() {
    let mut engine = engine(THREADS);
    let root = position(bench::POSITIONS[0]);
    let search = || engine.search(&root, &[], &Limits::default(), &mut Deaf);
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
}
