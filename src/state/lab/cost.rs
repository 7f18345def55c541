//! What a match will cost in games and time, estimated before it is played.

use tabia_arena::{Limits, MatchSettings};
use tabia_stats::Sprt;

use super::chart::grouped;
use super::words::{durations, two_digits};
use crate::language::tr;

/// Assumed length of a long game, in moves by each side; fishtest's.
const MOVES: u32 = 68;

/// Games played earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct PastGames {
    /// Their limits ([`MatchSettings::limits_summary`]).
    pub limits: String,
    /// Number of games.
    pub games: usize,
    /// Mean duration of a game.
    pub seconds_per_game: f64,
}

/// Describes the expected games and time of a match with `workers` games at a time.
pub fn cost(settings: &MatchSettings, workers: usize, past: &[PastGames]) -> String {
    let Ok(schedule) = settings.schedule() else { return String::new() };
    let total = schedule.total_games() as f64;
    let per_result = if schedule.is_paired() { 2.0 } else { 1.0 };
    let expected = |sprt: &Sprt| sprt.expected_length(schedule.is_paired(), total / per_result);
    let sprt = settings.sprt.as_ref().and_then(|sprt| sprt.sprt().ok());
    let games =
        sprt.as_ref().and_then(expected).map_or([total; 2], |range| range.map(|length| length * per_result));
    let [from, to] = games.map(|games| grouped(two_digits(games)));
    let words = match (&sprt, games[0] < games[1]) {
        (None, _) => tr!("{games} games", games = grouped(total as u64)),
        (Some(_), false) => tr!("At most {games} games", games = to),
        (Some(_), true) if from == to => tr!("About {games} games", games = to),
        (Some(_), true) => tr!("About {from} to {to} games", from, to),
    };
    let time = |seconds: f64| durations(games.map(|games| games * seconds / workers.max(1) as f64));
    if let Some(seconds) = usual_seconds(&settings.limits_summary(), past) {
        let (time, each) = (time(seconds), seconds_words(seconds));
        return tr!(
            "{games}, {time} ({each} per game, as in your matches at this limit)",
            games = words,
            time,
            each
        );
    }
    match longest_game(settings) {
        Some(seconds) => {
            let (time, each) = (time(seconds), seconds_words(seconds));
            tr!(
                "{games}, at most {time} ({each} per game of {moves} moves)",
                games = words,
                time,
                each,
                moves = MOVES
            )
        }
        None => tr!("{games}. The time is known once you have played some at this limit.", games = words),
    }
}

fn seconds_words(seconds: f64) -> String {
    let decimals = if seconds < 10.0 { 2 } else { 0 };
    tr!("{seconds} s", seconds = format_args!("{seconds:.decimals$}"))
}

/// Returns the mean duration of earlier games with these limits, in seconds.
fn usual_seconds(limits: &str, past: &[PastGames]) -> Option<f64> {
    let (games, seconds) =
        past.iter().filter(|past| past.limits == limits).fold((0.0, 0.0), |(games, seconds), past| {
            let count = past.games as f64;
            (games + count, seconds + count * past.seconds_per_game)
        });
    (games > 0.0).then(|| seconds / games)
}

/// Returns the mean of the longest games of [`MOVES`] moves, in seconds; `None` if an engine has no time limit.
fn longest_game(settings: &MatchSettings) -> Option<f64> {
    let times: Option<Vec<f64>> =
        settings.engines.iter().map(|engine| longest_time(&engine.limits)).collect();
    let times = times?;
    Some(2.0 * times.iter().sum::<f64>() / times.len().max(1) as f64)
}

/// Returns the time of one side for [`MOVES`] moves, in seconds.
fn longest_time(limits: &Limits) -> Option<f64> {
    if let Some(ms) = limits.movetime_ms {
        return Some(f64::from(MOVES) * ms as f64 / 1000.0);
    }
    let mut left = MOVES;
    let mut ms = 0;
    let mut periods = limits.time_control.as_ref()?.periods().iter().peekable();
    while left > 0
        && let Some(period) = periods.peek()
    {
        let moves = period.moves.unwrap_or(left).clamp(1, left);
        ms += period.time_ms + u64::from(moves) * period.increment_ms;
        left -= moves;
        // The last period repeats.
        if periods.len() > 1 {
            periods.next();
        }
    }
    Some(ms as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lab::draft::{Draft, DraftAction};
    use crate::state::lab::field::{DraftField, Limit, Switch};

    fn draft() -> Draft {
        ["a", "b"].into_iter().enumerate().fold(Draft::default(), |draft, (seat, letter)| {
            draft.reduce(DraftAction::Build(seat, letter.repeat(64), letter.to_owned()))
        })
    }

    fn words(draft: &Draft, past: &[PastGames]) -> String {
        cost(&draft.settings().unwrap(), 2, past).replace('\u{202f}', " ")
    }

    #[test]
    fn a_match_costs_what_its_test_and_its_clock_allow() {
        // At [0, 5] with at most 100 000 games; 2 (8 + 68 · 0.08) s per game.
        let usual = "About 25 000 to 40 000 games, at most 3 d 23 h to 6 d 3 h (27 s per game of 68 moves)";
        assert_eq!(words(&draft(), &[]), usual);
        let short = draft().reduce(DraftAction::Type(DraftField::Games, "20000".to_owned()));
        let text = words(&short, &[]);
        assert!(text.starts_with("About 16 000 to 18 000 games"), "{text}");
        let all = draft().reduce(DraftAction::Switch(Switch::Sprt, false));
        let all = all.reduce(DraftAction::Type(DraftField::Games, "200".to_owned()));
        let all = all.reduce(DraftAction::Type(DraftField::Limit(0, Limit::Tc), "40/60".to_owned()));
        assert_eq!(words(&all, &[]), "200 games, at most 6 h 40 min (240 s per game of 68 moves)");
    }

    #[test]
    fn earlier_games_at_the_same_limit_say_how_long_they_take() {
        let mut draft = draft().reduce(DraftAction::Switch(Switch::Sprt, false));
        draft = draft.reduce(DraftAction::Type(DraftField::Games, "400".to_owned()));
        draft.only_limit(0, Limit::Nodes);
        draft.set(DraftField::Limit(0, Limit::Nodes), "500");
        assert_eq!(
            words(&draft, &[]),
            "400 games. The time is known once you have played some at this limit."
        );
        let past = |limits: &str, games: usize, seconds_per_game: f64| PastGames {
            limits: limits.to_owned(),
            games,
            seconds_per_game,
        };
        let limits = draft.settings().unwrap().limits_summary();
        let all = [past(&limits, 30, 2.0), past("8+0.08", 1000, 20.0), past(&limits, 10, 4.0)];
        assert_eq!(
            words(&draft, &all),
            "400 games, 8 min (2.50 s per game, as in your matches at this limit)"
        );
    }
}
