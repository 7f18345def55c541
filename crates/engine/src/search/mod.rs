//! The search: the engine as its users see it, and its parts.

mod engine;
mod extensions;
mod frame;
mod history_updates;
mod iterative_deepening;
mod move_pruning;
mod negamax;
mod node;
mod node_pruning;
mod parallel;
mod pv;
mod qsearch_budget;
mod quiescence;
mod reductions;
mod report;
mod root_move;
mod root_moves;
mod settings;
mod shared;
mod tb_probe;
mod thread;
mod thread_data;
mod upcoming_repetition;

pub use self::engine::Engine;
pub use self::parallel::{HelperTask, RunThreads};
pub use self::settings::{SearchResult, Settings};
