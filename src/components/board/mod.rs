//! The chess board.
//!
//! Yew renders one empty element and, when needed, the promotion picker; everything else is the board's own DOM
//! ([`dom`]), which is updated incrementally when the [`BoardView`] changes and by nothing else. `data-renders` counts the
//! component's renders and `data-updates` the updates of the board: tests use them to prove that engine output does
//! not touch the board.

mod controller;
pub mod describe;
pub mod diff;
mod dom;
pub mod drawings;
pub mod picture;
pub mod promotion;
pub mod view;

use crate::state::drawing::Pen;
use controller::{BoardController, Intent};
use gloo_events::{EventListener, EventListenerOptions};
use promotion::PromotionPicker;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tabia_chess::{Move, Role, Square};
use tabia_pgn::comment::Shape;
pub use view::BoardView;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent, PointerEvent};
use yew::prelude::*;

/// Properties of [`Board`].
#[derive(Properties, PartialEq)]
pub struct BoardProps {
    /// Content of the board.
    pub view: Rc<BoardView>,
    /// Called with each legal move that the user plays.
    pub on_move: Callback<Move>,
    /// Called when the user enters a premove: see [`BoardView::for_player`].
    #[prop_or_default]
    pub on_premove: Callback<(Square, Square)>,
    /// Called when the user cancels the premove.
    #[prop_or_default]
    pub on_premove_cancel: Callback<()>,
    /// Arrows and circles that belong to a game. If `None`, the user's drawings stay on this board until the next click.
    #[prop_or_default]
    pub shapes: Option<Vec<Shape>>,
    /// Called when the user draws a shape on a board with shapes; drawing it again removes it.
    #[prop_or_default]
    pub on_shape: Callback<Shape>,
    /// Drawing mode: on a board with shapes, clicks, taps and drags draw with this pen instead of moving pieces.
    #[prop_or_default]
    pub pen: Option<Pen>,
}

#[derive(Clone, Copy, PartialEq)]
struct PendingPromotion {
    from: Square,
    to: Square,
    by_key: bool,
}

/// State shared by the component and its listeners. Compared by identity: it never changes during the component's lifetime.
#[derive(Clone)]
struct SharedBoard(Rc<SharedParts>);

struct SharedParts {
    board: RefCell<Option<BoardController>>,
    /// Latest callback: the listeners are attached only once.
    on_move: RefCell<Callback<Move>>,
    on_shape: RefCell<Callback<Shape>>,
    on_premove: RefCell<Callback<(Square, Square)>>,
    on_premove_cancel: RefCell<Callback<()>>,
    /// Time when a pointer last went down or up on the board, in milliseconds since the page was opened.
    pointer_at: Cell<Option<f64>>,
}

impl PartialEq for SharedBoard {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl SharedBoard {
    fn new() -> Self {
        Self(Rc::new(SharedParts {
            board: RefCell::new(None),
            on_move: RefCell::new(Callback::noop()),
            on_shape: RefCell::new(Callback::noop()),
            on_premove: RefCell::new(Callback::noop()),
            on_premove_cancel: RefCell::new(Callback::noop()),
            pointer_at: Cell::new(None),
        }))
    }

    /// Runs `action` on the board if it exists, and reports browser errors.
    fn with(&self, action: impl FnOnce(&mut BoardController) -> Result<(), JsValue>) {
        // If the board moves the focus itself, the resulting events find it borrowed; it knows about the change already.
        let Ok(mut board) = self.0.board.try_borrow_mut() else { return };
        if let Some(Err(error)) = board.as_mut().map(action) {
            report(&error);
        }
    }

    fn play(&self, m: Move) {
        let on_move = self.0.on_move.borrow().clone();
        on_move.emit(m);
    }

    fn premove(&self, squares: Option<(Square, Square)>) {
        let (enter, cancel) = (self.0.on_premove.borrow().clone(), self.0.on_premove_cancel.borrow().clone());
        match squares {
            Some(squares) => enter.emit(squares),
            None => cancel.emit(()),
        }
    }

