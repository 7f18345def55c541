//! Crowded positions: however many captures there are, a first line comes soon and every limit is kept.
//!
//! Everything is counted in nodes. Even the slowest of these positions are searched at more than a million
//! nodes a second natively, so that the limit is reached within about 20 ms.

mod common;

use common::{Random, Scripted, position};
use tabia_chess::{Bitboard, Board, Color, Piece, Position, Role, Setup, Square};
use tabia_engine::{Engine, Limits, Score, Settings, Signal, Strength, TimeLimit};

/// The maximum number of nodes before the first line.
const FIRST_LINE_NODES: u64 = 16_384;
/// The nodes between two polls of clock and signal.
const POLL_INTERVAL: u64 = 1_024;

/// Composed positions with endless captures or very many moves.
const COMPOSED: [&str; 14] = [
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "rrrrkrrr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RRRRKRRR w - - 0 1",
    "r3k2r/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/R3K2R w KQkq - 0 1",
    // Chess960.
    "rqkqqqqr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RQKQQQQR w HAha - 0 1",
    "k7/8/qqqqqqqq/QQQQQQQQ/qqqqqqqq/QQQQQQQQ/8/K7 w - - 0 1",
    "bbbbkbbb/bbbbbbbb/bbbbbbbb/8/8/BBBBBBBB/BBBBBBBB/BBBBKBBB w - - 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
    "NKNnNnNn/nNnNn1nN/NnNnNnNn/nNnNnNn1/NnNnNnNn/nNnNnNnN/knNnNnNn/nNnNnNnN b - - 0 1",
    "RKRrRrRr/rRrRrRrR/RrRrRrRr/rRrRrRrR/RrRrRrRr/rRrRrRrR/RrRrkrRr/rRrRrRrR b - - 0 1",
    // The positions with the most moves: in a game, and composed without check.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QkQ4Q/RQQ1QQQK b - - 0 1",
    // Promotions.
    "1n1n1n1n/PPPPPPPP/8/2k5/5K2/8/pppppppp/1N1N1N1N w - - 0 1",
    "q1q1q1q1/PPPPPPPP/8/1k6/6K1/8/pppppppp/Q1Q1Q1Q1 b - - 0 1",
    "3k4/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/3K4 w - - 0 1",
];

fn engine() -> Engine {
    Engine::new(1).expect("memory")
}

/// The pieces on a random crowded board.
const CHESSMEN: [&[Role]; 8] = [
    &[Role::Queen],
    &[Role::Rook],
    &[Role::Bishop],
    &[Role::Knight],
    &[Role::Queen, Role::Rook],
    &[Role::Queen, Role::Knight, Role::Pawn],
    &[Role::Pawn],
    &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn],
];

/// Colours arranged by squares, by ranks, by halves of the board, or at random.
fn color_of(random: &mut Random, layout: u64, square: Square) -> Color {
    let (file, rank) = (square.file() as u64, square.rank() as u64);
    let is_white = match layout {
        0 => (file + rank).is_multiple_of(2),
        1 => rank.is_multiple_of(2),
        2 => rank < 4,
        _ => random.below(2) == 0,
    };
    if is_white { Color::White } else { Color::Black }
}

/// A position with a random share of its squares occupied, in which there is a legal move.
fn crowded_position(random: &mut Random) -> Position {
    loop {
        let chessmen = CHESSMEN[random.below(CHESSMEN.len() as u64) as usize];
        let layout = random.below(4);
        let eighths = 2 + random.below(7);
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if random.below(8) >= eighths {
                continue;
            }
            let role = chessmen[random.below(chessmen.len() as u64) as usize];
            let on_back_rank = Bitboard::BACK_RANKS.contains(square);
            let role = if role == Role::Pawn && on_back_rank { Role::Knight } else { role };
            board.set(square, Some(Piece { color: color_of(random, layout, square), role }));
        }
        for color in Color::ALL {
            board.set(random.square(), Some(Piece { color, role: Role::King }));
        }
        let turn = if random.below(2) == 0 { Color::White } else { Color::Black };
        // Rooks next to a king: castling as in Chess960.
        let castling_rooks = board.by_role(Role::Rook) & Bitboard::BACK_RANKS;
        let setup = Setup { board, turn, castling_rooks, ..Setup::EMPTY };
        if let Ok(position) = setup.position_lenient()
            && position.has_legal_moves()
        {
            return position;
        }
    }
}

/// The node count of the first reported line.
fn nodes_to_first_line(engine: &mut Engine, root: &Position) -> u64 {
    let mut control = Scripted::default();
    engine.clear();
    let result = engine.search(root, &[], &Limits::nodes(FIRST_LINE_NODES + 1), &mut control);
    assert!(result.best.is_some_and(|best| root.is_legal(best)), "{}", root.to_fen());
    control.lines.first().map_or(u64::MAX, |line| line.nodes)
}

