//! Files of other programs that once lost moves, players or start positions.

mod common;

use common::shared;
use tabia_pgn::comment::CommentEval::{Cp, Mate};
use tabia_pgn::{Game, GameResult, Nag, NodeId, ReadGame, Reader, write};

fn games(text: &str) -> Vec<ReadGame> {
    Reader::new(text).collect()
}

/// The only game of a text, read without loss.
fn game(text: &str) -> Game {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    let losses: Vec<_> = games[0].problems.iter().filter(|problem| problem.is_loss).collect();
    assert!(losses.is_empty(), "{text}: {losses:?}");
    games.remove(0).game
}

fn field_case(name: &str) -> Option<String> {
    let bytes = shared(&format!("field-cases/{name}"))?;
    Some(tabia_pgn::decode(&bytes).text.into_owned())
}

/// The moves of the main line in SAN.
fn main_line(game: &Game) -> String {
    let mut position = *game.start();
    let san = |node: NodeId| {
        let played = game.played(node).expect("a move");
        let san = played.san(&position);
        played.apply(&mut position);
        san
    };
    game.main_line().map(san).collect::<Vec<_>>().join(" ")
}

fn evals(game: &Game) -> Vec<Option<(tabia_pgn::comment::CommentEval, Option<u32>)>> {
    game.main_line().map(|node| game.annotations(node).evaluation()).collect()
}

