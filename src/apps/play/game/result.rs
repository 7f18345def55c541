//! Result of the game, and what to do next.

use tabia_chess::Color;
use yew::prelude::*;

use super::review::use_review;
use super::save::not_saved;
use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable;
use crate::services::play::{PlayService, requests};
use crate::state::play::ending::GameEnd;
use crate::state::play::game::PlayedGame;
use crate::state::play::rating::{RatedGame, Rating, RatingChange, rating_change, unrated};
use crate::state::play::setup::Start;
use crate::state::route::{PlaySubject, Route};

/// Properties of [`ResultPanel`].
#[derive(Properties, PartialEq)]
pub struct ResultPanelProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Goes to a ply of the game.
    pub go: Callback<Option<usize>>,
    /// Whether the page is visible.
    pub is_seen: bool,
}

/// Result with its reason, what it means for the rating, what to do next, and a quick review.
#[component]
pub fn ResultPanel(props: &ResultPanelProps) -> Html {
    let ResultPanelProps { context, shown, go, is_seen } = props;
    let play_on = use_callback((context.clone(), shown.clone()), |_: MouseEvent, (context, shown)| {
        requests::play_from(start_here(shown));
        context.play.leave();
    });
    let results = use_observable(&context.play, PlayService::results);
    let review = use_review(shown, go, *is_seen);
    let Some(end) = shown.game.end() else { return Html::default() };
    let here = shown.game.positions().get(shown.place());
    let is_over_here = here.is_none_or(|position| position.outcome().is_some());
    html! {
        <section class="card play-result" aria-label={strings::result()}>
            <h2 tabindex="-1">{ headline(end, shown.game.setup().human()) }{ " " }<span class="play-score">{ score(end) }</span></h2>
            <p>{ end.sentence() }{ "." }</p>
            if let Some(text) = rating_text(shown.game.game(), &results) {
                <p class="play-hint play-rated"><span>{ text }</span>{ " " }<a href={Route::Play(PlaySubject::Rating).to_string()}>{ strings::all_results() }</a></p>
            }
            { not_saved(context, &shown.snapshot.save) }
            <div class="play-actions">
                <button type="button" class="button primary" onclick={context.on(rematch)}><IconView icon={Icon::Retry} />{ strings::rematch() }</button>
                <button type="button" class="button" onclick={context.on(analyse)}><IconView icon={Icon::Board} />{ strings::analyse() }</button>
                <button type="button" class="button" disabled={is_over_here} onclick={play_on}><IconView icon={Icon::Play} />{ strings::play_on() }</button>
                <button type="button" class="button" onclick={context.on(|context| context.play.leave())}><IconView icon={Icon::Plus} />{ strings::new_game() }</button>
            </div>
            { review }
        </section>
    }
}

/// Says how a game of one person against an engine changed the rating, or why it didn't.
fn rating_text(game: &PlayedGame, results: &[RatedGame]) -> Option<String> {
    game.setup.human()?;
    match unrated(game) {
        Some(reason) => Some(strings::not_rated(reason)),
        None => rating_change(results, game).map(|RatingChange { before, after }| {
            let elo = |rating: Rating| rating.elo.round() as i32;
            strings::rating_changed(before.map(elo), elo(after))
        }),
    }
}

fn rematch(context: &PlayContext) {
    if let Err(fault) = context.play.rematch() {
        context.fault(strings::not_started(), &fault.to_string());
    }
}

fn analyse(context: &PlayContext) {
    if context.play.analyse() {
        let _ = web_sys::window().map(|window| window.location().set_hash(&Route::Analysis.to_string()));
    }
}

/// Returns the moves up to the position shown, as the start of another game.
fn start_here(shown: &ShownGame) -> Start {
    let start = shown.game.start();
    let fen = (start.position != tabia_chess::Position::default())
        .then(|| if start.chess960 { start.position.to_shredder_fen() } else { start.position.to_fen() });
    let moves = shown.game.uci_moves().into_iter().take(shown.place()).collect();
    Start::Line { fen, name: String::new(), moves }
}

fn headline(end: GameEnd, human: Option<Color>) -> &'static str {
    match (end.winner(), human) {
        _ if !end.counts() => strings::no_result(),
        (None, _) => strings::draw(),
        (Some(winner), Some(human)) if winner == human => strings::you_win(),
        (Some(_), Some(_)) => strings::you_lose(),
        (Some(Color::White), None) => strings::white_wins(),
        (Some(Color::Black), None) => strings::black_wins(),
    }
}

/// Returns the result in standard notation.
fn score(end: GameEnd) -> &'static str {
    match end.winner() {
        _ if !end.counts() => "*",
        None => "½–½",
        Some(Color::White) => "1–0",
        Some(Color::Black) => "0–1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::ending::EndReason;

    #[test]
    fn the_result_says_what_became_of_the_rating() {
        let won = PlayedGame {
            end: Some(GameEnd::win(Color::White, EndReason::Checkmate)),
            ..PlayedGame::default()
        };
        let own = RatedGame::of(&won).unwrap();
        let lost = PlayedGame { end: Some(GameEnd::win(Color::Black, EndReason::Checkmate)), ..won.clone() };
        let before = RatedGame::of(&lost).unwrap();
        let first = rating_text(&won, &[own]).unwrap();
        assert!(first.starts_with("Your rating: ") && first.ends_with(" (first rated game)."), "{first}");
        let next = rating_text(&won, &[before, own]).unwrap();
        assert!(next.contains(" → ") && next.contains("(+"), "{next}");
        let helped = PlayedGame { hints: 1, ..won };
        assert_eq!(rating_text(&helped, &[]).as_deref(), Some("Not rated: there was a hint or a warning."));
    }
}
