//! Files with known results from other programs.

mod common;

use common::{shared, shared_files};
use serde_json::Value;
use tabia_pgn::{Collection, Game, GameResult, NodeId, ProblemKind, read_bytes};

fn plies(game: &Game) -> usize {
    game.main_line().count()
}

fn final_fen(game: &Game) -> String {
    game.position(game.line_end(NodeId::ROOT)).to_fen()
}

fn json(name: &str) -> Option<Value> {
    Some(serde_json::from_slice(&shared(name)?).expect("valid JSON"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn number(value: &Value, key: &str) -> usize {
    value[key].as_u64().unwrap_or_default() as usize
}

/// Files where this reader reads more than python-chess, or differs: the file, the plies of each game, and why.
const TORTURE_DIFFERENCES: [(&str, &[usize], &str); 7] = [
    ("15-unterminated-comment.pgn", &[2, 2], "the open comment ends before the tags of the next game"),
    ("19-no-blank-line.pgn", &[2, 2], "a terminator ends a game, an empty line is not needed"),
    ("21-no-tags.pgn", &[3, 2], "a terminator ends a game, an empty line is not needed"),
    ("45-comments-everywhere.pgn", &[2], "comments before the tags belong to the game"),
    ("57-utf16le.pgn", &[2], "UTF-16 is read"),
    ("59-figurine.pgn", &[5], "figurines are read"),
    ("65-html.pgn", &[], "a text without tags and moves holds no game"),
];

#[test]
fn torture_files_are_read_as_python_chess_does_or_better() {
    let Some(expected) = json("pgn/torture/expected.json") else { return };
    let expected = expected.as_object().expect("an object");
    for (name, case) in expected {
        let Some(bytes) = shared(&format!("pgn/torture/{name}")) else { continue };
        let games = read_bytes(&bytes).games;
        let found: Vec<_> = games.iter().map(plies).collect();
        if let Some((_, plies, reason)) = TORTURE_DIFFERENCES.iter().find(|(file, ..)| file == name) {
            assert_eq!(found, *plies, "{name}: {reason}");
            continue;
        }
        let judged = case["python_chess_1_11_2"].as_array().expect("a list of games");
        let plies: Vec<_> = judged.iter().map(|game| number(game, "mainline_plies")).collect();
        assert_eq!(found, plies, "{name}: {}", text(case, "note"));
        for (game, judged) in games.iter().zip(judged) {
            assert_eq!(game.result().as_str(), text(judged, "result"), "{name}");
            assert_eq!(final_fen(game), text(judged, "final_fen"), "{name}");
            assert_eq!(game.subtree(NodeId::ROOT).len() - 1, number(judged, "moves_in_tree"), "{name}");
        }
    }
}

/// An unplayable move is reported with its position, and nothing before it is lost.
#[test]
fn faults_in_torture_files_are_told_with_their_place() {
    let cases = [
        ("15-unterminated-comment.pgn", 4, 10, ProblemKind::Comment, "not closed"),
        ("17-surplus-parens.pgn", 1, 14, ProblemKind::Variation, "without an opening one"),
        ("29-overdisambiguated.pgn", 3, 52, ProblemKind::Move, "c7xd6"),
        ("33-ambiguous.pgn", 4, 4, ProblemKind::Move, "a1d1 or h1d1"),
        ("49-weird-tags.pgn", 5, 1, ProblemKind::Tag, "Unclosed"),
        ("51-result-conflict.pgn", 9, 10, ProblemKind::Result, "says 1-0"),
        ("61-tabs-angle.pgn", 3, 10, ProblemKind::UnknownToken, "<reserved>"),
        ("63-tag-only-eof.pgn", 1, 1, ProblemKind::Tag, "no closing quotation mark"),
        ("65-html.pgn", 1, 1, ProblemKind::UnknownToken, "holds no game"),
        ("07-latin1.pgn", 1, 1, ProblemKind::Encoding, "6 bytes"),
    ];
    for (name, line, column, kind, words) in cases {
        let Some(bytes) = shared(&format!("pgn/torture/{name}")) else { return };
        let problems = read_bytes(&bytes).problems;
        let is_told = problems.iter().any(|problem| {
            (problem.line, problem.column, problem.kind) == (line, column, kind)
                && problem.message.contains(words)
        });
        assert!(is_told, "{name}: {problems:#?}");
    }
}

#[test]
fn encodings_are_recognized() {
    let tag = |name: &str, tag: &str| {
        let bytes = shared(&format!("pgn/torture/{name}"))?;
        read_bytes(&bytes).games[0].tags().get(tag).map(str::to_owned)
    };
    if let Some(event) = tag("03-bom-tags.pgn", "Event") {
        assert_eq!(event, "bom");
        assert_eq!(tag("05-cr-only.pgn", "Event").as_deref(), Some("cr"));
        assert_eq!(tag("07-latin1.pgn", "White").as_deref(), Some("Müller, Björn"));
        assert_eq!(tag("57-utf16le.pgn", "Event").as_deref(), Some("utf16"));
    }
}

/// Counts of whole files from python-chess.
#[test]
fn counts_of_large_files_match() {
    let Some(stats) = json("games/pgn-stats.json") else { return };
    let mut compared = 0;
    for (name, stats) in stats.as_object().expect("an object") {
        // Not all counted files are part of the data.
        if !common::shared_data().join(name).exists() {
            continue;
        }
        let Some(bytes) = shared(name) else { continue };
        let Collection { games, problems } = read_bytes(&bytes);
        assert_eq!(games.len(), number(stats, "games"), "{name}: games");
        assert_eq!(games.iter().map(plies).sum::<usize>(), number(stats, "mainline_plies"), "{name}: plies");
        assert_eq!(
            games.iter().map(plies).max(),
            Some(number(stats, "longest_plies")),
            "{name}: longest game"
        );
        for result in [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown] {
            let count = games.iter().filter(|game| game.result() == result).count();
            assert_eq!(count, number(&stats["results"], result.as_str()), "{name}: {result}");
        }
        let bad_moves = problems.iter().filter(|problem| problem.kind == ProblemKind::Move).count();
        assert_eq!(bad_moves, number(stats, "games_with_errors"), "{name}: {problems:?}");
        compared += 1;
    }
    assert!(compared >= 5, "only {compared} files were found");
}

/// Expected results from python-chess's own tests.
#[test]
fn known_final_positions() {
    let cases = [
        ("anastasian-lewis", "5rk1/2p1R2p/p5pb/2PPR3/8/2Q2B2/5P2/4K2q w - - 3 43"),
        ("stockfish-learning", "8/2p2k2/1pR3p1/1P1P4/p1P2P2/P4K2/8/5r2 w - - 7 78"),
        ("uci-moves", "8/8/2B5/4k3/4Pp2/1b6/1P3K2/8 b - - 0 57"),
    ];
    for (name, fen) in cases {
        let Some(bytes) = shared(&format!("pgn/python-chess/{name}.pgn")) else { return };
        assert_eq!(final_fen(&read_bytes(&bytes).games[0]), fen, "{name}");
    }
}

/// Cases found only in real games: nothing may be lost.
#[test]
fn real_files_are_read_without_loss() {
    for folder in
        ["pgn/python-chess", "pgn/pgn-extract/in", "pgn/pgn-extract/out", "openings/fastchess-tests"]
    {
        for (name, bytes) in shared_files(folder, ".pgn") {
            // An EPD file despite its name.
            if name == "test-WWepd-out.pgn" {
                continue;
            }
            let Collection { games, problems } = read_bytes(&bytes);
            assert!(!games.is_empty(), "{folder}/{name}");
            // Other variants, contradictory results and a deliberately illegal move.
            let is_faulty = ["antichess", "zh-lichess", "nobadresults", "test_invalid"]
                .iter()
                .any(|part| name.contains(part));
            let losses: Vec<_> = problems.iter().filter(|problem| problem.is_loss).collect();
            assert_eq!(losses.is_empty(), !is_faulty, "{folder}/{name}: {losses:#?}");
        }
    }
}
