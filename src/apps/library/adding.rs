//! Adding files as databases: chosen, dropped, or the bundled example.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File, FilePropertyBag, Response};

use tabia_worker::library::messages::TextKind;

use super::context::LibraryContext;
use super::place::HistoryStep;
use super::strings;
use crate::platform::document::meta;
use crate::services::library::kind::{first_bytes, kind_of};
use crate::state::library::address::LibraryPlace;

/// Adds files and shows the last one.
pub fn add(context: &LibraryContext, files: Vec<File>) {
    let context = context.clone();
    spawn_local(async move {
        let mut last = None;
        for file in files {
            // If a file cannot be read, the worker reports why.
            let kind = first_bytes(&file).await.map_or(TextKind::Pgn, |first| kind_of(&first));
            last = Some(context.library.add(file, kind));
        }
        if let Some(id) = last {
            context
                .go
                .emit((LibraryPlace { database: Some(id), ..LibraryPlace::default() }, HistoryStep::Push));
        }
    });
}

/// Adds the bundled example.
pub fn add_example(context: &LibraryContext) {
    let context = context.clone();
    spawn_local(async move {
        match example().await {
            Some(file) => add(&context, vec![file]),
            None => context.fault(strings::example_not_loaded(), strings::check_the_connection()),
        }
    });
}

async fn example() -> Option<File> {
    let url = meta("tabia-example-games").unwrap_or_else(|| "famous-games.pgn".to_owned());
    let response = JsFuture::from(web_sys::window()?.fetch_with_str(&url)).await.ok()?;
    let response = response.dyn_into::<Response>().ok().filter(Response::ok)?;
    let blob: Blob = JsFuture::from(response.blob().ok()?).await.ok()?.dyn_into().ok()?;
    let parts = js_sys::Array::of1(&blob);
    File::new_with_blob_sequence_and_options(&parts, strings::EXAMPLE_NAME, &FilePropertyBag::new()).ok()
}
