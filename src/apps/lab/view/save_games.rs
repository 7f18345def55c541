//! Copying the games of a match to the user's games.

use crate::apps::lab::error::LabError;
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::platform::turns::next_turn;
use crate::services::games::repository::GameRepository;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::match_library::BATCH;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::state::library::address::LibraryPlace;
use crate::state::library::form::{QueryAction, QueryForm};
use crate::state::text::sentence;
use crate::storage::games::{GameEntry, Origin, SavedGame};
use std::collections::HashSet;
use tabia_arena::PairRecord;
use tabia_arena::pgn::Verbosity;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`SaveGames`].
#[derive(Properties, PartialEq)]
pub struct SaveGamesProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Open match.
    pub open: OpenMatch,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
    /// Level of detail for each move.
    pub verbosity: Verbosity,
    /// Whether the button is disabled because there are no games yet.
    pub is_off: bool,
}

/// Button that saves all finished games with the name of the match as label. Games saved before are not saved again.
#[component]
pub fn SaveGames(props: &SaveGamesProps) -> Html {
    let SaveGamesProps { controller, open, toasts, verbosity, is_off } = props;
    let saved = use_state_eq(|| None::<usize>);
    let onclick = {
        let (controller, open, toasts) = (controller.clone(), open.clone(), toasts.clone());
        let (verbosity, saved) = (*verbosity, saved.setter());
        Callback::from(move |_: MouseEvent| {
            let (controller, open, toasts) = (controller.clone(), open.clone(), toasts.clone());
            let progress = saved.clone();
            progress.set(Some(0));
            spawn_local(async move {
                let label = open.kept().name;
                let on_part = |count| progress.set(Some(count));
                let result = save(&controller, &open, &label, verbosity, on_part).await;
                progress.set(None);
                show_toast(&toasts, &label, result);
            });
        })
    };
    let text = saved
        .map_or_else(|| strings::save_to_my_games().to_owned(), |count| strings::games_saved_so_far(&count));
    html! {
        <button type="button" class="button small" title={strings::save_to_my_games_hint()} disabled={*is_off || saved.is_some()} {onclick}><IconView icon={Icon::Library} />{ text }</button>
    }
}

fn show_toast(toasts: &ToastDispatcher, label: &str, result: Result<usize, LabError>) {
    let action = match result {
        Ok(count) => {
            let form = QueryForm::default().reduce(QueryAction::Label(label.to_owned(), true));
            let place = LibraryPlace { form, ..LibraryPlace::default() };
            let show = Callback::from(move |()| {
                if let Some(window) = web_sys::window() {
                    // A fragment is always a valid address.
                    let _ = window.location().set_hash(&place.hash());
                }
            });
            let offer = Offer { label: strings::show_in_library(), action: show };
            ToastAction::Show(
                Tone::News,
                strings::games_saved(&count),
                strings::saved_under(&label),
                Some(offer),
            )
        }
        Err(error) => {
            let reason = sentence(&error.to_string());
            ToastAction::Show(Tone::Fault, strings::not_all_games_saved().to_owned(), reason, None)
        }
    };
    toasts.dispatch(action);
}

/// Saves the games not saved before and returns their number.
async fn save(
    controller: &MatchController,
    open: &OpenMatch,
    label: &str,
    verbosity: Verbosity,
    on_part: impl Fn(usize),
) -> Result<usize, LabError> {
    let repository = GameRepository::of_page();
    let kept: HashSet<String> = repository.games().list().await?.into_iter().map(|entry| entry.id).collect();
    let (mut after, mut saved) = (None, 0);
    loop {
        let batch = controller.units(&open.id(), after, BATCH).await?;
        let Some(last) = batch.last() else { return Ok(saved) };
        after = Some(last.unit);
        let mut games = Vec::new();
        for record in &batch {
            games.extend(games_of(open, record, label, verbosity)?);
            // A unit is a game pair, which takes some milliseconds.
            next_turn().await;
        }
        games.retain(|game| !kept.contains(&game.entry.id));
        repository.add(&games, |_| {}).await?;
        saved += games.len();
        on_part(saved);
    }
}

/// Converts the games of a unit to user's games. Their ids are derived from the match's id, so that they can be found again.
fn games_of(
    open: &OpenMatch,
    record: &PairRecord,
    label: &str,
    verbosity: Verbosity,
) -> Result<Vec<SavedGame>, LabError> {
    let id = open.id();
    let texts = open.with_match(|match_progress| -> Result<Vec<String>, LabError> {
        let output = match_progress.output(record)?;
        Ok((0..).map_while(|index| output.game_pgn(index, verbosity)).collect())
    });
    let texts = texts.ok_or(LabError::NotOpen)??;
    let kept = |(index, pgn): (usize, String)| {
        let game = tabia_pgn::read(&pgn).games.into_iter().next().unwrap_or_default();
        let origin = Origin::Match { id: id.clone() };
        let entry = GameEntry::new(format!("{id}-{}-{index}", record.unit), origin, &game);
        SavedGame { entry: GameEntry { labels: vec![label.to_owned()], ..entry }, pgn }
    };
    Ok(texts.into_iter().enumerate().map(kept).collect())
}
