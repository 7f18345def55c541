//! Printed version of the game: created when the browser is about to print, and removed afterwards.

use super::print_page::print_page;
use crate::state::game::GameState;
use gloo_events::EventListener;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, Event, MediaQueryList};
use yew::prelude::*;

/// Id of the printed element; while it exists, the style sheet hides all others.
const ID: &str = "print-sheet";

/// Prints the current game while the analysis page is visible.
#[hook]
pub fn use_print_sheet(state: &GameState, active: bool) {
    let subject = (*use_memo((), |()| Rc::new(RefCell::new(None::<GameState>)))).clone();
    subject.replace(active.then(|| state.clone()));
    use_effect_with((), move |()| {
        let media = web_sys::window().and_then(|window| window.match_media("print").ok().flatten());
        let listeners = listen(&subject, media.as_ref());
        move || {
            drop(listeners);
            remove();
        }
    });
}

fn listen(subject: &Rc<RefCell<Option<GameState>>>, media: Option<&MediaQueryList>) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    let before = {
        let subject = Rc::clone(subject);
        EventListener::new(&window, "beforeprint", move |_: &Event| show(&subject))
    };
    let after = EventListener::new(&window, "afterprint", |_: &Event| remove());
    let mut listeners = vec![before, after];
    // For viewing the print layout without printing.
    if let Some(media) = media {
        let (subject, query) = (Rc::clone(subject), media.clone());
        listeners.push(EventListener::new(media, "change", move |_: &Event| {
            if query.matches() { show(&subject) } else { remove() }
        }));
    }
    listeners
}

fn show(subject: &RefCell<Option<GameState>>) {
    remove();
    let subject = subject.borrow();
    let Some(state) = subject.as_ref() else { return };
    let document = web_sys::window().and_then(|window| window.document());
    let Some((document, body)) = document.and_then(|document| document.body().map(|body| (document, body)))
    else {
        return;
    };
    let Ok(element) = document.create_element("article") else { return };
    element.set_id(ID);
    element.set_inner_html(&print_page(state.game(), state.orientation()));
    // Appending to the body cannot fail.
    let _ = body.append_child(&element);
}

fn remove() {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(element) = document.and_then(|document| document.get_element_by_id(ID)) {
        Element::remove(&element);
    }
}
