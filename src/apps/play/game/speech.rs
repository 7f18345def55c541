//! Screen reader announcements: each move, takeback and result once, and the clocks on request.

use std::rc::Rc;

use yew::prelude::*;

use super::shown::{ShownGame, side};
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::board::describe::move_in_words;
use crate::state::clock_text::clock_in_words;
use crate::state::play::ending::EndReason;
use crate::state::play::game::LiveGame;
use tabia_chess::{Color, Move};

/// Returns the requested text, and a callback to announce a text. The same text is announced again only if the element changes, so a
/// space is added or removed.
#[hook]
pub fn use_speech() -> (String, Callback<String>) {
    let said = use_state_eq(String::new);
    let speak = use_callback(said.clone(), |text: String, said| {
        let is_repeated = **said == text;
        said.set(if is_repeated { format!("{text}\u{a0}") } else { text });
    });
    ((*said).clone(), speak)
}

/// Properties of [`Spoken`].
#[derive(Properties, PartialEq)]
pub struct SpokenProps {
    /// Game and position shown.
    pub shown: ShownGame,
    /// Text requested by the user.
    pub text: String,
}

/// Live regions for screen readers.
#[component]
pub fn Spoken(props: &SpokenProps) -> Html {
    let (words, speak) = use_speech();
    let told = use_mut_ref(|| None::<Told>);
    let game = Rc::clone(&props.shown.game);
    use_effect_with(Told::of(&game), move |now| {
        let before = told.replace(Some(now.clone()));
        if let Some(text) = announcement(before.as_ref(), &game) {
            speak.emit(text);
        }
    });
    html! {
        <>
            <p class="visually-hidden play-announcement" aria-live="polite" aria-atomic="true">{ words }</p>
            <p class="visually-hidden play-answer" aria-live="assertive" aria-atomic="true">{ &props.text }</p>
        </>
    }
}

/// Part of a game that has been announced.
#[derive(Clone, Debug, PartialEq)]
struct Told {
    id: String,
    line: Vec<Move>,
    is_over: bool,
}

impl Told {
    fn of(game: &LiveGame) -> Self {
        Self { id: game.game().id.clone(), line: game.line().to_vec(), is_over: game.is_over() }
    }
}

/// Returns what is new since the last announcement: moves, a takeback, the end. `None` if nothing is.
fn announcement(before: Option<&Told>, game: &LiveGame) -> Option<String> {
    let Some(told) = before.filter(|told| told.id == game.game().id) else { return opening(game) };
    let line = game.line();
    let common = told.line.iter().zip(line).take_while(|(old, new)| old == new).count();
    let mut parts = Vec::new();
    if common < told.line.len() {
        parts.push(strings::taken_back(told.line.len() - common));
        if common == line.len() {
            parts.push(strings::to_move(side(game.turn())).trim_end_matches('.').to_owned());
            parts.push(last_move(game).unwrap_or_else(|| strings::start_of_the_game().to_owned()));
        }
    }
    parts.extend((common..line.len()).filter_map(|place| move_at(game, place)));
    let is_end_told = common < line.len() && is_end_in_move(game);
    parts.extend(game.end().filter(|_| !told.is_over && !is_end_told).map(|end| end.sentence()));
    (!parts.is_empty()).then(|| parts.join(". "))
}

