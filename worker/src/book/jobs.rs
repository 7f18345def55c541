//! The long jobs: making books from games; merging, checking and listing books. They read any source and return what they make;
//! the host passes them blobs.

use std::fmt::Write;
use std::ops::ControlFlow;

use tabia_book_tools::edit::write_pgn;
use tabia_book_tools::filter::{GameFilter, PlayerFilter};
use tabia_book_tools::illegal::reached;
use tabia_book_tools::learn::{GamesReport, LearnError, LearnStore};
use tabia_book_tools::leaving::{LeavingOrder, LeavingTable};
use tabia_book_tools::recipe::{
    Recipe, RecipeError, RecipeObserver, RecipeProblem, RecipeProgress, RunError, run_recipe,
};
use tabia_book_tools::stats::StatsCounter;
use tabia_chess::Color;
use tabia_polyglot::lines::{self, LinesError};
use tabia_polyglot::pgn_scan::{GameSink, PgnScanner};
use tabia_polyglot::{
    BlockSource, BookReader, ENTRY_SIZE, Entry, MergeError, MergeOptions, MergeRule, NotABook, SourceError,
    check, entries, merge, open_book,
};

use super::messages::{BookAnswer, BookNotes, LeavingReport, LeavingRow, MakeProgress, MakeSummary};

/// Maximum size of a game file to learn from, which is read whole, in bytes.
const MAX_LEARNED_BYTES: u64 = 64 << 20;
/// Maximum number of unreadable games listed.
const LISTED: usize = 10_000;
/// Maximum number of illegal moves of a book listed.
const LISTED_ILLEGAL: usize = 20;
/// Interval of progress messages, in milliseconds.
const TELL_MS: f64 = 150.0;
/// Maximum number of entries of a book whose lines are listed: all of them are then in memory.
pub const MAX_LISTED: u64 = 4 << 20;
const MAX_LISTED_BYTES: u64 = MAX_LISTED * ENTRY_SIZE as u64;

/// Size of the pieces in which games are read, in bytes.
const CHUNK: usize = 1 << 16;
/// Maximum number of ways to leave a book in a report.
const SHOWN_ROWS: usize = 500;

/// Reason why a job failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The file is not an opening book or cannot be read.
    #[error(transparent)]
    NotABook(#[from] NotABook),
    /// One of the two books to merge is not a book or cannot be read.
    #[error("book {number}: {error}")]
    NotMerged {
        /// Number of the book: 1 or 2.
        number: u32,
        /// Reason.
        error: NotABook,
    },
    /// The books cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The recipe cannot be parsed.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The recipe cannot be carried out.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The lessons cannot be read.
    #[error(transparent)]
    Lessons(#[from] LearnError),
    /// A file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A game file cannot be read.
    #[error("{name}: {error}")]
    Games {
        /// File name.
        name: String,
        /// Reason.
        error: SourceError,
    },
    /// A game file to learn from is too large.
    #[error("a file of games to learn from may have at most 64 MB: split it")]
    GamesTooLarge,
    /// The book is too large to list its lines.
    #[error(
        "the book has {} MB; lines can be listed for books up to {} MB",
        .bytes >> 20,
        MAX_LISTED_BYTES >> 20
    )]
    BookTooLarge {
        /// Size in bytes.
        bytes: u64,
    },
}

/// Results of making a book from games.
#[derive(Debug, Default)]
pub struct MadeBook {
    /// Summary of the job.
    pub summary: MakeSummary,
    /// Results of the moves.
    pub stats: Option<StatsCounter>,
}

struct Watch<'a, F> {
    names: &'a [String],
    on_progress: F,
    now: fn() -> f64,
    began: f64,
    told: f64,
    problems: Vec<String>,
    count: u64,
}

impl<F: FnMut(MakeProgress)> RecipeObserver for Watch<'_, F> {
    fn progress(&mut self, progress: &RecipeProgress) -> ControlFlow<()> {
        let now = (self.now)();
        if now - self.told >= TELL_MS {
            self.told = now;
            (self.on_progress)(MakeProgress {
                fraction: progress.fraction,
                reading: progress.reading,
                games: progress.games,
                taken: progress.taken,
                rejected: progress.rejected,
                moves: progress.moves,
                bytes_used: progress.bytes_used as u64,
                ms: now - self.began,
            });
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &RecipeProblem) {
        self.count += 1;
        if self.problems.len() < LISTED {
            let name = self.names.get(problem.source).map_or("?", String::as_str);
            self.problems.push(format!("{name}: {}", problem.problem));
        }
    }
}

