//! The answers of a position about its moves are consistent, on positions of random games.

mod common;

use std::collections::HashSet;

use common::Random;
use tabia_chess::{
    Bitboard, CheckInfo, Color, GenKind, Move, MoveList, Piece, Position, Role, Setup, Square, attacks,
};

/// Calls `check` on positions of random games, a third each of standard chess, Chess960 and double Chess960.
fn for_random_positions(seed: u64, count: usize, mut check: impl FnMut(&Position, &mut Random)) {
    let mut random = Random::new(seed);
    let mut seen = 0;
    while seen < count {
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        let mut position = match random.below(3) {
            0 => Position::default(),
            1 => Position::chess960(white),
            _ => Position::double_chess960(white, black),
        };
        for _ in 0..150 {
            check(&position, &mut random);
            seen += 1;
            let Some(m) = random.pick_move(&position) else { break };
            position.play_unchecked(m);
        }
    }
}

fn generated(position: &Position, kind: GenKind) -> HashSet<Move> {
    let mut moves = MoveList::new();
    position.generate(&mut moves, kind);
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "{position:?}: a move twice");
    set
}

#[test]
fn captures_and_quiets_are_all_moves() {
    for_random_positions(11, 5_000, |position, _| {
        let all = generated(position, GenKind::All);
        let captures = generated(position, GenKind::Captures);
        let quiets = generated(position, GenKind::Quiets);
        assert!(captures.iter().all(|m| m.is_capture() || m.is_promotion()), "{position:?}");
        assert!(quiets.iter().all(|m| !m.is_capture() && !m.is_promotion()), "{position:?}");
        assert!(captures.is_disjoint(&quiets), "{position:?}");
        assert_eq!(captures.union(&quiets).copied().collect::<HashSet<_>>(), all, "{position:?}");
        assert_eq!(position.count_legal_moves() as usize, all.len(), "{position:?}");
        assert_eq!(position.has_legal_moves(), !all.is_empty(), "{position:?}");
    });
}

#[test]
fn of_all_sixteen_bit_numbers_only_legal_moves_are_legal() {
    for_random_positions(12, 300, |position, _| {
        let legal = generated(position, GenKind::All);
        for raw in 0..=u16::MAX {
            if let Some(m) = Move::from_raw(raw) {
                assert_eq!(m.raw(), raw);
                assert_eq!(position.is_legal(m), legal.contains(&m), "{position:?} {m:?}");
            }
        }
    });
}

#[test]
fn illegal_moves_are_refused_and_do_no_harm_unchecked() {
    for_random_positions(13, 2_000, |position, random| {
        for _ in 0..50 {
            let Some(m) = Move::from_raw(random.next() as u16) else { continue };
            let played = position.play(m);
            assert_eq!(played.is_ok(), position.is_legal(m));
            // Only the existence of the result is guaranteed.
            let mut next = *position;
            next.play_unchecked(m);
            std::hint::black_box(next.legal_moves().len());
        }
    });
}

#[test]
fn gives_check_tells_what_playing_shows() {
    for_random_positions(14, 5_000, |position, _| {
        let info: CheckInfo = position.check_info();
        for m in position.legal_moves() {
            let next = position.play(m).unwrap();
            assert_eq!(info.gives_check(position, m), next.is_check(), "{position:?} {m:?}");
            assert_eq!(position.gives_check(m), next.is_check(), "{position:?} {m:?}");
        }
    });
}

#[test]
fn what_is_kept_incrementally_equals_what_is_computed() {
    for_random_positions(15, 5_000, |position, _| {
        let fresh = Setup::from(position).position().unwrap();
        assert_eq!(&fresh, position);
        assert_eq!(fresh.repetition_key(), position.repetition_key(), "{position:?}");
        assert_eq!(fresh.checkers(), position.checkers(), "{position:?}");
        for color in Color::ALL {
            assert_eq!(fresh.pinned(color), position.pinned(color), "{position:?}");
            assert_eq!(position.pinned(color), pinned_by_definition(position, color), "{position:?}");
        }
        let attackers = position.attackers_to(position.king(position.turn()), position.occupied());
        assert_eq!(position.checkers(), attackers & position.by_color(!position.turn()), "{position:?}");
    });
}

/// Pieces whose removal exposes their king to an attack.
fn pinned_by_definition(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let sliders_attacking = |occupied: Bitboard| {
        let queens = position.by_role(Role::Queen);
        (attacks::bishop(king, occupied) & (position.by_role(Role::Bishop) | queens)
            | attacks::rook(king, occupied) & (position.by_role(Role::Rook) | queens))
            & position.by_color(!color)
    };
    let before = sliders_attacking(position.occupied());
    position
        .by_color(color)
        .into_iter()
        .filter(|&square| square != king)
        .filter(|&square| sliders_attacking(position.occupied().without(square)) != before)
        .collect()
}

#[test]
fn a_null_move_passes_the_turn() {
    for_random_positions(16, 3_000, |position, _| {
        let mut next = *position;
        if !next.play_null() {
            assert!(position.is_check());
            assert_eq!(&next, position);
            return;
        }
        let mut setup = Setup::from(position);
        setup.turn = !setup.turn;
        setup.ep_square = None;
        setup.halfmove_clock += 1;
        setup.fullmove_number += u32::from(setup.turn == Color::White);
        let expected = setup.position().unwrap();
        assert_eq!(next, expected);
        assert_eq!(next.key(), expected.key());
        assert_eq!(next.pinned(next.turn()), expected.pinned(next.turn()));
    });
}

#[test]
fn clocks_stop_at_their_largest_value() {
    let fen = format!("4k3/8/8/8/8/8/8/4K2R b K - {} {}", u64::MAX, u32::MAX);
    let mut position = fen.parse::<Setup>().unwrap().position().unwrap();
    assert_eq!(position.halfmove_clock(), u32::MAX);
    position.play_unchecked(position.parse_uci("e8e7").unwrap());
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (u32::MAX, u32::MAX));
}

#[test]
fn no_setup_has_more_moves_than_a_list_holds() {
    let mut random = Random::new(17);
    let mut most = 0;
    for round in 0..20_000 {
        // Any number of queens, around a king hidden by its own pawns.
        let mut setup: Setup = "kb6/pp6/8/8/8/8/8/7K w - - 0 1".parse().unwrap();
        for _ in 0..round % 50 {
            let square = Square::ALL[random.below(64)];
            if setup.board.piece_at(square).is_none() {
                setup.board.set(square, Some(Piece::new(Color::White, Role::Queen)));
            }
        }
        let Ok(position) = setup.position_lenient() else { continue };
        let count = position.count_legal_moves() as usize;
        assert_eq!(position.legal_moves().len(), count, "{position:?}");
        most = most.max(count);
    }
    assert!(most > 218, "only {most} moves were tried");
}
