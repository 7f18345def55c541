//! Knights, bishops, rooks and queens: their squares, mobility and special merits. Also gathers what the
//! king-safety and threat terms need to know about attacks.

use tabia_chess::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::packed::Packed;
use super::params::{
    BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS, KING_ATTACKER_WEIGHT, KNIGHT_MOBILITY,
    KNIGHT_OUTPOST, LONG_DIAGONAL, MINOR_BEHIND_PAWN, MINOR_KING_DISTANCE, QUEEN_MOBILITY, ROOK_MOBILITY,
    ROOK_OPEN_FILE, ROOK_SEMI_OPEN_FILE, ROOK_TRAPPED,
};
use super::pawns::{adjacent_files, forward_ranks};
use super::{Context, can_castle, piece_square};

/// The terms that this module gives.
#[derive(Default)]
pub(super) struct PieceScores {
    pub(super) squares: Packed,
    pub(super) mobility: Packed,
    pub(super) pieces: Packed,
}

pub(super) fn evaluate(context: &mut Context<'_>, side: Color) -> PieceScores {
    let pos = context.pos;
    let mut scores = PieceScores::default();
    scores.squares += piece_square(side, Role::King, pos.king(side));

    for square in pos.pieces(side, Role::Knight) {
        let reach = enter(context, side, Role::Knight, square, attacks::knight(square));
        scores.squares += piece_square(side, Role::Knight, square);
        scores.mobility += KNIGHT_MOBILITY[mobility(context, side, reach).min(8)];
        scores.pieces += minor(context, side, square, KNIGHT_OUTPOST);
    }

    let bishops = pos.pieces(side, Role::Bishop);
    let through_queens = pos.occupied() & !pos.by_role(Role::Queen);
    for square in bishops {
        let reach = enter(context, side, Role::Bishop, square, attacks::bishop(square, through_queens));
        scores.squares += piece_square(side, Role::Bishop, square);
        scores.mobility += BISHOP_MOBILITY[mobility(context, side, reach).min(13)];
        scores.pieces += minor(context, side, square, BISHOP_OUTPOST);
        let color = if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        let own_pawns = pos.pieces(side, Role::Pawn);
        scores.pieces += BISHOP_PAWNS * (own_pawns & color).count() as i32;
        let centre = Bitboard(0x0000_0018_1800_0000);
        if (attacks::bishop(square, pos.by_role(Role::Pawn)) & centre).more_than_one() {
            scores.pieces += LONG_DIAGONAL;
        }
    }
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        scores.pieces += BISHOP_PAIR;
    }

    let through_majors = through_queens & !pos.pieces(side, Role::Rook);
    for square in pos.pieces(side, Role::Rook) {
        let reach = enter(context, side, Role::Rook, square, attacks::rook(square, through_majors));
        let squares = mobility(context, side, reach);
        scores.squares += piece_square(side, Role::Rook, square);
        scores.mobility += ROOK_MOBILITY[squares.min(14)];
        scores.pieces += rook(context, side, square, squares);
    }

    for square in pos.pieces(side, Role::Queen) {
        let reach = enter(context, side, Role::Queen, square, attacks::queen(square, pos.occupied()));
        scores.squares += piece_square(side, Role::Queen, square);
        scores.mobility += QUEEN_MOBILITY[mobility(context, side, reach).min(27)];
    }
    scores
}

/// Books the attacks of a piece and returns them; a pinned piece attacks along its pin only.
fn enter(context: &mut Context<'_>, side: Color, role: Role, square: Square, reach: Bitboard) -> Bitboard {
    let (us, them) = (side.index(), (!side).index());
    let pos = context.pos;
    let reach = if side == pos.turn() && pos.pinned(side).contains(square) {
        reach & attacks::line(pos.king(side), square)
    } else {
        reach
    };
    context.attacked_twice[us] |= context.attacked[us] & reach;
    context.attacked[us] |= reach;
    context.attacks[us][role.index()] |= reach;
    if (reach & context.king_ring[them]).any() {
        context.king_attackers[us] += 1;
        context.king_attacker_weight[us] += KING_ATTACKER_WEIGHT[role.index()];
        context.king_attacks[us] += (reach & attacks::king(pos.king(!side))).count() as i32;
    }
    reach
}

fn mobility(context: &Context<'_>, side: Color, reach: Bitboard) -> usize {
    (reach & context.mobility_area[side.index()]).count() as usize
}

fn minor(context: &Context<'_>, side: Color, square: Square, outpost: Packed) -> Packed {
    let pos = context.pos;
    let mut score = Packed::ZERO;
    let outpost_ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| ranks | rank.relative_to(side).into());
    let enemy_pawns = pos.pieces(!side, Role::Pawn);
    if outpost_ranks.contains(square)
        && context.of(side, Role::Pawn).contains(square)
        && (enemy_pawns & adjacent_files(square) & forward_ranks(side, square)).is_empty()
    {
        score += outpost;
    }
    if (Bitboard::from(square).forward(side) & pos.by_role(Role::Pawn)).any() {
        score += MINOR_BEHIND_PAWN;
    }
    score + MINOR_KING_DISTANCE * square.distance(pos.king(side)) as i32
}

fn rook(context: &Context<'_>, side: Color, square: Square, mobility: usize) -> Packed {
    let pos = context.pos;
    let file = Bitboard::from(square.file());
    if (file & pos.pieces(side, Role::Pawn)).is_empty() {
        if (file & pos.pieces(!side, Role::Pawn)).is_empty() { ROOK_OPEN_FILE } else { ROOK_SEMI_OPEN_FILE }
    } else if mobility <= 3 {
        let king = pos.king(side);
        let king_side = king.file() >= File::E;
        if king_side == (square.file() > king.file()) {
            ROOK_TRAPPED * if can_castle(pos, side) { 1 } else { 2 }
        } else {
            Packed::ZERO
        }
    } else {
        Packed::ZERO
    }
}
