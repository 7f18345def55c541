//! A book made of games: the recipe as one form, run in a worker.

use super::{Desk, recipes};
use crate::book::client::BookClient;
use crate::book::files::{download, size_text};
use crate::book::shelf::BookBytes;
use crate::components::book::files_of;
use crate::components::icon::{Icon, IconView};
use crate::state::book::Choice;
use crate::state::recipe_form::{FormAction, FormFault, PartForm, PassForm, RecipeForm};
use crate::text::sentence;
use std::cell::RefCell;
use std::rc::Rc;
use tabia_book::recipe::Recipe;
use tabia_worker::book::messages::{Answer, FileBytes, MakeProgress, MakeSummary, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, File, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Games that could not be read are shown up to this number; all that are known can be downloaded.
const SHOWN_PROBLEMS: usize = 50;
/// Why games were left out, in the order of the summary.
const REASONS: [&str; 6] = ["Elo", "result", "player", "date", "opening", "duplicate"];

/// Properties of [`Build`].
#[derive(Properties, PartialEq)]
pub struct BuildProps {
    /// What every part of the page needs.
    pub desk: Desk,
}

/// How it stands with the book.
#[derive(Clone, Debug, PartialEq, Default)]
enum Run {
    #[default]
    Idle,
    Running(MakeProgress),
    Done(Rc<Done>),
    Failed(String),
    Cancelled,
}

#[derive(Clone, Debug, PartialEq)]
struct Done {
    name: String,
    /// Its name on the shelf.
    id: String,
    size: f64,
    summary: MakeSummary,
    /// Why it is not kept.
    not_kept: Option<String>,
}

#[derive(Clone, PartialEq, Default)]
struct FormStore(RecipeForm);

impl Reducible for FormStore {
    type Action = FormAction;

    fn reduce(self: Rc<Self>, action: FormAction) -> Rc<Self> {
        Rc::new(Self(self.0.reduce(action)))
    }
}

/// The form, and what comes of it.
#[component]
pub fn Build(props: &BuildProps) -> Html {
    let desk = &props.desk;
    let form = use_reducer_eq(FormStore::default);
    let files = use_state(Vec::<File>::new);
    let run = use_state_eq(Run::default);
    let faults = use_state_eq(Vec::<FormFault>::new);
    let kept = use_state_eq(recipes::load);
    // The worker of the job that runs; ended to cancel it.
    let job = use_mut_ref(|| None::<BookClient>);

    let chosen = use_callback(files.setter(), |event: Event, files| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            files.set(files_of(&input));
        }
    });
    // One listener for all fields.
    let onchange = use_callback((form.dispatcher(), faults.setter()), |event: Event, (form, faults)| {
        if let Some(action) = field_action(&event) {
            faults.set(Vec::new());
            form.dispatch(action);
        }
    });
    let onclick = use_callback(form.dispatcher(), |event: MouseEvent, form| {
        if let Some(action) = button_action(&event) {
            form.dispatch(action);
        }
    });
    let choose_recipe = use_callback((form.dispatcher(), kept.clone()), |event: Event, (form, kept)| {
        // The choice is no field of the recipe.
        event.stop_propagation();
        let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        let Some(value) = select.map(|select| select.value()) else { return };
        let recipe = match value.as_str() {
            "default" => Some(Recipe { name: "My book".to_owned(), ..Recipe::default() }),
            "two-sided" => Some(Recipe::two_sided(2400, 2200)),
            name => kept.iter().find(|recipe| format!("kept:{}", recipe.name) == name).cloned(),
        };
        if let Some(recipe) = recipe {
            form.dispatch(FormAction::Fill(Box::new(RecipeForm::from(&recipe))));
        }
    });
    let save = {
        let (form, faults, kept, desk) = (form.clone(), faults.setter(), kept.setter(), desk.clone());
        Callback::from(move |_: MouseEvent| match form.0.recipe() {
            Ok(recipe) => match recipes::save(&recipe) {
                Ok(()) => {
                    kept.set(recipes::load());
                    desk.news(format!("Recipe saved: {}", recipe.name));
                }
                Err(reason) => desk.fault("The recipe is not kept", &reason),
            },
            Err(wrong) => faults.set(wrong),
        })
    };
    let forget = {
        let (form, kept, desk) = (form.clone(), kept.setter(), desk.clone());
        Callback::from(move |_: MouseEvent| match recipes::remove(form.0.name.trim()) {
            Ok(()) => kept.set(recipes::load()),
            Err(reason) => desk.fault("The recipe is not removed", &reason),
        })
    };
    let start = {
        let (form, faults, files, run) = (form.clone(), faults.setter(), files.clone(), run.setter());
        let (desk, job) = (desk.clone(), job.clone());
        Callback::from(move |_: MouseEvent| match form.0.recipe() {
            Ok(recipe) => {
                let client = desk.client.another();
                job.replace(Some(client.clone()));
                run.set(Run::Running(MakeProgress::default()));
                let task =
                    Task { desk: desk.clone(), client, recipe, files: (*files).clone(), run: run.clone() };
                spawn_local(task.carry_out(job.clone()));
            }
            Err(wrong) => faults.set(wrong),
        })
    };
    let cancel = {
        let (job, run) = (job.clone(), run.setter());
        Callback::from(move |_: MouseEvent| {
            if let Some(client) = job.borrow_mut().take() {
                client.end();
            }
            run.set(Run::Cancelled);
        })
    };
    let is_running = matches!(*run, Run::Running(_));
    let is_kept = kept.iter().any(|recipe| recipe.name == form.0.name.trim());
    let total: f64 = files.iter().map(|file| file.size()).sum();
    html! {
        <section class="card book-build" aria-label="Make a book of games">
            <header class="panel-header"><h2>{ "Make a book of games" }</h2></header>
            <div class="form" {onchange} {onclick}>
                <div class="form-row">
                    <label class="grow">{ "Games (PGN files)" }<input type="file" class="field pgn-files" accept=".pgn,.txt" multiple=true onchange={chosen} /></label>
                    if !files.is_empty() { <span class="form-note">{ format!("{} chosen, {}", files_text(files.len()), size_text(total)) }</span> }
                </div>
                <div class="form-row">
                    <label class="grow">{ "Recipe" }
                        <select class="field" onchange={choose_recipe}>
                            <option value="" selected=true>{ "Choose a recipe…" }</option>
                            <option value="default">{ "All games, Polyglot's defaults" }</option>
                            <option value="two-sided">{ "Wins of strong players, two passes a side" }</option>
                            { for kept.iter().map(|recipe| html! { <option key={recipe.name.clone()} value={format!("kept:{}", recipe.name)}>{ &recipe.name }</option> }) }
                        </select>
                    </label>
                    <label class="grow">{ "Name" }<input class="field" data-field="name" value={form.0.name.clone()} /></label>
                    <button type="button" class="button small" onclick={save}>{ "Save recipe" }</button>
                    if is_kept { <button type="button" class="button small" onclick={forget}>{ "Forget recipe" }</button> }
                </div>
                { for form.0.parts.iter().enumerate().map(|(index, part)| part_html(index, part, form.0.parts.len() > 1, &faults)) }
                <div class="form-row">
                    <button type="button" class="button small" data-do="add-part"><IconView icon={Icon::Plus} />{ "Part" }</button>
                    <label>{ "Where parts and passes meet" }
                        <select class="field" data-field="merge">
                            <option value="sum" selected={!form.0.priority}>{ "add weights" }</option>
                            <option value="priority" selected={form.0.priority}>{ "the earlier moves only" }</option>
                        </select>
                    </label>
                    <label>{ "Memory (MB)" }<input class="field number" inputmode="numeric" data-field="memory" value={form.0.memory.clone()} /></label>
                    { fault_html(&faults, None, None) }
                </div>
            </div>
            <p class="book-note">{ "Main lines only: comments, variations and glyphs do not count. Games that begin elsewhere or are of other variants are left out." }</p>
            <div class="form-actions">
                if is_running {
                    <button type="button" class="button" onclick={cancel}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="button primary" disabled={files.is_empty()} onclick={start}>{ "Make the book" }</button>
                }
                if files.is_empty() && !is_running { <span class="form-note">{ "Choose games first." }</span> }
            </div>
            { run_html(&run, desk) }
        </section>
    }
}

