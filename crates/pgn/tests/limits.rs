//! Texts designed to break readers: nothing overflows, and time stays proportional to length.

use std::time::{Duration, Instant};

use tabia_pgn::reader::{MAX_PROBLEMS_PER_GAME, MAX_VARIATION_DEPTH};
use tabia_pgn::{NodeId, ProblemKind, read, read_bytes, write};

#[test]
fn variations_may_be_nested_deeply() {
    let depth = 10_000;
    // Each variation begins one ply later than its parent.
    let cycle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let other = ["Nc3", "Nc6", "Nb1", "Nb8"];
    let mut text = String::from("1. Nf3 ");
    for ply in 0..depth {
        let line = if ply % 2 == 0 { other } else { cycle };
        let [first, second, third, fourth] = line;
        let next = if ply % 2 == 0 { "Nc3" } else { "Nf3" };
        text.extend(["(", first, " ", second, " ", third, " ", fourth, " ", next, " "]);
    }
    text.push_str(&")".repeat(depth));
    text.push_str(" *");
    let collection = read(&text);
    assert_eq!(collection.problems, []);
    let game = &collection.games[0];
    assert_eq!(game.subtree(NodeId::ROOT).len(), 2 + depth * 5);
    assert_eq!(&read(&write(game)).games[0], game);
    let copy = game.clone();
    assert_eq!(copy, *game);
}

#[test]
fn too_deep_variations_are_left_out_and_told() {
    let depth = MAX_VARIATION_DEPTH + 10;
    let text = format!("e4 {} {} e5 *", "(d4 ".repeat(depth), ")".repeat(depth));
    let collection = read(&text);
    let kinds: Vec<_> = collection.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [ProblemKind::Variation]);
    assert_eq!(collection.games[0].main_line().count(), 2);
}

#[test]
fn sizes_do_not_matter() {
    let tag = "x".repeat(200_000);
    let comments = "{c} ".repeat(20_000);
    let variations = "(1. d4) ".repeat(5_000);
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(1_000);
    let text = format!("[Event \"{tag}\"]\n\n1. e4 {comments} {variations} 1... e5 {moves} *");
    let collection = read(&text);
    assert_eq!(collection.problems, []);
    let game = &collection.games[0];
    assert_eq!(game.tags().get("Event").map(str::len), Some(200_000));
    assert_eq!(game.main_line().count(), 4_002);
    assert_eq!(game.children(NodeId::ROOT).count(), 5_001);
    let first = game.main_child(NodeId::ROOT).expect("1. e4");
    assert_eq!(game.annotations(first).after.len(), 20_000);
}

#[test]
fn problems_are_counted_up_to_a_limit() {
    let collection = read(&format!("1. e4 {} *", "$999 ".repeat(10_000)));
    assert_eq!(collection.problems.len(), MAX_PROBLEMS_PER_GAME + 1);
    assert_eq!(collection.problems.last().map(|problem| problem.kind), Some(ProblemKind::TooMany));
    assert_eq!(collection.games.len(), 1);
}

/// One megabyte of each opening or closing character, and of mixtures that make a naive reader start over again and again.
#[test]
fn no_text_makes_reading_quadratic() {
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ";",
        "$",
        "!",
        "%",
        "\"",
        "\\",
        "*",
        "1",
        "1-0 ",
        "e4 ",
        "(e4",
        "{{}",
        "{[Event \"x\"]",
        "[a \"",
        "[a",
        "[Event \"x\"]\n{ ",
        "[Event \"x\"]\n\n1. e4 { ",
        "1 ",
        "½",
        "a∞",
        "∞",
        "∞N",
        "e4±",
        "e4=",
        "e4+-",
        "[white team \"",
        "[white team ",
        "(1-0)",
        "(1-0 ",
        "[1-0]",
        "1-0a",
        "\"1-0",
        "–",
        "\r",
        "\n",
        "\n\n",
        "1. e4\n\n",
        "(1. e4 ",
        "; {\n",
        "1 - ",
        "-",
        "[FEN \"x\"]",
        "e4 {a} (",
        "\0",
        "\u{a0}",
        "x;{\n",
        "[Result \"1-0\"] 0-1 ",
    ];
    for piece in pieces {
        let text = piece.repeat(1_000_000 / piece.len());
        let begin = Instant::now();
        let collection = read(&text);
        let time = begin.elapsed();
        // Linear work on a megabyte takes well under a second; quadratic work takes hours.
        assert!(time < Duration::from_secs(20), "{piece:?} took {time:?}");
        drop(collection);
        let begin = Instant::now();
        read_bytes(format!("1. e4 {text} e5 *").as_bytes());
        let time = begin.elapsed();
        assert!(time < Duration::from_secs(20), "{piece:?} behind a move took {time:?}");
    }
}

/// A long row of opcodes that are empty once the quotation marks are removed.
#[test]
fn a_line_of_marks_does_not_use_up_the_stack() {
    for marks in ["\" ", "\"; ", "\"\" "] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {}bm Ke2;", marks.repeat(1_000_000));
        let (lines, _) = tabia_pgn::epd::read_epds(&line);
        assert!(lines.len() <= 1, "{marks}");
    }
}

/// A text may end anywhere.
#[test]
fn every_prefix_of_a_game_is_read() {
    let text = "\u{feff}%x\n[White \"M\\\"ü\"]\r\n[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1\"]\n\n{a} 1. {b} e5 $14 ({c {d} e} 1. Kd4 Kd6 (1... Kf6!?)) 1... Kxe5 ; f\n½–½";
    let whole = read(text).games[0].main_line().count();
    assert_eq!(whole, 2);
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let collection = read(&text[..end]);
        assert!(collection.games.len() <= 1, "{:?}", &text[..end]);
        assert!(collection.games.iter().all(|game| game.main_line().count() <= whole));
    }
    for end in 0..text.len() {
        read_bytes(&text.as_bytes()[..end]);
    }
}
