//! Properties of parsers and positions on generated input: nothing panics, and what is written is read back.

use proptest::prelude::*;
use tabia_chess::{
    Bitboard, Board, Color, Fault, File, GenKind, MoveList, Piece, Position, Rank, Role, Setup, Square, perft,
};

fn square() -> impl Strategy<Value = Square> {
    (0_usize..64).prop_map(|index| Square::ALL[index])
}

fn piece() -> impl Strategy<Value = Piece> {
    (0_usize..2, 0_usize..6).prop_map(|(color, role)| Piece::new(Color::ALL[color], Role::ALL[role]))
}

/// Any setup, mostly nonsense.
fn setup() -> impl Strategy<Value = Setup> {
    (
        prop::collection::vec((square(), piece()), 0..40),
        any::<bool>(),
        prop::collection::vec((any::<bool>(), 0_usize..8), 0..5),
        prop::option::of(square()),
        any::<u32>(),
        1..=u32::MAX,
    )
        .prop_map(|(men, white, castling, ep_square, halfmove_clock, fullmove_number)| {
            let mut board = Board::EMPTY;
            for (square, piece) in men {
                board.set(square, Some(piece));
            }
            let castling_rooks: Bitboard = castling
                .into_iter()
                .map(|(first, file)| {
                    Square::from_coords(File::ALL[file], if first { Rank::First } else { Rank::Eighth })
                })
                .collect();
            let turn = if white { Color::White } else { Color::Black };
            Setup { board, turn, castling_rooks, ep_square, halfmove_clock, fullmove_number }
        })
}

/// Setups similar enough to chess that many are valid positions: two kings, few other pieces, castling rights only
/// for rooks.
fn plausible_setup() -> impl Strategy<Value = Setup> {
    (setup(), square(), square(), any::<bool>()).prop_map(|(mut setup, white, black, backrank)| {
        for (square, piece) in setup.board.clone().iter() {
            let pawn_misplaced = piece.role == Role::Pawn && Bitboard::BACK_RANKS.contains(square);
            if piece.role == Role::King || pawn_misplaced || setup.board.occupied().count() > 14 {
                setup.board.set(square, None);
            }
        }
        let rank = |square: Square, rank| Square::from_coords(square.file(), rank);
        let (white, black) =
            if backrank { (rank(white, Rank::First), rank(black, Rank::Eighth)) } else { (white, black) };
        setup.board.set(white, Some(Piece::new(Color::White, Role::King)));
        setup.board.set(black, Some(Piece::new(Color::Black, Role::King)));
        setup.castling_rooks &= setup.board.by_role(Role::Rook);
        setup
    })
}

/// Text similar to moves and FENs, and other text.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[KQRBNPOo0a-h1-8x:=+#!?() /-]{0,12}",
        "[a-h][1-8][a-h][1-8][qrbnkp]?",
        "[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBN])?[+#]?",
        "[pnbrqkPNBRQK1-9/~]{0,80} ?[wbx]? ?[KQkqA-Ha-h-]{0,6} ?([a-h][1-8]|-)? ?[0-9]{0,20} ?[0-9-]{0,20} ?x?",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn any_text_is_read_or_refused(text in texts()) {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
            let _ = setup.position();
            let _ = setup.position_lenient();
        }
        for position in [Position::default(), Position::chess960(3)] {
            for read in [position.parse_san(&text).ok(), position.parse_uci(&text).ok()].into_iter().flatten() {
                prop_assert!(position.is_legal(read));
            }
        }
        let _ = text.parse::<Square>();
    }

    #[test]
    fn damaged_fens_are_read_or_refused(number in 0_u16..960, at in 0_usize..60, with in any::<char>()) {
        let fen = Position::chess960(number).to_shredder_fen();
        for keep in [0, 1] {
            let damaged: String =
                fen.chars().take(at).chain([with]).chain(fen.chars().skip(at + keep)).collect();
            if let Ok(setup) = damaged.parse::<Setup>() {
                prop_assert_eq!(setup.to_shredder_fen().parse::<Setup>(), Ok(setup));
                let _ = setup.position_lenient().map(|position| position.legal_moves().len());
            }
        }
    }

    #[test]
    fn setups_survive_being_written(setup in setup()) {
        // Shredder-FEN can represent everything; X-FEN's letters K and Q mean rooks that must exist.
        prop_assert_eq!(setup.to_shredder_fen().parse::<Setup>(), Ok(setup));
        let written: Setup = setup.to_string().parse().unwrap();
        prop_assert_eq!(written.castling_rooks, setup.castling_rooks);
    }

    #[test]
    fn setups_are_positions_or_say_why(setup in setup()) {
        let faults = setup.faults();
        match setup.position() {
            Ok(_) => prop_assert!(faults.is_empty()),
            Err(error) => {
                prop_assert!(!faults.is_empty());
                prop_assert_eq!(error.faults(), faults);
                prop_assert!(faults.iter().all(|fault| error.to_string().contains(&fault.to_string())));
            }
        }
    }

    #[test]
    fn moves_lead_from_positions_to_positions(setup in plausible_setup()) {
        let Ok(position) = setup.position_lenient() else { return Ok(()) };
        let strict = setup.position().is_ok();
        let mut nodes = 0;
        for m in position.legal_moves() {
            let next = position.play(m).unwrap();
            let faults = Setup::from(&next).faults();
            prop_assert!(!faults.contains(Fault::OppositeCheck), "{:?} {:?}", position, m);
            prop_assert!(!strict || faults.is_empty(), "{:?} {:?}: {:?}", position, m, faults);
            prop_assert_eq!(position.parse_san(&position.san(m)), Ok(m));
            for chess960 in [false, true] {
                prop_assert_eq!(position.parse_uci(&position.uci_with(m, chess960)), Ok(m));
            }
            nodes += u64::from(next.count_legal_moves());
        }
        prop_assert_eq!(perft(&position, 2), nodes);
        let mut moves = MoveList::new();
        position.generate(&mut moves, GenKind::Captures);
        position.generate(&mut moves, GenKind::Quiets);
        prop_assert_eq!(moves.len(), position.legal_moves().len());
    }
}
