//! Games to annotate: pasted, or from files, the library, the board or the games saved in this browser.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use super::source::{kept_games, open_games, text_of};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::components::events::input_value;
use crate::components::file_button::FileButton;
use crate::components::icon::Icon;
use crate::services::reports::handed;
use crate::services::reports::run::MOST_GAMES;
use crate::storage::files::now_ms;

/// Thirty days, in milliseconds.
const MONTH_MS: f64 = 30.0 * 86_400_000.0;
/// Maximum size of text shown in the field, in bytes; longer text would slow down every key press.
const LONG: usize = 200_000;

/// Properties of [`GamesField`].
#[derive(Properties, PartialEq)]
pub struct GamesFieldProps {
    /// Games as PGN.
    pub text: AttrValue,
    /// Emits the new games.
    pub on_text: Callback<String>,
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether the text contains no game.
    pub is_wrong: bool,
}

/// Games field with the other sources of games.
#[component]
pub fn GamesField(props: &GamesFieldProps) -> Html {
    let GamesFieldProps { text, on_text, context, is_wrong } = props;
    use_handed(on_text, context);
    let oninput = use_callback(on_text.clone(), |event: InputEvent, on_text| {
        on_text.emit(input_value(&event).unwrap_or_default());
    });
    let on_files = use_callback((on_text.clone(), context.clone()), |files, (on_text, context)| {
        read_files(files, on_text, context);
    });
    let open = use_callback((on_text.clone(), context.clone()), |_: MouseEvent, (on_text, context)| {
        let (on_text, context) = (on_text.clone(), context.clone());
        spawn_local(async move {
            match open_games(MOST_GAMES).await {
                (_, 0) => context.news(strings::no_open_games()),
                (text, count) => take(text, strings::open_games_taken(count), &on_text, &context),
            }
        });
    });
    let kept = |within_ms: f64| {
        let (on_text, context) = (on_text.clone(), context.clone());
        Callback::from(move |_: MouseEvent| {
            let (on_text, context) = (on_text.clone(), context.clone());
            spawn_local(async move {
                match kept_games(within_ms, now_ms(), MOST_GAMES).await {
                    Ok((_, 0)) => context.news(strings::no_kept_games()),
                    Ok((text, count)) => take(text, strings::kept_games_taken(count), &on_text, &context),
                    Err(reason) => context.fault(strings::no_kept_games(), reason),
                }
            });
        })
    };
    let clear = on_text.reform(|_: MouseEvent| String::new());
    html! {
        <fieldset class="annotate-games">
            <legend>{ strings::games() }</legend>
            if text.len() > LONG {
                <p class="tools-hint">{ strings::long_text(text.len()) }</p>
            } else {
                <textarea class="field mono" rows="6" aria-label={strings::games_as_pgn()} placeholder={strings::games_placeholder()} aria-invalid={is_wrong.then_some("true")} value={text.clone()} {oninput} />
            }
            <div class="annotate-buttons">
                <FileButton label={strings::open_pgn_files()} accept=".pgn,.txt,application/x-chess-pgn" class="button small" icon={Icon::Open} {on_files} />
                <button type="button" class="button small" onclick={open}>{ strings::open_games() }</button>
                <button type="button" class="button small" onclick={kept(MONTH_MS)}>{ strings::kept_this_month() }</button>
                <button type="button" class="button small" onclick={kept(f64::INFINITY)}>{ strings::kept_all() }</button>
                <a class="button small" href="#/library">{ strings::from_library() }</a>
                if !text.is_empty() { <button type="button" class="button small quiet" onclick={clear}>{ strings::clear() }</button> }
            </div>
            <p class="tools-hint">{ strings::from_library_hint() }</p>
        </fieldset>
    }
}

/// Puts games into the field and shows a message.
fn take(text: String, words: String, on_text: &Callback<String>, context: &ToolsContext) {
    on_text.emit(text);
    context.news(words);
}

/// Receives games sent from the library.
#[hook]
fn use_handed(on_text: &Callback<String>, context: &ToolsContext) {
    use_effect_with((on_text.clone(), context.clone()), |(on_text, context)| {
        let (on_text, context) = (on_text.clone(), context.clone());
        let look = move || {
            if let Some(games) = handed::take() {
                take(games.pgn, strings::library_games_taken(games.count), &on_text, &context);
            }
        };
        look();
        let listener = handed::listen(look);
        move || drop(listener)
    });
}

/// Reads the chosen files one after another.
fn read_files(files: Vec<File>, on_text: &Callback<String>, context: &ToolsContext) {
    let (on_text, context) = (on_text.clone(), context.clone());
    spawn_local(async move {
        let mut all = String::new();
        for file in &files {
            match text_of(file).await {
                Ok(text) => all = all + text.trim_end() + "\n\n",
                Err(reason) => context.fault(strings::file_not_opened(), reason),
            }
        }
        if !all.is_empty() {
            on_text.emit(all);
        }
    });
}
