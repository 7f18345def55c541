//! Comparison of a repertoire with games.

use std::rc::Rc;

use super::strings;
use crate::apps::analysis::report::ME_KEY;
use crate::apps::analysis::strings::{compare, games_text, move_text, my_games, your_name};
use crate::components::select_field::SelectField;
use crate::hooks::use_observable;
use crate::platform::local::storage;
use crate::services::explorer::Explorer;
use crate::services::repertoire::{MOST_COMPARED, RepertoireService};
use crate::state::text::{grouped, sentence};
use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId};
use tabia_repertoire::{Comparison, Gap, Repertoire};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Maximum number of rows.
const MOST_ROWS: usize = 100;

/// Properties of [`CompareGames`].
#[derive(Properties)]
pub struct CompareGamesProps {
    /// The repertoire.
    pub repertoire: Rc<Repertoire>,
    /// Its game, compared by identity.
    pub game: Rc<Game>,
    /// Goes to a move of the game.
    pub on_go: Callback<NodeId>,
}

impl PartialEq for CompareGamesProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.game, &other.game) && self.on_go == other.on_go
    }
}

/// Stage of the comparison.
#[derive(Clone)]
enum CompareStage {
    Idle,
    Reading,
    /// With the number of games read.
    Done(Rc<Comparison>, usize),
    Failed(String),
}

/// Form and result of the comparison.
#[component]
pub fn CompareGames(props: &CompareGamesProps) -> Html {
    let CompareGamesProps { repertoire, game, on_go } = props;
    let explorer = &*use_memo((), |()| Explorer::of_page());
    let databases = use_observable(explorer, Explorer::databases);
    use_effect_with(explorer.clone(), |explorer| {
        let library = explorer.library().clone();
        // If the list cannot be read, the library page reports it.
        spawn_local(async move { drop(library.load().await) });
    });
    let stage = use_state(|| CompareStage::Idle);
    let chosen = use_state_eq(|| 0_usize);
    let name =
        use_state_eq(|| storage().and_then(|storage| storage.get_item(ME_KEY).ok()?).unwrap_or_default());
    let names: Vec<AttrValue> = databases
        .iter()
        .map(|(_, name)| name.clone().map_or_else(|| AttrValue::from(my_games()), AttrValue::from))
        .collect();
    let on_choose = use_callback(chosen.setter(), |place: usize, chosen| chosen.set(place));
    let oninput = use_callback(name.setter(), |event: InputEvent, name| {
        name.set(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let database = databases.get(*chosen).or_else(|| databases.first()).map(|(id, _)| id.clone());
    let onsubmit = {
        let (stage, repertoire, name) = (stage.setter(), Rc::clone(repertoire), (*name).clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(database) = database.clone() else { return };
            // If storage is unavailable, the name has to be typed again.
            let _ = storage().map(|storage| storage.set_item(ME_KEY, &name));
            stage.set(CompareStage::Reading);
            let (stage, repertoire, name) = (stage.clone(), Rc::clone(&repertoire), name.clone());
            spawn_local(async move {
                let found = RepertoireService::of_page().compare(&repertoire, &database, &name).await;
                stage.set(match found {
                    Ok((comparison, games)) => CompareStage::Done(Rc::new(comparison), games),
                    Err(error) => CompareStage::Failed(sentence(&error.to_string())),
                });
            });
        })
    };
    let is_busy = matches!(*stage, CompareStage::Reading);
    html! {
        <details class="repertoire-compare">
            <summary>{ strings::compare_with_games() }</summary>
            <form class="report-form" {onsubmit}>
                <p class="report-note">{ strings::compare_hint() }</p>
                <SelectField label={strings::games_from()} {names} chosen={*chosen} {on_choose} />
                <label>{ your_name() }<input class="field" autocomplete="off" value={(*name).clone()} {oninput} /></label>
                <button type="submit" class="button" disabled={is_busy}>{ if is_busy { strings::comparing_games() } else { compare() } }</button>
            </form>
            { match &*stage {
                CompareStage::Idle | CompareStage::Reading => Html::default(),
                CompareStage::Failed(reason) => html! { <p class="field-error" role="alert">{ reason }</p> },
                CompareStage::Done(comparison, games) => result(comparison, *games, repertoire, game, on_go),
            } }
        </details>
    }
}

fn result(
    comparison: &Comparison,
    games: usize,
    repertoire: &Repertoire,
    game: &Game,
    on_go: &Callback<NodeId>,
) -> Html {
    let gaps = comparison.gaps();
    html! {
        <>
            <p class="report-note" role="status">{ strings::compared(comparison.games, games, comparison.faithful) }</p>
            if games == MOST_COMPARED { <p class="report-note">{ strings::only_the_first(games) }</p> }
            if gaps.is_empty() {
                if comparison.games > 0 { <p class="report-note">{ strings::no_gaps() }</p> }
            } else {
                <table class="repertoire-gaps">
                    <thead><tr>
                        <th scope="col">{ move_text() }</th><th scope="col">{ strings::in_the_repertoire() }</th>
                        <th scope="col" class="number">{ games_text() }</th><th scope="col" class="number">{ strings::won_drawn_lost() }</th>
                    </tr></thead>
                    <tbody>{ for gaps.into_iter().take(MOST_ROWS).map(|gap| row(gap, repertoire, game, on_go)) }</tbody>
                </table>
            }
        </>
    }
}

fn row(gap: &Gap, repertoire: &Repertoire, game: &Game, on_go: &Callback<NodeId>) -> Html {
    let answers = match repertoire.task(&gap.position) {
        Some(task) if gap.is_own => sans(&gap.position, &task.answers),
        _ => strings::no_answer().to_owned(),
    };
    let text = numbered(&gap.position, gap.played);
    let [won, drawn, lost] = gap.results;
    let node = node_with(game, &gap.position);
    let name = match node {
        Some(node) => {
            let on_go = on_go.clone();
            let onclick = Callback::from(move |_: MouseEvent| on_go.emit(node));
            html! { <button type="button" class="button quiet small" {onclick}>{ text }</button> }
        }
        None => html! { { text } },
    };
    let key = format!("{:016x} {:?}", gap.position.repetition_key(), gap.played);
    html! {
        <tr {key}>
            <th scope="row">{ name }</th><td>{ answers }</td>
            <td class="number">{ grouped(gap.games) }</td><td class="number">{ format!("{won} {drawn} {lost}") }</td>
        </tr>
    }
}

fn sans(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&m| position.san(m)).collect::<Vec<_>>().join(", ")
}

fn numbered(position: &Position, m: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "…" };
    format!("{}{dots} {}", position.fullmove_number(), position.san(m))
}

/// Returns the first node of a game with this position.
fn node_with(game: &Game, position: &Position) -> Option<NodeId> {
    if game.start().same_position(position) {
        return Some(NodeId::ROOT);
    }
    game.walk().find_map(|step| match step {
        tabia_pgn::Step::Move { node, mut before } => {
            game.played(node)?.apply(&mut before);
            before.same_position(position).then_some(node)
        }
        _ => None,
    })
}
