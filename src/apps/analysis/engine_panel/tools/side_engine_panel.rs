//! Additional engine next to the board's: its switch, lines and figures.

use super::side_engines::{SideEngines, source_of};
use crate::apps::analysis::analysis_feed::{AnalysisFeed, use_analysis, use_engine_status};
use crate::apps::analysis::engine_panel::activity::activity_of;
use crate::apps::analysis::engine_panel::fault::Fault;
use crate::apps::analysis::engine_panel::lab_notice::WhileLabPlays;
use crate::apps::analysis::engine_panel::line_chooser::LineChooser;
use crate::apps::analysis::engine_panel::lines::Lines;
use crate::apps::analysis::engine_panel::meter::Meter;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::tool_request::ToolRequest;
use crate::apps::analysis::engine_panel::verdict::Verdict;
use crate::apps::analysis::strings;
use crate::apps::analysis::target::{AnalysisTarget, use_engine_driver, use_page_options};
use crate::components::icon::{Icon, IconView};
use crate::platform::observable::Observe;
use crate::services::active_engines::ActiveEnginesStore;
use crate::services::catalogue::news;
use crate::services::engine::service::{Engine, EngineEvent, EngineState};
use crate::services::load_engine;
use crate::state::active_engines::{ActiveEnginesAction, SideEngine};
use crate::state::analysis::{DisplayedLine, Figures};
use crate::state::analysis_request::AnalysisRequest;
use crate::state::settings::Settings;
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_chess::Color;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`SideEnginePanel`].
#[derive(Properties, PartialEq)]
pub struct SideEnginePanelProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// Engine and its settings.
    pub side_engine: SideEngine,
    /// Chosen option values.
    pub options: Vec<(String, String)>,
    /// Number of threads, unless chosen otherwise.
    pub threads: u32,
    /// Registry of the panel's engines.
    pub side_engines: SideEngines,
    /// Opens a tool, or closes it.
    pub on_request: Callback<Option<ToolRequest>>,
}

/// Separate engine with its lines. If it fails, the others are not affected.
#[component]
pub fn SideEnginePanel(props: &SideEnginePanelProps) -> Html {
    let SideEnginePanelProps { panel, side_engine, on_request, .. } = props;
    let (engine, feed) = use_engine(props);
    let subject = use_memo((panel.subject.clone(), side_engine.lines), |(subject, lines)| {
        let request = AnalysisRequest { multipv: u32::from(*lines), ..(*subject.request).clone() };
        AnalysisTarget { request: Rc::new(request), ..(**subject).clone() }
    });
    let rests = panel.while_lab_plays == WhileLabPlays::Rests;
    use_engine_driver(
        &engine,
        &feed,
        &subject,
        side_engine.is_on && panel.active && !rests && !panel.is_hidden,
    );
    use_page_options(&engine, &panel.settings.0);
    let (analysis, is_current) = use_analysis(&feed, &subject.request);
    let (state, identity, title) = use_engine_status(&engine);
    let Settings { perspective, columns, .. } = panel.settings.0;
    let is_over = panel.status.is_over();
    let lines: &[DisplayedLine] = if is_current && !is_over { analysis.lines() } else { &[] };
    let figures = if is_current && !is_over { analysis.figures() } else { Figures::default() };
    let name = title.as_deref().unwrap_or(&identity.name).to_owned();
    let name = if name.is_empty() { strings::engine().to_owned() } else { name };
    let turn = analysis.turn();
    let activity = activity_of(&state, side_engine.is_on, panel.is_hidden, is_current.then_some(&analysis));
    let rests = rests && side_engine.is_on;
    let on_deeper = {
        let (focus, place) = (panel.focus.clone(), panel.subject.place);
        Callback::from(move |_: MouseEvent| focus.set(focus.deeper(place)))
    };
    let on_retry = {
        let (engine, id) = (engine.clone(), side_engine.id.clone());
        Callback::from(move |_: MouseEvent| {
            if engine.key() == id {
                engine.retry();
            } else {
                spawn_local(load(engine.clone(), id.clone()));
            }
        })
    };
    let is_failed = matches!(state, EngineState::Failed(_));
    html! {
        <section class="side-engine" aria-label={strings::analysis_of(&name)} data-engine={side_engine.id.clone()}>
            { header(props, name) }
            <div key="state">
            if let EngineState::Failed(reason) = &state {
                <Fault key="fault" reason={sentence(reason)} {on_retry} />
            }
            if rests { <p key="lab" class="engine-message">{ strings::lab_plays_resting() }</p> }
            if !(is_failed || is_over || rests) {
                <Verdict key="verdict" status={panel.status} {activity} is_threat={subject.is_threat} {perspective}
                    turn={turn.unwrap_or(Color::White)} best={lines.first().cloned()} {figures} {columns} {on_deeper} />
            }
            </div>
            <Lines key="lines" lines={lines.to_vec()} wanted={side_engine.lines} {turn} {perspective} {columns} source={source_of(&side_engine.id)}
                on_play={panel.on_play.clone()} on_request={on_request.reform(Some)} on_load={Callback::noop()} />
            <Meter key="meter" {figures} {columns} />
        </section>
    }
}

