//! Switches for the single parts of the search.
//!
//! In a build with the feature `tune` each is a UCI option of its name, so that a match of the engine against itself without
//! one part tells what that part is worth (docs/tuning.md, docs/strength.md). Otherwise they are constants and cost nothing. A new
//! idea begins with `false` and is switched on when its test was passed.

/// Whether a part of the search is used.
#[cfg(not(feature = "tune"))]
pub(crate) struct Switch(bool);

#[cfg(not(feature = "tune"))]
impl Switch {
    /// Whether it is used.
    #[inline(always)]
    pub(crate) const fn is_on(&self) -> bool {
        self.0
    }
}

/// Whether a part of the search is used. It belongs to the process: all engines in it search in the same way.
#[cfg(feature = "tune")]
pub(crate) struct Switch(std::sync::atomic::AtomicBool);

#[cfg(feature = "tune")]
impl Switch {
    /// Whether it is used.
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

        /// The names of all switches of the search, and whether they are on in builds without tuning.
        #[cfg(feature = "tune")]
        pub const SWITCHES: &[(&str, bool)] = &[$((stringify!($name), $value),)*];

        /// Turns a part of the search on or off for the whole process; says whether there is one of this name.
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
    /// The transposition table ends nodes.
    TT_CUTOFFS = true;
    /// The transposition table's move is tried first.
    TT_MOVE = true;
    /// The transposition table's score betters the evaluation.
    TT_EVAL = true;
    /// A line that can be repeated is worth a draw at least.
    UPCOMING_REPETITION = true;
    /// Windows around the last score at the root.
    ASPIRATION = true;
    /// Nodes far below alpha are left to the quiescence search.
    RAZORING = true;
    /// Nodes far above beta are left.
    REVERSE_FUTILITY = true;
    /// Nodes where passing is good enough are left.
    NULL_MOVE = true;
    /// Deep null moves are verified.
    NULL_MOVE_VERIFICATION = true;
    /// Nodes where a capture is far above beta in a shallow search are left.
    PROBCUT = true;
    /// Nodes without a move from the table are searched less deep.
    INTERNAL_REDUCTION = true;
    /// Late quiet moves are left out.
    LATE_MOVE_PRUNING = true;
    /// Quiet moves are left out where the evaluation is far below alpha.
    FUTILITY = true;
    /// Quiet moves with a bad history are left out.
    HISTORY_PRUNING_OF_QUIETS = true;
    /// Quiet moves that lose material are left out.
    SEE_PRUNING_OF_QUIETS = true;
    /// Captures that lose material are left out.
    SEE_PRUNING_OF_CAPTURES = true;
    /// The only good move is searched deeper.
    SINGULAR_EXTENSIONS = true;
    /// One that is better by far, two plies deeper.
    DOUBLE_EXTENSIONS = true;
    /// Moves that are not singular are searched less deep.
    NEGATIVE_EXTENSIONS = true;
    /// Nodes where several moves reach beta are left.
    MULTI_CUT = true;
    /// Checks are searched deeper.
    CHECK_EXTENSIONS = true;
    /// Late moves are searched less deep.
    LATE_MOVE_REDUCTIONS = true;
    /// The history of a move changes its reduction.
    HISTORY_REDUCTIONS = true;
    /// A reduced move's score changes the depth it is searched again to.
    DEEPER_OR_SHALLOWER = true;
    /// Whether the side to move is improving matters to margins and reductions.
    IMPROVING = true;
    /// Histories of moves by origin and target.
    BUTTERFLY_HISTORY = true;
    /// Histories of moves after earlier moves.
    CONTINUATION_HISTORY = true;
    /// Histories of captures.
    CAPTURE_HISTORY = true;
    /// Killers are tried before other quiet moves.
    KILLERS = true;
    /// The refutation of the last move is tried early.
    COUNTER_MOVE = true;
    /// The evaluation is corrected by what searches of the same pawn structure found.
    PAWN_CORRECTION = true;
    /// The evaluation is corrected by what searches after the same move found.
    MOVE_CORRECTION = true;
    /// Nothing is left out where the last piece may be given away for a stalemate.
    STALEMATE_TRAPS = true;
    /// Quiet checks in the quiescence search.
    QUIESCENCE_CHECKS = true;
    /// Captures that cannot lift the score to alpha are left out of the quiescence search.
    QUIESCENCE_DELTA = true;
    /// Captures that lose material are left out of the quiescence search.
    QUIESCENCE_SEE = true;
    /// The table ends nodes of the quiescence search.
    QUIESCENCE_TT = true;
    /// The evaluation fades as the fifty-move rule nears.
    RULE50_FADING = true;
    /// The time for a move grows and shrinks with how settled the choice is.
    TIME_BY_STABILITY = true;
    /// The time for a move grows and shrinks with the nodes its rivals took.
    TIME_BY_EFFORT = true;
    /// The time for a move grows as the score falls.
    TIME_BY_SCORE = true;
    /// What a quiet move did to the evaluation goes into its history.
    EVALUATION_HISTORY = true;
    /// A quiet move that led to a node failing low is rewarded, one that the table refutes at once is punished.
    PRIOR_MOVE_HISTORY = true;
}
