//! Switches for the parts of the search.
//!
//! In a build with the feature `tune` each is a UCI option of its name, so that a match of the engine against
//! itself without one part shows what that part is worth (docs/tuning.md, docs/experiments.md). Otherwise they
//! are constants and cost nothing. A new idea starts as `false` and is switched on when it has passed its
//! test.

/// A part of the search that can be switched off.
#[cfg(not(feature = "tune"))]
pub(crate) struct Switch(bool);

#[cfg(not(feature = "tune"))]
impl Switch {
    /// Whether it is on.
    #[inline(always)]
    pub(crate) const fn is_on(&self) -> bool {
        self.0
    }
}

/// A part of the search that can be switched off. It belongs to the process: all engines in it search alike.
#[cfg(feature = "tune")]
pub(crate) struct Switch(std::sync::atomic::AtomicBool);

#[cfg(feature = "tune")]
impl Switch {
    /// Whether it is on.
    #[inline(always)]
    pub(crate) fn is_on(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

macro_rules! switches {
    ($($(#[$attribute:meta])* $name:ident = $value:literal;)*) => {
        $(
            $(#[$attribute])*
            #[cfg(not(feature = "tune"))]
            pub(crate) const $name: Switch = Switch($value);
            $(#[$attribute])*
            #[cfg(feature = "tune")]
            pub(crate) static $name: Switch = Switch(std::sync::atomic::AtomicBool::new($value));
        )*

        /// The names of all switches, and whether they are on in builds without tuning.
        #[cfg(feature = "tune")]
        pub const SWITCHES: &[(&str, bool)] = &[$((stringify!($name), $value),)*];

        /// Turns a part of the search on or off for the whole process; returns whether there is one of this
        /// name.
        #[cfg(feature = "tune")]
        pub fn set_switch(name: &str, is_on: bool) -> bool {
            let switch = match name {
                $(stringify!($name) => &$name,)*
                _ => return false,
            };
            switch.0.store(is_on, std::sync::atomic::Ordering::Relaxed);
            true
        }
    };
}

switches! {
    /// Cut-offs by the transposition table.
    TT_CUTOFFS = true;
    /// The TT move is searched first.
    TT_MOVE = true;
    /// The TT score refines the evaluation.
    TT_EVAL = true;
    /// Upcoming repetition: alpha is at least a draw.
    UPCOMING_REPETITION = true;
    /// Aspiration windows at the root.
    ASPIRATION = true;
    /// Razoring.
    RAZORING = true;
    /// Reverse futility pruning.
    REVERSE_FUTILITY = true;
    /// Null-move pruning.
    NULL_MOVE = true;
    /// Verification of deep null-move cut-offs.
    NULL_MOVE_VERIFICATION = true;
    /// Probcut.
    PROBCUT = true;
    /// Internal iterative reduction.
    INTERNAL_REDUCTION = true;
    /// Late-move pruning.
    LATE_MOVE_PRUNING = true;
    /// Futility pruning of quiet moves.
    FUTILITY = true;
    /// History pruning of quiet moves.
    HISTORY_PRUNING_OF_QUIETS = true;
    /// SEE pruning of quiet moves.
    SEE_PRUNING_OF_QUIETS = true;
    /// SEE pruning of captures.
    SEE_PRUNING_OF_CAPTURES = true;
    /// Singular extensions.
    SINGULAR_EXTENSIONS = true;
    /// Double extensions.
    DOUBLE_EXTENSIONS = true;
    /// Multi-cut.
    MULTI_CUT = true;
    /// Check extensions.
    CHECK_EXTENSIONS = true;
    /// Late-move reductions.
    LATE_MOVE_REDUCTIONS = true;
    /// The history of a move changes its reduction.
    HISTORY_REDUCTIONS = true;
    /// The score of a reduced search changes the depth of the second one.
    DEEPER_OR_SHALLOWER = true;
    /// Margins and reductions depend on whether the side to move is improving.
    IMPROVING = true;
    /// Butterfly history.
    BUTTERFLY_HISTORY = true;
    /// Continuation history.
    CONTINUATION_HISTORY = true;
    /// Capture history.
    CAPTURE_HISTORY = true;
    /// Killer moves.
    KILLERS = true;
    /// Counter moves.
    COUNTER_MOVE = true;
    /// Correction history by pawn structure.
    PAWN_CORRECTION = true;
    /// Correction history by the last move.
    MOVE_CORRECTION = true;
    /// No pruning where the last piece may be sacrificed for a stalemate.
    STALEMATE_TRAPS = true;
    /// Quiet checks in the quiescence search.
    QUIESCENCE_CHECKS = true;
    /// Delta pruning in the quiescence search.
    QUIESCENCE_DELTA = true;
    /// SEE pruning in the quiescence search.
    QUIESCENCE_SEE = true;
    /// TT cut-offs in the quiescence search.
    QUIESCENCE_TT = true;
    /// The evaluation fades as the fifty-move rule nears.
    RULE50_FADING = true;
    /// Time management by the stability of the best move.
    TIME_BY_STABILITY = true;
    /// Time management by the share of nodes spent on the best move.
    TIME_BY_EFFORT = true;
    /// Time management by a falling score.
    TIME_BY_SCORE = true;
    /// History bonus by the change of the static evaluation.
    EVALUATION_HISTORY = true;
    /// History bonus and malus for the move that led to a node.
    PRIOR_MOVE_HISTORY = true;
    /// Butterfly history by whether the opponent attacks origin and target.
    THREAT_HISTORY = true;
    /// No history bonus from a shallow search of a single quiet move.
    HISTORY_NEEDS_A_CHOICE = true;
    /// Moves that beat beta clearly have a greater history bonus.
    BONUS_OF_CLEAR_CUTOFFS = true;
    /// Histories learn from exact scores, not from cut-offs only.
    HISTORY_OF_EXACT_SCORES = true;
    /// Quiet checks that lose little come first among the quiet moves.
    CHECKS_FIRST = true;
    /// Quiet moves that save a piece from a lesser one come early, those that expose one late.
    THREAT_ORDER = true;
    /// How much a capture may lose before it is searched last depends on its victim and history.
    CAPTURES_BY_HISTORY = true;
    /// Correction history by the last two moves.
    PAIR_CORRECTION = true;
    /// Correction history by the chessmen of each side that are no pawns.
    NON_PAWN_CORRECTION = true;
}
