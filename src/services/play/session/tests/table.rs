//! Test table: a session with scripted engines and a simulated clock.

use std::collections::VecDeque;

use tabia_worker::wire::Generation;

use super::super::{BookQuestion, EngineId, GameSession, PlayCommand};
use crate::services::engine::uci_client::{Abilities, EngineMessage, TransportCommand};
use crate::services::play::view::{PlayEvent, PlayNotice};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::state::play::setup::PlaySetup;

/// What a scripted engine does when asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    /// Returns a move after a number of milliseconds, with a score in centipawns and an expected reply.
    Move { uci: &'static str, after_ms: f64, cp: i32, ponder: &'static str },
    /// Returns the first legal move at once.
    First,
    /// Crashes.
    Crash,
    /// Searches until it is stopped, then returns this move.
    Wait(&'static str),
    /// Sends nothing more.
    Hang,
}

pub(super) fn plays(uci: &'static str) -> Action {
    Action::Move { uci, after_ms: 10.0, cp: 0, ponder: "" }
}

/// Message waiting for delivery.
struct Word {
    at_ms: f64,
    id: EngineId,
    generation: Generation,
    message: EngineMessage,
}

#[derive(Default)]
struct Engine {
    generation: Generation,
    position: String,
    /// Batch and reply of a search that waits to be stopped.
    waiting: Option<(u32, &'static str)>,
}

pub(super) struct Table {
    pub(super) session: GameSession,
    pub(super) now_ms: f64,
    pub(super) abilities: Abilities,
    /// Behaviour of each engine in its next searches; after that it plays the first legal move.
    pub(super) script: [VecDeque<Action>; 3],
    engines: [Engine; 3],
    words: Vec<Word>,
    pub(super) stored: Option<PlayedGame>,
    pub(super) spent: Option<(usize, f64)>,
    pub(super) events: Vec<PlayEvent>,
    pub(super) asked: Vec<BookQuestion>,
    pub(super) starts: usize,
    /// Every `go` sent.
    pub(super) gos: Vec<String>,
    pub(super) hits: usize,
}

const fn place(id: EngineId) -> usize {
    match id {
        EngineId::White => 0,
        EngineId::Black => 1,
        EngineId::Hint => 2,
    }
}

impl Table {
    pub(super) fn new(setup: PlaySetup) -> Self {
        Self::of(LiveGame::new("game".to_owned(), setup, 0.0).unwrap())
    }

    pub(super) fn of(live: LiveGame) -> Self {
        Self {
            session: GameSession::new(live),
            now_ms: 1000.0,
            abilities: Abilities { is_called: true, can_signal: true },
            script: Default::default(),
            engines: Default::default(),
            words: Vec::new(),
            stored: None,
            spent: None,
            events: Vec::new(),
            asked: Vec::new(),
            starts: 0,
            gos: Vec::new(),
            hits: 0,
        }
    }

    /// Begins, and waits until the engines are ready.
    pub(super) fn begun(mut self) -> Self {
        self.session.begin(self.now_ms);
        self.settle();
        self
    }

    pub(super) fn script(mut self, id: EngineId, actions: &[Action]) -> Self {
        self.script[place(id)].extend(actions.iter().cloned());
        self
    }

    /// Runs the session's commands without letting time pass.
    pub(super) fn settle(&mut self) {
        loop {
            let commands = self.session.take_commands();
            let due = self.words.iter().position(|word| word.at_ms <= self.now_ms);
            if commands.is_empty() && due.is_none() {
                break;
            }
            for command in commands {
                self.run(command);
            }
            if let Some(due) = self.words.iter().position(|word| word.at_ms <= self.now_ms) {
                let Word { id, generation, message, .. } = self.words.remove(due);
                self.session.on_message(id, generation, message, self.now_ms);
            }
        }
    }

    /// Lets time pass, firing every timer when due.
    pub(super) fn wait(&mut self, ms: f64) {
        let until = self.now_ms + ms;
        for _ in 0..100_000 {
            self.settle();
            let wake = self.session.wake_at_ms().filter(|&at| at <= until);
            let word = self.words.iter().map(|word| word.at_ms).filter(|&at| at <= until).reduce(f64::min);
            let Some(next) = [wake, word].into_iter().flatten().reduce(f64::min) else { break };
            self.now_ms = next.max(self.now_ms);
            if wake.is_some_and(|wake| wake <= self.now_ms) {
                self.session.tick(self.now_ms);
            }
        }
        self.now_ms = until;
        self.settle();
    }

    pub(super) fn play(&mut self, uci: &str) {
        self.session.play(uci, self.now_ms).unwrap_or_else(|fault| panic!("{uci}: {fault}"));
        self.settle();
    }

    /// Returns the moves on the board.
    pub(super) fn moves(&self) -> String {
        self.session.live().uci_moves().join(" ")
    }

