//! A foreign engine behind a `MessagePort`: see [`crate::matches::port`] for what is said through it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::{Object, Reflect};
use tabia_arena::{Failure, Request};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, MessagePort};

use super::bell::{Bell, Timer};
use super::desk::{Desk, SearchState};
use super::engine::{EngineFault, NotReady, SearchEnd};
use super::options::Announced;
use crate::clock::{now_ms, worker_clock};
use crate::matches::messages::FromMatch;
use crate::matches::port::{CLOSE, CONTROL, FAULT, MESSAGE, RESTART, RESTARTED};

/// Lines that may wait to be read; of more, the oldest are dropped.
const MAX_WAITING: usize = 65_536;

/// An engine elsewhere.
pub(super) struct Port {
    desk: Rc<Desk>,
    player: usize,
    options: Vec<(String, String)>,
    channel: MessagePort,
    inbox: Rc<Inbox>,
    state: State,
    has_run: bool,
    has_chess960: bool,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

/// What is known of the engine behind the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Started by the one who made the port; not spoken to yet.
    Fresh,
    /// It said `uciok` and `readyok`.
    Running,
    /// It failed and has to be started again.
    Lost,
}

/// What came from the engine, with the time of its coming.
#[derive(Default)]
struct Inbox {
    items: RefCell<VecDeque<(f64, Item)>>,
    bell: Rc<Bell>,
}

enum Item {
    Line(String),
    Restarted,
    Fault(String),
}

/// Why no line came.
enum NoLine {
    TimeOut,
    Gone(String),
}

impl NoLine {
    fn into_fault(self, what: &str) -> EngineFault {
        match self {
            Self::TimeOut => {
                EngineFault { failure: Failure::Stall, message: format!("it did not answer {what} in time") }
            }
            Self::Gone(message) => EngineFault { failure: Failure::Disconnect, message },
        }
    }
}

impl Inbox {
    fn take(&self, data: &JsValue, now_ms: f64) {
        let mut items = self.items.borrow_mut();
        if let Some(text) = data.as_string() {
            // One message, one line; but a careless engine posts several in one.
            items.extend(text.lines().map(|line| (now_ms, Item::Line(line.to_owned()))));
            while items.len() > MAX_WAITING {
                items.pop_front();
            }
        } else {
            let text = |key: &str| {
                Reflect::get(data, &JsValue::from_str(key)).ok().and_then(|value| value.as_string())
            };
            match text(CONTROL).as_deref() {
                Some(RESTARTED) => items.push_back((now_ms, Item::Restarted)),
                Some(FAULT) => {
                    let message = text(MESSAGE).unwrap_or_else(|| "it is gone".to_owned());
                    items.push_back((now_ms, Item::Fault(message)));
                }
                _ => return,
            }
        }
        self.bell.ring();
    }
}

