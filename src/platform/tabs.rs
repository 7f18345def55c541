//! Messages between the tabs of this page, based on `BroadcastChannel`.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};

/// A channel to the other tabs; silent if the browser has no `BroadcastChannel`. Closed when dropped.
#[derive(Debug)]
pub struct Tabs {
    channel: Option<BroadcastChannel>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Tabs {
    /// Joins the channel; `on_word` receives the messages from other tabs.
    pub fn join(name: &str, on_word: impl Fn(&str) + 'static) -> Self {
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(word) = event.data().as_string() {
                on_word(&word);
            }
        });
        let channel = BroadcastChannel::new(name).ok();
        if let Some(channel) = &channel {
            channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        }
        Self { channel, _on_message: on_message }
    }

    /// Sends a message to the other tabs. A tab that cannot be reached will find out when it is next opened.
    pub fn say(&self, word: &str) {
        if let Some(channel) = &self.channel {
            let _ = channel.post_message(&JsValue::from_str(word));
        }
    }
}

impl Drop for Tabs {
    fn drop(&mut self) {
        if let Some(channel) = &self.channel {
            channel.close();
        }
    }
}
