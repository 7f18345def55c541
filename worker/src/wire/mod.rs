//! Wire format of all workers of the page: how a message is laid out, and how it is read.
//!
//! - [`envelope`]: protocol version, generation, request id and body
//! - [`codec`]: messages as JavaScript values
//! - [`gloo`]: the words in which gloo-worker wraps an envelope
//! - [`values`]: files and shared memory inside of messages
//! - [`thread_memory`]: memory of an engine build with threads
//! - `serve` (feature `serve`): a worker that receives envelopes, through gloo-worker's registrar

pub mod codec;
pub mod envelope;
pub mod gloo;
pub mod thread_memory;
pub mod values;

#[cfg(feature = "serve")]
pub mod serve;

pub use envelope::{Envelope, Generation, OtherProtocol, PROTOCOL, RequestId};
pub use values::{FileBytes, NamedFile, SharedMemory};
