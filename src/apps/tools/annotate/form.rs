//! The games, and what is done with them.

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::fields::{Commented, Fields, Whose, Wrong};
use super::source::{games_of, kept_games, text_of};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::services::reports::run::MOST_GAMES;
use crate::services::reports::{LimitKind, ReportService, usual_workers};
use crate::storage::files::now_ms;

/// Thirty days, in milliseconds.
const MONTH_MS: f64 = 30.0 * 86_400_000.0;

/// Properties of [`RunForm`].
#[derive(Properties, PartialEq)]
pub struct RunFormProps {
    /// Makes the reports.
    pub service: ReportService,
    /// What the parts of the page share.
    pub context: ToolsContext,
    /// Whether there is a run that would be replaced.
    pub has_run: bool,
}

/// A change of the fields: what a person typed at one of them.
struct Typed(Box<dyn FnOnce(&mut Fields)>);

#[derive(Clone, PartialEq)]
struct Form(Fields);

impl Reducible for Form {
    type Action = Typed;

    fn reduce(self: std::rc::Rc<Self>, action: Typed) -> std::rc::Rc<Self> {
        let mut fields = self.0.clone();
        (action.0)(&mut fields);
        Self(fields).into()
    }
}

type Dispatcher = UseReducerDispatcher<Form>;

/// The form.
#[component]
pub fn RunForm(props: &RunFormProps) -> Html {
    let form = use_reducer_eq(|| Form(Fields::new(usual_workers())));
    let wrong = use_state_eq(|| None::<Wrong>);
    let is_reading = use_state_eq(|| false);
    let fields = &form.0;
    let dispatcher = form.dispatcher();
    let onsubmit = {
        let (fields, wrong, is_reading) = (fields.clone(), wrong.setter(), is_reading.setter());
        let (service, context) = (props.service.clone(), props.context.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let settings = match fields.settings() {
                Ok(settings) => settings,
                Err(fault) => return wrong.set(Some(fault)),
            };
            wrong.set(None);
            is_reading.set(true);
            let (text, wrong, is_reading) = (fields.text.clone(), wrong.clone(), is_reading.clone());
            let (service, context) = (service.clone(), context.clone());
            spawn_local(async move {
                let games = games_of(text).await;
                is_reading.set(false);
                if games.is_empty() {
                    return wrong.set(Some(Wrong::Games));
                }
                let player = settings.player.clone();
                if service.start_run(settings, &games) {
                    context.news(strings::run_started(games.len().min(MOST_GAMES)));
                } else {
                    context.fault(strings::NOTHING_TO_ANNOTATE, strings::no_game_of(&player));
                }
            });
        })
    };
    let is_wrong = |field: Wrong| (*wrong == Some(field)).then_some("true");
    html! {
        <form class="annotate-form" {onsubmit} novalidate={true}>
            { games_fields(fields, &dispatcher, &props.context, is_wrong(Wrong::Games)) }
            { moves_fields(fields, &dispatcher, &is_wrong) }
            { search_fields(fields, &dispatcher, &is_wrong) }
            if let Some(fault) = *wrong { <p class="field-error" role="alert">{ strings::wrong_field(fault) }</p> }
            <div class="annotate-start">
                <button type="submit" class="button primary" disabled={*is_reading}><IconView icon={Icon::Play} />{ strings::START_RUN }</button>
                if props.has_run { <p class="tools-hint">{ strings::RUN_IS_REPLACED }</p> }
            </div>
        </form>
    }
}

/// Replaces the text of the games.
fn set_text(dispatcher: &Dispatcher, text: String) {
    dispatcher.dispatch(Typed(Box::new(move |fields| fields.text = text)));
}

fn games_fields(
    fields: &Fields,
    dispatcher: &Dispatcher,
    context: &ToolsContext,
    is_wrong: Option<&'static str>,
) -> Html {
    let on_text = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |event: InputEvent| {
            let field: HtmlTextAreaElement = event.target_unchecked_into();
            set_text(&dispatcher, field.value());
        })
    };
    let on_files = {
        let (dispatcher, context) = (dispatcher.clone(), context.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let files = files_of(&input);
            input.set_value("");
            let (dispatcher, context) = (dispatcher.clone(), context.clone());
            spawn_local(async move {
                let mut all = String::new();
                for file in &files {
                    match text_of(file).await {
                        Ok(text) => all = all + text.trim_end() + "\n\n",
                        Err(reason) => context.fault(strings::FILE_NOT_OPENED, reason),
                    }
                }
                if !all.is_empty() {
                    set_text(&dispatcher, all);
                }
            });
        })
    };
    let kept = |within_ms: f64| {
        let (dispatcher, context) = (dispatcher.clone(), context.clone());
        Callback::from(move |_: MouseEvent| {
            let (dispatcher, context) = (dispatcher.clone(), context.clone());
            spawn_local(async move {
                match kept_games(within_ms, now_ms(), MOST_GAMES).await {
                    Ok((_, 0)) => context.news(strings::NO_KEPT_GAMES),
                    Ok((text, count)) => {
                        set_text(&dispatcher, text);
                        context.news(strings::kept_games_taken(count));
                    }
                    Err(reason) => context.fault(strings::NO_KEPT_GAMES, reason),
                }
            });
        })
    };
    // A long text would make every key slow: it stays out of the field.
    let is_long = fields.text.len() > 200_000;
    html! {
        <fieldset class="annotate-games">
            <legend>{ strings::GAMES }</legend>
            if is_long {
                <p class="tools-hint">{ strings::long_text(fields.text.len()) }</p>
            } else {
                <textarea class="field mono" rows="6" aria-label={strings::GAMES_AS_PGN} placeholder={strings::GAMES_PLACEHOLDER} aria-invalid={is_wrong} value={fields.text.clone()} oninput={on_text} />
            }
            <div class="annotate-buttons">
                <label class="button small annotate-file"><IconView icon={Icon::Open} />{ strings::OPEN_PGN_FILES }<input type="file" class="visually-hidden" multiple={true} accept=".pgn,.txt,application/x-chess-pgn" onchange={on_files} /></label>
                <button type="button" class="button small" onclick={kept(MONTH_MS)}>{ strings::KEPT_THIS_MONTH }</button>
                <button type="button" class="button small" onclick={kept(f64::INFINITY)}>{ strings::KEPT_ALL }</button>
                if !fields.text.is_empty() {
                    <button type="button" class="button small quiet" onclick={let dispatcher = dispatcher.clone(); Callback::from(move |_: MouseEvent| set_text(&dispatcher, String::new()))}>{ strings::CLEAR }</button>
                }
            </div>
        </fieldset>
    }
}

