//! Toasts: short messages at the edge of the page. Errors stay until they are closed; news disappears by itself.

use super::icon::{Icon, IconView};
use crate::components::strings;
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// How long news is shown, in milliseconds. If the message is hovered or focused, it stays as long again.
const NEWS_TIME: u32 = 4000;
/// The same for messages with more text or a button.
const OFFER_TIME: u32 = 6000;
/// Length in characters above which a text may not fit into its message.
const LONG_DETAIL: usize = 120;
/// Maximum number of messages; beyond it, the oldest is removed.
const MOST: usize = 3;

/// Severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Success.
    News,
    /// Partial success.
    Warning,
    /// Failure.
    Fault,
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    id: u32,
    tone: Tone,
    title: AttrValue,
    detail: AttrValue,
    offer: Option<Offer>,
}

/// A button in a message, for a follow-up action.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Label.
    pub label: &'static str,
    /// Called on a click; the message is closed as well.
    pub action: Callback<()>,
}

/// The current messages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toasts {
    next_id: u32,
    list: Vec<Toast>,
}

/// A change of the messages.
pub enum ToastAction {
    /// Shows a message: tone, what happened, where or what to do about it, and an optional button.
    Show(Tone, String, String, Option<Offer>),
    /// Removes a message.
    Close(u32),
}

impl Reducible for Toasts {
    type Action = ToastAction;

    fn reduce(self: Rc<Self>, action: ToastAction) -> Rc<Self> {
        let mut toasts = (*self).clone();
        match action {
            ToastAction::Show(tone, title, detail, offer) => {
                // Show repeated messages only once.
                toasts.list.retain(|toast| toast.title != title || toast.detail != detail);
                toasts.list.push(Toast {
                    id: toasts.next_id,
                    tone,
                    title: title.into(),
                    detail: detail.into(),
                    offer,
                });
                toasts.next_id += 1;
                if toasts.list.len() > MOST {
                    toasts.list.remove(0);
                }
            }
            ToastAction::Close(id) => toasts.list.retain(|toast| toast.id != id),
        }
        Rc::new(toasts)
    }
}

/// Dispatcher for messages; a separate context that never changes, so that senders are not re-rendered with each message.
pub type ToastDispatcher = UseReducerDispatcher<Toasts>;

/// Properties of [`ToastList`].
#[derive(Properties, PartialEq)]
pub struct ToastListProps {
    /// The current messages.
    pub toasts: UseReducerHandle<Toasts>,
}

/// List of all messages.
#[component]
pub fn ToastList(props: &ToastListProps) -> Html {
    let close =
        use_callback(props.toasts.dispatcher(), |id: u32, toasts| toasts.dispatch(ToastAction::Close(id)));
    let list = use_node_ref();
    use_effect_with(props.toasts.list.clone(), {
        let list = list.clone();
        move |_| reserve_room(&list)
    });
    html! {
        <div ref={list} class="toasts">
            { for props.toasts.list.iter().map(|toast| html! {
                <ToastView key={toast.id} toast={toast.clone()} close={close.clone()} />
            }) }
        </div>
    }
}

/// Gives the layout the height of the messages (`--toasts` of the element around them), so that they cover no control.
fn reserve_room(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    let Some(page) = list.parent_element().and_then(|parent| parent.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    let height = list.offset_height();
    // Setting properties of our own elements never fails.
    let _ = match height {
        0 => page.style().remove_property("--toasts").map(drop),
        _ => page.style().set_property("--toasts", &format!("{height}px")),
    };
}

#[derive(Properties, PartialEq)]
struct ToastViewProps {
    toast: Toast,
    close: Callback<u32>,
}

#[component]
fn ToastView(props: &ToastViewProps) -> Html {
    let Toast { id, tone, title, detail, offer } = props.toast.clone();
    let time = match tone {
        Tone::News if offer.is_none() => Some(NEWS_TIME),
        Tone::News | Tone::Warning => Some(OFFER_TIME),
        Tone::Fault => None,
    };
    let node = use_node_ref();
    let extensions = use_state(|| 0_u32);
    use_effect_with(*extensions, {
        let (close, node, extensions) = (props.close.clone(), node.clone(), extensions.clone());
        move |_| {
            let end = move || if is_in_use(&node) { extensions.set(*extensions + 1) } else { close.emit(id) };
            let timer = time.map(|time| Timeout::new(time, end));
            move || drop(timer)
        }
    });
    let onclick = use_callback(props.close.clone(), move |_: MouseEvent, close| close.emit(id));
    let (class, role, icon) = match tone {
        Tone::News => ("toast news", "status", Icon::Check),
        Tone::Warning => ("toast warning", "status", Icon::Info),
        Tone::Fault => ("toast fault", "alert", Icon::Warning),
    };
    html! {
        <div ref={node} {class} {role}>
            <IconView {icon} />
            <div class="toast-text">
                <strong>{ title }</strong>
                if !detail.is_empty() {
                    // A long text scrolls, with the keyboard, too.
                    <p tabindex={(detail.chars().count() > LONG_DETAIL).then_some("0")}>{ detail }</p>
                }
                if let Some(offer) = offer {
                    <button type="button" class="button small" onclick={take(offer.action, props.close.clone(), id)}>{ offer.label }</button>
                }
            </div>
            <button type="button" class="button quiet icon small" aria-label={strings::close_this_message()} {onclick}>
                <IconView icon={Icon::Close} />
            </button>
        </div>
    }
}

/// Returns whether the message is hovered or focused.
fn is_in_use(node: &NodeRef) -> bool {
    let element = node.cast::<HtmlElement>();
    element.is_some_and(|element| element.matches(":hover, :focus-within").unwrap_or(false))
}

fn take(action: Callback<()>, close: Callback<u32>, id: u32) -> Callback<MouseEvent> {
    Callback::from(move |_| {
        close.emit(id);
        action.emit(());
    })
}
