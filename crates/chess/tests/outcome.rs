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
