//! An engine that analyses one position after the other.

use tabia_arena::player::{Event, PlayerState, SearchCommand, UciPlayer};
use tabia_uci::{BestMove, Info, Message};

use super::connection::{Clock, Log, Peer, perform};
use super::engine::{Engine, EngineFault, Introduced, Run};

/// Whether a search continues after an `info` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Going {
    On,
    Stop,
}

/// Result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// Best move and ponder move.
    pub(crate) best: BestMove,
    /// Duration in milliseconds since the `position` command.
    pub(crate) elapsed_ms: f64,
}

/// An engine for analysis.
pub(crate) struct Analyst {
    engine: Engine,
    clock: Clock,
    introduced: Introduced,
}

impl Analyst {
    /// Starts an engine and waits until it is ready.
    ///
    /// # Errors
    /// If it cannot be started or does not reply.
    pub(crate) fn start(run: &Run) -> Result<Self, EngineFault> {
        let clock = Clock::new();
        let mut engine = Engine::new(run, Log::default(), clock)?;
        let introduced = engine.start(clock)?;
        Ok(Self { engine, clock, introduced })
    }

    /// Returns the engine's identity and options.
    pub(crate) fn introduced(&self) -> &Introduced {
        &self.introduced
    }

    /// Sends `ucinewgame` and waits until the engine is ready; `chess960` sets the castling notation.
    ///
    /// # Errors
    /// If it no longer replies.
    pub(crate) fn new_game(&mut self, chess960: bool) -> Result<(), EngineFault> {
        self.engine.player.set_chess960(chess960);
        self.engine.player.send_idle("ucinewgame");
        self.engine.player.ping(self.clock.now_ms());
        self.converse(&mut |_, _| Going::On).map(drop)
    }

    /// Runs a search of at most `time_ms` milliseconds. `on_info` is called with every `info` line and the
    /// milliseconds since the search began.
    ///
    /// # Errors
    /// If the engine no longer replies, exceeds the time, or returns something that is not a move.
    pub(crate) fn search(
        &mut self,
        position: &str,
        (go, time_ms): (&str, f64),
        on_info: &mut dyn FnMut(&Info, f64) -> Going,
    ) -> Result<Answer, EngineFault> {
        let command = SearchCommand { position: position.to_owned(), go: go.to_owned(), time_ms };
        let asked = self.engine.player.think(command, self.clock.now_ms());
        asked.map_err(|conduct| EngineFault(conduct.to_string()))?;
        self.converse(on_info)?.ok_or_else(|| EngineFault(format!("no bestmove after {go:?}")))
    }

    /// Exchanges lines until the engine is idle.
    fn converse(
        &mut self,
        on_info: &mut dyn FnMut(&Info, f64) -> Going,
    ) -> Result<Option<Answer>, EngineFault> {
        let Engine { player, connection } = &mut self.engine;
        let mut peer = Conversation { player, on_info, answer: None, fault: None };
        loop {
            if let Some(output) = peer.player.next_output() {
                perform(connection.as_mut(), output, &mut peer);
            } else if peer.player.is_idle() {
                break;
            } else if peer.player.state() == PlayerState::Disconnected {
                return Err(EngineFault(peer.player.lost_because().to_owned()));
            } else {
                // An infinite search has no deadline: wait for a day.
                let deadline_ms = peer.player.deadline_ms().unwrap_or(f64::INFINITY);
                connection.wait(deadline_ms.min(self.clock.now_ms() + 86_400_000.0), &mut peer);
            }
        }
        match peer.fault {
            Some(fault) => Err(EngineFault(fault)),
            None => Ok(peer.answer),
        }
    }
}

/// An engine that searches or is starting.
struct Conversation<'a> {
    player: &'a mut UciPlayer,
    on_info: &'a mut dyn FnMut(&Info, f64) -> Going,
    answer: Option<Answer>,
    fault: Option<String>,
}

impl Conversation<'_> {
    fn heard(&mut self, line: &str, at_ms: f64) {
        let since_ms = self.player.search_since_ms();
        let elapsed_ms = since_ms.map_or(0.0, |since_ms| at_ms - since_ms);
        let going = match self.player.line(line, at_ms) {
            Some(Event::Info(line)) => match Message::parse(line) {
                Ok(Some(Message::Info(info))) => (self.on_info)(&info, elapsed_ms),
                _ => Going::On,
            },
            Some(Event::BestMove { answer: Ok(best), .. }) => {
                self.answer = Some(Answer { best, elapsed_ms });
                Going::On
            }
            Some(Event::BestMove { line, answer: Err(error) }) => {
                self.fault = Some(format!("{line:?}: {error}"));
                Going::On
            }
            Some(Event::NoBestMove(conduct)) => {
                self.fault = Some(conduct.to_string());
                Going::On
            }
            _ => Going::On,
        };
        if going == Going::Stop && self.player.state() == PlayerState::Thinking {
            self.player.stop(at_ms);
        }
    }
}

impl Peer for Conversation<'_> {
    fn started(&mut self, now_ms: f64) {
        self.player.started(now_ms);
    }

    fn disconnected(&mut self, reason: String, _: f64) {
        self.player.disconnected(reason);
    }

    fn line(&mut self, line: &str, at_ms: f64) {
        self.heard(line, at_ms);
    }

    fn returned(&mut self, _: f64) {
        if let Some(Event::NoBestMove(conduct)) = self.player.returned() {
            self.fault = Some(conduct.to_string());
        }
    }

    fn time(&mut self, now_ms: f64) {
        let since_ms = self.player.search_since_ms().unwrap_or(now_ms);
        if let Some(Event::Overdue) = self.player.time(now_ms) {
            self.fault = Some(format!("it did not move within {:.1} s", (now_ms - since_ms) / 1000.0));
        }
    }

    fn is_stopping(&self) -> bool {
        self.player.is_stopping()
    }
}
