//! Everything people do except moving.

use tabia_chess::Color;

use super::{EngineId, EngineSlot, GameSession, PlayCommand};
use crate::services::engine::uci_client::EngineMove;
use crate::services::play::view::PlayNotice;
use crate::state::play::ending::{EndReason, GameEnd};
use crate::state::play::game::PlayFault;
use crate::state::play::offers;
use crate::state::premove::{self, Premove};

impl GameSession {
    /// Adds a premove, in UCI, to be played after the others, or clears all. It replaces one that is not on the board as
    /// [`premove::made`] returns it.
    pub fn premove(&mut self, uci: Option<String>) {
        match self.snapshot().may_premove().zip(uci) {
            None => self.premoves.clear(),
            Some((color, uci)) => {
                let (board, count) = premove::made(self.live.position(), &self.premoves);
                let squares = Premove::squares(&uci);
                if squares.is_some_and(|squares| premove::premoves(&board, color).contains(&squares)) {
                    self.premoves.truncate(count);
                    self.premoves.push(uci);
                }
            }
        }
        self.changed();
    }

    /// Takes back a person's last move and the reply to it.
    ///
    /// # Errors
    /// When there is no move to take back, or the game is over.
    pub fn take_back(&mut self, now_ms: f64) -> Result<(), PlayFault> {
        let plies = self.live.takeback_plies();
        let clocks = self.game().take_back(plies)?;
        self.rest(now_ms);
        self.clocks.restore(&clocks);
        self.note_clocks();
        self.is_out_of_book = [false, false];
        self.expected = [None, None];
        self.premoves.clear();
        self.drop_hint(now_ms);
        self.begin_turn(now_ms);
        self.store();
        self.changed();
        Ok(())
    }

    /// Replaces the engine's last move by another one of its side, in UCI, at the same cost in time. Counts as a takeback.
    ///
    /// # Errors
    /// When the last move isn't an engine's, it isn't a person's turn, or the new move is illegal.
    pub fn replace_reply(&mut self, uci: &str, now_ms: f64) -> Result<(), PlayFault> {
        let is_engines = self.snapshot().replaceable().is_some();
        let replaced = self.live.game().moves.last().filter(|_| is_engines);
        let time_ms = replaced.ok_or(PlayFault::NothingToTakeBack)?.time_ms;
        let before = self.live.positions().iter().nth_back(1).copied().unwrap_or(*self.live.position());
        let illegal = |_| PlayFault::Illegal(uci.chars().take(20).collect());
        let mv = before.parse_uci(uci).map_err(illegal)?;
        if self.live.line().last() == Some(&mv) {
            return Ok(());
        }
        self.resume(now_ms);
        if self.look_at_flag(now_ms) {
            return Err(PlayFault::Over);
        }
        let clocks = self.game().take_back(1)?;
        self.rest(now_ms);
        self.clocks.restore(&clocks);
        self.is_out_of_book = [false, false];
        self.expected = [None, None];
        self.premoves.clear();
        self.move_played(mv, time_ms, &EngineMove::default(), false, now_ms);
        Ok(())
    }

    /// Records that the user was warned of a blunder, which counts as a hint.
    pub fn warned(&mut self) {
        if !self.live.is_over() {
            self.game().game_mut().hints += 1;
            self.store();
        }
    }

    /// Ends everything the engines are doing in this turn.
    fn rest(&mut self, now_ms: f64) {
        self.held = None;
        self.asked_book = None;
        self.is_asked = false;
        for color in Color::ALL {
            if let EngineSlot::Taken(client) = &mut self.slots[color.index()] {
                client.cancel(now_ms);
            }
        }
    }

    /// Resigns for the only person, or for the person to move.
    ///
    /// # Errors
    /// When the game is over, or no person plays.
    pub fn resign(&mut self, now_ms: f64) -> Result<(), PlayFault> {
        if self.live.is_over() || !self.live.setup().has_human() {
            return Err(PlayFault::Over);
        }
        let loser = self.live.setup().human().unwrap_or(self.live.turn());
        self.game().finish(GameEnd::win(!loser, EndReason::Resignation));
        self.ended(now_ms);
        Ok(())
    }

    /// Aborts the game, which then has no result.
    pub fn abort(&mut self, now_ms: f64) {
        if !self.live.is_over() {
            self.game().finish(GameEnd::without_winner(EndReason::Aborted));
            self.ended(now_ms);
        }
    }

    /// Makes the thinking engine move now.
    pub fn move_now(&mut self, now_ms: f64) {
        let color = self.live.turn();
        if self.live.is_over() || self.live.game().is_paused {
            return;
        }
        if let Some(held) = &mut self.held {
            // It costs the time spent so far.
            held.time_ms = held.time_ms.min(self.clocks.spent_ms(now_ms));
            return self.play_held(now_ms);
        }
        let event = match &mut self.slots[color.index()] {
            EngineSlot::Taken(client) => client.move_now(now_ms),
            _ => None,
        };
        self.client_events(EngineId::of(color), event.into_iter().collect(), now_ms);
    }

