//! Analysis page: a game on the board with the engine's analysis.
//!
//! Everything that changes with a move is rendered here; engine output is rendered elsewhere (see [`AnalysisFeed`]).

use super::actions::{Actions, use_actions};
use super::dialog::Dialog;
use super::edit_dialogs::EditDialogsProps;
use super::keys::{Foreground, use_keys};
use super::lab_play::use_while_lab_plays;
use super::later::{
    edit_dialog_html, help_dialog_html, new_dialog_html, open_dialog_html, settings_dialog_html,
};
use super::loader::{Loader, use_loader};
use super::notices::{use_engine_notices, use_fault_toasts, use_opened_toasts};
use super::opened::problem_summary;
use super::speech::{announcement, use_speech};
use super::target::{AnalysisTarget, SearchSettings, use_engine_driver, use_page_options, use_threads};
use super::wheel::use_wheel;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::arrows::EngineArrows;
use crate::apps::analysis::book::{BookArrow, BookPanel};
use crate::apps::analysis::controls::Controls;
use crate::apps::analysis::engine_panel::{AnalysisPanel, WhileLabPlays};
use crate::apps::analysis::eval_bar::EvalBar;
use crate::apps::analysis::explain::{ExplainProps, explain_dialog_html};
use crate::apps::analysis::explorer::{ExplorerArrowProps, ExplorerPanelProps, use_explorer};
use crate::apps::analysis::game_info::GameInfo;
use crate::apps::analysis::game_store::GameStore;
use crate::apps::analysis::help_dialog::HelpDialogProps;
use crate::apps::analysis::lists::{GamesListProps, Lists};
use crate::apps::analysis::moves_panel::MovesPanel;
use crate::apps::analysis::new_dialog::NewDialogProps;
use crate::apps::analysis::open_dialog::OpenDialogProps;
use crate::apps::analysis::position_bar::PositionBar;
use crate::apps::analysis::repertoire::{RepertoirePanelProps, use_repertoire};
use crate::apps::analysis::report::{Marking, ReportPanelProps, use_marking, use_report};
use crate::apps::analysis::settings_dialog::SettingsDialogProps;
use crate::apps::analysis::share::{LazyShare, Openers, use_print_sheet, use_shared_link};
use crate::apps::analysis::strings;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::drop_overlay::DropOverlay;
use crate::components::toasts::ToastDispatcher;
use crate::hooks::{SettingsStore, use_tab_hidden};
use crate::services::books::feed::BookFeed;
use crate::services::engine::service::Engine;
use crate::services::games::driver::GameAutosave;
use crate::services::tables::Tablebases;
use crate::state::drawing::DrawingMode;
use crate::state::focus::Focus;
use crate::state::game::GameState;
use crate::state::move_list::evaluation_in;
use crate::state::score::Evaluation;
use crate::state::settings::Settings;
use crate::state::status::Status;
use crate::state::threat::ThreatMode;
use std::rc::Rc;
use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};
use yew::prelude::*;

/// Properties of [`AnalysisPage`].
#[derive(Properties, PartialEq)]
pub struct AnalysisPageProps {
    /// Whether this page is visible. If not, the engine is paused, and other pages handle keys and files.
    pub active: bool,
    /// The settings.
    pub settings: UseReducerHandle<SettingsStore>,
    /// The engine.
    pub engine: Engine,
    /// Engine output.
    pub feed: AnalysisFeed,
    /// The opening book.
    pub book: BookFeed,
    /// Endgame tablebases.
    pub tables: Tablebases,
    /// Games.
    pub store: UseReducerHandle<GameStore>,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Autosave of the games.
    pub autosave: GameAutosave,
    /// Open dialog.
    pub dialog: UseStateHandle<Option<Dialog>>,
}

