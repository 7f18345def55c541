//! The parameters of the evaluation, in centipawns as (middlegame, endgame).
//!
//! The terms are those described in the Chess Programming Wiki, "Evaluation". The values were fitted by
//! `tabia tune` (docs/tuning.md) to positions of our own games, starting from hand values, which still show
//! through where positions are rare.

use super::packed::{Packed, s};
use super::weights::{Flat, Parameter, WeightTable, parameters};

/// The weight of each role in the game phase; [`PHASE_TOTAL`] is the sum for all pieces.
pub const PHASE_WEIGHT: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase weight of the full set of pieces.
pub const PHASE_TOTAL: i32 = 24;
/// The space weight is divided by this.
pub const SPACE_DIVISOR: i32 = 3_072;
/// Reduction of the danger by the shelter, in eighths of a centipawn.
pub const KING_DANGER_SHELTER: i32 = 5;

parameters! {
    /// Material by role: pawn, knight, bishop, rook, queen, king.
    MATERIAL: [Packed; 6] =
        [s(54, 119), s(321, 403), s(324, 419), s(436, 709), s(1029, 1238), s(0, 0)];
    /// The bonus for having the move.
    TEMPO: i32 = 15;

    /// Piece-square tables by role, from White's first rank up, for the files a to d; e to h mirror them.
    PIECE_SQUARE: [[[Packed; 4]; 8]; 6] = [
        // Pawn
        [
            [s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
            [s(-9, 15), s(5, 20), s(1, 24), s(-7, 25)],
            [s(-18, 7), s(-6, 7), s(-4, 5), s(-1, 11)],
            [s(0, 5), s(1, 15), s(10, -14), s(14, -5)],
            [s(7, 18), s(9, 13), s(8, -1), s(15, -2)],
            [s(-7, 6), s(30, 8), s(41, -5), s(23, 9)],
            [s(-2, -17), s(-16, 3), s(33, 8), s(16, 6)],
            [s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
        ],
        // Knight
        [
            [s(-79, -54), s(-36, -24), s(-17, -7), s(-5, -9)],
            [s(-20, -26), s(-1, -6), s(-24, -5), s(-18, -6)],
            [s(-28, -7), s(-16, -3), s(-7, -1), s(-3, 14)],
            [s(-11, -4), s(7, -7), s(-5, 11), s(2, 33)],
            [s(-4, -13), s(5, 5), s(11, 18), s(10, 29)],
            [s(13, -33), s(-2, -16), s(5, 26), s(19, 22)],
            [s(-14, -41), s(-21, -1), s(34, -11), s(9, -13)],
            [s(-127, -77), s(-59, -23), s(-38, -7), s(-20, -9)],
        ],
        // Bishop
        [
            [s(-35, -2), s(4, 2), s(-23, 10), s(-16, -3)],
            [s(11, -20), s(1, -31), s(20, 10), s(-5, 13)],
            [s(-6, 3), s(7, -3), s(1, -22), s(10, 14)],
            [s(-4, -8), s(6, 7), s(7, 14), s(15, 12)],
            [s(-10, 13), s(12, 13), s(1, 16), s(20, 5)],
            [s(7, 8), s(-19, 14), s(12, -9), s(-13, 13)],
            [s(-23, 5), s(-30, 1), s(9, 8), s(-21, 29)],
            [s(-57, -31), s(4, 16), s(-27, 10), s(-18, 9)],
        ],
        // Rook
        [
            [s(-10, -8), s(-9, -10), s(-3, -6), s(-2, -15)],
            [s(-14, -2), s(11, -29), s(-4, -8), s(-29, 3)],
            [s(-34, 3), s(-10, -2), s(-20, 3), s(-21, 11)],
            [s(-18, 18), s(5, 12), s(-28, 25), s(-10, 16)],
            [s(-28, 31), s(-5, 26), s(-1, 24), s(1, 20)],
            [s(-11, 27), s(21, 7), s(-19, 34), s(21, 3)],
            [s(-21, 28), s(-13, 26), s(20, 20), s(23, 12)],
            [s(40, 7), s(-16, 40), s(7, 25), s(14, 24)],
        ],
        // Queen
        [
            [s(-13, -52), s(-4, -4), s(-16, -45), s(-6, -36)],
            [s(9, -45), s(12, -37), s(5, -30), s(6, -20)],
            [s(-11, -3), s(-4, 14), s(-1, 11), s(-7, 25)],
            [s(3, -8), s(7, 10), s(-4, 29), s(0, 32)],
            [s(1, -2), s(9, 31), s(-11, 28), s(-12, 46)],
            [s(25, -24), s(-9, 23), s(6, 18), s(-24, 37)],
            [s(-6, 27), s(-14, 16), s(16, 23), s(-15, 55)],
            [s(19, -7), s(-1, 1), s(12, 7), s(29, 11)],
        ],
        // King
        [
            [s(46, -66), s(52, -50), s(15, -26), s(9, -51)],
            [s(51, -35), s(38, -21), s(7, -5), s(-35, -1)],
            [s(-15, 9), s(41, -7), s(-14, 20), s(-69, 29)],
            [s(-24, -15), s(-11, 13), s(-18, 23), s(-62, 30)],
            [s(-8, 3), s(-4, 27), s(-43, 46), s(-44, 37)],
            [s(4, 12), s(-11, 30), s(-41, 44), s(-49, 31)],
            [s(2, -13), s(1, 34), s(-14, 41), s(-21, 3)],
            [s(-46, -106), s(2, 25), s(-9, 9), s(-26, 14)],
        ],
    ];

    /// Mobility of knights, by the number of squares they can safely go to.
    KNIGHT_MOBILITY: [Packed; 9] =
        [s(-10, -13), s(-16, -50), s(-9, 9), s(-8, 29), s(-6, 30), s(-3, 35), s(3, 30), s(12, 21), s(-19, 21)];
    /// Mobility of bishops.
    BISHOP_MOBILITY: [Packed; 14] = [
        s(-4, -20),
        s(-2, -6),
        s(5, 19),
        s(8, 20),
        s(12, 26),
        s(13, 30),
        s(13, 36),
        s(15, 34),
        s(13, 44),
        s(13, 49),
        s(21, 44),
        s(25, 48),
        s(41, 42),
        s(8, 34),
    ];
    /// Mobility of rooks.
    ROOK_MOBILITY: [Packed; 15] = [
        s(-43, -79),
        s(-2, -31),
        s(6, 16),
        s(1, 27),
        s(-1, 32),
        s(-3, 42),
        s(-2, 47),
        s(-5, 58),
        s(-4, 64),
        s(-4, 68),
        s(-2, 73),
        s(-4, 82),
        s(-5, 83),
        s(15, 84),
        s(30, 72),
    ];
    /// Mobility of queens.
    QUEEN_MOBILITY: [Packed; 28] = [
        s(-31, -56),
        s(35, -35),
        s(21, -32),
        s(17, -6),
        s(17, 1),
        s(10, 6),
        s(9, 16),
        s(11, 17),
        s(11, 34),
        s(8, 48),
        s(12, 40),
        s(16, 48),
        s(13, 62),
        s(11, 69),
        s(5, 72),
        s(15, 76),
        s(6, 89),
        s(8, 86),
        s(13, 84),
        s(31, 69),
        s(29, 73),
        s(33, 49),
        s(36, 45),
        s(47, 49),
        s(43, 38),
        s(47, 42),
        s(50, 52),
        s(55, 52),
    ];

    /// The bishop pair.
    BISHOP_PAIR: Packed = s(22, 51);
    /// Per own pawn on a square of the bishop's colour.
    BISHOP_PAWNS: Packed = s(-3, -1);
    /// A bishop that sees both central squares of its long diagonal, through nothing but pawns.
    LONG_DIAGONAL: Packed = s(13, 23);
    /// A knight on an outpost: protected by a pawn, on ranks 4 to 6, and safe from enemy pawns.
    KNIGHT_OUTPOST: Packed = s(27, 24);
    /// A bishop on an outpost.
    BISHOP_OUTPOST: Packed = s(22, 19);
    /// A knight that can reach an outpost.
    KNIGHT_REACHES_OUTPOST: Packed = s(18, 22);
    /// Per own pawn on a square of the bishop's colour and per own blocked pawn on the centre files.
    BISHOP_BLOCKED_CENTRE: Packed = s(-1, -2);
    /// Per enemy pawn on the bishop's diagonals, through any pieces.
    BISHOP_XRAY_PAWNS: Packed = s(-2, -4);
    /// A rook on the same file as a queen.
    ROOK_QUEEN_FILE: Packed = s(3, -6);
    /// A queen with one piece between it and an enemy bishop or rook on the same line.
    QUEEN_XRAYED: Packed = s(-17, -10);
    /// A minor piece behind a pawn.
    MINOR_BEHIND_PAWN: Packed = s(1, 25);
    /// Per square of distance between a minor piece and its own king.
    MINOR_KING_DISTANCE: Packed = s(-3, 1);
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: Packed = s(26, 1);
    /// A rook on a file without own pawns.
    ROOK_SEMI_OPEN_FILE: Packed = s(15, 3);
    /// A rook with little mobility, shut in on the king's side of the board.
    ROOK_TRAPPED: Packed = s(2, -16);

    /// A second pawn on a file, unless an enemy pawn or own support holds it there.
    DOUBLED: Packed = s(5, -25);
    /// A pawn without own pawns on the neighbouring files.
    ISOLATED: Packed = s(-5, -7);
    /// A pawn left behind by its neighbours that cannot safely advance.
    BACKWARD: Packed = s(3, -8);
    /// An isolated or backward pawn on a file without enemy pawns in front of it.
    WEAK_UNOPPOSED: Packed = s(-7, -5);
    /// A pawn with a neighbour beside it or protected by one, by relative rank.
    CONNECTED: [Packed; 8] =
        [s(0, 0), s(5, -5), s(11, 2), s(6, 10), s(15, 26), s(43, 48), s(93, 111), s(0, 0)];
    /// Per own pawn that protects a pawn.
    SUPPORT: Packed = s(11, 5);

    /// Passed pawns by relative rank.
    PASSED_RANK: [Packed; 8] =
        [s(0, 0), s(-4, 17), s(-2, 32), s(-16, 49), s(28, 70), s(64, 114), s(138, 148), s(0, 0)];
    /// Per step of the enemy king's distance from the square in front of the passed pawn, by rank.
    PASSED_ENEMY_KING: [i32; 8] = [0, -4, 1, 14, 31, 49, 60, 0];
    /// Per step of the own king's distance from it, by rank; subtracted.
    PASSED_OWN_KING: [i32; 8] = [0, -4, 11, 14, 21, 32, 34, 0];
    /// A passed pawn whose next square is empty, by rank.
    PASSED_FREE: [Packed; 8] =
        [s(0, 0), s(-2, -3), s(16, 6), s(14, -2), s(0, 8), s(-6, 12), s(17, 69), s(0, 0)];
    /// A passed pawn whose whole path is free of enemy pieces and attacks, by rank.
    PASSED_SAFE_PATH: [Packed; 8] =
        [s(0, 0), s(-21, 19), s(-9, 12), s(-16, 33), s(-7, 52), s(10, 98), s(34, 159), s(0, 0)];
    /// A passed pawn whose next square the enemy does not attack, by rank.
    PASSED_SAFE_STOP: [Packed; 8] =
        [s(0, 0), s(-8, 1), s(6, 3), s(20, -1), s(5, 2), s(1, 20), s(41, 8), s(0, 0)];
    /// A passed pawn whose next square is protected, by rank.
    PASSED_PROTECTED_STOP: [Packed; 8] =
        [s(0, 0), s(17, 7), s(-8, 6), s(5, 23), s(4, 22), s(20, 26), s(22, 59), s(0, 0)];
    /// A friendly rook or queen behind a passed pawn.
    PASSED_ROOK_BEHIND: Packed = s(6, 32);
    /// A candidate, which would be passed if the pawns in its way were exchanged; by rank.
    CANDIDATE: [Packed; 8] =
        [s(0, 0), s(-1, 9), s(-5, 3), s(10, 9), s(6, 15), s(-9, 51), s(0, 0), s(0, 0)];

    /// A pawn attacks a piece.
    THREAT_BY_PAWN: Packed = s(47, 32);
    /// A minor piece attacks a piece, by the role attacked.
    THREAT_BY_MINOR: [Packed; 6] = [s(4, 22), s(14, 37), s(25, 33), s(41, 13), s(29, 33), s(-4, 1)];
    /// A rook attacks a piece, by the role attacked.
    THREAT_BY_ROOK: [Packed; 6] = [s(3, 20), s(14, 40), s(30, 23), s(-14, 13), s(33, 4), s(18, 12)];
    /// The king attacks an unprotected piece.
    THREAT_BY_KING: Packed = s(19, 19);
    /// An enemy piece that is attacked and not defended.
    HANGING: Packed = s(5, 23);
    /// A pawn that could safely advance and attack a piece.
    THREAT_BY_PUSH: Packed = s(12, 19);
    /// Per square that the enemy attacks but does not defend well, and that is attacked: enemy pieces are
    /// restricted.
    RESTRICTED: Packed = s(3, 1);
    /// A safe square from which a minor piece or rook would attack the queen.
    THREAT_ON_QUEEN: Packed = s(8, 4);

    /// Per enemy attack on the king's flank, up to the king's fifth rank; double attacks count twice.
    KING_FLANK_ATTACKED: Packed = s(1, 1);
    /// The same, as king danger.
    KING_FLANK_ATTACKS: i32 = 18;
    /// Per square of that flank that the king's side defends, as king danger.
    KING_FLANK_DEFENCE: i32 = -9;
    /// Weight of each role among the attackers of the king's ring.
    KING_ATTACKER_WEIGHT: [i32; 6] = [0, 68, 46, 48, 3, 0];
    /// Per attack on a square next to the king.
    KING_ATTACKS: i32 = 30;
    /// Per weak square in the king's ring: attacked, and defended only by king or queen.
    KING_WEAK_SQUARE: i32 = 34;
    /// A safe check by knight, bishop, rook, queen.
    SAFE_CHECK: [i32; 6] = [0, 207, 125, 204, 246, 0];
    /// A check that can be answered by a capture.
    UNSAFE_CHECK: i32 = 26;
    /// The attacker has no queen.
    NO_QUEEN: i32 = -343;
    /// A pinned piece of the defender.
    KING_PINNED: i32 = 58;
    /// Added to the danger of every king.
    KING_DANGER_BASE: i32 = -30;
    /// A king beyond its second rank.
    KING_ADVANCED: i32 = -11;

    /// The pawn in front of the king by relative rank (0: none), on the king's file and its neighbours, by
    /// distance of the file from the edge.
    SHELTER: [[i32; 8]; 4] = [
        [7, 34, 33, 14, 3, 6, -24, 0],
        [-20, 25, 18, -12, -11, 38, -30, 0],
        [-7, 39, 9, 2, 1, 22, 10, 0],
        [-12, 0, -1, 0, 3, -52, -17, 0],
    ];
    /// The nearest enemy pawn storming the king by relative rank (0: none).
    STORM: [[i32; 8]; 4] = [
        [-17, 10, -47, -29, -14, -18, -18, 0],
        [-14, -10, -51, -29, -9, -17, -15, 0],
        [1, -30, -71, -23, 1, -2, 13, 0],
        [-1, -21, -53, 3, 2, 8, 0, 0],
    ];
    /// A storming pawn blocked by a shelter pawn right in front of it, by rank.
    STORM_BLOCKED: [Packed; 8] =
        [s(0, 0), s(0, 0), s(-9, -22), s(13, -27), s(11, -7), s(4, -22), s(2, 5), s(0, 0)];
    /// A king on a file without pawns.
    KING_OPEN_FILE: Packed = s(-25, -3);
    /// A king on a file without own pawns.
    KING_SEMI_OPEN_FILE: Packed = s(-1, -1);
    /// A king without any pawn on its wing.
    KING_PAWNLESS_WING: Packed = s(-29, -56);

    /// Per safe square on the own half of the centre files, times the square of the number of pieces minus 3,
    /// divided by [`SPACE_DIVISOR`].
    SPACE: i32 = 50;
    /// Winning chances of the stronger side in the endgame: per pawn.
    COMPLEXITY_PAWNS: i32 = 2;
    /// The same for pawns on both wings.
    COMPLEXITY_BOTH_WINGS: i32 = 49;
    /// The same if only pawns are left.
    COMPLEXITY_PAWN_ENDING: i32 = 75;
    /// The same for every position.
    COMPLEXITY_BASE: i32 = -52;
}
