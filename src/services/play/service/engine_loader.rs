//! Workers of a game: its engines and its book.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::WebAssembly;

use crate::services::books::client::{BookClient, ProbeClient};
use crate::services::catalogue::EngineList;
use crate::services::engine::shipped;
use crate::services::engine::transport::EngineTransport;
use crate::services::play::session::EngineId;
use crate::state::play::setup::PlayBook;
use crate::storage::Database;

/// Workers of a game, and the modules compiled for games of this page.
pub(super) struct GameEngines {
    pub(super) catalogue: EngineList,
    pub(super) worker_url: String,
    pub(super) build_url: String,
    pub(super) modules: Rc<RefCell<HashMap<String, WebAssembly::Module>>>,
    pub(super) lines: HashMap<EngineId, EngineTransport>,
    pub(super) book: ProbeClient,
    /// Starts the workers that learn from finished games.
    pub(super) teaching: BookClient,
    /// The book that is open, and its worker.
    pub(super) opened: Rc<RefCell<Option<(u32, PlayBook)>>>,
}

impl GameEngines {
    /// Creates the engines of the page; nothing is fetched yet.
    pub(super) fn of_page(database: Database) -> Self {
        Self {
            catalogue: EngineList::of_page(database),
            worker_url: shipped::worker(),
            build_url: shipped::single(),
            modules: Rc::default(),
            lines: HashMap::new(),
            book: ProbeClient::of_page(),
            teaching: BookClient::of_page(),
            opened: Rc::default(),
        }
    }

    /// Ends an engine.
    pub(super) fn end(&mut self, id: EngineId) {
        self.lines.remove(&id);
    }

    /// Ends all engines.
    pub(super) fn end_all(&mut self) {
        self.lines.clear();
    }
}