impl Port {
    pub(super) fn new(
        desk: Rc<Desk>,
        player: usize,
        port: MessagePort,
        options: Vec<(String, String)>,
    ) -> Self {
        let inbox = Rc::new(Inbox::default());
        let on_message = {
            let inbox = inbox.clone();
            let clock = worker_clock();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                inbox.take(&event.data(), now_ms(clock.as_ref()));
            })
        };
        // Starts the port as well.
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Self {
            desk,
            player,
            options,
            channel: port,
            inbox,
            state: State::Fresh,
            has_run: false,
            has_chess960: false,
            _on_message: on_message,
        }
    }

    pub(super) async fn new_game(&mut self, chess960: bool) -> Result<(), NotReady> {
        if self.state != State::Running {
            if let Err(fault) = self.start().await {
                self.state = State::Lost;
                return Err(if self.has_run {
                    NotReady::Failed(EngineFault {
                        message: format!("it could not be started again: {}", fault.message),
                        ..fault
                    })
                } else {
                    NotReady::NeverStarted(fault.message)
                });
            }
            self.state = State::Running;
            self.has_run = true;
        }
        self.prepare(chess960).await.map_err(|fault| {
            self.state = State::Lost;
            NotReady::Failed(fault)
        })
    }

    async fn start(&mut self) -> Result<(), EngineFault> {
        if self.state == State::Lost {
            self.control(RESTART);
            self.expect("to be started", |item| matches!(item, Item::Restarted)).await?;
        }
        let mut announced = Announced::default();
        self.send("uci");
        self.expect("uci", |item| matches!(item, Item::Line(line) if announced.take(line))).await?;
        for (name, value) in &self.options {
            let (command, oddity) = announced.set(name, value);
            if let Some(message) = oddity {
                self.desk.post(FromMatch::Notice { player: self.player, message });
            }
            self.send(&command);
        }
        self.has_chess960 = announced.has("UCI_Chess960");
        self.ready().await
    }

    async fn prepare(&self, chess960: bool) -> Result<(), EngineFault> {
        if self.has_chess960 {
            self.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        }
        self.send("ucinewgame");
        self.ready().await
    }

    async fn ready(&self) -> Result<(), EngineFault> {
        self.send("isready");
        self.expect("isready", |item| matches!(item, Item::Line(line) if line.trim() == "readyok")).await
    }

    /// Waits for what `is_it` accepts, and passes over the rest.
    async fn expect(&self, what: &str, mut is_it: impl FnMut(&Item) -> bool) -> Result<(), EngineFault> {
        self.desk.begin_answer(self.player);
        let deadline_ms = self.desk.now_ms() + self.desk.patience.answer_ms;
        let outcome = loop {
            match self.receive(deadline_ms).await {
                // A fault of the engine before this one.
                Ok((_, Item::Fault(_))) if self.state == State::Lost && what == "to be started" => {}
                Ok((_, Item::Fault(message))) => break Err(NoLine::Gone(message)),
                Ok((_, item)) if is_it(&item) => break Ok(()),
                Ok(_) => {}
                Err(no_line) => break Err(no_line),
            }
        };
        self.desk.end_answer();
        self.desk.idle();
        outcome.map_err(|no_line| no_line.into_fault(what))
    }

    pub(super) async fn search(&mut self, request: &Request) -> SearchEnd {
        if self.state != State::Running {
            let message = "it is gone since its last move".to_owned();
            return SearchEnd::Failed(EngineFault { failure: Failure::Disconnect, message });
        }
        let end = self.ask_for_move(request).await;
        let is_usable = match &end {
            SearchEnd::Moved => true,
            SearchEnd::Overdue(_) => self.stop().await,
            SearchEnd::Failed(_) => false,
        };
        if !is_usable {
            self.state = State::Lost;
        }
        self.desk.idle();
        end
    }

    async fn ask_for_move(&self, request: &Request) -> SearchEnd {
        self.desk.begin_position(self.player, request);
        self.send(&request.position);
        self.send("isready");
        let deadline_ms = self.desk.now_ms() + self.desk.patience.answer_ms;
        loop {
            match self.receive(deadline_ms).await {
                Ok((_, Item::Line(line))) if line.trim() == "readyok" => break,
                Ok((now_ms, Item::Line(line))) => self.desk.line(self.player, &line, now_ms),
                Ok((_, Item::Restarted)) => {}
                Ok((_, Item::Fault(message))) => {
                    self.desk.end_search();
                    return SearchEnd::Failed(NoLine::Gone(message).into_fault("isready"));
                }
                Err(no_line) => {
                    self.desk.end_search();
                    return SearchEnd::Failed(no_line.into_fault("isready"));
                }
            }
        }
        self.desk.begin_search(request);
        let deadline_ms = self.desk.now_ms() + request.deadline_ms;
        self.send(&request.go);
        loop {
            match self.receive(deadline_ms).await {
                Ok((now_ms, Item::Line(line))) => {
                    self.desk.line(self.player, &line, now_ms);
                    match self.desk.search_state() {
                        SearchState::Running => {}
                        SearchState::Moved => {
                            self.desk.end_search();
                            return SearchEnd::Moved;
                        }
                        SearchState::Overdue => break,
                    }
                }
                Ok((_, Item::Restarted)) => {}
                Ok((_, Item::Fault(message))) | Err(NoLine::Gone(message)) => {
                    self.desk.end_search();
                    return SearchEnd::Failed(NoLine::Gone(message).into_fault("go"));
                }
                Err(NoLine::TimeOut) => break,
            }
        }
        self.desk.end_search();
        SearchEnd::Overdue(None)
    }

    /// Ends a search that took too long; says whether the engine obeyed and can go on.
    async fn stop(&self) -> bool {
        self.send("stop");
        let deadline_ms = self.desk.now_ms() + self.desk.patience.grace_ms;
        loop {
            match self.receive(deadline_ms).await {
                Ok((_, Item::Line(line))) if line.trim_start().starts_with("bestmove") => return true,
                Ok((_, Item::Fault(_))) | Err(_) => return false,
                Ok(_) => {}
            }
        }
    }

    fn send(&self, line: &str) {
        self.desk.sent(self.player, line);
        // An engine that is gone does not answer, which is noticed.
        let _ = self.channel.post_message(&JsValue::from_str(line));
    }

    fn control(&self, word: &str) {
        let message = Object::new();
        let _ = Reflect::set(&message, &JsValue::from_str(CONTROL), &JsValue::from_str(word));
        let _ = self.channel.post_message(&message);
    }

    /// The next item that came before `deadline_ms`.
    async fn receive(&self, deadline_ms: f64) -> Result<(f64, Item), NoLine> {
        let mut timer = None;
        loop {
            let item = self.inbox.items.borrow_mut().pop_front();
            if let Some((at_ms, item)) = item {
                // Lines that waited are no excuse for an engine that talks on and on.
                return if at_ms > deadline_ms { Err(NoLine::TimeOut) } else { Ok((at_ms, item)) };
            }
            let left_ms = deadline_ms - self.desk.now_ms();
            if left_ms <= 0.0 {
                return Err(NoLine::TimeOut);
            }
            if timer.is_none() {
                let bell = self.inbox.bell.clone();
                timer = Some(Timer::new(left_ms, move || bell.ring()));
            }
            self.inbox.bell.wait().await;
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.control(CLOSE);
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}
