//! The net named by `EvalFile`.

use std::sync::Arc;

use tabia_nnue::Network;

use crate::built_in_net::built_in;
use crate::files::no_files;
use crate::host::{Host, say};
use crate::host_error::HostError;
use crate::options::BUILT_IN_NET;
use crate::session::Session;

impl Session {
    /// Reads the net that `EvalFile` names, or returns to the classical evaluation.
    pub(crate) fn read_net(&mut self, host: &mut impl Host) {
        let path = self.options.eval_file.clone();
        self.net = if path.is_empty() {
            None
        } else {
            match read(host, &path) {
                Ok(net) => {
                    say(host, format!("{path}: a net of 2 x {} neurons evaluates", net.hidden()));
                    Some(Arc::new(net))
                }
                Err(error) => {
                    self.options.eval_file.clear();
                    say(host, format!("setoption EvalFile: {error}; the classical terms evaluate"));
                    None
                }
            }
        };
        let net = self.net.clone();
        self.engine(host).set_net(net);
    }
}

fn read(host: &impl Host, path: &str) -> Result<Network, HostError> {
    if path == BUILT_IN_NET {
        return built_in();
    }
    let bytes = host.net_files().ok_or_else(|| no_files(path))?.read_net(path)?;
    Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}").into())
}
