//! Learn from your mistakes: find a better move than the one played.

use crate::apps::analysis::strings;
use crate::components::board::describe::role_name;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::language::tr;
use crate::services::books::feed::BookFeed;
use crate::services::reports::trial::{Trial, TrialBy};
use crate::state::report::{Lesson, Trying};
use crate::state::settings::Settings;
use std::rc::Rc;
use tabia_chess::{Color, Move, Position};
use tabia_report::{Analysis, Exercise, Verdict, eval_words, glyph};
use tabia_worker::probe::messages::{Line, Mark};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Exercise of a lesson.
#[derive(Clone, PartialEq)]
pub struct LessonTask {
    /// Exercise.
    pub exercise: Exercise,
    /// Title of its game, if the exercises come from several games.
    pub title: Option<AttrValue>,
    /// Engine and settings that judge the tries; `None` if the game was evaluated elsewhere: the built-in engine then analyses the position
    /// first.
    pub by: Option<TrialBy>,
}

/// Properties of [`Learn`].
#[derive(Properties, PartialEq)]
pub struct LearnProps {
    /// Exercises.
    pub tasks: Vec<LessonTask>,
    /// Opening book; its moves count as right.
    pub book: BookFeed,
    /// The settings.
    pub settings: Settings,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Action on the lesson. Late engine results may be for another exercise or move.
enum LessonAction {
    Try(Trying),
    Judged(usize, Move, Trying),
    Asked(usize, Option<Analysis>),
    Hint,
    To(usize),
}

/// Lesson state for Yew.
#[derive(Default, PartialEq)]
struct LessonState(Lesson);

impl Reducible for LessonState {
    type Action = LessonAction;