/// Analysis page.
#[component]
pub fn AnalysisPage(props: &AnalysisPageProps) -> Html {
    let AnalysisPageProps { active, settings, engine, feed, book, store, toasts, autosave, dialog, .. } =
        props;
    let active = *active;
    let threat = use_state_eq(ThreatMode::default);

    let game = store.dispatcher();
    let state = store.state();
    let loader = use_loader(&game, toasts.clone(), engine, book, dialog.setter(), active);
    use_fault_toasts(store, toasts);
    use_opened_toasts(store, toasts);
    use_engine_notices(engine, toasts);
    let openers = Openers { fen: loader.open_fen.clone(), game: loader.open_game.clone() };
    use_shared_link(openers, &game, toasts);
    use_print_sheet(state, active);

    let is_threat_wanted = threat.is_on((state.game_id(), state.node()));
    let focus = use_state_eq(Focus::default);
    let how =
        SearchSettings { lines: settings.0.lines, limits: settings.0.limits(), focus: (*focus).clone() };
    let subject = use_memo((state.clone(), how, is_threat_wanted), |(state, how, threat)| {
        AnalysisTarget::new(state, how, *threat)
    });
    let (while_lab_plays, on_analyse) = use_while_lab_plays();
    let rests = while_lab_plays == WhileLabPlays::Rests;
    let is_hidden = use_tab_hidden() && settings.0.rest_when_hidden;
    feed.hide_below(settings.0.hide_below_nodes);
    let is_engine_at_work = settings.0.engine_on && active && !rests && !is_hidden;
    use_engine_driver(engine, feed, &subject, is_engine_at_work);
    use_page_options(engine, &settings.0);
    use_threads(engine, None);
    let (said, speak) = use_speech(subject.place);
    let (drawing, on_drawing) = use_drawing(&speak);
    let foreground =
        Foreground { active, dialog: dialog.clone(), drawing, on_drawing: on_drawing.clone(), speak };
    use_keys(&game, settings, feed, &subject, foreground, &threat);

    let frame = use_node_ref();
    use_wheel(&frame, &game, settings.0.wheel_steps);

    let view = use_board_view(state, &settings.0);
    let fen = fen_of(state);

    let actions = use_actions(store, toasts, dialog, &loader.open_text, &fen, subject.is_threat);
    let line = use_memo(Rc::clone(&subject), |subject| subject.line.clone());
    use_effect_with((book.clone(), Rc::clone(&line)), |(book, line)| book.ask((**line).clone()));
    let explorer = use_explorer(&fen);
    let report = use_report();
    let repertoire = use_repertoire();
    let marking = use_marking(state.game_id(), &report, toasts);
    let repertoire_props = repertoire_props(props, &actions);
    let on_play_move = actions.on_move.clone();
    let orientation = state.orientation();
    let shown_game = Rc::clone(&state.games()[state.game_index()]);
    let shapes = Some(state.game().annotations(state.node()).shapes());
    html! {
        <>
            <main key="main" class={classes!("workbench", (orientation == Color::Black).then_some("flipped"))} hidden={!active}>
                <section key="stage" class="stage" aria-label={strings::board()}>
                    <div class="stage-row">
                        if settings.0.show_evaluation_bar {
                            <EvalBar key="evaluation" feed={feed.clone()} engine={engine.clone()} request={Rc::clone(&subject.request)} {orientation}
                                final_score={final_score(state.status())} written={written_score(state)} is_awaited={is_engine_at_work && subject.is_open} />
                        }
                        <div key="board" ref={frame} class="board-frame">
                            <Board key="pieces" view={Rc::clone(&view)} on_move={actions.on_move.clone()} {shapes} on_shape={actions.on_shape} pen={drawing.pen()} />
                            if settings.0.show_best_move {
                                <EngineArrows key="arrows" feed={feed.clone()} request={Rc::clone(&subject.request)} {orientation} is_threat={subject.is_threat} />
                            }
                            <BookArrow key="book-arrow" feed={book.clone()} position={*state.position()} {orientation} />
                            { explorer.arrow(ExplorerArrowProps { position: *state.position(), orientation }) }
                            // www/board-size.js listens to it.
                            <input type="range" class="board-handle" min="240" max="1600" step="8" aria-label={strings::board_size()} title={strings::board_size_hint()} />
                        </div>
                    </div>
                    <PositionBar fen={fen.clone()} on_fen={loader.open_fen.clone()} on_set_up={actions.set_up.clone()} on_copy_fen={actions.copy_fen} on_copy_pgn={actions.copy_pgn} on_share={actions.share} />
                </section>
                <div key="tools" class="tools">
                <AnalysisPanel key="analysis" engine={engine.clone()} feed={feed.clone()} subject={Rc::clone(&subject)} fen={fen.clone()}
                    status={state.status()} {orientation} settings={settings.clone()} {active} {is_hidden} {while_lab_plays} {on_analyse} on_explain={actions.explain} on_play={actions.on_play}
                    game={game.clone()} toasts={toasts.clone()} {focus} />
                <MovesPanel key="moves" store={store.clone()} autosave={autosave.clone()} book={book.clone()} toasts={toasts.clone()} dialog={dialog.setter()} marked={marking.moves} on_mark={marking.on_mark.clone()} on_analyse={report.analyse()} on_go={actions.on_go.clone()} />
                <Controls key="controls" {game} can_go_back={state.node() != NodeId::ROOT}
                    can_go_on={state.game().main_child(state.node()).is_some()} position={*state.position()} {drawing} {on_drawing} />
                </div>
                <aside key="side" class="side">
                    <GameInfo game={Rc::clone(&shown_game)} node={state.node()} turn={state.position().turn()} problems={problem_summary(state)} on_open={actions.open} on_example={actions.example} on_edit={actions.edit_header} />
                    // First, if there are games to choose from: nobody looks for the book here.
                    <div key="lists" class="lists"><Lists file={games_of(state, actions.on_choose)} /></div>
                    <BookPanel key="book" feed={book.clone()} {line} position={*state.position()} on_play={actions.on_move} on_files={loader.open_files.clone()} />
                </aside>
                <div key="under" class="under">
                    { report.panel(report_props(props, &shown_game, report.asked(), &marking, &actions.on_go, &actions.on_rewrite)) }
                    { explorer.panel(ExplorerPanelProps { position: *state.position(), fen, active, on_play: on_play_move }) }
                    { repertoire.panel(repertoire_props) }
                </div>
            </main>
            <p key="announcer" class="visually-hidden" role="status" aria-live="polite">{ said.unwrap_or_else(|| announcement(state)) }</p>
            if active {
                <DropOverlay key="drop" on_files={loader.open_files.clone()} on_text={loader.take_text.clone()} />
            }
            { dialog_html(props, &loader, &actions.close) }
            { game_dialog_html(props, &loader, &actions.close) }
        </>
    }
}

