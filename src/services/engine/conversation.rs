//! Sequential requests to an engine in a worker.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::pin::pin;
use std::rc::{Rc, Weak};

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::WebAssembly;
use tabia_worker::engine::messages::{BatchId, FromEngine};

use super::link::{EngineLink, EngineLinkError};
use super::worker_link::{EngineReads, WorkerLink};
use crate::language::tr;
use crate::platform::port::{PortEvent, WorkerFault};

/// Generation of the worker; a conversation has only one.
const GENERATION: u32 = 1;

/// Reason why an engine does not reply. The text follows "The engine".
#[derive(Debug, thiserror::Error)]
pub enum ConversationError {
    /// Its worker is unusable.
    #[error("{}", tr!("cannot be reached: {reason}", reason = _0))]
    Link(#[from] EngineLinkError),
    /// Its worker failed.
    #[error("{}", tr!("stopped: its worker {fault}", fault = _0))]
    Worker(#[from] WorkerFault),
    /// The engine failed, with its message.
    #[error("{}", tr!("stopped: {reason}", reason = _0))]
    Stopped(String),
    /// It took too long and was ended.
    #[error("{}", tr!("did not answer within {seconds} s", seconds = _0))]
    Silent(u32),
    /// Another request ended it.
    #[error("{}", tr!("was ended before it replied"))]
    Ended,
}

type ConversationResult = Result<Vec<String>, ConversationError>;

struct PendingRequest {
    heard: Vec<String>,
    sender: oneshot::Sender<ConversationResult>,
}

/// Running engine; ended when dropped.
pub struct Conversation {
    link: RefCell<WorkerLink>,
    last: Cell<BatchId>,
    questions: RefCell<HashMap<BatchId, PendingRequest>>,
}

impl Conversation {
    /// Starts the engine build, which may read `files`, and sends it `greeting`. `purpose` names it in the engine list.
    ///
    /// # Errors
    /// If the browser cannot start a worker.
    pub fn begin(
        worker_url: String,
        module: WebAssembly::Module,
        files: EngineReads,
        purpose: &'static str,
        greeting: Vec<String>,
    ) -> Result<Rc<Self>, ConversationError> {
        let conversation = Rc::new_cyclic(|weak: &Weak<Self>| {
            let weak = weak.clone();
            let on_event = move |_, event| {
                if let Some(conversation) = weak.upgrade() {
                    conversation.on_message(event);
                }
            };
            let link = WorkerLink::new(worker_url, module, files, Rc::new(on_event)).for_purpose(purpose);
            Self { link: RefCell::new(link), last: Cell::new(0), questions: RefCell::default() }
        });
        {
            let mut link = conversation.link.borrow_mut();
            link.start(GENERATION)?;
            link.send(conversation.next(), greeting)?;
        }
        Ok(conversation)
    }

    /// Sends commands to the engine, and waits at most `limit_ms` until it has handled them.
    ///
    /// # Errors
    /// If it fails or takes longer; it is unusable afterwards.
    pub async fn ask(&self, commands: Vec<String>, limit_ms: u32) -> ConversationResult {
        let (sender, receiver) = oneshot::channel();
        let batch = self.next();
        self.questions.borrow_mut().insert(batch, PendingRequest { heard: Vec::new(), sender });
        self.link.borrow_mut().send(batch, commands)?;
        match select(receiver, pin!(TimeoutFuture::new(limit_ms))).await {
            Either::Left((answer, _)) => answer.unwrap_or(Err(ConversationError::Ended)),
            Either::Right(_) => {
                self.link.borrow_mut().terminate();
                Err(ConversationError::Silent(limit_ms / 1000))
            }
        }
    }

    fn next(&self) -> BatchId {
        self.last.set(self.last.get() + 1);
        self.last.get()
    }

    fn on_message(&self, event: PortEvent<FromEngine>) {
        match event {
            PortEvent::Message {
                body: FromEngine::Loaded | FromEngine::OptionRemark { .. } | FromEngine::StartThread { .. },
                ..
            } => {}
            PortEvent::Message { id, body: FromEngine::Lines { lines, done, .. } } => {
                let mut questions = self.questions.borrow_mut();
                if let Some(question) = questions.get_mut(&id) {
                    question.heard.extend(lines);
                }
                if done && let Some(question) = questions.remove(&id) {
                    // The receiver may be gone.
                    let _ = question.sender.send(Ok(question.heard));
                }
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => {
                self.fail(|| ConversationError::Stopped(message.clone()));
            }
            PortEvent::Fault(fault) => self.fail(|| fault.clone().into()),
        }
    }

    fn fail(&self, reason: impl Fn() -> ConversationError) {
        for (_, question) in self.questions.borrow_mut().drain() {
            let _ = question.sender.send(Err(reason()));
        }
    }
}
