//! Envelope around every message between the page and a worker.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wasm_bindgen::JsValue;

use super::codec::decode;

/// Protocol version, incremented with every incompatible change to any worker's messages. Worker file names have no hash in a
/// debug build, and an old page may load a new worker from the cache: both sides then report it instead of misreading each other.
pub const PROTOCOL: u32 = 9;

/// Number of the worker among those started in the same place, from 1. Identifies messages from a terminated worker.
pub type Generation = u32;

/// Id of a request, repeated in its replies; 0 if there was no request.
pub type RequestId = u32;

/// One message. The protocol version travels with it and is checked before the body is decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope<B> {
    /// Worker that sent or should receive the message.
    pub generation: Generation,
    /// Id of the request that the message makes or answers.
    pub id: RequestId,
    /// Message body, unless the other side uses a different protocol.
    pub body: Result<B, OtherProtocol>,
}

/// The page and the worker come from different builds of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("speaks version {0} of the messages and this page version {PROTOCOL}: reload the page")]
pub struct OtherProtocol(pub u32);

impl<B> Envelope<B> {
    /// Wraps a message.
    pub fn new(generation: Generation, id: RequestId, body: B) -> Self {
        Self { generation, id, body: Ok(body) }
    }

    /// Reply to a side with a different protocol: only this side's version, without a body.
    #[must_use]
    pub fn refusal<T>(&self) -> Option<Envelope<T>> {
        let fault = self.body.as_ref().err()?;
        Some(Envelope { generation: self.generation, id: self.id, body: Err(*fault) })
    }
}

/// The envelope as it is sent.
#[derive(Serialize, Deserialize)]
struct Posted<B> {
    protocol: u32,
    generation: Generation,
    id: RequestId,
    body: B,
}

/// Body that is not decoded yet: only bodies of this protocol can be.
#[derive(Deserialize)]
#[serde(transparent)]
struct Unread(#[serde(with = "serde_wasm_bindgen::preserve")] JsValue);

impl<B: Serialize> Serialize for Envelope<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { generation, id, body } = self;
        let body = body.as_ref().ok();
        Posted { protocol: PROTOCOL, generation: *generation, id: *id, body }.serialize(serializer)
    }
}

impl<'de, B: DeserializeOwned> Deserialize<'de> for Envelope<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Posted { protocol, generation, id, body: Unread(body) } = Posted::deserialize(deserializer)?;
        let body = match protocol {
            PROTOCOL => Ok(decode(body).map_err(serde::de::Error::custom)?),
            other => Err(OtherProtocol(other)),
        };
        Ok(Self { generation, id, body })
    }
}
