//! Explorer panel: moves with games and results, and the games themselves.

use super::choosing::DatabaseChooser;
use super::examples::Examples;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable;
use crate::services::explorer::{Explorer, ExplorerState};
use crate::state::library::address::LibraryPlace;
use crate::state::library::explorer::{ExplorerResult, shares};
use crate::state::library::form::{QueryAction, QueryField, QueryForm};
use crate::state::text::grouped;
use crate::state::text::sentence;
use tabia_chess::{Move, Position};
use tabia_worker::library::messages::{ExploredMove, Score};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`ExplorerPanel`].
#[derive(Clone, Properties, PartialEq)]
pub struct ExplorerPanelProps {
    /// Position on the board.
    pub position: Position,
    /// FEN of the position.
    pub fen: AttrValue,
    /// Whether the board's page is visible.
    pub active: bool,
    /// Emits the clicked move.
    pub on_play: Callback<Move>,
}

/// Explorer panel. Explorer results re-render only this component.
#[component]
pub fn ExplorerPanel(props: &ExplorerPanelProps) -> Html {
    let ExplorerPanelProps { position, fen, active, on_play } = props;
    let explorer = &*use_memo((), |()| Explorer::of_page());
    let state = use_observable(explorer, Explorer::state);
    use_effect_with((explorer.clone(), fen.clone(), *active), |(explorer, fen, active)| {
        explorer.follow(fen, *active);
    });
    use_effect_with((explorer.clone(), state.is_on), |(explorer, is_on)| {
        let library = explorer.library().clone();
        if *is_on {
            // If the list cannot be read, the library page reports it.
            spawn_local(async move { drop(library.load().await) });
        }
    });
    let known = state.known.as_ref().filter(|(of, _)| *of == **fen).map(|(_, known)| known.clone());
    let is_current = known.is_some();
    let known = known.or_else(|| state.known.as_ref().map(|(_, known)| known.clone()));
    let toggle = use_callback((explorer.clone(), state.is_on), |_: MouseEvent, (explorer, is_on)| {
        explorer.switch(!is_on);
    });
    let onclick = use_callback((*position, is_current, on_play.clone()), {
        |event: MouseEvent, (position, is_current, on_play): &(Position, bool, Callback<Move>)| {
            let m = uci_of(event.target()).and_then(|uci| position.parse_uci(&uci).ok());
            if let (true, Some(m)) = (*is_current, m) {
                on_play.emit(m);
            }
        }
    });
    let over = use_callback(explorer.clone(), |event: PointerEvent, explorer| {
        // A tap plays the move, so only a mouse hovers.
        if event.pointer_type() == "mouse" {
            explorer.hover(uci_of(event.target()).as_deref());
        }
    });
    let out = use_callback(explorer.clone(), |_: PointerEvent, explorer| explorer.hover(None));
    let focus = use_callback(explorer.clone(), |event: FocusEvent, explorer| {
        explorer.hover(uci_of(event.target()).as_deref());
    });
    let blur = use_callback(explorer.clone(), |_: FocusEvent, explorer| explorer.hover(None));
    let form = QueryForm::default().reduce(QueryAction::Type(QueryField::Position, fen.to_string()));
    // Prefer a file over the user's own games, which are few.
    let databases = use_observable(explorer, Explorer::databases);
    let is_looked_at = |(id, name): &&(String, Option<String>)| name.is_some() && state.chosen.contains(id);
    let database = databases.iter().find(is_looked_at).map(|(id, _)| id.clone());
    let games_here = LibraryPlace { database, form, ..LibraryPlace::default() }.hash();
    html! {
        <section class="explorer card" aria-label={strings::explorer()} data-state={if state.is_on { "on" } else { "off" }} aria-busy={(state.is_on && !is_current).to_string()}
            data-ms={format!("{:.1}", state.ms)}>
            <header class="panel-header">
                <button type="button" class="switch" role="switch" aria-checked={state.is_on.to_string()} title={strings::explorer_on_or_off()} onclick={toggle}>
                    <span class="switch-track" /><span>{ strings::explorer() }</span>
                </button>
                if state.is_on {
                    <DatabaseChooser explorer={explorer.clone()} />
                }
                <a class="button quiet icon small" href={games_here} aria-label={strings::games_with_this_position()} title={strings::games_with_this_position()}><IconView icon={Icon::Library} /></a>
            </header>
            if state.is_on {
                { faults(explorer, &state) }
                <div key="body" class={classes!("explorer-body", (!is_current).then_some("stale"))} {onclick} onpointerover={over} onpointerleave={out} onfocusin={focus} onfocusout={blur}>
                    { body(known.as_deref()) }
                </div>
                if let Some(known) = known.filter(|known| !known.strongest.is_empty()) {
                    <Examples explorer={explorer.clone()} {known} />
                }
            }
        </section>
    }
}

