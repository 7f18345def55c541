//! Pending requests to the library worker, without the worker: a pure state machine.
//!
//! Searches pile up while the user types. So each view, and the explorer of each database, has one search in flight; a newer one replaces
//! it, and the worker is asked to cancel searches that are no longer wanted.

use std::collections::{HashMap, HashSet};

use tabia_worker::library::messages::{
    DatabaseId, Failure, LibraryAnswer, LibraryReply, LibraryRequest, ViewId,
};
use tabia_worker::wire::RequestId;

/// Command to the driver.
#[derive(Debug, Clone)]
pub enum LibraryCommand {
    /// Post this to the worker.
    Post(RequestId, Box<LibraryRequest>),
    /// Pass on a part of the request's answer.
    Part(RequestId, LibraryAnswer),
    /// Complete the request.
    Settle(RequestId, Result<LibraryAnswer, Failure>),
}

/// A place that has at most one search at a time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum SearchPlace {
    View(DatabaseId, ViewId),
    Explorer(DatabaseId),
}

#[derive(Debug)]
struct DatabaseSearch {
    in_flight: RequestId,
    /// Whether the worker was asked to cancel it.
    is_cancelled: bool,
    next: Option<(RequestId, LibraryRequest)>,
}

/// Pending requests.
#[derive(Debug, Default)]
pub struct Calls {
    last: RequestId,
    waiting: HashSet<RequestId>,
    searches: HashMap<SearchPlace, DatabaseSearch>,
}

impl Calls {
    /// Adds a request; returns its number and the commands.
    pub fn ask(&mut self, request: LibraryRequest) -> (RequestId, Vec<LibraryCommand>) {
        let id = self.number();
        self.waiting.insert(id);
        let Some(place) = place_of(&request) else {
            return (id, vec![LibraryCommand::Post(id, Box::new(request))]);
        };
        let Some(search) = self.searches.get_mut(&place) else {
            self.searches.insert(place, DatabaseSearch { in_flight: id, is_cancelled: false, next: None });
            return (id, vec![LibraryCommand::Post(id, Box::new(request))]);
        };
        let (in_flight, was_cancelled) =
            (search.in_flight, std::mem::replace(&mut search.is_cancelled, true));
        let replaced = search.next.replace((id, request));
        let mut commands = Vec::new();
        for old in [Some(in_flight), replaced.map(|(old, _)| old)].into_iter().flatten() {
            if self.waiting.remove(&old) {
                commands.push(LibraryCommand::Settle(old, Err(Failure::Superseded)));
            }
        }
        if !was_cancelled {
            commands.push(self.cancelling(in_flight));
        }
        (id, commands)
    }

    /// Cancels a request. It completes when the worker has stopped.
    pub fn cancel(&mut self, request: RequestId) -> Vec<LibraryCommand> {
        if self.waiting.contains(&request) { vec![self.cancelling(request)] } else { Vec::new() }
    }

    /// Handles a reply of the worker.
    pub fn on_message(&mut self, id: RequestId, reply: LibraryReply) -> Vec<LibraryCommand> {
        let result = match reply {
            LibraryReply::Answer { answer, done: false } => {
                let is_waited_for = self.waiting.contains(&id);
                return is_waited_for.then_some(LibraryCommand::Part(id, answer)).into_iter().collect();
            }
            LibraryReply::Answer { answer, done: true } => Ok(answer),
            LibraryReply::Failed(failure) => Err(failure),
        };
        let mut commands = Vec::new();
        if self.waiting.remove(&id) {
            commands.push(LibraryCommand::Settle(id, result));
        }
        let place = self.searches.iter().find(|(_, search)| search.in_flight == id);
        if let Some(place) = place.map(|(place, _)| place.clone())
            && let Some(search) = self.searches.remove(&place)
            && let Some((next, request)) = search.next
        {
            self.searches.insert(place, DatabaseSearch { in_flight: next, is_cancelled: false, next: None });
            commands.push(LibraryCommand::Post(next, Box::new(request)));
        }
        commands
    }

