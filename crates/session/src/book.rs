//! The engine's own opening book, where the host has one.

use tabia_chess::{Move, Position};
use tabia_uci::{EngineOption, Go, OptionKind, SetOption};

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
}

const MAX_WIDTH: i64 = 100;
const DEFAULT_WIDTH: i64 = 5;
/// As far as Polyglot looks by default, in moves.
const DEFAULT_DEPTH: i64 = 256;
const MAX_DEPTH: i64 = 1024;
const MAX_SEED: i64 = u32::MAX as i64;

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
            _ => return false,
        };
        if let Err(error) = refused {
            say(host, error.to_string());
        }
        true
    }

    /// What the book has for a `go`: nothing if it is not asked. It is asked for moves to play only: not for analysis, pondering,
    /// mates, chosen moves, or searches without an end.
    pub(crate) fn ask(
        &self,
        host: &mut impl Host,
        go: &Go,
        position: &Position,
        chess960: bool,
    ) -> BookAnswer {
        let plays = !(go.infinite
            || go.ponder
            || go.mate.is_some()
            || !go.searchmoves.is_empty()
            || go.is_unlimited()
            || self.analyses);
        if !plays || !self.on || !self.is_open || position.fullmove_number() > self.depth {
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
