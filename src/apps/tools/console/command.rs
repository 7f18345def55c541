//! Command line with history on the arrow keys.

use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

use super::history::CommandHistory;
use super::listing::{engine_name, said};
use super::script::use_script;
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::components::events;
use crate::components::file_button::FileButton;
use crate::components::icon::Icon;
use crate::components::select_field::SelectField;
use crate::services::uci_log::{self, LoggedEngine};
use crate::storage::Content;

/// Maximum size of a script, in bytes.
const LONGEST: f64 = 4e6;

/// Properties of [`ConsoleCommandLine`].
#[derive(Properties, PartialEq)]
pub struct ConsoleCommandLineProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Engines.
    pub engines: Vec<LoggedEngine>,
    /// Target engine of commands.
    pub engine: Option<u32>,
    /// Emits the newly chosen engine.
    pub on_engine: Callback<u32>,
}

/// Command field with engine choice and script.
#[component]
pub fn ConsoleCommandLine(props: &ConsoleCommandLineProps) -> Html {
    let ConsoleCommandLineProps { context, engines, engine, on_engine } = props;
    let told = use_state_eq(String::new);
    let running: Vec<LoggedEngine> = engines.iter().filter(|listed| listed.is_running).cloned().collect();
    let place = running.iter().position(|listed| Some(listed.number) == *engine).unwrap_or(0);
    // The chosen engine may have exited: commands go to the one that the list shows.
    let engine = running.get(place).map(|listed| listed.number);
    let Typing { field, typed, oninput, onsubmit, onkeydown } = use_typing(engine, told.setter());
    let (script, run, end) = use_script(engine, told.setter());
    let on_files = {
        let (context, run) = (context.clone(), run.clone());
        Callback::from(move |files: Vec<File>| open_script(&context, files, run.clone()))
    };
    let on_end = use_callback(end, |_: MouseEvent, end| end.emit(()));
    let is_ready = engine.is_some();
    html! {
        <form class="console-command" {onsubmit}>
            if is_ready {
                { target(&running, place, on_engine) }
            } else {
                <p class="tools-hint">{ strings::no_engine_runs() }</p>
            }
            <div class="tools-field">
                <label for="console-command">{ strings::command() }</label>
                <div class="tools-inline">
                    <input ref={field} id="console-command" class="field mono" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder={strings::COMMAND_HINT} value={typed} disabled={!is_ready} {oninput} {onkeydown} />
                    <button type="submit" class="button primary" disabled={!is_ready}>{ strings::send() }</button>
                </div>
            </div>
            <p class="tools-hint console-told" role="status">{ (*told).clone() }</p>
            <div class="tools-buttons">
                if let Some((sent, total)) = script {
                    <span role="status">{ strings::script_runs(sent, total) }</span>
                    <button key="end" type="button" class="button small" onclick={on_end}>{ strings::end_script() }</button>
                } else if is_ready {
                    <FileButton key="script" label={strings::run_script()} accept=".txt,.uci,.script" is_multiple={false} class="button" icon={Icon::Open} {on_files} />
                    <span class="tools-hint">{ strings::script_hint() }</span>
                }
            </div>
        </form>
    }
}

/// Choice among the running engines.
fn target(running: &[LoggedEngine], chosen: usize, on_engine: &Callback<u32>) -> Html {
    let names: Vec<AttrValue> = running.iter().map(|listed| engine_name(listed).into()).collect();
    let numbers: Vec<u32> = running.iter().map(|listed| listed.number).collect();
    let on_choose = {
        let on_engine = on_engine.clone();
        Callback::from(move |place: usize| {
            if let Some(number) = numbers.get(place) {
                on_engine.emit(*number);
            }
        })
    };
    html! { <SelectField id="console-target" class="tools-field" label={strings::send_to()} {names} {chosen} {on_choose} /> }
}

/// Command field: its text and event handlers.
struct Typing {
    field: NodeRef,
    typed: String,
    oninput: Callback<InputEvent>,
    onsubmit: Callback<SubmitEvent>,
    onkeydown: Callback<KeyboardEvent>,
}

/// Sends typed commands to the engine; `told` receives the outcome.
#[hook]
fn use_typing(engine: Option<u32>, told: UseStateSetter<String>) -> Typing {
    let typed = use_state_eq(String::new);
    let history = use_mut_ref(CommandHistory::default);
    let field = use_node_ref();
    let oninput = events::typed(&typed);
    let onsubmit = {
        let (typed, history, field) = (typed.setter(), history.clone(), field.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // Reads the field rather than the state: renders lag behind when an engine is verbose.
            let Some(field) = field.cast::<HtmlInputElement>() else { return };
            let line = field.value().trim().to_owned();
            let Some(engine) = engine.filter(|_| !line.is_empty()) else { return };
            told.set(said(uci_log::command(engine, &line)));
            history.borrow_mut().add(line);
            // If the state is still empty, setting it doesn't re-render.
            field.set_value("");
            typed.set(String::new());
        })
    };
    let onkeydown = {
        let typed = typed.setter();
        Callback::from(move |event: KeyboardEvent| {
            let line = match event.key().as_str() {
                "ArrowUp" => history.borrow_mut().back(),
                "ArrowDown" => history.borrow_mut().forward(),
                _ => return,
            };
            event.prevent_default();
            typed.set(line);
        })
    };
    Typing { field, typed: (*typed).clone(), oninput, onsubmit, onkeydown }
}

/// Reads the first file as a script and runs it.
fn open_script(context: &ToolsContext, files: Vec<File>, run: Callback<String>) {
    let Some(file) = files.into_iter().next() else { return };
    if file.size() > LONGEST {
        context.fault(strings::the_script_was_not_opened(), strings::script_too_long());
        return;
    }
    let context = context.clone();
    spawn_local(async move {
        match Content::from(file).bytes().await {
            Ok(bytes) => run.emit(tabia_pgn::decode(&bytes).text.into_owned()),
            Err(error) => context.fault(strings::the_script_was_not_opened(), error),
        }
    });
}
