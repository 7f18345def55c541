//! Recipes, compared with the same steps done one by one with Debian's Polyglot.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tabia_book_tools::filter::{
    BookSide, DateRange, FilteredBy, GameFilter, GameHeader, PlayerFilter, Unknown,
};
use tabia_book_tools::recipe::{
    Need, PassOptions, Recipe, RecipeError, RecipeObserver, RecipePart, RecipeProgress, RecipeReport,
    RecipeRun, RunError, run_recipe,
};
use tabia_book_tools::stats::{StatsCounter, StatsError, StatsReader};
use tabia_book_tools::strip::GameStripper;
use tabia_chess::Position;
use tabia_conformance::{Polyglot, golden, read};
use tabia_pgn::GameResult;
use tabia_polyglot::pgn_scan::{PgnScanner, ProblemKind};
use tabia_polyglot::select::Results;
use tabia_polyglot::{BookMove, Entry, MergeRule, entries, to_bytes};

fn made(recipe: &Recipe, sources: &[&[u8]]) -> (Vec<u8>, RecipeReport) {
    let mut list = Vec::new();
    let mut sources: Vec<&[u8]> = sources.to_vec();
    let (report, _) = run_recipe(recipe, &mut sources, false, &mut (), |entry| list.push(entry))
        .expect("memory can be read");
    assert_eq!(report.progress.entries, list.len() as u64);
    assert!((report.progress.fraction - 1.0).abs() < f64::EPSILON);
    (to_bytes(&list), report)
}

fn pass(max_ply: u32, min_game: u32) -> PassOptions {
    PassOptions { max_ply, min_game, ..PassOptions::default() }
}

fn recipe(parts: Vec<RecipePart>) -> Recipe {
    Recipe { parts, ..Recipe::default() }
}

fn unfiltered(passes: Vec<PassOptions>) -> RecipePart {
    RecipePart { passes, ..RecipePart::default() }
}

/// Two passes for each side over the same games, as in Maverick's batch file.
fn four_passes() -> Recipe {
    let side = |side| {
        unfiltered(vec![
            PassOptions { only: Some(side), ..pass(16, 5) },
            PassOptions { only: Some(side), ..pass(60, 2) },
        ])
    };
    recipe(vec![side(BookSide::White), side(BookSide::Black)])
}

/// The same by Polyglot.
fn polyglots_four_passes(polyglot: &Polyglot, pgn: &[u8]) -> Vec<u8> {
    let mut merged = Vec::new();
    for side in ["-only-white", "-only-black"] {
        for (name, max_ply, min_game) in [("1.bin", "16", "5"), ("2.bin", "60", "2")] {
            let options = [side, "-max-ply", max_ply, "-min-game", min_game];
            polyglot.write(name, &polyglot.make_book(pgn, &options).expect("Polyglot reads this sample"));
        }
        polyglot.run(&["merge-book", "-in1", "1.bin", "-in2", "2.bin", "-out", &format!("{side}.bin")[1..]]);
        merged.push(format!("{}.bin", &side[1..]));
    }
    polyglot.run(&["merge-book", "-in1", &merged[0], "-in2", &merged[1], "-out", "all.bin"]);
    polyglot.read("all.bin").expect("Polyglot writes a book")
}

#[test]
fn two_passes_for_each_side_equal_polyglots_books_merged() {
    let Some(polyglot) = Polyglot::find("recipe") else { return };
    for name in ["polyglot/golden/sample-200.pgn", "games/gnuchess-book-sample-8k.pgn"] {
        let Some(pgn) = read(name) else { return };
        let expected = polyglots_four_passes(&polyglot, &pgn);
        let (book, report) = made(&four_passes(), &[&pgn]);
        assert!(book == expected, "{name}");
        assert_eq!(report.progress.reading, 1, "one reading for all passes");
        assert_eq!(report.taken_by_part, [report.progress.games; 2]);
    }
}

#[test]
fn a_recipe_of_one_pass_is_make_book() {
    let Some(pgn) = golden("sample-200.pgn") else { return };
    let (book, _) = made(&Recipe::default(), &[&pgn]);
    assert!(Some(book) == golden("sample200-default.bin"));
}

