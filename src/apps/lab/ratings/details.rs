//! An engine of the rating list: its results against each opponent, and its builds over time.

use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::lab::chart::grouped;
use crate::state::lab::ratings::{Rated, engine_name, percent};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`Details`].
#[derive(Properties)]
pub struct DetailsProps {
    /// Rating list.
    pub rated: Rc<Rated>,
    /// The engine.
    pub player: usize,
    /// Opens the details of an engine; closes them if they are open.
    pub on_choose: Callback<usize>,
}

impl PartialEq for DetailsProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.rated, &other.rated) && self.player == other.player
    }
}

/// Details of an engine.
#[component]
pub fn Details(props: &DetailsProps) -> Html {
    let DetailsProps { rated, player, on_choose } = props;
    let section = use_node_ref();
    use_effect_with((), {
        let section = section.clone();
        move |()| {
            if let Some(section) = section.cast::<HtmlElement>() {
                section.scroll_into_view_with_bool(false);
            }
        }
    });
    let name = &rated.names[*player];
    let builds = rated.builds(*player);
    let close = on_choose.reform({
        let player = *player;
        move |_: MouseEvent| player
    });
    html! {
        <section class="card lab-card lab-rating" aria-label={name.clone()} ref={section}>
            <header class="panel-header">
                <h2>{ name }</h2>
                <button type="button" class="button quiet icon small" aria-label={strings::close()} title={strings::close()} onclick={close}><IconView icon={Icon::Close} /></button>
            </header>
            { opponents(rated, *player, on_choose) }
            if builds.len() > 1 {
                { history(rated, &builds, *player, on_choose) }
            }
        </section>
    }
}

fn link(rated: &Rated, player: usize, on_choose: &Callback<usize>) -> Html {
    let onclick = on_choose.reform(move |_: MouseEvent| player);
    html! { <button type="button" class="lab-rated" {onclick}>{ &rated.names[player] }</button> }
}

fn opponents(rated: &Rated, player: usize, on_choose: &Callback<usize>) -> Html {
    html! {
        <div class="lab-scroll" tabindex="0" role="region" aria-label={strings::opponents()}>
            <table class="lab-table">
                <thead><tr>
                    <th scope="col">{ strings::opponent() }</th><th scope="col">{ strings::elo() }</th><th scope="col">{ strings::games() }</th>
                    <th scope="col">{ "+ = −" }</th><th scope="col">{ strings::score() }</th>
                </tr></thead>
                <tbody>
                    { for rated.opponents(player).into_iter().map(|(other, wdl)| html! {
                        <tr key={other}>
                            <th scope="row">{ link(rated, other, on_choose) }</th>
                            <td>{ rated.row(other).rating_text() }</td>
                            <td>{ grouped(wdl.games()) }</td>
                            <td>{ format!("+{} ={} −{}", wdl.wins, wdl.draws, wdl.losses) }</td>
                            <td>{ percent(wdl.points() / wdl.games() as f64) }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

/// Renders the builds of an engine by the date of their first match.
fn history(rated: &Rated, builds: &[usize], player: usize, on_choose: &Callback<usize>) -> Html {
    let engine = rated.players.get(player).map_or("", |player| engine_name(&player.name));
    let title = strings::builds_of(&engine);
    html! {
        <>
            <header class="panel-header"><h2>{ title.clone() }</h2></header>
            <div class="lab-scroll" tabindex="0" role="region" aria-label={title}>
                <table class="lab-table">
                    <thead><tr>
                        <th scope="col">{ strings::engine() }</th><th scope="col">{ strings::first_match() }</th><th scope="col">{ strings::elo() }</th>
                        <th scope="col">{ "±" }</th><th scope="col">{ strings::games() }</th>
                    </tr></thead>
                    <tbody>
                        { for builds.iter().map(|&build| {
                            let row = rated.row(build);
                            html! {
                                <tr key={build}>
                                    <th scope="row" aria-current={(build == player).then_some("true")}>{ link(rated, build, on_choose) }</th>
                                    <td>{ date(rated.players[build].played_ms[0]) }</td>
                                    <td>{ row.rating_text() }</td>
                                    <td>{ row.error.map_or_else(|| "–".to_owned(), |error| format!("± {error:.1}")) }</td>
                                    <td>{ grouped(row.wdl.games()) }</td>
                                </tr>
                            }
                        }) }
                    </tbody>
                </table>
            </div>
        </>
    }
}

fn date(at_ms: u64) -> String {
    if at_ms == 0 {
        return "–".to_owned();
    }
    let date = js_sys::Date::new(&(at_ms as f64).into());
    format!("{}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
