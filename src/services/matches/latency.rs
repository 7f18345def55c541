//! Move latency of an engine, measured in a short game against itself, with the same worker and referee as in matches.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use gloo_timers::callback::Timeout;
use tabia_arena::{
    Adjudication, Conclusion, EngineSettings, InvalidSettings, Limits, MatchHeader, MatchProgress,
    MatchSettings, OpeningSettings, OpeningSource, Openings, Order, Reason, StoredGame,
};

use super::build::{EngineSource, PrepareError};
use super::events::{MatchEvent, MatchState};
use super::service::{MatchOptions, MatchService};
use crate::language::tr;
use crate::platform::observable::Observe;
use crate::state::lab::latency::{Latency, MOVE_MS};

/// Maximum delay of a move that can be measured, in milliseconds.
const MARGIN_MS: u64 = 1000;

/// Moves per side.
const MOVES: u32 = 4;

/// Time limit for the whole measurement, in milliseconds: a foreign engine may have to compile many megabytes first.
const LIMIT_MS: u32 = 60_000;

/// Position with many pieces and captures that no opening book contains: the perft position known as "Kiwipete".
const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A worst delay above this, in milliseconds, may be due to the machine: something else occupied the processor for a moment.
const SUSPICIOUS_MS: f64 = 15.0;

/// Maximum number of games for an engine with suspicious delays.
const MAX_GAMES: usize = 4;

/// Reason why the measurement failed, as a clause that can follow a colon.
#[derive(Debug, thiserror::Error)]
pub enum LatencyError {
    /// The game cannot be set up.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    /// The engine is unusable.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// The game took too long.
    #[error("{}", tr!("its game did not end within {seconds} s", seconds = _0))]
    Endless(u32),
    /// The game was halted, with the reason.
    #[error("{0}")]
    Halted(String),
    /// The game was dropped before it ended.
    #[error("{}", tr!("its game was aborted"))]
    BrokenOff,
    /// No game was played.
    #[error("{}", tr!("it played no game"))]
    NoGame,
    /// The game has no moves.
    #[error("{}", tr!("its game ended at once: {conclusion}", conclusion = _0))]
    NoMove(Conclusion),
}

/// Plays a game of the engine against itself: eight moves at [`MOVE_MS`] each. A suspiciously late engine plays again, and the best
/// game counts, because an engine that is itself late is late in every game.
///
/// # Errors
/// If the engine is unusable, or its game does not end.
pub async fn measure(source: EngineSource) -> Result<Latency, LatencyError> {
    let mut best = play(source.clone()).await?;
    for _ in 1..MAX_GAMES {
        if best.worst_ms <= SUSPICIOUS_MS {
            break;
        }
        let latency = play(source.clone()).await?;
        if latency.worst_ms < best.worst_ms {
            best = latency;
        }
    }
    Ok(best)
}

async fn play(source: EngineSource) -> Result<Latency, LatencyError> {
    let header = MatchHeader { id: "latency".to_owned(), created_ms: 0, settings: settings() };
    let game = MatchProgress::new(header, Openings::from_epd(POSITION).0)?;
    let lab = MatchService::start(game, vec![source.clone(), source], MatchOptions::default()).await?;
    let (sender, receiver) = oneshot::channel::<Result<Latency, LatencyError>>();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let answer = move |result| {
        if let Some(sender) = sender.borrow_mut().take() {
            // The receiver may be gone.
            let _ = sender.send(result);
        }
    };
    let _limit = Timeout::new(LIMIT_MS, {
        let answer = answer.clone();
        move || answer(Err(LatencyError::Endless(LIMIT_MS / 1000)))
    });
    let _subscription = lab.subscribe(move |event| match event {
        MatchEvent::UnitFinished { record, .. } => {
            let game = record.games.first().ok_or(LatencyError::NoGame);
            answer(game.and_then(latency_of));
        }
        MatchEvent::State(MatchState::Paused(Some(reason))) => {
            answer(Err(LatencyError::Halted(reason.clone())));
        }
        _ => {}
    });
    receiver.await.unwrap_or(Err(LatencyError::BrokenOff))
}

fn settings() -> MatchSettings {
    let player = |name: &str| EngineSettings {
        name: name.to_owned(),
        limits: Limits { movetime_ms: Some(MOVE_MS), margin_ms: MARGIN_MS, ..Limits::default() },
        ..EngineSettings::default()
    };
    MatchSettings {
        engines: vec![player(tr!("engine" => "it")), player(tr!("engine" => "its copy"))],
        games: 1,
        repeat: false,
        openings: OpeningSettings {
            source: OpeningSource::Epd { name: "one position".to_owned(), sha256: "0".repeat(64) },
            order: Order::Sequential,
            ..OpeningSettings::default()
        },
        adjudication: Adjudication { max_moves: Some(MOVES), ..Adjudication::default() },
        ..MatchSettings::default()
    }
}

/// Returns the latency found in a game. A move too late to be played shows up in the game's result.
fn latency_of(game: &StoredGame) -> Result<Latency, LatencyError> {
    let mut late_ms: Vec<f64> =
        game.times_us.iter().map(|&time| time as f64 / 1000.0 - MOVE_MS as f64).collect();
    if let Reason::TimeForfeit(overrun) = game.conclusion.reason {
        late_ms.push(overrun.unwrap_or(MARGIN_MS as f64));
    }
    Latency::of(late_ms).ok_or(LatencyError::NoMove(game.conclusion))
}
