//! The match worker itself: messages in, games out.

mod bell;
mod build;
mod desk;
mod engine;
mod game;
mod options;
mod port;
mod record;
mod tables;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use self::desk::Post;
use self::game::{Pause, Table};
use super::messages::{FromLab, LAB_PROTOCOL, Play, Setup, ToLab};
use crate::abi::error_text;
use crate::codec::{decode, encode};

/// Runs the worker. To be called once, at its start.
pub fn start() {
    // A fault of the worker itself, not of an engine: its sentence goes to the console, and the exception that follows
    // reaches the page as the worker's `error` event.
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let post: Post = {
        let scope = scope.clone();
        Rc::new(move |message| {
            // Refused only if a value could not be sent; the page then misses an answer and replaces the worker.
            let _ = encode(message).map(|value| scope.post_message(&value));
        })
    };
    let host = Rc::new(Host {
        post: post.clone(),
        pause: Rc::default(),
        queue: RefCell::default(),
        table: RefCell::default(),
        is_playing: Cell::new(false),
    });
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        host.receive(event.data());
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // Listens for as long as the worker lives.
    on_message.forget();
    post(&FromLab::Loaded);
}

struct Host {
    post: Post,
    pause: Rc<Pause>,
    /// Units that wait for their turn.
    queue: RefCell<VecDeque<Play>>,
    /// Taken out while a unit is being played.
    table: RefCell<Option<Table>>,
    is_playing: Cell<bool>,
}

impl Host {
    fn receive(self: &Rc<Self>, data: JsValue) {
        match decode::<ToLab>(data) {
            Ok(ToLab::Setup(setup)) => {
                let answer = match self.set_up(*setup) {
                    Ok(()) => FromLab::Ready { protocol: LAB_PROTOCOL },
                    Err(message) => FromLab::Fault { message },
                };
                (self.post)(&answer);
            }
            Ok(ToLab::Play(play)) => {
                self.queue.borrow_mut().push_back(play);
                if !self.is_playing.replace(true) {
                    let host = self.clone();
                    spawn_local(async move {
                        host.play().await;
                        host.is_playing.set(false);
                    });
                }
            }
            Ok(ToLab::Pause(is_on)) => self.pause.set(is_on),
            Err(error) => (self.post)(&FromLab::Fault { message: error.to_string() }),
        }
    }

    fn set_up(&self, setup: Setup) -> Result<(), String> {
        if setup.protocol != LAB_PROTOCOL {
            return Err(format!(
                "the page and its match worker are of different versions ({} and {LAB_PROTOCOL}): reload the page",
                setup.protocol
            ));
        }
        let table = Table::new(setup, self.post.clone(), self.pause.clone())
            .map_err(|error| format!("the match worker could not be set up: {}", error_text(&error)))?;
        *self.table.borrow_mut() = Some(table);
        Ok(())
    }

    async fn play(&self) {
        let Some(mut table) = self.table.borrow_mut().take() else {
            (self.post)(&FromLab::Fault { message: "games came before the players".to_owned() });
            self.queue.borrow_mut().clear();
            return;
        };
        loop {
            let Some(play) = self.queue.borrow_mut().pop_front() else { break };
            if let Err(message) = table.play(&play).await {
                self.queue.borrow_mut().clear();
                (self.post)(&message);
            }
        }
        *self.table.borrow_mut() = Some(table);
    }
}