fn header(props: &SideEnginePanelProps, name: String) -> Html {
    let SideEnginePanelProps { side_engine, on_request, .. } = props;
    let act = |action: ActiveEnginesAction| {
        Callback::from(move |_: MouseEvent| ActiveEnginesStore::of_page().act(action.clone()))
    };
    let toggle = act(ActiveEnginesAction::Switch(side_engine.id.clone(), !side_engine.is_on));
    let dismiss = act(ActiveEnginesAction::Dismiss(side_engine.id.clone()));
    let on_lines = {
        let id = side_engine.id.clone();
        Callback::from(move |lines: u8| {
            ActiveEnginesStore::of_page().act(ActiveEnginesAction::Lines(id.clone(), lines));
        })
    };
    let options = {
        let id = side_engine.id.clone();
        on_request.reform(move |_: MouseEvent| Some(ToolRequest::Options(id.clone())))
    };
    let (options_label, dismiss_label) = (strings::options_of(&name), strings::dismiss(&name));
    html! {
        <header class="panel-header">
            <button type="button" class="switch" role="switch" aria-checked={side_engine.is_on.to_string()} onclick={toggle}>
                <span class="switch-track" /><span class="engine-name">{ name }</span>
            </button>
            <LineChooser lines={side_engine.lines} {on_lines} />
            <button type="button" class="button quiet icon small" aria-label={options_label.clone()} title={options_label} onclick={options}><IconView icon={Icon::Settings} /></button>
            <button type="button" class="button quiet icon small" aria-label={dismiss_label.clone()} title={dismiss_label} onclick={dismiss}><IconView icon={Icon::Close} /></button>
        </header>
    }
}

/// Creates the engine and its feed for the lifetime of the panel.
#[hook]
fn use_engine(props: &SideEnginePanelProps) -> (Engine, AnalysisFeed) {
    let SideEnginePanelProps { panel, side_engine, options, threads, side_engines, .. } = props;
    let pair = use_memo((), |()| {
        let engine = Engine::vacant(panel.engine.files());
        let feed = AnalysisFeed::new(&engine);
        (engine, feed)
    });
    let (engine, feed) = (pair.0.clone(), pair.1.clone());
    feed.hide_below(panel.settings.0.hide_below_nodes);
    use_effect_with(side_engine.id.clone(), {
        let (engine, feed, side_engines) = (engine.clone(), feed.clone(), side_engines.clone());
        move |id| {
            let id = id.clone();
            side_engines.join(&id, &engine, &feed);
            if id.is_empty() {
                engine.take_shipped();
            } else {
                spawn_local(load(engine.clone(), id.clone()));
            }
            let listener = {
                let (engine, id) = (engine.clone(), id.clone());
                news::listen(move || spawn_local(follow(engine.clone(), id.clone())))
            };
            move || {
                drop(listener);
                side_engines.leave(&id);
            }
        }
    });
    use_effect_with((engine.clone(), options.clone(), *threads), |(engine, options, threads)| {
        let set = {
            let (engine, options, threads) = (engine.clone(), options.clone(), threads.to_string());
            move || {
                engine.set_option("Threads", &threads);
                engine.choose_options(options.clone());
            }
        };
        set();
        // Repeat for a new engine.
        let subscription = engine.subscribe(move |event| {
            if matches!(event, EngineEvent::Identity(_)) {
                set();
            }
        });
        move || drop(subscription)
    });
    (engine, feed)
}

/// Loads an engine from the list.
async fn load(engine: Engine, id: String) {
    match load_engine::candidate(&engine, &id).await {
        Ok(mut candidate) => {
            candidate.is_introduced = false;
            engine.take(candidate);
        }
        Err(error) => engine.give_up(&error.to_string()),
    }
}

/// Updates the engine after a change of the engine list: it may have been renamed or removed.
async fn follow(engine: Engine, id: String) {
    if id.is_empty() {
        return;
    }
    match load_engine::name(&id).await {
        Some(name) => engine.set_title(&id, &name),
        None => ActiveEnginesStore::of_page().act(ActiveEnginesAction::Forget(id)),
    }
}
