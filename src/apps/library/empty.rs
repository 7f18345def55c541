//! Messages for an empty library or database.

use yew::prelude::*;

use super::adding;
use super::context::LibraryContext;
use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::route::Route;

/// Properties of [`EmptyLibrary`].
#[derive(Properties, PartialEq)]
pub struct EmptyLibraryProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
}

/// Shown while the user has no saved games.
#[component]
pub fn EmptyLibrary(props: &EmptyLibraryProps) -> Html {
    let example = use_callback(props.context.clone(), |_: MouseEvent, context| adding::add_example(context));
    html! {
        <div class="library-empty card">
            <IconView icon={Icon::Library} />
            <h2>{ strings::empty_title() }</h2>
            <p>{ strings::empty_text() }</p>
            <div class="library-empty-actions">
                <a class="button primary" href={Route::Analysis.to_string()}><IconView icon={Icon::Board} />{ strings::new_game() }</a>
                <button type="button" class="button" onclick={example}><IconView icon={Icon::File} />{ strings::load_example() }</button>
            </div>
        </div>
    }
}

/// Shown for a file without games.
#[component]
pub fn EmptyDatabase() -> Html {
    html! { <div class="library-empty card"><h2>{ strings::empty_database() }</h2></div> }
}
