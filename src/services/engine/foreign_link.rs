//! Connection to a foreign engine used for analysis: a port into its sandbox.

use std::rc::Rc;

use tabia_worker::engine::messages::{BatchId, FromEngine};
use tabia_worker::wire::Generation;
use wasm_bindgen_futures::spawn_local;

use super::link::{EngineLink, EngineLinkError};
use super::transport::{EngineTransport, OnEngineMessage};
use super::uci_client::{EngineMessage, TransportCommand};
use super::worker_link::OnEngineEvent;
use crate::language::texts;
use crate::platform::port::{PortEvent, WorkerFault};
use crate::services::catalogue::Sandbox;

texts! {
    /// Purpose shown in the console.
    purpose: "Analysis";
}

/// Foreign engine in its sandbox, as seen by the analysis engine.
pub struct ForeignLink {
    line: EngineTransport,
    sandbox: Rc<Sandbox>,
    on_message: OnEngineMessage,
    on_event: OnEngineEvent,
}

impl ForeignLink {
    /// Creates a link to the sandbox's engine.
    pub fn new(sandbox: Rc<Sandbox>, on_event: OnEngineEvent) -> Self {
        let on_message: OnEngineMessage = {
            let on_event = on_event.clone();
            Rc::new(move |generation, heard| on_event(generation, event_of(heard)))
        };
        Self {
            line: EngineTransport::of_foreign(sandbox.clone(), purpose(), on_message.clone()),
            sandbox,
            on_message,
            on_event,
        }
    }

    fn run(&mut self, order: TransportCommand) -> Result<(), EngineLinkError> {
        self.line.run(order).map_err(EngineLinkError::Refused)
    }
}

impl EngineLink for ForeignLink {
    fn start(&mut self, generation: Generation) -> Result<(), EngineLinkError> {
        self.run(TransportCommand::Start(generation))?;
        // A foreign engine does not announce its start. Emit the event asynchronously, since the caller is busy with the engine.
        let on_event = self.on_event.clone();
        spawn_local(async move {
            on_event(generation, PortEvent::Message { id: 0, body: FromEngine::Loaded });
        });
        Ok(())
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), EngineLinkError> {
        self.run(TransportCommand::Send(batch, lines))
    }

    fn signal_stop(&mut self, _: BatchId) -> bool {
        // `stop` is an ordinary line, sent by the player.
        true
    }

    fn is_busy_by_hand(&self) -> bool {
        // Searches typed by hand are refused here.
        false
    }

    fn terminate(&mut self) {
        self.line = EngineTransport::of_foreign(self.sandbox.clone(), purpose(), self.on_message.clone());
    }
}

/// Translates engine output into worker events.
fn event_of(heard: EngineMessage) -> PortEvent<FromEngine> {
    let body = match heard {
        EngineMessage::Started => FromEngine::Loaded,
        EngineMessage::Lines { lines, done, .. } => FromEngine::Lines { lines, dropped: 0, done },
        EngineMessage::Gone(reason) => return PortEvent::Fault(WorkerFault::Failed(reason)),
    };
    PortEvent::Message { id: 0, body }
}
