//! Places where content could get lost: everything in a file is in the game, and in the PGN written from it.

use tabia_pgn::{Game, Nag, NodeId, read, read_bytes, write};

/// All annotations of a game, in the order of the text: each move with its comments before, its glyphs, and its comments after.
fn told(game: &Game) -> String {
    let mut nodes = vec![NodeId::ROOT];
    nodes.extend(game.walk().filter_map(|step| match step {
        tabia_pgn::Step::Move { node, .. } => Some(node),
        _ => None,
    }));
    let mut parts = Vec::new();
    for node in nodes {
        let annotations = game.annotations(node);
        parts.extend(annotations.before.iter().map(|comment| format!("<{comment}>")));
        parts.push(match (game.played(node), game.parent(node)) {
            (Some(played), Some(parent)) => played.san(&game.position(parent)),
            _ => "start".to_owned(),
        });
        parts.extend(annotations.nags.iter().map(Nag::to_string));
        parts.extend(annotations.after.iter().map(|comment| format!("<{comment}>")));
    }
    parts.join(" ")
}

#[test]
fn nothing_is_lost_wherever_it_stands() {
    let cases = [
        ("{a} 1. e4 *", "start <a> e4"),
        ("{a} {b} ; c\n1. e4 *", "start <a> <b> <c> e4"),
        ("1. {a} e4 *", "start <a> e4"),
        ("1. {a} {b} e4 {c} {d} *", "start <a> <b> e4 <c> <d>"),
        ("1. e4 {a} 1... {b} e5 *", "start e4 <a> <b> e5"),
        ("1. e4 {a} ; b\n{c} e5 *", "start e4 <a> <b> <c> e5"),
        ("1. e4 e5 * {a}", "start e4 e5 <a>"),
        ("1. e4 e5 *\n\n; a\n{b}\n", "start e4 e5 <a> <b>"),
        ("1. e4 ({a} 1. d4 {b}) e5 *", "start e4 <a> d4 <b> e5"),
        ("1. e4 (1. {a} d4) e5 *", "start e4 <a> d4 e5"),
        ("1. e4 (1. d4) {a} e5 *", "start e4 <a> d4 e5"),
        ("1. e4 ({a}) e5 *", "start e4 <a> e5"),
        ("1. e4 ({a} 1. Kd2) e5 *", "start e4 <a> e5"),
        ("1. e4 e5 ({a} 1... Kd2 {b}) 2. d4 *", "start e4 e5 <a> d4"),
        ("1. $1 e4 *", "start e4 $1"),
        ("1. e4 $1 $220 $0 $255 *", "start e4 $1 $220 $0 $255"),
        ("1. e4! e5?! 2. Nf3 \u{2213} *", "start e4 $1 e5 $6 Nf3 $17"),
        ("$13 1. e4 *", "start $13 e4"),
        ("[White \"A\"]\n\n{only a comment} *", "start <only a comment>"),
        ("1. e4 {} {  } e5 *", "start e4 e5"),
        ("1. e4 {two\nlines   and\tmore} *", "start e4 <two lines   and more>"),
        ("1. e4 {one {in} another} *", "start e4 <one {in} another>"),
        ("1. e4 ; a } brace\ne5 *", "start e4 <a } brace> e5"),
        ("1. e4 {; no comment of its own} e5 *", "start e4 <; no comment of its own> e5"),
        ("1. e4 {[%clk 0:01:00] [%csl Ge4]} *", "start e4 <[%clk 0:01:00] [%csl Ge4]>"),
        ("1. e4 -- 2. d4 -- *", "start e4 -- d4 --"),
        ("1. e4 Z0 2. d4 (2. -- c5) *", "start e4 -- d4 -- c5"),
    ];
    for (text, expected) in cases {
        let collection = read(text);
        let [game] = &collection.games[..] else { panic!("{text}: {} games", collection.games.len()) };
        assert_eq!(told(game), expected, "{text}");
        let written = write(game);
        let again = read(&written);
        assert_eq!(again.games, collection.games, "{written}");
        assert_eq!(write(&again.games[0]), written, "{text}");
    }
}

/// It is reported at its position, not at the end of the text.
#[test]
fn a_comment_without_a_game_is_told_in_its_place() {
    let collection = read("1. e4 *\n\n  {lost} x *\n\n[White \"B\"]\n\n1. d4 *\n");
    let lost: Vec<_> = collection
        .problems
        .iter()
        .filter(|problem| problem.message.contains("{lost}") || problem.message.contains("\"lost\""))
        .collect();
    let [problem] = lost[..] else { panic!("{:?}", collection.problems) };
    assert_eq!((problem.line, problem.column), (3, 3), "{problem}");
    assert_eq!(collection.games.len(), 2);
}

