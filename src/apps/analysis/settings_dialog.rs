//! Settings dialog; changes apply at once.

use super::offline_choice::OfflineChoice;
use super::tables_choice::TablesChoice;
use crate::apps::analysis::strings;
use crate::components::events::selected;
use crate::components::modal::Modal;
use crate::components::select::Select;
use crate::hooks::SettingsDispatcher;
use crate::language::Language;
use crate::services::tables::Tablebases;
use crate::state::score::Perspective;
use crate::state::settings::{
    ANIMATIONS_MS, BoardTheme, HASH_MIB, MoveInput, Notation, PieceSet, Settings, SettingsAction, Theme,
};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`SettingsDialog`].
#[derive(Clone, Properties, PartialEq)]
pub struct SettingsDialogProps {
    /// Current settings.
    pub settings: Settings,
    /// Dispatcher for changes.
    pub dispatcher: SettingsDispatcher,
    /// Endgame tablebases.
    pub tables: Tablebases,
    /// Opens the dialog for data stored in this browser.
    pub on_storage: Callback<()>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// All settings.
#[component]
pub fn SettingsDialog(props: &SettingsDialogProps) -> Html {
    let SettingsDialogProps { settings, dispatcher, tables, on_storage, on_close } = props;
    let switch = |id, label, on, action| switch(dispatcher, id, label, on, action);
    let animations: Vec<_> = ANIMATIONS_MS
        .iter()
        .map(|&(ms, name)| (SettingsAction::AnimationMs(ms), name().to_owned()))
        .collect();
    let sizes: Vec<_> =
        HASH_MIB.iter().map(|&mib| (SettingsAction::HashMib(mib), strings::mebibytes(&mib))).collect();
    let languages: Vec<_> = [(Language::System, strings::language_of_browser())]
        .into_iter()
        .chain(Language::ALL)
        .map(|(language, name)| (SettingsAction::Language(language), name.to_owned()))
        .collect();
    let sides = [(Perspective::White, strings::white()), (Perspective::SideToMove, strings::side_to_move())]
        .map(|(side, name)| (SettingsAction::Perspective(side), name.to_owned()));
    let reset = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |_: MouseEvent| dispatcher.dispatch(SettingsAction::Reset))
    };
    let close = on_close.reform(|_: MouseEvent| ());
    html! {
        <Modal title={strings::settings()} on_close={on_close.clone()}>
            <fieldset class="settings">
                <legend>{ strings::looks() }</legend>
                { choice(dispatcher, "language", strings::language(), SettingsAction::Language(settings.language), &languages) }
                { looks(dispatcher, settings) }
                { switch("show-coordinates", strings::coordinates(), settings.show_coordinates, SettingsAction::ShowCoordinates) }
                { switch("show-destinations", strings::show_legal_moves(), settings.show_destinations, SettingsAction::ShowDestinations) }
                { switch("show-introductions", strings::introductions(), settings.show_introductions, SettingsAction::ShowIntroductions) }
                { choice(dispatcher, "animation", strings::animation(), SettingsAction::AnimationMs(settings.animation_ms), &animations) }
            </fieldset>
            <fieldset class="settings">
                <legend>{ strings::moving() }</legend>
                { choice(dispatcher, "move-input", strings::move_pieces_by(), SettingsAction::MoveInput(settings.move_input), &move_inputs()) }
                { switch("always-queen", strings::always_promote_to_queen(), settings.always_promote_to_queen, SettingsAction::AlwaysPromoteToQueen) }
                { switch("wheel-steps", strings::wheel_steps(), settings.wheel_steps, SettingsAction::WheelSteps) }
                { switch("sound", strings::sound(), settings.sound, SettingsAction::Sound) }
                { switch("confirm-resign", strings::confirm_resign(), settings.confirm_resign, SettingsAction::ConfirmResign) }
            </fieldset>
            <fieldset class="settings">
                <legend>{ strings::analysis() }</legend>
                { switch("show-evaluation-bar", strings::evaluation_bar(), settings.show_evaluation_bar, SettingsAction::ShowEvaluationBar) }
                { switch("show-best-move", strings::best_move_arrows(), settings.show_best_move, SettingsAction::ShowBestMove) }
                { choice(dispatcher, "perspective", strings::score_perspective(), SettingsAction::Perspective(settings.perspective), &sides) }
                { choice(dispatcher, "hash", strings::engine_hash(), SettingsAction::HashMib(settings.hash_mib), &sizes) }
            </fieldset>
            <OfflineChoice />
            <TablesChoice tables={tables.clone()} />
            <div class="setting">
                <span>{ strings::stored_data_note() }</span>
                <button type="button" class="button" onclick={on_storage.reform(|_: MouseEvent| ())}>{ strings::stored_data() }</button>
            </div>
            <div class="setting">
                <span>{ strings::NAME_AND_VERSION }</span>
                <a href={strings::ABOUT_ADDRESS} target="_blank">{ strings::about() }</a>
            </div>
            <div class="modal-actions">
                <button type="button" class="button spread" onclick={reset}>{ strings::reset_all() }</button>
                <button type="button" class="button primary" onclick={close}>{ strings::done() }</button>
            </div>
        </Modal>
    }
}

