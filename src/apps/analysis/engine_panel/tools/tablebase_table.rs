//! Legal moves of a tablebase position with results and distances to zeroing.

use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::strings;
use crate::platform::observable::Observe;
use crate::services::engine::service::EngineEvent;
use crate::services::tables::{ProbeError, TablebaseProber};
use crate::state::tablebase_moves::{
    Distance, TablebaseMove, TablebaseMoves, TablebaseOutcome, is_in_tables,
};
use crate::state::text::sentence;
use std::cell::Cell;
use std::rc::Rc;
use tabia_chess::{Move, Position};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`TablebaseTable`].
#[derive(Properties, PartialEq)]
pub struct TablebaseTableProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
}

/// Result of the tablebases, or the error.
type Probed = Result<TablebaseMoves, String>;

/// Table of the moves; empty unless the position is in the tablebases.
#[component]
pub fn TablebaseTable(props: &TablebaseTableProps) -> Html {
    let panel = &props.panel;
    let prober = (*use_memo(panel.engine.clone(), |engine| TablebaseProber::new(engine.tables()))).clone();
    let version = use_version(props, &prober);
    let shown = use_state(|| None::<(Position, Rc<Probed>)>);
    let position = panel.subject.position;
    let is_wanted = panel.active
        && !panel.subject.is_threat
        && panel.subject.is_open
        && is_in_tables(&position, prober.men());
    use_effect_with((position, version, is_wanted), {
        let (prober, shown) = (prober, shown.setter());
        move |&(position, _, is_wanted): &(Position, u32, bool)| {
            let is_current = Rc::new(Cell::new(true));
            if is_wanted {
                let is_current = Rc::clone(&is_current);
                spawn_local(async move {
                    // The user may have stepped on while an earlier position was being looked up.
                    let probed = prober.moves(&position).await.map_err(|error: ProbeError| error.to_string());
                    if is_current.get() {
                        shown.set(Some((position, Rc::new(probed))));
                    }
                });
            }
            move || is_current.set(false)
        }
    });
    let found =
        shown.as_ref().filter(|(of, _)| is_wanted && *of == position).map(|(_, probed)| Rc::clone(probed));
    html! {
        <div>
            if let Some(probed) = found { { table(&probed, &panel.on_play) } }
        </div>
    }
}

/// Returns a number that changes with the board's engine, and so with the tablebase files, of which the prober is notified.
#[hook]
fn use_version(props: &TablebaseTableProps, prober: &TablebaseProber) -> u32 {
    let version = use_state(|| 0_u32);
    use_effect_with((props.panel.engine.clone(), prober.clone()), {
        let version = version.setter();
        move |(engine, prober)| {
            let prober = prober.clone();
            let count = Cell::new(0);
            let subscription = engine.subscribe(move |event| {
                if matches!(event, EngineEvent::Replaced) {
                    prober.files_changed();
                }
                if matches!(event, EngineEvent::Replaced | EngineEvent::Identity(_)) {
                    count.set(count.get() + 1);
                    version.set(count.get());
                }
            });
            move || drop(subscription)
        }
    });
    *version
}

fn table(probed: &Probed, on_play: &Callback<Vec<Move>>) -> Html {
    let found = match probed {
        Ok(found) => found,
        Err(error) => {
            return html! { <p class="engine-message fault" role="alert">{ strings::tables_fault(error) }</p> };
        }
    };
    if found.moves.is_empty() {
        let fault = found.fault.as_deref().map(sentence);
        return html! {
            <p class="book-note" role="status">{ strings::not_in_tables() }{ fault.map(|fault| format!(" {fault}")) }</p>
        };
    }
    html! {
        <div class="tablebase-scroll">
            <table class="tablebase-moves" aria-label={strings::tablebase_moves()}>
                <thead><tr>
                    <th scope="col">{ strings::move_text() }</th><th scope="col">{ strings::tablebase_result() }</th>
                    <th scope="col" class="number" title={strings::move_dtz_hint()}>{ strings::dtz() }</th>
                </tr></thead>
                <tbody>{ for found.moves.iter().map(|row| row_html(row, on_play)) }</tbody>
            </table>
        </div>
    }
}

fn row_html(row: &TablebaseMove, on_play: &Callback<Vec<Move>>) -> Html {
    let (mv, on_play) = (row.mv, on_play.clone());
    let onclick = Callback::from(move |_: MouseEvent| on_play.emit(vec![mv]));
    let (name, hint) = outcome_words(row.outcome);
    let distance = match row.distance {
        Distance::Dtz(dtz) => dtz.to_string(),
        Distance::Checkmate => strings::checkmate_move().to_owned(),
        Distance::Stalemate => strings::stalemate_move().to_owned(),
        Distance::Capture => strings::capture().to_owned(),
        Distance::PawnMove => strings::pawn_move().to_owned(),
        Distance::None => String::new(),
    };
    html! {
        <tr key={row.san.clone()} class="tablebase-move" {onclick}>
            <th scope="row"><button type="button" class="explorer-san">{ &row.san }</button></th>
            <td><span class={classes!("tablebase-result", row.outcome.class())} title={hint}>{ name }</span></td>
            <td class="number">{ distance }</td>
        </tr>
    }
}

/// Returns name and explanation of a result.
fn outcome_words(outcome: TablebaseOutcome) -> (&'static str, Option<&'static str>) {
    match outcome {
        TablebaseOutcome::Win => (strings::tablebase_win(), None),
        TablebaseOutcome::MaybeWin => {
            (strings::tablebase_maybe_win(), Some(strings::tablebase_maybe_win_hint()))
        }
        TablebaseOutcome::CursedWin => {
            (strings::tablebase_cursed_win(), Some(strings::tablebase_cursed_win_hint()))
        }
        TablebaseOutcome::Draw => (strings::tablebase_draw(), None),
        TablebaseOutcome::BlessedLoss => {
            (strings::tablebase_blessed_loss(), Some(strings::tablebase_blessed_loss_hint()))
        }
        TablebaseOutcome::MaybeLoss => {
            (strings::tablebase_maybe_loss(), Some(strings::tablebase_maybe_loss_hint()))
        }
        TablebaseOutcome::Loss => (strings::tablebase_loss(), None),
        TablebaseOutcome::Unknown => (strings::tablebase_unknown(), Some(strings::tablebase_unknown_hint())),
    }
}
