//! The classic evaluation: hand-written terms, each with a middlegame and an endgame score, weighed by what
//! material is left.
//!
//! Every term is a function of its own that returns a [`Packed`] score for one side. [`evaluate`] adds them
//! up; [`explain`] does the same sum and keeps the parts, so that what is shown is what is played.

mod endgame;
mod king;
mod packed;
mod params;
mod passed;
mod pawns;
mod pieces;
mod tally;
mod threats;
mod trace;
mod weights;

use tabia_chess::{Bitboard, CastlingSide, Color, File, Position, Rank, Role, Square, attacks};

pub use self::packed::Packed;
pub use self::pawns::PawnTable;
pub use self::tally::{Coefficient, DANGER_DIVISOR, DANGER_SQUARE_DIVISOR, Part};
pub use self::trace::{PARAMETERS_SOURCE, Trace, parameters, trace};
pub use self::weights::Parameter;

use self::params::{
    COMPLEXITY_BASE, COMPLEXITY_BOTH_WINGS, COMPLEXITY_PAWN_ENDING, COMPLEXITY_PAWNS, MATERIAL, PHASE_TOTAL,
    PHASE_WEIGHT, PIECE_SQUARE, SPACE, SPACE_DIVISOR, TEMPO,
};
use self::pawns::PawnEntry;
use self::tally::{Number, Tally};
use self::weights::Weight;
use crate::personality::Weights;
use crate::value::Value;

/// The terms of the evaluation, as [`explain`] lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The chessmen themselves.
    Material,
    /// Where they stand.
    PieceSquares,
    /// Doubled, isolated, backward and connected pawns.
    PawnStructure,
    /// Passed pawns and candidates.
    PassedPawns,
    /// Squares the pieces can go to.
    Mobility,
    /// Bishop pair, outposts, open files and the like.
    Pieces,
    /// Shelter and danger of the king.
    KingSafety,
    /// Attacks on pieces.
    Threats,
    /// Room behind the own pawns.
    Space,
}

impl Term {
    /// All terms, in the order of the table.
    pub const ALL: [Self; 9] = [
        Self::Material,
        Self::PieceSquares,
        Self::PawnStructure,
        Self::PassedPawns,
        Self::Mobility,
        Self::Pieces,
        Self::KingSafety,
        Self::Threats,
        Self::Space,
    ];

    /// The name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::PieceSquares => "Piece squares",
            Self::PawnStructure => "Pawn structure",
            Self::PassedPawns => "Passed pawns",
            Self::Mobility => "Mobility",
            Self::Pieces => "Pieces",
            Self::KingSafety => "King safety",
            Self::Threats => "Threats",
            Self::Space => "Space",
        }
    }
}

/// An evaluation with its parts.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// The terms by [`Term`] and side (White, Black).
    pub terms: [[Packed; 2]; Term::ALL.len()],
    /// The correction for winning chances in the endgame, from White's side.
    pub complexity: Value,
    /// How much of the endgame score counts, of 64.
    pub scale: i32,
    /// The phase: 24 with all pieces, 0 with none.
    pub phase: i32,
    /// The bonus for the side to move.
    pub tempo: Value,
    /// Set where a rule for this ending replaced the sum.
    pub is_known_ending: bool,
    /// The result in centipawns, from White's side.
    pub total: Value,
}

/// What the terms share about a position.
struct Context<'a, T: Tally> {
    pos: &'a Position,
    /// Squares attacked by side and role.
    attacks: [[Bitboard; 6]; 2],
    attacked: [Bitboard; 2],
    attacked_twice: [Bitboard; 2],
    /// Squares that count as mobility.
    mobility_area: [Bitboard; 2],
    king_ring: [Bitboard; 2],
    /// The number, weight and attacks of the pieces (of the side) that attack the enemy king's ring.
    king_attackers: [i32; 2],
    king_attacker_weight: [T::Number; 2],
    king_attacks: [i32; 2],
}