/// Returns the drawing mode and a callback that changes it; the change is announced.
#[hook]
fn use_drawing(speak: &Callback<String>) -> (DrawingMode, Callback<DrawingMode>) {
    let mode = use_state_eq(DrawingMode::default);
    let change = use_callback((mode.clone(), speak.clone()), |next: DrawingMode, (mode, speak)| {
        let words = match next.pen() {
            None => strings::drawing_is_off(),
            Some(pen) if mode.pen().is_none_or(|before| before.tool != pen.tool) => {
                strings::drawing_hint(pen.tool)
            }
            Some(pen) => strings::shape_color(pen.color),
        };
        speak.emit(words.to_owned());
        mode.set(next);
    });
    (*mode, change)
}

/// Properties of the report.
fn report_props(
    props: &AnalysisPageProps,
    game: &Rc<Game>,
    asked: u32,
    marking: &Marking,
    on_go: &Callback<NodeId>,
    on_rewrite: &Callback<Rc<Game>>,
) -> ReportPanelProps {
    ReportPanelProps {
        game: Rc::clone(game),
        node: props.store.state().node(),
        book: props.book.clone(),
        settings: props.settings.0.clone(),
        toasts: props.toasts.clone(),
        asked,
        marked: marking.moves,
        on_mark: marking.on_type.clone(),
        on_go: on_go.clone(),
        on_rewrite: on_rewrite.clone(),
    }
}

/// Properties of the repertoire.
fn repertoire_props(props: &AnalysisPageProps, actions: &Actions) -> RepertoirePanelProps {
    let state = props.store.state();
    RepertoirePanelProps {
        games: Rc::clone(state.games()),
        index: state.game_index(),
        settings: props.settings.0.clone(),
        on_go: actions.on_go.clone(),
        on_rewrite: actions.on_rewrite.clone(),
        on_choose: actions.on_choose.clone(),
    }
}

