//! Wire format of all workers: how messages are laid out and decoded.
//!
//! - [`envelope`]: protocol version, generation, request id and body
//! - [`codec`]: messages as JavaScript values
//! - [`gloo`]: gloo-worker's own messages around an envelope
//! - [`values`]: files and shared memory inside messages
//! - [`thread_memory`]: memory of a multi-threaded engine build
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
