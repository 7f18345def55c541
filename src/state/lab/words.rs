//! What a match says, in plain words.

use tabia_arena::stats::{Estimate, Model, Quality, Verdict};
use tabia_arena::{Snapshot, SprtSettings, WorkerTotals};

use super::chart::{grouped, signed};

/// How good the news is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The first engine has shown what was hoped for.
    Good,
    /// It has not.
    Bad,
    /// Nothing is decided.
    Open,
}

/// The banner over a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// How good the news is.
    pub tone: Tone,
    /// The news in a few words.
    pub title: String,
    /// What it rests on.
    pub detail: String,
}

/// What a model's differences are called.
pub fn unit(model: Model) -> &'static str {
    match model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
        Model::Bayesian => "BayesElo",
    }
}

/// An estimate with its error: `+12.3 ± 4.5`.
pub fn plus_minus(value: f64, error: f64) -> String {
    format!("{} ± {:.1}", one_decimal(value), error)
}

/// A number with a sign and one decimal.
pub fn one_decimal(value: f64) -> String {
    let text = format!("{:.1}", value.abs());
    match (text == "0.0", value < 0.0) {
        (true, _) => text,
        (false, true) => format!("−{text}"),
        (false, false) => format!("+{text}"),
    }
}

/// What the match says now. `names` are those of the first two engines.
pub fn banner(snapshot: &Snapshot, sprt: Option<&SprtSettings>, names: [&str; 2]) -> Banner {
    let [new, base] = names;
    let interval =
        snapshot.estimate.as_ref().map_or_else(String::new, |estimate| interval(estimate, snapshot));
    let verdict = snapshot.llr.as_ref().map_or(Verdict::Undecided, |llr| llr.verdict);
    let (tone, title) = match (verdict, sprt) {
        (Verdict::H1, Some(sprt)) => (Tone::Good, h1_title(sprt, new, base)),
        (Verdict::H0, Some(sprt)) => (Tone::Bad, h0_title(sprt, new, base)),
        _ if snapshot.is_complete => (Tone::Open, format!("Finished: {}", who_leads(snapshot, new, base))),
        (_, Some(_)) => (Tone::Open, "Undecided so far".to_owned()),
        (_, None) => (Tone::Open, format!("So far {}", who_leads(snapshot, new, base))),
    };
    Banner { tone, title, detail: interval }
}

fn h1_title(sprt: &SprtSettings, new: &str, base: &str) -> String {
    if sprt.elo1 <= 0.0 {
        // A test that nothing is lost, such as [-5, 0].
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

fn who_leads(snapshot: &Snapshot, new: &str, base: &str) -> String {
    let Some(estimate) = &snapshot.estimate else { return "nothing is played yet".to_owned() };
    if snapshot.wdl.wins == snapshot.wdl.losses {
        format!("{new} and {base} are level")
    } else if estimate.elo.abs() <= estimate.elo_err {
        let leader = if estimate.elo > 0.0 { new } else { base };
        format!("{leader} leads, within the error")
    } else {
        let (winner, loser) = if estimate.elo > 0.0 { (new, base) } else { (base, new) };
        format!("{winner} is stronger than {loser}")
    }
}

fn interval(estimate: &Estimate, snapshot: &Snapshot) -> String {
    let games = snapshot.wdl.games();
    format!(
        "Elo {} (95 % interval {} to {}) after {} games",
        plus_minus(estimate.elo, estimate.elo_err),
        one_decimal(estimate.elo - estimate.elo_err),
        one_decimal(estimate.elo + estimate.elo_err),
        grouped(games)
    )
}

/// How many games a test is expected to take still: told once there is something to reckon with, 10 counted units at least.
pub fn expected_left(snapshot: &Snapshot) -> Option<f64> {
    const TOLD_FROM: u64 = 10;
    let games = snapshot.wdl.games();
    let counted = if snapshot.is_paired { games / 2 } else { games };
    snapshot.llr.as_ref()?.expected_games_left.filter(|_| counted >= TOLD_FROM)
}

/// Whether a worker's results are too far from those of all, in standard deviations: fishtest looks at those above 7.
pub fn is_suspicious(residual: f64) -> bool {
    residual.abs() > 7.0
}

/// Whether the workers of a match play alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerNews {
    /// Whether somebody should look at them.
    pub is_suspicious: bool,
    /// A sentence or two.
    pub text: String,
}

/// What the test on workers says. `workers` are in the order of its residuals.
pub fn worker_news(quality: &Quality, workers: &[WorkerTotals]) -> WorkerNews {
    let far: Vec<String> = workers
        .iter()
        .zip(&quality.residuals)
        .filter(|(_, residual)| residual.is_some_and(is_suspicious))
        .map(|(worker, _)| format!("{} {}", worker.host, worker.worker + 1))
        .collect();
    // By chance one match in a thousand is called suspicious.
    let is_suspicious = quality.p < 0.001 || !far.is_empty();
    let chance =
        format!("χ² {:.1}, {} degrees of freedom, p = {:.3}", quality.chi2, quality.degrees, quality.p);
    let text = match (is_suspicious, far.is_empty()) {
        (false, _) => format!("The workers' results look alike ({chance})."),
        (true, true) => format!(
            "The workers' results differ more than chance explains ({chance}): is one of them on a busy or broken machine?"
        ),
        (true, false) => format!(
            "{} differs from the others more than chance explains ({chance}): its machine may be busy or broken.",
            far.join(", ")
        ),
    };
    WorkerNews { is_suspicious, text }
}

/// What a sequential test asks, in words for somebody who has never run one.
pub fn explain(sprt: &SprtSettings) -> String {
    let unit = unit(sprt.model);
    let percent = |share: f64| format!("{} %", share * 100.0);
    format!(
        "The match goes on until the games speak clearly for one of two answers. H0: the first engine is {} {unit} or less \
         ahead of the second. H1: it is {} {unit} or more ahead. If H0 is true, H1 is accepted wrongly in {} of such tests (alpha); if H1 \
         is true, H0 is accepted wrongly in {} (beta). A narrow gap between the two needs many games.",
        one_or_zero(sprt.elo0),
        one_or_zero(sprt.elo1),
        percent(sprt.alpha),
        percent(sprt.beta)
    )
}

fn one_or_zero(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else {
        signed(value).trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// What a model's unit means.
pub fn explain_model(model: Model) -> &'static str {
    match model {
        Model::Normalized => {
            "Normalised Elo counts in standard deviations of a game, so that a test takes as many games whatever the draw rate is."
        }
        Model::Logistic => "The usual Elo of the score. Many draws make a test of the same bounds shorter.",
        Model::Bayesian => "BayesElo, the older scale of fishtest, with its own draw model.",
    }
}

/// A time in words: `48 s`, `12 min`, `3 h 20 min`, `2 d 4 h`.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{minutes} min"),
        3600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

/// A large number in few letters: `1.53 M`.
pub fn short_number(value: f64) -> String {
    for (limit, divisor, letter) in [(1e12, 1e12, "T"), (1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")] {
        if value >= limit {
            return format!("{:.2} {letter}", value / divisor);
        }
    }
    format!("{value:.0}")
}

/// A size of a file.
pub fn file_size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} kB", (bytes + 500) / 1000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
