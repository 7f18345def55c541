//! The editor: a board to walk through a book, and its moves to be changed. Changes are kept ([`super::changes`]) until the book is
//! saved with them or they are discarded.

use super::PageContext;
use super::changes::{Changes, Step};
use crate::apps::book::strings;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::Offer;
use crate::services::books::client::BookClient;
use crate::services::books::files::{download, stem};
use crate::services::books::shelf::BookBytes;
use crate::state::book::{Choice, learned_text, percent};
use tabia_chess::{Color, Move, Position};
use tabia_polyglot::BookMove;
use tabia_worker::book::messages::{
    Answer, EditCommand, EditState, FileBytes, Line, LookedMove, Mark, Request, SaveForm,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The number of the book in its worker.
const BOOK: u32 = 1;
/// The largest file of games that is taken in, in bytes: it is kept among the changes.
const MAX_IMPORT: f64 = 16.0 * 1024.0 * 1024.0;
/// What the name of a changed copy ends with, before the extension.
const EDITED: &str = " (edited)";

/// Properties of [`Editor`].
#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// What every part of the page needs.
    pub context: PageContext,
    /// The book.
    pub choice: Choice,
    /// Where the board stands at first.
    pub start: Path,
    /// The book was saved with its changes as another one: that is edited from now on, from the same position.
    pub on_saved: Callback<(Choice, Path)>,
    /// Close the editor.
    pub on_close: Callback<()>,
}

/// The moves from the start to the position that is edited.
#[derive(Clone, PartialEq, Default)]
pub struct Path(Vec<Move>);

impl Path {
    fn positions(&self) -> Vec<Position> {
        let mut positions = vec![Position::default()];
        for &m in &self.0 {
            let mut next = positions[positions.len() - 1];
            next.play_unchecked(m);
            positions.push(next);
        }
        positions
    }

    fn line(&self) -> Line {
        let positions = self.positions();
        let moves = self.0.iter().zip(&positions).map(|(m, position)| position.uci(*m, false)).collect();
        Line { start_fen: Position::default().to_fen(), moves }
    }
}

/// A worker with the book, and where its answers go.
#[derive(Clone)]
struct Session {
    client: BookClient,
    context: PageContext,
    choice: Choice,
    path: UseStateSetter<Path>,
    shown: UseStateSetter<Option<(Path, EditState)>>,
    fault: UseStateSetter<Option<String>>,
}

impl Session {
    /// Does one thing in the position at the end of `path`, and shows it.
    fn edit(&self, path: Path, command: EditCommand) {
        let session = self.clone();
        spawn_local(async move {
            match session.ask(&path, command).await {
                Ok(state) => session.shown.set(Some((path, state))),
                Err(reason) => session.context.fault(strings::THE_CHANGE_FAILED, &reason),
            }
        });
    }

    /// Goes to the end of another path.
    fn go(&self, path: Path) {
        self.path.set(path.clone());
        self.edit(path, EditCommand::None);
    }

    /// Adds a move and follows it.
    fn add(&self, path: Path, m: Move) {
        let session = self.clone();
        let book_move: BookMove = m.into();
        spawn_local(async move {
            match session.ask(&path, EditCommand::Add { code: book_move.0, weight: 1 }).await {
                Ok(_) => {
                    let mut next = path;
                    next.0.push(m);
                    session.go(next);
                }
                Err(reason) => session.context.fault(strings::THE_MOVE_WAS_NOT_ADDED, &reason),
            }
        });
    }

    async fn ask(&self, path: &Path, command: EditCommand) -> Result<EditState, String> {
        let state = self.send(path.line(), command).await?;
        if command != EditCommand::None {
            let step = Step::Edit { line: path.line(), command };
            if let Err(error) = self.context.changes.add(&self.choice, step).await {
                self.context.fault(strings::CHANGE_NOT_KEPT, &error.to_string());
            }
        }
        Ok(state)
    }

