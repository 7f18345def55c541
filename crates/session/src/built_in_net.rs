//! The net that is part of the program, in builds that have one.

use std::sync::Arc;

use tabia_nnue::Network;

use crate::host_error::HostError;
use crate::options::BUILT_IN_NET;

/// The net that `EvalFile` means before it is set: the one that is part of the program, or none.
pub(crate) fn first_net() -> Option<Arc<Network>> {
    if cfg!(feature = "net-by-default") { built_in().ok().map(Arc::new) } else { None }
}

/// The net.
///
/// # Errors
/// If this build has none.
#[cfg(feature = "net")]
pub(crate) fn built_in() -> Result<Network, HostError> {
    tabia_nnue::embedded_net().map_err(|error| format!("{BUILT_IN_NET}: {error}").into())
}

/// There is none.
///
/// # Errors
/// Always.
#[cfg(not(feature = "net"))]
pub(crate) fn built_in() -> Result<Network, HostError> {
    Err(format!("{BUILT_IN_NET}: this build comes without a net").into())
}
