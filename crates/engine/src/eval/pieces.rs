//! Knights, bishops, rooks and queens: piece-square score, mobility and bonuses. Also gathers the attacks
//! that king safety and threats need.

use tabia_chess::{Bitboard, CastlingSide, Color, File, Position, Rank, Role, Square, attacks};

use super::context::Context;
use super::material::piece_square;
use super::params::{
    BISHOP_BLOCKED_CENTRE, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS, BISHOP_XRAY_PAWNS,
    KING_ATTACKER_WEIGHT, KNIGHT_MOBILITY, KNIGHT_OUTPOST, KNIGHT_REACHES_OUTPOST, LONG_DIAGONAL,
    MINOR_BEHIND_PAWN, MINOR_KING_DISTANCE, QUEEN_MOBILITY, QUEEN_XRAYED, ROOK_MOBILITY, ROOK_OPEN_FILE,
    ROOK_QUEEN_FILE, ROOK_SEMI_OPEN_FILE, ROOK_TRAPPED,
};
use super::sink::{PlainSink, ScoreSink};

/// The files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// The terms of this module.
#[derive(Default)]
pub(super) struct PieceScores<T> {
    pub(super) squares: T,
    pub(super) mobility: T,
    pub(super) pieces: T,
}

pub(super) fn evaluate<T: ScoreSink>(context: &mut Context<'_, T>, side: Color) -> PieceScores<T> {
    let pos = context.pos;
    let mut scores = PieceScores::<T>::default();
    scores.squares.add(piece_square(side, Role::King, pos.king(side)), 1);

    let outposts = outposts(context, side);
    for square in pos.pieces(side, Role::Knight) {
        let reach = enter(context, side, Role::Knight, square, attacks::knight(square));
        scores.squares.add(piece_square(side, Role::Knight, square), 1);
        scores.mobility.add(KNIGHT_MOBILITY.at(mobility(context, side, reach).min(8)), 1);
        minor(pos, side, square, &mut scores.pieces);
        if outposts.contains(square) {
            scores.pieces.add(KNIGHT_OUTPOST.get(), 1);
        } else if (reach & outposts & !pos.by_color(side)).any() {
            scores.pieces.add(KNIGHT_REACHES_OUTPOST.get(), 1);
        }
    }

    let bishops = pos.pieces(side, Role::Bishop);
    let through_queens = pos.occupied() & !pos.by_role(Role::Queen);
    let own_pawns = pos.pieces(side, Role::Pawn);
    let blocked_centre = (own_pawns & CENTRE_FILES & pos.occupied().forward(!side)).count() as i32;
    for square in bishops {
        let reach = enter(context, side, Role::Bishop, square, attacks::bishop(square, through_queens));
        scores.squares.add(piece_square(side, Role::Bishop, square), 1);
        scores.mobility.add(BISHOP_MOBILITY.at(mobility(context, side, reach).min(13)), 1);
        minor(pos, side, square, &mut scores.pieces);
        if outposts.contains(square) {
            scores.pieces.add(BISHOP_OUTPOST.get(), 1);
        }
        let color = if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        let same_color = (own_pawns & color).count() as i32;
        scores.pieces.add(BISHOP_PAWNS.get(), same_color);
        scores.pieces.add(BISHOP_BLOCKED_CENTRE.get(), same_color * blocked_centre);
        let xrayed = pos.pieces(!side, Role::Pawn) & attacks::bishop(square, Bitboard::EMPTY);
        scores.pieces.add(BISHOP_XRAY_PAWNS.get(), xrayed.count() as i32);
        let centre = Bitboard(0x0000_0018_1800_0000);
        if (attacks::bishop(square, pos.by_role(Role::Pawn)) & centre).more_than_one() {
            scores.pieces.add(LONG_DIAGONAL.get(), 1);
        }
    }
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        scores.pieces.add(BISHOP_PAIR.get(), 1);
    }

    let through_majors = through_queens & !pos.pieces(side, Role::Rook);
    for square in pos.pieces(side, Role::Rook) {
        let reach = enter(context, side, Role::Rook, square, attacks::rook(square, through_majors));
        let squares = mobility(context, side, reach);
        scores.squares.add(piece_square(side, Role::Rook, square), 1);
        scores.mobility.add(ROOK_MOBILITY.at(squares.min(14)), 1);
        rook(context, side, square, squares, &mut scores.pieces);
        if (Bitboard::from(square.file()) & pos.by_role(Role::Queen)).any() {
            scores.pieces.add(ROOK_QUEEN_FILE.get(), 1);
        }
    }

    for square in pos.pieces(side, Role::Queen) {
        let reach = enter(context, side, Role::Queen, square, attacks::queen(square, pos.occupied()));
        scores.squares.add(piece_square(side, Role::Queen, square), 1);
        scores.mobility.add(QUEEN_MOBILITY.at(mobility(context, side, reach).min(27)), 1);
        if is_xrayed(pos, side, square) {
            scores.pieces.add(QUEEN_XRAYED.get(), 1);
        }
    }
    scores
}

