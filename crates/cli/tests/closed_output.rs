//! Readers of our output may stop early, like `head`: the program then ends quietly.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use common::Folder;

/// Runs the program with closed standard output. Returns its exit status, and its errors if they go
/// elsewhere.
fn run(folder: &Folder, arguments: &str, with_errors: bool) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let errors: Stdio = if with_errors { writer.try_clone().unwrap().into() } else { Stdio::piped() };
    let child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(arguments.split_whitespace())
        .current_dir(&folder.0)
        .stdin(fs::File::open(folder.0.join("input")).unwrap())
        .stdout(writer)
        .stderr(errors)
        .spawn()
        .unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn an_output_that_is_closed_ends_the_program_quietly() {
    let folder = Folder::new("closed");
    fs::write(folder.0.join("input"), "uci\nisready\ngo nodes 50\nquit\n").unwrap();
    let games = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n".repeat(2000);
    fs::write(folder.0.join("games.pgn"), games).unwrap();
    for arguments in [
        "",
        "--help",
        "perft 2",
        "eval",
        "match -each nodes=50 -engine builtin name=A -engine builtin name=B -openings file=book.epd",
        "games find games.pgn",
        "games export games.pgn",
        "book strip games.pgn --out -",
    ] {
        for with_errors in [false, true] {
            let (status, errors) = run(&folder, arguments, with_errors);
            assert_eq!((status, errors.contains("panicked")), (Some(0), false), "{arguments}: {errors}");
        }
    }
}

/// A GUI that was killed may leave the engine's input open.
#[test]
fn an_engine_ends_whose_output_or_input_fails_though_the_other_stays() {
    let folder = Folder::new("closed-engine");
    let engine = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
        command.current_dir(&folder.0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut child = engine().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let position = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let lines = format!(
        "setoption name LearnFile value learned\nlearn add depth 9 score cp 12 move e2e4 {position}\ngo infinite\n"
    );
    input.write_all(lines.as_bytes()).unwrap();
    // The input stays open until the program has ended by itself.
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(input);
    assert!(folder.read("learned").contains("move e2e4"));

    let output = engine().stdin(fs::File::open(&folder.0).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("the standard input cannot be read: "), "{errors}");
}

/// Like `tabia annotate ... --html page.html | head -2`.
#[test]
fn files_are_written_though_nobody_reads_what_is_printed() {
    let folder = Folder::new("closed-files");
    fs::write(folder.0.join("input"), "").unwrap();
    fs::write(folder.0.join("games.pgn"), "[White \"A\"]\n\n1. e4 {[%eval 0.3]} e5 *\n\n".repeat(3)).unwrap();
    let (status, errors) = run(&folder, "annotate --from-evals games.pgn -o out.pgn --html page.html", false);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(folder.read("out.pgn").matches("[White \"A\"]").count(), 3);
    assert!(folder.read("page.html").contains("</html>"));
}

/// Like `tabia match ... | head -2`: its threads print after the reader is gone. Finished games are saved.
#[test]
fn a_match_whose_output_is_closed_can_be_continued() {
    let folder = Folder::new("closed-match");
    let games = |games: usize| {
        format!(
            "match -each nodes=20 -engine builtin name=A -engine builtin name=B -games {games} -repeat -openings file=book.epd -maxmoves 5 \
             -concurrency 2 --seed 1 --resume m.jsonl"
        )
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(games(100_000).split_whitespace())
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let is_finished = |line: &String| line.starts_with("Finished game 2 ");
    assert!(output.lines().map_while(Result::ok).any(|line| is_finished(&line)), "a pair");
    let ended = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!((ended.status.code(), errors.as_str()), (Some(0), ""));
    let header = folder.read("m.jsonl").lines().next().unwrap().to_owned();
    assert!(header.starts_with("{\"format\":\"tabia match"), "{header}");
    let units = folder.read("m.jsonl").lines().count() - 1;
    // The file stores the length of the match; shorten it.
    let file =
        folder.read("m.jsonl").replacen("\"games\":100000", &format!("\"games\":{}", 2 * units + 4), 1);
    fs::write(folder.0.join("m.jsonl"), file).unwrap();
    let output = folder.said(&games(2 * units + 4));
    assert!(output.contains(&format!("Games: {}, ", 2 * units + 4)), "{output}");
}