fn files_text(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

fn text_field(
    label: &'static str,
    field: &'static str,
    value: &str,
    hint: &'static str,
    at: (usize, Option<usize>),
    class: &'static str,
) -> Html {
    html! {
        <label class={class}>{ label }
            <input class="field" data-part={at.0.to_string()} data-pass={at.1.map(|pass| pass.to_string())} data-field={field} placeholder={hint} value={value.to_owned()} />
        </label>
    }
}

fn check_box(label: &'static str, field: &'static str, on: bool, at: (usize, Option<usize>)) -> Html {
    html! {
        <label class="check">
            <input type="checkbox" data-part={at.0.to_string()} data-pass={at.1.map(|pass| pass.to_string())} data-field={field} checked={on} />{ label }
        </label>
    }
}

fn part_html(index: usize, part: &PartForm, can_go: bool, faults: &[FormFault]) -> Html {
    let at = (index, None);
    let title = if part.name.trim().is_empty() { "Games".to_owned() } else { part.name.clone() };
    html! {
        <fieldset key={index} class="recipe-part">
            <legend>{ title }</legend>
            <div class="form-row">
                { text_field("White Elo from", "white-elo", &part.white_elo, "any", at, "number") }
                { text_field("Black Elo from", "black-elo", &part.black_elo, "any", at, "number") }
                <div class="checks" role="group" aria-label="Results">
                    { check_box("1–0", "white-wins", part.results[0], at) }
                    { check_box("½–½", "draws", part.results[1], at) }
                    { check_box("0–1", "black-wins", part.results[2], at) }
                </div>
                { check_box("No duplicates", "no-duplicates", part.no_duplicates, at) }
            </div>
            <div class="form-row">
                { text_field("Players", "players", &part.players, "anybody; or names, separated by ;", at, "grow") }
                { text_field("From", "from", &part.from, "1990.01.31", at, "date") }
                { text_field("To", "to", &part.to, "2024", at, "date") }
                { text_field("ECO", "eco", &part.eco, "B20-B99, C50", at, "date") }
            </div>
            { for part.passes.iter().enumerate().map(|(number, pass)| pass_html(index, number, pass, part.passes.len() > 1, faults)) }
            <div class="form-row">
                <button type="button" class="button small" data-do="add-pass" data-part={index.to_string()}><IconView icon={Icon::Plus} />{ "Pass" }</button>
                if can_go { <button type="button" class="button small" data-do="remove-part" data-part={index.to_string()}>{ "Remove this part" }</button> }
                { fault_html(faults, Some(index), None) }
            </div>
        </fieldset>
    }
}

fn pass_html(part: usize, number: usize, pass: &PassForm, can_go: bool, faults: &[FormFault]) -> Html {
    let at = (part, Some(number));
    let (part_text, pass_text) = (part.to_string(), number.to_string());
    html! {
        <div key={number} class="form-row pass">
            { text_field("Half-moves", "max-ply", &pass.max_ply, "1024", at, "number") }
            { text_field("Games at least", "min-game", &pass.min_game, "3", at, "number") }
            { text_field("Score at least (%)", "min-score", &pass.min_score, "0", at, "number") }
            <label>{ "Moves of" }
                <select class="field" data-part={part_text.clone()} data-pass={pass_text.clone()} data-field="only">
                    <option value="" selected={pass.only.is_empty()}>{ "both sides" }</option>
                    <option value="white" selected={pass.only == "white"}>{ "White" }</option>
                    <option value="black" selected={pass.only == "black"}>{ "Black" }</option>
                </select>
            </label>
            { check_box("Equal weights", "uniform", pass.uniform, at) }
            if can_go {
                <button type="button" class="button quiet icon small" aria-label="Remove this pass" data-do="remove-pass" data-part={part_text} data-pass={pass_text}><IconView icon={Icon::Close} /></button>
            }
            { fault_html(faults, Some(part), Some(number)) }
        </div>
    }
}

fn fault_html(faults: &[FormFault], part: Option<usize>, pass: Option<usize>) -> Html {
    let here = faults.iter().filter(|fault| fault.part == part && fault.pass == pass);
    html! { { for here.map(|fault| html! { <p class="field-error" role="alert">{ sentence(&fault.reason) }</p> }) } }
}

fn index_of(element: &Element, name: &str) -> Option<usize> {
    element.get_attribute(name)?.parse().ok()
}

fn field_action(event: &Event) -> Option<FormAction> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let field = element.get_attribute("data-field")?;
    let value = match element.dyn_ref::<HtmlInputElement>() {
        Some(input) if input.type_() == "checkbox" => if input.checked() { "on" } else { "" }.to_owned(),
        Some(input) => input.value(),
        None => element.dyn_ref::<HtmlSelectElement>()?.value(),
    };
    Some(FormAction::Set {
        part: index_of(&element, "data-part"),
        pass: index_of(&element, "data-pass"),
        field,
        value,
    })
}