#[test]
fn a_first_line_comes_soon() {
    let mut engine = engine();
    let mut random = Random::new(11);
    let composed = COMPOSED.map(position);
    let crowded = (0..500).map(|_| crowded_position(&mut random));
    let mut worst = (0, String::new());
    for root in composed.into_iter().filter(Position::has_legal_moves).chain(crowded) {
        let nodes = nodes_to_first_line(&mut engine, &root);
        assert!(nodes <= FIRST_LINE_NODES, "{}: {nodes} nodes", root.to_fen());
        worst = worst.max((nodes, root.to_fen()));
    }
    println!("at most {} nodes: {}", worst.0, worst.1);
    assert!(worst.0 > 4_096, "none of these positions is hard");
}

#[test]
fn the_first_of_many_lines_comes_as_soon() {
    let mut engine = engine();
    engine.settings = Settings { multi_pv: Settings::MAX_MULTI_PV, ..Settings::default() };
    let mut random = Random::new(12);
    let crowded: Vec<Position> = (0..100).map(|_| crowded_position(&mut random)).collect();
    for root in COMPOSED.map(position).into_iter().filter(Position::has_legal_moves).chain(crowded) {
        let nodes = nodes_to_first_line(&mut engine, &root);
        assert!(nodes <= FIRST_LINE_NODES, "{}: {nodes} nodes", root.to_fen());
    }
}

/// The depth that is finished within a tenth of a second or so.
fn finished_depth(root: &Position) -> u32 {
    engine().search(root, &[], &Limits::nodes(100_000), &mut Scripted::default()).depth
}

#[test]
fn depth_after_depth_is_finished() {
    // Whether the worst of them finishes one depth later depends on every constant of the search: the random ones show the general case.
    for root in COMPOSED.map(position).into_iter().filter(Position::has_legal_moves) {
        let depth = finished_depth(&root);
        assert!(depth >= 3, "{}: depth {depth}", root.to_fen());
    }
    let mut random = Random::new(14);
    let depths: Vec<u32> = (0..50).map(|_| finished_depth(&crowded_position(&mut random))).collect();
    let deep = depths.iter().filter(|&&depth| depth >= 6).count();
    assert!(deep >= 45, "depth 6 in {deep} of 50: {depths:?}");
}

#[test]
fn a_weak_level_answers_as_soon() {
    let mut engine = engine();
    engine.settings.strength = Some(Strength::from_elo(Strength::MIN_ELO, 1));
    for fen in COMPOSED {
        let mut control = Scripted::default();
        let limits = Limits { time: TimeLimit::MoveTime(1_000_000), ..Limits::default() };
        let result = engine.search(&position(fen), &[], &limits, &mut control);
        assert!(result.nodes <= 2 * FIRST_LINE_NODES, "{fen}: {} nodes", result.nodes);
    }
}

#[test]
fn stop_and_movetime_hold() {
    let mut random = Random::new(13);
    let crowded: Vec<Position> = (0..100).map(|_| crowded_position(&mut random)).collect();
    for root in COMPOSED.map(position).into_iter().chain(crowded) {
        let fen = root.to_fen();
        // Stopped at the third poll.
        let mut control = Scripted { signals: vec![(3, Signal::Stop)], ..Scripted::default() };
        let infinite = Limits { infinite: true, ..Limits::default() };
        let result = engine().search(&root, &[], &infinite, &mut control);
        assert!(result.nodes <= 3 * POLL_INTERVAL, "{fen}: {} nodes", result.nodes);
        assert_eq!(result.best.is_some(), root.has_legal_moves(), "{fen}");

        // A clock that advances by 10 ms with every call: the search ends at the first poll that is too late.
        let mut control = Scripted { step_ms: 10.0, ..Scripted::default() };
        let limits = Limits { time: TimeLimit::MoveTime(50), ..Limits::default() };
        let result = engine().search(&root, &[], &limits, &mut control);
        assert!(result.nodes <= 6 * POLL_INTERVAL, "{fen}: {} nodes", result.nodes);

        let result = engine().search(&root, &[], &Limits::nodes(5_000), &mut Scripted::default());
        assert!(result.nodes <= 5_000, "{fen}: {} nodes", result.nodes);
    }
}

#[test]
fn a_mate_in_one_is_seen_in_any_crowd() {
    let mut engine = engine();
    let mut random = Random::new(14);
    let gives_mate = |root: &Position| {
        root.legal_moves().into_iter().any(|mv| root.play(mv).is_ok_and(|child| child.is_checkmate()))
    };
    let mut found = 0;
    while found < 30 {
        let root = crowded_position(&mut random);
        if gives_mate(&root) {
            engine.clear();
            let result =
                engine.search(&root, &[], &Limits::nodes(FIRST_LINE_NODES), &mut Scripted::default());
            assert_eq!(result.score, Some(Score::Mate(1)), "{}", root.to_fen());
            found += 1;
        }
    }
}
