//! Form of an annotation run.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::fields::{AnnotateFields, Commented, Whose, Wrong};
use super::games::GamesField;
use super::source::games_of;
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::{named, place_in};
use crate::apps::tools::strings;
use crate::components::events::{checked, input_value};
use crate::components::icon::{Icon, IconView};
use crate::components::select_field::SelectField;
use crate::hooks::use_loaded;
use crate::services::reports::engines::{at_place, engines, place_of};
use crate::services::reports::run::MOST_GAMES;
use crate::services::reports::{ReportEngine, ReportLimitKind, ReportService, usual_workers};

/// Properties of [`RunForm`].
#[derive(Properties, PartialEq)]
pub struct RunFormProps {
    /// Report service.
    pub service: ReportService,
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether there is a run that a new one would replace.
    pub has_run: bool,
}

/// Edit made by the user in one of the fields.
struct FieldEdit(Box<dyn FnOnce(&mut AnnotateFields)>);

#[derive(Clone, PartialEq)]
struct AnnotateForm(AnnotateFields);

impl Reducible for AnnotateForm {
    type Action = FieldEdit;

    fn reduce(self: std::rc::Rc<Self>, action: FieldEdit) -> std::rc::Rc<Self> {
        let mut fields = self.0.clone();
        (action.0)(&mut fields);
        Self(fields).into()
    }
}

type Dispatcher = UseReducerDispatcher<AnnotateForm>;

/// Annotation form.
#[component]
pub fn RunForm(props: &RunFormProps) -> Html {
    let form = use_reducer_eq(|| AnnotateForm(AnnotateFields::new(usual_workers())));
    let wrong = use_state_eq(|| None::<Wrong>);
    let is_reading = use_state_eq(|| false);
    let engines = use_loaded(engines);
    let fields = &form.0;
    let dispatcher = form.dispatcher();
    let on_text = use_callback(dispatcher.clone(), |text: String, dispatcher| {
        dispatcher.dispatch(FieldEdit(Box::new(move |fields| fields.text = text)));
    });
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
                if games.is_empty() {
                    is_reading.set(false);
                    return wrong.set(Some(Wrong::Games));
                }
                let player = settings.player.clone();
                match service.start_run(settings, &games).await {
                    Ok(true) => context.news(strings::run_started(games.len().min(MOST_GAMES))),
                    Ok(false) => context.fault(strings::nothing_to_annotate(), strings::no_game_of(&player)),
                    Err(reason) => context.fault(strings::no_report(), reason),
                }
                is_reading.set(false);
            });
        })
    };
    let is_wrong = |field: Wrong| (*wrong == Some(field)).then_some("true");
    html! {
        <form class="annotate-form" {onsubmit} novalidate={true}>
            <GamesField text={AttrValue::from(fields.text.clone())} {on_text} context={props.context.clone()} is_wrong={is_wrong(Wrong::Games).is_some()} />
            { moves_fields(fields, &dispatcher, &is_wrong) }
            { search_fields(fields, engines.as_deref().map_or(&[], Vec::as_slice), &dispatcher, &is_wrong) }
            if let Some(fault) = *wrong { <p class="field-error" role="alert">{ strings::wrong_field(fault) }</p> }
            <div class="annotate-start">
                <button type="submit" class="button primary" disabled={*is_reading}><IconView icon={Icon::Play} />{ strings::start_run() }</button>
                if props.has_run { <p class="tools-hint">{ strings::run_is_replaced() }</p> }
            </div>
        </form>
    }
}

fn on_input(dispatcher: &Dispatcher, change: fn(&mut AnnotateFields, String)) -> Callback<InputEvent> {
    let dispatcher = dispatcher.clone();
    Callback::from(move |event: InputEvent| {
        let value = input_value(&event).unwrap_or_default();
        dispatcher.dispatch(FieldEdit(Box::new(move |fields| change(fields, value))));
    })
}

