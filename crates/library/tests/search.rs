//! Filters, orders, duplicates, export.

mod support;

use support::{index, library};
use tabia_library::{
    Bounds, Column, Difference, EloOf, Flag, GameDate, Library, Order, Query, Selection, export,
};
use tabia_pgn::GameResult;
use tabia_polyglot::{BlockSource, SourceError};

const GAMES: &str = r#"[Event "Tata Steel"]
[Site "Wijk aan Zee"]
[Date "2019.01.27"]
[White "Carlsen, Magnus"]
[Black "Giri, Anish"]
[WhiteElo "2835"]
[BlackElo "2783"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 Nc6 1/2-1/2

[Event "Zürich"]
[Date "1953.??.??"]
[White "Kotov, Alexander"]
[Black "Keres, Paul"]
[Result "0-1"]

1. d4 Nf6 2. c4 g6 0-1

[Event "Club"]
[Date "2019.02.03"]
[White "Magnus Carlsen"]
[Black "GIRI, A"]
[WhiteElo "2835"]
[Result "1/2-1/2"]

1. e4 {same again} c5 2. Nf3 Nc6 1/2-1/2

[Event "Study"]
[White "?"]
[Black "Šírov, A"]
[BlackElo "2700"]
[FEN "7r/5k2/8/8/8/8/R3P3/4K3 b - - 0 1"]
[Result "*"]

1... Ke6 *

[White "Broken"]
[Black "Carlsen, Henrik"]

1. e5 *
"#;

fn games() -> Library<Vec<u8>> {
    library(index(GAMES.as_bytes()).unwrap())
}

fn found(query: &Query) -> Vec<u32> {
    games().find(query).unwrap().iter().collect()
}

#[test]
fn every_filter_finds_its_games() {
    let any = Query::default;
    let date = |text: &str| Some(GameDate::of_tag(text.as_bytes()));
    let elo = |min, max| Bounds { min: Some(min), max: Some(max) };
    for (query, expected) in [
        (any(), &[0, 1, 2, 3, 4][..]),
        (Query { player: Some("carlsen".into()), ..any() }, &[0, 2, 4]),
        (Query { player: Some("Carlsen, M".into()), ..any() }, &[0, 2]),
        (Query { black: Some("carl".into()), ..any() }, &[4]),
        (Query { white: Some("magnus carlsen".into()), black: Some("giri".into()), ..any() }, &[0, 2]),
        (Query { player: Some("sirov".into()), ..any() }, &[3]),
        (Query { event: Some("zurich".into()), ..any() }, &[1]),
        (Query { site: Some("wijk".into()), ..any() }, &[0]),
        (Query { opening: Some("sicilian".into()), ..any() }, &[0, 2]),
        (Query { eco: vec!["B".parse().unwrap(), "E60-E99".parse().unwrap()], ..any() }, &[0, 1, 2]),
        (Query { results: vec![GameResult::BlackWins, GameResult::Unknown], ..any() }, &[1, 3, 4]),
        (Query { from: date("2019.01.28"), ..any() }, &[2]),
        (Query { from: date("1950"), to: date("2019.01"), ..any() }, &[0, 1]),
        (Query { elo: elo(2700, 2900), ..any() }, &[0]),
        (Query { elo: elo(2700, 2800), elo_of: EloOf::Either, ..any() }, &[0, 3]),
        (Query { elo: elo(2809, 2809), elo_of: EloOf::Average, ..any() }, &[0]),
        (Query { plies: Bounds { min: Some(1), max: Some(3) }, ..any() }, &[3]),
        (Query { with: vec![Flag::Error], ..any() }, &[4]),
        (Query { without: vec![Flag::SetUp, Flag::Error], ..any() }, &[0, 1, 2]),
        (Query { material: Some("rook".parse().unwrap()), ..any() }, &[3]),
        (Query { material: Some("KRKRP".parse().unwrap()), ..any() }, &[]),
        (Query { material: Some("KRKRP".parse().unwrap()), material_of_either_colour: true, ..any() }, &[3]),
        (
            Query {
                player: Some("carlsen".into()),
                results: vec![GameResult::Draw],
                from: date("2019.02"),
                ..any()
            },
            &[2],
        ),
    ] {
        assert_eq!(found(&query), expected, "{query:?}");
    }
}

#[test]
fn a_position_is_found_by_transposition_and_beside_other_filters() {
    let mut position = tabia_chess::Position::default();
    for san in ["Nf3", "c5", "e4", "Nc6"] {
        position.play_unchecked(position.parse_san(san).unwrap());
    }
    assert_eq!(found(&Query { position: Some(position.repetition_key()), ..Query::default() }), [0, 2]);
    let query =
        Query { position: Some(position.repetition_key()), event: Some("club".into()), ..Query::default() };
    assert_eq!(found(&query), [2]);
    let mut library = games();
    let among = library.find(&Query { event: Some("tata".into()), ..Query::default() }).unwrap();
    let explorer =
        library.explore(tabia_chess::Position::default().repetition_key(), Some(&among), 3).unwrap();
    assert_eq!(
        (explorer.total.games, explorer.moves.len(), &explorer.moves[0].score.examples[..]),
        (1, 1, &[0][..])
    );
}

#[test]
fn a_query_is_kept_as_json() {
    let query = Query {
        player: Some("Tal".into()),
        eco: vec!["B20-B99".parse().unwrap()],
        from: Some(GameDate::of_tag(b"1960")),
        material: Some("KRPKR".parse().unwrap()),
        with: vec![Flag::Variations],
        ..Query::default()
    };
    let text = serde_json::to_string(&query).unwrap();
    assert_eq!(serde_json::from_str::<Query>(&text).unwrap(), query, "{text}");
    assert!(serde_json::from_str::<Query>(r#"{"colour": "white"}"#).is_err());
}

#[test]
fn every_column_sorts_and_the_unknown_comes_last() {
    let library = games();
    let all = Selection::all(library.len());
    for (column, ascending, descending) in [
        (Column::Number, [0, 1, 2, 3, 4], [4, 3, 2, 1, 0]),
        (Column::White, [4, 0, 1, 2, 3], [2, 1, 0, 4, 3]),
        (Column::Black, [4, 2, 0, 1, 3], [3, 1, 0, 2, 4]),
        (Column::Date, [1, 0, 2, 3, 4], [2, 0, 1, 3, 4]),
        (Column::WhiteElo, [0, 2, 1, 3, 4], [0, 2, 1, 3, 4]),
        (Column::BlackElo, [3, 0, 1, 2, 4], [0, 3, 1, 2, 4]),
        (Column::Event, [2, 3, 0, 1, 4], [1, 0, 3, 2, 4]),
        (Column::Site, [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]),
        (Column::Plies, [3, 0, 1, 2, 4], [0, 1, 2, 3, 4]),
        (Column::Eco, [0, 2, 1, 3, 4], [1, 0, 2, 3, 4]),
        (Column::Result, [1, 0, 2, 3, 4], [0, 2, 1, 3, 4]),
    ] {
        assert_eq!(library.sorted(&all, Order { column, descending: false }), ascending, "{column:?}");
        assert_eq!(library.sorted(&all, Order { column, descending: true }), descending, "{column:?}");
    }
}

#[test]
fn the_same_game_is_found_under_other_names() {
    let groups = games().duplicates();
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].games, [0, 2]);
    assert_eq!(
        groups[0].differences,
        [
            Difference::White,
            Difference::Black,
            Difference::Elo,
            Difference::Date,
            Difference::Event,
            Difference::Site,
            Difference::Text
        ]
    );
}

#[test]
fn games_of_the_same_players_and_moves_years_apart_are_no_duplicates() {
    let game = |date: &str| format!("[White \"A B\"]\n[Black \"C D\"]\n[Date \"{date}\"]\n\n1. e4 e5 *\n\n");
    let text: String = ["1990.05.01", "1993.05.01", "1990.12.31", "1991.01.01", "????"].map(game).concat();
    let groups = library(index(text.as_bytes()).unwrap()).duplicates();
    assert_eq!(groups.into_iter().map(|group| group.games).collect::<Vec<_>>(), [[0, 2, 3, 4]]);
}

#[test]
fn of_duplicates_the_first_stays() {
    let game = |first: &str| format!("[White \"A B\"]\n[Black \"C D\"]\n\n1. {first} e5 *\n\n");
    let text: String = ["e4", "d4", "e4", "c4", "e4", "c4"].map(game).concat();
    let library = library(index(text.as_bytes()).unwrap());
    assert_eq!(library.without_duplicates(0..6), [0, 1, 3]);
    assert_eq!(library.without_duplicates([5, 4, 3, 2]), [5, 4], "among these games, in their order");
}

#[test]
fn an_export_is_what_stands_in_the_file() {
    let library = games();
    let mut all = Vec::new();
    export(&library, 0..library.len(), &mut GAMES.as_bytes(), &mut all).unwrap();
    assert_eq!(String::from_utf8(all).unwrap(), format!("{GAMES}\n"));
    let mut some = Vec::new();
    let bytes = export(&library, [2], &mut GAMES.as_bytes(), &mut some).unwrap();
    assert!(bytes == some.len() as u64 && GAMES.as_bytes().windows(some.len()).any(|window| window == some));
    assert!(export(&library, [99], &mut GAMES.as_bytes(), &mut some).is_err());
    assert!(export(&library, [2], &mut &GAMES.as_bytes()[..100], &mut some).is_err());
}

/// A file that counts how often it is read.
struct Counted<'a> {
    bytes: &'a [u8],
    reads: usize,
}

