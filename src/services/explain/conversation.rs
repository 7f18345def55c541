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

use super::error::ExplainError;
use crate::platform::port::PortEvent;
use crate::services::engine::link::EngineLink;
use crate::services::engine::worker_link::{EngineReads, WorkerLink};

/// Generation of the worker; a conversation has only one.
const GENERATION: u32 = 1;

type Answer = Result<Vec<String>, ExplainError>;

struct Question {
    heard: Vec<String>,
    tell: oneshot::Sender<Answer>,
}

/// Running engine; ended when dropped.
pub(super) struct Conversation {
    link: RefCell<WorkerLink>,
    last: Cell<BatchId>,
    questions: RefCell<HashMap<BatchId, Question>>,
}

impl Conversation {
    /// Starts the engine build and sends it `greeting`.
    ///
    /// # Errors
    /// If the browser cannot start a worker.
    pub(super) fn begin(
        worker_url: String,
        module: WebAssembly::Module,
        greeting: Vec<String>,
    ) -> Result<Rc<Self>, ExplainError> {
        let conversation = Rc::new_cyclic(|weak: &Weak<Self>| {
            let weak = weak.clone();
            let on_event = move |_, event| {
                if let Some(conversation) = weak.upgrade() {
                    conversation.hear(event);
                }
            };
            let link = WorkerLink::new(worker_url, module, EngineReads::default(), Rc::new(on_event))
                .for_purpose("Explanation");
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
    pub(super) async fn ask(&self, commands: Vec<String>, limit_ms: u32) -> Answer {
        let (tell, told) = oneshot::channel();
        let batch = self.next();
        self.questions.borrow_mut().insert(batch, Question { heard: Vec::new(), tell });
        self.link.borrow_mut().send(batch, commands)?;
        match select(told, pin!(TimeoutFuture::new(limit_ms))).await {
            Either::Left((answer, _)) => answer.unwrap_or(Err(ExplainError::Ended)),
            Either::Right(_) => {
                self.link.borrow_mut().terminate();
                Err(ExplainError::Silent(limit_ms / 1000))
            }
        }
    }

    fn next(&self) -> BatchId {
        self.last.set(self.last.get() + 1);
        self.last.get()
    }

    fn hear(&self, event: PortEvent<FromEngine>) {
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
                    let _ = question.tell.send(Ok(question.heard));
                }
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => {
                self.fail(|| ExplainError::Stopped(message.clone()));
            }
            PortEvent::Fault(fault) => self.fail(|| fault.clone().into()),
        }
    }

    fn fail(&self, reason: impl Fn() -> ExplainError) {
        for (_, question) in self.questions.borrow_mut().drain() {
            let _ = question.tell.send(Err(reason()));
        }
    }
}
