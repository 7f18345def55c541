//! Positions and moves, compared with shakmaty.

use std::collections::BTreeSet;

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};
use tabia_chess::fen::parse_tolerant;
use tabia_chess::{Position, Setup};

use crate::allocation::bounded;
use crate::text;

/// The same position in shakmaty.
fn peer_of(position: &Position) -> Chess {
    peer_at(&position.to_shredder_fen())
}

/// The position of a FEN in shakmaty.
fn peer_at(fen: &str) -> Chess {
    let read: Fen = fen.parse().unwrap_or_else(|error| panic!("shakmaty does not read {fen}: {error}"));
    read.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("shakmaty refuses {fen}: {error}"))
}

/// A FEN survives a round trip, and its position has the same moves and keys as in shakmaty.
pub(crate) fn fen(data: &[u8]) {
    let text = text(data);
    let tolerant = bounded(data, 64, || parse_tolerant(&text));
    if let Ok(mut read) = tolerant.clone() {
        assert_eq!(read.setup.to_string().parse(), Ok(read.setup), "{text}");
        // The remaining castling rights are orthodox, or none were dropped.
        let is_changed = read.setup.drop_stale_castling_rights(read.names_rooks);
        assert!(!is_changed || read.setup.has_only_orthodox_rights(), "{text}");
        assert!(!read.setup.drop_stale_castling_rights(false) || read.names_rooks, "{text}");
    }
    let Ok(setup) = bounded(data, 16, || text.parse::<Setup>()) else { return };
    // The tolerant parser gives the same result.
    assert_eq!(tolerant.map(|read| (read.setup, read.ignored)), Ok((setup, None)), "{text}");
    assert_eq!(setup.to_string().parse(), Ok(setup.clone()), "{text}");
    assert_eq!(setup.to_shredder_fen().parse(), Ok(setup.clone()), "{text}");
    let Ok(position) = setup.position() else {
        // Positions accepted only leniently must be playable all the same.
        if let Ok(position) = text.parse::<Setup>().and_then(|setup| Ok(setup.position_lenient())).unwrap() {
            for m in position.legal_moves() {
                assert!(position.play(m).is_ok(), "{text}: {m}");
            }
        }
        return;
    };
    let fen = position.to_fen();
    assert_eq!(fen.parse::<Setup>().unwrap().position().unwrap(), position, "{text}");
    // Only the input contains en-passant squares without a legal capture, which count in the position key.
    let peer = peer_at(&setup.to_shredder_fen());
    assert_eq!(position.key(), peer.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0, "{fen}");
    assert_eq!(position.repetition_key(), peer.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0, "{fen}");
    let ours: BTreeSet<String> =
        position.legal_moves().into_iter().map(|m| position.uci_with(m, true)).collect();
    let theirs: BTreeSet<String> =
        peer.legal_moves().into_iter().map(|m| m.to_uci(CastlingMode::Chess960).to_string()).collect();
    assert_eq!(ours, theirs, "{fen}");
    assert_eq!(position.is_checkmate(), peer.is_checkmate(), "{fen}");
    assert_eq!(position.is_stalemate(), peer.is_stalemate(), "{fen}");
}

/// The first line is a FEN or blank; every later word that is a legal move is played. A move has one text in each notation, and if shakmaty
/// reads the text as a move, it is the same one.
pub(crate) fn san(data: &[u8]) {
    bounded(data, 64, || play(&text(data)));
}

fn play(text: &str) {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let mut position = match fen.parse::<Setup>().map(Setup::position) {
        Ok(Ok(position)) => position,
        _ => Position::default(),
    };
    let mut peer = peer_of(&position);
    for word in moves.split_whitespace().take(400) {
        let theirs =
            San::from_ascii(word.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']).as_bytes())
                .ok()
                .and_then(|san| san.to_move(&peer).ok())
                .map(|m| m.to_uci(CastlingMode::Chess960).to_string());
        let Ok(m) = position.parse_san(word) else {
            // `xa4`, `3xa4` and `Pxa4` do not name a pawn here.
            let pawn = word.strip_prefix('P').unwrap_or(word);
            let names_no_pawn = pawn.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('x');
            assert!(theirs.is_none() || names_no_pawn, "{position}: {word} is a move to shakmaty");
            continue;
        };
        let uci = position.uci_with(m, true);
        assert!(position.legal_moves().contains(&m), "{position}: {word}");
        assert!(theirs.is_none_or(|theirs| theirs == uci), "{position}: {word} is another move to shakmaty");
        assert_eq!(position.parse_uci(&uci), Ok(m), "{position}: {uci}");
        assert_eq!(position.parse_uci(&position.uci(m)), Ok(m), "{position}: {uci}");
        let san = position.san(m);
        assert_eq!(position.parse_san(&san), Ok(m), "{position}: {san}");
        let key = position.key();
        position = position.play(m).unwrap_or_else(|error| panic!("{position}: {word}: {error}"));
        assert_ne!(position.key(), key, "{position} after {word}");
        let m = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&peer).unwrap();
        peer.play_unchecked(m);
        assert_eq!(
            position.key(),
            peer.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0,
            "{position}"
        );
    }
}
