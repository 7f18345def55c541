//! Engine driven only from the console.

use std::cell::RefCell;
use std::rc::Rc;

use crate::language::tr;
use crate::services::engine::transport::{EngineTransport, OnEngineMessage};
use crate::services::engine::uci_client::TransportCommand;
use crate::services::engine_loader::EngineLoader;
use crate::services::uci_log;

/// Engine of the console; stopped when dropped.
pub struct OwnEngine {
    _line: Rc<RefCell<EngineTransport>>,
    number: u32,
}

/// Reason why the engine was not started.
#[derive(Debug, thiserror::Error)]
pub enum OwnEngineError {
    /// The engine is not stored, or not usable.
    #[error(transparent)]
    Room(#[from] crate::services::engine_loader::RoomError),
    /// The worker could not be started; the browser's reason.
    #[error("{0}")]
    Refused(String),
}

impl OwnEngine {
    /// Starts the engine with this catalogue id and sends it `uci`.
    ///
    /// # Errors
    /// If the engine is not stored, or cannot be started.
    pub async fn start(room: &EngineLoader, id: &str) -> Result<Self, OwnEngineError> {
        // The ring buffer logs its output.
        let on_message: OnEngineMessage = Rc::new(|_, _| {});
        let mut line = room.line(id, tr!("Console"), on_message).await?.free();
        line.run(TransportCommand::Start(1)).map_err(OwnEngineError::Refused)?;
        let number = line.log_number().unwrap_or_default();
        // A failure is logged in the ring buffer.
        let _ = uci_log::command(number, "uci");
        Ok(Self { _line: Rc::new(RefCell::new(line)), number })
    }

    /// Number of the engine in the console.
    pub fn number(&self) -> u32 {
        self.number
    }
}
