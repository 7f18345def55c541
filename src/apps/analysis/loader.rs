//! Opens games and positions: pasted, typed, dropped or chosen. The previous games can be restored, and a text that cannot be opened isn't
//! lost.

use super::dialog::Dialog;
use super::engine_panel::adopter;
use super::game_store::{GameDispatcher, StoreAction};
use super::keys::is_text_field;
use super::large_file::{self, Pasted, Together};
use super::share::follow_link;
use super::strings;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::hooks::{use_bus, use_window_event};
use crate::platform::bus::Message;
use crate::platform::clock::now_ms;
use crate::platform::turns::next_turn;
use crate::services::books::feed::BookFeed;
use crate::services::books::saved_book::BookBytes;
use crate::services::engine::service::Engine;
use crate::services::games;
use crate::services::games::autosave::GameSource;
use crate::services::library::LibraryService;
use crate::services::library::kind::{first_bytes, kind_of};
use crate::state::game::{GameAction, GameState};
use crate::state::input::limits::check_games;
use crate::state::input::{InputKind, input_kind, without_wrapping};
use crate::state::route::Route;
use crate::state::text::sentence;
use crate::storage::games::Origin;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use js_sys::JsString;
use std::rc::Rc;
use tabia_pgn::Problem;
use tabia_worker::abi::MAGIC;
use tabia_worker::library::messages::TextKind;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{ClipboardEvent, CustomEvent, Element, File};
use yew::prelude::*;

/// Reading time, in milliseconds, beyond which the result is rendered in a separate turn.
const LONG_READ_MS: f64 = 8.0;

/// Callbacks that open something. They are stable for the page's lifetime.
#[derive(Clone, PartialEq)]
pub struct Loader {
    /// Opens a text and returns the error, for dialogs that show it themselves.
    pub open_text: Callback<String, Result<(), String>>,
    /// Opens a FEN in the same way.
    pub open_fen: Callback<String, Result<(), String>>,
    /// Opens the game of a link in the same way, and then runs the actions on it once it is shown.
    pub open_game: Callback<(String, Vec<GameAction>), Result<(), String>>,
    /// Opens a pasted or dropped text; an error is shown in a message.
    pub take_text: Callback<String>,
    /// Opens files: games, positions, engine builds.
    pub open_files: Callback<Vec<File>>,
    /// Starts a new game.
    pub begin: Callback<GameAction>,
}

/// Creates the loader of a page. Also handles pasting outside of text fields while the page is visible.
#[hook]
pub fn use_loader(
    game: &GameDispatcher,
    toasts: ToastDispatcher,
    engine: &Engine,
    book: &BookFeed,
    dialog: UseStateSetter<Option<Dialog>>,
    active: bool,
) -> Loader {
    let parts =
        LoaderParts { game: game.clone(), toasts, dialog, engine: engine.clone(), book: book.clone() };

    let open_text = use_callback(parts.clone(), |text: String, parts| {
        parts.open_text(&text, Vec::new(), Origin::Text, Vec::new())
    });
    let open_game = use_callback(parts.clone(), |(text, then): (String, Vec<GameAction>), parts| {
        parts.open_text(&text, Vec::new(), Origin::Text, then)
    });
    let open_fen = use_callback(parts.clone(), |text: String, parts| parts.open(GameAction::LoadFen(text)));
    let take_text = use_callback(parts.clone(), |text: String, parts| parts.take(text, Origin::Text));
    let open_files =
        use_callback(parts.clone(), |files: Vec<File>, parts| spawn_local(parts.clone().read(files)));
    let begin = use_callback(parts.clone(), |action: GameAction, parts| {
        if let Err(reason) = parts.open(action) {
            parts.fault(strings::no_new_game(), reason, None);
        }
    });
    // The Lab sends games of matches.
    let from_lab = use_callback(parts.clone(), |message, parts| {
        if let Message::OpenGame(pgn) = message {
            parts.take(pgn, Origin::Text);
        }
    });
    use_bus(from_lab);
    let paste = use_callback((parts, active), |event: ClipboardEvent, (parts, active)| {
        if *active {
            parts.paste(&event);
        }
    });
    use_window_event("paste", paste);
    use_launched(&open_files, &take_text);
    Loader { open_text, open_fen, open_game, take_text, open_files, begin }
}

