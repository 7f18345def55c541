//! `tabia epd` as a user runs it.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

/// A mate in one, a mate to announce, and a move to avoid.
const SUITE: &str = "6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#; id \"back rank\";\n\
    7k/8/8/8/8/8/1R6/R3K3 w - - dm 3; id \"ladder\";\n\
    not a position\n\
    4k3/8/8/8/8/7q/8/6KR w - - am Kf2; id \"take it\";\n";

fn epd(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("epd")
        .args(arguments)
        .current_dir(&folder.0)
        .output()
        .expect("the program runs")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Returns the parts that don't depend on the clock.
fn steady(result: &Value) -> Vec<(Value, Value, Value, Value)> {
    let problems = result["engines"][0]["problems"].as_array().expect("problems");
    let of =
        |p: &Value| (p["id"].clone(), p["move"].clone(), p["nodes"].clone(), p["found"]["nodes"].clone());
    problems.iter().map(of).collect()
}

#[test]
fn a_suite_is_solved_alike_with_any_number_of_workers() {
    let folder = Folder::new("epd-workers");
    fs::write(folder.0.join("suite.epd"), SUITE).unwrap();
    let one = epd(&folder, &["suite.epd", "--nodes", "5000", "--json", "--csv", "table.csv"]);
    let three = epd(&folder, &["suite.epd", "--nodes", "5000", "--json", "--workers", "3"]);
    assert_eq!(steady(&json(&one)), steady(&json(&three)));
    let result = json(&one);
    let engine = &result["engines"][0];
    assert_eq!((&engine["total"], &engine["right"]), (&3.into(), &3.into()), "{engine}");
    assert!(String::from_utf8_lossy(&one.stderr).contains("suite.epd: line 3"));
    let table = folder.read("table.csv");
    assert_eq!(table.lines().count(), 4);
    assert!(table.contains("back rank,6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1,bm Rd8#,"), "{table}");
}

#[test]
fn engines_stand_side_by_side_and_a_held_solution_ends_a_search() {
    let folder = Folder::new("epd-engines");
    fs::write(folder.0.join("suite.epd"), SUITE.lines().next().unwrap()).unwrap();
    // Finds the move at depth 2, and would never stop.
    let on_go = "i=1; while [ $i -le 50 ]; do m=d1d7; [ $i -ge 2 ] && m=d1d8; \
        echo \"info depth $i score cp 10 nodes $((i*10)) pv $m\"; i=$((i+1)); done ;;\n stop) echo 'bestmove d1d8'";
    let engine = folder.script("slow.sh", on_go);
    let arguments =
        ["suite.epd", "--early-exit", "3", "--engine", engine.to_str().unwrap(), "--engine", "builtin"];
    let words = epd(&folder, &arguments);
    let text = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(words.status.success(), "{words:?}");
    assert!(text.contains("back rank  right Rd8#") && text.contains("  |  right Rd8#"), "{text}");
    assert!(text.contains("slow.sh\n  positions           1\n  right               1 (100.0 %)"), "{text}");
    assert!(text.contains("depth  2,          20 nodes"), "{text}");
}

#[test]
fn what_cannot_be_run_is_told() {
    let folder = Folder::new("epd-faults");
    fs::write(folder.0.join("none.epd"), "nothing\n").unwrap();
    fs::write(folder.0.join("suite.epd"), SUITE).unwrap();
    let dead = folder.script("dead.sh", "exit 3");
    let silent = folder.script("wrong.sh", "echo bestmove e9e9");
    for (arguments, words) in [
        (vec!["missing.epd"], "missing.epd"),
        (vec!["none.epd"], "no position with a solution"),
        (vec!["suite.epd", "--engine", "./no-such-engine"], "cannot be started"),
        (vec!["suite.epd", "--engine", dead.to_str().unwrap()], "back rank"),
        (vec!["suite.epd", "--engine", silent.to_str().unwrap()], "e9e9"),
        (vec!["suite.epd", "--nodes", "0"], "--nodes"),
        (vec!["suite.epd", "--time", "x"], "expected a number from 0.001"),
    ] {
        let output = epd(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{arguments:?}: {output:?}");
    }
}
