//! Search for material on the board at any time: the index has only that of the last position, so the games are replayed.

use tabia_chess::{Color, Position};
use tabia_pgn::Game;
use tabia_polyglot::BlockSource;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, PgnScanner, ProblemKind};

use super::selection::Selection;
use super::text::ReadError;
use crate::index::reread;
use crate::{Library, Material, MaterialFilter};

/// Maximum number of bytes read at once, for games that are adjacent in the file.
const READ: u64 = 1 << 20;
/// Maximum length of a text that is replayed, in bytes.
const LONGEST: u64 = 16 << 20;
/// Maximum number of pieces in an endgame: four rooks, sixteen pawns, two kings.
const MOST_IN_ENDINGS: u32 = 22;

/// A scan that replays games a few at a time.
#[derive(Clone, Debug)]
pub struct MaterialScan {
    filter: MaterialFilter,
    either_colour: bool,
    /// Candidates, and the number of them checked so far.
    candidates: Vec<u32>,
    next: usize,
    found: Selection,
    bytes: Vec<u8>,
}

impl MaterialScan {
    /// Begins a scan of `games` for those whose main line has the material for two positions in a row, or at its end.
    pub fn new<S: BlockSource>(
        library: &Library<S>,
        games: &Selection,
        filter: MaterialFilter,
        either_colour: bool,
    ) -> Self {
        let last = |game: u32| Material::from_raw(library.record(game).material);
        let candidates =
            games.iter().filter(|&game| may_have_stood(last(game), &filter, either_colour)).collect();
        let found = Selection::none(library.len());
        Self { filter, either_colour, candidates, next: 0, found, bytes: Vec::new() }
    }

    /// Replays about a megabyte of games; returns whether there are more.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read.
    pub fn step<S: BlockSource>(
        &mut self,
        library: &Library<S>,
        file: &mut impl BlockSource,
    ) -> Result<bool, ReadError> {
        let Some(&first) = self.candidates.get(self.next) else { return Ok(false) };
        let place = |game: u32| {
            let record = library.record(game);
            (record.offset, record.offset + u64::from(record.length))
        };
        let (start, mut end) = place(first);
        let mut count = 1;
        if end - start > LONGEST {
            self.next += 1;
            return Ok(true);
        }
        while let Some(&game) = self.candidates.get(self.next + count)
            && place(game).0 >= end
            && place(game).1 - start <= READ
        {
            end = place(game).1;
            count += 1;
        }
        self.bytes.resize((end - start) as usize, 0);
        file.read_at(start, &mut self.bytes)?;
        for &game in &self.candidates[self.next..self.next + count] {
            let (from, to) = place(game);
            let text = &self.bytes[(from - start) as usize..(to - start) as usize];
            if stood(text, &self.filter, self.either_colour) {
                self.found.insert(game);
            }
        }
        self.next += count;
        Ok(self.next < self.candidates.len())
    }

    /// Returns the matching games.
    pub fn finish(self) -> Selection {
        self.found
    }
}

/// Returns whether a game that ends with one material may have had another before: the number of men never grows, and a promoted
/// pawn is still a man.
fn may_have_stood(last: Material, filter: &MaterialFilter, either_colour: bool) -> bool {
    let fits = |wanted: Material| {
        Color::ALL
            .into_iter()
            .all(|color| last.men(color) <= wanted.men(color) && last.pawns(color) <= wanted.pawns(color))
    };
    match filter {
        MaterialFilter::Exact(wanted) => fits(*wanted) || either_colour && fits(wanted.swapped()),
        MaterialFilter::Ending(_) => last.men(Color::White) + last.men(Color::Black) <= MOST_IN_ENDINGS,
        MaterialFilter::Range(_) => true,
    }
}

