//! The numbers of the search in one place.
//!
//! Scores are in centipawns, depths in plies, reductions in 1024ths of a ply. All are hand values in the range that open
//! engines use. In a build with the feature `tune` they are UCI options for a tuner (docs/tuning.md); otherwise they are
//! constants and cost nothing.

/// A number that a tuner may change.
#[cfg(not(feature = "tune"))]
pub(crate) struct Tunable(i32);

#[cfg(not(feature = "tune"))]
impl Tunable {
    /// The number.
    #[inline(always)]
    pub(crate) const fn get(&self) -> i32 {
        self.0
    }
}

/// A number that a tuner may change. It belongs to the process: all engines in it play with the same numbers.
#[cfg(feature = "tune")]
pub(crate) struct Tunable(std::sync::atomic::AtomicI32);

#[cfg(feature = "tune")]
impl Tunable {
    /// The number.
    #[inline(always)]
    pub(crate) fn get(&self) -> i32 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// A tunable number as a tuner sees it.
#[cfg(feature = "tune")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TunableRange {
    /// The name, also of the UCI option.
    pub name: &'static str,
    /// The value in builds without tuning.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest.
    pub max: i32,
    /// A step that should just be measurable: SPSA's `c_end`.
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

        /// All tunable numbers of the search.
        #[cfg(feature = "tune")]
        pub const TUNABLES: &[TunableRange] = &[
            $(TunableRange { name: stringify!($name), default: $value, min: $min, max: $max, step: $step },)*
        ];

        /// Sets a tunable number of the search for the whole process; says whether there is one of this name.
        #[cfg(feature = "tune")]
        pub fn set_tunable(name: &str, value: i32) -> bool {
            let tunable = match name {
                $(stringify!($name) => &$name,)*
                _ => return false,
            };
            tunable.0.store(value, std::sync::atomic::Ordering::Relaxed);
            true
        }

        // A range that leaves its default out would mislead a tuner.
        $(const _: () = assert!($min <= $value && $value <= $max && $step > 0);)*
    };
}

tunables! {
    /// Razoring: how far below alpha, per ply.
    RAZOR_SLOPE = 230, 80..=500, 25;
    /// Razoring: how far below alpha, always.
    RAZOR_BASE = 60, 0..=300, 20;
    /// Reverse futility: how far above beta, per ply.
    REVERSE_FUTILITY_SLOPE = 75, 30..=150, 7;
    /// Null move: how far the static evaluation may be below beta, per ply.
    NULL_MOVE_SLOPE = 18, 0..=50, 3;
    /// Null move: what it must have above that.
    NULL_MOVE_BASE = 120, 0..=300, 20;
    /// Null move: one ply more for so much above beta.
    NULL_MOVE_DIVISOR = 180, 80..=400, 20;
    /// Probcut: how far above beta.
    PROBCUT_MARGIN = 170, 80..=300, 15;
    /// Probcut: how much less when the side to move is improving.
    PROBCUT_IMPROVING = 50, 0..=120, 10;
    /// Late-move pruning: moves that are tried at any depth.
    LATE_MOVE_BASE = 4, 1..=12, 1;
    /// Futility of quiet moves: how far below alpha, always.
    FUTILITY_BASE = 90, 0..=250, 15;
    /// The same per ply.
    FUTILITY_SLOPE = 95, 40..=200, 10;
    /// The same by history: a centipawn for so much.
    FUTILITY_HISTORY = 128, 48..=512, 16;
    /// Quiet moves with less history, per ply and negated, are left out.
    HISTORY_PRUNING = 4000, 1000..=9000, 500;
    /// Quiet moves that lose more than this times the square of the depth are left out.
    SEE_QUIET = 22, 8..=60, 3;
    /// Captures that lose more than this times the depth are left out.
    SEE_CAPTURE = 95, 40..=180, 8;
    /// How far below the table's score the others must be, in 64ths per ply, for a move to be singular.
    SINGULAR_MARGIN = 128, 32..=320, 16;
    /// How much more for a double extension.
    DOUBLE_EXTENSION_MARGIN = 22, 4..=80, 4;
    /// Late-move reduction: always.
    REDUCTION_BASE = 820, 200..=1500, 60;
    /// Late-move reduction: divides the product of the logarithms of depth and move number, in thousandths.
    REDUCTION_DIVISOR = 2300, 1500..=3500, 120;
    /// More of it when the table's move is a capture.
    REDUCTION_TT_CAPTURE = 700, 0..=1600, 80;
    /// More in nodes that are expected to fail high.
    REDUCTION_CUT_NODE = 1300, 0..=2600, 120;
    /// More when the side to move is not improving.
    REDUCTION_NOT_IMPROVING = 500, 0..=1400, 80;
    /// More when the child has had many cut-offs.
    REDUCTION_CUTOFFS = 700, 0..=1600, 80;
    /// Less for killers and counter moves.
    REDUCTION_REFUTATION = 1024, 0..=2200, 100;
    /// Less where the principal variation went once.
    REDUCTION_TT_PV = 900, 0..=2000, 90;
    /// Less on the principal variation.
    REDUCTION_PV = 600, 0..=1600, 80;
    /// Less with checks.
    REDUCTION_CHECK = 700, 0..=1600, 80;
    /// One 1024th less for so much history of a quiet move, in tenths.
    REDUCTION_QUIET_HISTORY = 100, 40..=250, 10;
    /// The same of a capture.
    REDUCTION_CAPTURE_HISTORY = 120, 40..=300, 12;
    /// A reduced move that is better than the best by more is searched a ply deeper.
    DEEPER_MARGIN = 60, 20..=140, 8;
    /// One that is better by less, a ply less deep.
    SHALLOWER_MARGIN = 8, 0..=30, 2;
    /// Quiescence: a capture that cannot lift the score to alpha with so much to spare is not looked at.
    QUIESCENCE_FUTILITY = 170, 60..=350, 18;
    /// The first aspiration window.
    ASPIRATION_WINDOW = 14, 5..=50, 3;
    /// History bonus per ply.
    HISTORY_BONUS_SLOPE = 170, 60..=350, 18;
    /// History bonus: what is taken off.
    HISTORY_BONUS_BASE = 60, 0..=300, 25;
    /// History bonus: the most.
    HISTORY_BONUS_MAX = 1900, 600..=4000, 150;
    /// History of a quiet move by what it gained in static evaluation, per centipawn.
    EVALUATION_HISTORY_SLOPE = 9, 0..=64, 3;
    /// The same: the most.
    EVALUATION_HISTORY_MAX = 900, 100..=4000, 150;
    /// History of a quiet move that led to a node failing low, in percent of the bonus for a cut-off.
    FAIL_LOW_BONUS = 50, 0..=200, 15;
}
