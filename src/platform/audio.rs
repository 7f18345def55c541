//! Sounds from samples, by Web Audio.
//!
//! Browsers let a page sound only after the user has done something on it. Nothing is made before [`Speaker::wake`], which is called
//! from such a deed; until then [`Speaker::play`] does nothing.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use web_sys::{AudioBuffer, AudioContext};

/// Plays sounds that are named by `K`: a handle, cheap to clone, equal to its clones.
#[derive(Clone, Debug)]
pub struct Speaker<K>(Rc<Inner<K>>);

#[derive(Debug)]
struct Inner<K> {
    samples: fn(K, f32) -> Vec<f32>,
    state: RefCell<Option<State<K>>>,
}

impl<K> PartialEq for Speaker<K> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Debug)]
struct State<K> {
    context: AudioContext,
    made: HashMap<K, AudioBuffer>,
}

impl<K: Copy + Eq + std::hash::Hash> Speaker<K> {
    /// A speaker; `samples` makes a sound for a number of samples per second.
    pub fn new(samples: fn(K, f32) -> Vec<f32>) -> Self {
        Self(Rc::new(Inner { samples, state: RefCell::default() }))
    }

    /// Makes the speaker ready, in answer to something that the user did.
    pub fn wake(&self) {
        let mut state = self.0.state.borrow_mut();
        if state.is_none() {
            // A browser without Web Audio stays silent.
            *state = AudioContext::new().ok().map(|context| State { context, made: HashMap::new() });
        }
        if let Some(state) = &*state {
            // It may have been put to rest by the browser; what comes of the promise does not matter.
            let _ = state.context.resume();
        }
    }

    /// Whether it can be heard.
    pub fn is_awake(&self) -> bool {
        self.0.state.borrow().is_some()
    }

    /// Plays a sound.
    pub fn play(&self, sound: K) {
        if let Some(state) = self.0.state.borrow_mut().as_mut() {
            // Nobody is told that a sound was not heard: everything that sounds is on the page too.
            let _ = state.play(sound, self.0.samples);
        }
    }
}

impl<K: Copy + Eq + std::hash::Hash> State<K> {
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
