//! Asking an engine who it is, how fast it answers, and for its signature; in a worker of its own that goes afterwards.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;

use futures::StreamExt;
use futures::channel::{mpsc, oneshot};
use futures::future::{Either, select};
use gloo_timers::callback::Timeout;
use js_sys::{Reflect, WebAssembly};
use tabia_worker::engine::messages::FromEngine;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;

use super::entry::Introduction;
use super::sandbox::Sandbox;
use crate::platform::port::PortEvent;
use crate::services::engine::link::EngineLink;
use crate::services::engine::worker_link::{EngineReads, OnEvent, WorkerLink};
use crate::services::matches::build::{Closer, ForeignPort};

/// How long an engine may take to say who it is, in milliseconds.
const ANSWER_MS: u32 = 10_000;

/// How long a foreign engine may take: it has files of many megabytes to compile.
const FOREIGN_ANSWER_MS: u32 = 30_000;

/// How many of the last lines are kept; `bench` prints less than a hundred.
const MAX_LINES: usize = 10_000;

/// How often a foreign engine is asked `isready` for its latency.
const ROUND_TRIPS: u32 = 20;

/// What came of an interview with a foreign engine.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignInterview {
    /// Who it is.
    pub introduction: Introduction,
    /// The mean time from `isready` to `readyok`, in milliseconds.
    pub latency_ms: f64,
}

/// Asks an engine build who it is.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub async fn introduce(worker_url: &str, module: WebAssembly::Module) -> Result<Introduction, String> {
    let lines = ask(worker_url, module, "uci", ANSWER_MS).await?;
    let introduction = Introduction::of(lines.iter().map(String::as_str));
    if introduction.is_complete {
        Ok(introduction)
    } else {
        Err("it did not answer uci with uciok".to_owned())
    }
}

/// Gives an engine build one command, or several in lines; its answer is everything it prints until it has handled it.
///
/// # Errors
/// When it fails, or takes longer than `limit_ms`.
pub async fn ask(
    worker_url: &str,
    module: WebAssembly::Module,
    command: &str,
    limit_ms: u32,
) -> Result<Vec<String>, String> {
    let (tell, told) = oneshot::channel();
    let tell = Rc::new(RefCell::new(Some(tell)));
    let answer = move |result: Result<(), String>| {
        if let Some(tell) = tell.borrow_mut().take() {
            // Nobody waits any more.
            let _ = tell.send(result);
        }
    };
    let heard = Rc::new(RefCell::new(VecDeque::new()));
    let on_event: OnEvent = {
        let (heard, answer) = (heard.clone(), answer.clone());
        Rc::new(move |_, event| match event {
            PortEvent::Message { body: FromEngine::Loaded | FromEngine::OptionRemark { .. }, .. } => {}
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
            PortEvent::Message { body: FromEngine::Fault(message), .. } => answer(Err(message)),
            PortEvent::Fault(fault) => answer(Err(format!("its worker {fault}"))),
        })
    };
    let mut link = WorkerLink::new(worker_url.to_owned(), module, EngineReads::default(), on_event);
    link.start(1)?;
    link.send(1, command.lines().map(str::to_owned).collect())?;
    let limit = {
        let command = command.to_owned();
        Timeout::new(limit_ms, move || {
            answer(Err(format!("it did not answer {command} within {} s", limit_ms / 1000)));
        })
    };
    let result = told.await.unwrap_or_else(|_| Err("its worker is gone".to_owned()));
    drop(limit);
    link.terminate();
    result?;
    let heard = heard.take();
    Ok(heard.into())
}

/// Asks a foreign engine who it is, and how long its answers take.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub async fn introduce_foreign(sandbox: &Rc<Sandbox>) -> Result<ForeignInterview, String> {
    let mut talk = Talk::begin(sandbox)?;
    let mut introduction = Introduction::default();
    talk.say("uci");
    talk.until("uci", FOREIGN_ANSWER_MS, |line| {
        introduction.take(line);
        introduction.is_complete
    })
    .await?;
    // The first answer waits for whatever it still loads.
    talk.say("isready");
    talk.until("isready", FOREIGN_ANSWER_MS, |line| line.trim() == "readyok").await?;
    let began_ms = js_sys::Date::now();
    for _ in 0..ROUND_TRIPS {
        talk.say("isready");
        talk.until("isready", ANSWER_MS, |line| line.trim() == "readyok").await?;
    }
    let latency_ms = (js_sys::Date::now() - began_ms) / f64::from(ROUND_TRIPS);
    Ok(ForeignInterview { introduction, latency_ms })
}

/// A conversation with a foreign engine, which is ended when this is dropped.
struct Talk {
    port: web_sys::MessagePort,
    heard: mpsc::UnboundedReceiver<Result<String, String>>,
    close: Option<Closer>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Talk {
    fn begin(sandbox: &Rc<Sandbox>) -> Result<Self, String> {
        let ForeignPort { port, close } = sandbox.open()?;
        let (tell, heard) = mpsc::unbounded();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            let said = match data.as_string() {
                Some(line) => Ok(line),
                None if text(&data, "tabia").as_deref() == Some("fault") => {
                    Err(text(&data, "message").unwrap_or_else(|| "it is gone".to_owned()))
                }
                None => return,
            };
            // Nobody listens any more.
            let _ = tell.unbounded_send(said);
        });
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(Self { port, heard, close: Some(close), _on_message: on_message })
    }

    fn say(&self, line: &str) {
        // Who does not hear it does not answer, which is noticed.
        let _ = self.port.post_message(&JsValue::from_str(line));
    }

    async fn until(
        &mut self,
        command: &str,
        limit_ms: u32,
        mut is_it: impl FnMut(&str) -> bool,
    ) -> Result<(), String> {
        let (tell, told) = oneshot::channel::<()>();
        let _limit = Timeout::new(limit_ms, move || {
            let _ = tell.send(());
        });
        let mut told = pin!(told);
        loop {
            match select(self.heard.next(), told.as_mut()).await {
                Either::Left((Some(Ok(line)), _)) if is_it(&line) => return Ok(()),
                Either::Left((Some(Ok(_)), _)) => {}
                Either::Left((Some(Err(message)), _)) => return Err(message),
                Either::Left((None, _)) => return Err("it is gone".to_owned()),
                Either::Right(_) => {
                    return Err(format!("it did not answer {command} within {} s", limit_ms / 1000));
                }
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.port.set_onmessage(None);
        if let Some(close) = self.close.take() {
            close();
        }
    }
}

fn text(value: &JsValue, key: &str) -> Option<String> {
    Reflect::get(value, &JsValue::from_str(key)).ok()?.as_string()
}