    /// Drops all requests of a worker that has ended and returns them, in the order they were made.
    pub fn forget(&mut self) -> Vec<RequestId> {
        self.searches.clear();
        let mut waiting: Vec<_> = self.waiting.drain().collect();
        waiting.sort_unstable();
        waiting
    }

    fn number(&mut self) -> RequestId {
        self.last = self.last.wrapping_add(1).max(1);
        self.last
    }

    fn cancelling(&mut self, request: RequestId) -> LibraryCommand {
        LibraryCommand::Post(self.number(), Box::new(LibraryRequest::Cancel { request }))
    }
}

fn place_of(request: &LibraryRequest) -> Option<SearchPlace> {
    match request {
        LibraryRequest::Find { id, view, .. } => Some(SearchPlace::View(id.clone(), *view)),
        LibraryRequest::Explore { id, .. } => Some(SearchPlace::Explorer(id.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_library::{Order, Query};
    use tabia_worker::library::messages::Found;

    fn find(view: ViewId, player: &str) -> LibraryRequest {
        let query = Query { player: Some(player.into()), ..Query::default() };
        LibraryRequest::Find { id: "a".into(), view, query, position: None, order: Order::default() }
    }

    fn found(count: u32) -> LibraryReply {
        LibraryReply::Answer { answer: LibraryAnswer::Found(Found { count, ..Found::default() }), done: true }
    }

    /// Formats the commands as short words.
    fn words(commands: &[LibraryCommand]) -> Vec<String> {
        let word = |command: &LibraryCommand| match command {
            LibraryCommand::Post(id, request) => match **request {
                LibraryRequest::Cancel { request } => format!("cancel {request}"),
                _ => format!("post {id}"),
            },
            LibraryCommand::Part(id, _) => format!("part {id}"),
            LibraryCommand::Settle(id, Ok(_)) => format!("answer {id}"),
            LibraryCommand::Settle(id, Err(failure)) => format!("{id}: {failure}"),
        };
        commands.iter().map(word).collect()
    }

    #[test]
    fn of_searches_for_one_view_the_newest_is_made() {
        let mut calls = Calls::default();
        let (k, commands) = calls.ask(find(1, "k"));
        assert_eq!(words(&commands), [format!("post {k}")]);
        let (ka, commands) = calls.ask(find(1, "ka"));
        assert_eq!(words(&commands), [format!("{k}: a newer search replaced it"), format!("cancel {k}")]);
        let (kas, commands) = calls.ask(find(1, "kas"));
        assert_eq!(words(&commands), [format!("{ka}: a newer search replaced it")]);
        // The first had finished before the worker was asked to cancel it: nobody waits for it.
        assert_eq!(words(&calls.on_message(k, found(9))), [format!("post {kas}")]);
        assert_eq!(words(&calls.on_message(kas, found(3))), [format!("answer {kas}")]);
        assert!(calls.forget().is_empty() && calls.searches.is_empty());
    }

    #[test]
    fn other_views_and_other_requests_go_side_by_side() {
        let mut calls = Calls::default();
        let (first, _) = calls.ask(find(1, "k"));
        let (second, commands) = calls.ask(find(2, "k"));
        assert_eq!(words(&commands), [format!("post {second}")]);
        let (files, commands) = calls.ask(LibraryRequest::Files);
        assert_eq!(words(&commands), [format!("post {files}")]);
        assert_eq!(words(&calls.on_message(second, found(1))), [format!("answer {second}")]);
        assert_eq!(calls.forget(), [first, files]);
        // Late replies of a worker that was given up are ignored.
        assert!(calls.on_message(first, found(1)).is_empty());
    }

    #[test]
    fn a_request_is_cancelled_once_and_answered_by_the_worker() {
        let mut calls = Calls::default();
        let (id, _) = calls.ask(LibraryRequest::Files);
        assert_eq!(words(&calls.cancel(id)), [format!("cancel {id}")]);
        assert_eq!(
            words(&calls.on_message(id, LibraryReply::Failed(Failure::Cancelled))),
            [format!("{id}: it was cancelled")]
        );
        assert!(calls.cancel(id).is_empty());
    }
}
