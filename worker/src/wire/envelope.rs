//! The envelope of every message between the page and a worker.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wasm_bindgen::JsValue;

use super::codec::decode;

/// Counts up with every incompatible change of any worker's messages. The names of the workers' files carry no hash in a
/// debug build, and an old page may find a new worker in the cache: both sides then report it instead of misreading each other.
pub const PROTOCOL: u32 = 9;

/// Counts the workers that were started in one place, from 1: messages of an ended one are recognised by it.
pub type Generation = u32;

/// Id of a request, repeated in its replies. 0 where there was no request.
pub type RequestId = u32;

/// One message. The protocol's version travels with it and is looked at before the body is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope<B> {
    /// The worker that it is from or for.
    pub generation: Generation,
    /// The message.
    pub id: RequestId,
    /// The message itself, unless the other side speaks another protocol.
    pub body: Result<B, OtherProtocol>,
}

/// Page and worker are of different builds of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("speaks version {0} of the messages and this page version {PROTOCOL}: reload the page")]
pub struct OtherProtocol(pub u32);

impl<B> Envelope<B> {
    /// A message.
    pub fn new(generation: Generation, id: RequestId, body: B) -> Self {
        Self { generation, id, body: Ok(body) }
    }

    /// Reply to a side of another protocol: nothing but this side's version.
    #[must_use]
    pub fn refusal<T>(&self) -> Option<Envelope<T>> {
        let fault = self.body.as_ref().err()?;
        Some(Envelope { generation: self.generation, id: self.id, body: Err(*fault) })
    }
}

/// The envelope as it travels.
#[derive(Serialize, Deserialize)]
struct Posted<B> {
    protocol: u32,
    generation: Generation,
    id: RequestId,
    body: B,
}

/// A body that is not read yet: only one of this protocol can be.
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
