//! The evaluation of a position as an expression in the parameters of the evaluation, for a tuner.

use tabia_chess::{Color, Position};

use super::complexity::complexity;
use super::evaluate::add_terms;
use super::pawns::PawnEntry;
use super::sink::{Coefficient, Linear, LinearPlain};
use super::weights::Parameter;
use super::{endgame, params};

/// The source file of the parameters.
pub const PARAMETERS_SOURCE: &str = include_str!("params.rs");

/// All parameters of the evaluation, in the order of [`PARAMETERS_SOURCE`].
pub fn parameters() -> Vec<Parameter> {
    params::all()
}

/// A position's evaluation as an expression in the parameters, from White's side.
///
/// With `m` and `e` the sums of [`Trace::linear`] for middlegame and endgame, and each side's danger `d` the
/// sum of [`Trace::dangers`] or 0 if that is negative:
///
/// - `m` loses White's `d² / DANGER_SQUARE_DIVISOR` and gains Black's, `e` likewise with
///   `d / DANGER_DIVISOR`;
/// - `e` moves away from 0 by the sum of [`Trace::complexity`], or towards 0 if that is negative, but not
///   beyond;
/// - `e` is multiplied by [`Trace::scale`] of the side that it favours, divided by 64;
/// - the result is `m` and `e` blended by [`Trace::phase`], and the tempo number added for White or taken off
///   for Black.
///
/// The evaluation itself rounds at several places, so it may differ by a few centipawns.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Terms added: White's part minus Black's.
    pub linear: Vec<Coefficient>,
    /// The danger to White's and Black's king, as index and factor of plain numbers; `None` if too few pieces
    /// attack.
    pub dangers: [Option<Vec<(u16, f32)>>; 2],
    /// The correction for winning chances in the endgame, as index and factor of plain numbers.
    pub complexity: Vec<(u16, f32)>,
    /// Share of the endgame score in 64ths, if it favours White and if it favours Black.
    pub scale: [i32; 2],
    /// The phase: 24 with all pieces, 0 with none.
    pub phase: i32,
    /// The index of the number that is added for the side to move.
    pub tempo: u16,
    /// The side to move.
    pub turn: Color,
}

/// Traces the evaluation; `None` if a rule for the ending replaces the sum.
pub fn trace(pos: &Position) -> Option<Trace> {
    if endgame::known(pos).is_some() {
        return None;
    }
    let pawns = PawnEntry::<Linear>::compute(pos);
    let mut dangers = [None, None];
    let mut sums: [Vec<Coefficient>; 2] = [Vec::new(), Vec::new()];
    let phase = add_terms(pos, &pawns, |_, white, black| {
        for (side, term) in [white, black].into_iter().enumerate() {
            if let Some(danger) = term.dangers.first() {
                dangers[side] = Some(danger.coefficients.clone());
            }
            sums[side].extend(term.coefficients);
        }
    });
    let [mut linear, black] = sums;
    linear.extend(black.into_iter().map(|part| Coefficient { times: -part.times, ..part }));
    Some(Trace {
        linear: merged(linear),
        dangers,
        complexity: complexity::<LinearPlain>(pos, pawns.passed).coefficients,
        scale: Color::ALL.map(|side| endgame::scale(pos, side, pawns.passed[side.index()])),
        phase,
        tempo: params::TEMPO.get().index,
        turn: pos.turn(),
    })
}

/// One coefficient per number and part, without those that cancel out.
fn merged(mut list: Vec<Coefficient>) -> Vec<Coefficient> {
    list.sort_by_key(|coefficient| (coefficient.index, coefficient.phases as u8));
    let mut merged: Vec<Coefficient> = Vec::with_capacity(list.len());
    for coefficient in list {
        match merged.last_mut() {
            Some(last) if (last.index, last.phases) == (coefficient.index, coefficient.phases) => {
                last.times += coefficient.times;
            }
            _ => merged.push(coefficient),
        }
    }
    merged.retain(|coefficient| coefficient.times != 0.0);
    merged
}
