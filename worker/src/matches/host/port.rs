//! An external engine behind a `MessagePort`: see [`crate::matches::port`] for the protocol.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::{Object, Reflect};
use tabia_arena::player::Output;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, MessagePort};

use super::controller::Controller;
use super::notify::{Notify, Timer};
use crate::clock::{now_ms, worker_clock};
use crate::matches::port::{CLOSE, CONTROL, FAULT, MESSAGE, RESTART, RESTARTED};

/// Maximum size of the queue, in bytes; beyond it, the engine is ended.
const MAX_WAITING: usize = 16 << 20;

/// Approximate overhead of a line in addition to its text, in bytes.
const LINE_BYTES: usize = 64;

/// External engine.
pub(super) struct Port {
    controller: Rc<Controller>,
    player: usize,
    channel: MessagePort,
    inbox: Rc<Inbox>,
    state: PortState,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

/// State of the engine behind the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PortState {
    /// Started by the creator of the port; no line sent yet.
    Fresh,
    /// At least one line was sent.
    Running,
    /// Restarting. Until that is done, output is from the old engine.
    Restarting,
}

/// Output of the engine with arrival times.
#[derive(Default)]
struct Inbox {
    items: RefCell<VecDeque<(f64, Item)>>,
    /// Total size of the lines.
    bytes: Cell<usize>,
    /// Whether the engine is being restarted: until it reports `"restarted"`, lines are from the old engine and are not even copied.
    /// Hundreds of thousands may be left, and the new engine's output comes after them.
    is_deaf: Cell<bool>,
    notify: Notify,
}

enum Item {
    Line(String),
    Restarted,
    Fault(String),
}

impl Inbox {
    fn next(&self) -> Option<(f64, Item)> {
        let next = self.items.borrow_mut().pop_front();
        if let Some((_, Item::Line(line))) = &next {
            self.bytes.set(self.bytes.get().saturating_sub(line.len() + LINE_BYTES));
        }
        next
    }

    fn take(&self, data: &JsValue, now_ms: f64) {
        if self.is_deaf.get() && data.is_string() {
            return;
        }
        let mut items = self.items.borrow_mut();
        if let Some(text) = data.as_string() {
            for line in text.lines() {
                self.bytes.set(self.bytes.get() + line.len() + LINE_BYTES);
                items.push_back((now_ms, Item::Line(line.to_owned())));
            }
            if self.bytes.get() > MAX_WAITING {
                items.retain(|(_, item)| !matches!(item, Item::Line(_)));
                self.bytes.set(0);
                let message =
                    format!("it printed more than {} MiB at once, which is the limit", MAX_WAITING >> 20);
                items.push_back((now_ms, Item::Fault(message)));
            }
        } else {
            let text = |key: &str| {
                Reflect::get(data, &JsValue::from_str(key)).ok().and_then(|value| value.as_string())
            };
            match text(CONTROL).as_deref() {
                Some(RESTARTED) => {
                    self.is_deaf.set(false);
                    items.push_back((now_ms, Item::Restarted));
                }
                Some(FAULT) => {
                    let message = text(MESSAGE).unwrap_or_else(|| "it is gone".to_owned());
                    items.push_back((now_ms, Item::Fault(message)));
                }
                _ => return,
            }
        }
        self.notify.notify_one();
    }
}

impl Port {
    pub(super) fn new(controller: Rc<Controller>, player: usize, port: MessagePort) -> Self {
        let inbox = Rc::new(Inbox::default());
        let on_message = {
            let inbox = inbox.clone();
            let clock = worker_clock();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                inbox.take(&event.data(), now_ms(clock.as_ref()));
            })
        };
        // Also starts the port.
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Self { controller, player, channel: port, inbox, state: PortState::Fresh, _on_message: on_message }
    }

    /// Executes the player's output.
    pub(super) fn perform(&mut self, output: Output) {
        match output {
            Output::Start if self.state == PortState::Fresh => {
                self.state = PortState::Running;
                self.controller.started(self.player);
            }
            Output::Start => {
                self.controller.starting(self.player);
                self.state = PortState::Restarting;
                self.inbox.is_deaf.set(true);
                self.control(RESTART);
            }
            Output::Line(line) => {
                self.controller.sending(self.player, &line);
                // An engine that is gone sends no reply; the deadline catches it.
                let _ = self.channel.post_message(&JsValue::from_str(&line));
            }
            // The restart ends it.
            Output::Kill => {}
        }
    }

    /// Waits for an event until the deadline.
    pub(super) async fn wait(&mut self, deadline_ms: f64) {
        loop {
            if let Some((at_ms, item)) = self.inbox.next() {
                return self.take(item, at_ms);
            }
            let now_ms = self.controller.now_ms();
            if now_ms >= deadline_ms {
                return self.controller.time(self.player, now_ms);
            }
            let inbox = self.inbox.clone();
            let _timer = Timer::new(deadline_ms - now_ms, move || inbox.notify.notify_one());
            self.inbox.notify.notified().await;
        }
    }

    fn take(&mut self, item: Item, at_ms: f64) {
        match item {
            Item::Restarted if self.state == PortState::Restarting => {
                self.state = PortState::Running;
                self.controller.started(self.player);
            }
            Item::Line(line) if self.state == PortState::Running => {
                self.controller.line(self.player, &line, at_ms);
            }
            Item::Fault(reason) if self.state == PortState::Running => {
                self.controller.disconnected(self.player, reason);
            }
            Item::Line(_) | Item::Fault(_) | Item::Restarted => {}
        }
    }

    fn control(&self, word: &str) {
        let message = Object::new();
        let _ = Reflect::set(&message, &JsValue::from_str(CONTROL), &JsValue::from_str(word));
        let _ = self.channel.post_message(&message);
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.control(CLOSE);
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}
