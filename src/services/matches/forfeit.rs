//! Games scored by the page because their worker is stuck inside an engine.

use tabia_arena::{
    Failure, Keep, Limits, MatchSettings, Opening, Participant, Ply, Referee, ScheduledGame, StoredGame,
};
use tabia_chess::Color;
use tabia_uci::Score;
use tabia_worker::matches::shared_state::{GameSnapshot, Phase};

/// Returns the participant of an engine.
fn participant(settings: &MatchSettings, engine: usize) -> Participant {
    settings.engines.get(engine).map_or_else(
        || Participant { name: String::new(), limits: Limits::default() },
        |engine| Participant { name: engine.name.clone(), limits: engine.limits.clone() },
    )
}

/// Returns the game from the shared state, lost by the hanging engine; `why` gives what is known about the cause. The moves are
/// replayed through the referee, so a game that the last move had ended keeps its result.
pub(super) fn forfeited(
    settings: &MatchSettings,
    game: &ScheduledGame,
    opening: &Opening,
    snapshot: &GameSnapshot,
    why: &str,
) -> StoredGame {
    let participants = [participant(settings, game.white), participant(settings, game.black)];
    let mut referee = Referee::new(participants, opening, settings.adjudication);
    for ply in &snapshot.plies {
        let (color, text) = (referee.position().turn(), lines(ply, &referee));
        let time_ms = ply.search.as_ref().map_or(0.0, |search| search.time_ms);
        for line in text {
            referee.line(color, &line, time_ms);
        }
    }
    if snapshot.phase == Phase::Searching && !snapshot.has_moved {
        referee.overdue_because(why);
    } else {
        let color = if snapshot.player == game.white { Color::White } else { Color::Black };
        referee.fail_because(color, Failure::Stall, why);
    }
    StoredGame::new(&referee.into_record(), Keep::default())
}

/// Formats the engine's output for its move as UCI lines.
fn lines(ply: &Ply, referee: &Referee) -> [String; 2] {
    let search = ply.search.clone().unwrap_or_default();
    let number = |word: &str, number: Option<u64>| number.map(|number| format!("{word} {number}"));
    let score = search.score.map(|score| match score {
        Score::Cp(cp) => format!("score cp {cp}"),
        Score::Mate(moves) => format!("score mate {moves}"),
    });
    let words = [
        Some("info".to_owned()),
        number("depth", search.depth.map(u64::from)),
        number("seldepth", search.seldepth.map(u64::from)),
        number("nodes", search.nodes),
        score,
    ];
    let info = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    [info, format!("bestmove {}", referee.position().uci_with(ply.mv, referee.is_chess960()))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{EngineSettings, Reason, SearchReport};

    fn settings(limits: &[(&str, &str)]) -> MatchSettings {
        let engine = |name: &str| {
            let mut set = Limits::default();
            for (key, value) in limits {
                set.set(key, value).unwrap();
            }
            EngineSettings { name: name.to_owned(), limits: set, ..EngineSettings::default() }
        };
        MatchSettings { engines: vec![engine("A"), engine("B")], ..MatchSettings::default() }
    }

    fn snapshot(moves: &str, player: usize, phase: Phase, has_moved: bool) -> GameSnapshot {
        let mut position = tabia_chess::Position::default();
        let plies = moves.split_whitespace().map(|text| {
            let mv = position.parse_uci(text).unwrap();
            position.play_unchecked(mv);
            let search = SearchReport {
                score: Some(Score::Cp(7)),
                depth: Some(3),
                nodes: Some(50),
                time_ms: 2.5,
                ..SearchReport::default()
            };
            Ply { mv, search: Some(search) }
        });
        GameSnapshot {
            plies: plies.collect(),
            player,
            phase,
            has_moved,
            unit: Some(0),
            ..GameSnapshot::default()
        }
    }

    const GAME: ScheduledGame =
        ScheduledGame { number: 3, number_in_round: 3, white: 1, black: 0, opening: 1 };

    #[test]
    fn an_engine_that_never_comes_back_stalls_or_loses_on_time() {
        for (limits, expected) in [
            (("nodes", "100"), "Black's connection stalls"),
            (("tc", "8+0.08"), "Black loses on time"),
            (("movetime", "1"), "Black loses on time"),
        ] {
            let snapshot = snapshot("e2e4", 0, Phase::Searching, false);
            let game =
                forfeited(&settings(&[limits]), &GAME, &Opening::default(), &snapshot, "it did not move");
            assert_eq!(game.conclusion.to_string(), expected);
            assert_eq!(game.detail, "it did not move", "the reason is kept with the game");
            assert_eq!((game.moves.as_str(), game.players), ("e2e4", ["B".to_owned(), "A".to_owned()]));
            assert_eq!((game.depths, game.nodes, game.times_us), (vec![Some(3)], vec![Some(50)], vec![2500]));
        }
    }

    #[test]
    fn one_that_does_not_get_ready_stalls() {
        let snapshot = snapshot("", 1, Phase::Preparing, false);
        let game =
            forfeited(&settings(&[("tc", "1")]), &GAME, &Opening::default(), &snapshot, "it did not move");
        assert_eq!(game.conclusion.to_string(), "White's connection stalls");
    }

    #[test]
    fn what_the_last_move_decided_stands() {
        let snapshot = snapshot("f2f3 e7e5 g2g4 d8h4", 0, Phase::Searching, true);
        let game =
            forfeited(&settings(&[("nodes", "1")]), &GAME, &Opening::default(), &snapshot, "it did not move");
        assert_eq!(game.conclusion.to_string(), "Black mates");
        assert_eq!(game.detail, "", "it was not the engine that ended it");
        let snapshot = GameSnapshot { plies: snapshot.plies[..3].to_vec(), player: 1, ..snapshot };
        let game =
            forfeited(&settings(&[("nodes", "1")]), &GAME, &Opening::default(), &snapshot, "it did not move");
        assert_eq!((game.conclusion.reason, game.plies()), (Reason::Stall, 3));
        assert_eq!(game.conclusion.to_string(), "White's connection stalls");
    }
}
