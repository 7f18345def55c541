//! An engine build as a player: called directly, so that a command has been handled when the call returns.

use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_arena::{Failure, Request};

use super::desk::{Desk, SearchState, Seat};
use super::engine::{EngineFault, NotReady, SearchEnd};
use super::options::Announced;
use crate::instance::Instance;
use crate::matches::messages::FromMatch;

/// An engine build; instantiated when it is needed, and again after a fault.
pub(super) struct Build {
    desk: Rc<Desk>,
    player: usize,
    module: WebAssembly::Module,
    options: Vec<(String, String)>,
    running: Option<Running>,
    /// Whether it was ever started in this worker.
    has_run: bool,
    /// What ended it last.
    last_fault: Option<String>,
}

struct Running {
    instance: Instance,
    has_chess960: bool,
}

/// A call that failed.
struct Fault {
    message: String,
    /// The engine did not come back in time, rather than trapping.
    is_stuck: bool,
}

impl Build {
    pub(super) fn new(
        desk: Rc<Desk>,
        player: usize,
        module: WebAssembly::Module,
        options: Vec<(String, String)>,
    ) -> Self {
        Self { desk, player, module, options, running: None, has_run: false, last_fault: None }
    }

    /// Gives up the instance with its memory.
    pub(super) fn release(&mut self) {
        self.running = None;
    }

    pub(super) fn new_game(&mut self, chess960: bool) -> Result<(), NotReady> {
        if self.running.is_none() {
            match self.start() {
                Ok(running) => {
                    self.running = Some(running);
                    self.has_run = true;
                }
                Err(message) if self.has_run => {
                    let message = format!("it could not be started again: {message}");
                    return Err(NotReady::Failed(EngineFault { failure: Failure::Disconnect, message }));
                }
                Err(message) => return Err(NotReady::NeverStarted(message)),
            }
        }
        self.prepare(chess960).map_err(|fault| {
            self.running = None;
            NotReady::Failed(fault)
        })
    }

    /// Instantiates the build and sets its options.
    fn start(&self) -> Result<Running, String> {
        self.desk.begin_answer(self.player);
        let seat = Seat { desk: self.desk.clone(), player: self.player };
        let instance = Instance::new(&self.module, Rc::new(seat));
        self.desk.end_answer();
        let instance = instance?;
        let mut announced = Announced::default();
        let ask = |command: &str| self.ask(&instance, command).map_err(|fault| fault.message);
        // Every line is looked at: `uciok` has to be among them.
        let answers = ask("uci")?;
        if answers.iter().filter(|line| announced.take(line)).count() == 0 {
            return Err("it did not answer uci with uciok".to_owned());
        }
        for (name, value) in &self.options {
            let (command, oddity) = announced.set(name, value);
            if let Some(message) = oddity {
                self.desk.post(FromMatch::Notice { player: self.player, message });
            }
            for answer in ask(&command)? {
                if let Some(text) = answer.strip_prefix("info string ") {
                    let message = format!("option {name}: {text}");
                    self.desk.post(FromMatch::Notice { player: self.player, message });
                }
            }
        }
        if !is_ready(&ask("isready")?) {
            return Err("it did not answer isready with readyok".to_owned());
        }
        Ok(Running { instance, has_chess960: announced.has("UCI_Chess960") })
    }

    fn prepare(&self, chess960: bool) -> Result<(), EngineFault> {
        let Some(Running { instance, has_chess960 }) = &self.running else { return Err(self.gone()) };
        let ask = |command: &str| {
            self.ask(instance, command).map_err(|Fault { message, is_stuck }| EngineFault {
                failure: if is_stuck { Failure::Stall } else { Failure::Disconnect },
                message,
            })
        };
        if *has_chess960 {
            ask(&format!("setoption name UCI_Chess960 value {chess960}"))?;
        }
        ask("ucinewgame")?;
        if is_ready(&ask("isready")?) {
            return Ok(());
        }
        let message = "it did not answer isready with readyok".to_owned();
        Err(EngineFault { failure: Failure::Stall, message })
    }

    fn gone(&self) -> EngineFault {
        let reason = self.last_fault.as_ref().map_or_else(String::new, |fault| format!(": {fault}"));
        let message = format!("it is gone since its last move{reason}");
        EngineFault { failure: Failure::Disconnect, message }
    }

    pub(super) fn search(&mut self, request: &Request) -> SearchEnd {
        let Some(Running { instance, .. }) = &self.running else { return SearchEnd::Failed(self.gone()) };
        self.desk.begin_position(self.player, request);
        self.desk.sent(self.player, &request.position);
        if let Err(message) = instance.line(&request.position) {
            let (_, is_stuck) = self.desk.end_search();
            self.fault(&message);
            let failure = if is_stuck { Failure::Stall } else { Failure::Disconnect };
            return SearchEnd::Failed(EngineFault { failure, message });
        }
        self.desk.sent(self.player, &request.go);
        self.desk.begin_search(request);
        let returned = instance.line(&request.go);
        let (state, is_stuck) = self.desk.end_search();
        let Err(message) = returned else {
            return match state {
                SearchState::Moved => SearchEnd::Moved,
                SearchState::Overdue => SearchEnd::Overdue(None),
                SearchState::Running => {
                    SearchEnd::Overdue(Some(format!("it came back from {:?} without a move", request.go)))
                }
            };
        };
        self.fault(&message);
        match (state, is_stuck) {
            // It moved in time, but never came back: nothing can be asked of it any more.
            (SearchState::Moved, true) => SearchEnd::Failed(EngineFault { failure: Failure::Stall, message }),
            // It is started again when its next move is due, or its next game.
            (SearchState::Moved, false) => {
                self.desk.post(FromMatch::EngineFault { player: self.player, message });
                SearchEnd::Moved
            }
            (_, true) => SearchEnd::Overdue(Some(message)),
            (_, false) => SearchEnd::Failed(EngineFault { failure: Failure::Disconnect, message }),
        }
    }

    /// The instance may be in any state: memory half written, locks held.
    fn fault(&mut self, message: &str) {
        self.desk.note(self.player, message);
        self.last_fault = Some(message.to_owned());
        self.running = None;
    }

    /// Sends a command and returns its answer.
    fn ask(&self, instance: &Instance, command: &str) -> Result<Vec<String>, Fault> {
        self.desk.begin_answer(self.player);
        self.desk.sent(self.player, command);
        let returned = instance.line(command);
        let (lines, is_stuck) = self.desk.end_answer();
        returned.map(|()| lines).map_err(|message| {
            self.desk.note(self.player, &message);
            Fault { message, is_stuck }
        })
    }
}

fn is_ready(answer: &[String]) -> bool {
    answer.iter().any(|line| line.trim() == "readyok")
}
