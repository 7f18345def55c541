//! Builds with the feature `tune`: search parameters are UCI options, and `spsa` lists them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

/// Returns the program's output up to a line that ends with `last`, or to its end. The input stays open until then,
/// because its end would stop a search.
fn output(arguments: &[&str], input: &str, last: Option<&str>) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("the program reads");
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        text += &line.expect("text");
        text.push('\n');
        if last.is_some_and(|last| text.trim_end().ends_with(last)) {
            break;
        }
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success(), "{arguments:?} {input:?}");
    text
}

/// Returns the lines of `spsa`, split into fields.
fn spsa() -> Vec<Vec<String>> {
    output(&["spsa"], "", None).lines().map(|line| line.split(", ").map(str::to_owned).collect()).collect()
}

/// `OpenBench` rejects the text if it ends with a newline.
#[test]
fn the_parameters_can_be_pasted_whole() {
    let output = Command::new(env!("CARGO_BIN_EXE_tabia")).arg("spsa").output().expect("the program starts");
    assert!(output.status.success() && output.stdout.ends_with(b", 0.002"));
}

#[test]
fn every_number_is_an_option_with_the_same_range() {
    let options = output(&[], "uci\n", Some("uciok"));
    let lines = spsa();
    assert!(lines.len() > 20, "{lines:?}");
    for fields in &lines {
        let [name, kind, value, min, max, step, rate] = &fields[..] else { panic!("{fields:?}") };
        assert_eq!(kind, "int");
        let option = format!("option name {name} type spin default {value} min {min} max {max}\n");
        assert!(options.contains(&option), "{option}");
        let (min, max): (i32, i32) = (min.parse().expect("a number"), max.parse().expect("a number"));
        let step: i32 = step.parse().expect("a number");
        assert!(min < max && 0 < step && step <= (max - min) / 2, "{fields:?}");
        assert!(rate.parse::<f64>().is_ok_and(|rate| rate > 0.0));
    }
}

#[test]
fn every_number_changes_the_search() {
    let nodes = |settings: &str| {
        let text = output(&[], &format!("{settings}bench 8\n"), Some(" nps"));
        let line = text.lines().rfind(|line| line.ends_with(" nps")).expect("a result");
        line.split(' ').next().and_then(|word| word.parse::<u64>().ok()).expect("nodes")
    };
    let usual = nodes("");
    for fields in spsa() {
        let [name, _, value, min, max, ..] = &fields[..] else { panic!("{fields:?}") };
        assert_eq!(nodes(&format!("setoption name {name} value {value}\n")), usual, "{name}");
        let is_used =
            [min, max].iter().any(|value| nodes(&format!("setoption name {name} value {value}\n")) != usual);
        assert!(is_used, "{name}");
    }
}
