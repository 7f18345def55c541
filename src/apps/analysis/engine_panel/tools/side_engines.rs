//! Registry of the panel's engines.

use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::services::engine::service::Engine;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Engines of the panel and their feeds, by source of the lines: empty for the board's engine, `+` and the engine id for the others.
#[derive(Clone, Default)]
pub struct SideEngines(Rc<RefCell<BTreeMap<String, (Engine, AnalysisFeed)>>>);

impl PartialEq for SideEngines {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Returns the source of an additional engine.
pub fn source_of(id: &str) -> String {
    format!("+{id}")
}

impl SideEngines {
    /// Registers the board's engine.
    pub fn set_board(&self, engine: &Engine, feed: &AnalysisFeed) {
        self.0.borrow_mut().insert(String::new(), (engine.clone(), feed.clone()));
    }

    /// Registers an additional engine.
    pub fn join(&self, id: &str, engine: &Engine, feed: &AnalysisFeed) {
        self.0.borrow_mut().insert(source_of(id), (engine.clone(), feed.clone()));
    }

    /// Removes an additional engine.
    pub fn leave(&self, id: &str) {
        self.0.borrow_mut().remove(&source_of(id));
    }

    /// Returns the feed of a source.
    pub fn feed(&self, source: &str) -> Option<AnalysisFeed> {
        self.0.borrow().get(source).map(|(_, feed)| feed.clone())
    }

    /// Returns the engine `id`; `board` is the id of the board's engine.
    pub fn engine(&self, id: &str, board: &str) -> Option<Engine> {
        let source = if id == board { String::new() } else { source_of(id) };
        self.0.borrow().get(&source).map(|(engine, _)| engine.clone())
    }
}
