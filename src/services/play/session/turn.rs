//! Turns begin, moves are played, time runs out.

use tabia_chess::{Color, Move};

use super::{EngineId, EngineSlot, GameSession, HEARTBEAT_MS, PendingMove, PlayCommand};
use crate::services::engine::uci_client::EngineMove;
use crate::services::play::view::{PlayEvent, PlayNotice, SoundCue};
use crate::state::play::game::{PlayFault, PlayedMove};
use crate::state::play::offers;

impl GameSession {
    /// Plays a person's move, in UCI; either castling notation is accepted.
    ///
    /// # Errors
    /// When the game is over, it isn't a person's turn, or the move is illegal.
    pub fn play(&mut self, uci: &str, now_ms: f64) -> Result<(), PlayFault> {
        let color = self.live.turn();
        let mv = self.live.read_move(uci)?;
        if !self.live.setup().player(color).is_human() {
            return Err(PlayFault::NotYourTurn);
        }
        // A move resumes a paused game.
        self.resume(now_ms);
        // The flag fell before the move.
        if self.look_at_flag(now_ms) {
            return Err(PlayFault::Over);
        }
        let elapsed = self.clocks.spent_ms(now_ms);
        self.move_played(mv, elapsed, &EngineMove::default(), false, now_ms);
        Ok(())
    }

    /// Begins the turn, or continues it after a pause: starts a person's clock or asks the engine for a move.
    pub(super) fn begin_turn(&mut self, now_ms: f64) {
        if self.live.is_over() || self.live.game().is_paused {
            return;
        }
        let color = self.live.turn();
        if !self.live.setup().player(color).is_human() {
            return self.engine_turn(color, now_ms);
        }
        let spent = self.live.game().spent_ms;
        if self.clocks.running() != Some(color) {
            self.run_clock(color, spent, now_ms);
        }
        if !self.premoves.is_empty() {
            let premove = self.premoves.remove(0);
            if let Some(mv) = self.premove_of(&premove) {
                self.move_played(mv, 0.0, &EngineMove::default(), false, now_ms);
            } else {
                self.premoves.clear();
                self.notice(PlayNotice::PremoveDropped);
            }
        }
    }

    /// Parses a premove; a promotion without a piece becomes a queen.
    fn premove_of(&self, uci: &str) -> Option<Move> {
        let read = |text: &str| self.live.read_move(text).ok();
        read(uci).or_else(|| read(&format!("{uci}q")))
    }

    pub(super) fn run_clock(&mut self, color: Color, spent_ms: f64, now_ms: f64) {
        self.clocks.start(color, spent_ms, now_ms);
        self.heartbeat_ms = self.clocks.is_any().then_some(now_ms + HEARTBEAT_MS);
    }

    /// Plays a legal move for the side to move, at a cost in milliseconds.
    pub(super) fn move_played(
        &mut self,
        mv: Move,
        elapsed_ms: f64,
        answer: &EngineMove,
        is_book: bool,
        now_ms: f64,
    ) {
        let color = self.live.turn();
        let before = self.clocks.states();
        self.clocks.spend(color, elapsed_ms);
        let after = self.clocks.states();
        let evaluation = answer.evaluation(color.is_white());
        let played =
            PlayedMove { uci: String::new(), time_ms: elapsed_ms, before, after, evaluation, is_book };
        if self.game().play(mv, &played).is_err() {
            return;
        }
        self.note_clocks();
        self.game().game_mut().spent_ms = 0.0;
        self.held = None;
        self.asked_book = None;
        self.is_asked = false;
        self.drop_hint(now_ms);
        self.sound(match () {
            () if self.live.position().is_check() => SoundCue::Check,
            () if mv.is_capture() => SoundCue::Capture,
            () => SoundCue::Move,
        });
        if self.live.is_over() {
            return self.ended(now_ms);
        }
        self.after_engine_move(color, answer, now_ms);
        self.begin_turn(now_ms);
        self.store();
        self.changed();
    }

    /// Does what follows an engine's move: offers a draw and starts pondering.
    fn after_engine_move(&mut self, color: Color, answer: &EngineMove, now_ms: f64) {
        if self.live.setup().player(color).is_human() {
            return;
        }
        let may_offer = self.live.setup().player(!color).is_human() && self.live.game().draw_offer.is_none();
        if may_offer && offers::offers(&self.live, color, self.last_offer[color.index()]) {
            self.last_offer[color.index()] = Some(self.live.ply());
            self.game().game_mut().draw_offer = Some(color.is_white());
            self.notice(PlayNotice::DrawOffered(color));
            self.sound(SoundCue::Ask);
        }
        self.ponder(color, answer.ponder.as_deref(), now_ms);
    }

    /// Ends the game if the time of the side to move is up. Returns whether it did.
    pub(super) fn look_at_flag(&mut self, now_ms: f64) -> bool {
        let color = self.live.turn();
        let is_up = self.live.setup().flag
            && !self.live.is_over()
            && self.clocks.running() == Some(color)
            && self.clocks.reading(color, now_ms).is_some_and(|reading| reading.is_up)
            // A move that is only being delayed was in time.
            && self.held.is_none();
        if is_up {
            self.game().flag(color);
            self.ended(now_ms);
        }
        is_up
    }

    /// Ends the game: stops clocks and engines, saves the game and emits its end.
    pub(super) fn ended(&mut self, now_ms: f64) {
        // The time of the last turn is deducted, without an increment.
        let spent = self.spent_ms(now_ms);
        self.clocks.stop(now_ms);
        self.clocks.take_off(self.live.turn(), spent);
        self.note_clocks();
        self.game().game_mut().spent_ms = 0.0;
        self.game().game_mut().is_paused = false;
        self.heartbeat_ms = None;
        self.held = None;
        self.asked_book = None;
        self.premoves.clear();
        self.drop_hint(now_ms);
        for (id, place) in [(EngineId::White, 0), (EngineId::Black, 1), (EngineId::Hint, 2)] {
            if !matches!(self.slots[place], EngineSlot::Empty) {
                self.slots[place] = EngineSlot::Empty;
                self.commands.push(PlayCommand::End(id));
            }
        }
        self.sound(SoundCue::End);
        self.store();
        self.emit(PlayEvent::Ended(self.live.clone()));
        self.changed();
    }

    /// Plays the engine's delayed move, after its reply to a draw offer that may have come during the delay.
    pub(super) fn play_held(&mut self, now_ms: f64) {
        if let Some(PendingMove { mv, answer, is_book, time_ms, .. }) = self.held.take()
            && !self.answer_offer(&answer, now_ms)
            && !self.engine_resigns(&answer, now_ms)
        {
            self.move_played(mv, time_ms, &answer, is_book, now_ms);
        }
    }
}
