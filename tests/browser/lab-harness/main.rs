//! The Lab's service without the page: what `tests/browser/lab.test.mjs` and `scripts/measure/lab-speed.mjs` drive.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use serde::Deserialize;
use tabia_app::platform::observable::{Observe, Subscription};
use tabia_app::services::engine::build::{MemoryLimiter, set_memory_limiter};
use tabia_app::services::engine::memory::with_memory_limit;
use tabia_app::services::matches::build::{EngineSource, ForeignEngine, ForeignError, ForeignPort};
use tabia_app::services::matches::events::{MatchEvent, MatchState, RunningGame};
use tabia_app::services::matches::pool::PoolLimits;
use tabia_app::services::matches::service::{MatchOptions, MatchService, StorePair};
use tabia_arena::match_file::{MatchHeader, header_line, parse_unit, unit_line};
use tabia_arena::pgn::Verbosity;
use tabia_arena::{MatchProgress, MatchSettings, Openings, PairRecord};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::MessagePort;

fn main() {
    set_memory_limiter(|| Box::pin(std::future::ready(Some(with_memory_limit as MemoryLimiter))));
}

/// Settings requested by a test.
#[derive(Deserialize)]
#[serde(default)]
struct MatchRequest {
    settings: MatchSettings,
    /// Opening positions, one a line; empty for the position of chess.
    epd: String,
    workers: usize,
    log: bool,
    answer_ms: f64,
    grace_ms: f64,
    stuck_ms: f64,
    engine_failures: u32,
    worker_url: String,
}

impl Default for MatchRequest {
    fn default() -> Self {
        let limits = PoolLimits::default();
        Self {
            settings: MatchSettings::default(),
            epd: String::new(),
            workers: 1,
            log: false,
            answer_ms: limits.patience.answer_ms,
            grace_ms: limits.patience.grace_ms,
            stuck_ms: limits.patience.stuck_ms,
            engine_failures: limits.engine_failures,
            worker_url: MatchOptions::default().worker_url,
        }
    }
}

/// A foreign engine that a test makes: a function that returns a port.
struct FromTest(Function);

impl ForeignEngine for FromTest {
    fn open(&self) -> Result<ForeignPort, ForeignError> {
        let port = self.0.call0(&JsValue::NULL).map_err(|error| ForeignError(format!("{error:?}")))?;
        let port: MessagePort = port.dyn_into().map_err(|_| ForeignError("no port".to_owned()))?;
        Ok(ForeignPort { port, close: Box::new(|| {}) })
    }
}

/// A match.
#[wasm_bindgen]
pub struct LabHarness {
    lab: MatchService,
    _subscription: Subscription,
}

#[wasm_bindgen]
impl LabHarness {
    /// Starts a match. `request` is JSON; engines are the bytes of builds, or functions that return a port; events go to
    /// `on_event`; `store`, if it is a function, is called with every finished unit as JSON and may return a promise.
    pub fn start(request: String, engines: Array, on_event: Function, store: JsValue) -> Promise {
        future_to_promise(async move {
            let request: MatchRequest = serde_json::from_str(&request).map_err(as_text)?;
            let openings =
                if request.epd.is_empty() { Openings::default() } else { Openings::from_epd(&request.epd).0 };
            let header = MatchHeader { id: "harness".to_owned(), created_ms: 0, settings: request.settings };
            let game = MatchProgress::new(header, openings).map_err(as_text)?;
            let engines = engines.iter().map(|engine| match engine.dyn_into::<Function>() {
                Ok(function) => EngineSource::Foreign(Rc::new(FromTest(function))),
                Err(bytes) => EngineSource::Build(Uint8Array::new(&bytes).to_vec().into()),
            });
            let mut limits = PoolLimits { engine_failures: request.engine_failures, ..PoolLimits::default() };
            limits.patience.answer_ms = request.answer_ms;
            limits.patience.grace_ms = request.grace_ms;
            limits.patience.stuck_ms = request.stuck_ms;
            let options = MatchOptions {
                workers: request.workers,
                log: request.log,
                on_log: Some(Rc::new(|worker: usize, text: &str| {
                    // Kept for the test on its page.
                    let all = js_sys::global();
                    let key = JsValue::from(format!("log{worker}"));
                    let before =
                        Reflect::get(&all, &key).ok().and_then(|text| text.as_string()).unwrap_or_default();
                    let _ = Reflect::set(&all, &key, &JsValue::from(before + text));
                })),
                store: store.dyn_into::<Function>().ok().map(store_of),
                limits,
                worker_url: request.worker_url,
                ..MatchOptions::default()
            };
            let lab = MatchService::start(game, engines.collect(), options).await.map_err(as_text)?;
            let subscription = lab.subscribe(move |event| {
                // A fault of the listener is the test's own.
                let _ = on_event.call1(&JsValue::NULL, &object(event));
            });
            Ok(Self { lab, _subscription: subscription }.into())
        })
    }

    /// Returns the state of the match.
    pub fn state(&self) -> String {
        state_text(&self.lab.state())
    }

    /// Halts the games.
    pub fn pause(&self) {
        self.lab.pause();
    }

