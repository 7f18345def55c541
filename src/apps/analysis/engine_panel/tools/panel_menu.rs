//! Menu of the analysis panel.

use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::wish::Wish;
use crate::apps::analysis::strings;
use crate::components::menu::{Menu, MenuEntry, MenuPart};
use crate::state::analysis_request::Limits;
use crate::state::lineup::Lineup;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`PanelMenu`].
#[derive(Properties, PartialEq)]
pub struct PanelMenuProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// Position of the menu.
    pub at: (f64, f64),
    /// Engines in use and their options.
    pub lineup: Rc<Lineup>,
    /// Opens another tool, or closes this one.
    pub on_wish: Callback<Option<Wish>>,
}

/// Menu of the panel.
#[component]
pub fn PanelMenu(props: &PanelMenuProps) -> Html {
    let PanelMenuProps { panel, at, lineup, on_wish } = props;
    let open = |label: &'static str, wish: Wish| {
        MenuEntry::new(label, "", on_wish.reform(move |()| Some(wish.clone())))
    };
    let deeper = {
        let (focus, place) = (panel.focus.clone(), panel.subject.place);
        MenuEntry::new(strings::SEARCH_ON, "", Callback::from(move |()| focus.set(focus.deeper(place))))
            .enabled(panel.subject.request.limits != Limits::Infinite)
    };
    let engines = vec![
        open(strings::ENGINES_ENTRY, Wish::Engines),
        open(strings::OPTIONS_ENTRY, Wish::Options(lineup.board.clone())),
    ];
    let search = vec![
        open(strings::SEARCH_ENTRY, Wish::Search),
        open(strings::MOVES_ENTRY, Wish::Moves).enabled(panel.subject.is_open && !panel.subject.is_threat),
        deeper,
    ];
    let parts = vec![MenuPart::List(engines), MenuPart::List(search)];
    html! {
        <Menu label={strings::ANALYSIS} at={*at} {parts} on_close={on_wish.reform(|()| None)} />
    }
}
