//! Lab addresses that carry settings, books or part of a match.

use super::context::LabContext;
use super::form_store;
use super::navigation::go;
use super::offered::{Offered, OfferedPart};
use super::start::usual_workers_of;
use super::strings;
use crate::services::matches::address::{self, Link};
use crate::services::matches::controller::MatchController;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::field::{DraftField, Switch};
use crate::state::route::Route;
use std::rc::Rc;
use tabia_arena::{EngineBook, OpeningSource};

/// Handles the data carried in the address.
pub async fn take_link(context: &LabContext) {
    let controller = &context.controller;
    let outcome = match address::carried() {
        None => return,
        Some(Ok(Link::Settings(settings))) => {
            fill_or_ask(context, Draft::of(&settings));
            Ok(())
        }
        Some(Ok(Link::Books([first, second]))) => {
            fill_or_ask(context, book_match(controller, first, second));
            Ok(())
        }
        Some(Ok(Link::Part { header, share })) => {
            let is_known = controller.knows(&header.id);
            go(&Route::Lab(is_known.then(|| header.id.clone())));
            // The link may come from anyone: nothing is stored before the user agrees.
            context.offered.set((!is_known).then(|| Offered::Part(Rc::new(OfferedPart { header, share }))));
            Ok(())
        }
        Some(Err(error)) => Err(error.to_string()),
    };
    if let Err(reason) = outcome {
        context.fault(strings::the_link_cannot_be_used(), &reason);
    }
}

/// Fills the form; asks first if this would discard the user's changes.
fn fill_or_ask(context: &LabContext, filled: Draft) {
    go(&Route::Lab(None));
    if form_store::is_changed() {
        context.offered.set(Some(Offered::Form(Rc::new(filled))));
    } else {
        fill(context, &filled);
    }
}

/// Replaces the form.
pub fn fill(context: &LabContext, filled: &Draft) {
    context.draft.dispatch(DraftAction::Replace(Box::new(filled.clone())));
}

/// Saves a part of a match that the user has accepted.
pub async fn accept(context: &LabContext, offered: &OfferedPart) {
    let OfferedPart { header, share } = offered.clone();
    let id = header.id.clone();
    let workers = usual_workers_of(&header.settings);
    match context.controller.create(header, workers, share, None).await {
        Ok(_) => go(&Route::Lab(Some(id))),
        Err(error) => context.fault(strings::the_link_cannot_be_used(), &error.to_string()),
    }
}

/// Returns the form for book against book: the same engine twice, from the start position, with a suitable number of games. The match
/// gets its name from the engines' names, which name the books; a title would stay in the form for the next match.
fn book_match(controller: &MatchController, first: EngineBook, second: EngineBook) -> Draft {
    let mut draft = form_store::first();
    let engines = controller.engines();
    for (index, book) in [first, second].into_iter().enumerate() {
        if let Some(info) = engines.first() {
            let name = format!("{} ({})", info.name, book.name);
            draft = draft.reduce(DraftAction::Build(index, info.sha256.clone(), name));
        }
        draft = draft.reduce(DraftAction::Book(index, Some(book)));
    }
    draft.openings = OpeningSource::Startpos;
    draft.turn(Switch::Sprt, false);
    draft.set(DraftField::Games, "200");
    draft
}