/// Annotators end a variation with the result of the game it comes from.
#[test]
fn a_result_in_a_variation_ends_nothing() {
    for behind in ["", " {agreed}", " $18", " (2. c3 *)", " ; text\n", " {a} $1 {b}", " *", " 2... a6"] {
        let text = format!(
            "[Result \"0-1\"]\n\n1. e4 e5 (1... c5 2. Nf3 1/2-1/2{behind}) 2. Nf3 Nc6 0-1\n\n[White \"B\"]\n\n1. d4 *\n"
        );
        let collection = read(&text);
        let line: Vec<_> =
            collection.games.iter().map(|game| (game.main_line().count(), game.result().as_str())).collect();
        assert_eq!(line, [(4, "0-1"), (1, "*")], "{text}");
    }
    // If nothing of the game follows the result, it is the game's own, and the variation was left unclosed.
    for behind in ["", "\n{about it}", "\n\n[White \"B\"]\n\n1. d4 *", "\n\n1. d4 *"] {
        let collection = read(&format!("1. e4 e5 (1... c5 2. Nf3 0-1{behind}"));
        assert_eq!(collection.games[0].result().as_str(), "0-1", "{behind}");
        assert_eq!(collection.games.len(), 1 + usize::from(behind.contains("d4")), "{behind}");
    }
}

/// Lines that begin with `%` are program-specific; readers must skip them by the standard. Inside a comment they are text.
#[test]
fn escaped_lines_are_passed_over_and_only_they() {
    let collection = read("%a program's own\n[White \"A\"]\n%more\n\n1. e4 {100\n% sure} %e\n% 2. d4\ne5 *");
    assert_eq!(told(&collection.games[0]), "start e4 <100 % sure> e5");
    // A word in a comment that begins with `%` is never put at the start of a line, where programs would skip it.
    let long = format!("1. e4 {{{} % is a sign}} *", "word ".repeat(15));
    let written = write(&read(&long).games[0]);
    assert!(written.lines().all(|line| !line.starts_with('%')), "{written}");
}

#[test]
fn values_of_tags_come_back_as_they_were() {
    for value in [
        r#"a \"quoted\" word"#,
        r"C:\\games\\new",
        r"ends in a backslash \\",
        "[brackets] {braces} (parentheses) ; %",
        "Müller, Björn – 王",
        "  blanks around  ",
        "",
        "?",
    ] {
        let text =
            format!("[White \"{value}\"]\n[X_tag-1 \"{value}\"]\n[Annotator \"{value}\"]\n\n1. e4 *\n");
        let collection = read(&text);
        assert_eq!(collection.problems, [], "{text}");
        let game = &collection.games[0];
        let plain = value.replace("\\\"", "\"").replace(r"\\", "\\");
        assert_eq!(game.tags().get("White"), Some(plain.as_str()));
        assert_eq!(
            game.stored_tags().iter().map(|(name, _)| name).collect::<Vec<_>>(),
            ["White", "X_tag-1", "Annotator"]
        );
        let written = write(game);
        assert_eq!(&read(&written).games[0], game, "{written}");
        assert!(written.matches(&format!("\"{value}\"]")).count() >= 3, "{written}");
    }
}

/// Whatever the encoding of a file, output is UTF-8 with the same content.
#[test]
fn encodings_say_the_same() {
    let text = "[White \"Müller\"]\n\n1. e4 {schön} *\n";
    let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let latin = text.chars().map(|c| c as u32 as u8).collect::<Vec<u8>>();
    let with_mark = [&[0xEF, 0xBB, 0xBF], text.as_bytes()].concat();
    let games =
        [text.as_bytes().to_vec(), with_mark, latin, utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)]
            .map(|bytes| read_bytes(&bytes).games);
    for other in &games[1..] {
        assert_eq!(other, &games[0]);
    }
    assert!(write(&games[0][0]).contains("1. e4 {schön} *"));
}

#[test]
fn start_positions_and_chess960_come_back() {
    for fen in [
        "8/P6k/8/3pP3/8/8/6Kp/8 w - d6 0 57",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 5",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ] {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
        let collection = read(&text);
        let game = &collection.games[0];
        let again = &read(&write(game)).games[0];
        assert_eq!((again.start(), again.is_chess960()), (game.start(), game.is_chess960()), "{fen}");
        assert_eq!(game.is_chess960(), fen.contains("HFhf"));
    }
    // A tag with less information than the FEN is not written next to the new one.
    let text = "[Variant \"From Position\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n*\n";
    let written = write(&read(text).games[0]);
    assert_eq!(written.matches("[Variant ").count(), 1, "{written}");
    assert_eq!(read(&written), read(text));
    // Unknown variants are not overwritten with Chess960.
    for variant in ["Crazyhouse", "{ischerandom"] {
        let game = &read(&format!("[Mode \"x\"]\n{}", text.replace("From Position", variant))).games[0];
        let written = write(game);
        assert_eq!(written.matches("[Variant ").count(), 1, "{written}");
        assert_eq!(
            (&read(&written).games[0], game.tags().get("Variant")),
            (game, Some(variant)),
            "{written}"
        );
    }
}
