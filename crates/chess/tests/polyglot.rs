//! Keys compared with those published for Polyglot's book format and those of other programs.

mod common;

use tabia_chess::{Position, Setup, zobrist};

/// The columns of a table without its header, which must have at least `rows` rows.
fn table(file: &str, rows: usize) -> Vec<Vec<String>> {
    let Some(text) = common::shared(&format!("polyglot/{file}")) else { return Vec::new() };
    let table: Vec<Vec<String>> =
        text.lines().skip(1).map(|line| line.split('\t').map(String::from).collect()).collect();
    assert!(table.len() >= rows, "{file} has only {} rows", table.len());
    table
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn random_numbers() {
    let Some(text) = common::shared("polyglot/random64.txt") else { return };
    let numbers: Vec<u64> =
        text.split_ascii_whitespace().map(|number| u64::from_str_radix(number, 16).unwrap()).collect();
    assert_eq!(numbers, zobrist::RANDOM);
}

#[test]
fn published_keys() {
    for row in table("reference-keys.tsv", 19) {
        assert_eq!(format!("{:016x}", position(&row[0]).key()), row[1], "{}", row[0]);
    }
}

#[test]
fn keys_of_random_positions() {
    for row in table("keys-random.tsv", 1_000) {
        let position = position(&row[0]);
        assert_eq!(format!("{:016x}", position.key()), row[1], "{}", row[0]);
        assert_eq!(position.ep_square().is_some(), row[3] == "1", "{}", row[0]);
        // The two keys differ exactly where the file is hashed although the capture is illegal.
        let same = position.key() == position.repetition_key();
        assert_eq!(same, row[2] == row[3], "{}", row[0]);
    }
}
