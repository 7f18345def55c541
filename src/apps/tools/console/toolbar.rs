//! What is shown of the lines, and what can be done with them.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::listing::{Shared, arrow, engine_name};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::{choice, is_checked, save_text, text_of};
use crate::apps::tools::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_settings;
use crate::platform::turns::next_turn;
use crate::services::wiretap::ring::Direction;
use crate::services::wiretap::{self, Listed};
use crate::state::settings::SettingsAction;

/// What is to be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Of this engine only.
    pub engine: Option<u32>,
    /// In this direction only.
    pub direction: Option<Direction>,
    /// What is looked for.
    pub text: String,
    /// Whether lines without it are left out.
    pub matches_only: bool,
    /// Whether what comes is not shown.
    pub is_paused: bool,
    /// Whether the newest lines are in sight.
    pub follows: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            engine: None,
            direction: None,
            text: String::new(),
            matches_only: true,
            is_paused: false,
            follows: true,
        }
    }
}

impl Wanted {
    /// What decides which lines are shown.
    pub fn narrowing(&self) -> (Option<u32>, Option<Direction>, String) {
        (self.engine, self.direction, if self.matches_only { self.text.clone() } else { String::new() })
    }

    /// Whether lines are left out.
    pub fn is_narrow(&self) -> bool {
        self.narrowing() != (None, None, String::new())
    }
}

/// Properties of [`Toolbar`].
#[derive(Properties, PartialEq)]
pub struct ToolbarProps {
    /// What the parts of the page share.
    pub context: ToolsContext,
    /// What is to be seen.
    pub wanted: Wanted,
    /// The engines.
    pub engines: Vec<Listed>,
    /// How many lines are shown.
    pub count: usize,
    /// The lines that are shown.
    pub shown: Shared,
    /// Something else is to be seen.
    pub on_change: Callback<Wanted>,
    /// The next line with the text is wanted, or the one before.
    pub on_find: Callback<bool>,
    /// The lines are to be forgotten.
    pub on_clear: Callback<()>,
}

/// The directions, in the order of the choice.
const DIRECTIONS: [Option<Direction>; 4] =
    [None, Some(Direction::Sent), Some(Direction::Received), Some(Direction::Remark)];

