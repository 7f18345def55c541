//! Addresses of the Lab that carry settings, books or a part of a match.

use super::context::LabContext;
use super::form_store;
use super::navigation::go;
use super::start::usual_workers;
use super::strings;
use crate::services::matches::address::{self, Link};
use crate::services::matches::controller::MatchController;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::field::{Field, Switch};
use crate::state::route::Route;
use tabia_arena::{EngineBook, OpeningSource};

/// Does what the address asks for.
pub async fn take_link(context: &LabContext) {
    let LabContext { controller, draft, .. } = context;
    let outcome = match address::carried() {
        None => return,
        Some(Ok(Link::Settings(settings))) => {
            draft.dispatch(DraftAction::Replace(Box::new(Draft::of(&settings))));
            go(&Route::Lab(None));
            Ok(())
        }
        Some(Ok(Link::Books([first, second]))) => {
            draft.dispatch(DraftAction::Replace(Box::new(book_match(controller, first, second))));
            go(&Route::Lab(None));
            Ok(())
        }
        Some(Ok(Link::Part { header, share })) => {
            let id = header.id.clone();
            let outcome = if controller.knows(&id) {
                Ok(())
            } else {
                let created = controller.create(header, usual_workers(), share).await;
                created.map(|_| ()).map_err(|error| error.to_string())
            };
            go(&if outcome.is_ok() { Route::Lab(Some(id)) } else { Route::Lab(None) });
            outcome
        }
        Some(Err(error)) => Err(error.to_string()),
    };
    if let Err(reason) = outcome {
        context.fault(strings::THE_LINK_CANNOT_BE_USED, &reason);
    }
}

/// The form for book against book: the same engine twice, from the start position, as many games as books need.
fn book_match(controller: &MatchController, first: EngineBook, second: EngineBook) -> Draft {
    let mut draft = form_store::first();
    let engines = controller.engines();
    for (seat, book) in [first, second].into_iter().enumerate() {
        if let Some(info) = engines.first() {
            let name = format!("{} ({})", info.name, book.name);
            draft = draft.reduce(DraftAction::Build(seat, info.sha256.clone(), name));
        }
        draft = draft.reduce(DraftAction::Book(seat, Some(book)));
    }
    draft.openings = OpeningSource::Startpos;
    draft.turn(Switch::Sprt, false);
    draft.set(Field::Games, "200");
    draft.set(Field::Event, strings::BOOK_AGAINST_BOOK);
    draft
}
