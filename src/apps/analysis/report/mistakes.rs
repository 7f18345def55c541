//! Mistakes from many games as one lesson: those of a player, from any time.

use super::learn::{Learn, LessonTask};
use super::remembered::{ME_KEY, storage};
use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use crate::components::select_field::SelectField;
use crate::platform::turns::next_turn;
use crate::services::books::feed::BookFeed;
use crate::services::games::repository::GameRepository;
use crate::services::reports::saved_report::{day_end_ms, played_ms, title};
use crate::services::reports::trial::TrialBy;
use crate::services::reports::{ReportRequest, ReportService, SavedReport, signature, usual_workers};
use crate::state::settings::Settings;
use crate::state::text::sentence;
use crate::storage::StoreError;
use crate::storage::files::now_ms;
use crate::storage::games::GameEntry;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;
use tabia_chess::Color;
use tabia_pgn::Game;
use tabia_report::{Findings, Plan, PlayerIs, Scope, exercises_of, side_of};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Periods to choose from, in days; then come all games, and those of the days entered.
const DAYS: [u32; 3] = [7, 30, 365];
/// Place of all games among the periods.
const ALL: usize = DAYS.len();
/// Maximum number of exercises in a lesson.
const MOST: usize = 200;
/// Maximum number of names offered.
const MOST_NAMES: usize = 100;
/// Maximum number of games analysed at once.
const MOST_ANALYSED: usize = 100;
/// A day in milliseconds.
const DAY_MS: f64 = 86_400_000.0;

/// Properties of [`Mistakes`].
#[derive(Properties, PartialEq)]
pub struct MistakesProps {
    /// Report service.
    pub service: ReportService,
    /// Opening book.
    pub book: BookFeed,
    /// The settings.
    pub settings: Settings,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Stage of the dialog.
#[derive(Clone)]
enum LessonStage {
    Asking,
    Collecting,
    /// Nothing was found, or some games have no evaluations.
    Collected(Rc<Collected>),
    /// Why reading failed.
    Failed(String),
    Learning(Rc<Collected>),
}

/// Mistakes collected from the games.
#[derive(Default)]
struct Collected {
    tasks: Vec<LessonTask>,
    /// Games without evaluations, newest first.
    unknown: Vec<Game>,
}

/// Player and period, as entered.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    name: String,
    /// Place among the periods.
    period: usize,
    /// First and last day, such as `2024-05-17`; empty for none.
    days: [String; 2],
}

impl Wanted {
    /// Returns the period, in milliseconds since 1970.
    fn span(&self, now_ms: f64) -> (f64, f64) {
        if let Some(&days) = DAYS.get(self.period) {
            return (now_ms - f64::from(days) * DAY_MS, f64::INFINITY);
        }
        let [first, last] = [0, 1].map(|place| {
            let typed = Some(self.days[place].as_str()).filter(|_| self.period > ALL);
            typed.and_then(|day| day_end_ms(day, '-'))
        });
        (first.unwrap_or(f64::NEG_INFINITY), last.unwrap_or(f64::INFINITY))
    }

    /// Returns the player's side in a game; `None` if no player is named, or the game is not the player's. A whole name is not taken for a
    /// part of the other player's.
    fn side(&self, game: &Game) -> Option<Color> {
        let is = |tag: &str| game.tags().get(tag) == Some(self.name.as_str());
        match (is("White"), is("Black"), side_of(game, &self.name)) {
            _ if self.name.is_empty() => None,
            (true, false, _) => Some(Color::White),
            (false, true, _) => Some(Color::Black),
            (_, _, PlayerIs::Playing(side)) => Some(side),
            _ => None,
        }
    }

    /// Whether a game is the player's and in the period. Without a date, the time it was saved counts.
    fn takes(&self, game: &Game, saved_ms: f64, (since_ms, until_ms): (f64, f64)) -> bool {
        let is_theirs = self.name.is_empty() || self.side(game).is_some();
        is_theirs && (since_ms..=until_ms).contains(&played_ms(game).unwrap_or(saved_ms))
    }
}

