//! The engine's own opening book, where the host has one.

use tabia_chess::{Move, Position};
use tabia_engine::SearchResult;
use tabia_uci::Go;

use crate::book_game::{BookGame, LearnedGame, Lesson};
use crate::options::Options;
use crate::{Host, HostError, say, uci_move};

/// How to choose among a book's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookSelection {
    /// The greatest weight.
    Best,
    /// By chance in proportion to the weights, rare moves never, as Polyglot does it.
    Random,
    /// By chance among the best of them, as Crafty's `book random 1`.
    Ranked,
    /// None: the best of them are searched, as with Crafty's `book random 0`.
    Search,
}

impl BookSelection {
    /// All ways to choose.
    pub const ALL: [Self; 4] = [Self::Best, Self::Random, Self::Ranked, Self::Search];

    /// The name, as a value of the UCI option `BookSelection`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "Best",
            Self::Random => "Random",
            Self::Ranked => "Ranked",
            Self::Search => "Search",
        }
    }
}

/// What a book has for a position.
#[derive(Clone, PartialEq, Debug)]
pub enum BookAnswer {
    /// Play this legal move; its part of all weights, 0 to 1.
    Play(Move, f64),
    /// Search these legal moves only.
    Search(Vec<Move>),
    /// Nothing.
    Nothing,
}

/// A book as a session uses it; the host opens and reads it.
pub trait OpeningBook {
    /// Opens the book with that name in place of the one open before; returns what to say about it.
    ///
    /// # Errors
    /// Why it cannot be used. No book is open then.
    fn open(&mut self, name: &str) -> Result<String, HostError>;

    /// Closes the book.
    fn close(&mut self);

    /// Chooses for a position; at most `width` moves are ranked or searched. `seed` makes chance repeatable, 0 leaves it to the host.
    ///
    /// # Errors
    /// Why the book cannot be read.
    fn choose(
        &mut self,
        position: &Position,
        selection: BookSelection,
        width: usize,
        seed: u64,
    ) -> Result<BookAnswer, HostError>;

    /// Learns into the file of that name from now on, and lets what is in it count when moves are chosen; one that does not
    /// exist yet is empty. An empty name ends it. Returns what to say about it.
    ///
    /// # Errors
    /// Why it cannot be used. Nothing is learned then.
    fn open_lessons(&mut self, name: &str) -> Result<Option<String>, HostError>;

    /// Switches learning from searches and from results on or off; what was learned by the kind that is off has no effect.
    fn switch_learning(&mut self, searches: bool, results: bool);

    /// Learns from a game, if there is a file for it. Returns what to say about it.
    ///
    /// # Errors
    /// Why what was learned could not be kept.
    fn learn(&mut self, game: &BookGame<'_>) -> Result<Option<String>, HostError>;
}

/// The values of the book's UCI options.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a UCI option.
pub(crate) struct BookOptions {
    pub(crate) own_book: bool,
    /// The book; empty for none.
    pub(crate) file: String,
    pub(crate) selection: BookSelection,
    /// How many moves are ranked or searched.
    pub(crate) width: i64,
    /// The last move number for which the book is asked.
    pub(crate) depth: i64,
    /// 0 leaves chance to the host.
    pub(crate) seed: i64,
    /// The file of lessons; empty for none.
    pub(crate) learn_file: String,
    pub(crate) learns_searches: bool,
    pub(crate) learns_results: bool,
    /// The engine's own Elo; 0 if not known.
    pub(crate) rating: i64,
    /// `UCI_Opponent`: title, Elo or `none`, kind, name, as in `GM 2800 human Gary Kasparov`.
    pub(crate) opponent: String,
}

impl BookOptions {
    pub(crate) const MAX_WIDTH: i64 = 100;
    pub(crate) const MAX_DEPTH: i64 = 1024;
    pub(crate) const MAX_SEED: i64 = u32::MAX as i64;
    pub(crate) const MAX_RATING: i64 = 4000;

