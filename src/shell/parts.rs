//! The parts of the page's program that are fetched on first use.
//!
//! The program is compiled and linked as a whole. `wasm-split` (`scripts/build.sh`) then splits off whatever only the functions marked
//! here reach, and its generated loader fetches a part when its function is first called.

use super::strings;
use crate::language::Text;
use crate::services::engine::build::MemoryLimiter;
use crate::services::engine::memory::with_memory_limit;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// A separately loaded application.
#[derive(Clone, Copy)]
pub struct AppPart {
    /// `id` of its element, and the name of its page in the address.
    pub id: &'static str,
    /// Name in messages, for the beginning of a sentence.
    pub name: Text,
    /// Name within a sentence.
    pub name_inside: Text,
    /// The `meta` element of `index.html` that names its style sheet.
    pub styles: &'static str,
    /// Fetches the program. Failures are not cached: another call tries again.
    pub load: fn() -> LocalBoxFuture<'static, Result<AppView, SplitLoaderError>>,
}

impl PartialEq for AppPart {
    /// Parts are identified by id.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Function that renders an application.
pub type AppView = fn() -> Html;

/// The play page.
pub const PLAY: AppPart = AppPart {
    id: "play",
    name: strings::play,
    name_inside: strings::play_inside,
    styles: "tabia-play-styles",
    load: || play().boxed_local(),
};

/// The Lab.
pub const LAB: AppPart = AppPart {
    id: "lab",
    name: strings::lab,
    name_inside: strings::lab_inside,
    styles: "tabia-lab-styles",
    load: || lab().boxed_local(),
};

/// The book page.
pub const BOOK: AppPart = AppPart {
    id: "book",
    name: strings::book,
    name_inside: strings::book_inside,
    styles: "tabia-book-styles",
    load: || book().boxed_local(),
};

/// The library.
pub const LIBRARY: AppPart = AppPart {
    id: "library",
    name: strings::library,
    name_inside: strings::library_inside,
    styles: "tabia-library-styles",
    load: || library().boxed_local(),
};

/// The tools.
pub const TOOLS: AppPart = AppPart {
    id: "tools",
    name: strings::tools,
    name_inside: strings::tools_inside,
    styles: "tabia-tools-styles",
    load: || tools().boxed_local(),
};

/// Loads the function that limits the memory of engine builds.
pub fn load_memory_limiter() -> LocalBoxFuture<'static, Option<MemoryLimiter>> {
    async { memory_limiter().await.ok() }.boxed_local()
}

#[wasm_split(memory, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn memory_limiter() -> Result<MemoryLimiter, SplitLoaderError> {
    Ok(with_memory_limit)
}

#[wasm_split(play, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn play() -> Result<AppView, SplitLoaderError> {
    Ok(|| html! { <crate::apps::play::PlayApp /> })
}

#[wasm_split(lab, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn lab() -> Result<AppView, SplitLoaderError> {
    Ok(|| html! { <crate::apps::lab::LabApp /> })
}

#[wasm_split(library, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn library() -> Result<AppView, SplitLoaderError> {
    Ok(|| html! { <crate::apps::library::LibraryApp /> })
}

#[wasm_split(book, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn book() -> Result<AppView, SplitLoaderError> {
    Ok(|| html! { <crate::apps::book::BookApp /> })
}

#[wasm_split(tools, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn tools() -> Result<AppView, SplitLoaderError> {
    Ok(|| html! { <crate::apps::tools::ToolsApp /> })
}
