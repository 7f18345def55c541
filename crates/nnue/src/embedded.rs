//! The net compiled into the program: the one that comes with Tabia, unless the build names another (build.rs).

use crate::error::NetworkError;
use crate::network::Network;

/// By default nets/tabia.nnue, made as docs/net.md describes; its recipe is beside it.
const FILE: &[u8] = include_bytes!(env!("TABIA_EMBEDDED_NET"));

/// The embedded net.
///
/// # Errors
/// If the file is not a net of this format. A test rules that out for the net that comes with Tabia.
pub fn embedded_net() -> Result<Network, NetworkError> {
    Network::from_bytes(FILE)
}
