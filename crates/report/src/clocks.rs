//! Time spent on the moves of a game, from the clocks in its comments.

use std::time::Duration;

use tabia_chess::Color;
use tabia_pgn::{Game, GameTags};

/// Tolerance for clocks in milliseconds: sites round, and compensate for lag.
const ROUNDING_MS: u64 = 1_000;
/// Maximum plausible time of a period, increment or clock, in seconds.
const MOST_SECONDS: u64 = 1_000_000;

/// Time spent on each move of the main line: from its comment (`[%emt]`), or from the clocks (`[%clk]`) before and after it and the time
/// control in the tag `TimeControl` (`WhiteTimeControl`, `BlackTimeControl` if the sides differ). `None` if neither is known, or if a clock
/// contradicts its time control. Empty if no move has a time.
pub fn move_times(game: &Game) -> Vec<Option<Duration>> {
    let first = game.start().turn();
    // Tabia's clocks include the increment from the first move; sites add it from the second move on.
    let is_own = game.tags().get("Site") == Some("Tabia");
    let mut clocks = [first, !first].map(|color| SideClock::new(game.tags(), color, is_own));
    let mut times = Vec::new();
    for (ply, node) in game.main_line().enumerate() {
        let annotations = game.annotations(node);
        let by_clock = clocks[ply % 2].moved(annotations.clock());
        times.push(annotations.move_time().or(by_clock));
    }
    if times.iter().all(Option::is_none) { Vec::new() } else { times }
}

/// Clock of one side, in milliseconds.
struct SideClock {
    /// The periods; empty if the time control is unknown.
    periods: Vec<Period>,
    /// Clock time before the next move.
    before: Option<u64>,
    /// Number of moves played in the current period.
    moves: u32,
    period: usize,
    /// Whether the first move has an increment.
    is_first_counted: bool,
    is_first: bool,
}

impl SideClock {
    fn new(tags: GameTags<'_>, color: Color, is_own: bool) -> Self {
        let name = if color.is_white() { "WhiteTimeControl" } else { "BlackTimeControl" };
        let text = tags.known(name).or_else(|| tags.known("TimeControl"));
        let periods = text.and_then(control).unwrap_or_default();
        let before = periods.first().map(|first| first.time + if is_own { first.increment } else { 0 });
        Self { periods, before, moves: 0, period: 0, is_first_counted: is_own, is_first: true }
    }

    /// Updates the clock after a move and returns the time spent on it.
    fn moved(&mut self, clock: Option<Duration>) -> Option<Duration> {
        let after = clock.and_then(|clock| u64::try_from(clock.as_millis()).ok());
        let after = after.filter(|&after| after <= MOST_SECONDS * 1000);
        let before = std::mem::replace(&mut self.before, after);
        let is_first = std::mem::replace(&mut self.is_first, false);
        let present = *self.periods.get(self.period)?;
        let mut added = if is_first && !self.is_first_counted { 0 } else { present.increment };
        self.moves += 1;
        if present.moves == Some(self.moves) {
            // The last period repeats.
            self.period = (self.period + 1).min(self.periods.len() - 1);
            self.moves = 0;
            added += self.periods[self.period].time;
        }
        let (had, after) = (before? + added, after?);
        (after <= had + ROUNDING_MS).then(|| Duration::from_millis(had.saturating_sub(after)))
    }
}

/// A period of a time control, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    /// Number of moves until the next period.
    moves: Option<u32>,
    time: u64,
    increment: u64,
}

/// Parses a `TimeControl` tag such as `300+3` or `40/5400+30:1800+30`; `None` for anything else, for which the time added to a clock is
/// unknown.
fn control(text: &str) -> Option<Vec<Period>> {
    let periods = text.split(':').map(period).collect::<Option<Vec<_>>>()?;
    // Without a number of moves, the start of the next period is unknown.
    let (_, others) = periods.split_last()?;
    others.iter().all(|period| period.moves.is_some()).then_some(periods)
}

fn period(text: &str) -> Option<Period> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|&moves: &u32| moves > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Some(Period { moves, time: milliseconds(time)?, increment: milliseconds(increment)? })
}