fn button_action(event: &MouseEvent) -> Option<FormAction> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let button = target.closest("[data-do]").ok()??;
    let (part, pass) = (index_of(&button, "data-part"), index_of(&button, "data-pass"));
    Some(match (button.get_attribute("data-do")?.as_str(), part, pass) {
        ("add-part", ..) => FormAction::AddPart,
        ("remove-part", Some(part), _) => FormAction::RemovePart(part),
        ("add-pass", Some(part), _) => FormAction::AddPass(part),
        ("remove-pass", Some(part), Some(pass)) => FormAction::RemovePass(part, pass),
        _ => return None,
    })
}

/// A recipe that is carried out.
struct Task {
    desk: Desk,
    client: BookClient,
    recipe: Recipe,
    files: Vec<File>,
    run: UseStateSetter<Run>,
}

impl Task {
    async fn carry_out(self, job: Rc<RefCell<Option<BookClient>>>) {
        let result = self.make().await;
        // Cancelled, or another job runs: nobody waits for this one.
        if job.borrow().as_ref() != Some(&self.client) {
            return;
        }
        job.borrow_mut().take();
        self.run.set(match result {
            Ok(done) => Run::Done(Rc::new(done)),
            Err(reason) => Run::Failed(reason),
        });
    }

    async fn make(&self) -> Result<Done, String> {
        let request = Request::Make {
            recipe: self.recipe.to_json(),
            names: self.files.iter().map(File::name).collect(),
            files: self.files.iter().map(|file| FileBytes(file.clone().into())).collect(),
        };
        let run = self.run.clone();
        let on_part = move |answer| {
            if let Answer::Progress(progress) = answer {
                run.set(Run::Running(progress));
            }
        };
        let Answer::Made { file, stats, summary } = self.client.ask(request, on_part).await? else {
            return Err("the book worker gave another answer".to_owned());
        };
        let name = format!("{}.bin", if self.recipe.name.is_empty() { "book" } else { &self.recipe.name });
        let size = file.0.size();
        if summary.entries == 0 {
            return Ok(Done { name, id: String::new(), size, summary, not_kept: None });
        }
        let bytes = BookBytes { book: file.0, stats: stats.map(|stats| stats.0) };
        let held = self.desk.feed.shelf().hold(&name, &bytes)?;
        let (id, not_kept) = match self.desk.feed.keep(&held.id).await {
            Ok(kept) => (kept.id, None),
            Err(reason) => (held.id, Some(reason)),
        };
        Ok(Done { name, id, size, summary, not_kept })
    }
}