    async fn send(&self, line: Line, command: EditCommand) -> Result<EditState, String> {
        match self.client.ask(Request::Edit { book: BOOK, line, command }, |_| {}).await? {
            Answer::Edited(state) => Ok(state),
            _ => Err(strings::UNEXPECTED_ANSWER.to_owned()),
        }
    }

    /// Opens the book and repeats what was changed in it, from these steps or those that are kept.
    async fn begin(&self, steps: Option<Vec<Step>>) -> Result<(), String> {
        self.open(&self.choice).await?;
        let text = |error: crate::storage::StoreError| error.to_string();
        if let Some(steps) = &steps {
            self.context.changes.discard(&self.choice).await.map_err(text)?;
            for step in steps {
                self.context.changes.add(&self.choice, step.clone()).await.map_err(text)?;
            }
        }
        let mut lost = 0;
        for step in self.context.changes.of(&self.choice).await.map_err(text)? {
            let repeated = match step {
                Step::Edit { line, command } => self.send(line, command).await.map(|_| ()),
                Step::Import { games } => self.import(games).await.map(|_| ()),
            };
            // The default book may be another one after an update of the page.
            lost += u32::from(repeated.is_err());
        }
        if lost > 0 {
            let what = if lost == 1 { strings::ONE_CHANGE.to_owned() } else { strings::changes_lost(&lost) };
            self.context.fault(&strings::not_repeated(&what), strings::BOOK_DIFFERS);
        }
        Ok(())
    }

    async fn import(&self, games: String) -> Result<String, String> {
        match self.client.ask(Request::Import { book: BOOK, games }, |_| {}).await? {
            Answer::Imported(summary) => Ok(summary),
            _ => Err(strings::UNEXPECTED_ANSWER.to_owned()),
        }
    }

    /// Takes the games of a file in.
    async fn take_games(self, file: web_sys::File, path: Path) {
        let outcome = async {
            if file.size() > MAX_IMPORT {
                return Err(strings::IMPORT_TOO_LARGE.to_owned());
            }
            let bytes = crate::storage::Content::Blob(file.clone().into()).bytes().await;
            let bytes = bytes.map_err(|error| error.to_string())?;
            let games = tabia_pgn::decode(&bytes).text.into_owned();
            let summary = self.import(games.clone()).await?;
            self.context
                .changes
                .add(&self.choice, Step::Import { games })
                .await
                .map_err(|error| error.to_string())?;
            Ok(summary)
        };
        match outcome.await {
            Ok(summary) => {
                self.context.news(format!("{}: {summary}", file.name()));
                self.go(path);
            }
            Err(reason) => self.context.fault(&strings::games_not_added(&file.name()), &reason),
        }
    }

    /// Forgets all changes; they can be put back for a moment.
    async fn discard(self, path: Path) {
        let text = |error: crate::storage::StoreError| error.to_string();
        let outcome = async {
            let steps = self.context.changes.of(&self.choice).await.map_err(text)?;
            self.context.changes.discard(&self.choice).await.map_err(text)?;
            self.begin(None).await?;
            Ok::<_, String>(steps)
        };
        match outcome.await {
            Err(reason) => self.context.fault(strings::THE_CHANGES_WERE_NOT_DISCARDED, &reason),
            Ok(steps) => {
                self.go(path.clone());
                let session = self.clone();
                let action = Callback::from(move |()| {
                    let (session, steps, path) = (session.clone(), steps.clone(), path.clone());
                    spawn_local(async move {
                        match session.begin(Some(steps)).await {
                            Ok(()) => session.go(path),
                            Err(reason) => {
                                session.context.fault(strings::THE_CHANGES_WERE_NOT_RESTORED, &reason)
                            }
                        }
                    });
                });
                self.context
                    .offer(strings::CHANGES_DISCARDED.to_owned(), Offer { label: strings::RESTORE, action });
            }
        }
    }

    async fn file(&self, form: SaveForm) -> Result<FileBytes, String> {
        match self.client.ask(Request::Save { book: BOOK, form }, |_| {}).await? {
            Answer::File(file) => Ok(file),
            _ => Err(strings::UNEXPECTED_ANSWER.to_owned()),
        }
    }

