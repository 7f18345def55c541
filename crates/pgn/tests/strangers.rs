//! Things people paste other than well-formed PGN: links and prose, other variants, other languages, typographic characters.

mod common;

use common::shared;
use tabia_pgn::{Collection, Game, NodeId, ProblemKind, read, read_bytes, write};

fn plies(game: &Game) -> usize {
    game.main_line().count()
}

fn losses(collection: &Collection) -> Vec<&str> {
    collection
        .problems
        .iter()
        .filter(|problem| problem.is_loss)
        .map(|problem| problem.message.as_str())
        .collect()
}

#[test]
fn links_and_prose_are_no_games() {
    for text in [
        "https://lichess.org/abcd1234",
        "https://lichess.org/abcd1234/black#12",
        "https://www.chess.com/game/live/e4d5c6b7",
        "lichess.org/abc.e4",
        "Look at e4 in the third game of the match, please",
        "1-0 for us in the league yesterday",
        "* buy milk\n* water the plants on b2\n* call f7 support",
        "I think that d5 is weak.\n\nBetter is to wait a move.",
        "1. e5",
        "the code is 4f e6 a1 b2 99, version h8-h9",
    ] {
        let collection = read(text);
        assert_eq!(collection.games, [], "{text}");
        assert!(!losses(&collection).is_empty(), "{text}");
    }
    assert!(losses(&read("1. e5"))[0].contains("e5 is not a legal move"), "{:?}", read("1. e5"));
}

#[test]
fn a_game_is_found_among_other_words() {
    for (text, count) in [
        ("My best game so far, played in the last round against a friend: 1. e4 e5 2. Nf3", 3),
        ("e4 e5 Nf3", 3),
        ("d4", 1),
        ("see https://lichess.org/abcd1234 for more\n\n1. e4 c5 *", 2),
        ("Played at b4 street.\n\n[Event \"A\"]\n\n1. d4 d5 *", 2),
    ] {
        let games = read(text).games;
        assert_eq!(games.iter().map(plies).collect::<Vec<_>>(), [count], "{text}");
    }
    // Text after a game is reported and is not a second game.
    let collection = read("1. e4 e5 *\n\nhttps://lichess.org/abcd1234\n");
    assert_eq!((collection.games.len(), losses(&collection).len()), (1, 1));
}

#[test]
fn a_variant_that_is_not_known_is_named() {
    let drop = "[Event \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e2 Nf6 *";
    let collection = read(drop);
    assert_eq!(plies(&collection.games[0]), 6);
    assert!(losses(&collection)[0].contains("\"Crazyhouse\" is not known"), "{:?}", losses(&collection));
    assert!(
        losses(&collection)[1].contains("the rules of the variant \"Crazyhouse\""),
        "{:?}",
        losses(&collection)
    );
    assert_eq!((collection.problems[0].line, collection.problems[0].kind), (2, ProblemKind::Variant));

    let pocket = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1";
    for tags in [
        format!("[FEN \"{pocket}\"]\n[Variant \"Crazyhouse\"]\n\n1. Q@e4 *"),
        format!("[Variant \"Crazyhouse\"]\n[FEN \"{pocket}\"]\n\n1. Q@e4 *"),
    ] {
        let collection = read(&tags);
        let [loss] = losses(&collection)[..] else { panic!("{:#?}", collection.problems) };
        assert!(loss.contains("\"Crazyhouse\" is not known") && loss.contains("Q@e4"), "{loss}");
    }
    // Every move is legal in chess as well, but the rules differ.
    let antichess = read("[Variant \"Antichess\"]\n\n1. e3 *");
    assert_eq!(losses(&antichess).len(), 1);
    assert_eq!(losses(&read("[Variant \"Chess960\"]\n\n1. e3 *")), [""; 0]);
}

#[test]
fn a_tag_given_twice_does_not_split_a_game() {
    for tags in [
        "[Event \"A\"]\n[Event \"B\"]\n[White \"C\"]",
        "[Event \"A\"]\n[Site \"S\"]\n[Event \"B\"]\n[White \"C\"]",
        "[Event \"A\"]\n[White \"C\"]\n[Event \"B\"]",
    ] {
        let collection = read(&format!("{tags}\n\n1. e4 *"));
        let [game] = &collection.games[..] else { panic!("{tags}: {} games", collection.games.len()) };
        assert_eq!((game.tags().get("Event"), game.tags().get("White")), (Some("B"), Some("C")));
        assert!(losses(&collection)[0].contains("given twice"), "{:?}", losses(&collection));
    }
    // Two games without moves, with or without an empty line in between.
    let header = "[Event \"A\"]\n[Site \"S\"]\n[White \"B\"]\n";
    assert_eq!(read(&header.repeat(3)).games.len(), 3);
    assert_eq!(read(&[header; 3].join("\n")).games.len(), 3);
    assert_eq!(read("[Event \"A\"]\n\n1. e4 *\n[Event \"B\"]\n\n1. d4 *").games.len(), 2);
}