fn on_select(dispatcher: &Dispatcher, change: fn(&mut AnnotateFields, usize)) -> Callback<usize> {
    let dispatcher = dispatcher.clone();
    Callback::from(move |index: usize| {
        dispatcher.dispatch(FieldEdit(Box::new(move |fields| change(fields, index))));
    })
}

fn moves_fields(
    fields: &AnnotateFields,
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
            let is_on = checked(&event).unwrap_or_default();
            dispatcher.dispatch(FieldEdit(Box::new(move |fields| fields.variations = is_on)));
        })
    };
    html! {
        <fieldset>
            <legend>{ strings::moves() }</legend>
            <SelectField label={strings::whose_moves()} names={named(&Whose::ALL, strings::whose)} chosen={place_in(&Whose::ALL, &fields.whose)} on_choose={on_whose} />
            if fields.whose == Whose::Player {
                <label>{ strings::player() }<input class="field" value={fields.player.clone()} aria-invalid={is_wrong(Wrong::Player)} oninput={on_input(dispatcher, |fields, text| fields.player = text)} /></label>
            }
            <label>{ strings::from_move() }<input class="field" inputmode="numeric" placeholder={strings::first()} value={fields.first.clone()} aria-invalid={is_wrong(Wrong::Moves)} oninput={on_input(dispatcher, |fields, text| fields.first = text)} /></label>
            <label>{ strings::to_move_text() }<input class="field" inputmode="numeric" placeholder={strings::last()} value={fields.last.clone()} aria-invalid={is_wrong(Wrong::Moves)} oninput={on_input(dispatcher, |fields, text| fields.last = text)} /></label>
            <SelectField label={strings::comment_on()} names={named(&Commented::ALL, strings::commented)} chosen={place_in(&Commented::ALL, &fields.commented)} on_choose={on_commented} />
            if fields.commented == Commented::Losing {
                <label>{ strings::centipawns() }<input class="field" inputmode="numeric" value={fields.margin.clone()} aria-invalid={is_wrong(Wrong::Margin)} oninput={on_input(dispatcher, |fields, text| fields.margin = text)} /></label>
            }
            <label class="annotate-check"><input type="checkbox" checked={fields.variations} onchange={on_variations} />{ strings::variations_too() }</label>
        </fieldset>
    }
}

fn search_fields(
    fields: &AnnotateFields,
    engines: &[ReportEngine],
    dispatcher: &Dispatcher,
    is_wrong: &dyn Fn(Wrong) -> Option<&'static str>,
) -> Html {
    let on_engine = {
        let (dispatcher, engines) = (dispatcher.clone(), engines.to_vec());
        Callback::from(move |place: usize| {
            let engine = at_place(place, &engines);
            dispatcher.dispatch(FieldEdit(Box::new(move |fields| fields.engine = engine)));
        })
    };
    let on_kind = on_select(dispatcher, |fields, index| {
        fields.kind = ReportLimitKind::ALL.get(index).copied().unwrap_or(ReportLimitKind::Nodes);
        fields.limit = fields.kind.usual().number();
    });
    let names: Vec<AttrValue> = engines.iter().map(|engine| AttrValue::from(engine.name.clone())).collect();
    html! {
        <fieldset>
            <legend>{ strings::search() }</legend>
            <SelectField label={strings::engine()} {names} chosen={place_of(fields.engine.as_ref(), engines)} on_choose={on_engine} />
            <SelectField label={strings::search_by()} names={named(&ReportLimitKind::ALL, strings::limit_kind)} chosen={place_in(&ReportLimitKind::ALL, &fields.kind)} on_choose={on_kind} />
            <label>{ strings::limit_kind(fields.kind) }<input class="field" inputmode="decimal" value={fields.limit.clone()} aria-invalid={is_wrong(Wrong::Limit)} oninput={on_input(dispatcher, |fields, text| fields.limit = text)} /></label>
            <label>{ strings::engines_at_once() }<input class="field" inputmode="numeric" value={fields.workers.clone()} aria-invalid={is_wrong(Wrong::Workers)} oninput={on_input(dispatcher, |fields, text| fields.workers = text)} /></label>
        </fieldset>
    }
}
