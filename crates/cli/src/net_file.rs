//! Net files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tabia_nnue::{Network, NetworkError, embedded_net};
use tabia_session::{BUILT_IN_NET, HostError};
use thiserror::Error;

use crate::input_file;

/// Error of a net file.
#[derive(Debug, Error)]
pub(crate) enum NetFileError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Net { path: PathBuf, error: NetworkError },
}

impl From<NetFileError> for HostError {
    fn from(error: NetFileError) -> Self {
        error.to_string().into()
    }
}

/// Reads the bytes of a file, up to slightly more than the largest net has.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, NetFileError> {
    limited(path, File::open(path))
}

fn limited(path: &Path, file: io::Result<impl Read>) -> Result<Vec<u8>, NetFileError> {
    let mut bytes = Vec::new();
    file.and_then(|file| file.take(Network::MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| NetFileError::File { path: path.to_owned(), error })?;
    Ok(bytes)
}

/// Reads the net in a file, or returns the built-in one ([`BUILT_IN_NET`]); `None` for `<empty>`, as in UCI. `-` is
/// standard input.
///
/// # Errors
/// If the file cannot be read or is not a net.
pub(crate) fn read(path: &Path) -> Result<Option<Network>, NetFileError> {
    let net = match path.to_str() {
        Some("" | "<empty>") => return Ok(None),
        Some(BUILT_IN_NET) => embedded_net(),
        _ => Network::from_bytes(&limited(path, input_file::open(path))?),
    };
    net.map(Some).map_err(|error| NetFileError::Net { path: path.to_owned(), error })
}