#[test]
fn sources_are_read_one_after_the_other() {
    let Some(pgn) = golden("sample-200.pgn") else { return };
    // Cut between two games.
    let text = String::from_utf8_lossy(&pgn);
    let cut = text[pgn.len() / 2..].find("\n[Event ").expect("a further game") + pgn.len() / 2 + 1;
    let whole = made(&four_passes(), &[&pgn]).0;
    assert!(made(&four_passes(), &[b"", &pgn[..cut], b"", &pgn[cut..]]).0 == whole);
    assert_eq!(made(&four_passes(), &[]).0, b"");
    assert_eq!(made(&four_passes(), &[b"", b"\n"]).0, b"");
}

#[test]
fn priority_takes_the_first_pass_only() {
    let Some(pgn) = golden("sample-200.pgn") else { return };
    let passes = vec![pass(16, 5), pass(60, 2)];
    let book = |passes: &[PassOptions], merge| {
        made(&Recipe { merge, ..recipe(vec![unfiltered(passes.to_vec())]) }, &[&pgn]).0
    };
    let (first, second) = (book(&passes[..1], MergeRule::Sum), book(&passes[1..], MergeRule::Sum));
    let mut expected = Vec::new();
    let options = tabia_polyglot::MergeOptions { rule: MergeRule::Priority, ..Default::default() };
    tabia_polyglot::merge(&mut first.as_slice(), &mut second.as_slice(), options, |entry| {
        expected.push(entry);
    })
    .expect("sorted books");
    assert!(book(&passes, MergeRule::Priority) == to_bytes(&expected));
}

/// The bound holds in every piece, and changes nothing but the number of readings.
#[test]
fn a_memory_bound_changes_nothing_and_is_held() {
    struct Bound(usize);
    impl RecipeObserver for Bound {
        fn progress(&mut self, progress: &RecipeProgress) -> ControlFlow<()> {
            assert!(progress.bytes_used <= self.0, "{} bytes", progress.bytes_used);
            ControlFlow::Continue(())
        }
    }
    let Some(pgn) = read("games/gnuchess-book-sample-8k.pgn") else { return };
    let side = |side| PassOptions { only: Some(side), ..pass(60, 1) };
    let wide = recipe(vec![unfiltered(vec![side(BookSide::White), pass(20, 1), side(BookSide::Black)])]);
    let narrow = Recipe { memory_mb: 8, ..wide.clone() };
    let mut list = Vec::new();
    let (report, _) =
        run_recipe(&narrow, &mut [pgn.as_slice()], false, &mut Bound(8 << 20), |entry| list.push(entry))
            .expect("memory can be read");
    assert!(report.progress.reading > 3, "{} readings", report.progress.reading);
    assert!(to_bytes(&list) == made(&wide, &[&pgn]).0);
}

fn game(tags: &[(&str, &str)], moves: &str) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").expect("a string takes everything");
    }
    write!(text, "\n{moves}\n\n").expect("a string takes everything");
    text
}

/// The first moves that a recipe takes, with their weights.
fn first_moves(filter: GameFilter, pgn: &str) -> (Vec<String>, RecipeReport) {
    let part = RecipePart { filter, passes: vec![pass(10, 1)], ..RecipePart::default() };
    let (book, report) = made(&recipe(vec![part]), &[pgn.as_bytes()]);
    let start = Position::default();
    let mut moves: Vec<_> = entries(&book)
        .filter(|entry| entry.key == start.key())
        .map(|entry| entry.book_move.to_string())
        .collect();
    moves.sort();
    (moves, report)
}

