//! A game as PGN, with clock times, evaluations and the termination.

use std::time::Duration;

use tabia_arena::TimeControl;
use tabia_chess::Color;
use tabia_pgn::comment::CommentEval;
use tabia_pgn::{Game, GameResult, NodeId};

use crate::state::play::clock::ClockStates;
use crate::state::play::game::{LiveGame, PlayedMove};
use crate::state::play::setup::{SidePlayer, Start};

/// Returns the game as a tree with a single line. `date` is the day it began, as `2024.05.01`; empty if unknown.
pub fn to_pgn(live: &LiveGame, date: &str) -> Game {
    let start = live.start();
    let mut game = Game::new(start.position, start.chess960);
    write_tags(&mut game, live, date);
    let mut node = NodeId::ROOT;
    for (place, &mv) in live.line().iter().enumerate() {
        // Moves of a live game are legal.
        let Ok(next) = game.play(node, mv) else { break };
        node = next;
        if let Some(played) =
            place.checked_sub(live.start_plies()).and_then(|place| live.game().moves.get(place))
        {
            let color = if place % 2 == 0 { start.position.turn() } else { !start.position.turn() };
            annotate(&mut game, node, color, played);
        }
    }
    if let Some(end) = live.end() {
        game.annotations_mut(node).after.push(end.comment());
    }
    game
}

fn write_tags(game: &mut Game, live: &LiveGame, date: &str) {
    let setup = live.setup();
    game.set_result(match live.end() {
        None => GameResult::Unknown,
        Some(end) if !end.counts() => GameResult::Unknown,
        Some(end) => match end.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        },
    });
    let tags = game.tags_mut();
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            tags.set(name, value);
        }
    };
    tag("Event", "Casual game");
    tag("Site", "Tabia");
    tag("Date", date);
    tag("Round", "-");
    for color in Color::ALL {
        let side = if color.is_white() { "White" } else { "Black" };
        tag(side, &setup.player(color).tag());
        match setup.player(color) {
            player @ SidePlayer::Level { .. } => {
                if let Some((elo, _)) = player.measured_elo() {
                    tag(&format!("{side}Elo"), &elo.to_string());
                }
            }
            SidePlayer::Human { .. } => tag(&format!("{side}Type"), "human"),
            SidePlayer::Engine(_) => tag(&format!("{side}Type"), "program"),
        }
    }
    if live.start().chess960 {
        tag("Variant", "Chess960");
    }
    if let Start::Line { fen: None, name, .. } = &setup.start {
        tag("Opening", name);
    }
    let [white, black] = [0, 1].map(|side| control_tag(setup.clocks[side].as_ref()));
    if white == black {
        tag("TimeControl", &white);
    } else {
        tag("WhiteTimeControl", &white);
        tag("BlackTimeControl", &black);
    }
    tag("Termination", live.end().map_or("unterminated", |end| end.termination()));
}

/// Returns the value of PGN's `TimeControl` tag.
fn control_tag(control: Option<&TimeControl>) -> String {
    control.map_or_else(|| "-".to_owned(), TimeControl::pgn_tag)
}

fn annotate(game: &mut Game, node: NodeId, color: Color, played: &PlayedMove) {
    let annotations = game.annotations_mut(node);
    let evaluation = played.evaluation.and_then(|own| {
        let value = match (own.mate, own.cp) {
            (Some(moves), _) => CommentEval::Mate(moves),
            (None, cp) => CommentEval::Cp(cp?),
        };
        Some((value, own.depth))
    });
    if evaluation.is_some() {
        annotations.set_evaluation(evaluation);
    }
    if let Some(time) = left(&played.after, color) {
        annotations.set_clock(Some(time));
    }
    // The clocks alone don't show what was added to them, and when.
    annotations.set_move_time(milliseconds(played.time_ms));
}

/// Returns the time left on a side's clock after its move.
fn left(clocks: &ClockStates, color: Color) -> Option<Duration> {
    milliseconds(clocks[color.index()]?.remaining_ms)
}

/// Converts milliseconds to a duration, rounded to tenths of a second as sites write it.
fn milliseconds(ms: f64) -> Option<Duration> {
    Duration::try_from_secs_f64((ms / 100.0).round() / 10.0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::clock::GameClocks;
    use crate::state::play::ending::{EndReason, GameEnd};
    use crate::state::play::game::MoveEvaluation;
    use crate::state::play::setup::PlaySetup;

    fn game() -> LiveGame {
        let control: TimeControl = "60/1800,1800".parse().unwrap();
        let setup = PlaySetup { clocks: [Some(control.clone()), Some(control)], ..PlaySetup::default() };
        let mut clocks = GameClocks::new(&setup.clocks);
        let mut live = LiveGame::new("id".to_owned(), setup, 0.0).unwrap();
        for (place, uci) in ["e2e4", "e7e5", "f1c4"].into_iter().enumerate() {
            let color = live.turn();
            let before = clocks.states();
            clocks.spend(color, 1250.0);
            let evaluation =
                (place == 1).then_some(MoveEvaluation { cp: Some(-31), mate: None, depth: Some(8) });
            let mv = live.read_move(uci).unwrap();
            let played = PlayedMove {
                uci: String::new(),
                time_ms: 1250.0,
                before,
                after: clocks.states(),
                evaluation,
                is_book: false,
            };
            live.play(mv, &played).unwrap();
        }
        live
    }

    #[test]
    fn a_finished_game_has_clocks_evaluations_and_tags() {
        let mut live = game();
        live.finish(GameEnd::win(Color::White, EndReason::Resignation));
        let text = tabia_pgn::write(&to_pgn(&live, "2024.05.01"));
        for part in [
            "[White \"Player\"]",
            "[Black \"Tabia, level 3",
            "[Result \"1-0\"]",
            "[Date \"2024.05.01\"]",
            "[TimeControl \"60/1800:1800\"]",
            "[Termination \"normal\"]",
            "[%clk 0:29:58.8]",
            "[%emt 0:00:01.3]",
            "[%eval -0.31,8]",
            "Black resigns",
        ] {
            let flat = text.replace('\n', " ");
            assert!(flat.contains(part), "{part} is missing in\n{text}");
        }
        let read = tabia_pgn::read(&text);
        assert!(read.problems.is_empty(), "{:?}", read.problems);
        assert_eq!(read.games[0].main_line().count(), 3);
        assert_eq!(read.games[0].result(), GameResult::WhiteWins);
    }

    #[test]
    fn running_games_and_other_starts_are_written() {
        let setup = PlaySetup { start: Start::Chess960(0), ..PlaySetup::default() };
        let live = LiveGame::new("id".to_owned(), setup, 0.0).unwrap();
        let text = tabia_pgn::write(&to_pgn(&live, ""));
        assert!(text.contains("[Variant \"Chess960\"]") && text.contains("[FEN \"bbqnnrkr"), "{text}");
        assert!(text.contains("[Result \"*\"]") && text.contains("[Termination \"unterminated\"]"));
        assert!(text.contains("[TimeControl \"-\"]"));
    }
}
