//! Repertoire panel: marking a game as a repertoire, training its moves, and comparing it with games.

mod compare;
mod lazy;
mod panel;
mod strings;
mod training;

pub use lazy::use_repertoire;
pub use panel::RepertoirePanelProps;
