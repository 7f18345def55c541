//! Engine that explains evaluations: the built-in one, in a separate worker that lives as long as it is needed.
//!
//! Only the classical evaluation can be broken down into terms, so it is used whatever engine analyses. Where the net can run, the engine
//! also reports the net's evaluation.

mod error;

pub use error::ExplainError;

use std::cell::RefCell;
use std::rc::Rc;

use futures::lock::Mutex;
use js_sys::WebAssembly;
use tabia_chess::{Move, Position};

use crate::language::tr;
use crate::services::engine::conversation::Conversation;
use crate::services::engine::worker_link::EngineReads;
use crate::services::engine::{build, shipped};
use crate::state::explanation::{Comparison, End, ExpectedLine, Explanation, PieceSquareTables};

/// Time limit for a reply, in milliseconds: far more than it takes.
const ANSWER_MS: u32 = 30_000;
/// Number of nodes searched for the line after a compared move.
pub const COMPARED_NODES: u32 = 400_000;
/// Commands sent at the start: such searches need little memory.
const GREETING: [&str; 2] = ["setoption name Hash value 16", "ucinewgame"];

/// Handle to the explaining engine; clones share it.
#[derive(Clone)]
pub struct Explainer(Rc<ExplainerInner>);

struct ExplainerInner {
    module: Mutex<Option<WebAssembly::Module>>,
    conversation: RefCell<Option<Rc<Conversation>>>,
}

impl PartialEq for Explainer {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Default for Explainer {
    fn default() -> Self {
        Self(Rc::new(ExplainerInner { module: Mutex::new(None), conversation: RefCell::default() }))
    }
}

impl Explainer {
    /// Explains the evaluation of a position.
    ///
    /// # Errors
    /// If the engine is unavailable.
    pub async fn explain(&self, position: &Position) -> Result<Explanation, ExplainError> {
        let lines = self.ask(&[position_command(position), "eval json".to_owned()]).await?;
        Explanation::find(&lines).ok_or(ExplainError::Unexplained)
    }

    /// Returns the engine's piece-square tables.
    ///
    /// # Errors
    /// If the engine is unavailable.
    pub async fn tables(&self) -> Result<PieceSquareTables, ExplainError> {
        let lines = self.ask(&["eval tables".to_owned()]).await?;
        PieceSquareTables::find(&lines).ok_or(ExplainError::Unexplained)
    }

    /// Compares two legal moves of a position, each followed by the line the engine expects. The result is deterministic.
    ///
    /// # Errors
    /// If the engine is unavailable.
    pub async fn compare(&self, position: &Position, moves: [Move; 2]) -> Result<Comparison, ExplainError> {
        let [first, second] = moves;
        let ends = [self.follow(position, first).await?, self.follow(position, second).await?];
        Ok(Comparison::new(position.turn(), ends))
    }

    /// Ends the engine; the next request restarts it.
    pub fn rest(&self) {
        self.0.conversation.take();
    }

    async fn follow(&self, position: &Position, m: Move) -> Result<End, ExplainError> {
        let uci = position.uci_with(m, true);
        // Search with the classical terms, by which the end positions are compared. A build without a net reports the option as unknown.
        let lines = [
            "setoption name EvalFile value <empty>".to_owned(),
            "ucinewgame".to_owned(),
            position_command(position),
            format!("go nodes {COMPARED_NODES} searchmoves {uci}"),
            "setoption name EvalFile value <built-in>".to_owned(),
        ];
        let line = ExpectedLine::of_search(position, m, &self.ask(&lines).await?);
        let ends = line.ends(position);
        let questions: Vec<String> =
            ends.iter().flat_map(|(_, end)| [position_command(end), "eval json".to_owned()]).collect();
        let answers = self.ask(&questions).await?;
        let known = ends.iter().map(|&(count, _)| count).zip(Explanation::find_all(&answers)).collect();
        line.end(position, known).ok_or(ExplainError::Unexplained)
    }

    /// Sends the engine commands; returns what it prints until it has handled them.
    async fn ask(&self, commands: &[String]) -> Result<Vec<String>, ExplainError> {
        let conversation = self.conversation().await?;
        let answer = conversation.ask(commands.to_vec(), ANSWER_MS).await;
        if answer.is_err() {
            let mut running = self.0.conversation.borrow_mut();
            if running.as_ref().is_some_and(|running| Rc::ptr_eq(running, &conversation)) {
                *running = None;
            }
        }
        Ok(answer?)
    }

    async fn conversation(&self) -> Result<Rc<Conversation>, ExplainError> {
        // Calls made while the engine is being fetched wait here.
        let mut module = self.0.module.lock().await;
        if let Some(running) = self.0.conversation.borrow().clone() {
            return Ok(running);
        }
        let module = if let Some(module) = &*module {
            module.clone()
        } else {
            module.insert(build::fetch(&shipped::single()).await.map_err(Rc::new)?.module).clone()
        };
        let conversation = Conversation::begin(
            shipped::worker(),
            module,
            EngineReads::default(),
            tr!("Explanation"),
            GREETING.map(str::to_owned).to_vec(),
        )?;
        self.0.conversation.replace(Some(Rc::clone(&conversation)));
        Ok(conversation)
    }
}

/// Uses castling rights by file, and castling moves as king takes rook, which works for every variant of chess.
fn position_command(position: &Position) -> String {
    format!("position fen {}", position.to_shredder_fen())
}
