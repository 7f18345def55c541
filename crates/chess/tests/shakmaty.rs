//! The rules compared with shakmaty's on random positions of standard chess, Chess960 and double Chess960.

mod common;

use common::Random;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, KnownOutcome, Position as _, PositionError};
use tabia_chess::{Bitboard, Color, Outcome, Piece, Position, Rank, Role, Setup, Square};

/// Positions compared in each variant.
const POSITIONS: usize = 10_000;
/// Games are cut off here, so that late positions do not outnumber early ones.
const MAX_PLIES: usize = 200;

fn compare(position: &Position, peer: &Chess) {
    let fen = position.to_fen();
    let mode = CastlingMode::Chess960;

    // Both read what the other writes and write the same.
    assert_eq!(Fen::from_position(peer, EnPassantMode::Legal).to_string(), fen);
    let reread = fen.parse::<Setup>().unwrap().position().unwrap();
    assert_eq!(reread, *position, "{fen}");
    assert_eq!(reread.repetition_key(), position.repetition_key(), "{fen}");
    assert_eq!(reread.pawn_key(), position.pawn_key(), "{fen}");
    let shredder = position.to_shredder_fen();
    assert_eq!(shredder.parse::<Setup>().unwrap().position().unwrap(), *position, "{shredder}");
    assert_eq!(&shredder.parse::<Fen>().unwrap().into_position::<Chess>(mode).unwrap(), peer, "{shredder}");
    assert_eq!(position.key(), peer.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0, "{fen}");
    assert_eq!(position.repetition_key(), peer.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0, "{fen}");

    let mut ours: Vec<(String, String)> =
        position.legal_moves().into_iter().map(|m| (position.uci_with(m, true), position.san(m))).collect();
    let mut theirs: Vec<(String, String)> = peer
        .legal_moves()
        .into_iter()
        .map(|m| (m.to_uci(mode).to_string(), SanPlus::from_move(peer.clone(), m).to_string()))
        .collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{fen}");
    for m in position.legal_moves() {
        assert_eq!(position.parse_uci(&position.uci_with(m, true)), Ok(m), "{fen}");
        assert_eq!(position.parse_san(&position.san(m)), Ok(m), "{fen}");
    }

    assert_eq!(position.is_check(), peer.is_check(), "{fen}");
    assert_eq!(position.is_checkmate(), peer.is_checkmate(), "{fen}");
    assert_eq!(position.is_stalemate(), peer.is_stalemate(), "{fen}");
    for color in Color::ALL {
        let peer_color = shakmaty::Color::from_white(color.is_white());
        assert_eq!(
            position.has_insufficient_material(color),
            peer.has_insufficient_material(peer_color),
            "{fen}: {color}"
        );
    }
    let outcome = match peer.outcome().known() {
        None => None,
        Some(KnownOutcome::Decisive { winner }) => {
            Some(Outcome::Checkmate { winner: if winner.is_white() { Color::White } else { Color::Black } })
        }
        Some(KnownOutcome::Draw) if peer.is_stalemate() => Some(Outcome::Stalemate),
        Some(KnownOutcome::Draw) => Some(Outcome::InsufficientMaterial),
    };
    assert_eq!(position.outcome(), outcome, "{fen}");
}

fn compare_games(seed: u64, start: impl Fn(&mut Random) -> Position) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    while compared < POSITIONS {
        let mut position = start(&mut random);
        let fen: Fen = position.to_shredder_fen().parse().unwrap();
        let mut peer: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        for _ in 0..MAX_PLIES {
            compare(&position, &peer);
            compared += 1;
            let Some(m) = random.pick_move(&position) else { break };
            let uci: shakmaty::uci::UciMove = position.uci_with(m, true).parse().unwrap();
            let peer_move = uci.to_move(&peer).unwrap();
            position = position.play(m).unwrap();
            peer = peer.play(peer_move).unwrap();
        }
    }
}

#[test]
fn orthodox() {
    compare_games(1, |_| Position::default());
}

#[test]
fn chess960() {
    compare_games(2, |random| Position::chess960(random.below(960) as u16));
}

#[test]
fn double_chess960() {
    compare_games(3, |random| Position::double_chess960(random.below(960) as u16, random.below(960) as u16));
}

/// Positions that no game leads to: pieces placed at random.
#[test]
fn composed() {
    let mut random = Random::new(4);
    let mut compared = 0;
    while compared < POSITIONS {
        let mut setup = Setup::EMPTY;
        if random.below(2) == 0 {
            setup.turn = Color::Black;
        }
        for color in Color::ALL {
            for count in 0..=random.below(10) {
                let square = Square::ALL[random.below(64)];
                let pawn_fits = !Bitboard::BACK_RANKS.contains(square);
                let role = match random.below(9) {
                    _ if count == 0 => Role::King,
                    0..=3 if pawn_fits => Role::Pawn,
                    other => [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][other % 4],
                };
                if setup.board.piece_at(square).is_none() {
                    setup.board.set(square, Some(Piece::new(color, role)));
                }
            }
        }
        for rook in setup.board.by_role(Role::Rook) & Bitboard::BACK_RANKS {
            if random.below(2) == 0 {
                setup.castling_rooks |= rook.into();
            }
        }
        let ep_rank = if setup.turn.is_white() { Rank::Sixth } else { Rank::Third };
        setup.ep_square = (Bitboard::from(ep_rank) & !setup.board.occupied())
            .into_iter()
            .find(|&ep| {
                let pawn = Bitboard::from(ep).forward(!setup.turn);
                (pawn & setup.board.pieces(!setup.turn, Role::Pawn)).any()
            })
            .filter(|_| random.below(2) == 0);
        // Three rights of one side do not even parse there.
        let peer = setup.to_shredder_fen().parse::<Fen>().ok().and_then(|fen| {
            // A matter of convention: eight pawns and three queens are accepted here.
            fen.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_too_much_material).ok()
        });
        assert_eq!(setup.position().is_ok(), peer.is_some(), "{setup}");
        if let (Ok(position), Some(peer)) = (setup.position(), peer) {
            compare(&position, &peer);
            compared += 1;
        }
    }
}
