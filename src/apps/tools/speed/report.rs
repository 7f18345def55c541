//! Plain-text report of the measurements.

use super::measured::{Measured, cores};
use crate::apps::tools::numbers::{compact, grouped, milliseconds, seconds};
use crate::apps::tools::strings;
use crate::services::speed::signature::is_known;

/// Formats the report.
pub fn report(measured: &Measured) -> String {
    let agent = web_sys::window().and_then(|window| window.navigator().user_agent().ok()).unwrap_or_default();
    let mut lines = vec![strings::report_head(env!("CARGO_PKG_VERSION"), cores(), &agent)];
    if let Some(perft) = &measured.perft {
        lines.push(format!("perft, {} ({})", perft.name, perft.fen));
        for (place, counted) in perft.depths.iter().enumerate() {
            let verdict = match perft.is_right(place + 1) {
                Some(true) => strings::count_right(),
                Some(false) => strings::count_wrong(),
                None => strings::count_unknown(),
            };
            let rate = compact(counted.nodes as f64 * 1000.0 / counted.ms.max(0.1));
            let time = seconds(counted.ms);
            let leaves = strings::leaves_report(place + 1, counted.nodes, verdict, &time, &rate);
            lines.push(format!("  {leaves}"));
        }
    }
    if let Some(moves) = measured.moves {
        lines.push(strings::moves_report(&compact(moves.generated as f64), &compact(moves.made as f64)));
    }
    for search in &measured.search {
        let workers = strings::nps_with(search.workers);
        let bench = strings::bench_report(&grouped(search.nodes), is_known(search.nodes));
        lines.push(format!("{workers}: {} ({bench})", compact(search.nps)));
    }
    if let Some(latencies) = measured.latencies {
        let stop = latencies.stop_ms.map_or_else(|| strings::no_stop().to_owned(), milliseconds);
        lines.push(strings::latencies_report(
            &milliseconds(latencies.start_ms),
            &stop,
            &milliseconds(latencies.message_ms),
        ));
    }
    lines.join("\n") + "\n"
}
