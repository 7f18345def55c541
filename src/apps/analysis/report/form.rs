//! Form of a report: what to analyse, and how.

use super::remembered::{REQUEST_KEY, storage};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::select_field::SelectField;
use crate::hooks::use_loaded;
use crate::services::reports::engines::{at_place, engines, place_of};
use crate::services::reports::limits::move_range;
use crate::services::reports::{MOST_WORKERS, ReportEngine, ReportLimitKind, ReportRequest, usual_workers};
use crate::state::report::MarkedMoves;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`StartForm`].
#[derive(Properties, PartialEq)]
pub struct StartFormProps {
    /// Number of plies in the main line.
    pub plies: usize,
    /// Whether the game has variations.
    pub has_variations: bool,
    /// Marked moves.
    pub marked: MarkedMoves,
    /// Changes the marked moves.
    pub on_mark: Callback<MarkedMoves>,
    /// Starts the report.
    pub on_start: Callback<ReportRequest>,
}

/// Returns the name of a kind of limit.
fn kind_name(kind: ReportLimitKind) -> &'static str {
    match kind {
        ReportLimitKind::Nodes => strings::nodes_a_move(),
        ReportLimitKind::Depth => strings::search_depth(),
        ReportLimitKind::Time => strings::seconds_a_move(),
    }
}

/// Returns a short name for the list of kinds.
fn short_name(kind: ReportLimitKind) -> &'static str {
    match kind {
        ReportLimitKind::Nodes => strings::by_nodes(),
        ReportLimitKind::Depth => strings::search_depth(),
        ReportLimitKind::Time => strings::by_time(),
    }
}

/// Values of the fields.
#[derive(Clone, Debug, PartialEq)]
struct ReportFields {
    engine: Option<ReportEngine>,
    kind: ReportLimitKind,
    limit: String,
    workers: String,
    first: String,
    last: String,
    variations: bool,
}

impl ReportFields {
    /// Loads the fields as last used.
    fn remembered(marked: MarkedMoves) -> Self {
        let request = last_request();
        let fields = Self {
            kind: request.limit.kind(),
            limit: request.limit.number(),
            workers: request.workers.clamp(1, MOST_WORKERS).to_string(),
            first: String::new(),
            last: String::new(),
            variations: false,
            engine: request.engine,
        };
        fields.with_marked(marked)
    }

    /// Sets the range of moves.
    fn with_marked(self, marked: MarkedMoves) -> Self {
        let text = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        Self { first: text(marked.first), last: text(marked.last), ..self }
    }

    /// Returns the range of moves; `None` if invalid.
    fn marked(&self) -> Option<MarkedMoves> {
        let (first, last) = move_range(&self.first, &self.last)?;
        let stands = |text: &str| !text.trim().is_empty();
        Some(MarkedMoves {
            first: Some(first).filter(|_| stands(&self.first)),
            last: Some(last).filter(|_| stands(&self.last)),
        })
    }

    /// Parses the fields; fails with the name of the first invalid field.
    fn request(&self) -> Result<ReportRequest, &'static str> {
        let limit = self.kind.limit(&self.limit).ok_or("limit")?;
        let workers =
            self.workers.trim().parse().ok().filter(|n| (1..=MOST_WORKERS).contains(n)).ok_or("workers")?;
        let (first, last) = move_range(&self.first, &self.last).ok_or("moves")?;
        let (engine, variations) = (self.engine.clone(), self.variations);
        Ok(ReportRequest { engine, limit, side: None, first, last, variations, asides: false, workers })
    }
}

/// Returns the settings of the last report.
fn last_request() -> ReportRequest {
    let kept = storage().and_then(|storage| storage.get_item(REQUEST_KEY).ok()?);
    let last: Option<ReportRequest> = kept.and_then(|text| serde_json::from_str(&text).ok());
    last.unwrap_or_else(|| ReportRequest { workers: usual_workers(), ..ReportRequest::default() })
}

/// Returns the request for a report on a whole game, with the settings of the last report but without an engine that has been removed
/// since.
pub async fn request_for_whole_game() -> ReportRequest {
    let request = last_request().for_whole_game(MOST_WORKERS);
    let engines = engines().await;
    ReportRequest { engine: at_place(place_of(request.engine.as_ref(), &engines), &engines), ..request }
}

/// Returns a callback that edits the fields from text input.
fn on_input(
    fields: &UseStateHandle<ReportFields>,
    change: fn(&mut ReportFields, String),
) -> Callback<InputEvent> {
    let fields = fields.clone();
    Callback::from(move |event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let mut next = (*fields).clone();
        change(&mut next, input.value());
        fields.set(next);
    })
}

