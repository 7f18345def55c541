//! Analysis panel: engine switch, lines and search figures.

mod activity;
mod fault;
mod isolation_badge;
mod lab_notice;
mod lazy;
mod line;
mod line_chooser;
mod lines;
mod meter;
mod net_badge;
mod panel_props;
mod tool_request;
mod tools;
mod verdict;

use crate::apps::analysis::analysis_feed::{use_analysis, use_engine_status};
use crate::apps::analysis::strings;
use crate::apps::analysis::target::AnalysisTarget;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::service::EngineState;
use crate::state::analysis::{DisplayedLine, Figures};
use crate::state::focus::Focus;
use crate::state::settings::{Settings, SettingsAction};
use crate::state::text::sentence;
use activity::activity_of;
use fault::Fault;
use isolation_badge::IsolationBadge;
use lab_notice::LabNotice;
pub use lab_notice::WhileLabPlays;
pub use lazy::adopter;
use lazy::use_tools;
use line_chooser::LineChooser;
use lines::Lines;
use meter::Meter;
use net_badge::{NetBadge, without_classic};
pub use panel_props::AnalysisPanelProps;
use std::rc::Rc;
use tabia_chess::Color;
use tabia_uci::UciMove;
use tool_request::ToolRequest;
use verdict::Verdict;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Analysis of the position on the board, never of another one.
#[component]
pub fn AnalysisPanel(props: &AnalysisPanelProps) -> Html {
    let (analysis, is_current) = use_analysis(&props.feed, &props.subject.request);
    let (state, identity, title) = use_engine_status(&props.engine);
    let tools = use_tools(&props.engine);
    let Settings { engine_on, lines: wanted, perspective, columns, .. } = props.settings.0;
    let is_over = props.status.is_over();
    let rests = engine_on && props.while_lab_plays == WhileLabPlays::Rests;
    let toggle = use_callback((props.settings.dispatcher(), engine_on), |_: MouseEvent, (settings, on)| {
        settings.dispatch(SettingsAction::EngineOn(!on));
    });
    let retry = use_callback(props.engine.clone(), |_: MouseEvent, engine| engine.retry());
    let on_deeper = {
        let (focus, place) = (props.focus.clone(), props.subject.place);
        Callback::from(move |_: MouseEvent| focus.set(focus.deeper(place)))
    };
    let lines: &[DisplayedLine] = if is_current && !is_over { analysis.lines() } else { &[] };
    let figures = if is_current && !is_over { analysis.figures() } else { Figures::default() };
    let turn = analysis.turn();
    let activity = activity_of(&state, engine_on, props.is_hidden, is_current.then_some(&analysis));
    let on_lines = {
        let settings = props.settings.dispatcher();
        Callback::from(move |lines| settings.dispatch(SettingsAction::Lines(lines)))
    };
    // The built-in engine has the page's version number.
    let own_name =
        identity.name.strip_suffix(concat!(" ", env!("CARGO_PKG_VERSION"))).unwrap_or(&identity.name);
    let is_own = props.engine.key().is_empty();
    let (own_name, awaits_net) = if is_own { without_classic(own_name) } else { (own_name, false) };
    let own_name = if own_name.is_empty() { strings::engine() } else { own_name };
    let name = title.as_deref().unwrap_or(own_name).to_owned();
    let open_menu = tools.tool_request().reform(|event: MouseEvent| ToolRequest::Menu(place_of(&event)));
    html! {
        <section class="analysis card" aria-label={strings::analysis()} data-fen={props.fen.clone()} data-state={state_name(&state)} data-awaits-net={awaits_net.to_string()}>
            <header class="panel-header">
                <button type="button" class="switch" role="switch" aria-checked={engine_on.to_string()}
                        title={strings::engine_switch_hint()} onclick={toggle}>
                    <span class="switch-track" />
                    <span class="engine-name">{ name }</span>
                </button>
                <LineChooser lines={wanted} {on_lines} />
                <button type="button" class="button quiet icon small" aria-label={strings::panel_menu()} title={strings::panel_menu()} aria-haspopup="menu" onclick={open_menu}>
                    <IconView icon={Icon::More} />
                </button>
            </header>
            // Wrap each optional part in a permanent element: Yew 0.23 would insert it before the position of an empty component, which
            // still refers to a removed sibling.
            <div key="fault">
                if let EngineState::Failed(reason) = &state {
                    <Fault reason={sentence(reason)} on_retry={retry} />
                }
            </div>
            <div key="lab">
                if engine_on {
                    <LabNotice state={props.while_lab_plays} on_analyse={props.on_analyse.clone()} />
                }
            </div>
            <div key="verdict">
                if !(matches!(state, EngineState::Failed(_)) || rests) || is_over {
                    <Verdict status={props.status} {activity} is_threat={props.subject.is_threat} {perspective}
                        turn={turn.unwrap_or(Color::White)} best={lines.first().cloned()} {figures} {columns} {on_deeper} on_explain={props.on_explain.clone()} />
                }
            </div>
            <Chosen key="chosen" subject={props.subject.clone()} focus={props.focus.clone()} />
            <Lines key="lines" lines={lines.to_vec()} {wanted} {turn} {perspective} {columns} on_play={props.on_play.clone()} on_request={tools.tool_request()} on_load={tools.load()} />
            <Meter key="meter" {figures} {columns} />
            <IsolationBadge key="isolation" />
            <NetBadge key="net" {awaits_net} />
            <div key="tools">{ tools.view(props) }</div>
        </section>
    }
}

/// Returns the bottom left corner of the pressed button, in CSS pixels of the window; also works for key presses.
fn place_of(event: &MouseEvent) -> (f64, f64) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let button = target.and_then(|target| target.closest("button").ok().flatten());
    let place = button.map(|button| button.get_bounding_client_rect());
    place.map_or((0.0, 0.0), |place| (place.left(), place.bottom()))
}

/// Name of the state for tests and styles.
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
struct ChosenProps {
    subject: Rc<AnalysisTarget>,
    focus: UseStateHandle<Focus>,
}

/// Notice that only some of the moves are searched, and which.
#[component]
fn Chosen(props: &ChosenProps) -> Html {
    const SHOWN: usize = 6;
    let ChosenProps { subject, focus } = props;
    let moves = &subject.request.search_moves;
    if moves.is_empty() {
        return html! { <div /> };
    }
    let san = |text: &UciMove| Some(subject.position.san(subject.position.parse_uci(text.as_str()).ok()?));
    let mut names = moves.iter().take(SHOWN).filter_map(san).collect::<Vec<_>>().join(", ");
    if moves.len() > SHOWN {
        names = strings::and_more_moves(&names, &(moves.len() - SHOWN));
    }
    let place = subject.place;
    let onclick = {
        let focus = focus.clone();
        Callback::from(move |_: MouseEvent| focus.set(focus.all_moves(place)))
    };
    html! {
        <div>
        <div class="engine-message chosen-moves" role="status">
            <span>{ strings::only_some_moves() }{ " " }<strong>{ names }</strong></span>
            <button type="button" class="button small" {onclick}>{ strings::search_all_moves() }</button>
        </div>
        </div>
    }
}
