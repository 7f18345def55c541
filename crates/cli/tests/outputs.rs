//! Output files of commands: none may overwrite an input, and errors are reported before the work starts.
#![cfg(unix)]

mod common;

use std::fs;

use common::{Folder, NODES};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 { [%eval 0.3] } e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
const SUITE: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.0.join("games.pgn"), GAME.repeat(4)).unwrap();
    fs::write(folder.0.join("suite.epd"), SUITE).unwrap();
    folder.said("book make -pgn games.pgn -bin book.bin");
    folder.said("data play --output games.viri --games 2 --seed 4 --nodes 50");
    std::os::unix::fs::symlink("games.pgn", folder.0.join("link.pgn")).unwrap();
    folder
}

/// Returns the contents of all existing files.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(&folder.0)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = folder("outputs-read");
    let before = contents(&folder);
    for command in [
        "annotate --from-evals games.pgn -o games.pgn",
        "annotate --from-evals games.pgn -o link.pgn",
        "annotate --from-evals games.pgn --html ./games.pgn",
        "epd suite.epd --nodes 10 --csv suite.epd",
        "book make -pgn games.pgn -bin games.pgn",
        "book make -pgn games.pgn -bin games.pgn --elo 2000 --keep-unknown-elo",
        "book strip games.pgn -o games.pgn",
        "book edit book.bin -o ./book.bin",
        "book edit book.bin -o games.pgn --import games.pgn",
        "book merge -in1 book.bin -in2 book.bin -out book.bin",
        "book repair book.bin -o book.bin",
        "book export book.bin -o book.bin",
        "book dump -bin book.bin -color white -out book.bin",
    ] {
        let error = folder.error(command);
        assert!(error.contains("it is one of the input files"), "{command}: {error}");
        assert!(contents(&folder) == before, "{command}");
    }
    for command in [
        "annotate --from-evals games.pgn -o both --html both",
        "data shuffle games.viri --output ./games.viri --held-out measure",
        "data shuffle games.viri --output learn --held-out ./learn",
    ] {
        let error = folder.error(command);
        assert!(error.contains("must be different files"), "{command}: {error}");
        assert!(contents(&folder) == before, "{command}");
    }
}

#[test]
fn a_match_writes_nothing_into_its_other_files() {
    let folder = folder("outputs-match");
    let before = contents(&folder);
    for (files, fault) in [
        ("-resume m.jsonl -pgn m.jsonl", "-pgn: m.jsonl is already the file of -resume; name another one"),
        ("-pgn book.epd", "-pgn: book.epd is already the file of -openings; name another one"),
        ("-pgn out -epd ./out", "-epd: ./out is already the file of -pgn; name another one"),
        ("-epd out -sample 1,n,out", "-sample: out is already the file of -epd; name another one"),
        (
            "-each book=book.bin -pgn book.bin",
            "-pgn: book.bin is already the file of -engine book; name another one",
        ),
    ] {
        let error = folder.error(&format!("match {NODES} -games 2 {files}"));
        assert!(error.contains(fault), "{files}: {error}");
        assert!(contents(&folder) == before, "{files}");
    }
    // Devices are not files.
    folder.played(&format!("{NODES} -games 2 -maxmoves 2 -pgn /dev/null -epd /dev/null"));
}

#[test]
fn a_result_that_cannot_be_written_is_told_before_the_work() {
    let folder = folder("outputs-unwritable");
    let before = contents(&folder);
    // With this many nodes they would never finish.
    for command in [
        "annotate games.pgn --nodes 1000000000000 --html missing/x.html",
        "annotate games.pgn --nodes 1000000000000 -o missing/x.pgn",
        "epd suite.epd --nodes 1000000000000 --csv missing/x.csv",
        "tune games.pgn --output missing/x.rs",
        "train --data learn --held-out measure --output missing/x.nnue",
    ] {
        let error = folder.error(command);
        assert!(error.contains("cannot write missing/x."), "{command}: {error}");
    }
    // A missing file of games must not destroy the older result, or leave a new one behind.
    fs::write(folder.0.join("old.pgn"), GAME).unwrap();
    assert!(folder.error("annotate --from-evals missing.pgn -o old.pgn").contains("missing.pgn: "));
    assert_eq!(folder.read("old.pgn"), GAME);
    fs::remove_file(folder.0.join("old.pgn")).unwrap();
    assert!(folder.error("games export missing.pgn -o out.pgn").contains("missing.pgn: "));
    assert!(contents(&folder) == before);
    folder.said("games export games.pgn -o out.pgn");
    assert_eq!(folder.read("out.pgn"), GAME.repeat(4));
}

/// `/dev/full` acts as a full disk.
#[test]
#[cfg(target_os = "linux")]
fn what_engines_found_is_printed_though_the_table_cannot_be_written() {
    let folder = folder("outputs-full");
    let output = folder.run("epd suite.epd --nodes 100 --csv /dev/full");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("right Qxf7#"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write /dev/full: "), "{output:?}");
}
