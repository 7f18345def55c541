//! Sounds and vibration of a game. Nothing plays before the user has interacted with the page, or while sounds are off.

use web_sys::Event;
use yew::prelude::*;

use super::context::PlayContext;
use crate::hooks::use_window_event;
use crate::platform::audio::Speaker;
use crate::platform::observable::Observe;
use crate::platform::vibration::vibrate;
use crate::services::play::{PlayEvent, PlaySnapshot, SoundCue};
use crate::state::sound::{Sound, samples};

/// Plays the service's sounds if they are on, and makes the device vibrate if that is on.
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
    let vibrates = context.prefs.vibrate;
    use_effect_with((context.play.clone(), is_on, vibrates), move |(play, is_on, vibrates)| {
        let (is_on, vibrates, own) = (*is_on, *vibrates, play.clone());
        let subscription = play.subscribe(move |event| {
            let PlayEvent::Sound(cue) = event else { return };
            if is_on {
                speaker.play(sound(*cue));
            }
            if vibrates && let Some(ms) = vibration_ms(*cue, &own.snapshot()) {
                vibrate(ms);
            }
        });
        move || drop(subscription)
    });
}

/// Returns how long the device vibrates, in milliseconds: when the opponent has moved or offers something, and when the game ends.
fn vibration_ms(cue: SoundCue, snapshot: &PlaySnapshot) -> Option<u32> {
    let human = snapshot.game.as_ref()?.setup().human()?;
    match cue {
        SoundCue::Move | SoundCue::Capture | SoundCue::Check => {
            (snapshot.to_move() == Some(human)).then_some(40)
        }
        SoundCue::Ask | SoundCue::LowTime => Some(80),
        SoundCue::End => Some(200),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::game::LiveGame;
    use crate::state::play::setup::{PlaySetup, SidePlayer};
    use std::rc::Rc;

    #[test]
    fn the_device_vibrates_for_the_opponents_moves_only() {
        let snapshot = |players: [SidePlayer; 2]| {
            let setup = PlaySetup { players, ..PlaySetup::default() };
            let game = LiveGame::new(String::new(), setup, 0.0).unwrap();
            PlaySnapshot { game: Some(Rc::new(game)), ..PlaySnapshot::default() }
        };
        // White is to move: Black has just moved.
        let ms = |cue, players| vibration_ms(cue, &snapshot(players));
        assert_eq!(ms(SoundCue::Capture, [SidePlayer::human(), SidePlayer::level(3)]), Some(40));
        assert_eq!(
            ms(SoundCue::Capture, [SidePlayer::level(3), SidePlayer::human()]),
            None,
            "one's own move"
        );
        assert_eq!(ms(SoundCue::End, [SidePlayer::level(3), SidePlayer::human()]), Some(200));
        assert_eq!(ms(SoundCue::Move, [SidePlayer::human(), SidePlayer::human()]), None, "both are looking");
        assert_eq!(ms(SoundCue::Move, [SidePlayer::level(3), SidePlayer::level(3)]), None);
    }
}
