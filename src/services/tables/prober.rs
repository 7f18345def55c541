//! Tablebase results of every legal move, from the app's engine build that reads tablebases: in a separate worker, so that the board's engine
//! may be any, or off.

use std::cell::RefCell;
use std::rc::Rc;

use futures::lock::Mutex;
use tabia_chess::Position;

use crate::language::tr;
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::conversation::{Conversation, ConversationError};
use crate::services::engine::shipped;
use crate::services::engine::worker_link::EngineReads;
use crate::state::tablebase_moves::TablebaseMoves;

/// Time limit for a reply, in milliseconds: large tables are read from a disk.
const ANSWER_MS: u32 = 30_000;
/// Commands sent at the start. Nothing is searched, so little memory is needed.
const GREETING: [&str; 2] = ["setoption name Hash value 1", "setoption name SyzygyPath value files"];

/// Reason why there are no results. The text follows "The tablebases".
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The engine build could not be loaded.
    #[error("{}", tr!("could not be opened: {error}", error = _0))]
    Build(#[from] BuildError),
    /// The engine does not reply.
    #[error("{}", tr!("could not be read: the engine {error}", error = _0))]
    Conversation(#[from] ConversationError),
}

/// Handle to the prober; clones share it. Its worker starts with the first request.
#[derive(Clone)]
pub struct TablebaseProber(Rc<ProberInner>);

struct ProberInner {
    files: EngineReads,
    running: Mutex<Option<Rc<Conversation>>>,
    /// Whether the files have changed since the worker was started.
    is_outdated: RefCell<bool>,
}

impl PartialEq for TablebaseProber {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl TablebaseProber {
    /// Creates a prober of these files.
    pub fn new(files: EngineReads) -> Self {
        Self(Rc::new(ProberInner { files, running: Mutex::new(None), is_outdated: RefCell::new(false) }))
    }

    /// Reports that the files have changed: the next request starts another worker.
    pub fn files_changed(&self) {
        self.0.is_outdated.replace(true);
    }

    /// Returns the maximum number of men of a table, kings included; 0 without tables.
    pub fn men(&self) -> usize {
        self.0.files.borrow().iter().filter_map(|file| super::men(&file.name)).max().unwrap_or(0)
    }

    /// Returns the legal moves of a position with their results.
    ///
    /// # Errors
    /// If the engine build cannot be loaded or does not reply.
    pub async fn moves(&self, position: &Position) -> Result<TablebaseMoves, ProbeError> {
        let mut running = self.0.running.lock().await;
        if self.0.is_outdated.replace(false) {
            *running = None;
        }
        let conversation = if let Some(conversation) = &*running {
            Rc::clone(conversation)
        } else {
            let files = shipped::of_board();
            // The build that the board's engine uses, if it is the app's: it is fetched once.
            let builds = files.net.filter(|_| files.is_net_here).unwrap_or(files.terms);
            let module = build::fetch(&builds.tables_build_url).await?.module;
            let greeting = GREETING.map(str::to_owned).to_vec();
            let conversation = Conversation::begin(
                files.worker_url,
                module,
                self.0.files.clone(),
                tr!("Tablebase moves"),
                greeting,
            )?;
            Rc::clone(running.insert(conversation))
        };
        let commands = vec![format!("position fen {}", position.to_fen()), "tablebase".to_owned()];
        match conversation.ask(commands, ANSWER_MS).await {
            Ok(lines) => Ok(TablebaseMoves::of(position, &lines)),
            Err(error) => {
                *running = None;
                Err(error.into())
            }
        }
    }
}
