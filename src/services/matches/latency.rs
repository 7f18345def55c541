//! How late an engine's moves come: measured by a short game of it against itself, in the worker and by the referee that play matches.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use gloo_timers::callback::Timeout;
use tabia_arena::{
    Adjudication, Conclusion, EngineSettings, InvalidSettings, LabMatch, Limits, MatchHeader, MatchSettings,
    OpeningSettings, OpeningSource, Openings, Order, Reason, StoredGame,
};

use super::build::{EngineSource, PrepareError};
use super::events::{MatchEvent, MatchState};
use super::service::{MatchOptions, MatchService};
use crate::platform::observable::Observe;
use crate::state::lab::latency::{Latency, MOVE_MS};

/// How late a move may come and still be measured, in milliseconds.
const MARGIN_MS: u64 = 1000;

/// Moves of each side.
const MOVES: u32 = 4;

/// How long it may take in all, in milliseconds: a foreign engine may have to compile many megabytes first.
const LIMIT_MS: u32 = 60_000;

/// A position of many pieces and captures that no opening book holds: the perft position known as "Kiwipete".
const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A worst delay above this, in milliseconds, may be the machine's: something else had the processor for a moment.
const SUSPICIOUS_MS: f64 = 15.0;

/// The most games of an engine whose delays are suspicious.
const MAX_GAMES: usize = 4;

/// Why nothing was measured, in a clause that can follow a colon.
#[derive(Debug, thiserror::Error)]
pub enum LatencyError {
    /// Its game cannot be made.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    /// It cannot be used.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// Its game took too long.
    #[error("its game did not end within {0} s")]
    Endless(u32),
    /// Its game was halted, and why.
    #[error("{0}")]
    Halted(String),
    /// Its game went before it ended.
    #[error("its game was broken off")]
    BrokenOff,
    /// There is no game.
    #[error("it played no game")]
    NoGame,
    /// There is no move in its game.
    #[error("its game ended at once: {0}")]
    NoMove(Conclusion),
}

/// Lets an engine play eight moves at [`MOVE_MS`] each against itself; again, if it is suspiciously late, and then the best of these
/// games counts: an engine that is late by itself is late in all.
///
/// # Errors
/// When it cannot be used, or its game does not come to an end.
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
    let game = LabMatch::new(header, Openings::from_epd(POSITION).0)?;
    let lab = MatchService::start(game, vec![source.clone(), source], MatchOptions::default()).await?;
    let (tell, told) = oneshot::channel::<Result<Latency, LatencyError>>();
    let tell = Rc::new(RefCell::new(Some(tell)));
    let answer = move |result| {
        if let Some(tell) = tell.borrow_mut().take() {
            // Nobody waits any more.
            let _ = tell.send(result);
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
    told.await.unwrap_or(Err(LatencyError::BrokenOff))
}

fn settings() -> MatchSettings {
    let player = |name: &str| EngineSettings {
        name: name.to_owned(),
        limits: Limits { movetime_ms: Some(MOVE_MS), margin_ms: MARGIN_MS, ..Limits::default() },
        ..EngineSettings::default()
    };
    MatchSettings {
        engines: vec![player("it"), player("its copy")],
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

/// What a game says. A move that came too late to be played is told by its end.
fn latency_of(game: &StoredGame) -> Result<Latency, LatencyError> {
    let mut late_ms: Vec<f64> =
        game.times_us.iter().map(|&time| time as f64 / 1000.0 - MOVE_MS as f64).collect();
    if let Reason::TimeForfeit(overrun) = game.conclusion.reason {
        late_ms.push(overrun.unwrap_or(MARGIN_MS as f64));
    }
    Latency::of(late_ms).ok_or(LatencyError::NoMove(game.conclusion))
}
