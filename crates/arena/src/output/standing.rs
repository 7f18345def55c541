//! Plain-language summary of a match, the same on the page and in the native program.

use crate::match_progress::Snapshot;
use crate::settings::SprtSettings;
use tabia_stats::{Interval, Lead, Verdict};

/// A plain-language summary of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The summary in a few words.
    pub title: String,
    /// The evidence.
    pub detail: String,
}

/// Summarises a match. An engine is called stronger only by the verdict of the sequential test, or at the end
/// of a match without one by an exact test at the 5 % level; with more than two engines, only if the games
/// separate the first one from all others.
pub fn standing(names: &[String], snapshot: &Snapshot, sprt: Option<&SprtSettings>) -> Standing {
    let name = |index: usize| names.get(index).map_or("", String::as_str);
    let verdict = snapshot.llr.as_ref().map_or(Verdict::Undecided, |llr| llr.verdict);
    let decided = sprt.and_then(|sprt| match verdict {
        Verdict::H1 => Some(h1_title(sprt, name(0), name(1))),
        Verdict::H0 => Some(h0_title(sprt, name(0), name(1))),
        Verdict::Undecided => None,
    });
    if snapshot.counted_games == 0 {
        return nothing_counted(snapshot.finished_games as u64);
    }
    let several = names.len() > 2;
    let title = decided.unwrap_or_else(|| match (sprt.is_some(), snapshot.is_over) {
        (true, true) => "Finished: the test is undecided".to_owned(),
        (true, false) => "Undecided so far".to_owned(),
        (false, is_over) if several => tournament_title(names, snapshot, is_over),
        (false, true) => format!("Finished: {}", claim(snapshot.interval.lead(), name(0), name(1))),
        (false, false) => format!("So far {}", score_words(snapshot, name(0), name(1))),
    });
    let mut detail = if several && sprt.is_none() {
        tournament_detail(names, snapshot)
    } else {
        interval_detail(snapshot)
    };
    let beyond = snapshot.finished_games.saturating_sub(snapshot.counted_games);
    if snapshot.is_over && beyond > 0 {
        let later = count(beyond as u64);
        detail += &[". Not counted: ", &later, " finished after the decision"].concat();
    } else if is_past_a_bound_undecided(snapshot) {
        detail +=
            ". The test decides when the pairs before these are there, from the other parts of the match";
    }
    Standing { title, detail }
}

/// Summarises a match without counted games.
fn nothing_counted(finished: u64) -> Standing {
    if finished == 0 {
        return Standing { title: "No games yet".to_owned(), detail: String::new() };
    }
    let detail =
        format!("{} finished; they wait for earlier pairs, which the test needs first", count(finished));
    Standing { title: "No games count yet".to_owned(), detail }
}

/// Returns whether the ratio is beyond a bound but the test still waits for missing pairs.
fn is_past_a_bound_undecided(snapshot: &Snapshot) -> bool {
    snapshot.llr.as_ref().is_some_and(|llr| {
        llr.verdict == Verdict::Undecided && !(llr.bounds.lower..llr.bounds.upper).contains(&llr.value)
    })
}

fn h1_title(sprt: &SprtSettings, new: &str, base: &str) -> String {
    if sprt.elo1 <= 0.0 {
        // A non-regression test, for example [-5, 0].
        format!("H1 accepted: {new} is not weaker than {base}")
    } else {
        format!("H1 accepted: {new} is stronger than {base}")
    }
}

fn h0_title(sprt: &SprtSettings, new: &str, base: &str) -> String {
    if sprt.elo0 < 0.0 {
        format!("H0 accepted: {new} is weaker than {base}")
    } else {
        format!("H0 accepted: {new} does not gain on {base} what was asked for")
    }
}

/// Returns the statement about a finished match of two engines, as used by the page, `stats` and `match`.
pub fn claim(lead: Lead, new: &str, base: &str) -> String {
    match lead {
        Lead::TooFew => "too few games to tell".to_owned(),
        Lead::Open => "no clear difference".to_owned(),
        Lead::First => format!("{new} is stronger than {base}"),
        Lead::Second => format!("{base} is stronger than {new}"),
    }
}