    async fn open(&self, choice: &Choice) -> Result<(), String> {
        let bytes = self.context.feed.shelf().bytes(choice).await?;
        let request = Request::Open { book: BOOK, file: FileBytes(bytes.book), stats: None };
        self.client.ask(request, |_| {}).await.map(|_| ())
    }
}

/// The editor of one book.
#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let EditorProps { context, choice, start, on_saved, on_close } = props;
    let path = use_state_eq(|| start.clone());
    let shown = use_state(|| None::<(Path, EditState)>);
    let fault = use_state_eq(|| None::<String>);
    let adds = use_state_eq(|| true);
    let orientation = use_state_eq(|| Color::White);
    let client = (*use_memo((), |()| context.client.another())).clone();
    let session = Session {
        client,
        context: context.clone(),
        choice: choice.clone(),
        path: path.setter(),
        shown: shown.setter(),
        fault: fault.setter(),
    };
    use_effect_with((), {
        let (session, start) = (session.clone(), start.clone());
        move |()| {
            spawn_local(async move {
                match session.begin(None).await {
                    Ok(()) => session.go(start),
                    Err(reason) => session.fault.set(Some(reason)),
                }
            });
        }
    });

    let section = use_node_ref();
    use_effect_with((), {
        let section = section.clone();
        move |()| {
            // It opens below what is seen.
            if let Some(section) = section.cast::<web_sys::Element>() {
                section.scroll_into_view();
            }
        }
    });
    let positions = path.positions();
    let position = positions[positions.len() - 1];
    let last = path.0.last().copied();
    let view = use_memo((position, *orientation, last), |(position, side, last)| {
        BoardView::new(*position, *side, last.map(marked_squares))
    });
    let state = shown.as_ref().filter(|(of, _)| *of == *path).map(|(_, state)| state.clone());
    let newest = shown.as_ref().map(|(_, state)| state.clone()).unwrap_or_default();

    let on_move = {
        let (session, path, adds, known) = (session.clone(), (*path).clone(), *adds, state.clone());
        Callback::from(move |m: Move| {
            let book_move: BookMove = m.into();
            let is_known = known
                .as_ref()
                .is_some_and(|state| state.looked.moves.iter().any(|other| other.code == book_move.0));
            if adds && !is_known && known.is_some() {
                session.add(path.clone(), m);
            } else {
                let mut next = path.clone();
                next.0.push(m);
                session.go(next);
            }
        })
    };
    let act = |command: EditCommand| {
        let (session, path) = (session.clone(), (*path).clone());
        Callback::from(move |_: MouseEvent| session.edit(path.clone(), command))
    };
    let go = |length: usize| {
        let (session, path) = (session.clone(), (*path).clone());
        Callback::from(move |_: MouseEvent| session.go(Path(path.0[..length.min(path.0.len())].to_vec())))
    };
    let flip = {
        let orientation = orientation.clone();
        Callback::from(move |_: MouseEvent| orientation.set(!*orientation))
    };
    let adding = {
        let adds = adds.clone();
        Callback::from(move |_: Event| adds.set(!*adds))
    };
    let save = |save: Save| {
        let (session, path, on_saved) = (session.clone(), (*path).clone(), on_saved.clone());
        Callback::from(move |_: MouseEvent| {
            let (session, path, save, on_saved) =
                (session.clone(), path.clone(), save.clone(), on_saved.clone());
            spawn_local(async move {
                match save_as(&session, save).await {
                    Ok(Some(saved)) => on_saved.emit((saved, path)),
                    Ok(None) => {}
                    Err(reason) => session.context.fault(strings::THE_BOOK_WAS_NOT_SAVED, &reason),
                }
            });
        })
    };
    let games_input = use_node_ref();
    let browse_games = use_callback(games_input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let games_chosen = {
        let (session, path) = (session.clone(), (*path).clone());
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            let Some(input) = input else { return };
            let files = files_of(&input);
            // The same file can be chosen again.
            input.set_value("");
            let (session, path) = (session.clone(), path.clone());
            spawn_local(async move {
                for file in files {
                    session.clone().take_games(file, path.clone()).await;
                }
            });
        })
    };
    let discard = {
        let (session, path) = (session.clone(), (*path).clone());
        Callback::from(move |_: MouseEvent| spawn_local(session.clone().discard(path.clone())))
    };
    let close = on_close.reform(|_: MouseEvent| ());
    let title = strings::edit_book(&context.feed.shelf().name(choice));
    html! {
        <section ref={section} class="card book-editor" aria-label={strings::EDIT_A_BOOK} data-changed={newest.changed.to_string()}>
            <header class="panel-header">
                <h2>{ title }</h2>
                <button type="button" class="button small" disabled={!newest.can_undo} onclick={act(EditCommand::Undo)}>{ strings::UNDO }</button>
                <button type="button" class="button small" disabled={!newest.can_redo} onclick={act(EditCommand::Redo)}>{ strings::REDO }</button>
                <button type="button" class="button quiet icon small" aria-label={strings::CLOSE_THE_EDITOR} onclick={close}><IconView icon={Icon::Close} /></button>
            </header>
            if let Some(reason) = (*fault).clone() {
                <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ crate::state::text::sentence(&reason) }</p></div>
            }
            <div class="editor-body">
                <div class="editor-board">
                    <div class="board-frame"><Board {view} {on_move} /></div>
                    <div class="form-row">
                        <button type="button" class="button icon small" aria-label={strings::TO_THE_START} onclick={go(0)}><IconView icon={Icon::First} /></button>
                        <button type="button" class="button icon small" aria-label={strings::ONE_MOVE_BACK} onclick={go(path.0.len().saturating_sub(1))}><IconView icon={Icon::Previous} /></button>
                        <button type="button" class="button icon small" aria-label={strings::TURN_THE_BOARD} onclick={flip}><IconView icon={Icon::Flip} /></button>
                        <label class="check"><input type="checkbox" checked={*adds} onchange={adding} />{ strings::ADD_THE_MOVES_PLAYED_ON }</label>
                        <button type="button" class="button small" title={strings::ADD_GAMES_HINT} onclick={browse_games}><IconView icon={Icon::Open} />{ strings::ADD_GAMES }</button>
                        <input ref={games_input} type="file" accept=".pgn,.txt" multiple=true hidden=true aria-hidden="true" class="editor-games" onchange={games_chosen} />
                    </div>
                </div>
                <div class="editor-moves">
                    <p class="editor-path">
                        if path.0.is_empty() { { strings::START_POSITION } }
                        { for path.0.iter().enumerate().map(|(index, m)| {
                            let before = &positions[index];
                            let number = match (before.turn(), index) {
                                (Color::White, _) => format!("{}.\u{a0}", before.fullmove_number()),
                                (Color::Black, 0) => format!("{}…\u{a0}", before.fullmove_number()),
                                _ => String::new(),
                            };
                            html! { <button type="button" class="pv-move" onclick={go(index + 1)}>{ number }{ before.san(*m) }</button> }
                        }) }
                    </p>
                    if let Some(opening) = newest.looked.opening.as_ref() { <p class="opening-name"><b>{ &opening.eco }</b>{ format!(" {}", opening.name) }</p> }
                    { for state.iter().map(|state| moves_html(state, &session, &path)) }
                    <div class="form-row">
                        if state.as_ref().is_some_and(|state| state.looked.moves.iter().any(|m| m.learn != 0)) {
                            <button type="button" class="button small" onclick={act(EditCommand::Forget)}>{ strings::FORGET_LEARNED }</button>
                        }
                    </div>
                    <div class="form-row editor-save">
                        <p class="form-note" role="status">{ changes_text(newest.changed, choice) }</p>
                        <button type="button" class="button small primary" disabled={newest.changed == 0} onclick={save(Save::Shelf)}>{ strings::SAVE_IN_THE_BROWSER }</button>
                        if newest.changed > 0 || newest.can_redo {
                            <button type="button" class="button small" onclick={discard}>{ strings::DISCARD_THE_CHANGES }</button>
                        }
                    </div>
                    <div class="form-row editor-save">
                        <button type="button" class="button small" title={strings::DOWNLOAD_HINT} onclick={save(Save::Download(SaveForm::Book, "bin"))}>{ strings::DOWNLOAD_BIN }</button>
                        <button type="button" class="button small" title={strings::MARKS_AS_WEIGHTS_HINT} onclick={save(Save::Download(SaveForm::Weights, "bin"))}>{ strings::MARKS_AS_WEIGHTS }</button>
                        <button type="button" class="button small" onclick={save(Save::Download(SaveForm::Pgn, "pgn"))}>{ "PGN" }</button>
                        <button type="button" class="button small" onclick={save(Save::Download(SaveForm::Text, "txt"))}>{ strings::TEXT }</button>
                    </div>
                </div>
            </div>
        </section>
    }
}

