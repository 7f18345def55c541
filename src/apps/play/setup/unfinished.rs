//! Games saved before they were over.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::play::game::PlayedGame;
use tabia_chess::Color;

/// Maximum number of games listed.
const MOST: usize = 6;

/// Properties of [`Unfinished`].
#[derive(Properties, PartialEq)]
pub struct UnfinishedProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
}

/// List of unfinished games; nothing if there are none.
#[component]
pub fn Unfinished(props: &UnfinishedProps) -> Html {
    let games = use_state_eq(|| Rc::new(Vec::<PlayedGame>::new()));
    use_effect_with(props.context.clone(), {
        let games = games.setter();
        move |context| {
            let context = context.clone();
            spawn_local(async move {
                match context.play.unfinished().await {
                    Ok(list) => games.set(Rc::new(list.into_iter().take(MOST).collect())),
                    Err(error) => context.fault(strings::not_opened(), &error.to_string()),
                }
            });
        }
    });
    if games.is_empty() {
        return Html::default();
    }
    html! {
        <section class="card play-unfinished" aria-labelledby="play-unfinished">
            <h2 id="play-unfinished">{ strings::unfinished() }</h2>
            <ul>{ for games.iter().map(|game| row(&props.context, game, &games)) }</ul>
        </section>
    }
}

fn row(context: &PlayContext, game: &PlayedGame, games: &UseStateHandle<Rc<Vec<PlayedGame>>>) -> Html {
    let name = |color: Color| game.setup.player(color).name();
    let open = {
        let (context, id) = (context.clone(), game.id.clone());
        Callback::from(move |_: MouseEvent| context.play.open(&id))
    };
    let discard = {
        let (context, id, games) = (context.clone(), game.id.clone(), games.clone());
        Callback::from(move |_: MouseEvent| {
            context.play.discard(&id);
            games.set(Rc::new(games.iter().filter(|game| game.id != id).cloned().collect()));
        })
    };
    let title = strings::game_between(&name(Color::White), &name(Color::Black));
    html! {
        <li key={game.id.clone()}>
            <span class="play-unfinished-name">{ &title }<small>{ strings::moves_played(game.moves.len().div_ceil(2)) }</small></span>
            <button type="button" class="button small" onclick={open} aria-label={format!("{}: {title}", strings::open_game())}>{ strings::open_game() }</button>
            <button type="button" class="button quiet icon small" onclick={discard} aria-label={format!("{}: {title}", strings::discard())} title={strings::discard()}>
                <IconView icon={Icon::Delete} />
            </button>
        </li>
    }
}
