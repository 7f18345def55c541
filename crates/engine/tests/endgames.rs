//! Endings that must be evaluated correctly, and won if they are won.

mod common;

use std::time::Instant;

use common::{Random, Scripted, position, shared_data};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};
use tabia_chess::{Board, Color, Piece, Position, Setup};
use tabia_engine::eval::{PawnTable, evaluate, explain};
use tabia_engine::{Engine, Limits, Score};

/// A legal position with these pieces (White's in capitals) on random squares, with neither side in check.
fn random_position(random: &mut Random, men: &str) -> Position {
    loop {
        let mut board = Board::EMPTY;
        for letter in men.chars() {
            let square = random.square();
            board.set(square, Piece::from_char(letter));
        }
        let turn = if random.next().is_multiple_of(2) { Color::White } else { Color::Black };
        if board.occupied().count() as usize != men.len() {
            continue;
        }
        if let Ok(position) = (Setup { board, turn, ..Setup::EMPTY }).position()
            && position.has_legal_moves()
            && !position.is_check()
        {
            return position;
        }
    }
}

struct Oracle(Tablebase<Chess>);

impl Oracle {
    fn open() -> Option<Self> {
        let mut tables = Tablebase::new();
        tables.add_directory(shared_data()?.join("syzygy")).expect("the tables can be read");
        Some(Self(tables))
    }

    fn wdl(&self, position: &Position) -> AmbiguousWdl {
        let fen: Fen = position.to_fen().parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        self.0.probe_wdl(&position).expect("a table")
    }

    fn is_won_by_white(&self, position: &Position) -> bool {
        let wanted = if position.turn() == Color::White { AmbiguousWdl::Win } else { AmbiguousWdl::Loss };
        self.wdl(position) == wanted
    }
}

/// The side to move's score.
fn judge(position: &Position) -> i32 {
    evaluate(position, &mut PawnTable::new())
}

#[test]
fn king_and_pawn_against_king_is_known_exactly() {
    let Some(oracle) = Oracle::open() else { return };
    let mut random = Random::new(1);
    let (mut wins, mut draws) = (0, 0);
    for index in 0..20_000 {
        let position = random_position(&mut random, if index % 2 == 0 { "KPk" } else { "kpK" });
        let score = judge(&position);
        match oracle.wdl(&position) {
            AmbiguousWdl::Win => assert!(score > 5_000, "{position:?}: {score}"),
            AmbiguousWdl::Loss => assert!(score < -5_000, "{position:?}: {score}"),
            _ => assert_eq!(score, 0, "{position:?}"),
        }
        if score == 0 { draws += 1 } else { wins += 1 }
    }
    assert!(wins > 5_000 && draws > 2_000, "{wins} {draws}");
}

/// Endings evaluated as drawn (or won) by rule are so.
#[test]
fn rules_do_not_contradict_the_tables() {
    let Some(oracle) = Oracle::open() else { return };
    let mut random = Random::new(2);
    let mut drawn_by_rule = 0;
    let mut won_by_rule = 0;
    let mut exceptions = 0;
    for men in ["KBPk", "KNPk", "KPPk", "KBBk", "KBNk", "KNNk", "KRPk", "KQPk", "KRk", "KRNk", "KBkn", "KBkb"]
    {
        for _ in 0..1_500 {
            let position = random_position(&mut random, men);
            let breakdown = explain(&position, None);
            if !breakdown.is_known_ending {
                continue;
            }
            let truth = oracle.wdl(&position);
            if breakdown.total == 0 {
                assert_eq!(truth, AmbiguousWdl::Draw, "{position:?}");
                drawn_by_rule += 1;
            } else if oracle.is_won_by_white(&position) {
                won_by_rule += 1;
            } else {
                // A piece is lost, or it is stalemate: the search sees that.
                exceptions += 1;
            }
        }
    }
    assert!(drawn_by_rule > 1_500 && won_by_rule > 6_000, "{drawn_by_rule} {won_by_rule}");
    assert!(exceptions * 10 < won_by_rule, "{exceptions} of {won_by_rule}");
    println!("{drawn_by_rule} draws and {won_by_rule} wins by rule, {exceptions} exceptions");
}

