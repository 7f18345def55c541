//! The numbers of the evaluation, in centipawns as (middlegame, endgame).
//!
//! The terms are those described in the Chess Programming Wiki, "Evaluation". The numbers were fitted by `tabia tune`
//! (docs/tuning.md) to positions of our own games, from hand values that still show where few positions spoke.

use super::packed::{Packed, s};
use super::weights::{Flat, Parameter, Weights, parameters};

/// How much each role counts towards the middlegame; [`PHASE_TOTAL`] is all of it.
pub const PHASE_WEIGHT: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase weight of the full set of pieces.
pub const PHASE_TOTAL: i32 = 24;
/// The space term's weight is in units of one by this.
pub const SPACE_DIVISOR: i32 = 3_072;
/// How the shelter counts into the danger, in eighths of a centipawn's negative.
pub const KING_DANGER_SHELTER: i32 = 5;

parameters! {
    /// Material by role: pawn, knight, bishop, rook, queen, king.
    MATERIAL: [Packed; 6] =
        [s(73, 114), s(346, 347), s(358, 351), s(491, 601), s(1016, 1069), s(0, 0)];
    /// For having the move.
    TEMPO: i32 = 22;

    /// Piece-square tables by role, from White's first rank up, for files a to d; e to h are their mirror.
    PIECE_SQUARE: [[[Packed; 4]; 8]; 6] = [
        // Pawn
        [
            [s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
            [s(-8, 10), s(14, 15), s(-2, 11), s(-12, 7)],
            [s(-16, 2), s(5, 6), s(5, 5), s(-2, 11)],
            [s(-8, 4), s(3, 11), s(10, -18), s(13, -7)],
            [s(7, 16), s(16, 3), s(7, 8), s(15, -1)],
            [s(-9, 15), s(15, 23), s(12, 9), s(28, 3)],
            [s(7, 24), s(5, 25), s(17, 20), s(21, 14)],
            [s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
        ],
        // Knight
        [
            [s(-82, -53), s(-27, -35), s(-42, -23), s(-37, -17)],
            [s(-28, -30), s(-20, -23), s(-21, -10), s(-10, -11)],
            [s(-25, -19), s(-10, -3), s(0, -5), s(6, 12)],
            [s(-4, -19), s(-6, -4), s(11, 11), s(9, 29)],
            [s(-2, -13), s(8, 3), s(25, 13), s(14, 22)],
            [s(-8, -26), s(5, -11), s(32, 7), s(35, 6)],
            [s(-46, -34), s(-16, -25), s(14, -14), s(15, -1)],
            [s(-135, -64), s(-69, -47), s(-46, -30), s(-27, -21)],
        ],
        // Bishop
        [
            [s(-19, -25), s(1, -14), s(-25, 0), s(-14, -3)],
            [s(10, -17), s(9, -11), s(36, -3), s(-4, 2)],
            [s(-4, -10), s(13, -10), s(-7, -10), s(14, -2)],
            [s(-2, -7), s(3, 0), s(10, 1), s(22, 9)],
            [s(-12, -6), s(13, 7), s(16, 10), s(21, 5)],
            [s(3, -3), s(6, 6), s(4, 3), s(-3, -6)],
            [s(-22, -15), s(-13, -4), s(-1, -3), s(-8, -3)],
            [s(-31, -19), s(-15, -8), s(-29, -10), s(-30, -10)],
        ],
        // Rook
        [
            [s(-14, -7), s(-8, -10), s(-3, -5), s(-1, -14)],
            [s(-16, -2), s(-11, -7), s(2, -10), s(-1, 3)],
            [s(-22, -2), s(-7, 1), s(-20, -4), s(-14, -9)],
            [s(-9, 10), s(-1, 4), s(-10, 0), s(-7, 2)],
            [s(-11, 7), s(-3, 9), s(6, 13), s(10, 2)],
            [s(-9, 7), s(11, 11), s(6, 0), s(13, -1)],
            [s(-4, 11), s(4, 17), s(13, 12), s(19, 9)],
            [s(5, 6), s(1, 16), s(1, 14), s(9, 19)],
        ],
        // Queen
        [
            [s(-7, -40), s(6, -30), s(-11, -29), s(5, -29)],
            [s(-8, -31), s(5, -26), s(1, -18), s(9, -17)],
            [s(-20, -27), s(0, -12), s(2, 0), s(-11, -1)],
            [s(-8, -13), s(2, 4), s(7, 19), s(-12, 23)],
            [s(11, -1), s(1, 17), s(-5, 20), s(-14, 27)],
            [s(2, -10), s(3, 3), s(0, 12), s(-2, 19)],
            [s(-6, -16), s(-25, -4), s(0, 16), s(-3, 24)],
            [s(1, -23), s(0, -15), s(3, -8), s(6, 0)],
        ],
        // King
        [
            [s(42, -66), s(57, -48), s(20, -17), s(11, -32)],
            [s(38, -43), s(32, -13), s(12, -5), s(-8, 7)],
            [s(3, -12), s(15, -5), s(-12, 16), s(-29, 20)],
            [s(-15, -10), s(-9, 7), s(-30, 19), s(-45, 34)],
            [s(-22, -3), s(-14, 25), s(-35, 27), s(-51, 32)],
            [s(-19, 9), s(-10, 23), s(-26, 35), s(-40, 35)],
            [s(-26, -7), s(-11, 26), s(-19, 27), s(-29, 20)],
            [s(-41, -42), s(-20, -10), s(-29, 1), s(-36, 5)],
        ],
    ];

    /// Knights' mobility: by the number of squares they can safely go to.
    KNIGHT_MOBILITY: [Packed; 9] =
        [s(-33, -55), s(-15, -34), s(-12, -11), s(-5, 6), s(-1, 15), s(3, 17), s(11, 16), s(15, 14), s(21, 16)];
    /// Bishops' mobility.
    BISHOP_MOBILITY: [Packed; 14] = [
        s(-18, -42),
        s(-5, -29),
        s(8, -10),
        s(13, 8),
        s(15, 5),
        s(16, 21),
        s(21, 27),
        s(26, 25),
        s(25, 34),
        s(22, 38),
        s(26, 30),
        s(49, 34),
        s(49, 37),
        s(50, 41),
    ];
    /// Rooks' mobility.
    ROOK_MOBILITY: [Packed; 15] = [
        s(-50, -65),
        s(-12, -34),
        s(2, -6),
        s(3, 18),
        s(-4, 22),
        s(-2, 32),
        s(-3, 46),
        s(2, 51),
        s(9, 49),
        s(12, 47),
        s(7, 62),
        s(13, 65),
        s(17, 63),
        s(23, 67),
        s(36, 62),
    ];
    /// Queens' mobility.
    QUEEN_MOBILITY: [Packed; 28] = [
        s(-32, -60),
        s(-6, -43),
        s(-2, -30),
        s(4, -20),
        s(3, -15),
        s(3, -7),
        s(2, 4),
        s(4, 14),
        s(10, 20),
        s(9, 24),
        s(13, 33),
        s(15, 33),
        s(20, 43),
        s(14, 43),
        s(19, 45),
        s(16, 52),
        s(25, 59),
        s(27, 61),
        s(31, 63),
        s(37, 66),
        s(33, 59),
        s(36, 57),
        s(43, 54),
        s(48, 58),
        s(52, 58),
        s(53, 57),
        s(56, 58),
        s(58, 58),
    ];

    /// Two bishops.
    BISHOP_PAIR: Packed = s(27, 57);
    /// Per own pawn on a square of the bishop's colour.
    BISHOP_PAWNS: Packed = s(-3, -5);
    /// A bishop that sees both central squares of its diagonal through pawns only.
    LONG_DIAGONAL: Packed = s(19, 12);
    /// A knight on an outpost: protected by a pawn, on ranks 4 to 6, out of reach of enemy pawns.
    KNIGHT_OUTPOST: Packed = s(34, 11);
    /// A bishop on an outpost.
    BISHOP_OUTPOST: Packed = s(10, 13);
    /// A minor piece behind a pawn.
    MINOR_BEHIND_PAWN: Packed = s(5, 10);
    /// Per square of distance between a minor piece and its own king.
    MINOR_KING_DISTANCE: Packed = s(-4, 1);
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: Packed = s(20, 7);
    /// A rook on a file without own pawns.
    ROOK_SEMI_OPEN_FILE: Packed = s(9, 2);
    /// A rook with little mobility shut in on the king's side of the board.
    ROOK_TRAPPED: Packed = s(-18, -10);

    /// A second pawn on a file, when no enemy pawn or own support keeps it there.
    DOUBLED: Packed = s(-3, -26);
    /// A pawn without own pawns on the neighbouring files.
    ISOLATED: Packed = s(-11, -6);
    /// A pawn that its neighbours have left behind and that cannot safely advance.
    BACKWARD: Packed = s(-4, -8);
    /// Isolated or backward on a file without enemy pawns in front.
    WEAK_UNOPPOSED: Packed = s(1, -17);
    /// A pawn with a neighbour beside it or protected by one, by rank from the own side.
    CONNECTED: [Packed; 8] =
        [s(0, 0), s(6, -6), s(6, -1), s(6, 11), s(15, 20), s(45, 40), s(68, 80), s(0, 0)];
    /// Per own pawn that protects a pawn.
    SUPPORT: Packed = s(9, 6);

    /// Passed pawns by rank from the own side.
    PASSED_RANK: [Packed; 8] =
        [s(0, 0), s(-4, 15), s(7, 17), s(5, 42), s(36, 71), s(83, 132), s(154, 212), s(0, 0)];
    /// Per step that the enemy king is away from the square in front of the passed pawn, by rank.
    PASSED_ENEMY_KING: [i32; 8] = [0, 1, 6, 11, 23, 41, 36, 0];
    /// Per step that the own king is away from it, by rank; counted against the pawn.
    PASSED_OWN_KING: [i32; 8] = [0, -1, 10, 11, 16, 27, 29, 0];
    /// A passed pawn whose next square is free, by rank.
    PASSED_FREE: [Packed; 8] =
        [s(0, 0), s(-2, 0), s(4, -3), s(0, 14), s(-1, 20), s(8, 36), s(19, 74), s(0, 0)];
    /// A passed pawn whose whole way is free of enemy pieces and attacks, by rank.
    PASSED_SAFE_PATH: [Packed; 8] =
        [s(0, 0), s(1, 7), s(-1, -2), s(4, 12), s(9, 38), s(22, 66), s(27, 82), s(0, 0)];
    /// An own rook or queen behind a passed pawn.
    PASSED_ROOK_BEHIND: Packed = s(11, 28);
    /// A candidate: it would be passed if the pawns in its way were exchanged; by rank.
    CANDIDATE: [Packed; 8] =
        [s(0, 0), s(4, 6), s(11, 9), s(8, 9), s(26, 17), s(24, 50), s(0, 0), s(0, 0)];

    /// A pawn attacks a piece.
    THREAT_BY_PAWN: Packed = s(62, 40);
    /// A minor piece attacks a piece, by the role attacked.
    THREAT_BY_MINOR: [Packed; 6] = [s(2, 19), s(17, 37), s(29, 27), s(48, 41), s(45, 57), s(0, 0)];
    /// A rook attacks a piece, by the role attacked.
    THREAT_BY_ROOK: [Packed; 6] = [s(2, 30), s(24, 25), s(29, 28), s(-3, 19), s(49, 36), s(1, 1)];
    /// The king attacks an unprotected piece.
    THREAT_BY_KING: Packed = s(3, 31);
    /// An enemy piece that is attacked and not protected.
    HANGING: Packed = s(13, 22);
    /// A pawn could safely advance and attack a piece.
    THREAT_BY_PUSH: Packed = s(19, 17);
    /// A safe square from which a minor piece or rook would attack the queen.
    THREAT_ON_QUEEN: Packed = s(13, -1);

    /// Weight of each role's presence among the attackers of the king's ring.
    KING_ATTACKER_WEIGHT: [i32; 6] = [0, 39, 35, 26, 29, 0];
    /// Per attack on a square beside the king.
    KING_ATTACKS: i32 = 27;
    /// Per weak square in the king's ring: attacked, and protected by king or queen only.
    KING_WEAK_SQUARE: i32 = 48;
    /// A safe check by knight, bishop, rook, queen.
    SAFE_CHECK: [i32; 6] = [0, 228, 149, 276, 225, 0];
    /// A check that could be answered by taking.
    UNSAFE_CHECK: i32 = 36;
    /// The attacker has no queen.
    NO_QUEEN: i32 = -282;
    /// A piece of the defender is pinned to its king.
    KING_PINNED: i32 = 42;
    /// Added to the danger of every king.
    KING_DANGER_BASE: i32 = -22;
    /// A king beyond its second rank, caught out rather than castled.
    KING_ADVANCED: i32 = 35;

    /// The pawn in front of the king, by rank from the own side (0: none), for the king's file and its neighbours:
    /// by distance of the file to the edge.
    SHELTER: [[i32; 8]; 4] = [
        [-14, 33, 34, 14, -19, 5, 1, 0],
        [-22, 25, 18, -19, -12, -2, -20, 0],
        [-11, 44, 10, 2, 1, 0, -9, 0],
        [-13, 17, 6, 0, 1, -25, -27, 0],
    ];
    /// The nearest enemy pawn that storms the king, by rank from the own side (0: none).
    STORM: [[i32; 8]; 4] = [
        [-3, -30, -47, -30, -14, -7, -8, 0],
        [-3, -17, -56, -23, -4, -3, -5, 0],
        [0, -13, -56, -25, -11, -12, 2, 0],
        [-3, -8, -46, -9, -10, 1, -9, 0],
    ];
    /// A storming pawn stopped by a shelter pawn right in front of it, by rank.
    STORM_BLOCKED: [Packed; 8] =
        [s(0, 0), s(0, 0), s(-21, -18), s(1, -8), s(6, -11), s(-3, -7), s(0, 0), s(0, 0)];
    /// A king on a file without pawns.
    KING_OPEN_FILE: Packed = s(-34, 3);
    /// A king on a file without own pawns.
    KING_SEMI_OPEN_FILE: Packed = s(-3, 6);
    /// A king without any pawn on its wing.
    KING_PAWNLESS_WING: Packed = s(-16, -50);

    /// Per safe square in the own half of the centre files and the square of the number of pieces less 3, by
    /// [`SPACE_DIVISOR`].
    SPACE: i32 = 15;
    /// In the endgame the stronger side's winning chances: per pawn, for pawns on both wings, constant.
    COMPLEXITY_PAWNS: i32 = 3;
    /// Pawns on both wings.
    COMPLEXITY_BOTH_WINGS: i32 = 40;
    /// Only pawns are left.
    COMPLEXITY_PAWN_ENDING: i32 = 66;
    /// What is taken off for every position.
    COMPLEXITY_BASE: i32 = -46;
}
