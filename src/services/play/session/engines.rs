//! Requests to engines and their replies.

use tabia_arena::player::Role;
use tabia_chess::{Color, Move};
use tabia_uci::Go;

use super::{BookQuestion, EngineId, EngineSlot, GameSession, PendingMove, PlayCommand};
use crate::language::tr;
use crate::services::engine::uci_client::{Abilities, ClientEvent, EngineMove, SearchRequest, UciClient};
use crate::services::play::view::PlayNotice;
use crate::state::play::ending::{EndReason, GameEnd};
use crate::state::play::levels::{self, Level};
use crate::state::play::offers;
use crate::state::play::setup::{DEFAULT_MOVE_MS, PlayBook, SidePlayer};
use crate::state::play::thinking::Thought;

/// Minimum time per move on the board between two engines without a clock, in milliseconds.
const WATCHED_MS: f64 = 500.0;
/// How far an engine with a fixed time per move may overrun it before it is stopped, in milliseconds.
const OVERRUN_MS: f64 = 1_000.0;
/// Time lost with each move between the engine's worker and the page, in milliseconds.
const OVERHEAD_MS: u32 = 60;
/// Maximum number of half-moves that a catalogue engine plays from the book.
const ENGINE_BOOK_PLIES: usize = 40;

impl GameSession {
    /// Creates a side's engine with its options.
    pub(super) fn client(&self, id: EngineId, abilities: Abilities, now_ms: f64) -> UciClient {
        let setup = self.live.setup();
        let mut options = vec![("Move Overhead".to_owned(), OVERHEAD_MS.to_string())];
        let mut ponder = false;
        if let Some(color) = id.color() {
            options.extend(setup.player(color).options());
            ponder = setup.ponder && self.may_ponder(color);
            if let SidePlayer::Level { number, .. } = setup.player(color)
                && !levels::level(*number).is_full_strength()
            {
                // Different mistakes in every game.
                options.push(("Skill Seed".to_owned(), (self.seed() % 1_000_000).to_string()));
            }
        }
        UciClient::new(abilities, options, Role::play(ponder), self.live.start().chess960, now_ms)
    }

    /// Returns a number that differs from game to game.
    fn seed(&self) -> u64 {
        let id = self.live.game().id.bytes();
        id.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Returns whether a side may ponder: levels below full strength may not.
    fn may_ponder(&self, color: Color) -> bool {
        match self.live.setup().player(color) {
            SidePlayer::Human { .. } => false,
            SidePlayer::Level { number, .. } => levels::level(*number).is_full_strength(),
            SidePlayer::Engine(_) => true,
        }
    }

    fn level(&self, color: Color) -> Option<&'static Level> {
        match self.live.setup().player(color) {
            SidePlayer::Level { number, .. } => Some(levels::level(*number)),
            _ => None,
        }
    }

    /// Starts the turn of a side's engine: it claims a draw, looks into its book, or searches.
    pub(super) fn engine_turn(&mut self, color: Color, now_ms: f64) {
        if self.is_asked || self.held.is_some() {
            return;
        }
        let EngineSlot::Taken(client) = &self.slots[color.index()] else { return };
        let is_hit =
            client.is_pondering() && self.expected[color.index()] == self.live.line().last().copied();
        // Asked once it is ready; its clock doesn't run before.
        if !client.is_ready() && !client.is_pondering() {
            return;
        }
        if offers::claims(&self.live, color) {
            // Cannot fail: the claim was checked above.
            let _ = self.game().claim_draw();
            return self.ended(now_ms);
        }
        self.is_asked = true;
        let spent = self.live.game().spent_ms;
        if is_hit {
            self.run_clock(color, spent, now_ms);
            let limit = self.limit_ms(color);
            if let EngineSlot::Taken(client) = &mut self.slots[color.index()] {
                client.ponder_hit(limit, now_ms);
            }
        } else if self.has_book_for(color) {
            self.run_clock(color, spent, now_ms);
            self.last_question += 1;
            self.asked_book = Some(self.last_question);
            self.commands.push(PlayCommand::Book(BookQuestion {
                id: self.last_question,
                start_fen: self.start_fen(),
                moves: self.live.uci_moves(),
            }));
        } else {
            self.search(color, now_ms);
        }
    }

    fn has_book_for(&self, color: Color) -> bool {
        let depth = self.level(color).map_or(ENGINE_BOOK_PLIES, |level| level.book_plies);
        self.live.setup().book != PlayBook::Off
            && !self.is_out_of_book[color.index()]
            && !self.live.start().chess960
            && self.live.line().len() < depth
    }

    fn start_fen(&self) -> String {
        let start = self.live.start();
        if start.chess960 { start.position.to_shredder_fen() } else { start.position.to_fen() }
    }

