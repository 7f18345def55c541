//! The numbers of the evaluation, in centipawns as (middlegame, endgame).
//!
//! All are our own hand values: written down from general chess knowledge (the terms are those described in
//! the Chess Programming Wiki, "Evaluation") and not yet tuned on games. `tabia tune` prints this file with others.

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
        [s(86, 114), s(345, 330), s(362, 348), s(485, 585), s(1020, 1060), s(0, 0)];
    /// For having the move.
    TEMPO: i32 = 18;

    /// Piece-square tables by role, from White's first rank up, for files a to d; e to h are their mirror.
    PIECE_SQUARE: [[[Packed; 4]; 8]; 6] = [
        // Pawn
        [
            [s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
            [s(-12, 4), s(6, 6), s(-4, 4), s(-8, 8)],
            [s(-12, 2), s(2, 2), s(4, -2), s(6, 2)],
            [s(-10, 8), s(-2, 6), s(8, -2), s(22, -6)],
            [s(-4, 16), s(6, 12), s(10, 4), s(22, -2)],
            [s(2, 24), s(12, 20), s(24, 12), s(28, 6)],
            [s(10, 30), s(10, 26), s(16, 20), s(20, 14)],
            [s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
        ],
        // Knight
        [
            [s(-85, -55), s(-45, -40), s(-38, -28), s(-32, -20)],
            [s(-40, -38), s(-25, -25), s(-12, -15), s(-3, -2)],
            [s(-30, -26), s(-8, -12), s(5, -3), s(12, 12)],
            [s(-18, -16), s(4, 0), s(18, 12), s(24, 22)],
            [s(-12, -16), s(12, 2), s(26, 16), s(32, 24)],
            [s(-12, -28), s(14, -10), s(32, 6), s(36, 12)],
            [s(-50, -38), s(-20, -22), s(12, -16), s(18, -2)],
            [s(-140, -65), s(-70, -50), s(-45, -30), s(-25, -18)],
        ],
        // Bishop
        [
            [s(-25, -25), s(-5, -15), s(-12, -14), s(-16, -8)],
            [s(-2, -20), s(12, -10), s(10, -8), s(0, 0)],
            [s(2, -10), s(10, -4), s(10, 2), s(8, 6)],
            [s(-2, -8), s(4, 0), s(8, 4), s(20, 10)],
            [s(-6, -6), s(8, 2), s(8, 6), s(22, 10)],
            [s(-4, -8), s(6, 2), s(8, 4), s(6, 4)],
            [s(-18, -14), s(-10, -6), s(-4, -4), s(-8, -2)],
            [s(-30, -18), s(-16, -14), s(-30, -10), s(-28, -8)],
        ],
        // Rook
        [
            [s(-16, -8), s(-10, -6), s(-2, -4), s(4, -6)],
            [s(-22, -8), s(-10, -8), s(-6, -4), s(-2, -4)],
            [s(-20, -4), s(-8, -4), s(-6, -2), s(-4, -2)],
            [s(-18, 2), s(-8, 2), s(-6, 2), s(-2, 0)],
            [s(-12, 6), s(-4, 6), s(2, 4), s(6, 2)],
            [s(-6, 6), s(6, 6), s(8, 4), s(10, 2)],
            [s(0, 12), s(4, 14), s(14, 14), s(18, 12)],
            [s(2, 10), s(2, 12), s(2, 12), s(8, 12)],
        ],
        // Queen
        [
            [s(-2, -38), s(-4, -34), s(-4, -28), s(4, -24)],
            [s(-6, -30), s(2, -26), s(6, -20), s(6, -10)],
            [s(-4, -22), s(4, -10), s(2, 2), s(-2, 4)],
            [s(-2, -10), s(-2, 4), s(-4, 14), s(-8, 24)],
            [s(-2, -4), s(-6, 12), s(-6, 18), s(-10, 30)],
            [s(0, -12), s(2, 0), s(2, 10), s(0, 22)],
            [s(-6, -18), s(-22, -4), s(-6, 8), s(-10, 20)],
            [s(-2, -26), s(0, -16), s(4, -8), s(4, -2)],
        ],
        // King
        [
            [s(46, -62), s(64, -36), s(22, -20), s(4, -20)],
            [s(42, -34), s(42, -14), s(10, 2), s(-8, 6)],
            [s(2, -20), s(6, -2), s(-14, 12), s(-28, 18)],
            [s(-14, -12), s(-10, 6), s(-32, 20), s(-46, 26)],
            [s(-22, -2), s(-16, 18), s(-36, 28), s(-50, 32)],
            [s(-20, 4), s(-8, 28), s(-26, 34), s(-40, 32)],
            [s(-26, -8), s(-12, 20), s(-20, 24), s(-30, 20)],
            [s(-40, -40), s(-20, -8), s(-30, 0), s(-36, 4)],
        ],
    ];

    /// Knights' mobility: by the number of squares they can safely go to.
    KNIGHT_MOBILITY: [Packed; 9] =
        [s(-48, -60), s(-32, -36), s(-10, -18), s(-2, -4), s(4, 4), s(10, 12), s(16, 16), s(20, 18), s(24, 16)];
    /// Bishops' mobility.
    BISHOP_MOBILITY: [Packed; 14] = [
        s(-42, -52),
        s(-20, -28),
        s(2, -10),
        s(10, 0),
        s(18, 10),
        s(26, 20),
        s(30, 26),
        s(34, 30),
        s(36, 34),
        s(38, 36),
        s(42, 36),
        s(46, 34),
        s(48, 38),
        s(50, 40),
    ];
    /// Rooks' mobility.
    ROOK_MOBILITY: [Packed; 15] = [
        s(-48, -64),
        s(-26, -32),
        s(-10, -8),
        s(-6, 8),
        s(-4, 20),
        s(-2, 30),
        s(2, 38),
        s(8, 44),
        s(14, 50),
        s(18, 56),
        s(22, 60),
        s(24, 64),
        s(26, 66),
        s(30, 66),
        s(34, 64),
    ];
    /// Queens' mobility.
    QUEEN_MOBILITY: [Packed; 28] = [
        s(-32, -60),
        s(-22, -44),
        s(-10, -30),
        s(-6, -22),
        s(-2, -12),
        s(2, -4),
        s(6, 4),
        s(8, 10),
        s(12, 18),
        s(14, 24),
        s(16, 30),
        s(18, 36),
        s(20, 40),
        s(22, 44),
        s(24, 48),
        s(24, 52),
        s(26, 54),
        s(26, 58),
        s(28, 60),
        s(30, 60),
        s(34, 60),
        s(38, 60),
        s(44, 58),
        s(48, 58),
        s(52, 58),
        s(54, 58),
        s(56, 58),
        s(58, 58),
    ];

    /// Two bishops.
    BISHOP_PAIR: Packed = s(26, 58);
    /// Per own pawn on a square of the bishop's colour.
    BISHOP_PAWNS: Packed = s(-3, -7);
    /// A bishop that sees both central squares of its diagonal through pawns only.
    LONG_DIAGONAL: Packed = s(22, 4);
    /// A knight on an outpost: protected by a pawn, on ranks 4 to 6, out of reach of enemy pawns.
    KNIGHT_OUTPOST: Packed = s(32, 18);
    /// A bishop on an outpost.
    BISHOP_OUTPOST: Packed = s(22, 8);
    /// A minor piece behind a pawn.
    MINOR_BEHIND_PAWN: Packed = s(10, 4);
    /// Per square of distance between a minor piece and its own king.
    MINOR_KING_DISTANCE: Packed = s(-4, -4);
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: Packed = s(34, 14);
    /// A rook on a file without own pawns.
    ROOK_SEMI_OPEN_FILE: Packed = s(14, 8);
    /// A rook with little mobility shut in on the king's side of the board.
    ROOK_TRAPPED: Packed = s(-38, -8);

    /// A second pawn on a file, when no enemy pawn or own support keeps it there.
    DOUBLED: Packed = s(-6, -24);
    /// A pawn without own pawns on the neighbouring files.
    ISOLATED: Packed = s(-8, -14);
    /// A pawn that its neighbours have left behind and that cannot safely advance.
    BACKWARD: Packed = s(-8, -14);
    /// Isolated or backward on a file without enemy pawns in front.
    WEAK_UNOPPOSED: Packed = s(-12, -14);
    /// A pawn with a neighbour beside it or protected by one, by rank from the own side.
    CONNECTED: [Packed; 8] =
        [s(0, 0), s(4, -2), s(7, 2), s(10, 6), s(22, 18), s(46, 48), s(70, 80), s(0, 0)];
    /// Per own pawn that protects a pawn.
    SUPPORT: Packed = s(6, 4);

    /// Passed pawns by rank from the own side.
    PASSED_RANK: [Packed; 8] =
        [s(0, 0), s(2, 14), s(2, 16), s(4, 34), s(34, 66), s(84, 128), s(160, 220), s(0, 0)];
    /// Per step that the enemy king is away from the square in front of the passed pawn, by rank.
    PASSED_ENEMY_KING: [i32; 8] = [0, 0, 2, 6, 12, 20, 26, 0];
    /// Per step that the own king is away from it, by rank; counted against the pawn.
    PASSED_OWN_KING: [i32; 8] = [0, 0, 1, 3, 6, 9, 10, 0];
    /// A passed pawn whose next square is free, by rank.
    PASSED_FREE: [Packed; 8] =
        [s(0, 0), s(0, 2), s(0, 4), s(2, 8), s(6, 20), s(12, 42), s(18, 70), s(0, 0)];
    /// A passed pawn whose whole way is free of enemy pieces and attacks, by rank.
    PASSED_SAFE_PATH: [Packed; 8] =
        [s(0, 0), s(0, 0), s(0, 4), s(4, 8), s(8, 20), s(16, 42), s(24, 70), s(0, 0)];
    /// An own rook or queen behind a passed pawn.
    PASSED_ROOK_BEHIND: Packed = s(8, 20);
    /// A candidate: it would be passed if the pawns in its way were exchanged; by rank.
    CANDIDATE: [Packed; 8] =
        [s(0, 0), s(2, 4), s(2, 6), s(6, 14), s(16, 30), s(30, 50), s(0, 0), s(0, 0)];

    /// A pawn attacks a piece.
    THREAT_BY_PAWN: Packed = s(66, 42);
    /// A minor piece attacks a piece, by the role attacked.
    THREAT_BY_MINOR: [Packed; 6] = [s(4, 20), s(30, 24), s(36, 28), s(64, 48), s(52, 60), s(0, 0)];
    /// A rook attacks a piece, by the role attacked.
    THREAT_BY_ROOK: [Packed; 6] = [s(2, 24), s(24, 34), s(26, 32), s(4, 16), s(56, 40), s(0, 0)];
    /// The king attacks an unprotected piece.
    THREAT_BY_KING: Packed = s(14, 48);
    /// An enemy piece that is attacked and not protected.
    HANGING: Packed = s(38, 22);
    /// A pawn could safely advance and attack a piece.
    THREAT_BY_PUSH: Packed = s(24, 18);
    /// A safe square from which a minor piece or rook would attack the queen.
    THREAT_ON_QUEEN: Packed = s(12, 8);

    /// Weight of each role's presence among the attackers of the king's ring.
    KING_ATTACKER_WEIGHT: [i32; 6] = [0, 40, 28, 24, 20, 0];
    /// Per attack on a square beside the king.
    KING_ATTACKS: i32 = 22;
    /// Per weak square in the king's ring: attacked, and protected by king or queen only.
    KING_WEAK_SQUARE: i32 = 46;
    /// A safe check by knight, bishop, rook, queen.
    SAFE_CHECK: [i32; 6] = [0, 230, 150, 280, 220, 0];
    /// A check that could be answered by taking.
    UNSAFE_CHECK: i32 = 42;
    /// The attacker has no queen.
    NO_QUEEN: i32 = -280;
    /// A piece of the defender is pinned to its king.
    KING_PINNED: i32 = 36;
    /// Added to the danger of every king.
    KING_DANGER_BASE: i32 = -20;
    /// A king beyond its second rank, caught out rather than castled.
    KING_ADVANCED: i32 = 40;

    /// The pawn in front of the king, by rank from the own side (0: none), for the king's file and its neighbours:
    /// by distance of the file to the edge.
    SHELTER: [[i32; 8]; 4] = [
        [-8, 34, 36, 14, 4, 0, 2, 0],
        [-28, 36, 20, -16, -14, -8, -20, 0],
        [-10, 40, 10, -4, 8, 4, -10, 0],
        [-20, 22, 6, -14, -16, -22, -28, 0],
    ];
    /// The nearest enemy pawn that storms the king, by rank from the own side (0: none).
    STORM: [[i32; 8]; 4] = [
        [8, -30, -46, -28, -14, -8, -6, 0],
        [6, -18, -52, -22, -8, -4, 0, 0],
        [2, -12, -58, -28, -10, -6, -2, 0],
        [2, -8, -48, -26, -14, -8, -6, 0],
    ];
    /// A storming pawn stopped by a shelter pawn right in front of it, by rank.
    STORM_BLOCKED: [Packed; 8] =
        [s(0, 0), s(0, 0), s(-30, -22), s(0, -6), s(2, -2), s(2, 0), s(0, 0), s(0, 0)];
    /// A king on a file without pawns.
    KING_OPEN_FILE: Packed = s(-28, 0);
    /// A king on a file without own pawns.
    KING_SEMI_OPEN_FILE: Packed = s(-12, 4);
    /// A king without any pawn on its wing.
    KING_PAWNLESS_WING: Packed = s(-12, -40);

    /// Per safe square in the own half of the centre files and the square of the number of pieces less 3, by
    /// [`SPACE_DIVISOR`].
    SPACE: i32 = 16;
    /// In the endgame the stronger side's winning chances: per pawn, for pawns on both wings, constant.
    COMPLEXITY_PAWNS: i32 = 6;
    /// Pawns on both wings.
    COMPLEXITY_BOTH_WINGS: i32 = 24;
    /// Only pawns are left.
    COMPLEXITY_PAWN_ENDING: i32 = 50;
    /// What is taken off for every position.
    COMPLEXITY_BASE: i32 = -64;
}
