//! Carries orders to an engine: a worker for an engine build, a port for a foreign engine.

use std::rc::{Rc, Weak};

use js_sys::{Reflect, WebAssembly};
use tabia_worker::engine::messages::FromEngine;
use tabia_worker::wire::Generation;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, MessagePort};

use super::uci_client::{Abilities, EngineMessage, TransportCommand};
use crate::language::tr;
use crate::platform::port::PortEvent;
use crate::services::catalogue::Sandbox;
use crate::services::engine::link::EngineLink;
use crate::services::engine::worker_link::{EngineReads, WorkerLink};
use crate::services::matches::build::{Closer, ForeignPort};
use crate::services::uci_log::{Control, SendError, Sent, UciLog};

/// Receives the messages of an engine, with the generation of its start.
pub type OnEngineMessage = Rc<dyn Fn(Generation, EngineMessage)>;

/// Connection to an engine; ends it when dropped.
pub enum EngineTransport {
    /// Engine build in a separate worker.
    Build(WorkerLink),
    /// A foreign engine in its sandbox.
    Foreign {
        /// Sandbox in which it can be started.
        sandbox: Rc<Sandbox>,
        /// Running instance.
        running: Option<RunningForeign>,
        /// Receives its messages.
        on_message: OnEngineMessage,
        /// Purpose shown in the console.
        purpose: Rc<str>,
        /// Whether only typed commands reach it.
        is_free: bool,
    },
}

/// Running foreign engine.
pub struct RunningForeign {
    port: Rc<LoggedPort>,
    close: Option<Closer>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

/// Port to a foreign engine whose traffic is logged.
struct LoggedPort {
    port: MessagePort,
    tap: UciLog,
    is_free: bool,
}

impl LoggedPort {
    /// Posts a line. A lost line gets no reply; the timeout catches it.
    fn post(&self, line: &str) {
        self.tap.sent_one(line);
        let _ = self.port.post_message(&JsValue::from_str(line));
    }
}

impl Control for LoggedPort {
    fn command(&self, line: &str) -> Result<Sent, SendError> {
        match line.split_ascii_whitespace().next() {
            Some("quit") => return Err(SendError::Quit),
            Some("go" | "position") if !self.is_free => return Err(SendError::Foreign),
            _ => {}
        }
        self.post(line);
        Ok(Sent::Now)
    }

    /// No-op: a foreign engine's output arrives in full anyway.
    fn want_all_lines(&self, _: bool) {}
}

impl Drop for RunningForeign {
    fn drop(&mut self) {
        self.port.port.set_onmessage(None);
        if let Some(close) = self.close.take() {
            close();
        }
    }
}

impl EngineTransport {
    /// Creates a line to an engine build. `purpose` labels it in the console.
    pub fn of_build(
        worker_url: String,
        module: WebAssembly::Module,
        purpose: &str,
        on_message: OnEngineMessage,
    ) -> Self {
        let on_event = move |generation, event| {
            if let Some(message) = engine_message(event) {
                on_message(generation, message);
            }
        };
        let link = WorkerLink::new(worker_url, module, EngineReads::default(), Rc::new(on_event));
        Self::Build(link.for_purpose(purpose))
    }

    /// Creates a line to a foreign engine. `purpose` labels it in the console.
    pub fn of_foreign(sandbox: Rc<Sandbox>, purpose: &str, on_message: OnEngineMessage) -> Self {
        Self::Foreign { sandbox, running: None, on_message, purpose: purpose.into(), is_free: false }
    }

    /// Delivers every line of the engine. Otherwise, newer lines of a build replace older ones of their kind.
    #[must_use]
    pub fn with_all_lines(self) -> Self {
        match self {
            Self::Build(link) => Self::Build(link.with_all_lines()),
            foreign @ Self::Foreign { .. } => foreign,
        }
    }

    /// Reserves the line for commands typed by hand.
    #[must_use]
    pub fn free(mut self) -> Self {
        if let Self::Foreign { is_free, .. } = &mut self {
            *is_free = true;
        }
        self
    }

    /// Returns the number of its engine in the console, once started.
    pub fn log_number(&self) -> Option<u32> {
        match self {
            Self::Build(link) => link.log_number(),
            Self::Foreign { running, .. } => running.as_ref().map(|running| running.port.tap.number()),
        }
    }

    /// Returns the ways of reaching the engine.
    pub fn abilities(&self) -> Abilities {
        match self {
            Self::Build(link) => Abilities { is_called: true, can_signal: link.can_signal() },
            Self::Foreign { .. } => Abilities { is_called: false, can_signal: false },
        }
    }

