//! Link to the position or to the whole game.

use super::ShareProps;
use crate::apps::analysis::notices::copy;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::share::packing::pack;
use crate::state::game::GameState;
use crate::state::link::{Carried, Freight, LONG_LINK, LinkPlace, MAX_LINK, compact};
use crate::state::text::with_commas;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::ShareData;
use yew::prelude::*;

/// Target of the link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Position,
    Game,
}

/// Link field with its actions.
#[component]
pub fn LinkSection(props: &ShareProps) -> Html {
    let ShareProps { state, toasts, .. } = props;
    let has_moves = !state.rows().is_empty();
    let target = use_state_eq(|| if has_moves { Target::Game } else { Target::Position });
    let link = use_state_eq(|| None::<Rc<str>>);
    let subject = (*target, state.game_id(), state.node(), state.orientation(), state.pgn());
    use_effect_with(subject, {
        let (link, state) = (link.setter(), state.clone());
        move |(target, .., pgn)| {
            let (target, text) = (*target, compact(pgn));
            spawn_local(async move {
                let what = match target {
                    Target::Position => Freight::Position(fen(&state)),
                    Target::Game => Freight::Game(pack(&text).await),
                };
                let at = match target {
                    Target::Position => LinkPlace::default(),
                    Target::Game => LinkPlace::of(state.game(), state.node()),
                };
                let hash = Carried { what, side: state.orientation(), at }.hash();
                link.set(Some(format!("{}{hash}", page_address()).into()));
            });
        }
    });
    let choose = |choice: Target, label: &'static str| {
        let (setter, checked) = (target.setter(), *target == choice);
        let onchange = Callback::from(move |_: Event| setter.set(choice));
        html! { <label class="share-choice"><input type="radio" name="share-link" {checked} {onchange} />{ label }</label> }
    };
    let length = link.as_ref().map_or(0, |link| link.chars().count());
    html! {
        <section aria-labelledby="share-link-title">
            <h3 id="share-link-title">{ strings::link() }</h3>
            <div class="share-row" role="radiogroup" aria-labelledby="share-link-title">
                { choose(Target::Position, strings::this_position()) }
                if has_moves { { choose(Target::Game, strings::the_whole_game()) } }
            </div>
            if length > MAX_LINK {
                <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ strings::link_too_long(&with_commas(length), &with_commas(MAX_LINK)) }</p></div>
            } else if let Some(link) = &*link {
                { link_row(link, toasts) }
                <p id="share-link-length" class="share-note">
                    { strings::link_length(&with_commas(length)) }
                    if length > LONG_LINK { { strings::link_may_be_cut() } }
                </p>
            }
            <p class="share-note">{ strings::link_note() }</p>
        </section>
    }
}

fn link_row(link: &Rc<str>, toasts: &crate::components::toasts::ToastDispatcher) -> Html {
    let onclick = {
        let (link, toasts) = (Rc::clone(link), toasts.clone());
        Callback::from(move |_: MouseEvent| copy(strings::link(), &link, toasts.clone()))
    };
    let send = {
        let link = Rc::clone(link);
        Callback::from(move |_: MouseEvent| send(&link))
    };
    html! {
        <div class="share-row">
            <input class="field mono share-link" type="text" readonly=true value={link.to_string()} aria-label={strings::link()} aria-describedby="share-link-length" />
            <button type="button" class="button primary" {onclick}><IconView icon={Icon::Copy} />{ strings::copy_link() }</button>
            if can_send() {
                <button type="button" class="button" onclick={send}>{ strings::send() }</button>
            }
        </div>
    }
}

/// Returns the FEN, with castling rights by file in Chess960.
pub fn fen(state: &GameState) -> String {
    if state.game().is_chess960() { state.position().to_shredder_fen() } else { state.position().to_fen() }
}

fn page_address() -> String {
    let location = web_sys::window().map(|window| window.location());
    let href = location.and_then(|location| location.href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Returns whether the browser supports sharing to other apps.
fn can_send() -> bool {
    web_sys::window().is_some_and(|window| {
        js_sys::Reflect::has(&window.navigator(), &JsValue::from_str("share")).unwrap_or(false)
    })
}

/// Shares the link to an app that the user chooses. Cancelling is not an error.
fn send(link: &str) {
    let Some(window) = web_sys::window() else { return };
    let data = ShareData::new();
    data.set_title(strings::tabia());
    data.set_url(link);
    let promise = window.navigator().share_with_data(&data);
    spawn_local(async move {
        let _ = JsFuture::from(promise).await;
    });
}