/// Makes a book from a recipe. `now` is a clock in milliseconds; `on_progress` receives progress, `emit` the entries.
///
/// # Errors
/// [`JobError`] if there is a problem with the recipe or a source.
pub fn make<S: BlockSource>(
    recipe: &str,
    names: &[String],
    sources: &mut [S],
    now: fn() -> f64,
    on_progress: impl FnMut(MakeProgress),
    emit: impl FnMut(Entry),
) -> Result<MadeBook, JobError> {
    let recipe = Recipe::from_json(recipe)?;
    let began = now();
    let mut watch = Watch { names, on_progress, now, began, told: began, problems: Vec::new(), count: 0 };
    let (report, stats) = run_recipe(&recipe, sources, true, &mut watch, emit)?;
    let summary = MakeSummary {
        games: report.progress.games,
        taken: report.progress.taken,
        taken_by_part: report.taken_by_part,
        filtered: report.filtered.to_vec(),
        rejected: watch.count,
        entries: report.progress.entries,
        overflows: report.overflows,
        readings: report.progress.reading,
        ms: now() - began,
        problems: watch.problems,
    };
    Ok(MadeBook { summary, stats })
}

/// Checks that a file is an opening book and counts its entries.
///
/// # Errors
/// [`NotABook`] with the reason if it is not.
pub fn recognise(source: &mut impl BlockSource) -> Result<u64, NotABook> {
    open_book(source).map(|reader| reader.entry_count())
}

/// Merges two books.
///
/// # Errors
/// [`JobError`] with the number of the faulty book and the reason.
pub fn merge_books<S: BlockSource>(
    first: &mut S,
    second: &mut S,
    priority: bool,
    emit: impl FnMut(Entry),
) -> Result<BookNotes, JobError> {
    for (number, source) in [(1, &mut *first), (2, &mut *second)] {
        recognise(source).map_err(|error| JobError::NotMerged { number, error })?;
    }
    let rule = if priority { MergeRule::Priority } else { MergeRule::Sum };
    let options = MergeOptions { rule, saturate: true, strict: false };
    let report = merge(first, second, options, emit)?;
    let mut lines = vec![
        format!("{} and {} entries became {}", report.read[0], report.read[1], report.written),
        format!("{} positions are in both books", report.shared_positions),
    ];
    if report.overflows > 0 {
        lines.push(format!("{} weights were too large and are held at 65535", report.overflows));
    }
    Ok(BookNotes { lines, faults: 0 })
}

/// Reports the contents and faults of a book.
///
/// # Errors
/// [`JobError`] when the file is not a book or cannot be read.
pub fn check_book(source: &mut impl BlockSource) -> Result<BookNotes, JobError> {
    recognise(source)?;
    let report = check(source)?;
    let mut lines = vec![format!("{} entries of {} positions", report.entries, report.positions)];
    if let Some(header) = &report.header {
        let variants = header.variants().join(", ");
        lines.push(format!(
            "It has a header{}",
            if variants.is_empty() { String::new() } else { format!(" for {variants}") }
        ));
    }
    if report.zero_weights > 0 {
        lines.push(format!("{} entries have weight 0 and are never played", report.zero_weights));
    }
    if report.learned > 0 {
        lines.push(format!("{} entries have learned something", report.learned));
    }
    lines.extend(report.faults.iter().map(|fault| format!("Fault: {fault}")));
    let more = report.fault_count.saturating_sub(report.faults.len() as u64);
    if more > 0 {
        lines.push(format!("and {more} faults more"));
    }
    let mut faults = report.fault_count;
    // Following lines needs sorted keys for the lookups, and holds all positions in memory.
    if faults == 0 && source.len() <= MAX_LISTED_BYTES {
        faults = follow_lines(source, &mut lines)?;
    }
    if faults == 0 {
        lines.push("No faults were found".to_owned());
    }
    Ok(BookNotes { lines, faults })
}

