//! Display text about a match.

pub use tabia_arena::output::standing::{elo_words, interval_words, signed as one_decimal};
use tabia_arena::{Period, Snapshot, SprtSettings, Standing, TimeControl, WorkerTotals, standing};
use tabia_stats::{Model, Quality, Verdict};

use super::chart::{grouped, signed};
use crate::language::tr;

/// Tone of a headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadlineTone {
    /// The first engine has passed the test.
    Good,
    /// The first engine has failed the test.
    Bad,
    /// Undecided.
    Open,
}

/// Headline of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// Tone of the headline.
    pub tone: HeadlineTone,
    /// Headline in a few words.
    pub title: String,
    /// Details about it.
    pub detail: String,
}

/// Returns the unit of a model's differences.
pub fn unit(model: Model) -> &'static str {
    match model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
        Model::Bayesian => "BayesElo",
    }
}

/// Formats an estimate with its error: `+12.3 ± 4.5`.
pub fn plus_minus(value: f64, error: f64) -> String {
    format!("{} ± {:.1}", one_decimal(value), error)
}

/// Returns the current headline of a match.
pub fn banner(snapshot: &Snapshot, sprt: Option<&SprtSettings>, names: &[String]) -> Banner {
    let Standing { title, detail } =
        unplayed(snapshot, names).unwrap_or_else(|| standing(names, snapshot, sprt));
    let tone = match snapshot.llr.as_ref().map(|llr| llr.verdict) {
        Some(Verdict::H1) => HeadlineTone::Good,
        Some(Verdict::H0) => HeadlineTone::Bad,
        _ => HeadlineTone::Open,
    };
    Banner { tone, title, detail }
}

/// Returns the standing while some engine of a tournament hasn't played, when no ranking is possible.
fn unplayed(snapshot: &Snapshot, names: &[String]) -> Option<Standing> {
    let played = snapshot.ratings.iter().flatten().count();
    let is_early = names.len() > 2 && !snapshot.is_over && snapshot.counted_games > 0 && played < names.len();
    is_early.then(|| Standing {
        title: tr!("So far {played} of {engines} engines have played", played, engines = names.len()),
        detail: tr!("{games} games", games = grouped(snapshot.counted_games as u64)),
    })
}

/// Describes how many more games a test will probably take, given the number left.
pub fn games_left([from, to]: [f64; 2], left: usize) -> String {
    let ends_before = |games: f64| games.ceil() < left as f64;
    let words = |games: f64| grouped(two_digits(games));
    if !ends_before(from) {
        tr!("probably all remaining games").to_owned()
    } else if !ends_before(to) {
        tr!("probably {games} more, or all remaining games", games = words(from.floor()))
    } else {
        tr!("probably {from} to {to} more", from = words(from.floor()), to = words(to.ceil()))
    }
}

/// Rounds to two significant digits, the precision of an estimate.
pub fn two_digits(value: f64) -> u64 {
    let mut unit = 1.0;
    while value / unit >= 100.0 {
        unit *= 10.0;
    }
    ((value / unit).round() * unit) as u64
}

/// Formats a range of durations: `3 min to 2 h 10 min`.
pub fn durations([from, to]: [f64; 2]) -> String {
    let [from, to] = [duration(from), duration(to)];
    if from == to { from } else { tr!("{from} to {to}", from, to) }
}

/// Whether a worker's results deviate too far from the others, in standard deviations; fishtest flags those above 7.
pub fn is_suspicious(residual: f64) -> bool {
    residual.abs() > 7.0
}

/// Consistency of the workers of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerNews {
    /// Whether the workers need a check.
    pub is_suspicious: bool,
    /// One or two sentences.
    pub text: String,
}

