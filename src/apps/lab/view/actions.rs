//! Actions on a match: pause, resume, add games, rename, duplicate, delete.

use super::snapshot::MatchView;
use crate::apps::lab::error::LabError;
use crate::apps::lab::navigation::go;
use crate::apps::lab::strings;
use crate::components::events::typed;
use crate::components::icon::{Icon, IconView};
use crate::components::question::Question;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::events::MatchState;
use crate::state::route::Route;
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_arena::MatchSettings;
use tabia_stats::Verdict;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`MatchActions`].
#[derive(Properties, PartialEq)]
pub struct MatchActionsProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Open match.
    pub open: OpenMatch,
    /// Current view of the match.
    pub view: Rc<MatchView>,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
    /// Creates a new match with the same settings.
    pub on_duplicate: Callback<MatchSettings>,
    /// Plays the match.
    pub on_play: Callback<OpenMatch>,
    /// Whether all its engines are available here.
    pub can_play: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum MatchDialog {
    Extend,
    Rename,
    Delete,
}

/// Header of the match page.
#[component]
pub fn MatchActions(props: &MatchActionsProps) -> Html {
    let MatchActionsProps { open, view, on_duplicate, on_play, can_play, .. } = props;
    let asking = use_state_eq(|| None::<MatchDialog>);
    let text = use_state_eq(String::new);
    // Why the typed number is invalid.
    let fault = use_state_eq(|| None::<AttrValue>);
    let pause = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.pause())
    };
    let stop = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.stop())
    };
    let resume = {
        let (on_play, open) = (on_play.clone(), open.clone());
        Callback::from(move |_: MouseEvent| on_play.emit(open.clone()))
    };
    let is_waiting = view.kept.queued.is_some();
    let leave_queue = {
        let (controller, id) = (props.controller.clone(), open.id());
        Callback::from(move |_: MouseEvent| controller.set_queued(&id, None))
    };
    let ask = |what: MatchDialog, initial: String| {
        let (asking, text, fault) = (asking.setter(), text.setter(), fault.setter());
        Callback::from(move |_: MouseEvent| {
            text.set(initial.clone());
            fault.set(None);
            asking.set(Some(what));
        })
    };
    let duplicate = {
        let (on_duplicate, settings) = (on_duplicate.clone(), view.settings().clone());
        Callback::from(move |_: MouseEvent| on_duplicate.emit(settings.clone()))
    };
    let settings = view.settings();
    // Per pairing over all rounds.
    let games = settings.games * settings.rounds;
    html! {
        <header class="lab-head">
            <a class="button quiet icon" href={Route::Lab(None).to_string()} aria-label={strings::all_matches()} title={strings::all_matches()}><IconView icon={Icon::Previous} /></a>
            <h1 class="page-title">{ &view.kept.name }</h1>
            <div class="lab-head-actions">
                { match &view.state {
                    _ if view.is_starting => html! { <button key="wait" type="button" class="button primary" disabled=true>{ strings::starting() }</button> },
                    MatchState::Playing => html! { <button key="pause" type="button" class="button primary" onclick={pause}><IconView icon={Icon::Pause} />{ strings::pause() }</button> },
                    _ if view.is_elsewhere => html! {},
                    MatchState::Paused(_) | MatchState::Stopped => html! { <button key="resume" type="button" class="button primary" disabled={!*can_play} title={(!*can_play).then_some(strings::engines_missing())} onclick={resume.clone()}><IconView icon={Icon::Play} />{ if is_waiting { strings::start_now() } else { strings::resume() } }</button> },
                    MatchState::Complete => html! {},
                } }
                if is_waiting {
                    <button key="unqueue" type="button" class="button" onclick={leave_queue}>{ strings::remove_from_queue() }</button>
                }
                if matches!(view.state, MatchState::Playing | MatchState::Paused(_)) {
                    <button key="stop" type="button" class="button" onclick={stop} title={strings::stop_hint()}><IconView icon={Icon::Stop} />{ strings::stop() }</button>
                }
                <button key="extend" type="button" class="button" onclick={ask(MatchDialog::Extend, (games * 2).to_string())}><IconView icon={Icon::Plus} />{ strings::games() }</button>
                <button key="name" type="button" class="button quiet icon" aria-label={strings::rename()} title={strings::rename()} onclick={ask(MatchDialog::Rename, view.kept.name.clone())}><IconView icon={Icon::Edit} /></button>
                <button key="copy" type="button" class="button quiet icon" aria-label={strings::new_match_with_these_settings()} title={strings::new_match_with_these_settings()} onclick={duplicate}><IconView icon={Icon::Copy} /></button>
                <button key="delete" type="button" class="button quiet icon" aria-label={strings::delete()} title={strings::delete()} onclick={ask(MatchDialog::Delete, String::new())}><IconView icon={Icon::Delete} /></button>
            </div>
            { dialog(props, &asking, &text, &fault, games) }
        </header>
    }
}