fn on_input(dispatcher: &Dispatcher, change: fn(&mut Fields, String)) -> Callback<InputEvent> {
    let dispatcher = dispatcher.clone();
    Callback::from(move |event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let value = input.value();
        dispatcher.dispatch(Typed(Box::new(move |fields| change(fields, value))));
    })
}

fn on_select(dispatcher: &Dispatcher, change: fn(&mut Fields, usize)) -> Callback<Event> {
    let dispatcher = dispatcher.clone();
    Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        let index = usize::try_from(select.selected_index()).unwrap_or_default();
        dispatcher.dispatch(Typed(Box::new(move |fields| change(fields, index))));
    })
}

fn moves_fields(
    fields: &Fields,
    dispatcher: &Dispatcher,
    is_wrong: &dyn Fn(Wrong) -> Option<&'static str>,
) -> Html {
    let on_whose = on_select(dispatcher, |fields, index| {
        fields.whose = Whose::ALL.get(index).copied().unwrap_or_default();
    });
    let on_commented = on_select(dispatcher, |fields, index| {
        fields.commented = Commented::ALL.get(index).copied().unwrap_or_default();
    });
    let on_variations = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let checked = input.checked();
            dispatcher.dispatch(Typed(Box::new(move |fields| fields.variations = checked)));
        })
    };
    html! {
        <fieldset>
            <legend>{ strings::MOVES }</legend>
            <label>{ strings::WHOSE_MOVES }
                <select class="field" onchange={on_whose}>
                    { for Whose::ALL.into_iter().map(|whose| html! { <option selected={whose == fields.whose}>{ strings::whose(whose) }</option> }) }
                </select>
            </label>
            if fields.whose == Whose::Player {
                <label>{ strings::PLAYER }<input class="field" value={fields.player.clone()} aria-invalid={is_wrong(Wrong::Player)} oninput={on_input(dispatcher, |fields, text| fields.player = text)} /></label>
            }
            <label>{ strings::FROM_MOVE }<input class="field" inputmode="numeric" placeholder={strings::FIRST} value={fields.first.clone()} aria-invalid={is_wrong(Wrong::Moves)} oninput={on_input(dispatcher, |fields, text| fields.first = text)} /></label>
            <label>{ strings::TO_MOVE }<input class="field" inputmode="numeric" placeholder={strings::LAST} value={fields.last.clone()} aria-invalid={is_wrong(Wrong::Moves)} oninput={on_input(dispatcher, |fields, text| fields.last = text)} /></label>
            <label>{ strings::COMMENT_ON }
                <select class="field" onchange={on_commented}>
                    { for Commented::ALL.into_iter().map(|commented| html! { <option selected={commented == fields.commented}>{ strings::commented(commented) }</option> }) }
                </select>
            </label>
            if fields.commented == Commented::Losing {
                <label>{ strings::CENTIPAWNS }<input class="field" inputmode="numeric" value={fields.margin.clone()} aria-invalid={is_wrong(Wrong::Margin)} oninput={on_input(dispatcher, |fields, text| fields.margin = text)} /></label>
            }
            <label class="annotate-check"><input type="checkbox" checked={fields.variations} onchange={on_variations} />{ strings::VARIATIONS_TOO }</label>
        </fieldset>
    }
}

fn search_fields(
    fields: &Fields,
    dispatcher: &Dispatcher,
    is_wrong: &dyn Fn(Wrong) -> Option<&'static str>,
) -> Html {
    let on_kind = on_select(dispatcher, |fields, index| {
        fields.kind = LimitKind::ALL.get(index).copied().unwrap_or(LimitKind::Nodes);
        fields.limit = fields.kind.usual().number();
    });
    html! {
        <fieldset>
            <legend>{ strings::SEARCH }</legend>
            <label>{ strings::SEARCH_BY }
                <select class="field" onchange={on_kind}>
                    { for LimitKind::ALL.into_iter().map(|kind| html! { <option selected={kind == fields.kind}>{ strings::limit_kind(kind) }</option> }) }
                </select>
            </label>
            <label>{ strings::limit_kind(fields.kind) }<input class="field" inputmode="decimal" value={fields.limit.clone()} aria-invalid={is_wrong(Wrong::Limit)} oninput={on_input(dispatcher, |fields, text| fields.limit = text)} /></label>
            <label>{ strings::ENGINES_AT_ONCE }<input class="field" inputmode="numeric" value={fields.workers.clone()} aria-invalid={is_wrong(Wrong::Workers)} oninput={on_input(dispatcher, |fields, text| fields.workers = text)} /></label>
        </fieldset>
    }
}
