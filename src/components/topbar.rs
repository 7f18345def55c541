//! The bar at the top: what this is, how to open a game, theme, settings and help.

use super::icon::{Icon, IconView};
use crate::hooks::SettingsDispatcher;
use crate::state::settings::{SettingsAction, Theme};
use yew::prelude::*;

/// Properties of [`Topbar`].
#[derive(Properties, PartialEq)]
pub struct TopbarProps {
    /// The theme that is chosen.
    pub theme: Theme,
    /// Where the theme button sends its change.
    pub settings: SettingsDispatcher,
    /// Open a game.
    pub on_open: Callback<MouseEvent>,
    /// Begin a new one.
    pub on_new: Callback<MouseEvent>,
    /// Show the settings.
    pub on_settings: Callback<MouseEvent>,
    /// Show the keys.
    pub on_help: Callback<MouseEvent>,
}

/// The page's head.
#[component]
pub fn Topbar(props: &TopbarProps) -> Html {
    let (icon, label, next) = match props.theme {
        Theme::System => (Icon::System, "Theme: as the system", Theme::Light),
        Theme::Light => (Icon::Sun, "Theme: light", Theme::Dark),
        Theme::Dark => (Icon::Moon, "Theme: dark", Theme::System),
    };
    let switch_theme = use_callback((props.settings.clone(), next), |_: MouseEvent, (settings, next)| {
        settings.dispatch(SettingsAction::Theme(*next));
    });
    html! {
        <header class="topbar">
            <h1 class="brand"><img src="icons/tabia.svg" alt="" width="28" height="28" />{ "Tabia" }</h1>
            <p class="tagline">{ "Chess analysis on your own machine" }</p>
            <div class="topbar-actions">
                <button type="button" class="button primary" onclick={props.on_open.clone()}>
                    <IconView icon={Icon::Open} /><span>{ "Open" }<span class="wide-only">{ " game" }</span></span>
                </button>
                <button type="button" class="button new-game" aria-label="New game" onclick={props.on_new.clone()}>
                    <IconView icon={Icon::Plus} /><span class="wide-only">{ "New" }</span>
                </button>
                <button type="button" class="button quiet icon" aria-label={label} title={label} onclick={switch_theme}>
                    <IconView {icon} />
                </button>
                <button type="button" class="button quiet icon" aria-label="Settings" title="Settings" onclick={props.on_settings.clone()}>
                    <IconView icon={Icon::Settings} />
                </button>
                <button type="button" class="button quiet icon wide-only" aria-label="Keys" title="Keys (?)" onclick={props.on_help.clone()}>
                    <IconView icon={Icon::Keyboard} />
                </button>
            </div>
        </header>
    }
}
