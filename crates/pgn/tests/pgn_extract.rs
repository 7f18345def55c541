//! Debian's pgn-extract reads our output without any complaint, and with the same moves.
//!
//! Unsupported by version 19-04 and therefore excluded: a comment to the end of the line (`;`), which is how a comment containing braces is
//! written; a comment between a move number and its move, except at the start of a variation, where ours precedes the number; Chess960
//! castling; unreachable start positions; tag names with characters other than letters, digits and `_`; tags without moves; results
//! contradicted by a mate on the board; null moves in the main line, unless enabled by an option.

mod common;

use std::process::Command;

use tabia_chess::Color;
use tabia_pgn::{Game, GameResult, NodeId, read_bytes, write_all};

const PROGRAM: &str = "/usr/games/pgn-extract";

/// Whether pgn-extract supports the game.
fn can_be_held(game: &Game) -> bool {
    let has_moves = game.main_child(NodeId::ROOT).is_some();
    let is_reachable =
        tabia_pgn::position_from_fen(&game.start().to_fen()).is_ok_and(|(_, doubt)| doubt.is_none());
    // After the 1000th move it does not recognize move numbers.
    let is_short = game.main_line().count() < 1500;
    let braces = game.subtree(NodeId::ROOT).into_iter().any(|node| {
        let annotations = game.annotations(node);
        annotations.before.iter().chain(&annotations.after).any(|comment| comment.contains(['{', '}']))
    });
    let begins_variation = |node| game.branch_point(node) == Some(node);
    let behind_number = game
        .subtree(NodeId::ROOT)
        .into_iter()
        .any(|node| !game.annotations(node).before.is_empty() && !begins_variation(node));
    let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let has_plain_tags = game.stored_tags().iter().all(|(name, _)| is_plain(name));
    let end = game.position(game.line_end(NodeId::ROOT));
    let is_over = end.is_checkmate() || end.is_stalemate();
    let expected = match (end.is_checkmate(), end.turn()) {
        (true, Color::White) => GameResult::BlackWins,
        (true, Color::Black) => GameResult::WhiteWins,
        (false, _) => GameResult::Draw,
    };
    let has_fitting_result = !is_over || game.result() == expected;
    has_moves
        && has_fitting_result
        && is_reachable
        && is_short
        && !braces
        && !behind_number
        && has_plain_tags
        && !game.is_chess960()
        && game.tags().get("Variant").is_none()
}

/// The main line in UCI, as pgn-extract writes it.
fn uci(game: &Game) -> Vec<String> {
    let mut position = *game.start();
    game.main_line()
        .filter_map(|node| game.played(node))
        .map(|played| {
            let text = played.as_move().map_or_else(|| "--".to_owned(), |m| position.uci(m));
            played.apply(&mut position);
            text
        })
        .collect()
}

#[test]
fn written_games_are_read_by_pgn_extract() {
    if !std::path::Path::new(PROGRAM).exists() {
        eprintln!("SKIPPED: pgn-extract is not installed (apt-get install pgn-extract)");
        return;
    }
    let folder = std::env::temp_dir().join(format!("tabia-pgn-extract-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let file = folder.join("games.pgn");
    let mut compared = 0;
    for (name, bytes) in common::pgn_files() {
        let mut games = read_bytes(&bytes).games;
        games.retain(can_be_held);
        if games.is_empty() {
            continue;
        }
        std::fs::write(&file, write_all(&games)).expect("a temporary file can be written");
        let output = Command::new(PROGRAM)
            .args(["-s", "--allownullmoves", "-Wuci", "-C", "-N", "-V", "--notags", "-w", "1000000"])
            .arg(&file)
            .output()
            .expect("pgn-extract was there a moment ago");
        let said = String::from_utf8_lossy(&output.stderr);
        let complaints: Vec<_> = said
            .lines()
            .map(str::trim)
            .filter(|line| {
                !line.is_empty()
                    && !line.starts_with("Processing")
                    && !line.starts_with("Games:")
                    && !line.contains("matched out of")
            })
            .collect();
        assert_eq!(complaints, [""; 0], "{name}");
        let written = String::from_utf8_lossy(&output.stdout).to_lowercase();
        let lines: Vec<Vec<&str>> = written
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.split_whitespace().filter(|word| !is_result(word)).collect())
            .collect();
        assert_eq!(lines.len(), games.len(), "{name}");
        for (game, line) in games.iter().zip(lines) {
            assert_eq!(line, uci(game), "{name}:\n{}", tabia_pgn::write(game));
            compared += 1;
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    assert!(compared > 10_000 || !common::shared_data().exists(), "only {compared} games were compared");
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}
