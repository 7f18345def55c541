//! Space behind one's own pawns.

use tabia_chess::{Bitboard, Color, File, Rank, Role};

use super::context::Context;
use super::params::{SPACE, SPACE_DIVISOR};
use super::sink::ScoreSink;

/// Safe squares behind and between the own pawns on the centre files; they count more with many pieces.
pub(super) fn space<T: ScoreSink>(context: &Context<'_, T>, side: Color) -> T {
    let pos = context.pos;
    let centre = [File::C, File::D, File::E, File::F]
        .into_iter()
        .fold(Bitboard::EMPTY, |files, file| files | file.into());
    let ranks = [Rank::Second, Rank::Third, Rank::Fourth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| ranks | rank.relative_to(side).into());
    let pawns = pos.pieces(side, Role::Pawn);
    let safe = centre & ranks & !pawns & !context.of(!side, Role::Pawn);
    let mut behind = pawns | pawns.forward(!side);
    behind |= behind.forward(!side).forward(!side);
    let squares = (safe.count() + (safe & behind & !context.attacked[(!side).index()]).count()) as i32;
    let weight = pos.by_color(side).count() as i32 - 3;
    let mut score = T::default();
    score.add_middlegame(SPACE.get(), squares * weight * weight, SPACE_DIVISOR);
    score
}
