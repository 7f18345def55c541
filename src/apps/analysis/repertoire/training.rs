//! Training dialog: the positions of a repertoire, one after the other.

use std::rc::Rc;

use super::strings;
use crate::apps::analysis::strings::{done, hint, hint_of, next_exercise, show_solution};
use crate::components::board::describe::role_name;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::modal::Modal;
use crate::language::tr;
use crate::services::repertoire::RepertoireService;
use crate::state::settings::Settings;
use crate::state::text::sentence;
use gloo_timers::callback::Timeout;
use tabia_chess::Move;
use tabia_repertoire::{Grade, Session, Task, Trial};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Time for which a right move is shown before the next position, in milliseconds.
const SHOWN_MS: u32 = 700;

/// Properties of [`Training`].
#[derive(Properties, PartialEq)]
pub struct TrainingProps {
    /// The positions, when the dialog opens.
    pub session: Session,
    /// Records the grades.
    pub service: RepertoireService,
    /// The settings.
    pub settings: Settings,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Action on the session.
enum TrainingAction {
    Play(Move),
    Hint,
    Show,
    Next,
}

/// Session for Yew, with the grades to record.
#[derive(PartialEq)]
struct TrainingState {
    session: Session,
    /// Position that was graded last, with the number of grades so far.
    graded: Option<(usize, Task, (Move, Grade))>,
}

impl Reducible for TrainingState {
    type Action = TrainingAction;

