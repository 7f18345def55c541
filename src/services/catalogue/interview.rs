//! Asks an engine for its identity, its latency and its signature, in a temporary worker.

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
use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::platform::port::{PortEvent, WorkerFault};
use crate::services::engine::link::{EngineLink, EngineLinkError};
use crate::services::engine::worker_link::{EngineReads, OnEngineEvent, WorkerLink};
use crate::services::matches::build::{Closer, ForeignError, ForeignPort};

/// Time limit for an engine's worker to start, in milliseconds; the same as on the board. On a busy or slow machine, the browser needs
/// more of it than the engine.
const START_MS: f64 = 20_000.0;

/// Time limit for an engine to identify itself, in milliseconds.
const ANSWER_MS: f64 = 10_000.0;

/// Time limit for a foreign engine, which has many megabytes of files to compile, in milliseconds.
const FOREIGN_ANSWER_MS: f64 = 30_000.0;

/// Maximum number of lines kept, dropping the oldest; `bench` prints fewer than a hundred.
const MAX_LINES: usize = 10_000;

/// Number of `isready` round trips that measure a foreign engine's latency.
const ROUND_TRIPS: u32 = 20;

/// Reason why an engine did not reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InterviewError {
    /// A foreign engine that cannot be started.
    #[error(transparent)]
    Foreign(#[from] ForeignError),
    /// The engine was lost during the conversation.
    #[error("{reason}")]
    Lost {
        /// Description.
        reason: String,
        /// Cause, if the sandbox of a foreign engine knows it.
        cause: Option<ForeignCause>,
    },
    /// It stopped, with the message of the engine or its worker.
    #[error("{0}")]
    Stopped(String),
    /// Its worker is unusable.
    #[error("{}", tr!("its worker {fault}", fault = _0))]
    Worker(#[from] WorkerFault),
    /// Its worker accepts no commands.
    #[error(transparent)]
    Unreachable(#[from] EngineLinkError),
    /// It took too long.
    #[error("{}", tr!("it did not answer {command} within {seconds} s", command, seconds))]
    Silent {
        /// Command that got no reply.
        command: String,
        /// Time waited, in seconds.
        seconds: u32,
    },
    /// Its worker ended before it replied.
    #[error("{}", tr!("its worker has ended"))]
    Gone,
}

/// Cause of a foreign engine's failure, where its sandbox (`www/foreign-frame.html`) knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForeignCause {
    /// It requested a file that was not picked with it.
    MissingFile,
    /// It needs shared memory for threads, which a sandbox lacks.
    SharedMemory,
}

impl ForeignCause {
    /// Parses the cause named by the frame.
    fn of_name(name: &str) -> Option<Self> {
        match name {
            "missing-file" => Some(Self::MissingFile),
            "shared-memory" => Some(Self::SharedMemory),
            _ => None,
        }
    }
}

/// Result of interviewing a foreign engine.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignInterview {
    /// Identity of the engine.
    pub identity: Identity,
    /// Mean time from `isready` to `readyok`, in milliseconds.
    pub latency_ms: f64,
}

/// Asks an engine build for its identity.
///
/// # Errors
/// If it is lost before it replies.
pub async fn introduce(worker_url: &str, module: WebAssembly::Module) -> Result<Identity, InterviewError> {
    let mut interview = Interview::with_build(worker_url, module);
    interview.until(|_, event| matches!(event, Some(Event::Introduced))).await?;
    Ok(interview.player.identity().clone())
}