/// The bar.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let ToolbarProps { context, wanted, engines, count, shown, on_change, on_find, on_clear } = props;
    let with = |edit: fn(&mut Wanted)| {
        let (wanted, on_change) = (wanted.clone(), on_change.clone());
        Callback::from(move |_: MouseEvent| {
            let mut next = wanted.clone();
            edit(&mut next);
            on_change.emit(next);
        })
    };
    let names: Vec<String> =
        std::iter::once(strings::ALL_ENGINES.to_owned()).chain(engines.iter().map(listed)).collect();
    let numbers: Vec<Option<u32>> =
        std::iter::once(None).chain(engines.iter().map(|listed| Some(listed.number))).collect();
    let place = numbers.iter().position(|number| *number == wanted.engine).unwrap_or(0);
    let on_engine = changed(wanted, on_change, move |wanted, place| {
        wanted.engine = numbers.get(place).copied().flatten();
    });
    let directions = [strings::BOTH_DIRECTIONS, strings::TO_ENGINES, strings::FROM_ENGINES, strings::REMARKS]
        .map(str::to_owned);
    let direction = DIRECTIONS.iter().position(|direction| *direction == wanted.direction).unwrap_or(0);
    let on_direction = changed(wanted, on_change, |wanted, place| {
        wanted.direction = DIRECTIONS.get(place).copied().flatten();
    });
    let oninput =
        use_callback((wanted.clone(), on_change.clone()), |event: InputEvent, (wanted, on_change)| {
            on_change.emit(Wanted { text: text_of(&event), ..wanted.clone() });
        });
    let onkeydown = use_callback(on_find.clone(), |event: KeyboardEvent, on_find| {
        if event.key() == "Enter" {
            event.prevent_default();
            on_find.emit(!event.shift_key());
        }
    });
    let only = use_callback((wanted.clone(), on_change.clone()), |event: Event, (wanted, on_change)| {
        on_change.emit(Wanted { matches_only: is_checked(&event), ..wanted.clone() });
    });
    let before = use_callback(on_find.clone(), |_: MouseEvent, on_find| on_find.emit(false));
    let after = use_callback(on_find.clone(), |_: MouseEvent, on_find| on_find.emit(true));
    let clear = use_callback(on_clear.clone(), |_: MouseEvent, on_clear| on_clear.emit(()));
    let export = use_callback((context.clone(), shown.clone()), |_: MouseEvent, (context, shown)| {
        export(context, shown);
    });
    let settings = use_settings();
    let sound = settings.0.sound;
    let switch_sound = use_callback((settings.dispatcher(), sound), |_: MouseEvent, (settings, sound)| {
        settings.dispatch(SettingsAction::Sound(!*sound));
    });
    html! {
        <>
            <header class="tools-head">
                <h2>{ strings::CONSOLE }</h2>
                <span class="tools-hint">{ strings::lines(*count) }</span>
                <button type="button" class="button small" aria-pressed={sound.to_string()} onclick={switch_sound}>{ if sound { strings::SOUNDS_ON } else { strings::SOUNDS_OFF } }</button>
            </header>
            <div class="console-filters">
                { choice("console-engine", strings::ENGINE, place, &names, on_engine) }
                { choice("console-direction", strings::DIRECTION, direction, &directions, on_direction) }
                <div class="tools-field">
                    <label for="console-search">{ strings::SEARCH }</label>
                    <input id="console-search" class="field" type="search" autocomplete="off" spellcheck="false" placeholder={strings::SEARCH_HINT} value={wanted.text.clone()} {oninput} {onkeydown} />
                </div>
            </div>
            <div class="tools-buttons">
                <label class="tools-check"><input type="checkbox" checked={wanted.matches_only} onchange={only} /><span>{ strings::MATCHES_ONLY }</span></label>
                <button type="button" class="button small" disabled={wanted.text.trim().is_empty()} onclick={before}>{ strings::PREVIOUS_MATCH }</button>
                <button type="button" class="button small" disabled={wanted.text.trim().is_empty()} onclick={after}>{ strings::NEXT_MATCH }</button>
                <span class="tools-gap" />
                <button type="button" class="button small" aria-pressed={wanted.is_paused.to_string()} onclick={with(|wanted| wanted.is_paused = !wanted.is_paused)}>
                    <IconView icon={if wanted.is_paused { Icon::Play } else { Icon::Pause }} />{ if wanted.is_paused { strings::GO_ON } else { strings::PAUSE } }
                </button>
                <button type="button" class="button small" disabled={wanted.follows} onclick={with(|wanted| wanted.follows = true)}><IconView icon={Icon::Last} />{ strings::NEWEST }</button>
                <button type="button" class="button small" disabled={*count == 0} onclick={export}><IconView icon={Icon::Download} />{ strings::EXPORT }</button>
                <button type="button" class="button small" onclick={clear}><IconView icon={Icon::Delete} />{ strings::CLEAR }</button>
            </div>
        </>
    }
}

fn changed(
    wanted: &Wanted,
    on_change: &Callback<Wanted>,
    edit: impl Fn(&mut Wanted, usize) + 'static,
) -> Callback<usize> {
    let (wanted, on_change) = (wanted.clone(), on_change.clone());
    Callback::from(move |place: usize| {
        let mut next = wanted.clone();
        edit(&mut next, place);
        on_change.emit(next);
    })
}

/// How an engine stands in the choice.
fn listed(listed: &Listed) -> String {
    let name = engine_name(listed);
    if listed.is_running { name } else { strings::has_ended(&name) }
}

/// Saves the lines that are shown as a text; written in slices.
fn export(context: &ToolsContext, shown: &Shared) {
    let (context, numbers) = (context.clone(), shown.numbers());
    spawn_local(async move {
        let engines = wiretap::engines();
        let mut text = String::new();
        for part in numbers.chunks(2_000) {
            wiretap::with_lines(|ring| {
                for entry in part.iter().filter_map(|number| ring.get(*number)) {
                    let name = engines.iter().find(|listed| listed.number == entry.engine).map(engine_name);
                    let (symbol, ..) = arrow(entry.direction);
                    for piece in [
                        &*strings::time(entry.at_ms),
                        " ",
                        &*name.unwrap_or_default(),
                        " ",
                        symbol,
                        " ",
                        &*entry.text,
                        "\n",
                    ] {
                        text.push_str(piece);
                    }
                }
            });
            next_turn().await;
        }
        if let Err(reason) = save_text("console.txt", &text) {
            context.fault(strings::NOT_SAVED, reason);
        }
    });
}
