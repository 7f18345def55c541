//! The suites of the conformance data, and invalid ones.

use proptest::prelude::*;
use tabia_suite::{Attempt, Suite, csv, solved_by_time};
use tabia_uci::{Info, Message};

fn shared(name: &str) -> Option<Suite> {
    let bytes = tabia_conformance::read(name)?;
    Some(Suite::read(&tabia_pgn::decode(&bytes).text))
}

fn info(line: &str) -> Info {
    match Message::parse(line) {
        Ok(Some(Message::Info(info))) => *info,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_suite_of_the_conformance_data_is_read_whole() {
    let files = [
        ("bk", 24),
        ("bt2630", 30),
        ("ccr", 23),
        ("kaufman", 19),
        ("lapuce2", 35),
        ("lct2", 34),
        ("pet", 48),
        ("sbd", 134),
        ("sts", 1500),
        ("tbtest", 434),
        ("wac", 300),
    ];
    for (name, count) in files {
        let Some(suite) = shared(&format!("epd/{name}.epd")) else { return };
        assert_eq!(suite.faults, [], "{name}");
        assert_eq!(suite.problems.len(), count, "{name}");
        assert!(suite.problems.iter().all(|problem| !problem.id.is_empty()), "{name}");
    }
}

#[test]
fn a_mate_in_place_of_a_best_move_is_asked_for_as_dm() {
    let Some(suite) = shared("field-cases/k10-bm-mate.epd") else { return };
    assert_eq!((suite.faults.len(), suite.problems[0].mate_in), (0, Some(1)));
    let board = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    for (operations, mate_in, best) in [
        ("bm #1;", Some(1), 0),
        ("bm M2;", Some(2), 0),
        ("bm +M2;", Some(2), 0),
        ("bm Ra8 #1;", Some(1), 1),
        ("dm 3; bm #1;", Some(3), 0),
        ("bm Ra8#;", None, 1),
    ] {
        let suite = Suite::read(&format!("{board} {operations} id \"x\";\n"));
        assert_eq!(suite.faults, [], "{operations}");
        let problem = &suite.problems[0];
        assert_eq!((problem.mate_in, problem.best.len()), (mate_in, best), "{operations}");
    }
    assert_eq!(Suite::read(&format!("{board} bm #0;\n")).problems.len(), 0);
}

#[test]
fn craftys_form_says_the_same_as_epd() {
    for name in ["bk", "pet"] {
        let (Some(crafty), Some(epd)) =
            (shared(&format!("epd/crafty-format/{name}.txt")), shared(&format!("epd/{name}.epd")))
        else {
            return;
        };
        assert_eq!(crafty.faults, []);
        let asked = |suite: &Suite| -> Vec<_> {
            let of = |p: &tabia_suite::Problem| (p.id.clone(), p.position.to_fen(), p.question());
            suite.problems.iter().map(of).collect()
        };
        let without_clocks = |rows: Vec<(String, String, String)>| -> Vec<_> {
            let board = |fen: &str| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
            rows.into_iter().map(|(id, fen, question)| (id, board(&fen), question)).collect()
        };
        assert_eq!(without_clocks(asked(&crafty)), without_clocks(asked(&epd)), "{name}");
    }
}

#[test]
fn the_strategic_test_suite_gives_points() {
    let Some(suite) = shared("epd/sts.epd") else { return };
    assert!(suite.problems.iter().all(|problem| problem.most_points() == 10));
    let first = &suite.problems[0];
    let points = |san: &str| first.points_of(first.position.parse_san(san).unwrap());
    assert_eq!(
        ["f5", "Be5+", "Bf2", "Bg4", "Bg2"].map(points),
        [Some(10), Some(2), Some(3), Some(2), Some(0)]
    );
}

#[test]
fn short_ranks_and_antisolutions_of_craftys_form_are_understood() {
    let text = "title one\r\nsetboard k2r/ppp////Q/5PPP/7K/ B\r\nsolution Rd1 Kb8?\r\n\r\ntitle two\n\
        setboard 4k3/8/8/8/8/8/4P3/4K3 w\nsolution e3?\nend\nsolution e4\n";
    let suite = Suite::read(text);
    assert_eq!(suite.faults, []);
    let [one, two] = &suite.problems[..] else { panic!("{:?}", suite.problems) };
    assert_eq!(one.position.to_fen(), "k2r4/ppp5/8/8/8/Q7/5PPP/7K b - - 0 1");
    assert_eq!((one.id.as_str(), one.question().as_str()), ("one", "bm Rd1#; am Kb8"));
    // If only wrong moves are named, all others are right.
    let is_right = |san: &str| two.is_right(two.position.parse_san(san).unwrap());
    assert_eq!(["e3", "e4", "Kd1"].map(is_right), [false, true, true]);
}

#[test]
fn what_cannot_be_asked_is_told_with_its_line() {
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e9;\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"nothing asked\";\n\
        hello\n4k3/8/8/8/8/8/4P3/4K3 w - - dm none;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e4;\n\
        R3k3/8/4K3/8/8/8/8/8 b - - bm Kd8;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4;\n";
    let suite = Suite::read(epd);
    assert_eq!(suite.problems.len(), 1);
    assert_eq!(suite.problems[0].line, 7);
    let lines: Vec<_> = suite.faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6], "{:?}", suite.faults);
    let crafty =
        Suite::read("title a\nsolution e4\nsetboard 8/8 w\nsolution e4\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w\n");
    assert!(crafty.problems.is_empty());
    assert_eq!(crafty.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 3, 5]);
}

