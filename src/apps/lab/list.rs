//! The matches saved in this browser.

use super::match_link::match_link;
use super::queue::MatchQueue;
use crate::apps::lab::navigation::RATINGS;
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::platform::download::download;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::saved_match::{SavedMatch, Summary, queue};
use crate::state::route::Route;
use std::rc::Rc;
use tabia_arena::MatchSettings;
use tabia_stats::Verdict;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`MatchList`].
#[derive(Properties, PartialEq)]
pub struct MatchListProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Matches, newest first.
    pub matches: Rc<Vec<SavedMatch>>,
    /// Whether the matches have been loaded.
    pub is_loaded: bool,
    /// Creates a new match with the same settings.
    pub on_duplicate: Callback<MatchSettings>,
    /// Plays a waiting match now.
    pub on_start_now: Callback<String>,
}

/// Match list.
#[component]
pub fn MatchList(props: &MatchListProps) -> Html {
    let MatchListProps { controller, matches, is_loaded, on_duplicate, on_start_now } = props;
    let waiting = queue(matches);
    let retry = {
        let controller = controller.clone();
        Callback::from(move |_: MouseEvent| {
            let controller = controller.clone();
            spawn_local(async move { controller.load().await });
        })
    };
    html! {
        <section class="card lab-card lab-list" aria-label={strings::matches_in_this_browser()}>
            <header class="panel-header">
                <h2>{ strings::matches_in_this_browser() }</h2>
                if !matches.is_empty() {
                    <a class="button quiet small" href={Route::Lab(Some(RATINGS.to_owned())).to_string()}>{ strings::ratings() }</a>
                }
            </header>
            if controller.unread().is_some() {
                <div class="lab-padded lab-unread" role="alert">
                    <p class="field-error">{ strings::matches_not_read() }</p>
                    <button type="button" class="button small" onclick={retry}>{ strings::try_again() }</button>
                </div>
            } else if matches.is_empty() && controller.damaged().is_empty() {
                <p class="field-hint lab-padded">{ if *is_loaded { strings::no_matches() } else { strings::loading() } }</p>
            }
            if !waiting.is_empty() {
                <MatchQueue controller={controller.clone()} {waiting} is_playing={matches.iter().any(|kept| kept.is_running)} on_start_now={on_start_now.clone()} />
            }
            <ul class="lab-matches">
                { for matches.iter().filter(|kept| kept.queued.is_none()).map(|kept| row(kept, on_duplicate)) }
                { for controller.damaged().iter().map(|damaged| html! { <DamagedMatchRow key={damaged.id.clone()} controller={controller.clone()} id={damaged.id.clone()} reason={damaged.reason.clone()} units={damaged.units} /> }) }
            </ul>
        </section>
    }
}

fn row(kept: &SavedMatch, on_duplicate: &Callback<MatchSettings>) -> Html {
    let Summary { verdict, is_part, .. } = kept.summary;
    let state = match (kept.is_running, kept.summary.is_complete, verdict) {
        (true, ..) => ("playing", strings::playing_text().to_owned()),
        (_, _, Verdict::H1) => ("good", "H1".to_owned()),
        (_, _, Verdict::H0) => ("bad", "H0".to_owned()),
        (_, true, _) if is_part => ("done", strings::part_finished().to_owned()),
        (_, true, _) => ("done", strings::complete().to_owned()),
        _ => ("still", strings::paused().to_owned()),
    };
    let duplicate = {
        let (on_duplicate, settings) = (on_duplicate.clone(), kept.header.settings.clone());
        Callback::from(move |_: MouseEvent| on_duplicate.emit(settings.clone()))
    };
    html! {
        <li key={kept.header.id.clone()}>
            { match_link(kept, state) }
            <button type="button" class="button quiet icon small" aria-label={strings::duplicate_match(&kept.name)} title={strings::new_match_with_these_settings()} onclick={duplicate}>
                <IconView icon={Icon::Copy} />
            </button>
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct DamagedMatchRowProps {
    controller: MatchController,
    id: AttrValue,
    reason: AttrValue,
    units: u64,
}

/// A match with an unreadable record: what remains of it can be downloaded as is, and deleted.
#[component]
fn DamagedMatchRow(props: &DamagedMatchRowProps) -> Html {
    let DamagedMatchRowProps { controller, id, reason, units } = props;
    let fault = use_state(|| None::<String>);
    let is_asking = use_state_eq(|| false);
    let save = {
        let (controller, id, fault) = (controller.clone(), id.clone(), fault.setter());
        Callback::from(move |_: MouseEvent| {
            let (controller, id, fault) = (controller.clone(), id.clone(), fault.clone());
            spawn_local(async move { fault.set(save_raw(&controller, &id).await.err()) });
        })
    };
    let ask = {
        let is_asking = is_asking.clone();
        Callback::from(move |_: MouseEvent| is_asking.set(!*is_asking))
    };
    let delete = {
        let (controller, id) = (controller.clone(), id.clone());
        Callback::from(move |_: MouseEvent| {
            let (controller, id) = (controller.clone(), id.clone());
            spawn_local(async move { controller.delete_damaged(&id).await });
        })
    };
    html! {
        <li class="lab-damaged">
            <p><strong>{ strings::damaged_match_text() }</strong>{ " " }{ strings::damaged_match(*units, reason) }</p>
            <div class="lab-buttons">
                <button type="button" class="button small" onclick={save}>{ strings::save_as_it_is() }</button>
                if *is_asking {
                    <button type="button" class="button small danger" onclick={delete}>{ strings::delete_for_good() }</button>
                }
                <button type="button" class="button small quiet" onclick={ask}>{ if *is_asking { strings::keep_it() } else { strings::delete_damaged() } }</button>
            </div>
            if let Some(fault) = &*fault { <p class="field-error" role="alert">{ fault }</p> }
        </li>
    }
}

async fn save_raw(controller: &MatchController, id: &str) -> Result<(), String> {
    let content = controller.export_raw(id).await.map_err(|error| error.to_string())?;
    let blob = content.blob().map_err(|error| error.to_string())?;
    download(strings::RAW_FILE_NAME, &blob).map_err(|error| error.to_string())
}
