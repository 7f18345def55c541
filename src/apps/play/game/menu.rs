//! Menu of a game: what is rarely needed.

use yew::prelude::*;

use super::dialogs::PlayDialog;
use super::draft::MoveDraft;
use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::menu::{Menu, MenuEntry, MenuPart};
use crate::hooks::use_settings;
use crate::platform::vibration;
use crate::state::play::prefs::PlayPref;
use crate::state::settings::SettingsAction;

/// Properties of [`GameMenu`].
#[derive(Properties, PartialEq)]
pub struct GameMenuProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Opens a dialog.
    pub open: Callback<Option<PlayDialog>>,
    /// Sets the draft.
    pub set_draft: Callback<Option<MoveDraft>>,
}

/// Button that opens the menu, and the menu.
#[component]
pub fn GameMenu(props: &GameMenuProps) -> Html {
    let button = use_node_ref();
    let at = use_state_eq(|| None::<(f64, f64)>);
    let settings = use_settings();
    let is_sounding = settings.0.sound;
    let sound = use_callback((settings.dispatcher(), is_sounding), |(), (settings, is_on)| {
        settings.dispatch(SettingsAction::Sound(!*is_on));
    });
    let onclick = {
        let (button, at) = (button.clone(), at.setter());
        Callback::from(move |_: MouseEvent| {
            let place = button.cast::<web_sys::Element>().map(|button| button.get_bounding_client_rect());
            at.set(place.map(|place| (place.left(), place.bottom())));
        })
    };
    let close = use_callback(at.setter(), |(), at| at.set(None));
    let expanded = at.is_some().to_string();
    html! {
        <>
            <button ref={button} type="button" class="button play-action" aria-haspopup="menu" aria-expanded={expanded} {onclick}>
                <IconView icon={Icon::More} /><span>{ strings::menu() }</span>
            </button>
            if let Some(at) = *at {
                <Menu label={strings::menu()} {at} parts={parts(props, MenuEntry { checked: Some(is_sounding), ..MenuEntry::new(strings::sounds(), "", sound) })} on_close={close} />
            }
        </>
    }
}

/// Returns the sections of the menu: about this game, and preferences.
fn parts(props: &GameMenuProps, sounds: MenuEntry) -> Vec<MenuPart> {
    let (game, preferences) = (game_entries(props), preferences(props, sounds));
    [game, preferences].into_iter().filter(|part| !part.is_empty()).map(MenuPart::List).collect()
}

fn game_entries(props: &GameMenuProps) -> Vec<MenuEntry> {
    let GameMenuProps { context, shown, open, set_draft } = props;
    let snapshot = &shown.snapshot;
    if !snapshot.is_running() {
        return Vec::new();
    }
    let setup = shown.game.setup();
    let on = |action: fn(&PlayContext)| {
        let context = context.clone();
        Callback::from(move |()| action(&context))
    };
    let show = |dialog: PlayDialog| open.reform(move |()| Some(dialog.clone()));
    let mut entries = Vec::new();
    if setup.has_engine() {
        let now = MenuEntry::new(strings::move_now(), "", on(|context| context.play.move_now()));
        entries.push(now.enabled(snapshot.can_move_now()));
    }
    if setup.has_engine() && setup.has_human() {
        let replace =
            MenuEntry::new(strings::replace_reply(), "", set_draft.reform(|()| Some(MoveDraft::Replace)));
        entries.push(replace.enabled(snapshot.replaceable().is_some()));
    }
    if context.play.clocks().iter().any(Option::is_some) {
        entries.push(MenuEntry::new(strings::set_clocks(), "", show(PlayDialog::Clocks)));
    }
    entries.push(MenuEntry::new(strings::set_aside(), "", on(|context| context.play.leave())));
    entries
        .push(MenuEntry { is_danger: true, ..MenuEntry::new(strings::abort(), "", show(PlayDialog::Abort)) });
    entries
}

fn preferences(props: &GameMenuProps, sounds: MenuEntry) -> Vec<MenuEntry> {
    let GameMenuProps { context, shown, .. } = props;
    let setup = shown.game.setup();
    let entry = |label: &'static str, pref: PlayPref| MenuEntry {
        checked: Some(context.prefs.is_on(pref)),
        ..MenuEntry::new(label, "", context.toggle.reform(move |()| pref))
    };
    let is_against_engine = setup.human().is_some();
    let is_between_people = !setup.has_engine();
    let offered = [
        (setup.has_human(), strings::confirm_moves(), PlayPref::ConfirmMoves),
        (is_against_engine, strings::warn_of_blunders(), PlayPref::WarnOfBlunders),
        (is_between_people, strings::turn_board(), PlayPref::TurnBoard),
        (vibration::is_available(), strings::vibrate(), PlayPref::Vibrate),
    ];
    let own = offered.into_iter().filter(|(is_offered, ..)| *is_offered);
    std::iter::once(sounds).chain(own.map(|(_, label, pref)| entry(label, pref))).collect()
}
