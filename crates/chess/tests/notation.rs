//! FEN, SAN and UCI against collected cases.

mod common;

use serde_json::Value;
use tabia_chess::{Fault, Faults, FenError, ParsePositionError, Position, SanError, Setup};

fn cases(file: &str) -> Vec<Value> {
    let Some(text) = common::shared(file) else { return Vec::new() };
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!cases.is_empty());
    cases
}

fn text<'a>(case: &'a Value, name: &str) -> Option<&'a str> {
    case[name].as_str()
}

#[test]
fn fen_cases() {
    for case in cases("fen/fen-cases.json") {
        let fen = text(&case, "fen").unwrap();
        let parsed = fen.parse::<Setup>();
        assert_eq!(parsed.is_ok(), case["parse"] == "ok", "{fen}: {parsed:?}");
        let Ok(setup) = parsed else { continue };
        // The cases reject Chess960 rights in standard chess; here every position may be Chess960.
        let status: Vec<&str> = case["status"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let valid = case["valid"] == true
            || status == ["BAD_CASTLING_RIGHTS"] && !setup.faults().contains(Fault::CastlingRights);
        let position = setup.position();
        assert_eq!(position.is_ok(), valid, "{fen}: {position:?}");
        check_faults(fen, &status, setup.faults());
        // Harmless faults are dropped or kept on request.
        if let Ok(lenient) = setup.position_lenient() {
            let orthodox_only = status.contains(&"BAD_CASTLING_RIGHTS") && case["chess960"] == false;
            assert!(
                orthodox_only || Some(lenient.to_fen().as_str()) == text(&case, "xfen"),
                "{fen}: {lenient}"
            );
        }
        let Ok(position) = position else { continue };
        if case["valid"] == true {
            assert_eq!(Some(position.to_fen().as_str()), text(&case, "xfen"), "{fen}");
            assert_eq!(Some(position.to_shredder_fen().as_str()), text(&case, "shredder_fen"), "{fen}");
            assert_eq!(Some(position.to_fen().as_str()), text(&case, "fen_ep_legal"), "{fen}");
            assert_eq!(position.ep_square().is_some(), case["has_legal_ep"] == true, "{fen}");
            assert_eq!(u64::from(position.count_legal_moves()), case["legal_moves"], "{fen}");
            assert_eq!(position.is_check(), case["check"] == true, "{fen}");
            assert_eq!(position.is_checkmate(), case["checkmate"] == true, "{fen}");
            assert_eq!(position.is_stalemate(), case["stalemate"] == true, "{fen}");
        }
    }
}

/// Each status word of the cases has its fault.
fn check_faults(fen: &str, status: &[&str], faults: Faults) {
    for word in status {
        let named: &[Fault] = match *word {
            "NO_WHITE_KING" => &[Fault::NoWhiteKing],
            "NO_BLACK_KING" => &[Fault::NoBlackKing],
            "TOO_MANY_KINGS" => &[Fault::TooManyWhiteKings, Fault::TooManyBlackKings],
            "TOO_MANY_WHITE_PAWNS" => &[Fault::TooManyWhitePawns],
            "TOO_MANY_BLACK_PAWNS" => &[Fault::TooManyBlackPawns],
            "TOO_MANY_WHITE_PIECES" => &[Fault::TooManyWhitePieces],
            "TOO_MANY_BLACK_PIECES" => &[Fault::TooManyBlackPieces],
            "PAWNS_ON_BACKRANK" => &[Fault::PawnOnBackRank],
            "OPPOSITE_CHECK" => &[Fault::OppositeCheck],
            "IMPOSSIBLE_CHECK" | "TOO_MANY_CHECKERS" => &[Fault::ImpossibleCheck],
            "INVALID_EP_SQUARE" => &[Fault::EnPassantSquare],
            // An empty board lacks both kings; castling rights are checked above.
            "EMPTY" | "BAD_CASTLING_RIGHTS" => continue,
            other => panic!("{fen}: unknown status {other}"),
        };
        assert!(named.iter().any(|&fault| faults.contains(fault)), "{fen}: {word} but {faults:?}");
    }
}

#[test]
fn san_cases() {
    for case in cases("fen/san-cases.json") {
        let fen = text(&case, "fen").unwrap();
        let position = fen.parse::<Setup>().unwrap().position_lenient().unwrap();
        if let (Some(uci), Some(san)) = (text(&case, "uci"), text(&case, "san")) {
            let m = position.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(position.san(m), san, "{fen} {uci}");
            assert_eq!(position.parse_san(san), Ok(m), "{fen} {san}");
            let long = text(&case, "lan").unwrap();
            assert_eq!(position.parse_san(long), Ok(m), "{fen} {long}");
            assert_eq!(position.uci_with(m, case["chess960"] == true), uci, "{fen} {san}");
        } else if let Some(input) = text(&case, "input") {
            let read = position.parse_san(input);
            match text(&case, "expect").unwrap() {
                "error:ambiguous" => assert!(matches!(read, Err(SanError::Ambiguous(..))), "{fen} {input}"),
                "error:illegal" => {
                    assert!(matches!(read, Err(SanError::Illegal(_))), "{fen} {input}: {read:?}");
                }
                expect if expect.starts_with("error") => assert!(read.is_err(), "{fen} {input}: {read:?}"),
                // Everything that python-chess reads is read here, except its null moves.
                _ => match text(&case, "python_chess").and_then(|result| result.strip_prefix("ok ")) {
                    Some("0000") | None => {}
                    Some(uci) => assert_eq!(read, Ok(position.parse_uci(uci).unwrap()), "{fen} {input}"),
                },
            }
        }
    }
}

#[test]
fn valid_and_invalid_positions() {
    for (file, count, valid) in [
        ("cozy-valid.sfens", 5_000, true),
        ("cozy-invalid.sfens", 4_900, false),
        ("cozy-chess960-start.sfens", 960, true),
    ] {
        let Some(text) = common::shared(&format!("fen/{file}")) else { continue };
        assert!(text.lines().count() >= count, "{file} is cut");
        for line in text.lines() {
            let position = line.parse::<Setup>().map(Setup::position);
            assert_eq!(matches!(position, Ok(Ok(_))), valid, "{line}: {position:?}");
        }
    }
}

#[test]
fn chess960_start_positions_are_numbered() {
    let Some(text) = common::shared("fen/cozy-chess960-start.sfens") else { return };
    for (number, line) in text.lines().enumerate() {
        assert_eq!(Position::chess960(number as u16).to_shredder_fen(), line, "number {number}");
    }
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position().unwrap()
}

#[test]
fn san_as_found_in_games() {
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, uci) in [("O-O", "e1g1"), ("0-0", "e1g1"), ("0-0-0+?!", "e1c1"), ("o-o", "e1g1")] {
        assert_eq!(castling.parse_san(text), Ok(castling.parse_uci(uci).unwrap()), "{text}");
    }
    let promotion = position("3n4/2P1k3/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["cxd8=Q", "cxd8Q", "cd8(Q)", "c7xd8/Q", "cd=Q"] {
        let m = promotion.parse_san(text);
        if text == "cd=Q" {
            assert!(m.is_err());
        } else {
            assert_eq!(m, Ok(promotion.parse_uci("c7d8q").unwrap()), "{text}");
        }
    }
    assert!(matches!(promotion.parse_san("c8"), Err(SanError::MissingPromotion(_))));
    let capture = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    for text in ["exd5", "ed5", "e4xd5", "e4d5", "exd5!!", " exd5 ", "ed", "exd5 e.p.", "exd5ep"] {
        let m = capture.parse_san(text);
        assert_eq!(m.is_ok(), text != "ed", "{text}: {m:?}");
    }
    // Only the file distinguishes a capture from the push next to it.
    let both = position("4k3/8/8/4p3/3PP3/8/8/4K3 w - - 0 1");
    assert!(both.parse_san("e5").is_err());
    assert!(both.parse_san("dxe5").is_ok());
}