#[test]
fn stale_castling_rights_are_dropped_and_told() {
    let board = "r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R5K1";
    let suite =
        Suite::read(&format!("{board} w Qq - bm O-O-O; id \"a\";\n{board} w Qq - bm Rd1; id \"b\";\n"));
    assert_eq!(suite.problems.len(), 1);
    assert_eq!(
        (suite.problems[0].position.to_fen(), suite.problems[0].is_chess960),
        (format!("{board} w - - 0 1"), false)
    );
    let told = |faults: &[tabia_suite::Fault], line| matches!(faults, [fault] if fault.line == line && fault.message.contains("castling rights"));
    assert!(told(&suite.faults, 1) && told(&suite.corrections, 2), "{suite:?}");
    let crafty = Suite::read(&format!("title a\nsetboard {board} w KQkq\nsolution Rd1\nend\n"));
    assert!(told(&crafty.corrections, 2) && !crafty.problems[0].is_chess960, "{crafty:?}");
    // Chess960 by the files of the rooks, or by the position.
    for (position, best) in [
        (format!("{board} w Aa -"), "O-O-O"),
        ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq -".to_owned(), "e4"),
    ] {
        let suite = Suite::read(&format!("{position} bm {best};\n"));
        assert!(suite.corrections.is_empty() && suite.problems[0].is_chess960, "{suite:?}");
    }
}

#[test]
fn the_moment_of_the_solution_is_that_from_which_it_was_held() {
    let suite = Suite::read("6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#; id \"m\";");
    let mut attempt = Attempt::new(&suite.problems[0], Some(2));
    attempt.info(&info("info depth 1 score cp 500 nodes 20 pv d1d8"), 1.0);
    assert!(!attempt.may_stop());
    attempt.info(&info("info depth 2 score cp 600 nodes 40 pv d1d7 g8f8"), 2.0);
    attempt.info(&info("info depth 3 score mate 1 nodes 90 pv d1d8"), 3.0);
    attempt.info(&info("info depth 3 score mate 1 nodes 95 pv d1d8"), 3.5);
    // One iteration with the solution, although two lines reported it.
    assert!(!attempt.may_stop());
    attempt.info(&info("info depth 4 score mate 1 lowerbound nodes 120 pv d1d8"), 4.0);
    // A bound is not a completed iteration, and a fail low says nothing about the move.
    assert!(!attempt.may_stop());
    attempt.info(&info("info depth 4 score cp 0 upperbound nodes 140 pv e1e2"), 4.5);
    attempt.info(&info("info depth 4 score mate 1 nodes 150 pv d1d8"), 5.0);
    assert!(attempt.may_stop());
    let outcome = attempt.finish("d1d8".parse().ok(), 6.0);
    let found = outcome.found.unwrap();
    assert!(outcome.is_solved && outcome.line == "Rd8#");
    assert_eq!((found.time_ms, found.nodes, found.depth), (3.0, 90, 3));
    assert_eq!(solved_by_time([&outcome]), [(100.0, 1)]);
}

