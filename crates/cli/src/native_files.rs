//! Local files, for all sessions of this program.

use tabia_engine::Tablebase;
use tabia_session::{HostError, NetFiles, TablebaseSource, TextFiles};

use crate::{net_file, tables, text_file};

/// Text files, nets and tablebases in the file system.
pub(crate) struct NativeFiles;

impl TextFiles for NativeFiles {
    fn read_text(&self, path: &str) -> Result<Option<String>, HostError> {
        Ok(text_file::read(path)?)
    }

    fn write_text(&self, path: &str, text: &str) -> Result<(), HostError> {
        Ok(text_file::write(path, text)?)
    }
}

impl NetFiles for NativeFiles {
    fn read_net(&self, path: &str) -> Result<Vec<u8>, HostError> {
        Ok(net_file::bytes(path.as_ref())?)
    }
}

impl TablebaseSource for NativeFiles {
    fn open_tablebases(&self, path: &str) -> Result<(Box<dyn Tablebase>, String), HostError> {
        Ok(tables::open(path)?)
    }
}
