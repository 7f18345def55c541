//! Components that are rendered by what a service tells.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::platform::observable::Observe;

/// When a component is rendered after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refresh {
    /// At once.
    Now,
    /// After so many milliseconds, together with what else comes until then: at most once in that time.
    Within(u32),
    /// Not by this event.
    Never,
}

/// Something of a service, rendered anew whenever the service tells an event and it is another then.
#[hook]
pub fn use_observable<S: Observe, T: Clone + PartialEq + 'static>(source: &S, select: fn(&S) -> T) -> T {
    use_observable_when(source, |_| Refresh::Now, select)
}

/// Something of a service, rendered anew when `refresh` says so.
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
            // It may have changed between rendering and now.
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
