//! A report as a self-contained HTML file: it opens anywhere, offline, and prints well.

mod chart;
mod diagram;
mod escape;
mod moves;
mod page;

use std::fmt::Write as _;

use tabia_pgn::Game;

use chart::chart;
use diagram::{definitions, squares};
use escape::escape;
use moves::write_moves;
pub use page::GamePage;

/// Renders the file. `pieces` is an SVG document with a `g` element for each piece, `wK` to `bP`, 45 units wide and side by side.
pub fn html(games: &[GamePage<'_>], pieces: &str) -> String {
    let mut text = String::from(HEAD);
    let (pieces, board) = (definitions(pieces), squares());
    let _ = write!(text, "<svg class=\"pieces\" aria-hidden=\"true\"><defs>{pieces}{board}</defs></svg>");
    for page in games {
        write_game(&mut text, page);
    }
    text.push_str("</main></body></html>\n");
    text
}

fn write_game(text: &mut String, page: &GamePage<'_>) {
    let tag = |name: &str| escape(page.game.tags().get(name).unwrap_or("?"));
    let _ = write!(
        text,
        "<article><h2>{} – {} <span class=\"result\">{}</span></h2><p class=\"facts\">{}</p>",
        tag("White"),
        tag("Black"),
        escape(page.game.result().as_str()),
        facts(page.game)
    );
    write_numbers(text, page);
    text.push_str(&chart(page.game, page.report));
    write_moves(text, page);
    text.push_str("</article>");
}

/// Event, site, date and opening, if known.
fn facts(game: &Game) -> String {
    let known =
        |name: &&str| game.tags().get(name).is_some_and(|value| !value.is_empty() && !value.starts_with('?'));
    let names = ["Event", "Site", "Date", "ECO", "Opening"];
    let values = names.iter().filter(|name| known(name)).filter_map(|name| game.tags().get(name));
    escape(&values.collect::<Vec<_>>().join(" · "))
}

fn write_numbers(text: &mut String, page: &GamePage<'_>) {
    let player = |tag: &'static str| {
        escape(page.game.tags().get(tag).filter(|player| !player.starts_with('?')).unwrap_or(tag))
    };
    let _ = write!(
        text,
        "<table><thead><tr><td></td><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        player("White"),
        player("Black")
    );
    let number =
        |value: Option<f64>, unit: &str| value.map_or("–".to_owned(), |value| format!("{value:.0}{unit}"));
    let (white, black) = (&page.report.white, &page.report.black);
    let rows = [
        ("Accuracy", [white, black].map(|side| number(side.accuracy, " %"))),
        ("Average loss", [white, black].map(|side| number(side.acpl, " cp"))),
        ("Inaccuracies", [white, black].map(|side| side.inaccuracies.to_string())),
        ("Mistakes", [white, black].map(|side| side.mistakes.to_string())),
        ("Blunders", [white, black].map(|side| side.blunders.to_string())),
    ];
    for (name, [white, black]) in rows {
        let _ = write!(text, "<tr><th scope=\"row\">{name}</th><td>{white}</td><td>{black}</td></tr>");
    }
    text.push_str("</tbody></table>");
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Annotated games</title><style>\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;background:Canvas;color:CanvasText}\
main{max-width:46rem;margin:0 auto;padding:1rem}.pieces{position:absolute;width:0;height:0}\
article+article{margin-top:3rem;border-top:1px solid GrayText;padding-top:1rem}h2{margin:0}.result{white-space:nowrap}\
.facts{margin:.25rem 0 1rem;color:GrayText}table{border-collapse:collapse;margin-bottom:1rem}\
th,td{padding:.25rem .75rem;text-align:right}th[scope=row]{text-align:left}thead th{border-bottom:1px solid GrayText;font-weight:600}\
.chart{display:block;width:100%;height:auto;margin-bottom:1rem}.chart .white{fill:#f2f2f2}.chart .black{fill:#5a5a5a}\
.chart line{stroke:#808080}.chart text{font:9px system-ui,sans-serif;fill:CanvasText}.chart circle{stroke:#000;stroke-width:.5}\
.inaccuracy{fill:#4da3d5}.mistake{fill:#e69d00}.blunder{fill:#db3031}\
figure{display:flex;gap:1rem;margin:1rem 0;break-inside:avoid}figcaption{flex:1}figcaption p{margin:0 0 .5rem}\
.comment{color:GrayText}.line{font-size:.9em}.line .eval{color:GrayText}\
.chart text.mark{font-weight:700;text-anchor:middle;fill:#000;stroke:#fff;stroke-width:2.5px;paint-order:stroke}\
.board{width:14rem;height:14rem;flex:none}.light{fill:#f0d9b5}.dark{fill:#b58863}.marked{fill:#cdd26a}.eval{white-space:nowrap}\
@media (max-width:32rem){figure{flex-direction:column}.board{width:100%;height:auto}th,td{padding:.25rem .4rem}}\
@media print{:root{color-scheme:light;font-size:10pt}main{max-width:none;padding:0}article+article{break-before:page;border:0;margin:0;padding:0}\
.moves>p{break-after:avoid}\
.board{width:5.2cm;height:5.2cm;print-color-adjust:exact;-webkit-print-color-adjust:exact}\
.chart{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\
</style></head><body><main>";
