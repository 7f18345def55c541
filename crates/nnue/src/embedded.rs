//! The net that comes with Tabia.

use crate::error::NetworkError;
use crate::network::Network;

/// The file, made as docs/net.md describes; its recipe is beside it.
const FILE: &[u8] = include_bytes!("../nets/tabia.nnue");

/// The net that comes with Tabia.
///
/// # Errors
/// If the file that was compiled in is none, which a test excludes.
pub fn embedded_net() -> Result<Network, NetworkError> {
    Network::from_bytes(FILE)
}
