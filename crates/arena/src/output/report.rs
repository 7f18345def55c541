//! The printed report of a match: the score in fastchess's format, and the totals of each engine.

use crate::endings::Endings;
use crate::match_progress::MatchProgress;
use crate::settings::EngineSettings;
use crate::totals::EngineTotals;
use tabia_stats::{PlayerResult, Verdict, hypotheses};

use super::lines::crosstable;
use super::standing::{Standing, standing};

/// Returns the score in fastchess's format; a crosstable for more than two engines.
pub fn report(lab: &MatchProgress) -> String {
    const RULE: &str = "--------------------------------------------------\n";
    let snapshot = lab.snapshot();
    let names = lab.settings().names();
    let body = match &names[..] {
        [first, second] => {
            format!("Results of {first} vs {second} ({}):\n{}", conditions(lab), snapshot.report)
        }
        names => crosstable(names, &snapshot),
    };
    format!("{RULE}{body}{RULE}")
}

/// Returns the text at the end of a match: the score, its significance, the verdict, the totals of each
/// engine, and whether the workers' results agree.
pub fn conclusion(lab: &MatchProgress) -> String {
    let mut text = report(lab);
    let snapshot = lab.snapshot();
    let Standing { title, detail } =
        standing(&lab.settings().names(), &snapshot, lab.settings().sprt.as_ref());
    for line in [&title, &detail].into_iter().filter(|line| !line.is_empty()) {
        text.push_str(line);
        text.push('\n');
    }
    if let Some(sprt) = lab.sprt() {
        let elo = hypotheses(sprt);
        let line = match lab.verdict() {
            Verdict::Undecided => format!("SPRT ({elo}) undecided\n"),
            verdict => format!("SPRT ({elo}) completed - {verdict} was accepted\n"),
        };
        text.push_str(&line);
    }
    let engines = lab.settings().engines.iter().zip(&snapshot.engines).zip(&snapshot.endings);
    for ((engine, totals), endings) in engines {
        text += &totals_lines(&engine.name, totals, endings);
    }
    if let Some(quality) = &snapshot.quality {
        let (count, p) = (snapshot.workers.len(), quality.p);
        let line = format!("Workers: {count} play alike with p = {p:.3} (chi-squared)\n");
        text.push_str(&line);
    }
    text
}

/// Returns an engine's totals in fastchess's format, followed by speed and depth, and how its games ended.
pub fn totals_lines(name: &str, totals: &EngineTotals, endings: &Endings) -> String {
    let EngineTotals { timeouts, crashes, illegal_moves, moves, nodes, time_us, .. } = totals;
    let mut text = format!(
        "Player: {name}\n  Timeouts: {timeouts}\n  Crashed: {crashes}\n  Illegal moves: {illegal_moves}\n  \
         Moves: {moves}, nodes: {nodes}, time: {:.1} s, nps: {:.0}, time/move: {:.2} ms, nodes/move: {:.0}, depth: {:.1}\n",
        *time_us as f64 / 1e6,
        totals.nps().unwrap_or(0.0),
        totals.ms_per_move().unwrap_or(0.0),
        *nodes as f64 / (*moves).max(1) as f64,
        totals.depth_per_move().unwrap_or(0.0)
    );
    for (word, result) in
        [("Won", PlayerResult::Win), ("Drawn", PlayerResult::Draw), ("Lost", PlayerResult::Loss)]
    {
        let causes: Vec<String> =
            endings.causes(result).map(|(cause, count)| format!("{} {count}", cause.name())).collect();
        let colon = if causes.is_empty() { "" } else { ": " };
        text.extend([format!("  {word} {}{colon}{}\n", endings.total(result), causes.join(", "))]);
    }
    text
}

/// Returns limits, threads, hash and openings, each only once if it is the same for all engines.
fn conditions(lab: &MatchProgress) -> String {
    let settings = lab.settings();
    let of_all = |value: &dyn Fn(&EngineSettings) -> String| {
        let mut values: Vec<String> = settings.engines.iter().map(value).collect();
        values.dedup();
        values.join(" - ")
    };
    let option = |name: &'static str, unit: &'static str| {
        of_all(&move |engine| {
            let found = engine.options.iter().rev().find(|(option, _)| option.eq_ignore_ascii_case(name));
            found.map_or_else(|| "NULL".to_owned(), |(_, value)| format!("{value}{unit}"))
        })
    };
    let mut parts =
        vec![of_all(&|engine| engine.limits.summary()), option("Threads", "t"), option("Hash", "MB")];
    parts.extend(settings.openings.source.file().map(|(name, _)| name.to_owned()));
    parts.join(", ")
}