    fn reduce(self: Rc<Self>, action: TrainingAction) -> Rc<Self> {
        let session = self.session.clone();
        let task = session.task().cloned();
        let (session, grade) = match action {
            TrainingAction::Play(m) => session.played(m),
            TrainingAction::Show => session.shown(),
            TrainingAction::Hint => (session.hinted(), None),
            TrainingAction::Next => (session.next(), None),
        };
        let number = self.graded.as_ref().map_or(0, |(number, ..)| number + 1);
        let graded = task.zip(grade).map(|(task, grade)| (number, task, grade));
        Rc::new(Self { session, graded: graded.or_else(|| self.graded.clone()) })
    }
}

/// Training dialog.
#[component]
pub fn Training(props: &TrainingProps) -> Html {
    let TrainingProps { service, settings, on_close, .. } = props;
    let state = {
        let session = props.session.clone();
        use_reducer_eq(|| TrainingState { session, graded: None })
    };
    let fault = use_grades(service, &state);
    use_advance(&state);
    let session = &state.session;
    let view = use_board(session, settings);
    let [all, left, known] = session.progress();
    let send = |action: fn() -> TrainingAction| {
        let dispatcher = state.dispatcher();
        Callback::from(move |_: MouseEvent| dispatcher.dispatch(action()))
    };
    let on_move = {
        let dispatcher = state.dispatcher();
        Callback::from(move |m: Move| dispatcher.dispatch(TrainingAction::Play(m)))
    };
    let is_open = matches!(session.trial(), Trial::Open | Trial::Wrong(_));
    html! {
        <Modal title={strings::training()} class="learn" on_close={on_close.clone()}>
            <div class="learn-body" data-state={state_name(session)} data-left={left.to_string()}>
                if let Some(task) = session.task() {
                    <div class="board-frame"><Board {view} {on_move} /></div>
                    <div class="learn-words">
                        <p class="learn-place">{ strings::remaining(left, known) }</p>
                        <p class="learn-place repertoire-line">{ line_text(task) }</p>
                        <p class="learn-task">{ strings::play_the_move(task.position.turn()) }</p>
                        <p class="learn-verdict" role="status">{ verdict(task, session) }</p>
                        { fault_html(fault.as_ref()) }
                        <div class="report-buttons">
                            if is_open {
                                <button type="button" class="button small" disabled={session.has_hint()} onclick={send(|| TrainingAction::Hint)}>{ hint() }</button>
                                <button type="button" class="button small" onclick={send(|| TrainingAction::Show)}>{ show_solution() }</button>
                            } else {
                                <button type="button" class="button small primary" onclick={send(|| TrainingAction::Next)}>{ next_exercise() }</button>
                            }
                        </div>
                    </div>
                } else {
                    <div class="learn-words">
                        <p class="learn-verdict" role="status">{ strings::trained(known, all) }</p>
                        { fault_html(fault.as_ref()) }
                        <div class="report-buttons">
                            <button type="button" class="button small primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ done() }</button>
                        </div>
                    </div>
                }
            </div>
        </Modal>
    }
}

fn fault_html(fault: Option<&String>) -> Html {
    fault.map(|fault| html! { <p class="field-error" role="alert">{ fault }</p> }).unwrap_or_default()
}

/// Records each grade; returns the error if one could not be saved.
#[hook]
fn use_grades(service: &RepertoireService, state: &UseReducerHandle<TrainingState>) -> Option<String> {
    let fault = use_state_eq(|| None::<String>);
    use_effect_with(state.graded.clone(), {
        let (service, fault) = (service.clone(), fault.setter());
        move |graded: &Option<(usize, Task, (Move, Grade))>| {
            if let Some((_, task, (answer, grade))) = graded.clone() {
                spawn_local(async move {
                    let saved = service.grade(&task, answer, grade).await;
                    fault.set(
                        saved.err().map(|error| {
                            format!("{}: {}", strings::not_saved(), sentence(&error.to_string()))
                        }),
                    );
                });
            }
        }
    });
    (*fault).clone()
}

/// Goes on by itself after a move that was right, unless there is a comment to read.
#[hook]
fn use_advance(state: &UseReducerHandle<TrainingState>) {
    let is_plain = |task: &Task| task.comment.is_empty() && task.answers.len() == 1;
    let goes_on =
        matches!(state.session.trial(), Trial::Right(_)) && state.session.task().is_some_and(is_plain);
    use_effect_with((goes_on, state.session.progress()), {
        let dispatcher = state.dispatcher();
        move |(goes_on, _): &(bool, [usize; 3])| {
            let timer =
                goes_on.then(|| Timeout::new(SHOWN_MS, move || dispatcher.dispatch(TrainingAction::Next)));
            move || drop(timer)
        }
    });
}

/// Returns the board: the position, or the one after the right move.
#[hook]
fn use_board(session: &Session, settings: &Settings) -> Rc<BoardView> {
    let shown = session.task().and_then(|task| match session.trial() {
        Trial::Right(m) => Some(m),
        Trial::Shown => task.answers.first().copied(),
        Trial::Open | Trial::Wrong(_) => None,
    });
    let task = session.task().map(|task| (task.position, task.line.last().copied()));
    let ways = (settings.always_promote_to_queen, settings.move_input);
    // A wrong move is taken back on the board, even if it is played twice.
    let deps = (task.unwrap_or_default(), shown, session.clone(), ways);
    use_memo(
        deps,
        |((position, before), shown, _, (queens, input)): &((_, Option<Move>), Option<Move>, _, _)| {
            let mut after: tabia_chess::Position = *position;
            let side = after.turn();
            let last = shown.or(*before).map(marked_squares);
            if let Some(m) = *shown {
                after.play_unchecked(m);
            }
            let view = BoardView::new(after, side, last).with_queens(*queens).with_input(*input);
            if shown.is_some() { view.fixed() } else { view }
        },
    )
}

/// Number of half-moves shown before the position.
const SHOWN_PLIES: usize = 8;

/// Returns the last moves before a position.
fn line_text(task: &Task) -> String {
    let (mut position, mut words) = (task.start, Vec::new());
    for &m in &task.line {
        let number = position.fullmove_number();
        let is_first = words.len() + SHOWN_PLIES == task.line.len() || words.is_empty();
        let san = position.san(m);
        words.push(match position.turn() {
            tabia_chess::Color::White => format!("{number}. {san}"),
            tabia_chess::Color::Black if is_first => format!("{number}… {san}"),
            tabia_chess::Color::Black => san,
        });
        position.play_unchecked(m);
    }
    let hidden = words.len().saturating_sub(SHOWN_PLIES);
    let shown = words[hidden..].join(" ");
    if hidden > 0 { format!("… {shown}") } else { shown }
}

fn verdict(task: &Task, session: &Session) -> String {
    let san = |m: Move| task.position.san(m);
    let explained = |text: String, shown: Move| {
        let others: Vec<String> = task.answers.iter().filter(|m| **m != shown).map(|&m| san(m)).collect();
        let also =
            (!others.is_empty()).then(|| format!("{} {}.", strings::other_answers(), others.join(", ")));
        let comment = Some(task.comment.clone()).filter(|comment| !comment.is_empty());
        [Some(text), also, comment].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    match (session.trial(), task.answers.first()) {
        (Trial::Right(m), _) => explained(strings::right(&san(m)), m),
        (Trial::Shown, Some(&answer)) => explained(strings::answer_is(&san(answer)), answer),
        (_, Some(&answer)) if session.has_hint() => {
            let piece = task.position.piece_at(answer.from());
            let piece = piece.map_or_else(|| tr!("piece"), |piece| role_name(piece.role));
            hint_of(piece, &answer.from().to_string())
        }
        (Trial::Wrong(m), _) => strings::wrong(&san(m)),
        _ => String::new(),
    }
}

fn state_name(session: &Session) -> &'static str {
    match session.trial() {
        _ if session.task().is_none() => "over",
        Trial::Open => "open",
        Trial::Wrong(_) => "wrong",
        Trial::Shown => "shown",
        Trial::Right(_) => "right",
    }
}