#[test]
fn filters_take_what_they_say() {
    let pgn = [
        game(
            &[
                ("White", "Kasparov, Garry"),
                ("Black", "Karpov, Anatoly"),
                ("WhiteElo", "2800"),
                ("BlackElo", "2700"),
                ("Date", "1990.11.05"),
                ("ECO", "C92"),
                ("Result", "1-0"),
            ],
            "1. e4 e5 1-0",
        ),
        game(
            &[
                ("White", "Karpov, Anatoly"),
                ("Black", "Kasparov, Garry"),
                ("WhiteElo", "2700"),
                ("BlackElo", "2800"),
                ("Date", "1990.??.??"),
                ("ECO", "D97"),
                ("Result", "1/2-1/2"),
            ],
            "1. d4 Nf6 1/2-1/2",
        ),
        game(
            &[
                ("White", "Karpova"),
                ("Black", "?"),
                ("WhiteElo", "-"),
                ("Date", "2001.05.??"),
                ("ECO", "A10"),
                ("Result", "1-0"),
            ],
            "1. c4 e5 1-0",
        ),
        game(&[("White", "N.N."), ("Black", "KARPOV, Anatoly"), ("Result", "1-0")], "1. f4 e5 1-0"),
    ]
    .concat();
    let take = |filter: &GameFilter| first_moves(filter.clone(), &pgn).0.join(" ");
    let all = GameFilter::default;
    let range = |from: &str, to: &str| DateRange { from: from.parse().ok(), to: to.parse().ok() };
    let eco = |text: &str| vec![text.parse().expect("a range")];
    let player = |name: &str, exact, side| vec![PlayerFilter { name: name.to_owned(), exact, side }];
    let keep = Unknown::Keep;
    let white = Some(BookSide::White);
    for (filter, expected) in [
        (all(), "c2c4 d2d4 e2e4 f2f4"),
        (GameFilter { white_elo: Some(2701), ..all() }, "e2e4"),
        (GameFilter { white_elo: Some(2701), unknown_elo: keep, ..all() }, "c2c4 e2e4 f2f4"),
        (GameFilter { white_elo: Some(2600), black_elo: Some(2800), ..all() }, "d2d4"),
        (GameFilter { results: vec![GameResult::WhiteWins], ..all() }, "c2c4 e2e4 f2f4"),
        (GameFilter { players: player("karpov", false, None), ..all() }, "c2c4 d2d4 e2e4 f2f4"),
        (GameFilter { players: player("karpov", false, white), ..all() }, "c2c4 d2d4"),
        (GameFilter { players: player("karpov, anatoly", true, None), ..all() }, "d2d4 e2e4 f2f4"),
        (GameFilter { dates: range("1990.11.06", ""), ..all() }, "c2c4 d2d4"),
        (GameFilter { dates: range("1990", "1990"), ..all() }, "d2d4 e2e4"),
        (GameFilter { dates: range("", "1990.06"), ..all() }, "d2d4"),
        (GameFilter { dates: range("2001.05.31", "2001.05.31"), ..all() }, "c2c4"),
        (GameFilter { dates: range("2002", ""), unknown_date: keep, ..all() }, "f2f4"),
        (GameFilter { eco: eco("C"), ..all() }, "e2e4"),
        (GameFilter { eco: eco("A10-D96"), ..all() }, "c2c4 e2e4"),
        (GameFilter { eco: eco("d9"), unknown_eco: keep, ..all() }, "d2d4 f2f4"),
    ] {
        assert_eq!(take(&filter), expected, "{filter:?}");
        let json = serde_json::to_string(&filter).expect("a filter can be written");
        assert_eq!(serde_json::from_str::<GameFilter>(&json).expect("and read"), filter, "{json}");
    }
    let (_, report) = first_moves(GameFilter { white_elo: Some(2701), ..all() }, &pgn);
    assert_eq!((report.progress.games, report.progress.taken, report.progress.filtered), (4, 1, 3));
    assert_eq!(report.filtered[FilteredBy::Elo as usize], 3);
}

#[test]
fn only_the_first_of_equal_games_is_taken() {
    let tags = |white, black, date| [("White", white), ("Black", black), ("Date", date), ("Result", "1-0")];
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";
    let pgn = [
        game(&tags("Kasparov, G.", "Short", "1993.01.01"), &format!("{long} 7. Bb3+ 1-0")),
        // The same names and moves, written in another way.
        game(&tags("KASPAROV,G", "Short", "1993.??.??"), &format!("{long} 7. Bb3 {{a note}} (7. d3) 1-0")),
        // Other moves only after the last that the book counts.
        game(&tags("Kasparov, G.", "Short", "1993.01.01"), &format!("{long} 7. d3 1-0")),
        game(&tags("Short", "Kasparov, G.", "1993.01.01"), &format!("{long} 7. Bb3 1-0")),
    ]
    .concat();
    let filter = GameFilter { no_duplicates: true, ..GameFilter::default() };
    let (_, report) = first_moves(filter, &pgn);
    assert_eq!((report.progress.games, report.progress.taken), (4, 3));
    assert_eq!((report.progress.duplicates, report.unremembered), (1, 0));
    let (_, report) = first_moves(GameFilter::default(), &pgn);
    assert_eq!(report.progress.taken, 4);
}

