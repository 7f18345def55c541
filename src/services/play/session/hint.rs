//! Hint for the next move: a full-strength search in a separate engine, shown in two steps.

use super::hint_state::HintState;
use super::{EngineId, EngineSlot, GameSession, PlayCommand};
use crate::services::engine::uci_client::{ClientEvent, SearchRequest};
use crate::services::play::view::PlayNotice;

/// Search time, in milliseconds.
const HINT_MS: u64 = 1_200;
/// Time after which the search is stopped, in milliseconds.
const LIMIT_MS: f64 = 2_500.0;

impl GameSession {
    /// Requests a hint: first the piece that should move, then its move.
    pub fn hint(&mut self, now_ms: f64) {
        let is_asked = self.live.is_over()
            || self.live.game().is_paused
            || !self.live.setup().player(self.live.turn()).is_human();
        if is_asked {
            return;
        }
        if self.hint.steps == 0 {
            self.game().game_mut().hints += 1;
            self.store();
        }
        self.hint.steps = (self.hint.steps + 1).min(2);
        match &self.slots[EngineId::Hint.place()] {
            EngineSlot::Empty | EngineSlot::Unusable(_) => {
                self.slots[EngineId::Hint.place()] = EngineSlot::Preparing;
                self.commands.push(PlayCommand::Prepare(EngineId::Hint));
            }
            EngineSlot::Taken(client) if client.given_up().is_some() => {
                self.slots[EngineId::Hint.place()] = EngineSlot::Preparing;
                self.commands.push(PlayCommand::Prepare(EngineId::Hint));
            }
            EngineSlot::Preparing | EngineSlot::Taken(_) => self.search_hint(now_ms),
        }
        self.changed();
    }

    /// Starts the search if a hint is wanted and the engine is ready.
    pub(super) fn search_hint(&mut self, now_ms: f64) {
        if self.hint.steps == 0 || self.hint.is_searching || self.hint.found.is_some() {
            return;
        }
        let position = self.position_command(None);
        if let EngineSlot::Taken(client) = &mut self.slots[EngineId::Hint.place()] {
            self.hint.is_searching = true;
            client.think(
                SearchRequest { position, go: format!("go movetime {HINT_MS}"), limit_ms: LIMIT_MS },
                now_ms,
            );
        }
    }

    pub(super) fn hint_event(&mut self, event: ClientEvent, now_ms: f64) {
        match event {
            ClientEvent::Moved(answer) => {
                self.hint.is_searching = false;
                let mv = answer.best.and_then(|uci| self.live.read_move(&uci).ok());
                if self.hint.steps > 0 {
                    self.hint.found = mv;
                }
                if let EngineSlot::Taken(client) = &mut self.slots[EngineId::Hint.place()] {
                    client.succeeded();
                }
            }
            // Not requested.
            ClientEvent::Info(_) => {}
            ClientEvent::Restarted(_) => {
                self.hint.is_searching = false;
                self.search_hint(now_ms);
            }
            ClientEvent::GivenUp(reason) => self.no_hint(reason),
        }
        self.changed();
    }

    /// Gives up on the hint, with the reason.
    pub(super) fn no_hint(&mut self, reason: String) {
        self.hint = HintState::default();
        self.notice(PlayNotice::NoHint(reason));
    }

    /// Drops the hint because the position has changed.
    pub(super) fn drop_hint(&mut self, now_ms: f64) {
        self.hint = HintState::default();
        if let EngineSlot::Taken(client) = &mut self.slots[EngineId::Hint.place()] {
            client.cancel(now_ms);
        }
    }
}
