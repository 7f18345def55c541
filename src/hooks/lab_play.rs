//! Whether the Lab plays: it is another application on the same page, and marks the page's root.

use super::window_event::use_window_event;
use crate::platform::bus::{BY_CLOCK, LAB_PLAYS, PLAYING_MARK};
use web_sys::Event;
use yew::prelude::*;

/// What the Lab of this page is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabPlay {
    /// No match is being played.
    Idle,
    /// One whose games are the same on a busy machine: at fixed nodes or depth.
    Untimed,
    /// One in which time counts: what else the machine does changes its games.
    Timed,
}

/// What the Lab is doing, rendered anew when that changes.
#[hook]
pub fn use_lab_play() -> LabPlay {
    let play = use_state_eq(lab_play);
    let on_change = use_callback(play.setter(), |_: Event, play| play.set(lab_play()));
    use_window_event(LAB_PLAYS, on_change);
    *play
}

fn lab_play() -> LabPlay {
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    match root.and_then(|root| root.get_attribute(PLAYING_MARK)).as_deref() {
        None => LabPlay::Idle,
        Some(BY_CLOCK) => LabPlay::Timed,
        Some(_) => LabPlay::Untimed,
    }
}
