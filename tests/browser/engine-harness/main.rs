//! The page's engine without the page: what `tests/browser/engine.test.mjs` drives.
//!
//! `storage` and `engines` drive the stores and the catalogue in the same way, for the tests of these names.
//!
//! Events are handed to JavaScript as flat objects, stamped with the time they arrived.

mod engines;
mod storage;

use std::cell::Cell;

use js_sys::{Array, Function, Object, Reflect};
use tabia_app::platform::isolation::shares_memory;
use tabia_app::platform::observable::{Observe, Subscription};
use tabia_app::services::engine::build::{MemoryLimiter, set_memory_limiter};
use tabia_app::services::engine::memory::with_memory_limit;
use tabia_app::services::engine::service::{Engine, EngineEvent, EngineFiles, EngineState, OwnBuilds};
use tabia_app::state::analysis_request::{AnalysisRequest, Limits};
use tabia_uci::UciMove;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

fn main() {
    set_memory_limiter(|| Box::pin(std::future::ready(Some(with_memory_limit as MemoryLimiter))));
}

/// The version of the messages between page and workers.
#[wasm_bindgen]
pub fn protocol() -> u32 {
    tabia_worker::wire::PROTOCOL
}

/// One engine.
#[wasm_bindgen]
pub struct Harness {
    engine: Engine,
    game: Cell<u64>,
    _subscription: Subscription,
}

#[wasm_bindgen]
impl Harness {
    /// An engine whose events go to `on_event`.
    #[wasm_bindgen(constructor)]
    pub fn new(worker_url: String, build_url: String, on_event: Function) -> Self {
        let engine = Engine::new(EngineFiles {
            worker_url,
            terms: OwnBuilds { build_url, ..EngineFiles::default().terms },
            ..EngineFiles::default()
        });
        let subscription = engine.subscribe(move |event| {
            // A fault of the listener is the test's own.
            let _ = on_event.call1(&JsValue::NULL, &object(event));
        });
        Self { engine, game: Cell::new(1), _subscription: subscription }
    }

    /// Requests an analysis. `moves` are separated by spaces; `limit` is `infinite`, or `depth`, `nodes` or
    /// `movetime` with `value`.
    pub fn request(&self, start_fen: String, moves: &str, multipv: u32, limit: &str, value: u32) {
        let limits = match limit {
            "depth" => Limits::Depth(value),
            "nodes" => Limits::Nodes(u64::from(value)),
            "movetime" => Limits::MoveTime(value),
            _ => Limits::Infinite,
        };
        let moves = moves.split_ascii_whitespace().filter_map(|mv| mv.parse().ok()).collect();
        let search_moves = Vec::new();
        self.engine.request(AnalysisRequest {
            game: self.game.get(),
            start_fen,
            moves,
            chess960: false,
            multipv,
            limits,
            search_moves,
        });
    }

    /// Starts a new game: the engine forgets what it learned.
    pub fn new_game(&self) {
        self.game.set(self.game.get() + 1);
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.engine.stop();
    }

    /// Tries again after a failure.
    pub fn retry(&self) {
        self.engine.retry();
    }

    /// Sets an option.
    pub fn set_option(&self, name: &str, value: &str) {
        self.engine.set_option(name, value);
    }

    /// Drops in an engine build.
    pub fn set_build(&self, name: &str, bytes: Vec<u8>) {
        self.engine.set_build(name, bytes);
    }

    /// The state as text.
    pub fn state(&self) -> String {
        state_text(&self.engine.snapshot().state)
    }

    /// Returns the engine's name as it reports it.
    pub fn name(&self) -> String {
        self.engine.snapshot().identity.name.clone()
    }

    /// Whether the page can share memory.
    pub fn is_isolated(&self) -> bool {
        shares_memory()
    }
}

fn state_text(state: &EngineState) -> String {
    match state {
        EngineState::Failed(reason) => format!("Failed: {reason}"),
        other => format!("{other:?}"),
    }
}

fn object(event: &EngineEvent) -> JsValue {
    let object = Object::new();
    let set = |key: &str, value: JsValue| {
        let _ = Reflect::set(&object, &key.into(), &value);
    };
    match event {
        EngineEvent::State(state) => set("state", state_text(state).into()),
        EngineEvent::Identity(identity) => set("name", identity.name.as_str().into()),
        EngineEvent::Refused(key) => set("refused", key.as_str().into()),
        EngineEvent::Replaced => set("replaced", true.into()),
        EngineEvent::Notice(notice) => set("notice", notice.as_str().into()),
        EngineEvent::Tables(text) => set("tables", (&**text).into()),
        EngineEvent::Analysis(update) => {
            let moves: Vec<&str> = update.request.moves.iter().map(UciMove::as_str).collect();
            set("fen", update.request.start_fen.as_str().into());
            set("moves", moves.join(" ").into());
            set("finished", update.finished.into());
            set("nodes", (update.nodes as f64).into());
            set("hashfull", update.hashfull.into());
            let lines = Array::new();
            for line in &update.lines {
                let pv: Vec<&str> = line.pv.iter().map(UciMove::as_str).collect();
                lines.push(&format!("{} {} {}", line.depth, line.score, pv.join(" ")).into());
            }
            set("lines", lines.into());
            set("best", update.best_move.map_or(JsValue::NULL, |best| best.as_str().into()));
        }
    }
    object.into()
}