impl<'a, T: Tally> Context<'a, T> {
    fn new(pos: &'a Position) -> Self {
        let mut context = Self {
            pos,
            attacks: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            attacked_twice: [Bitboard::EMPTY; 2],
            mobility_area: [Bitboard::EMPTY; 2],
            king_ring: [Bitboard::EMPTY; 2],
            king_attackers: [0; 2],
            king_attacker_weight: [T::Number::default(), T::Number::default()],
            king_attacks: [0; 2],
        };
        for side in Color::ALL {
            let us = side.index();
            let pawns = pos.pieces(side, Role::Pawn);
            let king = attacks::king(pos.king(side));
            let forward = pawns.forward(side);
            let (left, right) = (forward.left(), forward.right());
            let pawn_attacks = left | right;
            context.attacks[us][Role::Pawn.index()] = pawn_attacks;
            context.attacks[us][Role::King.index()] = king;
            context.attacked[us] = pawn_attacks | king;
            context.attacked_twice[us] = (left & right) | (pawn_attacks & king);
            context.king_ring[us] = king_ring(pos.king(side));
        }
        for side in Color::ALL {
            let low_ranks =
                Bitboard::from(Rank::Second.relative_to(side)) | Rank::Third.relative_to(side).into();
            let pawns = pos.pieces(side, Role::Pawn);
            let stuck = pawns & (low_ranks | pos.occupied().forward(!side));
            let excluded = stuck
                | pos.pieces(side, Role::King)
                | pos.pieces(side, Role::Queen)
                | context.attacks[(!side).index()][Role::Pawn.index()];
            context.mobility_area[side.index()] = !excluded;
            // Squares that two own pawns protect need not be feared.
            let twice =
                context.attacked_twice[side.index()] & context.attacks[side.index()][Role::Pawn.index()];
            let ring = &mut context.king_ring[side.index()];
            *ring &= !twice;
        }
        context
    }

    fn of(&self, side: Color, role: Role) -> Bitboard {
        self.attacks[side.index()][role.index()]
    }
}

/// The squares around the king, moved inwards from the edge of the board.
fn king_ring(king: Square) -> Bitboard {
    let file = File::ALL[king.file().index().clamp(1, 6)];
    let rank = Rank::ALL[king.rank().index().clamp(1, 6)];
    let centre = Square::from_coords(file, rank);
    attacks::king(centre) | centre.into()
}

/// No position is worth more than this, however many queens somebody put on the board.
const LARGEST: Value = 20_000;

/// The static evaluation in centipawns, from the side to move's point of view. Meaningless in check.
pub fn evaluate(pos: &Position, pawn_table: &mut PawnTable) -> Value {
    let white = sum::<false>(pos, pawn_table, None, None).clamp(-LARGEST, LARGEST);
    if pos.turn() == Color::White { white } else { -white }
}

/// The same with the weights of a personality.
pub fn evaluate_weighed(pos: &Position, pawn_table: &mut PawnTable, weights: &Weights) -> Value {
    let white = sum::<false>(pos, pawn_table, Some(weights), None).clamp(-LARGEST, LARGEST);
    if pos.turn() == Color::White { white } else { -white }
}