/// Dialog: first the choice of the player, then the lesson.
#[component]
pub fn Mistakes(props: &MistakesProps) -> Html {
    let MistakesProps { service, book, settings, on_close } = props;
    let stage = use_state(|| LessonStage::Asking);
    let wanted = use_state_eq(|| {
        let name = storage().and_then(|storage| storage.get_item(ME_KEY).ok()?).unwrap_or_default();
        Wanted { name, period: 1, ..Wanted::default() }
    });
    let players = use_players();
    if let LessonStage::Learning(collected) = &*stage {
        let tasks = collected.tasks.clone();
        return html! { <Learn {tasks} book={book.clone()} settings={settings.clone()} on_close={on_close.clone()} /> };
    }
    // What was found belongs to what was entered before.
    let want = {
        let (wanted, stage) = (wanted.setter(), stage.setter());
        Callback::from(move |new: Wanted| {
            wanted.set(new);
            stage.set(LessonStage::Asking);
        })
    };
    let set = |change: fn(&mut Wanted, String)| {
        let (before, want) = ((*wanted).clone(), want.clone());
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let mut new = before.clone();
            change(&mut new, field.value());
            want.emit(new);
        })
    };
    let on_choose = {
        let wanted = (*wanted).clone();
        want.reform(move |period: usize| Wanted { period, ..wanted.clone() })
    };
    let periods = DAYS.iter().map(|days| strings::last_days(*days).into());
    let names: Vec<AttrValue> =
        periods.chain([strings::any_time(), strings::other_period()].map(AttrValue::from)).collect();
    let day = |place: usize, label: &'static str, oninput: Callback<InputEvent>| {
        html! { <label>{ label }<input class="field" type="date" value={wanted.days[place].clone()} {oninput} /></label> }
    };
    let onsubmit = on_submit(service, &wanted, &stage);
    let is_busy = matches!(*stage, LessonStage::Collecting);
    html! {
        <Modal title={strings::mistakes_of_many()} on_close={on_close.clone()}>
            <form class="report-form mistakes-form" {onsubmit}>
                <p class="report-note">{ strings::mistakes_hint() }</p>
                <label>{ strings::your_name() }<input class="field" list="mistakes-players" autocomplete="off" value={wanted.name.clone()} oninput={set(|wanted, name| wanted.name = name)} /></label>
                <datalist id="mistakes-players">{ for players.iter().map(|name| html! { <option key={name.clone()} value={name.clone()} /> }) }</datalist>
                <SelectField label={strings::reports_of()} {names} chosen={wanted.period} {on_choose} />
                if wanted.period > ALL {
                    { day(0, strings::first_day(), set(|wanted, day| wanted.days[0] = day)) }
                    { day(1, strings::last_day(), set(|wanted, day| wanted.days[1] = day)) }
                }
                { outcome(&stage, service, on_close) }
                if !matches!(&*stage, LessonStage::Collected(found) if !found.tasks.is_empty()) {
                    <button type="submit" class="button primary" disabled={is_busy}>{ if is_busy { strings::collecting() } else { strings::begin_lesson() } }</button>
                }
            </form>
        </Modal>
    }
}

fn on_submit(
    service: &ReportService,
    wanted: &UseStateHandle<Wanted>,
    stage: &UseStateHandle<LessonStage>,
) -> Callback<SubmitEvent> {
    let (service, wanted, stage) = (service.clone(), (**wanted).clone(), stage.setter());
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        // If storage is unavailable, the name has to be typed again.
        let _ = storage().map(|storage| storage.set_item(ME_KEY, &wanted.name));
        stage.set(LessonStage::Collecting);
        let (service, stage) = (service.clone(), stage.clone());
        let wanted = Wanted { name: wanted.name.trim().to_owned(), ..wanted.clone() };
        spawn_local(async move {
            stage.set(match collect(&service, &wanted).await {
                Ok(found) if !found.tasks.is_empty() && found.unknown.is_empty() => {
                    LessonStage::Learning(Rc::new(found))
                }
                Ok(found) => LessonStage::Collected(Rc::new(found)),
                Err(reason) => LessonStage::Failed(sentence(&reason)),
            });
        });
    })
}