    fn draw(&self, shape: Shape) {
        let on_shape = self.0.on_shape.borrow().clone();
        on_shape.emit(shape);
    }
}

/// An interactive chess board.
#[component]
pub fn Board(props: &BoardProps) -> Html {
    let host = use_node_ref();
    let shared = (*use_memo((), |()| SharedBoard::new())).clone();
    let renders = use_mut_ref(|| 0_u32);
    let updates = use_mut_ref(|| 0_u32);
    let promotion = use_state(|| None::<PendingPromotion>);
    *renders.borrow_mut() += 1;
    shared.0.on_move.replace(props.on_move.clone());
    shared.0.on_shape.replace(props.on_shape.clone());
    shared.0.on_premove.replace(props.on_premove.clone());
    shared.0.on_premove_cancel.replace(props.on_premove_cancel.clone());

    let on_intent = use_callback((promotion.setter(), shared.clone()), {
        |intent: Intent, (promotion, shared): &(UseStateSetter<_>, SharedBoard)| match intent {
            Intent::Play(m) => shared.play(m),
            Intent::Draw(shape) => shared.draw(shape),
            Intent::Premove(from, to) => shared.premove(Some((from, to))),
            Intent::CancelPremove => shared.premove(None),
            Intent::Promote { from, to, by_key } => {
                shared.with(|board| {
                    board.set_waiting(Some(from));
                    Ok(())
                });
                promotion.set(Some(PendingPromotion { from, to, by_key }));
            }
        }
    });

    use_effect_with((), {
        let (host, shared, view) = (host.clone(), shared.clone(), props.view.clone());
        let on_intent = on_intent.clone();
        move |()| {
            let mut listeners = Vec::new();
            if let Some(root) = host.cast::<HtmlElement>() {
                match BoardController::new(root.clone(), view) {
                    Ok(board) => *shared.0.board.borrow_mut() = Some(board),
                    Err(error) => report(&error),
                }
                listeners = listen(&root, &shared, &on_intent);
            }
            move || {
                drop(listeners);
                shared.0.board.borrow_mut().take();
            }
        }
    });

    use_effect_with(props.view.clone(), {
        let (host, shared, promotion) = (host.clone(), shared.clone(), promotion.setter());
        move |view: &Rc<BoardView>| {
            promotion.set(None);
            shared.with(|board| board.update(Rc::clone(view)));
            *updates.borrow_mut() += 1;
            if let Some(root) = host.cast::<HtmlElement>() {
                // Setting an attribute of our own element never fails.
                let _ = root.set_attribute("data-updates", &updates.borrow().to_string());
            }
        }
    });

    use_drawings(&shared, props);
    let (choose, close) = use_promotion(&shared, &promotion, &props.view);
    html! {
        <>
            <div ref={host} key="board" class={classes!("board", props.pen.map(|_| "draws"))} data-renders={renders.borrow().to_string()} />
            if let Some(pending) = *promotion {
                <PromotionPicker key="promotion" square={pending.to} color={props.view.position.turn()}
                    orientation={props.view.orientation} on_choose={choose} on_cancel={close} />
            }
        </>
    }
}

/// Shows the drawings of the game, and starts or ends drawing mode.
#[hook]
fn use_drawings(shared: &SharedBoard, props: &BoardProps) {
    use_effect_with(props.shapes.clone(), {
        let shared = shared.clone();
        move |shapes: &Option<Vec<Shape>>| {
            if let Some(shapes) = shapes {
                shared.with(|board| {
                    board.show_shapes(shapes);
                    Ok(())
                });
            }
        }
    });
    use_effect_with(props.pen, {
        let shared = shared.clone();
        move |pen: &Option<Pen>| shared.with(|board| board.set_pen(*pen))
    });
}

/// Returns the promotion picker's callbacks: a role was chosen, or the picker was cancelled.
#[hook]
fn use_promotion(
    shared: &SharedBoard,
    promotion: &UseStateHandle<Option<PendingPromotion>>,
    view: &Rc<BoardView>,
) -> (Callback<Role>, Callback<()>) {
    let close = use_callback((promotion.clone(), shared.clone()), {
        |(), (promotion, shared): &(UseStateHandle<Option<PendingPromotion>>, SharedBoard)| {
            let by_key = promotion.is_some_and(|pending| pending.by_key);
            promotion.set(None);
            shared.with(|board| {
                board.set_waiting(None);
                if by_key { board.take_focus() } else { Ok(()) }
            });
        }
    });
    let choose = use_callback((view.clone(), promotion.clone(), shared.clone(), close.clone()), {
        |role: Role,
         (view, promotion, shared, close): &(Rc<BoardView>, UseStateHandle<_>, SharedBoard, Callback<()>)| {
            let pending: Option<PendingPromotion> = **promotion;
            close.emit(());
            let chosen = pending.and_then(|pending| view.targets().promotion(pending.from, pending.to, role));
            if let Some(m) = chosen {
                shared.play(m);
            }
        }
    });
    (choose, close)
}

fn report(error: &JsValue) {
    web_sys::console::error_2(&"The board could not be drawn:".into(), error);
}

type BoardListener = (&'static str, Box<dyn Fn(&Event)>);

/// Attaches listeners for pointers, keys and focus; they are removed when the returned values are dropped.
fn listen(root: &HtmlElement, shared: &SharedBoard, on_intent: &Callback<Intent>) -> Vec<EventListener> {
    let on = |options: EventListenerOptions| {
        move |(name, action): BoardListener| {
            EventListener::new_with_options(root, name, options, move |event| action(event))
        }
    };
    let (passive, active) = (EventListenerOptions::default(), EventListenerOptions::enable_prevent_default());
    let active_listeners: [BoardListener; 3] = [
        // Keep the focus where it is: after a click, arrow keys must not start to act on the board.
        ("mousedown", Box::new(Event::prevent_default)),
        ("contextmenu", Box::new(Event::prevent_default)),
        ("keydown", Box::new(key_listener(shared, on_intent))),
    ];
    let mut listeners: Vec<_> = pointer_listeners(shared, on_intent).into_iter().map(on(passive)).collect();
    listeners.extend(active_listeners.map(on(active)));
    listeners.extend(focus_listeners(shared).map(on(passive)));
    listeners.push(on(passive)(("animationend", Box::new(remove_left_piece))));
    listeners
}

fn pointer_listeners(shared: &SharedBoard, on_intent: &Callback<Intent>) -> [BoardListener; 5] {
    let down = {
        let (shared, on_intent) = (shared.clone(), on_intent.clone());
        move |event: &Event| {
            leave_text_field();
            shared.0.pointer_at.set(Some(event.time_stamp()));
            if let Some(event) = event.dyn_ref::<PointerEvent>() {
                run(&shared, &on_intent, |board| board.pointer_down(event));
            }
        }
    };
    let moved = {
        let shared = shared.clone();
        move |event: &Event| {
            if let Some(event) = event.dyn_ref::<PointerEvent>() {
                shared.with(|board| board.pointer_move(event));
            }
        }
    };
    let up = {
        let (shared, on_intent) = (shared.clone(), on_intent.clone());
        move |event: &Event| {
            shared.0.pointer_at.set(Some(event.time_stamp()));
            if let Some(event) = event.dyn_ref::<PointerEvent>() {
                run(&shared, &on_intent, |board| board.pointer_up(event));
            }
        }
    };
    let cancelled = {
        let shared = shared.clone();
        move |_: &Event| shared.with(BoardController::pointer_cancel)
    };
    let click = {
        let (shared, on_intent) = (shared.clone(), on_intent.clone());
        move |event: &Event| {
            let Some(square) = event.dyn_ref::<MouseEvent>().and_then(|click| activated(click, &shared))
            else {
                return;
            };
            run(&shared, &on_intent, |board| board.activate(square));
        }
    };
    [
        ("pointerdown", Box::new(down)),
        ("pointermove", Box::new(moved)),
        ("pointerup", Box::new(up)),
        ("pointercancel", Box::new(cancelled)),
        ("click", Box::new(click)),
    ]
}

fn key_listener(shared: &SharedBoard, on_intent: &Callback<Intent>) -> impl Fn(&Event) + 'static {
    let (shared, on_intent) = (shared.clone(), on_intent.clone());
    move |event: &Event| {
        let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
        // If the board as a whole has the focus, keys are left to the page.
        if square_of(event).is_none() {
            return;
        }
        run(&shared, &on_intent, |board| {
            let (used, intent) = board.key_down(key)?;
            if used {
                key.prevent_default();
                key.stop_propagation();
            }
            Ok(intent)
        });
    }
}

fn focus_listeners(shared: &SharedBoard) -> [BoardListener; 2] {
    let focus_in = {
        let shared = shared.clone();
        move |event: &Event| {
            let square = square_of(event);
            shared.with(|board| board.set_focused(square));
        }
    };
    let focus_out = {
        let shared = shared.clone();
        move |_: &Event| shared.with(|board| board.set_focused(None))
    };
    [("focusin", Box::new(focus_in)), ("focusout", Box::new(focus_out))]
}

fn run(
    shared: &SharedBoard,
    on_intent: &Callback<Intent>,
    action: impl FnOnce(&mut BoardController) -> Result<Option<Intent>, JsValue>,
) {
    // The intent is emitted after the borrow has ended, as its consequences may reach the board at once.
    let mut intent = None;
    shared.with(|board| {
        intent = action(board)?;
        Ok(())
    });
    if let Some(intent) = intent {
        on_intent.emit(intent);
    }
}

/// Maximum time in milliseconds between a pointer's press or release and a click that it caused.
const CLICK_OF_POINTER_MS: f64 = 1000.0;

/// Returns the square of a click that was not made by a pointer, but by assistive technology.
fn activated(click: &MouseEvent, shared: &SharedBoard) -> Option<Square> {
    let is_pointers = click.detail() > 0
        && shared.0.pointer_at.get().is_some_and(|at| click.time_stamp() - at < CLICK_OF_POINTER_MS);
    if is_pointers { None } else { square_of(click) }
}

/// Returns the square that is the target of an event.
fn square_of(event: &Event) -> Option<Square> {
    let cell = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok())?;
    cell.dataset().get("square")?.parse().ok()
}

/// Removes the element of a captured piece after it has faded.
fn remove_left_piece(event: &Event) {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    if let Some(element) = element.filter(|element| element.class_list().contains("leaving")) {
        element.remove();
    }
}

/// Ends typing on a click on the board, as a click anywhere else does.
fn leave_text_field() {
    let document = web_sys::window().and_then(|window| window.document());
    let active = document.and_then(|document| document.active_element());
    let field = active.filter(|field| matches!(field.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        // Blurring the focused element never fails.
        let _ = field.blur();
    }
}