impl BlockSource for Counted<'_> {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        self.reads += 1;
        BlockSource::read_at(&mut self.bytes, offset, buffer)
    }
}

#[test]
fn games_that_follow_one_another_are_read_together() {
    let game = |number: u32| format!("[Round \"{number}\"]\n\n1. e4 e5 *\n\n");
    let text: String = (0..20_000).map(game).collect();
    let library = library(index(text.as_bytes()).unwrap());
    let exported = |games: Vec<u32>| {
        let (mut file, mut bytes) = (Counted { bytes: text.as_bytes(), reads: 0 }, Vec::new());
        export(&library, games, &mut file, &mut bytes).unwrap();
        (file.reads, String::from_utf8(bytes).unwrap())
    };
    assert_eq!(exported((0..20_000).collect()), (1, text.clone()));
    // In any other order, each as it comes.
    let (reads, backwards) = exported((0..20_000).rev().collect());
    assert_eq!((reads, backwards.len()), (20_000, text.len()));
    // What is between two games is read along with them, unless it is much.
    let (reads, some) = exported(vec![0, 2, 4, 10_000, 10_001, 3, 3]);
    assert_eq!(reads, 4);
    let rounds: Vec<&str> = some.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(rounds, [0, 2, 4, 10_000, 10_001, 3, 3].map(|round| format!("[Round \"{round}\"]")));
}
