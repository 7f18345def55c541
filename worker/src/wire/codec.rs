//! Messages as JavaScript values.
//!
//! gloo-worker's own codec is bincode, which cannot carry a compiled `WebAssembly.Module` or a `SharedArrayBuffer` and panics on
//! anything it cannot decode. This one is `serde_wasm_bindgen`: fields marked `serde_wasm_bindgen::preserve` pass through
//! `postMessage` unchanged.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// A value that is not the expected message: the page and the worker come from different builds.
#[derive(Debug, Clone, thiserror::Error)]
#[error("a message could not be {action}: {reason}")]
pub struct CodecError {
    action: &'static str,
    reason: String,
}

/// Converts a message to a JavaScript value for `postMessage`.
///
/// # Errors
/// When a field has no JavaScript representation.
pub fn encode<T: Serialize>(message: &T) -> Result<JsValue, CodecError> {
    serde_wasm_bindgen::to_value(message)
        .map_err(|error| CodecError { action: "encoded", reason: error.to_string() })
}

/// Decodes a value that [`encode`] made on the other side.
///
/// # Errors
/// When the value has another shape.
pub fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, CodecError> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| CodecError { action: "decoded", reason: error.to_string() })
}

/// The codec as a gloo-worker `Codec`.
///
/// The trait has no error type, so errors are thrown: they reach the page's `onerror`, and the worker is replaced.
#[cfg(feature = "serve")]
#[derive(Debug)]
pub struct PreservingCodec;

#[cfg(feature = "serve")]
impl gloo_worker::Codec for PreservingCodec {
    fn encode<I: Serialize>(input: I) -> JsValue {
        encode(&input).unwrap_or_else(|error| wasm_bindgen::throw_str(&error.to_string()))
    }

    fn decode<O: for<'de> serde::Deserialize<'de>>(input: JsValue) -> O {
        decode(input).unwrap_or_else(|error| wasm_bindgen::throw_str(&error.to_string()))
    }
}
