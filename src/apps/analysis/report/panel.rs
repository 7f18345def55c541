//! Report panel: form, progress and report.

use super::actions::ReportActions;
use super::clocks::ClockUse;
use super::form::{StartForm, request_for_whole_game};
use super::graph::EvalGraph;
use super::judged::JudgedMoves;
use super::learn::Learn;
use super::mistakes::Mistakes;
use super::numbers::Numbers;
use super::opening::OpeningFacts;
use super::progress::ReportProgress;
use super::remembered::{ON_KEY, storage};
use super::shown::{ShownReport, use_shown};
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::hooks::{Refresh, use_observable_when};
use crate::platform::observable::Observe;
use crate::services::books::feed::BookFeed;
use crate::services::reports::{ReportEvent, ReportLimitKind, ReportRequest, ReportService};
use crate::state::report::{MarkedMoves, ply_on_main_line};
use crate::state::settings::Settings;
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_pgn::{Game, NodeId};
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

/// Height from which the panel counts as being on the screen, in CSS pixels.
const SEEN_PX: i32 = 100;

/// Properties of [`ReportPanel`].
#[derive(Clone, Properties)]
pub struct ReportPanelProps {
    /// Game on the board; compared by identity.
    pub game: Rc<Game>,
    /// Current node.
    pub node: NodeId,
    /// Opening book.
    pub book: BookFeed,
    /// The settings.
    pub settings: Settings,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Number of requests to analyse the game; an increase analyses it.
    pub asked: u32,
    /// Moves marked for a report.
    pub marked: MarkedMoves,
    /// Changes the marked moves.
    pub on_mark: Callback<MarkedMoves>,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
    /// Replaces the game on the board with an edited version.
    pub on_rewrite: Callback<Rc<Game>>,
}

impl PartialEq for ReportPanelProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.game, &other.game)
            && self.node == other.node
            && self.asked == other.asked
            && self.marked == other.marked
            && self.on_mark == other.on_mark
            && self.settings == other.settings
            && self.on_go == other.on_go
            && self.on_rewrite == other.on_rewrite
    }
}

/// Report panel. Engine progress re-renders only this component.
#[component]
pub fn ReportPanel(props: &ReportPanelProps) -> Html {
    let ReportPanelProps { game, node, toasts, on_go, .. } = props;
    let service = &*use_memo((), |()| ReportService::of_page());
    use_effect_with(service.clone(), ReportService::begin);
    use_faults(service, toasts);
    let is_on = use_state(|| storage().is_none_or(|storage| matches!(storage.get_item(ON_KEY), Ok(Some(_)))));
    let reports = use_observable_when(service, refresh, ReportService::reports);
    let shown = use_shown(service, game);
    let is_learning = use_state_eq(|| false);
    let is_asking = use_state_eq(|| false);
    let is_collecting = use_state_eq(|| false);
    use_effect_with(props.marked, {
        let (is_on, is_asking) = (is_on.setter(), is_asking.setter());
        move |marked| {
            if marked.is_some() {
                is_on.set(true);
                is_asking.set(true);
            }
        }
    });
    let section = use_node_ref();
    use_effect_with(props.asked, {
        let (is_on, section) = (is_on.setter(), section.clone());
        let (service, game, is_known) = (service.clone(), Rc::clone(game), shown.report.is_known());
        let has_moves = !shown.report.moves.is_empty();
        move |&asked| {
            if asked == 0 {
                return;
            }
            is_on.set(true);
            if let Some(section) = section.cast::<Element>().filter(|section| !is_seen(section)) {
                section.scroll_into_view();
            }
            if has_moves && !is_known {
                spawn_local(async move { service.start_if_new(&game, request_for_whole_game().await) });
            }
        }
    });
    let toggle = use_callback(is_on.clone(), |_: MouseEvent, is_on| {
        let now = !**is_on;
        // If storage is unavailable, this lasts as long as the page.
        let _ = storage()
            .map(|storage| if now { storage.set_item(ON_KEY, "") } else { storage.remove_item(ON_KEY) });
        is_on.set(now);
    });
    let on_start = {
        let (service, game, is_asking) = (service.clone(), Rc::clone(game), is_asking.setter());
        Callback::from(move |request: ReportRequest| {
            service.start(&game, request);
            is_asking.set(false);
        })
    };
    let id = shown.kept.as_ref().map(|kept| kept.id.clone());
    let is_in_work = id.is_some()
        && (reports.in_work.as_ref().map(|work| &work.id) == id.as_ref()
            || reports.waiting.iter().any(|waiting| Some(&waiting.id) == id.as_ref()));
    let is_known = shown.report.is_known();
    let has_form = (!is_in_work && !is_known) || *is_asking;
    let ply = ply_on_main_line(game, *node);
    html! {
        <section ref={section} class="report card" aria-label={strings::report()} data-state={if *is_on { "on" } else { "off" }}>
            <header class="panel-header">
                <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::report_on_or_off()} onclick={toggle}>
                    <span class="switch-track" /><span>{ strings::report() }</span>
                </button>
            </header>
            <ReportProgress service={service.clone()} reports={reports.clone()} />
            if *is_on {
                if is_known {
                    <EvalGraph key="graph" shown={shown.clone()} {ply} marked={props.marked} on_mark={props.on_mark.clone()} on_go={on_go.clone()} />
                    <div key="figures" class="report-figures">
                        <div>
                            <Numbers shown={shown.clone()} {ply} on_go={on_go.clone()} />
                            <p class="report-note report-source">{ source(&shown) }</p>
                        </div>
                        <JudgedMoves shown={shown.clone()} node={*node} on_go={on_go.clone()} />
                    </div>
                    if shown.report.has_times {
                        <ClockUse key="clocks" shown={shown.clone()} on_go={on_go.clone()} />
                    }
                    <OpeningFacts key="opening" shown={shown.clone()} book={props.book.clone()} on_go={on_go.clone()} />
                    <ReportActions key="actions" shown={shown.clone()} toasts={toasts.clone()} {is_in_work} on_rewrite={props.on_rewrite.clone()}
                        on_learn={setter(&is_learning)} on_again={setter(&is_asking)} />
                }
                if has_form {
                    <StartForm key="form" plies={shown.report.moves.len()} has_variations={has_variations(game)} marked={props.marked} on_mark={props.on_mark.clone()} {on_start} />
                }
            }
            if *is_on {
                <button key="many" type="button" class="button small quiet report-many" onclick={setter(&is_collecting)}>{ strings::mistakes_of_many_button() }</button>
            }
            if *is_collecting {
                <Mistakes key="mistakes" service={service.clone()} book={props.book.clone()} settings={props.settings.clone()} on_close={closer(&is_collecting)} />
            }
            if *is_learning {
                <Learn tasks={shown.tasks()} book={props.book.clone()} settings={props.settings.clone()} on_close={closer(&is_learning)} />
            }
        </section>
    }
}