/// Asks a foreign engine for its identity, and measures its latency.
///
/// # Errors
/// If it cannot be started, or is lost before it replies.
pub async fn introduce_foreign(sandbox: &Rc<Sandbox>) -> Result<ForeignInterview, InterviewError> {
    let mut interview = Interview::with_foreign(sandbox)?;
    // The first reply waits for whatever is still loading.
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

/// Message from an engine.
enum InterviewMessage {
    Started,
    Line(String),
    /// It has handled what it was sent.
    Returned,
    Gone(String, Option<ForeignCause>),
}

/// Carries lines to an engine; ends it when dropped.
enum InterviewTransport {
    Build { link: WorkerLink, is_busy: bool },
    Foreign { port: MessagePort, close: Option<Closer>, _on_message: Closure<dyn FnMut(MessageEvent)> },
}

/// Conversation with an engine, which ends when this is dropped.
struct Interview {
    player: UciPlayer,
    line: InterviewTransport,
    heard: mpsc::UnboundedReceiver<InterviewMessage>,
    cause: Option<ForeignCause>,
}

impl Interview {
    fn with_build(worker_url: &str, module: WebAssembly::Module) -> Self {
        let (sender, heard) = mpsc::unbounded();
        // The receiver may be gone.
        let send = move |what| _ = sender.unbounded_send(what);
        let on_event: OnEngineEvent = Rc::new(move |_, event| match event {
            PortEvent::Message { body: FromEngine::Loaded, .. } => send(InterviewMessage::Started),
            PortEvent::Message {
                body: FromEngine::OptionRemark { .. } | FromEngine::StartThread { .. },
                ..
            } => {}
            PortEvent::Message { body: FromEngine::Lines { lines, done, .. }, .. } => {
                for line in lines {
                    send(InterviewMessage::Line(line));
                }
                if done {
                    send(InterviewMessage::Returned);
                }
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => {
                send(InterviewMessage::Gone(message, None));
            }
            PortEvent::Fault(fault) => {
                send(InterviewMessage::Gone(tr!("its worker {fault}", fault), None));
            }
        });
        let link = WorkerLink::new(worker_url.to_owned(), module, EngineReads::default(), on_event)
            .for_question(tr!("Introduction"));
        Self::begin(Transport::Calls, ANSWER_MS, InterviewTransport::Build { link, is_busy: false }, heard)
    }

    fn with_foreign(sandbox: &Rc<Sandbox>) -> Result<Self, ForeignError> {
        let ForeignPort { port, close } = sandbox.open()?;
        let (sender, heard) = mpsc::unbounded();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            let said = match data.as_string() {
                Some(text) => {
                    for line in text.lines() {
                        // The receiver may be gone.
                        let _ = sender.unbounded_send(InterviewMessage::Line(line.to_owned()));
                    }
                    return;
                }
                None if text(&data, "tabia").as_deref() == Some("fault") => {
                    let reason = text(&data, "message").unwrap_or_else(|| tr!("it has ended").to_owned());
                    InterviewMessage::Gone(
                        reason,
                        text(&data, "cause").and_then(|name| ForeignCause::of_name(&name)),
                    )
                }
                None => return,
            };
            // The receiver may be gone.
            let _ = sender.unbounded_send(said);
        });
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let line = InterviewTransport::Foreign { port, close: Some(close), _on_message: on_message };
        Ok(Self::begin(Transport::Stream, FOREIGN_ANSWER_MS, line, heard))
    }

    fn begin(
        transport: Transport,
        answer_ms: f64,
        line: InterviewTransport,
        heard: mpsc::UnboundedReceiver<InterviewMessage>,
    ) -> Self {
        let config = PlayerConfig { transport, limits: limits(answer_ms), ..PlayerConfig::default() };
        let mut player = UciPlayer::new(config);
        player.start(now_ms());
        Self { player, line, heard, cause: None }
    }

    /// Continues until `is_it` accepts the player's state or an event.
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
            let (sender, receiver) = oneshot::channel::<()>();
            let _limit = Timeout::new((deadline_ms - now_ms()).max(0.0).ceil() as u32, move || {
                let _ = sender.send(());
            });
            let heard = match select(self.heard.next(), pin!(receiver)).await {
                Either::Left((heard, _)) => {
                    heard.unwrap_or_else(|| InterviewMessage::Gone(tr!("it has ended").to_owned(), None))
                }
                Either::Right(_) => {
                    // Timers may fire slightly early.
                    self.player.time(now_ms().max(deadline_ms));
                    continue;
                }
            };
            let event = match &heard {
                InterviewMessage::Started => {
                    self.player.started(now_ms());
                    None
                }
                InterviewMessage::Line(line) => self.player.line(line, now_ms()),
                InterviewMessage::Returned => {
                    if let InterviewTransport::Build { is_busy, .. } = &mut self.line {
                        *is_busy = false;
                    }
                    self.player.returned()
                }
                InterviewMessage::Gone(reason, cause) => {
                    self.cause = *cause;
                    self.player.disconnected(reason.clone())
                }
            };
            if is_it(&self.player, event.as_ref()) {
                return Ok(());
            }
        }
    }

    /// Carries out the player's output.
    fn send(&mut self) {
        let mut lines = Vec::new();
        while !matches!(self.line, InterviewTransport::Build { is_busy: true, .. }) {
            match self.player.next_output() {
                None => break,
                Some(Output::Line(line)) => lines.push(line),
                Some(Output::Start) => self.start(),
                // It ends when this is dropped.
                Some(Output::Kill) => {}
            }
        }
        match &mut self.line {
            InterviewTransport::Foreign { port, .. } => {
                for line in lines {
                    // A lost line gets no reply; the timeout catches it.
                    let _ = port.post_message(&JsValue::from_str(&line));
                }
            }
            InterviewTransport::Build { link, is_busy } if !lines.is_empty() => {
                *is_busy = true;
                if let Err(reason) = link.send(1, lines) {
                    self.player.disconnected(reason.to_string());
                }
            }
            InterviewTransport::Build { .. } => {}
        }
    }

    fn start(&mut self) {
        match &mut self.line {
            InterviewTransport::Foreign { .. } => self.player.started(now_ms()),
            InterviewTransport::Build { link, .. } => {
                if let Err(reason) = link.start(1) {
                    self.player.disconnected(reason.to_string());
                }
            }
        }
    }
}

impl Drop for InterviewTransport {
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

/// Sends an engine build one or more commands. Returns everything it prints until it has handled them.
///
/// # Errors
/// If it or its worker fails, or it takes longer than `limit_ms`.
pub async fn ask(
    worker_url: &str,
    module: WebAssembly::Module,
    command: &str,
    limit_ms: u32,
) -> Result<Vec<String>, InterviewError> {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let answer = move |result: Result<(), InterviewError>| {
        if let Some(sender) = sender.borrow_mut().take() {
            // The receiver may be gone.
            let _ = sender.send(result);
        }
    };
    let heard = Rc::new(RefCell::new(VecDeque::new()));
    let on_event: OnEngineEvent = {
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
        .for_question(tr!("Question"));
    link.start(1)?;
    let lines = command.lines().map(str::to_owned).collect();
    link.send(1, lines)?;
    let limit = {
        let command = command.to_owned();
        Timeout::new(limit_ms, move || {
            answer(Err(InterviewError::Silent { command, seconds: limit_ms / 1000 }));
        })
    };
    let result = receiver.await.unwrap_or(Err(InterviewError::Gone));
    drop(limit);
    link.terminate();
    result?;
    let heard = heard.take();
    Ok(heard.into())
}
