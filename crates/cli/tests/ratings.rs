//! `tabia ratings`: lists over PGN and match files, beside Ordo's on the same games.
#![cfg(unix)]

mod common;

use std::fmt::Write as _;
use std::fs;

use common::{Folder, NODES};

/// White, Black, and the games that White won, drew and lost.
const GAMES: [(&str, &str, [usize; 3]); 15] = [
    ("Ada", "Bert", [31, 52, 17]),
    ("Bert", "Ada", [22, 55, 23]),
    ("Ada", "Carl", [40, 44, 16]),
    ("Carl", "Ada", [20, 51, 29]),
    ("Ada", "Dora", [8, 2, 1]),
    ("Dora", "Ada", [3, 4, 6]),
    ("Bert", "Carl", [33, 40, 27]),
    ("Carl", "Bert", [30, 41, 29]),
    ("Bert", "Dora", [12, 5, 3]),
    ("Carl", "Dora", [70, 20, 10]),
    ("Dora", "Carl", [22, 25, 53]),
    ("Dora", "Emil", [41, 30, 29]),
    ("Emil", "Dora", [33, 32, 35]),
    ("Emil", "Fine", [5, 1, 0]),
    ("Fine", "Emil", [1, 2, 3]),
];

fn pgn(games: &[(&str, &str, [usize; 3])]) -> String {
    let mut text = String::new();
    for (white, black, counts) in games {
        for (result, count) in ["1-0", "1/2-1/2", "0-1"].into_iter().zip(counts) {
            for _ in 0..*count {
                let _ = write!(
                    text,
                    "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
                );
            }
        }
    }
    text
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.0.join("games.pgn"), pgn(&GAMES)).unwrap();
    folder
}

/// Returns the name, rating, bound and error of each line of a CSV file.
fn rows(folder: &Folder, file: &str) -> Vec<(String, f64, String, Option<f64>)> {
    let text = folder.read(file);
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[1].to_owned(), cells[3].parse().unwrap(), cells[4].to_owned(), cells[5].parse().ok())
    };
    text.lines().skip(1).map(row).collect()
}

/// Asserts that a list has these ratings to 0.02 Elo, and these errors within the given share.
fn assert_like(folder: &Folder, arguments: &str, expected: &[(&str, f64, Option<f64>)], share: f64) {
    folder.said(&format!("ratings {arguments} --csv list.csv"));
    let found = rows(folder, "list.csv");
    assert_eq!(found.len(), expected.len());
    for ((name, elo, bound, error), &(known, ordo, ordo_error)) in found.iter().zip(expected) {
        assert_eq!((name.as_str(), bound.as_str()), (known, ""), "{arguments}");
        assert!((elo - ordo).abs() < 0.02, "{arguments}: {name} {elo} {ordo}");
        match (error, ordo_error) {
            (Some(error), Some(ordo)) => assert!((error / ordo - 1.0).abs() < share, "{name} {error} {ordo}"),
            (found, expected) => assert_eq!(*found, expected, "{name}"),
        }
    }
}