/// Records the attacks of a piece and returns them; a pinned piece attacks only along its pin.
fn enter<T: ScoreSink>(
    context: &mut Context<'_, T>,
    side: Color,
    role: Role,
    square: Square,
    reach: Bitboard,
) -> Bitboard {
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
        context.king_attacker_weight[us].add(KING_ATTACKER_WEIGHT.at(role.index()), 1, 1);
        context.king_attacks[us] += (reach & attacks::king(pos.king(!side))).count() as i32;
    }
    reach
}

fn mobility<T: ScoreSink>(context: &Context<'_, T>, side: Color, reach: Bitboard) -> usize {
    (reach & context.mobility_area[side.index()]).count() as usize
}

#[inline(always)]
fn minor<T: ScoreSink>(pos: &Position, side: Color, square: Square, score: &mut T) {
    if (Bitboard::from(square).forward(side) & pos.by_role(Role::Pawn)).any() {
        score.add(MINOR_BEHIND_PAWN.get(), 1);
    }
    score.add(MINOR_KING_DISTANCE.get(), square.distance(pos.king(side)) as i32);
}

/// The squares on ranks 4 to 6 that a pawn of `side` protects and that no enemy pawn can ever attack.
#[inline(always)]
fn outposts<T: ScoreSink>(context: &Context<'_, T>, side: Color) -> Bitboard {
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| ranks | rank.relative_to(side).into());
    // Everything the enemy's pawns attack or may attack later: their attacks and all squares in front of
    // these.
    let mut reach = context.of(!side, Role::Pawn);
    reach |= reach.forward(!side);
    reach |= reach.forward(!side).forward(!side);
    reach |= reach.forward(!side).forward(!side).forward(!side).forward(!side);
    ranks & context.of(side, Role::Pawn) & !reach
}

/// Whether exactly one piece is between the queen on `square` and an enemy bishop or rook on the same
/// line.
fn is_xrayed(pos: &Position, side: Color, square: Square) -> bool {
    let occupied = pos.occupied();
    let through = |reach: fn(Square, Bitboard) -> Bitboard, role: Role| {
        let sliders = pos.pieces(!side, role);
        if (reach(square, Bitboard::EMPTY) & sliders).is_empty() {
            return false;
        }
        let first = reach(square, occupied);
        (reach(square, occupied & !first) & !first & sliders).any()
    };
    through(attacks::bishop, Role::Bishop) || through(attacks::rook, Role::Rook)
}

#[inline(always)]
fn rook<T: ScoreSink>(context: &Context<'_, T>, side: Color, square: Square, mobility: usize, score: &mut T) {
    let pos = context.pos;
    let file = Bitboard::from(square.file());
    if (file & pos.pieces(side, Role::Pawn)).is_empty() {
        let is_open = (file & pos.pieces(!side, Role::Pawn)).is_empty();
        score.add(if is_open { ROOK_OPEN_FILE.get() } else { ROOK_SEMI_OPEN_FILE.get() }, 1);
    } else if mobility <= 3 {
        let king = pos.king(side);
        let king_side = king.file() >= File::E;
        if king_side == (square.file() > king.file()) {
            score.add(ROOK_TRAPPED.get(), if can_castle(pos, side) { 1 } else { 2 });
        }
    }
}

/// Whether `side` may still castle.
fn can_castle(pos: &Position, side: Color) -> bool {
    CastlingSide::ALL.iter().any(|&wing| pos.castling_rook(side, wing).is_some())
}
