//! Keyboard shortcuts of the page.

use super::comment_panel::COMMENT_ID;
use super::dialog::Dialog;
use super::move_input::MOVE_INPUT_ID;
use super::speech::evaluation_in_words;
use super::target::AnalysisTarget;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::hooks::SettingsStore;
use crate::hooks::use_window_event;
use crate::platform::document::{focus_soon, is_dialog_open};
use crate::services::browsed::BrowsedList;
use crate::state::drawing::DrawingMode;
use crate::state::game::GameAction;
use crate::state::keys::{KeyCommand, KeyPress, Modifiers};
use crate::state::settings::{Settings, SettingsAction};
use crate::state::threat::ThreatMode;
use std::rc::Rc;
use tabia_pgn::NodeId;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// Everything that affects how the page handles keys: visibility, open dialog, drawing mode and speech.
#[derive(Clone, PartialEq)]
pub struct Foreground {
    /// Whether the page is visible.
    pub active: bool,
    /// Open dialog.
    pub dialog: UseStateHandle<Option<Dialog>>,
    /// Drawing mode.
    pub drawing: DrawingMode,
    /// Changes the drawing mode.
    pub on_drawing: Callback<DrawingMode>,
    /// Announces a text to screen readers.
    pub speak: Callback<String>,
}

/// Handles key presses wherever the focus is, unless it is on a form control or another page is visible.
#[hook]
pub fn use_keys(
    game: &GameDispatcher,
    settings: &UseReducerHandle<SettingsStore>,
    feed: &AnalysisFeed,
    subject: &Rc<AnalysisTarget>,
    foreground: Foreground,
    threat: &UseStateHandle<ThreatMode>,
) {
    let parts =
        (game.clone(), settings.clone(), feed.clone(), Rc::clone(subject), foreground, threat.clone());
    let callback =
        use_callback(parts, |event: KeyboardEvent, (game, settings, feed, subject, foreground, threat)| {
            let Foreground { active, dialog, drawing, on_drawing, speak } = foreground;
            if !active || event.default_prevented() || is_on_field(&event) || dialog.is_some() {
                return;
            }
            let key = event.key();
            let held = held(&event);
            if matches!(key.as_str(), " " | "Enter") && is_on_control(&event) {
                // These keys press the focused button.
                return;
            }
            if held == Modifiers::Nothing && key.eq_ignore_ascii_case("x") {
                threat.set(threat.toggled(subject.place));
                return;
            }
            let code = event.code();
            let press = KeyPress { key: &key, code: &code, held, shift: event.shift_key() };
            if let Some(next) = drawing.by_key(press) {
                on_drawing.emit(next);
                return event.prevent_default();
            }
            let Some(command) = KeyCommand::of(press) else { return };
            let act = |action: GameAction| game.dispatch(StoreAction::Do(action));
            let (_, node) = subject.place;
            match command {
                KeyCommand::Next => act(GameAction::Next),
                KeyCommand::Previous => act(GameAction::Previous),
                KeyCommand::First => act(GameAction::First),
                KeyCommand::Last => act(GameAction::Last),
                KeyCommand::NextSibling => act(GameAction::NextSibling),
                KeyCommand::PreviousSibling => act(GameAction::PreviousSibling),
                KeyCommand::NextFork => act(GameAction::NextFork),
                KeyCommand::PreviousFork => act(GameAction::PreviousFork),
                KeyCommand::NextWithGlyph(nag) => act(GameAction::NextWithGlyph(nag)),
                KeyCommand::Flip => act(GameAction::Flip),
                KeyCommand::ToggleEngine => {
                    settings.dispatch(SettingsAction::EngineOn(!settings.0.engine_on));
                }
                KeyCommand::EngineOrBestMove => {
                    if !settings.0.engine_on {
                        settings.dispatch(SettingsAction::EngineOn(true));
                    } else if let Some(m) = best_move(feed, subject) {
                        act(GameAction::Play(m));
                    }
                }
                KeyCommand::Undo => act(GameAction::Undo),
                KeyCommand::Redo => act(GameAction::Redo),
                // At the start of the game this would delete all moves, which nobody intends.
                KeyCommand::Delete if node == NodeId::ROOT => {}
                KeyCommand::Delete => act(GameAction::Delete(node)),
                KeyCommand::Glyph(nag) => act(GameAction::ToggleNag(node, nag)),
                KeyCommand::Comment => focus_soon(COMMENT_ID),
                KeyCommand::TypeMove => focus_soon(MOVE_INPUT_ID),
                KeyCommand::Glyphs => dialog.set(Some(Dialog::Glyphs(node))),
                KeyCommand::Evaluation => {
                    let Settings { perspective, engine_on, .. } = settings.0;
                    speak.emit(evaluation_in_words(&feed.state(), subject, perspective, engine_on));
                }
                KeyCommand::Explain => dialog.set(Some(Dialog::Explain)),
                KeyCommand::PreviousGame => step_game(game, false),
                KeyCommand::NextGame => step_game(game, true),
                KeyCommand::Recent => dialog.set(Some(Dialog::Recent)),
                // Help works on every page ([`use_help_key`]); dialogs close themselves.
                KeyCommand::Help | KeyCommand::Escape => return,
            }
            // Arrows, Home, End and space would scroll the page.
            event.prevent_default();
        });
    use_window_event("keydown", callback);
}

/// Opens the list of keys with `?` on every page, unless the user is typing or a dialog is open.
#[hook]
pub fn use_help_key(dialog: &UseStateHandle<Option<Dialog>>) {
    let on_key = use_callback(dialog.clone(), |event: KeyboardEvent, dialog| {
        let is_free =
            dialog.is_none() && !event.default_prevented() && !is_typing(&event) && !is_dialog_open();
        if event.key() == "?" && held(&event) == Modifiers::Nothing && is_free {
            event.prevent_default();
            dialog.set(Some(Dialog::Help));
        }
    });
    use_window_event("keydown", on_key);
}

/// Goes to the next or previous game: of the library list if one is shown, else of the open text.
fn step_game(game: &GameDispatcher, is_forward: bool) {
    if !BrowsedList::of_page().step(is_forward) {
        game.dispatch(StoreAction::Do(GameAction::StepGame(is_forward)));
    }
}

/// Returns the engine's best move, if it is for the position on the board.
fn best_move(feed: &AnalysisFeed, subject: &AnalysisTarget) -> Option<tabia_chess::Move> {
    let analysis = feed.state();
    let is_current = analysis.request().is_some_and(|request| request.is_same_position(&subject.request));
    (is_current && !subject.is_threat).then(|| analysis.best_move()).flatten()
}

fn held(event: &KeyboardEvent) -> Modifiers {
    match (event.ctrl_key() || event.meta_key(), event.alt_key()) {
        (false, false) => Modifiers::Nothing,
        (true, false) => Modifiers::Control,
        (_, true) => Modifiers::Others,
    }
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into::<Element>().ok())
}

/// Returns whether the key goes into a text field.
fn is_typing(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|element| is_text_field(&element))
}

/// Returns whether the focus is on a form control that handles keys itself, as a list does letters and arrows.
fn is_on_field(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|element| element.tag_name() == "SELECT" || is_field(&element))
}

/// Returns whether the element accepts text input.
pub fn is_text_field(element: &Element) -> bool {
    let kind = element.get_attribute("type");
    is_field(element) && !matches!(kind.as_deref(), Some("checkbox" | "radio" | "range" | "color"))
}

fn is_field(element: &Element) -> bool {
    matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA") || element.has_attribute("contenteditable")
}

fn is_on_control(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|element| matches!(element.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY"))
}
