//! Frame of a list that is fetched in parts: a header, the rows and a button for more, or why there are none.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::library::LibraryError;

/// Fetched part of a list.
#[derive(Clone, Debug)]
pub struct FetchedList<H, R> {
    /// Data about the list as a whole.
    pub head: H,
    /// Rows fetched so far, from the first.
    pub rows: Rc<Vec<R>>,
    /// Whether more are being fetched.
    is_asked: bool,
    /// Reason why they could not be fetched.
    fault: Option<String>,
}

impl<H: Default, R> Default for FetchedList<H, R> {
    fn default() -> Self {
        Self { head: H::default(), rows: Rc::default(), is_asked: false, fault: None }
    }
}

/// Returns a list of a database and a callback that fetches rows from an index on; 0 reloads everything. The first rows are fetched at
/// once. `ask` receives the index and returns the data about the list as a whole and some rows.
#[hook]
pub fn use_listed<H, R, F>(
    database: &AttrValue,
    ask: impl Fn(u32) -> F + 'static,
) -> (UseStateHandle<FetchedList<H, R>>, Callback<u32>)
where
    H: Clone + Default + 'static,
    R: Clone + 'static,
    F: Future<Output = Result<(H, Vec<R>), LibraryError>> + 'static,
{
    let listed = use_state(FetchedList::default);
    let fetch = {
        let listed = listed.clone();
        Callback::from(move |from: u32| {
            listed.set(FetchedList { is_asked: true, fault: None, ..(*listed).clone() });
            let (listed, answer) = (listed.clone(), ask(from));
            spawn_local(async move {
                match answer.await {
                    Ok((head, rows)) => {
                        let old = listed.rows.iter().take(from as usize).cloned();
                        let rows = Rc::new(old.chain(rows).collect());
                        listed.set(FetchedList { head, rows, is_asked: false, fault: None });
                    }
                    Err(error) if error.is_quiet() => {}
                    Err(error) => {
                        listed.set(FetchedList { fault: Some(error.to_string()), ..FetchedList::default() });
                    }
                }
            });
        })
    };
    use_effect_with(database.clone(), {
        let fetch = fetch.clone();
        move |_| fetch.emit(0)
    });
    (listed, fetch)
}

/// Texts for a list without rows.
#[derive(Clone, Copy)]
pub struct Empty {
    /// Shown while it is being fetched.
    pub asked: &'static str,
    /// Shown if there are no rows.
    pub none: &'static str,
}

/// Renders the list in its frame. It has `count` rows in total; `on_more` receives the index to fetch from.
pub fn frame<H, R>(
    listed: &FetchedList<H, R>,
    count: u32,
    empty: Empty,
    on_more: &Callback<u32>,
    (head, rows): (Html, Html),
) -> Html {
    if let Some(fault) = &listed.fault {
        return html! { <p class="library-banner fault" role="alert"><IconView icon={Icon::Warning} /><span>{ strings::database_fault(&fault) }</span></p> };
    }
    if listed.rows.is_empty() {
        let text = if listed.is_asked { empty.asked } else { empty.none };
        return html! { <p class="library-none" role="status">{ text }</p> };
    }
    let from = listed.rows.len() as u32;
    let more = on_more.reform(move |_: MouseEvent| from);
    html! {
        <div class="library-list">
            <div class="library-list-head">{ head }</div>
            <ul class="library-groups">{ rows }</ul>
            if from < count {
                <button type="button" class="button" disabled={listed.is_asked} onclick={more}>{ strings::more() }</button>
            }
        </div>
    }
}
