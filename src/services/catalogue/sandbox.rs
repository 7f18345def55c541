//! Foreign engines in an isolated frame: `docs/foreign-engines.md`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::language::tr;
use crate::services::matches::build::{Closer, ForeignEngine, ForeignError, ForeignPort};
use futures::channel::oneshot;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, Event, HtmlIFrameElement, MessageChannel, MessageEvent, MessagePort};

/// Document of the frame. The page's policy (`www/index.html`) lists its script by hash.
const DOCUMENT: &str = include_str!("../../../www/foreign-frame.html");

/// Time limit for the frame to start, in milliseconds. It loads nothing from the network.
const START_MS: u32 = 15_000;

/// Reason why a foreign engine has no sandbox.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SandboxError {
    /// No document to put it in.
    #[error("{}", tr!("there is no page"))]
    NoPage,
    /// The browser cannot create it; carries its message.
    #[error("{}", tr!("its sandbox could not be made: {reason}", reason = _0))]
    Refused(String),
    /// The frame does not accept the engine's files; carries the message.
    #[error("{}", tr!("its files could not be handed to its sandbox: {reason}", reason = _0))]
    Files(String),
    /// The frame does not respond.
    #[error("{}", tr!("its sandbox did not start; does this browser allow sandboxed frames?"))]
    NotStarted,
    /// The frame was removed before it responded.
    #[error("{}", tr!("its sandbox is gone"))]
    Gone,
}

/// Frame with the files of one foreign engine, which can be started in it any number of times. The frame and all its engines are removed
/// when this and the closers of all its ports are dropped.
#[derive(Debug)]
pub struct Sandbox {
    frame: HtmlIFrameElement,
    control: MessagePort,
    next: Cell<u32>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.control.close();
        self.frame.remove();
    }
}

impl Sandbox {
    /// Creates a frame for an engine with these files, its script first.
    ///
    /// # Errors
    /// If the browser blocks the frame, or the frame does not accept the files.
    pub async fn load(files: &[(String, Blob)]) -> Result<Rc<Self>, SandboxError> {
        let body =
            web_sys::window().and_then(|window| window.document()?.body()).ok_or(SandboxError::NoPage)?;
        let frame = shut_frame().map_err(|error| refused(&error))?;
        let refused = |error: JsValue| refused(&error);
        let channel = MessageChannel::new().map_err(refused)?;
        let sandbox = Rc::new(Self { frame, control: channel.port1(), next: Cell::new(0) });

        let (sender, receiver) = oneshot::channel::<Result<(), SandboxError>>();
        let sender = Rc::new(RefCell::new(Some(sender)));
        let answer = move |result| {
            if let Some(sender) = sender.borrow_mut().take() {
                // The receiver may be gone.
                let _ = sender.send(result);
            }
        };
        let on_load = {
            let (frame, files, answer) =
                (sandbox.frame.clone(), list(files).map_err(refused)?, answer.clone());
            let port = channel.port2();
            Closure::once(move |_: Event| {
                if let Err(error) = hand_over(&frame, &files, &port) {
                    answer(Err(refused(error)));
                }
            })
        };
        let on_answer = {
            let answer = answer.clone();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let text = |key: &str| {
                    Reflect::get(&event.data(), &JsValue::from_str(key))
                        .ok()
                        .and_then(|value| value.as_string())
                };
                match text("tabia").as_deref() {
                    Some("loaded") => answer(Ok(())),
                    Some("refused") => {
                        let message = text("message").unwrap_or_default();
                        answer(Err(SandboxError::Files(message)));
                    }
                    _ => {}
                }
            })
        };
        sandbox.frame.set_onload(Some(on_load.as_ref().unchecked_ref()));
        sandbox.control.set_onmessage(Some(on_answer.as_ref().unchecked_ref()));
        body.append_child(&sandbox.frame).map_err(refused)?;
        let _limit = Timeout::new(START_MS, move || {
            answer(Err(SandboxError::NotStarted));
        });
        let result = receiver.await.unwrap_or(Err(SandboxError::Gone));
        // The closures are dropped here.
        sandbox.frame.set_onload(None);
        sandbox.control.set_onmessage(None);
        result.map(|()| sandbox)
    }

    /// Starts an engine. Returns its port, and a closer that ends it regardless of the port's other end.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn open(self: &Rc<Self>) -> Result<ForeignPort, ForeignError> {
        let id = self.next.get();
        self.next.set(id + 1);
        let refused = |error: JsValue| ForeignError(tabia_worker::abi::error_text(&error));
        let channel = MessageChannel::new().map_err(refused)?;
        let port = channel.port2();
        control(&self.control, "open", id, &Array::of1(&port)).map_err(refused)?;
        let sandbox = self.clone();
        let close: Closer = Box::new(move || {
            // The frame lives as long as this, and ignores engines already closed.
            let _ = control(&sandbox.control, "close", id, &Array::new());
        });
        Ok(ForeignPort { port: channel.port1(), close })
    }
}

