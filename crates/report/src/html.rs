//! A report as one HTML file that needs nothing else: it opens anywhere, without a network, and prints well.

use std::fmt::Write as _;

use tabia_chess::{Color, Position, Square};
use tabia_pgn::{Game, NodeId};

use crate::annotate::Findings;
use crate::chart::chart;
use crate::remark::{Remark, eval_words, glyph};
use crate::report::Report;
use crate::words;

/// A game with all that is said about it.
#[derive(Debug, Clone, Copy)]
pub struct GamePage<'a> {
    /// The game, annotated or not.
    pub game: &'a Game,
    /// Both sides' numbers.
    pub report: &'a Report,
    /// What was found in its positions.
    pub findings: &'a Findings,
    /// The moves that something is said about; each gets a diagram.
    pub remarks: &'a [Remark],
}

/// The file. `pieces` is an SVG document with a `g` element for each piece, `wK` to `bP`, 45 units wide and side by side.
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

/// The elements of the sprite, each moved to the origin.
fn definitions(pieces: &str) -> String {
    let inner = pieces.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner.rsplit_once("</svg>").map_or(inner, |(inner, _)| inner);
    let mut text = String::new();
    for line in inner.lines().filter(|line| line.starts_with("<g id=")) {
        // The place in the sprite stands in the first tag only.
        let (tag, rest) = line.split_once('>').unwrap_or((line, ""));
        let tag = tag.split_once(" transform=").map_or(tag, |(tag, _)| tag);
        let _ = write!(text, "{tag}>{rest}");
    }
    text
}

/// The empty board, drawn once: it looks the same from both sides.
fn squares() -> String {
    let mut text = String::from(
        "<g id=\"squares\"><path class=\"light\" d=\"M0 0h360v360H0z\"/><path class=\"dark\" d=\"",
    );
    for square in Square::ALL.into_iter().filter(|square| !square.is_light()) {
        let (x, y) = corner(square, Color::White);
        let _ = write!(text, "M{x} {y}h45v45h-45z");
    }
    text + "\"/></g>"
}

/// The upper left corner of a square.
fn corner(square: Square, orientation: Color) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    match orientation {
        Color::White => (file * 45, (7 - rank) * 45),
        Color::Black => ((7 - file) * 45, rank * 45),
    }
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

/// Event, place, date and opening, as far as they are known.
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

/// The main line, with a figure behind each move that something is said about.
fn write_moves(text: &mut String, page: &GamePage<'_>) {
    text.push_str("<div class=\"moves\"><p>");
    let mut position = *page.game.start();
    let mut needs_number = true;
    for node in page.game.main_line() {
        let Some(played) = page.game.played(node) else { continue };
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => {
                let _ = write!(text, "<b>{number}.</b>&nbsp;");
            }
            Color::Black if needs_number => {
                let _ = write!(text, "<b>{number}…</b>&nbsp;");
            }
            Color::Black => {}
        }
        let remark = page.remarks.iter().find(|remark| remark.node == node);
        let mark = remark.and_then(|remark| remark.judgement).map_or("", glyph);
        let _ = write!(text, "{}{mark} ", escape(&played.san(&position)));
        needs_number = remark.is_some();
        if let Some(remark) = remark {
            text.push_str("</p>");
            write_remark(text, page, remark, &position);
            text.push_str("<p>");
        }
        played.apply(&mut position);
    }
    let _ = write!(text, "{}</p></div>", escape(page.game.result().as_str()));
}

fn write_remark(text: &mut String, page: &GamePage<'_>, remark: &Remark, before: &Position) {
    let played = page.game.played(remark.node);
    let squares = played.and_then(tabia_pgn::Played::as_move).map(|m| [m.from(), m.to()]);
    let after = page.game.position(remark.node);
    let caption = words::remark_text(remark, before);
    let _ = write!(
        text,
        "<figure>{}<figcaption><p><strong>{}</strong></p><p>Best line: {} <span class=\"eval\">{}</span></p>{}</figcaption></figure>",
        diagram(&after, before.turn(), squares, &caption),
        escape(&caption),
        escape(&line(before, &remark.best.line)),
        eval_words(remark.best.eval),
        own_words(page.game, remark.node, &caption)
    );
}

/// What the game's own comment says besides.
fn own_words(game: &Game, node: NodeId, caption: &str) -> String {
    let said = game.annotations(node).text_after().replace(caption, "");
    let said = said.trim();
    if said.is_empty() { String::new() } else { format!("<p>{}</p>", escape(said)) }
}

/// Moves in SAN with their numbers.
fn line(start: &Position, moves: &[tabia_chess::Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, &m) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}…")),
            Color::Black => {}
        }
        words.push(position.san(m));
        position.play_unchecked(m);
    }
    words.join(" ")
}

/// A board, seen by the side that moved.
fn diagram(position: &Position, orientation: Color, marked: Option<[Square; 2]>, label: &str) -> String {
    let mut text = format!(
        "<svg class=\"board\" viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"{}\"><use href=\"#squares\"/>",
        escape(label)
    );
    for square in marked.into_iter().flatten() {
        let (x, y) = corner(square, orientation);
        let _ = write!(text, "<path class=\"marked\" d=\"M{x} {y}h45v45h-45z\"/>");
    }
    for (square, piece) in position.board().iter() {
        let (x, y) = corner(square, orientation);
        let color = if piece.color == Color::White { 'w' } else { 'b' };
        let _ = write!(text, "<use href=\"#{color}{}\" x=\"{x}\" y=\"{y}\"/>", piece.role.upper_char());
    }
    text.push_str("</svg>");
    text
}

/// A text that HTML shows as it is.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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
.board{width:14rem;height:14rem;flex:none}.light{fill:#f0d9b5}.dark{fill:#b58863}.marked{fill:#cdd26a}.eval{white-space:nowrap}\
@media (max-width:32rem){figure{flex-direction:column}.board{width:100%;height:auto}th,td{padding:.25rem .4rem}}\
@media print{:root{color-scheme:light;font-size:10pt}main{max-width:none;padding:0}article+article{break-before:page;border:0}\
.board{width:5.2cm;height:5.2cm;print-color-adjust:exact;-webkit-print-color-adjust:exact}\
.chart{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\
</style></head><body><main>";
