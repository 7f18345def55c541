//! Players, event and result; without a game, what the page can do.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::move_list::time_text;
use std::rc::Rc;
use tabia_chess::Color;
use tabia_pgn::{Game, NodeId, comment};
use yew::prelude::*;

/// Properties of [`GameInfo`].
#[derive(Properties)]
pub struct GameInfoProps {
    /// Game on the board; compared by identity.
    pub game: Rc<Game>,
    /// Current node; the clocks are those after the last two moves.
    pub node: NodeId,
    /// Side to move there.
    pub turn: Color,
    /// Problems found when reading the game's text.
    pub problems: AttrValue,
    /// Opens a game.
    pub on_open: Callback<MouseEvent>,
    /// Loads the example.
    pub on_example: Callback<MouseEvent>,
    /// Edits the tags and the result.
    pub on_edit: Callback<MouseEvent>,
}

impl PartialEq for GameInfoProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.game, &other.game)
            && self.node == other.node
            && self.problems == other.problems
            && self.on_open == other.on_open
            && self.on_example == other.on_example
            && self.on_edit == other.on_edit
    }
}

/// Card next to the board; on a phone the players are above and below it (www/styles/layout.css).
#[component]
pub fn GameInfo(props: &GameInfoProps) -> Html {
    let tags = props.game.tags();
    let note = (!props.problems.is_empty()).then(|| {
        html! {
            <p class="game-note"><IconView icon={Icon::Info} /><span>{ &props.problems }</span></p>
        }
    });
    if tags.known("White").is_none() && tags.known("Black").is_none() && tags.known("Event").is_none() {
        return html! {
            <section class="card" aria-label={strings::open_a_game()}>
                <div class="welcome">
                    <h2>{ strings::analyse_a_game() }</h2>
                    <p>{ strings::empty_game_note() }</p>
                    <div class="welcome-buttons">
                        <button type="button" class="button primary" onclick={props.on_open.clone()}>
                            <IconView icon={Icon::Paste} />{ strings::open_a_game() }
                        </button>
                        <button type="button" class="button" onclick={props.on_example.clone()}>{ strings::show_an_example() }</button>
                        <button type="button" class="button" onclick={props.on_edit.clone()}>{ strings::edit_header() }</button>
                    </div>
                    <a class="welcome-guide" href={strings::GUIDE_ADDRESS} target="_blank">{ strings::guide() }</a>
                </div>
                { note }
            </section>
        };
    }
    let result = props.game.result().as_str();
    let (white, black) = match result {
        "1-0" => ("1", "0"),
        "0-1" => ("0", "1"),
        "1/2-1/2" => ("½", "½"),
        _ => ("", ""),
    };
    let event = join(&[tags.known("Event"), tags.known("Site")], ", ");
    let round = tags.known("Round").map(|round| strings::round(&round));
    let date = tags.known("Date").map(readable_date);
    let when = join(&[date.as_deref(), round.as_deref()], " · ");
    let opening = join(&[tags.known("ECO"), tags.known("Opening")], " ");
    html! {
        <section class="card" aria-label={strings::game()}>
            <div class="game-info">
                <button type="button" class="button quiet icon small game-edit" aria-label={strings::edit_header()} title={strings::edit_header()} onclick={props.on_edit.clone()}>
                    <IconView icon={Icon::Edit} />
                </button>
                { player(props, Color::White, white) }
                { player(props, Color::Black, black) }
                if !(event.is_empty() && when.is_empty() && opening.is_empty()) {
                    <div class="game-facts">
                        { for [event, when, opening].into_iter().filter(|text| !text.is_empty()).map(|text| html! { <span>{ text }</span> }) }
                    </div>
                }
            </div>
            { note }
        </section>
    }
}

fn player(props: &GameInfoProps, color: Color, score: &str) -> Html {
    let (tags, side) = (props.game.tags(), if color.is_white() { "White" } else { "Black" });
    let side_name = if color.is_white() { strings::white() } else { strings::black() };
    let name = tags.known(side).unwrap_or(side_name).to_owned();
    let title = tags.known(&format!("{side}Title")).map(|title| format!("{title} "));
    let elo = tags.known(&format!("{side}Elo")).map(str::to_owned);
    let disc = if color.is_white() { "player-disc" } else { "player-disc black" };
    html! {
        <p class="player">
            <span class={disc} aria-label={side_name} role="img" />
            <span class="player-name">
                { title.unwrap_or_default() }{ name }
                if let Some(elo) = elo { <span class="player-elo">{ format!(" {elo}") }</span> }
            </span>
            if let Some(clock) = clock(props, color) { <span class="player-clock">{ clock }</span> }
            <span class="player-score">{ score.to_owned() }</span>
        </p>
    }
}

/// Clock time of a player after their last move, if the game has it.
fn clock(props: &GameInfoProps, color: Color) -> Option<String> {
    let GameInfoProps { game, node, turn, .. } = props;
    let last = if *turn == color { game.parent(*node)? } else { *node };
    game.annotations(last).after.iter().find_map(|text| comment::clock(text)).map(time_text)
}

fn join(parts: &[Option<&str>], separator: &str) -> String {
    parts.iter().flatten().copied().collect::<Vec<_>>().join(separator)
}

/// Strips unknown parts: "1858.??.??" becomes "1858".
fn readable_date(date: &str) -> String {
    date.split('.').take_while(|part| !part.contains('?')).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_of_a_date_are_left_out() {
        assert_eq!(readable_date("1858.??.??"), "1858");
        assert_eq!(readable_date("1892.02.28"), "1892.02.28");
        assert_eq!(readable_date("????.??.??"), "");
    }

    #[test]
    fn facts_are_joined_without_gaps() {
        assert_eq!(join(&[Some("Paris"), None, Some("1858")], ", "), "Paris, 1858");
    }
}
