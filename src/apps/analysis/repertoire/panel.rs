//! Repertoire panel: the game on the board, and what is due in all repertoires.

use std::rc::Rc;

use super::compare::CompareGames;
use super::strings;
use super::training::Training;
use crate::hooks::{ByIdentity, use_observable};
use crate::platform::local::storage;
use crate::platform::local_time::day;
use crate::services::games::repository::GameRepository;
use crate::services::repertoire::{ON_KEY, RepertoireService};
use crate::state::settings::Settings;
use crate::state::text::sentence;
use crate::storage::StoreError;
use crate::storage::files::now_ms;
use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};
use tabia_repertoire::{Repertoire, Schedule, Session, Task, set_side, side_of};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Sides of a repertoire.
const SIDES: [Color; 2] = [Color::White, Color::Black];
/// Maximum number of new positions in a training.
const MOST_NEW: usize = 20;

/// Properties of [`RepertoirePanel`].
#[derive(Clone, Properties)]
pub struct RepertoirePanelProps {
    /// Games on the board; compared by identity.
    pub games: Rc<[Rc<Game>]>,
    /// Place of the game that is shown.
    pub index: usize,
    /// The settings.
    pub settings: Settings,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
    /// Replaces the game that is shown with an edited version.
    pub on_rewrite: Callback<Rc<Game>>,
    /// Shows another game.
    pub on_choose: Callback<usize>,
}

impl PartialEq for RepertoirePanelProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.games, &other.games)
            && self.index == other.index
            && self.settings == other.settings
            && self.on_go == other.on_go
            && self.on_rewrite == other.on_rewrite
            && self.on_choose == other.on_choose
    }
}

/// Repertoire panel.
#[component]
pub fn RepertoirePanel(props: &RepertoirePanelProps) -> Html {
    let RepertoirePanelProps { games, index, settings, on_go, .. } = props;
    let game = &games[*index];
    let service = &*use_memo((), |()| RepertoireService::of_page());
    let is_on = use_state(|| storage().is_none_or(|storage| matches!(storage.get_item(ON_KEY), Ok(Some(_)))));
    let schedule = use_observable(service, RepertoireService::schedule);
    let (all, fault) = use_all(service, *is_on);
    let session = use_state(|| None::<Session>);
    let repertoire = use_memo(ByIdentity(Rc::clone(game)), |ByIdentity(game)| of_game(game).map(Rc::new));
    let toggle = use_callback(is_on.clone(), |_: MouseEvent, is_on| {
        let now = !**is_on;
        // If storage is unavailable, this lasts as long as the page.
        let _ = storage()
            .map(|storage| if now { storage.set_item(ON_KEY, "") } else { storage.remove_item(ON_KEY) });
        is_on.set(now);
    });
    let mark = |side: Option<Color>| {
        let (game, on_rewrite) = (Rc::clone(game), props.on_rewrite.clone());
        Callback::from(move |_: MouseEvent| {
            let mut marked = (*game).clone();
            set_side(&mut marked, side);
            on_rewrite.emit(Rc::new(marked));
        })
    };
    let begin = |new: Session| {
        let session = session.setter();
        Callback::from(move |_: MouseEvent| session.set(Some(new.clone())))
    };
    let on_close = use_callback(session.setter(), |(), session| session.set(None));
    let due = Session::new(&tasks_of(&all), &schedule, now_ms(), MOST_NEW);
    html! {
        <section class="repertoire card" aria-label={strings::repertoire()} data-state={if *is_on { "on" } else { "off" }}>
            <header class="panel-header">
                <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::repertoire_on_or_off()} onclick={toggle}>
                    <span class="switch-track" /><span>{ strings::repertoire() }</span>
                </button>
            </header>
            if *is_on {
                <div class="repertoire-body">
                    if let Some(fault) = &*fault { <p class="field-error" role="alert">{ fault }</p> }
                    if let Some(repertoire) = &*repertoire {
                        { own_html(repertoire, &schedule, &begin) }
                        <CompareGames key="compare" repertoire={Rc::clone(repertoire)} game={Rc::clone(game)} on_go={on_go.clone()} />
                        <button type="button" class="button small quiet" onclick={mark(None)}>{ strings::no_longer() }</button>
                    } else {
                        <p class="report-note">{ strings::marking_hint() }</p>
                        <div class="report-buttons">
                            { for SIDES.map(|side| html! { <button key={side.to_string()} type="button" class="button small" onclick={mark(Some(side))}>{ strings::make_repertoire(side) }</button> }) }
                            if games.len() > 1 {
                                { for SIDES.map(|side| html! { <button key={format!("all {side}")} type="button" class="button small" onclick={mark_all(props, side)}>{ strings::make_all_repertoires(side, games.len()) }</button> }) }
                            }
                        </div>
                    }
                    if due.progress()[0] > 0 {
                        <button type="button" class="button small repertoire-all" onclick={begin(due.clone())}>{ strings::train_all(due.progress()[0]) }</button>
                    }
                </div>
            }
            if let Some(session) = &*session {
                <Training session={session.clone()} service={service.clone()} settings={settings.clone()} {on_close} />
            }
        </section>
    }
}

