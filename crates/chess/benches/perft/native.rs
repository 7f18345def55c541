//! The native entrants: this program itself, started with `--serve NAME`.

use std::io::BufRead;
use std::process::ExitCode;
use std::time::Instant;

use shakmaty::fen::Fen;
use tabia_chess::{Position, Setup};

/// Answers `DEPTH FEN` lines until the input ends.
pub fn serve(name: &str) -> ExitCode {
    let perft = match name {
        "tabia" => tabia,
        "cozy" => cozy,
        "shakmaty" => shakmaty,
        _ => return ExitCode::from(2),
    };
    if name == "tabia" {
        let start = Instant::now();
        std::hint::black_box(Position::default());
        println!("ready {:.2}", start.elapsed().as_secs_f64() * 1e3);
    } else {
        println!("ready");
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let leaves = line.split_once(' ').and_then(|(depth, fen)| perft(fen, depth.parse().ok()?));
        println!("{}", leaves.unwrap_or(0));
    }
    ExitCode::SUCCESS
}

fn tabia(fen: &str, depth: u32) -> Option<u64> {
    Some(tabia_chess::perft(&fen.parse::<Setup>().ok()?.position().ok()?, depth))
}

fn cozy(fen: &str, depth: u32) -> Option<u64> {
    Some(cozy_perft(&fen.parse().ok()?, depth))
}

/// As in cozy-chess's own perft example: the last moves are counted, not played.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

fn shakmaty(fen: &str, depth: u32) -> Option<u64> {
    let position: shakmaty::Chess =
        fen.parse::<Fen>().ok()?.into_position(shakmaty::CastlingMode::Standard).ok()?;
    Some(shakmaty::perft(&position, depth))
}