/// Returns whether the first game of a text had the material for two positions in a row, or at its end.
fn stood(text: &[u8], filter: &MaterialFilter, either_colour: bool) -> bool {
    let mut replay = Replay {
        line: MainLine::default(),
        filter,
        either_colour,
        seen: Seen::Nothing,
        done: false,
        is_faulty: false,
    };
    replay.begin();
    let mut scanner = PgnScanner::new(false);
    // A lenient reader reports errors to the sink only.
    let _ = scanner.feed(text, &mut replay);
    let _ = scanner.finish(&mut replay);
    if replay.is_faulty {
        // As in indexing: games that the scanner does not understand go to the board's reader.
        if let Some(read) = reread::first(text) {
            replay.read(&read.game);
        }
    }
    replay.seen != Seen::Nothing
}

/// Progress of a game towards the material.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    /// The current position does not have it.
    Nothing,
    /// The current position has it.
    Now,
    /// Two positions in a row had it.
    Stood,
}

struct Replay<'a> {
    line: MainLine,
    filter: &'a MaterialFilter,
    either_colour: bool,
    seen: Seen,
    done: bool,
    /// The scanner does not understand the game.
    is_faulty: bool,
}

impl Replay<'_> {
    /// Plays a game that was read.
    fn read(&mut self, game: &Game) {
        self.start_from(*game.start());
        for played in game.main_line().filter_map(|node| game.played(node)) {
            if self.seen == Seen::Stood {
                return;
            }
            reread::play(&mut self.line, played);
            self.look();
        }
    }

    fn start_from(&mut self, position: Position) {
        self.line.restart(position);
        self.seen = Seen::Nothing;
        self.look();
    }

    fn look(&mut self) {
        let has = self.filter.matches(Material::of(self.line.position()), self.either_colour);
        self.seen = match (has, self.seen) {
            (_, Seen::Stood) | (true, Seen::Now) => Seen::Stood,
            (true, Seen::Nothing) => Seen::Now,
            (false, _) => Seen::Nothing,
        };
    }
}

impl GameSink for Replay<'_> {
    fn begin(&mut self) {
        if !self.done {
            self.start_from(Position::default());
        }
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        let fen = String::from_utf8_lossy(value);
        if name.eq_ignore_ascii_case(b"FEN") && !self.done && !tabia_chess::fen::is_no_fen(&fen) {
            let (position, _) =
                tabia_pgn::position_from_fen(&fen).map_err(|error| ProblemKind::Fen(error.to_string()))?;
            self.start_from(position);
        }
        Ok(())
    }

    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        if self.done || self.seen == Seen::Stood {
            return Ok(());
        }
        if self.line.read_whole(text)?.is_some() {
            self.look();
        }
        Ok(())
    }

    fn end(&mut self) {
        self.done = true;
    }

    fn reject(&mut self, _problem: GameProblem) {
        self.is_faulty |= !self.done;
        self.done = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(moves: &str, wanted: &str, either_colour: bool) -> bool {
        let text = format!("[FEN \"4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1\"]\n\n{moves} *\n");
        stood(text.as_bytes(), &wanted.parse().unwrap(), either_colour)
    }

    #[test]
    fn material_counts_when_it_stays_for_a_move_or_ends_the_game() {
        assert!(has("1. Kf1 Ke7 2. Rxd5", "KRKR", false), "it stood before the exchange");
        assert!(has("1. Rxd5", "KRK", false) && !has("1. Rxd5", "KRKR", false));
        assert!(has("1. Kf1 Rxd2", "KRK", true) && !has("1. Kf1 Rxd2", "KRK", false));
        assert!(!has("1. Kf1 Ke7", "rook-and-minor", false) && has("1. Kf1 Ke7", "rook", false));
    }

    #[test]
    fn games_that_end_with_more_are_not_replayed() {
        let may =
            |last: &str, wanted: &str| may_have_stood(last.parse().unwrap(), &wanted.parse().unwrap(), false);
        assert!(may("KRKR", "KRPKR") && may("KQKR", "KRPKR"), "a pawn may have become the queen");
        assert!(!may("KRPPKR", "KRPKR") && !may("KRKRP", "KRPKR"));
        assert!(may("KRPKR", "rook"));
    }
}