#[test]
fn errors_say_what_was_wrong() {
    let start = Position::default();
    assert_eq!(start.parse_san("e5").unwrap_err().to_string(), "e5 is not a legal move here");
    assert_eq!(start.parse_san("knight").unwrap_err().to_string(), "\"knight\" is not a move");
    assert_eq!(start.parse_uci("e2").unwrap_err().to_string(), "\"e2\" is not a move like e2e4 or e7e8q");
    assert_eq!(start.parse_uci("e2e5").unwrap_err().to_string(), "e2e5 is not a legal move here");
    let ambiguous = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_san("Rd1").unwrap_err();
    assert_eq!(ambiguous.to_string(), "Rd1 could be a1d1 or h1d1");
    let fen = "8/8/8/8/8/8/8 w - - 0 1".parse::<Setup>().unwrap_err();
    assert_eq!(fen.to_string(), "the board of the FEN has 7 ranks, not 8");
    let faults = "8/8/8/8/8/8/8/P7 w K e3 0 1".parse::<Setup>().unwrap().position().unwrap_err();
    assert_eq!(
        faults.to_string(),
        "not a legal position: White has no king; Black has no king; \
         a pawn is on the first or the eighth rank; \
         castling is allowed without king and rook on their squares; \
         no pawn can just have stepped over the en-passant square"
    );
}

#[test]
fn uci_castling_in_both_manners() {
    let orthodox = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, standard, chess960) in [
        ("e1g1", "e1g1", "e1h1"),
        ("e1h1", "e1g1", "e1h1"),
        ("e1c1", "e1c1", "e1a1"),
        ("e1a1", "e1c1", "e1a1"),
    ] {
        let m = orthodox.parse_uci(text).unwrap();
        assert!(m.is_castling());
        assert_eq!(orthodox.uci(m), standard);
        assert_eq!(orthodox.uci_with(m, true), chess960);
    }
    // The king may step to g1 as well as castle: the text of the step means the step.
    let beside = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(!beside.parse_uci("f1g1").unwrap().is_castling());
    let castling = beside.parse_uci("f1h1").unwrap();
    assert!(castling.is_castling());
    assert_eq!(beside.uci(castling), "f1h1");
}

#[test]
fn a_position_is_parsed_from_a_fen() {
    let kings: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(kings.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let parse = |fen: &str| fen.parse::<Position>().unwrap_err();
    assert_eq!(parse("4k3/8 w - - 0 1"), ParsePositionError::Fen(FenError::RankCount(2)));
    assert_eq!(parse("").to_string(), "the FEN is empty");
    // Strict: not even faults that leave a position playable.
    let fault = parse("4k3/8/8/8/8/8/8/4K3 w K - 0 1");
    assert_eq!(fault, ParsePositionError::Position(Faults::NONE.with(Fault::CastlingRights).into()));
    assert_eq!(
        fault.to_string(),
        "not a legal position: castling is allowed without king and rook on their squares"
    );
}

#[test]
fn a_debug_print_names_the_faults() {
    let error = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<Setup>().unwrap().position().unwrap_err();
    assert_eq!(format!("{error:?}"), "PositionError { faults: {NoWhiteKing, NoBlackKing} }");
}