/// Report form.
#[component]
pub fn StartForm(props: &StartFormProps) -> Html {
    let marked = props.marked;
    let fields = use_state(move || ReportFields::remembered(marked));
    let fault = use_state_eq(|| None::<&'static str>);
    let engines = use_loaded(engines);
    use_effect_with(marked, {
        let fields = fields.clone();
        move |&marked| {
            if fields.marked() != Some(marked) {
                fields.set((*fields).clone().with_marked(marked));
            }
        }
    });
    let on_variations = {
        let fields = fields.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            fields.set(ReportFields { variations: input.checked(), ..(*fields).clone() });
        })
    };
    let onsubmit = {
        let (fields, fault, on_start) = (fields.clone(), fault.clone(), props.on_start.clone());
        let engines = engines.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match fields.request() {
                Ok(request) => {
                    fault.set(None);
                    on_start.emit(begun(request, engines.as_deref().map(Vec::as_slice)));
                }
                Err(field) => fault.set(Some(field)),
            }
        })
    };
    if props.plies == 0 {
        return html! { <p class="book-note">{ strings::report_needs_moves() }</p> };
    }
    let is_wrong = |field: &str| (*fault == Some(field)).then_some("true");
    html! {
        <form class="report-form" {onsubmit} novalidate={true}>
            <p class="report-note">{ strings::report_introduction() }</p>
            { search_fields(&fields, engines.as_deref().map(Vec::as_slice), is_wrong("limit")) }
            <label>{ strings::workers() }
                <input class="field" inputmode="numeric" value={fields.workers.clone()} aria-invalid={is_wrong("workers")} oninput={on_input(&fields, |fields, text| fields.workers = text)} />
            </label>
            { range_fields(&fields, &props.on_mark, is_wrong("moves")) }
            if props.has_variations {
                <label class="report-check"><input type="checkbox" checked={fields.variations} onchange={on_variations} />{ strings::variations_too() }</label>
            }
            if let Some(field) = *fault {
                <p class="field-error" role="alert">{ strings::report_field_error(field) }</p>
            }
            <button type="submit" class="button primary"><IconView icon={Icon::Play} />{ strings::start_report() }</button>
        </form>
    }
}

/// Finalizes the settings and saves them for the next form. An engine that is no longer in the list is dropped.
fn begun(request: ReportRequest, engines: Option<&[ReportEngine]>) -> ReportRequest {
    let engine = match engines {
        Some(engines) => at_place(place_of(request.engine.as_ref(), engines), engines),
        None => request.engine,
    };
    let request = ReportRequest { engine, ..request };
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&request)) {
        // If storage is unavailable, the next form starts with the defaults.
        let _ = storage.set_item(REQUEST_KEY, &text);
    }
    request
}

/// Engine and search limit.
fn search_fields(
    fields: &UseStateHandle<ReportFields>,
    engines: Option<&[ReportEngine]>,
    limit_is_wrong: Option<&'static str>,
) -> Html {
    let engines = engines.unwrap_or_default();
    let on_engine = {
        let (fields, engines) = (fields.clone(), engines.to_vec());
        Callback::from(move |place: usize| {
            fields.set(ReportFields { engine: at_place(place, &engines), ..(*fields).clone() });
        })
    };
    let on_kind = {
        let fields = fields.clone();
        Callback::from(move |place: usize| {
            if let Some(&kind) = ReportLimitKind::ALL.get(place) {
                fields.set(ReportFields { kind, limit: kind.usual().number(), ..(*fields).clone() });
            }
        })
    };
    let names: Vec<AttrValue> = engines.iter().map(|engine| AttrValue::from(engine.name.clone())).collect();
    let kinds: Vec<AttrValue> = ReportLimitKind::ALL.map(|kind| short_name(kind).into()).to_vec();
    let kind = ReportLimitKind::ALL.iter().position(|kind| *kind == fields.kind).unwrap_or_default();
    html! {
        <>
            <div class="report-engine"><SelectField label={strings::report_engine()} {names} chosen={place_of(fields.engine.as_ref(), engines)} on_choose={on_engine} /></div>
            <SelectField label={strings::search_by()} names={kinds} chosen={kind} on_choose={on_kind} />
            <label>{ kind_name(fields.kind) }
                <input class="field" inputmode="decimal" value={fields.limit.clone()} aria-invalid={limit_is_wrong} oninput={on_input(fields, |fields, text| fields.limit = text)} />
            </label>
        </>
    }
}

/// Range of moves. Typed ranges are marked in the graph.
fn range_fields(
    fields: &UseStateHandle<ReportFields>,
    on_mark: &Callback<MarkedMoves>,
    is_wrong: Option<&'static str>,
) -> Html {
    let on_input = |change: fn(&mut ReportFields, String)| {
        let (fields, on_mark) = (fields.clone(), on_mark.clone());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let mut next = (*fields).clone();
            change(&mut next, input.value());
            let marked = next.marked();
            fields.set(next);
            if let Some(marked) = marked {
                on_mark.emit(marked);
            }
        })
    };
    html! {
        <>
            <div class="report-range" role="group" aria-label={strings::moves_reported()}>
                <span aria-hidden="true">{ strings::moves_reported() }</span>
                <input class="field" inputmode="numeric" placeholder={strings::first_of_range()} aria-label={strings::from_move()} value={fields.first.clone()} aria-invalid={is_wrong} oninput={on_input(|fields, text| fields.first = text)} />
                <span aria-hidden="true">{ "–" }</span>
                <input class="field" inputmode="numeric" placeholder={strings::last_of_range()} aria-label={strings::to_move()} value={fields.last.clone()} aria-invalid={is_wrong} oninput={on_input(|fields, text| fields.last = text)} />
            </div>
            <p class="report-note">{ strings::mark_moves_hint() }</p>
        </>
    }
}