#[test]
fn a_mate_is_solved_by_being_announced_in_time() {
    let suite = Suite::read("7k/8/8/8/8/8/1R6/R3K3 w - - dm 3;");
    for (score, chosen, is_solved) in [
        ("mate 3", "a1a7", true),
        ("mate 2", "a1a7", true),
        ("mate 4", "a1a7", false),
        ("cp 900", "a1a7", false),
        ("mate -1", "a1a7", false),
        ("mate 3", "a1a9", false),
    ] {
        let mut attempt = Attempt::new(&suite.problems[0], None);
        attempt.info(&info(&format!("info depth 5 score {score} pv a1a7")), 1.0);
        assert_eq!(attempt.finish(chosen.parse().ok(), 2.0).is_solved, is_solved, "{score} {chosen}");
    }
}

#[test]
fn a_row_quotes_what_has_to_be_quoted() {
    let suite = Suite::read("6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8# Rd7; id \"=a, \\\"b\\\"\";");
    let outcome = Attempt::new(&suite.problems[0], None).finish(None, 2.0);
    let row = csv::row(&suite.problems[0], "x", &outcome);
    assert!(
        row.starts_with("\"'=a, \"\"b\"\"\",6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1,bm Rd8# Rd7,x,,0,"),
        "{row}"
    );
    assert_eq!(row.matches(',').count() - 1, csv::HEADER.matches(',').count());
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(title|setboard|solution|end|[ -~é\n])*") {
        let suite = Suite::read(&text);
        for problem in &suite.problems {
            prop_assert!(!problem.question().is_empty());
        }
    }

    #[test]
    fn no_board_makes_the_reader_panic(board in "[a-zA-Z0-9/é ]{0,40}", moves in "[a-hRNBQKx0-9?+=O-]{0,12}") {
        let suite = Suite::read(&format!("setboard {board}\nsolution {moves}\n"));
        prop_assert!(suite.problems.len() + suite.faults.len() >= 1);
    }
}

#[test]
fn a_suite_that_is_read_in_pieces_is_the_same() {
    use tabia_suite::SuiteReader;
    let epd = "id \"named before\"\nepd 6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;\n\nnonsense\n# a remark\n\
               6k1/5ppp/8/8/8/8/8/3RK3 w - - am Rd7; id \"second\";\n6k1/5ppp/8/8/8/8/8/3RK3 w - - id \"asks nothing\";";
    let crafty = "title one\nsetboard 6k1/5ppp/8/8/8/8/8/3RK3 w\nsolution Rd8\nsetboard 6k1/5ppp/8/8/8/8/8/3RK3 w\nend\nnonsense";
    for text in [epd, crafty] {
        let whole = Suite::read(text);
        let mut reader = SuiteReader::new(text);
        let mut steps = 0;
        while !reader.read_while(|| false) {
            steps += 1;
            assert!(reader.percent() <= 100);
        }
        assert!(steps >= 2, "one position at a time");
        assert_eq!(reader.finish(), whole);
    }
    let suite = Suite::read(epd);
    let names: Vec<&str> = suite.problems.iter().map(|problem| problem.id.as_str()).collect();
    assert_eq!(names, ["named before", "second"]);
    assert_eq!(suite.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [4, 7]);
    assert_eq!(Suite::read(crafty).faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [4]);
}
