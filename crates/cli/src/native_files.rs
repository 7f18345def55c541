//! The files of this computer, as every session of this program sees them.

use tabia_engine::Tablebase;
use tabia_session::{TableSource, TextFiles};

use crate::{tables, text_file};

/// Texts and tables in the file system.
pub(crate) struct NativeFiles;

impl TextFiles for NativeFiles {
    fn read_text(&self, path: &str) -> Result<Option<String>, String> {
        text_file::read(path)
    }

    fn write_text(&self, path: &str, text: &str) -> Result<(), String> {
        text_file::write(path, text)
    }
}

impl TableSource for NativeFiles {
    fn open_tables(&self, path: &str) -> Result<(Box<dyn Tablebase>, String), String> {
        tables::open(path)
    }
}
