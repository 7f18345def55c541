//! Learning from mistakes: a better move is to be found than the one that was played.

use crate::apps::analysis::strings;
use crate::components::board::describe::role_name;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::services::reports::ReportLimit;
use crate::services::reports::trial::Trial;
use crate::state::report::Trying;
use crate::state::settings::Settings;
use std::rc::Rc;
use tabia_chess::{Color, Move, Position};
use tabia_report::{Exercise, Verdict, eval_words, glyph};
use yew::prelude::*;

/// How many nodes the engine looks at a try.
const TRIAL_NODES: u64 = 300_000;

/// Properties of [`Learn`].
#[derive(Properties, PartialEq)]
pub struct LearnProps {
    /// The exercises, with what stands above each.
    pub exercises: Vec<Exercise>,
    /// The game of each exercise, where they come from several; else empty.
    #[prop_or_default]
    pub titles: Vec<AttrValue>,
    /// The settings.
    pub settings: Settings,
    /// Close the dialog.
    pub on_close: Callback<()>,
}

/// Where the learner is.
#[derive(Clone, Debug, PartialEq)]
struct Lesson {
    index: usize,
    trying: Trying,
    has_hint: bool,
    /// Whether this exercise was failed already, by a wrong move, a hint or the solution.
    is_missed: bool,
    solved: usize,
}

impl Lesson {
    fn first() -> Self {
        Self { index: 0, trying: Trying::Waiting, has_hint: false, is_missed: false, solved: 0 }
    }

    /// After what came of a try.
    fn with(&self, trying: Trying) -> Self {
        let mut next = Self { trying, ..self.clone() };
        match trying {
            Trying::Failed(..) | Trying::Shown => next.is_missed = true,
            Trying::Solved(..) if !self.is_missed => next.solved += 1,
            _ => {}
        }
        next
    }

    fn at(&self, index: usize) -> Self {
        Self { index, trying: Trying::Waiting, has_hint: false, is_missed: false, solved: self.solved }
    }
}

/// A change of the lesson; late answers of the engine are about another exercise or move.
enum LessonAction {
    Try(Trying),
    Judged(usize, Move, Trying),
    Hint,
    To(usize),
}

impl Reducible for Lesson {
    type Action = LessonAction;

    fn reduce(self: Rc<Self>, action: LessonAction) -> Rc<Self> {
        match action {
            LessonAction::Try(trying) => self.with(trying).into(),
            LessonAction::Judged(index, m, trying) => {
                if self.index == index && self.trying == Trying::Checking(m) {
                    self.with(trying).into()
                } else {
                    self
                }
            }
            LessonAction::Hint => {
                Self { trying: Trying::Waiting, has_hint: true, is_missed: true, ..(*self).clone() }.into()
            }
            LessonAction::To(index) => self.at(index).into(),
        }
    }
}

/// The dialog.
#[component]
pub fn Learn(props: &LearnProps) -> Html {
    let LearnProps { exercises, titles, settings, on_close } = props;
    let exercises = use_memo((), |()| exercises.clone());
    let lesson = use_reducer_eq(Lesson::first);
    let trial = (*use_memo((), |()| Trial::default())).clone();
    use_effect_with(trial.clone(), |trial| {
        let trial = trial.clone();
        move || trial.end()
    });
    let Some(exercise) = exercises.get(lesson.index) else {
        return html! {
            <Modal title={strings::LEARN_FROM_MISTAKES} on_close={on_close.clone()}><p>{ strings::NO_EXERCISES }</p></Modal>
        };
    };
    let view = use_board(exercise, lesson.trying, settings);
    let on_move = use_callback(
        (lesson.clone(), Rc::clone(&exercises), trial),
        |m: Move, (lesson, exercises, trial)| {
            if let Some(exercise) = exercises.get(lesson.index).filter(|_| !lesson.trying.is_over()) {
                try_move(m, exercise, lesson, trial);
            }
        },
    );
    let dispatch = |action: fn(usize) -> LessonAction| {
        let (lesson, index) = (lesson.dispatcher(), lesson.index);
        Callback::from(move |_: MouseEvent| lesson.dispatch(action(index)))
    };
    let is_last = lesson.index + 1 >= exercises.len();
    let title = titles.get(lesson.index).cloned();
    html! {
        <Modal title={strings::LEARN_FROM_MISTAKES} class="learn" on_close={on_close.clone()}>
            <div class="learn-body" data-state={state_name(lesson.trying)} data-exercise={lesson.index.to_string()}>
                <div class="board-frame"><Board {view} {on_move} /></div>
                <div class="learn-words">
                    <p class="learn-place">{ strings::exercise_of(lesson.index + 1, exercises.len(), lesson.solved) }</p>
                    if let Some(title) = title { <p class="learn-place">{ title }</p> }
                    <p class="learn-task">{ task(exercise) }</p>
                    <p class="learn-verdict" role="status">{ verdict(exercise, &lesson) }</p>
                    <div class="report-buttons">
                        if !lesson.trying.is_over() {
                            <button type="button" class="button small" disabled={lesson.has_hint} onclick={dispatch(|_| LessonAction::Hint)}>{ strings::HINT }</button>
                            <button type="button" class="button small" onclick={dispatch(|_| LessonAction::Try(Trying::Shown))}>{ strings::SHOW_SOLUTION }</button>
                        }
                        if lesson.index > 0 {
                            <button type="button" class="button small" onclick={dispatch(|index| LessonAction::To(index - 1))}><IconView icon={Icon::Previous} />{ strings::PREVIOUS_EXERCISE }</button>
                        }
                        if is_last {
                            <button type="button" class="button small primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::DONE }</button>
                        } else {
                            <button type="button" class={classes!("button", "small", lesson.trying.is_over().then_some("primary"))} onclick={dispatch(|index| LessonAction::To(index + 1))}>{ strings::NEXT_EXERCISE }<IconView icon={Icon::Next} /></button>
                        }
                    </div>
                </div>
            </div>
        </Modal>
    }
}

/// Judges a move, by the engine if need be.
fn try_move(m: Move, exercise: &Exercise, lesson: &UseReducerHandle<Lesson>, trial: &Trial) {
    let trying = Trying::judged(m, exercise.look(m));
    lesson.dispatch(LessonAction::Try(trying));
    if trying == Trying::Checking(m) {
        let (index, dispatcher, of) = (lesson.index, lesson.dispatcher(), exercise.clone());
        trial.ask(exercise, m, ReportLimit::Nodes(TRIAL_NODES), move |outcome| {
            let trying = outcome.map_or(Trying::Unknown(m), |eval| Trying::judged(m, of.judge(eval)));
            dispatcher.dispatch(LessonAction::Judged(index, m, trying));
        });
    }
}

/// The board: the position, or the one behind the move that is shown.
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

fn task(exercise: &Exercise) -> String {
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
        Trying::Solved(m, _) => strings::solved_good(&san(m), &best()),
        Trying::Shown => best(),
    }
}

fn hint(exercise: &Exercise) -> String {
    let Some(m) = exercise.solution() else { return String::new() };
    let piece = exercise.position.piece_at(m.from()).map_or("piece", |piece| role_name(piece.role));
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
