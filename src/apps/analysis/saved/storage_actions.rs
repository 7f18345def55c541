//! Data stored in this browser, for the storage dialog.

use super::opener::GameOpener;
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, Tone};
use crate::platform::download::download;
use crate::platform::random::unique_id;
use crate::services::backup::{
    self, BackupError, BackupPart, CheckedBackup, OnProgress, PageOutside, RestoreMode, Restored, Usage,
};
use crate::services::catalogue;
use crate::services::library::LibraryService;
use crate::state::text::sentence;
use crate::storage::{Change, Content, Key, Store, StoreError, Table};
use js_sys::Date;
use web_sys::{Blob, File};

impl GameOpener {
    /// Returns the size of each part, and of the match logs in bytes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn usage(&self) -> Result<(Vec<Usage>, u64), StoreError> {
        backup::usage(self.autosave().database(), &outside().await).await
    }

    /// Deletes a part, or the match logs if `None`; shows an error on failure.
    pub async fn remove_part(&self, part: Option<BackupPart>) {
        let result = match part {
            Some(BackupPart::Databases) => remove_databases().await,
            Some(part) => self.remove_records(part).await.map_err(|error| error.to_string()),
            None => {
                let change = Change::DeleteBelow { table: Table::Logs, prefix: Key::default() };
                self.autosave().database().apply(vec![change]).await.map_err(|error| error.to_string())
            }
        };
        if let Err(reason) = result {
            self.show_fault(strings::not_deleted(), &reason);
        }
    }

    async fn remove_records(&self, part: BackupPart) -> Result<(), StoreError> {
        let games =
            if part == BackupPart::Games { self.repository().games().list().await? } else { Vec::new() };
        backup::remove(self.autosave().database(), part).await?;
        if part == BackupPart::Games {
            self.repository().emit_removed(games.into_iter().map(|entry| entry.id).collect());
        }
        Ok(())
    }

    /// Offers a backup of these parts as a download. Dropping the future cancels it.
    ///
    /// # Errors
    /// If something cannot be read, or the browser refuses.
    pub async fn export(&self, parts: &[BackupPart], on_progress: OnProgress) -> Result<(), BackupError> {
        let (database, outside) = (self.autosave().database(), outside().await);
        let pieces = backup::write(database, &outside, parts, Date::now(), on_progress).await?;
        let blobs = js_sys::Array::new();
        for piece in pieces {
            let blob = piece.blob()?;
            blobs.push(&blob);
        }
        let failed =
            |reason: String| StoreError::Failed { action: strings::not_exported().to_owned(), reason };
        let blob = Blob::new_with_blob_sequence(&blobs)
            .map_err(|error| failed(tabia_worker::abi::error_text(&error)))?;
        let day = String::from(Date::new_0().to_iso_string());
        let name = format!("tabia-{}.tabia", day.get(..10).unwrap_or("backup"));
        download(&name, &blob).map_err(|error| failed(error.to_string()))?;
        Ok(())
    }

    /// Reads a whole file and returns the backup's contents.
    ///
    /// # Errors
    /// If it is not a backup, or damaged.
    pub async fn check_backup(&self, file: File) -> Result<CheckedBackup, BackupError> {
        backup::check(&Content::from(file), |_| ()).await
    }

    /// Imports parts of a backup.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn import(
        &self,
        checked: &CheckedBackup,
        parts: &[BackupPart],
        mode: RestoreMode,
        on_part: impl FnMut(BackupPart),
    ) -> Result<Restored, BackupError> {
        let (database, outside) = (self.autosave().database(), outside().await);
        let result = backup::restore(database, &outside, checked, parts, mode, unique_id, on_part).await;
        // Even a failed import may have written part of it.
        self.repository().emit_changed();
        catalogue::news::changed();
        backup::news::imported();
        result
    }

    /// Shows an error message.
    pub fn show_fault(&self, title: &str, reason: &str) {
        let action = ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None);
        self.toasts().dispatch(action);
    }
}

/// Returns the page's settings and databases. If the list of databases cannot be read, none are exported.
async fn outside() -> PageOutside {
    let library = LibraryService::of_page();
    let _ = library.load().await;
    PageOutside::new(library)
}

async fn remove_databases() -> Result<(), String> {
    let library = LibraryService::of_page();
    for entry in library.databases() {
        library.remove(entry.id()).await.map_err(|error| error.to_string())?;
    }
    Ok(())
}