    /// Offers a draw by the only person, or by the person to move. An engine replies at once by its last score, or with its move if it is
    /// thinking.
    ///
    /// # Errors
    /// When the game is over, or an offer is open.
    pub fn offer_draw(&mut self, now_ms: f64) -> Result<(), PlayFault> {
        if !self.snapshot().can_offer_draw() {
            return Err(PlayFault::Over);
        }
        let by = self.live.setup().human().unwrap_or(self.live.turn());
        self.game().game_mut().draw_offer = Some(by.is_white());
        let other = !by;
        if !self.live.setup().player(other).is_human() && self.live.turn() == by {
            if offers::accepts(&self.live, other, None) {
                self.game().finish(GameEnd::without_winner(EndReason::Agreement));
                self.ended(now_ms);
                return Ok(());
            }
            self.game().game_mut().draw_offer = None;
            self.notice(PlayNotice::DrawDeclined(other));
        }
        self.store();
        self.changed();
        Ok(())
    }

    /// Accepts or declines the draw offer for a person.
    ///
    /// # Errors
    /// When there is no offer.
    pub fn answer_draw(&mut self, accepts: bool, now_ms: f64) -> Result<(), PlayFault> {
        if self.snapshot().offer_to_answer().is_none() {
            return Err(PlayFault::NoClaim);
        }
        if accepts {
            self.game().finish(GameEnd::without_winner(EndReason::Agreement));
            self.ended(now_ms);
        } else {
            self.game().game_mut().draw_offer = None;
            self.store();
            self.changed();
        }
        Ok(())
    }

    /// Claims a draw by repetition or the fifty-move rule for a person.
    ///
    /// # Errors
    /// When no draw can be claimed, or it isn't a person's turn.
    pub fn claim_draw(&mut self, now_ms: f64) -> Result<(), PlayFault> {
        if self.snapshot().claim().is_none() {
            return Err(PlayFault::NoClaim);
        }
        self.game().claim_draw()?;
        self.ended(now_ms);
        Ok(())
    }

    /// Stops the clocks and the engines until [`resume`](Self::resume).
    pub fn pause(&mut self, now_ms: f64) {
        if self.live.is_over() || self.live.game().is_paused {
            return;
        }
        let spent = self.spent_ms(now_ms);
        self.clocks.stop(now_ms);
        self.heartbeat_ms = None;
        self.rest(now_ms);
        self.drop_hint(now_ms);
        let game = self.game().game_mut();
        game.spent_ms = spent;
        game.is_paused = true;
        self.store();
        self.changed();
    }

    /// Resumes the game after a pause.
    pub fn resume(&mut self, now_ms: f64) {
        if self.live.is_over() || !self.live.game().is_paused {
            return;
        }
        self.game().game_mut().is_paused = false;
        self.begin_turn(now_ms);
        self.store();
        self.changed();
    }

    /// Takes the game off the board: no more time is charged, and the game is saved as it is.
    pub fn put_aside(&mut self, now_ms: f64) {
        if self.live.is_over() {
            return;
        }
        let spent = self.spent_ms(now_ms);
        self.clocks.stop(now_ms);
        self.heartbeat_ms = None;
        self.rest(now_ms);
        let game = self.game().game_mut();
        game.spent_ms = spent;
        game.is_aside = true;
        self.store();
    }

    /// Undoes [`put_aside`](Self::put_aside): the game stays on the board and goes on.
    pub fn stay(&mut self, now_ms: f64) {
        if self.live.is_over() {
            return;
        }
        self.game().game_mut().is_aside = false;
        self.begin_turn(now_ms);
        self.store();
        self.changed();
    }

    /// Sets the time both sides have left, in milliseconds; `None` leaves a clock unchanged.
    pub fn set_clocks(&mut self, remaining_ms: [Option<f64>; 2], now_ms: f64) {
        if self.live.is_over() {
            return;
        }
        for (color, ms) in Color::ALL.into_iter().zip(remaining_ms) {
            let Some(ms) = ms.filter(|_| self.clocks.has(color)) else { continue };
            self.clocks.set_remaining(color, ms, now_ms);
            if color == self.live.turn() {
                self.game().game_mut().spent_ms = 0.0;
            }
            self.game().game_mut().was_clock_set = true;
        }
        self.note_clocks();
        self.store();
        self.changed();
    }

    /// Retries an engine that was given up.
    pub fn retry_engine(&mut self, color: Color, now_ms: f64) {
        match &mut self.slots[color.index()] {
            EngineSlot::Taken(client) => client.retry(now_ms),
            slot @ EngineSlot::Unusable(_) => {
                *slot = EngineSlot::Preparing;
                self.commands.push(PlayCommand::Prepare(EngineId::of(color)));
            }
            EngineSlot::Empty | EngineSlot::Preparing => {}
        }
        self.changed();
    }
}
