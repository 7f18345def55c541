//! EPD in all its dialects.

mod common;

use common::{shared, shared_files};
use proptest::prelude::*;
use tabia_chess::Position;
use tabia_pgn::Epd;
use tabia_pgn::epd::{Operand, Operation, read_epds};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn epd(line: &str) -> Epd {
    Epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn sans(line: &str, opcode: &str) -> Vec<String> {
    let epd = epd(line);
    let position = epd.position().expect("a good position");
    let moves = epd.alternatives(opcode).unwrap_or_else(|error| panic!("{line}: {error}"));
    moves.into_iter().map(|m| position.san(m)).collect()
}

#[test]
fn dialects_say_the_same() {
    let board = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5";
    for rest in [
        "b - - bm Qd1+; id \"BK.01\";",
        "b - - id \"BK.01\"; bm Qd1+;",
        "b - - ; bm Qd1 + ; id BK.01 ",
        "b - - 0 1 bm d6d1; id \"BK.01\"",
        "b - - - bm Qd1; id \"BK.01\" ;;",
        "b bm Qd1!; id \"BK.01\";",
        "  b  -  -  bm  Qd1+ ;  id \"BK.01\" ; \0\r",
    ] {
        let line = format!("{board} {rest}");
        assert_eq!(sans(&line, "bm"), ["Qd1+"], "{line}");
        assert_eq!(epd(&line).text("id").as_deref(), Some("BK.01"), "{line}");
    }
    let several = format!("{board} b - - bm Qd1+, Qd2+ Qe6; am a6; am b6; hmvc 3; fmvn 20;");
    assert_eq!(sans(&several, "bm"), ["Qd1+", "Qd2+", "Qe6"]);
    assert_eq!(sans(&several, "am"), ["a6", "b6"], "operations of one name are taken together");
    assert_eq!(epd(&several).position().expect("a good position").to_fen(), format!("{board} b - - 3 20"));
}

#[test]
fn typographic_dashes_and_spaces_stand_in_positions() {
    let expected = epd("k6r/8/8/8/8/8/8/K6R w - - bm Rg1; id \"a – b\";");
    for position in [
        "w – – ",
        "w — − ",
        "w ‐ ‑ ",
        "w\u{A0}–\u{A0}–\u{A0}",
        "w\u{2009}-\u{202F}-\u{3000}",
        "w\u{200B} – – ",
        "W - - ",
        "white – – ",
        "w ? ? ",
        "w – – – – ",
        "w – – 0 1 ",
        "w – – 0 1; ",
    ] {
        let line = format!("k6r/8/8/8/8/8/8/K6R {position}bm Rg1; id \"a – b\";");
        assert_eq!(epd(&line), expected, "{line}");
    }
    assert_eq!(sans("k6r/8/8/8/8/8/8/K6R w – – bm R×h8+;", "bm"), ["Rxh8+"]);
    assert_eq!(epd("4k3/8/8/8/8/8/8/R3K3 w Q –").setup.to_string(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
}

#[test]
fn strings_may_hold_anything() {
    let line = epd("4k3/8/8/8/8/8/8/4K3 w - - a \"foo\\\"bar\";; ; b \"foo\\\\\\\\\"; c \"a; b\"; d \"open");
    assert_eq!(line.text("a").as_deref(), Some("foo\"bar"));
    assert_eq!(line.text("b").as_deref(), Some("foo\\\\"));
    assert_eq!(line.text("c").as_deref(), Some("a; b"));
    assert_eq!(line.text("d").as_deref(), Some("\"open"));
}

#[test]
fn perft_counts_are_read_in_every_form() {
    for line in [
        "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 2 ;D2 8",
        "8/8/8/8/8/8/8/K1k5 w - - 0 1; D1 2; D2 8;",
        "8/8/8/8/8/8/8/K1k5 w - - ; D2 8 ; D1 2",
    ] {
        assert_eq!(epd(line).perft(), [(1, 2), (2, 8)], "{line}");
    }
    let (lines, problems) =
        read_epds("# a comment\nid corner\nepd 8/8/8/8/8/8/8/K1k5 w - -\nperft 1 2\nperft 2 8\n");
    assert_eq!(problems, []);
    assert_eq!((lines[0].line, lines[0].epd.text("id").as_deref()), (3, Some("corner")));
    assert_eq!(lines[0].epd.perft(), [(1, 2), (2, 8)]);
}

/// Counts from formats.md; all moves of the clean suites are legal.
#[test]
fn suites_are_read_completely() {
    let suites = [
        ("wac", 300),
        ("bk", 24),
        ("sbd", 134),
        ("kaufman", 19),
        ("ccr", 23),
        ("lct2", 34),
        ("bt2630", 30),
        ("lapuce2", 35),
        ("pet", 48),
        ("sts", 1500),
        ("tbtest", 434),
    ];
    for (suite, count) in suites {
        let Some(bytes) = shared(&format!("epd/{suite}.epd")) else { return };
        let (lines, problems) = read_epds(&text(&bytes));
        assert_eq!(problems, [], "{suite}");
        assert_eq!(lines.len(), count, "{suite}");
        for line in lines {
            let (best, avoid) = (line.epd.best_moves(), line.epd.avoid_moves());
            let moves = best.and_then(|best| Ok(best.len() + avoid?.len()));
            assert!(moves.as_ref().is_ok_and(|&moves| moves > 0), "{suite} line {}: {moves:?}", line.line);
            assert!(line.epd.text("id").is_some_and(|id| !id.is_empty()), "{suite} line {}", line.line);
        }
    }
}

#[test]
fn raw_suites_are_read() {
    let Some(bytes) = shared("epd/raw/bratko-kopec.epd") else { return };
    let (lines, problems) = read_epds(&text(&bytes));
    assert_eq!((lines.len(), problems.len()), (24, 0));
    for line in &lines {
        assert!(
            line.epd.best_moves().is_ok_and(|moves| !moves.is_empty()),
            "line {}: {:?}",
            line.line,
            line.epd.best_moves()
        );
    }
    let Some(bytes) = shared("epd/raw/wac-ce-pv.epd") else { return };
    let (lines, problems) = read_epds(&text(&bytes));
    assert_eq!(problems, []);
    let legal = lines.iter().filter(|line| line.epd.line("pv").is_ok_and(|pv| !pv.is_empty())).count();
    assert!(legal * 100 >= lines.len() * 95, "only {legal} of {} variations are legal", lines.len());
    assert_eq!(lines[0].epd.number("acd"), Some(5));
}

/// The lines themselves give the expected outcome.
#[test]
fn destructive_lines_are_judged_as_they_ask_for() {
    let Some(bytes) = shared("epd/raw/destructive.epd") else { return };
    let text = text(&bytes);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let position = Epd::parse(line).and_then(|epd| {
            epd.best_moves()?;
            epd.position()
        });
        if line.contains("should be OK")
            || line.contains("extra white space")
            || line.contains("leading spaces")
        {
            assert!(position.is_ok(), "{line}: {position:?}");
        }
        if line.contains("garbage") || line.ends_with("; cull") {
            assert!(position.is_err(), "{line}");
        }
    }
}

#[test]
fn opening_sets_and_perft_files_are_read() {
    for folder in ["openings", "openings/fastchess-tests", "perft", "fen"] {
        for (name, bytes) in shared_files(folder, ".epd") {
            let (lines, problems) = read_epds(&text(&bytes));
            assert!(!lines.is_empty(), "{folder}/{name}");
            assert_eq!(problems, [], "{folder}/{name}");
            for line in &lines {
                let again = epd(&line.epd.to_string());
                assert_eq!(again, line.epd, "{folder}/{name} line {}", line.line);
                assert!(
                    folder != "openings" || line.epd.position().is_ok(),
                    "{folder}/{name} line {}",
                    line.line
                );
                assert!(
                    folder != "perft" || !line.epd.perft().is_empty(),
                    "{folder}/{name} line {}",
                    line.line
                );
            }
        }
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let operand = prop_oneof![
        "[A-Za-z0-9+#=,!?-]{1,8}".prop_map(Operand::Word),
        r"[ -~äß]{0,20}".prop_map(Operand::Text),
    ];
    ("[A-Za-z_][A-Za-z0-9_]{0,6}", prop::collection::vec(operand, 0..4))
        .prop_filter("these are the clocks", |(opcode, _)| opcode != "hmvc" && opcode != "fmvn")
        .prop_map(|(opcode, operands)| Operation { opcode, operands })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn what_is_written_is_read(number in 0..960u16, clock in 0..100u32, moves in 1..300u32, operations in prop::collection::vec(operation(), 0..6)) {
        let mut setup = tabia_chess::Setup::from(&Position::chess960(number));
        setup.halfmove_clock = clock;
        setup.fullmove_number = moves;
        let epd = Epd { setup, operations };
        let text = epd.to_string();
        prop_assert_eq!(Epd::parse(&text), Ok(epd), "{}", text);
    }

    #[test]
    fn no_line_is_too_strange(line in "\\PC{0,80}", rest in r"[ -~]{0,80}") {
        let _ = Epd::parse(&line);
        if let Ok(epd) = Epd::parse(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - {rest}")) {
            let _ = (epd.best_moves(), epd.avoid_moves(), epd.line("pv"), epd.perft());
            prop_assert_eq!(Epd::parse(&epd.to_string()), Ok(epd.clone()), "{}", epd);
        }
        let _ = read_epds(&format!("{line}\n{rest}"));
    }
}

/// Lines that other programs would not write survive a round trip.
#[test]
fn odd_lines_are_read_again_from_what_is_written() {
    for text in [
        "id \0 4$\nr3k2r/8/8/8/8/8/8/R3K1R1",
        "8/8/8/8/8/8/8/K1k5 w - -\nperft 1 2;3\nperft \"2 8",
        "id \"one\"\n8/8/8/8/8/8/8/K1k5 w - - bm \"x",
        "id one\n8/8/8/8/8/8/8/K1k5 w - - \"c0 x",
        "8/8/8/8/8/8/8/K1k5 w - - m\" ; \"",
    ] {
        let (lines, problems) = read_epds(text);
        assert_eq!((lines.len(), problems.len()), (1, 0), "{text:?}");
        let written = lines[0].epd.to_string();
        assert_eq!(epd(&written).to_string(), written, "{text:?}");
        assert_eq!(epd(&written).text("id"), lines[0].epd.text("id"), "{text:?}");
    }
}
