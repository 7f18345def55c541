//! The way of engine output to the components that show it, and to no others.
//!
//! The feed stands beside Yew's tree: a component that shows analysis keeps the newest state in a state of its own.
//! The page, the board and the moves are not rendered by it.

use crate::hooks::{Refresh, use_observable, use_observable_when};
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::settled;
use crate::services::engine::service::{Engine, EngineEvent, EngineState};
use crate::services::evaluations::EvaluationShelf;
use crate::state::analysis::{AnalysisAction, AnalysisState};
use crate::state::analysis_request::AnalysisRequest;
use crate::state::analysis_update::AnalysisUpdate;
use crate::state::evaluations::Evaluations;
use crate::storage::Database;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tabia_arena::player::Identity;
use tabia_chess::Position;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// A handle on the analysis of one page; its clones are equal to it.
#[derive(Clone)]
pub struct AnalysisFeed(Rc<Inner>);

struct Inner {
    engine: Engine,
    /// What was found of positions that were on the board before.
    evaluations: RefCell<Evaluations>,
    /// What was found before the page was loaded.
    shelf: EvaluationShelf,
    /// Lines are shown when a search has so many nodes.
    hide_below_nodes: Cell<u32>,
    state: RefCell<AnalysisState>,
    events: Observable<()>,
    /// Set once: ends with the feed.
    subscription: RefCell<Option<Subscription>>,
}

impl PartialEq for AnalysisFeed {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for AnalysisFeed {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl AnalysisFeed {
    /// A feed of what `engine` says.
    pub fn new(engine: &Engine) -> Self {
        let inner = Rc::new(Inner {
            engine: engine.clone(),
            evaluations: RefCell::default(),
            shelf: EvaluationShelf::new(Database::of_page()),
            hide_below_nodes: Cell::default(),
            state: RefCell::default(),
            events: Observable::default(),
            subscription: RefCell::default(),
        });
        let weak = Rc::downgrade(&inner);
        let subscription = engine.subscribe(move |event| {
            let Some(inner) = weak.upgrade() else { return };
            match event {
                EngineEvent::Analysis(update) => Self(inner).update(update),
                EngineEvent::Replaced => {
                    let feed = Self(inner);
                    feed.act(&AnalysisAction::Forget);
                    feed.recall();
                }
                // Only now it is known whose evaluations are to be shown.
                EngineEvent::Identity(_) => {
                    let feed = Self(inner);
                    if feed.state().lines().is_empty() {
                        feed.recall();
                    }
                }
                // Nothing to wait for any more.
                EngineEvent::State(EngineState::Failed(_)) => settled::tell(),
                _ => {}
            }
        });
        inner.subscription.replace(Some(subscription));
        Self(inner)
    }

    /// From now on the analysis is about `position`, which `request` asks for.
    pub fn begin(&self, request: Rc<AnalysisRequest>, position: Position) {
        self.act(&AnalysisAction::Begin(request, Box::new(position)));
        if self.0.state.borrow().lines().is_empty() {
            self.recall();
        }
    }

    /// Lines are shown when the search has so many nodes.
    pub fn hide_below(&self, nodes: u32) {
        self.0.hide_below_nodes.set(nodes);
    }

    fn update(&self, update: &Rc<AnalysisUpdate>) {
        let author = self.0.engine.author();
        if self.0.evaluations.borrow_mut().keep(author, update) {
            self.0.shelf.keep(author, update);
        }
        if update.finished || update.nodes >= u64::from(self.0.hide_below_nodes.get()) {
            self.act(&AnalysisAction::Update(Rc::clone(update)));
        }
    }

    /// Shows what the engine has found of the position before.
    fn recall(&self) {
        let Some(request) = self.0.state.borrow().request().cloned() else { return };
        let author = self.0.engine.author();
        let recalled = self.0.evaluations.borrow_mut().recall(author, &request);
        match recalled {
            Some(update) => self.act(&AnalysisAction::Recall(Box::new(update))),
            None => self.recall_kept(author, request),
        }
    }

    /// Shows what the engine had found of the position before the page was loaded, unless more is known when it has been read.
    fn recall_kept(&self, author: u64, request: Rc<AnalysisRequest>) {
        let feed = self.clone();
        spawn_local(async move {
            let Some(update) = feed.0.shelf.find(author, &request).await else { return };
            let state = feed.state();
            let is_wanted = feed.0.engine.author() == author && state.request() == Some(&request);
            feed.0.evaluations.borrow_mut().keep(author, &Rc::new(update.clone()));
            if is_wanted && (state.lines().is_empty() || state.figures().depth < update.depth) {
                feed.act(&AnalysisAction::Recall(Box::new(update)));
            }
        });
    }

    /// What is known now.
    pub fn state(&self) -> AnalysisState {
        self.0.state.borrow().clone()
    }

    fn act(&self, action: &AnalysisAction) {
        let Some(new) = self.0.state.borrow().reduce(action) else { return };
        if !new.lines().is_empty() {
            settled::tell();
        }
        self.0.state.replace(new);
        self.0.events.tell(());
    }
}

/// The analysis of the position that `request` asks for, rendered anew with every news of it. Analysis of another position is
/// not given away: it reads as nothing known yet, save for the evaluation bar's last value.
#[hook]
pub fn use_analysis(feed: &AnalysisFeed, request: &AnalysisRequest) -> (AnalysisState, bool) {
    let state = use_observable(feed, AnalysisFeed::state);
    let is_current = state.request().is_some_and(|shown| shown.is_same_position(request));
    (state, is_current)
}

/// The engine's state, who it is, and what the user calls it.
#[hook]
pub fn use_engine_status(engine: &Engine) -> (EngineState, Rc<Identity>, Option<Rc<str>>) {
    let refresh = |event: &EngineEvent| match event {
        EngineEvent::State(_) | EngineEvent::Identity(_) => Refresh::Now,
        _ => Refresh::Never,
    };
    use_observable_when(engine, refresh, |engine| {
        let snapshot = engine.snapshot();
        (snapshot.state, snapshot.identity, snapshot.title)
    })
}
