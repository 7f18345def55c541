//! Learning from games: lessons, their storage and their exchange.

mod common;

use proptest::prelude::*;
use tabia_book_tools::edit::BookEditor;
use tabia_book_tools::filter::PlayerFilter;
use tabia_book_tools::learn::{
    BookLine, LearnError, LearnStore, Learned, Lesson, PlayerResult, Searched, Teaching, key_value, trusted,
};
use tabia_book_tools::panel::{known_moves, look};
use tabia_chess::{Color, Position};
use tabia_polyglot::select::{Choice, Selection, SplitMix64, select};
use tabia_polyglot::{BookMove, Flag, Marks};

use common::moves;

/// e4 or d4; after e4 c5, Nf3 alone; after Nf3 d6, d4 or Bb5+.
fn book() -> BookEditor<Vec<u8>> {
    let mut book = BookEditor::open(Vec::new()).expect("in memory");
    for line in ["e4 c5 Nf3 d6 d4", "e4 c5 Nf3 d6 Bb5+", "d4 d5"] {
        book.add_line(&Position::default(), &moves(line), 10).expect("legal moves");
    }
    book
}

const GAME: &str = "e4 c5 Nf3 d6 d4 cxd4 Nxd4";

fn line() -> BookLine {
    BookLine::of_game(&mut book(), &moves(GAME), Color::White, |_, _| false)
        .expect("in memory")
        .expect("book moves")
}

/// The values learned for White's moves 1, 2 and 3.
fn learned(store: &LearnStore) -> [Learned; 3] {
    let game = moves(GAME);
    [0, 2, 4].map(|ply| {
        let mut position = Position::default();
        game[..ply].iter().for_each(|&mv| position.play_unchecked(mv));
        store.learned(position.key(), game[ply].into()).unwrap_or_default()
    })
}

fn searched(values: &[i32]) -> Vec<Searched> {
    values.iter().map(|&value| Searched { value, depth: 16 }).collect()
}

