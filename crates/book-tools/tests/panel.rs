//! The panel's contents, where games leave a book, and which move is chosen.

mod common;

use tabia_book_tools::edit::BookEditor;
use tabia_book_tools::filter::{BookSide, GameFilter, PlayerFilter};
use tabia_book_tools::leaving::{LeavingOrder, LeavingTable};
use tabia_book_tools::panel::{InBook, follow, known_moves, look};
use tabia_book_tools::stats::StatsCounter;
use tabia_chess::{Color, Position};
use tabia_conformance::golden;
use tabia_pgn::GameResult;
use tabia_polyglot::pgn_scan::PgnScanner;
use tabia_polyglot::select::{Choice, Results, Rules, Selection, SplitMix64, select};
use tabia_polyglot::{BookMove, BookReader, Entry, Flag};

use common::moves;

fn after(text: &str) -> Position {
    let mut position = Position::default();
    for mv in moves(text) {
        position.play_unchecked(mv);
    }
    position
}

/// A book of lines, each move with the weight of its line.
fn book(lines: &[(&str, u16)]) -> BookEditor<Vec<u8>> {
    let mut book = BookEditor::open(Vec::new()).expect("in memory");
    for &(line, weight) in lines {
        book.add_line(&Position::default(), &moves(line), weight).expect("legal moves");
    }
    book
}

#[test]
fn a_panel_shows_all_that_is_known() {
    let mut book = book(&[("e4 e5 Nf3", 30), ("d4 d5 c4 e6", 10), ("Nf3 d5 d4", 0)]);
    let start = Position::default();
    let [e4, d4] = [moves("e4")[0], moves("d4")[0]];
    let code: BookMove = e4.into();
    let mut stats = StatsCounter::new(vec![(start.key(), code.0)]);
    let played = [(start.key(), code.0)];
    stats.count(&played, GameResult::BlackWins, Some(1999));
    stats.count(&played, GameResult::Draw, None);
    book.set_flag(&start, d4, Some(Flag::Recommended)).expect("in the book");
    let panel = look(&mut book, Some(&mut stats), &start).expect("in memory");
    let shown: Vec<_> =
        panel.moves.iter().map(|m| (m.san.as_str(), m.weight, m.share, m.continues)).collect();
    assert_eq!(shown, [("e4", 30, 0.75, true), ("d4", 10, 0.25, true), ("Nf3", 0, 0.0, true)]);
    let known = panel.moves[0].stats.expect("counted");
    assert_eq!((known.results, known.last_year), (Results { wins: 0, draws: 1, losses: 1 }, Some(1999)));
    assert_eq!(panel.moves[1].stats, None);
    assert_eq!(panel.moves[1].marks.flag, Some(Flag::Recommended));
    assert_eq!((panel.total_weight, panel.transpositions.len()), (40, 0));
    // After 1. Nf3 d5 the book gives d4; after 1. d4, Nf3 is not among the moves, and 1. d4 d5 2. Nf3 isn't a book position either.
    let panel = look(&mut book, None, &after("c4 d5")).expect("in memory");
    let shown: Vec<_> = panel.transpositions.iter().map(|t| (t.san.as_str(), t.moves, t.weight)).collect();
    assert!(panel.moves.is_empty());
    assert_eq!(shown, [("d4", 1, 10)]);
}

#[test]
fn a_game_is_followed_through_the_book() {
    let mut book = book(&[("d4 d5 c4 e6 Nc3", 1), ("e4 e5", 1)]);
    let mut followed = |line: &str| follow(&mut book, &Position::default(), &moves(line)).expect("in memory");
    let straight = followed("d4 d5 c4 e6");
    assert_eq!((straight.out_since, straight.in_book.len()), (None, 5));
    // Out with 1. c4, back with 2. d4, out for good with 2... c6.
    let back = followed("c4 d5 d4 c6 Nc3");
    assert_eq!(back.steps, [InBook::Other, InBook::Unknown, InBook::Unknown, InBook::Other, InBook::Unknown]);
    assert_eq!((back.out_since, back.out_since_move), (Some(3), Some((2, Color::Black))));
    assert_eq!(followed("a3 a6").out_since_move, Some((1, Color::White)));
    assert_eq!(followed("").out_since, None);
}

