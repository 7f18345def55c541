//! Sharing: links, pictures, files and print. The dialog and the picture code are loaded on first use.

mod dialog;
mod files;
mod gif;
mod lazy;
mod link;
mod opening;
mod paper;
mod picture;
mod print;
mod print_page;
mod raster;

pub use files::{blob_of, file_name_of};
pub use lazy::LazyShare;
pub use opening::{Openers, follow_link, use_shared_link};
pub use print::use_print_sheet;

use crate::apps::analysis::game_store::GameDispatcher;
use crate::components::toasts::ToastDispatcher;
use crate::state::game::GameState;
use yew::prelude::*;

/// Properties of the dialog and of its parts.
#[derive(Clone, Properties, PartialEq)]
pub struct ShareProps {
    /// Game and current position.
    pub state: GameState,
    /// Whether to show coordinates.
    pub coordinates: bool,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}