/// Reports where the book's lines lead from the start position and which moves are illegal there; returns the number of illegal moves.
fn follow_lines(source: &mut impl BlockSource, lines: &mut Vec<String>) -> Result<u64, JobError> {
    let mut bytes = vec![0; source.len() as usize];
    source.read_at(0, &mut bytes)?;
    let reached = reached(&mut BookReader::open(bytes)?, LISTED_ILLEGAL)?;
    lines.push(format!(
        "{} of the positions are reached by its lines from the start position",
        reached.positions
    ));
    lines.extend(reached.listed.iter().map(|illegal| format!("Fault: {illegal}")));
    let more = reached.illegal - reached.listed.len() as u64;
    if more > 0 {
        lines.push(format!("and {more} illegal moves more"));
    }
    Ok(reached.illegal)
}

/// Reads all entries of a book, for jobs that need random access.
///
/// # Errors
/// [`JobError`] if the file is not a book, cannot be read or is too large.
pub fn all_entries(source: &mut impl BlockSource) -> Result<Vec<Entry>, JobError> {
    let size = source.len();
    if size > MAX_LISTED_BYTES {
        return Err(JobError::BookTooLarge { bytes: size });
    }
    recognise(source)?;
    let mut bytes = vec![0; size as usize / ENTRY_SIZE * ENTRY_SIZE];
    source.read_at(0, &mut bytes)?;
    Ok(entries(&bytes).skip_while(|entry| entry.key == 0).collect())
}

/// Returns the lines of a book for both sides, in the format of `polyglot dump-book`.
///
/// # Errors
/// [`LinesError`].
pub fn dump_text(entries: &[Entry]) -> Result<String, LinesError> {
    let mut text = String::new();
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        // Writing to a string cannot fail.
        let _ = write!(text, "Dump of the lines for {name}\n\n");
        lines::dump(entries, color, |line| text.push_str(line))?;
        text.push('\n');
    }
    Ok(text)
}

/// Returns the book as a tree of lines in PGN.
pub fn pgn_text(entries: &[Entry], name: &str) -> String {
    let mut text = String::new();
    write_pgn(entries, name, |piece| text.push_str(piece));
    text
}

/// Learns from a player's games as if they were played from a book. `player` is the full name.
///
/// # Errors
/// [`JobError`] if something cannot be read or is too large.
pub fn learn<S: BlockSource>(
    book: S,
    lessons: &str,
    sources: &mut [S],
    player: &str,
) -> Result<BookAnswer, JobError> {
    let mut book = open_book(book)?;
    let mut store = LearnStore::from_json(lessons)?;
    let player = PlayerFilter { name: player.trim().to_owned(), exact: true, side: None };
    let mut total = GamesReport::default();
    for source in sources {
        if source.len() > MAX_LEARNED_BYTES {
            return Err(JobError::GamesTooLarge);
        }
        let mut games = vec![0; source.len() as usize];
        source.read_at(0, &mut games)?;
        let report = store.learn_pgn(&mut book, &games, &player)?;
        total.games += report.games;
        total.lessons += report.lessons;
        total.left_out += report.left_out;
    }
    let (games, new, left_out) = (total.games as u32, total.lessons as u32, total.left_out as u32);
    Ok(BookAnswer::Learned { lessons: store.to_json(), games, new, left_out })
}

/// Finds where the players of games left a book; with a name, only that player's moves count.
///
/// # Errors
/// [`JobError`] if the book is not a book or a file cannot be read.
pub fn leaving<S: BlockSource>(
    book: S,
    names: &[String],
    sources: &mut [S],
    player: &str,
) -> Result<LeavingReport, JobError> {
    let book = open_book(book)?;
    let player = player.trim();
    let players = match player {
        "" => Vec::new(),
        name => vec![PlayerFilter { name: name.to_owned(), ..PlayerFilter::default() }],
    };
    let filter = GameFilter { players: players.clone(), ..GameFilter::default() };
    // The book does not play moves with weight 0 or the mark `?`.
    let mut table = LeavingTable::new(book, filter, players, false);
    let mut report = LeavingReport::default();
    for (source, name) in sources.iter_mut().zip(names) {
        scan_games(source, &mut table).map_err(|error| JobError::Games { name: name.clone(), error })?;
        for problem in table.take_problems() {
            if report.problems.len() < LISTED {
                report.problems.push(format!("{name}: {problem}"));
            }
        }
    }
    let rows = table.rows(LeavingOrder::default())?;
    report.rows = rows
        .into_iter()
        .take(SHOWN_ROWS)
        .map(|row| LeavingRow {
            text: format!(
                "{}{}{}",
                row.move_number,
                if row.side == Color::White { ". " } else { "… " },
                row.san
            ),
            line: row.line,
            book_moves: row.book_moves,
            games: row.games,
            results: [row.results.wins, row.results.draws, row.results.losses],
        })
        .collect();
    report.games = table.games;
    report.filtered = table.filtered;
    report.never_left = table.never_left;
    report.never_in = table.never_in;
    Ok(report)
}

