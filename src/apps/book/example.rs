//! The effect of passes and parts, shown on six games. The marks are computed by the code that builds books, not hand-made.

use crate::apps::book::strings;
use std::collections::HashSet;
use tabia_book_tools::filter::{BookSide, GameFilter};
use tabia_book_tools::recipe::{PassOptions, Recipe, RecipePart, run_recipe};
use tabia_chess::{Color, Position};
use tabia_pgn::GameResult;
use yew::prelude::*;

/// The games: result and moves.
const GAMES: [(&str, &str); 6] = [
    ("1-0", "e4 e5 Nf3 Nc6 Bb5 a6"),
    ("1-0", "e4 e5 Nf3 Nc6 Bb5 Nf6"),
    ("1-0", "e4 e5 Nf3 Nf6 Nxe5 d6"),
    ("1-0", "e4 c5 Nf3 d6 d4 cxd4"),
    ("0-1", "d4 d5 c4 e6 Nc3 Nf6"),
    ("0-1", "e4 c5 Nc3 Nc6 g3 g6"),
];

/// Part and pass that added a move to the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AddedBy {
    No,
    Short,
    Long,
    Black,
}

/// Returns the key and code of the book moves that a single pass makes of the example.
fn moves_of(result: GameResult, pass: PassOptions) -> HashSet<(u64, u16)> {
    let game = |(result, moves): &(&str, &str)| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n");
    let games = GAMES.iter().map(game).collect::<Vec<_>>().concat();
    let filter = GameFilter { results: vec![result], ..GameFilter::default() };
    let part = RecipePart { name: String::new(), filter, passes: vec![pass] };
    let recipe = Recipe { parts: vec![part], memory_mb: 1, ..Recipe::default() };
    let mut found = HashSet::new();
    // The recipe is valid and the games are in memory, so this never fails.
    let _ = run_recipe(&recipe, &mut [games.into_bytes()], false, &mut (), |entry| {
        found.insert((entry.key, entry.book_move.0));
    });
    found
}

fn pass(max_ply: u32, min_game: u32, only: BookSide) -> PassOptions {
    PassOptions { max_ply, min_game, only: Some(only), ..PassOptions::default() }
}

/// Returns the games, each move with the part and pass that added it to the book.
fn example() -> Vec<(&'static str, Vec<(String, AddedBy)>)> {
    let short = moves_of(GameResult::WhiteWins, pass(2, 3, BookSide::White));
    let long = moves_of(GameResult::WhiteWins, pass(6, 2, BookSide::White));
    let black = moves_of(GameResult::BlackWins, pass(6, 1, BookSide::Black));
    GAMES
        .iter()
        .map(|(result, moves)| {
            let mut position = Position::default();
            let mut shown = Vec::new();
            for san in moves.split_whitespace() {
                let Ok(mv) = position.parse_san(san) else { break };
                let code: tabia_polyglot::BookMove = mv.into();
                let key = (position.key(), code.0);
                let taken = match () {
                    () if short.contains(&key) => AddedBy::Short,
                    () if long.contains(&key) => AddedBy::Long,
                    () if black.contains(&key) => AddedBy::Black,
                    () => AddedBy::No,
                };
                let number = if position.turn() == Color::White {
                    format!("{}.\u{a0}", position.fullmove_number())
                } else {
                    String::new()
                };
                shown.push((format!("{number}{san}"), taken));
                position.play_unchecked(mv);
            }
            (*result, shown)
        })
        .collect()
}

/// The example, initially collapsed.
#[component]
pub fn RecipeExample() -> Html {
    let games = use_memo((), |()| example());
    let mark = |taken: AddedBy| match taken {
        AddedBy::No => None,
        AddedBy::Short => Some(("short", strings::by_the_first_pass())),
        AddedBy::Long => Some(("long", strings::by_the_second_pass())),
        AddedBy::Black => Some(("black", strings::by_the_second_part())),
    };
    html! {
        <details class="recipe-example">
            <summary>{ strings::example_how_parts_and_passes() }</summary>
            <p>{ strings::example_note() }</p>
            <ul class="example-legend">
                <li><b>{ strings::example_part_1() }</b>
                    <span class="example-move short">{ strings::pass_1() }</span>{ strings::example_pass_1() }
                    <span class="example-move long">{ strings::pass_2() }</span>{ strings::example_pass_2() }</li>
                <li><b>{ strings::example_part_2() }</b>
                    <span class="example-move black">{ strings::one_pass() }</span>{ strings::example_part_2_pass() }</li>
            </ul>
            <ol class="example-games">
                { for games.iter().map(|(result, moves)| html! {
                    <li><span class="example-result">{ result.replace('-', "–") }</span>
                        { for moves.iter().map(|(text, taken)| {
                            let mark = mark(*taken);
                            html! { <span class={classes!("example-move", mark.map(|(class, _)| class))} title={mark.map(|(_, title)| title)}>{ text }</span> }
                        }) }
                    </li>
                }) }
            </ol>
            <p>{ strings::example_left_out() }</p>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_as_its_text_says() {
        let games = example();
        let taken = |game: usize, ply: usize| games[game].1[ply].1;
        assert!(games.iter().all(|(_, moves)| moves.len() == 6), "every move can be played");
        assert_eq!(taken(0, 0), AddedBy::Short);
        assert_eq!((taken(0, 2), taken(0, 4)), (AddedBy::Long, AddedBy::Long));
        assert_eq!(taken(2, 4), AddedBy::No, "3. Nxe5 occurs once");
        assert_eq!((taken(4, 0), taken(4, 1), taken(4, 5)), (AddedBy::No, AddedBy::Black, AddedBy::Black));
        assert_eq!(taken(5, 0), AddedBy::Short, "1. e4 is in the book, whoever won here");
        assert_eq!(taken(0, 1), AddedBy::No, "Black's moves of games that White won");
    }
}