/// Returns the first announcement of a game: who plays which side if it has just begun, and the position.
fn opening(game: &LiveGame) -> Option<String> {
    let begins = game.ply() == 0 && !game.is_over();
    let parts = [
        begins.then(|| {
            game.setup()
                .human()
                .map_or_else(|| strings::game_begins().to_owned(), |color| strings::you_play(side(color)))
        }),
        last_move(game),
        game.end().filter(|_| !is_end_in_move(game)).map(|end| end.sentence()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(". "))
}

fn move_at(game: &LiveGame, place: usize) -> Option<String> {
    Some(move_in_words(game.positions().get(place)?, *game.line().get(place)?))
}

fn last_move(game: &LiveGame) -> Option<String> {
    let words = move_at(game, game.line().len().checked_sub(1)?)?;
    Some(strings::last_move(&words))
}

/// Returns whether the last move's announcement already includes the end: mate, stalemate or insufficient material.
fn is_end_in_move(game: &LiveGame) -> bool {
    game.end().is_some_and(|end| match end.reason {
        EndReason::Checkmate | EndReason::Stalemate => true,
        EndReason::DeadPosition => game.position().is_insufficient_material(),
        _ => false,
    })
}

/// Describes both clocks in words.
pub fn clocks_in_words(context: &PlayContext) -> String {
    let readings = context.play.clocks();
    let words: Vec<String> = Color::ALL
        .into_iter()
        .filter_map(|color| {
            let reading = readings[color.index()]?;
            Some(strings::clock_words(side(color), &clock_in_words(reading.remaining_ms)))
        })
        .collect();
    if words.is_empty() { strings::no_clocks().to_owned() } else { words.join(". ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::ending::GameEnd;
    use crate::state::play::game::PlayedMove;
    use crate::state::play::setup::{PlaySetup, SidePlayer, Start};

    fn game_from(fen: &str) -> LiveGame {
        let start = if fen.is_empty() { Start::Standard } else { Start::Fen(fen.to_owned()) };
        let setup =
            PlaySetup { players: [SidePlayer::human(), SidePlayer::human()], start, ..PlaySetup::default() };
        LiveGame::new("id".to_owned(), setup, 0.0).unwrap()
    }

    fn play(game: &mut LiveGame, moves: &str) {
        for text in moves.split_ascii_whitespace() {
            let m = game.read_move(text).unwrap();
            game.play(m, &PlayedMove::default()).unwrap();
        }
    }

    /// Returns the announcement after `change`.
    fn news(game: &mut LiveGame, change: impl FnOnce(&mut LiveGame)) -> Option<String> {
        let before = Told::of(game);
        change(game);
        announcement(Some(&before), game)
    }

    #[test]
    fn moves_are_announced_once() {
        let mut game = game_from("");
        assert_eq!(announcement(None, &game).as_deref(), Some("The game begins"));
        let first = news(&mut game, |game| play(game, "e2e4"));
        assert_eq!(first.as_deref(), Some("White pawn e2 to e4"));
        assert_eq!(news(&mut game, |_| ()), None);
        // A premove is played together with the move that triggers it.
        let two = news(&mut game, |game| play(game, "d7d5 e4d5"));
        assert_eq!(two.as_deref(), Some("Black pawn d7 to d5. White pawn e4 takes pawn on d5"));
        assert_eq!(
            announcement(None, &game).as_deref(),
            Some("Last move: White pawn e4 takes pawn on d5"),
            "a game that is continued"
        );
    }

    #[test]
    fn a_takeback_is_not_announced_as_a_move() {
        let mut game = game_from("");
        play(&mut game, "e2e4 e7e5 g1f3 b8c6");
        let back = |plies: usize| {
            move |game: &mut LiveGame| {
                game.take_back(plies).unwrap();
            }
        };
        assert_eq!(
            news(&mut game, back(2)).as_deref(),
            Some("2 moves taken back. White to move. Last move: Black pawn e7 to e5")
        );
        assert_eq!(
            news(&mut game, back(1)).as_deref(),
            Some("Move taken back. Black to move. Last move: White pawn e2 to e4")
        );
        assert_eq!(
            news(&mut game, back(1)).as_deref(),
            Some("Move taken back. White to move. Start of the game")
        );
        play(&mut game, "e2e4");
        let replaced = news(&mut game, |game| {
            game.take_back(1).unwrap();
            play(game, "d2d4");
        });
        assert_eq!(replaced.as_deref(), Some("Move taken back. White pawn d2 to d4"));
    }

    #[test]
    fn each_end_is_announced_once() {
        let mut game = game_from("");
        play(&mut game, "f2f3 e7e5 g2g4");
        let mate = news(&mut game, |game| play(game, "d8h4"));
        assert_eq!(mate.as_deref(), Some("Black queen d8 to h4, checkmate"));
        assert_eq!(news(&mut game, |_| ()), None);

        let mut game = game_from("7k/8/4Q3/8/8/8/8/K7 w - - 0 1");
        let stalemate = news(&mut game, |game| play(game, "e6f7"));
        assert_eq!(stalemate.as_deref(), Some("White queen e6 to f7, stalemate"));

        let mut game = game_from("7k/8/8/8/8/8/1p6/K7 w - - 0 1");
        let bare = news(&mut game, |game| play(game, "a1b2"));
        assert_eq!(bare.as_deref(), Some("White king a1 takes pawn on b2, draw by insufficient material"));

        let mut game = game_from("");
        play(&mut game, "e2e4");
        let resigned =
            news(&mut game, |game| game.finish(GameEnd::win(Color::White, EndReason::Resignation)));
        assert_eq!(resigned.as_deref(), Some("Black resigns"), "the last move is not repeated");

        let mut game = game_from("");
        play(&mut game, &"g1f3 g8f6 f3g1 f6g8 ".repeat(3));
        play(&mut game, "g1f3 g8f6 f3g1");
        let fivefold = news(&mut game, |game| play(game, "f6g8"));
        assert_eq!(fivefold.as_deref(), Some("Black knight f6 to g8. Draw by fivefold repetition"));
    }
}
