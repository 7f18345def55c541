//! What the analysis panel is given.

use super::lab_notice::WhileLabPlays;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::game_store::GameDispatcher;
use crate::apps::analysis::subject::Subject;
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
    /// Where analysis comes from.
    pub feed: AnalysisFeed,
    /// What is analysed.
    pub subject: Rc<Subject>,
    /// The FEN of the position on the board; tests compare it with what the lines are about.
    pub fen: AttrValue,
    /// How the game stands.
    pub status: Status,
    /// The side at the bottom of the board.
    pub orientation: Color,
    /// The settings.
    pub settings: UseReducerHandle<SettingsStore>,
    /// Whether the page is seen.
    pub active: bool,
    /// The tab is hidden, and engines rest then.
    pub is_hidden: bool,
    /// What the engine does while the Lab plays a match in which time counts.
    pub while_lab_plays: WhileLabPlays,
    /// Whether it is to analyse all the same.
    pub on_analyse: Callback<bool>,
    /// The moves of a line up to the one that was clicked.
    pub on_play: Callback<Vec<Move>>,
    /// The evaluation is to be explained.
    pub on_explain: Callback<MouseEvent>,
    /// Where edits of the game go.
    pub game: GameDispatcher,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// What is asked for at one place only.
    pub focus: UseStateHandle<Focus>,
}
