//! The report of a match in fastchess's format, so that scripts for its output work with this one.

use crate::counts::{Counts, PairCounts, WdlCounts};
use crate::estimate::{Convention, Estimate};
use crate::sprt::{Bounds, Sprt};

/// Formats the lines from `Elo:` to `LLR:`, each ended by a newline.
///
/// A division by zero is `inf`, or `n/a` if nothing was counted at all.
pub fn report(counts: &Counts, sprt: Option<&Sprt>) -> String {
    let Estimate { elo, elo_err, nelo, nelo_err, los, .. } = Estimate::new(counts, Convention::Fastchess);
    let mut los_line =
        format!("LOS: {:.2} %, DrawRatio: {:.2} %", 100.0 * los, counts.draw_ratio().unwrap_or(0.0));
    let mut pairs_line = None;
    if let Counts::Pairs(pairs) = counts {
        los_line += ", PairsRatio: ";
        los_line += &pairs_ratio(pairs);
        let wl_dd = wl_dd_ratio(pairs);
        pairs_line = Some(format!("Ptnml(0-2): {:?}, WL/DD Ratio: {wl_dd}", pairs.ptnml()));
    }
    let mut lines = vec![
        format!("Elo: {} +/- {elo_err:.2}, nElo: {} +/- {nelo_err:.2}", fixed::<2>(elo), fixed::<2>(nelo)),
        los_line,
    ];
    lines.push(games_line(&counts.wdl()));
    lines.extend(pairs_line);
    lines.extend(sprt.map(|sprt| llr_line(counts, sprt)));
    lines.push(String::new());
    lines.join("\n")
}

fn games_line(wdl: &WdlCounts) -> String {
    let (games, points) = (wdl.games(), wdl.points());
    let percent = if games == 0 { 50.0 } else { 100.0 * points / games as f64 };
    let WdlCounts { wins, losses, draws } = wdl;
    format!(
        "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({percent:.2} %)"
    )
}

fn llr_line(counts: &Counts, sprt: &Sprt) -> String {
    let Bounds { lower, upper } = sprt.bounds();
    let llr = sprt.llr(counts).value;
    let percent = 100.0 * if llr < 0.0 { -llr / lower } else { llr / upper };
    let [llr, lower, upper] = [llr, lower, upper].map(fixed::<2>);
    format!("LLR: {llr} ({}%) ({lower}, {upper}) {}", fixed::<1>(percent), hypotheses(sprt))
}

/// Formats the hypotheses of a test: `[0.00, 5.00]`.
pub fn hypotheses(sprt: &Sprt) -> String {
    format!("[{}, {}]", fixed::<2>(sprt.elo0()), fixed::<2>(sprt.elo1()))
}

/// Formats pairs won divided by pairs lost: two decimals, `inf` without lost pairs, and `n/a` without either.
pub fn pairs_ratio(pairs: &PairCounts) -> String {
    ratio(Counts::Pairs(*pairs).pairs_ratio(), pairs.ww + pairs.wd)
}

/// Formats pairs with one win each divided by pairs with two draws.
pub fn wl_dd_ratio(pairs: &PairCounts) -> String {
    ratio(Counts::Pairs(*pairs).wl_dd_ratio(), pairs.wl)
}

fn ratio(value: Option<f64>, numerator: u64) -> String {
    match value {
        Some(value) => format!("{value:.2}"),
        None if numerator > 0 => "inf".to_owned(),
        None => "n/a".to_owned(),
    }
}

/// Formats a number with this many decimals; zero has no sign.
fn fixed<const DECIMALS: usize>(value: f64) -> String {
    let text = format!("{value:.DECIMALS$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}
