//! The sum of the terms.

use tabia_chess::{Color, Position, Role};

use super::breakdown::{Breakdown, Term};
use super::complexity::complexity;
use super::context::Context;
use super::material::{material, piece_square};
use super::packed::{self, Packed};
use super::params::{PHASE_TOTAL, TEMPO};
use super::pawns::{PawnEntry, PawnTable};
use super::sink::ScoreSink;
use super::space::space;
use super::{endgame, king, passed, pieces, threats};
use crate::personality::TermWeights;
use crate::value::Value;

/// Upper limit of the evaluation, however many queens are on the board.
const LARGEST: Value = 20_000;

/// The static evaluation in centipawns, from the side to move's point of view. Meaningless in check.
pub fn evaluate(pos: &Position, pawn_table: &mut PawnTable) -> Value {
    let white = sum::<false>(pos, pawn_table, None, None).clamp(-LARGEST, LARGEST);
    if pos.turn() == Color::White { white } else { -white }
}

/// The same with the term weights of a personality.
pub fn evaluate_weighed(pos: &Position, pawn_table: &mut PawnTable, weights: &TermWeights) -> Value {
    let white = sum::<false>(pos, pawn_table, Some(weights), None).clamp(-LARGEST, LARGEST);
    if pos.turn() == Color::White { white } else { -white }
}

/// The score of an ending that has its own rule, from the side to move's point of view.
pub fn known_ending(pos: &Position) -> Option<Value> {
    let white = endgame::known(pos)?;
    Some(if pos.turn() == Color::White { white } else { -white })
}

/// The static evaluation with its terms, from White's side, weighted by a personality if one is given.
pub fn explain(pos: &Position, weights: Option<&TermWeights>) -> Breakdown {
    let mut breakdown = Breakdown {
        terms: [[Packed::ZERO; 2]; Term::ALL.len()],
        complexity: 0,
        scale: 64,
        phase: 0,
        tempo: 0,
        is_known_ending: false,
        total: 0,
    };
    let total = sum::<true>(pos, &mut PawnTable::new(), weights, Some(&mut breakdown));
    breakdown.total = total.clamp(-LARGEST, LARGEST);
    breakdown
}

/// Adds the terms up, from White's side.
fn sum<const EXPLAIN: bool>(
    pos: &Position,
    pawn_table: &mut PawnTable,
    weights: Option<&TermWeights>,
    mut breakdown: Option<&mut Breakdown>,
) -> Value {
    if let Some(known) = endgame::known(pos) {
        if let Some(breakdown) = breakdown {
            breakdown.is_known_ending = true;
        }
        return known;
    }
    if cfg!(feature = "material") {
        return material_only(pos, breakdown);
    }
    let pawns = pawn_table.probe(pos);
    let mut total = Packed::ZERO;
    let phase = add_terms(pos, &pawns, |term, mut white: Packed, mut black: Packed| {
        if let Some(weights) = weights {
            [white, black] = weigh(term, [white, black], pos, weights);
        }
        total += white - black;
        if EXPLAIN && let Some(breakdown) = breakdown.as_deref_mut() {
            let entry = &mut breakdown.terms[term as usize];
            entry[0] += white;
            entry[1] += black;
        }
    });

    let endgame = total.endgame();
    let complexity = endgame.signum() * complexity::<Value>(pos, pawns.passed).max(-endgame.abs());
    let endgame = endgame + complexity;
    let stronger = if endgame >= 0 { Color::White } else { Color::Black };
    let scale = endgame::scale(pos, stronger, pawns.passed[stronger.index()]);
    let blended = (total.middlegame() * phase + endgame * scale / 64 * (PHASE_TOTAL - phase)) / PHASE_TOTAL;
    let tempo = tempo(pos);
    if let Some(breakdown) = breakdown {
        breakdown.complexity = complexity;
        breakdown.scale = scale;
        breakdown.phase = phase;
        breakdown.tempo = tempo;
    }
    blended + tempo
}

