//! The engines of the panel, and where each is found.

use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::services::engine::service::Engine;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The engines of the panel with what they say, by the source of their lines: empty for that of the board, `+` and the name in the
/// line-up for the others.
#[derive(Clone, Default)]
pub struct Squad(Rc<RefCell<BTreeMap<String, (Engine, AnalysisFeed)>>>);

impl PartialEq for Squad {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The source of the lines of an engine beside that of the board.
pub fn source_of(id: &str) -> String {
    format!("+{id}")
}

impl Squad {
    /// The engine of the board.
    pub fn set_board(&self, engine: &Engine, feed: &AnalysisFeed) {
        self.0.borrow_mut().insert(String::new(), (engine.clone(), feed.clone()));
    }

    /// An engine beside it comes.
    pub fn join(&self, id: &str, engine: &Engine, feed: &AnalysisFeed) {
        self.0.borrow_mut().insert(source_of(id), (engine.clone(), feed.clone()));
    }

    /// An engine beside it goes.
    pub fn leave(&self, id: &str) {
        self.0.borrow_mut().remove(&source_of(id));
    }

    /// What the engine of a source says.
    pub fn feed(&self, source: &str) -> Option<AnalysisFeed> {
        self.0.borrow().get(source).map(|(_, feed)| feed.clone())
    }

    /// The engine `id` of the line-up, in which `board` is that of the board.
    pub fn engine(&self, id: &str, board: &str) -> Option<Engine> {
        let source = if id == board { String::new() } else { source_of(id) };
        self.0.borrow().get(&source).map(|(engine, _)| engine.clone())
    }
}
