//! Fetches, starts and queries the engines and the book of a game.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_chess::Position;
use tabia_polyglot::select::SelectionOptions;
use tabia_worker::probe::messages::{Line, LookedMove, ProbeAnswer, ProbeRequest};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use crate::language::tr;
use crate::services::books::feed::BookFeed;
use crate::services::books::play;
use crate::services::catalogue::EngineContent;
use crate::services::engine::build;
use crate::services::engine::transport::{EngineTransport, OnEngineMessage};
use crate::services::engine::uci_client::{Abilities, EngineMessage, TransportCommand};
use crate::services::play::session::{BookQuestion, EngineId};
use crate::state::book::BookChoice;
use crate::state::play::setup::{PlayBook, SidePlayer};

/// Number of the book in its worker.
const BOOK: u32 = 1;

/// Engine of a side.
enum PreparedEngine {
    Module(WebAssembly::Module),
    Foreign(Rc<crate::services::catalogue::Sandbox>),
}

impl PlayService {
    /// Prepares an engine and notifies the session.
    pub(super) fn prepare(&self, id: EngineId) {
        let engine = id.color().and_then(|color| {
            let session = self.0.session.borrow();
            match session.as_ref()?.live().setup().player(color) {
                SidePlayer::Engine(engine) if !engine.id.is_empty() => Some(engine.id.clone()),
                _ => None,
            }
        });
        let service = self.clone();
        let epoch = self.0.epoch.get();
        spawn_local(async move {
            let source = service.source(engine).await;
            if service.0.epoch.get() != epoch {
                return;
            }
            let result = source.map(|source| service.line(id, source));
            service.act(|session, now| session.prepared(id, result, now));
        });
    }

    fn line(&self, id: EngineId, source: PreparedEngine) -> Abilities {
        let weak = Rc::downgrade(&self.0);
        let epoch = self.0.epoch.get();
        let on_message: OnEngineMessage = Rc::new(move |generation, message| {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.epoch.get() == epoch) {
                Self(inner).act(|session, now| session.on_message(id, generation, message, now));
            }
        });
        let mut engines = self.0.engines.borrow_mut();
        let line = match source {
            PreparedEngine::Module(module) => {
                EngineTransport::of_build(engines.worker_url.clone(), module, tr!("Play"), on_message)
            }
            PreparedEngine::Foreign(sandbox) => EngineTransport::of_foreign(sandbox, tr!("Play"), on_message),
        };
        let abilities = line.abilities();
        engines.lines.insert(id, line);
        abilities
    }

    /// Returns the catalogue engine with this id, or the page's engine for `None`.
    async fn source(&self, engine: Option<String>) -> Result<PreparedEngine, String> {
        let (catalogue, url, modules) = {
            let engines = self.0.engines.borrow();
            (engines.catalogue.clone(), engines.build_url.clone(), engines.modules.clone())
        };
        let key = engine.clone().unwrap_or_default();
        if let Some(module) = modules.borrow().get(&key).cloned() {
            return Ok(PreparedEngine::Module(module));
        }
        let build = match engine {
            None => build::fetch(&url).await.map_err(|error| error.to_string())?,
            Some(id) => match catalogue.content(&id).await.map_err(|error| error.to_string())? {
                EngineContent::Foreign(sandbox) => return Ok(PreparedEngine::Foreign(sandbox)),
                EngineContent::Build(bytes) => {
                    build::compile(id, bytes.to_vec()).await.map_err(|error| error.to_string())?
                }
            },
        };
        modules.borrow_mut().insert(key, build.module.clone());
        Ok(PreparedEngine::Module(build.module))
    }

    /// Sends an order to an engine.
    pub(super) fn order(&self, id: EngineId, order: TransportCommand) {
        let known = self.0.engines.borrow_mut().lines.get_mut(&id).and_then(|line| line.obey(order));
        if let Some((generation, message)) = known {
            self.on_message_later(id, generation, message);
        }
    }

    /// Notifies the session once it has finished its current call.
    fn on_message_later(&self, id: EngineId, generation: u32, message: EngineMessage) {
        let service = self.clone();
        let epoch = self.0.epoch.get();
        spawn_local(async move {
            if service.0.epoch.get() == epoch {
                service.act(|session, now| session.on_message(id, generation, message, now));
            }
        });
    }

    /// Looks up a line in the game's book and chooses one of its moves.
    pub(super) fn ask_book(&self, question: BookQuestion) {
        let service = self.clone();
        let epoch = self.0.epoch.get();
        let book = self.0.session.borrow().as_ref().map(|session| session.live().setup().book.clone());
        spawn_local(async move {
            let id = question.id;
            let answer = service.book_move(book.unwrap_or_default(), question).await;
            if service.0.epoch.get() == epoch {
                service.act(|session, now| session.book_answered(id, answer, now));
            }
        });
    }

    async fn book_move(&self, book: PlayBook, question: BookQuestion) -> Result<Option<String>, String> {
        let line = Line { start_fen: question.start_fen, moves: question.moves };
        let Some(position) = position_of(&line) else { return Ok(None) };
        let moves = self.looked(book, line.clone()).await?;
        if moves.is_empty() {
            return Ok(None);
        }
        let feed = BookFeed::of_page();
        let chosen = play::choose(&feed, &line, &position, &moves, SelectionOptions::default()).await;
        let chosen = chosen.map_err(|error| error.to_string())?;
        Ok(chosen.map(|mv| position.uci(mv)))
    }

    /// Looks up the book moves for the last position of a line.
    async fn looked(&self, book: PlayBook, line: Line) -> Result<Vec<LookedMove>, String> {
        let (client, opened) = {
            let engines = self.0.engines.borrow();
            (engines.book.clone(), engines.opened.clone())
        };
        let is_open =
            *opened.borrow() == Some((client.generation(), book.clone())) && client.generation() != 0;
        if !is_open {
            let choice = match &book {
                PlayBook::Off => return Ok(Vec::new()),
                PlayBook::Default => BookChoice::Default,
                PlayBook::Kept(id) => BookChoice::Kept(id.clone()),
            };
            let bytes =
                BookFeed::of_page().repository().bytes(&choice).await.map_err(|error| error.to_string())?;
            let stats = bytes.stats.map(FileBytes);
            let open = ProbeRequest::Open { book: BOOK, file: FileBytes(bytes.book), stats };
            client.ask(open, |_| {}).await.map_err(|error| error.to_string())?;
            opened.replace(Some((client.generation(), book)));
        }
        let found: Rc<RefCell<Vec<LookedMove>>> = Rc::default();
        let keep = {
            let found = found.clone();
            move |answer: ProbeAnswer| {
                if let ProbeAnswer::Looked(looked) = answer {
                    found.replace(looked.moves);
                }
            }
        };
        let last = client.ask(ProbeRequest::Look { book: Some(BOOK), line }, keep.clone()).await;
        keep(last.map_err(|error| error.to_string())?);
        Ok(found.take())
    }
}

/// Returns the last position of a line.
fn position_of(line: &Line) -> Option<Position> {
    let (mut position, _) = tabia_pgn::position_from_fen(&line.start_fen).ok()?;
    for uci in &line.moves {
        position.play_unchecked(position.parse_uci(uci).ok()?);
    }
    Some(position)
}