/// Parses seconds with optional decimals.
fn milliseconds(text: &str) -> Option<u64> {
    let (seconds, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok())?;
    let seconds = number(seconds).filter(|&seconds| seconds <= MOST_SECONDS)?;
    number(decimals)?;
    let thousandths = number(&format!("{decimals}000")[..3])?;
    Some(seconds * 1000 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Vec<Option<u64>> {
        let game = tabia_pgn::read(text).games.remove(0);
        move_times(&game).into_iter().map(|time| time.map(|time| time.as_secs())).collect()
    }

    /// Times of White's moves with these clocks; Black has none.
    fn white(tags: &str, clocks: &[&str]) -> Vec<Option<u64>> {
        let moves = clocks.iter().enumerate().map(|(place, clock)| {
            let [white, black] = if place % 2 == 0 { ["Nf3", "Nf6"] } else { ["Ng1", "Ng8"] };
            format!("{}. {white} {{[%clk {clock}]}} {black} ", place + 1)
        });
        let times = seconds(&format!("{tags}\n\n{}*", moves.collect::<String>()));
        times.into_iter().step_by(2).collect()
    }

    #[test]
    fn clocks_and_the_increment_give_the_times() {
        let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:01]} *";
        assert_eq!(seconds(text), [Some(0), Some(2), Some(10), Some(0)]);
    }

    #[test]
    fn a_time_that_is_written_counts_first_and_gaps_stay_gaps() {
        let text = "[TimeControl \"300\"]\n\n1. e4 {[%clk 0:05:00] [%emt 0:00:07]} e5 {[%clk 0:04:58]} 2. Nf3 Nc6 {[%clk 0:04:50]} *";
        assert_eq!(seconds(text), [Some(7), Some(2), None, Some(8)]);
        assert_eq!(seconds("1. e4 e5 *"), []);
    }

    #[test]
    fn the_increment_of_the_first_move_is_on_tabias_clocks_from_the_start() {
        let tags = "[Site \"Tabia\"]\n[TimeControl \"300+10\"]";
        assert_eq!(white(tags, &["0:05:08", "0:05:10", "0:04:40"]), [Some(12), Some(8), Some(40)]);
        // A clock with more than the possible time is ignored.
        assert_eq!(white("[TimeControl \"300+10\"]", &["0:05:08", "0:05:10"]), [None, Some(8)]);
    }

    #[test]
    fn the_time_of_a_new_period_comes_with_the_last_move_of_the_one_before() {
        let clocks = ["0:01:20", "0:01:00", "0:30:40", "0:30:00", "0:30:20"];
        let times = [Some(10), Some(50), Some(50), Some(70), Some(10)];
        assert_eq!(white("[TimeControl \"3/90+30:1800+30\"]", &clocks), times);
        // The last period repeats.
        let clocks = ["0:01:20", "0:02:20", "0:02:00", "0:02:30"];
        assert_eq!(white("[TimeControl \"2/90\"]", &clocks), [Some(10), Some(30), Some(20), Some(60)]);
    }

    /// Clocks may show anything; implausible times are ignored.
    #[test]
    fn clocks_beyond_all_time_are_not_believed() {
        let clocks = ["18446744073709550", "0:05:00", "9999999:00:00", "0:04:50"];
        assert_eq!(white("[TimeControl \"300+3\"]", &clocks), []);
        let times = white("[TimeControl \"300+3\"]", &["0:05:00", "18446744073709550", "0:04:50", "0:04:40"]);
        assert_eq!(times, [Some(0), None, None, Some(13)]);
    }

    #[test]
    fn a_clock_may_show_a_second_more_than_it_can_have() {
        let tags = "[TimeControl \"300\"]";
        assert_eq!(white(tags, &["0:05:00.5", "0:05:01"]), [Some(0), Some(0)]);
        assert_eq!(white(tags, &["0:05:01", "0:04:50"]), [Some(0), Some(11)]);
        assert_eq!(white(tags, &["0:05:01.1", "0:04:50"]), [None, Some(11)]);
    }

    #[test]
    fn each_side_has_its_own_control() {
        let text = "[WhiteTimeControl \"300+5\"]\n[BlackTimeControl \"60+1.5\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:00:50]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:00:41.5]} *";
        assert_eq!(seconds(text), [Some(0), Some(10), Some(12), Some(10)]);
        // Black moves first.
        let text = "[WhiteTimeControl \"300\"]\n[BlackTimeControl \"60\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1... Nf6 {[%clk 0:00:50]} 2. Nf3 {[%clk 0:04:40]} *";
        assert_eq!(seconds(text), [Some(10), Some(20)]);
    }

    #[test]
    fn a_control_that_cannot_be_read_gives_no_times() {
        for text in [
            "?",
            "-",
            "*180",
            "1800:300",
            "0/60",
            "5 min",
            "60+",
            "40/9000:",
            "60+1.x",
            "99999999999999999999",
        ] {
            let tags = format!("[TimeControl \"{text}\"]");
            assert_eq!(white(&tags, &["0:02:50", "0:02:40"]), [], "{text}");
        }
        assert_eq!(white("", &["0:02:50", "0:02:40"]), []);
    }
}
