//! Mistakes from many games as one lesson: those of a player, from the last days.

use super::learn::{Learn, LessonTask};
use super::remembered::{ME_KEY, storage};
use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use crate::components::select_field::SelectField;
use crate::platform::turns::next_turn;
use crate::services::books::feed::BookFeed;
use crate::services::reports::kept::played_ms;
use crate::services::reports::trial::TrialBy;
use crate::services::reports::{ReportService, SavedReport};
use crate::state::settings::Settings;
use crate::state::text::sentence;
use crate::storage::files::now_ms;
use std::rc::Rc;
use tabia_report::{Findings, PlayerIs, exercises_of, side_of};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Periods to choose from, in days.
const DAYS: [u32; 3] = [7, 30, 365];
/// Maximum number of exercises in a lesson.
const MOST: usize = 200;

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
    /// Nothing was found, or the reason why reading failed.
    Nothing(String),
    Learning(Rc<Vec<LessonTask>>),
}

/// Dialog: first the choice of the player, then the lesson.
#[component]
pub fn Mistakes(props: &MistakesProps) -> Html {
    let MistakesProps { service, book, settings, on_close } = props;
    let stage = use_state(|| LessonStage::Asking);
    let name = use_state(|| storage().and_then(|storage| storage.get_item(ME_KEY).ok()?).unwrap_or_default());
    let days = use_state_eq(|| DAYS[1]);
    let on_choose = use_callback(days.setter(), |place: usize, days| {
        days.set(DAYS.get(place).copied().unwrap_or(DAYS[1]));
    });
    if let LessonStage::Learning(tasks) = &*stage {
        return html! {
            <Learn tasks={tasks.to_vec()} book={book.clone()} settings={settings.clone()} on_close={on_close.clone()} />
        };
    }
    let oninput = {
        let name = name.setter();
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            name.set(field.value());
        })
    };
    let names: Vec<AttrValue> = DAYS.iter().map(|span| strings::last_days(*span).into()).collect();
    let chosen = DAYS.iter().position(|span| *span == *days).unwrap_or(1);
    let onsubmit = {
        let (service, name, days, stage) = (service.clone(), (*name).clone(), *days, stage.setter());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // If storage is unavailable, the name has to be typed again.
            let _ = storage().map(|storage| storage.set_item(ME_KEY, &name));
            stage.set(LessonStage::Collecting);
            let (service, name, stage) = (service.clone(), name.trim().to_owned(), stage.clone());
            spawn_local(async move {
                stage.set(match collect(&service, &name, days).await {
                    Ok(found) if found.is_empty() => {
                        LessonStage::Nothing(strings::NO_MISTAKES_FOUND.to_owned())
                    }
                    Ok(found) => LessonStage::Learning(Rc::new(found)),
                    Err(reason) => LessonStage::Nothing(sentence(&reason)),
                });
            });
        })
    };
    let is_busy = matches!(*stage, LessonStage::Collecting);
    html! {
        <Modal title={strings::MISTAKES_OF_MANY} on_close={on_close.clone()}>
            <form class="report-form mistakes-form" {onsubmit}>
                <p class="report-note">{ strings::MISTAKES_HINT }</p>
                <label>{ strings::YOUR_NAME }<input class="field" value={(*name).clone()} {oninput} /></label>
                <SelectField label={strings::REPORTS_OF} {names} {chosen} {on_choose} />
                if let LessonStage::Nothing(reason) = &*stage { <p class="field-error" role="alert">{ reason }</p> }
                <button type="submit" class="button primary" disabled={is_busy}>{ if is_busy { strings::COLLECTING } else { strings::BEGIN_LESSON } }</button>
            </form>
        </Modal>
    }
}

/// Collects the mistakes of a player, or of all players if `name` is empty, in the last `days` days, from all games with a report,
/// including those of the last annotation run.
async fn collect(service: &ReportService, name: &str, days: u32) -> Result<Vec<LessonTask>, String> {
    let since_ms = now_ms() - f64::from(days) * 86_400_000.0;
    let index = service.repository().index().await.map_err(|error| error.to_string())?;
    let mut ids: Vec<String> = index.into_iter().map(|entry| entry.id).collect();
    ids.extend(service.last_run().await?.games.into_iter().map(|game| game.id));
    let mut found = Vec::new();
    for id in ids {
        let kept = service.repository().get(&id).await.map_err(|error| error.to_string())?;
        if let Some(kept) = kept.as_ref().and_then(SavedReport::finished) {
            found.extend(tasks_of(kept, name, since_ms));
        }
        if found.len() >= MOST {
            break;
        }
        next_turn().await;
    }
    Ok(found)
}

/// Returns the mistakes in a game played since then. If the game has no date, that of its report counts.
fn tasks_of(kept: &SavedReport, name: &str, since_ms: f64) -> Vec<LessonTask> {
    let Some(game) = kept.game() else { return Vec::new() };
    if played_ms(&game).unwrap_or(kept.stored_ms) < since_ms {
        return Vec::new();
    }
    let side = match side_of(&game, name) {
        _ if name.is_empty() => None,
        PlayerIs::Playing(side) => Some(side),
        PlayerIs::Absent | PlayerIs::OnBothSides => return Vec::new(),
    };
    let plan = kept.plan(&game);
    let findings = Findings::new(&plan, &kept.results(&plan));
    let task = |exercise| LessonTask {
        exercise,
        title: Some(AttrValue::from(kept.title.clone())),
        by: Some(TrialBy::of(&kept.request)),
    };
    exercises_of(&game, &plan, &findings, side).into_iter().map(task).collect()
}
