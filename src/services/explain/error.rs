//! Error of an explanation.

use std::rc::Rc;

use crate::language::tr;
use crate::services::engine::build::BuildError;
use crate::services::engine::conversation::ConversationError;

/// Reason why there is no explanation. The text follows "The engine".
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// The engine could not be loaded.
    #[error("{}", tr!("did not arrive: {error}", error = _0))]
    Build(#[from] Rc<BuildError>),
    /// It does not reply.
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    /// It does not explain its evaluation.
    #[error("{}", tr!("does not explain its evaluation"))]
    Unexplained,
}