fn leaving(games: &str, players: Vec<PlayerFilter>, order: LeavingOrder) -> Vec<(String, u32, Option<f64>)> {
    let book = book(&[("e4 e5 Nf3 Nc6 Bb5", 3), ("d4 d5", 2), ("h4", 0)]);
    let mut table = LeavingTable::new(book, GameFilter::default(), players, false);
    let mut scanner = PgnScanner::new(false);
    scanner.feed(games.as_bytes(), &mut table).expect("only a strict reader stops");
    scanner.finish(&mut table).expect("only a strict reader stops");
    let rows = table.rows(order).expect("in memory");
    rows.iter().map(|row| (format!("{} > {}", row.line, row.san), row.games, row.score())).collect()
}

#[test]
fn where_players_leave_the_book_is_counted() {
    let game = |white: &str, black: &str, result: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
    };
    let games = [
        // White leaves with Bc4; nobody else.
        game("A", "B", "0-1", "1. e4 e5 2. Nf3 Nc6 3. Bc4"),
        game("C", "A", "1-0", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6"),
        // Black leaves with c5; White's moves after it are outside.
        game("B", "A", "1-0", "1. e4 c5 2. Nf3"),
        // A move of weight 0 leaves it too.
        game("B", "C", "1/2-1/2", "1. h4 e5"),
        game("B", "C", "1-0", "1. d4 d5 2. c4"),
    ]
    .concat();
    let by_games = leaving(&games, vec![], LeavingOrder::Frequency);
    assert_eq!(
        by_games,
        [
            ("1. e4 e5 2. Nf3 Nc6 > Bc4".into(), 2, Some(0.5)),
            ("1. e4 > c5".into(), 1, Some(0.0)),
            (" > h4".into(), 1, Some(0.5)),
        ]
    );
    let by_result = leaving(&games, vec![], LeavingOrder::Result);
    assert_eq!(by_result[0].0, "1. e4 > c5");
    let a = PlayerFilter { name: "A".into(), exact: true, side: None };
    let own = leaving(&games, vec![a.clone()], LeavingOrder::Frequency);
    assert_eq!(
        own,
        [("1. e4 > c5".into(), 1, Some(0.0)), ("1. e4 e5 2. Nf3 Nc6 > Bc4".into(), 1, Some(0.0))]
    );
    let as_black = vec![PlayerFilter { side: Some(BookSide::Black), ..a }];
    assert_eq!(leaving(&games, as_black, LeavingOrder::Frequency).len(), 1);
}

