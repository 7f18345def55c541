//! Messages between the page and a match worker.
//!
//! The types of `tabia-arena` in the messages travel as JSON text, so that they have one form wherever they go.

use js_sys::{Int32Array, WebAssembly};
use serde::{Deserialize, Serialize};
use tabia_arena::{Adjudication, Keep, Limits, Opening, SelectionOptions, StoredGame};
use web_sys::MessagePort;

use crate::wire::{FileBytes, NamedFile, SharedMemory};

/// From the page to a match worker. The envelope's id is the number of the unit that the message is about, and so it is in what
/// the worker posts while it plays that unit; 0 otherwise.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToMatch {
    /// Comes first, and once. Answered by [`FromMatch::Ready`] or [`FromMatch::Fault`].
    Setup(Box<Setup>),
    /// Games of one unit, to be played one after the other when those before are done: all its games, or those that are still
    /// to be played.
    Play(Vec<PlayGame>),
    /// `true`: halt behind the move that is being searched; `false`: go on.
    Pause(bool),
}

/// The players and rules of a match.
#[derive(Debug, Serialize, Deserialize)]
pub struct Setup {
    /// All players of the match. Units name them by their place here.
    pub players: Vec<Player>,
    /// When games are ended early.
    #[serde(with = "json")]
    pub rules: Adjudication,
    /// Endgame tables that end games; none if the match goes without.
    pub tables: Vec<NamedFile>,
    /// The match's seed, by which moves of own books are chosen; below 2^53.
    pub seed: f64,
    /// Data saved about games beyond their moves.
    #[serde(with = "json")]
    pub keep: Keep,
    /// Time limits for engines.
    pub patience: Patience,
    /// Memory for the [state of the running game](crate::matches::shared_state); without it the same is posted
    /// ([`FromMatch::State`]).
    pub state: Option<SharedMemory>,
    /// Whether the engines' lines are kept, and where.
    pub log: LogTarget,
    /// A 32-bit word for each player: the number of its newest crew ([`FromMatch::StartThread`]) of which a thread has failed, written
    /// by the page; 0 if none has. `None` in a match without such builds.
    pub broken_crews: Option<SharedMemory>,
}

/// A player of the match.
#[derive(Debug, Serialize, Deserialize)]
pub struct Player {
    /// Its name in games and messages.
    pub name: String,
    /// The engine.
    pub source: Source,
    /// UCI options by name, set in this order when the engine is started.
    pub options: Vec<(String, String)>,
    /// Its search limits.
    #[serde(with = "json")]
    pub limits: Limits,
    /// Its own book, a Polyglot book.
    pub book: Option<FileBytes>,
    /// Selection of its moves.
    #[serde(with = "json")]
    pub choosing: SelectionOptions,
}

/// An engine of a match.
#[derive(Debug, Serialize, Deserialize)]
pub enum Source {
    /// An engine build, instantiated in the worker.
    Build(#[serde(with = "serde_wasm_bindgen::preserve")] WebAssembly::Module),
    /// A build of the app with threads, instantiated in the worker.
    Threaded(ThreadedBuild),
    /// An engine elsewhere, with the protocol of [`crate::matches::port`]. The port must be transferred.
    Port(#[serde(with = "serde_wasm_bindgen::preserve")] MessagePort),
}

/// A build of the app with threads, which the page starts when they are wanted ([`FromMatch::StartThread`]).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ThreadedBuild {
    /// The module.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub module: WebAssembly::Module,
    /// Limit of its memory, in MiB.
    pub memory_mb: u32,
    /// The most threads that a search may use, at least 1.
    pub thread_limit: u32,
}

/// Destination of the lines between worker and engines.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LogTarget {
    /// Nothing.
    Off,
    /// They are posted ([`FromMatch::Log`]), and written to a [`crate::matches::log`] in shared memory where there is one: the page
    /// takes from there what a worker that is stuck cannot post.
    On(Option<SharedMemory>),
}

/// Time limits for engines where the match sets none, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    /// For `uciok`, `readyok`, and every other command that starts no search.
    pub answer_ms: f64,
    /// After its deadline, an engine that still calls its imports is signalled to stop, and after this time its call is
    /// ended.
    pub grace_ms: f64,
    /// An engine that calls nothing is ended with its worker, by the page, so much later than its deadline.
    pub stuck_ms: f64,
}

impl Default for Patience {
    /// As the native runner has it: 10 seconds for an answer, half a second for `stop`.
    fn default() -> Self {
        Self { answer_ms: 10_000.0, grace_ms: 500.0, stuck_ms: 2_000.0 }
    }
}

/// One game to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayGame {
    /// Its place in the unit, from 0.
    pub index: usize,
    /// The player with White, by its place in [`Setup::players`].
    pub white: usize,
    /// The player with Black.
    pub black: usize,
    /// The start position.
    #[serde(with = "json")]
    pub opening: Opening,
}

/// From a match worker to the page.
#[derive(Debug, Serialize, Deserialize)]
pub enum FromMatch {
    /// The players were taken over. Their engines are started when they are needed.
    Ready,
    /// A game of the unit is over.
    Game {
        /// The game's place in the unit.
        index: usize,
        /// The game.
        #[serde(with = "json")]
        game: Box<StoredGame>,
    },
    /// Words for the page's copy of the [state of the running game](crate::matches::shared_state).
    State(#[serde(with = "serde_wasm_bindgen::preserve")] Int32Array),
    /// Lines between the worker and its engines, in order and without gaps.
    Log(String),
    /// A player could not be started although it never ran in this worker. The worker has dropped all that it was to
    /// play and waits for more.
    CannotStart {
        /// The player.
        player: usize,
        /// The reason, as a sentence.
        message: String,
    },
    /// A player failed during the match: it loses the game, if one was being played, and is started again.
    EngineFault {
        /// The player.
        player: usize,
        /// The reason, as a sentence.
        message: String,
    },
    /// Something about a player that the user should know and that decides nothing, such as an option it lacks.
    Notice {
        /// The player.
        player: usize,
        /// A sentence.
        message: String,
    },
    /// A player's build with threads needs one more.
    StartThread {
        /// The player.
        player: usize,
        /// The number of its instance, from 1 on, whose threads are a crew.
        crew: u32,
        /// The memory of the crew.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        memory: WebAssembly::Memory,
        /// The address of the thread's stack and variables.
        block: u32,
        /// Their length in bytes.
        bytes: u32,
    },
    /// The threads of a player are of no use any more: its instance was given up.
    EndThreads {
        /// The player.
        player: usize,
    },
    /// The worker is of no use. Why, in a sentence.
    Fault(String),
}

/// A field as JSON text.
mod json {
    use serde::de::{DeserializeOwned, Error as _};
    use serde::ser::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&serde_json::to_string(value).map_err(S::Error::custom)?)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: DeserializeOwned,
        D: Deserializer<'de>,
    {
        serde_json::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
