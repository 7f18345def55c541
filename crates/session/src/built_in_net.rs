//! The built-in net, in builds that have one.

use std::sync::Arc;

use tabia_nnue::Network;

use crate::host_error::HostError;
use crate::options::BUILT_IN_NET;

/// Returns the default net, before `EvalFile` is set: the built-in net or none.
pub(crate) fn first_net() -> Option<Arc<Network>> {
    if cfg!(feature = "net-by-default") { built_in().ok().map(Arc::new) } else { None }
}

/// Returns the built-in net.
///
/// # Errors
/// If this build has none.
#[cfg(feature = "net")]
pub(crate) fn built_in() -> Result<Network, HostError> {
    tabia_nnue::embedded_net().map_err(|error| format!("{BUILT_IN_NET}: {error}").into())
}

/// Fails: this build has no net.
///
/// # Errors
/// Always.
#[cfg(not(feature = "net"))]
pub(crate) fn built_in() -> Result<Network, HostError> {
    Err(format!("{BUILT_IN_NET}: this build comes without a net").into())
}
