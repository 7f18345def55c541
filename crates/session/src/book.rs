//! The engine's own opening book, where the host has one.

use tabia_chess::{Move, Position};
use tabia_engine::SearchResult;
use tabia_uci::{EngineOption, Go, OptionKind, SetOption};

use crate::book_game::{BookGame, Game, Told};
use crate::options::{OptionRefused, check, spin};
use crate::{Host, say, uci_move};

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
    const NAMES: [(&str, Self); 4] =
        [("Best", Self::Best), ("Random", Self::Random), ("Ranked", Self::Ranked), ("Search", Self::Search)];
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
    fn open(&mut self, name: &str) -> Result<String, String>;

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
    ) -> Result<BookAnswer, String>;

    /// Learns into the file of that name from now on, and lets what is in it count when moves are chosen; one that does not
    /// exist yet is empty. An empty name ends it. Returns what to say about it.
    ///
    /// # Errors
    /// Why it cannot be used. Nothing is learned then.
    fn open_lessons(&mut self, name: &str) -> Result<Option<String>, String>;

    /// Switches learning from searches and from results on or off; what was learned by the kind that is off has no effect.
    fn switch_learning(&mut self, searches: bool, results: bool);

    /// Learns from a game, if there is a file for it. Returns what to say about it.
    ///
    /// # Errors
    /// Why what was learned could not be kept.
    fn learn(&mut self, game: &BookGame<'_>) -> Result<Option<String>, String>;
}

const MAX_WIDTH: i64 = 100;
const DEFAULT_WIDTH: i64 = 5;
/// As far as Polyglot looks by default, in moves.
const DEFAULT_DEPTH: i64 = 256;
const MAX_DEPTH: i64 = 1024;
const MAX_SEED: i64 = u32::MAX as i64;
const MAX_RATING: i64 = 4000;

/// The options of the book.
#[derive(Clone, Debug)]
pub(crate) struct OwnBook {
    on: bool,
    is_open: bool,
    selection: BookSelection,
    width: usize,
    depth: u32,
    seed: u64,
    analyses: bool,
    /// Whether searches and results are learned from.
    learns: (bool, bool),
    rating: i32,
    opponent: Opponent,
    game: Game,
}

/// What `UCI_Opponent` says.
#[derive(Clone, Debug, Default)]
struct Opponent {
    name: String,
    rating: Option<i32>,
}

impl Opponent {
    /// Reads `GM 2800 human Gary Kasparov`: title, Elo or `none`, kind, name.
    fn parse(value: &str) -> Self {
        let mut words = value.split_whitespace();
        let rating =
            words.nth(1).and_then(|elo| elo.parse().ok()).filter(|elo| (1..=MAX_RATING as i32).contains(elo));
        Self { rating, name: words.skip(1).collect::<Vec<_>>().join(" ") }
    }
}

impl Default for OwnBook {
    fn default() -> Self {
        Self {
            on: false,
            is_open: false,
            selection: BookSelection::Random,
            width: DEFAULT_WIDTH as usize,
            depth: DEFAULT_DEPTH as u32,
            seed: 0,
            analyses: false,
            learns: (true, true),
            rating: 0,
            opponent: Opponent::default(),
            game: Game::default(),
        }
    }
}

/// The options, as `uci` announces them where the host has a book.
pub(crate) fn announced() -> Vec<EngineOption> {
    let option = |name: &str, kind| EngineOption { name: name.to_owned(), kind };
    let spin = |name: &str, default, min, max| option(name, OptionKind::Spin { default, min, max });
    vec![
        option("OwnBook", OptionKind::Check { default: false }),
        option("BookFile", OptionKind::String { default: String::new() }),
        option(
            "BookSelection",
            OptionKind::Combo {
                default: "Random".to_owned(),
                vars: BookSelection::NAMES.iter().map(|(name, _)| (*name).to_owned()).collect(),
            },
        ),
        spin("BookWidth", DEFAULT_WIDTH, 1, MAX_WIDTH),
        spin("BookDepth", DEFAULT_DEPTH, 0, MAX_DEPTH),
        spin("BookSeed", 0, 0, MAX_SEED),
        option("BookLearnFile", OptionKind::String { default: String::new() }),
        option("BookLearning", OptionKind::Check { default: true }),
        option("BookResultLearning", OptionKind::Check { default: true }),
        spin("BookRating", 0, 0, MAX_RATING),
        option("UCI_Opponent", OptionKind::String { default: String::new() }),
    ]
}