    /// The opponent's Elo, if it is known, and its name.
    fn opponent(&self) -> (Option<i64>, String) {
        let mut words = self.opponent.split_whitespace();
        let rating = words.nth(1).and_then(|elo| elo.parse().ok());
        (
            rating.filter(|elo| (1..=Self::MAX_RATING).contains(elo)),
            words.skip(1).collect::<Vec<_>>().join(" "),
        )
    }
}

impl Default for BookOptions {
    fn default() -> Self {
        Self {
            own_book: false,
            file: String::new(),
            selection: BookSelection::Random,
            width: 5,
            // Polyglot's default.
            depth: 256,
            seed: 0,
            learn_file: String::new(),
            learns_searches: true,
            learns_results: true,
            rating: 0,
            opponent: String::new(),
        }
    }
}

/// The book that the engine plays from, and what it learns from the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnBook {
    is_open: bool,
    game: LearnedGame,
}

impl OwnBook {
    /// Opens the book that `BookFile` names, or closes the one that is open.
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

    /// Opens the file that `BookLearnFile` names.
    pub(crate) fn open_lessons(host: &mut impl Host, options: &BookOptions) {
        match host.book().map(|book| book.open_lessons(&options.learn_file)) {
            Some(Ok(Some(message))) => say(host, message),
            Some(Err(error)) => {
                say(host, format!("setoption BookLearnFile: {error}; the book learns nothing"));
            }
            _ => {}
        }
    }

    /// Tells the book which kinds of learning are on.
    pub(crate) fn switch_learning(host: &mut impl Host, options: &BookOptions) {
        if let Some(book) = host.book() {
            book.switch_learning(options.learns_searches, options.learns_results);
        }
    }

    /// Whether a `go` asks for a move to be played: not for analysis, pondering, mates, chosen moves, or a search without an end.
    fn plays(go: &Go, options: &Options) -> bool {
        !(go.infinite
            || go.ponder
            || go.mate.is_some()
            || !go.searchmoves.is_empty()
            || go.is_unlimited()
            || options.analyse)
    }

    /// Before a `go`: whether the game goes on that was played so far. `moves` are those from the normal start position; none where the
    /// game began elsewhere.
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

    /// A move of the book was played.
    pub(crate) fn played(&mut self, position: &Position, moves: Option<&[Move]>, mv: Move) {
        if let Some(moves) = moves {
            self.game.book_move(moves, mv, position.turn());
        }
    }

    /// A search has brought a move.
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

    /// The game is over.
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
            Some(Err(error)) => say(host, format!("what the book has learned is not kept: {error}")),
            _ => {}
        }
    }

    /// What the book has for a `go`: nothing if it is not asked.
    pub(crate) fn ask(
        &self,
        host: &mut impl Host,
        options: &Options,
        go: &Go,
        position: &Position,
    ) -> BookAnswer {
        let book_options = &options.book;
        if !Self::plays(go, options)
            || !book_options.own_book
            || !self.is_open
            || i64::from(position.fullmove_number()) > book_options.depth
        {
            return BookAnswer::Nothing;
        }
        // Another chance in each position, the same one whenever it comes up.
        let seed = match book_options.seed {
            0 => 0,
            seed => (seed as u64 ^ position.key()).max(1),
        };
        let Some(book) = host.book() else { return BookAnswer::Nothing };
        let answer = match book.choose(position, book_options.selection, book_options.width as usize, seed) {
            Ok(answer) => answer,
            Err(error) => {
                say(host, format!("the book cannot be read: {error}; searching instead"));
                return BookAnswer::Nothing;
            }
        };
        match answer {
            BookAnswer::Play(mv, share) if position.is_legal(mv) => {
                let text = position.uci(mv, options.chess960);
                say(host, format!("book move {text} ({:.0} %)", 100.0 * share));
                BookAnswer::Play(mv, share)
            }
            BookAnswer::Search(mut moves) => {
                moves.retain(|&mv| position.is_legal(mv));
                let list: Vec<String> = moves.iter().map(|&mv| position.uci(mv, options.chess960)).collect();
                if list.is_empty() {
                    return BookAnswer::Nothing;
                }
                say(host, format!("searching the book moves {}", list.join(" ")));
                BookAnswer::Search(moves)
            }
            _ => BookAnswer::Nothing,
        }
    }

    /// A `go` for these moves only.
    pub(crate) fn only(go: &Go, position: &Position, moves: &[Move], chess960: bool) -> Go {
        let moves = moves.iter().filter_map(|&mv| uci_move(position, mv, chess960)).collect();
        Go { searchmoves: moves, ..go.clone() }
    }
}
