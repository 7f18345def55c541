//! Search figures.

use crate::apps::analysis::strings;
use crate::state::analysis::Figures;
use crate::state::score::{format_count, format_hashfull, format_nps, format_time};
use crate::state::settings::{Column, Columns};
use yew::prelude::*;

/// Properties of [`Meter`].
#[derive(Properties, PartialEq)]
pub struct MeterProps {
    /// Search figures.
    pub figures: Figures,
    /// Columns to show.
    pub columns: Columns,
}

/// Nodes, speed, hash usage, tablebase hits and time.
#[component]
pub fn Meter(props: &MeterProps) -> Html {
    let MeterProps { figures, columns } = *props;
    if figures.nodes == 0 {
        return html! { <p class="meter" /> };
    }
    html! {
        <p class="meter">
            if columns.has(Column::Nodes) {
                <span title={strings::positions_searched()}><b class="meter-nodes">{ format_count(figures.nodes) }</b>{ strings::nodes() }</span>
            }
            if columns.has(Column::Nps) {
                <span title={strings::positions_per_second()}><b class="meter-nps">{ format_nps(figures.nps) }</b></span>
            }
            if let Some(hashfull) = figures.hashfull.filter(|_| columns.has(Column::Hashfull)) {
                <span title={strings::hash_table_usage()}>{ strings::hash() }<b class="meter-hash">{ format_hashfull(hashfull) }</b></span>
            }
            if figures.tb_hits > 0 && columns.has(Column::TbHits) {
                <span title={strings::tablebase_hits()}><b class="meter-tbhits">{ format_count(figures.tb_hits) }</b>{ strings::tb_hits() }</span>
            }
            if columns.has(Column::Time) {
                <span title={strings::time_searched()}><b class="meter-time">{ format_time(figures.time_ms) }</b></span>
            }
        </p>
    }
}
