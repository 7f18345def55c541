//! The bus: messages between the page's applications (analysis, Lab, book page), which don't know each other.

use super::observable::{Observable, Subscription};
use std::cell::Cell;

/// A message between applications.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Request to show this game in the analysis; PGN.
    OpenGame(String),
    /// The Lab's activity has changed.
    LabPlay(LabPlay),
}

/// Activity of this page's Lab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabPlay {
    /// No match is running.
    #[default]
    Idle,
    /// A match at fixed nodes or depth: its games don't depend on machine load.
    Untimed,
    /// A match with time controls: machine load affects its games.
    Timed,
}

#[derive(Default)]
struct Bus {
    messages: Observable<Message>,
    lab_play: Cell<LabPlay>,
}

thread_local! {
    static BUS: Bus = Bus::default();
}

/// Sends a message to all listeners.
pub fn send(message: Message) {
    BUS.with(|bus| {
        if let Message::LabPlay(play) = message {
            bus.lab_play.set(play);
        }
        bus.messages.emit(message);
    });
}

/// Calls `on_message` with every message until the subscription is dropped.
pub fn listen(on_message: impl Fn(&Message) + 'static) -> Subscription {
    BUS.with(|bus| bus.messages.subscribe(on_message))
}

/// Returns the Lab's activity, for late subscribers.
pub fn lab_play() -> LabPlay {
    BUS.with(|bus| bus.lab_play.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn messages_reach_listeners_until_they_leave() {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let listener = {
            let heard = Rc::clone(&heard);
            listen(move |message| heard.borrow_mut().push(message.clone()))
        };
        send(Message::OpenGame("1. e4 *".to_owned()));
        drop(listener);
        send(Message::OpenGame("1. d4 *".to_owned()));
        assert_eq!(*heard.borrow(), [Message::OpenGame("1. e4 *".to_owned())]);
    }

    #[test]
    fn what_the_lab_does_is_known_to_late_listeners() {
        send(Message::LabPlay(LabPlay::Timed));
        assert_eq!(lab_play(), LabPlay::Timed);
        send(Message::OpenGame(String::new()));
        assert_eq!(lab_play(), LabPlay::Timed);
        send(Message::LabPlay(LabPlay::Idle));
        assert_eq!(lab_play(), LabPlay::Idle);
    }
}