#[test]
fn bad_games_are_left_out_of_all_passes_and_named() {
    struct Seen(Vec<(usize, u64, u64, ProblemKind)>);
    impl RecipeObserver for Seen {
        fn problem(&mut self, problem: &tabia_book_tools::recipe::RecipeProblem) {
            let tabia_book_tools::recipe::RecipeProblem { source, problem } = problem.clone();
            self.0.push((source, problem.game, problem.line, problem.kind));
        }
    }
    let first: &[u8] = b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1-0\"]\n\n1. d4 Ke4 1-0\n\n";
    let second: &[u8] =
        b"[Variant \"Atomic\"]\n\n1. c4 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n\n\
        [Result \"1-0\"]\n\n1. a4 {never closed\n\n1-0\n[Result \"1-0\"]\n\n1. b3 1-0\n";
    let mut seen = Seen(Vec::new());
    let mut list = Vec::new();
    let book = recipe(vec![unfiltered(vec![pass(1, 1), pass(10, 1)])]);
    let (report, _) =
        run_recipe(&book, &mut [first, second], false, &mut seen, |entry: Entry| list.push(entry.book_move))
            .expect("memory can be read");
    let tell = |text: &str| ProblemKind::Variant(text.into());
    assert_eq!(
        seen.0,
        [
            (0, 2, 7, ProblemKind::IllegalMove("Ke4".into())),
            (1, 1, 1, tell("Atomic")),
            (1, 2, 5, ProblemKind::SetUp),
            (1, 3, 11, ProblemKind::OpenComment),
        ]
    );
    assert_eq!((report.progress.games, report.progress.rejected), (2, 4));
    let moves: Vec<_> = list.iter().map(ToString::to_string).collect();
    // Both passes count each first move: two wins make four points.
    assert_eq!(moves.len(), 2, "{moves:?}");
    assert!(moves.contains(&"e2e4".into()) && moves.contains(&"b2b3".into()));
}