fn moves_html(state: &EditState, session: &Session, path: &Path) -> Html {
    if state.looked.moves.is_empty() {
        return html! { <p class="book-note">{ strings::NO_MOVE_HERE }</p> };
    }
    html! {
        <table class="editor-table">
            <thead><tr><th>{ strings::MOVE }</th><th>{ strings::SHARE }</th><th>{ strings::WEIGHT }</th><th>{ strings::PLAY }</th><th><span class="visually-hidden">{ strings::MARKS }</span></th></tr></thead>
            <tbody>{ for state.looked.moves.iter().map(|m| move_html(m, session, path)) }</tbody>
        </table>
    }
}

fn move_html(m: &LookedMove, session: &Session, path: &Path) -> Html {
    let code = m.code;
    let act = |command: EditCommand| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| session.edit(path.clone(), command))
    };
    let walk = {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| {
            let positions = path.positions();
            if let Some(m) = BookMove(code).resolve(&positions[positions.len() - 1]) {
                let mut next = path.clone();
                next.0.push(m);
                session.go(next);
            }
        })
    };
    let number = |empty: Option<u32>, make: fn(u16, u32) -> Option<EditCommand>| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |text: String| {
            let text = text.trim();
            let number = if text.is_empty() { empty } else { text.parse().ok() };
            match number.and_then(|number| make(code, number)) {
                Some(command) => session.edit(path.clone(), command),
                None => session.context.fault(strings::THE_CHANGE_FAILED, strings::NUMBER_RANGES),
            }
        })
    };
    let weight =
        number(None, |code, number| Some(EditCommand::Weight { code, weight: number.try_into().ok()? }));
    // An empty percentage says nothing, as 0 does.
    let share = number(Some(0), |code, number| {
        let percent = number.try_into().ok().filter(|&percent: &u8| percent <= 100)?;
        Some(EditCommand::Percent { code, percent })
    });
    let mark = |mark: Mark, text: &'static str, title: &'static str| {
        let is_on = m.mark == mark;
        let command = EditCommand::Mark { code, mark: if is_on { Mark::None } else { mark } };
        html! { <button type="button" class="button quiet small" aria-pressed={is_on.to_string()} {title} aria-label={format!("{title}: {}", m.san)} onclick={act(command)}>{ text }</button> }
    };
    let learned = learned_text(m.learn).map(|text| format!(" ({text})")).unwrap_or_default();
    html! {
        <tr key={code} data-code={code.to_string()}>
            <td><button type="button" class="pv-move book-san" onclick={walk}>{ &m.san }</button>{ learned }</td>
            <td>{ if m.weight == 0 { "never".to_owned() } else { percent(m.share) } }</td>
            <td><NumberField label={strings::weight_of(&m.san)} max={65535} value={m.weight.to_string()} is_off={m.mark == Mark::Avoided} on_number={weight} /></td>
            <td><NumberField label={strings::percent_of(&m.san)} max={100} value={if m.play_percent > 0 { m.play_percent.to_string() } else { String::new() }} is_off={m.mark == Mark::Avoided} on_number={share} /></td>
            <td class="editor-marks">
                { mark(Mark::Recommended, "!", strings::PLAY_ONLY_MARKED) }
                { mark(Mark::Avoided, "?", strings::NEVER_PLAY_IT) }
                <button type="button" class="button quiet icon small" title={strings::DELETE} aria-label={strings::delete_move(&m.san)} onclick={act(EditCommand::Delete { code })}><IconView icon={Icon::Close} /></button>
            </td>
        </tr>
    }
}