    /// Handles the reply to a [`BookQuestion`]: a move in UCI, or none.
    pub fn book_answered(&mut self, id: u64, answer: Result<Option<String>, String>, now_ms: f64) {
        if self.asked_book != Some(id) || self.live.is_over() {
            return;
        }
        self.asked_book = None;
        let color = self.live.turn();
        let found = answer.unwrap_or_else(|reason| {
            self.is_out_of_book = [true, true];
            self.notice(PlayNotice::NoBook(reason));
            None
        });
        if let Some(mv) = found.and_then(|uci| self.live.read_move(&uci).ok()) {
            self.found(mv, EngineMove::default(), true, now_ms);
        } else {
            self.is_out_of_book[color.index()] = true;
            self.search(color, now_ms);
        }
        self.changed();
    }

    /// Starts the search of a side's engine, and with it the clock.
    fn search(&mut self, color: Color, now_ms: f64) {
        if self.clocks.running() != Some(color) {
            let spent = self.live.game().spent_ms;
            self.run_clock(color, spent, now_ms);
        }
        let question = SearchRequest {
            position: self.position_command(None),
            go: format!("go{}", self.go(color, now_ms)),
            limit_ms: self.limit_ms(color),
        };
        if let EngineSlot::Taken(client) = &mut self.slots[color.index()] {
            client.think(question, now_ms);
        }
    }

    /// Returns the UCI `position` command, one move ahead if requested.
    pub(super) fn position_command(&self, ahead: Option<Move>) -> String {
        let start = self.live.start();
        let is_usual = start.position == tabia_chess::Position::default();
        let mut command = if is_usual {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", self.start_fen())
        };
        let mut moves = self.live.uci_moves();
        moves.extend(ahead.map(|mv| self.live.position().uci_with(mv, start.chess960)));
        if !moves.is_empty() {
            command += " moves ";
            command += &moves.join(" ");
        }
        command
    }

    /// Returns the limits of a search.
    fn go(&self, color: Color, now_ms: f64) -> Go {
        let mut go = Go::default();
        let is_timed = self.live.setup().control(color).is_some();
        if let Some(own) = self.clocks.side(color) {
            let time = |of: Color| {
                self.clocks.reading(of, now_ms).map(|reading| reading.remaining_ms.max(1.0) as i64)
            };
            let increment = |of: Color| self.clocks.side(of).map(|clock| clock.increment_ms() as i64);
            (go.wtime, go.btime) = (time(Color::White), time(Color::Black));
            (go.winc, go.binc) = (increment(Color::White), increment(Color::Black));
            go.movestogo = own.moves_to_go().map(i64::from);
        }
        if let SidePlayer::Engine(engine) = self.live.setup().player(color) {
            let limits = &engine.limits;
            go.depth = limits.depth_in(self.live.position()).map(i64::from);
            go.nodes = limits.nodes.map(|nodes| nodes as i64);
            go.movetime = limits.movetime_ms.map(|ms| ms as i64);
        }
        let is_limited = go.depth.is_some() || go.nodes.is_some() || go.movetime.is_some();
        if !is_timed && !is_limited {
            go.movetime = Some(DEFAULT_MOVE_MS as i64);
        }
        go
    }

    /// Returns the time after which a search is stopped if it does not end by itself.
    fn limit_ms(&self, color: Color) -> f64 {
        let own = match self.live.setup().player(color) {
            SidePlayer::Engine(engine) => engine.limits.movetime_ms,
            _ => None,
        };
        let is_free = |engine: &crate::state::play::setup::EnginePlayer| {
            engine.limits.depth.is_none() && engine.limits.nodes.is_none() && engine.limits.ply.is_none()
        };
        let is_limited =
            matches!(self.live.setup().player(color), SidePlayer::Engine(engine) if !is_free(engine));
        match own {
            Some(ms) => ms as f64 + OVERRUN_MS,
            None if is_limited || self.live.setup().control(color).is_some() => f64::INFINITY,
            None => DEFAULT_MOVE_MS as f64 + OVERRUN_MS,
        }
    }

    /// Lets a side's engine, which has just moved, ponder.
    pub(super) fn ponder(&mut self, color: Color, expected: Option<&str>, now_ms: f64) {
        self.expected[color.index()] = None;
        if !self.live.setup().ponder || !self.may_ponder(color) || self.live.is_over() {
            return;
        }
        let Some(mv) = expected.and_then(|uci| self.live.position().parse_uci(uci).ok()) else { return };
        let mut next = *self.live.position();
        next.play_unchecked(mv);
        if !next.has_legal_moves() {
            return;
        }
        let position = self.position_command(Some(mv));
        let go = Go { ponder: true, ..self.go(color, now_ms) };
        if let EngineSlot::Taken(client) = &mut self.slots[color.index()] {
            client.ponder(position, format!("go{go}"), now_ms);
            self.expected[color.index()] = Some(mv);
        }
    }

