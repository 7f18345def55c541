//! The engine's own opening book, in a file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use tabia_book_tools::learn::{BookLine, LearnStore, PlayerResult, Searched};
use tabia_chess::Position;
use tabia_polyglot::select::{
    Choice, Factors, Known, POLYGLOT_THRESHOLD, Rules, Selection, SplitMix64, select,
};
use tabia_polyglot::{BookReader, Candidate, open_book};
use tabia_session::{BookAnswer, BookGame, BookRules, BookSelection, HostError, OpeningBook};

use crate::file_source::FileSource;
use crate::text_file;

/// The open book file, if any, and its learn file.
#[derive(Debug)]
pub(crate) struct OwnBook {
    reader: Option<BookReader<FileSource>>,
    lessons: Option<Lessons>,
    /// Whether learning from searches and from results is on.
    learns: (bool, bool),
    /// Number of choices so far: two within the same nanosecond must differ.
    choices: u64,
}

/// A learn file.
#[derive(Debug)]
struct Lessons {
    name: String,
    /// Contents of the file, with its own switches.
    store: LearnStore,
    /// Same, combined with the engine's switches; used when moves are chosen.
    effective: LearnStore,
}

impl Lessons {
    fn switched(name: String, store: LearnStore, learns: (bool, bool)) -> Self {
        let mut effective = store.clone();
        let (searches, results) = store.switches();
        effective.set_switches(searches && learns.0, results && learns.1);
        Self { name, store, effective }
    }
}

impl Default for OwnBook {
    fn default() -> Self {
        Self { reader: None, lessons: None, learns: (true, true), choices: 0 }
    }
}

impl OpeningBook for OwnBook {
    fn open(&mut self, name: &str) -> Result<String, HostError> {
        self.close();
        let input = FileSource::open(Path::new(name)).map_err(|error| format!("{name}: {error}"))?;
        let reader = open_book(input).map_err(|error| format!("{name}: {error}"))?;
        let entries = reader.entry_count();
        self.reader = Some(reader);
        Ok(format!("{name}: {entries} book entries"))
    }

    fn close(&mut self) {
        self.reader = None;
    }

    fn choose(&mut self, position: &Position, rules: BookRules, seed: u64) -> Result<BookAnswer, HostError> {
        let Some(reader) = &mut self.reader else { return Ok(BookAnswer::Nothing) };
        let probe = reader.probe(position).map_err(|error| error.to_string())?;
        let key = position.key();
        let learned = |mv| self.lessons.as_ref().and_then(|lessons| lessons.effective.learned(key, mv));
        let of_candidate = |candidate: &Candidate| {
            learned(candidate.mv.into()).unwrap_or_default().applied_to(Known::from(candidate))
        };
        let known: Vec<Known> = probe.moves.iter().map(of_candidate).collect();
        let part = |percent| f64::from(percent) / 100.0;
        let factors =
            Factors { frequency: part(rules.frequency), learn: part(rules.learned), ..Factors::default() };
        let (selection, rules) = (rules.selection, Rules { factors, width: rules.width });
        let selection = match selection {
            BookSelection::Best => Selection::Best,
            BookSelection::Random => Selection::Random { threshold: POLYGLOT_THRESHOLD },
            BookSelection::Ranked => Selection::Ranked { rules },
            BookSelection::Search => Selection::Search { rules },
        };
        self.choices += 1;
        let seed = if seed == 0 {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
            now.rotate_left(17) ^ self.choices ^ u64::from(std::process::id()) << 40
        } else {
            seed
        };
        Ok(match select(&known, &selection, &mut SplitMix64::new(seed)) {
            Choice::Play(mv) => {
                let chosen = probe.moves.iter().find(|candidate| candidate.mv == mv);
                BookAnswer::Play(mv, chosen.map_or(0.0, |candidate| probe.share(candidate)))
            }
            Choice::Search(moves) => BookAnswer::Search(moves),
            Choice::Nothing => BookAnswer::Nothing,
        })
    }

    fn open_lessons(&mut self, name: &str) -> Result<Option<String>, HostError> {
        self.lessons = None;
        if name.is_empty() {
            return Ok(None);
        }
        let store = match text_file::read(name)? {
            Some(text) => LearnStore::from_json(&text).map_err(|error| format!("{name}: {error}"))?,
            None => LearnStore::default(),
        };
        let said = format!("{name}: {} lessons", store.lessons().len());
        self.lessons = Some(Lessons::switched(name.to_owned(), store, self.learns));
        Ok(Some(said))
    }

    fn switch_learning(&mut self, searches: bool, results: bool) {
        self.learns = (searches, results);
        self.lessons =
            self.lessons.take().map(|lessons| Lessons::switched(lessons.name, lessons.store, self.learns));
    }

    fn learn(&mut self, game: &BookGame<'_>) -> Result<Option<String>, HostError> {
        let (Some(reader), Some(lessons)) = (&mut self.reader, &mut self.lessons) else { return Ok(None) };
        let never_again = |key, book_move| lessons.effective.never_again(key, book_move);
        let line = BookLine::of_game(reader, game.moves, game.side, never_again)
            .map_err(|error| error.to_string())?;
        let Some(line) = line else { return Ok(None) };
        let searches: Vec<Searched> = game
            .searches
            .iter()
            .filter(|_| self.learns.0)
            .map(|search| Searched { value: search.value, depth: search.depth })
            .collect();
        let outcome = (game.lost && self.learns.1).then_some(PlayerResult::Lost);
        let (opponent, time) = (game.opponent, today());
        // Another program, or another game of this one, may have changed the file in the meantime.
        if let Some(Ok(store)) = text_file::read(&lessons.name)?.map(|text| LearnStore::from_json(&text)) {
            lessons.store = store;
        }
        let learned =
            lessons.store.learn_game(&line, &searches, game.rating_difference, outcome, opponent, &time);
        if learned == 0 {
            return Ok(None);
        }
        let (name, store) = (lessons.name.clone(), lessons.store.clone());
        text_file::write(&name, &store.to_json())?;
        self.lessons = Some(Lessons::switched(name, store, self.learns));
        Ok(Some(format!(
            "the book has learned {learned} {}",
            if learned == 1 { "lesson" } else { "lessons" }
        )))
    }
}

/// Returns today's date in UTC in PGN format.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    tabia_arena::output::date(since.map_or(0, |since| since.as_millis() as u64))
}
