//! The figures of the search.

use crate::state::analysis::Figures;
use crate::state::score::{format_count, format_hashfull, format_nps, format_time};
use yew::prelude::*;

/// Properties of [`Meter`].
#[derive(Properties, PartialEq)]
pub struct MeterProps {
    /// The figures.
    pub figures: Figures,
}

/// Nodes, speed, use of the hash table, tablebase hits, time.
#[component]
pub fn Meter(props: &MeterProps) -> Html {
    let figures = props.figures;
    if figures.nodes == 0 {
        return html! { <p class="meter" /> };
    }
    html! {
        <p class="meter">
            <span title="Positions searched"><b class="meter-nodes">{ format_count(figures.nodes) }</b>{ " nodes" }</span>
            <span title="Positions per second"><b class="meter-nps">{ format_nps(figures.nps) }</b></span>
            if let Some(hashfull) = figures.hashfull {
                <span title="Use of the hash table">{ "hash " }<b>{ format_hashfull(hashfull) }</b></span>
            }
            if figures.table_hits > 0 {
                <span title="Positions looked up in the tablebases"><b class="meter-tbhits">{ format_count(figures.table_hits) }</b>{ " tb hits" }</span>
            }
            <span title="Time searched"><b class="meter-time">{ format_time(figures.time_ms) }</b></span>
        </p>
    }
}