    /// Handles events of an engine.
    pub(super) fn client_events(&mut self, id: EngineId, events: Vec<ClientEvent>, now_ms: f64) {
        for event in events {
            let Some(color) = id.color() else {
                self.hint_event(event, now_ms);
                continue;
            };
            match event {
                // Not requested.
                ClientEvent::Info(_) => {}
                ClientEvent::Moved(answer) => self.engine_moved(color, answer, now_ms),
                ClientEvent::Restarted(reason) => {
                    self.engine_lost(color, now_ms);
                    self.notice(PlayNotice::EngineRestarted { color, reason });
                }
                ClientEvent::GivenUp(reason) => {
                    self.engine_lost(color, now_ms);
                    self.notice(PlayNotice::EngineGivenUp { color, reason });
                }
            }
            self.changed();
        }
    }

    /// Has a side's engine asked again once it is ready; the time lost to its failure is not charged.
    fn engine_lost(&mut self, color: Color, now_ms: f64) {
        if self.live.turn() == color && self.is_asked && self.held.is_none() && self.asked_book.is_none() {
            self.is_asked = false;
            self.clocks.stop(now_ms);
            self.heartbeat_ms = None;
        }
    }

    fn engine_moved(&mut self, color: Color, answer: EngineMove, now_ms: f64) {
        if self.live.is_over() || self.live.turn() != color || !self.is_asked || self.live.game().is_paused {
            return;
        }
        let legal = answer.best.as_deref().and_then(|uci| self.live.read_move(uci).ok());
        let Some(mv) = legal else {
            let text = answer.best.unwrap_or_else(|| tr!("no move").to_owned());
            self.notice(PlayNotice::IllegalMove { color, text: text.clone() });
            let event = match &mut self.slots[color.index()] {
                EngineSlot::Taken(client) => {
                    client.misplayed(tr!("it played {text}, which is illegal", text), now_ms)
                }
                _ => None,
            };
            self.engine_lost(color, now_ms);
            if let Some(ClientEvent::GivenUp(reason)) = event {
                self.notice(PlayNotice::EngineGivenUp { color, reason });
            }
            return;
        };
        if let EngineSlot::Taken(client) = &mut self.slots[color.index()] {
            client.succeeded();
        }
        // The move came too late.
        if self.look_at_flag(now_ms) {
            return;
        }
        self.found(mv, answer, false, now_ms);
    }

    /// Handles a move found by the engine to move: plays it at once, or as late as a person would.
    fn found(&mut self, mv: Move, answer: EngineMove, is_book: bool, now_ms: f64) {
        let color = self.live.turn();
        let spent = self.clocks.spent_ms(now_ms);
        let least = self.least_ms(color, mv, is_book, spent);
        let time_ms = spent.max(least);
        let wait = if self.is_watched() { WATCHED_MS.max(time_ms) - spent } else { time_ms - spent };
        self.held = Some(PendingMove { mv, answer, is_book, time_ms, at_ms: now_ms + wait.max(0.0) });
        if wait <= 0.0 {
            self.play_held(now_ms);
        }
    }

    /// Answers the draw offered to the engine to move, by its score for its move. Returns whether the game has ended.
    pub(super) fn answer_offer(&mut self, answer: &EngineMove, now_ms: f64) -> bool {
        let color = self.live.turn();
        if self.live.game().offered_by() != Some(!color) {
            return false;
        }
        if !offers::accepts(&self.live, color, answer.evaluation(color.is_white())) {
            self.notice(PlayNotice::DrawDeclined(color));
            return false;
        }
        self.game().finish(GameEnd::without_winner(EndReason::Agreement));
        self.ended(now_ms);
        true
    }

    /// Ends the game if the engine to move resigns instead of playing its move. Returns whether it did.
    pub(super) fn engine_resigns(&mut self, answer: &EngineMove, now_ms: f64) -> bool {
        let color = self.live.turn();
        let resigns = offers::resigns(&self.live, color, answer.evaluation(color.is_white()));
        if resigns {
            self.game().finish(GameEnd::win(!color, EndReason::Resignation));
            self.ended(now_ms);
        }
        resigns
    }

    /// Returns whether two engines play without a clock: their moves are slowed down for the viewer, at no cost to them.
    fn is_watched(&self) -> bool {
        !self.live.setup().has_human() && !self.clocks.is_any()
    }

    /// Returns the minimum time of a level's move, in milliseconds.
    fn least_ms(&self, color: Color, mv: Move, is_book: bool, spent_ms: f64) -> f64 {
        let Some(level) = self.level(color) else { return 0.0 };
        let clock = self
            .clocks
            .side(color)
            .map(|clock| ((clock.remaining_ms() - spent_ms).max(0.0), clock.increment_ms() as f64));
        let last = self.live.line().last().copied();
        let position = self.live.position();
        Thought { level, position, last, mv, is_book, clock, seed: self.seed() }.time_ms()
    }
}