    fn reduce(self: Rc<Self>, action: LessonAction) -> Rc<Self> {
        let lesson = &self.0;
        Self(match action {
            LessonAction::Try(trying) => lesson.with(trying),
            LessonAction::Judged(index, m, trying) => {
                if lesson.index != index || lesson.trying != Trying::Checking(m) {
                    return self;
                }
                lesson.with(trying)
            }
            LessonAction::Asked(index, found) => lesson.with_asked(index, found),
            LessonAction::Hint => lesson.hinted(),
            LessonAction::To(index) => lesson.at(index),
        })
        .into()
    }
}

/// Has an engine analyse an exercise's position if only evaluations are known. Returns whether the analysis is pending.
#[hook]
fn use_asking(task: Option<&LessonTask>, drawn: &UseReducerHandle<LessonState>, trial: &Trial) -> bool {
    let needs = task.is_some_and(|task| task.by.is_none() || task.exercise.solution().is_none());
    let is_asking = needs && !drawn.0.was_asked();
    let question = task.filter(|_| is_asking).cloned();
    let deps = (question, drawn.0.index);
    use_effect_with(deps, {
        let (dispatcher, trial) = (drawn.dispatcher(), trial.clone());
        move |(question, index): &(Option<LessonTask>, usize)| {
            if let Some(task) = question {
                let index = *index;
                trial.ask(task.exercise.plan(), task.by.clone().unwrap_or_default(), move |outcome| {
                    dispatcher.dispatch(LessonAction::Asked(index, outcome.ok()));
                });
            }
        }
    });
    is_asking
}

/// Learning dialog.
#[component]
pub fn Learn(props: &LearnProps) -> Html {
    let LearnProps { tasks, book, settings, on_close } = props;
    let tasks = use_memo((), |()| tasks.clone());
    let drawn = use_reducer_eq(LessonState::default);
    let trial = (*use_memo((), |()| Trial::default())).clone();
    use_effect_with(trial.clone(), |trial| {
        let trial = trial.clone();
        move || trial.end()
    });
    let lesson = &drawn.0;
    let task = tasks.get(lesson.index);
    let is_asking = use_asking(task, &drawn, &trial);
    let Some(task) = task else {
        return html! {
            <Modal title={strings::learn_from_mistakes()} on_close={on_close.clone()}><p>{ strings::no_exercises() }</p></Modal>
        };
    };
    let exercise = &lesson.exercise(&task.exercise);
    let view = use_board(exercise, lesson.trying, settings);
    let on_move = {
        let (task, exercise, drawn, book) = (task.clone(), exercise.clone(), drawn.clone(), book.clone());
        Callback::from(move |m: Move| {
            if !drawn.0.trying.is_over() && !is_asking {
                try_move(m, &exercise, task.by.clone().unwrap_or_default(), &drawn, &trial, &book);
            }
        })
    };
    let dispatch = |action: fn(usize) -> LessonAction| {
        let (dispatcher, index) = (drawn.dispatcher(), lesson.index);
        Callback::from(move |_: MouseEvent| dispatcher.dispatch(action(index)))
    };
    let is_last = lesson.index + 1 >= tasks.len();
    let title = task.title.clone();
    html! {
        <Modal title={strings::learn_from_mistakes()} class="learn" on_close={on_close.clone()}>
            <div class="learn-body" data-state={state_name(lesson.trying)} data-exercise={lesson.index.to_string()}>
                <div class="board-frame"><Board {view} {on_move} /></div>
                <div class="learn-words">
                    <p class="learn-place">{ strings::exercise_of(lesson.index + 1, tasks.len(), lesson.solved()) }</p>
                    if let Some(title) = title { <p class="learn-place">{ title }</p> }
                    <p class="learn-task">{ task_of(exercise) }</p>
                    <p class="learn-verdict" role="status">{ if is_asking { strings::preparing_exercise().to_owned() } else { verdict(exercise, lesson) } }</p>
                    <div class="report-buttons">
                        if !lesson.trying.is_over() {
                            <button type="button" class="button small" disabled={lesson.has_hint || is_asking} onclick={dispatch(|_| LessonAction::Hint)}>{ strings::hint() }</button>
                            <button type="button" class="button small" disabled={is_asking} onclick={dispatch(|_| LessonAction::Try(Trying::Shown))}>{ strings::show_solution() }</button>
                        }
                        if lesson.index > 0 {
                            <button type="button" class="button small" onclick={dispatch(|index| LessonAction::To(index - 1))}><IconView icon={Icon::Previous} />{ strings::previous_exercise() }</button>
                        }
                        if is_last {
                            <button type="button" class="button small primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::done() }</button>
                        } else {
                            <button type="button" class={classes!("button", "small", lesson.trying.is_over().then_some("primary"))} onclick={dispatch(|index| LessonAction::To(index + 1))}>{ strings::next_exercise() }<IconView icon={Icon::Next} /></button>
                        }
                    </div>
                </div>
            </div>
        </Modal>
    }
}

/// Judges a move by known results, else by the book, else by the engine.
fn try_move(
    m: Move,
    exercise: &Exercise,
    by: TrialBy,
    drawn: &UseReducerHandle<LessonState>,
    trial: &Trial,
    book: &BookFeed,
) {
    let trying = Trying::judged(m, exercise.look(m));
    drawn.dispatch(LessonAction::Try(trying));
    if trying != Trying::Checking(m) {
        return;
    }
    let (index, dispatcher, of) = (drawn.0.index, drawn.dispatcher(), exercise.clone());
    let (trial, book) = (trial.clone(), book.clone());
    spawn_local(async move {
        if is_in_book(&of, m, &book).await {
            let trying = Trying::judged(m, Verdict::Book);
            return dispatcher.dispatch(LessonAction::Judged(index, m, trying));
        }
        trial.ask(of.plan_of(m), by, move |outcome| {
            let trying = outcome.map_or(Trying::Unknown(m), |found| Trying::judged(m, of.judge(found.eval)));
            dispatcher.dispatch(LessonAction::Judged(index, m, trying));
        });
    });
}

/// Returns whether the open book contains a move.
async fn is_in_book(exercise: &Exercise, m: Move, book: &BookFeed) -> bool {
    let command = exercise.command.strip_prefix("position fen ").unwrap_or_default();
    let (fen, moves) = command.split_once(" moves ").unwrap_or((command, ""));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let looked = book.look_once(Line { start_fen: fen.to_owned(), moves }).await;
    let san = exercise.position.san(m);
    looked.is_some_and(|looked| {
        looked.moves.iter().any(|there| there.san == san && there.mark != Mark::Avoided)
    })
}

/// Returns the board: the exercise's position, or the one after the displayed move.
#[hook]
fn use_board(exercise: &Exercise, trying: Trying, settings: &Settings) -> Rc<BoardView> {
    let shown = match trying {
        Trying::Checking(m) | Trying::Solved(m, _) => Some(m),
        Trying::Shown => exercise.solution(),
        Trying::Waiting | Trying::Failed(..) | Trying::Unknown(_) => None,
    };
    let ways = (settings.always_promote_to_queen, settings.move_input);
    let deps = (exercise.position, shown, trying, ways);
    use_memo(deps, |(position, shown, _, (queens, input)): &(Position, Option<Move>, Trying, _)| {
        let side = position.turn();
        let mut after = *position;
        let last = shown.map(|m| {
            after.play_unchecked(m);
            marked_squares(m)
        });
        let view = BoardView::new(after, side, last).with_queens(*queens).with_input(*input);
        if shown.is_some() { view.fixed() } else { view }
    })
}

fn numbered(exercise: &Exercise, m: Move) -> String {
    let dots = if exercise.position.turn() == Color::White { "." } else { "…" };
    format!("{}{dots} {}", exercise.position.fullmove_number(), exercise.position.san(m))
}

fn task_of(exercise: &Exercise) -> String {
    let played = numbered(exercise, exercise.played) + glyph(exercise.judgement);
    strings::find_a_better_move(&played, exercise.position.turn())
}

fn verdict(exercise: &Exercise, lesson: &Lesson) -> String {
    let san = |m: Move| exercise.position.san(m);
    let best = || {
        let eval = eval_words(exercise.best.eval);
        exercise.solution().map(|m| strings::solution_is(&numbered(exercise, m), &eval)).unwrap_or_default()
    };
    match lesson.trying {
        Trying::Waiting if lesson.has_hint => hint(exercise),
        Trying::Waiting => String::new(),
        Trying::Checking(m) => strings::checking_move(&san(m)),
        Trying::Failed(m, Verdict::Better(judgement)) => strings::better_but(&san(m), judgement),
        Trying::Failed(m, _) => strings::not_better(&san(m)),
        Trying::Unknown(m) => strings::could_not_check(&san(m)),
        Trying::Solved(_, Verdict::Best) => strings::solved_best(&best()),
        Trying::Solved(m, Verdict::Book) => strings::solved_by_book(&san(m), &best()),
        Trying::Solved(m, _) => strings::solved_good(&san(m), &best()),
        Trying::Shown => best(),
    }
}

fn hint(exercise: &Exercise) -> String {
    let Some(m) = exercise.solution() else { return String::new() };
    let piece =
        exercise.position.piece_at(m.from()).map_or_else(|| tr!("piece"), |piece| role_name(piece.role));
    strings::hint_of(piece, &m.from().to_string())
}

fn state_name(trying: Trying) -> &'static str {
    match trying {
        Trying::Waiting => "waiting",
        Trying::Checking(_) => "checking",
        Trying::Failed(..) => "failed",
        Trying::Unknown(_) => "unknown",
        Trying::Solved(..) => "solved",
        Trying::Shown => "shown",
    }
}
