//! Toolbar of the console: filters and actions.

use yew::prelude::*;

use super::export::export;
use super::listing::{SharedLines, engine_name};
use super::wanted::WantedLines;
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::{named, place_in};
use crate::apps::tools::strings;
use crate::components::events::{checked, input_value};
use crate::components::icon::{Icon, IconView};
use crate::components::select_field::SelectField;
use crate::hooks::use_settings;
use crate::services::uci_log::LoggedEngine;
use crate::services::uci_log::ring::Direction;
use crate::state::settings::SettingsAction;

/// Properties of [`Toolbar`].
#[derive(Properties, PartialEq)]
pub struct ToolbarProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Current view settings.
    pub wanted: WantedLines,
    /// Engines.
    pub engines: Vec<LoggedEngine>,
    /// Number of displayed lines.
    pub count: usize,
    /// Displayed lines.
    pub shown: SharedLines,
    /// Emits changed view settings.
    pub on_change: Callback<WantedLines>,
    /// Emits true to find the next match, false for the previous one.
    pub on_find: Callback<bool>,
    /// Requests to clear the lines.
    pub on_clear: Callback<()>,
}

/// Directions in menu order.
const DIRECTIONS: [Option<Direction>; 4] =
    [None, Some(Direction::Sent), Some(Direction::Received), Some(Direction::Remark)];

fn direction_name(direction: Option<Direction>) -> &'static str {
    match direction {
        None => strings::both_directions(),
        Some(Direction::Sent) => strings::to_engines(),
        Some(Direction::Received) => strings::from_engines(),
        Some(Direction::Remark) => strings::remarks(),
    }
}

/// Console toolbar.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let settings = use_settings();
    let sound = settings.0.sound;
    let switch_sound = use_callback((settings.dispatcher(), sound), |_: MouseEvent, (settings, sound)| {
        settings.dispatch(SettingsAction::Sound(!*sound));
    });
    html! {
        <>
            <header class="tools-head">
                <h2>{ strings::console() }</h2>
                <span class="tools-hint">{ strings::lines(props.count) }</span>
                <button type="button" class="button small" aria-pressed={sound.to_string()} onclick={switch_sound}>{ if sound { strings::sounds_on() } else { strings::sounds_off() } }</button>
            </header>
            { filters(props) }
            { buttons(props) }
        </>
    }
}

/// Engine, direction and search filters.
fn filters(props: &ToolbarProps) -> Html {
    let ToolbarProps { wanted, engines, on_find, .. } = props;
    let numbers: Vec<Option<u32>> =
        std::iter::once(None).chain(engines.iter().map(|listed| Some(listed.number))).collect();
    let names: Vec<AttrValue> = std::iter::once(strings::all_engines().into())
        .chain(engines.iter().map(|engine| listed(engine).into()))
        .collect();
    let engine = place_in(&numbers, &wanted.engine);
    let on_engine = changed(props, move |wanted, place: usize| {
        wanted.engine = numbers.get(place).copied().flatten();
    });
    let on_direction = changed(props, |wanted, place: usize| {
        wanted.direction = DIRECTIONS.get(place).copied().flatten();
    });
    let oninput =
        changed(props, |wanted, event: InputEvent| wanted.text = input_value(&event).unwrap_or_default());
    let onkeydown = {
        let on_find = on_find.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                event.prevent_default();
                on_find.emit(!event.shift_key());
            }
        })
    };
    html! {
        <div class="console-filters">
            <SelectField id="console-engine" class="tools-field" label={strings::engine()} {names} chosen={engine} on_choose={on_engine} />
            <SelectField id="console-direction" class="tools-field" label={strings::direction()} names={named(&DIRECTIONS, direction_name)} chosen={place_in(&DIRECTIONS, &wanted.direction)} on_choose={on_direction} />
            <div class="tools-field">
                <label for="console-search">{ strings::search() }</label>
                <input id="console-search" class="field" type="search" autocomplete="off" spellcheck="false" placeholder={strings::search_hint()} value={wanted.text.clone()} {oninput} {onkeydown} />
            </div>
        </div>
    }
}

/// Buttons for the lines.
fn buttons(props: &ToolbarProps) -> Html {
    let ToolbarProps { context, wanted, count, shown, on_find, on_clear, .. } = props;
    let only =
        changed(props, |wanted, event: Event| wanted.matches_only = checked(&event).unwrap_or_default());
    let find = |is_forward: bool| on_find.reform(move |_: MouseEvent| is_forward);
    let pause = changed(props, |wanted, _: MouseEvent| wanted.is_paused = !wanted.is_paused);
    let follow = changed(props, |wanted, _: MouseEvent| wanted.follows = true);
    let export = {
        let (context, shown) = (context.clone(), shown.clone());
        Callback::from(move |_: MouseEvent| export(&context, &shown))
    };
    let clear = on_clear.reform(|_: MouseEvent| ());
    let has_text = !wanted.text.trim().is_empty();
    let (icon, label) =
        if wanted.is_paused { (Icon::Play, strings::go_on()) } else { (Icon::Pause, strings::pause()) };
    html! {
        <div class="tools-buttons">
            <label class="tools-check"><input type="checkbox" checked={wanted.matches_only} onchange={only} /><span>{ strings::matches_only() }</span></label>
            <button type="button" class="button small" disabled={!has_text} onclick={find(false)}>{ strings::previous_match() }</button>
            <button type="button" class="button small" disabled={!has_text} onclick={find(true)}>{ strings::next_match() }</button>
            <span class="tools-gap" />
            <button type="button" class="button small" aria-pressed={wanted.is_paused.to_string()} onclick={pause}><IconView {icon} />{ label }</button>
            <button type="button" class="button small" disabled={wanted.follows} onclick={follow}><IconView icon={Icon::Last} />{ strings::newest() }</button>
            <button type="button" class="button small" disabled={*count == 0} onclick={export}><IconView icon={Icon::Download} />{ strings::export() }</button>
            <button type="button" class="button small" onclick={clear}><IconView icon={Icon::Delete} />{ strings::clear() }</button>
        </div>
    }
}

/// Returns a callback that edits the view settings.
fn changed<T: 'static>(props: &ToolbarProps, edit: impl Fn(&mut WantedLines, T) + 'static) -> Callback<T> {
    let (wanted, on_change) = (props.wanted.clone(), props.on_change.clone());
    Callback::from(move |value: T| {
        let mut next = wanted.clone();
        edit(&mut next, value);
        on_change.emit(next);
    })
}

/// Label of an engine in the choice.
fn listed(listed: &LoggedEngine) -> String {
    let name = engine_name(listed);
    if listed.is_running { name } else { strings::has_ended(&name) }
}
