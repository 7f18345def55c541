//! Components that re-render on the events of a service.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::platform::observable::Observe;

/// When to re-render after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refresh {
    /// Immediately.
    Now,
    /// Within this many milliseconds, batched with later events: at most once per period.
    Within(u32),
    /// Not at all.
    Never,
}

/// Returns a value selected from a service; re-renders when an event changes it.
#[hook]
pub fn use_observable<S: Observe, T: Clone + PartialEq + 'static>(source: &S, select: fn(&S) -> T) -> T {
    use_observable_when(source, |_| Refresh::Now, select)
}

/// Returns a value selected from a service; re-renders as decided by `refresh`.
#[hook]
pub fn use_observable_when<S: Observe, T: Clone + PartialEq + 'static>(
    source: &S,
    refresh: fn(&S::Event) -> Refresh,
    select: fn(&S) -> T,
) -> T {
    let selected = use_state_eq(|| select(source));
    let pending = use_mut_ref(|| None::<Timeout>);
    use_effect_with(source.clone(), {
        let selected = selected.setter();
        move |source| {
            // The value may have changed since the rendering.
            selected.set(select(source));
            let (of, later) = (source.clone(), Rc::clone(&pending));
            let subscription = source.subscribe(move |event| match refresh(event) {
                Refresh::Now => selected.set(select(&of)),
                Refresh::Within(ms) => {
                    let (of, selected, slot) = (of.clone(), selected.clone(), Rc::clone(&later));
                    later.borrow_mut().get_or_insert_with(|| {
                        Timeout::new(ms, move || {
                            slot.borrow_mut().take();
                            selected.set(select(&of));
                        })
                    });
                }
                Refresh::Never => {}
            });
            move || {
                drop(subscription);
                pending.borrow_mut().take();
            }
        }
    });
    (*selected).clone()
}