#[test]
fn dashes_of_every_length_castle() {
    for dash in ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '\u{FF0D}'] {
        for letter in ["O", "0", "О"] {
            let castling = format!("{letter}{dash}{letter}");
            let text = format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {castling} Nf6 5. d3 {castling} 1{dash}0");
            let collection = read(&text);
            assert_eq!(collection.problems, [], "{text}");
            assert_eq!(plies(&collection.games[0]), 10, "{text}");
            assert_eq!(collection.games[0].result().as_str(), "1-0");
        }
    }
    let long = read("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O‑O‑O O‑O‑O *");
    assert_eq!((plies(&long.games[0]), long.problems.len()), (10, 0));
}

#[test]
fn piece_letters_of_other_languages_are_read() {
    let opening = |[k, q, r, b, n]: [&str; 5]| {
        format!(
            "1. e4 e5 2. {n}f3 {n}c6 3. {b}b5 a6 4. {b}xc6 dxc6 5. O-O {q}d6 6. {r}e1 {k}e7 7. h3 ({q}e2 {b}e6) {q}d8 *"
        )
    };
    let english = &read(&opening(["K", "Q", "R", "B", "N"])).games[0];
    assert_eq!(plies(english), 14);
    for (language, pieces) in [
        ("German", ["K", "D", "T", "L", "S"]),
        ("French", ["R", "D", "T", "F", "C"]),
        ("Spanish", ["R", "D", "T", "A", "C"]),
        ("Italian", ["R", "D", "T", "A", "C"]),
        ("Portuguese", ["R", "D", "T", "B", "C"]),
        ("Dutch", ["K", "D", "T", "L", "P"]),
        ("Polish", ["K", "H", "W", "G", "S"]),
        ("Czech", ["K", "D", "V", "S", "J"]),
        ("Hungarian", ["K", "V", "B", "F", "H"]),
        ("Romanian", ["R", "D", "T", "N", "C"]),
        ("Finnish", ["K", "D", "T", "L", "R"]),
        ("Russian", ["Кр", "Ф", "Л", "С", "К"]),
        ("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    ] {
        for tags in ["", "[White \"A\"]\n\n"] {
            let collection = read(&format!("{tags}{}", opening(pieces)));
            let [game] = &collection.games[..] else { panic!("{language}: {:?}", collection.problems) };
            assert_eq!(write(game).split("\n\n").nth(1), write(english).split("\n\n").nth(1), "{language}");
            let [told] = &collection.problems[..] else { panic!("{:?}", collection.problems) };
            assert!(told.kind == ProblemKind::Letters && told.message.contains(language), "{told}");
            assert!(!told.is_loss);
        }
    }
}

#[test]
fn promotions_may_have_other_letters() {
    let collection = read("[FEN \"7k/P3S3/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=D+ *");
    assert_eq!(collection.games.len(), 1, "a FEN has English letters");
    for (first, second) in [("a8=D+", "Dxb7"), ("a8(D)+", "Dxb7"), ("a8D", "Dxb7")] {
        let text = format!("[FEN \"7k/Pr6/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {first} Kg7 2. {second}+ *");
        let collection = read(&text);
        assert_eq!(plies(&collection.games[0]), 3, "{text}: {:?}", collection.problems);
    }
}

/// The letter alone proves nothing: an illegal English move remains one.
#[test]
fn english_games_stay_english() {
    let collection = read("1. e4 e5 2. Nf3 Nc6 3. Rxe5 *");
    assert_eq!(plies(&collection.games[0]), 4);
    assert!(losses(&collection)[0].contains("Rxe5"));
    let unknown = read("1. e4 e5 2. Xf3 Nc6 *");
    assert!(losses(&unknown)[0].contains("X is not a piece"), "{:?}", losses(&unknown));
    let mixed = read("1. e4 e5 2. Nf3 Sc6 3. Bb5 *");
    assert_eq!(plies(&mixed.games[0]), 3);
    assert!(losses(&mixed)[0].contains("German"), "{:?}", losses(&mixed));
}

/// A game translated into German by pgn-extract.
#[test]
fn a_german_file_is_read_whole() {
    let Some(bytes) = shared("pgn/pgn-extract/out/test-WWdeutsch-out.pgn") else { return };
    let collection = read_bytes(&bytes);
    assert_eq!(losses(&collection), [""; 0]);
    assert!(collection.games.iter().all(|game| plies(game) > 20));
    let last = &collection.games[0];
    assert!(write(last).contains("Bd4 f5"), "{:?}", last.position(last.line_end(NodeId::ROOT)));
}
