//! Matches between players that move at random, without engines.
#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]

use tabia_arena::{
    Conclusion, EngineSettings, GameRecord, Limits, MatchHeader, MatchProgress, MatchSettings,
    OpeningSettings, OpeningSource, Openings, PairRecord, PairTask, Ply, Reason, SearchReport, StoredGame,
};
use tabia_chess::{Color, Move, Position};
use tabia_rng::Rng;
use tabia_uci::Score;

/// Settings for this many engines at 8 plies, from the start position.
pub fn settings(engines: usize, games: usize) -> MatchSettings {
    let engine = |index: usize| EngineSettings {
        name: format!("engine {index}"),
        limits: Limits { depth: Some(8), ..Limits::default() },
        ..EngineSettings::default()
    };
    MatchSettings {
        engines: (1..=engines).map(engine).collect(),
        games,
        openings: OpeningSettings { source: OpeningSource::Startpos, ..OpeningSettings::default() },
        seed: 7,
        ..MatchSettings::default()
    }
}

/// A match with these settings.
pub fn match_progress(settings: MatchSettings) -> MatchProgress {
    let header = MatchHeader { id: "0b6c".to_owned(), created_ms: 1, settings };
    MatchProgress::new(header, Openings::default()).unwrap()
}

/// The games of a unit: random moves, and a result that depends only on the seed and the unit.
pub fn play(task: &PairTask, names: &[String], seed: u64) -> PairRecord {
    let mut rng = Rng::new(seed ^ (task.unit.id as u64).wrapping_mul(0x9e37_79b9));
    let worker = rng.below(3) as u16;
    let games = task.unit.games.iter().zip(&task.openings).map(|(game, opening)| {
        let players = [names[game.white].clone(), names[game.black].clone()];
        StoredGame::from(&random_game(players, opening, &mut rng, 12))
    });
    PairRecord {
        unit: task.unit.id,
        host: String::new(),
        worker,
        finished_ms: 1_700_000_000_000 + task.unit.id as u64,
        games: games.collect(),
    }
}

/// A game of at most this many random moves after its opening.
pub fn random_game(
    players: [String; 2],
    opening: &tabia_arena::Opening,
    rng: &mut Rng,
    length: usize,
) -> GameRecord {
    let mut position = opening.start;
    let mut plies = Vec::new();
    for &mv in &opening.moves {
        plies.push(Ply { mv, search: None });
        position.play_unchecked(mv);
    }
    for _ in 0..length {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len() as u64) as usize];
        let score = match rng.below(4) {
            0 => None,
            1 => Some(Score::Mate(rng.below(9) as i32 - 4)),
            _ => Some(Score::Cp(rng.below(900) as i32 - 450)),
        };
        let before = position;
        position.play_unchecked(mv);
        let resolved = (rng.below(3) > 0 && !position.is_check()).then(|| Box::new(position));
        let search = SearchReport {
            score,
            depth: Some(rng.below(20) as u32),
            seldepth: (rng.below(2) == 0).then(|| rng.below(30) as u32),
            nodes: Some(rng.below(1 << 40)),
            time_ms: rng.below(1_000_000) as f64 / 1000.0,
            pv: line(before, mv),
            resolved: resolved.or_else(|| (!before.is_check()).then(|| Box::new(before))),
        };
        plies.push(Ply { mv, search: Some(search) });
    }
    let conclusion = match rng.below(6) {
        0 | 1 => Conclusion::win(Color::White, Reason::Checkmate),
        2 => Conclusion::win(Color::Black, Reason::TimeForfeit(Some(12.5))),
        3 => Conclusion::win(Color::Black, Reason::Stall),
        _ => Conclusion::draw(Reason::Repetition),
    };
    GameRecord {
        players,
        start: opening.start,
        chess960: opening.chess960,
        plies,
        conclusion,
        detail: if conclusion.reason == Reason::Stall { "it slept {deep}".to_owned() } else { String::new() },
        warnings: Vec::new(),
    }
}

/// A variation: the move and the first legal replies.
fn line(mut position: Position, mv: Move) -> Vec<Move> {
    let mut moves = vec![mv];
    position.play_unchecked(mv);
    while moves.len() < 4 {
        let Some(&answer) = position.legal_moves().first() else { break };
        moves.push(answer);
        position.play_unchecked(answer);
    }
    moves
}