impl OwnBook {
    /// Sets an option of the book; whether it is one.
    pub(crate) fn set(&mut self, host: &mut impl Host, option: &SetOption) -> bool {
        let value = option.value.as_deref().unwrap_or("");
        let name = option.name.to_ascii_lowercase();
        if name == "uci_analysemode" {
            // Also an option of the engine, which refuses what is neither true nor false.
            self.analyses = check("UCI_AnalyseMode", value).unwrap_or(self.analyses);
            return false;
        }
        if host.book().is_some() && matches!(name.as_str(), "bookfile" | "booklearnfile") {
            // What was played so far belongs to the book and the file of before.
            self.finish_game(host);
        }
        let Some(book) = host.book() else { return false };
        let refused: Result<(), OptionRefused> = match name.as_str() {
            "ownbook" => check("OwnBook", value).map(|on| self.on = on),
            "bookfile" => {
                self.is_open = false;
                let said = if matches!(value, "" | "<empty>") {
                    book.close();
                    None
                } else {
                    match book.open(value) {
                        Ok(said) => {
                            self.is_open = true;
                            Some(said)
                        }
                        Err(error) => Some(format!("setoption BookFile: {error}; no book is open")),
                    }
                };
                if let Some(said) = said {
                    say(host, said);
                }
                return true;
            }
            "bookselection" => {
                let known = BookSelection::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                match known {
                    Some(&(_, selection)) => self.selection = selection,
                    None => {
                        say(
                            host,
                            format!(
                                "setoption BookSelection: {value:?} is none of Best, Random, Ranked, Search"
                            ),
                        );
                    }
                }
                return true;
            }
            "bookwidth" => spin("BookWidth", value, 1, MAX_WIDTH).map(|width| self.width = width as usize),
            "bookdepth" => spin("BookDepth", value, 0, MAX_DEPTH).map(|depth| self.depth = depth as u32),
            "bookseed" => spin("BookSeed", value, 0, MAX_SEED).map(|seed| self.seed = seed as u64),
            "booklearnfile" => {
                let file = if value == "<empty>" { "" } else { value };
                match book.open_lessons(file) {
                    Ok(Some(said)) => say(host, said),
                    Ok(None) => {}
                    Err(error) => {
                        say(host, format!("setoption BookLearnFile: {error}; the book learns nothing"));
                    }
                }
                return true;
            }
            "booklearning" => check("BookLearning", value).map(|on| {
                self.learns.0 = on;
                book.switch_learning(on, self.learns.1);
            }),
            "bookresultlearning" => check("BookResultLearning", value).map(|on| {
                self.learns.1 = on;
                book.switch_learning(self.learns.0, on);
            }),
            "bookrating" => {
                spin("BookRating", value, 0, MAX_RATING).map(|rating| self.rating = rating as i32)
            }
            "uci_opponent" => {
                self.opponent = Opponent::parse(value);
                return true;
            }
            _ => return false,
        };
        if let Err(error) = refused {
            say(host, error.to_string());
        }
        true
    }

    /// Whether a `go` asks for a move to be played: not for analysis, pondering, mates, chosen moves, or a search without an end.
    fn plays(&self, go: &Go) -> bool {
        !(go.infinite
            || go.ponder
            || go.mate.is_some()
            || !go.searchmoves.is_empty()
            || go.is_unlimited()
            || self.analyses)
    }

    /// Before a `go`: whether the game goes on that was played so far. `moves` are those from the normal start position; none where the
    /// game began elsewhere.
    pub(crate) fn follow(
        &mut self,
        host: &mut impl Host,
        go: &Go,
        position: &Position,
        moves: Option<&[Move]>,
    ) {
        if self.plays(go) && !moves.is_some_and(|moves| self.game.goes_on(moves, position.turn())) {
            self.finish_game(host);
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
        go: &Go,
        position: &Position,
        moves: Option<&[Move]>,
        result: &SearchResult,
    ) {
        if self.plays(go)
            && let Some(told) = moves.and_then(|moves| self.game.search(moves, result, position.turn()))
        {
            self.tell(host, &told);
        }
    }

    /// The game is over.
    pub(crate) fn finish_game(&mut self, host: &mut impl Host) {
        if let Some(told) = std::mem::take(&mut self.game).finish() {
            self.tell(host, &told);
        }
    }

    fn tell(&self, host: &mut impl Host, told: &Told) {
        let ratings = self.opponent.rating.filter(|_| self.rating > 0);
        let game = BookGame {
            moves: &told.moves,
            side: told.side,
            searches: &told.searches,
            lost: told.lost,
            rating_difference: ratings.map_or(0, |opponent| self.rating - opponent),
            opponent: &self.opponent.name,
        };
        match host.book().map(|book| book.learn(&game)) {
            Some(Ok(Some(said))) => say(host, said),
            Some(Err(error)) => say(host, format!("what the book has learned is not kept: {error}")),
            _ => {}
        }
    }

    /// What the book has for a `go`: nothing if it is not asked.
    pub(crate) fn ask(
        &self,
        host: &mut impl Host,
        go: &Go,
        position: &Position,
        chess960: bool,
    ) -> BookAnswer {
        if !self.plays(go) || !self.on || !self.is_open || position.fullmove_number() > self.depth {
            return BookAnswer::Nothing;
        }
        // Another chance in each position, the same one whenever it comes up.
        let seed = if self.seed == 0 { 0 } else { (self.seed ^ position.key()).max(1) };
        let Some(book) = host.book() else { return BookAnswer::Nothing };
        let answer = match book.choose(position, self.selection, self.width, seed) {
            Ok(answer) => answer,
            Err(error) => {
                say(host, format!("the book cannot be read: {error}; searching instead"));
                return BookAnswer::Nothing;
            }
        };
        match answer {
            BookAnswer::Play(mv, share) if position.is_legal(mv) => {
                let text = position.uci(mv, chess960);
                say(host, format!("book move {text} ({:.0} %)", 100.0 * share));
                BookAnswer::Play(mv, share)
            }
            BookAnswer::Search(mut moves) => {
                moves.retain(|&mv| position.is_legal(mv));
                let list: Vec<String> = moves.iter().map(|&mv| position.uci(mv, chess960)).collect();
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
