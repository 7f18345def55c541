//! Context menu of a line.

use super::line_moves::LineMoves;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::tool_request::{LinePlace, ToolRequest};
use crate::apps::analysis::game_store::StoreAction;
use crate::apps::analysis::notices::copy;
use crate::apps::analysis::strings;
use crate::components::menu::{Menu, MenuEntry, MenuPart};
use crate::state::focus::Focus;
use crate::state::game::GameAction;
use yew::prelude::*;

/// Properties of [`LineMenu`].
#[derive(Properties, PartialEq)]
pub struct LineMenuProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// The line.
    pub line: LineMoves,
    /// Position in the lines.
    pub place: LinePlace,
    /// Position of the menu.
    pub at: (f64, f64),
    /// Opens another tool, or closes this one.
    pub on_request: Callback<Option<ToolRequest>>,
}

/// Returns a callback that adds the line as a variation; the position on the board doesn't change.
pub fn keep_variation(panel: &AnalysisPanelProps, line: &LineMoves) -> Callback<()> {
    let (game, (_, node)) = (panel.game.clone(), panel.subject.place);
    let moves = line.moves(line.pv.len());
    Callback::from(move |()| game.dispatch(StoreAction::Do(GameAction::KeepLine(node, moves.clone()))))
}

/// Returns a callback that copies a text about a line.
pub fn copy_line(panel: &AnalysisPanelProps, what: &'static str, text: String) -> Callback<()> {
    let toasts = panel.toasts.clone();
    Callback::from(move |()| copy(what, &text, toasts.clone()))
}

/// Menu of a line, or of one of its moves.
#[component]
pub fn LineMenu(props: &LineMenuProps) -> Html {
    let LineMenuProps { panel, line, place, at, on_request } = props;
    let Some(first) = line.pv.first() else { return html! {} };
    let is_threat = panel.subject.is_threat;
    let play = |label: String, ply: usize| {
        let (on_play, moves) = (panel.on_play.clone(), line.moves(ply));
        MenuEntry::new(label, "", Callback::from(move |()| on_play.emit(moves.clone()))).enabled(!is_threat)
    };
    let mut use_it = vec![MenuEntry::new(
        strings::step_through(),
        "",
        on_request.reform({
            let place = place.clone();
            move |()| Some(ToolRequest::Viewer(place.clone()))
        }),
    )];
    if let Some(pv_move) = place.ply.and_then(|ply| line.pv.get(ply)) {
        use_it.push(play(strings::play_up_to(&pv_move.san), line.ply));
    }
    use_it.push(play(strings::play_line().to_owned(), line.pv.len()));
    use_it
        .push(MenuEntry::new(strings::keep_variation(), "", keep_variation(panel, line)).enabled(!is_threat));
    let copies = vec![
        MenuEntry::new(strings::copy_san(), "", copy_line(panel, strings::the_line(), line.san())),
        MenuEntry::new(strings::copy_uci(), "", copy_line(panel, strings::the_line(), line.uci())),
    ];
    let (focus, at_place, m) = (panel.focus.clone(), panel.subject.place, first.m);
    let (only, without) = (focus.only(at_place, m), focus.without(at_place, m));
    let set = |focus: &UseStateHandle<Focus>, next: Focus| {
        let focus = focus.clone();
        Callback::from(move |()| focus.set(next.clone()))
    };
    let moves = vec![
        MenuEntry::new(strings::search_only(&first.san), "", set(&focus, only)).enabled(!is_threat),
        MenuEntry::new(strings::leave_out(&first.san), "", set(&focus, without)).enabled(!is_threat),
    ];
    let parts = vec![MenuPart::List(use_it), MenuPart::List(copies), MenuPart::List(moves)];
    html! {
        <Menu label={strings::line_label(&place.rank, &first.san)} at={*at} {parts} on_close={on_request.reform(|()| None)} />
    }
}
