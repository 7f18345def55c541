//! How long the moves of a game took, by the clocks that its comments show.

use std::time::Duration;

use tabia_pgn::Game;

/// The time that each move of the main line took: as its comment says (`[%emt]`), or by the clocks (`[%clk]`) before and behind it and the
/// increment of the tag `TimeControl`. `None` where neither is known. Empty if no move has a time.
pub fn move_times(game: &Game) -> Vec<Option<Duration>> {
    let (initial, increment) = control(game.tags().get("TimeControl").unwrap_or_default());
    // What either side had on its clock before its next move: the sides take turns.
    let mut clocks = [initial, initial];
    let mut times = Vec::new();
    for (ply, node) in game.main_line().enumerate() {
        let annotations = game.annotations(node);
        let clock = annotations.clock();
        let before = std::mem::replace(&mut clocks[ply % 2], clock);
        let by_clock = before.zip(clock).map(|(before, after)| (before + increment).saturating_sub(after));
        // Sites add the increment from the second move on.
        let by_clock = if ply < 2 {
            before.zip(clock).map(|(before, after)| before.saturating_sub(after))
        } else {
            by_clock
        };
        times.push(annotations.move_time().or(by_clock));
    }
    if times.iter().all(Option::is_none) { Vec::new() } else { times }
}

/// The time of a tag `TimeControl` such as `300+3`, and its increment.
fn control(text: &str) -> (Option<Duration>, Duration) {
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.trim().parse::<u64>().ok().filter(|&seconds| seconds <= 1_000_000);
    match (seconds(initial), seconds(increment)) {
        (Some(initial), Some(increment)) => {
            (Some(Duration::from_secs(initial)), Duration::from_secs(increment))
        }
        _ => (None, Duration::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Vec<Option<u64>> {
        let game = tabia_pgn::read(text).games.remove(0);
        move_times(&game).into_iter().map(|time| time.map(|time| time.as_secs())).collect()
    }

    #[test]
    fn clocks_and_the_increment_give_the_times() {
        let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:01]} *";
        assert_eq!(seconds(text), [Some(0), Some(2), Some(10), Some(0)]);
    }

    #[test]
    fn a_time_that_is_written_counts_first_and_gaps_stay_gaps() {
        let text = "1. e4 {[%clk 0:05:00] [%emt 0:00:07]} e5 {[%clk 0:04:58]} 2. Nf3 Nc6 {[%clk 0:04:50]} *";
        assert_eq!(seconds(text), [Some(7), None, None, Some(8)]);
        assert_eq!(seconds("1. e4 e5 *"), []);
        assert_eq!(seconds("[TimeControl \"40/9000\"]\n\n1. e4 {[%clk 1:00:00]} *"), []);
    }
}