/// Ordo (commit 17eec774, 2016) on the same games:
/// `ordo -q -z 200.2409402276741 -a 0 -p games.pgn -N 4 -D -s 2000`, and further options as below. `-z` gives it the
/// usual scale: its own is 202 Elo for a score of 76 %, 0.9 % wider. Its errors are simulated, 2,000 times, with one
/// draw rate for all.
#[test]
fn ratings_are_ordos_on_the_same_games() {
    let folder = folder("ratings-ordo");
    let free = [
        ("Ada", 164.7102, Some(46.3023)),
        ("Bert", 132.4454, Some(46.2091)),
        ("Carl", 118.3464, Some(42.2571)),
        ("Dora", -44.9560, Some(40.4011)),
        ("Emil", -69.3163, Some(45.5630)),
        ("Fine", -301.2297, Some(172.9599)),
    ];
    assert_like(&folder, "games.pgn", &free, 0.1);
    // -a 3000 -A Carl
    let anchored = [
        ("Ada", 3046.3638, Some(29.9238)),
        ("Bert", 3014.0990, Some(28.8508)),
        ("Carl", 3000.0, None),
        ("Dora", 2836.6976, Some(37.2863)),
        ("Emil", 2812.3373, Some(52.6446)),
        ("Fine", 2580.4239, Some(210.9803)),
    ];
    assert_like(&folder, "games.pgn --anchor Carl=3000", &anchored, 0.1);
    // -W: its advantage is 28.59, with a standard deviation of 8.59.
    let with_advantage = [
        ("Ada", 164.6324, Some(46.4038)),
        ("Bert", 131.3447, Some(46.3326)),
        ("Carl", 118.3586, Some(42.2002)),
        ("Dora", -43.9997, Some(40.7744)),
        ("Emil", -68.5251, Some(45.8184)),
        ("Fine", -301.8109, Some(173.9503)),
    ];
    assert_like(&folder, "games.pgn --white-advantage", &with_advantage, 0.1);
    let said = folder.said("ratings games.pgn --white-advantage");
    assert!(said.contains("White's advantage is 28.6 ± 16.7 Elo"), "{said}");
    // Its `-J` column: confidence for superiority 98, 83, 100, 91, 99.
    let los: Vec<String> = folder
        .said("ratings games.pgn")
        .lines()
        .skip(1)
        .take(5)
        .map(|line| line.split_whitespace().last().unwrap().to_owned())
        .collect();
    for (los, ordo) in los.iter().zip([98.0, 83.0, 100.0, 91.0, 99.0]) {
        let found: f64 = los.trim_end_matches('%').parse().unwrap();
        assert!((found - ordo).abs() < 2.0, "{los} {ordo}");
    }
}

/// A player who won or lost every game leaves the others' ratings alone, as in Ordo, and gets the bound of Ordo's
/// manual: as if one of the games had been drawn.
#[test]
fn perfect_scores_are_bounds() {
    let folder = folder("ratings-perfect");
    let perfect = pgn(&[("Gail", "Ada", [8, 0, 0]), ("Hugo", "Dora", [0, 0, 3])]);
    fs::write(folder.0.join("perfect.pgn"), perfect).unwrap();
    let said = folder.said("ratings games.pgn perfect.pgn --csv list.csv");
    let rows = rows(&folder, "list.csv");
    let of = |name: &str| rows.iter().find(|row| row.0 == name).unwrap();
    assert!((of("Ada").1 - 164.71).abs() < 0.02 && (of("Fine").1 + 301.23).abs() < 0.02, "{rows:?}");
    assert_eq!((of("Gail").2.as_str(), of("Hugo").2.as_str()), ("min", "max"));
    // 7½ of 8, and ½ of 3.
    assert!((of("Gail").1 - of("Ada").1 - 470.44).abs() < 0.02, "{rows:?}");
    assert!((of("Dora").1 - of("Hugo").1 - 279.59).abs() < 0.02, "{rows:?}");
    assert!(said.contains("> 635.1") && said.contains("< -324.5") && said.contains("is a bound"), "{said}");
    let error = folder.error("ratings games.pgn perfect.pgn --anchor Gail=3000");
    assert!(error.contains("invalid anchor \"Gail\": the anchor won or lost every game"), "{error}");
}

#[test]
fn groups_without_a_common_scale_are_said() {
    let folder = folder("ratings-groups");
    fs::write(folder.0.join("others.pgn"), pgn(&[("Xena", "Yves", [3, 2, 1])])).unwrap();
    let said = folder.said("ratings games.pgn others.pgn");
    assert!(said.contains("2 groups cannot be compared"), "{said}");
    let names: Vec<&str> =
        said.lines().take(10).map(|line| line.split_whitespace().nth(1).unwrap_or("")).collect();
    assert_eq!(names, ["Name", "Ada", "Bert", "Carl", "Dora", "Emil", "Fine", "", "Xena", "Yves"]);
}