/// Renders what was found, if the lesson does not begin at once.
fn outcome(stage: &UseStateHandle<LessonStage>, service: &ReportService, on_close: &Callback<()>) -> Html {
    let found = match &**stage {
        LessonStage::Failed(reason) => return html! { <p class="field-error" role="alert">{ reason }</p> },
        LessonStage::Collected(found) => found,
        LessonStage::Asking | LessonStage::Collecting | LessonStage::Learning(_) => return Html::default(),
    };
    let analyse = {
        let (service, found, on_close) = (service.clone(), Rc::clone(found), on_close.clone());
        Callback::from(move |_: MouseEvent| {
            let wish = ReportRequest { workers: usual_workers(), ..ReportRequest::default() };
            let reports = found.unknown.iter().take(MOST_ANALYSED);
            service.start_all(reports.map(|game| SavedReport::new(game, wish.clone())).collect());
            on_close.emit(());
        })
    };
    let begin = {
        let (stage, found) = (stage.setter(), Rc::clone(found));
        Callback::from(move |_: MouseEvent| stage.set(LessonStage::Learning(Rc::clone(&found))))
    };
    let (tasks, unknown) = (found.tasks.len(), found.unknown.len());
    html! {
        <>
            if tasks == 0 { <p class="field-error" role="alert">{ strings::no_mistakes_found() }</p> }
            if unknown > 0 {
                <p class="report-note" role="status">{ strings::games_without_evaluations(unknown) }</p>
                <button type="button" class="button" onclick={analyse}>{ strings::analyse_games(unknown.min(MOST_ANALYSED)) }</button>
            }
            if tasks > 0 {
                <button type="button" class="button primary" onclick={begin}>{ strings::begin_with(tasks) }</button>
            }
        </>
    }
}

/// Returns the players of the user's games, those with the most games first.
#[hook]
fn use_players() -> Rc<Vec<String>> {
    let players = use_state_eq(|| Rc::new(Vec::new()));
    use_effect_with((), {
        let players = players.setter();
        move |()| {
            spawn_local(async move {
                // Without the list, a name can still be typed.
                if let Ok(entries) = GameRepository::of_page().games().list().await {
                    players.set(Rc::new(players_of(&entries)));
                }
            });
        }
    });
    (*players).clone()
}