#[test]
fn the_book_part_of_a_game_ends_with_the_last_book_move() {
    let white = line();
    assert_eq!(white.moves, ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4"]);
    assert_eq!(white.choices, [2, 1, 2]);
    let black = BookLine::of_game(&mut book(), &moves(GAME), Color::Black, |_, _| false).expect("in memory");
    assert_eq!(black.map(|line| (line.moves.len(), line.choices)), Some((4, vec![1, 1])));
    let none = BookLine::of_game(&mut book(), &moves("a3"), Color::White, |_, _| false).expect("in memory");
    assert_eq!(none, None);
}

#[test]
fn only_lasting_values_teach() {
    let value = |values: &[i32]| key_value(&searched(values)).map(|searched| searched.value);
    assert_eq!(value(&[]), None);
    assert_eq!(value(&[10, -10, 20]), None);
    assert_eq!(value(&[20, 50, 60, 55]), Some(55));
    assert_eq!(value(&[80, 60, 20, 0]), None, "a gambit that fades");
    assert_eq!(value(&[-80, -40, 0, 10]), None, "a sacrifice repaid");
    assert_eq!(value(&[-20, -60, -50, -70]), Some(-70));
    assert_eq!(value(&[50, -20, 50]), None, "what came back once may fade again");
    assert_eq!(value(&[-50, 20, -50]), None);
    let long: Vec<i32> = [vec![100; 10], vec![-900; 5]].concat();
    assert_eq!(value(&long), Some(100), "what comes after ten searches does not count");
}

#[test]
fn deep_searches_and_strong_opponents_count_more() {
    let value = |depth, difference| trusted(Searched { value: 100, depth }, difference);
    assert!((value(16, 0) - 100.0).abs() < 1e-9);
    assert!((value(8, 0) - 50.0).abs() < 1e-9);
    assert!(value(16, -400) > 180.0 && value(16, 400) < 19.0);
    assert!(value(0, 0).abs() < f64::EPSILON && value(60, 0) <= 100.0);
    assert!((trusted(Searched { value: -30_000, depth: 20 }, 0) + 500.0).abs() < 1e-9);
}

#[test]
fn values_go_back_through_the_choices() {
    let mut store = LearnStore::default();
    assert_eq!(store.learn_game(&line(), &searched(&[80, 80]), 0, Some(PlayerResult::Won), "", ""), 1);
    // Move 3 was one of two: beyond it half remains. Move 2 was the only one.
    assert_eq!(learned(&store).map(|learned| learned.centipawns()), [40, 40, 80]);
    assert_eq!(store.learn_game(&line(), &searched(&[-40]), 0, None, "", ""), 1);
    assert_eq!(
        learned(&store).map(|learned| (learned.centipawns(), learned.count)),
        [(10, 2), (10, 2), (20, 2)]
    );
}

#[test]
fn a_loss_takes_the_last_choice_out_of_play() {
    let mut store = LearnStore::default();
    assert_eq!(store.learn_game(&line(), &[], 0, Some(PlayerResult::Drawn), "", ""), 0);
    assert_eq!(store.learn_game(&line(), &[], 0, Some(PlayerResult::Lost), "Crafty", "2026"), 1);
    assert_eq!(learned(&store).map(|learned| learned.never_again), [false, false, true]);
    // With d4 gone, Bb5+ has no alternative left: the next loss reaches back to the first move.
    let game = moves("e4 c5 Nf3 d6 Bb5+");
    let second = BookLine::of_game(&mut book(), &game, Color::White, |key, book_move| {
        store.never_again(key, book_move)
    })
    .expect("in memory");
    let second = second.expect("book moves");
    assert_eq!(second.choices, [2, 1, 1]);
    store.learn_game(&second, &[], 0, Some(PlayerResult::Lost), "", "");
    assert_eq!(learned(&store).map(|learned| learned.never_again), [true, false, true]);
    // And it is not played.
    let start = Position::default();
    let panel = look(&mut book(), None, &start).expect("in memory");
    let known = known_moves(&panel, start.key(), Some(&store), |_| 0);
    assert_eq!(select(&known, &Selection::Best, &mut SplitMix64::new(0)), Choice::Play(moves("d4")[0]));
}

#[test]
fn each_part_can_be_switched_off() {
    let mut store = LearnStore::default();
    store.learn_game(&line(), &searched(&[80]), 0, Some(PlayerResult::Lost), "", "");
    assert_eq!(store.lessons().len(), 2);
    store.set_switches(false, true);
    assert_eq!(
        learned(&store).map(|learned| (learned.count, learned.never_again)),
        [(0, false), (0, false), (0, true)]
    );
    assert_eq!(store.learn_game(&line(), &searched(&[80]), 0, None, "", ""), 0);
    store.set_switches(true, false);
    assert_eq!(learned(&store).map(|learned| (learned.count, learned.never_again)), [(1, false); 3]);
    assert_eq!(store.learn_game(&line(), &[], 0, Some(PlayerResult::Lost), "", ""), 0);
    assert_eq!(store.switches(), (true, false));
}

#[test]
fn lessons_are_kept_passed_on_and_forgotten() {
    let mut mine = LearnStore::default();
    mine.learn_game(&line(), &searched(&[80]), -100, Some(PlayerResult::Lost), "Crafty", "2026-11-21");
    let read = LearnStore::from_json(&mine.to_json()).expect("just written");
    assert_eq!(read, mine);
    let mut yours = LearnStore::default();
    yours.learn_game(&line(), &searched(&[-80]), 0, None, "Fruit", "");
    assert_eq!(yours.import(&mine, false), (2, 0));
    assert_eq!(yours.import(&mine, false), (0, 2), "what is here is not counted twice");
    assert_eq!((learned(&yours)[2].count, learned(&yours)[2].never_again), (2, true));
    assert_eq!(yours.import(&mine, true), (2, 0));
    assert_eq!(learned(&yours), learned(&mine));
    assert!(yours.forget(1) && !yours.forget(1));
    assert_eq!(learned(&yours).map(|learned| learned.never_again), [false; 3]);
    yours.clear();
    assert_eq!(yours.all_learned().count(), 0);
    let wrong = |json: &str| LearnStore::from_json(json).expect_err(json);
    assert!(matches!(wrong("["), LearnError::Json(_)));
    assert_eq!(wrong(r#"{"format": "x", "version": 1}"#), LearnError::Format("x".into()));
    assert_eq!(wrong(r#"{"format": "tabia-book-learning", "version": 9}"#), LearnError::Version(9));
    assert_eq!(wrong(&mine.to_json().replacen("e2e4", "e2e5", 1)), LearnError::Lesson(1));
}

#[test]
fn what_is_learned_is_written_into_a_book_only_if_asked() {
    let mut store = LearnStore::default();
    for _ in 0..2 {
        store.learn_game(&line(), &searched(&[300]), 0, None, "", "");
    }
    let start = Position::default();
    let mut book = book();
    book.set_flag(&start, moves("e4")[0], Some(Flag::Avoided)).expect("in the book");
    let steps = book.undo_steps();
    // Move 1 is marked already; moves 2 and 3 get `!`.
    assert_eq!(store.apply(&mut book), Ok(2));
    assert_eq!(book.undo_steps(), steps + 2);
    let marks = |book: &mut BookEditor<Vec<u8>>, game: &str| {
        let game = moves(game);
        let mut position = Position::default();
        game[..game.len() - 1].iter().for_each(|&mv| position.play_unchecked(mv));
        let code: BookMove = game[game.len() - 1].into();
        let list = book.entries(position.key()).expect("in memory");
        list.iter().find(|entry| entry.book_move == code).map(|entry| Marks::from_learn(entry.learn).flag)
    };
    assert_eq!(marks(&mut book, "e4"), Some(Some(Flag::Avoided)));
    assert_eq!(marks(&mut book, "e4 c5 Nf3"), Some(Some(Flag::Recommended)));
    assert_eq!(marks(&mut book, "e4 c5 Nf3 d6 Bb5+"), Some(None));
    assert_eq!(store.apply(&mut book), Ok(0));
}

/// A game of a match program, lost by White, who saw it coming.
const MATCH_GAME: &str = r#"[White "Tabia"]
[Black "Other"]
[WhiteElo "2000"]
[BlackElo "2400"]
[Date "2026.11.21"]
[Result "0-1"]

1. e4 {book} c5 {book} 2. Nf3 {book} d6 {book} 3. d4 {book} cxd4 {+0.10/12 0.4s} 4. Nxd4 {-0.80/16 0.5s} Nf6 {90/16 1ms}
5. Nc3 {-90/16 0.5s} a6 {+1.00/16} 6. f3 {-M4/16 0.5s} e5 {book} 0-1
"#;

#[test]
fn games_in_pgn_teach_by_evaluations_and_results() {
    let player = |name: &str| PlayerFilter { name: name.to_owned(), exact: true, side: None };
    let mut store = LearnStore::default();
    let report = store.learn_pgn(&mut book(), MATCH_GAME.as_bytes(), &player("Tabia")).expect("in memory");
    assert_eq!((report.games, report.lessons, report.left_out), (1, 2, 0));
    let teachings: Vec<_> = store.lessons().iter().map(|lesson| lesson.teaching.clone()).collect();
    let repaid = Teaching::Book { value: -80, depth: 16, rating_difference: -400 };
    // The value that held to the end is the mate, counted from its search on.
    assert!(
        matches!(teachings[0], Teaching::Book { value, depth: 16, rating_difference: -400 } if value <= -80),
        "{teachings:?} {repaid:?}"
    );
    assert_eq!(teachings[1], Teaching::Result { outcome: PlayerResult::Lost });
    assert_eq!(store.lessons()[0].opponent, "Other");
    assert!(learned(&store)[2].never_again);

    let mut other = LearnStore::default();
    let report = other.learn_pgn(&mut book(), MATCH_GAME.as_bytes(), &player("other")).expect("in memory");
    assert_eq!((report.games, report.lessons), (1, 1), "a win teaches by its evaluations only");
    let nobody = other.learn_pgn(&mut book(), MATCH_GAME.as_bytes(), &player("Tab")).expect("in memory");
    assert_eq!(nobody.games, 0);
    let elsewhere = MATCH_GAME.replace("[Result", "[Variant \"Atomic\"]\n[Result");
    assert_eq!(
        other.learn_pgn(&mut book(), elsewhere.as_bytes(), &player("Other")).expect("in memory").left_out,
        1
    );
}

proptest! {
    #[test]
    fn any_numbers_are_survived(
        searches in prop::collection::vec((any::<i32>(), any::<u32>()), 0..20),
        difference in any::<i32>(),
    ) {
        let searches: Vec<Searched> =
            searches.into_iter().map(|(value, depth)| Searched { value, depth }).collect();
        if let Some(key) = key_value(&searches) {
            let value = trusted(key, difference);
            prop_assert!(value.abs() <= 1000.0);
            prop_assert_eq!(value > 0.0, key.value > 0 && key.depth > 0);
        }
        let mut store = LearnStore::default();
        store.learn_game(&line(), &searches, difference, None, "", "");
    }

    /// An opening teaches its other side the opposite.
    #[test]
    fn both_sides_are_judged_alike(values in prop::collection::vec(-4..=4_i32, 0..14)) {
        let value = |sign: i32| {
            let values: Vec<i32> = values.iter().map(|value| sign * 20 * value).collect();
            key_value(&searched(&values)).map(|searched| sign * searched.value)
        };
        prop_assert_eq!(value(1), value(-1));
    }

    /// Lessons may come from untrusted sources.
    #[test]
    fn any_lesson_is_survived(
        moves in prop::collection::vec("[a-h][1-8][a-h][1-8]", 0..5),
        choices in prop::collection::vec(any::<u16>(), 0..5),
    ) {
        let line = BookLine { moves, side: tabia_book_tools::filter::BookSide::White, choices };
        let teaching = Teaching::Result { outcome: PlayerResult::Lost };
        LearnStore::default().add(Lesson { line, teaching, opponent: String::new(), time: String::new() });
    }
}

/// A game as this page keeps it: evaluations from White's side, clocks, and a sentence at the end.
const KEPT: &str = r#"[Event "Casual game"]
[White "Player"]
[Black "Tabia, level 6 (Club player)"]
[WhiteElo "1500"]
[BlackElo "1500"]
[Date "2026.05.01"]
[Result "1-0"]

1. e4 {[%clk 0:05:00]} c5 {[%clk 0:05:00]} 2. Nf3 d6 3. d4 {[%clk 0:04:50]} a6 {[%eval 0.90,14] [%clk 0:04:58]}
4. c4 b5 {[%eval 1.10,15]} 5. cxb5 axb5 {[%eval 1.40,15]} 6. Bxb5+ Bd7 {[%eval 1.60,16]}
{Black resigns} 1-0
"#;

/// A lost game changes the move chosen in the next one.
#[test]
fn a_kept_game_changes_the_choice_of_the_next_one() {
    let mut book = BookEditor::open(Vec::new()).expect("in memory");
    for line in ["e4 c5", "e4 e5"] {
        book.add_line(&Position::default(), &moves(line), 10).expect("legal moves");
    }
    let player = PlayerFilter {
        name: "Tabia, level 6 (Club player)".to_owned(),
        exact: true,
        ..PlayerFilter::default()
    };
    let asked = Position::default().play(moves("e4")[0]).expect("legal");
    let replies = |store: &LearnStore, book: &mut BookEditor<Vec<u8>>| {
        let panel = look(book, None, &asked).expect("in memory");
        let known = known_moves(&panel, asked.key(), Some(store), |_| 0);
        let mut seen: Vec<String> = (0..40)
            .filter_map(|seed| match select(&known, &Selection::default(), &mut SplitMix64::new(seed)) {
                Choice::Play(mv) => Some(asked.uci(mv)),
                _ => None,
            })
            .collect();
        seen.sort();
        seen.dedup();
        seen
    };
    let mut store = LearnStore::default();
    assert_eq!(replies(&store, &mut book), ["c7c5", "e7e5"]);
    let report = store.learn_pgn(&mut book, KEPT.as_bytes(), &player).expect("in memory");
    // Black's searches stayed below -90 centipawns, and the game was lost.
    assert_eq!((report.games, report.lessons), (1, 2));
    let value = store.lessons().iter().find_map(|lesson| match lesson.teaching {
        Teaching::Book { value, .. } => Some(value),
        Teaching::Result { .. } => None,
    });
    assert!(value.is_some_and(|value| value <= -90), "{value:?}");
    assert_eq!(replies(&store, &mut book), ["e7e5"]);
    // Either kind does it; without both nothing has changed.
    for (by_book, by_result) in [(true, false), (false, true)] {
        store.set_switches(by_book, by_result);
        assert_eq!(replies(&store, &mut book), ["e7e5"]);
    }
    store.set_switches(false, false);
    assert_eq!(replies(&store, &mut book), ["c7c5", "e7e5"]);
}