fn run_html(run: &Run, desk: &Desk) -> Html {
    match run {
        Run::Idle => html! {},
        Run::Cancelled => html! { <p class="book-note" role="status">{ "Cancelled: no book was made." }</p> },
        Run::Failed(reason) => {
            html! { <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ sentence(reason) }</p></div> }
        }
        Run::Running(progress) => progress_html(progress),
        Run::Done(done) => done_html(done, desk),
    }
}

fn progress_html(progress: &MakeProgress) -> Html {
    let seconds = progress.ms / 1000.0;
    let speed = if seconds > 0.05 { progress.games as f64 / seconds } else { 0.0 };
    let left = if progress.fraction > 0.01 {
        seconds * (1.0 - progress.fraction) / progress.fraction
    } else {
        f64::NAN
    };
    let again = if progress.reading > 1 { format!(", reading {}", progress.reading) } else { String::new() };
    let rejected =
        if progress.rejected > 0 { format!(", {} left out", progress.rejected) } else { String::new() };
    html! {
        <div class="build-progress" role="status">
            <progress max="1" value={progress.fraction.to_string()} aria-label="Making the book" />
            <p>
                { format!("{:.0} %: {} games{rejected}{again}", progress.fraction * 100.0, progress.games) }
                if progress.reading <= 1 && speed > 0.0 { { format!(", {speed:.0} games/s") } }
                if left.is_finite() { { format!(", {} left", time_text(left)) } }
                { format!("; {} of memory", size_text(progress.bytes_used as f64)) }
            </p>
        </div>
    }
}