fn faults(explorer: &Explorer, state: &ExplorerState) -> Html {
    let retry = {
        let explorer = explorer.clone();
        Callback::from(move |_: MouseEvent| explorer.retry())
    };
    let fault = |(name, reason): &(String, String)| {
        html! {
            <div key={name.clone()} class="engine-message fault" role="alert">
                <IconView icon={Icon::Warning} /><span>{ format!("{name}: {}", sentence(reason)) }</span>
                <button type="button" class="button small" onclick={retry.clone()}><IconView icon={Icon::Retry} />{ strings::try_again() }</button>
            </div>
        }
    };
    state.faults.iter().map(fault).collect()
}

fn body(known: Option<&ExplorerResult>) -> Html {
    let Some(known) = known else {
        return html! { <p key="wait" class="book-note">{ strings::looking_for_games() }</p> };
    };
    if known.total.games == 0 {
        return html! { <p key="none" class="book-note">{ strings::no_game_has_this_position() }</p> };
    }
    html! {
        <table key="moves" class="explorer-moves">
            <thead><tr>
                <th scope="col">{ strings::move_text() }</th><th scope="col" class="number">{ strings::games_text() }</th><th scope="col">{ strings::explorer_results_text() }</th>
                <th scope="col" class="number">{ strings::elo() }</th><th scope="col" class="number">{ strings::last() }</th>
            </tr></thead>
            <tbody>{ for known.moves.iter().map(row) }</tbody>
            <tfoot><tr>
                <th scope="row">{ strings::all() }</th>{ figures(&known.total) }
            </tr></tfoot>
        </table>
    }
}

fn row(m: &ExploredMove) -> Html {
    let games = strings::games(m.score.games as usize);
    html! {
        <tr key={m.uci.clone()} data-uci={m.uci.clone()} class="explorer-move">
            <th scope="row"><button type="button" class="explorer-san" data-uci={m.uci.clone()} title={strings::explorer_move(&m.san, &games)}>{ &m.san }</button></th>
            { figures(&m.score) }
        </tr>
    }
}

fn figures(score: &Score) -> Html {
    html! {
        <>
            <td class="number">{ grouped(score.games as usize) }</td>
            <td>{ results(score) }</td>
            <td class="number">{ score.average_elo.map(|elo| format!("{elo:.0}")).unwrap_or_default() }</td>
            <td class="number">{ score.last_year.map(|year| year.to_string()).unwrap_or_default() }</td>
        </>
    }
}

/// Bar of White wins, draws and Black wins with numbers.
fn results(score: &Score) -> Html {
    let Some(parts) = shares(score) else {
        return html! { <span class="explorer-unknown">{ strings::no_results() }</span> };
    };
    let text = strings::explorer_results(score.white, score.draws, score.black);
    let part = |class: &'static str, part: u32| {
        html! {
            if part > 0 {
                <span class={class} style={format!("flex-grow: {part}")}>{ if part >= 12 { format!("{part}%") } else { String::new() } }</span>
            }
        }
    };
    html! {
        <span class="explorer-bar" role="img" aria-label={text.clone()} title={text}>
            { part("white", parts[0]) }{ part("draw", parts[1]) }{ part("black", parts[2]) }
        </span>
    }
}

fn uci_of(target: Option<web_sys::EventTarget>) -> Option<String> {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok())?;
    element.closest("[data-uci]").ok()??.get_attribute("data-uci")
}
