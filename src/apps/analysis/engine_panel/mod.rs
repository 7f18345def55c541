//! The analysis panel: the engine's switch, its lines and its figures.

mod isolation_badge;
mod lab_notice;
mod line;
mod meter;
mod verdict;

use crate::apps::analysis::analysis_feed::{AnalysisFeed, use_analysis, use_engine_status};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::roving::{elements, move_focus};
use crate::hooks::SettingsDispatcher;
use crate::services::engine::service::{Engine, EngineState};
use crate::state::analysis::{Figures, Line};
use crate::state::analysis_request::AnalysisRequest;
use crate::state::score::Perspective;
use crate::state::settings::{LINES, SettingsAction};
use crate::state::status::Status;
use crate::state::text::sentence;
use isolation_badge::IsolationBadge;
use lab_notice::LabNotice;
pub use lab_notice::WhileLabPlays;
use line::{EmptyLine, LineView};
use meter::Meter;
use std::rc::Rc;
use tabia_chess::{Color, Move};
use verdict::Verdict;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`AnalysisPanel`].
#[derive(Properties, PartialEq)]
pub struct AnalysisPanelProps {
    /// The engine.
    pub engine: Engine,
    /// Where analysis comes from.
    pub feed: AnalysisFeed,
    /// The position on the board.
    pub request: Rc<AnalysisRequest>,
    /// Its FEN; tests compare it with what the lines are about.
    pub fen: AttrValue,
    /// How the game stands.
    pub status: Status,
    /// The engine is switched on.
    pub engine_on: bool,
    /// How many lines are wanted.
    pub lines: u8,
    /// The lines are about what the other side threatens.
    pub is_threat: bool,
    /// From whose side scores are shown.
    pub perspective: Perspective,
    /// What the engine does while the Lab plays a match in which time counts.
    pub while_lab_plays: WhileLabPlays,
    /// Whether it is to analyse all the same.
    pub on_analyse: Callback<bool>,
    /// Where the switch and the chooser send their changes.
    pub settings: SettingsDispatcher,
    /// The moves of a line up to the one that was clicked.
    pub on_play: Callback<Vec<Move>>,
    /// The evaluation is to be explained.
    pub on_explain: Callback<MouseEvent>,
}

/// What the engine thinks of the position on the board, and only of that one.
#[component]
pub fn AnalysisPanel(props: &AnalysisPanelProps) -> Html {
    let (analysis, is_current) = use_analysis(&props.feed, &props.request);
    let (state, identity) = use_engine_status(&props.engine);
    let is_over = props.status.is_over();
    let rests = props.engine_on && props.while_lab_plays == WhileLabPlays::Rests;

    let toggle = use_callback((props.settings.clone(), props.engine_on), |_: MouseEvent, (settings, on)| {
        settings.dispatch(SettingsAction::EngineOn(!on));
    });
    let retry = use_callback(props.engine.clone(), |_: MouseEvent, engine| engine.retry());

    let lines: &[Line] = if is_current && !is_over { analysis.lines() } else { &[] };
    let figures = if is_current && !is_over { analysis.figures() } else { Figures::default() };
    let wanted = usize::from(props.lines);
    let turn = analysis.turn();
    let name = if identity.name.is_empty() { strings::ENGINE.to_owned() } else { identity.name.clone() };

    // One tab stop for all lines: there is a button for every move.
    let move_among_lines = use_callback((), |event: KeyboardEvent, ()| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let Some(list) = target.and_then(|target| target.closest(".lines").ok().flatten()) else { return };
        let rows: Vec<_> = elements(&list, ".line:not(.empty)")
            .iter()
            .map(|line| elements(line, ".pv-move, .line-toggle"))
            .collect();
        move_focus(&event, &rows);
    });

    html! {
        <section class="analysis card" aria-label={strings::ANALYSIS} data-fen={props.fen.clone()} data-state={state_name(&state)}>
            <header class="panel-header">
                <button type="button" class="switch" role="switch" aria-checked={props.engine_on.to_string()}
                        title={strings::ENGINE_SWITCH_HINT} onclick={toggle}>
                    <span class="switch-track" />
                    <span class="engine-name">{ name }</span>
                </button>
                <LineChooser lines={props.lines} settings={props.settings.clone()} />
            </header>
            if let EngineState::Failed(reason) = &state {
                <div key="fault" class="engine-message fault" role="alert">
                    <IconView icon={Icon::Warning} />
                    <span>{ sentence(reason) }</span>
                    <button type="button" class="button small" onclick={retry}>
                        <IconView icon={Icon::Retry} />{ strings::TRY_AGAIN }
                    </button>
                </div>
            }
            if props.engine_on {
                <LabNotice key="lab" state={props.while_lab_plays} on_analyse={props.on_analyse.clone()} />
            }
            if !(matches!(state, EngineState::Failed(_)) || rests) || is_over {
                <Verdict key="verdict" status={props.status} {state} engine_on={props.engine_on} is_threat={props.is_threat}
                     perspective={props.perspective} turn={turn.unwrap_or(Color::White)}
                     best={lines.first().cloned()} dtz={figures.dtz} is_finished={is_current && analysis.is_finished()} on_explain={props.on_explain.clone()} />
            }
            <ol key="lines" class="lines" aria-label={strings::LINES} onkeydown={move_among_lines}>
                { for (0..wanted).map(|index| match (lines.get(index), turn) {
                    (Some(line), Some(turn)) => html! {
                        <LineView key={index} line={line.clone()} perspective={props.perspective} {turn} on_play={props.on_play.clone()} />
                    },
                    _ => html! { <EmptyLine key={index} /> },
                }) }
            </ol>
            <Meter key="meter" {figures} />
            <IsolationBadge key="isolation" />
        </section>
    }
}

/// A word for tests and styles.
fn state_name(state: &EngineState) -> &'static str {
    match state {
        EngineState::Loading => "loading",
        EngineState::Idle => "idle",
        EngineState::Searching => "searching",
        EngineState::Stopping => "stopping",
        EngineState::Failed(_) => "failed",
    }
}

#[derive(Properties, PartialEq)]
struct LineChooserProps {
    lines: u8,
    settings: SettingsDispatcher,
}

#[component]
fn LineChooser(props: &LineChooserProps) -> Html {
    let change = |by: i8| {
        let (settings, lines) = (props.settings.clone(), props.lines.saturating_add_signed(by));
        Callback::from(move |_: MouseEvent| settings.dispatch(SettingsAction::Lines(lines)))
    };
    let text = if props.lines == 1 { strings::ONE_LINE.to_owned() } else { strings::lines(&props.lines) };
    html! {
        <div class="stepper" role="group" aria-label={strings::NUMBER_OF_LINES}>
            <button type="button" class="button quiet icon small" aria-label={strings::FEWER_LINES} disabled={props.lines <= *LINES.start()}
                    onclick={change(-1)}><IconView icon={Icon::Minus} /></button>
            <output>{ text }</output>
            <button type="button" class="button quiet icon small" aria-label={strings::MORE_LINES} disabled={props.lines >= *LINES.end()}
                    onclick={change(1)}><IconView icon={Icon::Plus} /></button>
        </div>
    }
}
