//! Properties of the analysis panel.

use super::lab_notice::WhileLabPlays;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::game_store::GameDispatcher;
use crate::apps::analysis::target::AnalysisTarget;
use crate::components::toasts::ToastDispatcher;
use crate::hooks::SettingsStore;
use crate::services::engine::service::Engine;
use crate::state::focus::Focus;
use crate::state::status::Status;
use std::rc::Rc;
use tabia_chess::{Color, Move};
use yew::prelude::*;

/// Properties of [`AnalysisPanel`](super::AnalysisPanel).
#[derive(Clone, Properties, PartialEq)]
pub struct AnalysisPanelProps {
    /// The engine.
    pub engine: Engine,
    /// Source of the analysis.
    pub feed: AnalysisFeed,
    /// Position to analyse.
    pub subject: Rc<AnalysisTarget>,
    /// FEN of the position on the board; tests compare it with the lines.
    pub fen: AttrValue,
    /// Game status.
    pub status: Status,
    /// The side at the bottom of the board.
    pub orientation: Color,
    /// The settings.
    pub settings: UseReducerHandle<SettingsStore>,
    /// Whether the page is visible.
    pub active: bool,
    /// Whether the tab is hidden, which pauses the engines.
    pub is_hidden: bool,
    /// Behaviour of the engine during timed Lab matches.
    pub while_lab_plays: WhileLabPlays,
    /// Emits whether to analyse during such a match.
    pub on_analyse: Callback<bool>,
    /// Emits the moves of a line up to the one clicked.
    pub on_play: Callback<Vec<Move>>,
    /// Opens the explanation of the evaluation.
    pub on_explain: Callback<MouseEvent>,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Analysis options for a single position.
    pub focus: UseStateHandle<Focus>,
}