#[test]
fn recipes_are_kept_as_json() {
    let recipe = Recipe::two_sided(2400, 2200);
    assert_eq!(Recipe::from_json(&recipe.to_json()), Ok(recipe.clone()));
    let short = r#"{"format": "tabia-book-recipe", "version": 1, "parts": [{"passes": [{"max_ply": 16}]}]}"#;
    let read = Recipe::from_json(short).expect("what is missing has defaults");
    assert_eq!(read.parts[0].passes, [pass(16, 3)]);
    let wrong = [
        ("{", "line 1"),
        ("{}", "format"),
        (r#"{"format": "x", "version": 1, "parts": []}"#, "\"x\""),
        (r#"{"format": "tabia-book-recipe", "version": 2}"#, "version 2"),
        (r#"{"format": "tabia-book-recipe", "version": 1, "parts": []}"#, "no parts"),
        (r#"{"format": "tabia-book-recipe", "version": 1, "parts": [{"passes": []}]}"#, "part 1"),
        (
            r#"{"format": "tabia-book-recipe", "version": 1, "parts": [{"passes": [{"min_score": 101}]}]}"#,
            "percentage",
        ),
        (
            r#"{"format": "tabia-book-recipe", "version": 1, "parts": [{"passes": [{"max-ply": 1}]}]}"#,
            "max-ply",
        ),
        (
            r#"{"format": "tabia-book-recipe", "version": 1, "parts": [{"filter": {"eco": ["Z"]}, "passes": [{}]}]}"#,
            "openings",
        ),
        (
            r#"{"format": "tabia-book-recipe", "version": 1, "memory_mb": 0, "parts": [{"passes": [{}]}]}"#,
            "memory_mb",
        ),
    ];
    for (text, part) in wrong {
        let error = Recipe::from_json(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(matches!(
        RecipeRun::new(&Recipe { parts: vec![], ..Recipe::default() }, &[1], false),
        Err(RunError::Recipe(RecipeError::NoParts))
    ));
}

#[test]
fn percentages_come_back_as_they_were_written() {
    // Found by the fuzz target `recipe`: a percentage of more digits than JSON's reader is exact about.
    for min_score in [
        "50.4555555555555555555555555",
        "33.333333333333333333333333333",
        "0.30000000000000004",
        "5e-324",
        "66.7",
    ] {
        let json = format!(
            r#"{{"format": "tabia-book-recipe", "version": 1, "parts": [{{"passes": [{{"min_score": {min_score}}}]}}]}}"#
        );
        let once = Recipe::from_json(&json).expect("a recipe");
        assert_eq!(Recipe::from_json(&once.to_json()).as_ref(), Ok(&once), "{json}");
    }
}

#[test]
fn results_are_counted_for_the_moves_of_the_book() {
    let Some(pgn) = golden("sample-200.pgn") else { return };
    // So little memory that the games are read several times before.
    let recipe = Recipe { memory_mb: 1, ..recipe(vec![unfiltered(vec![pass(60, 1), pass(60, 1)])]) };
    let mut list = Vec::new();
    let (report, stats) = run_recipe(&recipe, &mut [pgn.as_slice()], true, &mut (), |entry| list.push(entry))
        .expect("readable");
    let stats = stats.expect("asked for");
    assert!(report.progress.counts_results && report.progress.reading > 1);
    assert_eq!(stats.len(), list.len());
    let mut reader = StatsReader::open(stats.to_bytes()).expect("just written");
    assert_eq!(reader.len(), list.len() as u64);
    for entry in &list {
        let found = reader.get(entry.key, entry.book_move).expect("in memory").expect("of the book");
        assert_eq!(stats.get(entry.key, entry.book_move), Some(found));
        let Results { wins, draws, .. } = found.results;
        // Each of the two passes weighs a win twice and a draw once.
        assert_eq!(u32::from(entry.weight), 2 * (2 * wins + draws));
    }
    assert_eq!(reader.get(1, BookMove(1)), Ok(None));
    assert_eq!(reader.get(u64::MAX, BookMove(1)), Ok(None));
}

#[test]
fn files_of_results_are_checked() {
    let good = StatsCounter::new(vec![(5, 1), (3, 2), (5, 1)]).to_bytes();
    let mut reader = StatsReader::open(good.clone()).expect("just written");
    assert_eq!(reader.len(), 2);
    assert_eq!(reader.get(5, BookMove(1)), Ok(Some(tabia_book_tools::stats::MoveStats::default())));
    assert_eq!(StatsReader::open(Vec::new()).err(), Some(StatsError::Magic));
    assert_eq!(StatsReader::open(vec![0; 32]).err(), Some(StatsError::Magic));
    let short = good[..good.len() - 1].to_vec();
    assert_eq!(StatsReader::open(short).err(), Some(StatsError::Size { size: 95, expected: 96 }));
    let mut newer = good;
    newer[11] = 2;
    assert_eq!(StatsReader::open(newer).err(), Some(StatsError::Version(2)));
}

fn stripped(pgn: &[u8], filter: &GameFilter) -> (Vec<u8>, GameStripper) {
    let mut stripper = GameStripper::new(filter.clone(), 1 << 20);
    let mut scanner = PgnScanner::new(false);
    scanner.feed(pgn, &mut stripper).expect("only a strict reader stops");
    scanner.finish(&mut stripper).expect("only a strict reader stops");
    (stripper.take_output(), stripper)
}

#[test]
fn cleaned_games_make_the_same_book() {
    for name in ["polyglot/golden/sample-200.pgn", "games/famous.pgn", "games/lichess_db_1000k.pgn"] {
        let Some(pgn) = read(name) else { return };
        let (clean, stripper) = stripped(&pgn, &GameFilter::default());
        assert!(stripper.written > 5 && !clean.contains(&b'{'), "{name}");
        assert!(clean.split(|&byte| byte == b'\n').all(|line| line.starts_with(b"[") || line.len() < 80));
        assert!(made(&four_passes(), &[&clean]).0 == made(&four_passes(), &[&pgn]).0, "{name}");
        assert_eq!(stripped(&clean, &GameFilter::default()).0, clean, "{name}: cleaned again");
    }
}

#[test]
fn cleaning_filters() {
    let pgn = b"[White \"A\"]\n[Result \"1-0\"]\n\n1. e2e4 {x} e5 $1 (1... c5) 2. Ng1f3 1-0\n\n\
        [White \"\xc4\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
        [Result \"1-0\"]\n\n1. e5 1-0\n";
    let filter =
        GameFilter { results: vec![GameResult::WhiteWins], no_duplicates: true, ..GameFilter::default() };
    let (clean, stripper) = stripped(pgn, &filter);
    assert_eq!(String::from_utf8_lossy(&clean), "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n");
    assert_eq!((stripper.written, stripper.rejected), (1, 1));
    assert_eq!(stripper.filtered[FilteredBy::Result as usize], 1);
    assert_eq!(stripper.filtered[FilteredBy::Duplicate as usize], 1);
}

#[test]
fn cleaning_keeps_a_result_that_no_tag_tells() {
    let clean =
        |pgn: &str| String::from_utf8(stripped(pgn.as_bytes(), &GameFilter::default()).0).expect("text");
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert_eq!(
            clean(&format!("[White \"A\"]\n\n1. e4 {result}\n")),
            format!("[White \"A\"]\n\n1. e4 {result}\n\n")
        );
    }
    let told = "[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    assert_eq!(clean("[Result \"1-0\"]\n\n1. e4 *\n"), told);
    // The result of one game is not that of the next.
    assert_eq!(clean("1. e4 1-0\n\n[White \"A\"]\n\n1. d4 *\n"), "1. e4 1-0\n\n[White \"A\"]\n\n1. d4 *\n\n");
}

#[test]
fn building_can_be_cancelled() {
    struct Cancel;
    impl RecipeObserver for Cancel {
        fn progress(&mut self, _: &RecipeProgress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let result = run_recipe(&Recipe::default(), &mut [&b"1. e4 *"[..]], false, &mut Cancel, |_| {});
    assert_eq!(result.err(), Some(RunError::Cancelled));
}

#[test]
fn a_source_that_changes_is_told() {
    let mut run = RecipeRun::new(&Recipe::default(), &[10], false).expect("a good recipe");
    let changed = Err(RunError::Changed { source_number: 1, offset: 0 });
    assert_eq!(run.feed(b"", |_| {}), changed);
    assert_eq!(run.feed(&[b' '; 11], |_| {}), changed);
    assert_eq!(run.feed(b"1. e4 ", |_| {}), Ok(()));
    assert_eq!(run.need(), Need::Read { source: 0, offset: 6, length: 4 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the pieces, the book is the same, and progress never goes back.
    #[test]
    fn pieces_of_any_size_give_the_same_book(cut in 1..5000_usize, memory_mb in 1..3_u32) {
        if let Some(pgn) = golden("sample-200.pgn") {
            let recipe = Recipe { memory_mb, ..four_passes() };
            let mut list = Vec::new();
            let mut run = RecipeRun::new(&recipe, &[pgn.len() as u64], true).expect("a good recipe");
            let mut fraction = 0.0;
            while let Need::Read { offset, length, .. } = run.need() {
                let start = offset as usize;
                run.feed(&pgn[start..start + length.min(cut)], |entry| list.push(entry)).expect("right bytes");
                prop_assert!(run.progress().fraction >= fraction);
                fraction = run.progress().fraction;
            }
            prop_assert!(to_bytes(&list) == made(&four_passes(), &[&pgn]).0);
            prop_assert_eq!(run.take_stats().map(|stats| stats.len()), Some(list.len()));
        }
    }

    #[test]
    fn any_header_is_survived(name in "[A-Za-z]{0,8}", value in prop::collection::vec(any::<u8>(), 0..30)) {
        let mut header = GameHeader::default();
        for known in [name.as_bytes(), b"White", b"WhiteElo", b"Date", b"UTCDate", b"ECO", b"Result"] {
            header.tag(known, &value);
        }
        let _ = GameFilter { white_elo: Some(1), ..GameFilter::default() }.check(&header);
        if let Ok(text) = String::from_utf8(value) {
            let _ = text.parse::<tabia_book_tools::filter::EcoRange>();
            if let Ok(date) = text.parse::<tabia_book_tools::filter::PartialDate>() {
                prop_assert_eq!(date.to_string().parse(), Ok(date));
            }
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        made(&four_passes(), &[&bytes]);
        let filter = GameFilter { no_duplicates: true, ..GameFilter::default() };
        stripped(&bytes, &filter);
    }
}
