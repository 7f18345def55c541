//! What is to be analysed, and how.

use super::remembered::{WISH_KEY, storage};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::reports::limits::move_range;
use crate::services::reports::{LimitKind, MOST_WORKERS, ReportWish, usual_workers};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`StartForm`].
#[derive(Properties, PartialEq)]
pub struct StartFormProps {
    /// How many moves the main line has.
    pub plies: usize,
    /// Whether the game has variations.
    pub has_variations: bool,
    /// The report is to begin.
    pub on_start: Callback<ReportWish>,
}

/// What a kind of limit is called.
fn kind_name(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => strings::NODES_A_MOVE,
        LimitKind::Depth => strings::SEARCH_DEPTH,
        LimitKind::Time => strings::SECONDS_A_MOVE,
    }
}

/// The same in the list of kinds, where there is little room.
fn short_name(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => strings::BY_NODES,
        LimitKind::Depth => strings::SEARCH_DEPTH,
        LimitKind::Time => strings::BY_TIME,
    }
}

/// What is in the fields.
#[derive(Clone, Debug, PartialEq)]
struct Fields {
    kind: LimitKind,
    limit: String,
    workers: String,
    first: String,
    last: String,
    variations: bool,
}

impl Fields {
    /// The fields as they were used last.
    fn remembered() -> Self {
        let kept = storage().and_then(|storage| storage.get_item(WISH_KEY).ok()?);
        let wish: Option<ReportWish> = kept.and_then(|text| serde_json::from_str(&text).ok());
        let usual = ReportWish { workers: usual_workers(), ..ReportWish::default() };
        let wish = wish.unwrap_or(usual);
        Self {
            kind: wish.limit.kind(),
            limit: wish.limit.number(),
            workers: wish.workers.clamp(1, MOST_WORKERS).to_string(),
            first: String::new(),
            last: String::new(),
            variations: false,
        }
    }

    /// The wish, or the name of the field that is wrong.
    fn wish(&self) -> Result<ReportWish, &'static str> {
        let limit = self.kind.limit(&self.limit).ok_or("limit")?;
        let workers =
            self.workers.trim().parse().ok().filter(|n| (1..=MOST_WORKERS).contains(n)).ok_or("workers")?;
        let (first, last) = move_range(&self.first, &self.last).ok_or("moves")?;
        Ok(ReportWish { limit, side: None, first, last, variations: self.variations, asides: false, workers })
    }
}

/// The form.
#[component]
pub fn StartForm(props: &StartFormProps) -> Html {
    let fields = use_state(Fields::remembered);
    let fault = use_state_eq(|| None::<&'static str>);
    let on_input = |change: fn(&mut Fields, String)| {
        let fields = fields.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let mut next = (*fields).clone();
            change(&mut next, input.value());
            fields.set(next);
        })
    };
    let on_kind = {
        let fields = fields.clone();
        Callback::from(move |event: Event| {
            let field = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let kind = field.and_then(|field| LimitKind::ALL.get(field.selected_index() as usize).copied());
            if let Some(kind) = kind {
                fields.set(Fields { kind, limit: kind.usual().number(), ..(*fields).clone() });
            }
        })
    };
    let on_variations = {
        let fields = fields.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            fields.set(Fields { variations: input.checked(), ..(*fields).clone() });
        })
    };
    let onsubmit = {
        let (fields, fault, on_start) = (fields.clone(), fault.clone(), props.on_start.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match fields.wish() {
                Ok(wish) => {
                    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&wish)) {
                        // Where nothing can be kept, the fields begin as usual.
                        let _ = storage.set_item(WISH_KEY, &text);
                    }
                    fault.set(None);
                    on_start.emit(wish);
                }
                Err(field) => fault.set(Some(field)),
            }
        })
    };
    if props.plies == 0 {
        return html! { <p class="book-note">{ strings::REPORT_NEEDS_MOVES }</p> };
    }
    let is_wrong = |field: &str| (*fault == Some(field)).then_some("true");
    html! {
        <form class="report-form" {onsubmit} novalidate={true}>
            <p class="report-note">{ strings::REPORT_INTRODUCTION }</p>
            <label>{ strings::SEARCH_BY }
                <select class="field" onchange={on_kind}>
                    { for LimitKind::ALL.into_iter().map(|kind| html! { <option selected={kind == fields.kind}>{ short_name(kind) }</option> }) }
                </select>
            </label>
            <label>{ kind_name(fields.kind) }
                <input class="field" inputmode="decimal" value={fields.limit.clone()} aria-invalid={is_wrong("limit")} oninput={on_input(|fields, text| fields.limit = text)} />
            </label>
            <label>{ strings::WORKERS }
                <input class="field" inputmode="numeric" value={fields.workers.clone()} aria-invalid={is_wrong("workers")} oninput={on_input(|fields, text| fields.workers = text)} />
            </label>
            <div class="report-range" role="group" aria-label={strings::MOVES_REPORTED}>
                <span aria-hidden="true">{ strings::MOVES_REPORTED }</span>
                <input class="field" inputmode="numeric" placeholder={strings::FIRST_OF_RANGE} aria-label={strings::FROM_MOVE} value={fields.first.clone()} aria-invalid={is_wrong("moves")} oninput={on_input(|fields, text| fields.first = text)} />
                <span aria-hidden="true">{ "–" }</span>
                <input class="field" inputmode="numeric" placeholder={strings::LAST_OF_RANGE} aria-label={strings::TO_MOVE} value={fields.last.clone()} aria-invalid={is_wrong("moves")} oninput={on_input(|fields, text| fields.last = text)} />
            </div>
            if props.has_variations {
                <label class="report-check"><input type="checkbox" checked={fields.variations} onchange={on_variations} />{ strings::VARIATIONS_TOO }</label>
            }
            if let Some(field) = *fault {
                <p class="field-error" role="alert">{ strings::report_field_error(field) }</p>
            }
            <button type="submit" class="button primary"><IconView icon={Icon::Play} />{ strings::START_REPORT }</button>
        </form>
    }
}