    /// Resumes the match.
    pub fn resume(&self) {
        self.lab.resume();
    }

    /// Ends the workers.
    pub fn stop(&self) {
        self.lab.stop();
    }

    /// Changes the number of workers.
    pub fn set_workers(&self, workers: usize) {
        self.lab.set_workers(workers);
    }

    /// Watches a worker's games.
    pub fn watch(&self, worker: Option<usize>) {
        self.lab.watch(worker);
    }

    /// The running games.
    pub fn running(&self) -> Array {
        self.lab.running().iter().map(running).collect()
    }

    /// A worker's log.
    pub fn log(&self, worker: usize) -> Option<String> {
        self.lab.log(worker)
    }

    /// The snapshot of the match as JSON.
    pub fn snapshot(&self) -> String {
        self.lab.with_match(|game| serde_json::to_string(&game.snapshot()).unwrap_or_default())
    }

    /// The games of a unit as PGN with scores and depths. `unit` is JSON.
    ///
    /// # Errors
    /// If it is not a unit, or not one of this match.
    pub fn pgn(&self, unit: &str) -> Result<String, JsValue> {
        let unit = parse_unit(unit).map_err(as_text)?;
        self.lab.with_match(|game| match game.output(&unit) {
            Ok(output) => Ok(output.pgn(Verbosity::Scores)),
            Err(error) => Err(error.to_string().into()),
        })
    }

    /// Returns the output for a unit: `pgn` at a verbosity from 0 to 5, `epd`, `samples` or `lines`; `report` for the whole match.
    ///
    /// # Errors
    /// If it is not a unit, or not one of this match.
    pub fn text(&self, kind: &str, unit: &str) -> Result<String, JsValue> {
        self.lab.with_match(|game| {
            if kind == "report" {
                return Ok(tabia_arena::output::report::conclusion(game));
            }
            let unit = parse_unit(unit).map_err(as_text)?;
            let texts = game.output(&unit).map_err(as_text)?;
            Ok(match kind {
                "epd" => texts.final_epd(),
                "samples" => texts.samples(),
                "lines" => texts.lines(),
                verbosity => texts.pgn(verbosity.parse::<Verbosity>().map_err(as_text)?),
            })
        })
    }

    /// The first line of the match's file.
    pub fn header(&self) -> String {
        self.lab.with_match(|game| header_line(game.header()))
    }
}

fn store_of(store: Function) -> StorePair {
    Rc::new(move |record: Rc<PairRecord>| {
        let called = store.call1(&JsValue::NULL, &unit_line(&record).into());
        Box::pin(async move {
            let result = match called
                .and_then(|value| value.dyn_into::<Promise>().or_else(|value| Ok(Promise::resolve(&value))))
            {
                Ok(promise) => JsFuture::from(promise).await,
                Err(error) => Err(error),
            };
            result.map(|_| ()).map_err(|error| error.as_string().unwrap_or_default().into())
        })
    })
}

fn state_text(state: &MatchState) -> String {
    match state {
        MatchState::Paused(Some(reason)) => format!("Paused: {reason}"),
        MatchState::Paused(None) => "Paused".to_owned(),
        other => format!("{other:?}"),
    }
}

fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    let _ = Reflect::set(object, &key.into(), &value.into());
}

fn running(game: &RunningGame) -> JsValue {
    let object = Object::new();
    set(&object, "worker", game.worker as u32);
    set(&object, "unit", game.unit as u32);
    set(&object, "game", game.index as u32);
    set(&object, "plies", game.plies.len() as u32);
    set(&object, "fen", game.position.to_fen());
    set(&object, "thinking", game.thinking_ms);
    let clocks: Array = game.clocks_ms.iter().map(|clock| clock.map_or(JsValue::NULL, Into::into)).collect();
    set(&object, "clocks", clocks);
    object.into()
}

fn object(event: &MatchEvent) -> JsValue {
    let object = Object::new();
    let set = |key: &str, value: JsValue| set(&object, key, value);
    match event {
        MatchEvent::State(state) => set("state", state_text(state).into()),
        MatchEvent::UnitFinished { record, finished } => {
            set("unit", (record.unit as u32).into());
            set("counted", (finished.counted.len() as u32).into());
            set("record", unit_line(record).into());
            let reasons: Array =
                record.games.iter().map(|game| JsValue::from(game.conclusion.to_string())).collect();
            set("reasons", reasons.into());
        }
        MatchEvent::Watching(game) => set("watching", running(game)),
        MatchEvent::EngineFault { engine, name, worker, message } => {
            set("fault", format!("{name} {message}").into());
            set("engine", (*engine as u32).into());
            set("worker", (*worker as u32).into());
        }
        MatchEvent::Notice { name, message, .. } => set("notice", format!("{name} {message}").into()),
        MatchEvent::Changed => {}
        MatchEvent::WorkerFault { message, .. } => set("workerFault", message.as_str().into()),
    }
    object.into()
}

/// An error as JavaScript throws it.
fn as_text(error: impl std::fmt::Display) -> JsValue {
    error.to_string().into()
}