/// Describes the test on workers. `workers` are in the order of its residuals.
pub fn worker_news(quality: &Quality, workers: &[WorkerTotals]) -> WorkerNews {
    let far: Vec<String> = workers
        .iter()
        .zip(&quality.residuals)
        .filter(|(_, residual)| residual.is_some_and(is_suspicious))
        .map(|(worker, _)| format!("{} {}", worker.host, worker.worker + 1))
        .collect();
    // By chance, one match in a thousand is flagged.
    let is_suspicious = quality.p < 0.001 || !far.is_empty();
    let chance = tr!(
        "χ² {chi2}, {degrees} degrees of freedom, p = {p}",
        chi2 = format_args!("{:.1}", quality.chi2),
        degrees = quality.degrees,
        p = format_args!("{:.3}", quality.p)
    );
    let text = match (is_suspicious, far.is_empty()) {
        (false, _) => tr!("The workers' results agree ({chance}).", chance),
        (true, true) => tr!(
            "The workers' results differ more than chance explains ({chance}): one of them may run on a busy or \
             faulty machine.",
            chance
        ),
        (true, false) => tr!(
            "{workers} differs from the others more than chance explains ({chance}): its machine may be busy or \
             faulty.",
            workers = far.join(", "),
            chance
        ),
    };
    WorkerNews { is_suspicious, text }
}

/// Explains a sequential test to a first-time user.
pub fn explain(sprt: &SprtSettings) -> String {
    let unit = unit(sprt.model);
    let percent = |share: f64| format!("{} %", share * 100.0);
    tr!(
        "The match continues until the games clearly favour one of two hypotheses. H0: the first engine is {elo0} {unit} or less \
         ahead of the second. H1: it is {elo1} {unit} or more ahead. If H0 is true, H1 is accepted wrongly in {alpha} of such tests \
         (alpha); if H1 is true, H0 is accepted wrongly in {beta} (beta). A narrow gap between the two needs many games.",
        unit,
        elo0 = one_or_zero(sprt.elo0),
        elo1 = one_or_zero(sprt.elo1),
        alpha = percent(sprt.alpha),
        beta = percent(sprt.beta)
    )
}

fn one_or_zero(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else {
        signed(value).trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// Explains the unit of a model.
pub fn explain_model(model: Model) -> &'static str {
    match model {
        Model::Normalized => tr!(
            "Normalised Elo is measured in standard deviations of a game, so a test takes about the same number of games \
             at any draw rate."
        ),
        Model::Logistic => tr!(
            "The usual Elo, computed from the score. With many draws, a test with the same bounds is shorter."
        ),
        Model::Bayesian => tr!("BayesElo, the scale that fishtest used before, with its own draw model."),
    }
}

/// Formats a duration: `48 s`, `12 min`, `3 h 20 min`, `2 d 4 h`.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match seconds {
        0..60 => tr!("{seconds} s", seconds),
        60..3600 => tr!("{minutes} min", minutes),
        3600..86_400 => tr!("{hours} h {minutes} min", hours, minutes = minutes % 60),
        _ => tr!("{days} d {hours} h", days, hours = hours % 24),
    }
}

