//! The engine that explains evaluations: the one that comes with the page, in a worker of its own that lives as
//! long as it is asked.
//!
//! Only the classical evaluation can be taken apart, so it is that one which is asked, whatever engine analyses. Where the net can
//! run, the engine says beside it what that makes of the position.

mod conversation;
mod error;

pub use error::ExplainError;

use std::cell::RefCell;
use std::rc::Rc;

use futures::lock::Mutex;
use js_sys::WebAssembly;
use tabia_chess::{Move, Position};

use self::conversation::Conversation;
use crate::services::engine::{build, shipped};
use crate::state::explanation::{Comparison, End, Explanation, Line, PieceSquareTables};

/// How long an answer may take, in milliseconds: far more than it does.
const ANSWER_MS: u32 = 30_000;
/// How many nodes are searched for the line that follows a compared move.
pub const COMPARED_NODES: u32 = 400_000;
/// What the engine is told when it starts: it needs little memory for such searches.
const GREETING: [&str; 2] = ["setoption name Hash value 16", "ucinewgame"];

/// The engine that explains. Clones are the same engine.
#[derive(Clone)]
pub struct Explainer(Rc<Inner>);

struct Inner {
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
        Self(Rc::new(Inner { module: Mutex::new(None), conversation: RefCell::default() }))
    }
}

impl Explainer {
    /// The evaluation of a position.
    ///
    /// # Errors
    /// When the engine cannot be asked.
    pub async fn explain(&self, position: &Position) -> Result<Explanation, ExplainError> {
        let lines = self.ask(&[position_command(position), "eval json".to_owned()]).await?;
        Explanation::find(&lines).ok_or(ExplainError::Unexplained)
    }

    /// The engine's piece-square tables.
    ///
    /// # Errors
    /// When the engine cannot be asked.
    pub async fn tables(&self) -> Result<PieceSquareTables, ExplainError> {
        let lines = self.ask(&["eval tables".to_owned()]).await?;
        PieceSquareTables::find(&lines).ok_or(ExplainError::Unexplained)
    }

    /// Two legal moves of a position, each followed along the line that the engine expects after it. The same
    /// moves give the same answer every time.
    ///
    /// # Errors
    /// When the engine cannot be asked.
    pub async fn compare(&self, position: &Position, moves: [Move; 2]) -> Result<Comparison, ExplainError> {
        let [first, second] = moves;
        let ends = [self.follow(position, first).await?, self.follow(position, second).await?];
        Ok(Comparison::new(position.turn(), ends))
    }

    /// Ends the engine; it is started again when it is next asked.
    pub fn rest(&self) {
        self.0.conversation.take();
    }

    async fn follow(&self, position: &Position, m: Move) -> Result<End, ExplainError> {
        let uci = position.uci(m, true);
        // By the terms, which is how the ends are compared. A build without a net has no such option, and says so.
        let lines = [
            "setoption name EvalFile value <empty>".to_owned(),
            "ucinewgame".to_owned(),
            position_command(position),
            format!("go nodes {COMPARED_NODES} searchmoves {uci}"),
            "setoption name EvalFile value <built-in>".to_owned(),
        ];
        let line = Line::of_search(position, m, &self.ask(&lines).await?);
        let ends = line.ends(position);
        let questions: Vec<String> =
            ends.iter().flat_map(|(_, end)| [position_command(end), "eval json".to_owned()]).collect();
        let answers = self.ask(&questions).await?;
        let known = ends.iter().map(|&(count, _)| count).zip(Explanation::find_all(&answers)).collect();
        line.end(position, known).ok_or(ExplainError::Unexplained)
    }

    /// Gives the engine commands; its answer is what it prints until it has handled them.
    async fn ask(&self, commands: &[String]) -> Result<Vec<String>, ExplainError> {
        let conversation = self.conversation().await?;
        let answer = conversation.ask(commands.to_vec(), ANSWER_MS).await;
        if answer.is_err() {
            let mut running = self.0.conversation.borrow_mut();
            if running.as_ref().is_some_and(|running| Rc::ptr_eq(running, &conversation)) {
                *running = None;
            }
        }
        answer
    }

    async fn conversation(&self) -> Result<Rc<Conversation>, ExplainError> {
        // Those who come while the engine is fetched wait for it here.
        let mut module = self.0.module.lock().await;
        if let Some(running) = self.0.conversation.borrow().clone() {
            return Ok(running);
        }
        let module = if let Some(module) = &*module {
            module.clone()
        } else {
            module.insert(build::fetch(&shipped::single()).await.map_err(Rc::new)?.module).clone()
        };
        let conversation =
            Conversation::begin(shipped::worker(), module, GREETING.map(str::to_owned).to_vec())?;
        self.0.conversation.replace(Some(Rc::clone(&conversation)));
        Ok(conversation)
    }
}

/// Castling rights by file, and moves as king takes rook: understood in every kind of chess.
fn position_command(position: &Position) -> String {
    format!("position fen {}", position.to_shredder_fen())
}