const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn fens_with_tails_or_nothing_in_them_lose_no_move() {
    for (name, start, moves) in [
        ("k2-empty-fen-tag.pgn", format!("{STANDARD} w KQkq - 0 1"), "e4 e5"),
        ("k2-fen-hmvc-fmvn.pgn", format!("{STANDARD} w KQkq - 0 1"), "e4 e5"),
        (
            "k2-game-fen-semicolon.pgn",
            "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1".to_owned(),
            "e4 e5",
        ),
    ] {
        let Some(text) = field_case(name) else { return };
        let game = game(&text);
        assert_eq!((game.start().to_fen(), main_line(&game)), (start, moves.to_owned()), "{name}");
    }
    let Some(openings) = field_case("k2-openings-fen-semicolon.pgn") else { return };
    let openings = games(&openings);
    assert_eq!(openings.len(), 2);
    assert!(openings.iter().all(|read| read.game.is_chess960() && read.problems.iter().all(|p| !p.is_loss)));
    for fen in ["", "?", "-", " ", "startpos", "????"] {
        let game = game(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. e4 e5 *"));
        assert_eq!((game.start().fullmove_number(), main_line(&game).as_str()), (1, "e4 e5"), "{fen}");
        assert!(!write(&game).contains("FEN"), "{fen}");
    }
    for fen in ["none", "NONE", "N/A", "n/a", "null", "Null", "position startpos", "STARTPOS", "*", "."] {
        let game = game(&format!("[FEN \"{fen}\"]\n\n1. e4 e5 *"));
        assert_eq!(main_line(&game), "e4 e5", "{fen}");
        assert!(!write(&game).contains("FEN"), "{fen}");
    }
    // Other words stay in the tag.
    for fen in ["unknown", "see comment", "normal start", "startpos moves e2e4", "w/o", "0"] {
        for tags in ["[SetUp \"1\"]", "[SetUp \"0\"]", "[White \"A\"]"] {
            let read = games(&format!("{tags}\n[FEN \"{fen}\"]\n\n1. e4 e5 *")).remove(0);
            assert_eq!(main_line(&read.game), "e4 e5", "{fen}");
            let [problem] = &read.problems[..] else { panic!("{fen}: {:?}", read.problems) };
            assert!(!problem.is_loss && problem.message.contains(fen), "{fen}: {problem}");
            assert!(write(&read.game).contains(&format!("[FEN \"{fen}\"]")), "{fen}");
            assert_eq!(games(&write(&read.game)).remove(0).game, read.game, "{fen}");
        }
    }
    let both = games("[Variant \"Chess960\"]\n[FEN \"unknown\"]\n\n1. e4 e5 *").remove(0).game;
    assert!(both.is_chess960() && !write(&both).contains("unknown"), "{}", write(&both));
    for fen in [
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "FEN: 4k3/8/8/8/8/8/4P3/4K3 w - -",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;",
        "4k3/8/8/8/8/8/4P3/4K3 w - - - -",
        "4k3/8/8/8/8/8/4P3/4K3 w – – 0 1",
        "4k3/8/8/8/8/8/4P3/4K3\u{A0}w\u{A0}-\u{A0}-",
        "4k3/8/8/8/8/8/4P3/4K3 w ? ?",
        "4k3/8/8/8/8/8/4P3/4K3 W - - hmvc 0;fmvn 1",
    ] {
        let game = game(&format!("[FEN \"{fen}\"]\n\n1. e4 Kd7 *"));
        assert_eq!(main_line(&game), "e4 Kd7", "{fen}");
    }
    // Unknown words cost no moves, but are reported.
    let read = games("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 and so on\"]\n\n1. e4 Kd7 *").remove(0);
    assert_eq!(main_line(&read.game), "e4 Kd7");
    assert!(
        read.problems.len() == 1 && read.problems[0].message.contains("and so on"),
        "{:?}",
        read.problems
    );
}

#[test]
fn stale_castling_rights_are_dropped_and_told_unless_the_game_is_chess960() {
    let castled = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7";
    let read = games(&format!("[FEN \"{castled}\"]\n\n1. Rad1 *")).remove(0);
    assert!(!read.game.is_chess960() && !read.game.start().castling_rights().any());
    assert!(
        read.problems.iter().any(|problem| problem.is_loss && problem.message.contains("castling rights"))
    );
    let stale = "r5k1/8/8/8/8/8/8/R5K1 w Qq - 0 1";
    assert!(!games(&format!("[FEN \"{stale}\"]\n\n*")).remove(0).game.is_chess960());
    for tag in ["[Variant \"Chess960\"]", "[variant \"fischerandom\"]"] {
        let game = game(&format!("{tag}\n[FEN \"{stale}\"]\n\n1. O-O-O *"));
        assert!(game.is_chess960() && main_line(&game) == "O-O-O", "{tag}");
    }
    let by_file = game("[FEN \"r5k1/8/8/8/8/8/8/R5K1 w Aa - 0 1\"]\n\n1. O-O-O *");
    assert!(by_file.is_chess960());
    // What is written can be read again.
    assert_eq!(game(&write(&by_file)), by_file);
}

#[test]
fn chess960_is_told_where_only_the_castling_rights_say_so() {
    let told = |text: &str| {
        let read = games(text).remove(0);
        assert!(read.game.is_chess960() && read.problems.iter().all(|problem| !problem.is_loss), "{text}");
        read.problems.iter().filter(|problem| problem.message.contains("Chess960")).count()
    };
    for (fen, count) in [
        // Both kings on d1 and d8 after an exchange of queens, or a game of Chess960.
        ("r1bk1b1r/ppp2ppp/2n2n2/4p3/4P3/2N2N2/PPP2PPP/R1BK1B1R w KQkq - 0 7", 1),
        ("r2q1k1r/ppp2ppp/2n2n2/4p3/4P3/2N2N2/PPP2PPP/R2Q1K1R w KQkq - 0 12", 1),
        ("r1krbqnb/pppp2pp/2n5/4pp2/P7/R1N5/1PPPPPPP/2KRBQNB w Kkq - 0 4", 1),
        ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1", 0),
        ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", 0),
        ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w GBgb - 0 1", 0),
        ("r1bk1b1r/ppp2ppp/2n2n2/4p3/4P3/2N2N2/PPP2PPP/R1BK1B1R w HAha - 0 7", 0),
    ] {
        assert_eq!(told(&format!("[FEN \"{fen}\"]\n\n*")), count, "{fen}");
        assert_eq!(told(&format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n*")), 0, "{fen}");
    }
}

#[test]
fn tags_are_known_in_any_case_and_written_once() {
    for (name, start) in [("k6-tags-lower.pgn", STANDARD), ("k6-Fen-tag.pgn", "4k3/8/8/8/8/8/4P3/4K3")] {
        let Some(text) = field_case(name) else { return };
        let game = game(&text);
        assert!(game.start().to_fen().starts_with(start) && game.main_line().count() == 2, "{name}");
        let written = write(&game);
        assert_eq!(written.to_lowercase().matches("[event ").count(), 1, "{written}");
    }
    let Some(lower) = field_case("k6-tags-lower.pgn") else { return };
    let lower = game(&lower);
    assert_eq!((lower.tags().get("White"), lower.result()), (Some("Foo"), GameResult::WhiteWins));
    assert!(
        write(&lower).starts_with(
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Foo\"]"
        )
    );
    let text = "[WHITE \"A\"]\n[whiteelo \"2000\"]\n[timecontrol \"300\"]\n[RESULT \"0-1\"]\n\n1. e4 0-1\n\n[white \"B\"]\n\n1. d4 *";
    let two = games(text);
    assert_eq!(two.len(), 2);
    assert!(
        write(&two[0].game).contains("[WhiteElo \"2000\"]\n[TimeControl \"300\"]"),
        "{}",
        write(&two[0].game)
    );
    let twice = games("[White \"A\"]\n[white \"B\"]\n\n1. e4 *").remove(0);
    assert!(twice.problems.iter().any(|problem| problem.message.contains("given twice")));
}

#[test]
fn evaluations_of_other_programs_are_read() {
    for (name, expected) in [
        ("k5-eval-chessbase-centipawns.pgn", vec![(24, 20), (31, 19), (22, 20), (35, 20)]),
        ("k5-eval-slash-depth.pgn", vec![(16, 16), (47, 16), (5, 15), (60, 12)]),
    ] {
        let Some(text) = field_case(name) else { return };
        let game = game(&text);
        let expected: Vec<_> = expected.into_iter().map(|(cp, depth)| Some((Cp(cp), Some(depth)))).collect();
        assert_eq!(evals(&game), expected, "{name}");
        assert_eq!(evals(&games(&write(&game)).remove(0).game), expected, "{name}");
    }
    let Some(mate) = field_case("k5-eval-mate-M.pgn") else { return };
    assert_eq!(evals(&game(&mate))[2], Some((Mate(-1), None)));
    // Decimals anywhere in the file: whole numbers are pawns.
    let pawns = games("1. e4 {[%eval 1,20]} *\n\n1. d4 {[%eval 0.31,20]} *");
    assert_eq!(evals(&pawns[0].game), [Some((Cp(100), Some(20)))]);
    let centipawns = games("1. e4 {[%eval 1,20]} *\n\n1. d4 {[%eval 31,20]} *");
    assert_eq!(evals(&centipawns[0].game), [Some((Cp(1), Some(20)))]);
    let mate = game("1. e4 {[%eval 24,20]} e5 {[%eval 32766,20]} *");
    assert_eq!(evals(&mate), [Some((Cp(24), Some(20))), None]);
    assert!(write(&mate).contains("[%eval 32766,20]"), "{}", write(&mate));
    let root = game("{[%eval -910,20]} 1. e4 ( 1. d4 {[%eval -900,18] worse} ) *");
    assert_eq!(root.annotations(NodeId::ROOT).evaluation(), Some((Cp(-910), Some(20))));
    assert!(write(&root).contains("[%eval -9.00,18] worse"), "{}", write(&root));
}

#[test]
fn null_moves_results_and_variations_in_front_lose_nothing() {
    let Some(null) = field_case("k9-null-angle.pgn") else { return };
    assert_eq!(main_line(&game(&null)), "e4 e5 -- Nc6 Nf3 Nf6");
    for null in ["<>", "--", "––", "Z0", "0000", "@@@@", "null", "NULL"] {
        assert_eq!(main_line(&game(&format!("1. e4 {null} 2. d4 *"))), "e4 -- d4", "{null}");
    }
    let Some(stray) = field_case("k9-result-backtick.pgn") else { return };
    assert_eq!((game(&stray).result(), game(&stray).main_line().count()), (GameResult::Draw, 4));
    for (text, result) in [
        ("1/2-1/2`", GameResult::Draw),
        ("`1/2-1/2", GameResult::Draw),
        ("'1-0'", GameResult::WhiteWins),
        ("½-½", GameResult::Draw),
        ("½–½", GameResult::Draw),
        ("½ - ½", GameResult::Draw),
        ("½", GameResult::Draw),
        ("1/2", GameResult::Draw),
        ("1/2 : 1/2", GameResult::Draw),
        ("1/2 - 1/2´", GameResult::Draw),
        ("1:0", GameResult::WhiteWins),
        ("0—1", GameResult::BlackWins),
        ("0‑1|", GameResult::BlackWins),
        ("1-O", GameResult::WhiteWins),
        ("O-1", GameResult::BlackWins),
        ("1-0.", GameResult::WhiteWins),
        ("\"1/2-1/2\"", GameResult::Draw),
    ] {
        let mut all = games(&format!("[White \"A\"]\n\n1. d4 Nf6 {text}\n\n[White \"B\"]\n\n1. e4 *\n"));
        assert_eq!(all.len(), 2, "{text}");
        let read = all.remove(0);
        assert_eq!((read.game.result(), read.game.main_line().count()), (result, 2), "{text}");
        assert!(read.problems.is_empty(), "{text}: {:?}", read.problems);
        let tagged = games(&format!("[Result \"{}\"]\n\n1. d4 *", text.replace('"', ""))).remove(0);
        assert_eq!(tagged.game.result(), result, "{text}");
    }
    for (text, result) in [
        ("1/2-1/2a", GameResult::Draw),
        ("1/2-1/2x'", GameResult::Draw),
        ("1/2a", GameResult::Draw),
        ("½-½x", GameResult::Draw),
        ("1-0x", GameResult::WhiteWins),
        ("1-0White", GameResult::WhiteWins),
        ("0-1ff", GameResult::BlackWins),
        ("0–1é", GameResult::BlackWins),
        ("1:0e", GameResult::WhiteWins),
    ] {
        let mut all = games(&format!("[White \"A\"]\n\n1. d4 Nf6 {text}\n\n[White \"B\"]\n\n1. e4 *\n"));
        assert_eq!(all.len(), 2, "{text}");
        let read = all.remove(0);
        assert_eq!((read.game.result(), read.game.main_line().count()), (result, 2), "{text}");
        let [problem] = &read.problems[..] else { panic!("{text}: {:?}", read.problems) };
        assert!(!problem.is_loss && problem.message.contains(text), "{problem}");
        let tagged = games(&format!("[Result \"{text}\"]\n\n1. d4 *")).remove(0);
        assert_eq!(tagged.game.result(), result, "{text}");
        assert!(tagged.problems.iter().all(|problem| !problem.is_loss), "{text}");
    }
    for tag in ["1-0 (time)", "1-0 White resigns", "1-0 FF"] {
        assert_eq!(
            games(&format!("[Result \"{tag}\"]\n\n1. d4 *")).remove(0).game.result(),
            GameResult::WhiteWins
        );
    }
    // Not results.
    assert_eq!(
        main_line(&game("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0N 0-0= *")),
        "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O"
    );
}

#[test]
fn a_result_in_parentheses_counts_at_the_end_of_the_game() {
    for text in ["(1/2-1/2)", "( 1/2-1/2 )", "(½-½)", "[1/2-1/2]", "(1/2-1/2) {agreed}", "(draw)"] {
        let all = games(&format!("[White \"A\"]\n\n1. e4 e5 {text}\n\n[White \"B\"]\n\n1. d4 *\n"));
        assert_eq!(all.len(), 2, "{text}");
        if text != "(draw)" {
            assert_eq!(
                (all[0].game.result(), all[0].problems.len()),
                (GameResult::Draw, 0),
                "{text}: {all:?}"
            );
        }
        assert_eq!(all[0].game.main_line().count(), 2, "{text}");
        assert!(all[1].problems.is_empty(), "{text}: {:?}", all[1].problems);
        let alone = games(&format!("1. e4 e5 {text}"));
        assert_eq!(alone.len(), 1, "{text}");
    }
    let after_variation = game("1. e4 e5 (1... c5 2. Nf3) (0-1)");
    assert_eq!(after_variation.result(), GameResult::BlackWins);
    // In the middle of a game it is skipped.
    let middle = games("1. e4 (1-0) e5 2. Nf3 *").remove(0);
    assert_eq!((middle.game.result(), middle.game.main_line().count()), (GameResult::Unknown, 3));
    let bracket = games("1. e4 [1-0] e5 2. Nf3 *").remove(0);
    assert_eq!((bracket.game.result(), bracket.game.main_line().count()), (GameResult::Unknown, 3));
}

#[test]
fn a_tag_name_with_blanks_is_kept_where_it_has_its_line() {
    let Some(text) = field_case("k9-tag-with-blank.pgn") else { return };
    let read = game(&text);
    assert_eq!(read.tags().get("WhiteTeam"), Some("Foo"));
    assert!(write(&read).contains("[WhiteTeam \"Foo\"]"));
    let own = game("[Event \"x\"]\n[My Own Tag \"y\"]\n[Black\u{A0}\"B\"]\n\n1. e4 *");
    assert_eq!((own.tags().get("My_Own_Tag"), own.tags().get("Black")), (Some("y"), Some("B")));
    for (tag, name) in [
        ("white team", "WhiteTeam"),
        ("Time control", "TimeControl"),
        ("time  control", "TimeControl"),
        ("WHITE ELO", "WhiteElo"),
        ("black fide id", "BlackFideId"),
        ("event date", "EventDate"),
        ("set up", "SetUp"),
        (" white team", "WhiteTeam"),
        ("white\tteam ", "WhiteTeam"),
        ("white\u{A0}team", "WhiteTeam"),
    ] {
        // Several tags on a line, too.
        for text in
            [format!("[{tag} \"0\"]\n[Event \"x\"]"), format!("[Event \"x\"] [{tag} \"0\"] [Site \"y\"]")]
        {
            let game = game(&format!("{text}\n\n1. e4 *"));
            assert_eq!((game.tags().get("Event"), main_line(&game).as_str()), (Some("x"), "e4"), "{text}");
            assert!(name == "SetUp" || game.tags().get(name) == Some("0"), "{text}: {:?}", game.tags());
        }
    }
    // Among moves it is text.
    let moves = games("1. e4 [See the game \"Foo\"] e5 *").remove(0);
    assert_eq!(main_line(&moves.game), "e4 e5");
}

#[test]
fn variations_in_front_of_the_first_move_are_beside_it() {
    let Some(text) = field_case("k9-variation-in-front.pgn") else { return };
    let front = game(&text);
    assert!(write(&front).ends_with("\n1. e4 (1. d4) 1... e5 *\n\n"), "{}", write(&front));
    for (text, written) in [
        ("(1. d4 d5) (1. c4 {English}) 1. e4 e5 *", "1. e4 (1. d4 d5) (1. c4 {English}) 1... e5 *"),
        ("1. e4 e5 2. f4 ((2. d4) 2. Nf3 Nc6) *", "1. e4 e5 2. f4 (2. d4) (2. Nf3 Nc6) *"),
        ("{Which?} (1. d4 (1. c4) d5) 1. e4 *", "{Which?} 1. e4 (1. d4 d5) (1. c4) *"),
        ("(1. d4) *", "1. d4 *"),
    ] {
        let game = game(text);
        let all = write(&game);
        let moves = all.rsplit("]\n\n").next().unwrap_or_default().trim();
        let plain = |text: &str| text.replace("1... d5", "d5").replace("1... e5", "e5");
        assert_eq!(plain(moves), plain(written), "{text}");
    }
    let bad = games("[FEN \"rubbish/8/8\"]\n\n(1. d4 (1. c4)) 1. e4 e5 *").remove(0);
    assert_eq!(bad.game.main_line().count(), 0, "without a position nothing can be played");
    let set_up = game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n(1... Kd8) 1... Ke7 2. e4 *");
    assert_eq!((main_line(&set_up).as_str(), set_up.children(NodeId::ROOT).count()), ("Ke7 e4", 2));
}

#[test]
fn typographic_signs_in_moves_are_read() {
    assert_eq!(main_line(&game("1. e4 d5 2. e×d5 Q×d5 3. Nc3 Qe5† *")), "e4 d5 exd5 Qxd5 Nc3 Qe5+");
    assert_eq!(main_line(&game("\u{FEFF}1.\u{A0}e2–e4 e7—e5\u{A0}*")), "e4 e5");
}

#[test]
fn glyphs_may_stand_without_blanks() {
    let nags = |text: &str| {
        let game = game(text);
        let first = game.main_line().next().expect("a move");
        (main_line(&game), game.annotations(first).nags.iter().map(|nag| nag.0).collect::<Vec<_>>())
    };
    for (text, expected) in [
        ("1. e4!?+- e5 *", vec![5, 18]),
        ("1. e4!$16 e5 *", vec![1, 16]),
        ("1. e4+-!? e5 *", vec![18, 5]),
        ("1. e4!?± e5 *", vec![5, 16]),
        ("1. e4⩲↑ e5 *", vec![14, 36]),
        ("1. e4!?=/∞ e5 *", vec![5, 44]),
        ("1. e4=∞ e5 *", vec![44]),
        ("1. e4N e5 *", vec![146]),
        ("1. e4$1$16$146 e5 *", vec![1, 16, 146]),
        ("1. e4+/- e5 *", vec![16]),
        ("1. e4-/+ e5 *", vec![17]),
        ("1. e4+/= e5 *", vec![14]),
        ("1. e4=/+ e5 *", vec![15]),
        ("1. e4+= e5 *", vec![14]),
        ("1. e4=+ e5 *", vec![15]),
        ("1. e4-+ e5 *", vec![19]),
        ("1. e4+-- e5 *", vec![20]),
        ("1. e4--+ e5 *", vec![21]),
        ("1. e4+/\u{2212} e5 *", vec![16]),
        ("1. e4\u{2213} e5 *", vec![17]),
        ("1. e4±N e5 *", vec![16, 146]),
        ("1. e4⩲N e5 *", vec![14, 146]),
        ("1. e4!□N e5 *", vec![1, 7, 146]),
        ("1. e4 +/=N e5 *", vec![14, 146]),
        ("1. e4+/=N e5 *", vec![14, 146]),
        ("1. e4!+/=N e5 *", vec![1, 14, 146]),
        ("1. e4+-N e5 *", vec![18, 146]),
        ("1. e4=N e5 *", vec![10, 146]),
        ("1. e4N= e5 *", vec![146, 10]),
        ("1. e4+=N e5 *", vec![14, 146]),
        ("1. e4N+/= e5 *", vec![146, 14]),
        ("1. e4RR e5 *", vec![145]),
        ("1. e4TN e5 *", vec![146]),
        ("1. e4D e5 *", vec![220]),
        ("1. e4ND e5 *", vec![146, 220]),
        ("1. e4~ e5 *", vec![13]),
        ("1. e4~= e5 *", vec![44]),
        ("1. e4== e5 *", vec![10]),
        ("1. e4zz e5 *", vec![22]),
        ("1. e4±e5 *", vec![16]),
        ("1. e4□e5 *", vec![7]),
        ("1. e2e4+- e5 *", vec![18]),
        ("1. e2-e4= e5 *", vec![10]),
        ("1. e2e4+/= e5 *", vec![14]),
        ("1. ♙e4+/= e5 *", vec![14]),
        ("1. e2–e4+– e5 *", vec![18]),
    ] {
        assert_eq!(nags(text), ("e4 e5".to_owned(), expected), "{text}");
    }
    // With check marks, castling and promotions.
    for (fen, moves, line, expected) in [
        ("4k3/8/8/8/8/8/8/3QK3", "Qh5+/- Kd7", "Qh5+ Kd7", vec![16]),
        ("4k3/8/8/8/8/8/8/3QK3", "Qh5++/- Kd7", "Qh5+ Kd7", vec![16]),
        ("4k3/8/8/8/8/8/8/3QK3", "Qh5+= Kd7", "Qh5+ Kd7", vec![10]),
        ("4k3/8/8/8/8/8/8/3QK3", "Qh5++= Kd7", "Qh5+ Kd7", vec![14]),
        ("4k3/8/8/8/8/8/8/3QK3", "Qh5++-N Kd7", "Qh5+ Kd7", vec![18, 146]),
        ("4k3/8/8/8/8/8/8/3QK3", "Qd5+= Kf8", "Qd5 Kf8", vec![14]),
        ("4k3/8/8/8/8/8/8/4K2R", "0-0+/- Ke7", "O-O Ke7", vec![16]),
        ("4k3/8/8/8/8/8/8/4K2R", "O-O-+ Ke7", "O-O Ke7", vec![19]),
        ("4k3/8/8/8/8/8/8/4K2R", "O–O+– Ke7", "O-O Ke7", vec![18]),
        ("8/P3k3/8/8/8/8/8/4K3", "a8=N+/- Ke6", "a8=N Ke6", vec![16]),
        ("8/P3k3/8/8/8/8/8/4K3", "a8=N Ke6", "a8=N Ke6", vec![]),
        ("8/P3k3/8/8/8/8/8/4K3", "a8N= Ke6", "a8=N Ke6", vec![10]),
        ("8/P3k3/8/8/8/8/8/4K3", "a8/Q+-D Ke6", "a8=Q Ke6", vec![18, 220]),
        ("8/P3k3/8/8/8/8/8/4K3", "a8(Q)+- Ke6", "a8=Q Ke6", vec![18]),
    ] {
        let text = format!("[FEN \"{fen} w K - 0 1\"]\n\n1. {moves} *")
            .replace(" w K ", if fen.ends_with('R') { " w K " } else { " w - " });
        assert_eq!(nags(&text), (line.to_owned(), expected), "{text}");
    }
    // What is glued to a move is not taken for part of another one.
    for text in [
        "1. e4X e5 *",
        "1. e4=Z e5 *",
        "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8D Ke6 *",
        "1. e4∆Nf6 *",
    ] {
        let read = Reader::new(text).next();
        assert!(read.is_none_or(|read| read.problems.iter().any(|problem| problem.is_loss)), "{text}");
    }
}

#[test]
fn the_mark_of_a_diagram_is_a_glyph() {
    for text in ["1. e4 {[#]} e5 *", "1. e4 [#] e5 *", "1. e4 {[#] } e5 *", "1. e4 {[#]\n} e5 *"] {
        let game = game(text);
        let first = game.main_line().next().expect("a move");
        assert_eq!(game.annotations(first).nags, [Nag::DIAGRAM], "{text}");
        assert!(game.annotations(first).after.is_empty(), "{text}");
    }
    let at_end = game("1. e4 * {[#]}");
    assert_eq!(at_end.annotations(at_end.line_end(NodeId::ROOT)).nags, [Nag::DIAGRAM]);
    let both = game("{Start [#] here} 1. e4 {a plan [#]} e5 *");
    assert_eq!(both.annotations(NodeId::ROOT).after, ["Start here"]);
    assert_eq!(game(&write(&both)), both);
}
