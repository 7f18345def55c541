//! An application that is loaded when it is first wanted.

use super::parts::{Part, View};
use super::strings;
use crate::platform::{document, styles};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// What is known of the application's program and styles.
#[derive(Clone, Copy, Default)]
enum Loading {
    #[default]
    NotWanted,
    Underway,
    Failed,
    Done(View),
}

impl PartialEq for Loading {
    /// Pointers to functions are not compared: an application is loaded once.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct LazyAppProps {
    /// Which application.
    pub part: Part,
    /// Whether it is the page that is seen. Once it was, it stays, hidden.
    pub is_seen: bool,
    /// Whether it shall be there although it is not seen.
    #[prop_or_default]
    pub is_wanted: bool,
}

/// The application, or how loading it goes.
#[component]
pub fn LazyApp(props: &LazyAppProps) -> Html {
    let part = props.part;
    let loading = use_state_eq(Loading::default);
    use_effect_with((props.is_seen || props.is_wanted, loading.clone()), move |(is_wanted, loading)| {
        if *is_wanted && **loading == Loading::NotWanted {
            load(part, loading.setter());
        }
    });
    let on_retry = use_callback(loading.setter(), move |_: MouseEvent, loading| load(part, loading.clone()));
    html! {
        <div id={part.id} hidden={!props.is_seen}>
            { match *loading {
                Loading::NotWanted => Html::default(),
                Loading::Underway => html! {
                    <p class="boot-status page-loading" role="status">{ strings::loading(part.name_inside) }</p>
                },
                Loading::Failed => html! {
                    <p class="boot-status page-loading" role="alert">
                        { strings::could_not_be_loaded(part.name) }
                        <button type="button" class="button" onclick={on_retry}>{ strings::TRY_AGAIN }</button>
                    </p>
                },
                Loading::Done(view) => view(),
            } }
        </div>
    }
}

/// Fetches program and styles together; the application is not drawn without either.
fn load(part: Part, loading: UseStateSetter<Loading>) {
    loading.set(Loading::Underway);
    spawn_local(async move {
        let href = document::meta(part.styles).unwrap_or_else(|| format!("{}.css", part.id));
        let (view, is_styled) = futures::join!((part.load)(), styles::load(&href));
        loading.set(match view {
            Ok(view) if is_styled => Loading::Done(view),
            _ => Loading::Failed,
        });
    });
}
