//! Judgements by lichess in the games of its database.

use tabia_chess::Color;
use tabia_pgn::comment;
use tabia_report::{Eval, Judgement, Report, START, SideReport};

/// The same moves are judged, from the evaluations alone; lichess skips the few that are its engine's own best moves, which the file does
/// not show. Where a mate appears or disappears, the severity follows the same rule. Elsewhere the file follows an older one (100
/// centipawns are a mistake, 300 a blunder), and this crate the losses of winning chances in lila's `Advice.scala`.
#[test]
fn the_moves_that_lichess_judged_are_judged() {
    let Some(bytes) = tabia_conformance::read("games/lichess_db_1000k.pgn") else { return };
    let (mut games, mut both, mut ours, mut mates) = (0, 0, 0, 0);
    for game in &tabia_pgn::read_bytes(&bytes).games {
        let evals: Vec<Option<Eval>> =
            game.main_line().map(|id| game.annotations(id).evaluation().map(|(eval, _)| eval)).collect();
        let report = Report::new(game.start().turn(), Some(START), &evals);
        if report.white.accuracy.is_none() {
            continue;
        }
        games += 1;
        // The report on the game preserves the glyphs.
        let shown = Report::of_game(game);
        let glyphs: Vec<_> = game.main_line().map(|id| Judgement::said(game, id)).collect();
        let is_judged = glyphs.iter().any(Option::is_some);
        assert!(!is_judged || shown.judgements == glyphs, "{:?}", game.tags().get("Site"));
        let counts = |side: &SideReport| side.inaccuracies + side.mistakes + side.blunders;
        let count = counts(&shown.white) + counts(&shown.black);
        assert!(!is_judged || count as usize == glyphs.iter().flatten().count());
        assert_eq!((shown.white.accuracy, shown.black.acpl), (report.white.accuracy, report.black.acpl));
        let mut before = None;
        for (id, judgement) in game.main_line().zip(&report.judgements) {
            let annotations = game.annotations(id);
            let glyph = Judgement::said(game, id);
            let eval =
                annotations.after.iter().find_map(|text| comment::evaluation(text)).map(|(eval, _)| eval);
            match (judgement, glyph) {
                (Some(judgement), Some(glyph)) => {
                    both += 1;
                    if matches!((before, eval), (Some(Eval::Mate(_)), _) | (_, Some(Eval::Mate(_)))) {
                        mates += 1;
                        assert_eq!(*judgement, glyph, "{before:?} {eval:?}");
                    }
                }
                (Some(_), None) => ours += 1,
                (None, None) => {}
                (None, Some(glyph)) => panic!("lichess says {glyph:?}: {before:?} {eval:?}"),
            }
            before = eval;
        }
    }
    assert!(games > 20 && both > 400 && mates > 50, "{games} games, {both} judgements, {mates} with mates");
    assert!(ours * 50 < both, "{both} are judged by both, {ours} by us alone");
}

#[test]
fn all_numbers_are_in_their_ranges() {
    let Some(bytes) = tabia_conformance::read("games/lichess_db_1000k.pgn") else { return };
    for game in &tabia_pgn::read_bytes(&bytes).games {
        let report = Report::of_game(game);
        for side in [report.white, report.black] {
            assert!(side.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
            assert!(side.acpl.is_none_or(|acpl| (0.0..=2000.0).contains(&acpl)));
        }
        assert_eq!(report.judgements.len(), game.main_line().count());
    }
    assert_eq!(Report::new(Color::Black, None, &[]), Report::default());
}
