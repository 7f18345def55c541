//! Asking an engine who it is, how fast it answers, and for its signature; in a worker of its own that goes
//! afterwards.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;

use futures::StreamExt;
use futures::channel::{mpsc, oneshot};
use futures::future::{Either, select};
use gloo_timers::callback::Timeout;
use js_sys::{Reflect, WebAssembly};
use tabia_arena::player::{Event, Identity, Output, PlayerConfig, PlayerLimits, Transport, UciPlayer};
use tabia_worker::engine::messages::FromEngine;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, MessagePort};

use super::sandbox::Sandbox;
use crate::platform::clock::now_ms;
use crate::platform::port::{PortEvent, WorkerFault};
use crate::services::engine::link::{EngineLink, LinkError};
use crate::services::engine::worker_link::{EngineReads, OnEvent, WorkerLink};
use crate::services::matches::build::{Closer, ForeignError, ForeignPort};

/// How long an engine's worker may take to start, in milliseconds: as long as on the board. On a busy machine, or a slow one, the browser
/// has more to do first than the engine will.
const START_MS: f64 = 20_000.0;

/// How long an engine may take to say who it is, in milliseconds.
const ANSWER_MS: f64 = 10_000.0;

/// How long a foreign engine may take: it has files of many megabytes to compile.
const FOREIGN_ANSWER_MS: f64 = 30_000.0;

/// How many of the last lines are kept; `bench` prints less than a hundred.
const MAX_LINES: usize = 10_000;

/// How often a foreign engine is asked `isready` for its latency.
const ROUND_TRIPS: u32 = 20;

/// Why an engine did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InterviewError {
    /// It is a foreign engine that cannot be started.
    #[error(transparent)]
    Foreign(#[from] ForeignError),
    /// It was lost while it was spoken to.
    #[error("{reason}")]
    Lost {
        /// How.
        reason: String,
        /// What the sandbox of a foreign engine knows of the cause.
        cause: Option<ForeignCause>,
    },
    /// It stopped, and what it or its worker says of that.
    #[error("{0}")]
    Stopped(String),
    /// Its worker cannot be used.
    #[error("its worker {0}")]
    Worker(#[from] WorkerFault),
    /// Its worker takes no commands.
    #[error(transparent)]
    Unreachable(#[from] LinkError),
    /// It took too long.
    #[error("it did not answer {command} within {seconds} s")]
    Silent {
        /// What it was asked.
        command: String,
        /// How long it was waited for, in seconds.
        seconds: u32,
    },
    /// Its worker went before it answered.
    #[error("its worker is gone")]
    Gone,
}

/// Why a foreign engine failed, where its sandbox (`www/foreign-frame.html`) knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForeignCause {
    /// It asked for a file that was not picked with it.
    MissingFile,
    /// It needs memory that its threads share, which a sandbox does not have.
    SharedMemory,
}

impl ForeignCause {
    /// The cause that the frame names.
    fn of_name(name: &str) -> Option<Self> {
        match name {
            "missing-file" => Some(Self::MissingFile),
            "shared-memory" => Some(Self::SharedMemory),
            _ => None,
        }
    }
}

/// What came of an interview with a foreign engine.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignInterview {
    /// Who it is.
    pub identity: Identity,
    /// The mean time from `isready` to `readyok`, in milliseconds.
    pub latency_ms: f64,
}

/// Asks an engine build who it is.
///
/// # Errors
/// When it is lost before it has said so.
pub async fn introduce(worker_url: &str, module: WebAssembly::Module) -> Result<Identity, InterviewError> {
    let mut interview = Interview::with_build(worker_url, module);
    interview.until(|_, event| matches!(event, Some(Event::Introduced))).await?;
    Ok(interview.player.identity().clone())
}

/// Asks a foreign engine who it is, and how long its answers take.
///
/// # Errors
/// When it cannot be started, or is lost before it has answered.
pub async fn introduce_foreign(sandbox: &Rc<Sandbox>) -> Result<ForeignInterview, InterviewError> {
    let mut interview = Interview::with_foreign(sandbox)?;
    // The first answer waits for whatever it still loads.
    interview.until(|player, _| player.is_idle()).await?;
    interview.player.set_limits(limits(ANSWER_MS));
    let began_ms = now_ms();
    for _ in 0..ROUND_TRIPS {
        interview.player.ping(now_ms());
        interview.until(|player, _| player.is_idle()).await?;
    }
    let latency_ms = (now_ms() - began_ms) / f64::from(ROUND_TRIPS);
    Ok(ForeignInterview { identity: interview.player.identity().clone(), latency_ms })
}