/// Describes which engine has more points, without a claim about strength.
fn score_words(snapshot: &Snapshot, new: &str, base: &str) -> String {
    match snapshot.wdl.wins.cmp(&snapshot.wdl.losses) {
        std::cmp::Ordering::Equal => "the score is even".to_owned(),
        std::cmp::Ordering::Greater => format!("{new} leads"),
        std::cmp::Ordering::Less => format!("{base} leads"),
    }
}

fn interval_detail(snapshot: &Snapshot) -> String {
    let games = count(snapshot.wdl.games());
    if snapshot.interval.lead() == Lead::TooFew {
        let wdl = snapshot.wdl;
        return format!(
            "{games}: {} won, {} drawn, {} lost. That is too few to estimate a difference",
            wdl.wins, wdl.draws, wdl.losses
        );
    }
    let elo = snapshot.estimate.map_or(0.0, |estimate| estimate.elo);
    format!("{} after {games}", elo_detail(elo, snapshot.interval))
}

fn elo_detail(elo: f64, interval: Interval) -> String {
    match interval {
        Interval { low: Some(_), high: Some(_) } => {
            format!("Elo {} (95 % interval {})", signed(elo), interval_words(interval))
        }
        _ => format!("Elo {} (95 % interval)", interval_words(interval)),
    }
}

fn tournament_title(names: &[String], snapshot: &Snapshot, is_over: bool) -> String {
    let name = |index: usize| names.get(index).map_or("", String::as_str);
    let first = name(snapshot.ranking.order.first().copied().unwrap_or(0));
    let rivals = &snapshot.ranking.rivals;
    match (is_over, &rivals[..]) {
        (false, _) => format!("So far {first} is first of {}", names.len()),
        (true, []) => format!("Finished: {first} is the strongest of {}", names.len()),
        (true, [rival]) => format!("Finished: {first} is first, but {} may be as strong", name(*rival)),
        (true, [_, others @ ..]) if others.len() + 2 == names.len() => {
            format!("Finished: {first} is first, but any of the {} may be as strong", names.len())
        }
        (true, rivals) => {
            format!("Finished: {first} is first, but {} others may be as strong", rivals.len())
        }
    }
}

fn tournament_detail(names: &[String], snapshot: &Snapshot) -> String {
    let first = snapshot.ranking.order.first().copied().unwrap_or(0);
    let games = count(snapshot.counted_games as u64);
    let Some(rating) = snapshot.ratings.get(first).copied().flatten() else { return games };
    let name = names.get(first).map_or("", String::as_str);
    if rating.interval.lead() == Lead::TooFew {
        return format!("{games}: too few to estimate ratings");
    }
    format!("{name}: {} against the mean of all, after {games}", elo_detail(rating.elo, rating.interval))
}

fn count(games: u64) -> String {
    format!("{} {}", grouped(games), if games == 1 { "game" } else { "games" })
}

/// Formats a number with thin spaces between thousands: `12 345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with a sign and one decimal: `+12.3`, `−4.0`, `0.0`.
pub fn signed(value: f64) -> String {
    let text = format!("{:.1}", value.abs());
    match (text == "0.0", value < 0.0) {
        (true, _) => text,
        (false, true) => format!("−{text}"),
        (false, false) => format!("+{text}"),
    }
}

/// Formats an interval: `−4.1 to +20.8`, `above +12.0`, `below −12.0`, or `–` if nothing is known.
pub fn interval_words(interval: Interval) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => format!("{} to {}", signed(low), signed(high)),
        (Some(low), None) => format!("above {}", signed(low)),
        (None, Some(high)) => format!("below {}", signed(high)),
        (None, None) => "–".to_owned(),
    }
}

/// Formats a difference with its interval: `+8.3 (−4.1 to +20.8)`; without the difference if the interval is
/// not bounded on both sides.
pub fn elo_words(elo: f64, interval: Interval) -> String {
    match interval {
        Interval { low: Some(_), high: Some(_) } => format!("{} ({})", signed(elo), interval_words(interval)),
        _ => interval_words(interval),
    }
}