/// Why a text goes to the library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Too large for the board, which shows its first game.
    TooLarge,
    /// The board shows the files opened together with it and has no room for more.
    NoRoom,
}

/// Function that turns a file into a database.
type Adder = fn(LoaderParts, File, TextKind, Why) -> LocalBoxFuture<'static, ()>;

#[wasm_split(explorer, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn adder() -> Result<Adder, SplitLoaderError> {
    Ok(|parts, file, kind, why| parts.add_now(file, kind, why).boxed_local())
}

/// Opens the page of a database.
fn show_database(id: &str) {
    // Setting the hash cannot fail.
    let route = Route::Library(Some(id.to_owned()));
    let _ = web_sys::window().map(|window| window.location().set_hash(&route.to_string()));
}

/// Handles what the operating system passes to the installed app: `www/launch.js`.
#[hook]
fn use_launched(open_files: &Callback<Vec<File>>, take_text: &Callback<String>) {
    let files = use_callback(open_files.clone(), |event: CustomEvent, open| {
        let files = js_sys::Array::from(&event.detail());
        open.emit(files.iter().filter_map(|file| file.dyn_into().ok()).collect());
    });
    use_window_event("tabia-open-files", files);
    let text = use_callback(take_text.clone(), |event: CustomEvent, take| {
        if let Some(text) = event.detail().as_string() {
            take.emit(text);
        }
    });
    use_window_event("tabia-open-text", text);
    // After the listeners are registered, because queued files arrive at once.
    use_effect_with((), |()| {
        if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new("tabia-ready")) {
            // No listener cancels this event.
            let _ = window.dispatch_event(&event);
        }
    });
}

