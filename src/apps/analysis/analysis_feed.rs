//! Delivery of engine output to just those components that show it.
//!
//! The feed lives outside Yew's tree: components that show analysis subscribe to it and store the latest state themselves, so engine output
//! doesn't re-render the page, the board or the move list.

use crate::hooks::{Refresh, use_observable, use_observable_when};
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::startup_done;
use crate::services::engine::service::{Engine, EngineEvent, EngineState};
use crate::services::evaluations::EvaluationRepository;
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

/// Handle to the analysis of one page; clones compare equal.
#[derive(Clone)]
pub struct AnalysisFeed(Rc<AnalysisFeedInner>);

struct AnalysisFeedInner {
    engine: Engine,
    /// Evaluations of positions that were on the board earlier.
    evaluations: RefCell<Evaluations>,
    /// Evaluations saved before this page load.
    repository: EvaluationRepository,
    /// Minimum number of nodes before lines are shown.
    hide_below_nodes: Cell<u32>,
    state: RefCell<AnalysisState>,
    events: Observable<()>,
    /// Subscription to the engine; set once and dropped with the feed.
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
    /// Creates a feed of the engine's output.
    pub fn new(engine: &Engine) -> Self {
        let inner = Rc::new(AnalysisFeedInner {
            engine: engine.clone(),
            evaluations: RefCell::default(),
            repository: EvaluationRepository::new(Database::of_page()),
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
                // Saved evaluations are looked up by engine, which is known only now.
                EngineEvent::Identity(_) => {
                    let feed = Self(inner);
                    if feed.state().lines().is_empty() {
                        feed.recall();
                    }
                }
                // There is nothing left to wait for.
                EngineEvent::State(EngineState::Failed(_)) => startup_done::announce(),
                _ => {}
            }
        });
        inner.subscription.replace(Some(subscription));
        Self(inner)
    }

    /// Switches the analysis to `position`, which `request` describes.
    pub fn begin(&self, request: Rc<AnalysisRequest>, position: Position) {
        self.act(&AnalysisAction::Begin(request, Box::new(position)));
        if self.0.state.borrow().lines().is_empty() {
            self.recall();
        }
    }

    /// Sets the number of nodes below which lines stay hidden.
    pub fn hide_below(&self, nodes: u32) {
        self.0.hide_below_nodes.set(nodes);
    }

    fn update(&self, update: &Rc<AnalysisUpdate>) {
        let author = self.0.engine.author();
        if self.0.evaluations.borrow_mut().keep(author, update) {
            self.0.repository.keep(author, update);
        }
        if update.finished || update.nodes >= u64::from(self.0.hide_below_nodes.get()) {
            self.act(&AnalysisAction::Update(Rc::clone(update)));
        }
    }

    /// Shows the engine's earlier result for the position.
    fn recall(&self) {
        let Some(request) = self.0.state.borrow().request().cloned() else { return };
        let author = self.0.engine.author();
        let recalled = self.0.evaluations.borrow_mut().recall(author, &request);
        match recalled {
            Some(update) => self.act(&AnalysisAction::Recall(Box::new(update))),
            None => self.recall_kept(author, request),
        }
    }

    /// Shows the engine's saved result from before this page load, unless more is known once it is loaded.
    fn recall_kept(&self, author: u64, request: Rc<AnalysisRequest>) {
        let feed = self.clone();
        spawn_local(async move {
            let Some(update) = feed.0.repository.find(author, &request).await else { return };
            let state = feed.state();
            let is_wanted = feed.0.engine.author() == author && state.request() == Some(&request);
            feed.0.evaluations.borrow_mut().keep(author, &Rc::new(update.clone()));
            if is_wanted && (state.lines().is_empty() || state.figures().depth < update.depth) {
                feed.act(&AnalysisAction::Recall(Box::new(update)));
            }
        });
    }

    /// Returns the current state.
    pub fn state(&self) -> AnalysisState {
        self.0.state.borrow().clone()
    }

    fn act(&self, action: &AnalysisAction) {
        let Some(new) = self.0.state.borrow().reduce(action) else { return };
        if !new.lines().is_empty() {
            startup_done::announce();
        }
        self.0.state.replace(new);
        self.0.events.emit(());
    }
}

/// Subscribes to the analysis; re-renders on every update. The flag is true if the analysis is of the position in `request`. If it isn't,
/// only the evaluation bar's last value may be used.
#[hook]
pub fn use_analysis(feed: &AnalysisFeed, request: &AnalysisRequest) -> (AnalysisState, bool) {
    let state = use_observable(feed, AnalysisFeed::state);
    let is_current = state.request().is_some_and(|shown| shown.is_same_position(request));
    (state, is_current)
}

/// Subscribes to the engine's state, identity and user-given title.
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