fn players_of(entries: &[GameEntry]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in entries.iter().flat_map(|entry| [entry.white.as_str(), entry.black.as_str()]) {
        if !name.is_empty() {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut names: Vec<(&str, usize)> = counts.into_iter().collect();
    names.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    names.into_iter().take(MOST_NAMES).map(|(name, _)| name.to_owned()).collect()
}

/// Collects the mistakes of a player in a period: from all games with a report, including those of the last annotation run, and from the
/// user's games that carry evaluations.
async fn collect(service: &ReportService, wanted: &Wanted) -> Result<Collected, String> {
    let span = wanted.span(now_ms());
    let index = service.repository().index().await.map_err(|error| error.to_string())?;
    let mut ids: Vec<String> = index.into_iter().map(|entry| entry.id).collect();
    ids.extend(service.last_run().await?.games.into_iter().map(|game| game.id));
    let (mut found, mut known) = (Collected::default(), HashSet::new());
    for id in ids {
        let kept = service.repository().get(&id).await.map_err(|error| error.to_string())?;
        if let Some(kept) = kept.as_ref().and_then(SavedReport::finished)
            && let Some(game) = kept.game()
            && known.insert(signature(&game))
            && found.tasks.len() < MOST
        {
            found.tasks.extend(tasks_of(&game, Some(kept), kept.stored_ms, wanted, span));
        }
        next_turn().await;
    }
    let read = collect_own(wanted, span, &known, &mut found).await;
    read.map_err(|error| error.to_string())?;
    found.tasks.truncate(MOST);
    Ok(found)
}

/// Collects the mistakes in the user's own games, newest first, except those with a known signature.
async fn collect_own(
    wanted: &Wanted,
    span: (f64, f64),
    known: &HashSet<String>,
    found: &mut Collected,
) -> Result<(), StoreError> {
    let repository = GameRepository::of_page();
    let mut entries = repository.games().list().await?;
    entries.retain(|entry| entry.plies > 0 && is_named(entry, &wanted.name));
    entries.sort_by(|a, b| b.created_ms.total_cmp(&a.created_ms));
    for entry in entries {
        let pgn = match repository.games().text(&entry.id).await {
            Err(StoreError::Missing { .. }) => continue,
            text => text?,
        };
        let game = tabia_pgn::read(&pgn).games.into_iter().next();
        let Some(game) = game.filter(|game| !known.contains(&signature(game))) else { continue };
        if is_evaluated(&game) {
            if found.tasks.len() < MOST {
                found.tasks.extend(tasks_of(&game, None, entry.created_ms, wanted, span));
            }
        } else if wanted.takes(&game, entry.created_ms, span) {
            found.unknown.push(game);
        }
        next_turn().await;
    }
    Ok(())
}

fn is_named(entry: &GameEntry, name: &str) -> bool {
    name.is_empty() || entry.white.contains(name) || entry.black.contains(name)
}

/// Whether a game carries the evaluations of both sides' moves. A game played here has only those by the engine that played it.
fn is_evaluated(game: &Game) -> bool {
    let mut nodes = game.main_line().map(|node| game.annotations(node).evaluation().is_some());
    let mut before = false;
    nodes.any(|is_known| std::mem::replace(&mut before, is_known) && is_known)
}

/// Returns the mistakes in a game of the player and period, by its report or by the evaluations that it carries.
fn tasks_of(
    game: &Game,
    kept: Option<&SavedReport>,
    saved_ms: f64,
    wanted: &Wanted,
    span: (f64, f64),
) -> Vec<LessonTask> {
    if !wanted.takes(game, saved_ms, span) {
        return Vec::new();
    }
    let (plan, findings) = match kept {
        Some(kept) => {
            let plan = kept.plan(game);
            let findings = Findings::new(&plan, &kept.results(&plan));
            (plan, findings)
        }
        None => (Plan::new(game, &Scope::default()), Findings::carried(game, &Scope::default())),
    };
    let title = AttrValue::from(kept.map_or_else(|| title(game), |kept| kept.title.clone()));
    let task = |exercise| LessonTask {
        exercise,
        title: Some(title.clone()),
        by: kept.map(|kept| TrialBy::of(&kept.request)),
    };
    exercises_of(game, &plan, &findings, wanted.side(game)).into_iter().map(task).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Game {
        tabia_pgn::read(text).games.remove(0)
    }

    #[test]
    fn a_game_is_in_the_period_of_its_date_or_of_its_saving() {
        let now = day_end_ms("2024-05-17", '-').unwrap();
        let dated = read("[Date \"2024.05.10\"]\n\n1. e4 *");
        let wanted = |period, first: &str, last: &str| Wanted {
            period,
            days: [first.to_owned(), last.to_owned()],
            ..Wanted::default()
        };
        let is_in = |wanted: Wanted| wanted.takes(&dated, now, wanted.span(now));
        assert!(is_in(wanted(0, "", "")) && is_in(wanted(1, "", "")) && is_in(wanted(ALL, "2024-05-11", "")));
        assert!(is_in(wanted(ALL + 1, "2024-05-10", "2024-05-10")));
        assert!(is_in(wanted(ALL + 1, "", "2024-05-10")) && is_in(wanted(ALL + 1, "", "")));
        assert!(!is_in(wanted(ALL + 1, "2024-05-11", "")) && !is_in(wanted(ALL + 1, "", "2024-05-09")));
        let undated = read("1. e4 *");
        let last_week = wanted(0, "", "");
        let was_saved = |days: f64| last_week.takes(&undated, now - days * DAY_MS, last_week.span(now));
        assert!(was_saved(1.0) && !was_saved(8.0));
    }

    #[test]
    fn players_are_offered_by_their_number_of_games() {
        let entry = |white: &str, black: &str| GameEntry {
            white: white.to_owned(),
            black: black.to_owned(),
            ..GameEntry::default()
        };
        let entries = [entry("Ann", "Bob"), entry("", "Carl"), entry("Bob", "Carl"), entry("Bob", "")];
        assert_eq!(players_of(&entries), ["Bob", "Carl", "Ann"]);
        assert!(is_named(&entries[0], "Bo") && is_named(&entries[1], "") && !is_named(&entries[1], "Ann"));
    }

    #[test]
    fn mistakes_come_from_evaluations_of_both_sides_moves() {
        let annotated = read(
            "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} f6 {[%eval 1.9]} *",
        );
        let played = read("1. e4 e5 {[%eval 0.2]} 2. Nf3 f6 {[%eval 1.9]} *");
        assert!(is_evaluated(&annotated) && !is_evaluated(&played) && !is_evaluated(&read("1. e4 e5 *")));
        let of = |name: &str| {
            let wanted = Wanted { name: name.to_owned(), period: ALL, ..Wanted::default() };
            tasks_of(&annotated, None, 0.0, &wanted, wanted.span(0.0)).len()
        };
        assert_eq!([of("Bob"), of("Ann"), of("Carl"), of("")], [1, 0, 0, 1]);
        let side = |name: &str| {
            let wanted = Wanted { name: name.to_owned(), ..Wanted::default() };
            wanted.side(&read("[White \"Ann\"]\n[Black \"Annika\"]\n\n1. e4 *"))
        };
        let names = ["Ann", "Annika", "nika", "nn", "", "Bob"];
        let sides = [Some(Color::White), Some(Color::Black), Some(Color::Black), None, None, None];
        assert_eq!(names.map(side), sides);
    }
}
