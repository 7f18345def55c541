//! An application that is loaded on demand.

use super::parts::{AppPart, AppView};
use super::strings;
use crate::components::lazy_part::{LazyPart, Loading, use_part};
use crate::platform::{document, styles};
use futures::FutureExt;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct LazyAppProps {
    /// The application.
    pub part: AppPart,
    /// Whether its page is visible. Once it has been, the application stays mounted but hidden.
    pub is_seen: bool,
    /// Whether to load it even if it isn't visible.
    #[prop_or_default]
    pub is_wanted: bool,
}

/// The application, or its loading status.
#[component]
pub fn LazyApp(props: &LazyAppProps) -> Html {
    let part = props.part;
    let LazyPart { loading, load } =
        use_part(move || fetch(part).boxed_local(), props.is_seen || props.is_wanted);
    let on_retry = load.reform(|_: MouseEvent| ());
    html! {
        <div id={part.id} hidden={!props.is_seen}>
            { match loading {
                Loading::NotWanted => Html::default(),
                Loading::Underway => html! {
                    <p class="boot-status page-loading" role="status">{ strings::loading((part.name_inside)()) }</p>
                },
                Loading::Failed => html! {
                    <p class="boot-status page-loading" role="alert">
                        { strings::could_not_be_loaded((part.name)()) }
                        <button type="button" class="button" onclick={on_retry}>{ strings::try_again() }</button>
                    </p>
                },
                Loading::Done(view) => view(),
            } }
        </div>
    }
}

/// Fetches the program and styles together; the application is not drawn without both.
async fn fetch(part: AppPart) -> Option<AppView> {
    let href = document::meta(part.styles).unwrap_or_else(|| format!("{}.css", part.id));
    let (view, is_styled) = futures::join!((part.load)(), styles::load(&href));
    view.ok().filter(|_| is_styled)
}
