//! The bar at the top: what this is, the pages, how to open a game, theme, settings and help.

use super::dialog::Dialog;
use crate::apps::analysis::settings_store::SettingsDispatcher;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_lab_play;
use crate::platform::bus::LabPlay;
use crate::state::route::{BookSubject, Route};
use crate::state::settings::{SettingsAction, Theme};
use yew::prelude::*;

/// Properties of [`Topbar`].
#[derive(Properties, PartialEq)]
pub struct TopbarProps {
    /// The page that is seen.
    pub route: Route,
    /// The theme that is chosen.
    pub theme: Theme,
    /// Where the theme button sends its change.
    pub settings: SettingsDispatcher,
    /// Where the buttons say which dialog they open.
    pub dialog: UseStateSetter<Option<Dialog>>,
}

/// The page's head.
#[component]
pub fn Topbar(props: &TopbarProps) -> Html {
    let (icon, label, next) = match props.theme {
        Theme::System => (Icon::System, strings::THEME_SYSTEM, Theme::Light),
        Theme::Light => (Icon::Sun, strings::THEME_LIGHT, Theme::Dark),
        Theme::Dark => (Icon::Moon, strings::THEME_DARK, Theme::System),
    };
    let lab_plays = use_lab_play() != LabPlay::Idle;
    let switch_theme = use_callback((props.settings.clone(), next), |_: MouseEvent, (settings, next)| {
        settings.dispatch(SettingsAction::Theme(*next));
    });
    let show = |dialog: Dialog| {
        let setter = props.dialog.clone();
        Callback::from(move |_: MouseEvent| setter.set(Some(dialog.clone())))
    };
    let pages = [
        (Route::Play, strings::PLAY, Icon::Play),
        (Route::Analysis, strings::ANALYSIS, Icon::Board),
        (Route::Lab(None), strings::LAB, Icon::Flask),
        (Route::Library(None), strings::LIBRARY, Icon::Library),
        (Route::Book(BookSubject::Books), strings::BOOK, Icon::Book),
    ];
    html! {
        <header class="topbar">
            <h1 class="brand"><img src="icons/tabia.svg" alt={strings::TABIA} width="28" height="28" /><span class="brand-name" aria-hidden="true">{ strings::TABIA }</span></h1>
            <nav class="pages" aria-label={strings::PAGES}>
                { for pages.into_iter().map(|(route, name, icon)| {
                    let current = route.is_same_page(&props.route).then_some("page");
                    html! {
                        <a key={name} class="page-link" href={route.to_string()} aria-current={current}>
                            <IconView {icon} /><span>{ name }</span>
                            if lab_plays && name == strings::LAB && current.is_none() {
                                <span class="page-busy" title={strings::A_MATCH_IS_BEING_PLAYED}><span class="visually-hidden">{ strings::MATCH_RUNNING_SUFFIX }</span></span>
                            }
                        </a>
                    }
                }) }
            </nav>
            <div class="topbar-actions">
                if props.route == Route::Analysis {
                    <button key="open" type="button" class="button primary" aria-label={strings::OPEN_GAME} onclick={show(Dialog::Open(AttrValue::default()))}>
                        <IconView icon={Icon::Open} /><span class="medium-only">{ strings::OPEN }</span>
                    </button>
                    <button key="recent" type="button" class="button icon wide-only" aria-label={strings::RECENT} title={strings::RECENT_HINT} onclick={show(Dialog::Recent)}>
                        <IconView icon={Icon::Recent} />
                    </button>
                    <button key="new" type="button" class="button new-game" aria-label={strings::NEW_GAME} onclick={show(Dialog::New)}>
                        <IconView icon={Icon::Plus} /><span class="wide-only">{ strings::NEW }</span>
                    </button>
                }
                <button key="theme" type="button" class="button quiet icon wide-only" aria-label={label} title={label} onclick={switch_theme}>
                    <IconView {icon} />
                </button>
                <button key="settings" type="button" class="button quiet icon" aria-label={strings::SETTINGS} title={strings::SETTINGS} onclick={show(Dialog::Settings)}>
                    <IconView icon={Icon::Settings} />
                </button>
                if props.route == Route::Analysis {
                    <button key="keys" type="button" class="button quiet icon wide-only" aria-label={strings::KEYS} title={strings::KEYS_HINT} onclick={show(Dialog::Help)}>
                        <IconView icon={Icon::Keyboard} />
                    </button>
                }
            </div>
        </header>
    }
}