fn dialog(
    props: &MatchActionsProps,
    asking: &UseStateHandle<Option<MatchDialog>>,
    text: &UseStateHandle<String>,
    fault: &UseStateHandle<Option<AttrValue>>,
    games: usize,
) -> Html {
    let Some(what) = **asking else { return html! {} };
    let on_close = {
        let asking = asking.setter();
        Callback::from(move |()| asking.set(None))
    };
    let oninput = typed(text);
    let on_done = {
        let (open, controller, toasts, text) =
            (props.open.clone(), props.controller.clone(), props.toasts.clone(), (**text).clone());
        let (asking, fault) = (asking.setter(), fault.setter());
        let verdict = props.view.snapshot.llr.as_ref().map_or(Verdict::Undecided, |llr| llr.verdict);
        let is_paired = props.view.snapshot.is_paired;
        let on_play = props.on_play.clone();
        // A match paused by the user stays paused, and a waiting one waits.
        let goes_on = props.can_play
            && props.view.state != MatchState::Paused(None)
            && !props.view.is_elsewhere
            && props.view.kept.queued.is_none();
        Callback::from(move |()| match what {
            MatchDialog::Rename => open.rename(text.trim().to_owned()),
            MatchDialog::Extend => match extend(&open, &text, is_paired, verdict) {
                Err(error) => {
                    // Keeps the typed text so that the user can fix it.
                    fault.set(Some(sentence(&error.to_string()).into()));
                    asking.set(Some(what));
                }
                Ok(()) if goes_on => on_play.emit(open.clone()),
                Ok(()) => {}
            },
            MatchDialog::Delete => spawn_local(delete(controller.clone(), open.clone(), toasts.clone())),
        })
    };
    let (title, button) = match what {
        MatchDialog::Extend => (strings::add_games(), strings::add()),
        MatchDialog::Rename => (strings::rename_the_match(), strings::rename()),
        MatchDialog::Delete => (strings::delete_the_match(), strings::delete()),
    };
    html! {
        <Question {title} {button} {on_done} {on_close}>
            { match what {
                MatchDialog::Delete => html! { <p>{ strings::delete_note(props.view.snapshot.finished_games, &props.view.kept.name) }</p> },
                MatchDialog::Extend => html! {
                    <>
                        <label for="lab-ask">{ games_label(props, games) }</label>
                        <input id="lab-ask" class="field" inputmode="numeric" value={(**text).clone()} {oninput}
                               aria-invalid={fault.is_some().to_string()} aria-describedby="lab-ask-fault" />
                        <p id="lab-ask-fault" class="field-error" role="alert" hidden={fault.is_none()}>{ (**fault).clone().unwrap_or_default() }</p>
                        if has_whole_rounds(props.view.settings()) { <p>{ strings::whole_rounds(&props.view.settings().games) }</p> }
                        if props.view.snapshot.llr.as_ref().is_some_and(|llr| llr.verdict != Verdict::Undecided) {
                            <p>{ strings::test_decided() }</p>
                        }
                    </>
                },
                MatchDialog::Rename => html! {
                    <>
                        <label for="lab-ask">{ strings::name() }</label>
                        <input id="lab-ask" class="field" value={(**text).clone()} {oninput} />
                    </>
                },
            } }
        </Question>
    }
}

/// Describes what the number of games counts, and its current value.
fn games_label(props: &MatchActionsProps, games: usize) -> String {
    if props.view.settings().engines.len() > 2 {
        strings::games_of_each_pairing(&games, &props.view.snapshot.total_games)
    } else {
        strings::total_games(&games)
    }
}

/// Returns whether games are added in rounds of more than one pair.
fn has_whole_rounds(settings: &MatchSettings) -> bool {
    (settings.engines.len() > 2 || settings.rounds > 1) && settings.games > 2
}

/// Sets the total number of games. A test that has already decided doesn't end the match again.
fn extend(open: &OpenMatch, games: &str, is_paired: bool, verdict: Verdict) -> Result<(), LabError> {
    let games = games_in(games, is_paired)?;
    let outcome = open.change(|match_progress| {
        match_progress.extend(games)?;
        if verdict != Verdict::Undecided {
            match_progress.go_on();
        }
        Ok(())
    });
    outcome.unwrap_or(Ok(()))
}

/// Parses the number of games; if every game belongs to a pair, it must be even.
fn games_in(text: &str, is_paired: bool) -> Result<usize, LabError> {
    let games: usize = text.trim().parse().map_err(|_| LabError::GamesNotANumber)?;
    if is_paired && games % 2 == 1 { Err(LabError::OddGames) } else { Ok(games) }
}

/// Deletes a match and shows a toast that offers to restore it for a while.
async fn delete(controller: MatchController, open: OpenMatch, toasts: ToastDispatcher) {
    let (id, name) = (open.id(), open.kept().name);
    if !controller.delete(&id).await {
        return;
    }
    let action = Callback::from(move |()| {
        let (controller, id) = (controller.clone(), id.clone());
        spawn_local(async move { controller.restore_match(&id).await });
    });
    let offer = Offer { label: strings::undo(), action };
    let title = strings::match_deleted(&name);
    toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), Some(offer)));
    go(&Route::Lab(None));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_in_pairs_where_every_game_belongs_to_one() {
        assert!(matches!(games_in(" 8 ", true), Ok(8)));
        assert!(matches!(games_in("7", true), Err(LabError::OddGames)));
        assert!(matches!(games_in("7", false), Ok(7)));
        assert!(matches!(games_in("many", false), Err(LabError::GamesNotANumber)));
    }
}
