//! Opening names compared with lichess's list, which is in the shared data.

use std::collections::HashSet;

use tabia_book_tools::names::{self, LastNamed, name_of, name_of_moves};
use tabia_book_tools::tree::{self, parse};
use tabia_chess::{Move, Position};
use tabia_conformance::read;

/// The named positions that the project promises at least.
const AT_LEAST: usize = 500;

/// A name as it is compared: letters and digits only, without accents, so that spelling decides and not punctuation.
fn plain(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter_map(|c| match c {
            'ö' | 'ø' => Some('o'),
            'ü' => Some('u'),
            'é' | 'è' => Some('e'),
            'á' | 'ä' => Some('a'),
            'ć' | 'č' => Some('c'),
            _ => c.is_alphanumeric().then_some(c),
        })
        .collect()
}

#[test]
fn names_and_codes_agree_with_the_list_of_lichess() {
    let Some(list) = read("eco/openings-with-epd.tsv") else { return };
    let list = String::from_utf8(list).expect("the list is UTF-8");
    let (mut shared, mut faults) = (0, Vec::new());
    for row in list.lines().skip(1) {
        let mut fields = row.split('\t');
        let (Some(eco), Some(name), Some(_), Some(uci)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            panic!("the list has another form: {row}");
        };
        let mut position = Position::default();
        for m in uci.split(' ') {
            position.play_unchecked(position.parse_uci(m).expect("the list's moves are legal"));
        }
        let Some(ours) = name_of(&position) else { continue };
        shared += 1;
        if ours.eco.to_string() != eco || plain(ours.name) != plain(name) {
            faults.push(format!("ours {ours}, theirs {eco} {name}: {uci}"));
        }
    }
    println!("{shared} of {} names are of positions that the list names too", names::len());
    assert!(faults.is_empty(), "{} names disagree:\n{}", faults.len(), faults.join("\n"));
    assert!(shared >= AT_LEAST, "only {shared} positions are named by both: has the list changed?");
}

#[test]
fn there_are_many_and_each_is_well_formed() {
    assert!(names::len() >= AT_LEAST, "{} names", names::len());
    let keys: HashSet<u64> = names::all().map(|(key, _)| key).collect();
    assert_eq!(keys.len(), names::len());
    for (_, opening) in names::all() {
        let text = opening.to_string();
        assert!(opening.eco.number() < 100 && ('A'..='E').contains(&opening.eco.volume()), "{text}");
        assert_eq!(opening.name, opening.name.trim(), "{text}");
        assert!(!opening.name.contains("  ") && opening.name.matches(':').count() <= 1, "{text}");
        assert!(!opening.family().is_empty() && opening.name.starts_with(opening.family()), "{text}");
        assert!(!opening.name.ends_with([':', ',']), "{text}");
    }
}

fn game(sans: &str) -> Vec<Move> {
    let mut position = Position::default();
    let play = |san: &str| {
        let m = position.parse_san(san).expect("the test's moves are legal");
        position.play_unchecked(m);
        m
    };
    sans.split(' ').map(play).collect()
}

fn name(sans: &str) -> Option<LastNamed> {
    name_of_moves(&Position::default(), game(sans))
}

#[test]
fn a_game_is_called_after_its_last_named_position() {
    assert_eq!(name_of_moves(&Position::default(), []), None, "the normal position has no name");
    let dragon = name("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3").expect("it has a name");
    assert!(dragon.opening.name.starts_with("Sicilian Defense: Dragon Variation"), "{dragon:?}");
}

#[test]
fn transpositions_have_the_same_name() {
    let najdorf = name("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").expect("it has a name");
    assert_eq!(najdorf.opening.to_string(), "B90 Sicilian Defense: Najdorf Variation");
    assert_eq!((najdorf.opening.family(), najdorf.ply), ("Sicilian Defense", 10));
    assert_eq!(name("Nf3 c5 e4 a6 d4 cxd4 Nxd4 Nf6 Nc3 d6"), Some(najdorf));
}

#[test]
fn a_game_stays_named_after_it_left_the_names() {
    let long = name("e4 e5 Nf3 Nc6 Bb5 Nge7 a3 a5 h3 h5").expect("it has a name");
    assert_eq!(long.opening.to_string(), "C60 Ruy Lopez: Cozio Defense");
    assert_eq!(long.ply, 6);
}

#[test]
fn an_illegal_move_ends_the_game_without_a_panic() {
    let mut moves = game("e4 e5 Nf3");
    moves.push(moves[0]);
    moves.extend(game("d4"));
    let named = name_of_moves(&Position::default(), moves).expect("it has a name");
    assert_eq!(named.ply, 3);
}

#[test]
fn positions_of_other_beginnings_have_no_name() {
    // The normal position is number 518.
    for number in [0, 517, 519, 959] {
        assert_eq!(name_of(&Position::chess960(number)), None);
    }
}

#[test]
fn a_name_continues_the_one_above_it_in_the_tree() {
    let text = "e4 c5 = B20 Sicilian Defense\n  Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3\n    a6 = B90 : Najdorf Variation\n      \
                Be3 = B90 , English Attack\n    g6 = B70 : Dragon Variation\n  Nc3 = B23";
    let rows = parse(text).expect("the rows are right");
    let named: Vec<_> = tree::names(&rows)
        .expect("the names are right")
        .into_iter()
        .map(|named| (named.row, named.eco.index(), named.name))
        .collect();
    let expected = [
        (0, 120, "Sicilian Defense"),
        (2, 190, "Sicilian Defense: Najdorf Variation"),
        (3, 190, "Sicilian Defense: Najdorf Variation, English Attack"),
        (4, 170, "Sicilian Defense: Dragon Variation"),
        (5, 123, "Sicilian Defense"),
    ];
    assert_eq!(named, expected.map(|(row, eco, name)| (row, eco, name.to_owned())));
    for (text, message) in [
        ("e4 = Sicilian", "line 1: an ECO code (A00 to E99) must follow the ="),
        ("e4\n  e5 = C20 : Something", "line 2: no row above has a name that this one could continue"),
        ("e4 =", "line 1: an ECO code (A00 to E99) must follow the ="),
    ] {
        let rows = parse(text).expect("the moves are right");
        assert_eq!(tree::names(&rows).expect_err("the name is wrong").to_string(), message);
    }
}
