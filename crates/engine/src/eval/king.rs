//! King safety: pawn shelter, pawn storm, and danger from pieces.

use tabia_chess::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::context::Context;
use super::params::{
    KING_ADVANCED, KING_ATTACKS, KING_DANGER_BASE, KING_DANGER_SHELTER, KING_FLANK_ATTACKED,
    KING_FLANK_ATTACKS, KING_FLANK_DEFENCE, KING_OPEN_FILE, KING_PAWNLESS_WING, KING_PINNED,
    KING_SEMI_OPEN_FILE, KING_WEAK_SQUARE, NO_QUEEN, SAFE_CHECK, SHELTER, STORM, STORM_BLOCKED, UNSAFE_CHECK,
};
use super::pawns::forward_ranks;
use super::sink::{PlainSink, ScoreSink};

pub(super) fn evaluate<T: ScoreSink>(context: &Context<'_, T>, side: Color) -> T {
    let king = context.pos.king(side);
    let mut score = shelter(context, side, king);
    let flank = flank(context, side, king);
    let danger = danger(context, side, king, &score, &flank);
    score.add(KING_FLANK_ATTACKED.get(), flank.attacks);
    score.add_all(&files(context, side, king));
    if let Some(danger) = danger {
        score.subtract_danger(&danger);
    }
    score
}

/// Own pawns in front of the king, and enemy pawns that storm it, on its file and the adjacent ones.
fn shelter<T: ScoreSink>(context: &Context<'_, T>, side: Color, king: Square) -> T {
    let pos = context.pos;
    let not_behind = forward_ranks(side, king) | Bitboard::from(king.rank());
    let own = pos.pieces(side, Role::Pawn) & not_behind & !context.of(!side, Role::Pawn);
    let enemy = pos.pieces(!side, Role::Pawn) & not_behind;
    let centre = king.file().index().clamp(1, 6);
    let mut score = T::default();
    for index in centre - 1..=centre + 1 {
        let file = Bitboard::from(File::ALL[index]);
        let edge = index.min(7 - index);
        let own_rank = nearest_rank(side, own & file);
        let enemy_rank = nearest_rank(side, enemy & file);
        score.add_middlegame(SHELTER.at2(edge, own_rank), 1, 1);
        if own_rank != 0 && own_rank + 1 == enemy_rank {
            score.add(STORM_BLOCKED.at(enemy_rank), 1);
        } else {
            score.add_middlegame(STORM.at2(edge, enemy_rank), 1, 1);
        }
    }
    score
}

/// The rank, from `side`'s point of view, of the pawn nearest to its first rank; 0 if there is none.
fn nearest_rank(side: Color, pawns: Bitboard) -> usize {
    let nearest = match side {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    nearest.map_or(0, |square| square.rank().relative_to(side).index())
}

fn files<T: ScoreSink>(context: &Context<'_, T>, side: Color, king: Square) -> T {
    let pos = context.pos;
    let file = Bitboard::from(king.file());
    let pawns = pos.by_role(Role::Pawn);
    let mut score = T::default();
    if (file & pawns).is_empty() {
        score.add(KING_OPEN_FILE.get(), 1);
    } else if (file & pos.pieces(side, Role::Pawn)).is_empty() {
        score.add(KING_SEMI_OPEN_FILE.get(), 1);
    }
    let wing = match king.file() {
        File::A | File::B | File::C => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        File::D | File::E => Bitboard(0x3c3c_3c3c_3c3c_3c3c),
        File::F | File::G | File::H => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
    };
    if (pawns & wing).is_empty() {
        score.add(KING_PAWNLESS_WING.get(), 1);
    }
    score
}

/// Attacks and defence on the king's flank.
struct Flank {
    /// Squares that the enemy attacks; squares attacked twice count twice.
    attacks: i32,
    /// Squares that the own side defends.
    defence: i32,
}

fn flank<T: ScoreSink>(context: &Context<'_, T>, side: Color, king: Square) -> Flank {
    let (us, them) = (side.index(), (!side).index());
    let files = match king.file() {
        File::A => Bitboard(0x0707_0707_0707_0707),
        File::B | File::C => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        File::D | File::E => Bitboard(0x3c3c_3c3c_3c3c_3c3c),
        File::F | File::G => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
        File::H => Bitboard(0xe0e0_e0e0_e0e0_e0e0),
    };
    let camp = !forward_ranks(side, Square::from_coords(File::A, Rank::Fifth).relative_to(side)) & files;
    let attacked = context.attacked[them] & camp;
    Flank {
        attacks: (attacked.count() + (attacked & context.attacked_twice[them]).count()) as i32,
        defence: (context.attacked[us] & camp).count() as i32,
    }
}

/// The danger to the king of `side`; `None` if too few pieces attack it.
fn danger<T: ScoreSink>(
    context: &Context<'_, T>,
    side: Color,
    king: Square,
    shelter: &T,
    flank: &Flank,
) -> Option<T::Plain> {
    let pos = context.pos;
    let enemy = !side;
    let (us, them) = (side.index(), enemy.index());
    let has_queen = pos.pieces(enemy, Role::Queen).any();
    if context.king_attackers[them] < 2 - i32::from(has_queen) {
        return None;
    }

    // Squares that the enemy attacks and only the king or queen defends, once.
    let weak = context.attacked[them]
        & !context.attacked_twice[us]
        & (!context.attacked[us] | context.of(side, Role::King) | context.of(side, Role::Queen));
    // Squares from which a check cannot simply be answered by a capture.
    let safe = !pos.by_color(enemy) & (!context.attacked[us] | (weak & context.attacked_twice[them]));

    let occupied = pos.occupied() & !pos.pieces(side, Role::Queen);
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    let mut unsafe_checks = Bitboard::EMPTY;
    let mut danger = T::Plain::default();
    let checks = [
        (Role::Knight, attacks::knight(king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, diagonal | straight),
    ];
    for (role, squares) in checks {
        let checks = squares & context.of(enemy, role) & !pos.by_color(enemy);
        // A queen check counts only where no lesser piece could give the same check.
        let safe_checks = checks & safe;
        if safe_checks.any() {
            let quarters = if safe_checks.more_than_one() { 5 } else { 4 };
            danger.add(SAFE_CHECK.at(role.index()), quarters, 4);
        } else {
            unsafe_checks |= checks;
        }
    }

    danger.add_all(&context.king_attacker_weight[them], context.king_attackers[them], 2);
    danger.add(KING_ATTACKS.get(), context.king_attacks[them], 1);
    danger.add(KING_WEAK_SQUARE.get(), (weak & context.king_ring[us]).count() as i32, 1);
    danger.add(UNSAFE_CHECK.get(), unsafe_checks.count() as i32, 1);
    danger.add(KING_PINNED.get(), pos.pinned(side).count() as i32, 1);
    danger.add_all(&shelter.middlegame(), -KING_DANGER_SHELTER, 8);
    if !has_queen {
        danger.add(NO_QUEEN.get(), 1, 1);
    }
    // A castled king is safer than one caught in the open.
    if king.rank().relative_to(side) > Rank::Second {
        danger.add(KING_ADVANCED.get(), 1, 1);
    }
    danger.add(KING_FLANK_ATTACKS.get(), flank.attacks, 1);
    danger.add(KING_FLANK_DEFENCE.get(), flank.defence, 1);
    danger.add(KING_DANGER_BASE.get(), 1, 1);
    Some(danger)
}