/// No search depth evaluates a drawn ending as won. With the wrong bishop the stronger side can promote to a
/// rook that the king takes: the position before is won by rule, and the capture is worth far more than the
/// rook.
#[test]
fn no_depth_wins_with_the_wrong_bishop() {
    for fen in [
        "8/6kP/8/8/8/3B4/8/K7 w - - 0 1",
        "6k1/8/6KP/8/4B3/8/8/8 w - - 0 1",
        "7k/8/6KP/8/8/8/8/1B6 w - - 14 54",
        "7k/8/6Kp/7P/8/8/8/1B6 w - - 14 54",
        "8/6k1/8/7P/8/5K2/8/1B6 w - - 0 1",
        "8/8/5k2/7P/8/5K2/8/1B6 b - - 0 1",
        "k7/8/8/P7/8/2K5/3B4/8 b - - 0 1",
    ] {
        let mut control = Scripted::default();
        Engine::new(4).expect("memory").search(&position(fen), &[], &Limits::depth(20), &mut control);
        for line in &control.lines {
            let Score::Centipawns(score) = line.score else { panic!("{fen}: {line:?}") };
            assert!(score.abs() < 1_000, "{fen}: {score} at depth {}", line.depth);
        }
    }
}

#[test]
fn textbook_rook_endings() {
    let scale = |fen: &str| explain(&position(fen), None).scale;
    // Philidor's third-rank defence and Lucena's bridge, from either side.
    assert!(scale("3k4/8/r7/3PK3/8/8/8/7R w - - 0 1") <= 4);
    assert!(scale("7r/8/8/8/3pk3/R7/8/3K4 b - - 0 1") <= 4);
    assert!(scale("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1") > 64);
    assert!(scale("6K1/4k1P1/8/8/8/8/7r/5R2 w - - 0 1") > 64);
    // Bishops of opposite colours, with the king in front of the pawn.
    assert_eq!(scale("3k4/8/3P4/3KB3/8/8/8/5b2 w - - 0 1"), 0);
    assert!(scale("8/1k6/8/3PB3/3K4/8/8/7b w - - 0 1") == 0);
    // The wrong bishop.
    assert_eq!(judge(&position("7k/8/8/6KP/8/5B2/8/8 w - - 0 1")), 0);
    assert!(judge(&position("7k/8/8/6KP/8/4B3/8/8 w - - 0 1")) > 300);
}

/// Plays against itself with this many nodes a move; returns the number of moves to mate.
fn play_out(start: Position, nodes: u64) -> Option<u32> {
    let mut engines = [0; 2].map(|_| Engine::new(4).expect("memory"));
    let mut position = start;
    let mut history = Vec::new();
    for ply in 0..200_u32 {
        if position.is_checkmate() {
            return Some(ply.div_ceil(2));
        }
        if !position.has_legal_moves()
            || position.is_insufficient_material()
            || position.halfmove_clock() >= 100
        {
            return None;
        }
        let engine = &mut engines[(ply % 2) as usize];
        let result = engine.search(&position, &history, &Limits::nodes(nodes), &mut Scripted::default());
        history.push(position.repetition_key());
        position.play_unchecked(result.best.expect("a move"));
    }
    None
}

#[test]
fn won_endings_are_won() {
    let Some(oracle) = Oracle::open() else { return };
    for (men, games, nodes) in [
        ("KQk", 20, 1_500),
        ("KRk", 20, 3_000),
        ("KPk", 30, 3_000),
        ("KBBk", 12, 6_000),
        ("KBNk", 12, 12_000),
        ("KQkr", 8, 40_000),
    ] {
        let start = Instant::now();
        let mut random = Random::new(3);
        let mut longest = 0;
        let mut played = 0;
        while played < games {
            let position = random_position(&mut random, men);
            if !oracle.is_won_by_white(&position) {
                continue;
            }
            played += 1;
            let moves = play_out(position, nodes);
            assert!(moves.is_some(), "{men}: not won from {}", position.to_fen());
            longest = longest.max(moves.unwrap_or(0));
        }
        println!(
            "{men}: {played} games with {nodes} nodes a move, at most {longest} moves, {:?}",
            start.elapsed()
        );
    }
}
