//! Sounds of a game. Nothing plays before the user has interacted with the page, or while sounds are off.

use web_sys::Event;
use yew::prelude::*;

use super::context::PlayContext;
use crate::hooks::use_window_event;
use crate::platform::audio::Speaker;
use crate::platform::observable::Observe;
use crate::services::play::{PlayEvent, SoundCue};
use crate::state::sound::{Sound, samples};

/// Plays the service's sounds if they are on.
#[hook]
pub fn use_sounds(context: &PlayContext, is_on: bool) {
    let speaker = (*use_memo((), |()| Speaker::new(samples))).clone();
    let wake =
        use_callback((speaker.clone(), is_on), |_: Event, (speaker, is_on): &(Speaker<Sound>, bool)| {
            if *is_on {
                speaker.wake();
            }
        });
    // The events that browsers count as user interaction.
    use_window_event("click", wake.clone());
    use_window_event("pointerup", wake.clone());
    use_window_event("keydown", wake);
    use_effect_with((context.play.clone(), is_on), move |(play, is_on)| {
        let is_on = *is_on;
        let subscription = play.subscribe(move |event| {
            if let PlayEvent::Sound(cue) = event
                && is_on
            {
                speaker.play(sound(*cue));
            }
        });
        move || drop(subscription)
    });
}

fn sound(cue: SoundCue) -> Sound {
    match cue {
        SoundCue::Move => Sound::Move,
        SoundCue::Capture => Sound::Capture,
        SoundCue::Check => Sound::Check,
        SoundCue::End => Sound::End,
        SoundCue::LowTime => Sound::LowTime,
        SoundCue::Ask => Sound::Ask,
    }
}
