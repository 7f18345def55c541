//! Rating list over all matches stored in this browser.

mod details;
mod hooks;

use super::navigation::RATINGS;
use super::strings;
use crate::apps::lab::files::file_name;
use crate::components::events::{selected, typed};
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::download::download;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::saved_match::SavedMatch;
use crate::state::lab::chart::grouped;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::ratings::{Rated, percent};
use crate::state::route::Route;
use crate::state::text::sentence;
use crate::storage::Content;
use details::Details;
use hooks::{use_counting, use_rated};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`RatingsPage`].
#[derive(Properties, PartialEq)]
pub struct RatingsPageProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Matches.
    pub matches: Rc<Vec<SavedMatch>>,
    /// Known engines; `None` while they are being loaded.
    pub engines: Option<Rc<[Rc<EngineInfo>]>>,
    /// Whether the matches have been loaded.
    pub is_loaded: bool,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
}

/// Page with the rating list.
#[component]
pub fn RatingsPage(props: &RatingsPageProps) -> Html {
    let RatingsPageProps { controller, matches, engines, is_loaded, toasts } = props;
    let anchor = use_state_eq(|| None::<String>);
    let elo = use_state_eq(|| "0".to_owned());
    let chosen = use_state_eq(|| None::<String>);
    use_effect_with((), |()| {
        // On a phone the link is far below the set-up form.
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let (counting, unreadable) = use_counting(controller, matches);
    let rated = use_rated(matches, engines.as_deref(), (*anchor).as_deref(), &elo);
    let player = chosen.as_ref().and_then(|name| rated.names.iter().position(|other| other == name));
    let on_choose = {
        let (chosen, rated) = (chosen.clone(), Rc::clone(&rated));
        Callback::from(move |player: usize| {
            let name = rated.names.get(player).cloned();
            chosen.set(name.filter(|name| chosen.as_ref() != Some(name)));
        })
    };
    let is_empty = rated.list.order.is_empty();
    let status = match () {
        () if !is_loaded => Some(strings::loading().to_owned()),
        () if counting > 0 => Some(strings::counting_matches(counting)),
        () => None,
    };
    html! {
        <div class="lab-ratings">
            <header class="lab-head">
                <a class="button quiet icon" href={Route::Lab(None).to_string()} aria-label={strings::all_matches()} title={strings::all_matches()}><IconView icon={Icon::Previous} /></a>
                <h1 class="page-title">{ strings::ratings() }</h1>
                if !is_empty {
                    <div class="lab-head-actions">
                        { scale(&rated, &anchor, &elo) }
                        { export(&rated, toasts, "csv") }
                        { export(&rated, toasts, "html") }
                    </div>
                }
            </header>
            <p class="field-hint" role="status">{ status }</p>
            if controller.unread().is_some() || unreadable > 0 {
                <p class="field-error" role="alert">{ strings::results_not_read() }</p>
            }
            if let Some(fault) = rated.fault {
                <p class="field-error" role="alert">{ sentence(&fault.to_string()) }</p>
            }
            if !is_empty {
                { list(&rated, player, &on_choose) }
            } else if *is_loaded && counting == 0 {
                <p class="card lab-card lab-padded">{ strings::no_ratings() }</p>
            }
            if let Some(player) = player {
                <Details key={player} {rated} {player} {on_choose} />
            }
        </div>
    }
}

/// Renders the choice of the anchor and its rating.
fn scale(rated: &Rated, anchor: &UseStateHandle<Option<String>>, elo: &UseStateHandle<String>) -> Html {
    let names: Vec<String> =
        rated.list.order.iter().filter_map(|&player| rated.names.get(player).cloned()).collect();
    let onchange = {
        let (anchor, names) = (anchor.setter(), names.clone());
        Callback::from(move |event: Event| {
            let place = selected(&event).unwrap_or(0);
            anchor.set(place.checked_sub(1).and_then(|place| names.get(place).cloned()));
        })
    };
    let is_number = elo.trim().parse::<i32>().is_ok();
    html! {
        <>
            <Select class={classes!("field", "lab-anchor")} label={strings::anchor()} {onchange}>
                <option selected={anchor.is_none()}>{ strings::average() }</option>
                { for names.into_iter().map(|name| html! { <option key={name.clone()} selected={anchor.as_ref() == Some(&name)}>{ name.clone() }</option> }) }
            </Select>
            <input class="field lab-short" inputmode="numeric" aria-label={strings::rating_of_anchor()} title={strings::rating_of_anchor()}
                value={(**elo).clone()} oninput={typed(elo)} aria-invalid={(!is_number).to_string()} />
        </>
    }
}

/// Renders the button that saves the list.
fn export(rated: &Rc<Rated>, toasts: &ToastDispatcher, ending: &'static str) -> Html {
    let onclick = {
        let (rated, toasts) = (Rc::clone(rated), toasts.clone());
        Callback::from(move |_: MouseEvent| {
            let table = rated.table();
            let text = match ending {
                "csv" => table.csv(),
                _ => table.html(&table.notes(&rated.options)),
            };
            let saved =
                Content::from(text.as_str()).blob().map_err(|error| error.to_string()).and_then(|blob| {
                    download(&file_name(RATINGS, ending), &blob).map_err(|error| error.to_string())
                });
            if let Err(reason) = saved {
                let action = ToastAction::Show(
                    Tone::Fault,
                    strings::file_not_saved().to_owned(),
                    sentence(&reason),
                    None,
                );
                toasts.dispatch(action);
            }
        })
    };
    let text = ending.to_uppercase();
    html! { <button type="button" class="button small" {onclick}><IconView icon={Icon::File} />{ text }</button> }
}

/// Renders the list; the name of an engine opens its details.
fn list(rated: &Rated, chosen: Option<usize>, on_choose: &Callback<usize>) -> Html {
    let row = |(place, &player): (usize, &usize)| {
        let row = rated.row(player);
        let onclick = on_choose.reform(move |_: MouseEvent| player);
        let is_first = place > 0 && rated.row(rated.list.order[place - 1]).group != row.group;
        let games = row.wdl.games();
        html! {
            <tr key={player} class={is_first.then_some("lab-next-group")}>
                <th scope="row"><button type="button" class="lab-rated" aria-expanded={(chosen == Some(player)).to_string()} {onclick}>{ format!("{}. {}", place + 1, rated.names[player]) }</button></th>
                <td>{ row.rating_text() }</td>
                <td>{ row.error.map_or_else(|| "–".to_owned(), |error| format!("± {error:.1}")) }</td>
                <td>{ percent(row.wdl.points() / games as f64) }</td>
                <td>{ grouped(games) }</td>
                <td>{ percent(row.wdl.draws as f64 / games as f64) }</td>
                <td>{ row.opponents }</td>
                <td>{ row.superiority.map(percent) }</td>
            </tr>
        }
    };
    let notes = rated.table().notes(&rated.options);
    html! {
        <section class="card lab-card" aria-label={strings::ratings()}>
            <div class="lab-scroll" tabindex="0" role="region" aria-label={strings::ratings()}>
                <table class="lab-table">
                    <thead><tr>
                        <th scope="col">{ strings::engine() }</th><th scope="col">{ strings::elo() }</th><th scope="col">{ "±" }</th><th scope="col">{ strings::score() }</th>
                        <th scope="col">{ strings::games() }</th><th scope="col">{ strings::draws() }</th><th scope="col">{ strings::opponents() }</th><th scope="col">{ "LOS" }</th>
                    </tr></thead>
                    <tbody>{ for rated.list.order.iter().enumerate().map(row) }</tbody>
                </table>
            </div>
            <p class="field-hint lab-padded">
                { notes }
                if rated.self_play > 0 { { strings::self_play_left_out(rated.self_play) } }
            </p>
        </section>
    }
}