/// Abbreviates a large number: `1.53 M`.
pub fn short_number(value: f64) -> String {
    for (limit, divisor, letter) in [(1e12, 1e12, "T"), (1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")] {
        if value >= limit {
            return format!("{:.2} {letter}", value / divisor);
        }
    }
    format!("{value:.0}")
}

/// Formats a file size.
pub fn file_size(bytes: u64) -> String {
    match bytes {
        0..1000 => tr!("{size} B", size = bytes),
        1000..1_000_000 => tr!("{size} kB", size = (bytes + 500) / 1000),
        _ => tr!("{size} MB", size = format_args!("{:.1}", bytes as f64 / 1e6)),
    }
}

/// Describes a time control: `40 moves in 1 min + 0.6 s per move, repeated`, `1 h 30 min`.
pub fn time_control(control: &TimeControl) -> String {
    let mut words: Vec<String> = control.periods().iter().map(period).collect();
    if let (Some(Period { moves: Some(_), .. }), Some(last)) = (control.periods().last(), words.last_mut()) {
        last.push_str(tr!(", repeated"));
    }
    words.join(tr!(", then "))
}

fn period(period: &Period) -> String {
    let mut time = clock_time(period.time_ms);
    if period.increment_ms > 0 {
        time.push_str(&tr!(" + {increment} per move", increment = clock_time(period.increment_ms)));
    }
    match period.moves {
        Some(moves) => tr!("{n} move in {time}" | "{n} moves in {time}" % moves as usize, time),
        None => time,
    }
}

/// Formats a time exactly: `1 h 30 min`, `0.08 s`.
fn clock_time(ms: u64) -> String {
    let (hours, minutes, rest_ms) = (ms / 3_600_000, ms / 60_000 % 60, ms % 60_000);
    let mut parts = Vec::new();
    parts.extend((hours > 0).then(|| tr!("{hours} h", hours)));
    parts.extend((minutes > 0).then(|| tr!("{minutes} min", minutes)));
    if rest_ms > 0 || parts.is_empty() {
        parts.push(tr!("{seconds} s", seconds = rest_ms as f64 / 1000.0));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{EngineSettings, Limits, MatchHeader, MatchProgress, MatchSettings, Openings};
    use tabia_stats::Rating;

    #[test]
    fn no_place_is_told_before_every_engine_has_played() {
        let names = ["A", "B", "C"].map(str::to_owned);
        let engines = names.each_ref().map(|name| EngineSettings {
            name: name.clone(),
            build: name.to_lowercase().repeat(64),
            limits: Limits { nodes: Some(100), ..Limits::default() },
            ..EngineSettings::default()
        });
        let settings = MatchSettings { engines: engines.to_vec(), sprt: None, ..MatchSettings::default() };
        let header = MatchHeader { id: "x".into(), created_ms: 0, settings };
        let openings = Openings::from_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").0;
        let mut snapshot = MatchProgress::new(header, openings).unwrap().snapshot();
        snapshot.counted_games = 22;
        let rating = Rating { elo: 0.0, error: 20.0, interval: snapshot.interval };
        snapshot.ratings = vec![Some(rating), Some(rating), None];
        let early = banner(&snapshot, None, &names);
        assert_eq!((&*early.title, &*early.detail), ("So far 2 of 3 engines have played", "22 games"));
        snapshot.ratings[2] = Some(rating);
        assert!(banner(&snapshot, None, &names).title.starts_with("So far A is first"));
    }

    #[test]
    fn a_range_is_told_no_finer_than_it_is_known_and_ends_with_the_match() {
        assert_eq!(games_left([134.2, 2871.0], 20_000), "probably 130 to 2\u{202f}900 more");
        assert_eq!(games_left([134.2, 1804.0], 1804), "probably 130 more, or all remaining games");
        assert_eq!(games_left([300.0, 300.0], 300), "probably all remaining games");
        assert_eq!(games_left([2.0, 7.5], 300), "probably 2 to 8 more");
        assert_eq!(durations([50.0, 7300.0]), "50 s to 2 h 1 min");
        assert_eq!(durations([50.0, 50.4]), "50 s");
    }

    #[test]
    fn a_time_control_is_read_back() {
        for (text, words) in [
            ("10/5", "10 moves in 5 s, repeated"),
            ("8+0.08", "8 s + 0.08 s per move"),
            ("3|2", "3 min + 2 s per move"),
            ("1:30:00", "1 h 30 min"),
            ("0+1", "0 s + 1 s per move"),
            ("40/5400,900+30", "40 moves in 1 h 30 min, then 15 min + 30 s per move"),
            ("40/120,20/60", "40 moves in 2 min, then 20 moves in 1 min, repeated"),
        ] {
            assert_eq!(time_control(&text.parse().unwrap()), words);
        }
    }
}
