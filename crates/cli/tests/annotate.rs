//! `tabia annotate` as a user runs it.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// First games of a lichess database, shortened.
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
    // A game with an illegal move counts up to that move, and the error is reported.
    assert_eq!(games[2]["black"]["blunders"], 0);
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("Ke3"), "{told}");
}

#[test]
fn a_file_without_a_game_is_an_error_after_the_others_were_annotated() {
    let (games, empty, output) = (file("some"), file("none"), file("old"));
    std::fs::write(&empty, "\n").expect("written");
    let run = |files: &[&PathBuf]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
        command.args(["annotate", "--from-evals", "-o"]).arg(&output).args(files).output().expect("it runs")
    };
    let alone = run(&[&empty]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&alone.stderr).contains("no game found"), "{alone:?}");
    assert_eq!(std::fs::read_to_string(&output).expect("there"), GAMES, "an older file stays");
    let both = run(&[&empty, &games]);
    assert_eq!(both.status.code(), Some(2));
    assert!(std::fs::read_to_string(&output).expect("there").contains("Blunder"));
    for path in [games, empty, output] {
        std::fs::remove_file(path).expect("it is there");
    }
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

const PLAYED: &str = "[White \"Nona\"]\n[Black \"Bert\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {(g6) holds} 4. Qxf7# 1-0\n\n\
    [White \"Bert\"]\n[Black \"Otto\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// Annotates the games in a separate folder; returns the output and the annotated games.
fn annotated(name: &str, arguments: &[&str]) -> (String, String) {
    let folder = std::env::temp_dir().join(format!("tabia-cli-annotate-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (games, out) = (folder.join("games.pgn"), folder.join("out.pgn"));
    std::fs::write(&games, PLAYED).expect("a file");
    let arguments = [arguments, &["--json", "-o", out.to_str().expect("text")]].concat();
    let output = annotate(&arguments, &games);
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(&out).expect("the annotated games");
    std::fs::remove_dir_all(&folder).expect("it is there");
    (String::from_utf8(output.stdout).expect("text"), text)
}

#[test]
fn an_engine_s_report_is_the_same_with_any_number_of_workers() {
    let one = annotated("one", &["--nodes", "3000"]);
    assert_eq!(annotated("three", &["--nodes", "3000", "--workers", "3"]), one);
    let (json, pgn) = one;
    let games: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (&games[0]["black"]["blunders"], &games[1]["white"]["blunders"]),
        (&1.into(), &1.into()),
        "{json}"
    );
    // The blunder's glyph, the engine's move as a variation, and the move in parentheses.
    assert!(pgn.contains("Nf6 $4") && pgn.contains("Blunder.") && pgn.contains("(3... g6"), "{pgn}");
    // The written file agrees with the report.
    let path = std::env::temp_dir().join(format!("tabia-cli-annotate-again-{}.pgn", std::process::id()));
    std::fs::write(&path, &pgn).expect("a file");
    let again = annotate(&["--from-evals", "--json"], &path);
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(String::from_utf8_lossy(&again.stdout), json);
}

#[test]
fn moves_are_chosen_by_player_and_number() {
    let (json, pgn) =
        annotated("player", &["--nodes", "500", "--player", "Bert", "--moves", "3-", "--margin", "-1"]);
    // Bert was Black in the first game, where his third move is his last; his second game ended earlier.
    assert_eq!(json.lines().count(), 2);
    assert_eq!(pgn.matches("(depth").count(), 1, "{pgn}");
    let (json, _) = annotated("otto", &["--nodes", "500", "--player", "Otto"]);
    assert_eq!(json.lines().count(), 1);
    let path = file("nobody");
    let output = annotate(&["--from-evals", "--player", "otto"], &path);
    std::fs::remove_file(&path).expect("it is there");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.stdout.is_empty() && told.contains("no game of a player whose name contains \"otto\""),
        "{told}"
    );
}

#[test]
fn moves_are_chosen_among_evaluations_that_the_games_carry_too() {
    let path = file("chosen");
    let (pgn, html) = (path.with_extension("out.pgn"), path.with_extension("html"));
    let annotate = |arguments: &[&str]| {
        let files = [
            "--from-evals",
            "--json",
            "-o",
            pgn.to_str().expect("text"),
            "--html",
            html.to_str().expect("text"),
        ];
        let output = annotate(&[&files, arguments].concat(), &path);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let first: Value = serde_json::from_str(text.lines().next().expect("a game")).expect("JSON");
        let read = |path| std::fs::read_to_string(path).expect("it was written");
        (first, read(&pgn), read(&html))
    };
    let (all, _, page) = annotate(&[]);
    assert_eq!(page.matches("<figure>").count(), 2, "both blunders have a diagram: {page}");
    assert!(page.contains("Qh5??") && page.contains("Blunder. From +0.10 to -4.20."), "{page}");
    let (white, _, page) = annotate(&["--side", "white"]);
    assert_eq!((page.matches("<figure>").count(), &white["white"]), (1, &all["white"]));
    let (late, _, page) = annotate(&["--moves", "1-2"]);
    assert_eq!((page.matches("<figure>").count(), &late["white"]["blunders"]), (0, &0.into()));
    assert_eq!(late["white"]["acpl"], f64::midpoint(0.0, 21.0));
    let (_, text, page) = annotate(&["--margin", "20", "--moves", "2"]);
    assert_eq!(
        (page.matches("<figure>").count(), text.matches("From +0.21 to 0.00.").count()),
        (3, 1),
        "{text}"
    );
    for path in [path, pgn, html] {
        std::fs::remove_file(path).expect("it is there");
    }
}

#[test]
fn wrong_ranges_and_engines_are_told() {
    let path = file("wrong");
    for (arguments, words) in [
        (&["--moves", "9-3"][..], "move 9 comes after move 3"),
        (&["--engine", "./no-such-engine"], "cannot be started"),
        (&["--from-evals", "--nodes", "5"], "--nodes"),
        (&["--nodes", "10", "-o", "/no/such/folder/x.pgn"], "cannot write"),
    ] {
        let output = annotate(arguments, &path);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{arguments:?}: {output:?}");
    }
    std::fs::remove_file(&path).expect("it is there");
}

/// The games before the one at which an engine fails took long, so they are saved.
#[cfg(unix)]
#[test]
fn what_was_annotated_before_an_engine_failed_is_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = std::env::temp_dir().join(format!("tabia-cli-annotate-died-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (games, engine, page) = (folder.join("games.pgn"), folder.join("engine"), folder.join("page.html"));
    std::fs::write(&games, "[White \"Ann\"]\n\n1. e4 *\n\n[White \"Otto\"]\n\n1. e4 e5 2. d4 d5 3. c4 *\n")
        .expect("a file");
    let script = "#!/bin/sh\nn=0\nwhile read -r line; do\n  case \"$line\" in\n    uci) echo uciok ;;\n    isready) echo readyok ;;\n    \
         go*) n=$((n+1)); [ $n -gt 4 ] && exit 1\n      echo 'info depth 3 score cp 10 pv a2a3'; echo 'bestmove a2a3' ;;\n    \
         quit) exit 0 ;;\n  esac\ndone\n";
    std::fs::write(&engine, script).expect("a file");
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).expect("an own file");
    let text = |path: &std::path::Path| path.to_str().expect("text").to_owned();
    let output = annotate(&["--engine", &text(&engine), "--nodes", "10", "--html", &text(&page)], &games);
    let page = std::fs::read_to_string(&page).unwrap_or_default();
    std::fs::remove_dir_all(&folder).expect("it is there");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(page.contains("Ann") && !page.contains("Otto"), "{output:?}");
}
