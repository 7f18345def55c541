//! Commands inside comments: `[%clk 1:05:23]`, `[%eval -0.34,20]`, `[%csl Ga1]` and others.
//!
//! Comments are stored as written. Clocks, evaluations and shapes are parsed only on demand, and changed in place: the rest of the comment
//! stays as it is.
//!
//! ```
//! use std::time::Duration;
//! use tabia_pgn::comment::{CommentEval, clock, evaluation, prose, with_command};
//!
//! let comment = "[%eval -0.34,20] [%clk 1:05:23] a novelty";
//! assert_eq!(evaluation(comment), Some((CommentEval::Cp(-34), Some(20))));
//! assert_eq!(clock(comment), Some(Duration::from_secs(3923)));
//! assert_eq!(prose(comment), "a novelty");
//! assert_eq!(with_command(comment, "eval", None), "[%clk 1:05:23] a novelty");
//! ```

mod centipawns;
mod command;
mod decimal;
mod report;
mod shapes;
mod values;

pub(crate) use centipawns::{has_whole_evaluation, is_in_centipawns, with_decimals};
pub(crate) use command::written_commands;
pub use command::{commands, prose, with_command};
pub use report::{Report, report};
pub use shapes::{Shape, ShapeColor, shapes, with_shapes};
pub use values::{
    CommentEval, clock, duration, duration_text, evaluation, evaluation_text, move_time, parse_evaluation,
};

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn commands_of_lichess_are_read() {
        let comment = "[%eval -0.34] [%clk 1:05:23.5] a plan";
        assert_eq!(commands(comment).collect::<Vec<_>>(), [("eval", "-0.34"), ("clk", "1:05:23.5")]);
        assert_eq!(clock(comment), Some(Duration::from_millis(3_923_500)));
        assert_eq!(evaluation(comment), Some((CommentEval::Cp(-34), None)));
        assert_eq!(prose(comment), "a plan");
        assert_eq!(evaluation("[%eval #-3,20]"), Some((CommentEval::Mate(-3), Some(20))));
        assert_eq!(move_time("[%emt 0:00:07]"), Some(Duration::from_secs(7)));
    }

    #[test]
    fn text_around_commands_stays() {
        assert_eq!(prose("before [%csl Ga1] after"), "before after");
        assert_eq!(prose("before[%csl Ga1]"), "before");
        assert_eq!(prose("nothing to [take] away"), "nothing to [take] away");
        assert_eq!(prose("[%clk 0:01"), "[%clk 0:01", "a command that is not closed is text");
    }

    #[test]
    fn evaluations_and_clocks_of_other_programs_are_read() {
        use CommentEval::{Cp, Mate};
        for (text, expected) in [
            ("M1", (Mate(1), None)),
            ("-M1", (Mate(-1), None)),
            ("+M12", (Mate(12), None)),
            ("M-3", (Mate(-3), None)),
            ("#-1", (Mate(-1), None)),
            ("-#1", (Mate(-1), None)),
            ("+#2/30", (Mate(2), Some(30))),
            ("#+4,20", (Mate(4), Some(20))),
            ("mate 3", (Mate(3), None)),
            ("0.16/16", (Cp(16), Some(16))),
            ("-0.47/16 12s", (Cp(-47), Some(16))),
            ("0,16/16", (Cp(16), Some(16))),
            ("+0.31, 18", (Cp(31), Some(18))),
            ("\u{2212}0.31", (Cp(-31), None)),
        ] {
            assert_eq!(evaluation(&format!("[%eval {text}]")), Some(expected), "{text}");
        }
        for (text, millis) in [
            ("0:09:58,3", 598_300),
            ("0:09:58.3", 598_300),
            ("9:58", 598_000),
            ("0:00:05,25", 5_250),
            ("5,2", 5_200),
            ("12.5s", 12_500),
            ("1:30:00", 5_400_000),
        ] {
            assert_eq!(clock(&format!("[%clk {text}]")), Some(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn rubbish_is_no_value() {
        for comment in [
            "[%clk]",
            "[%clk -1:00]",
            "[%clk 1:xx]",
            "[%clk 1e400]",
            "[%eval]",
            "[%eval NaN]",
            "[%eval inf]",
            "[%eval #]",
            "[%eval M]",
            "[%eval -M-1]",
            "[%eval #1.5]",
        ] {
            assert_eq!((clock(comment), evaluation(comment)), (None, None), "{comment}");
        }
    }
}
