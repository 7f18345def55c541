//! The frame of a list that is fetched part by part: a head, the rows, and a button for more; or why there are none.

use yew::prelude::*;

use super::strings;
use crate::components::icon::{Icon, IconView};

/// How far a list is known.
#[derive(Clone, Copy)]
pub struct Listed<'a> {
    /// Rows of the whole list.
    pub count: u32,
    /// Rows that were fetched.
    pub fetched: usize,
    /// Whether more are being fetched.
    pub is_asked: bool,
    /// Why they could not be fetched.
    pub fault: Option<&'a str>,
}

/// What is said of a list without rows.
#[derive(Clone, Copy)]
pub struct Empty {
    /// While it is fetched.
    pub asked: &'static str,
    /// When there are none.
    pub none: &'static str,
}

/// The list in its frame. `on_more` is asked for rows from a place on.
pub fn frame(listed: Listed<'_>, empty: Empty, on_more: &Callback<u32>, head: Html, rows: Html) -> Html {
    if let Some(fault) = listed.fault {
        return html! { <p class="library-banner fault" role="alert"><IconView icon={Icon::Warning} /><span>{ strings::database_fault(&fault) }</span></p> };
    }
    if listed.fetched == 0 {
        let text = if listed.is_asked { empty.asked } else { empty.none };
        return html! { <p class="library-none" role="status">{ text }</p> };
    }
    let from = listed.fetched as u32;
    let more = on_more.reform(move |_: MouseEvent| from);
    html! {
        <div class="library-list">
            <div class="library-list-head">{ head }</div>
            <ul class="library-groups">{ rows }</ul>
            if from < listed.count {
                <button type="button" class="button" disabled={listed.is_asked} onclick={more}>{ strings::MORE }</button>
            }
        </div>
    }
}
