//! Opening games and positions: pasted, typed, dropped or chosen. What was open before can be taken back, and a text that cannot
//! be used is not lost.

use super::dialog::Dialog;
use super::keys::is_text_field;
use crate::apps::analysis::game_store::{GameDispatcher, GameStore, StoreAction};
use crate::apps::analysis::strings;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::hooks::{use_bus, use_window_event};
use crate::platform::bus::Message;
use crate::platform::clock::now_ms;
use crate::platform::turns::next_turn;
use crate::services::books::feed::BookFeed;
use crate::services::books::kept_book::BookBytes;
use crate::services::engine::service::Engine;
use crate::state::game::{GameAction, GameError, GameState};
use crate::state::input::{InputKind, input_kind, without_wrapping};
use crate::state::reading::{GameBatch, Reading};
use crate::state::text::sentence;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tabia_pgn::Problem;
use tabia_worker::abi::MAGIC;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, Element, File};
use yew::prelude::*;

/// How long games are read before the browser gets its turn, in milliseconds: half a frame.
const SLICE_MS: f64 = 8.0;
/// How often games that were read are added to those that are shown, in milliseconds: each time the list is rendered.
const BATCH_MS: f64 = 200.0;

/// So many faults are listed in a message; the rest are counted.
const LISTED_PROBLEMS: usize = 3;

/// The ways to open something. All callbacks stay the same for the page's whole life.
#[derive(Clone, PartialEq)]
pub struct Loader {
    /// Opens a text and gives back what is wrong with it: for a dialog that shows the fault itself.
    pub open_text: Callback<String, Result<(), String>>,
    /// Opens a FEN in the same way.
    pub open_fen: Callback<String, Result<(), String>>,
    /// Opens a text that was pasted or dropped: a fault is shown in a message.
    pub take_text: Callback<String>,
    /// Opens files: games, positions, engine builds.
    pub open_files: Callback<Vec<File>>,
    /// Begins a new game.
    pub begin: Callback<GameAction>,
}

/// The loader of a page. Also takes what is pasted outside of fields, while the page is seen.
#[hook]
pub fn use_loader(
    store: &UseReducerHandle<GameStore>,
    toasts: ToastDispatcher,
    engine: &Engine,
    book: &BookFeed,
    dialog: UseStateSetter<Option<Dialog>>,
    active: bool,
) -> Loader {
    let shared = (*use_memo((), |()| Shared::default())).clone();
    shared.0.store.replace((**store).clone());
    let parts = Parts {
        shared,
        game: store.dispatcher(),
        toasts,
        dialog,
        engine: engine.clone(),
        book: book.clone(),
    };

    let open_text =
        use_callback(parts.clone(), |text: String, parts| parts.open_text(&text, Vec::new(), None));
    let open_fen = use_callback(parts.clone(), |text: String, parts| parts.open(GameAction::LoadFen(text)));
    let take_text = use_callback(parts.clone(), |text: String, parts| parts.take(text));
    let open_files =
        use_callback(parts.clone(), |files: Vec<File>, parts| spawn_local(parts.clone().read(files)));
    let begin = use_callback(parts.clone(), |action: GameAction, parts| {
        if let Err(reason) = parts.open(action) {
            parts.fault(strings::NO_NEW_GAME, reason, None);
        }
    });
    // Games of matches come from the Lab.
    let from_lab = use_callback(parts.clone(), |message, parts| {
        if let Message::OpenGame(pgn) = message {
            parts.take(pgn);
        }
    });
    use_bus(from_lab);
    let paste = use_callback((parts, active), |event: ClipboardEvent, (parts, active)| {
        if *active {
            parts.paste(&event);
        }
    });
    use_window_event("paste", paste);
    Loader { open_text, open_fen, take_text, open_files, begin }
}

/// What the callbacks share, which are made once.
#[derive(Clone, Default)]
struct Shared(Rc<SharedParts>);

#[derive(Default)]
struct SharedParts {
    /// The newest store.
    store: RefCell<GameStore>,
    /// Texts that were opened so far; each is known by its number.
    collections: Cell<u64>,
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone, PartialEq)]
struct Parts {
    shared: Shared,
    game: GameDispatcher,
    toasts: ToastDispatcher,
    dialog: UseStateSetter<Option<Dialog>>,
    engine: Engine,
    book: BookFeed,
}

impl Parts {
    /// Opens what `action` loads.
    fn open(&self, action: GameAction) -> Result<(), String> {
        let before = self.state();
        let opened = before.reduce(action).map_err(|error: GameError| sentence(&error.to_string()))?;
        let loss = opened.problems().find(|problem| problem.is_loss).map(Problem::to_string);
        self.tell_opened(&before, opened_title(&opened, None), loss);
        self.game.dispatch(StoreAction::Open(Box::new(opened)));
        Ok(())
    }