    pub(super) fn notices(&self) -> Vec<PlayNotice> {
        let notices = self.events.iter().filter_map(|event| match event {
            PlayEvent::Notice(notice) => Some(notice.clone()),
            _ => None,
        });
        notices.collect()
    }

    pub(super) fn left(&self, side: usize) -> f64 {
        self.session.clock_readings(self.now_ms)[side].unwrap().remaining_ms
    }

    pub(super) fn run(&mut self, command: PlayCommand) {
        match command {
            PlayCommand::Prepare(id) => self.session.prepared(id, Ok(self.abilities), self.now_ms),
            PlayCommand::Engine(id, order) => self.order(id, order),
            PlayCommand::End(id) => {
                self.words.retain(|word| word.id != id);
                self.engines[place(id)] = Engine::default();
            }
            PlayCommand::Book(question) => self.asked.push(question),
            PlayCommand::Store(game) => {
                self.stored = Some(*game);
                self.spent = None;
            }
            PlayCommand::StoreSpent { ply, spent_ms } => self.spent = Some((ply, spent_ms)),
            PlayCommand::Emit(event) => self.events.push(event),
        }
    }

    fn say(&mut self, id: EngineId, at_ms: f64, message: EngineMessage) {
        let generation = self.engines[place(id)].generation;
        self.words.push(Word { at_ms, id, generation, message });
    }

    fn answer(&mut self, id: EngineId, at_ms: f64, batch: u32, lines: &[&str]) {
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        self.say(id, at_ms, EngineMessage::Lines { batch, lines, done: true });
    }

    fn order(&mut self, id: EngineId, order: TransportCommand) {
        match order {
            TransportCommand::Start(generation) => {
                self.starts += 1;
                // Pending messages of the previous one are lost.
                self.words.retain(|word| word.id != id);
                self.engines[place(id)] = Engine { generation, ..Engine::default() };
                self.say(id, self.now_ms, EngineMessage::Started);
            }
            TransportCommand::Send(batch, lines) => self.sent(id, batch, &lines),
            TransportCommand::Stop(batch) | TransportCommand::PonderHit(batch) => {
                self.hits += usize::from(matches!(order, TransportCommand::PonderHit(_)));
                if let Some((waiting, uci)) = self.engines[place(id)].waiting.filter(|(own, _)| *own == batch)
                {
                    self.engines[place(id)].waiting = None;
                    let line = format!("bestmove {uci}");
                    self.answer(id, self.now_ms, waiting, &["info depth 3 score cp 5", &line]);
                }
            }
        }
    }

    fn sent(&mut self, id: EngineId, batch: u32, lines: &[String]) {
        let mut said: Vec<&str> = Vec::new();
        for line in lines {
            match line.split_ascii_whitespace().next().unwrap_or_default() {
                "uci" => said.extend([
                    "id name Script",
                    "option name Ponder type check default false",
                    "option name UCI_Chess960 type check default false",
                    "option name Move Overhead type spin default 20 min 0 max 5000",
                    "uciok",
                ]),
                "isready" => said.push("readyok"),
                "position" => self.engines[place(id)].position.clone_from(line),
                "go" => {
                    self.gos.push(line.clone());
                    return self.search(id, batch, line.contains("ponder"));
                }
                _ => {}
            }
        }
        self.answer(id, self.now_ms, batch, &said);
    }

    fn search(&mut self, id: EngineId, batch: u32, is_pondering: bool) {
        let action = self.script[place(id)].pop_front().unwrap_or(Action::First);
        match action {
            Action::Move { uci, after_ms, cp, ponder } => {
                let best = if ponder.is_empty() {
                    format!("bestmove {uci}")
                } else {
                    format!("bestmove {uci} ponder {ponder}")
                };
                let info = format!("info depth 5 score cp {cp} pv {uci}");
                assert!(!is_pondering, "a search that ponders waits");
                self.answer(id, self.now_ms + after_ms, batch, &[&info, &best]);
            }
            Action::First => {
                let moves = self.session.live().position().legal_moves();
                let uci =
                    self.session.live().position().uci_with(moves[0], self.session.live().start().chess960);
                let best = format!("bestmove {uci}");
                self.answer(id, self.now_ms + 5.0, batch, &["info depth 1 score cp 7", &best]);
            }
            Action::Crash => self.say(id, self.now_ms + 5.0, EngineMessage::Gone("it trapped".to_owned())),
            Action::Wait(uci) => {
                self.engines[place(id)].waiting = Some((batch, uci));
                let line = format!("info depth 2 score cp 12 pv {uci}");
                let message = EngineMessage::Lines { batch, lines: vec![line], done: false };
                self.say(id, self.now_ms + 50.0, message);
                // A heartbeat every second, as workers send.
                for second in 1..60 {
                    let message = EngineMessage::Lines { batch, lines: Vec::new(), done: false };
                    self.say(id, self.now_ms + 1000.0 * f64::from(second), message);
                }
            }
            Action::Hang => {}
        }
    }
}