fn refused(error: &JsValue) -> SandboxError {
    SandboxError::Refused(tabia_worker::abi::error_text(error))
}

/// Creates a frame that may only run scripts: opaque origin, no forms, no windows, no navigation of the parent.
fn shut_frame() -> Result<HtmlIFrameElement, JsValue> {
    let document =
        web_sys::window().and_then(|window| window.document()).ok_or_else(|| tr!("there is no page"))?;
    let frame: HtmlIFrameElement = document.create_element("iframe")?.unchecked_into();
    for (name, value) in [
        ("sandbox", "allow-scripts"),
        ("title", "Sandbox of a chess engine"),
        ("hidden", ""),
        ("aria-hidden", "true"),
        ("srcdoc", DOCUMENT),
    ] {
        frame.set_attribute(name, value)?;
    }
    Ok(frame)
}

impl ForeignEngine for Rc<Sandbox> {
    fn open(&self) -> Result<ForeignPort, ForeignError> {
        Sandbox::open(self)
    }
}

fn control(port: &MessagePort, word: &str, id: u32, transfer: &Array) -> Result<(), JsValue> {
    let message = Object::new();
    Reflect::set(&message, &"tabia".into(), &word.into())?;
    Reflect::set(&message, &"id".into(), &id.into())?;
    port.post_message_with_transferable(&message, transfer)
}

fn list(files: &[(String, Blob)]) -> Result<Array, JsValue> {
    let list = Array::new();
    for (name, blob) in files {
        let file = Object::new();
        Reflect::set(&file, &"name".into(), &name.as_str().into())?;
        Reflect::set(&file, &"blob".into(), blob)?;
        list.push(&file);
    }
    Ok(list)
}

fn hand_over(frame: &HtmlIFrameElement, files: &Array, port: &MessagePort) -> Result<(), JsValue> {
    let window = frame.content_window().ok_or_else(|| tr!("the frame has no window"))?;
    let message = Object::new();
    Reflect::set(&message, &"tabia".into(), &"sandbox".into())?;
    Reflect::set(&message, &"files".into(), files)?;
    // An opaque origin cannot be named as a target; the frame's document is the page's own.
    window.post_message_with_transfer(&message, "*", &Array::of1(port))
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::DOCUMENT;

    /// Encodes Base64 (RFC 4648), as used for hashes in Content-Security-Policy.
    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for group in bytes.chunks(3) {
            let bits = group
                .iter()
                .enumerate()
                .fold(0_u32, |bits, (place, byte)| bits | u32::from(*byte) << (16 - 8 * place));
            for digit in 0..4 {
                let index = (bits >> (18 - 6 * digit)) as usize & 63;
                text.push(if digit <= group.len() { char::from(DIGITS[index]) } else { '=' });
            }
        }
        text
    }

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn both_policies_name_the_frames_script() {
        let script = DOCUMENT.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>"));
        let (script, _) = script.expect("one script");
        let hash = format!("'sha256-{}'", base64(&Sha256::digest(script)));
        assert!(DOCUMENT.contains(&hash), "www/foreign-frame.html should say {hash}");
        assert!(include_str!("../../../www/index.html").contains(&hash), "www/index.html should say {hash}");
    }
}
