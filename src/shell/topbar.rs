//! The bar at the top: title, actions of the visible page, theme and settings.

use super::page_links::PageLinks;
use super::strings;
use crate::apps::analysis::{BarActions, Dialog};
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_settings;
use crate::state::route::Route;
use crate::state::settings::{SettingsAction, Theme};
use yew::prelude::*;

/// Properties of [`Topbar`].
#[derive(Properties, PartialEq)]
pub struct TopbarProps {
    /// Visible page.
    pub route: Route,
    /// Dialog to open, set by the buttons.
    pub dialog: UseStateSetter<Option<Dialog>>,
}

/// The page's header. On a phone, the links to the pages are at the bottom of the window (`layout.css`).
#[component]
pub fn Topbar(props: &TopbarProps) -> Html {
    let settings = use_settings();
    let (icon, label, next) = match settings.0.theme {
        Theme::System => (Icon::System, strings::theme_system(), Theme::Light),
        Theme::Light => (Icon::Sun, strings::theme_light(), Theme::Dark),
        Theme::Dark => (Icon::Moon, strings::theme_dark(), Theme::System),
    };
    let switch_theme = use_callback((settings.dispatcher(), next), |_: MouseEvent, (settings, next)| {
        settings.dispatch(SettingsAction::Theme(*next));
    });
    let show_settings =
        use_callback(props.dialog.clone(), |_: MouseEvent, dialog| dialog.set(Some(Dialog::Settings)));
    html! {
        <header class="topbar">
            <h1 class="brand"><img src="icons/tabia.svg" alt={strings::tabia()} width="28" height="28" /><span class="brand-name" aria-hidden="true">{ strings::tabia() }</span></h1>
            <PageLinks key="pages" route={props.route.clone()} />
            <div class="topbar-actions">
                if props.route == Route::Analysis {
                    <BarActions key="actions" dialog={props.dialog.clone()} />
                }
                <button key="theme" type="button" class="button quiet icon wide-only" aria-label={label} title={label} onclick={switch_theme}>
                    <IconView {icon} />
                </button>
                <button key="settings" type="button" class="button quiet icon" aria-label={strings::settings()} title={strings::settings()} onclick={show_settings}>
                    <IconView icon={Icon::Settings} />
                </button>
            </div>
        </header>
    }
}
