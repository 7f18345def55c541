//! Commands by hand, with the ones before on the arrow keys.

use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

use super::listing::{engine_name, said};
use super::script::use_script;
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::{FileButton, choice, text_of};
use crate::apps::tools::strings;
use crate::services::wiretap::{self, Listed};
use crate::storage::Content;

/// So many commands are remembered.
const REMEMBERED: usize = 200;
/// The longest script, in bytes.
const LONGEST: f64 = 4e6;

/// Properties of [`CommandLine`].
#[derive(Properties, PartialEq)]
pub struct CommandLineProps {
    /// What the parts of the page share.
    pub context: ToolsContext,
    /// The engines.
    pub engines: Vec<Listed>,
    /// The one that commands go to.
    pub engine: Option<u32>,
    /// Another one is chosen.
    pub on_engine: Callback<u32>,
}

/// The field, with the choice of the engine and the script.
#[component]
pub fn CommandLine(props: &CommandLineProps) -> Html {
    let CommandLineProps { context, engines, engine, on_engine } = props;
    let typed = use_state_eq(String::new);
    let told = use_state_eq(String::new);
    // The commands before, and how far back one has gone.
    let history = use_mut_ref(|| (Vec::<String>::new(), 0_usize));
    let running: Vec<Listed> = engines.iter().filter(|listed| listed.is_running).cloned().collect();
    let names: Vec<String> = running.iter().map(engine_name).collect();
    let place = running.iter().position(|listed| Some(listed.number) == *engine).unwrap_or(0);
    // What was chosen may have ended since: commands go to the one that the list shows.
    let engine = &running.get(place).map(|listed| listed.number);
    let on_choose = {
        let (numbers, on_engine) =
            (running.iter().map(|listed| listed.number).collect::<Vec<_>>(), on_engine.clone());
        Callback::from(move |place: usize| {
            if let Some(number) = numbers.get(place) {
                on_engine.emit(*number);
            }
        })
    };
    let (script, run, end) = use_script(*engine, told.setter());
    let oninput = use_callback(typed.setter(), |event: InputEvent, typed| typed.set(text_of(&event)));
    // What is in the field counts, not what was rendered last: an engine that says much delays renderings.
    let field = use_node_ref();
    let onsubmit = {
        let (typed, told, engine, history) = (typed.clone(), told.setter(), *engine, history.clone());
        let field = field.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(field) = field.cast::<HtmlInputElement>() else { return };
            let line = field.value().trim().to_owned();
            let Some(engine) = engine.filter(|_| !line.is_empty()) else { return };
            told.set(said(wiretap::command(engine, &line)));
            let mut history = history.borrow_mut();
            if history.0.last() != Some(&line) {
                history.0.push(line);
            }
            let excess = history.0.len().saturating_sub(REMEMBERED);
            history.0.drain(..excess);
            history.1 = 0;
            // The state may be empty still, and then nothing would be rendered.
            field.set_value("");
            typed.set(String::new());
        })
    };
    let onkeydown = {
        let (typed, history) = (typed.clone(), history.clone());
        Callback::from(move |event: KeyboardEvent| {
            let mut history = history.borrow_mut();
            let back = match event.key().as_str() {
                "ArrowUp" => (history.1 + 1).min(history.0.len()),
                "ArrowDown" => history.1.saturating_sub(1),
                _ => return,
            };
            event.prevent_default();
            history.1 = back;
            let line = history.0.len().checked_sub(back).and_then(|place| history.0.get(place)).cloned();
            typed.set(line.unwrap_or_default());
        })
    };
    let on_file = {
        let (context, run) = (context.clone(), run.clone());
        Callback::from(move |file: File| open_script(&context, file, run.clone()))
    };
    let on_end = use_callback(end, |_: MouseEvent, end| end.emit(()));
    let is_ready = engine.is_some();
    html! {
        <form class="console-command" {onsubmit}>
            if is_ready {
                { choice("console-target", strings::SEND_TO, place, &names, on_choose) }
            } else {
                <p class="tools-hint">{ strings::NO_ENGINE_RUNS }</p>
            }
            <div class="tools-field">
                <label for="console-command">{ strings::COMMAND }</label>
                <div class="tools-inline">
                    <input ref={field} id="console-command" class="field mono" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder={strings::COMMAND_HINT} value={(*typed).clone()} disabled={!is_ready} {oninput} {onkeydown} />
                    <button type="submit" class="button primary" disabled={!is_ready}>{ strings::SEND }</button>
                </div>
            </div>
            <p class="tools-hint console-told" role="status">{ (*told).clone() }</p>
            <div class="tools-buttons">
                if let Some((sent, total)) = script {
                    <span role="status">{ strings::script_runs(sent, total) }</span>
                    <button key="end" type="button" class="button small" onclick={on_end}>{ strings::END_SCRIPT }</button>
                } else if is_ready {
                    <FileButton key="script" label={strings::RUN_SCRIPT} accept=".txt,.uci,.script" {on_file} />
                    <span class="tools-hint">{ strings::SCRIPT_HINT }</span>
                }
            </div>
        </form>
    }
}

fn open_script(context: &ToolsContext, file: File, run: Callback<String>) {
    if file.size() > LONGEST {
        context.fault(strings::THE_SCRIPT_WAS_NOT_OPENED, strings::SCRIPT_TOO_LONG);
        return;
    }
    let context = context.clone();
    spawn_local(async move {
        match Content::from(file).bytes().await {
            Ok(bytes) => run.emit(tabia_pgn::decode(&bytes).text.into_owned()),
            Err(error) => context.fault(strings::THE_SCRIPT_WAS_NOT_OPENED, error),
        }
    });
}