/// Theme, board, pieces and notation, with a preview.
fn looks(dispatcher: &SettingsDispatcher, settings: &Settings) -> Html {
    let themes = [
        (Theme::System, strings::system()),
        (Theme::Light, strings::light()),
        (Theme::Dark, strings::dark()),
    ]
    .map(|(theme, name)| (SettingsAction::Theme(theme), name.to_owned()));
    let boards = BoardTheme::ALL
        .map(|theme| (SettingsAction::BoardTheme(theme), strings::board_theme(theme).to_owned()));
    let sets = PieceSet::ALL.map(|set| (SettingsAction::PieceSet(set), strings::piece_set(set).to_owned()));
    let notations = [(Notation::Letters, strings::letters()), (Notation::Figurines, strings::figurines())]
        .map(|(notation, name)| (SettingsAction::Notation(notation), name.to_owned()));
    html! {
        <>
            <div class="looks" role="img" aria-label={strings::looks_preview()}>
                <div class="looks-board">
                    { for ["white", "black"].into_iter().enumerate().flat_map(|(row, color)| {
                        "KQRBNP".chars().enumerate().map(move |(column, piece)| html! {
                            <span class={if (row + column) % 2 == 0 { "cell" } else { "cell dark" }}>
                                <span class={format!("piece {color} {piece}")} />
                            </span>
                        })
                    }) }
                </div>
                <span class="looks-moves san">{ strings::LOOKS_MOVES }</span>
            </div>
            { choice(dispatcher, "theme", strings::theme(), SettingsAction::Theme(settings.theme), &themes) }
            { choice(dispatcher, "board-theme", strings::squares(), SettingsAction::BoardTheme(settings.board_theme), &boards) }
            { choice(dispatcher, "piece-set", strings::pieces(), SettingsAction::PieceSet(settings.piece_set), &sets) }
            { choice(dispatcher, "notation", strings::moves_are_written(), SettingsAction::Notation(settings.notation), &notations) }
        </>
    }
}

fn move_inputs() -> [(SettingsAction, String); 3] {
    [
        (MoveInput::Both, strings::drag_or_clicks()),
        (MoveInput::Drag, strings::drag_only()),
        (MoveInput::Click, strings::clicks_only()),
    ]
    .map(|(input, name)| (SettingsAction::MoveInput(input), name.to_owned()))
}

fn switch(
    dispatcher: &SettingsDispatcher,
    id: &'static str,
    label: &'static str,
    on: bool,
    action: fn(bool) -> SettingsAction,
) -> Html {
    let dispatcher = dispatcher.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            dispatcher.dispatch(action(input.checked()));
        }
    });
    html! {
        <label class="setting" for={id}>
            <span>{ label }</span>
            <input {id} class="setting-switch" type="checkbox" checked={on} {onchange} />
        </label>
    }
}

fn choice(
    dispatcher: &SettingsDispatcher,
    id: &'static str,
    label: &'static str,
    chosen: SettingsAction,
    options: &[(SettingsAction, String)],
) -> Html {
    let actions: Vec<SettingsAction> = options.iter().map(|(action, _)| *action).collect();
    let dispatcher = dispatcher.clone();
    let onchange = Callback::from(move |event: Event| {
        let index = selected(&event);
        if let Some(&action) = index.and_then(|index| actions.get(index)) {
            dispatcher.dispatch(action);
        }
    });
    html! {
        <div class="setting">
            <label for={id}>{ label }</label>
            <Select {id} {onchange}>
                { for options.iter().map(|(action, name)| html! {
                    <option key={name.clone()} selected={*action == chosen}>{ name }</option>
                }) }
            </Select>
        </div>
    }
}
