//! A worker that receives envelopes.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use gloo_worker::{HandlerId, Registrable, WorkerScope};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::codec::PreservingCodec;
use super::envelope::{Envelope, Generation, RequestId};

/// Handler for the page's messages in a worker.
pub trait Service: Sized + 'static {
    /// Messages from the page.
    type In: Serialize + DeserializeOwned + 'static;
    /// Messages to the page.
    type Out: Serialize + DeserializeOwned + 'static;

    /// Creates the service when the worker starts; it replies through `page`.
    fn new(page: Page<Self::Out>) -> Self;

    /// Handles a message. Blocks: the worker receives no messages until it returns.
    fn receive(&mut self, id: RequestId, message: Self::In);
}

/// Channel to the page; clones share the channel.
pub struct Page<Out>(Rc<dyn Fn(RequestId, Out)>);

impl<Out> Page<Out> {
    /// Posts a reply to the request `id`.
    pub fn post(&self, id: RequestId, message: Out) {
        (self.0)(id, message);
    }
}

impl<Out> Clone for Page<Out> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Out> fmt::Debug for Page<Out> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Page").finish_non_exhaustive()
    }
}

/// Runs a service in this worker. Call once, at startup.
pub fn serve<S: Service>() {
    // On a panic the message goes to the console, and the exception that follows reaches the page as the worker's `error` event.
    console_error_panic_hook::set_once();
    ServiceHost::<S>::registrar().encoding::<PreservingCodec>().register();
}

/// The service as run by gloo-worker.
struct ServiceHost<S> {
    service: S,
    /// Sender of the last message, which receives every reply.
    page: Rc<Cell<Option<(HandlerId, Generation)>>>,
}

impl<S: Service> gloo_worker::Worker for ServiceHost<S> {
    type Message = ();
    type Input = Envelope<S::In>;
    type Output = Envelope<S::Out>;

    fn create(scope: &WorkerScope<Self>) -> Self {
        let page = Rc::new(Cell::new(None));
        let post = {
            let (scope, page) = (scope.clone(), page.clone());
            move |id, message| {
                // Nothing is posted before the page's first request.
                if let Some((bridge, generation)) = page.get() {
                    scope.respond(bridge, Envelope::new(generation, id, message));
                }
            }
        };
        Self { service: S::new(Page(Rc::new(post))), page }
    }

    fn update(&mut self, _scope: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, envelope: Self::Input, bridge: HandlerId) {
        self.page.set(Some((bridge, envelope.generation)));
        // The only place that replies to a page from a different build.
        if let Some(refusal) = envelope.refusal() {
            scope.respond(bridge, refusal);
        } else if let Ok(message) = envelope.body {
            self.service.receive(envelope.id, message);
        }
    }
}
