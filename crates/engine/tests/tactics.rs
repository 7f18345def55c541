//! Tactical test suites: the number of combinations found within a node limit.

mod common;

use std::fs;

use common::{Scripted, position, shared_data};
use tabia_engine::{Engine, Limits};

/// One line of a suite.
struct Case {
    id: String,
    fen: String,
    best: Vec<String>,
}

/// Reads lines such as `FEN bm Qg6; id "WAC.001";`.
fn read(name: &str) -> Option<Vec<Case>> {
    let text = fs::read_to_string(shared_data()?.join("epd").join(name)).expect("a readable suite");
    let cases = text.lines().filter(|line| line.contains(" bm ")).map(|line| {
        let (fen, operations) = line.split_once(" bm ").expect("just seen");
        let best = operations.split(';').next().unwrap_or_default();
        let id = operations.split('"').nth(1).unwrap_or("?");
        Case { id: id.to_owned(), fen: fen.to_owned(), best: best.split(' ').map(str::to_owned).collect() }
    });
    Some(cases.collect())
}

/// The ids of the positions that were not solved.
fn unsolved(cases: &[Case], nodes: u64) -> Vec<&str> {
    let mut engine = Engine::new(16).expect("memory");
    let mut unsolved = Vec::new();
    for case in cases {
        let root = position(&case.fen);
        engine.clear();
        let result = engine.search(&root, &[], &Limits::nodes(nodes), &mut Scripted::default());
        let found = result.best.expect("a move");
        let solved = case.best.iter().any(|san| root.parse_san(san).is_ok_and(|best| best == found));
        if !solved {
            unsolved.push(case.id.as_str());
        }
    }
    unsolved
}

#[test]
fn win_at_chess_quickly() {
    let Some(cases) = read("wac.epd") else { return };
    let unsolved = unsolved(&cases[..60], 20_000);
    println!("{} of 60 unsolved: {unsolved:?}", unsolved.len());
    assert!(unsolved.len() <= 18, "{unsolved:?}");
}

#[test]
#[ignore = "takes a minute: run it with --release"]
fn win_at_chess() {
    let Some(cases) = read("wac.epd") else { return };
    let unsolved = unsolved(&cases, 200_000);
    println!("{} of {} unsolved: {unsolved:?}", unsolved.len(), cases.len());
    assert!(cases.len() >= 299 && cases.len() - unsolved.len() >= 250, "{unsolved:?}");
}
