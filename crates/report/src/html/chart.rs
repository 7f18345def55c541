//! Evaluation chart of a game.

use std::fmt::Write as _;

use tabia_chess::Color;
use tabia_pgn::Game;

use crate::judgement::Judgement;
use crate::remark::glyph;
use crate::report::Report;
use crate::words;

/// Height of the chart in SVG units; one unit is a point of win percentage.
const HEIGHT: f64 = 100.0;
/// Width of the chart.
const WIDTH: f64 = 720.0;

/// White's win percentage by move, with dots at judged moves. Empty if there are no evaluations.
pub(super) fn chart(game: &Game, report: &Report) -> String {
    let plies = report.percentages.len();
    if report.percentages.iter().flatten().count() < 2 {
        return String::new();
    }
    let x = |index: usize| index as f64 * WIDTH / (plies.max(2) - 1) as f64;
    let mut area = format!("M0 {HEIGHT}");
    for (index, percentage) in report.percentages.iter().enumerate() {
        if let Some(percentage) = percentage {
            let _ = write!(area, "L{:.1} {:.1}", x(index), HEIGHT - percentage);
        }
    }
    let _ = write!(area, "L{:.1} {HEIGHT}Z", x(plies - 1));
    let mut text = format!(
        "<svg class=\"chart\" viewBox=\"-4 -4 {} {}\" role=\"img\" aria-label=\"White's winning chances, move by move\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" class=\"black\"/><path d=\"{area}\" class=\"white\"/>\
         <line x1=\"0\" x2=\"{WIDTH}\" y1=\"50\" y2=\"50\"/>",
        WIDTH + 8.0,
        HEIGHT + 8.0
    );
    let mut position = *game.start();
    for (index, node) in game.main_line().enumerate() {
        let Some(played) = game.played(node) else { continue };
        if let (Some(Some(judgement)), Some(Some(percentage))) =
            (report.judgements.get(index), report.percentages.get(index + 1))
        {
            let name = format!(
                "{}{} {}",
                position.fullmove_number(),
                if position.turn() == Color::White { "." } else { "…" },
                played.san(&position)
            );
            text.push_str(&dot(x(index + 1), HEIGHT - percentage, *judgement, &name));
        }
        played.apply(&mut position);
    }
    text.push_str("</svg>");
    text
}

/// A dot at a judged move with its glyph: above it, or below if there is no room.
fn dot(x: f64, y: f64, judgement: Judgement, name: &str) -> String {
    let mark = glyph(judgement);
    let place = if y < 14.0 { y + 12.0 } else { y - 6.0 };
    format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" class=\"{}\"><title>{name}{mark}</title></circle>\
         <text x=\"{:.1}\" y=\"{place:.1}\" class=\"mark\" aria-hidden=\"true\">{mark}</text>",
        class(judgement),
        x.clamp(4.0, WIDTH - 4.0)
    )
}

/// CSS class of a judgement.
fn class(judgement: Judgement) -> String {
    words::judgement_name(judgement).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::win::win_percent;

    #[test]
    fn a_percentage_stands_at_its_height() {
        let game = tabia_pgn::read("1. e4 {[%eval 0.3]} e5 {[%eval 3.0]} *").games.remove(0);
        let text = chart(&game, &Report::of_game(&game));
        let height = HEIGHT - win_percent(crate::Eval::Cp(300));
        assert!(text.contains(&format!("L720.0 {height:.1}")), "{text}");
        assert!(text.contains("class=\"blunder\"><title>1… e5??"), "{text}");
        assert!(text.contains("aria-hidden=\"true\">??</text>"), "not by colour alone: {text}");
        let none = tabia_pgn::read("1. e4 e5 *").games.remove(0);
        assert_eq!(chart(&none, &Report::of_game(&none)), "");
    }
}