/// Returns the name of the file that games come from.
fn file_name(origin: &Origin) -> Option<&str> {
    match origin {
        Origin::File { name } => Some(name),
        _ => None,
    }
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// Returns whether a file is the script of an external engine, judging by its name.
fn is_script(name: &str) -> bool {
    has_ending(name, &[".js", ".mjs"])
}

/// Returns whether a file belongs to an engine. With a script, that is everything except game files.
fn is_engine_part(name: &str, has_script: bool) -> bool {
    let is_of_games = has_ending(name, &[".pgn", ".fen", ".epd", ".txt"]);
    has_ending(name, &[".wasm"]) || is_script(name) || (has_script && !is_of_games)
}

#[derive(Clone, PartialEq)]
struct LoaderParts {
    game: GameDispatcher,
    toasts: ToastDispatcher,
    dialog: UseStateSetter<Option<Dialog>>,
    engine: Engine,
    book: BookFeed,
}

impl LoaderParts {
    /// Opens what `action` loads.
    fn open(&self, action: GameAction) -> Result<(), String> {
        // Checked on an empty state, because the result doesn't depend on the open games. A position is parsed twice, which is cheap.
        let check = GameState::default().reduce(action.clone());
        check.map_err(|error| sentence(&error.to_string()))?;
        self.show(action, None, GameSource::start());
        Ok(())
    }

    /// Opens a text. `problems` are those already known, `origin` is its source, and `then` is run on its first game once that is shown.
    ///
    /// Texts too large for the page go to the library.
    fn open_text(
        &self,
        text: &str,
        problems: Vec<Problem>,
        origin: Origin,
        then: Vec<GameAction>,
    ) -> Result<(), String> {
        if follow_link(text) {
            return Ok(());
        }
        let text = without_wrapping(text);
        let kind = input_kind(&text).map_err(|error| sentence(&error.to_string()))?;
        if matches!(kind, InputKind::Position(_)) {
            return self.open(GameAction::Load(text.into_owned()));
        }
        if let Some((file, kind)) =
            large_file::of_text(&text, file_name(&origin).unwrap_or(strings::pasted()))
        {
            spawn_local(self.clone().add_to_library(file, kind, Why::TooLarge));
            return Ok(());
        }
        self.open_games(&text, problems, origin, then)
    }

    /// Opens games or positions. Short texts are opened at once. If reading took long, rendering waits for the next turn: in the same turn,
    /// a game of thousands of moves would block the page. Of a long text, the first games are shown and the rest is read in the background.
    fn open_games(
        &self,
        text: &str,
        problems: Vec<Problem>,
        origin: Origin,
        then: Vec<GameAction>,
    ) -> Result<(), String> {
        check_games(text).map_err(|error| sentence(&error.to_string()))?;
        let began_ms = now_ms();
        let mut first = games::first_games(text);
        let is_long = now_ms() - began_ms > LONG_READ_MS;
        first.problems.splice(0..0, problems);
        first.check().map_err(|error| sentence(&error.to_string()))?;
        let (collection, count, is_whole) = (first.collection, first.games.len(), first.percent.is_none());
        let has_loss = first.problems.iter().any(|problem| problem.is_loss);
        let name = file_name(&origin).map(str::to_owned);
        let source = GameSource::text(text, origin, has_loss);
        let rest = (!is_whole).then(|| text.to_owned());
        let parts = self.clone();
        let show = move || {
            let held = parts.show(GameAction::OpenGames(first), name, source);
            for action in then {
                parts.game.dispatch(StoreAction::Do(action));
            }
            if let Some(text) = rest {
                let (game, held) = (parts.game, Rc::downgrade(&held));
                let on_batch = move |batch| game.dispatch(StoreAction::Append(batch));
                spawn_local(games::read_rest(collection, text, count, held, on_batch));
            }
        };
        if is_long {
            spawn_local(async move {
                next_turn().await;
                show();
            });
        } else {
            show();
        }
        Ok(())
    }

    /// Opens what is known to open; the returned value lives as long as the store holds the games.
    fn show(&self, action: GameAction, name: Option<String>, source: Rc<GameSource>) -> Rc<()> {
        let held = Rc::new(());
        self.game.dispatch(StoreAction::Open { action, name, source, held: Rc::clone(&held) });
        held
    }

    fn fault(&self, title: &str, reason: String, offer: Option<Offer>) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), reason, offer));
    }

    /// Opens a text from outside; if that fails, the user can view and fix it in the dialog.
    fn take(&self, text: String, origin: Origin) {
        if let Err(reason) = self.open_text(&text, Vec::new(), origin, Vec::new()) {
            let (dialog, text) = (self.dialog.clone(), AttrValue::from(text));
            let mend = Offer {
                label: strings::show_the_text(),
                action: Callback::from(move |()| dialog.set(Some(Dialog::Open(text.clone())))),
            };
            self.fault(strings::this_could_not_be_opened(), reason, Some(mend));
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
        event.prevent_default();
        match large_file::pasted(&data) {
            Pasted::Large(text, kind) => spawn_local(self.clone().add_pasted(text, kind)),
            Pasted::Text(text) if !text.trim().is_empty() => self.take(text, Origin::Text),
            Pasted::Text(_) if files.is_empty() => {}
            Pasted::Text(_) => spawn_local(self.clone().read(files)),
        }
    }

    async fn add_pasted(self, text: JsString, kind: TextKind) {
        match large_file::file_of(&text, strings::pasted()).await {
            Some(file) => self.add_to_library(file, kind, Why::TooLarge).await,
            None => self.take(text.into(), Origin::Text),
        }
    }

    fn unreadable(&self, name: &str) {
        let advice = strings::file_unreadable_advice().to_owned();
        self.fault(&strings::file_unreadable(&name), advice, None);
    }

    /// Turns a file into a database, and shows its first game if it is too large for the board. The code is loaded on demand.
    async fn add_to_library(self, file: File, kind: TextKind, why: Why) {
        if let Ok(add) = adder().await {
            add(self, file, kind, why).await;
        } else {
            let advice = strings::part_not_loaded().to_owned();
            self.fault(&strings::file_not_added(&file.name()), advice, None);
        }
    }

    async fn add_now(self, file: File, kind: TextKind, why: Why) {
        let library = LibraryService::of_page();
        let name = file.name();
        let id = library.add(file, kind);
        let opened = match why {
            Why::TooLarge => self.show_first(&library, &id).await,
            Why::NoRoom => Ok(()),
        };
        match library.added(&id).await {
            Ok(entry) => {
                let show = Offer {
                    label: strings::show_the_database(),
                    action: Callback::from(move |()| show_database(&id)),
                };
                let detail = match why {
                    Why::TooLarge => strings::added_to_library(entry.games(), opened.as_ref().err()),
                    Why::NoRoom => strings::added_for_want_of_room(entry.games()),
                };
                self.toasts.dispatch(ToastAction::Show(
                    Tone::News,
                    strings::file_added(&name),
                    detail,
                    Some(show),
                ));
            }
            Err(error) if error.is_quiet() => {}
            Err(error) => {
                self.fault(&strings::file_not_added(&name), sentence(&error.to_string()), None);
            }
        }
    }

    /// Shows the first game of a database that is being added.
    async fn show_first(&self, library: &LibraryService, id: &str) -> Result<(), String> {
        let first = library.first_game(id).await;
        let text = first.map_err(|error| sentence(&error.to_string()))?;
        self.open_games(&text.pgn, Vec::new(), Origin::Database { id: id.to_owned(), number: 0 }, Vec::new())
    }

    /// Switches to this book.
    fn open_book(&self, name: String, file: File) {
        let parts = self.clone();
        spawn_local(async move {
            let bytes = BookBytes { book: file.into(), stats: None };
            if let Err(fault) = parts.book.open_file(&name, bytes).await {
                parts.fault(&fault.title, sentence(&fault.reason), None);
            }
        });
    }

    /// Adds the engines among files. The code is loaded on demand.
    async fn adopt(self, files: Vec<File>) {
        if let Ok(adopt) = adopter().await {
            adopt(files, self.engine, self.toasts).await;
        } else {
            let advice = strings::part_not_loaded().to_owned();
            let name = files.first().map(File::name).unwrap_or_default();
            self.fault(&strings::file_not_opened(&name), advice, None);
        }
    }

    /// Reads files: books go to the book panel, engines to the engine list, files too large for the page to the library; everything else is
    /// opened together.
    async fn read(self, files: Vec<File>) {
        let mut together = Together::default();
        let mut engines = Vec::new();
        let has_script = files.iter().any(|file| is_script(&file.name()));
        for file in files {
            let name = file.name();
            // A book may be large, so it isn't read here.
            if has_ending(&name, &[".bin"]) && !has_script {
                self.open_book(name, file);
            } else if is_engine_part(&name, has_script) {
                engines.push(file);
            } else {
                self.read_games(file, &mut together, &mut engines).await;
            }
        }
        if !engines.is_empty() {
            spawn_local(self.clone().adopt(engines));
        }
        if together.is_empty() {
            return;
        }
        let name = together.names.join(", ");
        let (text, problems) = games::decode(&together.text).await;
        if let Err(reason) = self.open_text(&text, problems, Origin::File { name: name.clone() }, Vec::new())
        {
            self.fault(&strings::file_not_opened(&name), reason, None);
        }
    }

    /// Reads a file of games, unless it is an engine with another extension or there is no room.
    async fn read_games(&self, file: File, together: &mut Together, engines: &mut Vec<File>) {
        let Some(first) = first_bytes(&file).await else {
            return self.unreadable(&file.name());
        };
        // An engine build is recognized by its content, whatever its name.
        if first.starts_with(&MAGIC) {
            return engines.push(file);
        }
        let (name, kind) = (file.name(), kind_of(&first));
        let why = if together.is_empty() || !Together::default().has_room(file.size()) {
            Why::TooLarge
        } else {
            Why::NoRoom
        };
        if together.has_room(file.size()) {
            let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
                return self.unreadable(&name);
            };
            if together.take(&name, &js_sys::Uint8Array::new(&buffer).to_vec(), kind) {
                return;
            }
        }
        spawn_local(self.clone().add_to_library(file, kind, why));
    }
}