/// The static evaluation with its parts, from White's side; as a personality weighs them, if one is given.
pub fn explain(pos: &Position, weights: Option<&Weights>) -> Breakdown {
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

/// Adds up the terms, from White's side.
fn sum<const EXPLAIN: bool>(
    pos: &Position,
    pawn_table: &mut PawnTable,
    weights: Option<&Weights>,
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

/// Hands every term to `add`, as (term, White's score, Black's score), and returns the phase.
#[inline(always)]
fn add_terms<T: Tally>(pos: &Position, pawns: &PawnEntry<T>, mut add: impl FnMut(Term, T, T)) -> i32 {
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

/// A term of both sides as a personality weighs it.
#[cold]
fn weigh(term: Term, [white, black]: [Packed; 2], pos: &Position, weights: &Weights) -> [Packed; 2] {
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

/// What the build `material` judges by: the chessmen and the squares they stand on, and nothing else.
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

/// How many pawns of `side` an enemy pawn stops.
fn blocked_pawns(pos: &Position, side: Color) -> i32 {
    let enemy = pos.pieces(!side, Role::Pawn);
    (pos.pieces(side, Role::Pawn) & enemy.forward(!side)).count() as i32
}

/// The value of one side's chessmen, and their weight in the phase.
fn material<T: Tally>(pos: &Position, side: Color) -> (T, i32) {
    let mut score = T::default();
    let mut phase = 0;
    for role in Role::ALL {
        let count = pos.pieces(side, role).count() as i32;
        score.add(MATERIAL.at(role.index()), count);
        phase += PHASE_WEIGHT[role.index()] * count;
    }
    (score, phase)
}

/// The piece-square score of a chessman.
#[inline(always)]
fn piece_square(side: Color, role: Role, square: Square) -> Weight<Packed> {
    let square = square.relative_to(side);
    let file = square.file().index();
    PIECE_SQUARE.at3(role.index(), square.rank().index(), file.min(7 - file) & 3)
}

/// Safe squares behind and between the own pawns on the centre files; worth more with many pieces.
fn space<T: Tally>(context: &Context<'_, T>, side: Color) -> T {
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

/// How much the stronger side's endgame score should grow because pawns, and pawns on both wings, make it easier to win;
/// below 0 it should shrink, but never turn around.
fn complexity<N: Number>(pos: &Position, passed: [Bitboard; 2]) -> N {
    let all_pawns = pos.by_role(Role::Pawn);
    let queen_wing = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    let both_wings = (all_pawns & queen_wing).any() && (all_pawns & !queen_wing).any();
    let only_pawns = (pos.occupied() & !all_pawns & !pos.by_role(Role::King)).is_empty();
    let passed = (passed[0] | passed[1]).count() as i32;
    let mut bonus = N::default();
    bonus.add(COMPLEXITY_PAWNS.get(), all_pawns.count() as i32 + passed, 1);
    bonus.add(COMPLEXITY_BOTH_WINGS.get(), i32::from(both_wings), 1);
    bonus.add(COMPLEXITY_PAWN_ENDING.get(), i32::from(only_pawns), 1);
    bonus.add(COMPLEXITY_BASE.get(), 1, 1);
    bonus
}

/// The king's or rook's wing: whether castling to it is still possible for `side`.
fn can_castle(pos: &Position, side: Color) -> bool {
    CastlingSide::ALL.iter().any(|&wing| pos.castling_rook(side, wing).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("a legal position")
    }

    const POSITIONS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "6k1/5ppp/8/8/3P4/8/5PPP/4R1K1 b - - 0 30",
        "4k3/8/4B3/4N3/4K3/8/8/8 w - - 0 1",
        "1k6/1p3q2/3n4/8/4B3/8/1P3Q2/1K6 b - - 3 44",
    ];

    /// The same position seen from the other side.
    fn mirrored(fen: &str) -> Position {
        let mut fields = fen.split(' ');
        let board = fields.next().unwrap_or_default();
        let board: Vec<String> = board
            .split('/')
            .rev()
            .map(|rank| {
                rank.chars()
                    .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
                    .collect()
            })
            .collect();
        let turn = if fields.next() == Some("w") { "b" } else { "w" };
        let castling: String = fields
            .next()
            .unwrap_or_default()
            .chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect();
        position(&format!("{} {turn} {castling} - 0 1", board.join("/")))
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for fen in POSITIONS {
            let score = evaluate(&position(fen), &mut PawnTable::new());
            assert_eq!(score, evaluate(&mirrored(fen), &mut PawnTable::new()), "{fen}");
        }
    }

    #[test]
    fn the_explanation_adds_up() {
        for fen in POSITIONS {
            let pos = position(fen);
            let breakdown = explain(&pos, None);
            let score = evaluate(&pos, &mut PawnTable::new());
            assert_eq!(breakdown.total, if pos.turn() == Color::White { score } else { -score }, "{fen}");
            if breakdown.is_known_ending {
                continue;
            }
            let sum = breakdown.terms.iter().fold(Packed::ZERO, |sum, [white, black]| sum + *white - *black);
            let endgame = (sum.endgame() + breakdown.complexity) * breakdown.scale / 64;
            let blended = (sum.middlegame() * breakdown.phase + endgame * (24 - breakdown.phase)) / 24;
            assert_eq!(blended + breakdown.tempo, breakdown.total, "{fen}");
        }
    }

    #[test]
    fn the_pawn_table_changes_nothing() {
        let mut table = PawnTable::new();
        for _ in 0..2 {
            for fen in POSITIONS {
                let pos = position(fen);
                assert_eq!(evaluate(&pos, &mut table), evaluate(&pos, &mut PawnTable::new()), "{fen}");
            }
        }
    }

    #[test]
    fn more_is_better() {
        let judge = |fen: &str| evaluate(&position(fen), &mut PawnTable::new());
        assert!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 60);
        assert!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -700);
        assert!(judge("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 1000);
        // King and two knights win nothing.
        assert!(judge("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1").abs() < 30);
    }
}
