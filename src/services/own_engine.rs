//! An engine that only somebody at the console speaks to.

use std::cell::RefCell;
use std::rc::Rc;

use crate::services::engine::seat::SeatOrder;
use crate::services::engine::seat_line::{OnHeard, SeatLine};
use crate::services::engine_room::EngineRoom;
use crate::services::wiretap;

/// An engine of the console's own; ended when dropped.
pub struct OwnEngine {
    _line: Rc<RefCell<SeatLine>>,
    number: u32,
}

/// Why it was not started.
#[derive(Debug, thiserror::Error)]
pub enum OwnEngineError {
    /// It is not kept, or is none.
    #[error(transparent)]
    Room(#[from] crate::services::engine_room::RoomError),
    /// Its worker was refused, and why.
    #[error("{0}")]
    Refused(String),
}

impl OwnEngine {
    /// Starts the engine of an id of the catalogue, and greets it with `uci`.
    ///
    /// # Errors
    /// When it is not kept, or cannot be started.
    pub async fn start(room: &EngineRoom, id: &str) -> Result<Self, OwnEngineError> {
        // What it says is in the ring.
        let on_heard: OnHeard = Rc::new(|_, _| {});
        let mut line = room.line(id, "Console", on_heard).await?.free();
        line.run(SeatOrder::Start(1)).map_err(OwnEngineError::Refused)?;
        let number = line.tap_number().unwrap_or_default();
        // Should it be refused, the ring says so.
        let _ = wiretap::command(number, "uci");
        Ok(Self { _line: Rc::new(RefCell::new(line)), number })
    }

    /// Its number among the engines of the console.
    pub fn number(&self) -> u32 {
        self.number
    }
}
