//! Choice of the databases and game filters.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::components::select::Select;
use crate::hooks::use_observable;
use crate::services::explorer::Explorer;
use crate::state::library::explorer::{Among, SelectedDatabases};
use crate::state::text::sentence;
use tabia_chess::Color;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`DatabaseChooser`].
#[derive(Properties, PartialEq)]
pub struct DatabaseChooserProps {
    /// Explorer.
    pub explorer: Explorer,
}

/// Button that shows the current choice and opens a dialog.
#[component]
pub fn DatabaseChooser(props: &DatabaseChooserProps) -> Html {
    let explorer = &props.explorer;
    let is_open = use_state_eq(|| false);
    let state = use_observable(explorer, |explorer| (explorer.state().chosen, explorer.state().among));
    let databases = use_observable(explorer, Explorer::databases);
    let (chosen, among) = state;
    let open = use_callback(is_open.setter(), |_: MouseEvent, is_open| is_open.set(true));
    let close = use_callback(is_open.setter(), |(), is_open| is_open.set(false));
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| strings::my_games().to_owned());
    let looked_at: Vec<_> = databases.iter().filter(|(id, _)| chosen.contains(id)).collect();
    let label = match (&chosen, looked_at.as_slice()) {
        (_, [(_, one)]) => name(one),
        (SelectedDatabases::All, _) => strings::all_databases().to_owned(),
        (SelectedDatabases::Some(_), some) => strings::databases(some.len()),
    };
    let choose = |id: &str| {
        let (explorer, id) = (explorer.clone(), id.to_owned());
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            explorer.choose(&id, input.is_some_and(|input| input.checked()));
        })
    };
    html! {
        <>
            <button type="button" class="button small explorer-choice" aria-haspopup="dialog" title={strings::choose_databases()} onclick={open}>
                <span>{ label }</span>
                if !among.is_open() { <IconView icon={Icon::Filter} /> }
            </button>
            if *is_open {
                <Modal title={strings::choose_databases()} on_close={close}>
                    <fieldset class="explorer-databases"><legend>{ strings::databases_text() }</legend>
                        { for databases.iter().map(|(id, of)| html! {
                            <label key={id.clone()}><input type="checkbox" checked={chosen.contains(id)} onchange={choose(id)} /><span>{ name(of) }</span></label>
                        }) }
                    </fieldset>
                    { filters(explorer, &among) }
                    <p class="field-hint"><a href="#/library">{ strings::add_databases() }</a></p>
                </Modal>
            }
        </>
    }
}

/// Game filters.
fn filters(explorer: &Explorer, among: &Among) -> Html {
    let faults = among.read().1;
    let field = |label: &'static str, value: &str, set: fn(&mut Among, String)| {
        let (explorer, among) = (explorer.clone(), among.clone());
        let oninput = Callback::from(move |event: InputEvent| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input {
                let mut among = among.clone();
                set(&mut among, input.value());
                explorer.count_among(among);
            }
        });
        html! { <label key={label}><span>{ label }</span><input class="field" value={value.to_owned()} autocomplete="off" {oninput} /></label> }
    };
    let on_colour = {
        let (explorer, among) = (explorer.clone(), among.clone());
        Callback::from(move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let colour = match select.map(|select| select.selected_index()) {
                Some(1) => Some(Color::White),
                Some(2) => Some(Color::Black),
                _ => None,
            };
            explorer.count_among(Among { colour, ..among.clone() });
        })
    };
    let colours = [
        (None, strings::either_colour()),
        (Some(Color::White), strings::as_white()),
        (Some(Color::Black), strings::as_black()),
    ];
    html! {
        <fieldset class="explorer-filters"><legend>{ strings::games_that_count() }</legend>
            { field(strings::player(), &among.player, |among, text| among.player = text) }
            <label><span>{ strings::colour() }</span>
                <Select onchange={on_colour}>{ for colours.map(|(colour, name)| html! { <option key={name} selected={among.colour == colour}>{ name }</option> }) }</Select>
            </label>
            { field(strings::least_elo(), &among.elo, |among, text| among.elo = text) }
            { field(strings::first_year(), &among.from, |among, text| among.from = text) }
            { field(strings::last_year(), &among.to, |among, text| among.to = text) }
            { for faults.into_iter().map(|fault| html! { <p class="field-error">{ sentence(&fault.to_string()) }</p> }) }
        </fieldset>
    }
}
