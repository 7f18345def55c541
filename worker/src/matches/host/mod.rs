//! The match worker itself: receives messages and posts games.

mod build;
mod controller;
mod match_threads;
mod notify;
mod port;
mod publish;
mod runner;
mod tables;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use self::controller::PostToPage;
use self::runner::{Pause, Runner};
use super::messages::{FromMatch, PlayGame, Setup, ToMatch};
use crate::abi::error_text;
use crate::wire::RequestId;
use crate::wire::serve::{Page, Service, serve};

/// Runs the worker. Call once, at startup.
pub fn start() {
    serve::<MatchWorker>();
}

/// Worker as seen by the registrar: games continue between its messages.
struct MatchWorker(Rc<MatchHost>);

struct MatchHost {
    post: PostToPage,
    /// Unit being played; 0 before the first.
    unit: Rc<Cell<RequestId>>,
    pause: Rc<Pause>,
    /// Units waiting for their turn.
    queue: RefCell<VecDeque<(RequestId, Vec<PlayGame>)>>,
    /// `None` while a unit is being played.
    runner: RefCell<Option<Runner>>,
    is_playing: Cell<bool>,
}

impl Service for MatchWorker {
    type In = ToMatch;
    type Out = FromMatch;

    fn new(page: Page<FromMatch>) -> Self {
        let unit = Rc::new(Cell::new(0));
        let post: PostToPage = {
            let unit = unit.clone();
            Rc::new(move |message| page.post(unit.get(), message))
        };
        Self(Rc::new(MatchHost {
            post,
            unit,
            pause: Rc::default(),
            queue: RefCell::default(),
            runner: RefCell::default(),
            is_playing: Cell::new(false),
        }))
    }

    fn receive(&mut self, id: RequestId, message: ToMatch) {
        let host = &self.0;
        match message {
            ToMatch::Setup(setup) => {
                let answer = match host.set_up(*setup) {
                    Ok(()) => FromMatch::Ready,
                    Err(message) => FromMatch::Fault(message),
                };
                (host.post)(answer);
            }
            ToMatch::Play(games) => {
                host.queue.borrow_mut().push_back((id, games));
                if !host.is_playing.replace(true) {
                    let host = host.clone();
                    spawn_local(async move {
                        host.play().await;
                        host.is_playing.set(false);
                    });
                }
            }
            ToMatch::Pause(is_on) => host.pause.set(is_on),
        }
    }
}

impl MatchHost {
    fn set_up(&self, setup: Setup) -> Result<(), String> {
        let runner = Runner::new(setup, self.post.clone(), self.pause.clone())
            .map_err(|error| format!("the match worker could not be set up: {}", error_text(&error)))?;
        *self.runner.borrow_mut() = Some(runner);
        Ok(())
    }

    async fn play(&self) {
        let Some(mut runner) = self.runner.borrow_mut().take() else {
            (self.post)(FromMatch::Fault("games came before the players".to_owned()));
            self.queue.borrow_mut().clear();
            return;
        };
        loop {
            let Some((unit, games)) = self.queue.borrow_mut().pop_front() else { break };
            self.unit.set(unit);
            if let Err(message) = runner.play(unit as usize, &games).await {
                self.queue.borrow_mut().clear();
                (self.post)(message);
            }
        }
        *self.runner.borrow_mut() = Some(runner);
    }
}