fn time_text(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{:.0} s", seconds.ceil())
    } else {
        format!("{:.0} min", (seconds / 60.0).ceil())
    }
}

fn done_html(done: &Rc<Done>, desk: &Desk) -> Html {
    let summary = &done.summary;
    let choice = Choice::of_id(&done.id);
    let act = |label: &'static str, action: Callback<MouseEvent>| html! { <button type="button" class="button small" onclick={action}>{ label }</button> };
    let use_it = {
        let (desk, choice) = (desk.clone(), choice.clone());
        Callback::from(move |_: MouseEvent| desk.feed.choose(choice.clone(), true))
    };
    let save = {
        let (desk, choice, name) = (desk.clone(), choice, done.name.clone());
        Callback::from(move |_: MouseEvent| {
            let (desk, choice, name) = (desk.clone(), choice.clone(), name.clone());
            spawn_local(async move {
                let bytes = desk.feed.shelf().bytes(&choice).await;
                if let Err(reason) = bytes.and_then(|bytes| download(&name, &bytes.book)) {
                    desk.fault("The book was not downloaded", &reason);
                }
            });
        })
    };
    let problems = {
        let (desk, done) = (desk.clone(), Rc::clone(done));
        Callback::from(move |_: MouseEvent| {
            let text = done.summary.problems.join("\n") + "\n";
            let parts = js_sys::Array::of1(&text.into());
            let saved = web_sys::Blob::new_with_str_sequence(&parts)
                .map_err(|_| "the browser could not make the file".to_owned())
                .and_then(|file| download("left-out.txt", &file));
            if let Err(reason) = saved {
                desk.fault("The list was not downloaded", &reason);
            }
        })
    };
    let filtered: Vec<String> = summary
        .filtered
        .iter()
        .zip(REASONS)
        .filter(|(count, _)| **count > 0)
        .map(|(count, reason)| format!("{count} by {reason}"))
        .collect();
    html! {
        <div class="build-done" role="status" data-entries={summary.entries.to_string()} data-ms={summary.ms.to_string()}>
            if summary.entries == 0 {
                <p><b>{ "The book is empty: " }</b>{ format!("of {} games, {} were taken. Ask for fewer games, or filter less.", summary.games, summary.taken) }</p>
            } else {
                <p><b>{ &done.name }</b>{ format!(": {} entries ({}) of {} games in {:.1} s ({:.0} games/s)", summary.entries, size_text(done.size), summary.taken, summary.ms / 1000.0, summary.games as f64 / (summary.ms / 1000.0).max(0.001)) }</p>
                if let Some(reason) = &done.not_kept { <p class="field-error">{ sentence(&format!("It is not kept when the page is closed: {reason}")) }</p> }
                <div class="form-row">{ act("Use on the board", use_it) }{ act("Download", save) }</div>
            }
            if !filtered.is_empty() { <p>{ format!("Not taken: {}", filtered.join(", ")) }</p> }
            if summary.rejected > 0 {
                <details open={summary.entries == 0}>
                    <summary>{ format!("{} left out because they cannot be read", if summary.rejected == 1 { "1 game".to_owned() } else { format!("{} games", summary.rejected) }) }</summary>
                    <ul class="book-report">{ for summary.problems.iter().take(SHOWN_PROBLEMS).map(|problem| html! { <li>{ problem }</li> }) }</ul>
                    { act("Download the list", problems) }
                </details>
            }
        </div>
    }
}
