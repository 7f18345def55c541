//! Sharing: links, pictures, files and paper. The dialog and what makes pictures are loaded when they are first wanted.

mod dialog;
mod files;
mod gif;
mod lazy;
mod link;
mod opening;
mod paper;
mod picture;
mod print;
mod raster;
mod sheet;

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
    /// The game and the place in it.
    pub state: GameState,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// Where changes of the game go.
    pub game: GameDispatcher,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// Close the dialog.
    pub on_close: Callback<()>,
}