#[derive(Properties, PartialEq)]
struct NumberFieldProps {
    label: String,
    max: u32,
    value: String,
    /// The move is marked `?` and never played, whatever stands here.
    is_off: bool,
    on_number: Callback<String>,
}

/// A number that counts when its field is left. What is being typed stays, whatever is drawn meanwhile.
#[component]
fn NumberField(props: &NumberFieldProps) -> Html {
    let typed = use_state_eq(|| None::<String>);
    let oninput = use_callback(typed.setter(), |event: InputEvent, typed| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        typed.set(input.map(|input| input.value()));
    });
    let onchange =
        use_callback((typed.setter(), props.on_number.clone()), |event: Event, (typed, on_number)| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input {
                on_number.emit(input.value());
            }
            typed.set(None);
        });
    let title = props.is_off.then_some(strings::MARKED_AVOIDED);
    let value = typed.as_ref().unwrap_or(&props.value).clone();
    html! {
        <input class="field" type="number" min="0" max={props.max.to_string()} placeholder="–" aria-label={props.label.clone()} {title}
            disabled={props.is_off} {value} {oninput} {onchange} />
    }
}

/// What becomes of the changed book.
#[derive(Clone, Debug, PartialEq)]
enum Save {
    /// It is kept in the browser beside the old one.
    Shelf,
    /// It is downloaded.
    Download(SaveForm, &'static str),
}

/// What is said about changes.
fn changes_text(count: u32, choice: &Choice) -> String {
    let changes = match count {
        0 => return strings::NO_CHANGES.to_owned(),
        1 => "1 change".to_owned(),
        count => strings::changes_lost(&count),
    };
    if Changes::are_kept(choice) {
        strings::changes_kept(&changes)
    } else {
        strings::changes_not_kept(&changes)
    }
}

/// Saves the changed book; the one that is kept in the browser is returned.
async fn save_as(session: &Session, save: Save) -> Result<Option<Choice>, String> {
    let Session { context, choice, .. } = session;
    let shelf = context.feed.shelf();
    let name = shelf.name(choice);
    let base = stem(&name);
    match save {
        Save::Download(form, extension) => {
            let file = session.file(form).await?;
            download(&format!("{base}.{extension}"), &file.0)?;
            Ok(None)
        }
        Save::Shelf => {
            // The results of games still belong to moves that were not changed.
            let stats = shelf.bytes(choice).await?.stats;
            let file = session.file(SaveForm::Book).await?;
            let original = base.strip_suffix(EDITED);
            let name = format!("{}{EDITED}.bin", original.unwrap_or(base));
            let kept = context.feed.put(&name, BookBytes { book: file.0, stats }).await?;
            let saved = Choice::Kept(kept.id);
            context.changes.discard(choice).await.map_err(|error| error.to_string())?;
            if let (Some(_), Choice::Kept(old)) = (original, choice)
                && saved != *choice
            {
                // A copy that was saved here before: the new one takes its place.
                let state = context.feed.state();
                shelf.remove(old).await?;
                if state.choice == *choice {
                    context.feed.choose(saved.clone(), state.is_on());
                }
                context.feed.shelf_changed();
            }
            context.news(strings::saved_as(&name));
            Ok(Some(saved))
        }
    }
}