    /// Executes an order.
    ///
    /// # Errors
    /// Failure of the engine or its worker, as a sentence that follows the engine's name.
    pub fn run(&mut self, order: TransportCommand) -> Result<(), String> {
        match self {
            Self::Build(link) => run_build(link, order),
            Self::Foreign { sandbox, running, on_message, purpose, is_free } => match order {
                TransportCommand::Start(generation) => {
                    *running = None;
                    *running = Some(start_foreign(sandbox, generation, on_message, (purpose, *is_free))?);
                    Ok(())
                }
                TransportCommand::Send(_, lines) => {
                    for line in &lines {
                        post(running.as_ref(), line);
                    }
                    Ok(())
                }
                // Sent as lines.
                TransportCommand::Stop(_) => Ok(()),
                TransportCommand::PonderHit(_) => {
                    post(running.as_ref(), "ponderhit");
                    Ok(())
                }
            },
        }
    }

    /// Executes an order. Returns what is already known about a start, for the client to handle after its current step: an engine that does
    /// not announce its start has started, and one that cannot be started is gone. Other failed orders get no reply; the timeout catches
    /// them.
    pub fn obey(&mut self, order: TransportCommand) -> Option<(Generation, EngineMessage)> {
        let TransportCommand::Start(generation) = order else {
            let _ = self.run(order);
            return None;
        };
        match self.run(order) {
            Ok(()) if self.starts_at_once() => Some((generation, EngineMessage::Started)),
            Ok(()) => None,
            Err(reason) => Some((generation, EngineMessage::Gone(reason))),
        }
    }

    /// Returns whether the engine starts without announcing it.
    pub fn starts_at_once(&self) -> bool {
        matches!(self, Self::Foreign { .. })
    }
}

fn run_build(link: &mut WorkerLink, order: TransportCommand) -> Result<(), String> {
    match order {
        TransportCommand::Start(generation) => link.start(generation).map_err(|error| error.to_string()),
        TransportCommand::Send(batch, lines) => link.send(batch, lines).map_err(|error| error.to_string()),
        TransportCommand::Stop(batch) => {
            link.signal_stop(batch);
            Ok(())
        }
        TransportCommand::PonderHit(batch) => {
            link.signal_ponder_hit(batch);
            Ok(())
        }
    }
}

/// Translates a worker event for the client; `None` if it is irrelevant.
fn engine_message(event: PortEvent<FromEngine>) -> Option<EngineMessage> {
    Some(match event {
        PortEvent::Message { body: FromEngine::Loaded, .. } => EngineMessage::Started,
        PortEvent::Message { id, body: FromEngine::Lines { lines, done, .. } } => {
            EngineMessage::Lines { batch: id, lines, done }
        }
        PortEvent::Message {
            body: FromEngine::OptionRemark { .. } | FromEngine::StartThread { .. }, ..
        } => {
            return None;
        }
        PortEvent::Message { body: FromEngine::Fault(message), .. } => EngineMessage::Gone(message),
        PortEvent::Fault(fault) => EngineMessage::Gone(tr!("its worker {fault}", fault)),
    })
}

fn start_foreign(
    sandbox: &Rc<Sandbox>,
    generation: Generation,
    on_message: &OnEngineMessage,
    (purpose, is_free): (&str, bool),
) -> Result<RunningForeign, String> {
    let ForeignPort { port, close } = sandbox.open().map_err(|error| error.to_string())?;
    let port = Rc::new_cyclic(|weak: &Weak<LoggedPort>| {
        let control: Weak<dyn Control> = weak.clone();
        LoggedPort { port, tap: UciLog::new(purpose, Some(control)), is_free }
    });
    let on_message = on_message.clone();
    let heard_port = Rc::downgrade(&port);
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let data = event.data();
        let text =
            |key: &str| Reflect::get(&data, &JsValue::from_str(key)).ok().and_then(|value| value.as_string());
        match data.as_string() {
            Some(text) => {
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                if let Some(port) = heard_port.upgrade() {
                    port.tap.received(&lines);
                }
                on_message(generation, EngineMessage::Lines { batch: 0, lines, done: false });
            }
            None if text("tabia").as_deref() == Some("fault") => {
                let reason = text("message").unwrap_or_else(|| tr!("it has ended").to_owned());
                on_message(generation, EngineMessage::Gone(reason));
            }
            None => {}
        }
    });
    port.port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    Ok(RunningForeign { port, close: Some(close), _on_message: on_message })
}

fn post(running: Option<&RunningForeign>, line: &str) {
    if let Some(running) = running {
        running.port.post(line);
    }
}