/// Passes every term to `add` as (term, White's score, Black's score), and returns the phase.
#[inline(always)]
pub(super) fn add_terms<T: ScoreSink>(
    pos: &Position,
    pawns: &PawnEntry<T>,
    mut add: impl FnMut(Term, T, T),
) -> i32 {
    let mut context = Context::<T>::new(pos);
    add(Term::PawnStructure, pawns.structure[0].clone(), pawns.structure[1].clone());
    add(Term::PieceSquares, pawns.squares[0].clone(), pawns.squares[1].clone());

    let [material_white, material_black] = Color::ALL.map(|side| material::<T>(pos, side));
    add(Term::Material, material_white.0, material_black.0);
    let phase = (material_white.1 + material_black.1).min(PHASE_TOTAL);

    let white = pieces::evaluate(&mut context, Color::White);
    let black = pieces::evaluate(&mut context, Color::Black);
    add(Term::PieceSquares, white.squares, black.squares);
    add(Term::Mobility, white.mobility, black.mobility);
    add(Term::Pieces, white.pieces, black.pieces);

    let by_side = |term: fn(&Context<'_, T>, Color) -> T| Color::ALL.map(|side| term(&context, side));
    let [white, black] = by_side(king::evaluate);
    add(Term::KingSafety, white, black);
    let [white, black] = by_side(threats::evaluate);
    add(Term::Threats, white, black);
    let [white, black] = Color::ALL.map(|side| passed::evaluate(&context, pawns, side));
    add(Term::PassedPawns, white, black);
    if phase >= 12 {
        let [white, black] = by_side(space);
        add(Term::Space, white, black);
    }
    phase
}

/// A term of both sides, weighted by a personality.
#[cold]
fn weigh(term: Term, [white, black]: [Packed; 2], pos: &Position, weights: &TermWeights) -> [Packed; 2] {
    match term {
        Term::PawnStructure => [(Color::White, white), (Color::Black, black)].map(|(side, score)| {
            let blocked = blocked_pawns(pos, side) * weights.blocked_pawn[side.index()];
            score.percent(weights.pawns) + packed::s(blocked, blocked)
        }),
        Term::KingSafety => [white.percent(weights.king_safety[0]), black.percent(weights.king_safety[1])],
        Term::PassedPawns => [white, black].map(|score| score.percent(weights.passed_pawns)),
        _ => [white, black],
    }
}

/// The bonus for the side to move, from White's side.
fn tempo(pos: &Position) -> Value {
    if pos.turn() == Color::White { TEMPO.get().value } else { -TEMPO.get().value }
}

/// The evaluation of the build `material`: material and piece-square tables only.
fn material_only(pos: &Position, breakdown: Option<&mut Breakdown>) -> Value {
    let sides = Color::ALL.map(|side| {
        let (material, phase) = material::<Packed>(pos, side);
        let squares = Role::ALL.iter().fold(Packed::ZERO, |squares, &role| {
            pos.pieces(side, role)
                .into_iter()
                .fold(squares, |squares, square| squares + piece_square(side, role, square).value)
        });
        (material, squares, phase)
    });
    let [(material_white, squares_white, phase_white), (material_black, squares_black, phase_black)] = sides;
    let total = material_white - material_black + squares_white - squares_black;
    let phase = (phase_white + phase_black).min(PHASE_TOTAL);
    let tempo = tempo(pos);
    if let Some(breakdown) = breakdown {
        breakdown.terms[Term::Material as usize] = [material_white, material_black];
        breakdown.terms[Term::PieceSquares as usize] = [squares_white, squares_black];
        breakdown.phase = phase;
        breakdown.tempo = tempo;
    }
    (total.middlegame() * phase + total.endgame() * (PHASE_TOTAL - phase)) / PHASE_TOTAL + tempo
}

/// Number of pawns of `side` blocked by an enemy pawn.
fn blocked_pawns(pos: &Position, side: Color) -> i32 {
    let enemy = pos.pieces(!side, Role::Pawn);
    (pos.pieces(side, Role::Pawn) & enemy.forward(!side)).count() as i32
}
