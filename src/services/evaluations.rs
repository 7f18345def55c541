//! Evaluations of board positions that survive a reload: saved shortly after they arrive, loaded when the position comes up.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use crate::platform::alarm::Alarm;
use crate::platform::clock::now_ms;
use crate::platform::startup_done;
use crate::state::analysis_request::AnalysisRequest;
use crate::state::analysis_update::AnalysisUpdate;
use crate::state::evaluations::{from_lines, is_better, key, to_lines};
use crate::storage::Database;
use crate::storage::evaluations::{MOST, SavedEvaluation, SavedEvaluations};

/// Time an evaluation waits for a deeper one before it is saved, in milliseconds.
const DELAY_MS: f64 = 1000.0;
/// Minimum depth worth saving; shallower results are recomputed instantly.
const LEAST_DEPTH: u32 = 6;

/// Handle to the saved evaluations of an engine slot.
#[derive(Clone)]
pub struct EvaluationRepository(Rc<EvaluationRepositoryInner>);

struct EvaluationRepositoryInner {
    kept: SavedEvaluations,
    /// Unsaved evaluation and its author.
    waiting: RefCell<Option<(u64, Rc<AnalysisUpdate>)>>,
    /// Key, depth and number of lines of the last save.
    written: Cell<Option<(u64, u32, usize)>>,
    is_timed: Cell<bool>,
    alarm: Alarm,
}

thread_local! {
    static IS_TRIMMED: Cell<bool> = const { Cell::new(false) };
}

impl EvaluationRepository {
    /// Creates a handle. Once per page, after startup, it deletes the oldest evaluations beyond the limit.
    pub fn new(database: Database) -> Self {
        let repository = Self(Rc::new(EvaluationRepositoryInner {
            kept: SavedEvaluations::new(database),
            waiting: RefCell::default(),
            written: Cell::default(),
            is_timed: Cell::default(),
            alarm: Alarm::default(),
        }));
        if !IS_TRIMMED.replace(true) {
            let kept = repository.0.kept.clone();
            startup_done::when_settled(move || {
                spawn_local(async move {
                    // Retried the next time the page is opened.
                    let _ = kept.trim(MOST).await;
                });
            });
        }
        repository
    }

    /// Schedules an evaluation by `author` for saving. A pending evaluation of another position is saved at once.
    pub fn keep(&self, author: u64, update: &Rc<AnalysisUpdate>) {
        if update.depth < LEAST_DEPTH {
            return;
        }
        let name = key(author, &update.request);
        let is_other = |(author, waiting): &(u64, Rc<AnalysisUpdate>)| key(*author, &waiting.request) != name;
        if self.0.waiting.borrow().as_ref().is_some_and(is_other) {
            self.write();
        }
        if !update.finished && self.0.written.get() == Some((name, update.depth, update.lines.len())) {
            // Same depth, only more nodes.
            return;
        }
        self.0.waiting.replace(Some((author, Rc::clone(update))));
        if update.finished {
            return self.write();
        }
        if !self.0.is_timed.replace(true) {
            let inner = Rc::downgrade(&self.0);
            self.0.alarm.set(Some(now_ms() + DELAY_MS), move || {
                if let Some(inner) = inner.upgrade() {
                    Self(inner).write();
                }
            });
        }
    }

    /// Saves the pending evaluation unless a deeper one is stored. A failed write is ignored; the evaluation is then lost with the
    /// page.
    pub fn write(&self) {
        self.0.is_timed.set(false);
        let Some((author, update)) = self.0.waiting.take() else { return };
        let name = key(author, &update.request);
        self.0.written.set(Some((name, update.depth, update.lines.len())));
        let kept = self.0.kept.clone();
        spawn_local(async move {
            let before = kept.get(name).await.ok().flatten();
            let before =
                before.and_then(|before| from_lines(&update.request, before.finished, &before.lines));
            if before.is_none_or(|before| is_better(&update, &before)) {
                let _ = kept.put(name, form_of(&update)).await;
            }
        });
    }

    /// Loads the saved evaluation by `author` that matches a request.
    pub async fn find(&self, author: u64, request: &Rc<AnalysisRequest>) -> Option<AnalysisUpdate> {
        let kept = self.0.kept.get(key(author, request)).await.ok().flatten()?;
        let is_same = kept.start_fen == request.start_fen
            && kept.moves == joined(&request.moves)
            && kept.search_moves == joined(&request.search_moves);
        is_same.then(|| from_lines(request, kept.finished, &kept.lines)).flatten()
    }
}

fn joined(moves: &[tabia_uci::UciMove]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn form_of(update: &AnalysisUpdate) -> SavedEvaluation {
    SavedEvaluation {
        updated_ms: 0.0,
        start_fen: update.request.start_fen.clone(),
        moves: joined(&update.request.moves),
        search_moves: joined(&update.request.search_moves),
        finished: update.finished,
        lines: to_lines(update),
    }
}
