//! Messages between the page and a match worker.
//!
//! Types from `tabia-arena` travel as JSON text, so they have the same form everywhere.

use js_sys::{Int32Array, WebAssembly};
use serde::{Deserialize, Serialize};
use tabia_arena::{Adjudication, Keep, Limits, Opening, SelectionOptions, StoredGame};
use web_sys::MessagePort;

use crate::wire::{FileBytes, NamedFile, SharedMemory};

/// From the page to a match worker. The envelope's id is the number of the unit that the message is about, also in everything that
/// the worker posts while it plays that unit; 0 otherwise.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToMatch {
    /// Sent first, and only once. Replies: [`FromMatch::Ready`] or [`FromMatch::Fault`].
    Setup(Box<Setup>),
    /// Games of one unit, to play in order after all earlier ones: the whole unit, or the games that are left of it.
    Play(Vec<PlayGame>),
    /// `true`: pause after the current move; `false`: resume.
    Pause(bool),
}

/// Players and rules of a match.
#[derive(Debug, Serialize, Deserialize)]
pub struct Setup {
    /// All players of the match. Units refer to them by index.
    pub players: Vec<Player>,
    /// Rules for ending games early.
    #[serde(with = "json")]
    pub rules: Adjudication,
    /// Endgame tablebase files for adjudication; empty without adjudication by tablebase.
    pub tables: Vec<NamedFile>,
    /// Seed of the match, for choosing moves from the players' own books; below 2^53.
    pub seed: f64,
    /// Game data to save in addition to the moves.
    #[serde(with = "json")]
    pub keep: Keep,
    /// Time limits for engines.
    pub patience: Patience,
    /// Memory for the [state of the running game](crate::matches::shared_state). Without it, the state is posted
    /// ([`FromMatch::State`]).
    pub state: Option<SharedMemory>,
    /// Whether and where to log the engines' lines.
    pub log: LogTarget,
    /// One 32-bit word per player, written by the page: the number of the newest instance ([`FromMatch::StartThread`]) with a failed
    /// thread, or 0. `None` in a match without multi-threaded builds.
    pub broken_instances: Option<SharedMemory>,
}

/// A player of the match.
#[derive(Debug, Serialize, Deserialize)]
pub struct Player {
    /// Name in games and messages.
    pub name: String,
    /// The engine.
    pub source: EngineSource,
    /// UCI options by name, set in this order when the engine starts.
    pub options: Vec<(String, String)>,
    /// Search limits.
    #[serde(with = "json")]
    pub limits: Limits,
    /// The player's own book, in Polyglot format.
    pub book: Option<FileBytes>,
    /// How its moves are selected.
    #[serde(with = "json")]
    pub choosing: SelectionOptions,
}

/// An engine of a match.
#[derive(Debug, Serialize, Deserialize)]
pub enum EngineSource {
    /// Engine build, instantiated in the worker.
    Build(#[serde(with = "serde_wasm_bindgen::preserve")] WebAssembly::Module),
    /// Multi-threaded build of the app, instantiated in the worker.
    Threaded(ThreadedBuild),
    /// External engine, reached with the protocol of [`crate::matches::port`]. The port must be transferred.
    Port(#[serde(with = "serde_wasm_bindgen::preserve")] MessagePort),
}

/// Multi-threaded build of the app. The page starts its threads on request ([`FromMatch::StartThread`]).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ThreadedBuild {
    /// Compiled module.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub module: WebAssembly::Module,
    /// Limit of its memory, in MiB.
    pub memory_mb: u32,
    /// Maximum number of threads of a search, at least 1.
    pub thread_limit: u32,
}

/// Where to log the lines between worker and engines.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LogTarget {
    /// No log.
    Off,
    /// Lines are posted ([`FromMatch::Log`]) and also written to a [`crate::matches::log`] in shared memory, if any, where the page
    /// finds what a stuck worker cannot post.
    On(Option<SharedMemory>),
}

/// Time limits for engines where the match itself sets none, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    /// Limit for `uciok`, `readyok` and every other command that starts no search.
    pub answer_ms: f64,
    /// Time after the deadline until the call is aborted if the engine still calls its imports. It is signalled to stop at the
    /// deadline.
    pub grace_ms: f64,
    /// Time after the deadline until the page terminates the worker of an engine that calls no imports.
    pub stuck_ms: f64,
}

impl Default for Patience {
    /// Same limits as in the native runner: 10 seconds for a reply, half a second for `stop`.
    fn default() -> Self {
        Self { answer_ms: 10_000.0, grace_ms: 500.0, stuck_ms: 2_000.0 }
    }
}

/// A game to play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayGame {
    /// Index of the game in the unit, from 0.
    pub index: usize,
    /// Index of the player with White in [`Setup::players`].
    pub white: usize,
    /// Index of the player with Black.
    pub black: usize,
    /// Start position.
    #[serde(with = "json")]
    pub opening: Opening,
}

/// From a match worker to the page.
#[derive(Debug, Serialize, Deserialize)]
pub enum FromMatch {
    /// The players were set up. Their engines start when needed.
    Ready,
    /// A game of the unit has finished.
    Game {
        /// Index of the game in the unit.
        index: usize,
        /// Finished game.
        #[serde(with = "json")]
        game: Box<StoredGame>,
    },
    /// Words for the page's copy of the [state of the running game](crate::matches::shared_state).
    State(#[serde(with = "serde_wasm_bindgen::preserve")] Int32Array),
    /// Lines between the worker and its engines, in order and complete.
    Log(String),
    /// A player that had never run in this worker could not be started. The worker has dropped all its remaining games and waits for
    /// new ones.
    CannotStart {
        /// Index of the player.
        player: usize,
        /// Reason, as a sentence.
        message: String,
    },
    /// A player failed during the match: it loses the current game, if any, and is restarted.
    EngineFault {
        /// Index of the player.
        player: usize,
        /// Reason, as a sentence.
        message: String,
    },
    /// Information for the user about a player that doesn't affect the result, such as an unsupported option.
    Notice {
        /// Index of the player.
        player: usize,
        /// Text, as a sentence.
        message: String,
    },
    /// A player's multi-threaded build needs another thread.
    StartThread {
        /// Index of the player.
        player: usize,
        /// Number of its instance, from 1; one per start of its build.
        instance: u32,
        /// Memory shared by the instance.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        memory: WebAssembly::Memory,
        /// Address of the thread's stack and variables.
        block: u32,
        /// Length of the block in bytes.
        bytes: u32,
    },
    /// A player's threads are no longer needed: its instance was dropped.
    EndThreads {
        /// Index of the player.
        player: usize,
    },
    /// The worker can no longer be used; the reason, as a sentence.
    Fault(String),
}

/// Serializes a field as JSON text.
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
