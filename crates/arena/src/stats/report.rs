//! The report of a match in fastchess's words, so that scripts that read its output can read this one.

use super::counts::{Counts, WdlCounts};
use super::estimate::{Convention, Estimate};
use super::sprt::{Bounds, Sprt};

/// The lines from `Elo:` to `LLR:`, each ended by a newline.
///
/// A division by zero is `inf`, and `n/a` if nothing was counted at all.
pub fn report(counts: &Counts, sprt: Option<&Sprt>) -> String {
    let Estimate { elo, elo_err, nelo, nelo_err, los, .. } = Estimate::new(counts, Convention::Fastchess);
    let mut los_line =
        format!("LOS: {:.2} %, DrawRatio: {:.2} %", 100.0 * los, counts.draw_ratio().unwrap_or(0.0));
    let mut pairs_line = None;
    if let Counts::Pairs(pairs) = counts {
        los_line += ", PairsRatio: ";
        los_line += &ratio(counts.pairs_ratio(), pairs.ww + pairs.wd);
        let wl_dd = ratio(counts.wl_dd_ratio(), pairs.wl);
        pairs_line = Some(format!("Ptnml(0-2): {:?}, WL/DD Ratio: {wl_dd}", pairs.ptnml()));
    }
    let mut lines =
        vec![format!("Elo: {elo:.2} +/- {elo_err:.2}, nElo: {nelo:.2} +/- {nelo_err:.2}"), los_line];
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
    let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
    format!("LLR: {llr:.2} ({percent:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")
}

fn ratio(value: Option<f64>, numerator: u64) -> String {
    match value {
        Some(value) => format!("{value:.2}"),
        None if numerator > 0 => "inf".to_owned(),
        None => "n/a".to_owned(),
    }
}
