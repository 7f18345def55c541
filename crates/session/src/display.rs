//! The output of `d`, `eval` and `help`.

use std::fmt::Write as _;

use tabia_chess::{Color, File, Position, Rank, Square};
use tabia_engine::TermWeights;
use tabia_engine::eval::{Term, explain, net_evaluation};
use tabia_nnue::Network;

/// Reply to `help`.
pub(crate) const HELP: &str = "\
Tabia is a chess engine that speaks the Universal Chess Interface (UCI).
Give it to a chess program, or type commands here:
  uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit, debug
      as the UCI specification says
  d                   the board, its FEN, key and checkers
  eval [json|tables]  the static evaluation, term by term; the piece-square tables
  tablebase           the legal moves with their tablebase results
  perft N, go perft N count the leaves of the move tree
  bench [limits]      search the benchmark positions; limits as for go
  learn add|export|clear  positions remembered from game to game (docs/uci.md)
  speed               moves generated and made per second
  help                this text";

/// Formats the board as Stockfish does.
pub(crate) fn board(position: &Position) -> String {
    const LINE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from("\n");
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(LINE);
        for file in File::ALL {
            let piece = position.piece_at(Square::from_coords(file, rank));
            let _ = write!(text, " | {}", piece.map_or(' ', tabia_chess::Piece::char));
        }
        let _ = writeln!(text, " | {}", rank.index() + 1);
    }
    text.push_str(LINE);
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let _ = writeln!(text, "Fen: {}", position.to_fen());
    let _ = writeln!(text, "Key: {:016X}", position.key());
    text.push_str("Checkers: ");
    for square in position.checkers() {
        let _ = write!(text, "{square} ");
    }
    text.push('\n');
    text
}

/// Formats the evaluation as a table from White's side, in pawns; weighted by a personality if one is given.
pub fn evaluation(position: &Position, weights: Option<&TermWeights>) -> String {
    if position.is_check() {
        return "Evaluation: none (in check)\n".to_owned();
    }
    let breakdown = explain(position, weights);
    let mut text = String::new();
    if breakdown.is_known_ending {
        text.push_str("A known ending: judged by rule.\n");
    } else {
        text.push_str("| Term           |     White     |     Black     |     Total     |\n");
        text.push_str("|                |   MG     EG   |   MG     EG   |   MG     EG   |\n");
        text.push_str("+----------------+---------------+---------------+---------------+\n");
        let mut row = |name: &str, scores: [(i32, i32); 3]| {
            let _ = write!(text, "| {name:<14} |");
            for (middlegame, endgame) in scores {
                let _ = write!(text, " {} {} |", pawns(middlegame), pawns(endgame));
            }
            text.push('\n');
        };
        let mut sum = (0, 0);
        for (term, [white, black]) in Term::ALL.into_iter().zip(breakdown.terms) {
            let total = white - black;
            sum.0 += total.middlegame();
            sum.1 += total.endgame();
            row(term.name(), [white, black, total].map(|score| (score.middlegame(), score.endgame())));
        }
        text.push_str("+----------------+---------------+---------------+---------------+\n");
        let _ = writeln!(
            text,
            "| Sum            |               |               | {} {} |",
            pawns(sum.0),
            pawns(sum.1)
        );
        let _ = writeln!(
            text,
            "Phase {}/24, winning chances {} in the endgame, endgame scaled by {}/64, tempo {}",
            breakdown.phase,
            pawns(breakdown.complexity).trim(),
            breakdown.scale,
            pawns(breakdown.tempo).trim()
        );
    }
    if weights.is_some() {
        text.push_str("Weighed as the options of the personality say.\n");
    }
    let _ = writeln!(text, "Evaluation: {} (White's side)", pawns(breakdown.total).trim());
    if position.turn() == Color::Black {
        let _ = writeln!(text, "Black is to move.");
    }
    text
}

/// Formats a net's evaluation: its value, and what each piece is worth to its side.
pub fn net(position: &Position, net: &Network) -> String {
    const LINE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+\n";
    let mut text = format!("\nNet of 2 x {} neurons\n", net.hidden());
    if position.is_check() {
        text.push_str("Evaluation: none (in check)\n");
        return text;
    }
    let (value, pieces) = net_evaluation(position, net);
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(LINE);
        let squares = File::ALL.map(|file| Square::from_coords(file, rank));
        for square in squares {
            let piece = position.piece_at(square).map_or(' ', tabia_chess::Piece::char);
            let _ = write!(text, "|   {piece}   ");
        }
        text.push_str("|\n");
        for square in squares {
            let worth = pieces.iter().find(|&&(at, _)| at == square).map(|&(_, worth)| pawns(worth));
            let _ = write!(text, "|{:>7}", worth.unwrap_or_default());
        }
        text.push_str("|\n");
    }
    text.push_str(LINE);
    let _ = writeln!(text, "Evaluation by the net: {} (White's side)", pawns(value).trim());
    text
}

/// Formats centipawns as pawns with two digits, six characters wide.
fn pawns(centipawns: i32) -> String {
    let sign = if centipawns < 0 { "-" } else { "+" };
    let magnitude = centipawns.unsigned_abs();
    format!("{:>6}", format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100))
}