#[test]
fn of_games_that_never_met_the_book_nothing_is_said() {
    // The book begins after 1. d4, and knows only White's moves of it.
    let late = book(&[("d4 d5 c4", 1)]);
    let mut entries = Vec::new();
    let mut late = late;
    entries.extend(late.entries(after("d4 d5").key()).expect("in memory"));
    let reader = BookReader::open(tabia_polyglot::to_bytes(&entries)).expect("in memory");
    let mut table = LeavingTable::new(reader, GameFilter::default(), vec![], false);
    let mut scanner = PgnScanner::new(false);
    let games = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 *\n\n[White \"C\"]\n\n1. d4 d5 2. Nf3 *\n";
    scanner.feed(games.as_bytes(), &mut table).expect("only a strict reader stops");
    scanner.finish(&mut table).expect("only a strict reader stops");
    assert_eq!((table.games, table.never_in, table.never_left), (3, 1, 3));
    assert_eq!(table.rows(LeavingOrder::Frequency).expect("in memory").len(), 1);
}

#[test]
fn nobody_leaves_a_book_made_of_the_same_games() {
    let (Some(pgn), Some(bytes)) = (golden("tiny.pgn"), golden("tiny-min1.bin")) else { return };
    let reader = BookReader::open(bytes.clone()).expect("in memory");
    let mut table = LeavingTable::new(reader, GameFilter::default(), vec![], true);
    let mut scanner = PgnScanner::new(false);
    scanner.feed(&pgn, &mut table).expect("only a strict reader stops");
    scanner.finish(&mut table).expect("only a strict reader stops");
    let rows = table.rows(LeavingOrder::Frequency).expect("in memory");
    // make-book drops moves that never scored: only they are not in the book.
    let list: Vec<Entry> = tabia_polyglot::entries(&bytes).collect();
    for row in &rows {
        assert!(list.iter().all(|entry| (entry.key, entry.book_move) != (row.key, row.mv.into())));
        assert_eq!(row.results.wins + row.results.draws, 0, "{row:?}");
    }
    assert!(table.games > 0 && table.never_left > rows.len() as u64);
}

#[test]
fn selections_do_what_they_say() {
    let mut book = book(&[("e4", 60), ("d4", 30), ("c4", 10), ("h4", 0)]);
    let start = Position::default();
    let choose = |book: &mut BookEditor<Vec<u8>>, selection: Selection, seed: u64| {
        let panel = look(book, None, &start).expect("in memory");
        let known = known_moves(&panel, start.key(), None, |_| 0);
        match select(&known, &selection, &mut SplitMix64::new(seed)) {
            Choice::Play(mv) => start.san(mv),
            Choice::Search(moves) => moves.iter().map(|&mv| start.san(mv)).collect::<Vec<_>>().join(" "),
            Choice::Nothing => String::new(),
        }
    };
    let count = |book: &mut BookEditor<Vec<u8>>, selection: Selection, san: &str| {
        (0..2000).filter(|&seed| choose(book, selection, seed) == san).count()
    };
    let rules = |width| Rules { width, ..Rules::default() };
    let random = Selection::Random { threshold: 0.0 };
    assert_eq!(choose(&mut book, Selection::Best, 1), "e4");
    assert_eq!(choose(&mut book, Selection::Search { rules: rules(2) }, 1), "e4 d4");
    assert_eq!(choose(&mut book, Selection::Search { rules: rules(9) }, 1), "e4 d4 c4");
    assert_eq!(choose(&mut book, Selection::Ranked { rules: rules(1) }, 5), "e4");
    // The standard deviation of 1200 of 2000 is 22.
    assert!(count(&mut book, random, "e4").abs_diff(1200) < 110);
    assert_eq!(count(&mut book, random, "h4"), 0);
    assert_eq!(count(&mut book, Selection::Random { threshold: 0.2 }, "c4"), 0);
    let same: Vec<_> = (0..2).map(|_| choose(&mut book, random, 42)).collect();
    assert_eq!(same[0], same[1]);
    // Play percentages hold under chance, `?` and `!` everywhere.
    book.set_play_percent(&start, moves("c4")[0], 50).expect("in the book");
    assert!(count(&mut book, random, "c4").abs_diff(1000) < 120);
    assert!(count(&mut book, Selection::Ranked { rules: rules(5) }, "c4").abs_diff(1000) < 120);
    book.set_flag(&start, moves("e4")[0], Some(Flag::Avoided)).expect("in the book");
    assert_eq!(choose(&mut book, Selection::Best, 1), "d4");
    book.set_flag(&start, moves("h4")[0], Some(Flag::Recommended)).expect("in the book");
    assert_eq!(choose(&mut book, Selection::Best, 1), "h4");
    assert_eq!(choose(&mut book, Selection::Search { rules: rules(5) }, 1), "h4");
    book.delete_all(&start).expect("in memory");
    assert_eq!(choose(&mut book, Selection::Best, 1), "");
    // Ways to choose are kept as JSON.
    for selection in [Selection::Best, random, Selection::Search { rules: rules(3) }] {
        let json = serde_json::to_string(&selection).expect("can be written");
        assert_eq!(serde_json::from_str::<Selection>(&json).expect("and read"), selection);
    }
}