#[test]
fn games_that_cannot_count_are_counted_and_said() {
    let folder = Folder::new("ratings-left-out");
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n\n\
        [White \"A\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1-0\n\n\
        [White \"?\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n\n\
        [White \"O'Neil \\\"J\\\"\"]\n[Black \"M\u{fc}ller\"]\n[Result \"1-0\"]\n\n1. e4 nonsense 1-0\n\n\
        [White \"M\u{fc}ller\"]\n[Black \"O'Neil \\\"J\\\"\"]\n\n1. e4 1-0\n\n\
        [White \"M\u{fc}ller\"]\n[Black \"O'Neil \\\"J\\\"\"]\n[Result \"0-1\"]\n";
    fs::write(folder.0.join("games.pgn"), text).unwrap();
    let output = folder.run("ratings games.pgn");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        errors,
        "games left out: 1 without a result; 1 without the names of both players; 1 of a player against itself\n"
    );
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("1  O'Neil \"J\"")
            && said.contains("2  M\u{fc}ller")
            && said.contains("2 players, 3 games."),
        "{said}"
    );
    // The same text in ISO 8859-1.
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    fs::write(folder.0.join("latin.pgn"), latin).unwrap();
    assert_eq!(folder.said("ratings latin.pgn"), said);
    fs::write(folder.0.join("open.pgn"), text.replacen("1. e4 *", "1. e4 { never closed *", 1)).unwrap();
    assert_eq!(folder.said("ratings open.pgn"), said);
}

#[test]
fn match_files_and_pgn_files_of_a_match_give_the_same_list() {
    let folder = Folder::new("ratings-match");
    folder.played(&format!("{NODES} -games 8 -resume m.jsonl -pgn m.pgn 0"));
    folder.said("ratings m.jsonl --csv match.csv");
    folder.said("ratings m.pgn --csv pgn.csv");
    let [of_match, of_pgn] = ["match.csv", "pgn.csv"].map(|file| rows(&folder, file));
    assert_eq!(of_match.len(), 2);
    for (one, other) in of_match.iter().zip(&of_pgn) {
        assert_eq!((&one.0, one.1, &one.2), (&other.0, other.1, &other.2));
    }
    // Once more, and together with the same games in another form.
    let output = folder.run("ratings m.jsonl m.jsonl m.pgn --html page.html");
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("8 already read from another file of the same match")
    );
    assert!(String::from_utf8(output.stdout).unwrap().contains("2 players, 16 games."));
    let page = folder.read("page.html");
    assert!(page.contains("<th scope=\"row\">1. ") && page.contains("2 players, 16 games."), "{page}");
    // The file as it is while the match is being played.
    let text = folder.read("m.jsonl");
    fs::write(folder.0.join("cut.jsonl"), &text[..text.len() - 40]).unwrap();
    assert!(folder.said("ratings cut.jsonl").contains("2 players, 6 games."));
}

#[test]
fn the_standard_streams_may_be_files() {
    let folder = folder("ratings-streams");
    let read = |command: &str| {
        let output =
            std::process::Command::new("sh").args(["-c", command]).current_dir(&folder.0).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let tabia = env!("CARGO_BIN_EXE_tabia");
    let from_file = folder.said("ratings games.pgn");
    assert_eq!(read(&format!("{tabia} ratings - < games.pgn")), from_file);
    let csv = read(&format!("{tabia} ratings games.pgn --csv - 2> /dev/null"));
    assert!(csv.starts_with("rank,name,group,rating,") && csv.lines().count() == 7, "{csv}");
    assert!(read(&format!("{tabia} ratings games.pgn --html - 2> /dev/null")).starts_with("<!doctype html>"));
}

#[test]
fn mistakes_are_explained() {
    let folder = folder("ratings-mistakes");
    fs::write(folder.0.join("empty.pgn"), "").unwrap();
    fs::write(folder.0.join("broken.jsonl"), "{\"format\":\"tabia match 2\"}\n").unwrap();
    for (arguments, error) in [
        ("nothing.pgn", "nothing.pgn: "),
        ("empty.pgn", "no game between two players found"),
        ("broken.jsonl", "broken.jsonl: line 1: "),
        ("games.pgn --anchor Ada", "expected NAME=ELO with a number, such as Stockfish=3000"),
        ("games.pgn --anchor Zoe=3000", "no player named \"Zoe\" has a game"),
        ("games.pgn --average x", "expected a number"),
        ("games.pgn --csv games.pgn", "it is one of the input files"),
        ("games.pgn --csv a --html ./a", "must be different files"),
        ("", "required"),
    ] {
        let found = folder.error(&format!("ratings {arguments}"));
        assert!(found.contains(error), "{arguments}: {found}");
    }
}
