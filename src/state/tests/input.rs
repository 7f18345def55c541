use crate::state::input::{Input, InputError, read_input};

fn games(text: &str) -> usize {
    match read_input(text) {
        Ok(Input::Games(games, _)) => games.len(),
        other => panic!("{text:?}: {other:?}"),
    }
}

#[test]
fn a_fen_is_told_from_a_game() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "  8/8/4k3/8/4P3/4K3/8/8 w - -\r\n",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ] {
        assert!(matches!(read_input(fen), Ok(Input::Position(_, None))), "{fen}");
    }
    assert_eq!(games("e4 e5"), 1);
    assert_eq!(games("1. e4 e5 1/2-1/2"), 1);
    assert_eq!(games("[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1\"]\n\n1. e5 *"), 1);
}

#[test]
fn a_doubtful_position_is_taken_with_a_word_about_it() {
    // No pawn can have moved two squares to d5 with a piece on d6.
    let fen = "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1";
    let Ok(Input::Position(position, Some(doubt))) = read_input(fen) else { panic!("{:?}", read_input(fen)) };
    assert_eq!(position.to_fen(), "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1");
    assert!(!doubt.message.is_empty() && !doubt.is_loss);
}

/// Castling rights of a king that has moved are dropped, with a message.
#[test]
fn stale_castling_rights_are_dropped_with_a_word_about_it() {
    use crate::state::game::{GameAction, GameState};
    let castled = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7";
    let half = "r1bq1rk1/bp3pp1/p1nppn1p/8/PP2P3/2NB1N1P/2P2PP1/1RBQK2R b Kq - 0 1";
    for (text, count) in [
        (castled.to_owned(), 1),
        (half.to_owned(), 1),
        (format!("{castled} bm Qd2;"), 1),
        (format!("{castled}\n{half}\n"), 2),
        (format!("[FEN \"{castled}\"]\n\n*"), 1),
    ] {
        let state = GameState::default().reduce(GameAction::Load(text.clone())).expect(&text);
        let told: Vec<_> = state.problems().filter(|problem| problem.is_loss).collect();
        assert!(told.iter().all(|problem| problem.message.contains("castling rights")), "{text}");
        assert_eq!((told.len(), state.games().len()), (count, count), "{text}");
        assert!(!state.game().is_chess960(), "{text}");
    }
    // The field below the board, and links to positions.
    let typed = GameState::default().reduce(GameAction::LoadFen(castled.to_owned())).unwrap();
    let pasted = GameState::default().reduce(GameAction::Load(castled.to_owned())).unwrap();
    assert_eq!(typed.problems().collect::<Vec<_>>(), pasted.problems().collect::<Vec<_>>());
    assert_eq!(typed.problems().filter(|problem| problem.is_loss).count(), 1);
    // Chess960 is detected from rook files, or if both sides still have their initial squares and rights.
    for fen in [
        "r4rk1/8/8/8/8/8/8/R4RK1 w Aa - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1;",
        "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1",
    ] {
        let state = GameState::default().reduce(GameAction::Load(fen.to_owned())).expect(fen);
        assert!(state.game().is_chess960() && state.problems().count() == 0, "{fen}");
    }
}

#[test]
fn what_is_neither_is_refused_with_a_reason() {
    assert_eq!(read_input(" \r\n\u{feff}"), Err(InputError::Empty));
    let fen = |text: &str| match read_input(text) {
        Err(InputError::Fen(reason)) => reason,
        other => panic!("{text:?}: {other:?}"),
    };
    assert!(!fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1").is_empty());
    assert!(!fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1").is_empty());
    assert!(fen("8/8/8/8/8/8/8/8 w - - 0 1").contains("king"));
    assert!(matches!(read_input("Dear Sir or Madam"), Err(InputError::Pgn(_))));
}

/// Neither links nor invalid FENs replace the open game.
#[test]
fn links_and_what_merely_begins_as_a_fen_are_refused() {
    assert_eq!(read_input("https://lichess.org/abcd1234"), Err(InputError::Link));
    assert_eq!(read_input("lichess.org/abcd1234\n"), Err(InputError::Link));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    for text in [
        format!("{fen} and so on"),
        format!("{fen}\nis where I am stuck"),
        format!("{fen}\nhttps://lichess.org/abcd1234"),
        format!("{fen} 1. e4"),
    ] {
        assert!(matches!(read_input(&text), Err(InputError::Fen(_))), "{text}: {:?}", read_input(&text));
    }
    for text in ["/home/anna/chess/games/e4/d5/c4/b3 is the folder", "a/b/c/d/e/f/g/h/e4"] {
        assert!(matches!(read_input(text), Err(InputError::Pgn(_))), "{text}: {:?}", read_input(text));
    }
    let link = "https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1";
    let Ok(Input::Position(position, None)) = read_input(link) else { panic!("{:?}", read_input(link)) };
    assert!(fen.starts_with(&position.to_fen()[..40]));
}

#[test]
fn what_is_no_text_is_refused() {
    let wasm: String =
        b"\0asm\x01\0\0\0\x01\x0e\x03\x60\x02\x7f\x7f\0\x60".iter().map(|&byte| char::from(byte)).collect();
    assert_eq!(read_input(&wasm), Err(InputError::Binary));
    // NULs before line ends and a DOS end-of-file character occur in text files.
    assert_eq!(games("1. e4 e5 \0\r\n2. Nf3\0\n*\u{1a}"), 1);
}

#[test]
fn positions_are_taken_out_of_what_they_were_copied_with() {
    let fen = "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1";
    for text in [format!("\"{fen}\""), format!(" `{fen}` "), format!("position fen {fen}")] {
        assert!(matches!(read_input(&text), Ok(Input::Position(..))), "{text}");
    }
    let plies = |text: &str| match read_input(text) {
        Ok(Input::Games(games, problems)) if problems.iter().all(|problem| !problem.is_loss) => {
            games[0].main_line().count()
        }
        other => panic!("{text:?}: {other:?}"),
    };
    assert_eq!(plies(&format!("position fen {fen} moves e3d4 e6d6")), 2);
    assert_eq!(plies("position startpos moves e2e4 e7e5 g1f3"), 3);
}

#[test]
fn positions_of_a_test_suite_are_taken() {
    let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
    assert!(matches!(read_input(line), Ok(Input::Position(..))));
    let suite = format!("{line}\n8/8/8/8/8/8/8/8 w - - bm Kd1;\n8/8/4k3/8/4P3/4K3/8/8 w - - 0 1\n");
    let Ok(Input::Games(games, problems)) = read_input(&suite) else { panic!("not read") };
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2], "a board without kings");
    let names: Vec<_> = games.iter().map(|game| game.tags().get("Event")).collect();
    assert_eq!(names, [Some("BK.01"), Some("Line 3")]);
    assert_eq!(games[0].start().to_fen(), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
}
