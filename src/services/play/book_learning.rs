//! The engines that learn from a finished game about the book it was opened with.

use tabia_chess::{Color, Position};

use crate::state::play::game::LiveGame;
use crate::state::play::levels;
use crate::state::play::setup::SidePlayer;

/// Lowest level that learns. Lower levels don't search and lose by oversights, which says nothing about their openings.
pub const FIRST_LEVEL_THAT_LEARNS: u8 = 4;

/// Returns the names, as in the game's tags, of the engines that learn from a game: one with a result, played from the usual start
/// position, in which they played at least one book move.
pub fn book_learning(live: &LiveGame) -> Vec<String> {
    let start = live.start();
    let is_usual = !start.chess960 && start.position.same_position(&Position::default());
    if !is_usual || !live.end().is_some_and(|end| end.counts()) {
        return Vec::new();
    }
    let learns = |player: &SidePlayer| match player {
        SidePlayer::Human { .. } => false,
        SidePlayer::Level { number, .. } => levels::level(*number).number >= FIRST_LEVEL_THAT_LEARNS,
        SidePlayer::Engine(_) => true,
    };
    let first = start.moves.len();
    let moves = &live.game().moves;
    let has_used_book = |color: Color| {
        let own = moves
            .iter()
            .enumerate()
            .filter(|(place, _)| (first + place).is_multiple_of(2) == color.is_white());
        own.into_iter().any(|(_, played)| played.is_book)
    };
    let mut names: Vec<String> = Color::ALL
        .into_iter()
        .filter(|&color| learns(live.setup().player(color)) && has_used_book(color))
        .map(|color| live.setup().player(color).tag())
        .collect();
    // Learning goes by name, and covers both sides at once when two equal engines played.
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::play::pgn::to_pgn;
    use crate::state::play::clock::GameClocks;
    use crate::state::play::ending::{EndReason, GameEnd};
    use crate::state::play::game::{MoveEvaluation, PlayedMove};
    use crate::state::play::setup::{PlaySetup, Start};
    use tabia_book_tools::edit::BookEditor;
    use tabia_book_tools::filter::PlayerFilter;
    use tabia_book_tools::learn::LearnStore;

    /// Returns a game in which Black's first `book` moves come from the book and the rest from search.
    fn game(players: [SidePlayer; 2], start: Start, moves: &[&str], book: usize) -> LiveGame {
        let setup = PlaySetup { players, start, ..PlaySetup::default() };
        let clocks = GameClocks::new(&setup.clocks);
        let mut live = LiveGame::new("id".to_owned(), setup, 0.0).unwrap();
        let mut replies = 0;
        for uci in moves {
            let is_black = live.turn() == Color::Black;
            replies += usize::from(is_black);
            let is_book = is_black && replies <= book;
            let searched = MoveEvaluation { cp: Some(120), mate: None, depth: Some(14) };
            let mv = live.read_move(uci).unwrap();
            let played = PlayedMove {
                uci: String::new(),
                time_ms: 900.0,
                before: clocks.states(),
                after: clocks.states(),
                evaluation: (is_black && !is_book).then_some(searched),
                is_book,
            };
            live.play(mv, &played).unwrap();
        }
        live
    }

    const MOVES: [&str; 8] = ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "a7a6", "d4c5", "d6c5"];

    fn lost(mut live: LiveGame) -> LiveGame {
        live.finish(GameEnd::win(Color::White, EndReason::Resignation));
        live
    }

    #[test]
    fn levels_that_search_learn_from_finished_games_with_book_moves() {
        let against = |level: u8| [SidePlayer::human(), SidePlayer::level(level)];
        let names = |live: LiveGame| book_learning(&live);
        let name = SidePlayer::level(5).tag();
        assert_eq!(names(lost(game(against(5), Start::Standard, &MOVES, 2))), [name.as_str()]);
        assert_eq!(names(game(against(5), Start::Standard, &MOVES, 2)), [""; 0], "it goes on");
        assert_eq!(names(lost(game(against(5), Start::Standard, &MOVES, 0))), [""; 0], "no move of the book");
        assert_eq!(names(lost(game(against(3), Start::Standard, &MOVES, 2))), [""; 0], "a beginner");
        let watched = [SidePlayer::level(5), SidePlayer::level(5)];
        assert_eq!(names(lost(game(watched, Start::Standard, &MOVES, 2))), [name.as_str()]);
        let mut aborted = game(against(5), Start::Standard, &MOVES, 2);
        aborted.finish(GameEnd::without_winner(EndReason::Aborted));
        assert_eq!(names(aborted), [""; 0]);
        let opening = Start::Line { fen: None, name: String::new(), moves: vec!["e2e4".to_owned()] };
        assert_eq!(names(lost(game(against(5), opening, &MOVES[1..], 2))), [name.as_str()]);
        assert_eq!(names(lost(game(against(5), Start::Chess960(518), &MOVES, 2))), [""; 0]);
    }

    /// Checks what the worker does with the game it gets from the service.
    #[test]
    fn a_lost_game_gives_lessons_of_both_kinds() {
        let live = lost(game([SidePlayer::human(), SidePlayer::level(5)], Start::Standard, &MOVES, 1));
        let mut book = BookEditor::open(Vec::new()).unwrap();
        for line in [["e2e4", "c7c5"], ["e2e4", "e7e5"]] {
            let mut position = Position::default();
            let moves: Vec<_> = line
                .iter()
                .map(|uci| {
                    let mv = position.parse_uci(uci).unwrap();
                    position.play_unchecked(mv);
                    mv
                })
                .collect();
            book.add_line(&Position::default(), &moves, 10).unwrap();
        }
        let text = tabia_pgn::write(&to_pgn(&live, "2026.05.01"));
        let mut store = LearnStore::default();
        for name in book_learning(&live) {
            let player = PlayerFilter { name, exact: true, side: None };
            let report = store.learn_pgn(&mut book, text.as_bytes(), &player).unwrap();
            assert_eq!((report.games, report.lessons, report.left_out), (1, 2, 0), "{text}");
        }
        let asked = &live.positions()[1];
        let learned = store.learned(asked.key(), live.line()[1].into()).unwrap();
        assert!(learned.never_again && learned.centipawns() < -50, "{learned:?}");
    }
}