/// Dialogs that are loaded with the game: sharing and editing.
fn game_dialog_html(props: &AnalysisPageProps, loader: &Loader, close: &Callback<()>) -> Html {
    let AnalysisPageProps { dialog, settings, store, toasts, feed, .. } = props;
    let Some(dialog) = (**dialog).clone() else { return html! {} };
    let (state, game, on_close) = (store.state().clone(), store.dispatcher(), close.clone());
    if dialog == Dialog::Share {
        return html! {
            <LazyShare key="share" {state} coordinates={settings.0.show_coordinates} {game} toasts={toasts.clone()} {on_close} />
        };
    }
    if dialog == Dialog::Explain {
        return explain_dialog_html(ExplainProps { state, game, feed: feed.clone(), on_close });
    }
    edit_dialog_html(EditDialogsProps { dialog, state, game, on_begin: loader.begin.clone(), on_close })
}

fn dialog_html(props: &AnalysisPageProps, loader: &Loader, close: &Callback<()>) -> Html {
    let AnalysisPageProps { dialog, settings, tables, store, .. } = props;
    let show = |next: Dialog| {
        let setter = dialog.setter();
        Callback::from(move |()| setter.set(Some(next.clone())))
    };
    match dialog.as_ref() {
        Some(Dialog::Open(text)) => open_dialog_html(OpenDialogProps {
            text: text.clone(),
            on_text: loader.open_text.clone(),
            on_files: loader.open_files.clone(),
            on_recent: show(Dialog::Recent),
            on_close: close.clone(),
        }),
        Some(Dialog::New) => {
            let (dialog, fen) = (dialog.setter(), fen_of(store.state()));
            let on_set_up =
                Callback::from(move |_: MouseEvent| dialog.set(Some(Dialog::BoardEditor(fen.clone()))));
            new_dialog_html(NewDialogProps {
                on_begin: loader.begin.clone(),
                on_set_up,
                on_close: close.clone(),
            })
        }
        Some(Dialog::Settings) => {
            let (settings, dispatcher, tables) = (settings.0.clone(), settings.dispatcher(), tables.clone());
            let (on_storage, on_close) = (show(Dialog::Storage), close.clone());
            settings_dialog_html(SettingsDialogProps { settings, dispatcher, tables, on_storage, on_close })
        }
        Some(Dialog::Help) => help_dialog_html(HelpDialogProps { on_close: close.clone() }),
        // The app renders dialogs shared by all pages; the edit dialogs are rendered elsewhere.
        _ => html! {},
    }
}

/// Games of the open text.
fn games_of(state: &GameState, on_choose: Callback<usize>) -> GamesListProps {
    GamesListProps {
        games: Rc::clone(state.games()),
        collection: state.collection(),
        percent_read: state.percent_read(),
        current: state.game_index(),
        on_choose,
    }
}

/// Contents of the board.
#[hook]
fn use_board_view(state: &GameState, settings: &Settings) -> Rc<BoardView> {
    let ways = (settings.always_promote_to_queen, settings.move_input);
    use_memo(
        (*state.position(), state.orientation(), state.last_move(), ways),
        |(position, side, last, (queens, input))| {
            BoardView::new(*position, *side, last.map(marked_squares)).with_queens(*queens).with_input(*input)
        },
    )
}

/// Returns the FEN, with castling rights by file in Chess960.
fn fen_of(state: &GameState) -> AttrValue {
    AttrValue::from(if state.game().is_chess960() {
        state.position().to_shredder_fen()
    } else {
        state.position().to_fen()
    })
}

/// Returns the evaluation saved in the game for the current position.
fn written_score(state: &GameState) -> Option<Evaluation> {
    evaluation_in(&state.game().annotations(state.node()).after, !state.position().turn())
}

/// Returns the score of a finished game, which needs no engine.
fn final_score(status: Status) -> Option<Evaluation> {
    match status {
        Status::Checkmate { winner } => Some(Evaluation::Mate { winner, moves: 0 }),
        status if status.is_over() => Some(Evaluation::Cp(0)),
        _ => None,
    }
}
