//! Synthesised sounds for games: short wooden knocks for moves, tones for alerts. No audio files.
//!
//! A sound is a list of strikes. A strike is a fading tone with two overtones plus a short burst of noise at its start, which makes a knock
//! sound like wood.

use std::f32::consts::TAU;

/// Kind of sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A piece was moved.
    Move,
    /// A piece was captured.
    Capture,
    /// The king is in check.
    Check,
    /// Time is running low.
    LowTime,
    /// The game is over.
    End,
    /// The user must respond.
    Ask,
}

impl Sound {
    /// All sounds.
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

/// One strike of a sound.
struct Strike {
    /// Start time in seconds.
    at: f32,
    /// Fundamental frequency.
    hertz: f32,
    /// Time constant of the decay in seconds: after it the tone is quieter by a factor of e.
    fade: f32,
    /// Volume of the tone, 0 to 1.
    tone: f32,
    /// Volume of the noise, 0 to 1.
    noise: f32,
}

/// Length of a strike, in multiples of its time constant.
const FADES: f32 = 6.0;
/// Time constant of the noise, in seconds.
const NOISE_FADE: f32 = 0.004;
/// Attack time of the tone in seconds, which avoids a click.
const ATTACK: f32 = 0.0015;

/// Returns the samples of a sound, from -1 to 1, at a rate in samples per second.
pub fn samples(sound: Sound, rate: f32) -> Vec<f32> {
    let strikes = sound.strikes();
    let end = strikes.iter().map(|strike| strike.at + FADES * strike.fade).fold(0.0, f32::max);
    let count = (end * rate) as usize;
    let mut noise = 0x2545_f491_u32;
    let mut samples = Vec::with_capacity(count);
    for index in 0..count {
        let time = index as f32 / rate;
        // xorshift: the same noise every time.
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        let white = noise as f32 / u32::MAX as f32 * 2.0 - 1.0;
        let value: f32 = strikes.iter().map(|strike| strike.at_time(time, white)).sum();
        // The last samples fade to zero, which avoids a click at the end.
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
        // The overtones of a struck bar are not integer multiples.
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