/// Feeds the games of a file to `sink`, reading it in pieces.
fn scan_games<S: BlockSource>(source: &mut S, sink: &mut impl GameSink) -> Result<(), SourceError> {
    let mut buffer = vec![0; CHUNK];
    let mut scanner = PgnScanner::new(false);
    let mut offset = 0;
    loop {
        while offset < source.len() {
            let length = (source.len() - offset).min(CHUNK as u64) as usize;
            source.read_at(offset, &mut buffer[..length])?;
            // Only strict scanners fail.
            let _ = scanner.feed(&buffer[..length], sink);
            offset += length as u64;
        }
        let _ = scanner.finish(sink);
        // An unclosed comment hides the games after it.
        let Some(start) = scanner.swallowed_from() else { return Ok(()) };
        scanner = scanner.resume_in();
        offset = start;
    }
}

/// Returns the counts of `polyglot info-book`.
///
/// # Errors
/// [`LinesError`].
pub fn info_lines(entries: &[Entry]) -> Result<Vec<String>, LinesError> {
    let info = lines::info(entries, false)?;
    Ok(info.to_string().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tabia_chess::Position;
    use tabia_polyglot::{BookMove, to_bytes};

    use super::*;

    thread_local! {
        static CLOCK: Cell<f64> = const { Cell::new(0.0) };
    }

    /// Clock that advances by a second with every call.
    fn clock() -> f64 {
        CLOCK.set(CLOCK.get() + 1000.0);
        CLOCK.get()
    }

    #[test]
    fn games_become_a_book_with_results_and_faults_with_their_lines() {
        let good = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n".repeat(4);
        let games = format!("{good}[White \"C\"]\n[Result \"0-1\"]\n\n1. e4 Ke4 0-1\n");
        let (mut told, mut book) = (Vec::new(), Vec::new());
        let made = make(
            &Recipe::default().to_json(),
            &["some.pgn".to_owned()],
            &mut [games.into_bytes()],
            clock,
            |progress| told.push(progress),
            |entry| book.push(entry),
        )
        .unwrap();
        // Black's move never won.
        assert_eq!(book.len(), 1);
        assert_eq!((made.summary.games, made.summary.taken, made.summary.entries), (4, 4, 1));
        assert_eq!(made.summary.problems.len(), 1);
        assert!(made.summary.problems[0].starts_with("some.pgn: line "), "{}", made.summary.problems[0]);
        assert!(made.summary.problems[0].contains("Ke4"));
        let last = told.last().unwrap();
        assert!(last.fraction > 0.0 && last.games == 4 && last.rejected == 1, "{last:?}");
        let results = made.stats.unwrap().get(book[0].key, book[0].book_move).unwrap().results;
        assert_eq!((results.wins, results.draws, results.losses), (4, 0, 0));
        let bad = make::<Vec<u8>>("{}", &[], &mut [], clock, |_| {}, |_| {});
        assert!(bad.unwrap_err().to_string().contains("recipe"));
    }

    fn book_of(line: &str) -> Vec<Entry> {
        let mut position = Position::default();
        let mut entries = Vec::new();
        for san in line.split_whitespace() {
            let m = position.parse_san(san).unwrap();
            let book_move: BookMove = m.into();
            entries.push(Entry { key: position.key(), book_move, weight: 5, learn: 0 });
            position.play_unchecked(m);
        }
        entries.sort_by(Entry::book_order);
        entries
    }

    #[test]
    fn lines_are_written_as_text_and_as_games() {
        let book = book_of("e4 e5 Nf3 Nc6");
        assert_eq!(all_entries(&mut to_bytes(&book)).unwrap(), book);
        let text = dump_text(&book).unwrap();
        assert!(text.contains("1: 1. e4{100%} e5 2. Nf3{100%}"), "{text}");
        let pgn = pgn_text(&book, "My book");
        assert!(pgn.contains("My book") && pgn.contains("Nf3"), "{pgn}");
        assert!(
            info_lines(&book)
                .unwrap()
                .iter()
                .any(|line| line == "Lines for white : 1" || line == "Lines for white: 1")
        );
    }

    #[test]
    fn games_say_where_they_left_the_book() {
        let book = to_bytes(&book_of("e4 e5 Nf3 Nc6"));
        let game =
            |white: &str, moves: &str| format!("[White \"{white}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n");
        let games = game("Ann", "1. e4 e5 2. Bc4") + &game("Bob", "1. e4 c5") + &game("Ann", "1. e4 Ke5");
        let mut sources = [games.into_bytes()];
        let report = leaving(book.clone(), &["g.pgn".to_owned()], &mut sources, "").unwrap();
        let rows: Vec<_> = report.rows.iter().map(|row| (row.text.as_str(), row.games)).collect();
        assert!(rows.contains(&("2. Bc4", 1)) && rows.contains(&("1… c5", 1)), "{rows:?}");
        assert_eq!((report.games, report.problems.len()), (2, 1));
        let bob = leaving(book, &["g.pgn".to_owned()], &mut sources, "bob").unwrap();
        assert!(bob.rows.is_empty() && bob.filtered == 2, "{bob:?}");
    }

    #[test]
    fn nothing_is_claimed_of_what_is_no_book() {
        let text = b"These 33 bytes are text, no book.".to_vec();
        let mut games = [b"[White \"A\"]\n\n1. e4 *\n".to_vec()];
        let names = ["g.pgn".to_owned()];
        let lessons = LearnStore::default().to_json();
        let mut good = to_bytes(&book_of("e4 e5"));
        let refused = [
            JobError::from(recognise(&mut text.clone()).unwrap_err()),
            check_book(&mut text.clone()).unwrap_err(),
            all_entries(&mut text.clone()).unwrap_err(),
            merge_books(&mut good, &mut text.clone(), false, |_| {}).unwrap_err(),
            leaving(text.clone(), &names, &mut games, "").unwrap_err(),
            learn(text, &lessons, &mut games, "A").unwrap_err(),
        ]
        .map(|error| error.to_string());
        assert!(refused.iter().all(|reason| reason.contains("not an opening book but text")), "{refused:?}");
        assert!(refused[3].starts_with("book 2: "));
        let large = JobError::BookTooLarge { bytes: MAX_LISTED_BYTES + (1 << 20) };
        assert_eq!(large.to_string(), "the book has 65 MB; lines can be listed for books up to 64 MB");
    }

    #[test]
    fn reports_say_what_is_wrong() {
        let mut bytes = to_bytes(&book_of("e4 e5"));
        assert_eq!(check_book(&mut bytes).unwrap().faults, 0);
        bytes.rotate_left(ENTRY_SIZE);
        bytes.push(0);
        let notes = check_book(&mut bytes).unwrap();
        assert_eq!(notes.faults, 2);
        assert!(notes.lines.iter().any(|line| line.contains("entry 1")), "{:?}", notes.lines);
        let mut wrong = book_of("e4 e5 Nf3");
        // b8b1, in whatever position it occurs.
        wrong[0].book_move = BookMove(57 << 6 | 1);
        let notes = check_book(&mut to_bytes(&wrong)).unwrap();
        assert!(
            notes.faults == 1 && notes.lines.iter().any(|line| line.starts_with("Fault: b8b1 is not legal")),
            "{notes:?}"
        );
        let other = to_bytes(&book_of("e4 c5"));
        let error =
            merge_books(&mut bytes.clone(), &mut other.clone(), false, |_| {}).unwrap_err().to_string();
        assert!(error.contains("book 1"), "{error}");
        let mut merged = Vec::new();
        let notes = merge_books(&mut to_bytes(&book_of("e4 e5")), &mut other.clone(), false, |entry| {
            merged.push(entry);
        });
        assert_eq!(merged.len(), 3);
        assert!(notes.unwrap().lines[1].starts_with("2 positions"));
    }
}