    /// Opens a text; `problems` are known of it already, `name` is the file's.
    ///
    /// What is short is opened at once. Of a long text the first games are shown, and the rest is read while the page goes on.
    fn open_text(&self, text: &str, problems: Vec<Problem>, name: Option<String>) -> Result<(), String> {
        let text = without_wrapping(text);
        let kind = input_kind(&text).map_err(|error| sentence(&error.to_string()))?;
        if !matches!(kind, InputKind::Games) {
            return self.open(GameAction::Load(text.into_owned()));
        }
        let collection = self.shared.0.collections.get() + 1;
        self.shared.0.collections.set(collection);
        let mut first = GameBatch { collection, problems, ..GameBatch::default() };
        first.extend(Reading::new(collection, &text).read_while(until(now_ms() + SLICE_MS)));
        let (count, is_whole) = (first.games.len(), first.percent.is_none());
        let loss = first.problems.iter().find(|problem| problem.is_loss).map(Problem::to_string);

        let before = self.state();
        let opened =
            before.reduce(GameAction::OpenGames(first)).map_err(|error| sentence(&error.to_string()))?;
        let title = opened_title(&opened, name.as_deref());
        self.game.dispatch(StoreAction::Open(Box::new(opened)));
        if is_whole {
            self.tell_opened(&before, title, loss);
        } else {
            let rest = Rest { collection, text: text.into_owned(), count, loss, name };
            spawn_local(self.clone().read_rest(before, rest));
        }
        Ok(())
    }

    /// Reads what follows the first games, until all is read or nobody can see it any more.
    async fn read_rest(self, before: GameState, rest: Rest) {
        let Rest { collection, text, mut count, mut loss, name } = rest;
        next_turn().await;
        let mut reading = Reading::new(collection, &text);
        // A reader borrows its text, which belongs to this task: the first games are read again.
        reading.skip_games(count);
        loop {
            let mut batch = GameBatch { collection, percent: Some(0), ..GameBatch::default() };
            let batch_end = now_ms() + BATCH_MS;
            while batch.percent.is_some() && now_ms() < batch_end {
                next_turn().await;
                batch.extend(reading.read_while(until(now_ms() + SLICE_MS)));
            }
            if !self.shared.0.store.borrow().holds(collection) {
                return;
            }
            count += batch.games.len();
            loss = loss
                .or_else(|| batch.problems.iter().find(|problem| problem.is_loss).map(Problem::to_string));
            let is_end = batch.percent.is_none();
            self.game.dispatch(StoreAction::Append(batch));
            if is_end {
                break;
            }
        }
        if self.shared.0.store.borrow().state().collection() == collection {
            self.tell_opened(&before, with_name(strings::games_opened(&count), name.as_deref()), loss);
        }
    }

    fn state(&self) -> GameState {
        self.shared.0.store.borrow().state().clone()
    }

    /// Tells what was opened and what of it was lost, and offers what was open `before`.
    fn tell_opened(&self, before: &GameState, title: String, loss: Option<String>) {
        let (game, has_before) = (self.game.clone(), !before.rows().is_empty() || before.games().len() > 1);
        let back = has_before.then(|| Offer {
            label: strings::UNDO,
            action: Callback::from(move |()| game.dispatch(StoreAction::TakeBack)),
        });
        let action = match loss {
            None => ToastAction::Show(Tone::News, title, String::new(), back),
            // The rest stands beside the board.
            Some(first) => {
                ToastAction::Show(Tone::Warning, strings::opened_in_part(&title), sentence(&first), back)
            }
        };
        self.toasts.dispatch(action);
    }

