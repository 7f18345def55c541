//! `tabia annotate` as a user runs it.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// The first games of a database of lichess's, shortened.
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 { [%eval 0.18] [%clk 0:05:00] } 1... e5 { [%eval 0.21] } \
    2. Bc4 { [%eval 0.0] } 2... Nf6 { [%eval 0.1] } 3. Qh5?? { [%eval -4.2] } 3... Nc6?? { [%eval #1] } 4. Qxf7# 1-0\n\n\
    [White \"C\"]\n\n1. d4 d5 *\n\n[White \"D\"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke3 *\n";

fn annotate(arguments: &[&str], file: &PathBuf) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("annotate")
        .args(arguments)
        .arg(file)
        .output()
        .expect("the program runs")
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tabia-cli-annotate-{name}-{}.pgn", std::process::id()));
    std::fs::write(&path, GAMES).expect("a temporary file can be written");
    path
}

#[test]
fn one_object_a_game_tells_how_both_sides_played() {
    let path = file("json");
    let output = annotate(&["--from-evals", "--json"], &path);
    std::fs::remove_file(&path).expect("it is there");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 3);
    assert_eq!((&games[0]["white"]["blunders"], &games[0]["black"]["blunders"]), (&1.into(), &1.into()));
    assert!(games[0]["white"]["accuracy"].as_f64().is_some_and(|accuracy| accuracy < 90.0));
    // White: 15 to 18, 21 to 0, 10 to -420; Black: 18 to 21, 0 to 10, -420 to a mate.
    let expected = (21.0 + 430.0) / 3.0;
    assert!((games[0]["white"]["acpl"].as_f64().expect("a number") - expected).abs() < 1e-9);
    assert!(
        (games[0]["black"]["acpl"].as_f64().expect("a number") - (3.0 + 10.0 + 1420.0) / 3.0).abs() < 1e-9
    );
    assert!(games[1]["white"]["accuracy"].is_null());
    // The rest of a game with an illegal move counts up to it, and the fault is told.
    assert_eq!(games[2]["black"]["blunders"], 0);
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("Ke3"), "{told}");
}

#[test]
fn without_json_it_is_told_in_words_and_a_missing_file_is_named() {
    let path = file("words");
    let output = annotate(&["--from-evals"], &path);
    std::fs::remove_file(&path).expect("it is there");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("A - B  1-0") && text.contains("1 blunders"), "{text}");
    let output = annotate(&["--from-evals"], &path);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("annotate-words"));
}