fn limits(answer_ms: f64) -> PlayerLimits {
    PlayerLimits {
        start_ms: answer_ms.max(START_MS),
        uciok_ms: answer_ms,
        readyok_ms: answer_ms,
        ..PlayerLimits::default()
    }
}

/// What is heard of an engine.
enum Heard {
    Started,
    Line(String),
    /// It has handled what it was sent.
    Returned,
    Gone(String, Option<ForeignCause>),
}

/// What carries lines to an engine; ends it when dropped.
enum Line {
    Build { link: WorkerLink, is_busy: bool },
    Foreign { port: MessagePort, close: Option<Closer>, _on_message: Closure<dyn FnMut(MessageEvent)> },
}

/// A conversation with an engine, which is ended when this is dropped.
struct Interview {
    player: UciPlayer,
    line: Line,
    heard: mpsc::UnboundedReceiver<Heard>,
    cause: Option<ForeignCause>,
}

impl Interview {
    fn with_build(worker_url: &str, module: WebAssembly::Module) -> Self {
        let (tell, heard) = mpsc::unbounded();
        // Nobody listens any more: then nothing is to be told.
        let tell = move |what| _ = tell.unbounded_send(what);
        let on_event: OnEvent = Rc::new(move |_, event| match event {
            PortEvent::Message { body: FromEngine::Loaded, .. } => tell(Heard::Started),
            PortEvent::Message {
                body: FromEngine::OptionRemark { .. } | FromEngine::StartThread { .. },
                ..
            } => {}
            PortEvent::Message { body: FromEngine::Lines { lines, done, .. }, .. } => {
                for line in lines {
                    tell(Heard::Line(line));
                }
                if done {
                    tell(Heard::Returned);
                }
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => tell(Heard::Gone(message, None)),
            PortEvent::Fault(fault) => tell(Heard::Gone(format!("its worker {fault}"), None)),
        });
        let link = WorkerLink::new(worker_url.to_owned(), module, EngineReads::default(), on_event)
            .for_question("Introduction");
        Self::begin(Transport::Calls, ANSWER_MS, Line::Build { link, is_busy: false }, heard)
    }

    fn with_foreign(sandbox: &Rc<Sandbox>) -> Result<Self, ForeignError> {
        let ForeignPort { port, close } = sandbox.open()?;
        let (tell, heard) = mpsc::unbounded();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            let said = match data.as_string() {
                Some(text) => {
                    for line in text.lines() {
                        // Nobody listens any more.
                        let _ = tell.unbounded_send(Heard::Line(line.to_owned()));
                    }
                    return;
                }
                None if text(&data, "tabia").as_deref() == Some("fault") => {
                    let reason = text(&data, "message").unwrap_or_else(|| "it is gone".to_owned());
                    Heard::Gone(reason, text(&data, "cause").and_then(|name| ForeignCause::of_name(&name)))
                }
                None => return,
            };
            // Nobody listens any more.
            let _ = tell.unbounded_send(said);
        });
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let line = Line::Foreign { port, close: Some(close), _on_message: on_message };
        Ok(Self::begin(Transport::Stream, FOREIGN_ANSWER_MS, line, heard))
    }

    fn begin(
        transport: Transport,
        answer_ms: f64,
        line: Line,
        heard: mpsc::UnboundedReceiver<Heard>,
    ) -> Self {
        let config = PlayerConfig { transport, limits: limits(answer_ms), ..PlayerConfig::default() };
        let mut player = UciPlayer::new(config);
        player.start(now_ms());
        Self { player, line, heard, cause: None }
    }

    /// Goes on until `is_it` accepts the player or what happened.
    async fn until(
        &mut self,
        is_it: impl Fn(&UciPlayer, Option<&Event<'_>>) -> bool,
    ) -> Result<(), InterviewError> {
        loop {
            self.send();
            let Some(deadline_ms) = self.player.deadline_ms() else {
                return if self.player.is_idle() {
                    Ok(())
                } else {
                    Err(InterviewError::Lost {
                        reason: self.player.lost_because().to_owned(),
                        cause: self.cause,
                    })
                };
            };
            let (tell, told) = oneshot::channel::<()>();
            let _limit = Timeout::new((deadline_ms - now_ms()).max(0.0).ceil() as u32, move || {
                let _ = tell.send(());
            });
            let heard = match select(self.heard.next(), pin!(told)).await {
                Either::Left((heard, _)) => {
                    heard.unwrap_or_else(|| Heard::Gone("it is gone".to_owned(), None))
                }
                Either::Right(_) => {
                    // Timers may be a little early.
                    self.player.time(now_ms().max(deadline_ms));
                    continue;
                }
            };
            let event = match &heard {
                Heard::Started => {
                    self.player.started(now_ms());
                    None
                }
                Heard::Line(line) => self.player.line(line, now_ms()),
                Heard::Returned => {
                    if let Line::Build { is_busy, .. } = &mut self.line {
                        *is_busy = false;
                    }
                    self.player.returned()
                }
                Heard::Gone(reason, cause) => {
                    self.cause = *cause;
                    self.player.disconnected(reason.clone())
                }
            };
            if is_it(&self.player, event.as_ref()) {
                return Ok(());
            }
        }
    }

    /// Does what the player wants done.
    fn send(&mut self) {
        let mut lines = Vec::new();
        while !matches!(self.line, Line::Build { is_busy: true, .. }) {
            match self.player.next_output() {
                None => break,
                Some(Output::Line(line)) => lines.push(line),
                Some(Output::Start) => self.start(),
                // It is ended when this is dropped.
                Some(Output::Kill) => {}
            }
        }
        match &mut self.line {
            Line::Foreign { port, .. } => {
                for line in lines {
                    // Who does not hear it does not answer, which is noticed.
                    let _ = port.post_message(&JsValue::from_str(&line));
                }
            }
            Line::Build { link, is_busy } if !lines.is_empty() => {
                *is_busy = true;
                if let Err(reason) = link.send(1, lines) {
                    self.player.disconnected(reason.to_string());
                }
            }
            Line::Build { .. } => {}
        }
    }

    fn start(&mut self) {
        match &mut self.line {
            Line::Foreign { .. } => self.player.started(now_ms()),
            Line::Build { link, .. } => {
                if let Err(reason) = link.start(1) {
                    self.player.disconnected(reason.to_string());
                }
            }
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        match self {
            Self::Build { link, .. } => link.terminate(),
            Self::Foreign { port, close, .. } => {
                port.set_onmessage(None);
                if let Some(close) = close.take() {
                    close();
                }
            }
        }
    }
}

fn text(value: &JsValue, key: &str) -> Option<String> {
    Reflect::get(value, &JsValue::from_str(key)).ok()?.as_string()
}

/// Gives an engine build one command, or several in lines; its answer is everything it prints until it has
/// handled it.
///
/// # Errors
/// When it or its worker fails, or it takes longer than `limit_ms`.
pub async fn ask(
    worker_url: &str,
    module: WebAssembly::Module,
    command: &str,
    limit_ms: u32,
) -> Result<Vec<String>, InterviewError> {
    let (tell, told) = oneshot::channel();
    let tell = Rc::new(RefCell::new(Some(tell)));
    let answer = move |result: Result<(), InterviewError>| {
        if let Some(tell) = tell.borrow_mut().take() {
            // Nobody waits any more.
            let _ = tell.send(result);
        }
    };
    let heard = Rc::new(RefCell::new(VecDeque::new()));
    let on_event: OnEvent = {
        let (heard, answer) = (heard.clone(), answer.clone());
        Rc::new(move |_, event| match event {
            PortEvent::Message {
                body: FromEngine::Loaded | FromEngine::OptionRemark { .. } | FromEngine::StartThread { .. },
                ..
            } => {}
            PortEvent::Message { body: FromEngine::Lines { lines, done, .. }, .. } => {
                let mut heard = heard.borrow_mut();
                heard.extend(lines);
                while heard.len() > MAX_LINES {
                    heard.pop_front();
                }
                if done {
                    answer(Ok(()));
                }
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => {
                answer(Err(InterviewError::Stopped(message)));
            }
            PortEvent::Fault(fault) => answer(Err(fault.into())),
        })
    };
    let mut link = WorkerLink::new(worker_url.to_owned(), module, EngineReads::default(), on_event)
        .for_question("Question");
    link.start(1)?;
    let lines = command.lines().map(str::to_owned).collect();
    link.send(1, lines)?;
    let limit = {
        let command = command.to_owned();
        Timeout::new(limit_ms, move || {
            answer(Err(InterviewError::Silent { command, seconds: limit_ms / 1000 }));
        })
    };
    let result = told.await.unwrap_or(Err(InterviewError::Gone));
    drop(limit);
    link.terminate();
    result?;
    let heard = heard.take();
    Ok(heard.into())
}
