//! Engine build that handles one request after the other, with a timestamp on every reply.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::mpsc;
use futures::future::{Either, poll_fn, select};
use futures::{FutureExt, StreamExt, pin_mut};
use gloo_timers::future::TimeoutFuture;
use js_sys::WebAssembly;
use tabia_worker::engine::messages::FromEngine;

use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::platform::port::PortEvent;
use crate::services::engine::link::{EngineLink, EngineLinkError};
use crate::services::engine::worker_link::{EngineReads, OnEngineEvent, WorkerLink};

/// Reason why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TalkError {
    /// Its worker is unusable.
    #[error("{}", tr!("the engine cannot be reached: {error}", error = _0))]
    Link(#[from] EngineLinkError),
    /// The engine is gone, with the reason.
    #[error("{}", tr!("the engine has ended: {reason}", reason = _0))]
    Gone(String),
    /// It did not reply in time.
    #[error("{}", tr!("the engine did not reply within {n} second" | "the engine did not reply within {n} seconds" % *_0 as usize))]
    Silent(u32),
    /// It sent an unexpected reply.
    #[error("{}", tr!("unexpected reply from the engine: {reply}", reply = _0))]
    Strange(String),
}

enum BenchMessage {
    Loaded,
    Line(String),
    Done,
    Gone(String),
}

/// Reply of the engine.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Lines, each with its time of arrival in milliseconds.
    pub lines: Vec<(f64, String)>,
    /// Time until the engine had handled everything, in milliseconds.
    pub ms: f64,
}

impl Reply {
    /// Returns the rest of the first line that starts with `beginning`.
    pub fn after(&self, beginning: &str) -> Option<&str> {
        self.lines.iter().find_map(|(_, line)| line.strip_prefix(beginning))
    }
}

/// Running engine; ended when dropped.
pub struct Talk {
    link: RefCell<WorkerLink>,
    heard: RefCell<mpsc::UnboundedReceiver<(f64, BenchMessage)>>,
    batch: Cell<u32>,
}

impl Talk {
    /// Starts an engine. Also returns the milliseconds until its worker had loaded it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub async fn start(
        worker_url: &str,
        module: WebAssembly::Module,
        purpose: &str,
    ) -> Result<(Self, f64), TalkError> {
        let (sender, heard) = mpsc::unbounded();
        let on_event: OnEngineEvent = Rc::new(move |_, event| {
            let at_ms = now_ms();
            // The receiver may be gone.
            let send = |what| _ = sender.unbounded_send((at_ms, what));
            match event {
                PortEvent::Message { body: FromEngine::Loaded, .. } => send(BenchMessage::Loaded),
                PortEvent::Message { body: FromEngine::Lines { lines, done, .. }, .. } => {
                    for line in lines {
                        send(BenchMessage::Line(line));
                    }
                    if done {
                        send(BenchMessage::Done);
                    }
                }
                PortEvent::Message {
                    body: FromEngine::OptionRemark { .. } | FromEngine::StartThread { .. },
                    ..
                } => {}
                PortEvent::Message { body: FromEngine::Fault(reason), .. } => {
                    send(BenchMessage::Gone(reason));
                }
                PortEvent::Fault(fault) => send(BenchMessage::Gone(tr!("its worker {fault}", fault))),
            }
        });
        let begun_ms = now_ms();
        let mut link = WorkerLink::new(worker_url.to_owned(), module, EngineReads::default(), on_event)
            .for_purpose(purpose);
        link.start(1)?;
        let talk = Self { link: RefCell::new(link), heard: RefCell::new(heard), batch: Cell::new(0) };
        match talk.next(30).await? {
            (at_ms, BenchMessage::Loaded) => Ok((talk, at_ms - begun_ms)),
            (_, BenchMessage::Gone(reason)) => Err(TalkError::Gone(reason)),
            (_, BenchMessage::Line(line)) => Err(TalkError::Strange(line)),
            (_, BenchMessage::Done) => Err(TalkError::Strange(String::new())),
        }
    }

    /// Returns whether a search can be stopped.
    pub fn can_stop(&self) -> bool {
        self.link.borrow().can_signal()
    }

    async fn next(&self, seconds: u32) -> Result<(f64, BenchMessage), TalkError> {
        let timeout = TimeoutFuture::new(seconds * 1000).fuse();
        let next = poll_fn(|context| self.heard.borrow_mut().poll_next_unpin(context)).fuse();
        pin_mut!(timeout, next);
        match select(next, timeout).await {
            Either::Left((Some(heard), _)) => Ok(heard),
            Either::Left((None, _)) => Err(TalkError::Gone(tr!("its worker was ended").to_owned())),
            Either::Right(_) => Err(TalkError::Silent(seconds)),
        }
    }

    /// Sends lines without waiting.
    ///
    /// # Errors
    /// If they cannot be sent.
    pub fn send(&self, lines: &[&str]) -> Result<u32, TalkError> {
        let batch = self.batch.get() + 1;
        self.batch.set(batch);
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        self.link.borrow_mut().send(batch, lines)?;
        Ok(batch)
    }

    /// Signals a search to stop.
    pub fn stop(&self, batch: u32) {
        self.link.borrow_mut().signal_stop(batch);
    }

    /// Returns the reply, complete once the engine has handled what was sent.
    ///
    /// # Errors
    /// If it is gone, or silent for `seconds` seconds.
    pub async fn reply(&self, begun_ms: f64, seconds: u32) -> Result<Reply, TalkError> {
        let mut reply = Reply::default();
        loop {
            match self.next(seconds).await? {
                (at_ms, BenchMessage::Line(line)) => reply.lines.push((at_ms, line)),
                (at_ms, BenchMessage::Done) => {
                    reply.ms = at_ms - begun_ms;
                    return Ok(reply);
                }
                (_, BenchMessage::Gone(reason)) => return Err(TalkError::Gone(reason)),
                (_, BenchMessage::Loaded) => {}
            }
        }
    }

    /// Sends lines and waits until they are handled, with at most `seconds` seconds of silence.
    ///
    /// # Errors
    /// As [`reply`](Self::reply).
    pub async fn ask(&self, lines: &[&str], seconds: u32) -> Result<Reply, TalkError> {
        let begun_ms = now_ms();
        self.send(lines)?;
        self.reply(begun_ms, seconds).await
    }
}
