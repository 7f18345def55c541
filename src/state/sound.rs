//! The sounds of a game, made from numbers: short wooden knocks for moves, tones for what wants attention. No file is needed.
//!
//! A sound is a list of strikes. A strike is a tone with two overtones, which fades, and noise for its beginning, which is what makes
//! a knock sound like wood.

use std::f32::consts::TAU;

/// What is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A piece is put down.
    Move,
    /// A piece is put down where another one stood.
    Capture,
    /// A king is attacked.
    Check,
    /// Time is running out.
    LowTime,
    /// The game is over.
    End,
    /// Something wants an answer.
    Ask,
}

impl Sound {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Move, Self::Capture, Self::Check, Self::LowTime, Self::End, Self::Ask];

    fn strikes(self) -> &'static [Strike] {
        match self {
            Self::Move => &[Strike { at: 0.0, hertz: 240.0, fade: 0.030, tone: 0.50, noise: 0.35 }],
            Self::Capture => &[
                Strike { at: 0.0, hertz: 310.0, fade: 0.022, tone: 0.45, noise: 0.55 },
                Strike { at: 0.045, hertz: 190.0, fade: 0.040, tone: 0.50, noise: 0.30 },
            ],
            Self::Check => &[
                Strike { at: 0.0, hertz: 240.0, fade: 0.030, tone: 0.45, noise: 0.35 },
                Strike { at: 0.07, hertz: 660.0, fade: 0.110, tone: 0.28, noise: 0.0 },
            ],
            Self::LowTime => &[
                Strike { at: 0.0, hertz: 880.0, fade: 0.045, tone: 0.25, noise: 0.0 },
                Strike { at: 0.13, hertz: 880.0, fade: 0.045, tone: 0.25, noise: 0.0 },
            ],
            Self::End => &[
                Strike { at: 0.0, hertz: 392.0, fade: 0.160, tone: 0.28, noise: 0.0 },
                Strike { at: 0.16, hertz: 494.0, fade: 0.160, tone: 0.28, noise: 0.0 },
                Strike { at: 0.32, hertz: 587.0, fade: 0.260, tone: 0.28, noise: 0.0 },
            ],
            Self::Ask => &[
                Strike { at: 0.0, hertz: 523.0, fade: 0.090, tone: 0.26, noise: 0.0 },
                Strike { at: 0.12, hertz: 659.0, fade: 0.130, tone: 0.26, noise: 0.0 },
            ],
        }
    }
}

/// One stroke of a sound.
struct Strike {
    /// When it begins, in seconds.
    at: f32,
    /// Its lowest tone.
    hertz: f32,
    /// After this time it is quieter by a factor of e, in seconds.
    fade: f32,
    /// How loud the tone is, 0 to 1.
    tone: f32,
    /// How loud the noise is, 0 to 1.
    noise: f32,
}

/// A strike is heard for so many times its fading.
const FADES: f32 = 6.0;
/// The noise of a strike fades in this time, in seconds.
const NOISE_FADE: f32 = 0.004;
/// The tone swells for this time, so that it does not click, in seconds.
const ATTACK: f32 = 0.0015;

/// The samples of a sound, between -1 and 1, for a rate in samples per second.
pub fn samples(sound: Sound, rate: f32) -> Vec<f32> {
    let strikes = sound.strikes();
    let end = strikes.iter().map(|strike| strike.at + FADES * strike.fade).fold(0.0, f32::max);
    let count = (end * rate) as usize;
    let mut noise = 0x2545_f491_u32;
    let mut samples = Vec::with_capacity(count);
    for index in 0..count {
        let time = index as f32 / rate;
        // xorshift: the same noise each time.
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        let white = noise as f32 / u32::MAX as f32 * 2.0 - 1.0;
        let value: f32 = strikes.iter().map(|strike| strike.at_time(time, white)).sum();
        // The last samples go to zero, so that the end does not click.
        let tail = ((count - index) as f32 / (0.004 * rate)).min(1.0);
        samples.push((value * tail).clamp(-1.0, 1.0));
    }
    samples
}

impl Strike {
    fn at_time(&self, time: f32, white: f32) -> f32 {
        let since = time - self.at;
        if since < 0.0 {
            return 0.0;
        }
        let wave = |part: f32, loud: f32| (TAU * self.hertz * part * since).sin() * loud;
        // Overtones of a struck bar are not whole multiples.
        let tone = wave(1.0, 0.7) + wave(2.76, 0.2) + wave(5.4, 0.1);
        let swell = (since / ATTACK).min(1.0);
        tone * swell * (-since / self.fade).exp() * self.tone
            + white * (-since / NOISE_FADE).exp() * self.noise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_audible_and_ends_quietly() {
        for sound in Sound::ALL {
            let samples = samples(sound, 48_000.0);
            let loudest = samples.iter().fold(0.0_f32, |loudest, sample| loudest.max(sample.abs()));
            assert!((0.1..=1.0).contains(&loudest), "{sound:?} {loudest}");
            assert!(samples.len() < 48_000 * 2, "{sound:?}");
            assert!(samples.last().is_some_and(|last| last.abs() < 0.01), "{sound:?}");
            assert!(samples.iter().all(|sample| sample.is_finite()));
        }
    }

    #[test]
    fn sounds_differ() {
        let all: Vec<_> = Sound::ALL.iter().map(|&sound| samples(sound, 8_000.0)).collect();
        for (index, one) in all.iter().enumerate() {
            assert!(all.iter().skip(index + 1).all(|other| other != one));
        }
        assert!(samples(Sound::Move, 0.0).is_empty());
    }
}
