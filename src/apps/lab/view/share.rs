//! One match in several browsers: links to its parts.

use super::snapshot::MatchView;
use crate::apps::lab::strings;
use crate::components::events::input_value;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_text;
use crate::services::matches::address::{Link, address};
use crate::services::matches::controller::open_match::OpenMatch;
use std::rc::Rc;
use tabia_arena::{MatchProgress, Share};
use yew::prelude::*;

/// Properties of [`ShareRow`].
#[derive(Properties, PartialEq)]
pub struct ShareRowProps {
    /// Open match.
    pub open: OpenMatch,
    /// Current view of the match.
    pub view: Rc<MatchView>,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
}

/// Buttons that share parts of a match with other browsers.
#[component]
pub fn ShareRow(props: &ShareRowProps) -> Html {
    let ShareRowProps { open, view, toasts } = props;
    let of = use_state_eq(|| "2".to_owned());
    let parts = of.trim().parse::<usize>().ok().filter(|of| (2..=9).contains(of));
    let oninput = {
        let of = of.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(value) = input_value(&event) {
                of.set(value);
            }
        })
    };
    let share = view.kept.share;
    let copy = |part: usize, of: usize| {
        let (open, toasts) = (open.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(header) = open.with_match(|match_progress| match_progress.header().clone()) else {
                return;
            };
            // Once divided, the match stays divided: a link may be in use.
            let from = if share.of > 1 { share.from } else { open.with_match(first_free).unwrap_or(0) };
            let link = address(&Link::Part { header, share: Share { part, of, from } });
            open.set_share(Share { part: 0, of, from });
            let (open, toasts) = (open.clone(), toasts.clone());
            copy_text(
                &link,
                Callback::from(move |done: bool| {
                    let action = if done {
                        let detail = strings::part_link_note(&(part + 1), &of);
                        ToastAction::Show(Tone::News, strings::part_link_copied(&(part + 1)), detail, None)
                    } else {
                        // The link wasn't copied, so nobody has it.
                        open.set_share(share);
                        ToastAction::Show(
                            Tone::Fault,
                            strings::the_link_was_not_copied().to_owned(),
                            strings::browser_blocked_it().to_owned(),
                            None,
                        )
                    };
                    toasts.dispatch(action);
                }),
            );
        })
    };
    let whole = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set_share(Share::WHOLE))
    };
    let links = |of: usize| -> Html {
        let button = |part: usize| {
            html! { <button key={part} type="button" class="button small" onclick={copy(part, of)}>{ strings::copy_part_link(&(part + 1)) }</button> }
        };
        (1..of).map(button).collect()
    };
    html! {
        <details class="lab-options">
            <summary>{ strings::several_browsers() }<span class="lab-summary-note">{ if share.of > 1 { strings::this_part(&(share.part + 1), &share.of) } else { String::new() } }</span></summary>
            <p class="lab-explain">{ strings::share_note() }</p>
            <div class="lab-output-row">
                if share.of <= 1 {
                    <label for="lab-parts">{ strings::parts() }</label>
                    <input id="lab-parts" class="field lab-short" inputmode="numeric" value={(*of).clone()} aria-invalid={parts.is_none().to_string()} {oninput} />
                    if let Some(of) = parts {
                        { links(of) }
                    } else {
                        <span class="field-error">{ strings::parts_range() }</span>
                    }
                } else {
                    if share.part == 0 {
                        { links(share.of) }
                    }
                    <button type="button" class="button quiet small" onclick={whole} title={strings::play_all_hint()}>{ strings::play_all_parts_here() }</button>
                }
            </div>
        </details>
    }
}

/// Returns the first unit after all those that are finished or being played.
fn first_free(match_progress: &MatchProgress) -> usize {
    match_progress.finished_units().chain(match_progress.in_flight()).max().map_or(0, |last| last + 1)
}