/// Returns a callback that makes all games on the board, such as the chapters of a study, repertoires of a side.
fn mark_all(props: &RepertoirePanelProps, side: Color) -> Callback<MouseEvent> {
    let RepertoirePanelProps { games, index, on_rewrite, on_choose, .. } = props.clone();
    Callback::from(move |_: MouseEvent| {
        for (place, game) in games.iter().enumerate() {
            let mut marked = (**game).clone();
            set_side(&mut marked, Some(side));
            on_choose.emit(place);
            on_rewrite.emit(Rc::new(marked));
        }
        on_choose.emit(index);
    })
}

fn of_game(game: &Game) -> Option<Repertoire> {
    let mut repertoire = Repertoire::new(side_of(game)?);
    repertoire.add(game);
    Some(repertoire)
}

fn tasks_of(repertoires: &[Repertoire]) -> Vec<Task> {
    repertoires.iter().flat_map(Repertoire::tasks).cloned().collect()
}

/// Repertoire on the board: what is due, and its training.
fn own_html(
    repertoire: &Repertoire,
    schedule: &Schedule,
    begin: &dyn Fn(Session) -> Callback<MouseEvent>,
) -> Html {
    let (tasks, now) = (repertoire.tasks(), now_ms());
    let standing = schedule.standing(tasks, now);
    let session = Session::new(tasks, schedule, now, MOST_NEW);
    let count = session.progress()[0];
    html! {
        <>
            <p class="repertoire-side">{ strings::repertoire_for(repertoire.side()) }</p>
            <p class="report-note" role="status">{ strings::standing(standing.due, standing.new, standing.known) }</p>
            <div class="report-buttons">
                if count > 0 {
                    <button type="button" class="button small primary" onclick={begin(session)}>{ strings::train(count) }</button>
                } else {
                    <p class="report-note">
                        { strings::nothing_due() }
                        if let Some(next) = schedule.next_due_ms(tasks) { { " " }{ strings::next_repetition(&day(next)) } }
                    </p>
                    if !tasks.is_empty() {
                        <button type="button" class="button small" onclick={begin(Session::of(tasks.to_vec()))}>{ strings::repeat_everything() }</button>
                    }
                }
            </div>
        </>
    }
}

/// Returns the repertoires in the user's games, read again after each change of the games, and the error if they cannot be read.
#[hook]
fn use_all(service: &RepertoireService, is_on: bool) -> (Rc<Vec<Repertoire>>, Rc<Option<String>>) {
    let all = use_state(Rc::<Vec<Repertoire>>::default);
    let fault = use_state(Rc::<Option<String>>::default);
    let changes = use_observable(&GameRepository::of_page(), GameRepository::changes);
    let latest = use_mut_ref(u64::default);
    use_effect_with((service.clone(), is_on, changes), {
        let (all, fault) = (all.setter(), fault.setter());
        move |(service, is_on, _): &(RepertoireService, bool, u64)| {
            let service = service.clone();
            if !is_on {
                return;
            }
            *latest.borrow_mut() += 1;
            let number = *latest.borrow();
            spawn_local(async move {
                let read: Result<_, StoreError> = async {
                    service.load().await?;
                    service.all().await
                }
                .await;
                // The games have changed again, and are being read.
                if *latest.borrow() != number {
                    return;
                }
                match read {
                    Ok(read) => {
                        fault.set(Rc::default());
                        all.set(Rc::new(read.into()));
                    }
                    Err(error) => {
                        let text = format!("{}: {}", strings::not_read(), sentence(&error.to_string()));
                        fault.set(Rc::new(Some(text)));
                    }
                }
            });
        }
    });
    ((*all).clone(), (*fault).clone())
}
