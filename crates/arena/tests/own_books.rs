//! Games in which engines play from their own books: how they are stored, and how games stored by earlier
//! versions are read.

mod common;

use tabia_arena::output::pgn::Verbosity;
use tabia_arena::{
    EngineTotals, GameRecord, Keep, MatchFile, MatchProgress, Opening, PairRecord, Ply, SearchReport,
    StoredGame,
};
use tabia_chess::Color;
use tabia_rng::Rng;

use common::{match_progress, play, random_game, settings};

/// A game of ten plies with these plies from a book.
fn game(book: &[usize]) -> GameRecord {
    let players = ["engine 1", "engine 2"].map(str::to_owned);
    let mut record = random_game(players, &Opening::default(), &mut Rng::new(3), 10);
    record.detail.clear();
    for &ply in book {
        record.plies[ply].search = None;
    }
    record
}

fn filter<T: Clone>(list: &mut Vec<T>, keep: impl Fn(usize) -> bool) {
    let kept = list.iter().enumerate().filter(|(index, _)| keep(*index)).map(|(_, value)| value.clone());
    *list = kept.collect();
}

/// The same game as stored by an earlier version: plies from a book have no entries and are not marked.
fn without_book_entries(mut game: StoredGame) -> StoredGame {
    let book = std::mem::take(&mut game.book);
    let opening = game.opening;
    let keep = |index: usize| !book.contains(&(opening + index));
    filter(&mut game.scores, keep);
    filter(&mut game.depths, keep);
    filter(&mut game.seldepths, keep);
    filter(&mut game.nodes, keep);
    filter(&mut game.times_us, keep);
    filter(&mut game.resolved, keep);
    filter(&mut game.pvs, keep);
    game
}

#[test]
fn book_moves_behind_the_first_search_are_kept_in_their_places() {
    for (book, opening) in [
        (&[0, 1, 2, 4][..], 3),
        (&[1, 3, 5], 0),
        (&[0, 2], 1),
        (&[0, 1], 2),
        (&[8, 9], 0),
        (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 10),
    ] {
        let record = game(book);
        for keep in [Keep::default(), Keep { resolved: true, variations: true }] {
            let text = serde_json::to_string(&StoredGame::new(&record, keep)).unwrap();
            let stored: StoredGame = serde_json::from_str(&text).unwrap();
            assert_eq!(stored.opening, opening, "{book:?}");
            let read = stored.record().unwrap();
            for (ply, (was, is)) in record.plies.iter().zip(&read.plies).enumerate() {
                assert_eq!(was.mv, is.mv);
                let figures = |ply: &Ply| {
                    let search = ply.search.as_ref()?;
                    Some((search.score, search.depth, search.seldepth, search.nodes))
                };
                assert_eq!(figures(was), figures(is), "{book:?}, ply {ply}");
                assert_eq!(is.search.is_none(), book.contains(&ply), "{book:?}, ply {ply}");
                if keep.variations {
                    assert_eq!(was.search, is.search, "{book:?}, ply {ply}");
                }
            }
        }
        // Games without book moves are stored as before.
        let text = serde_json::to_string(&StoredGame::from(&record)).unwrap();
        assert_eq!(text.contains("\"book\""), book.iter().any(|&ply| ply >= opening), "{text}");
    }
}

#[test]
fn an_engines_totals_are_those_of_its_own_searches() {
    let record = game(&[0, 2, 3, 7]);
    for color in [Color::White, Color::Black] {
        let own = record.plies.iter().skip(color.index()).step_by(2).filter_map(|ply| ply.search.as_ref());
        let (mut moves, mut nodes, mut depths) = (0, 0, 0);
        for search in own {
            moves += 1;
            nodes += search.nodes.unwrap_or(0);
            depths += u64::from(search.depth.unwrap_or(0));
        }
        let totals = EngineTotals::of(&StoredGame::from(&record), color);
        assert_eq!((totals.moves, totals.nodes, totals.depths), (moves, nodes, depths), "{color:?}");
    }
}

#[test]
fn games_of_earlier_versions_count_where_their_searches_cannot_be_told() {
    let record = game(&[1, 2, 4]);
    let stored = without_book_entries(StoredGame::from(&record));
    assert_eq!((stored.opening, stored.plies(), stored.scores.len()), (0, 10, 7));
    let read = stored.record().unwrap();
    assert_eq!(read.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>(), {
        record.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>()
    });
    assert_eq!(read.conclusion, record.conclusion);
    let is_empty = |ply: &Ply| ply.search == Some(SearchReport::default());
    assert!(read.plies.iter().all(is_empty), "no figure is given to a move that it may not belong to");
    for color in Color::ALL {
        let totals = EngineTotals::of(&stored, color);
        assert_eq!((totals.games, totals.moves, totals.nodes, totals.time_us), (1, 0, 0, 0));
    }

    // A file of such games is continued, exported and merged.
    let mut lab = match_progress(settings(2, 4));
    let names = lab.settings().names();
    let mut units: Vec<PairRecord> =
        lab.schedule().units().map(|unit| play(&lab.task(unit), &names, 5)).collect();
    let [first, second] = &mut units[0].games[..] else { panic!("a pair") };
    (first.moves, first.conclusion) = (stored.moves.clone(), stored.conclusion);
    let StoredGame { scores, depths, seldepths, nodes, times_us, resolved, pvs, .. } = stored;
    (first.scores, first.depths, first.seldepths, first.nodes) = (scores, depths, seldepths, nodes);
    (first.times_us, first.resolved, first.pvs) = (times_us, resolved, pvs);
    first.detail.clear();
    second.detail.clear();
    let empty = MatchProgress::new(lab.header().clone(), lab.openings().clone()).unwrap();
    for unit in &units {
        lab.finish(unit).unwrap();
        assert_eq!(lab.output(unit).unwrap().pgn(Verbosity::Times).matches("[Event ").count(), 2);
    }
    let file = MatchFile { header: lab.header().clone(), units: units.clone(), whole: 0 };
    assert_eq!(empty.plan_merge(&file).unwrap().new.len(), units.len());

    // No version wrote lists of different lengths.
    let mut odd = units[0].games[0].clone();
    odd.scores.pop();
    assert!(odd.record().unwrap_err().to_string().contains("scores has 6 entries"));
    let mut long = StoredGame::from(&record);
    long.times_us.push(1);
    assert!(long.record().is_err());
}

#[test]
fn places_of_book_moves_that_cannot_be_are_refused() {
    let stored = StoredGame::new(&game(&[0, 4, 6]), Keep::default());
    for book in [vec![6, 4], vec![4, 4], vec![0, 4], vec![4, 10], vec![usize::MAX]] {
        let changed = StoredGame { book, ..stored.clone() };
        assert!(changed.record().is_err(), "{:?}", changed.book);
        let _ = EngineTotals::of(&changed, Color::White);
    }
}
