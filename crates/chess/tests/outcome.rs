//! Ends of games against collected cases.

mod common;

use std::collections::HashMap;

use serde_json::Value;
use tabia_chess::{Color, Outcome, Position, Setup};

fn cases(group: &str) -> Vec<Value> {
    let Some(text) = common::shared("fen/draw-cases.json") else { return Vec::new() };
    let mut groups: Value = serde_json::from_str(&text).unwrap();
    let Value::Array(cases) = groups[group].take() else { panic!("no group {group}") };
    cases
}

fn position(case: &Value) -> Position {
    let fen = case["fen"].as_str().unwrap();
    fen.parse::<Setup>().unwrap().position_lenient().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn insufficient_material() {
    for case in cases("insufficient_material") {
        let position = position(&case);
        for (color, name) in [(Color::White, "white_cannot_win"), (Color::Black, "black_cannot_win")] {
            assert_eq!(position.has_insufficient_material(color), case[name] == true, "{case}");
        }
        assert_eq!(position.is_insufficient_material(), case["automatic_draw"] == true, "{case}");
    }
}

#[test]
fn mate_and_stalemate() {
    for case in cases("clock") {
        let position = position(&case);
        assert_eq!(position.is_checkmate(), case["checkmate"] == true, "{case}");
        assert_eq!(position.is_stalemate(), case["stalemate"] == true, "{case}");
    }
    for case in cases("outcome") {
        let result = match position(&case).outcome() {
            None => "*",
            Some(Outcome::Checkmate { winner: Color::White }) => "1-0",
            Some(Outcome::Checkmate { winner: Color::Black }) => "0-1",
            Some(Outcome::Stalemate | Outcome::InsufficientMaterial) => "1/2-1/2",
        };
        assert_eq!(result, case["result"], "{case}");
    }
}

#[test]
fn repetitions_by_key_and_by_comparison() {
    for case in cases("repetition") {
        let mut position = position(&case);
        let mut seen = vec![position];
        let mut keys = HashMap::from([(position.repetition_key(), 1_u64)]);
        for ply in case["plies"].as_array().unwrap() {
            let m = position.parse_uci(ply["move"].as_str().unwrap()).unwrap();
            position = position.play(m).unwrap();
            seen.push(position);
            let compared = seen.iter().filter(|earlier| earlier.same_position(&position)).count();
            let counted = keys.entry(position.repetition_key()).or_insert(0);
            *counted += 1;
            assert_eq!(ply["occurrences"], compared, "{ply} in {case}");
            assert_eq!(ply["occurrences"], *counted, "{ply} in {case}");
        }
    }
}

/// More positions than any of the cases needs, and few enough for a moment.
const MOST_POSITIONS: usize = 20_000;

#[test]
fn who_cannot_mate_by_any_moves() {
    use Color::{Black, White};
    let cannot = |fen: &str, color: Color| {
        let position = fen.parse::<Setup>().unwrap().position().unwrap();
        position.cannot_mate(color, MOST_POSITIONS)
    };
    for (fen, color) in [
        // The only legal move takes the last piece that could mate.
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", White),
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", Black),
        ("8/8/8/8/8/1k6/2n5/KB6 w - - 0 1", Black),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", White),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Black),
        ("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", Black),
        // Walls that nothing can pass.
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/3BK3 w - - 0 1", White),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Black),
        // The game is over.
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", White),
    ] {
        assert!(cannot(fen, color), "{fen} {color:?}");
    }
    for (fen, color) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", White),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Black),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", White),
        // A knight mates with the help of a pawn, a bishop with that of a knight.
        ("k7/p7/8/8/8/8/8/KN6 w - - 0 1", White),
        ("kn6/8/8/8/8/8/8/KB6 w - - 0 1", White),
        // Mate is on the board.
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", White),
    ] {
        assert!(!cannot(fen, color), "{fen} {color:?}");
    }
}
