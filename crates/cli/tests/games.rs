//! `tabia games` as a user runs it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const GAMES: &str = r#"[Event "Wijk"]
[Date "2019.01.27"]
[White "Carlsen, Magnus"]
[Black "Giri, Anish"]
[WhiteElo "2835"]
[BlackElo "2783"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 Nc6 1/2-1/2

[Event "Club"]
[White "Magnus Carlsen"]
[Black "Giri"]
[Result "1/2-1/2"]

1. e4 c5 {the same} 2. Nf3 Nc6 1/2-1/2

[White "Broken"]

1. d4 d5 2. Ke5 *
"#;

/// A temporary folder, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    /// Creates a folder with `games.pgn`.
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tabia-cli-games-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        let folder = Self(path);
        folder.write("games.pgn", GAMES);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a temporary file can be written");
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
        let words = line.split(' ').map(|word| word.replace('_', " "));
        command.arg("games").args(words).current_dir(&self.0).output().expect("the program starts")
    }

    /// Returns the JSON of the first file.
    fn json(&self, line: &str) -> Value {
        let output = self.run(&format!("{line} --json"));
        let mut value: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        value["files"][0].take()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn a_file_without_a_game_is_an_error_and_leaves_no_index() {
    let folder = Folder::new("no-game");
    folder.write("empty.pgn", "\n");
    for command in ["find", "index", "explore", "duplicates", "check", "export"] {
        let output = folder.run(&format!("{command} empty.pgn"));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {errors}");
        assert!(errors.contains("empty.pgn: no game found"), "{command}: {errors}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 2);
}

#[test]
fn games_are_read_from_the_standard_input() {
    let folder = Folder::new("standard-input");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["games", "find", "-", "--player", "Magnus"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(GAMES.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("-: 2 of 3 games"), "{output:?}");
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 1);
}

#[test]
fn an_index_is_made_once_and_again_when_the_file_or_the_index_changed() {
    let folder = Folder::new("index");
    let first = folder.json("index games.pgn");
    assert_eq!([&first["games"], &first["errors"], &first["plies"], &first["positions"]], [3, 1, 10, 13]);
    assert_eq!((&first["made"], &folder.json("index games.pgn")["made"]), (&json!(true), &json!(false)));
    assert_eq!(folder.json("index games.pgn --rebuild")["made"], true);
    folder.write("games.pgn", &format!("{GAMES}\n[White \"New\"]\n\n1. f4 *\n"));
    assert_eq!(folder.json("index games.pgn")["games"], 4);
    folder.write("games.pgn.tabia-index", "damaged");
    assert_eq!(folder.json("find games.pgn")["found"], 4);
    assert_eq!(folder.json("index games.pgn --index-folder .. --variations")["made"], true);
    let elsewhere = folder.0.parent().unwrap().join("games.pgn.tabia-index-variations");
    std::fs::remove_file(elsewhere).expect("the index is in the other folder");
}

/// This part of the index is read only when positions are looked up.
#[test]
fn damage_in_the_positions_of_an_index_is_told_with_the_command_that_mends_it() {
    let folder = Folder::new("damage");
    assert_eq!(folder.json("index games.pgn")["made"], true);
    let path = folder.0.join("games.pgn.tabia-index");
    let mut bytes = std::fs::read(&path).expect("an index");
    bytes[40] ^= 4;
    std::fs::write(&path, bytes).expect("an index");
    assert_eq!(folder.json("index games.pgn")["made"], false);
    for line in ["check games.pgn", "find games.pgn --moves e4", "explore games.pgn"] {
        let output = folder.run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("tabia games index --rebuild"), "{line}: {output:?}");
    }
    assert_eq!(folder.json("index games.pgn --rebuild")["made"], true);
    assert_eq!(folder.run("check games.pgn").status.code(), Some(1));
}

#[test]
fn games_are_found_and_sorted() {
    let folder = Folder::new("find");
    let numbers = |line: &str| -> Vec<u64> {
        let found = folder.json(line);
        found["games"].as_array().unwrap().iter().map(|game| game["game"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers("find games.pgn --player carlsen,m"), [0, 1]);
    assert_eq!(numbers("find games.pgn --player carlsen --min-elo 2700"), [0]);
    assert_eq!(numbers("find games.pgn --only error"), [2]);
    assert_eq!(numbers("find games.pgn --eco B --sort event"), [1, 0]);
    assert_eq!(numbers("find games.pgn --moves Nf3_c5_e4 --descending"), [1, 0]);
    assert_eq!(numbers("find games.pgn --limit 1 --skip 1"), [1]);
    let output = folder.run("find games.pgn --white broken");
    assert!(
        text(&output.stdout).starts_with("games.pgn: 1 of 3 games\n       3  Broken - ?  *  ????.??.??"),
        "{output:?}"
    );
}

#[test]
fn material_is_found_at_the_end_or_at_any_time() {
    let folder = Folder::new("material");
    // A rook ending in which the rook is captured and the pawn promotes; then one that ends as it is.
    let games = r#"[White "Taken"]
[SetUp "1"]
[FEN "3r4/3P2k1/8/8/8/8/6K1/3R4 w - - 0 1"]

1. Kf3 Kf6 2. Kf4 Rxd7 3. Rxd7 *

[White "Kept"]
[SetUp "1"]
[FEN "8/3k4/8/3P4/3K4/8/r7/3R4 w - - 0 1"]

1. Ke5 Re2+ *
"#;
    folder.write("endings.pgn", games);
    let white = |line: &str| -> Vec<String> {
        let found = folder.json(line);
        found["games"].as_array().unwrap().iter().map(|game| game["white"].as_str().unwrap().into()).collect()
    };
    assert_eq!(white("find endings.pgn --material KRPKR"), ["Kept"]);
    assert_eq!(white("find endings.pgn --material KRPKR --any-time"), ["Taken", "Kept"]);
    assert_eq!(white("find endings.pgn --material KRK"), ["Taken"]);
    assert_eq!(white("find endings.pgn --material KRKRP --any-time"), [""; 0]);
    assert_eq!(white("find endings.pgn --material KRKRP --any-time --either-colour"), ["Taken", "Kept"]);
    let exported = folder.run("export endings.pgn --material KRPKR --any-time --white taken");
    assert!(text(&exported.stdout).starts_with("[White \"Taken\"]"), "{exported:?}");
    let explorer = folder
        .json("explore endings.pgn --fen 8/3k4/8/3P4/3K4/8/r7/3R4_w_-_-_0_1 --material KRPKR --any-time");
    assert_eq!(explorer["total"]["games"], 1);
    assert_eq!(folder.run("find endings.pgn --any-time").status.code(), Some(2), "without material");
}

#[test]
fn the_explorer_counts_moves() {
    let folder = Folder::new("explore");
    let explorer = folder.json("explore games.pgn");
    assert_eq!((&explorer["total"]["games"], explorer["moves"].as_array().unwrap().len()), (&json!(3), 2));
    let first = &explorer["moves"][0];
    assert_eq!(
        (&first["san"], &first["games"], &first["draws"], &first["average_elo"]),
        (&json!("e4"), &json!(2), &json!(2), &json!(2809.0))
    );
    let output = folder.run("explore games.pgn --moves 1._e4_c5 --event wijk");
    assert!(
        text(&output.stdout).contains("Nf3             1  100.0%                    0/1/0   2809  2019"),
        "{output:?}"
    );
}

#[test]
fn an_export_is_byte_for_byte_and_overwrites_nothing() {
    let folder = Folder::new("export");
    assert_eq!(text(&folder.run("export games.pgn").stdout), format!("{GAMES}\n"));
    assert!(folder.run("export games.pgn --event club -o out.pgn").status.success());
    let written = std::fs::read_to_string(folder.0.join("out.pgn")).unwrap();
    assert!(GAMES.contains(written.trim_end()) && written.contains("{the same}"));
    let single = folder.run("export games.pgn --without-duplicates");
    let single = text(&single.stdout);
    assert_eq!(single.matches("[White ").count(), 2, "{single}");
    assert!(single.contains("Wijk") && !single.contains("Club"), "{single}");
    let again = folder.run("export games.pgn -o games.pgn");
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.0.join("games.pgn")).unwrap(), GAMES);
}

#[test]
fn duplicates_and_errors_are_listed() {
    let folder = Folder::new("check");
    let duplicates = folder.json("duplicates games.pgn");
    assert_eq!(
        duplicates["groups"],
        json!([{ "games": [0, 1], "differences": ["white", "black", "elo", "date", "event", "text"] }])
    );
    let output = folder.run("check games.pgn");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        "games.pgn:20:13: game 3: 2. \"Ke5\" cannot be played: Ke5 is not a legal move here. The game is kept up to there; left out: \"Ke5\"\ngames.pgn: 3 games, 1 with errors\n"
    );
    folder.write("good.pgn", "1. e4 *\n");
    assert_eq!(folder.run("check good.pgn").status.code(), Some(0));
}

#[test]
fn what_cannot_be_done_is_said_with_status_2() {
    let folder = Folder::new("failures");
    for (line, words) in [
        ("find missing.pgn", "missing.pgn"),
        ("explore games.pgn --moves e4_e4", "\"e4\" in \"e4 e4\""),
        ("explore games.pgn --fen nonsense", "FEN \"nonsense\""),
        ("find games.pgn --material KXK", "invalid material"),
        ("find games.pgn --from soon", "2010.05.17"),
        ("find games.pgn --from 2015.13", "2010.05.17"),
        ("find games.pgn --to 2015.1.1.1", "2010.05.17"),
        ("index games.pgn --index-folder missing", "--index-folder"),
        ("find", "FILE"),
    ] {
        let output = folder.run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(words), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn an_index_is_made_again_for_a_file_that_was_changed_without_changing_its_length() {
    let folder = Folder::new("changed");
    // Longer than what is compared as a whole.
    let many = GAMES.repeat((9 << 20) / GAMES.len() + 1);
    folder.write("games.pgn", &many);
    let count = |line: &str| folder.json(line)["found"].as_u64();
    assert_eq!(count("find games.pgn --player petrosian --limit 1"), Some(0));
    let (start, end) = many.split_at(8_600_000);
    folder.write("games.pgn", &format!("{start}{}", end.replacen("Magnus Carlsen", "Magn Petrosian", 1)));
    assert_eq!(count("find games.pgn --player petrosian --limit 1"), Some(1));
}
