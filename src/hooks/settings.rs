//! The settings: saved in the browser's local storage, applied to the page.

use crate::language::tr;
use crate::platform::local::storage;
use crate::state::settings::{Notation, Settings, SettingsAction, Theme};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use yew::prelude::*;

/// Key in local storage; `theme.js` reads it before the first paint.
pub const STORAGE_KEY: &str = "tabia.settings";

/// Dispatcher of settings changes.
pub type SettingsDispatcher = UseReducerDispatcher<SettingsStore>;

/// The settings as a store for Yew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsStore(pub Settings);

impl Reducible for SettingsStore {
    type Action = SettingsAction;

    fn reduce(self: Rc<Self>, action: SettingsAction) -> Rc<Self> {
        // Another tab may have changed other settings: those stay. In a private window, or if storage is full, changes last
        // as long as the page.
        // Unreadable settings are not overwritten: they are about to be set aside.
        let _ = load().map(|kept| save(&kept.unwrap_or_default().reduce(action)));
        Rc::new(Self(self.0.reduce(action)))
    }
}

/// The settings with their dispatcher; the frame of the page provides them as a context to all applications.
pub type SettingsHandle = UseReducerHandle<SettingsStore>;

/// Returns the settings; re-renders when they change.
///
/// # Panics
/// Without a surrounding [`ContextProvider`] of [`SettingsHandle`]: the frame of the page (`src/shell`) has one around everything.
#[hook]
pub fn use_settings() -> SettingsHandle {
    use_context::<SettingsHandle>().expect("the frame of the page provides the settings")
}

/// Returns the saved settings; changes are saved. For the frame of the page only.
#[hook]
pub fn use_settings_store() -> SettingsHandle {
    let settings = use_reducer_eq(|| SettingsStore(load().ok().flatten().unwrap_or_default().in_range()));
    use_effect_with((*settings).clone(), |store| apply(&store.0));
    // Texts are looked up once, so that another language needs a new page.
    let language = *use_memo((), |()| settings.0.language);
    use_effect_with(settings.0.language, move |chosen| {
        if *chosen != language {
            // If the browser refuses, the language changes with the next visit.
            let _ = web_sys::window().map(|window| window.location().reload());
        }
    });
    settings
}

/// Returns why the saved settings cannot be read; `None` if they can, or if there are none.
pub fn settings_fault() -> Option<String> {
    load().err()
}

fn load() -> Result<Option<Settings>, String> {
    let text = storage().and_then(|storage| storage.get_item(STORAGE_KEY).ok().flatten());
    let Some(text) = text else { return Ok(None) };
    let value = js_sys::JSON::parse(&text).map_err(|_| tr!("they are not JSON").to_owned())?;
    serde_wasm_bindgen::from_value(value).map(Some).map_err(|error| error.to_string())
}

fn save(settings: &Settings) -> Result<(), JsValue> {
    let value = serde_wasm_bindgen::to_value(settings).map_err(JsValue::from)?;
    let text: String = js_sys::JSON::stringify(&value)?.into();
    storage().map_or(Ok(()), |storage| storage.set_item(STORAGE_KEY, &text))
}

fn apply(settings: &Settings) {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(root) = document.and_then(|document| document.document_element()) else { return };
    // Setting an attribute with a valid name never fails.
    let _ = match settings.theme {
        Theme::System => root.remove_attribute("data-theme"),
        Theme::Light => root.set_attribute("data-theme", "light"),
        Theme::Dark => root.set_attribute("data-theme", "dark"),
    };
    let _ = root.set_attribute("data-board", settings.board_theme.word());
    let _ = root.set_attribute("data-pieces", settings.piece_set.word());
    let _ = match settings.notation {
        Notation::Letters => root.remove_attribute("data-notation"),
        Notation::Figurines => root.set_attribute("data-notation", "figurines"),
    };
    // Purely visual settings are left to the style sheet and don't touch the board.
    for (name, shown) in [
        ("data-coordinates", settings.show_coordinates),
        ("data-introductions", settings.show_introductions),
        ("data-destinations", settings.show_destinations),
        ("data-evaluation-bar", settings.show_evaluation_bar),
    ] {
        let _ = if shown { root.remove_attribute(name) } else { root.set_attribute(name, "off") };
    }
    if let Ok(root) = root.dyn_into::<web_sys::HtmlElement>() {
        let style = root.style();
        // The default duration is left to the style sheet, which respects reduced motion.
        let _ = if settings.animation_ms == Settings::default().animation_ms {
            style.remove_property("--move-time").map(|_| ())
        } else {
            style.set_property("--move-time", &format!("{}ms", settings.animation_ms))
        };
    }
}
