//! The engine's own opening book, if the host has one.

use tabia_chess::{Move, Position};
use tabia_engine::SearchResult;
use tabia_uci::Go;

use crate::book_game::{BookGame, LearnedGame, Lesson};
use crate::book_options::BookOptions;
use crate::host::{Host, say};
use crate::opening_book::BookAnswer;
use crate::options::Options;
use crate::uci_move::uci_move;

/// The book the engine plays from, and what it learns from the current game.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnBook {
    is_open: bool,
    game: LearnedGame,
}

impl OwnBook {
    /// Opens the book that `BookFile` names, or closes the open one.
    pub(crate) fn open(&mut self, host: &mut impl Host, options: &BookOptions) {
        let Some(book) = host.book() else { return };
        self.is_open = false;
        if options.file.is_empty() {
            book.close();
            return;
        }
        let message = match book.open(&options.file) {
            Ok(message) => {
                self.is_open = true;
                message
            }
            Err(error) => format!("setoption BookFile: {error}; no book is open"),
        };
        say(host, message);
    }

    /// Opens the learn file that `BookLearnFile` names.
    pub(crate) fn open_lessons(host: &mut impl Host, options: &BookOptions) {
        match host.book().map(|book| book.open_lessons(&options.learn_file)) {
            Some(Ok(Some(message))) => say(host, message),
            Some(Err(error)) => {
                say(host, format!("setoption BookLearnFile: {error}; the book learns nothing"));
            }
            _ => {}
        }
    }

    /// Switches the book's kinds of learning on or off.
    pub(crate) fn switch_learning(host: &mut impl Host, options: &BookOptions) {
        if let Some(book) = host.book() {
            book.switch_learning(options.learns_searches, options.learns_results);
        }
    }

    /// Whether `go` requests a move to be played: not in analysis, mate searches, `searchmoves` or endless
    /// searches. A ponder search counts if its move was played after all.
    fn plays(go: &Go, options: &Options) -> bool {
        !(go.infinite
            || go.mate.is_some()
            || !go.searchmoves.is_empty()
            || go.is_unlimited()
            || options.analyse)
    }

    /// Ends the previous game unless this one continues it; called before a `go`, or on the `ponderhit` of a
    /// ponder search. `moves` start from the standard start position; `None` if the game started elsewhere.
    pub(crate) fn follow(
        &mut self,
        host: &mut impl Host,
        options: &Options,
        go: &Go,
        position: &Position,
        moves: Option<&[Move]>,
    ) {
        if Self::plays(go, options) && !moves.is_some_and(|moves| self.game.goes_on(moves, position.turn())) {
            self.finish_game(host, &options.book);
        }
    }

    /// Records a move played from the book.
    pub(crate) fn played(&mut self, position: &Position, moves: Option<&[Move]>, mv: Move) {
        if let Some(moves) = moves {
            self.game.book_move(moves, mv, position.turn());
        }
    }

    /// Records the result of a search.
    pub(crate) fn searched(
        &mut self,
        host: &mut impl Host,
        options: &Options,
        go: &Go,
        position: &Position,
        moves: Option<&[Move]>,
        result: &SearchResult,
    ) {
        if Self::plays(go, options)
            && let Some(lesson) = moves.and_then(|moves| self.game.search(moves, result, position.turn()))
        {
            Self::learn(host, &options.book, &lesson);
        }
    }

    /// Ends the game and learns from it.
    pub(crate) fn finish_game(&mut self, host: &mut impl Host, options: &BookOptions) {
        if let Some(lesson) = std::mem::take(&mut self.game).finish() {
            Self::learn(host, options, &lesson);
        }
    }

    fn learn(host: &mut impl Host, options: &BookOptions, lesson: &Lesson) {
        let (opponent_rating, opponent) = options.opponent();
        let opponent_rating = opponent_rating.filter(|_| options.rating > 0);
        let game = BookGame {
            moves: &lesson.moves,
            side: lesson.side,
            searches: &lesson.searches,
            lost: lesson.lost,
            rating_difference: opponent_rating.map_or(0, |opponent| (options.rating - opponent) as i32),
            opponent: &opponent,
        };
        match host.book().map(|book| book.learn(&game)) {
            Some(Ok(Some(message))) => say(host, message),
            Some(Err(error)) => say(host, format!("the learning of the book is not saved: {error}")),
            _ => {}
        }
    }

    /// Looks up the book for a `go`; returns nothing if the book is not to be used.
    pub(crate) fn ask(
        &self,
        host: &mut impl Host,
        options: &Options,
        go: &Go,
        position: &Position,
    ) -> BookAnswer {
        let book_options = &options.book;
        if !Self::plays(go, options)
            || go.ponder
            || !book_options.own_book
            || !self.is_open
            || i64::from(position.fullmove_number()) > book_options.depth
        {
            return BookAnswer::Nothing;
        }
        // A different random number in each position, but the same one whenever a position recurs.
        let seed = match book_options.seed {
            0 => 0,
            seed => (seed as u64 ^ position.key()).max(1),
        };
        let Some(book) = host.book() else { return BookAnswer::Nothing };
        let answer = match book.choose(position, book_options.rules(), seed) {
            Ok(answer) => answer,
            Err(error) => {
                say(host, format!("the book cannot be read: {error}; searching instead"));
                return BookAnswer::Nothing;
            }
        };
        match answer {
            BookAnswer::Play(mv, share) if position.is_legal(mv) => {
                let text = position.uci_with(mv, options.chess960);
                say(host, format!("book move {text} ({:.0} %)", 100.0 * share));
                BookAnswer::Play(mv, share)
            }
            BookAnswer::Search(mut moves) => {
                moves.retain(|&mv| position.is_legal(mv));
                let list: Vec<String> =
                    moves.iter().map(|&mv| position.uci_with(mv, options.chess960)).collect();
                if list.is_empty() {
                    return BookAnswer::Nothing;
                }
                say(host, format!("searching the book moves {}", list.join(" ")));
                BookAnswer::Search(moves)
            }
            _ => BookAnswer::Nothing,
        }
    }

    /// Returns `go` restricted to these moves.
    pub(crate) fn only(go: &Go, position: &Position, moves: &[Move], chess960: bool) -> Go {
        let moves = moves.iter().filter_map(|&mv| uci_move(position, mv, chess960)).collect();
        Go { searchmoves: moves, ..go.clone() }
    }
}
