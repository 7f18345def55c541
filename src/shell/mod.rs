//! The frame of the page: the analysis, which is always loaded, and the applications that are loaded on first view.

mod import_bar;
mod introduction;
mod lazy_app;
mod page_links;
mod parts;
mod store_fault;
mod strings;
mod topbar;
mod update_bar;

use crate::apps::analysis::{App, Dialog, PageStart, SkipLinks};
use crate::hooks::{
    SETTINGS_KEY, SettingsHandle, settings_fault, use_page_of_route, use_route, use_settings_store,
};
use crate::language::tr;
use crate::services::matches::controller::match_library::MatchLibrary;
use crate::services::suites;
use crate::state::route::Route;
use crate::storage::{Database, aside};
use import_bar::ImportBar;
use introduction::Introduction;
use lazy_app::LazyApp;
pub(crate) use parts::load_memory_limiter;
use parts::{BOOK, LAB, LIBRARY, PLAY, TOOLS};
use store_fault::StoreFaultBar;
use topbar::Topbar;
use update_bar::UpdateBar;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`Shell`].
#[derive(Properties, PartialEq)]
pub struct ShellProps {
    /// Initial state of the page.
    pub start: PageStart,
}

/// The whole page. A visited application stays mounted and is only hidden, so its state is not lost.
#[component]
pub fn Shell(props: &ShellProps) -> Html {
    let route = use_route();
    use_page_of_route(&route);
    // A match that was running when the page was closed resumes, whatever page is visible.
    let was_playing = *use_memo((), |()| !MatchLibrary::were_running().is_empty());
    // So does a run of a test suite.
    let was_solving = *use_memo((), |()| suites::was_running().is_some());
    let dialog = use_state_eq(|| None::<Dialog>);
    let settings = use_settings_store();
    use_effect_with((), |()| set_unreadable_settings_aside());
    html! {
        <ContextProvider<SettingsHandle> context={settings}>
            if route == Route::Analysis { <SkipLinks key="skip" /> }
            <Topbar key="topbar" route={route.clone()} dialog={dialog.setter()} />
            <Introduction key="introduction" route={route.clone()} />
            <App key="analysis" start={props.start.clone()} {dialog} />
            <LazyApp key="play" part={PLAY} is_seen={matches!(route, Route::Play(_))} />
            <LazyApp key="lab" part={LAB} is_seen={matches!(route, Route::Lab(_))} is_wanted={was_playing} />
            <LazyApp key="library" part={LIBRARY} is_seen={matches!(route, Route::Library(_))} />
            <LazyApp key="book" part={BOOK} is_seen={matches!(route, Route::Book(_))} />
            <LazyApp key="tools" part={TOOLS} is_seen={matches!(route, Route::Tools(_))} is_wanted={was_solving} />
            <UpdateBar key="update" />
            <StoreFaultBar key="store" />
            <ImportBar key="import" />
        </ContextProvider<SettingsHandle>>
    }
}

/// Sets unreadable settings aside, so that they are not lost; the page continues with the defaults.
fn set_unreadable_settings_aside() {
    if let Some(reason) = settings_fault() {
        spawn_local(async move {
            // If that fails they stay in place, and changes are lost with the page.
            let _ =
                aside::set_setting_aside(&Database::of_page(), SETTINGS_KEY, tr!("the settings"), &reason)
                    .await;
        });
    }
}
