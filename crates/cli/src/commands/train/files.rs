//! Files of training: positions as input, a net and its log as output.

use std::path::{Path, PathBuf};

use tabia_data::format::{PACKED_SIZE, PackedBoard};
use tabia_nnue::Network;
use tabia_trainer::Examples;

use super::args::TrainArgs;
use super::error::TrainError;
use crate::hex::sha256;
use crate::{input_file, output_file, whole_file};

/// A file of packed positions.
pub(super) struct Positions {
    pub(super) packed: Vec<PackedBoard>,
    pub(super) sha256: String,
}

/// Reads and checks packed positions.
pub(super) fn read_positions(path: &Path) -> Result<Positions, TrainError> {
    let bytes = input_file::read(path).map_err(TrainError::file(path))?;
    let (records, rest) = bytes.as_chunks::<PACKED_SIZE>();
    if records.is_empty() || !rest.is_empty() {
        let fault = format!(
            "not a file of packed positions: {} bytes are not a multiple of {PACKED_SIZE}",
            bytes.len()
        );
        return Err(TrainError::fault(path, &fault));
    }
    let packed: Vec<PackedBoard> = records.iter().copied().map(PackedBoard).collect();
    let error = |(number, error)| TrainError::Position { path: path.to_owned(), number: number + 1, error };
    Examples::new(&packed).map_err(error)?;
    Ok(Positions { packed, sha256: sha256(&bytes) })
}

/// Reads a net; also returns the SHA-256 of the file.
pub(super) fn read_net(path: &Path) -> Result<(Network, String), TrainError> {
    let bytes = input_file::read(path).map_err(TrainError::file(path))?;
    let net = Network::from_bytes(&bytes).map_err(|error| TrainError::net(path, error))?;
    Ok((net, sha256(&bytes)))
}

/// Checks that the net and its log can be written, before training starts.
pub(super) fn check_outputs(args: &TrainArgs) -> Result<(), TrainError> {
    let unwritable = |path: &Path, error| TrainError::Write { path: path.to_owned(), error };
    output_file::refuse_standard(&args.output, "the log of a net is written beside it")
        .map_err(|error| unwritable(&args.output, error))?;
    let log = log_of(&args.output);
    for path in [&args.output, &log] {
        let read = [&args.data, &args.held_out];
        output_file::check(path, read).map_err(|error| unwritable(path, error))?;
    }
    Ok(())
}

/// Writes a temporary file next to the old one, then renames it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    whole_file::replace(path, bytes).map_err(|error| TrainError::Write { path: path.to_owned(), error })
}

/// Returns the path of a net's log.
pub(super) fn log_of(net: &Path) -> PathBuf {
    whole_file::beside(net, ".json")
}
