//! The parameters of the search.
//!
//! Scores are in centipawns, depths in plies, reductions in 1024ths of a ply. They began as hand values in the
//! range that open-source engines use, and were tuned by SPSA with the net. In a build with the feature `tune` they are UCI options
//! (docs/tuning.md); otherwise they are constants and cost nothing.

/// A tunable parameter.
#[cfg(not(feature = "tune"))]
pub(crate) struct Tunable(i32);

#[cfg(not(feature = "tune"))]
impl Tunable {
    /// Its value.
    #[inline(always)]
    pub(crate) const fn get(&self) -> i32 {
        self.0
    }
}

/// A tunable parameter. It belongs to the process: all engines in it use the same values.
#[cfg(feature = "tune")]
pub(crate) struct Tunable(std::sync::atomic::AtomicI32);

#[cfg(feature = "tune")]
impl Tunable {
    /// Its value.
    #[inline(always)]
    pub(crate) fn get(&self) -> i32 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// A tunable parameter as a tuner sees it.
#[cfg(feature = "tune")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TunableRange {
    /// The name, which is also that of the UCI option.
    pub name: &'static str,
    /// The value in builds without tuning.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A step whose effect should just be measurable: SPSA's `c_end`.
    pub step: i32,
}

macro_rules! tunables {
    ($($(#[$attribute:meta])* $name:ident = $value:literal, $min:literal..=$max:literal, $step:literal;)*) => {
        $(
            $(#[$attribute])*
            #[cfg(not(feature = "tune"))]
            pub(crate) const $name: Tunable = Tunable($value);
            $(#[$attribute])*
            #[cfg(feature = "tune")]
            pub(crate) static $name: Tunable = Tunable(std::sync::atomic::AtomicI32::new($value));
        )*

        /// All tunable parameters of the search.
        #[cfg(feature = "tune")]
        pub const TUNABLES: &[TunableRange] = &[
            $(TunableRange { name: stringify!($name), default: $value, min: $min, max: $max, step: $step },)*
        ];

        /// Sets a parameter of the search for the whole process; returns whether there is one of this name.
        #[cfg(feature = "tune")]
        pub fn set_tunable(name: &str, value: i32) -> bool {
            let tunable = match name {
                $(stringify!($name) => &$name,)*
                _ => return false,
            };
            tunable.0.store(value, std::sync::atomic::Ordering::Relaxed);
            true
        }

        // A range without its default would mislead a tuner.
        $(const _: () = assert!($min <= $value && $value <= $max && $step > 0);)*
    };
}

tunables! {
    /// Razoring: margin below alpha per ply.
    RAZOR_SLOPE = 244, 80..=500, 25;
    /// Razoring: constant margin below alpha.
    RAZOR_BASE = 65, 0..=300, 20;
    /// Reverse futility pruning: margin above beta per ply.
    REVERSE_FUTILITY_SLOPE = 72, 30..=150, 7;
    /// Null move: how far the static evaluation may be below beta, per ply.
    NULL_MOVE_SLOPE = 17, 0..=50, 3;
    /// Null move: constant added to that.
    NULL_MOVE_BASE = 115, 0..=300, 20;
    /// Null move: one ply more reduction per this much above beta.
    NULL_MOVE_DIVISOR = 176, 80..=400, 20;
    /// Probcut: margin above beta.
    PROBCUT_MARGIN = 176, 80..=300, 15;
    /// Probcut: reduction of the margin when the side to move is improving.
    PROBCUT_IMPROVING = 59, 0..=120, 10;
    /// Late-move pruning: number of moves searched at any depth.
    LATE_MOVE_BASE = 5, 1..=12, 1;
    /// Futility pruning of quiet moves: constant margin below alpha.
    FUTILITY_BASE = 97, 0..=250, 15;
    /// Futility pruning: margin per ply.
    FUTILITY_SLOPE = 90, 40..=200, 10;
    /// Futility pruning: history per centipawn of margin.
    FUTILITY_HISTORY = 122, 48..=512, 16;
    /// History pruning: quiet moves with less history than this per ply, negated, are skipped.
    HISTORY_PRUNING = 4485, 1000..=9000, 500;
    /// SEE pruning of quiet moves: loss allowed per square of the depth.
    SEE_QUIET = 19, 8..=60, 3;
    /// SEE pruning of captures: loss allowed per ply.
    SEE_CAPTURE = 96, 40..=180, 8;
    /// Singular extensions: how far below the table's score the other moves must stay, in 64ths per ply.
    SINGULAR_MARGIN = 133, 32..=320, 16;
    /// Singular extensions: additional margin for a double extension.
    DOUBLE_EXTENSION_MARGIN = 21, 4..=80, 4;
    /// Late-move reduction: constant.
    REDUCTION_BASE = 806, 200..=1500, 60;
    /// Late-move reduction: divisor of the product of the logarithms of depth and move number, in
    /// thousandths.
    REDUCTION_DIVISOR = 2279, 1500..=3500, 120;
    /// More reduction when the TT move is a capture.
    REDUCTION_TT_CAPTURE = 718, 0..=1600, 80;
    /// More in cut nodes.
    REDUCTION_CUT_NODE = 1305, 0..=2600, 120;
    /// More when the side to move is not improving.
    REDUCTION_NOT_IMPROVING = 534, 0..=1400, 80;
    /// More when the child nodes had many cut-offs.
    REDUCTION_CUTOFFS = 700, 0..=1600, 80;
    /// Less for killers and counter moves.
    REDUCTION_REFUTATION = 1029, 0..=2200, 100;
    /// Less for nodes that were once on a principal variation.
    REDUCTION_TT_PV = 955, 0..=2000, 90;
    /// Less in PV nodes.
    REDUCTION_PV = 549, 0..=1600, 80;
    /// Less for checks.
    REDUCTION_CHECK = 689, 0..=1600, 80;
    /// History of a quiet move per 1024th of a ply, in tenths.
    REDUCTION_QUIET_HISTORY = 102, 40..=250, 10;
    /// The same for captures.
    REDUCTION_CAPTURE_HISTORY = 117, 40..=300, 12;
    /// After a reduced search, search a ply deeper if the score beats the best by more than this.
    DEEPER_MARGIN = 56, 20..=140, 8;
    /// Search a ply less deep if it beats the best by less than this.
    SHALLOWER_MARGIN = 8, 0..=30, 2;
    /// Order of captures: how much of a capture's place in it (16 for each centipawn of the victim, and its history) lets it lose
    /// a centipawn more before it is searched last.
    CAPTURE_TOLERANCE = 48, 16..=160, 6;
    /// Order of quiet moves: what a check is worth, in units of history.
    CHECK_BONUS = 16384, 0..=40000, 2000;
    /// Order of quiet moves: the loss up to which a check is worth that, in centipawns.
    CHECK_LOSS = 75, 0..=300, 20;
    /// Order of quiet moves: what it is worth to save a minor piece from a pawn, in units of history; the same is lost where
    /// one is exposed.
    THREAT_TO_MINOR = 9000, 0..=30000, 1500;
    /// The same for a rook and what is less.
    THREAT_TO_ROOK = 14000, 0..=40000, 2000;
    /// The same for a queen and what is less.
    THREAT_TO_QUEEN = 20000, 0..=60000, 3000;
    /// Correction of the evaluation by pawn structure: its weight, in 64ths.
    CORRECTION_BY_PAWNS = 128, 0..=300, 12;
    /// By the last move.
    CORRECTION_BY_MOVE = 64, 0..=200, 8;
    /// By the last two moves.
    CORRECTION_BY_PAIR = 64, 0..=200, 8;
    /// By each side's pieces other than pawns.
    CORRECTION_BY_CHESSMEN = 64, 0..=200, 8;
    /// Scale of the net's value without pieces, in 1024ths.
    NET_SCALE_BASE = 770, 512..=1024, 25;
    /// Increase per pawn's worth of pieces of both sides (3 for a minor piece, 5 for a rook, 9 for a queen).
    NET_SCALE_SLOPE = 6, 0..=16, 1;
    /// Quiescence search: a capture that stays this far below alpha is skipped.
    QUIESCENCE_FUTILITY = 179, 60..=350, 18;
    /// Initial half-width of the aspiration window.
    ASPIRATION_WINDOW = 15, 5..=50, 3;
    /// History bonus per ply.
    HISTORY_BONUS_SLOPE = 187, 60..=350, 18;
    /// History bonus: constant subtracted.
    HISTORY_BONUS_BASE = 42, 0..=300, 25;
    /// History bonus: maximum.
    HISTORY_BONUS_MAX = 1900, 600..=4000, 150;
    /// History bonus: a cut-off that beats beta by this much counts as one of a search a ply deeper.
    CLEAR_CUTOFF_MARGIN = 75, 20..=200, 12;
    /// History bonus of a quiet move per centipawn that it gained in static evaluation.
    EVALUATION_HISTORY_SLOPE = 7, 0..=64, 3;
    /// Maximum of that bonus.
    EVALUATION_HISTORY_MAX = 1015, 100..=4000, 150;
    /// History bonus of a quiet move that led to a node failing low, in percent of the bonus for a cut-off.
    FAIL_LOW_BONUS = 66, 0..=200, 15;
}