    fn fault(&self, title: &str, reason: String, offer: Option<Offer>) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), reason, offer));
    }

    /// Opens a text that came from outside; if it cannot be used, it can be looked at and mended in the dialog.
    fn take(&self, text: String) {
        if let Err(reason) = self.open_text(&text, Vec::new(), None) {
            let (dialog, text) = (self.dialog.clone(), AttrValue::from(text));
            let mend = Offer {
                label: strings::SHOW_THE_TEXT,
                action: Callback::from(move |()| dialog.set(Some(Dialog::Open(text.clone())))),
            };
            self.fault(strings::THIS_COULD_NOT_BE_OPENED, reason, Some(mend));
        }
    }

    fn paste(&self, event: &ClipboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|element| {
            is_text_field(&element) || element.closest("dialog").ok().flatten().is_some()
        }) {
            return;
        }
        let Some(data) = event.clipboard_data() else { return };
        let files: Vec<File> = data
            .files()
            .map(|list| (0..list.length()).filter_map(|index| list.get(index)).collect())
            .unwrap_or_default();
        let text = data.get_data("text/plain").unwrap_or_default();
        event.prevent_default();
        if !text.trim().is_empty() {
            self.take(text);
        } else if !files.is_empty() {
            spawn_local(self.clone().read(files));
        }
    }

    /// Looks up this book from now on.
    fn open_book(&self, name: String, file: File) {
        let parts = self.clone();
        spawn_local(async move {
            let bytes = BookBytes { book: file.into(), stats: None };
            if let Err(fault) = parts.book.open_file(&name, bytes).await {
                parts.fault(&fault.title, sentence(&fault.reason), None);
            }
        });
    }

    /// Reads files: books go to the book panel, engine builds go to the engine, everything else is opened together.
    async fn read(self, files: Vec<File>) {
        let mut text = Vec::new();
        let mut names = Vec::new();
        for file in files {
            let name = file.name();
            // A book may be large: it is not read here.
            if name.to_ascii_lowercase().ends_with(".bin") {
                self.open_book(name, file);
                continue;
            }
            let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
                let advice = strings::FILE_UNREADABLE_ADVICE.to_owned();
                self.fault(&strings::file_unreadable(&name), advice, None);
                continue;
            };
            let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
            // What is an engine build is one under any name; the engine says what is wrong with one that is not.
            if name.to_ascii_lowercase().ends_with(".wasm") || bytes.starts_with(&MAGIC) {
                self.engine.set_build(&name, bytes);
                continue;
            }
            if !text.is_empty() {
                text.extend_from_slice(b"\n\n");
            }
            text.extend(bytes);
            names.push(name);
        }
        if names.is_empty() {
            return;
        }
        let name = names.join(", ");
        // To copy and to decode some megabytes takes a while, too.
        next_turn().await;
        let decoded = tabia_pgn::decode(&text);
        let problems = tabia_pgn::encoding_problem(&decoded).into_iter().collect();
        next_turn().await;
        if let Err(reason) = self.open_text(&decoded.text, problems, Some(name.clone())) {
            self.fault(&strings::file_not_opened(&name), reason, None);
        }
    }
}

/// What was opened, in a few words.
fn opened_title(opened: &GameState, name: Option<&str>) -> String {
    let what = match opened.games().len() {
        1 if opened.rows().is_empty() => strings::POSITION_SET_UP.to_owned(),
        1 => strings::GAME_OPENED.to_owned(),
        count => strings::games_opened(&count),
    };
    with_name(what, name)
}

fn with_name(what: String, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{what}: {name}"),
        None => what,
    }
}

/// A text of which the first `count` games are open.
struct Rest {
    collection: u64,
    text: String,
    count: usize,
    /// The first fault so far that lost something.
    loss: Option<String>,
    name: Option<String>,
}

/// Says whether there is time left.
fn until(end_ms: f64) -> impl FnMut() -> bool {
    move || now_ms() < end_ms
}

/// What of the text is not in the games. Departures from the standard that cost nothing are nobody's concern here.
fn losses(state: &GameState) -> impl Iterator<Item = &Problem> {
    state.problems().filter(|problem| problem.is_loss)
}

/// What could not be read, with its place; empty when all was well.
pub fn problem_summary(state: &GameState) -> String {
    let mut lines: Vec<String> =
        losses(state).take(LISTED_PROBLEMS).map(|problem| sentence(&problem.to_string())).collect();
    let count = losses(state).count();
    if count > LISTED_PROBLEMS {
        lines.push(strings::and_more(&(count - LISTED_PROBLEMS)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> GameState {
        GameState::default().reduce(GameAction::Load(text.to_owned())).unwrap()
    }

    #[test]
    fn titles_tell_what_was_opened() {
        assert_eq!(opened_title(&open("1. e4 *"), None), "Game opened");
        assert_eq!(opened_title(&open("8/8/8/8/8/8/8/K1k5 w - - 0 1"), None), "Position set up");
        let two = open("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *");
        assert_eq!(opened_title(&two, Some("two.pgn")), "2 games opened: two.pgn");
    }

    #[test]
    fn problems_are_listed_with_their_place() {
        assert_eq!(problem_summary(&open("1. e4 e5 2. Nf3 *")), "");
        let summary = problem_summary(&open("1. e4 e5 2. Ke3 *"));
        assert!(summary.starts_with("Game 1, line 1"), "{summary}");
        assert!(summary.contains("Ke3"), "{summary}");
    }
}
