//! The matches waiting to be played.

use super::match_link::match_link;
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::saved_match::{SavedMatch, moved_place};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`MatchQueue`].
#[derive(Properties, PartialEq)]
pub struct MatchQueueProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Waiting matches, in the order of the queue.
    pub waiting: Vec<SavedMatch>,
    /// Whether a match is being played.
    pub is_playing: bool,
    /// Plays a waiting match now.
    pub on_start_now: Callback<String>,
}

/// Waiting matches, with controls to start, reorder and remove them.
#[component]
pub fn MatchQueue(props: &MatchQueueProps) -> Html {
    let MatchQueueProps { controller, waiting, is_playing, on_start_now } = props;
    let focused = use_focus_after_move(waiting);
    let with_id = |kept: &SavedMatch, action: Callback<String>| {
        let id = kept.header.id.clone();
        action.reform(move |_: MouseEvent| id.clone())
    };
    let remove = {
        let controller = controller.clone();
        Callback::from(move |id: String| controller.set_queued(&id, None))
    };
    let mover = |place: usize, is_up: bool| mover(controller, waiting, &focused, place, is_up);
    html! {
        <section class="lab-queue" aria-label={strings::queue()}>
            <h3>{ strings::queue() }</h3>
            <p class="field-hint">{ if *is_playing { strings::queue_note() } else { strings::queue_idle_note() } }</p>
            <ol class="lab-matches">
                { for waiting.iter().enumerate().map(|(place, kept)| html! {
                    <li key={kept.header.id.clone()}>
                        { match_link(kept, ("still", strings::waiting().to_owned())) }
                        <button type="button" class="button small" aria-label={strings::start_match_now(&kept.name)} onclick={with_id(kept, on_start_now.clone())}>{ strings::start_now() }</button>
                        { mover(place, true) }
                        { mover(place, false) }
                        <button type="button" class="button quiet icon small" aria-label={strings::remove_queued(&kept.name)} title={strings::remove_from_queue()} onclick={with_id(kept, remove.clone())}>
                            <IconView icon={Icon::Close} />
                        </button>
                    </li>
                }) }
            </ol>
        </section>
    }
}

/// Ids of buttons, of which the first enabled one gets the focus when the queue has changed.
type Focused = Rc<RefCell<Option<[String; 2]>>>;

/// A row that is moved loses the focus. Returns where to note the buttons that get it again.
#[hook]
fn use_focus_after_move(waiting: &[SavedMatch]) -> Focused {
    let focused: Focused = use_mut_ref(|| None);
    let order: Vec<String> = waiting.iter().map(|kept| kept.header.id.clone()).collect();
    use_effect_with(order, {
        let focused = Rc::clone(&focused);
        move |_| {
            let document = web_sys::window().and_then(|window| window.document());
            let buttons =
                focused.take().into_iter().flatten().filter_map(|id| {
                    document.as_ref()?.get_element_by_id(&id)?.dyn_into::<HtmlElement>().ok()
                });
            if let Some(button) = buttons.into_iter().find(|button| !button.has_attribute("disabled")) {
                // Focusing an element of the page never fails.
                let _ = button.focus();
            }
        }
    });
    focused
}

/// Renders the button that moves a match up or down in the queue.
fn mover(
    controller: &MatchController,
    waiting: &[SavedMatch],
    focused: &Focused,
    place: usize,
    is_up: bool,
) -> Html {
    let kept = &waiting[place];
    let class = |is_up: bool| if is_up { "up" } else { "down" };
    let id = |is_up: bool| format!("queue-{}-{}", class(is_up), kept.header.id);
    let moved = moved_place(waiting, place, is_up);
    let onclick = {
        let (controller, focused, moving) = (controller.clone(), Rc::clone(focused), kept.header.id.clone());
        let ids = [id(is_up), id(!is_up)];
        Callback::from(move |_: MouseEvent| {
            focused.replace(Some(ids.clone()));
            controller.set_queued(&moving, moved);
        })
    };
    let label = strings::move_in_queue(&kept.name, is_up, &(place + 1), &waiting.len());
    html! {
        <button id={id(is_up)} type="button" class={classes!("button", "quiet", "icon", "small", class(is_up))} aria-label={label} disabled={moved.is_none()} {onclick}>
            <IconView icon={Icon::Chevron} />
        </button>
    }
}