/// Returns whether the head of the panel and more of it is on the screen: then the board stays there too.
fn is_seen(section: &Element) -> bool {
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    let height = root.map_or(0, |root| root.client_height());
    let top = section.get_bounding_client_rect().top();
    top >= 0.0 && top <= f64::from(height - SEEN_PX)
}

fn setter(state: &UseStateHandle<bool>) -> Callback<MouseEvent> {
    let state = state.setter();
    Callback::from(move |_: MouseEvent| state.set(true))
}

fn closer(state: &UseStateHandle<bool>) -> Callback<()> {
    let state = state.setter();
    Callback::from(move |()| state.set(false))
}

/// Names the source of the evaluations.
fn source(shown: &ShownReport) -> String {
    let Some(kept) = &shown.kept else { return strings::evaluations_of_game().to_owned() };
    let engine = kept.request.engine.as_ref().map_or(strings::own_engine(), |engine| engine.name.as_str());
    let limit = &kept.request.limit;
    let limit = strings::limit_words(
        limit.kind() == ReportLimitKind::Nodes,
        limit.kind() == ReportLimitKind::Depth,
        &limit.number(),
    );
    strings::evaluations_by(engine, &limit)
}

fn has_variations(game: &Game) -> bool {
    game.main_line().any(|node| game.next_sibling(node).is_some())
}

/// Throttles progress updates to a few per second; shows everything else at once.
fn refresh(event: &ReportEvent) -> Refresh {
    match event {
        ReportEvent::Changed => Refresh::Within(300),
        ReportEvent::Turned | ReportEvent::Finished(_) | ReportEvent::Fault(_) => Refresh::Now,
    }
}

/// Reports errors as toasts.
#[hook]
fn use_faults(service: &ReportService, toasts: &ToastDispatcher) {
    use_effect_with((service.clone(), toasts.clone()), |(service, toasts)| {
        let toasts = toasts.clone();
        let subscription = service.events().subscribe(move |event| {
            if let ReportEvent::Fault(reason) = event {
                let title = strings::report_fault().to_owned();
                toasts.dispatch(ToastAction::Show(Tone::Fault, title, sentence(reason), None));
            }
        });
        move || drop(subscription)
    });
}
