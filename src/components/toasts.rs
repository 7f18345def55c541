//! Short messages at the edge of the page. Faults stay until they are closed; news goes by itself.

use super::icon::{Icon, IconView};
use crate::components::strings;
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use yew::prelude::*;

/// How long news stays, in milliseconds.
const NEWS_TIME: u32 = 4000;
/// The same when there is more to read, or a button to press.
const OFFER_TIME: u32 = 9000;
/// A longer text, in characters, may not fit into its message.
const LONG_DETAIL: usize = 120;
/// More than these are a flood: the oldest goes.
const MOST: usize = 3;

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    News,
    /// Something was done, but not all of it.
    Warning,
    /// Something could not be done.
    Fault,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    id: u32,
    tone: Tone,
    title: AttrValue,
    detail: AttrValue,
    offer: Option<Offer>,
}

/// A button in a message: what can be done about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What stands on the button.
    pub label: &'static str,
    /// What it does; the message is closed as well.
    pub action: Callback<()>,
}

/// The messages shown now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toasts {
    next_id: u32,
    list: Vec<Toast>,
}

/// A change of the messages.
pub enum ToastAction {
    /// Show one: tone, what happened, where or what to do about it, and perhaps a button.
    Show(Tone, String, String, Option<Offer>),
    /// Take one away.
    Close(u32),
}

impl Reducible for Toasts {
    type Action = ToastAction;

    fn reduce(self: Rc<Self>, action: ToastAction) -> Rc<Self> {
        let mut toasts = (*self).clone();
        match action {
            ToastAction::Show(tone, title, detail, offer) => {
                // Said twice, shown once.
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

/// Shows messages; a context of its own that never changes, so that who speaks is not re-rendered by what is said.
pub type ToastDispatcher = UseReducerDispatcher<Toasts>;

/// Properties of [`ToastList`].
#[derive(Properties, PartialEq)]
pub struct ToastListProps {
    /// The messages.
    pub toasts: UseReducerHandle<Toasts>,
}

/// All messages.
#[component]
pub fn ToastList(props: &ToastListProps) -> Html {
    let close =
        use_callback(props.toasts.dispatcher(), |id: u32, toasts| toasts.dispatch(ToastAction::Close(id)));
    html! {
        <div class="toasts">
            { for props.toasts.list.iter().map(|toast| html! {
                <ToastView key={toast.id} toast={toast.clone()} close={close.clone()} />
            }) }
        </div>
    }
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
    use_effect_with((), {
        let close = props.close.clone();
        move |()| {
            let timer = time.map(|time| Timeout::new(time, move || close.emit(id)));
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
        <div {class} {role}>
            <IconView {icon} />
            <div class="toast-text">
                <strong>{ title }</strong>
                if !detail.is_empty() {
                    // A long one is scrolled, with the keyboard too.
                    <p tabindex={(detail.chars().count() > LONG_DETAIL).then_some("0")}>{ detail }</p>
                }
                if let Some(offer) = offer {
                    <button type="button" class="button small" onclick={take(offer.action, props.close.clone(), id)}>{ offer.label }</button>
                }
            </div>
            <button type="button" class="button quiet icon small" aria-label={strings::CLOSE_THIS_MESSAGE} {onclick}>
                <IconView icon={Icon::Close} />
            </button>
        </div>
    }
}

fn take(action: Callback<()>, close: Callback<u32>, id: u32) -> Callback<MouseEvent> {
    Callback::from(move |_| {
        close.emit(id);
        action.emit(());
    })
}
