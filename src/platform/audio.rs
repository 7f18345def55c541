//! Sounds from samples, played with Web Audio.
//!
//! Browsers allow sound only after a user gesture on the page. Nothing is created before [`Speaker::wake`], which is called from such
//! a gesture; until then [`Speaker::play`] does nothing.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use web_sys::{AudioBuffer, AudioContext};

/// Player for sounds named by `K`: a handle, cheap to clone, equal to its clones.
#[derive(Clone, Debug)]
pub struct Speaker<K>(Rc<SpeakerInner<K>>);

#[derive(Debug)]
struct SpeakerInner<K> {
    samples: fn(K, f32) -> Vec<f32>,
    state: RefCell<Option<SpeakerState<K>>>,
}

impl<K> PartialEq for Speaker<K> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Debug)]
struct SpeakerState<K> {
    context: AudioContext,
    made: HashMap<K, AudioBuffer>,
}

impl<K: Copy + Eq + std::hash::Hash> Speaker<K> {
    /// Creates a speaker; `samples` generates a sound for a given sample rate in hertz.
    pub fn new(samples: fn(K, f32) -> Vec<f32>) -> Self {
        Self(Rc::new(SpeakerInner { samples, state: RefCell::default() }))
    }

    /// Enables the speaker, in response to a user gesture.
    pub fn wake(&self) {
        let mut state = self.0.state.borrow_mut();
        if state.is_none() {
            // Without Web Audio, the page stays silent.
            *state = AudioContext::new().ok().map(|context| SpeakerState { context, made: HashMap::new() });
        }
        if let Some(state) = &*state {
            // The browser may have suspended it; the result of the promise doesn't matter.
            let _ = state.context.resume();
        }
    }

    /// Returns whether sounds can be heard.
    pub fn is_awake(&self) -> bool {
        self.0.state.borrow().is_some()
    }

    /// Plays a sound.
    pub fn play(&self, sound: K) {
        if let Some(state) = self.0.state.borrow_mut().as_mut() {
            // A missed sound is not reported: everything is also visible on the page.
            let _ = state.play(sound, self.0.samples);
        }
    }
}

impl<K: Copy + Eq + std::hash::Hash> SpeakerState<K> {
    fn play(&mut self, sound: K, make: fn(K, f32) -> Vec<f32>) -> Option<()> {
        let rate = self.context.sample_rate();
        if !self.made.contains_key(&sound) {
            let samples = make(sound, rate);
            let buffer = self.context.create_buffer(1, u32::try_from(samples.len()).ok()?, rate).ok()?;
            buffer.copy_to_channel(&samples, 0).ok()?;
            self.made.insert(sound, buffer);
        }
        let source = self.context.create_buffer_source().ok()?;
        source.set_buffer(self.made.get(&sound));
        source.connect_with_audio_node(&self.context.destination()).ok()?;
        source.start().ok()
    }
}
